//! The tags and texts of an XML file, one after the other.
//!
//! ```text
//! <name key="value" …>                opens an element; with /> it is closed at once
//! </name>                             closes one
//! text                                stands between tags; &lt; and the like stand for characters
//! <![CDATA[text]]>                    text as it is
//! <!-- … -->  <? … ?>  <!DOCTYPE … >  comments, instructions, declarations: passed over
//! ```
//!
//! There is no tree: it would take a multiple of its file, and need all of it sound. No tag has another
//! one inside, so that each is read for itself, and one that has no end ends at the next one: a fault
//! costs one element and nothing behind it. Entities that a file defines itself stay as they are
//! written: none can grow. Prefixes of names are left out.

use std::ops::Range;

use memchr::memchr;
use quick_xml::Reader;
use quick_xml::errors::{Error, SyntaxError};
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesEnd, BytesStart, Event};
use quick_xml::name::QName;

use super::text::{is_blank, word_end};
use super::word::Word;

pub(super) enum Token<'a> {
    Open(Tag<'a>),
    Close(&'a [u8]),
    /// The bytes of a text that is not blank, in which entities may stand.
    Text(Range<usize>),
    /// The bytes of a text that means what it is.
    Raw(Range<usize>),
}

pub(super) struct Tag<'a> {
    /// Without its prefix.
    pub name: &'a [u8],
    pub at: usize,
    start: BytesStart<'a>,
    text: &'a [u8],
}

impl<'a> Tag<'a> {
    pub fn is(&self, name: &str) -> bool {
        self.name == name.as_bytes()
    }

    /// The value of an attribute as it is written.
    pub fn attribute(&self, name: &str) -> Option<Word<'a>> {
        let mut all = self.start.attributes();
        let mut all = all.with_checks(false).flatten();
        let found = all.find(|one| one.key.local_name().as_ref() == name.as_bytes())?;
        let at = found.value.as_ptr().addr() - self.text.as_ptr().addr();
        Some(Word { text: &self.text[at..at + found.value.len()], at })
    }
}

pub(super) struct Tokens<'a> {
    text: &'a [u8],
    pub at: usize,
    /// The name of an element that was closed as it was opened.
    closed: Option<&'a [u8]>,
    /// What has no end any more: to look for it again and again would take the square of the file's time.
    endless: Vec<SyntaxError>,
}

impl<'a> Tokens<'a> {
    pub fn new(text: &'a [u8], at: usize) -> Self {
        Self { text, at, closed: None, endless: Vec::new() }
    }

    /// Reads what begins with the bracket at this byte; `None` for what is passed over.
    fn markup(&mut self) -> Option<Token<'a>> {
        let at = self.at;
        let (event, len) = self.event(&self.text[at..]);
        self.at += len;
        match event {
            Event::Start(start) => Some(Token::Open(self.tag(start, at))),
            Event::Empty(start) => {
                let tag = self.tag(start, at);
                self.closed = Some(tag.name);
                Some(Token::Open(tag))
            }
            Event::End(end) => Some(Token::Close(self.name(end.name(), at + "</".len()))),
            Event::CData(text) if !text.is_empty() => {
                let from = at + "<![CDATA[".len();
                Some(Token::Raw(from..from + text.len()))
            }
            _ => None,
        }
    }

    /// What a text begins with, and how long that is. It ends ahead of the next bracket, but for
    /// comments and the like, which may have tags inside.
    fn event(&mut self, text: &'a [u8]) -> (Event<'a>, usize) {
        let len = memchr(b'<', &text[1..]).map_or(text.len(), |len| 1 + len);
        let piece = &text[..len];
        let fault = match event(piece) {
            Ok(event) => return event,
            Err(Error::Syntax(fault)) => fault,
            Err(_) => return (Event::Eof, len),
        };
        if matches!(piece.get(1), Some(b'!' | b'?')) && !self.endless.contains(&fault) {
            match event(text) {
                Ok(event) => return event,
                Err(_) => self.endless.push(fault),
            }
        }
        (without_end(piece), len)
    }

    fn tag(&self, start: BytesStart<'a>, at: usize) -> Tag<'a> {
        Tag { name: self.name(start.name(), at + "<".len()), at, start, text: self.text }
    }

    fn name(&self, name: QName<'_>, at: usize) -> &'a [u8] {
        QName(&self.text[at..at + name.into_inner().len()]).local_name().into_inner()
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
                return Some(Token::Text(from..self.at));
            }
            if len == rest.len() {
                return None;
            }
            if let Some(token) = self.markup() {
                return Some(token);
            }
        }
    }
}

