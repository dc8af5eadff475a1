//! How a line of a table is split into fields, and how many the first rows have.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::super::error::LoadError;
use super::super::line::{Line, Lines};
use super::super::scanner::{Reader, Scanner};
use super::super::text::{is_blank, is_line_end};
use super::super::word::{Word, plain};
use crate::take::{WarningCode, counted};

/// What parts the fields of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Separator {
    /// A field may be empty.
    Tab,
    /// A field may be empty.
    #[default]
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
        self.split(self.separator())
    }

    /// As [`Self::fields`], whatever stands in the line.
    pub fn split(&self, separator: Separator) -> Vec<Word<'a>> {
        match separator {
            Separator::Tab => self.split_by::<b'\t'>(),
            Separator::Comma => self.split_by::<b','>(),
            Separator::Semicolon => self.split_by::<b';'>(),
            Separator::Blanks => self.split_by::<b' '>(),
        }
    }

    fn split_by<const SEPARATOR: u8>(&self) -> Vec<Word<'a>> {
        // A line can be all tabs: what is empty at its end never becomes a field.
        let end = self.text.iter().rposition(|&b| !is_blank(b) && b != SEPARATOR);
        let line = &self.text[..end.map_or(0, |last| last + 1)];
        let separators = line.iter().filter(|&&b| b == SEPARATOR).count();
        let mut fields = Vec::with_capacity(if SEPARATOR == b' ' { 0 } else { separators + 1 });
        let mut at = 0;
        while at < line.len() {
            let (found, behind) = field_bytes::<SEPARATOR>(line, at);
            fields.push(Word { at: self.at + found.start, text: &line[found] });
            at = behind;
        }
        fields
    }
}

/// The field at byte `at` without blanks or quotes around it, and the place behind what parts it from
/// the next one. `SEPARATOR` is a blank where any number of blanks parts fields.
pub fn field<const SEPARATOR: u8>(text: &[u8], at: usize) -> (&[u8], usize) {
    let (found, behind) = field_bytes::<SEPARATOR>(text, at);
    (&text[found], behind)
}

fn field_bytes<const SEPARATOR: u8>(text: &[u8], at: usize) -> (Range<usize>, usize) {
    let from = skip_spaces::<SEPARATOR>(text, at);
    let rest = &text[from..];
    let parts = |b: u8| b == SEPARATOR || SEPARATOR == b' ' && is_blank(b);
    let quoted = match rest.first() {
        Some(b'"') if SEPARATOR != b' ' => quoted_end(rest, parts),
        _ => None,
    };
    let (found, behind) = match quoted {
        Some((end, behind)) => (from + 1..from + end, from + behind),
        None => {
            let len = rest.iter().position(|&b| is_line_end(b) || parts(b));
            let len = len.unwrap_or(rest.len());
            (from..from + rest[..len].trim_ascii_end().len(), from + len)
        }
    };
    let is_parted = text.get(behind) == Some(&SEPARATOR);
    (found, behind + usize::from(is_parted))
}

/// Past what is blank and neither parts values nor ends a line.
#[inline(always)]
pub fn skip_spaces<const SEPARATOR: u8>(text: &[u8], mut at: usize) -> usize {
    let parts = |byte: u8| byte == SEPARATOR && SEPARATOR != b' ';
    while text.get(at).is_some_and(|&b| is_blank(b) && !is_line_end(b) && !parts(b)) {
        at += 1;
    }
    at
}

/// Where the quotes that a text begins with are closed, and where the field ends that they are around;
/// `None` where they are not around a whole field. A quote in a field is doubled.
fn quoted_end(text: &[u8], parts: impl Fn(u8) -> bool) -> Option<(usize, usize)> {
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

/// What the first rows tell of all of them.
pub struct FirstRow<'a> {
    pub line: Line<'a>,
    pub separator: Separator,
    /// How many values there are behind the prefix: as many as two rows have, or the only one.
    pub columns: usize,
}

impl<'a> FirstRow<'a> {
    /// What a row with so many fields in its prefix tells, and those in the lines behind it.
    pub fn of(line: Line<'a>, behind: &Lines<'a>, separator: Separator, prefix: usize) -> Self {
        /// One row in so many that is too long does not make markers of what it has too much.
        const ROWS: usize = 8;
        let rows = behind.clone().filter(|line| !line.is_blank());
        let rows = std::iter::once(line).chain(rows).take(ROWS);
        let columns = rows.map(|row| row.split(separator).len().saturating_sub(prefix));
        let mut columns: Vec<usize> = columns.collect();
        let first = columns[0];
        columns.sort_unstable();
        let agreed = columns.windows(2).rfind(|pair| pair[0] == pair[1]);
        Self { line, separator, columns: agreed.map_or(first, |pair| pair[0]) }
    }

    /// As [`Self::of`], for the first of these lines that is not blank.
    ///
    /// # Errors
    /// Where there is none.
    pub fn find(
        mut lines: Lines<'a>,
        separator: Separator,
        prefix: usize,
        scan: &Scanner<'_>,
    ) -> Result<Self, LoadError> {
        let end = scan.at(lines.at);
        match lines.find(|line| !line.is_blank()) {
            Some(line) => Ok(Self::of(line, &lines, separator, prefix)),
            None => {
                Err(end.expected("a row with positions").hint("the file has a header and no data"))
            }
        }
    }

    /// How many values rows have behind so many columns, with a warning.
    pub fn left_over(&self, columns: usize, reader: &mut Reader<'_>) -> usize {
        let left = self.columns.saturating_sub(columns);
        if left > 0 {
            let many = counted(left, "value");
            let message =
                format!("{many} behind the last marker of each row make no marker: not read");
            reader.warn(WarningCode::ValuesLeftOut, self.line.at, message);
        }
        left
    }
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
