//! How a line of a table is split into fields.

use serde::{Deserialize, Serialize};

use super::super::line::Line;
use super::super::scanner::{Word, plain};
use super::super::text::{is_blank, is_line_end};

/// What parts the fields of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Separator {
    /// A field may be empty.
    Tab,
    /// A field may be empty.
    Comma,
    /// A field may be empty. Spreadsheets write it where the decimal point is a comma.
    Semicolon,
    /// Any number of blanks, so that no field can be empty.
    Blanks,
}

impl<'a> Line<'a> {
    /// Whether nothing is in it but blanks and what parts fields.
    pub fn is_blank(&self) -> bool {
        self.text.iter().all(|&b| is_blank(b) || b",;".contains(&b))
    }

    /// What parts its fields: tabs where there is one, else commas.
    pub fn separator(&self) -> Separator {
        match self.text {
            text if text.contains(&b'\t') => Separator::Tab,
            text if text.contains(&b',') => Separator::Comma,
            _ => Separator::Blanks,
        }
    }

    /// Its fields without the blanks and quotes around them, those at its end that are empty left out.
    pub fn fields(&self) -> Vec<Word<'a>> {
        self.parted_by(self.separator())
    }

    /// As [`Self::fields`], whatever stands in the line.
    pub fn parted_by(&self, separator: Separator) -> Vec<Word<'a>> {
        let parts = |&byte: &u8| match separator {
            Separator::Tab => byte == b'\t',
            Separator::Comma => byte == b',',
            Separator::Semicolon => byte == b';',
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
            let blanks = rest.iter().take_while(|&b| is_blank(*b) && !parts(b));
            let mut before = blanks.count();
            let quoted = match rest.get(before) {
                Some(b'"') if separator != Separator::Blanks => {
                    quoted_end(&rest[before..], |b| parts(&b))
                }
                _ => None,
            };
            let (text, len) = match quoted {
                Some((end, behind)) => (&rest[before..][1..end], before + behind),
                None => {
                    let len = rest.iter().position(parts).unwrap_or(rest.len());
                    (rest[before..len].trim_ascii(), len)
                }
            };
            before += usize::from(quoted.is_some());
            if separator != Separator::Blanks || !text.is_empty() {
                let at = self.at + from + before;
                fields.push(Word { text, at });
            }
            from += len + 1;
        }
        fields
    }
}

/// Where the quotes that a text begins with are closed, and where the field ends that they are around;
/// `None` where they are not around a whole field. A quote in a field is doubled.
pub(super) fn quoted_end(text: &[u8], parts: impl Fn(u8) -> bool) -> Option<(usize, usize)> {
    let mut at = 1;
    loop {
        at += text[at..].iter().position(|&b| b == b'"' || is_line_end(b))?;
        match (text[at], text.get(at + 1)) {
            (b'"', Some(b'"')) => at += 2,
            (b'"', _) => break,
            _ => return None,
        }
    }
    let is_over = |&b: &u8| is_line_end(b) || parts(b);
    let behind = &text[at + 1..];
    let blanks = behind.iter().take_while(|b| is_blank(**b) && !is_over(b));
    let end = at + 1 + blanks.count();
    text.get(end).is_none_or(is_over).then_some((at, end))
}

/// A field as a name: quotes that are doubled in it are single ones.
pub fn unquoted(field: &[u8]) -> String {
    plain(field).replace("\"\"", "\"")
}

/// The first word of a line, whatever parts it from the next one.
pub fn first_word(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii_start();
    let len = line.iter().position(|&b| is_blank(b) || b == b',');
    &line[..len.unwrap_or(line.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &str) -> Vec<(&str, usize)> {
        let line = Line { text: text.as_bytes(), at: 100 };
        let fields = line.fields().into_iter();
        fields.map(|word| (std::str::from_utf8(word.text).unwrap(), word.at)).collect()
    }

    #[test]
    fn fields_may_be_empty_where_tabs_or_commas_part_them() {
        assert_eq!(fields("a\t\t b \t\t"), [("a", 100), ("", 102), ("b", 104)]);
        assert_eq!(fields(",a,,"), [("", 100), ("a", 101)]);
        assert_eq!(fields("  a   b "), [("a", 102), ("b", 106)]);
        assert_eq!(fields("\t\t"), []);
        assert_eq!(fields("  \t a\t\tb"), [("", 102), ("a", 104), ("", 106), ("b", 107)]);
        assert_eq!(fields(""), []);
    }

    #[test]
    fn quotes_around_a_whole_field_are_none_of_it() {
        assert_eq!(fields("\"a, b\" ,\"\",c"), [("a, b", 101), ("", 109), ("c", 111)]);
        assert_eq!(fields("x,\"say \"\"hi\"\"\""), [("x", 100), ("say \"\"hi\"\"", 103)]);
        assert_eq!(unquoted(b"say \"\"hi\"\""), "say \"hi\"");
        for whole in ["\"a", "\"a\"b", "5\"", "a\"b\""] {
            assert_eq!(fields(&format!("{whole},x"))[0], (whole, 100));
        }
    }
}
