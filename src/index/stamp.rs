//! What the index remembers of the files that a row was made of, to see whether they are still the same.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::key::{path_of, text_of};
use crate::files::{FileStamp, Reviews};

/// The files of a row, as they were.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Stamp {
    pub file: FileStamp,
    /// Those that the take was read with.
    pub companions: Vec<(String, Option<FileStamp>)>,
    /// The folder, where a file that comes to it may change what the take is: it cannot be read, lacks something, or is of
    /// all files of a sequence.
    pub folder: Option<FileStamp>,
    pub reviews: ReviewStamp,
}

/// The files of a take's review: beside it, and in the user's folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ReviewStamp([Option<FileStamp>; 2]);

impl ReviewStamp {
    pub fn of(take: &Path, reviews: &Reviews) -> Self {
        let paths = [Some(Reviews::beside(take)), reviews.in_state(take)];
        Self(paths.map(|path| FileStamp::of(&path?)))
    }
}

impl Stamp {
    /// That of a take which could be read; `is_whole` says that no file that comes to its folder
    /// changes it.
    pub fn of_take(
        path: &Path,
        file: FileStamp,
        companions: &[PathBuf],
        is_whole: bool,
        reviews: ReviewStamp,
    ) -> Self {
        let companion = |path: &PathBuf| (text_of(path), FileStamp::of(path));
        Self {
            companions: companions.iter().map(companion).collect(),
            folder: if is_whole { None } else { folder_stamp(path) },
            file,
            reviews,
        }
    }

    /// Whether the file at a path is still the one, and is read with the same others. What its review says may be
    /// something else.
    pub fn is_of(&self, path: &Path, file: FileStamp) -> bool {
        let is_same =
            |(path, stamp): &(String, Option<FileStamp>)| FileStamp::of(&path_of(path)) == *stamp;
        self.file == file
            && self.companions.iter().all(is_same)
            && (self.folder.is_none() || self.folder == folder_stamp(path))
    }

    /// Whether the take is in this file alone, so that it is the same wherever the file is.
    pub fn is_alone(&self) -> bool {
        self.companions.is_empty() && self.folder.is_none()
    }

    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// What [`Self::to_text`] wrote; one that no file has where that is something else.
    pub fn from_text(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_default()
    }
}

fn folder_stamp(path: &Path) -> Option<FileStamp> {
    FileStamp::of(path.parent()?)
}
