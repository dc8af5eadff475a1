//! One bone of `:bonedata`, between `begin` and `end`.

use super::super::Source;
use super::super::axes::{axis, order};
use super::super::error::LoadError;
use super::super::number::{MAX_VALUE, number};
use super::super::repeated_keys::RepeatedKeys;
use super::super::scanner::{Scanner, Word, quoted};
use super::words::skip_unknown;
use crate::take::{Axis, WarningCode, Warnings};

/// What a file says of a bone, in the file's units.
#[derive(Debug)]
pub(super) struct BoneData<'a> {
    pub name: &'a [u8],
    /// The place of its `begin`.
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

/// A degree of freedom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dof {
    /// `tx ty tz`
    Move(Axis),
    /// `rx ry rz`
    Turn(Axis),
    /// `l`, along the bone.
    Stretch,
}

impl Dof {
    fn of(word: &Word<'_>) -> Option<Self> {
        match word.text.to_ascii_lowercase().as_slice() {
            b"l" => Some(Self::Stretch),
            [b't', axis] => self::axis(*axis).map(Self::Move),
            [b'r', axis] => self::axis(*axis).map(Self::Turn),
            _ => None,
        }
    }

    /// As files write it.
    pub fn word(self) -> String {
        let small = |axis: Axis| axis.name().to_ascii_lowercase();
        match self {
            Self::Move(axis) => format!("t{}", small(axis)),
            Self::Turn(axis) => format!("r{}", small(axis)),
            Self::Stretch => "l".into(),
        }
    }
}

/// How far the length of a direction may be from 1 without a word: exporters write six digits.
const NORMAL: f64 = 1e-3;

/// What a bone may have once.
const KEYS: [&str; 9] =
    ["id", "name", "direction", "length", "axis", "dof", "limits", "bodymass", "cofmass"];

