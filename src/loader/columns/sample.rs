//! The first rows of a table of which nobody has said yet what its columns are.

use std::borrow::Cow;

use memchr::memchr_iter;

use super::super::line::Line;
use super::super::number::double;
use super::super::scanner::Scanner;
use super::super::table::Separator;
use super::super::text::{is_blank, is_json, word_around};
use super::super::word::Word;
use super::super::{Source, format};

/// The first rows of a table, and what stands ahead of them.
pub(super) struct Sample<'a> {
    pub separator: Separator,
    pub decimal_comma: bool,
    pub rows: Vec<Vec<Word<'a>>>,
    /// The lines ahead of the first row that are not blank.
    pub ahead: Vec<Line<'a>>,
}

/// As much of a file is looked at, and more where its first lines are longer.
const HEAD: usize = 1 << 16;
const LONGEST_HEAD: usize = 1 << 20;

/// As many lines with something in them are looked at, and as many rows.
const LINES: usize = 400;
const ROWS: usize = 64;

/// A row has as many numbers at least: a position.
const FEWEST: usize = 3;

/// A row has no more words beside its numbers, such as the name of a marker.
const WORDS: usize = 2;

/// The first lines of a table, and which of them its rows begin with.
struct FirstLines<'a> {
    separator: Separator,
    decimal_comma: bool,
    lines: Vec<Line<'a>>,
    first: usize,
}

/// Whether a text holds a table of numbers.
pub(super) fn is_table(text: &[u8]) -> bool {
    FirstLines::of(text).is_some()
}

impl<'a> FirstLines<'a> {
    fn of(text: &'a [u8]) -> Option<Self> {
        // Its commas part no columns.
        if is_json(text) {
            return None;
        }
        let whole_lines = |most: usize| {
            if text.len() > most {
                // The last line is cut, and so may be a number in it.
                &text[..format::at_line_end(&text[..most])]
            } else {
                text
            }
        };
        let mut head = whole_lines(HEAD);
        if memchr_iter(b'\n', head).nth(2).is_none() {
            head = whole_lines(LONGEST_HEAD);
        }
        let lines = Scanner::new(&Source::new("", head)).lines();
        let lines: Vec<Line<'a>> = lines.filter(|line| !line.is_blank()).take(LINES).collect();
        let separators =
            [Separator::Tab, Separator::Semicolon, Separator::Comma, Separator::Blanks];
        let mut best: Option<(usize, usize, Separator, bool)> = None;
        for separator in separators {
            for decimal_comma in [false, true] {
                if decimal_comma && separator == Separator::Comma {
                    continue;
                }
                let count = |line: &Line<'_>| numbers(line, separator, decimal_comma);
                let first = (0..lines.len()).find_map(|i| {
                    let numbers = count(&lines[i])?;
                    // What stands in one line alone is not yet a table, unless there is no other.
                    let is_followed = lines.get(i + 1).is_none_or(|line| count(line).is_some());
                    is_followed.then_some((numbers, i, separator, decimal_comma))
                });
                if first.is_some_and(|(numbers, ..)| best.is_none_or(|(most, ..)| numbers > most)) {
                    best = first;
                }
            }
        }
        let (_, first, separator, decimal_comma) = best?;
        Some(Self { separator, decimal_comma, lines, first })
    }
}

impl<'a> Sample<'a> {
    /// The first rows of a text; `None` where it holds no table of numbers.
    pub fn of(text: &'a [u8]) -> Option<Self> {
        let FirstLines { separator, decimal_comma, mut lines, first } = FirstLines::of(text)?;
        let rows = lines[first..].iter().take(ROWS).map(|line| fields(line, separator)).collect();
        lines.truncate(first);
        Some(Self { separator, decimal_comma, rows, ahead: lines })
    }

    /// How many columns most rows have.
    pub fn width(&self) -> usize {
        let mut widths: Vec<usize> = self.rows.iter().map(Vec::len).collect();
        widths.sort_unstable();
        widths[widths.len() / 2]
    }

    /// The numbers of a column, as far as there are some.
    pub fn numbers(&self, column: usize) -> Vec<f64> {
        let fields = self.rows.iter().filter_map(|row| row.get(column));
        fields.filter_map(|field| number(field.text, self.decimal_comma)).collect()
    }

    /// Whether four columns hold unit quaternions, in whatever order.
    pub fn is_quaternion(&self, from: usize) -> bool {
        let parts: Vec<Vec<f64>> = (from..from + 4).map(|part| self.numbers(part)).collect();
        let rows = parts.iter().map(Vec::len).min().unwrap_or(0);
        let is_unit = |row: usize| {
            let length: f64 = parts.iter().map(|part| part[row] * part[row]).sum();
            (0.98..1.02).contains(&length)
        };
        rows > 0 && (0..rows).all(is_unit)
    }

    /// Whether each of its rows has a number in a column.
    pub fn is_numbered(&self, column: usize) -> bool {
        self.numbers(column).len() == self.rows.len()
    }
}

