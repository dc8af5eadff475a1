//! Notes from other programs: CSV and OpenTimelineIO.

mod csv;
mod imported;
mod otio;
mod table;

use std::fmt;
use std::path::Path;

use super::added::Event;
use super::id::Id;
use super::note::Note;
use super::review::Review;
use super::time::Time;
use crate::take::Take;

pub use imported::{Imported, Skipped};

/// Why nothing can be read, as a sentence without its full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportError(String);

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ImportError {}

/// Reads the marks for a take from CSV, or from OpenTimelineIO where the text is a JSON object. Their frames are
/// those of the take, whatever they are given by; what is not on one is skipped. Of marks for several files, those
/// of the take's own file are read.
///
/// # Errors
/// Where the text is neither, or has marks for several files and it is not clear which of them is the take's.
pub fn import(text: &str, take: &Take, file: &Path, now: Time) -> Result<Imported, ImportError> {
    let text = text.trim_start_matches('\u{feff}');
    match text.trim_start().starts_with('{') {
        true => otio::read(text, take, file, now),
        false => csv::read(text, take, file, now),
    }
    .map_err(ImportError)
}

impl Review {
    /// Adds what was imported, and tells how much of it. What is there already is not added again: what has the
    /// same id, or says the same of the same frames. What was removed here comes back as something new.
    pub fn add_imported(&mut self, imported: Imported, now: Time) -> usize {
        let before = self.notes.len() + self.events.len();
        for mut note in imported.notes {
            let is_same = |other: &Note| {
                other.id == note.id
                    || (other.frames, &other.text, &other.joint, other.kind)
                        == (note.frames, &note.text, &note.joint, note.kind)
            };
            if !self.notes.iter().any(is_same) {
                note.id = self.free_id(note.id, now);
                self.put(note, now);
            }
        }
        for mut event in imported.events {
            let is_same = |other: &Event| {
                other.id == event.id || (other.frame, &other.name) == (event.frame, &event.name)
            };
            if !self.events.iter().any(is_same) {
                event.id = self.free_id(event.id, now);
                self.put(event, now);
            }
        }
        self.notes.len() + self.events.len() - before
    }

    /// An id; another one, where what had it was removed.
    fn free_id(&self, id: Id, now: Time) -> Id {
        match self.removed.iter().any(|removed| removed.id == id) {
            true => Id::new(now),
            false => id,
        }
    }
}
