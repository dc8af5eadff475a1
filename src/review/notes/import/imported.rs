//! What comes of an import, and which frames of a take it may be on.

use std::collections::BTreeSet;
use std::path::Path;

use crate::review::notes::added::Event;
use crate::review::notes::note::Note;
use crate::take::Take;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Import {
    pub notes: Vec<Note>,
    pub events: Vec<Event>,
    pub skipped: Vec<SkippedMark>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedMark {
    /// The line of a row, from 1, or the number of a marker.
    pub number: usize,
    /// Why, as a sentence without its full stop.
    pub reason: String,
}

/// Which of the files that marks are for is that of a take; `None` where they are for none, or for a single one of
/// another name, which the take may have had before.
///
/// # Errors
/// Where they are for several, and it is not clear which is the take's.
pub(super) fn own_file<'a>(
    files: impl Iterator<Item = &'a str>,
    take: &Take,
    file: &Path,
) -> Result<Option<&'a str>, String> {
    let files: BTreeSet<&str> = files.collect();
    let has_name = |other: &&str| Path::new(other).file_stem() == Some(take.name.as_ref());
    let own: Vec<&str> = files.iter().copied().filter(has_name).collect();
    let listed = |files: &[&str]| files.iter().take(3).copied().collect::<Vec<_>>().join(", ");
    match own.as_slice() {
        [] if files.len() < 2 => Ok(None),
        [] => {
            let all: Vec<&str> = files.into_iter().collect();
            Err(format!("it is of several files, and none is this take: {} …", listed(&all)))
        }
        [only] => Ok(Some(only)),
        // A path may have been given from another folder.
        several => {
            let same = several.iter().find(|other| Path::new(other) == file);
            let mut ends = several.iter().filter(|other| file.ends_with(other));
            let only = match (ends.next(), ends.next()) {
                (Some(only), None) => Some(only),
                _ => None,
            };
            let error =
                || format!("several of its files have the name of this take: {}", listed(several));
            same.or(only).map(|file| Some(*file)).ok_or_else(error)
        }
    }
}

/// The frame of a take that is so many frames from its first one.
///
/// # Errors
/// Where the take does not have it.
pub(super) fn frame_of(index: f64, take: &Take) -> Result<usize, String> {
    let last = take.motion.frame_count().saturating_sub(1);
    match index {
        index if index < 0.0 => Err("it is ahead of the first frame".into()),
        index if index <= last as f64 => Ok(index as usize),
        _ => Err(format!("it is behind the last frame, {last}")),
    }
}
