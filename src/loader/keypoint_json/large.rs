//! What is looked up at its place in a file, all of which may be in memory or only its beginning.

use super::super::error::{ErrorKind, LoadError};
use super::super::large::place_in;
use super::super::text::place_of;
use super::super::{LargeFile, Source};
use crate::take::Place;

/// The place of a byte.
pub(super) fn place(source: &Source<'_>, at: usize) -> Place {
    match source.large {
        Some(file) => place_in(file, at),
        None => place_of(source.bytes, at),
    }
}

/// An error at a byte, as it is made where that is in memory.
pub(super) fn error(
    source: &Source<'_>,
    at: usize,
    make: impl FnOnce(&Source<'_>, usize) -> LoadError,
) -> LoadError {
    /// As much around a byte as errors quote.
    const AROUND: usize = 1 << 10;
    let Some(file) = source.large else { return make(source, at) };
    let from = at.saturating_sub(AROUND);
    let mut bytes = vec![0; 2 * AROUND];
    let read = fill(source, file, from, &mut bytes).unwrap_or(0);
    let around = Source { bytes: &bytes[..read], ..*source };
    make(&around, at - from).moved(from, || place_in(file, at))
}

/// Frames that are read once more, each at its place.
#[derive(Debug, Default)]
pub(super) struct Again {
    bytes: Vec<u8>,
    /// The place of these in the file.
    from: usize,
}

impl Again {
    /// So many bytes from a place on, as far as the file has them.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn text<'b>(
        &'b mut self,
        source: &Source<'b>,
        at: usize,
        len: usize,
    ) -> Result<&'b [u8], LoadError> {
        /// What comes next is likely to be near.
        const AT_LEAST: usize = 1 << 14;
        let Some(file) = source.large else { return Ok(&source.bytes[at..at + len]) };
        if at < self.from || at + len > self.from + self.bytes.len() {
            self.bytes.resize(len.max(AT_LEAST), 0);
            self.from = at;
            let there = fill(source, file, at, &mut self.bytes)?;
            self.bytes.truncate(there);
        }
        let start = at - self.from;
        Ok(&self.bytes[start..self.bytes.len().min(start + len)])
    }
}

/// Reads from a byte on all that has room, or up to the end; how much that is.
fn fill(
    source: &Source<'_>,
    file: &dyn LargeFile,
    from: usize,
    bytes: &mut [u8],
) -> Result<usize, LoadError> {
    let mut there = 0;
    while there < bytes.len() {
        let read = read(source, file, from + there, &mut bytes[there..])?;
        there += read;
        if read == 0 {
            break;
        }
    }
    Ok(there)
}

/// Reads from a byte on, as the file does.
///
/// # Errors
/// Where it cannot be read, or nobody waits for it any more.
pub(super) fn read(
    source: &Source<'_>,
    file: &dyn LargeFile,
    from: usize,
    bytes: &mut [u8],
) -> Result<usize, LoadError> {
    if source.is_cancelled() {
        return Err(LoadError::new(source, ErrorKind::Cancelled));
    }
    let read = file.read_at(from, bytes);
    read.map_err(|why| LoadError::new(source, ErrorKind::Unreadable(why)))
}
