//! How an HTR file is split into sections, and into lines without comments.

use std::ops::Range;

use memchr::memchr;

use super::super::Source;
use super::super::error::LoadError;
use super::super::line::{Line, Lines};
use super::super::number::usable;
use super::super::scanner::{Scanner, Word, quoted};
use super::super::text::{is_blank, is_line_end, without_mark};

/// What begins a comment, which goes on to the end of its line.
const COMMENT: u8 = b'#';

/// Whether something other than the words of a line begins with this byte.
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

/// What stands before and behind the first tab, where there is one: names may have blanks then.
pub(super) fn at_tab<'a>(line: &Line<'a>) -> Option<[Line<'a>; 2]> {
    let tab = line.text.iter().position(|&b| b == b'\t')?;
    Some([0..tab, tab..line.text.len()].map(|part| line.part(part).trimmed()))
}

/// What stands between two names in brackets.
pub(super) struct Section<'a> {
    /// Without the brackets and the blanks in them.
    pub name: Word<'a>,
    /// Everything up to the next section.
    pub body: Range<usize>,
}

impl Section<'_> {
    /// Whether it is called so, in any case and with any blanks.
    pub fn is(&self, name: &str) -> bool {
        let letters = self.name.text.iter().filter(|&&b| !is_blank(b));
        letters.map(u8::to_ascii_lowercase).eq(name.bytes().map(|b| b.to_ascii_lowercase()))
    }
}

/// Every section up to `[EndOfFile]`, and where that one ends if there is one.
pub(super) type Sections<'a> = (Vec<Section<'a>>, Option<usize>);

/// Finds the sections. Rows of numbers are most of a file, and are passed over many bytes at a time.
pub(super) fn sections<'a>(source: &'a Source<'a>) -> Result<Sections<'a>, LoadError> {
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
        let name = Line { text, at: 0 }.part(at..close).trimmed().text;
        let name = Word { at: open, text: name };
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

/// A word of a line as a number that can be used, or an error that says what must stand there.
pub(super) fn usable_number(
    source: &Source<'_>,
    word: Option<Word<'_>>,
    line_end: usize,
    what: impl Fn() -> String,
) -> Result<f32, LoadError> {
    let scan = Scanner::new(source);
    let Some(word) = word else {
        return Err(scan.expected_at(line_end, what(), "the end of the line"));
    };
    usable(word.text).ok_or_else(|| scan.at(word.at).expected_number(what()))
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
}
