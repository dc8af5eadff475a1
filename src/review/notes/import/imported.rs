//! What comes of an import, and which frames of a take it may be on.

use crate::review::notes::added::Event;
use crate::review::notes::note::Note;
use crate::take::Take;

/// What is read from a file of marks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Imported {
    /// The notes.
    pub notes: Vec<Note>,
    /// The events.
    pub events: Vec<Event>,
    /// What was left out.
    pub skipped: Vec<Skipped>,
}

/// A row or marker that was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The line of a row, from 1, or the number of a marker.
    pub number: usize,
    /// Why, as a sentence without its full stop.
    pub why: String,
}

/// The frame of a take that is so many frames from its first one.
///
/// # Errors
/// Where the take does not have it.
pub(super) fn frame_of(place: f64, take: &Take) -> Result<usize, String> {
    let last = take.motion.frame_count().saturating_sub(1);
    match place {
        place if place < 0.0 => Err("it is ahead of the first frame".into()),
        place if place <= last as f64 => Ok(place as usize),
        _ => Err(format!("it is behind the last frame, {last}")),
    }
}
