//! Rows of numbers, read in one pass into the motion table.

use super::Source;
use super::error::{ErrorKind, LoadError};
use super::number::{LARGEST, Number, is_blank, is_line_end, number_at};
use super::pieces::{About, Part, Piece, row_a_line};
use super::rate::counted;
use super::scanner::Scanner;
use crate::take::Warnings;

/// What is known of rows of numbers beside their values.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// How many rows are complete.
    pub count: usize,
    /// Where reading stopped: the end of the text, or a word that is no number where a row could begin.
    pub end: usize,
    /// The start of a last row that breaks off, which was dropped, and how many values it had.
    pub broken_off: Option<(usize, usize)>,
    /// Values that could not be used; each holds the one above it.
    pub held: Held,
}

impl About for Rows {
    fn join(&mut self, next: Self) -> bool {
        // What ends a piece and what was held in it is told of the last one alone: see `read_piece`.
        *self = Self {
            count: self.count + next.count,
            ..next
        };
        true
    }
}

/// Values that could not be used, each of which holds the one of the frame before.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Held {
    count: usize,
    first: usize,
}

impl Held {
    /// Whether there are none.
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

    /// Takes in those of other rows.
    pub fn add_all(&mut self, other: Self) {
        self.add(other.count, other.first);
    }

    /// Tells how many there are.
    pub fn tell(self, scan: &Scanner<'_>, warnings: &mut Warnings) {
        if self.count > 0 {
            let message = format!(
                "{} cannot be used: each keeps the one of the frame before",
                counted(self.count as f64, "value")
            );
            warnings.add_at(|| scan.place(self.first), message);
        }
    }
}

/// Why rows could not be read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum RowError {
    /// A word inside a row is no number; its place, and the row and column it stands in.
    NotANumber {
        at: usize,
        row: usize,
        column: usize,
    },
    /// A row goes on after its last value; the place of the first one too many, and of its first.
    TooLong {
        at: usize,
        row: usize,
        row_start: usize,
    },
    /// Nobody waits for the rows any more.
    Cancelled,
}

impl RowError {
    /// The fault as the person with the file reads it: `name` is what a column is called, `why` says
    /// why a row has so many values.
    pub fn told(
        self,
        scan: &Scanner<'_>,
        columns: usize,
        name: impl Fn(usize) -> String,
        why: &str,
    ) -> LoadError {
        let mut there = *scan;
        match self {
            Self::NotANumber { at, row, column } => {
                there.at = at;
                there.expected_number(format!("a number for {} in frame {row}", name(column)))
            }
            Self::TooLong { at, row, row_start } => {
                there.at = at;
                let found = there.peek().map_or_else(String::new, |word| word.quoted());
                let places = [row_start, at];
                LoadError::too_many_values(scan.source, places, [row, columns], found, why.into())
            }
            Self::Cancelled => LoadError::new(scan.source, ErrorKind::Cancelled),
        }
    }
}

/// Reads rows of as many numbers as `rest` has, from byte `start` of a file on: their values, row after
/// row, and what else is known of them.
///
/// A row may be broken over lines, but ends at a line's end: anything else would hand values to the
/// wrong channels. A value that cannot be used (NaN, infinity, beyond [`LARGEST`]) repeats the one
/// above it, in the first row the one in `rest`.
pub(super) fn read_rows(
    source: &Source<'_>,
    start: usize,
    rest: &[f32],
) -> Result<(Vec<f32>, Rows), RowError> {
    let mut none = Warnings::default();
    let layout = row_a_line(rest.len());
    let read = layout.read(source, start, &mut none, |piece| read_piece(piece, rest))?;
    Ok((read.values, read.about))
}

