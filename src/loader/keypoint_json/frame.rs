//! A frame as a file has it: the people who are in it, and the places of their joints.

use std::collections::HashMap;
use std::ops::Range;

use super::super::number::MAX_VALUE;
pub(super) use super::form::{Form, Joint, MISSING};
use super::json::{Json, Kind, Result};

/// Where places are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    World,
    /// In a picture, in pixels: Y points down.
    Pixels,
    /// In a picture, in parts of its width and height.
    Parts,
}

#[derive(Clone, Debug)]
pub(super) struct Person {
    /// By what the file tells people apart.
    pub id: Option<i64>,
    pub space: Space,
    /// Whether it is said how sure any joint is.
    pub has_confidence: bool,
    /// Its joints, among those of the frame.
    pub joints: Range<usize>,
    /// The byte at which it is written.
    pub at: usize,
}

/// One frame. It is filled again and again, so that reading allocates nothing.
#[derive(Debug, Default)]
pub(super) struct Frame {
    /// What the file calls it.
    pub number: Option<i64>,
    /// When it is, in the unit of the layout.
    pub time: Option<f64>,
    /// How many of them there are in a second, where each says so.
    pub rate: Option<f64>,
    pub people: Vec<Person>,
    pub joints: Vec<Joint>,
    /// The names of joints that stand at the joints themselves; they stay from frame to frame.
    pub names: Names,
}

impl Frame {
    pub fn clear(&mut self) {
        (self.number, self.time, self.rate) = (None, None, None);
        self.people.clear();
        self.joints.clear();
    }

    /// Takes over the people of a part of the same frame.
    pub fn append(&mut self, other: &Self) {
        let start = self.joints.len();
        self.joints.extend_from_slice(&other.joints);
        self.people.extend(other.people.iter().map(|person| {
            let Range { start: from, end: to } = person.joints;
            Person { joints: start + from..start + to, ..person.clone() }
        }));
    }

    /// Adds a person whose joints are those behind the last person's; none where there are no joints.
    pub fn person(&mut self, id: Option<i64>, space: Space, at: usize) {
        let start = self.people.last().map_or(0, |last| last.joints.end);
        let joints = start..self.joints.len();
        if joints.is_empty() {
            return;
        }
        let own = &mut self.joints[start..];
        let has_confidence = own.iter().any(|joint| !joint[3].is_nan());
        own.iter_mut().for_each(|joint| close_gap(joint, space));
        let id = id.filter(|&id| id >= 0);
        self.people.push(Person { id, space, has_confidence, joints, at });
    }

    /// Adds joints out of numbers that stand one behind the other, and may have their confidence elsewhere.
    pub fn joints(&mut self, form: Form, numbers: &[f32], scores: &[f32]) {
        let start = self.joints.len();
        self.joints.extend(numbers.chunks_exact(form.width()).map(|joint| form.joint(joint)));
        for (joint, &score) in self.joints[start..].iter_mut().zip(scores) {
            joint[3] = score;
        }
    }

    /// Adds the joints of a list of [`landmark`]s, with their names, where these have some.
    pub fn landmarks<'a>(&mut self, json: &mut Json<'a>) -> Result<()> {
        let start = self.joints.len();
        json.list(|json| {
            let (joint, name) = landmark(json)?;
            if let Some(name) = name {
                self.names.add(self.joints.len() - start, name);
            }
            self.joints.push(joint);
            Ok(())
        })
    }
}

/// Makes a gap of a joint that has no place: estimators write 0 0 0, or a confidence of 0 or -1.
fn close_gap(joint: &mut Joint, space: Space) {
    if space != Space::World {
        joint[2] = 0.0;
    }
    let [x, y, z, c] = *joint;
    let is_usable = [x, y, z].iter().all(|value| value.abs() <= MAX_VALUE);
    let is_origin = [x, y, z] == [0.0; 3] && c.is_nan();
    if !is_usable || is_origin || c <= 0.0 {
        *joint = MISSING;
    }
    joint[3] = joint[3].min(1.0);
}

