//! Takes that are read before anybody asks for them: the next one of the folder, and the one before.
//!
//! Architecture invariant: nothing that was read ahead is shown that is not as it is on the disk.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use crate::files::{OpenOptions, Opened, Opener, Preview, catch_panic};
use crate::fs;
use crate::loader::Progress;

/// Together, takes that were read ahead have so many bytes at most in their files.
const MAX_BYTES: u64 = 256 << 20;

/// What was read ahead.
#[derive(Default)]
pub struct ReadAhead(Mutex<Vec<AheadTake>>);

/// A take that nobody has asked for yet.
struct AheadTake {
    path: PathBuf,
    reading: OpenOptions,
    /// The files that it came from.
    stamps: Vec<Stamp>,
    opened: Opened,
}

/// What tells whether a file is as it was.
#[derive(PartialEq)]
struct Stamp {
    path: PathBuf,
    bytes: u64,
    written: Option<SystemTime>,
}

impl Stamp {
    fn of(path: &Path) -> Option<Self> {
        let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        let (bytes, written) = (metadata.len(), metadata.modified().ok());
        Some(Self { path: path.to_path_buf(), bytes, written })
    }
}

impl ReadAhead {
    fn takes(&self) -> MutexGuard<'_, Vec<AheadTake>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives up all but these files.
    pub fn keep(&self, files: &[PathBuf]) {
        let mut takes = self.takes();
        let unwanted: Vec<AheadTake> =
            takes.extract_if(.., |take| !files.contains(&take.path)).collect();
        drop(takes);
        // Takes are large: they are freed when the lock is.
        drop(unwanted);
    }

    /// Reads a take, unless it is there, or there is no room for it.
    pub fn read(
        &self,
        path: &Path,
        reading: &OpenOptions,
        saved_columns: Option<&Path>,
        progress: &Progress,
    ) {
        let Some(stamp) = Stamp::of(path) else { return };
        let all = self.takes();
        let is_there = |take: &AheadTake| take.path == *path && take.stamps.contains(&stamp);
        let used: u64 = all.iter().flat_map(|take| &take.stamps).map(|stamp| stamp.bytes).sum();
        if all.iter().any(is_there) || used + stamp.bytes > MAX_BYTES {
            return;
        }
        drop(all);
        let mut opener = Opener::new(reading).with_saved_columns(saved_columns);
        let opened = catch_panic(path, || opener.open_with(path, progress, |_: Preview| ()));
        // Why it cannot be read is said when somebody asks for it.
        let Ok(opened) = opened else { return };
        let companions = opened.companions.iter().map(|companion| Stamp::of(companion));
        let Some(stamps) = std::iter::once(Some(stamp)).chain(companions).collect() else { return };
        let (path, reading) = (path.to_path_buf(), reading.clone());
        self.takes().push(AheadTake { path, reading, stamps, opened });
    }

    /// The take of a file, where it was read ahead in this way and its files are still the same.
    pub fn take(&self, path: &Path, reading: &OpenOptions) -> Option<Opened> {
        let mut takes = self.takes();
        let is_it = |take: &AheadTake| take.path == *path && take.reading == *reading;
        let found = takes.iter().position(is_it).map(|at| takes.remove(at));
        drop(takes);
        let is_same = |stamp: &Stamp| Stamp::of(&stamp.path).as_ref() == Some(stamp);
        Some(found.filter(|found| found.stamps.iter().all(is_same))?.opened)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_take_that_was_read_ahead_is_given_once_and_only_as_it_is_on_the_disk() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.bvh");
        let write = |frames: usize| {
            let text = format!(
                "HIERARCHY\nROOT A\n{{\nOFFSET 0 0 0\nCHANNELS 0\nEnd Site\n{{\nOFFSET 0 1 0\n}}\n}}\n\
                 MOTION\nFrames: {frames}\nFrame Time: 0.1\n{}",
                "\n".repeat(frames)
            );
            fs::write(&path, text).expect("a file");
        };
        let (ahead, reading) = (ReadAhead::default(), OpenOptions::default());
        let read = || ahead.read(&path, &reading, None, &Progress::default());
        write(2);
        read();
        let other = OpenOptions { clip: Some("b".into()), ..OpenOptions::default() };
        assert!(ahead.take(&path, &other).is_none(), "it was not read so");
        assert!(ahead.take(&path, &reading).is_some());
        assert!(ahead.take(&path, &reading).is_none(), "it is somebody's now");
        read();
        write(300);
        assert!(ahead.take(&path, &reading).is_none(), "the file is another one");
        read();
        ahead.keep(&[]);
        assert!(ahead.take(&path, &reading).is_none(), "nobody wants it");
        let progress = Progress::default();
        progress.cancel();
        ahead.read(&path, &reading, None, &progress);
        assert!(ahead.take(&path, &reading).is_none(), "it was cancelled");
    }
}
