//! One bone of `:bonedata`, between `begin` and `end`.

use glam::DVec3;

use super::super::error::LoadError;
use super::super::number::{MAX_VALUE, number};
use super::super::scanner::{Reader, Scanner};
use super::super::stated::RepeatedKeys;
use super::super::unit_names::{axis, order};
use super::super::word::{Word, quoted};
use super::words::skip_unknown;
use crate::take::{Axis, WarningCode};

/// A bone as the file has it, in the file's units.
pub(super) struct BoneData<'a> {
    pub name: &'a [u8],
    pub at: usize,
    /// The number by which a few programs know it.
    pub id: Option<&'a [u8]>,
    /// Of length 1, in the world; 0 0 0 for a bone without a length.
    pub direction: [f32; 3],
    pub length: f32,
    /// The angles of its own axes in the world, and the order in which they are applied.
    pub axis: ([f32; 3], [Axis; 3]),
    /// In the order of the values.
    pub dof: Vec<Dof>,
    /// Lower and upper limit of each degree of freedom; empty where there are none.
    pub limits: Vec<[f32; 2]>,
    pub mass: Option<f32>,
    /// The place of the centre of mass along the bone.
    pub centre: Option<f32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dof {
    Translation(Axis),
    Rotation(Axis),
    /// `l`, along the bone.
    Length,
}

impl Dof {
    fn from_word(word: &Word<'_>) -> Option<Self> {
        match word.text.to_ascii_lowercase().as_slice() {
            b"l" => Some(Self::Length),
            [b't', letter] => axis(*letter).map(Self::Translation),
            [b'r', letter] => axis(*letter).map(Self::Rotation),
            _ => None,
        }
    }

    pub fn word(self) -> String {
        match self {
            Self::Translation(axis) => format!("t{}", axis.name()).to_ascii_lowercase(),
            Self::Rotation(axis) => format!("r{}", axis.name()).to_ascii_lowercase(),
            Self::Length => "l".into(),
        }
    }
}

/// How far the length of a direction may be from 1 without a word: exporters write six digits.
const NORMAL: f64 = 1e-3;

const KEYS: [&str; 9] =
    ["id", "name", "direction", "length", "axis", "dof", "limits", "bodymass", "cofmass"];

pub(super) fn read<'a>(
    reader: &mut Reader<'a>,
    begin: &Word<'a>,
) -> Result<BoneData<'a>, LoadError> {
    let mut name: Option<&[u8]> = None;
    let (mut id, mut direction, mut length, mut axis) = (None, None, None, None);
    let (mut dof, mut limits, mut mass, mut centre) = (Vec::new(), Vec::new(), None, None);
    // Data of keywords that nobody knows may run over several lines.
    let mut skipping = false;
    let mut keys = RepeatedKeys::new();
    let end = loop {
        let words = &mut reader.scan;
        let before = *words;
        let no_end = || {
            let bone = name.map_or("a bone".to_string(), quoted);
            before.expected(format!("the end of {bone}"))
        };
        let Some(key) = words.word() else {
            return Err(no_end().hint("the file breaks off inside its bones"));
        };
        keys.add_known(&KEYS, &key, reader);
        let words = &mut reader.scan;
        let was_skipping = std::mem::take(&mut skipping);
        if key.is("end") {
            break key;
        } else if key.is("begin") || key.text.starts_with(b":") {
            return Err(no_end());
        } else if key.is("id") {
            id = words.word_in_line().map(|word| word.text);
        } else if key.is("name") {
            let before = *words;
            let Some(word) = words.word_in_line() else {
                return Err(before.expected("a name behind name"));
            };
            name = Some(word.text);
        } else if key.is("direction") {
            direction = Some((key.at, words.vector("direction")?));
        } else if key.is("length") {
            length = Some(words.number("length")?);
        } else if key.is("axis") {
            axis = Some((words.vector("axis")?, rotation_order(words, "axis")?));
        } else if key.is("dof") {
            dof = dofs(words)?;
        } else if key.is("limits") {
            limits = self::limits(reader);
        } else if key.is("bodymass") {
            mass = Some(words.number("bodymass")?);
        } else if key.is("cofmass") {
            centre = Some(words.number("cofmass")?);
            // The definition's own example has `cofmass 1.0 end` ahead of the bone's `end`.
            let mut ahead = *words;
            let is_end = |word: Option<Word<'_>>| word.is_some_and(|word| word.is("end"));
            if is_end(ahead.word_in_line()) && is_end(ahead.peek()) {
                *words = ahead;
            }
        } else {
            if !was_skipping {
                refuse_number(&before, &key, &name.map_or("the bone".to_string(), quoted))?;
            }
            skip_unknown(reader, &key);
            skipping = true;
        }
    };
    let at_end = reader.scan.at(end.at);
    let Some(name) = name else { return Err(at_end.expected("the name of the bone")) };
    let missing = |what: &str| at_end.expected(format!("the {what} of {}", quoted(name)));
    let length = length.ok_or_else(|| missing("length"))?;
    let (direction_at, mut direction) = direction.ok_or_else(|| missing("direction"))?;
    let vector = DVec3::from(direction.map(f64::from));
    if vector.length() < f64::from(f32::MIN_POSITIVE) {
        if length != 0.0 {
            let message = format!("{} has a length and no direction", quoted(name));
            return Err(at_end.contradiction(direction_at, message));
        }
    } else if (vector.length() - 1.0).abs() >= NORMAL {
        direction = (vector / vector.length()).as_vec3().to_array();
        let message = "a direction is not of length 1: only where it points to counts";
        reader.warn(WarningCode::ValueReplaced, direction_at, message);
    }
    if axis.is_none() && !dof.is_empty() {
        let message = "a bone without an axis turns about the axes of the world";
        reader.warn(WarningCode::ValueAssumed, begin.at, message);
    }
    if !limits.is_empty() && limits.len() != 2 * dof.len() {
        let message = "a bone has limits that do not fit its dof: they are left out";
        reader.warn(WarningCode::LimitsLeftOut, begin.at, message);
        limits.clear();
    }
    Ok(BoneData {
        name,
        at: begin.at,
        id,
        direction,
        length,
        axis: axis.unwrap_or(([0.0; 3], Axis::ALL)),
        dof,
        limits: limits.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect(),
        mass,
        centre,
    })
}

