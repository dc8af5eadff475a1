//! What is burned into the pictures of a take: its name, frame, timecode and notes.

use std::sync::Arc;

use crate::playback::Timecode;
use crate::render::{Caption, CaptionPlace};
use crate::review::notes::{Note, Review};
use crate::take::{FrameNumbers, Take, in_one_line};

/// Something about a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BurnInWord {
    /// The name of its take, in the upper left corner.
    Take,
    /// Its number, in the lower left corner.
    Frame,
    /// In the lower right corner.
    Timecode,
    /// The notes on it, at the bottom.
    Note,
}

impl BurnInWord {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Take, Self::Frame, Self::Timecode, Self::Note];
}

/// The words about the frames of a take.
pub struct BurnIn<'a> {
    words: &'a [BurnInWord],
    name: String,
    numbers: FrameNumbers,
    last: usize,
    timecode: Timecode,
    review: Arc<Review>,
}

impl<'a> BurnIn<'a> {
    /// Those of a take, which is called so, with what reviewers have added.
    pub fn of(words: &'a [BurnInWord], take: &Take, name: &str, review: Arc<Review>) -> Self {
        Self {
            words,
            name: in_one_line(name),
            numbers: take.even_numbers().unwrap_or(FrameNumbers::FROM_0),
            last: take.motion.frame_count().saturating_sub(1),
            timecode: Timecode::at(take.fps()),
            review,
        }
    }

    /// What is written on a frame.
    pub fn captions(&self, frame: usize) -> Vec<Caption> {
        let caption = |word: &BurnInWord| {
            let (place, text) = match word {
                BurnInWord::Take => (CaptionPlace::TopLeft, self.name.clone()),
                BurnInWord::Frame => (CaptionPlace::BottomLeft, self.frame(frame)),
                BurnInWord::Timecode => {
                    let frame = i64::try_from(frame).unwrap_or(i64::MAX);
                    (CaptionPlace::BottomRight, self.timecode.text(frame))
                }
                BurnInWord::Note => (CaptionPlace::Bottom, self.notes(frame)?),
            };
            Some(Caption { place, text })
        };
        self.words.iter().filter_map(caption).collect()
    }

    /// The frame as the window calls it.
    fn frame(&self, frame: usize) -> String {
        let [number, last] = [frame, self.last].map(|frame| self.numbers.of(frame).to_string());
        format!("frame {number} of {last}").replace('-', "−")
    }

    /// The notes of a frame, a line each.
    fn notes(&self, frame: usize) -> Option<String> {
        let notes = self.review.notes.iter();
        let told = |note: &Note| {
            let kind = note.kind.label();
            match in_one_line(note.text.trim()) {
                text if text.is_empty() => kind.to_string(),
                text => format!("{kind}: {text}"),
            }
        };
        let lines: Vec<String> =
            notes.filter(|note| note.frames.contains(frame)).map(told).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}
