//! HTR as lines without their comments, and as sections of lines.

use std::ops::Range;

use super::super::Source;
use super::super::error::LoadError;
use super::super::number::{LARGEST, number};
use super::super::scanner::{Scanner, Word, quoted};
use super::super::text::{is_blank, is_line_end, without_mark};

/// What begins a comment, which goes on to the end of its line.
const COMMENT: u8 = b'#';

/// Whether something other than the words of a line begins with this byte.
#[inline(always)]
pub(super) fn ends_words(byte: u8) -> bool {
    is_line_end(byte) || byte == COMMENT
}

/// One line with something in it besides blanks and a comment.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    /// Without the comment and the blanks around what is left.
    pub text: &'a [u8],
    /// The byte it starts at.
    pub at: usize,
}

impl<'a> Line<'a> {
    /// The words with their places.
    pub fn words(&self) -> impl Iterator<Item = Word<'a>> + use<'a> {
        let Line { text, at } = *self;
        let words = text.split(|&b| is_blank(b)).filter(|word| !word.is_empty());
        words.map(move |word| Word {
            text: word,
            at: at + (word.as_ptr() as usize - text.as_ptr() as usize),
        })
    }

    /// What stands before and behind the first tab, where there is one: names may have blanks then.
    pub fn at_tab(&self) -> Option<[Line<'a>; 2]> {
        let tab = self.text.iter().position(|&b| b == b'\t')?;
        let behind = trimmed(self.text, tab..self.text.len());
        Some([0..tab, behind].map(|range| {
            let Range { start, end } = trimmed(self.text, range);
            Line {
                text: &self.text[start..end],
                at: self.at + start,
            }
        }))
    }

    /// The line as one word.
    pub fn whole(&self) -> Word<'a> {
        Word {
            text: self.text,
            at: self.at,
        }
    }

    /// The byte behind the line.
    pub fn end(&self) -> usize {
        self.at + self.text.len()
    }
}

/// A part of a text without the blanks around it.
fn trimmed(text: &[u8], range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = part.iter().position(|&b| !is_blank(b));
    let end = part.iter().rposition(|&b| !is_blank(b));
    match (start, end) {
        (Some(start), Some(end)) => range.start + start..range.start + end + 1,
        _ => range.end..range.end,
    }
}

/// The lines of a part of a file.
pub(super) fn lines<'a>(text: &'a [u8], part: Range<usize>) -> impl Iterator<Item = Line<'a>> {
    let mut at = part.start;
    std::iter::from_fn(move || {
        while at < part.end {
            let line = &text[at..part.end];
            let len = line.iter().position(|&b| is_line_end(b));
            let start = at;
            at += len.map_or(line.len(), |len| len + 1);
            let line = &line[..len.unwrap_or(line.len())];
            let words = line.iter().position(|&b| b == COMMENT);
            let range = trimmed(text, start..start + words.unwrap_or(line.len()));
            if !range.is_empty() {
                return Some(Line {
                    at: range.start,
                    text: &text[range],
                });
            }
        }
        None
    })
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
        letters
            .map(u8::to_ascii_lowercase)
            .eq(name.bytes().map(|b| b.to_ascii_lowercase()))
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
    while let Some(open) = next_bracket(text, at) {
        at = open + 1;
        let before = text[start..open]
            .iter()
            .rposition(|&b| !is_blank(b) || is_line_end(b));
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
        let name = trimmed(text, at..close);
        let name = Word {
            at: open,
            text: &text[name],
        };
        if let Some(last) = all.last_mut() {
            last.body.end = open;
        }
        at = close + 1;
        let section = Section {
            name,
            body: at..text.len(),
        };
        if section.is("EndOfFile") {
            return Ok((all, Some(at)));
        }
        all.push(section);
    }
    Ok((all, None))
}

/// The next opening bracket.
fn next_bracket(text: &[u8], at: usize) -> Option<usize> {
    const REACH: usize = 256;
    let mut chunks = text.get(at..)?.chunks(REACH).enumerate();
    // `contains` compares many bytes at once, where `position` goes one by one.
    let (n, chunk) = chunks.find(|(_, chunk)| chunk.contains(&b'['))?;
    let in_chunk = chunk.iter().position(|&b| b == b'[')?;
    Some(at + n * REACH + in_chunk)
}

/// A word of a line as a number that can be used, or an error that says what must stand there.
pub(super) fn usable_number(
    source: &Source<'_>,
    word: Option<Word<'_>>,
    line_end: usize,
    what: impl Fn() -> String,
) -> Result<f32, LoadError> {
    let mut scan = Scanner::new(source);
    let Some(word) = word else {
        return Err(scan.expected_at(line_end, what(), "the end of the line"));
    };
    match number(word.text) {
        Some(n) if n.len == word.text.len() && n.value.abs() <= LARGEST => Ok(n.value),
        _ => {
            scan.at = word.at;
            Err(scan.expected_number(what()))
        }
    }
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
    fn brackets_are_found_beyond_the_first_reach() {
        let text = " ".repeat(1000) + "\n[a]";
        assert_eq!(next_bracket(text.as_bytes(), 3), Some(1001));
        assert_eq!(next_bracket(text.as_bytes(), 1002), None);
    }
}
