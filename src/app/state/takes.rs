//! Several takes together: which show, in which order, and when each begins.

use std::path::Path;

use super::{OpenTake, Outside, Panels, State, Timeline, Wish};
use crate::app::command::Command;
use crate::loader::PositionReading;
use crate::playback::Playback;
use crate::scene::{Rgba, Theme};

/// Colours that tell takes from each other, the second one first: the first take is coloured by side.
pub const HUES: [Rgba; 7] = [
    [0xa9, 0x8b, 0xf5, 0xff],
    [0x5f, 0xd0, 0x7f, 0xff],
    [0xff, 0xc8, 0x57, 0xff],
    [0xf0, 0x7f, 0xc0, 0xff],
    [0x4f, 0xd0, 0xd8, 0xff],
    [0xc9, 0xa2, 0x7c, 0xff],
    [0x9f, 0xb4, 0xff, 0xff],
];

/// The same hues where what is behind them is light: dark enough to be seen as lines.
const HUES_IN_LIGHT: [Rgba; HUES.len()] = [
    [0x73, 0x52, 0xd6, 0xff],
    [0x1f, 0x8f, 0x47, 0xff],
    [0xa8, 0x76, 0x00, 0xff],
    [0xc2, 0x3c, 0x8a, 0xff],
    [0x0b, 0x86, 0x90, 0xff],
    [0x8c, 0x62, 0x38, 0xff],
    [0x4a, 0x62, 0xc8, 0xff],
];

/// A colour of a whole take as a theme shows it: the hues that tell takes apart have one of their
/// own in each, every other colour stays as it was picked.
pub fn hue_in(theme: Theme, colour: Rgba) -> Rgba {
    match HUES.iter().position(|hue| *hue == colour) {
        Some(at) if theme == Theme::Light => HUES_IN_LIGHT[at],
        _ => colour,
    }
}

impl State {
    /// The panels that show. Where nothing is open and nothing comes, there is nothing to list at the
    /// sides.
    pub fn shown_panels(&self) -> Panels {
        let has_sides = !(self.takes.is_empty() && self.pending.is_empty());
        Panels {
            left: self.panels.left && has_sides,
            right: self.panels.right && has_sides,
            ..self.panels
        }
    }

    /// Whether a take shows in the view.
    pub fn is_shown(&self, index: usize) -> bool {
        let Some(open) = self.takes.get(index) else {
            return false;
        };
        match self.solo {
            Some(id) => open.id == id,
            None => open.shows,
        }
    }

    /// The takes that show, with their places in the list.
    pub fn shown_takes(&self) -> impl Iterator<Item = (usize, &OpenTake)> {
        let takes = self.takes.iter().enumerate();
        takes.filter(|(index, _)| self.is_shown(*index))
    }

    /// Whether a take beside others has not begun at the moment that shows, or has ended.
    pub fn is_outside(&self, open: &OpenTake) -> bool {
        self.takes.len() > 1 && self.timeline.is_outside(open, self.place())
    }

    /// Whether a take is seen in the view: it shows, and is not left out outside of its frames.
    pub fn is_seen(&self, index: usize) -> bool {
        let is_left_out = |open: &OpenTake| self.outside == Outside::Hide && self.is_outside(open);
        self.is_shown(index) && !self.takes.get(index).is_some_and(is_left_out)
    }

    /// The takes that are seen in the view, with their places in the list.
    pub fn seen_takes(&self) -> impl Iterator<Item = (usize, &OpenTake)> {
        let takes = self.takes.iter().enumerate();
        takes.filter(|(index, _)| self.is_seen(*index))
    }

    /// How many of the open takes are hidden.
    pub fn hidden_count(&self) -> usize {
        self.takes.len() - self.shown_takes().count()
    }

    /// A colour that no open take has yet.
    pub(super) fn free_hue(&self) -> Rgba {
        let taken = |hue: &Rgba| self.takes.iter().any(|open| open.colour == Some(*hue));
        let free = HUES.into_iter().find(|hue| !taken(hue));
        free.unwrap_or(HUES[self.takes.len() % HUES.len()])
    }

    /// Brings the timeline in line with what is open; the playhead stays at its moment.
    pub(super) fn retime(&mut self) {
        let now = Timeline::of(&self.takes, self.active);
        if now == self.timeline {
            return;
        }
        let old = std::mem::replace(&mut self.timeline, now);
        let now = &self.timeline;
        let moved = |place: f64| old.moved_to(now, place);
        self.playback.refit(now.come, now.frame_time, moved);
        self.span = self.span.map(|span| span.map(moved));
    }

