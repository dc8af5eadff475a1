//! The scanner: the words of a text file, with their places; and the reader of a loader.

use super::error::{ErrorKind, LoadError};
use super::large::place_in;
use super::line::Lines;
use super::number::{MAX_VALUE, number, usable};
use super::text::{
    is_blank, is_line_end, line_end, place_of, skip_blanks, skip_spaces, without_mark,
};
use super::word::{Word, plain, quoted, warn_of_name};
use super::{Source, decimal_comma};
use crate::take::{Place, WarningCode, Warnings};

/// How a format separates words, beside blanks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Syntax {
    /// Bytes that end a word; the same one three times where there is but one.
    pub ends: [u8; 3],
    /// Whether each of them is a word of its own; else they are blanks.
    pub are_words: bool,
    /// What begins a comment where a word could begin, up to the end of the line; empty for none.
    pub comment: &'static [u8],
}

impl Syntax {
    const BRACES: Self = Self { ends: *b"{}}", are_words: true, comment: b"" };

    #[inline(always)]
    fn ends_word(self, byte: u8) -> bool {
        let [a, b, c] = self.ends;
        byte == a || byte == b || byte == c
    }

    #[inline(always)]
    fn is_blank(self, byte: u8) -> bool {
        is_blank(byte) || !self.are_words && self.ends_word(byte)
    }
}

/// What the functions of a text loader share: the file, a place in it, and the warnings about it.
pub(super) struct Reader<'a> {
    pub scan: Scanner<'a>,
    pub warnings: Warnings,
}

impl<'a> Reader<'a> {
    /// A reader at the start of a file, behind its byte order mark.
    pub fn new(source: &Source<'a>) -> Self {
        Self::of(Scanner::new(source))
    }

    /// A reader from where a scanner is.
    pub fn of(scan: Scanner<'a>) -> Self {
        Self { scan, warnings: Warnings::default() }
    }

    /// Warns of what stands at byte `at`.
    pub fn warn(&mut self, code: WarningCode, at: usize, message: impl Into<String>) {
        self.warnings.add_at(code, || self.scan.place(at), message);
    }

    /// [`warn_of_name`], of one that stands at byte `at`.
    pub fn warn_of_name(&mut self, name: &str, at: usize) {
        warn_of_name(name, || self.scan.place(at), &mut self.warnings);
    }

    /// The [`Scanner::name`] of a node, with a word on what cannot be read of it; the `number`th `noun`
    /// is called so where it has none. `at` is the place to tell.
    pub fn node_name(&mut self, noun: &str, number: usize, at: usize) -> String {
        let mut name = self.scan.name();
        if name.is_empty() {
            name = format!("{noun} {number}");
            let message = format!("a {noun} without a name is called by its number");
            self.warn(WarningCode::NameRepaired, at, message);
        }
        self.warn_of_name(&name, at);
        name
    }
}

/// A reader of words.
#[derive(Clone, Copy)]
pub(super) struct Scanner<'a> {
    pub source: Source<'a>,
    syntax: Syntax,
    /// The byte to read next.
    pub at: usize,
}

impl<'a> Scanner<'a> {
    /// A reader at the start of a file, behind its byte order mark.
    pub fn new(source: &Source<'a>) -> Self {
        Self::with(source, Syntax::BRACES)
    }

    /// As [`Self::new`], for another syntax.
    pub fn with(source: &Source<'a>, syntax: Syntax) -> Self {
        Self { source: *source, syntax, at: source.bytes.len() - without_mark(source.bytes).len() }
    }

    /// A reader of the first bytes of a file, for probes.
    pub fn of_head(bytes: &'a [u8]) -> Self {
        Self::new(&Source::new("", &bytes[..bytes.len().min(4096)]))
    }

    /// The same reader at another place.
    pub fn at(self, at: usize) -> Self {
        Self { at, ..self }
    }

