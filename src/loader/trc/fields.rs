//! How a line of a TRC file is split into fields.

use super::super::line::Line;
use super::super::scanner::Word;
use super::super::text::is_blank;

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
    pub(super) fn separator(&self) -> Separator {
        match self.text {
            text if text.contains(&b'\t') => Separator::Tab,
            text if text.contains(&b',') => Separator::Comma,
            _ => Separator::Blanks,
        }
    }

    /// Its fields without the blanks around them, those at its end that are empty left out.
    pub(super) fn fields(&self) -> Vec<Word<'a>> {
        self.parted_by(self.separator())
    }

    /// As [`Self::fields`], whatever stands in the line.
    pub(super) fn parted_by(&self, separator: Separator) -> Vec<Word<'a>> {
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
}
