//! Text split over the cores: pieces of it at line ends, each read straight into its part of one motion
//! table.
//!
//! What a file is does not depend on how many cores read it: a piece in which anything is out of the
//! ordinary, if only a warning, makes all of them count for nothing, and the text is read again as
//! one piece.

use std::panic::resume_unwind;
use std::thread;

use super::Source;
use super::number::is_line_end;
use super::progress::Way;
use crate::take::Warnings;
use crate::threads::cores;

/// What the threads that read rows beside the first one are called.
pub const THREAD: &str = "rows";

/// A piece with less text than this is read before another thread has begun.
const LEAST: usize = 1 << 18;

/// Rows of a text, and the part of the motion table that they are read into.
pub(super) struct Piece<'a> {
    /// The file, up to the end of the piece.
    pub source: &'a Source<'a>,
    /// The byte where the piece begins.
    pub start: usize,
    /// Room for every row of the piece, one that breaks off included; all zeros.
    pub values: &'a mut [f32],
    /// The way from its beginning on.
    pub way: Way<'a>,
    /// What was mended in it.
    pub warnings: Warnings,
}

/// What is known of the rows of a piece beside their values.
pub(super) trait About: Send {
    /// Takes in what is known of the rows that follow; whether they do follow these. Where not, that
    /// is to be found, and told, when all are read as one piece.
    fn join(&mut self, next: Self) -> bool;
}

/// What a piece held.
pub(super) struct Part<T> {
    /// How many rows were written, from the beginning of [`Piece::values`] on.
    pub rows: usize,
    /// Whether it is like the midst of a sound file: complete rows up to its end. A warning tells
    /// that it is not without this.
    pub is_regular: bool,
    /// What else is known of them.
    pub about: T,
}

/// Rows of a file in the motion table.
#[derive(Debug)]
pub(super) struct Read<T> {
    /// Row after row.
    pub values: Vec<f32>,
    /// How many rows there are.
    pub rows: usize,
    /// What else is known of them.
    pub about: T,
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
    Layout {
        columns,
        shortest: 2,
        next_row: next_line,
        most_rows: |lines| lines,
    }
}

impl<S: Fn(&[u8], usize) -> usize, M: Fn(usize) -> usize> Layout<S, M> {
    /// How many values to make room for, so that each row of this text has some: those that are
    /// complete, and one that is not.
    fn room(&self, source: &Source<'_>, start: usize) -> usize {
        /// As much text as is looked through without asking whether somebody still waits for it.
        const AT_ONCE: usize = 1 << 22;
        let text = &source.bytes[start..];
        let most = text.len() / self.shortest + 1 + self.columns;
        let mut count = 0;
        for text in text.chunks(AT_ONCE) {
            if source.is_cancelled() {
                return most;
            }
            count += lines(text);
        }
        let rows = (self.most_rows)(count);
        rows.saturating_mul(self.columns).min(most)
    }

