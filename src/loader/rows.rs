//! Rows of numbers, read in one pass into the motion table.

use super::error::{ErrorKind, LoadError};
use super::number::{LARGEST, Number, is_blank, number_at};
use super::progress::Way;
use super::rate::counted;
use super::scanner::Scanner;
use crate::take::Warnings;

/// What a text of number rows held.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// Row after row, complete rows only.
    pub values: Vec<f32>,
    /// How many rows are complete.
    pub count: usize,
    /// Where reading stopped: the end of the text, or a word that is no number where a row could begin.
    pub end: usize,
    /// The start of a last row that breaks off, which was dropped, and how many values it had.
    pub broken_off: Option<(usize, usize)>,
    /// Values that could not be used; each holds the one above it.
    pub held: Held,
}

/// Values that could not be used, each of which holds the one of the frame before.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Held {
    count: usize,
    first: usize,
}

impl Held {
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

/// Reads rows of as many numbers as `rest` has, from byte `start` of `text`.
///
/// A row may be broken over lines, but ends at a line's end: anything else would hand values to the
/// wrong channels. A value that cannot be used (NaN, infinity, beyond [`LARGEST`]) repeats the one
/// above it, in the first row the one in `rest`. The number of rows that the file announces is
/// only a hint for the size of the table. `way` is the one through the file that `text` is in.
pub(super) fn read_rows(
    text: &[u8],
    start: usize,
    rest: &[f32],
    announced: usize,
    way: &mut Way<'_>,
) -> Result<Rows, RowError> {
    let columns = rest.len();
    let mut rows = Rows {
        values: Vec::with_capacity(room(&text[start..], columns, announced)),
        end: start,
        ..Rows::default()
    };
    let mut at = start;
    loop {
        at = skip_blanks(text, at);
        if at == text.len() || columns == 0 || number_at(text, at).is_none() {
            break;
        }
        if way.is_cut_short(at) {
            return Err(RowError::Cancelled);
        }
        let row_start = at;
        let first = rows.values.len();
        if rows.values.capacity() - first < columns {
            let more = most_values(&text[at..], columns);
            rows.values.reserve_exact(more.max(columns));
        }
        rows.values.resize(first + columns, 0.0);
        let (done, row) = rows.values.split_at_mut(first);
        let above = done.len().checked_sub(columns).map(|from| &done[from..]);
        for (column, slot) in row.iter_mut().enumerate() {
            at = skip_blanks(text, at);
            match number_at(text, at) {
                Some(Number { value, len }) if value.abs() <= LARGEST => {
                    *slot = value;
                    at += len;
                }
                Some(Number { len, .. }) => {
                    *slot = above.unwrap_or(rest)[column];
                    rows.held.add(1, at);
                    at += len;
                }
                None if at == text.len() => {
                    rows.broken_off = Some((row_start, column));
                    break;
                }
                None => {
                    let row = rows.count;
                    return Err(RowError::NotANumber { at, row, column });
                }
            }
        }
        if rows.broken_off.is_some() {
            rows.values.truncate(first);
            break;
        }
        let row_end = text[at..]
            .iter()
            .position(|&b| b != b' ' && b != b'\t')
            .map_or(text.len(), |n| at + n);
        if text.get(row_end).is_some_and(|&b| !is_blank(b)) {
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
    rows.values.shrink_to_fit();
    Ok(rows)
}

/// How many values to make room for: the announced rows, as long as that many can be in `text`.
pub(super) fn room(text: &[u8], columns: usize, announced: usize) -> usize {
    let room = announced.saturating_mul(columns);
    match room <= text.len() / 2 + 1 {
        true => room,
        false => most_values(text, columns),
    }
}

/// No more values than this can be in `text`, so that one more allocation serves for all of them
/// where the file announces too few: a number takes two bytes with its blank, and a row at least
/// one line. Memory that is reserved but never written costs nothing, and what is left over is
/// given back.
pub(super) fn most_values(text: &[u8], columns: usize) -> usize {
    let lines = text.iter().filter(|&&b| b == b'\n' || b == b'\r').count() + 1;
    lines.saturating_mul(columns).min(text.len() / 2 + 1)
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
    use super::super::Source;
    use super::*;

    fn rows(text: &str, columns: usize) -> Result<Rows, RowError> {
        let source = Source::new("x", text.as_bytes());
        let mut way = Way::through(&source);
        read_rows(source.bytes, 0, &vec![7.0; columns], 1, &mut way)
    }

    #[test]
    fn rows_may_be_broken_over_lines_and_parted_by_blank_ones() {
        let rows = rows("1 2\n3\r\n\r\n4\t5 6", 3).unwrap();
        assert_eq!(rows.values, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!((rows.count, rows.broken_off), (2, None));
    }

    #[test]
    fn a_last_row_that_breaks_off_is_dropped_and_told() {
        let rows = rows("1 2 3\n4 5\n", 3).unwrap();
        assert_eq!(rows.values, [1.0, 2.0, 3.0]);
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
        let rows = rows("1 2 3\nMOTION\n", 3).unwrap();
        assert_eq!((rows.count, rows.end), (1, 6));
    }

    #[test]
    fn a_gap_keeps_the_value_above_it() {
        let rows = rows("nan 2\n3 -1.#IND\n", 2).unwrap();
        assert_eq!(rows.values, [7.0, 2.0, 3.0, 2.0]);
        assert_eq!((rows.held.count, rows.held.first), (2, 0));
    }
}
