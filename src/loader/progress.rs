//! How far the reading of a file has come, and whether anybody still waits for it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::Source;
use super::error::{ErrorKind, LoadError};

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
    pub fn begin(&self) {
        self.done.store(0, Relaxed);
        self.all.store(0, Relaxed);
        self.announced.store(0, Relaxed);
    }

    /// Takes in that so many more bytes are to be read and understood.
    pub fn expect(&self, bytes: usize) {
        self.all.fetch_add(2 * bytes as u64, Relaxed);
    }

    /// Takes in that so many bytes more have been read.
    pub fn read(&self, bytes: usize) {
        self.done.fetch_add(bytes as u64, Relaxed);
    }

    /// Takes in that so many bytes more have been understood.
    pub fn understood(&self, bytes: usize) {
        self.done.fetch_add(bytes as u64, Relaxed);
    }

    /// Takes in that nothing more is to be done.
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
    /// [`ErrorKind::Cancelled`].
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

    pub(super) fn announce(&self, frames: usize) {
        self.announced
            .store((frames as u64).saturating_add(1), Relaxed);
    }
}

/// A loader's way through a file, told to its [`Progress`] now and then.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way<'a> {
    progress: Option<&'a Progress>,
    /// Where it begins.
    start: usize,
    /// Up to here everything was told.
    told: usize,
    /// The byte at which the next look is due.
    next: usize,
}

impl<'a> Way<'a> {
    /// How many bytes are read between two looks: some twenty rows of a large take, or as much as is
    /// read in a tenth of a millisecond.
    const STRIDE: usize = 1 << 16;

    /// The way through this file; nobody is told where nobody follows it.
    pub fn through(source: &Source<'a>) -> Self {
        Self::from(source, 0)
    }

    /// The way through this file from byte `start` on.
    pub fn from(source: &Source<'a>, start: usize) -> Self {
        Self {
            progress: source.progress,
            start,
            told: start,
            next: match source.progress {
                Some(_) => start.saturating_add(Self::STRIDE),
                None => usize::MAX,
            },
        }
    }

    /// A way that nobody follows.
    pub fn unfollowed() -> Self {
        Self {
            progress: None,
            start: 0,
            told: 0,
            next: usize::MAX,
        }
    }

    /// Leaves out the bytes from `from` to `to`, which others read.
    pub fn skip(&mut self, from: usize, to: usize) {
        let bytes = to.saturating_sub(from);
        self.start += bytes;
        self.told += bytes;
        self.next = self.next.saturating_add(bytes);
    }

    /// Comes to its end, byte `at`.
    pub fn end(mut self, at: usize) {
        self.look(at);
    }

    /// Takes back all that was told: it is to be gone once more.
    pub fn take_back(self) {
        if let Some(progress) = self.progress {
            let bytes = self.told.saturating_sub(self.start);
            progress.done.fetch_sub(bytes as u64, Relaxed);
        }
    }

    /// Whether nobody wants to know what follows byte `at`. To be asked once a row: it costs one
    /// comparison there, and never one for each value.
    #[inline(always)]
    pub fn is_cut_short(&mut self, at: usize) -> bool {
        at >= self.next && self.look(at)
    }

    /// [`Self::is_cut_short`] as an error.
    #[inline(always)]
    pub fn go_on(&mut self, source: &Source<'_>, at: usize) -> Result<(), LoadError> {
        match self.is_cut_short(at) {
            true => Err(LoadError::new(source, ErrorKind::Cancelled)),
            false => Ok(()),
        }
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self, at: usize) -> bool {
        let Some(progress) = self.progress else {
            return false;
        };
        progress.understood(at.saturating_sub(self.told));
        self.told = at;
        self.next = at.saturating_add(Self::STRIDE);
        progress.is_cancelled()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_is_done_with_when_it_is_read_and_understood() {
        let progress = Progress::default();
        progress.expect(1_000_000);
        progress.read(1_000_000);
        assert_eq!((progress.done(), progress.all()), (500_000, 1_000_000));
        let source = Source {
            progress: Some(&progress),
            ..Source::new("x", b"")
        };
        let mut way = Way::through(&source);
        assert!(!way.is_cut_short(10));
        assert_eq!(progress.done(), 500_000);
        assert!(!way.is_cut_short(400_000));
        assert!(!way.is_cut_short(900_000));
        assert_eq!(progress.done(), 950_000);
        progress.finish();
        assert_eq!(progress.done(), 1_000_000);
        progress.cancel();
        progress.begin();
        assert!(progress.is_cancelled());
        assert!(way.is_cut_short(970_000));
    }

    #[test]
    fn a_way_that_was_gone_for_nothing_is_taken_back() {
        let progress = Progress::default();
        progress.expect(1_000_000);
        let source = Source {
            progress: Some(&progress),
            ..Source::new("x", b"")
        };
        let mut way = Way::from(&source, 300_000);
        assert!(!way.is_cut_short(300_010) && !way.is_cut_short(500_000));
        assert_eq!(progress.done(), 100_000);
        way.take_back();
        assert_eq!(progress.done(), 0);
        way.end(700_000);
        assert_eq!(progress.done(), 100_000);
    }

    #[test]
    fn a_way_that_nobody_follows_is_never_cut_short() {
        let mut way = Way::through(&Source::new("x", b""));
        assert!(!way.is_cut_short(usize::MAX));
    }

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
