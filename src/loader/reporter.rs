//! What tells a progress how far a loader has come in a file.

use super::Source;
use super::error::{ErrorKind, LoadError};
use super::progress::Progress;

/// Reports how far a loader has come in a file to its [`Progress`], now and then.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProgressReporter<'a> {
    progress: Option<&'a Progress>,
    start: usize,
    /// Up to this byte everything is reported.
    reported: usize,
    /// The byte at which the next report is due.
    next: usize,
}

impl<'a> ProgressReporter<'a> {
    /// How many bytes are read between two reports: some twenty rows of a large take, or as much as is
    /// read in a tenth of a millisecond.
    const STRIDE: usize = 1 << 16;

    /// For a whole file; nothing is reported where nobody follows it.
    pub fn through(source: &Source<'a>) -> Self {
        Self::from(source, 0)
    }

    pub fn from(source: &Source<'a>, start: usize) -> Self {
        let progress = source.progress;
        let next = progress.map_or(usize::MAX, |_| start.saturating_add(Self::STRIDE));
        Self { progress, start, reported: start, next }
    }

    /// Leaves out the bytes from `from` to `to`, which others read.
    pub fn skip(&mut self, from: usize, to: usize) {
        let bytes = to.saturating_sub(from);
        self.start += bytes;
        self.reported += bytes;
        self.next = self.next.saturating_add(bytes);
    }

    /// Reports everything up to byte `at`, the end.
    pub fn end(mut self, at: usize) {
        self.report(at);
    }

    /// Takes back all that was reported: it is to be read once more.
    pub fn take_back(self) {
        if let Some(progress) = self.progress {
            progress.take_back(self.reported.saturating_sub(self.start));
        }
    }

    /// Whether nobody wants to know what follows byte `at`. To be asked once a row: it costs one
    /// comparison there, and never one for each value.
    #[inline(always)]
    pub fn is_cut_short(&mut self, at: usize) -> bool {
        at >= self.next && self.report(at)
    }

    /// [`Self::is_cut_short`] as an error.
    #[inline(always)]
    pub fn advance(&mut self, source: &Source<'_>, at: usize) -> Result<(), LoadError> {
        if self.is_cut_short(at) {
            return Err(LoadError::new(source, ErrorKind::Cancelled));
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn report(&mut self, at: usize) -> bool {
        let Some(progress) = self.progress else { return false };
        progress.understood(at.saturating_sub(self.reported));
        self.reported = at;
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
        let source = Source { progress: Some(&progress), ..Source::new("x", b"") };
        let mut reporter = ProgressReporter::through(&source);
        assert!(!reporter.is_cut_short(10));
        assert_eq!(progress.done(), 500_000);
        assert!(!reporter.is_cut_short(400_000));
        assert!(!reporter.is_cut_short(900_000));
        assert_eq!(progress.done(), 950_000);
        progress.finish();
        assert_eq!(progress.done(), 1_000_000);
        progress.cancel();
        progress.begin();
        assert!(progress.is_cancelled());
        assert!(reporter.is_cut_short(970_000));
    }

    #[test]
    fn a_report_of_what_is_read_again_is_taken_back() {
        let progress = Progress::default();
        progress.expect(1_000_000);
        let source = Source { progress: Some(&progress), ..Source::new("x", b"") };
        let mut reporter = ProgressReporter::from(&source, 300_000);
        assert!(!reporter.is_cut_short(300_010) && !reporter.is_cut_short(500_000));
        assert_eq!(progress.done(), 100_000);
        reporter.take_back();
        assert_eq!(progress.done(), 0);
        reporter.end(700_000);
        assert_eq!(progress.done(), 100_000);
    }

    #[test]
    fn what_nobody_follows_is_never_cut_short() {
        let mut reporter = ProgressReporter::through(&Source::new("x", b""));
        assert!(!reporter.is_cut_short(usize::MAX));
    }
}
