//! How a text file is parsed that is too large to be in memory: through windows, each of which a thread reads and parses
//! while others do so with the next ones.
//!
//! ```text
//! file       |header| rows … rows … rows … rows … rows … rows |
//! windows             |~~~~~~~~~|~~~~~~~~~|~~~~~~~~~|~~~~~~~~~|     from the first row that begins in one to the first
//!                                                                   that begins behind it
//! ```
//!
//! Only what is like the midst of a sound file is read so. Anything else comes up, and is told, where the file is read as
//! a whole: see [`LargeFile::is_parsed`].

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::reporter::ProgressReporter;
use super::row_layout::{Chunk, ChunkRows, Layout, MergedRows, RowMerge, THREAD, cut_off, threads};
use super::{LargeFile, Source};
use crate::take::Warnings;
use crate::threads::parallel_map;

/// How many bytes of a file a window begins with.
const WINDOW: usize = 1 << 21;

/// How many more are read at once while the end of its last row is not there.
const STEP: usize = 1 << 16;

/// What all windows come to.
struct Whole<T> {
    values: Vec<f32>,
    rows: usize,
    facts: Option<T>,
    /// The next window that somebody is to read.
    next: usize,
    /// How many windows are in the table.
    done: usize,
    /// Whether all are like the midst of a sound file, so far.
    is_sound: bool,
}

/// Reads the rows of a file from byte `start` on, as [`Layout::read`] does; `None` where it cannot be read so.
pub(super) fn read<T: RowMerge, E, S, M>(
    layout: &Layout<S, M>,
    (source, file): (&Source<'_>, &dyn LargeFile),
    start: usize,
    read: &(impl Fn(&mut Chunk<'_>) -> Result<ChunkRows<T>, E> + Sync),
) -> Option<MergedRows<T>>
where
    S: Fn(&[u8], usize) -> usize + Sync,
    M: Fn(usize) -> usize + Sync,
{
    let len = file.len().checked_sub(start)?;
    let windows = len.div_ceil(WINDOW);
    let whole = Mutex::new(Whole {
        values: Vec::new(),
        rows: 0,
        facts: None,
        next: 0,
        done: 0,
        is_sound: true,
    });
    let turn = Condvar::new();
    let work = |()| {
        let mut window = Window { file, start, bytes: Vec::new() };
        let mut values = Vec::new();
        loop {
            let mut all = lock(&whole);
            let index = all.next;
            if index == windows || !all.is_sound {
                return;
            }
            all.next += 1;
            drop(all);
            let part = window.read(index, &layout.next_row).and_then(|part| {
                let rows = rows(layout, source, &window, part, &mut values, read)?;
                Some((rows, part))
            });
            let mut all = lock(&whole);
            while all.done < index && all.is_sound {
                all = turn.wait(all).unwrap_or_else(PoisonError::into_inner);
            }
            all.is_sound &= part.is_some_and(|(rows, part)| {
                let bytes = part.end.min(file.len()) - start;
                all.add(rows, &values, layout.columns, len as f64 / bytes.max(1) as f64)
            });
            all.done += 1;
            turn.notify_all();
        }
    };
    parallel_map(THREAD, vec![(); threads(source, len).min(windows).max(1)], work);
    let Whole { mut values, rows, facts, done, is_sound, .. } =
        whole.into_inner().unwrap_or_else(PoisonError::into_inner);
    cut_off(&mut values, rows * layout.columns);
    let is_whole = is_sound && done == windows;
    let whole = facts.filter(|_| is_whole).map(|facts| MergedRows { values, rows, facts })?;
    file.is_parsed();
    Some(whole)
}

/// What is behind the lock is whole after every line, whatever thread has failed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: RowMerge> Whole<T> {
    /// Adds the rows of a window, of a file that is so many `times` as long as what is read of it; whether they follow.
    fn add(
        &mut self,
        part: Option<ChunkRows<T>>,
        values: &[f32],
        columns: usize,
        times: f64,
    ) -> bool {
        // There may be none: a row may be longer than a window.
        let Some(part) = part else { return true };
        let values = &values[..part.rows * columns];
        let needed = self.values.len() + values.len();
        if needed > self.values.capacity() {
            // Where the rest is like what is read, this is the last time; what is never written takes no memory.
            let all = (needed as f64 * times * 1.02) as usize;
            let more = all.max(needed) - self.values.len();
            if self.values.try_reserve_exact(more).is_err() {
                return false;
            }
        }
        self.values.extend_from_slice(values);
        self.rows += part.rows;
        match &mut self.facts {
            Some(facts) => facts.join(part.facts),
            None => {
                self.facts = Some(part.facts);
                true
            }
        }
    }
}

/// A part of a file that is in memory.
struct Window<'a> {
    file: &'a dyn LargeFile,
    /// The byte of the file where rows begin.
    start: usize,
    bytes: Vec<u8>,
}

/// The rows of a window.
#[derive(Clone, Copy)]
struct Part {
    /// The byte of the file at which the window begins.
    origin: usize,
    /// The bytes of the window that rows begin at and end at.
    from: usize,
    to: usize,
    /// The byte of the file at which they end.
    end: usize,
}

impl Window<'_> {
    /// Reads a window; `None` where that fails.
    fn read(&mut self, index: usize, next_row: impl Fn(&[u8], usize) -> usize) -> Option<Part> {
        let first = self.start + index * WINDOW;
        let end = (first + WINDOW).min(self.file.len());
        // The byte ahead of it tells whether a line begins there.
        let origin = first - usize::from(index > 0);
        self.bytes.clear();
        self.fill(origin, end - origin)?;
        let from = if index == 0 { 0 } else { next_row(&self.bytes, first - origin) };
        let is_last = end == self.file.len();
        let mut to = self.bytes.len();
        if !is_last {
            // One byte more: it may be the second one of a line's end.
            loop {
                let is_more = self.fill(origin, self.bytes.len() + STEP)?;
                to = next_row(&self.bytes, end - origin);
                if to < self.bytes.len() || !is_more {
                    break;
                }
            }
        }
        Some(Part { origin, from: from.min(to), to, end: origin + to })
    }

    /// Reads on until there are so many bytes; whether there are. `None` where the file cannot be read, or is shorter
    /// than it was.
    fn fill(&mut self, origin: usize, len: usize) -> Option<bool> {
        let mut there = self.bytes.len();
        self.bytes.resize(len, 0);
        while there < len {
            let read = self.file.read_at(origin + there, &mut self.bytes[there..]).ok()?;
            there += read;
            if read == 0 {
                self.bytes.truncate(there);
                return (origin + there >= self.file.len()).then_some(false);
            }
        }
        Some(true)
    }
}

