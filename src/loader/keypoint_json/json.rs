//! JSON, read value by value in the order of the file, without a tree.
//!
//! ```text
//! {"key": value, …}   [value, …]   "text"   1.5e3   true   false   null
//! NaN   Infinity   -Infinity       what Python writes for numbers that are none: read as gaps
//! ```
//!
//! Two things that `serde_json` does not give are needed here: numbers that are none, which are usual in these files
//! and end its reading; and the byte of a fault with everything ahead of it kept, for what is cut off still opens.

use std::borrow::Cow;

use memchr::memchr2;

use super::super::Source;
use super::super::error::{ErrorKind, LoadError};
use super::super::number::{Number, double, number, number_before};
use super::super::text::{is_blank, skip_blanks, without_mark};
use super::super::word::{plain_text, quoted};
use super::form::Form;
use super::large;

/// As deep as `serde_json` goes; each level takes some of the stack.
const MAX_DEPTH: usize = 128;

/// What is wrong, and at which byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub at: usize,
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// Something else must stand there.
    Expected(&'static str),
    TooDeep,
    Cancelled,
}

pub(super) type Result<T> = std::result::Result<T, Fault>;

impl Fault {
    pub fn cancelled() -> Self {
        Self { at: 0, what: What::Cancelled }
    }

    /// The same fault, where the text begins at this byte of the file.
    pub fn behind(self, origin: usize) -> Self {
        Self { at: origin + self.at, ..self }
    }

    /// The fault as people are told of it, with its place in the file.
    pub fn error(self, source: &Source<'_>) -> LoadError {
        large::error(source, self.at, |source, at| match self.what {
            What::Expected(what) => {
                let found = found_at(source.bytes, at);
                let kind = ErrorKind::Expected { what: what.to_string(), found };
                LoadError::at(source, at, kind)
            }
            What::TooDeep => {
                let what = format!("lists and objects are nested deeper than {MAX_DEPTH} levels");
                LoadError::contradiction(source, at, what)
            }
            What::Cancelled => LoadError::new(source, ErrorKind::Cancelled),
        })
    }
}

/// What stands at a byte, as an error quotes it.
fn found_at(text: &[u8], at: usize) -> String {
    let rest = &text[at.min(text.len())..];
    let is_end = |b: &u8| is_blank(*b) || b",:]}".contains(b);
    let up_to = |text: &[u8], end: Option<usize>| quoted(&text[..end.unwrap_or(text.len())]);
    match rest {
        [] => "the end of the file".to_string(),
        [b'"', text @ ..] => up_to(text, memchr2(b'"', b'\n', text)),
        [b'{' | b'[' | b']' | b'}' | b',' | b':', ..] => up_to(rest, Some(1)),
        _ => up_to(rest, rest.iter().position(is_end)),
    }
}

/// What kind of value comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Object,
    List,
    Text,
    Null,
    /// A number, or anything else that is one word.
    Word,
}

/// A text in JSON, and how far it has been read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Json<'a> {
    text: &'a [u8],
    /// The byte that comes next.
    pub at: usize,
    depth: usize,
}

impl<'a> Json<'a> {
    pub fn new(text: &'a [u8]) -> Self {
        Self { text, at: text.len() - without_mark(text).len(), depth: 0 }
    }

