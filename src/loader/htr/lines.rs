//! How an HTR file is split into sections, lines without comments, and the rows of a segment.

use std::ops::Range;

use memchr::memchr;

use super::super::Source;
use super::super::error::LoadError;
use super::super::line::{Line, Lines};
use super::super::scanner::Scanner;
use super::super::text::{count_lines, is_blank, is_line_end, line_end, nth_line, without_mark};
use super::super::word::{Word, quoted};

const COMMENT: u8 = b'#';

/// Whether a byte ends the words of a line: a line end, or a comment's first one.
#[inline(always)]
pub(super) fn ends_words(byte: u8) -> bool {
    is_line_end(byte) || byte == COMMENT
}

/// The lines of a part of a text with something in them besides blanks and a comment, without both.
pub(super) fn lines(text: &[u8], part: Range<usize>) -> impl Iterator<Item = Line<'_>> {
    let lines = Lines::of(text, part).map(|line| {
        let comment = line.text.iter().position(|&b| b == COMMENT);
        line.part(0..comment.unwrap_or(line.text.len())).trimmed()
    });
    lines.filter(|line| !line.text.is_empty())
}

/// The parts before and behind the first tab, where there is one: names may have blanks then.
pub(super) fn split_at_tab<'a>(line: &Line<'a>) -> Option<[Line<'a>; 2]> {
    let tab = line.text.iter().position(|&b| b == b'\t')?;
    Some([0..tab, tab..line.text.len()].map(|part| line.part(part).trimmed()))
}

pub(super) struct Section<'a> {
    /// Without the brackets and the blanks in them.
    pub name: Word<'a>,
    pub body: Range<usize>,
}

impl Section<'_> {
    /// Compares its name in any case and with any blanks.
    pub fn is(&self, name: &str) -> bool {
        let letters = self.name.text.iter().filter(|&&b| !is_blank(b));
        letters.map(u8::to_ascii_lowercase).eq(name.bytes().map(|b| b.to_ascii_lowercase()))
    }
}

/// Every section up to `[EndOfFile]`, and where that one ends if there is one.
pub(super) type Sections<'a> = (Vec<Section<'a>>, Option<usize>);

/// Finds the sections. Rows of numbers are most of a file, and are passed over many bytes at a time.
pub(super) fn sections<'a>(source: &Source<'a>) -> Result<Sections<'a>, LoadError> {
    let text = source.bytes;
    let start = text.len() - without_mark(text).len();
    let mut all: Vec<Section<'a>> = Vec::new();
    let mut at = start;
    while let Some(open) = memchr(b'[', &text[at..]).map(|len| at + len) {
        at = open + 1;
        let before = text[start..open].iter().rposition(|&b| !is_blank(b) || is_line_end(b));
        if before.is_some_and(|n| !is_line_end(text[start + n])) {
            continue;
        }
        let rest = &text[at..];
        let len = rest.iter().position(|&b| b == b']' || ends_words(b));
        let close = at + len.unwrap_or(rest.len());
        if text.get(close) != Some(&b']') {
            let found = match text.get(close) {
                Some(&COMMENT) => "a comment",
                Some(_) => "the end of the line",
                None => "the end of the file",
            };
            let what = format!("] after {}", quoted(text[at..close].trim_ascii()));
            return Err(Scanner::new(source).expected_at(close, what, found));
        }
        let name = Word { at: open, text: Line { text, at: 0 }.part(at..close).trimmed().text };
        if let Some(last) = all.last_mut() {
            last.body.end = open;
        }
        at = close + 1;
        let section = Section { name, body: at..text.len() };
        if section.is("EndOfFile") {
            return Ok((all, Some(at)));
        }
        all.push(section);
    }
    Ok((all, None))
}

/// How many values a row has behind its frame number, and channels a segment.
pub(super) const VALUES: usize = 7;

/// The rows of one segment.
pub(super) struct Block<'a> {
    /// The segment's name, at the bracket before it.
    pub name: Word<'a>,
    pub segment: usize,
    pub body: Range<usize>,
    /// The frame number of the first row that has one.
    pub first_frame: i64,
}

impl<'a> Block<'a> {
    /// `None` where it has no rows.
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
            if let Some((first_frame, _)) = frame_number(&text[at..]) {
                return Ok(Some(Self { name, segment, body, first_frame }));
            }
            at = next_row(text, line_end(text, at), body.end);
        }
        if start == body.end { Ok(None) } else { Err(no_frame_number(source, start)) }
    }

    /// No more rows than this can be in it: one to a line, each of eight numbers with their blanks.
    pub fn max_rows(&self, file: &[u8]) -> usize {
        let body = &file[self.body.clone()];
        // The line of the bracket stands for a last row without a line end.
        let ends = count_lines(body) - usize::from(body.last().is_some_and(|&b| !is_line_end(b)));
        ends.max(1).min(body.len() / (2 * (VALUES + 1)) + 1)
    }

    /// The lines of some frames, counted from its first one, if each frame has just one line.
    pub fn chunk(&self, file: &[u8], frames: &Range<usize>, is_last: bool) -> Self {
        let body = &file[self.body.clone()];
        // Frames begin behind the line of the bracket, which the first chunk has, too: a row may stand on it.
        let (from, lines) = match frames.start {
            0 => (self.body.start, frames.len() + 1),
            start => (self.body.start + nth_line(body, start + 1), frames.len()),
        };
        let rest = &file[from..self.body.end];
        let len = if is_last { rest.len() } else { nth_line(rest, lines) };
        Self {
            body: from..from + len,
            first_frame: self.first_frame.saturating_add_unsigned(frames.start as u64),
            ..*self
        }
    }
}

/// The next byte of a row from `at` on, past blanks and comments; `end` where there is none.
#[inline(always)]
pub(super) fn next_row(text: &[u8], mut at: usize, end: usize) -> usize {
    while at < end {
        let byte = text[at];
        if byte == COMMENT {
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

/// The whole number at the start of a row, and its length; some programs write it with decimals of 0.
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
    Scanner::new(source).at(at).expected("a frame number or the [name] of the next segment")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_begin_anywhere_in_a_line() {
        let text = b"# all\n  one two# three\r\n#\n\tfour\t \n";
        let words: Vec<Vec<&[u8]>> = lines(text, 0..text.len())
            .map(|line| line.words().map(|word| word.text).collect())
            .collect();
        let expected: [&[&[u8]]; 2] = [&[b"one", b"two"], &[b"four"]];
        assert_eq!(words, expected);
    }

    #[test]
    fn sections_begin_with_a_bracket_that_begins_a_line() {
        let text = b"# [no]\n[ one ] [no]\n x [no\n\t[two]#[\n[endoffile]\n[no]";
        let source = Source::new("x", text);
        let (all, end) = sections(&source).unwrap();
        let names: Vec<&[u8]> = all.iter().map(|section| section.name.text).collect();
        assert_eq!(names, [b"one", b"two"]);
        assert_eq!(&text[end.unwrap()..], b"\n[no]");
        assert_eq!(&text[all[0].body.clone()], b" [no]\n x [no\n\t");
    }

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
