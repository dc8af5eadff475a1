//! How rows lie in a text file, and what a part of them is read into and comes to: by it, [`super::chunks`] reads a text that
//! is in memory and [`super::windows`] one that is not.

use super::Source;
use super::reporter::ProgressReporter;
use super::text::{count_lines, next_line};
use crate::take::Warnings;
use crate::threads::cores;

/// What the threads that read rows beside the first one are called.
pub const THREAD: &str = "rows";

/// A chunk with less text than this is read before another thread has begun.
pub(super) const MIN_CHUNK: usize = 1 << 18;

/// Rows of a text, and the part of the motion table that they are read into.
pub(super) struct Chunk<'a> {
    /// The file, up to the end of the chunk.
    pub source: &'a Source<'a>,
    pub start: usize,
    /// Room for every row of the chunk, one that breaks off included; all zeros.
    pub values: &'a mut [f32],
    pub reporter: ProgressReporter<'a>,
    pub warnings: Warnings,
}

/// What is known of the rows of a chunk beside their values.
pub(super) trait RowMerge: Send {
    /// Takes in what is known of the rows that follow; whether they do follow these. Where not, that
    /// is to be found, and told, when all are read as one chunk.
    fn join(&mut self, next: Self) -> bool;

    /// Takes in that the text begins at that byte of the file, where places are known.
    fn moved(&mut self, origin: usize) {
        let _ = origin;
    }
}

pub(super) struct ChunkRows<T> {
    /// How many rows were written, from the beginning of [`Chunk::values`] on.
    pub rows: usize,
    /// Whether it is like the midst of a sound file: complete rows up to its end. A warning tells
    /// that it is not without this.
    pub is_regular: bool,
    pub facts: T,
}

#[derive(Debug)]
pub(super) struct MergedRows<T> {
    pub values: Vec<f32>,
    pub rows: usize,
    pub facts: T,
}

/// How a format puts rows into its text.
pub(super) struct Layout<S, M> {
    /// How many values of the table a row fills.
    pub columns: usize,
    /// How many bytes of the text a value takes at least, what parts it from the next one among them.
    pub shortest: usize,
    /// The first byte at or behind this one where a row of a sound file can begin; the text's end where
    /// there is none.
    pub next_row: S,
    /// No more rows than this can be in as many lines.
    pub most_rows: M,
}

/// Rows that have a line each, more or less: they begin at the beginning of lines.
type Lines = Layout<fn(&[u8], usize) -> usize, fn(usize) -> usize>;

/// The layout of rows that have a line each, more or less, of numbers with something between them.
pub(super) fn row_a_line(columns: usize) -> Lines {
    Layout { columns, shortest: 2, next_row: next_line, most_rows: |lines| lines }
}

impl<S, M: Fn(usize) -> usize> Layout<S, M> {
    /// How many values to make room for, so that each row of this text has some: those that are
    /// complete, and one that is not.
    pub fn room(&self, source: &Source<'_>, start: usize) -> usize {
        /// As much text as is looked through without asking whether somebody still waits for it.
        const AT_ONCE: usize = 1 << 22;
        let text = &source.bytes[start..];
        let max_values = text.len() / self.shortest + 1 + self.columns;
        let mut count = 0;
        for text in text.chunks(AT_ONCE) {
            if source.is_cancelled() {
                return max_values;
            }
            count += count_lines(text);
        }
        let rows = (self.most_rows)(count);
        rows.saturating_mul(self.columns).min(max_values)
    }
}

/// Leaves the first values of a table. Giving memory back may need a copy: for a few lines of comments it
/// is not worth it.
pub(super) fn cut_off(values: &mut Vec<f32>, len: usize) {
    values.truncate(len);
    if len < values.capacity() / 8 * 7 {
        values.shrink_to_fit();
    }
}

/// How many threads are to share so many bytes of a file.
pub(super) fn threads(source: &Source<'_>, len: usize) -> usize {
    match source.options.threads {
        Some(threads) => threads.get().min(len.max(1)),
        None if len < 2 * MIN_CHUNK => 1,
        None => (len / MIN_CHUNK).min(cores()),
    }
}
