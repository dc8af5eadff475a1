//! The lines of a text, each with its place.

use std::ops::Range;

use super::text::{is_blank, line_end, line_end_len};
use super::word::Word;

/// A line without its end, or a part of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub text: &'a [u8],
    pub at: usize,
}

impl<'a> Line<'a> {
    pub fn words(&self) -> impl Iterator<Item = Word<'a>> + use<'a> {
        let mut next = self.at;
        self.text.split(|&b| is_blank(b)).filter_map(move |text| {
            let at = next;
            next += text.len() + 1;
            (!text.is_empty()).then_some(Word { text, at })
        })
    }

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

    pub fn whole(&self) -> Word<'a> {
        Word { text: self.text, at: self.at }
    }

    pub fn end(&self) -> usize {
        self.at + self.text.len()
    }
}

/// The lines of a part of a text; a lone carriage return ends one too.
#[derive(Clone)]
pub(super) struct Lines<'a> {
    text: &'a [u8],
    /// Where the next line starts.
    pub at: usize,
}

impl<'a> Lines<'a> {
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
        self.at = end + line_end_len(&self.text[end..]);
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_places_however_they_end() {
        let text = b"a\r\n\rb\nc";
        let lines: Vec<(&[u8], usize)> =
            Lines::of(text, 0..text.len()).map(|line| (line.text, line.at)).collect();
        assert_eq!(lines, [(&b"a"[..], 0), (b"", 3), (b"b", 4), (b"c", 6)]);
    }
}
