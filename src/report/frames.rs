//! How a page names frames of a take: by the numbers of the file, with links that take the player there.

use crate::review::notes::{Frames, Timebase};
use crate::take::{Take, rounded};

/// The names of a take's frames.
pub(super) struct FrameTexts<'a> {
    take: &'a Take,
    base: Timebase,
    /// The element of the player; nothing without one.
    player: Option<String>,
}

impl<'a> FrameTexts<'a> {
    pub fn of(take: &'a Take, player: Option<String>) -> Self {
        let base = Timebase::of(take);
        Self { take, base, player }
    }

    /// What the file calls a frame; its place from 0 where the file calls it nothing.
    pub fn number(&self, frame: usize) -> String {
        let number = self.take.number(frame);
        number.map_or_else(|| frame.to_string(), |number| number.to_string())
    }

    /// When a frame is, from the first one.
    pub fn seconds(&self, frame: usize) -> String {
        let seconds = frame as f64 * self.take.motion.frame_time();
        format!("{} s", rounded(seconds, 2))
    }

    /// Some frames as HTML: a link to one of them in the player, with time and timecode of the first.
    pub fn link(&self, frames: Frames, shown: usize) -> String {
        let numbers = match frames.count() {
            1 => format!("frame {}", self.number(frames.first)),
            _ => format!("frames {}–{}", self.number(frames.first), self.number(frames.last)),
        };
        let link = match &self.player {
            Some(player) => format!("<a href=\"#{player}\" data-frame=\"{shown}\">{numbers}</a>"),
            None => numbers,
        };
        let (seconds, timecode) = (self.seconds(frames.first), self.base.text(frames.first));
        format!("{link} <span class=\"dim\">{seconds} · {timecode}</span>")
    }
}