/// Reads a bone behind its `begin`.
pub(super) fn read<'a>(
    words: &mut Scanner<'a>,
    source: &Source<'a>,
    begin: &Word<'a>,
    warnings: &mut Warnings,
) -> Result<BoneData<'a>, LoadError> {
    let mut name: Option<&[u8]> = None;
    let mut id = None;
    let mut direction = None;
    let mut length = None;
    let mut axis = None;
    let mut dof = Vec::new();
    let mut limits: Vec<f32> = Vec::new();
    let (mut mass, mut centre) = (None, None);
    // Data of keywords that nobody knows may run over several lines.
    let mut skipping = false;
    let mut once = RepeatedKeys::new();
    let end = loop {
        let before = *words;
        let broken = |what: &str| {
            let whose = name.map_or("a bone".to_string(), quoted);
            before.expected(format!("{what} of {whose}"))
        };
        let Some(key) = words.word() else {
            return Err(broken("the end").hint("the file breaks off inside its bones"));
        };
        once.tell_of(&KEYS, &key, words, warnings);
        let was_skipping = std::mem::take(&mut skipping);
        if key.is("end") {
            break key;
        } else if key.is("begin") || key.text.starts_with(b":") {
            return Err(broken("the end"));
        } else if key.is("id") {
            id = words.word_in_line().map(|word| word.text);
        } else if key.is("name") {
            let before = *words;
            name = match words.word_in_line() {
                Some(word) => Some(word.text),
                None => return Err(before.expected("a name behind name")),
            };
        } else if key.is("direction") {
            direction = Some((key.at, words.vector("direction")?));
        } else if key.is("length") {
            length = Some(words.number("length")?);
        } else if key.is("axis") {
            let angles = words.vector("axis")?;
            axis = Some((angles, rotation_order(words, "axis")?));
        } else if key.is("dof") {
            dof = dofs(words, source)?;
        } else if key.is("limits") {
            limits = self::limits(words, warnings);
        } else if key.is("bodymass") {
            mass = Some(words.number("bodymass")?);
        } else if key.is("cofmass") {
            centre = Some(words.number("cofmass")?);
            skip_end_of_cofmass(words);
        } else {
            if !was_skipping {
                not_a_number(&before, &key, &name.map_or("the bone".to_string(), quoted))?;
            }
            skip_unknown(words, &key, warnings);
            skipping = true;
        }
    };
    let at_end = (*words).at(end.at);
    let Some(name) = name else {
        return Err(at_end.expected("the name of the bone"));
    };
    let missing = |what: &str| at_end.expected(format!("the {what} of {}", quoted(name)));
    let length = length.ok_or_else(|| missing("length"))?;
    let (direction_at, direction) = direction.ok_or_else(|| missing("direction"))?;
    let place = |at: usize| move || at_end.place(at);
    let (direction, is_normal) = match normalised(direction) {
        Some(normalised) => normalised,
        None if length == 0.0 => (direction, true),
        None => {
            let message = format!("{} has a length and no direction", quoted(name));
            return Err(LoadError::contradiction(source, direction_at, message));
        }
    };
    if !is_normal {
        let message = "a direction is not of length 1: only where it points to counts";
        warnings.add_at(WarningCode::ValueReplaced, place(direction_at), message);
    }
    if axis.is_none() && !dof.is_empty() {
        let message = "a bone without an axis turns about the axes of the world";
        warnings.add_at(WarningCode::ValueAssumed, place(begin.at), message);
    }
    if !limits.is_empty() && limits.len() != 2 * dof.len() {
        let message = "a bone has limits that do not fit its dof: they are left out";
        warnings.add_at(WarningCode::LimitsLeftOut, place(begin.at), message);
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

/// A direction of length 1, and whether it had that; `None` where it has no length at all.
fn normalised(direction: [f32; 3]) -> Option<([f32; 3], bool)> {
    let wide = glam::DVec3::from(direction.map(f64::from));
    let length = wide.length();
    if length < f64::from(f32::MIN_POSITIVE) {
        return None;
    }
    if (length - 1.0).abs() < NORMAL {
        return Some((direction, true));
    }
    Some(((wide / length).as_vec3().to_array(), false))
}

/// An order such as `XYZ`, each letter once.
pub(super) fn rotation_order(words: &mut Scanner<'_>, whose: &str) -> Result<[Axis; 3], LoadError> {
    let before = *words;
    let word = words.word_in_line();
    let order = word.and_then(|word| order(word.text));
    order.ok_or_else(|| before.expected(format!("an order such as XYZ for {whose}")))
}

/// Degrees of freedom, as many as follow.
pub(super) fn dofs(words: &mut Scanner<'_>, source: &Source<'_>) -> Result<Vec<Dof>, LoadError> {
    let mut list = Vec::new();
    while let Some(word) = words.peek() {
        let Some(dof) = Dof::of(&word) else {
            // Keywords, which may stand on the same line, are longer.
            if word.text.len() < 3 && words.peek_in_line().is_some() {
                return Err(words.expected("tx, ty, tz, rx, ry, rz or l"));
            }
            break;
        };
        if list.contains(&dof) {
            let message = format!("{} stands twice in this list", dof.word());
            return Err(LoadError::contradiction(source, word.at, message));
        }
        list.push(dof);
        words.word();
    }
    Ok(list)
}

/// Numbers and infinities, as many as follow.
fn limits(words: &mut Scanner<'_>, warnings: &mut Warnings) -> Vec<f32> {
    let mut list = Vec::new();
    while let Some(word) = words.peek() {
        let unsigned = word.text.strip_prefix(b"-");
        let unsigned = unsigned.or(word.text.strip_prefix(b"+"));
        let magnitude = unsigned.unwrap_or(word.text);
        let is_infinity = |text: &[u8]| text.to_ascii_lowercase().starts_with(b"inf");
        let limit = match number(word.text) {
            Some(limit) if limit.value.abs() <= MAX_VALUE => Some(limit.value),
            _ if is_infinity(magnitude) && word.text[0] == b'-' => Some(f32::NEG_INFINITY),
            _ if is_infinity(magnitude) => Some(f32::INFINITY),
            _ => None,
        };
        if limit.is_none() && unsigned.is_none() {
            break;
        }
        words.word();
        list.push(limit.unwrap_or_else(|| {
            let message = "a limit that is no number is taken for none";
            let words = *words;
            warnings.add_at(WarningCode::LimitsLeftOut, || words.place(word.at), message);
            match list.len() % 2 {
                0 => f32::NEG_INFINITY,
                _ => f32::INFINITY,
            }
        }));
    }
    list
}

/// The definition's own example has `cofmass 1.0 end`, and then the bone's `end`. Without that second
/// one the first is the bone's.
fn skip_end_of_cofmass(words: &mut Scanner<'_>) {
    let mut ahead = *words;
    let is_end = |word: Option<Word<'_>>| word.is_some_and(|word| word.is("end"));
    if is_end(ahead.word_in_line()) && is_end(ahead.peek()) {
        *words = ahead;
    }
}

/// An error where a number stands and a keyword should: a value too many, or a decimal comma.
pub(super) fn not_a_number(
    words: &Scanner<'_>,
    word: &Word<'_>,
    whose: &str,
) -> Result<(), LoadError> {
    let at_word = (*words).at(word.at);
    match number(word.text) {
        Some(_) => Err(at_word.expected(format!("no more values for {whose}"))),
        None => Ok(()),
    }
}