pub(super) fn rotation_order(words: &mut Scanner<'_>, owner: &str) -> Result<[Axis; 3], LoadError> {
    let before = *words;
    let order = words.word_in_line().and_then(|word| order(word.text));
    order.ok_or_else(|| before.expected(format!("an order such as XYZ for {owner}")))
}

pub(super) fn dofs(words: &mut Scanner<'_>) -> Result<Vec<Dof>, LoadError> {
    let mut list = Vec::new();
    while let Some(word) = words.peek() {
        let Some(dof) = Dof::from_word(&word) else {
            // Keywords, which may stand on the same line, are longer.
            if word.text.len() < 3 && words.peek_in_line().is_some() {
                return Err(words.expected("tx, ty, tz, rx, ry, rz or l"));
            }
            break;
        };
        if list.contains(&dof) {
            let message = format!("{} stands twice in this list", dof.word());
            return Err(LoadError::contradiction(&words.source, word.at, message));
        }
        list.push(dof);
        words.word();
    }
    Ok(list)
}

fn limits(reader: &mut Reader<'_>) -> Vec<f32> {
    let mut list = Vec::new();
    while let Some(word) = reader.scan.peek() {
        let text = word.text;
        let unsigned = text.strip_prefix(b"-").or(text.strip_prefix(b"+"));
        let is_infinite = unsigned.unwrap_or(text).to_ascii_lowercase().starts_with(b"inf");
        let limit = match number(text) {
            Some(limit) if limit.value.abs() <= MAX_VALUE => Some(limit.value),
            _ if is_infinite && text[0] == b'-' => Some(f32::NEG_INFINITY),
            _ if is_infinite => Some(f32::INFINITY),
            _ => None,
        };
        if limit.is_none() && unsigned.is_none() {
            break;
        }
        reader.scan.word();
        list.push(limit.unwrap_or_else(|| {
            let message = "a limit that is no number is taken for none";
            reader.warn(WarningCode::LimitsLeftOut, word.at, message);
            if list.len() % 2 == 0 { f32::NEG_INFINITY } else { f32::INFINITY }
        }));
    }
    list
}

/// An error where a number stands and a keyword should: a value too many, or a decimal comma.
pub(super) fn refuse_number(
    words: &Scanner<'_>,
    word: &Word<'_>,
    owner: &str,
) -> Result<(), LoadError> {
    match number(word.text) {
        Some(_) => Err(words.at(word.at).expected(format!("no more values for {owner}"))),
        None => Ok(()),
    }
}
