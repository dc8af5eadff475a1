//! Half-written files, which are removed where a signal ends the program.

use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

/// The files that are being written under names that they will not keep.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A file that is removed where a signal ends the program while this is there.
pub(super) struct Unfinished(PathBuf);

impl Unfinished {
    /// Makes a file. A signal that comes meanwhile waits, and removes it.
    pub fn make<F>(
        make: impl FnOnce() -> io::Result<NamedTempFile<F>>,
    ) -> io::Result<(NamedTempFile<F>, Self)> {
        let mut all = unfinished();
        let file = make()?;
        all.push(file.path().to_path_buf());
        drop(all);
        let path = file.path().to_path_buf();
        Ok((file, Self(path)))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        unfinished().retain(|path| *path != self.0);
    }
}

/// Removes them all. The program is to end behind that: no other file begins any more.
#[cfg(feature = "app")]
pub(super) fn remove_all() {
    let all = unfinished();
    for path in all.iter() {
        // One that is gone, or has its own name by now, is what was wanted.
        let _ = std::fs::remove_file(path);
    }
    std::mem::forget(all);
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}
