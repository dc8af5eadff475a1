//! Rows of numbers, read in one pass into the motion table; and how reading resumes after a row that cannot
//! be read.
//!
//! Rows that have a line each go on with the next line that has as many numbers as a row. Rows that are
//! broken over lines go on where the numbers on some lines are as many as on those of the row before:
//! any other line could be the midst of a row, and hand its values to the wrong channels.

use super::Source;
use super::chunks::{Chunk, ChunkRows, RowMerge, row_a_line};
use super::error::{ErrorKind, LoadError};
use super::number::{MAX_VALUE, Number, number_at};
use super::reporter::ProgressReporter;
use super::scanner::{Reader, Scanner};
use super::stated::broken_off;
use super::text::{is_blank, is_line_end, line_end, skip_blanks, skip_spaces};
use super::unread_rows::{Damage, Fill, Table, UnreadRows};
use crate::take::{WarningCode, Warnings, counted};

/// What is known of rows of numbers beside their values.
#[derive(Debug, Default)]
pub(super) struct Rows {
    pub count: usize,
    /// Where reading stopped: the end of the text, or a word that is no number where a row could begin.
    pub end: usize,
    pub losses: UnreadRows<RowError>,
    pub held: HeldValues,
}

impl Rows {
    /// Puts lost rows among the sound ones, whose `values` these are: each as the one before it, ahead of
    /// the first one as `rest`. The rest is as in [`UnreadRows::settle`].
    pub fn settle(
        &mut self,
        values: &mut Vec<f32>,
        rest: &[f32],
        announced: Option<f64>,
        error: impl FnOnce(RowError) -> LoadError,
        warnings: &mut Warnings,
    ) -> Result<Damage, LoadError> {
        let table =
            Table { values, rows: &mut self.count, columns: rest.len(), fill: Fill::Before(rest) };
        std::mem::take(&mut self.losses).map(error).settle(table, announced, warnings)
    }
}

impl RowMerge for Rows {
    fn join(&mut self, next: Self) -> bool {
        // What ends a chunk and what was held in it is told of the last one alone: see `read_chunk`.
        *self = Self { count: self.count + next.count, ..next };
        true
    }
}

/// Values that could not be used, each of which holds the one of the frame before.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HeldValues {
    count: usize,
    first: usize,
}

impl HeldValues {
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Takes in more of them, the first of which stands at byte `first`.
    pub fn add(&mut self, count: usize, first: usize) {
        if self.count == 0 {
            self.first = first;
        }
        self.count += count;
    }

    pub fn add_all(&mut self, other: Self) {
        self.add(other.count, other.first);
    }

