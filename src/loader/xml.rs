//! The tags and texts of an XML file, one after the other.
//!
//! ```text
//! <name key="value" …>                opens an element; with /> it is closed at once
//! </name>                             closes one
//! text                                stands between tags; &lt; and the like stand for characters
//! <![CDATA[text]]>                    text as it is
//! <!-- … -->  <? … ?>  <! … >         comments, instructions, declarations: passed over
//! ```
//!
//! There is no tree: it would take a multiple of its file, and need all of it sound. A tag that has no
//! end ends at the next one, so that a fault costs one element and nothing behind it. Entities that a
//! file defines itself stay as they are written: none can grow. Prefixes of names are left out.

use std::ops::Range;

use memchr::{memchr, memmem};

use super::scanner::Word;
use super::text::is_blank;

/// What stands in a file.
#[derive(Clone, Debug)]
pub(super) enum Token<'a> {
    Open(Tag<'a>),
    /// The name of the element.
    Close(&'a [u8]),
    /// The bytes of a text that is not blank, in which entities may stand.
    Text(Range<usize>),
    /// The bytes of a text that means what it is.
    Raw(Range<usize>),
}

/// A tag that opens an element.
#[derive(Clone, Debug)]
pub(super) struct Tag<'a> {
    /// Without its prefix.
    pub name: &'a [u8],
    /// The byte that it begins at.
    pub at: usize,
    /// What stands behind the name.
    attributes: Word<'a>,
}

impl<'a> Tag<'a> {
    /// Whether the element is called so.
    pub fn is(&self, name: &str) -> bool {
        self.name == name.as_bytes()
    }

    /// The value of an attribute as it is written.
    pub fn attribute(&self, name: &str) -> Option<Word<'a>> {
        let Word { text, at } = self.attributes;
        let mut next = 0;
        while let Some(equals) = memchr(b'=', &text[next..]) {
            let key = text[next..next + equals].trim_ascii();
            let mut from = next + equals + 1;
            while text.get(from).is_some_and(|&b| is_blank(b)) {
                from += 1;
            }
            let quote = *text.get(from).filter(|b| b"\"'".contains(b))?;
            from += 1;
            let to = from + memchr(quote, &text[from..])?;
            if local(key) == name.as_bytes() {
                let text = &text[from..to];
                return Some(Word {
                    text,
                    at: at + from,
                });
            }
            next = to + 1;
        }
        None
    }
}

/// A name without its prefix.
fn local(name: &[u8]) -> &[u8] {
    let colon = name.iter().rposition(|&b| b == b':');
    &name[colon.map_or(0, |colon| colon + 1)..]
}

/// What is passed over or is text as it is: how it begins, and how it ends.
const SECTIONS: [(&[u8], &[u8]); 3] = [(b"<!--", b"-->"), (b"<![CDATA[", b"]]>"), (b"<?", b"?>")];
const CDATA: usize = 1;

/// The tags and texts from a byte on.
pub(super) struct Tokens<'a> {
    text: &'a [u8],
    /// The byte to read next.
    pub at: usize,
    /// The name of an element that was closed as it was opened.
    closed: Option<&'a [u8]>,
    /// Which of [`SECTIONS`] have no end any more: to look for it again and again would take the square
    /// of the file's time.
    endless: [bool; 3],
}

impl<'a> Tokens<'a> {
    /// Those of a text from byte `at` on.
    pub fn new(text: &'a [u8], at: usize) -> Self {
        Self {
            text,
            at,
            closed: None,
            endless: [false; 3],
        }
    }

    /// The bytes of a CDATA section; none for what is passed over. `None` where no section begins here.
    fn section(&mut self) -> Option<Range<usize>> {
        let rest = &self.text[self.at..];
        let kind = SECTIONS
            .iter()
            .position(|(begin, _)| rest.starts_with(begin))?;
        let (begin, end) = SECTIONS[kind];
        let from = self.at + begin.len();
        let len = match self.endless[kind] {
            true => None,
            false => memmem::find(&self.text[from..], end),
        };
        self.endless[kind] = len.is_none();
        // Without an end only its beginning is passed over.
        self.at = from + len.map_or(0, |len| len + end.len());
        let len = len.filter(|_| kind == CDATA);
        Some(from..from + len.unwrap_or(0))
    }

