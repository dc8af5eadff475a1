//! How reading resumes after a row that cannot be read.
//!
//! Rows that have a line each go on with the next line that has as many numbers as a row. Rows that are
//! broken over lines go on where the numbers on some lines are as many as on those of the row before:
//! any other line could be the midst of a row, and hand its values to the wrong channels.

use super::super::number::{Number, number_at};
use super::super::reporter::ProgressReporter;
use super::super::text::{is_blank, is_line_end, line_end, skip_blanks, skip_spaces};

/// How many numbers are on each line of a row.
pub(super) struct Shape {
    lines: Vec<usize>,
    columns: usize,
}

/// A row of more lines than this is not found again: to look for it would take too long.
const MAX_LINES: usize = 16;

impl Shape {
    /// The shape of a row, which is sound; of none, one line.
    pub fn of(row: &[u8], columns: usize) -> Self {
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
    pub fn next_row(
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
                || is_end(text, at, ends)
                || fit(text, at, &[self.columns])
                || fit(text, at, &self.lines)
            {
                return Some((lines.div_ceil(self.lines.len()), at));
            }
        }
    }
}

/// Whether a line begins with one of some words, in any case.
pub(super) fn is_end(text: &[u8], at: usize, ends: &[&str]) -> bool {
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