fn event(text: &[u8]) -> Result<(Event<'_>, usize), Error> {
    let mut reader = Reader::from_reader(text);
    reader.config_mut().allow_unmatched_ends = true;
    Ok((reader.read_event()?, reader.buffer_position() as usize))
}

/// What a text begins that has no end: as much of a tag's name and attributes as can be read.
fn without_end(text: &[u8]) -> Event<'_> {
    let is_close = text.starts_with(b"</");
    let first = text[1 + usize::from(is_close)..].utf8_chunks().next();
    let content = first.map_or("", |chunk| chunk.valid());
    let name = &content[..word_end(content.as_bytes(), 0)];
    let name = name.trim_end_matches('/').len();
    match text.get(1) {
        Some(b'!' | b'?') => Event::Eof,
        _ if is_close => Event::End(BytesEnd::new(&content[..name])),
        _ => Event::Start(BytesStart::from_content(content, name)),
    }
}

/// A text or value with the characters that XML's own entities stand for; others stay as they are.
pub(super) fn decode(text: &[u8]) -> String {
    let mut reader = Reader::from_reader(text);
    reader.config_mut().allow_dangling_amp = true;
    let mut decoded = String::new();
    loop {
        match reader.read_event() {
            Ok(Event::Text(text)) => decoded += &String::from_utf8_lossy(&text),
            Ok(Event::GeneralRef(entity)) => {
                let name = String::from_utf8_lossy(&entity);
                match entity.resolve_char_ref() {
                    Ok(Some(character)) => decoded.push(character),
                    _ => match resolve_predefined_entity(&name) {
                        Some(known) => decoded += known,
                        None => decoded += &format!("&{name};"),
                    },
                }
            }
            _ => return decoded,
        }
    }
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
                    format!("{} a={}", shown(tag.name), decode(value))
                }
                None => shown(tag.name),
            },
            Token::Close(name) => format!("/{}", shown(name)),
            Token::Text(bytes) => format!("\"{}\"", decode(&text.as_bytes()[bytes])),
            Token::Raw(bytes) => format!("\"{}\"", &text[bytes]),
        };
        Tokens::new(text.as_bytes(), 0).map(token).collect()
    }

    #[test]
    fn tags_and_texts_come_in_their_order() {
        let text = "<?xml version='1.0'?>\n<!DOCTYPE x>\n<!-- <no/> --><m:x m:a = 'a &gt; b'>\
                    1 &amp;&#65;&#x42;&e; <y b=\"'\" a=\"/>\"/><![CDATA[<&amp;]]></m:x>\n";
        let expected = ["x a=a > b", "\"1 &AB&e; \"", "y a=/>", "/y", "\"<&amp;\"", "/x"];
        assert_eq!(tokens(text), expected);
    }

    #[test]
    fn a_fault_costs_its_own_element_alone() {
        for (text, expected) in [
            ("<a a='1><b a='2'/>", &["a", "b a=2", "/b"][..]),
            ("<a 1 2</a><b/>", &["a", "/a", "b", "/b"]),
            ("<a><!-- <b/>", &["a", "b", "/b"]),
            ("<a><![CDATA[ <b/>", &["a", "b", "/b"]),
            ("<!DOCTYPE x [<!ENTITY e '<b/>'>]><a/>", &["a", "/a"]),
            ("<!DOCTYPE x [ <a/><!-- <b/> --><c>", &["a", "/a", "c"]),
            ("<!-- <a/> --><!-- <b/><?p <c/>?><!-- <d/>", &["b", "/b", "d", "/d"]),
            ("<a b=1 a='2' c a='3'/><b/", &["a a=2", "/a", "b"]),
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