    fn fail<T>(&self, what: &'static str) -> Result<T> {
        Err(Fault { at: self.at, what: What::Expected(what) })
    }

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        match self.text.get(self.at) {
            Some(&byte) if is_blank(byte) => {
                self.at = skip_blanks(self.text, self.at);
                self.text.get(self.at).copied()
            }
            byte => byte.copied(),
        }
    }

    pub fn kind(&mut self) -> Kind {
        match self.next() {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::List,
            Some(b'"') => Kind::Text,
            Some(b'n') => Kind::Null,
            _ => Kind::Word,
        }
    }

    /// Whether nothing but blanks is left.
    pub fn is_at_end(&mut self) -> bool {
        self.next().is_none()
    }

    #[inline(always)]
    fn open(&mut self, bracket: u8, what: &'static str) -> Result<()> {
        if self.next() != Some(bracket) {
            return self.fail(what);
        }
        if self.depth == MAX_DEPTH {
            return Err(Fault { at: self.at, what: What::TooDeep });
        }
        self.depth += 1;
        self.at += 1;
        Ok(())
    }

    #[inline(always)]
    fn closes(&mut self, bracket: u8) -> bool {
        let closes = self.next() == Some(bracket);
        self.depth -= usize::from(closes);
        self.at += usize::from(closes);
        closes
    }

    /// Whether another value follows in a list or object that the bracket closes.
    #[inline(always)]
    fn goes_on(&mut self, bracket: u8, what: &'static str) -> Result<bool> {
        if self.next() == Some(b',') {
            self.at += 1;
            return Ok(true);
        }
        if self.closes(bracket) { Ok(false) } else { self.fail(what) }
    }

    /// Reads a list: `each` reads one of its values.
    pub fn list(&mut self, mut each: impl FnMut(&mut Self) -> Result<()>) -> Result<()> {
        self.open(b'[', "a list")?;
        if self.closes(b']') {
            return Ok(());
        }
        loop {
            each(self)?;
            if !self.goes_on(b']', "a comma or the end of the list")? {
                return Ok(());
            }
        }
    }

    /// Reads an object: `each` reads the value of a key, which is as the file writes it.
    pub fn object(
        &mut self,
        mut each: impl FnMut(&'a [u8], &mut Self) -> Result<()>,
    ) -> Result<()> {
        self.open(b'{', "an object")?;
        if self.closes(b'}') {
            return Ok(());
        }
        loop {
            let key = self.quoted("a key in quotes")?;
            if self.next() != Some(b':') {
                return self.fail("a colon behind the key");
            }
            self.at += 1;
            each(key, self)?;
            if !self.goes_on(b'}', "a comma or the end of the object")? {
                return Ok(());
            }
        }
    }

    /// Reads what is in quotes, as the file writes it.
    #[inline(always)]
    fn quoted(&mut self, what: &'static str) -> Result<&'a [u8]> {
        if self.next() != Some(b'"') {
            return self.fail(what);
        }
        let start = self.at + 1;
        let mut end = start;
        loop {
            match memchr2(b'"', b'\\', &self.text[end.min(self.text.len())..]) {
                Some(len) if self.text[end + len] == b'"' => {
                    self.at = end + len + 1;
                    return Ok(&self.text[start..end + len]);
                }
                Some(len) => end += len + 2,
                None => return Err(Fault { at: self.text.len(), what: What::Expected("a quote") }),
            }
        }
    }

    /// Reads a text, as the file writes it: [`decoded`] is what that means.
    pub fn text(&mut self) -> Result<&'a [u8]> {
        self.quoted("a text in quotes")
    }

    /// Reads a number; NaN for null and for the words of numbers that are none.
    #[inline(always)]
    pub fn number(&mut self) -> Result<f32> {
        if self.next() == Some(b'n') && self.word() == b"null" {
            self.at += b"null".len();
            return Ok(f32::NAN);
        }
        // At the end of the text there is none.
        let at = self.at.min(self.text.len());
        let Some(Number { value, len }) = number_before::<b']'>(self.text, at) else {
            return self.fail("a number");
        };
        self.at += len;
        Ok(value)
    }

    /// Reads a number that is no place, in double precision; `None` for null.
    pub fn double(&mut self) -> Result<Option<f64>> {
        self.next();
        let word = self.word();
        let value = double(word);
        if value.is_none() && number(word).is_none() && word != b"null" {
            return self.fail("a number");
        }
        self.at += word.len();
        Ok(value)
    }

    /// Up to what ends a value that has no brackets and no quotes.
    fn word(&self) -> &'a [u8] {
        let rest = &self.text[self.at.min(self.text.len())..];
        let is_end = |b: &u8| is_blank(*b) || b",]}[{\":".contains(b);
        &rest[..rest.iter().position(is_end).unwrap_or(rest.len())]
    }

    /// Reads a list of numbers, or of lists of numbers, one behind the other.
    pub fn numbers(&mut self, values: &mut Vec<f32>) -> Result<Rows> {
        let first = values.len();
        let mut rows = Rows::default();
        self.list(|json| match json.kind() {
            Kind::List => {
                let start = (values.len(), json.at);
                json.list(|json| {
                    values.push(json.number()?);
                    Ok(())
                })?;
                let width = values.len() - start.0;
                if rows.count > 0 && width != rows.width {
                    let what = What::Expected("as many numbers as in the lists before");
                    return Err(Fault { at: start.1, what });
                }
                rows = Rows { count: rows.count + 1, width };
                Ok(())
            }
            Kind::Null if rows.count > 0 => {
                rows.count += 1;
                values.resize(values.len() + rows.width, f32::NAN);
                json.skip()
            }
            _ => {
                values.push(json.number()?);
                Ok(())
            }
        })?;
        let is_mixed = rows.count > 0 && rows.count * rows.width != values.len() - first;
        if is_mixed { self.fail("lists of numbers alone") } else { Ok(rows) }
    }

    /// Reads the numbers of joints in one of these forms: by how many each joint has where it has a list of its own, else
    /// the first form that they all fit.
    pub fn joints(&mut self, values: &mut Vec<f32>, forms: &[Form]) -> Result<Form> {
        self.next();
        let start = (self.at, values.len());
        let rows = self.numbers(values)?;
        let count = values.len() - start.1;
        let fits = |form: &&Form| match rows.count {
            0 => count.is_multiple_of(form.width()),
            _ => rows.width == form.width(),
        };
        let what = What::Expected("as many numbers as joints have");
        forms.iter().find(fits).copied().ok_or(Fault { at: start.0, what })
    }

    /// What kind of value is the first one of the list that comes next.
    pub fn kind_inside(mut self) -> Kind {
        match self.open(b'[', "a list") {
            Ok(()) => self.kind(),
            Err(_) => Kind::Word,
        }
    }

    /// Passes over a value, whatever it is.
    pub fn skip(&mut self) -> Result<()> {
        match self.kind() {
            Kind::Object => self.object(|_, json| json.skip()),
            Kind::List => self.list(Self::skip),
            Kind::Text => self.text().map(|_| ()),
            Kind::Null | Kind::Word => {
                let word = self.word();
                if word.is_empty() {
                    return self.fail("a value");
                }
                self.at += word.len();
                Ok(())
            }
        }
    }
}

