//! What an MVNX file says ahead of its frames: the subject, its segments, foot contacts, and joints with
//! the tree that they make of the segments.

use std::collections::HashMap;

use glam::DVec3;

use super::super::number::usable;
use super::super::parents_first::parents_first;
use super::super::scanner::Reader;
use super::super::text::is_blank;
use super::super::word::{Word, plain_text};
use super::super::xml::{Tag, Token, Tokens, decode};
use crate::take::{Detail, DetailKind, WarningCode};

pub(super) struct Segment {
    pub name: String,
    pub at: usize,
    /// Which of its points is farthest from its origin, in its own frame.
    pub farthest: Option<DVec3>,
}

/// A joint: the segments that it connects, the upper one first, each with the point where it does.
struct Joint<'a> {
    at: usize,
    connectors: [Word<'a>; 2],
}

#[derive(Default)]
pub(super) struct Header<'a> {
    pub rate: Option<Word<'a>>,
    pub segment_count: Option<Word<'a>>,
    /// In the order of every list.
    pub segments: Vec<Segment>,
    joints: Vec<Joint<'a>>,
    /// What the foot contacts are called, in the order of their list.
    pub contacts: Vec<String>,
    pub details: Vec<Detail>,
    /// Whether fingers were tracked, which have lists of their own.
    pub has_fingers: bool,
    /// The byte at which the frames begin; `None` where the file ends ahead of them.
    pub frames_at: Option<usize>,
    comments: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TextElement {
    Comment,
    Point,
    Connector(usize),
}

