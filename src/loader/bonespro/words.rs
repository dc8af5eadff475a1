//! The tokenizer of BonesPro exports: `//` begins a comment.

use std::fmt::Display;
use std::str::FromStr;

use super::super::Source;
use super::super::error::LoadError;
use super::super::number::{MAX_VALUE, Number, number, number_at};
use super::super::reporter::ProgressReporter;
use super::super::scanner::{Reader, Scanner, Syntax};
use super::super::unread_rows::Damage;
use super::super::word::{plain, quoted};
use crate::take::WarningCode;

const COMMENT: &[u8] = b"//";

pub(super) struct Words<'a> {
    pub reader: Reader<'a>,
    reporter: ProgressReporter<'a>,
    /// Whether something was expected where the file had ended.
    pub broke_off: bool,
    pub damage: Damage,
}

impl<'a> Words<'a> {
    pub fn new(source: &Source<'a>) -> Self {
        let syntax = Syntax { ends: [b' '; 3], are_words: true, comment: COMMENT };
        Self {
            reader: Reader::of(Scanner::with(source, syntax)),
            reporter: ProgressReporter::through(source),
            broke_off: false,
            damage: Damage::default(),
        }
    }

    /// Goes to the next word, and returns its byte; `None` at the end of the file.
    #[inline(always)]
    pub fn seek(&mut self) -> Option<usize> {
        self.reader.scan.seek().then_some(self.reader.scan.at)
    }

    /// The byte of the next word, else the end of the file.
    pub fn next_at(&mut self) -> usize {
        self.seek();
        self.reader.scan.at
    }

    /// The next word without taking it: up to a blank or a comment.
    pub fn peek(&mut self) -> Option<&'a [u8]> {
        self.seek();
        let word = self.reader.scan.peek()?.text;
        Some(&word[..word.windows(2).position(|pair| pair == COMMENT).unwrap_or(word.len())])
    }

    pub fn remaining(&self) -> usize {
        self.reader.scan.source.bytes.len() - self.reader.scan.at
    }

    /// Reports how far the reading has come; fails where nobody waits for the rest.
    pub fn report_progress(&mut self) -> Result<(), LoadError> {
        self.reporter.advance(&self.reader.scan.source, self.reader.scan.at)
    }

    #[inline(always)]
    pub fn number(&mut self, what: impl FnOnce() -> String) -> Result<f32, LoadError> {
        self.reader.scan.seek();
        let found = number_at(self.reader.scan.source.bytes, self.reader.scan.at)
            // A number with a comment right behind it is none to that function.
            .or_else(|| self.peek().and_then(number));
        match found {
            Some(Number { value, len }) if value.abs() <= MAX_VALUE => {
                self.reader.scan.at += len;
                Ok(value)
            }
            _ => {
                self.broke_off = self.remaining() == 0;
                Err(self.reader.scan.expected_number(format!("a number for {}", what())))
            }
        }
    }

    fn numbers<const N: usize>(
        &mut self,
        what: impl Fn(usize) -> String,
    ) -> Result<[f32; N], LoadError> {
        let mut numbers = [0.0; N];
        for (i, value) in numbers.iter_mut().enumerate() {
            *value = self.number(|| what(i))?;
        }
        Ok(numbers)
    }

    /// The next three numbers: `Tx`, `Ty` and `Tz` of the owner, for the letter `T`.
    pub fn vector(&mut self, letter: &str, owner: impl Display) -> Result<[f32; 3], LoadError> {
        self.numbers(|i| format!("{letter}{} of {owner}", ["x", "y", "z"][i]))
    }

    pub fn euler(&mut self, owner: impl Display) -> Result<[f32; 3], LoadError> {
        self.numbers(|i| format!("E{i} of {owner}"))
    }

    /// The next nine numbers: `R00` to `R22` of the owner, row after row.
    pub fn matrix(&mut self, owner: impl Display) -> Result<[f32; 9], LoadError> {
        self.numbers(|i| format!("R{}{} of {owner}", i / 3, i % 3))
    }

    pub fn take_whole<T: FromStr>(&mut self) -> Option<T> {
        let text = self.peek()?;
        let value = std::str::from_utf8(text).ok()?.parse().ok()?;
        self.reader.scan.at += text.len();
        Some(value)
    }

    /// The next word as a whole number within what `T` holds.
    pub fn whole<T: FromStr>(&mut self, what: impl Display) -> Result<T, LoadError> {
        self.take_whole().ok_or_else(|| self.expected(format!("{what}, a whole number")))
    }

    pub fn take(&mut self, word: &str) -> bool {
        let found = self.peek() == Some(word.as_bytes());
        if found {
            self.reader.scan.at += word.len();
        }
        found
    }

    /// A name in angle brackets, slashes included, without blanks around it; `None` where none stands here.
    pub fn name(&mut self) -> Option<String> {
        let rest = &self.reader.scan.source.bytes[self.seek()?..];
        let len = rest.iter().position(|b| b">\r\n".contains(b))?;
        if rest[0] != b'<' || rest[len] != b'>' {
            return None;
        }
        self.reader.scan.at += len + 1;
        Some(plain(&rest[1..len]))
    }

    /// Takes the longest of these phrases that stands here, and returns its value. Only letters count, in
    /// any case: quotes, brackets, full stops, blanks and line ends may stand wherever they like.
    pub fn phrase<T: Copy>(&mut self, phrases: &[(&str, T)]) -> Option<T> {
        let start = self.reader.scan.at;
        let mut read = String::new();
        let mut longest = None;
        while let Some(word) = self.peek() {
            let letters = word.iter().filter(|b| b.is_ascii_alphabetic());
            read.extend(letters.map(|b| char::from(b.to_ascii_lowercase())));
            if word.iter().any(u8::is_ascii_digit)
                || !phrases.iter().any(|(phrase, _)| phrase.starts_with(&read))
            {
                break;
            }
            self.reader.scan.at += word.len();
            let found = phrases.iter().find(|(phrase, _)| *phrase == read);
            longest = found.map(|&(_, value)| (value, self.reader.scan.at)).or(longest);
        }
        self.reader.scan.at = longest.map_or(start, |(_, end)| end);
        longest.map(|(value, _)| value)
    }

    pub fn choice<T: Copy>(&mut self, phrases: &[(&str, T)], what: &str) -> Result<T, LoadError> {
        self.phrase(phrases).ok_or_else(|| self.expected(what))
    }

    pub fn expected(&mut self, what: impl Into<String>) -> LoadError {
        self.broke_off = self.seek().is_none();
        self.reader.scan.expected(what)
    }
}