    pub fn lines(&self) -> Lines<'a> {
        Lines::of(self.source.bytes, self.at..self.source.bytes.len())
    }

    /// Goes to the next word; whether there is one.
    #[inline(always)]
    pub fn seek(&mut self) -> bool {
        self.skip_blanks();
        while self.is_at_comment() {
            self.skip_comment();
        }
        self.at < self.source.bytes.len()
    }

    #[inline(always)]
    fn skip_blanks(&mut self) {
        let text = self.source.bytes;
        while text.get(self.at).is_some_and(|&b| self.syntax.is_blank(b)) {
            self.at += 1;
        }
    }

    #[cold]
    fn skip_comment(&mut self) {
        self.skip_line();
        self.skip_blanks();
    }

    /// Goes to the next word of the line, else to its end; whether there is one.
    fn seek_in_line(&mut self) -> bool {
        let text = self.source.bytes;
        let is_space = |b: u8| self.syntax.is_blank(b) && !is_line_end(b);
        while text.get(self.at).is_some_and(|&b| is_space(b)) {
            self.at += 1;
        }
        if self.is_at_comment() {
            self.skip_line();
        }
        text.get(self.at).is_some_and(|&b| !is_line_end(b))
    }

    #[inline(always)]
    fn is_at_comment(&self) -> bool {
        let (text, comment) = (self.source.bytes, self.syntax.comment);
        // Few words begin like a comment.
        let may_be = text.get(self.at).is_some_and(|first| comment.first() == Some(first));
        may_be && text[self.at..].starts_with(comment)
    }

    pub fn word(&mut self) -> Option<Word<'a>> {
        self.seek().then(|| self.word_here())
    }

    /// The next word of the line; at its end, `None`.
    pub fn word_in_line(&mut self) -> Option<Word<'a>> {
        self.seek_in_line().then(|| self.word_here())
    }

    fn word_here(&mut self) -> Word<'a> {
        let (at, syntax) = (self.at, self.syntax);
        let rest = &self.source.bytes[at..];
        let ends = |&b: &u8| is_blank(b) || syntax.ends_word(b);
        // What ends other words may be one itself.
        let len = rest[1..].iter().position(ends).map_or(rest.len(), |n| n + 1);
        let len = if syntax.ends_word(rest[0]) { 1 } else { len };
        self.at += len;
        Word { text: &rest[..len], at }
    }

    pub fn peek(&self) -> Option<Word<'a>> {
        Self { ..*self }.word()
    }

    pub fn peek_in_line(&self) -> Option<Word<'a>> {
        Self { ..*self }.word_in_line()
    }

    /// Takes the next word where it is this keyword.
    pub fn take(&mut self, keyword: &str) -> bool {
        let mut ahead = *self;
        let is_next = ahead.word().is_some_and(|word| word.is(keyword));
        if is_next {
            *self = ahead;
        }
        is_next
    }

    /// Takes a key of one or more words in any case, with the colon behind it if there is one.
    /// What is glued to the colon stays: `Frames:3`.
    pub fn take_key(&mut self, words: &[&str]) -> bool {
        let text = self.source.bytes;
        let mut at = skip_blanks(text, self.at);
        for word in words {
            match text.get(at..at + word.len()) {
                Some(found) if found.eq_ignore_ascii_case(word.as_bytes()) => at += word.len(),
                _ => return false,
            }
            if text.get(at).is_some_and(u8::is_ascii_alphabetic) && word == &words[words.len() - 1]
            {
                return false;
            }
            at = skip_spaces(text, at);
        }
        self.at = at + usize::from(text.get(at) == Some(&b':'));
        true
    }

    /// The rest of the line up to an opening brace, without blanks around it: a name.
    pub fn name(&mut self) -> String {
        let rest = &self.source.bytes[self.at..];
        let len = rest.iter().position(|b| b"\r\n{".contains(b)).unwrap_or(rest.len());
        self.at += len;
        plain(&rest[..len])
    }

    pub fn skip_line(&mut self) {
        self.at = line_end(self.source.bytes, self.at);
    }

    /// The next word as a number that can be used.
    pub fn number(&mut self, what: &str) -> Result<f32, LoadError> {
        self.parsed(what, usable)
    }

    /// The next three words as numbers that can be used.
    pub fn vector(&mut self, what: &str) -> Result<[f32; 3], LoadError> {
        let mut vector = [0.0; 3];
        for (value, axis) in vector.iter_mut().zip(["x", "y", "z"]) {
            *value = self.number(&format!("{what} {axis}"))?;
        }
        Ok(vector)
    }

    /// The next word as a number of a list such as `[0, 0, 0]`: brackets and commas around
    /// it are blanks.
    pub fn number_in_list(&mut self, what: &str) -> Result<f32, LoadError> {
        while self.take("[") || self.take("(") || self.take(",") {}
        self.parsed(what, |text| {
            let text = text.trim_ascii();
            let from = text.iter().position(|b| !b"[(,".contains(b))?;
            let to = text.iter().rposition(|b| !b"]),".contains(b))? + 1;
            usable(text.get(from..to)?)
        })
    }

    /// The next word as a number in double precision, for rates need the digits; not finite where
    /// the file has a word such as `nan`.
    pub fn double(&mut self, what: &str) -> Result<f64, LoadError> {
        self.parsed(what, |text| {
            let parsed = std::str::from_utf8(text).ok().and_then(|t| t.parse().ok());
            parsed.or_else(|| number(text).map(|n| f64::from(n.value)))
        })
    }

    fn parsed<T>(
        &mut self,
        what: &str,
        parse: impl Fn(&[u8]) -> Option<T>,
    ) -> Result<T, LoadError> {
        let mut ahead = *self;
        let Some(value) = ahead.word().and_then(|word| parse(word.text)) else {
            return Err(self.expected_number(format!("a number for {what}")));
        };
        *self = ahead;
        Ok(value)
    }

    /// An error at the next word, which is no number.
    pub fn expected_number(&self, what: impl Into<String>) -> LoadError {
        match self.peek() {
            Some(word) => self.expected_number_at(word.at, what, word.text),
            None => self.expected(what),
        }
    }

    /// An error at a word of any place, which is no number.
    pub fn expected_number_at(&self, at: usize, what: impl Into<String>, word: &[u8]) -> LoadError {
        let error = self.expected_at(at, what, quoted(word));
        if decimal_comma::is_number(word) || self.is_half(at, word) {
            error.hint(DECIMAL_COMMA)
        } else if number(word).is_some_and(|n| n.value.abs() > MAX_VALUE) {
            error.hint(format!("no length or angle is beyond {MAX_VALUE:e}"))
        } else {
            error
        }
    }

    /// An error at the next word: something else must stand there.
    pub fn expected(&self, what: impl Into<String>) -> LoadError {
        let Some(word) = self.peek() else {
            let end = self.source.bytes.trim_ascii_end().len();
            return self.expected_at(end, what, "the end of the file");
        };
        let error = self.expected_at(word.at, what, word.quoted());
        if self.is_half(word.at, word.text) { error.hint(DECIMAL_COMMA) } else { error }
    }

    /// Whether a word can be what stands behind the comma of a number, where commas are blanks.
    fn is_half(&self, at: usize, word: &[u8]) -> bool {
        let is_behind_comma = self.source.bytes[..at].last() == Some(&b',');
        is_behind_comma && self.syntax.is_blank(b',') && number(word).is_some()
    }

    pub fn expected_at(
        &self,
        at: usize,
        what: impl Into<String>,
        found: impl Into<String>,
    ) -> LoadError {
        let kind = ErrorKind::Expected { what: what.into(), found: found.into() };
        self.error_at(at, kind)
    }

    pub fn error_at(&self, at: usize, kind: ErrorKind) -> LoadError {
        LoadError::at(&self.source, at, kind)
    }

    /// An error where what the file says cannot be.
    pub fn contradiction(&self, at: usize, what: impl Into<String>) -> LoadError {
        LoadError::contradiction(&self.source, at, what)
    }

    pub fn place(&self, at: usize) -> Place {
        match self.source.large {
            Some(file) if at > self.source.bytes.len() => place_in(file, at),
            _ => place_of(self.source.bytes, at),
        }
    }
}