impl<'a> Header<'a> {
    /// Reads up to the first of the frames, or to the end.
    pub fn read(tokens: &mut Tokens<'a>, reader: &mut Reader<'a>) -> Self {
        let text = reader.scan.source.bytes;
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
                    inside = if is_of_fingers { None } else { header.open(&tag, reader) };
                }
                Token::Close(name) => {
                    is_of_fingers &= !name.starts_with(b"fingerTracking");
                    inside = None;
                }
                Token::Text(bytes) => match inside {
                    Some(TextElement::Comment) => header.comment(&decode(&text[bytes])),
                    Some(TextElement::Point) => {
                        header.point(Word { at: bytes.start, text: &text[bytes] }, reader);
                    }
                    Some(TextElement::Connector(end)) => {
                        if let Some(joint) = header.joints.last_mut() {
                            joint.connectors[end] = Word { at: bytes.start, text: &text[bytes] };
                        }
                    }
                    None => {}
                },
                Token::Raw(bytes) => {
                    if inside == Some(TextElement::Comment) {
                        header.comment(&String::from_utf8_lossy(&text[bytes]));
                    }
                }
            }
        }
        if !header.comments.is_empty() {
            let comments = std::mem::take(&mut header.comments);
            header.details.push(Detail::new(DetailKind::COMMENTS, comments));
        }
        header
    }

    /// Takes in what a tag says, and returns what the text behind it is.
    fn open(&mut self, tag: &Tag<'a>, reader: &mut Reader<'a>) -> Option<TextElement> {
        match tag.name {
            b"mvnx" => self.detail(DetailKind::VERSION, &[tag.attribute("version")]),
            b"mvn" => {
                let program = [tag.attribute("version"), tag.attribute("build")];
                self.detail(DetailKind::SOFTWARE, &program);
            }
            b"subject" => self.subject(tag),
            b"segment" => self.segment(tag, reader),
            b"joint" => {
                let connectors = [Word { text: b"", at: tag.at }; 2];
                self.joints.push(Joint { at: tag.at, connectors });
            }
            b"contactDefinition" => self.contacts.push(label(tag)),
            b"comment" => return Some(TextElement::Comment),
            b"pos_b" | b"pos_s" => return Some(TextElement::Point),
            b"connector1" => return Some(TextElement::Connector(0)),
            b"connector2" => return Some(TextElement::Connector(1)),
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
    fn detail(&mut self, kind: DetailKind, attributes: &[Option<Word<'_>>]) {
        let texts = attributes.iter().flatten().map(|word| plain_text(&decode(word.text)));
        let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
        if !texts.is_empty() && !self.details.iter().any(|detail| detail.kind == kind) {
            self.details.push(Detail::new(kind, texts.join(", ")));
        }
    }

    fn comment(&mut self, text: &str) {
        for line in text.lines().map(plain_text).filter(|line| !line.is_empty()) {
            if !self.comments.is_empty() {
                self.comments.push('\n');
            }
            self.comments += &line;
        }
    }

    fn segment(&mut self, tag: &Tag<'_>, reader: &mut Reader<'_>) {
        let mut name = label(tag);
        if name.is_empty() {
            name = format!("segment {}", self.segments.len() + 1);
            let message = "a segment without a name is called by its number";
            reader.warn(WarningCode::NameRepaired, tag.at, message);
        }
        reader.warn_of_name(&name, tag.at);
        self.segments.push(Segment { name, at: tag.at, farthest: None });
    }

    /// Takes in a point of the last segment: x y z.
    fn point(&mut self, word: Word<'_>, reader: &mut Reader<'_>) {
        let words = word.text.split(|&b| is_blank(b)).filter(|word| !word.is_empty());
        let numbers: Option<Vec<f32>> = words.take(4).map(usable).collect();
        let Some(&[x, y, z]) = numbers.as_deref() else {
            let message = "a point of a segment has no position that can be read: it is left out";
            return reader.warn(WarningCode::TextSkipped, word.at, message);
        };
        let point = DVec3::from([x, y, z].map(f64::from));
        if let Some(segment) = self.segments.last_mut()
            && point.length() > segment.farthest.map_or(0.0, DVec3::length)
        {
            segment.farthest = Some(point);
        }
    }
}

fn label(tag: &Tag<'_>) -> String {
    tag.attribute("label").map_or_else(String::new, |label| plain_text(&decode(label.text)))
}

/// Segments in an order in which each stands behind its parent.
pub(super) struct Tree {
    /// Their indices in the file's lists.
    pub order: Vec<usize>,
    /// The parent of each, by its index in this order.
    pub parents: Vec<Option<usize>>,
}

impl Tree {
    /// The segment of a joint's first connector is the parent of the other one. Where a joint cannot be
    /// that, nothing moves: every segment has its position in the world.
    pub fn new(header: &Header<'_>, reader: &mut Reader<'_>) -> Self {
        let count = header.segments.len();
        let mut parents = segment_parents(header, reader);
        if count > 1 && parents.iter().all(Option::is_none) {
            let message = "no joint connects the segments: each stands by itself";
            reader.warnings.add(WarningCode::PartMissing, message);
        }
        let order = parents_first(parents.clone()).unwrap_or_else(|segment| {
            let message = "the joints go round in a circle: each segment stands by itself";
            reader.warn(WarningCode::Contradicted, header.segments[segment].at, message);
            parents.fill(None);
            (0..count).collect()
        });
        let mut index_of = vec![0; count];
        for (index, &segment) in order.iter().enumerate() {
            index_of[segment] = index;
        }
        let parent = |&segment: &usize| parents[segment].map(|parent| index_of[parent]);
        Self { parents: order.iter().map(parent).collect(), order }
    }

    pub fn have_children(&self) -> Vec<bool> {
        let mut have = vec![false; self.parents.len()];
        for &parent in self.parents.iter().flatten() {
            have[parent] = true;
        }
        have
    }
}

/// The parent of each segment, by its index in the file.
fn segment_parents(header: &Header<'_>, reader: &mut Reader<'_>) -> Vec<Option<usize>> {
    let count = header.segments.len();
    let mut indices: HashMap<&str, usize> = HashMap::with_capacity(count);
    for (index, segment) in header.segments.iter().enumerate() {
        if *indices.entry(&segment.name).or_insert(index) != index {
            let message = "a segment has the name of another one: both are kept";
            reader.warn(WarningCode::NameRepeated, segment.at, message);
        }
    }
    let mut parents = vec![None; count];
    for joint in &header.joints {
        let connected = joint.connectors.map(|word| indices.get(&*segment_name(word)).copied());
        let message = match connected {
            [Some(parent), Some(child)] if parent != child && parents[child].is_none() => {
                parents[child] = Some(parent);
                continue;
            }
            [Some(_), Some(_)] => {
                "a joint gives a segment a second parent, or itself: it is left out"
            }
            _ => "a joint does not connect two segments that there are: it is left out",
        };
        reader.warn(WarningCode::BoneLeftOut, joint.at, message);
    }
    parents
}

/// The segment of a connector, which is written `segment/point`.
fn segment_name(connector: Word<'_>) -> String {
    let text = decode(connector.text);
    plain_text(text.rsplit_once('/').map_or(text.as_str(), |(segment, _)| segment))
}