/// The numbers by which a file calls its bones or its vertices. The format's definition counts both
/// from 0; a file that never says 0 but does say as many as there are counts from 1.
pub(super) struct Numbering {
    count: u32,
    /// One of them, and many.
    nouns: [&'static str; 2],
    has_zero: bool,
    /// Where the number that only fits a count from 1 stands first.
    beyond: Option<usize>,
}

impl Numbering {
    pub fn new(count: u32, nouns: [&'static str; 2]) -> Self {
        Self { count, nouns, has_zero: false, beyond: None }
    }

    /// The next word as the number of one of them, as the file counts.
    pub fn read(&mut self, words: &mut Words<'_>) -> Result<u32, LoadError> {
        let at = words.next_at();
        let number = words.whole(format_args!("the number of a {}", self.nouns[0]))?;
        self.has_zero |= number == 0;
        if number > self.count {
            return Err(self.error(words, at));
        }
        if number == self.count {
            self.beyond.get_or_insert(at);
        }
        Ok(number)
    }

    /// The number of the first of them, once all numbers are read.
    pub fn first(&self, words: &mut Words<'_>) -> Result<u32, LoadError> {
        let Some(at) = self.beyond else { return Ok(0) };
        if self.has_zero {
            return Err(self.error(words, at));
        }
        let message = format!("{} are counted from 1 here, not from 0", self.nouns[1]);
        words.reader.warn(WarningCode::ConventionDiffers, at, message);
        Ok(1)
    }

    fn error(&self, words: &mut Words<'_>, at: usize) -> LoadError {
        let [one, many] = self.nouns;
        words.reader.scan.at = at;
        let found = quoted(words.peek().unwrap_or_default());
        let what = format!("the number of a {one}, below {}", self.count);
        words.reader.scan.expected_at(at, what, found).hint(format!("{many} are counted from 0"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_skipped_wherever_they_are() {
        let source = Source::new("x", b"// one\r\n1//two\n // three\r2.5 // four\n* // 5");
        let mut words = Words::new(&source);
        assert_eq!(words.whole::<u32>("n").unwrap(), 1);
        assert_eq!(words.number(String::new).unwrap(), 2.5);
        assert!(!words.broke_off);
        assert!(words.take("*"));
        assert_eq!(words.seek(), None);
    }

    #[test]
    fn a_number_glued_to_a_comment_is_a_number() {
        let mut words = Words::new(&Source::new("x", b"-1.5//half\n2"));
        assert_eq!(words.number(String::new).unwrap(), -1.5);
        assert_eq!(words.number(String::new).unwrap(), 2.0);
        assert!(words.number(|| "more".into()).is_err());
        assert!(words.broke_off);
    }

    #[test]
    fn a_name_may_carry_blanks_slashes_and_nothing_of_the_next_line() {
        let mut words = Words::new(&Source::new("x", b" < Left Foot // 1 > <cut\noff>"));
        assert_eq!(words.name().as_deref(), Some("Left Foot // 1"));
        assert_eq!(words.name(), None);
    }

    #[test]
    fn the_longest_phrase_counts_and_only_its_letters() {
        let phrases = [("relative", 1), ("relativetoparent", 2), ("absolute", 3)];
        for (text, found, next) in [
            ("Relative to Parent 7", Some(2), Some(7)),
            ("RELATIVE 7", Some(1), Some(7)),
            ("\"relative\nto // it\n parent\" 7", Some(2), Some(7)),
            ("( Absolute ) 7", Some(3), Some(7)),
            ("relative to 7", Some(1), None),
            ("relatively", None, None),
            ("relative2", None, None),
        ] {
            let mut words = Words::new(&Source::new("x", text.as_bytes()));
            assert_eq!(words.phrase(&phrases), found, "{text}");
            assert_eq!(words.whole::<u32>("n").ok(), next, "{text}");
        }
    }
}
