//! Words of an ASF file: commas and parentheses are blanks, and what begins with `#` is a comment up
//! to the end of its line.

use super::super::Source;
use super::super::error::LoadError;
use super::super::number::{LARGEST, Number, number};
use super::super::scanner::{DECIMAL_COMMA, Scanner, Word};
use super::super::text::{is_blank, is_line_end, without_mark};
use crate::take::{Place, Warnings};

/// A reader of words that knows where lines begin.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    source: Source<'a>,
    /// The byte to read next.
    pub at: usize,
}

impl<'a> Words<'a> {
    /// A reader at the start of a file, behind its byte order mark.
    pub fn new(source: &Source<'a>) -> Self {
        let at = source.bytes.len() - without_mark(source.bytes).len();
        Self {
            source: *source,
            at,
        }
    }

    /// The next word, or `None` at the end of the file.
    pub fn word(&mut self) -> Option<Word<'a>> {
        loop {
            if let Some(word) = self.word_in_line() {
                return Some(word);
            }
            if self.at >= self.source.bytes.len() {
                return None;
            }
            self.at += 1;
        }
    }

    /// The next word of the line; at its end, `None`.
    pub fn word_in_line(&mut self) -> Option<Word<'a>> {
        let text = self.source.bytes;
        while text
            .get(self.at)
            .is_some_and(|&b| separates(b) && !is_line_end(b))
        {
            self.at += 1;
        }
        let at = self.at;
        match *text.get(at)? {
            b'#' => {
                self.skip_line();
                return None;
            }
            b if is_line_end(b) => return None,
            _ => {}
        }
        let rest = &text[at..];
        let len = rest.iter().position(|&b| separates(b));
        let len = len.unwrap_or(rest.len());
        self.at += len;
        Some(Word {
            text: &rest[..len],
            at,
        })
    }

    /// The next word without taking it.
    pub fn peek(&self) -> Option<Word<'a>> {
        Self { ..*self }.word()
    }

    /// The next word of the line without taking it.
    pub fn peek_in_line(&self) -> Option<Word<'a>> {
        Self { ..*self }.word_in_line()
    }

    /// Skips to the end of the line.
    pub fn skip_line(&mut self) {
        let rest = &self.source.bytes[self.at..];
        let len = rest.iter().position(|&b| is_line_end(b));
        self.at += len.unwrap_or(rest.len());
    }

    /// Skips a line that begins with a word nobody here knows, as the definition asks for.
    pub fn skip_unknown(&mut self, word: &Word<'_>, warnings: &mut Warnings) {
        self.skip_line();
        let message = format!("{} is not known and skipped", word.quoted());
        warnings.add_at(|| self.place(word.at), message);
    }

    /// The rest of the line without blanks and comment, taken whole: a name or a sentence.
    pub fn rest_of_line(&mut self) -> &'a [u8] {
        let start = self.at;
        self.skip_line();
        let line = &self.source.bytes[start..self.at];
        let comment = (0..line.len())
            .find(|&i| line[i] == b'#' && line[..i].last().is_none_or(|&b| is_blank(b)));
        line[..comment.unwrap_or(line.len())].trim_ascii()
    }

    /// The next word as a number that can be used.
    pub fn number(&mut self, what: &str) -> Result<f32, LoadError> {
        let mut ahead = *self;
        let value = ahead.word().and_then(|word| {
            let Number { value, len } = number(word.text)?;
            (len == word.text.len() && value.abs() <= LARGEST).then_some(value)
        });
        match value {
            Some(value) => {
                *self = ahead;
                Ok(value)
            }
            None => Err(self.expected(format!("a number for {what}"))),
        }
    }

    /// The next three words as numbers.
    pub fn vector(&mut self, what: &str) -> Result<[f32; 3], LoadError> {
        let mut vector = [0.0; 3];
        for (value, axis) in vector.iter_mut().zip(["x", "y", "z"]) {
            *value = self.number(&format!("{what} {axis}"))?;
        }
        Ok(vector)
    }

    /// An error at the next word: something else must stand there.
    pub fn expected(&self, what: impl Into<String>) -> LoadError {
        let scan = Scanner::new(&self.source);
        let Some(word) = self.peek() else {
            let end = self.source.bytes.trim_ascii_end().len();
            return scan.expected_at(end, what, "the end of the file");
        };
        let error = scan.expected_at(word.at, what, word.quoted());
        let before = &self.source.bytes[..word.at];
        let is_half = number(word.text).is_some() && before.last() == Some(&b',');
        match is_half {
            true => error.hint(DECIMAL_COMMA),
            false => error,
        }
    }

    /// The line and column of a byte.
    pub fn place(&self, at: usize) -> Place {
        Scanner::new(&self.source).place(at)
    }
}

/// The keys of a section that may stand there once.
pub(super) struct Once {
    keys: &'static [&'static str],
    /// Which of them were there, a bit for each.
    seen: u32,
}

impl Once {
    /// None of these was there yet.
    pub fn of(keys: &'static [&'static str]) -> Self {
        Self { keys, seen: 0 }
    }

    /// Says so where a key was there before.
    pub fn tell(&mut self, key: &Word<'_>, words: &Words<'_>, warnings: &mut Warnings) {
        let Some(place) = self.keys.iter().position(|known| key.is(known)) else {
            return;
        };
        if self.seen & 1 << place != 0 {
            let message = format!("{} is given twice: the last one counts", key.shown());
            warnings.add_at(|| words.place(key.at), message);
        }
        self.seen |= 1 << place;
    }
}

/// Whether a byte separates words.
fn separates(byte: u8) -> bool {
    is_blank(byte) || matches!(byte, b',' | b'(' | b')')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_parentheses_and_comments_separate_words() {
        let source = Source::new(
            "x",
            b"\xef\xbb\xbf# no\r\nlimits (-1.5,inf)# no\r (2 #3)\n a#1",
        );
        let mut words = Words::new(&source);
        let mut found = Vec::new();
        while let Some(word) = words.word() {
            found.push(String::from_utf8_lossy(word.text).into_owned());
        }
        assert_eq!(found, ["limits", "-1.5", "inf", "2", "a#1"]);
    }

    #[test]
    fn a_line_is_taken_without_its_comment() {
        let source = Source::new("x", b":skin  my skin#1.obj  # low\r\n high.obj");
        let mut words = Words::new(&source);
        words.word();
        assert_eq!(words.rest_of_line(), b"my skin#1.obj");
        assert!(words.word_in_line().is_none());
        words.word();
        assert!(words.word_in_line().is_none());
    }
}
