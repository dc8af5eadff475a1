//! The progress of loading a file, its cancellation, and what a loader reports of it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::threads::give_way;

/// What is shared by the thread that reads a file and the one that shows how far it has come.
///
/// Each byte is counted twice, when it has come from the disk and when a loader has understood it:
/// on a slow disk the one takes all of the time, on a fast one the other. No number depends on
/// another, so that none is ever waited for.
#[derive(Debug, Default)]
pub struct Progress {
    /// Bytes read and bytes understood.
    done: AtomicU64,
    /// As many as there will be of both.
    all: AtomicU64,
    /// One more than the number of frames that the file announces; 0 where it announces none.
    announced: AtomicU64,
    cancelled: AtomicBool,
}

impl Progress {
    /// Begins with a new file. One that is cancelled stays so.
    #[doc(hidden)]
    pub fn begin(&self) {
        self.done.store(0, Relaxed);
        self.all.store(0, Relaxed);
        self.announced.store(0, Relaxed);
    }

    /// Takes in that so many more bytes are to be read and understood.
    #[doc(hidden)]
    pub fn expect(&self, bytes: usize) {
        self.all.fetch_add(2 * bytes as u64, Relaxed);
    }

    /// Takes in that so many bytes more have been read.
    #[doc(hidden)]
    pub fn read(&self, bytes: usize) {
        self.done.fetch_add(bytes as u64, Relaxed);
        give_way();
    }

    /// Takes in that so many bytes more have been understood.
    #[doc(hidden)]
    pub fn understood(&self, bytes: usize) {
        self.done.fetch_add(bytes as u64, Relaxed);
        give_way();
    }

    /// Takes back that so many bytes have been understood: they are to be read once more.
    pub(super) fn take_back(&self, bytes: usize) {
        self.done.fetch_sub(bytes as u64, Relaxed);
    }

    /// Takes in that nothing more is to be done.
    #[doc(hidden)]
    pub fn finish(&self) {
        self.done.store(self.all.load(Relaxed), Relaxed);
    }

    /// How many bytes are done with, never more than there are.
    pub fn done(&self) -> u64 {
        self.done.load(Relaxed).min(self.all.load(Relaxed)) / 2
    }

    /// How many bytes there are in all, those of companions included once these are known.
    pub fn all(&self) -> u64 {
        self.all.load(Relaxed) / 2
    }

    /// Asks whoever reads the file to stop: it does within some thousand rows, with
    /// [`super::ErrorKind::Cancelled`].
    pub fn cancel(&self) {
        self.cancelled.store(true, Relaxed);
    }

    /// Whether nobody waits for the file any more.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Relaxed)
    }

    /// How many frames the file says that it has, once that was read. It is as wrong as files are.
    pub fn announced(&self) -> Option<usize> {
        let frames = self.announced.load(Relaxed).checked_sub(1)?;
        usize::try_from(frames).ok()
    }

    /// Takes in how many frames the file says that it has.
    #[doc(hidden)]
    pub fn announce(&self, frames: usize) {
        self.announced.store((frames as u64).saturating_add(1), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_announced_may_be_any_number() {
        let progress = Progress::default();
        assert_eq!(progress.announced(), None);
        for frames in [0, 7, usize::MAX - 1] {
            progress.announce(frames);
            assert_eq!(progress.announced(), Some(frames));
        }
    }
}