/// The fields of a row. Numbers of fixed widths, with blanks between them, may touch: `6.00-120.00` is two of them.
pub(super) fn fields<'a>(line: &Line<'a>, separator: Separator) -> Vec<Word<'a>> {
    let fields = line.split(separator);
    if separator != Separator::Blanks {
        return fields;
    }
    let mut parts = Vec::with_capacity(fields.len());
    for Word { text, at } in fields {
        let mut start = 0;
        for end in touching(text).into_iter().chain([text.len()]) {
            parts.push(Word { text: &text[start..end], at: at + start });
            start = end;
        }
    }
    parts
}

/// Where numbers begin in a word that is made of several; none where it is one, such as a date.
fn touching(word: &[u8]) -> Vec<usize> {
    let is_start = |&i: &usize| word[i] == b'-' && word[i - 1].is_ascii_digit();
    let mut starts: Vec<usize> = (1..word.len()).filter(is_start).collect();
    let mut from = 0;
    let mut is_number = |end: usize| {
        let part = &word[std::mem::replace(&mut from, end)..end];
        part.contains(&b'.') && double(part).is_some()
    };
    if !(starts.iter().all(|&end| is_number(end)) && is_number(word.len())) {
        starts.clear();
    }
    starts
}

/// A text with blanks between numbers that touch, see [`fields`].
pub(super) fn with_blanks(text: &[u8]) -> Cow<'_, [u8]> {
    /// No row of a table of fixed widths has so many characters without a blank.
    const LONGEST: usize = 4096;
    let mut starts: Vec<usize> = Vec::new();
    let mut end = 0;
    for sign in memchr_iter(b'-', text) {
        if sign < end || sign == 0 || !text[sign - 1].is_ascii_digit() {
            continue;
        }
        let word = word_around(text, sign, LONGEST, is_blank);
        let start = word.start;
        end = word.end;
        starts.extend(touching(&text[word]).iter().map(|at| start + at));
    }
    if starts.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut parted = Vec::with_capacity(text.len() + starts.len());
    let mut from = 0;
    for start in starts {
        parted.extend_from_slice(&text[from..start]);
        parted.push(b' ');
        from = start;
    }
    parted.extend_from_slice(&text[from..]);
    Cow::Owned(parted)
}

/// How many numbers a row has; `None` for a line that is none.
fn numbers(line: &Line<'_>, separator: Separator, decimal_comma: bool) -> Option<usize> {
    /// So much of a line tells what it is.
    const BEGINNING: usize = 4096;
    let (mut numbers, mut words) = (0, 0);
    let line = line.part(0..line.text.len().min(BEGINNING));
    for field in fields(&line, separator) {
        if number(field.text, decimal_comma).is_some() {
            numbers += 1;
        } else if !is_gap(field.text) {
            words += 1;
        }
    }
    (numbers >= FEWEST && words <= WORDS).then_some(numbers)
}

/// Whether a field says that a number is missing.
pub(super) fn is_gap(field: &[u8]) -> bool {
    field.is_empty() || field.eq_ignore_ascii_case(b"nan")
}

pub(super) fn number(field: &[u8], decimal_comma: bool) -> Option<f64> {
    if decimal_comma && field.contains(&b',') { double(&with_points(field)) } else { double(field) }
}

pub(super) fn with_points(text: &[u8]) -> Vec<u8> {
    let point = |&byte: &u8| if byte == b',' { b'.' } else { byte };
    text.iter().map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_parts_columns_is_found_by_the_numbers() {
        for (text, separator, comma, ahead, width) in [
            ("t,x,y,z\n0,1,2,3\n1,1,2,3\n", Separator::Comma, false, 1, 4),
            ("0;1,5;2;3\n1;1,5;2;3\n", Separator::Semicolon, true, 0, 4),
            ("a b\n1 2 3\n1 2 3\n", Separator::Blanks, false, 1, 3),
            ("1\t\t3\t4\n1\t2\t3\t4\n", Separator::Tab, false, 0, 4),
            ("1,5 2,5 3,5\n", Separator::Blanks, true, 0, 3),
            ("1, 2, 3\n1, 2, 3\n", Separator::Comma, false, 0, 3),
            ("1.0-2.0 3.0\n", Separator::Blanks, false, 0, 3),
            ("walk 5 6 7\nx y z\n1 2 3\n1 2 3", Separator::Blanks, false, 2, 3),
        ] {
            let sample = Sample::of(text.as_bytes()).expect(text);
            let found = (sample.separator, sample.decimal_comma);
            assert_eq!(found, (separator, comma), "{text}");
            assert_eq!((sample.ahead.len(), sample.width()), (ahead, width), "{text}");
        }
    }

    #[test]
    fn numbers_that_touch_are_parted_and_dates_are_not() {
        for (text, parted) in [
            ("1.0-2.0-3.5 4\n-1.0 2e-3", "1.0 -2.0 -3.5 4\n-1.0 2e-3"),
            ("2024-01-02 1.5-x", "2024-01-02 1.5-x"),
        ] {
            assert_eq!(with_blanks(text.as_bytes()), parted.as_bytes());
        }
    }

    #[test]
    fn a_text_is_no_table() {
        for text in
            ["", "a list of takes", "1 2\n3 4\n", "see 1 2 3 for what it is\n", "2024-01-02 12\n"]
        {
            assert!(Sample::of(text.as_bytes()).is_none(), "{text}");
        }
    }
}