/// Reads the rows of a window into a table of its own, if there are any; `None` where they are not regular.
#[allow(clippy::type_complexity)]
fn rows<T: RowMerge, E, S, M>(
    layout: &Layout<S, M>,
    source: &Source<'_>,
    window: &Window<'_>,
    Part { origin, from, to, .. }: Part,
    values: &mut Vec<f32>,
    read: &(impl Fn(&mut Chunk<'_>) -> Result<ChunkRows<T>, E> + Sync),
) -> Option<Option<ChunkRows<T>>>
where
    S: Fn(&[u8], usize) -> usize + Sync,
    M: Fn(usize) -> usize + Sync,
{
    if from == to {
        return Some(None);
    }
    let source = Source { bytes: &window.bytes[..to], large: None, ..*source };
    values.clear();
    values.resize(layout.room(&source, from), 0.0);
    let mut chunk = Chunk {
        source: &source,
        start: from,
        values,
        reporter: ProgressReporter::from(&source, from),
        warnings: Warnings::default(),
    };
    let part = read(&mut chunk).ok();
    let part = part.filter(|part| part.is_regular && chunk.warnings.is_empty());
    let Some(mut part) = part else {
        chunk.reporter.take_back();
        return None;
    };
    chunk.reporter.end(to);
    part.facts.moved(origin);
    Some(Some(part))
}
