//! Lines of a text, and the fields in them.

use super::super::Source;
use super::super::scanner::Word;
use super::super::text::{is_blank, is_line_end};

/// A line without its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub text: &'a [u8],
    /// The byte it starts at.
    pub at: usize,
}

/// What parts the fields of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separator {
    /// A field may be empty.
    Tab,
    /// A field may be empty.
    Comma,
    /// Any number of blanks, so that no field can be empty.
    Blanks,
}

impl<'a> Line<'a> {
    /// Whether nothing is in it but blanks and what parts fields.
    pub fn is_blank(&self) -> bool {
        self.text.iter().all(|&b| is_blank(b) || b == b',')
    }

    /// What parts its fields: tabs where there is one, else commas.
    pub fn separator(&self) -> Separator {
        match self.text {
            text if text.contains(&b'\t') => Separator::Tab,
            text if text.contains(&b',') => Separator::Comma,
            _ => Separator::Blanks,
        }
    }

    /// Its fields without the blanks around them, those at its end that are empty left out.
    pub fn fields(&self) -> Vec<Word<'a>> {
        self.parted_by(self.separator())
    }

    /// As [`Self::fields`], whatever stands in the line.
    pub fn parted_by(&self, separator: Separator) -> Vec<Word<'a>> {
        let parts = |&byte: &u8| match separator {
            Separator::Tab => byte == b'\t',
            Separator::Comma => byte == b',',
            Separator::Blanks => is_blank(byte),
        };
        // A line can be all tabs: what is empty at its end never becomes a field.
        let is_empty = |b: &u8| is_blank(*b) || parts(b);
        let end = self.text.iter().rposition(|b| !is_empty(b));
        let line = &self.text[..end.map_or(0, |last| last + 1)];
        let mut fields = Vec::with_capacity(match separator {
            Separator::Blanks => 0,
            _ => line.iter().filter(|b| parts(b)).count() + 1,
        });
        let mut from = 0;
        while from < line.len() {
            let rest = &line[from..];
            let len = rest.iter().position(parts).unwrap_or(rest.len());
            let before = rest[..len].iter().take_while(|&&b| is_blank(b)).count();
            let text = rest[before..len].trim_ascii();
            if separator != Separator::Blanks || !text.is_empty() {
                let at = self.at + from + before;
                fields.push(Word { text, at });
            }
            from += len + 1;
        }
        fields
    }
}

/// The lines of a text, from a byte on; a lone carriage return ends one too.
#[derive(Clone)]
pub(super) struct Lines<'a> {
    text: &'a [u8],
    /// The byte that the next line starts at.
    pub at: usize,
}

impl<'a> Lines<'a> {
    pub fn new(source: &Source<'a>, at: usize) -> Self {
        let text = source.bytes;
        Self { text, at }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        let rest = &self.text[self.at..];
        if rest.is_empty() {
            return None;
        }
        let len = rest
            .iter()
            .position(|&b| is_line_end(b))
            .unwrap_or(rest.len());
        let line = Line {
            text: &rest[..len],
            at: self.at,
        };
        self.at += len + end_of_line(&rest[len..]);
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

/// The first word of a line, whatever parts it from the next one.
pub(super) fn first_word(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii_start();
    let len = line.iter().position(|&b| is_blank(b) || b == b',');
    &line[..len.unwrap_or(line.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &str) -> Vec<(&str, usize)> {
        let line = Line {
            text: text.as_bytes(),
            at: 100,
        };
        let fields = line.fields().into_iter();
        fields
            .map(|word| (std::str::from_utf8(word.text).unwrap(), word.at))
            .collect()
    }

    #[test]
    fn fields_may_be_empty_where_tabs_or_commas_part_them() {
        assert_eq!(fields("a\t\t b \t\t"), [("a", 100), ("", 102), ("b", 104)]);
        assert_eq!(fields(",a,,"), [("", 100), ("a", 101)]);
        assert_eq!(fields("  a   b "), [("a", 102), ("b", 106)]);
        assert_eq!(fields("\t\t"), []);
        assert_eq!(fields(""), []);
    }

    #[test]
    fn lines_end_in_every_way_that_files_end_them() {
        let source = Source::new("x", b"a\r\n\rb\nc");
        let lines: Vec<(&[u8], usize)> = Lines::new(&source, 0)
            .map(|line| (line.text, line.at))
            .collect();
        assert_eq!(lines, [(&b"a"[..], 0), (b"", 3), (b"b", 4), (b"c", 6)]);
    }
}