    /// Takes the tag or declaration that begins here, without its brackets.
    fn bracket(&mut self) -> &'a [u8] {
        let rest = &self.text[self.at + 1..];
        let mut quote = None;
        let end = rest.iter().position(|&byte| {
            if byte == b'<' || byte == b'>' && quote.is_none() {
                return true;
            }
            match quote {
                Some(open) if open == byte => quote = None,
                None if b"\"'".contains(&byte) => quote = Some(byte),
                _ => {}
            }
            false
        });
        let inside = &rest[..end.unwrap_or(rest.len())];
        let has_end = end.is_some_and(|end| rest[end] == b'>');
        self.at += 1 + inside.len() + usize::from(has_end);
        inside
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        if let Some(name) = self.closed.take() {
            return Some(Token::Close(name));
        }
        loop {
            let from = self.at;
            let rest = &self.text[from..];
            let len = memchr(b'<', rest).unwrap_or(rest.len());
            self.at += len;
            if !rest[..len].iter().all(|&b| is_blank(b)) {
                return Some(Token::Text(from..from + len));
            }
            if len == rest.len() {
                return None;
            }
            match self.section() {
                Some(text) if !text.is_empty() => return Some(Token::Raw(text)),
                Some(_) => continue,
                None => {}
            }
            let at = self.at;
            let inside = self.bracket();
            let (is_close, start) = match inside.first() {
                Some(b'!') => continue,
                Some(b'/') => (true, 1),
                _ => (false, 0),
            };
            let body = inside[start..].strip_suffix(b"/");
            let is_empty = body.is_some();
            let body = body.unwrap_or(&inside[start..]);
            let len = body.iter().position(|&b| is_blank(b));
            let len = len.unwrap_or(body.len());
            let name = local(&body[..len]);
            if is_close {
                return Some(Token::Close(name));
            }
            self.closed = is_empty.then_some(name);
            let attributes = Word {
                text: &body[len..],
                at: at + 1 + len,
            };
            return Some(Token::Open(Tag {
                name,
                at,
                attributes,
            }));
        }
    }
}

/// A text or value with the characters that its entities stand for. What is none that XML itself has
/// stays as it is.
pub(super) fn decoded(text: &[u8]) -> String {
    const NAMED: [(&str, char); 5] = [
        ("amp", '&'),
        ("lt", '<'),
        ("gt", '>'),
        ("quot", '"'),
        ("apos", '\''),
    ];
    let text = String::from_utf8_lossy(text);
    let character = |entity: &str| match entity.strip_prefix('#') {
        Some(number) => {
            let code = match number.strip_prefix(['x', 'X']) {
                Some(number) => u32::from_str_radix(number, 16),
                None => number.parse(),
            };
            code.ok().and_then(char::from_u32)
        }
        None => NAMED
            .iter()
            .find(|(name, _)| *name == entity)
            .map(|named| named.1),
    };
    let mut parts = text.split('&');
    let mut decoded = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let known = part.split_once(';');
        let known = known.and_then(|(entity, behind)| Some((character(entity)?, behind)));
        match known {
            Some((character, behind)) => {
                decoded.push(character);
                decoded += behind;
            }
            None => {
                decoded.push('&');
                decoded += part;
            }
        }
    }
    decoded
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each token in a word: what is opened with the attribute `a`, closed in slashes, text in quotes.
    fn tokens(text: &str) -> Vec<String> {
        let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let token = |token| match token {
            Token::Open(tag) => match tag.attribute("a") {
                Some(Word { text: value, at }) => {
                    assert_eq!(&text.as_bytes()[at..][..value.len()], value);
                    format!("{} a={}", shown(tag.name), decoded(value))
                }
                None => shown(tag.name),
            },
            Token::Close(name) => format!("/{}", shown(name)),
            Token::Text(bytes) => format!("\"{}\"", decoded(&text.as_bytes()[bytes])),
            Token::Raw(bytes) => format!("\"{}\"", &text[bytes]),
        };
        Tokens::new(text.as_bytes(), 0).map(token).collect()
    }

    #[test]
    fn tags_and_texts_come_in_their_order() {
        let text = "<?xml version='1.0'?>\n<!DOCTYPE x>\n<!-- <no/> --><m:x m:a = 'a &gt; b'>\
                    1 &amp;&#65;&#x42;&e; <y b=\"'\" a=\"/>\"/><![CDATA[<&amp;]]></m:x>\n";
        let expected = [
            "x a=a > b",
            "\"1 &AB&e; \"",
            "y a=/>",
            "/y",
            "\"<&amp;\"",
            "/x",
        ];
        assert_eq!(tokens(text), expected);
    }

    #[test]
    fn a_fault_costs_its_own_element_alone() {
        for (text, expected) in [
            ("<a a='1><b a='2'/>", &["a", "b a=2", "/b"][..]),
            ("<a 1 2</a><b/>", &["a", "/a", "b", "/b"]),
            ("<a><!-- <b/>", &["a", "b", "/b"]),
            ("<a><![CDATA[ <b/>", &["a", "b", "/b"]),
            ("<a></b", &["a", "/b"]),
            ("< /><>", &["", "/", ""]),
            ("<a a=1 b='2'>", &["a"]),
            ("<", &[""]),
            ("", &[]),
        ] {
            assert_eq!(tokens(text), expected, "{text}");
        }
    }
}