/// Reads a joint that is an object with `x`, `y` and, in space, `z`; null is none. The second is its name, as the file
/// writes it.
pub(super) fn landmark<'a>(json: &mut Json<'a>) -> Result<(Joint, Option<&'a [u8]>)> {
    let mut joint = MISSING;
    let mut name = None;
    if json.kind() == Kind::Null {
        json.skip()?;
        return Ok((joint, name));
    }
    json.object(|key, json| {
        let at = match key {
            b"x" => 0,
            b"y" => 1,
            b"z" => 2,
            b"visibility" | b"score" | b"confidence" => 3,
            b"name" => {
                name = Some(json.text()?);
                return Ok(());
            }
            _ => return json.skip(),
        };
        joint[at] = json.number()?;
        Ok(())
    })?;
    Ok((joint, name))
}

/// Reads a number that tells people or frames apart: whole, alone or the only one of a list, or the last number in a
/// text, as in `"frame_0012.jpg"`. `None` where there is none.
pub(super) fn number(json: &mut Json<'_>) -> Result<Option<i64>> {
    match json.kind() {
        Kind::Text => Ok(last_number(json.text()?)),
        Kind::List => {
            let mut first = None;
            json.list(|json| {
                let number = number(json)?;
                first = first.or(number);
                Ok(())
            })?;
            Ok(first)
        }
        Kind::Object => json.skip().map(|()| None),
        Kind::Null | Kind::Word => {
            let number = json.double()?;
            Ok(number.filter(|n| n.fract() == 0.0 && n.abs() < 9e15).map(|n| n as i64))
        }
    }
}

/// The last number in a name without its extension.
pub(super) fn last_number(name: &[u8]) -> Option<i64> {
    let stem = match name.iter().rposition(|&b| b == b'.') {
        Some(dot) if name[dot + 1..].iter().any(u8::is_ascii_alphabetic) => &name[..dot],
        _ => name,
    };
    let end = stem.iter().rposition(u8::is_ascii_digit)? + 1;
    let start = stem[..end].iter().rposition(|b| !b.is_ascii_digit()).map_or(0, |at| at + 1);
    std::str::from_utf8(&stem[start..end]).ok()?.parse().ok()
}

/// The names of joints that stand at the joints themselves, in the order in which they come first.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub list: Vec<Box<[u8]>>,
    places: HashMap<Box<[u8]>, usize>,
    /// Whether there are more of them than at the first frame, so that all frames have to be read again.
    pub has_grown: bool,
    /// How many joints the first frame has; no limit before there is one.
    pub first: Option<usize>,
    /// How many places of joints with names there are on all frames.
    seen: usize,
    /// Whether no more names come in.
    is_closed: bool,
}

impl Names {
    /// Takes in the name of a joint by its place, where that is the next one.
    fn add(&mut self, place: usize, name: &[u8]) {
        if place == self.list.len() && self.first.is_none() {
            self.list.push(name.into());
        }
    }

    /// The place of a joint of this name, which likely is `next`; `None` where there is no room for it yet.
    pub fn place(&mut self, name: &[u8], next: usize) -> Option<usize> {
        self.seen += 1;
        if self.list.get(next).is_some_and(|known| **known == *name) {
            return Some(next);
        }
        let known = self.places.get(name).copied();
        if known.is_none() && self.is_closed {
            return None;
        }
        let place = known.unwrap_or_else(|| {
            self.list.push(name.into());
            self.places.insert(name.into(), self.list.len() - 1);
            self.list.len() - 1
        });
        let is_new = self.first.is_some_and(|first| place >= first);
        self.has_grown |= is_new;
        (!is_new).then_some(place)
    }

    /// Leaves room for all names that are known by now, unless most of them would be gaps on most of so many frames: such
    /// names are no joints. How many are left out.
    pub fn settle(&mut self, frames: usize) -> usize {
        /// So many places are made, or so many times those that are seen.
        const ROOM: usize = 1 << 20;
        const MAX_GROWTH: usize = 16;
        let first = self.first.unwrap_or_default();
        let is_room = frames.saturating_mul(self.list.len()) <= ROOM.max(MAX_GROWTH * self.seen);
        let left_out = if is_room { 0 } else { self.list.len() - first };
        self.list.truncate(self.list.len() - left_out);
        self.places.retain(|_, place| *place < self.list.len());
        self.first = Some(self.list.len());
        self.has_grown = false;
        self.is_closed = true;
        left_out
    }
}