/// Reads the rows of a piece.
fn read_piece(piece: &mut Piece<'_>, rest: &[f32]) -> Result<Part<Rows>, RowError> {
    let columns = rest.len();
    let text = piece.source.bytes;
    let mut rows = Rows::default();
    let mut at = piece.start;
    loop {
        at = skip_blanks(text, at);
        if at == text.len() || columns == 0 || number_at(text, at).is_none() {
            break;
        }
        if piece.way.is_cut_short(at) {
            return Err(RowError::Cancelled);
        }
        let row_start = at;
        let (done, free) = piece.values.split_at_mut(rows.count * columns);
        let above = done.len().checked_sub(columns).map(|from| &done[from..]);
        let above = above.unwrap_or(rest);
        at = match read_row(text, at, &mut free[..columns], above, &mut rows.held) {
            Ok(at) => at,
            Err((end, column)) if end == text.len() => {
                rows.broken_off = Some((row_start, column));
                at = end;
                break;
            }
            Err((at, column)) => {
                let row = rows.count;
                return Err(RowError::NotANumber { at, row, column });
            }
        };
        let row_end = text[at..]
            .iter()
            .position(|&b| !is_blank(b) || is_line_end(b))
            .map_or(text.len(), |n| at + n);
        if text.get(row_end).is_some_and(|&b| !is_line_end(b)) {
            return Err(RowError::TooLong {
                at: row_end,
                row: rows.count,
                row_start,
            });
        }
        rows.count += 1;
        at = row_end;
    }
    rows.end = at;
    Ok(Part {
        rows: rows.count,
        is_regular: rows.end == text.len() && rows.broken_off.is_none() && rows.held.is_empty(),
        about: rows,
    })
}

/// Reads the numbers of a row, and tells where the last one ends; else the place of a word that is no
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
    held: &mut Held,
) -> Result<usize, (usize, usize)> {
    for (column, slot) in row.iter_mut().enumerate() {
        at = skip_blanks(text, at);
        let Some(Number { value, len }) = number_at(text, at) else {
            return Err((at, column));
        };
        if value.abs() <= LARGEST {
            *slot = value;
        } else {
            *slot = above[column];
            held.add(1, at);
        }
        at += len;
    }
    Ok(at)
}

#[inline(always)]
fn skip_blanks(text: &[u8], mut at: usize) -> usize {
    while text.get(at).is_some_and(|&b| is_blank(b)) {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str, columns: usize) -> Result<(Vec<f32>, Rows), RowError> {
        read_rows(&Source::new("x", text.as_bytes()), 0, &vec![7.0; columns])
    }

    #[test]
    fn rows_may_be_broken_over_lines_and_parted_by_blank_ones() {
        let (values, rows) = rows("1 2\n3\r\n\r\n4\t5 6", 3).unwrap();
        assert_eq!(values, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!((rows.count, rows.broken_off), (2, None));
    }

    #[test]
    fn a_last_row_that_breaks_off_is_dropped_and_told() {
        let (values, rows) = rows("1 2 3\n4 5\n", 3).unwrap();
        assert_eq!(values, [1.0, 2.0, 3.0]);
        assert_eq!(rows.broken_off, Some((6, 2)));
    }

    #[test]
    fn a_value_too_many_is_an_error_at_its_place() {
        assert_eq!(
            rows("1 2 3\n4 5 6 7\n", 3).unwrap_err(),
            RowError::TooLong {
                at: 12,
                row: 1,
                row_start: 6
            }
        );
    }

    #[test]
    fn nothing_but_the_end_of_a_line_ends_a_row() {
        for between in [" ", "\t", "\u{c}", "\u{1}"] {
            let two = format!("1 2{between}\n3 4{between}\n");
            assert_eq!(rows(&two, 2).unwrap().1.count, 2);
            let one = format!("1 2{between}3 4\n");
            assert!(matches!(rows(&one, 2), Err(RowError::TooLong { .. })));
        }
    }

    #[test]
    fn a_short_row_does_not_borrow_from_the_next() {
        assert!(matches!(
            rows("1 2\n3 4 5\n6 7 8\n", 3),
            Err(RowError::TooLong { row: 0, .. })
        ));
    }

    #[test]
    fn a_word_inside_a_row_is_an_error_and_before_one_an_end() {
        assert_eq!(
            rows("1 x 3\n", 3).unwrap_err(),
            RowError::NotANumber {
                at: 2,
                row: 0,
                column: 1
            }
        );
        let (_, rows) = rows("1 2 3\nMOTION\n", 3).unwrap();
        assert_eq!((rows.count, rows.end), (1, 6));
    }

    #[test]
    fn a_gap_keeps_the_value_above_it() {
        let (values, rows) = rows("nan 2\n3 -1.#IND\n", 2).unwrap();
        assert_eq!(values, [7.0, 2.0, 3.0, 2.0]);
        assert_eq!((rows.held.count, rows.held.first), (2, 0));
    }
}
