//! A line of a text with its place, and an iterator over lines.

use std::ops::Range;

use super::scanner::Word;
use super::text::{is_blank, line_end};

/// A line without its end, or a part of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub text: &'a [u8],
    /// The byte it starts at.
    pub at: usize,
}

impl<'a> Line<'a> {
    /// The words with their places.
    pub fn words(&self) -> impl Iterator<Item = Word<'a>> + use<'a> {
        let mut next = self.at;
        self.text.split(|&b| is_blank(b)).filter_map(move |text| {
            let at = next;
            next += text.len() + 1;
            (!text.is_empty()).then_some(Word { text, at })
        })
    }

    /// Some bytes of it.
    pub fn part(&self, bytes: Range<usize>) -> Self {
        Self { at: self.at + bytes.start, text: &self.text[bytes] }
    }

    /// Without the blanks around what is in it.
    pub fn trimmed(&self) -> Self {
        let is_filled = |&b: &u8| !is_blank(b);
        let end = self.text.iter().rposition(is_filled).map_or(0, |last| last + 1);
        let start = self.text.iter().position(is_filled);
        self.part(start.unwrap_or(end)..end)
    }

    /// The line as one word.
    pub fn whole(&self) -> Word<'a> {
        Word { text: self.text, at: self.at }
    }

    /// The byte behind the line.
    pub fn end(&self) -> usize {
        self.at + self.text.len()
    }
}

/// The lines of a part of a text; a lone carriage return ends one too.
#[derive(Clone)]
pub(super) struct Lines<'a> {
    text: &'a [u8],
    /// The byte that the next line starts at.
    pub at: usize,
}

impl<'a> Lines<'a> {
    /// Those of the bytes from one to another.
    pub fn of(text: &'a [u8], part: Range<usize>) -> Self {
        Self { text: &text[..part.end], at: part.start }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        if self.at >= self.text.len() {
            return None;
        }
        let end = line_end(self.text, self.at);
        let line = Line { text: &self.text[self.at..end], at: self.at };
        self.at = end + end_of_line(&self.text[end..]);
        Some(line)
    }
}

/// How many bytes the end of a line takes.
pub(super) fn end_of_line(text: &[u8]) -> usize {
    match text {
        [b'\r', b'\n', ..] => 2,
        [] => 0,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_every_way_that_files_end_them() {
        let text = b"a\r\n\rb\nc";
        let lines: Vec<(&[u8], usize)> =
            Lines::of(text, 0..text.len()).map(|line| (line.text, line.at)).collect();
        assert_eq!(lines, [(&b"a"[..], 0), (b"", 3), (b"b", 4), (b"c", 6)]);
    }
}
