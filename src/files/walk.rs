//! A walk through a folder and the folders inside of it.

use std::path::{Path, PathBuf};

use walkdir::{DirEntry, Error, WalkDir};

/// All files in a folder and in the folders inside of it, in no order, and what could not be looked into. Links to
/// folders are not followed.
pub fn files_below(folder: &Path) -> (Vec<PathBuf>, Vec<Error>) {
    let (found, failed): (Vec<_>, Vec<_>) =
        WalkDir::new(folder).into_iter().partition(Result::is_ok);
    let files = found.into_iter().flatten().filter(|entry| !entry.file_type().is_dir());
    (files.map(DirEntry::into_path).collect(), failed.into_iter().filter_map(Result::err).collect())
}