    /// Reads the rows of a file from byte `start` on, in as many pieces as pay off. `read` reads one.
    ///
    /// # Errors
    /// What `read` makes of the text as a whole.
    pub fn read<T: About, E: Send>(
        &self,
        source: &Source<'_>,
        start: usize,
        warnings: &mut Warnings,
        read: impl Fn(&mut Piece<'_>) -> Result<Part<T>, E> + Sync,
    ) -> Result<Read<T>, E> {
        let ends = self.ends(source, start);
        if ends.len() > 1
            && let Some(whole) = self.read_pieces(source, start, &ends, &read)
        {
            return Ok(whole);
        }
        let mut values = vec![0.0; self.room(source, start)];
        let mut piece = Piece {
            source,
            start,
            values: &mut values,
            way: Way::from(source, start),
            warnings: Warnings::default(),
        };
        let part = read(&mut piece)?;
        piece.way.end(source.bytes.len());
        warnings.append(piece.warnings);
        cut_off(&mut values, part.rows * self.columns);
        Ok(Read {
            values,
            rows: part.rows,
            about: part.about,
        })
    }

    /// Where the pieces end; each but the last one at the beginning of a row.
    fn ends(&self, source: &Source<'_>, start: usize) -> Vec<usize> {
        let text = source.bytes;
        let len = text.len() - start;
        let count = threads(source, len);
        let mut ends = Vec::with_capacity(count);
        let mut before = start;
        for i in 1..count {
            let end = (self.next_row)(text, start + len / count * i);
            if end > before && end < text.len() {
                ends.push(end);
                before = end;
            }
        }
        ends.push(text.len());
        ends
    }

    /// Reads all pieces at the same time; `None` where one of them is not regular.
    fn read_pieces<T: About, E: Send>(
        &self,
        source: &Source<'_>,
        start: usize,
        ends: &[usize],
        read: &(impl Fn(&mut Piece<'_>) -> Result<Part<T>, E> + Sync),
    ) -> Option<Read<T>> {
        let starts = || std::iter::once(&start).chain(ends).copied();
        let up_to = |&end| Source {
            bytes: &source.bytes[..end],
            ..*source
        };
        let sources: Vec<Source<'_>> = ends.iter().map(up_to).collect();
        let pieces = sources.iter().zip(starts());
        let rooms: Vec<usize> = pieces.map(|(s, start)| self.room(s, start)).collect();
        let mut values = vec![0.0; rooms.iter().sum()];
        let mut rest = values.as_mut_slice();
        let sources = sources.iter().zip(starts()).zip(&rooms);
        let pieces = sources
            .map(|((source, start), &room)| Piece {
                source,
                start,
                values: rest.split_off_mut(..room).unwrap_or_default(),
                way: Way::from(source, start),
                warnings: Warnings::default(),
            })
            .collect();
        let parts = at_once(pieces, |mut piece: Piece<'_>| {
            let part = read(&mut piece).ok();
            let part = part.filter(|part| part.is_regular && piece.warnings.is_empty());
            (part, piece.way)
        })?;
        let is_sound = parts.iter().all(|(part, _)| part.is_some());
        for ((_, way), &end) in parts.iter().zip(ends) {
            match is_sound {
                true => way.end(end),
                false => way.take_back(),
            }
        }
        let parts: Option<Vec<Part<T>>> = parts.into_iter().map(|(part, _)| part).collect();
        let (mut rows, mut from) = (0, 0);
        let mut about: Option<T> = None;
        for (part, room) in parts?.into_iter().zip(rooms) {
            let len = part.rows * self.columns;
            let to = rows * self.columns;
            if to < from {
                values.copy_within(from..from + len, to);
            }
            rows += part.rows;
            from += room;
            match &mut about {
                None => about = Some(part.about),
                Some(about) => {
                    if !about.join(part.about) {
                        return None;
                    }
                }
            }
        }
        cut_off(&mut values, rows * self.columns);
        Some(Read {
            values,
            rows,
            about: about?,
        })
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
        None if len < 2 * LEAST => 1,
        None => (len / LEAST).min(cores()),
    }
}

/// Does a work for each of some things, all at the same time; `None` where the system has no threads
/// for that.
pub(super) fn at_once<I: Send, T: Send>(
    mut things: Vec<I>,
    work: impl Fn(I) -> T + Sync,
) -> Option<Vec<T>> {
    let own = things.pop()?;
    let work = &work;
    thread::scope(|scope| {
        let mut others = Vec::with_capacity(things.len());
        for thing in things {
            let thread = thread::Builder::new().name(THREAD.into());
            others.push(thread.spawn_scoped(scope, move || work(thing)).ok()?);
        }
        let own = work(own);
        let join = |other: thread::ScopedJoinHandle<'_, T>| other.join();
        let others = others.into_iter().map(join);
        let mut done: Vec<T> = others
            .map(|done| done.unwrap_or_else(|panic| resume_unwind(panic)))
            .collect();
        done.push(own);
        Some(done)
    })
}

/// The beginning of the first line at or behind byte `at`.
pub(super) fn next_line(text: &[u8], at: usize) -> usize {
    let begins_line = |&at: &usize| match at.checked_sub(1).map(|before| text[before]) {
        None | Some(b'\n') => true,
        Some(b'\r') => text[at] != b'\n',
        Some(_) => false,
    };
    (at..text.len()).find(begins_line).unwrap_or(text.len())
}

/// How many bytes are looked at together: a multiple of what processors take at a time, and few enough
/// to be counted in a byte.
const SUMMED: usize = 192;

/// How many lines there are, one that has no line end included.
pub(super) fn lines(text: &[u8]) -> usize {
    let ends: usize = ends(text).map(|(_, ends)| ends).sum();
    let is_open = text.last().is_some_and(|&byte| !is_line_end(byte));
    ends + usize::from(is_open)
}

/// Where line `number` begins, counted from 0; the text's end where it has fewer lines.
pub(super) fn line(text: &[u8], number: usize) -> usize {
    let mut left = number;
    let mut at = 0;
    for (part, ends) in ends(text) {
        if ends >= left {
            break;
        }
        left -= ends;
        at = part + SUMMED;
    }
    for _ in 0..left {
        at = next_line(text, at + 1);
    }
    at.min(text.len())
}

/// Parts of a text by where they begin, each with how many lines end in it.
fn ends(text: &[u8]) -> impl Iterator<Item = (usize, usize)> {
    text.chunks(SUMMED).enumerate().map(move |(i, part)| {
        let from = i * SUMMED;
        let (feeds, returns) = match part.as_array::<SUMMED>() {
            Some(part) => feeds_and_returns(part),
            None => feeds_and_returns(part),
        };
        let mut ends = usize::from(feeds);
        if returns > 0 {
            let next = (from + 1..).map(|at| text.get(at) == Some(&b'\n'));
            let lone = |&(&byte, is_pair): &(&u8, bool)| byte == b'\r' && !is_pair;
            ends += part.iter().zip(next).filter(lone).count();
        }
        (from, ends)
    })
}

/// How many line feeds and carriage returns are in at most [`SUMMED`] bytes.
#[inline(always)]
fn feeds_and_returns(bytes: &[u8]) -> (u8, u8) {
    let (mut feeds, mut returns) = (0, 0);
    for &byte in bytes {
        feeds += u8::from(byte == b'\n');
        returns += u8::from(byte == b'\r');
    }
    (feeds, returns)
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;

    /// How many rows the pieces have.
    impl About for Vec<usize> {
        fn join(&mut self, next: Self) -> bool {
            self.extend(next);
            true
        }
    }

    /// Whole numbers, one a line, that count up from 0.
    fn read(text: &str, threads: usize) -> Result<Read<Vec<usize>>, String> {
        let mut source = Source::new("x", text.as_bytes());
        source.options.threads = NonZeroUsize::new(threads);
        let mut warnings = Warnings::default();
        row_a_line(1).read(&source, 0, &mut warnings, |piece| {
            let text = std::str::from_utf8(&piece.source.bytes[piece.start..]);
            let words = text.unwrap_or_default().split_whitespace();
            let mut rows = 0;
            for word in words {
                piece.values[rows] = word.parse().map_err(|_| word.to_string())?;
                rows += 1;
            }
            Ok(Part {
                rows,
                is_regular: true,
                about: vec![rows],
            })
        })
    }

    #[test]
    fn pieces_lie_in_the_table_as_one_piece_does() {
        let text: String = (0..1000).map(|n| format!("{n}\n")).collect();
        let blank = text.replace("7\n", "7\n\n \r\n");
        for text in [text.as_str(), &blank, text.trim_end()] {
            for threads in [1, 2, 3, 7, 64] {
                let read = read(text, threads).unwrap();
                assert_eq!(read.about.len(), threads);
                assert_eq!(read.about.iter().sum::<usize>(), 1000);
                let sound = |(at, value): (usize, &f32)| *value == at as f32;
                assert!(read.values.iter().enumerate().all(sound), "{threads}");
                assert_eq!((read.rows, read.values.len()), (1000, 1000));
            }
        }
    }

    #[test]
    fn a_fault_in_any_piece_is_the_first_one_of_the_whole() {
        let text: String = (0..1000).map(|n| format!("{n}\n")).collect();
        let faulty = text.replace("\n700\n", "\nx\n").replace("\n900\n", "\ny\n");
        assert_eq!(read(&faulty, 4).unwrap_err(), "x");
    }

    #[test]
    fn few_lines_are_few_pieces() {
        assert_eq!(read("", 4).unwrap().about, [0]);
        assert_eq!(read("1", 4).unwrap().about, [1]);
        assert_eq!(read("1\n2\n", 4).unwrap().about, [1, 1]);
        let source = Source::new("x", b"");
        assert_eq!(threads(&source, 2 * LEAST - 1), 1);
        assert_eq!(threads(&source, 1 << 40), cores());
    }

    #[test]
    fn lines_end_in_every_way() {
        for (text, count) in [
            ("", 0),
            ("a", 1),
            ("a\n", 1),
            ("a\nb", 2),
            ("a\r\nb\r\n", 2),
            ("a\rb\n\nc\r", 4),
            ("\n\r\n\r", 3),
        ] {
            assert_eq!(lines(text.as_bytes()), count, "{text:?}");
            for number in 0..count {
                let at = line(text.as_bytes(), number);
                let whole = text.replace("\r\n", "\n ");
                let ends = whole[..at].matches(['\n', '\r']).count();
                assert_eq!(ends, number, "{text:?}");
                assert!(at == 0 || "\n\r".contains(&text[at - 1..at]), "{text:?}");
            }
        }
        let many = "\n".repeat(1000) + &"\r".repeat(1000) + &"\r\n".repeat(1000);
        assert_eq!(lines(many.as_bytes()), 3000);
        for (number, at) in [
            (255, 255),
            (1999, 1999),
            (2128, 2256),
            (3000, 4000),
            (9999, 4000),
        ] {
            assert_eq!(line(many.as_bytes(), number), at);
        }
    }
}
