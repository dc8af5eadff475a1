//! What an MVNX file says ahead of its frames: the subject, its segments, joints and foot contacts.

use glam::DVec3;

use super::super::number::usable;
use super::super::scanner::{Scanner, Word, plain_text, tell_of_name};
use super::super::text::is_blank;
use super::super::xml::{Tag, Token, Tokens, decoded};
use crate::take::{Detail, DetailKind, WarningCode, Warnings};

/// One segment of the body.
pub(super) struct Segment {
    pub name: String,
    /// The byte of its tag.
    pub at: usize,
    /// Which of its points is farthest from its origin, in its own frame.
    pub farthest: Option<DVec3>,
}

/// A joint: the segments that it connects, the upper one first, each with the point where it does.
pub(super) struct Joint<'a> {
    pub at: usize,
    pub connectors: [Word<'a>; 2],
}

/// What stands ahead of the frames.
#[derive(Default)]
pub(super) struct Header<'a> {
    pub rate: Option<Word<'a>>,
    /// How many segments the subject says that it has.
    pub segment_count: Option<Word<'a>>,
    /// In the order of every list.
    pub segments: Vec<Segment>,
    pub joints: Vec<Joint<'a>>,
    /// What the foot contacts are called, in the order of their list.
    pub contacts: Vec<String>,
    pub details: Vec<Detail>,
    /// Whether fingers were tracked, which have lists of their own.
    pub has_fingers: bool,
    /// The byte at which the frames begin; `None` where the file ends ahead of them.
    pub frames_at: Option<usize>,
    comments: String,
}

/// The element whose text comes next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Comment,
    Point,
    Connector(usize),
}

impl<'a> Header<'a> {
    /// Reads up to the first of the frames, or to the end.
    pub fn read(tokens: &mut Tokens<'a>, scan: &Scanner<'a>, warnings: &mut Warnings) -> Self {
        let text = scan.source.bytes;
        let mut header = Self::default();
        let mut inside = None;
        let mut is_of_fingers = false;
        for token in tokens.by_ref() {
            match token {
                Token::Open(tag) if tag.is("frames") => {
                    header.frames_at = Some(tag.at);
                    break;
                }
                Token::Open(tag) => {
                    let is_of_body = ["segments", "sensors", "joints"].iter().any(|n| tag.is(n));
                    is_of_fingers &= !is_of_body;
                    is_of_fingers |= tag.name.starts_with(b"fingerTracking");
                    header.has_fingers |= is_of_fingers;
                    inside = if is_of_fingers { None } else { header.open(&tag, scan, warnings) };
                }
                Token::Close(name) => {
                    is_of_fingers &= !name.starts_with(b"fingerTracking");
                    inside = None;
                }
                Token::Text(bytes) => match inside {
                    Some(Inside::Comment) => header.comment(&decoded(&text[bytes])),
                    Some(Inside::Point) => {
                        let word = Word { text: &text[bytes.clone()], at: bytes.start };
                        header.point(word, scan, warnings);
                    }
                    Some(Inside::Connector(end)) => {
                        if let Some(joint) = header.joints.last_mut() {
                            joint.connectors[end] =
                                Word { text: &text[bytes.clone()], at: bytes.start };
                        }
                    }
                    None => {}
                },
                Token::Raw(bytes) if inside == Some(Inside::Comment) => {
                    header.comment(&String::from_utf8_lossy(&text[bytes]));
                }
                Token::Raw(_) => {}
            }
        }
        if !header.comments.is_empty() {
            let comments = std::mem::take(&mut header.comments);
            header.details.push(Detail::new(DetailKind::COMMENTS, comments));
        }
        header
    }

    /// Takes in what a tag says, and tells what the text behind it is.
    fn open(
        &mut self,
        tag: &Tag<'a>,
        scan: &Scanner<'a>,
        warnings: &mut Warnings,
    ) -> Option<Inside> {
        match tag.name {
            b"mvnx" => self.detail(DetailKind::VERSION, &[tag.attribute("version")]),
            b"mvn" => {
                let said = [tag.attribute("version"), tag.attribute("build")];
                self.detail(DetailKind::SOFTWARE, &said);
            }
            b"subject" => self.subject(tag),
            b"segment" => self.segment(tag, scan, warnings),
            b"joint" => {
                let nothing = Word { text: b"", at: tag.at };
                let connectors = [nothing; 2];
                self.joints.push(Joint { at: tag.at, connectors });
            }
            b"contactDefinition" => {
                let label = tag.attribute("label").map(|label| decoded(label.text));
                self.contacts.push(plain_text(&label.unwrap_or_default()));
            }
            b"comment" => return Some(Inside::Comment),
            b"pos_b" | b"pos_s" => return Some(Inside::Point),
            b"connector1" => return Some(Inside::Connector(0)),
            b"connector2" => return Some(Inside::Connector(1)),
            _ => {}
        }
        None
    }

    fn subject(&mut self, tag: &Tag<'a>) {
        self.rate = self.rate.or(tag.attribute("frameRate"));
        self.segment_count = self.segment_count.or(tag.attribute("segmentCount"));
        for (kind, name) in [
            (DetailKind::SUBJECT, "label"),
            (DetailKind::DATE, "recDate"),
            (DetailKind::RECORDED_AS, "originalFilename"),
            (DetailKind::CONFIGURATION, "configuration"),
        ] {
            self.detail(kind, &[tag.attribute(name)]);
        }
    }

    /// Adds what some attributes say, where they say anything.
    fn detail(&mut self, kind: DetailKind, said: &[Option<Word<'_>>]) {
        let said = said.iter().flatten().map(|word| plain_text(&decoded(word.text)));
        let said: Vec<String> = said.filter(|text| !text.is_empty()).collect();
        if !said.is_empty() && !self.details.iter().any(|detail| detail.kind == kind) {
            self.details.push(Detail::new(kind, said.join(", ")));
        }
    }

    fn comment(&mut self, text: &str) {
        let lines = text.lines().map(plain_text);
        for line in lines.filter(|line| !line.is_empty()) {
            if !self.comments.is_empty() {
                self.comments.push('\n');
            }
            self.comments += &line;
        }
    }

    fn segment(&mut self, tag: &Tag<'_>, scan: &Scanner<'_>, warnings: &mut Warnings) {
        let place = || scan.place(tag.at);
        let label = tag.attribute("label").map(|label| decoded(label.text));
        let mut name = plain_text(&label.unwrap_or_default());
        if name.is_empty() {
            name = format!("segment {}", self.segments.len() + 1);
            let message = "a segment without a name is called by its number";
            warnings.add_at(WarningCode::NameRepaired, place, message);
        }
        tell_of_name(&name, place, warnings);
        self.segments.push(Segment { name, at: tag.at, farthest: None });
    }

    /// Takes in a point of the last segment: x y z.
    fn point(&mut self, said: Word<'_>, scan: &Scanner<'_>, warnings: &mut Warnings) {
        let words = said.text.split(|&b| is_blank(b)).filter(|word| !word.is_empty());
        let numbers: Option<Vec<f32>> = words.take(4).map(usable).collect();
        let Some([x, y, z]) = numbers.as_deref() else {
            let message = "a point of a segment has no position that can be read: it is left out";
            let place = || scan.place(said.at);
            return warnings.add_at(WarningCode::TextSkipped, place, message);
        };
        let point = DVec3::from([x, y, z].map(|&value| f64::from(value)));
        if let Some(segment) = self.segments.last_mut() {
            let reach = segment.farthest.map_or(0.0, DVec3::length);
            if point.length() > reach {
                segment.farthest = Some(point);
            }
        }
    }
}
