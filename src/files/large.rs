//! A large file that is read piece by piece.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::messages::reason;
use super::read::read_at;
use crate::fs::{self, File};
use crate::loader::{self, Progress};

/// A file that a loader reads from byte to byte, while somebody follows that.
#[derive(Debug)]
pub(super) struct LargeFile<'a> {
    file: File,
    progress: &'a Progress,
    /// Up to this byte it was read: what is read again is no progress.
    read_to: AtomicUsize,
}

impl<'a> LargeFile<'a> {
    /// A file with more than `most` bytes; `None` for a smaller one, and for what is no plain file.
    pub fn of(path: &Path, most: u64, progress: &'a Progress) -> Option<Self> {
        let about = fs::metadata(path).ok()?;
        if !about.is_file() || about.len() <= most {
            return None;
        }
        let file = File::open(path).ok()?;
        Some(Self { file, progress, read_to: AtomicUsize::new(0) })
    }

    /// Tells who follows it how much there is to read.
    pub fn announce(&self) {
        let len = self.file.metadata().map_or(0, |about| about.len());
        self.progress.expect(usize::try_from(len).unwrap_or(usize::MAX));
    }
}

impl loader::LargeFile for LargeFile<'_> {
    fn read_at(&self, from: usize, bytes: &mut [u8]) -> Result<usize, String> {
        let read = read_at(&self.file, bytes, from).map_err(|error| reason(&error, "file"))?;
        let to = from + read;
        let before = self.read_to.fetch_max(to, Relaxed);
        self.progress.read(to.saturating_sub(before));
        Ok(read)
    }
}