/// The lists of numbers that were in a list; none where it is of numbers alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Rows {
    pub count: usize,
    /// How many numbers each of them has.
    pub width: usize,
}

/// What a text means that the file writes so.
pub(super) fn decoded(text: &[u8]) -> Cow<'_, str> {
    let escaped = || {
        let whole = [b"\"", text, b"\""].concat();
        serde_json::from_slice::<String>(&whole).ok()
    };
    let decoded = text.contains(&b'\\').then(escaped).flatten();
    decoded.map_or_else(|| String::from_utf8_lossy(text), Cow::Owned)
}

/// [`decoded`] for lists of names.
pub(super) fn name(text: &[u8]) -> String {
    plain_text(&decoded(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All numbers of a text, and what is wrong with it.
    fn numbers(text: &str) -> (Vec<f32>, std::result::Result<Rows, String>) {
        let mut values = Vec::new();
        let read = Json::new(text.as_bytes()).numbers(&mut values);
        let source = Source::new("x", text.as_bytes());
        (values, read.map_err(|fault| fault.error(&source).to_string()))
    }

    #[test]
    fn lists_of_numbers_lie_one_behind_the_other() {
        for (text, expected, count) in [
            ("[]", &[][..], 0),
            ("\u{feff} [ 1 , -2.5,3e2 ]", &[1.0, -2.5, 300.0], 0),
            ("[[1,2],[3,4.125]]", &[1.0, 2.0, 3.0, 4.125], 2),
            ("[[1.00000000000000000001,2]]", &[1.0, 2.0], 1),
        ] {
            let (values, rows) = numbers(text);
            assert_eq!(
                (values.as_slice(), rows.map(|rows| rows.count)),
                (expected, Ok(count)),
                "{text}"
            );
        }
        let (values, rows) = numbers("[[1,2],null,[NaN,null],[Infinity,-Infinity]]");
        assert_eq!(rows, Ok(Rows { count: 4, width: 2 }));
        assert!(values[..2] == [1.0, 2.0] && values[2..].iter().all(|value| value.is_nan()));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (text, message) in [
            ("", "x:1:1: expected a list, found the end of the file"),
            ("{}", "x:1:1: expected a list, found \"{\""),
            ("[1,\n two]", "x:2:2: expected a number, found \"two\""),
            ("[1 2]", "x:1:4: expected a comma or the end of the list, found \"2\""),
            ("[1,]", "x:1:4: expected a number, found \"]\""),
            ("[\"1\"]", "x:1:2: expected a number, found \"1\""),
            ("[1.2.3]", "x:1:2: expected a number, found \"1.2.3\""),
            ("[[1,2],[3]]", "x:1:8: expected as many numbers as in the lists before, found \"[\""),
            ("[[1,2],3]", "x:1:10: expected lists of numbers alone, found the end of the file"),
            ("[1,2", "x:1:5: expected a comma or the end of the list, found the end of the file"),
        ] {
            let error = numbers(text).1.unwrap_err();
            assert_eq!(error.lines().next(), Some(message), "{text}");
        }
    }

    #[test]
    fn keys_and_texts_mean_what_their_escapes_do() {
        let text = br#"{"a\"b": "n\u00e4me\\", "": "", "x": [true, {"y": null}]}"#;
        let mut found = Vec::new();
        let mut json = Json::new(text);
        json.object(|key, json| {
            let value = if json.kind() == Kind::Text { name(json.text()?) } else { "-".into() };
            if value == "-" {
                json.skip()?;
            }
            found.push((decoded(key).into_owned(), value));
            Ok(())
        })
        .unwrap();
        assert!(json.is_at_end());
        let expected = [("a\"b", "näme\\"), ("", ""), ("x", "-")];
        assert!(found.iter().map(|(key, value)| (&**key, &**value)).eq(expected), "{found:?}");
    }

    #[test]
    fn nesting_has_an_end() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(Json::new(nested(MAX_DEPTH).as_bytes()).skip().is_ok());
        let fault = Json::new(nested(MAX_DEPTH + 1).as_bytes()).skip().unwrap_err();
        assert_eq!((fault.at, fault.what), (MAX_DEPTH, What::TooDeep));
    }
}
