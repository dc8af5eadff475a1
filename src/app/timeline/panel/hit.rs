//! What is at a place of the timeline, and is taken hold of by a press there.

use egui::Pos2;

use crate::app::notes::timeline_flags as note_flags;
use crate::app::{
    State, checks::contacts, checks::contacts::PressedContact,
    timeline::panel::layout::TimelineLayout,
};
use crate::review::notes::Id;

/// A part of the timeline that can be taken hold of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Makes a range.
    Ruler,
    /// Scrubs.
    Lane,
    RangeIn,
    RangeOut,
    Event(usize),
    Note(Id),
    /// A contact of a foot, where one of its ends is near.
    Contact(PressedContact),
    /// The outline of a take that is hidden, at its place in the list.
    Hidden(usize),
    /// Moves the part in sight.
    Bar,
    /// Moves the strips up and down.
    Rows,
}

impl TimelineLayout {
    /// What a press takes hold of.
    pub fn part(&self, state: &State, at: Pos2) -> Part {
        /// How far from a handle's line a press still means it, in points: on the side to which its
        /// flag points, and on the other one.
        const REACH: [f32; 2] = [9.0, 5.0];
        if self.bar.is_some_and(|bar| at.y >= bar.top()) {
            return Part::Bar;
        }
        if self.rows_bar().is_some_and(|bar| bar.contains(at)) {
            return Part::Rows;
        }
        // Below their flags, handles leave the lane to scrubbing: the playhead often stands on one.
        if (self.lane.min - 6.0..=self.lane.min + 7.0).contains(&at.y) {
            let playback = &state.session.playback;
            let beyond = |frame: Option<usize>| Some(at.x - self.scale.x(frame? as f64));
            let [flag, other] = REACH;
            let start = beyond(playback.range_in()).filter(|d| (-other..=flag).contains(d));
            let end = beyond(playback.range_out()).filter(|d| (-flag..=other).contains(d));
            match (start, end) {
                // Where both are in reach, the nearer one; on the spot, the one that can move there.
                (Some(a), Some(b)) if a.abs() < b.abs() || a.abs() == b.abs() && a < 0.0 => {
                    return Part::RangeIn;
                }
                (_, Some(_)) => return Part::RangeOut,
                (Some(_), None) => return Part::RangeIn,
                (None, None) => {}
            }
        }
        if let Some(flag) = self.flag_at(at) {
            return Part::Event(flag.frame);
        }
        if let Some(id) = note_flags::note_at(state, self, at) {
            return Part::Note(id);
        }
        if let Some(contact) = contacts::contact_at(state, self, at).filter(|of| of.end.is_some()) {
            return Part::Contact(contact);
        }
        match self.strip_at(at) {
            _ if at.y < self.lane.min => Part::Ruler,
            Some(strip) if strip.is_hidden => Part::Hidden(strip.take),
            _ => Part::Lane,
        }
    }
}