/// What to do about `1,5`.
const DECIMAL_COMMA: &str =
    "numbers need a decimal point; export the file with English number format";

#[cfg(test)]
mod tests {
    use super::super::word::MAX_NAME;
    use super::*;

    #[test]
    fn braces_are_words_of_their_own() {
        let source = Source::new("x", b"\xef\xbb\xbfROOT Hips{OFFSET\t1}");
        let mut scan = Scanner::new(&source);
        let mut words = Vec::new();
        while let Some(word) = scan.word() {
            words.push(String::from_utf8_lossy(word.text).into_owned());
        }
        assert_eq!(words, ["ROOT", "Hips", "{", "OFFSET", "1", "}"]);
    }

    #[test]
    fn a_name_runs_to_the_end_of_its_line() {
        let source = Source::new("x", b"JOINT Left Foot.001 \r\n{");
        let mut scan = Scanner::new(&source);
        assert!(scan.take("joint"));
        assert_eq!(scan.name(), "Left Foot.001");
        assert!(scan.take("{"));
    }

    #[test]
    fn names_show_in_one_line_and_obey_nobody() {
        assert_eq!(plain(b" Left\tFoot "), "Left Foot");
        assert_eq!(plain(b"a\x1b[2J\x7f"), "a·[2J·");
        assert_eq!(plain("é\u{85}ü\u{9b}".as_bytes()), "é ü·");
    }

    #[test]
    fn long_names_are_cut_and_told_with_their_place() {
        let mut warnings = Warnings::default();
        for len in [256, 257, 3_000_000] {
            let name = plain(&b"x".repeat(len));
            assert_eq!(name.chars().count(), len.min(MAX_NAME + 1));
            let place = || Place::Text { line: 3, column: 7 };
            warn_of_name(&name, place, &mut warnings);
        }
        let messages: Vec<String> = warnings.finish().iter().map(|w| w.to_string()).collect();
        let what =
            "3:7: a name is longer than 256 characters: it is cut there, and ends in … (2 times)";
        assert_eq!(messages, [what]);
    }

    #[test]
    fn long_words_are_quoted_in_part() {
        assert!(quoted(&b"x".repeat(1 << 20)).len() < 60);
    }
}