    pub fn warn(self, reader: &mut Reader<'_>) {
        if self.count > 0 {
            let values = counted(self.count, "value");
            let message =
                format!("{values} cannot be used: each keeps the one of the frame before");
            reader.warn(WarningCode::ValueReplaced, self.first, message);
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowError {
    /// A word inside a row is no number; its place, and the row and column it stands in.
    NotANumber {
        at: usize,
        row: usize,
        column: usize,
    },
    /// The file ends within a row: where that begins, and how many values it has.
    BrokenOff {
        at: usize,
        values: usize,
    },
    /// A row goes on after its last value; the place of the first one too many, and of its first.
    TooLong {
        at: usize,
        row: usize,
        row_start: usize,
    },
    Cancelled,
}

impl RowError {
    /// As the person with the file reads it: `name` is what a column is called, `why` says why a row has so
    /// many values.
    pub fn load_error(
        self,
        scan: &Scanner<'_>,
        columns: usize,
        name: impl Fn(usize) -> String,
        why: &str,
    ) -> LoadError {
        match self {
            Self::NotANumber { at, row, column } => {
                let what = format!("a number for {} in frame {row}", name(column));
                scan.at(at).expected_number(what)
            }
            Self::BrokenOff { at, values } => scan.contradiction(at, broken_off(values, columns)),
            Self::TooLong { at, row, row_start } => {
                let found = scan.at(at).peek().map_or_else(String::new, |word| word.quoted());
                let places = [row_start, at];
                LoadError::too_many_values(&scan.source, places, [row, columns], found, why.into())
            }
            Self::Cancelled => LoadError::new(&scan.source, ErrorKind::Cancelled),
        }
    }
}

/// Reads rows of as many numbers as `rest` has, from byte `start` of a file on: their values, row after
/// row, and what else is known of them.
///
/// A row may be broken over lines, but ends at a line's end: anything else would hand values to the
/// wrong channels. A row that is none is lost, with all lines up to the next that can only be one. A
/// value that cannot be used (NaN, infinity, beyond [`MAX_VALUE`]) repeats the one above it, in the first
/// row the one in `rest`. The rows end ahead of a line that begins with one of the words `ends`.
pub(super) fn read_rows(
    source: &Source<'_>,
    start: usize,
    rest: &[f32],
    ends: &[&str],
) -> Result<(Vec<f32>, Rows), RowError> {
    let mut none = Warnings::default();
    let layout = row_a_line(rest.len());
    let read = layout.read(source, start, &mut none, |chunk| read_chunk(chunk, rest, ends))?;
    let mut facts = read.facts;
    if source.large.is_some() {
        // Behind the last window there is nothing.
        facts.end = source.bytes.len();
    }
    Ok((read.values, facts))
}

fn read_chunk(
    chunk: &mut Chunk<'_>,
    rest: &[f32],
    ends: &[&str],
) -> Result<ChunkRows<Rows>, RowError> {
    let columns = rest.len();
    let text = chunk.source.bytes;
    let mut rows = Rows::default();
    let mut at = chunk.start;
    let mut row_before = None;
    loop {
        at = skip_blanks(text, at);
        if at == text.len() || columns == 0 || ends_rows(text, at, ends) {
            break;
        }
        if chunk.reporter.is_cut_short(at) {
            return Err(RowError::Cancelled);
        }
        let row_start = at;
        let (done, free) = chunk.values.split_at_mut(rows.count * columns);
        let above = done.len().checked_sub(columns).map(|from| &done[from..]);
        let above = above.unwrap_or(rest);
        let row = rows.count;
        let held = rows.held;
        let fault = match read_row(text, at, &mut free[..columns], above, &mut rows.held) {
            Ok(end) => {
                at = end;
                let row_end = skip_spaces(text, at);
                if text.get(row_end).is_none_or(|&b| is_line_end(b)) {
                    rows.count += 1;
                    at = row_end;
                    row_before = Some(row_start);
                    continue;
                }
                RowError::TooLong { at: row_end, row, row_start }
            }
            Err((end, values)) if end == text.len() => {
                RowError::BrokenOff { at: row_start, values }
            }
            Err((at, column)) => RowError::NotANumber { at, row, column },
        };
        rows.held = held;
        let shape = RowShape::of(&text[row_before.unwrap_or(row_start)..row_start], columns);
        let next = shape.next_row(text, row_start, ends, &mut chunk.reporter);
        let (lost, next) = next.ok_or(RowError::Cancelled)?;
        rows.losses.add(row, lost, Some(fault));
        at = next;
    }
    rows.end = at;
    Ok(ChunkRows {
        rows: rows.count,
        is_regular: rows.end == text.len() && rows.losses.is_empty() && rows.held.is_empty(),
        facts: rows,
    })
}

/// Reads the numbers of a row; where the last one ends, else the place of a word that is no
/// number, or the end of the text, and the column that it would be for. What cannot be used is as in
/// the row `above`.
///
/// A function of its own, so that nothing but this loop wants the processor's registers.
#[inline(never)]
fn read_row(
    text: &[u8],
    mut at: usize,
    row: &mut [f32],
    above: &[f32],
    held: &mut HeldValues,
) -> Result<usize, (usize, usize)> {
    for (column, slot) in row.iter_mut().enumerate() {
        at = skip_blanks(text, at);
        let Some(Number { value, len }) = number_at(text, at) else { return Err((at, column)) };
        if value.abs() <= MAX_VALUE {
            *slot = value;
        } else {
            *slot = above[column];
            held.add(1, at);
        }
        at += len;
    }
    Ok(at)
}

/// How many numbers are on each line of a row.
struct RowShape {
    lines: Vec<usize>,
    columns: usize,
}

/// A row of more lines than this is not found again: to look for it would take too long.
const MAX_LINES: usize = 16;

impl RowShape {
    /// The shape of a row, which is sound; of none, one line.
    fn of(row: &[u8], columns: usize) -> Self {
        let mut lines = Vec::new();
        let mut at = skip_blanks(row, 0);
        while at < row.len() && lines.len() <= MAX_LINES {
            let (count, end) = numbers(row, at, usize::MAX);
            lines.push(count);
            at = skip_blanks(row, end);
        }
        if lines.is_empty() || lines.len() > MAX_LINES {
            lines = vec![columns];
        }
        Self { lines, columns }
    }

    /// The first row behind the one at `start`, which cannot be read, and how many are lost with that
    /// one; the end of the text where there is none, or the place of a word that ends all rows.
    /// `None` where nobody waits for it any more.
    fn next_row(
        &self,
        text: &[u8],
        start: usize,
        ends: &[&str],
        reporter: &mut ProgressReporter<'_>,
    ) -> Option<(usize, usize)> {
        let mut at = start;
        let mut lines = 0usize;
        loop {
            lines += 1;
            at = skip_blanks(text, line_end(text, at));
            if reporter.is_cut_short(at) {
                return None;
            }
            if at == text.len()
                || ends_rows(text, at, ends)
                || fit(text, at, &[self.columns])
                || fit(text, at, &self.lines)
            {
                return Some((lines.div_ceil(self.lines.len()), at));
            }
        }
    }
}

/// Whether a line begins with one of some words, in any case.
fn ends_rows(text: &[u8], at: usize, ends: &[&str]) -> bool {
    // No number begins with a letter that these words begin with.
    let is = |end: &&str| {
        let (word, rest) = text[at..].split_at(end.len().min(text.len() - at));
        word.eq_ignore_ascii_case(end.as_bytes()) && rest.first().is_none_or(|&b| is_blank(b))
    };
    text[at].is_ascii_alphabetic() && ends.iter().any(is)
}

/// Whether the lines from a place on have just so many numbers each, and nothing else.
fn fit(text: &[u8], mut at: usize, lines: &[usize]) -> bool {
    lines.iter().all(|&wanted| {
        let (count, end) = numbers(text, at, wanted);
        at = skip_blanks(text, end);
        count == wanted && text.get(end).is_none_or(|&b| is_line_end(b))
    })
}

/// Counts the numbers on a line, up to so many; and where it ends, or something else stands.
fn numbers(text: &[u8], mut at: usize, most: usize) -> (usize, usize) {
    let mut count = 0;
    loop {
        at = skip_spaces(text, at);
        let is_over = count == most || text.get(at).is_none_or(|&b| is_line_end(b));
        match number_at(text, at).filter(|_| !is_over) {
            Some(Number { len, .. }) => {
                count += 1;
                at += len;
            }
            None => return (count, at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str, columns: usize) -> (Vec<f32>, Rows) {
        let source = Source::new("x", text.as_bytes());
        read_rows(&source, 0, &vec![7.0; columns], &["MOTION"]).expect("rows")
    }

    /// The values with lost rows among them, and the numbers of those that are lost.
    fn mended(text: &str, columns: usize, announced: Option<f64>) -> (Vec<f32>, Vec<u32>) {
        let (mut values, mut rows) = rows(text, columns);
        let rest = vec![7.0; columns];
        let error = |_| LoadError::unread("x", ErrorKind::Empty);
        let damage = rows.settle(&mut values, &rest, announced, error, &mut Warnings::default());
        let damage = damage.expect("more rows are sound than lost");
        let lost = damage.finish(usize::MAX, &mut Warnings::default());
        (values, lost.frames.as_slice().iter().cloned().flatten().collect())
    }

    #[test]
    fn rows_may_be_broken_over_lines_and_parted_by_blank_ones() {
        let (values, rows) = rows("1 2\n3\r\n\r\n4\t5 6", 3);
        assert_eq!(values, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!((rows.count, rows.losses.is_empty()), (2, true));
    }

    #[test]
    fn the_first_fault_is_told_with_its_place() {
        for (text, fault) in [
            ("1 2 3\n4 5\n", RowError::BrokenOff { at: 6, values: 2 }),
            ("1 2 3\n4 5 6 7\n", RowError::TooLong { at: 12, row: 1, row_start: 6 }),
            ("1 x 3\n", RowError::NotANumber { at: 2, row: 0, column: 1 }),
        ] {
            assert_eq!(rows(text, 3).1.losses.first(), Some(&fault), "{text}");
        }
    }

    #[test]
    fn nothing_but_the_end_of_a_line_ends_a_row() {
        for between in [" ", "\t", "\u{c}", "\u{1}"] {
            let two = format!("1 2{between}\n3 4{between}\n");
            assert_eq!(rows(&two, 2).1.count, 2);
            let one = format!("1 2{between}3 4\n");
            assert_eq!(rows(&one, 2).1.count, 0);
        }
    }

    #[test]
    fn a_line_that_is_no_row_is_one_lost_frame_and_lends_nothing_to_others() {
        for bad in ["4 5", "4 5 6 6.5", "4 x 6", "words", "4 5,5 6", "4", "-"] {
            let text = format!("1 2 3\n{bad}\n7 8 9\n1 1 1\n");
            let (values, lost) = mended(&text, 3, None);
            assert_eq!(values, [1., 2., 3., 1., 2., 3., 7., 8., 9., 1., 1., 1.], "{bad}");
            assert_eq!(lost, [1], "{bad}");
        }
        let (values, lost) = mended("x\n1 2\n3 4\n\n5\n6\n7 8\n9\n", 2, None);
        assert_eq!(values, [7., 7., 1., 2., 3., 4., 5., 6., 7., 8.]);
        assert_eq!(lost, [0, 5]);
    }

    #[test]
    fn rows_over_several_lines_go_on_where_one_begins() {
        let sound = "1 2\n3 4\n5\n";
        for bad in ["1 2\n3\n5\n", "1 2\n3 4 8 9\n5\n", "x 2\n3 4\n5\n", "1 2\n3 4\n"] {
            let (values, lost) = mended(&[sound, bad, sound, sound].concat(), 5, None);
            assert_eq!(values, [1., 2., 3., 4., 5.].repeat(4), "{bad}");
            assert_eq!(lost, [1], "{bad}");
        }
    }

    #[test]
    fn lines_behind_the_last_row_are_lost_only_where_the_file_announces_more() {
        let text = "1\n2\n3\nend of take\n(c) nobody\n";
        for (announced, lost) in [
            (None, vec![3, 4]),
            (Some(3.0), vec![]),
            (Some(2.0), vec![]),
            (Some(4.0), vec![3]),
            (Some(9.0), vec![3, 4, 5, 6, 7, 8]),
            (Some(1e300), vec![3, 4]),
        ] {
            assert_eq!(mended(text, 1, announced), (vec![1., 2., 3.], lost), "{announced:?}");
        }
    }

    #[test]
    fn rows_most_of_which_are_none_are_refused() {
        let text = "1 2\n3 4 5\nx\n7 8\n9\n";
        let (mut values, mut rows) = rows(text, 2);
        let error = |fault| {
            assert!(matches!(fault, RowError::TooLong { row: 1, .. }));
            LoadError::unread("x", ErrorKind::Empty)
        };
        let mut warnings = Warnings::default();
        let settled = rows.settle(&mut values, &[0.0; 2], None, error, &mut warnings);
        assert!(settled.is_err());
    }

    #[test]
    fn what_goes_on_behind_enough_rows_ends_them() {
        let text = "1 2\n".repeat(10) + &"words\n".repeat(100);
        let (values, lost) = mended(&text, 2, None);
        assert_eq!((values.len(), lost.len()), (20, 100));
    }

    #[test]
    fn a_word_that_ends_the_rows_ends_them() {
        let (_, rows) = rows("1 2 3\nmotion\n", 3);
        assert_eq!((rows.count, rows.end, rows.losses.is_empty()), (1, 6, true));
    }

    #[test]
    fn a_gap_keeps_the_value_above_it() {
        let (values, rows) = rows("nan 2\n3 -1.#IND\n", 2);
        assert_eq!(values, [7.0, 2.0, 3.0, 2.0]);
        assert_eq!((rows.held.count, rows.held.first), (2, 0));
    }
}
