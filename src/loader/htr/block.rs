//! A block of an HTR file as text: the rows of one segment, and their frame numbers.

use std::ops::Range;

use super::super::Source;
use super::super::error::LoadError;
use super::super::scanner::{Scanner, Word};
use super::super::text::{is_blank, is_line_end, line, line_end, lines};
use super::lines::ends_words;

/// How many values a row has behind its frame number; as many channels has a segment.
pub(super) const VALUES: usize = 7;

/// The rows of one segment.
#[derive(Clone, Debug)]
pub(super) struct Block<'a> {
    /// The segment's name, at the bracket before it.
    pub name: Word<'a>,
    /// The segment's place in the list.
    pub segment: usize,
    /// From its bracket up to the next one.
    pub body: Range<usize>,
    /// What the first row that names one calls its frame.
    pub first: i64,
}

impl<'a> Block<'a> {
    /// A block's beginning; `None` where it has no rows.
    pub fn open(
        source: &Source<'_>,
        name: Word<'a>,
        segment: usize,
        body: Range<usize>,
    ) -> Result<Option<Self>, LoadError> {
        let text = source.bytes;
        let start = next_row(text, body.start, body.end);
        let mut at = start;
        while at < body.end {
            if let Some((first, _)) = frame_number(&text[at..]) {
                return Ok(Some(Self { name, segment, body, first }));
            }
            at = next_row(text, line_end(text, at), body.end);
        }
        if start == body.end { Ok(None) } else { Err(no_frame_number(source, start)) }
    }

    /// No more rows than this can be in it: one to a line, each of eight numbers with their blanks.
    pub fn most_rows(&self, text: &[u8]) -> usize {
        let body = &text[self.body.clone()];
        // The line of the bracket stands for a last row without a line end.
        let ends = lines(body) - usize::from(body.last().is_some_and(|&b| !is_line_end(b)));
        let lines = ends.max(1);
        lines.min(body.len() / (2 * (VALUES + 1)) + 1)
    }
}

impl<'a> Block<'a> {
    /// The lines in it that would be those of some frames, counted from its first one, had each frame a
    /// line and nothing else one.
    pub fn part(&self, text: &[u8], frames: &Range<usize>, is_last: bool) -> Self {
        let body = &text[self.body.clone()];
        // Frames begin behind the line of the bracket, which is read with the first of them: where a
        // row stands on it, there is one too many.
        let (from, lines) = match frames.start {
            0 => (self.body.start, frames.len() + 1),
            start => (self.body.start + line(body, start + 1), frames.len()),
        };
        let end =
            if is_last { self.body.end } else { from + line(&text[from..self.body.end], lines) };
        Self {
            body: from..end,
            first: self.first.saturating_add_unsigned(frames.start as u64),
            ..*self
        }
    }
}

/// The next byte of a row from `at` on, past blanks and comments; `end` where there is none.
#[inline(always)]
pub(super) fn next_row(text: &[u8], mut at: usize, end: usize) -> usize {
    while at < end {
        let byte = text[at];
        if byte == b'#' {
            at += 1;
            while at < end && !is_line_end(text[at]) {
                at += 1;
            }
        } else if is_blank(byte) {
            at += 1;
        } else {
            return at;
        }
    }
    end
}

/// The whole number at the start of a row, and how many bytes it takes; some programs write it with
/// decimals, all of them 0.
#[inline(always)]
pub(super) fn frame_number(text: &[u8]) -> Option<(i64, usize)> {
    /// More digits than any frame has, and few enough for sums of such numbers.
    const MAX_DIGITS: usize = 15;
    let minus = usize::from(text.first() == Some(&b'-'));
    let mut len = minus;
    let mut value = 0;
    while let Some(digit) = text.get(len).filter(|b| b.is_ascii_digit()) {
        if len - minus == MAX_DIGITS {
            return None;
        }
        value = 10 * value + i64::from(digit - b'0');
        len += 1;
    }
    if len == minus {
        return None;
    }
    if text.get(len) == Some(&b'.') {
        len += 1;
        while text.get(len) == Some(&b'0') {
            len += 1;
        }
    }
    let ends = text.get(len).is_none_or(|&b| is_blank(b) || ends_words(b));
    ends.then_some((if minus == 1 { -value } else { value }, len))
}

#[cold]
pub(super) fn no_frame_number(source: &Source<'_>, at: usize) -> LoadError {
    let there = Scanner::new(source).at(at);
    there.expected("a frame number or the [name] of the next segment")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frame_numbers_are_whole() {
        for (text, expected) in [
            ("0 1", Some((0, 1))),
            ("12\t", Some((12, 2))),
            ("-3#", Some((-3, 2))),
            ("7.000 1", Some((7, 5))),
            ("999999999999999", Some((999_999_999_999_999, 15))),
            ("1000000000000000", None),
            ("1.5 1", None),
            ("1a", None),
            ("-", None),
            ("", None),
        ] {
            assert_eq!(frame_number(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn rows_begin_behind_blanks_and_comments() {
        let text = b" \r\n# 1\r# 2\n\t3 4";
        assert_eq!(next_row(text, 0, text.len()), 12);
        assert_eq!(next_row(text, 0, 9), 9);
    }
}
