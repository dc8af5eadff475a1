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

/// A window that needs more than this has a row like no other.
const MOST: usize = 2 * WINDOW;

/// More threads than these wait for the disk, and each has a window.
const MOST_THREADS: usize = 8;

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
    let ended = Condvar::new();
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
            let turn = Turn { all: &whole, ended: &ended, index };
            let part = window.read(index, &layout.next_row).and_then(|part| {
                let rows = rows(layout, source, &window, part, &mut values, read)?;
                Some((rows, part))
            });
            let mut all = turn.wait();
            all.is_sound &= part.is_some_and(|(rows, part)| {
                let bytes = part.end.min(file.len()) - start;
                all.add(rows, &values, layout.columns, len as f64 / bytes.max(1) as f64)
            });
            all.done += 1;
        }
    };
    let count = threads(source, len).min(windows).clamp(1, MOST_THREADS);
    parallel_map(THREAD, vec![(); count], work);
    let Whole { mut values, rows, facts, done, is_sound, .. } =
        whole.into_inner().unwrap_or_else(PoisonError::into_inner);
    cut_off(&mut values, rows * layout.columns);
    let is_whole = is_sound && done == windows;
    let whole = facts.filter(|_| is_whole).map(|facts| MergedRows { values, rows, facts })?;
    file.is_parsed();
    Some(whole)
}

/// The turn of a window, which comes behind that of the one before. One that fails ends the work of all.
struct Turn<'a, T> {
    all: &'a Mutex<Whole<T>>,
    ended: &'a Condvar,
    index: usize,
}

impl<'a, T> Turn<'a, T> {
    /// Waits for it.
    fn wait(&self) -> MutexGuard<'a, Whole<T>> {
        let mut all = lock(self.all);
        while all.done < self.index && all.is_sound {
            all = self.ended.wait(all).unwrap_or_else(PoisonError::into_inner);
        }
        all
    }
}

impl<T> Drop for Turn<'_, T> {
    fn drop(&mut self) {
        // Somebody who panics has not come to the end of it.
        let mut all = lock(self.all);
        all.is_sound &= all.done > self.index;
        self.ended.notify_all();
    }
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
                if self.bytes.len() > MOST {
                    return None;
                }
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

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::panic::catch_unwind;

    use super::super::row_layout::row_a_line;
    use super::*;

    /// A file of lines, whose disk breaks or whose reader has a fault behind some bytes.
    #[derive(Debug)]
    struct File {
        bytes: Vec<u8>,
        broken: Option<usize>,
        faulty: Option<usize>,
    }

    impl LargeFile for File {
        fn len(&self) -> usize {
            self.bytes.len()
        }

        fn is_parsed(&self) {}

        fn read_at(&self, from: usize, bytes: &mut [u8]) -> Result<usize, String> {
            assert!(self.faulty.is_none_or(|at| from < at), "a fault");
            if self.broken.is_some_and(|at| from >= at) {
                return Err("the disk is broken".into());
            }
            let rest = &self.bytes[from.min(self.bytes.len())..];
            let read = rest.len().min(bytes.len());
            bytes[..read].copy_from_slice(&rest[..read]);
            Ok(read)
        }
    }

    /// How many rows there are.
    impl RowMerge for usize {
        fn join(&mut self, next: Self) -> bool {
            *self += next;
            true
        }
    }

    fn rows_of(file: &File) -> Option<usize> {
        let mut source = Source { large: Some(file), ..Source::new("x", &file.bytes[..100]) };
        source.options.threads = NonZeroUsize::new(4);
        let read_part = |chunk: &mut Chunk<'_>| {
            let text = &chunk.source.bytes[chunk.start..];
            let rows = text.iter().filter(|&&byte| byte == b'\n').count();
            Ok::<_, ()>(ChunkRows { rows, is_regular: true, facts: rows })
        };
        let read = read(&row_a_line(1), (&source, file), 0, &read_part)?;
        assert_eq!((read.rows, read.values.len()), (read.facts, read.rows));
        Some(read.rows)
    }

    #[test]
    fn whatever_fails_in_one_window_ends_the_work_of_all() {
        let bytes = b"1 2\n".repeat(4 * WINDOW / 4 + 7);
        let rows = bytes.len() / 4;
        let sound = File { bytes, broken: None, faulty: None };
        assert_eq!(rows_of(&sound), Some(rows));
        for at in [0, WINDOW + 5, 4 * WINDOW] {
            let broken = File { broken: Some(at), bytes: sound.bytes.clone(), ..sound };
            assert_eq!(rows_of(&broken), None, "broken at {at}");
            let faulty = File { faulty: Some(at), bytes: sound.bytes.clone(), ..sound };
            assert!(catch_unwind(|| rows_of(&faulty)).is_err(), "a fault at {at}");
        }
        // A row like no other: it is not looked for to the end.
        let bytes = [&b"1\n".repeat(WINDOW)[..], &vec![0; 3 * MOST]].concat();
        assert_eq!(rows_of(&File { bytes, broken: None, faulty: None }), None);
    }
}
