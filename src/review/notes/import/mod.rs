//! Notes from other programs: CSV and OpenTimelineIO.

mod csv;
mod imported;
mod otio;

use std::collections::HashSet;
use std::fmt;
use std::hash::Hash;
use std::path::Path;

use super::added::{Event, FootContacts, IgnoredFinding};
use super::note::Note;
use super::record::{Id, Record};
use super::review::{Listed, Review};
use super::time::Time;
use crate::take::Take;

pub use imported::{Import, SkippedMark};

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
pub fn import(text: &str, take: &Take, file: &Path, now: Time) -> Result<Import, ImportError> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with('{') {
        otio::read(text, take, file, now)
    } else {
        csv::read(text, take, file, now)
    }
    .map_err(ImportError)
}

/// Whether a text begins like notes that were exported from here, as CSV or OpenTimelineIO: other tables may have
/// frames and texts as well.
pub fn is_exported(head: &str) -> bool {
    let head = head.trim_start_matches('\u{feff}').trim_start();
    if head.starts_with('{') {
        head.contains("\"OTIO_SCHEMA\"") && head.contains("\"rushes\"")
    } else {
        csv::is_exported(head)
    }
}

impl Review {
    /// Adds what was imported, and tells how much of it. What is there already is not added again: what has the
    /// same id, or says the same of the same frames. What was removed here comes back as something new.
    pub fn add_imported(&mut self, imported: Import, now: Time) -> usize {
        let before = self.notes.len() + self.events.len();
        let mut taken = self.taken_ids();
        let Import { notes, events, .. } = imported;
        let of_note = |note: &Note| (note.frames, note.text.clone(), note.joint.clone(), note.kind);
        let of_event = |event: &Event| (event.frame, event.name.clone());
        add_new(&mut self.notes, notes, &mut taken, of_note, |note| note.id = Id::new(now));
        add_new(&mut self.events, events, &mut taken, of_event, |event| event.id = Id::new(now));
        self.notes.len() + self.events.len() - before
    }

    /// The ids that a new record may not have, removed ones among them.
    fn taken_ids(&self) -> HashSet<Id> {
        fn ids<R: Listed>(review: &Review) -> impl Iterator<Item = Id> {
            R::list(review).iter().map(Record::id)
        }
        let removed = self.removed.iter().map(|removed| removed.id);
        let all = ids::<Note>(self).chain(ids::<Event>(self));
        all.chain(ids::<IgnoredFinding>(self))
            .chain(ids::<FootContacts>(self))
            .chain(removed)
            .collect()
    }
}

/// Adds records that a list does not have: neither their ids nor what they say. Those get new ids whose own
/// something else has or had.
fn add_new<R: Record, K: Eq + Hash>(
    list: &mut Vec<R>,
    records: Vec<R>,
    taken: &mut HashSet<Id>,
    content: impl Fn(&R) -> K,
    mut give_id: impl FnMut(&mut R),
) {
    let mut own: HashSet<Id> = list.iter().map(Record::id).collect();
    let mut known: HashSet<K> = list.iter().map(&content).collect();
    for mut record in records {
        if own.contains(&record.id()) || !known.insert(content(&record)) {
            continue;
        }
        if !taken.insert(record.id()) {
            give_id(&mut record);
            taken.insert(record.id());
        }
        own.insert(record.id());
        list.push(record);
    }
    list.sort_by_key(|record| (record.order(), record.id()));
}