    /// Starts anew with a take: at its first frame, seen as it opens. Speed, the rate that was chosen and the
    /// loop mode stay.
    pub(super) fn begin_with(&mut self, index: usize) {
        self.active = index;
        let older = &self.playback;
        let (rate, mode) = (older.lasting_rate(), older.loop_mode());
        let fps = older.chosen_fps();
        self.timeline = Timeline::of(&self.takes, index);
        self.playback = Playback::new(self.timeline.come, self.timeline.frame_time);
        self.playback.set_rate(rate);
        self.playback.set_fps(fps);
        self.playback.set_loop_mode(mode);
        self.playback.seek(self.timeline.frame(0));
        self.span = None;
        self.curve_span = None;
        self.shown_rate = None;
        self.skipped_frames = 0;
        self.see_anew();
    }

    /// Makes a take the active one. The moment stays, and so does the camera.
    pub(super) fn activate(&mut self, index: usize) {
        if index >= self.takes.len() || index == self.active {
            return;
        }
        // What is followed until now has to be where it is before another one is.
        self.prepare();
        self.active = index;
        self.curve_span = None;
        self.retime();
    }

    /// Takes a take out of the list.
    pub(super) fn remove(&mut self, index: usize) -> Option<OpenTake> {
        if index >= self.takes.len() {
            return None;
        }
        self.prepare();
        let was_active = index == self.active;
        let closed = self.takes.remove(index);
        if self.solo == Some(closed.id) {
            self.solo = None;
        }
        if index < self.active || self.active >= self.takes.len() {
            self.active = self.active.saturating_sub(1);
        }
        if self.takes.is_empty() {
            self.begin_with(0);
        } else {
            self.retime();
            if was_active {
                self.shown_rate = None;
                self.curve_span = None;
            }
        }
        Some(closed)
    }

    /// Puts the command line that converts the active take on the clipboard, or says why there is none.
    pub(super) fn copy_convert(&mut self) {
        let Some(open) = self.take() else { return };
        let Some(path) = open.path.as_ref().filter(|_| !open.take.is_of_markers()) else {
            return self.say("Only files with bones can be converted: to BVH or HTR.");
        };
        let other = match open.take.format {
            "BVH" => "htr",
            _ => "bvh",
        };
        let quoted =
            |path: &Path| format!("'{}'", path.display().to_string().replace('\'', r"'\''"));
        let from = quoted(path);
        let to = quoted(&path.with_extension(other));
        let mut line = format!("rushes convert {from} {to}");
        if let Some(skeleton) = &open.how.skeleton {
            line += &format!(" --skeleton {}", quoted(skeleton));
        }
        let mut readings = PositionReading::WORDS.iter();
        let reading = readings.find(|(_, reading)| *reading == open.how.options.bvh_positions);
        if let Some((word, _)) = reading.filter(|(_, reading)| *reading != PositionReading::Auto) {
            line += &format!(" --bvh-positions {word}");
        }
        self.say(format!("Copied, for a terminal: {line}"));
        self.wishes.push(Wish::Copy(line));
    }

    /// The commands that set takes beside each other.
    pub(super) fn arrange(&mut self, command: Command) {
        match command {
            Command::ShowTake(index, shows) => {
                if let Some(open) = self.takes.get_mut(index) {
                    open.shows = shows;
                    self.solo = None;
                }
            }
            Command::ShowAllTakes => {
                self.takes.iter_mut().for_each(|open| open.shows = true);
                self.solo = None;
            }
            Command::Solo(index) => {
                if let Some(open) = self.takes.get(index) {
                    self.solo = Some(open.id).filter(|_| self.solo != Some(open.id));
                }
            }
            Command::TakeColour(index, colour) => {
                if let Some(open) = self.takes.get_mut(index) {
                    open.colour = colour;
                }
            }
            Command::Offset(index, seconds) => {
                if let Some(open) = self.takes.get_mut(index)
                    && seconds.is_finite()
                {
                    open.offset = seconds;
                }
            }
            Command::Order { from, to } if from.max(to) < self.takes.len() => {
                let active = self.takes[self.active].id;
                let moved = self.takes.remove(from);
                self.takes.insert(to, moved);
                let place = self.takes.iter().position(|open| open.id == active);
                self.active = place.unwrap_or(0);
            }
            _ => {}
        }
        self.retime();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hues_that_tell_takes_apart_stand_out_from_the_ground_of_their_theme() {
        let light = |[r, g, b, _]: Rgba| {
            let [r, g, b] = [r, g, b].map(f32::from);
            0.2126 * r + 0.7152 * g + 0.0722 * b
        };
        for theme in Theme::ALL {
            let palette = theme.palette();
            for hue in HUES {
                let shown = light(hue_in(theme, hue));
                for ground in [palette.centre, palette.edge] {
                    let off = (shown - light(ground)).abs();
                    assert!(off > 60.0, "{theme:?} {hue:?}: {off}");
                }
            }
            let picked = [1, 2, 3, 255];
            assert_eq!(hue_in(theme, picked), picked, "what was picked stays");
        }
    }
}
