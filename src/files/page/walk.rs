//! A walk through a folder on the disk of a page, and the folders inside of it.

use std::io;
use std::path::{Path, PathBuf};

use crate::fs;

/// All files in a folder and in the folders inside of it, by name, and what could not be looked into.
pub fn files_below(folder: &Path) -> (Vec<PathBuf>, Vec<io::Error>) {
    let mut files = Vec::new();
    let failed = walk(folder, &mut files).err();
    (files, failed.into_iter().collect())
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            walk(&entry.path(), files)?;
        } else {
            files.push(entry.path());
        }
    }
    Ok(())
}
