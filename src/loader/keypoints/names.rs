//! What the name of a column says: which point it is of, and which of its values it is.
//!
//! ```text
//! nose_x  nose.X  Nose:x  noseX  nosex        the value stands behind the name
//! x_nose  x0                                  or ahead of it
//! nose_visibility  nose_c  v0                 how sure it is
//! ```

/// Where the value stands in a name, and whether something parts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Style {
    Behind,
    Ahead,
    GluedBehind,
    GluedAhead,
}

/// Which value of a point a column is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// A coordinate: 0, 1 or 2.
    Place(usize),
    Confidence,
}

/// One way to read the name of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reading<'a> {
    pub style: Style,
    /// The name of the point, which may be empty.
    pub point: &'a str,
    pub value: Value,
}

/// Words for how sure a point is, the longer ones first.
const CONFIDENCE: [&str; 13] = [
    "probability",
    "visibility",
    "likelihood",
    "confidence",
    "presence",
    "score",
    "conf",
    "prob",
    "vis",
    "c",
    "v",
    "p",
    "s",
];

/// Words that say that a value is a place, and are no part of the name of its point.
const PLACE: [&str; 10] = [
    "position",
    "pos",
    "coordinate",
    "coordinates",
    "coord",
    "coords",
    "translation",
    "trans",
    "location",
    "loc",
];

/// Words for units behind a value.
const UNITS: [&str; 6] = ["mm", "cm", "m", "px", "pixel", "pixels"];

/// Words of what sensors measure, and of what is no place.
const OTHER: [&str; 40] = [
    "acc",
    "accel",
    "acceleration",
    "accelerometer",
    "gyr",
    "gyro",
    "gyroscope",
    "mag",
    "magnetometer",
    "vel",
    "velocity",
    "speed",
    "jerk",
    "linear",
    "angular",
    "omega",
    "angle",
    "angles",
    "ang",
    "rot",
    "rotation",
    "quat",
    "quaternion",
    "orientation",
    "orient",
    "euler",
    "force",
    "moment",
    "torque",
    "grf",
    "grav",
    "gravity",
    "emg",
    "free",
    "cop",
    "strain",
    "power",
    "scale",
    "flexion",
    "disp",
];

pub(super) fn is_between(letter: char) -> bool {
    !letter.is_alphanumeric()
}

/// The words of a name in lower case, which capitals part as well.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = ' ';
    for letter in name.chars() {
        let begins = is_between(before) || before.is_lowercase() && letter.is_uppercase();
        if !is_between(letter) {
            let small = letter.to_lowercase();
            match words.last_mut().filter(|_| !begins) {
                Some(word) => word.extend(small),
                None => words.push(small.collect()),
            }
        }
        before = letter;
    }
    words
}

/// Whether a name is of something that has three axes and is no place.
pub(super) fn is_no_place(point: &str) -> bool {
    words(point).iter().any(|word| OTHER.contains(&word.as_str()))
}

/// Whether a column is an angle or a part of a quaternion by the word at its end.
pub(super) fn is_rotation(name: &str) -> bool {
    const LAST: [&str; 12] =
        ["rx", "ry", "rz", "rw", "qx", "qy", "qz", "qw", "w", "roll", "pitch", "yaw"];
    words(name).last().is_some_and(|word| LAST.contains(&word.as_str()))
}

/// A name without a unit behind it, in brackets or not, and that; empty without one.
pub(super) fn without_unit(name: &str) -> (&str, &str) {
    let name = name.trim();
    if let Some(inside) = name.strip_suffix([')', ']'])
        && let Some(at) = inside.rfind(['(', '['])
    {
        return (name[..at].trim_end(), inside[at + 1..].trim());
    }
    if let Some((ahead, unit)) = name.rsplit_once(is_between)
        && UNITS.iter().any(|known| unit.eq_ignore_ascii_case(known))
        && behind(ahead).is_some_and(|(_, value)| matches!(value, Value::Place(_)))
    {
        return (ahead, unit);
    }
    (name, "")
}

/// All ways to read a name, those that are surer first.
pub(super) fn readings(name: &str) -> impl Iterator<Item = Reading<'_>> {
    let (name, _) = without_unit(name);
    let all = [
        (Style::Behind, behind(name)),
        (Style::Ahead, ahead(name)),
        (Style::GluedBehind, glued(name, cut_end)),
        (Style::GluedAhead, glued(name, cut_start)),
    ];
    all.into_iter().filter_map(|(style, found)| {
        let (point, value) = found?;
        Some(Reading { style, point: trimmed(point), value })
    })
}

fn behind(name: &str) -> Option<(&str, Value)> {
    let (point, word) = match name.rfind(is_between) {
        Some(at) => {
            let parting = name[at..].chars().next().map_or(1, char::len_utf8);
            (&name[..at], &name[at + parting..])
        }
        None => ("", name),
    };
    if let Some(value) = value(word) {
        return Some((point, value));
    }
    // A capital parts as well: noseX, noseScore.
    let last = name.char_indices().rfind(|(_, letter)| letter.is_uppercase())?.0;
    let (point, word) = name.split_at(last);
    let is_parted = point.ends_with(|c: char| c.is_lowercase() || c.is_ascii_digit());
    Some((point, value(word).filter(|_| is_parted)?))
}

fn ahead(name: &str) -> Option<(&str, Value)> {
    if let Some((word, point)) = name.split_once(is_between) {
        return Some((point, value(word)?));
    }
    let first = name.char_indices().skip(1).find(|(_, letter)| letter.is_uppercase())?.0;
    let (word, point) = name.split_at(first);
    Some((point, value(word).filter(|_| word.chars().all(char::is_lowercase))?))
}

/// The value that a word is.
fn value(word: &str) -> Option<Value> {
    let word = word.to_ascii_lowercase();
    let (kind, axis) = word.split_at_checked(word.len().checked_sub(1)?)?;
    if let Some(axis) = "xyz".find(axis).filter(|_| ["", "t", "p", "pos"].contains(&kind)) {
        return Some(Value::Place(axis));
    }
    CONFIDENCE.contains(&word.as_str()).then_some(Value::Confidence)
}

type Cut = for<'a> fn(&'a str, &str) -> Option<&'a str>;

fn glued(name: &str, cut: Cut) -> Option<(&str, Value)> {
    let axes = ["x", "y", "z"].into_iter().enumerate().map(|(i, word)| (word, Value::Place(i)));
    let mut words = axes.chain(CONFIDENCE.map(|word| (word, Value::Confidence)));
    let found = words.find_map(|(word, value)| Some((cut(name, word)?, value)));
    found.filter(|(point, _)| !point.is_empty())
}

fn cut_end<'a>(name: &'a str, word: &str) -> Option<&'a str> {
    let (rest, end) = name.split_at_checked(name.len().checked_sub(word.len())?)?;
    end.eq_ignore_ascii_case(word).then_some(rest)
}

fn cut_start<'a>(name: &'a str, word: &str) -> Option<&'a str> {
    let (start, rest) = name.split_at_checked(word.len())?;
    start.eq_ignore_ascii_case(word).then_some(rest)
}

/// The name of a point without what parts it from its value, and without a word for its being a place.
fn trimmed(point: &str) -> &str {
    let point = point.trim_matches(is_between);
    let is_place = |word: &str| PLACE.iter().any(|known| word.eq_ignore_ascii_case(known));
    if is_place(point) {
        return "";
    }
    match point.rsplit_once(is_between) {
        Some((rest, last)) if is_place(last) => rest.trim_end_matches(is_between),
        _ => point,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_stands_ahead_of_the_name_of_its_point_or_behind_it() {
        use Style::{Ahead, Behind, GluedAhead, GluedBehind};
        let found = Value::Confidence;
        for (name, style, point, value) in [
            ("nose_x", Behind, "nose", Value::Place(0)),
            ("Left Eye Y", Behind, "Left Eye", Value::Place(1)),
            ("LEFT_EYE.z", Behind, "LEFT_EYE", Value::Place(2)),
            ("nose - x", Behind, "nose", Value::Place(0)),
            ("nose:x", Behind, "nose", Value::Place(0)),
            ("noseX", Behind, "nose", Value::Place(0)),
            ("nose_position_y", Behind, "nose", Value::Place(1)),
            ("nose_posZ", Behind, "nose", Value::Place(2)),
            ("nose_x (mm)", Behind, "nose", Value::Place(0)),
            ("nose_y_mm", Behind, "nose", Value::Place(1)),
            ("x", Behind, "", Value::Place(0)),
            ("Position_X", Behind, "", Value::Place(0)),
            ("face_0000_z", Behind, "face_0000", Value::Place(2)),
            ("nose_visibility", Behind, "nose", found),
            ("noseScore", Behind, "nose", found),
            ("likelihood", Behind, "", found),
            ("x_nose", Ahead, "nose", Value::Place(0)),
            ("y left hip", Ahead, "left hip", Value::Place(1)),
            ("zNose", Ahead, "Nose", Value::Place(2)),
            ("nosex", GluedBehind, "nose", Value::Place(0)),
            ("NOSEY", GluedBehind, "NOSE", Value::Place(1)),
            ("x12", GluedAhead, "12", Value::Place(0)),
            ("v0", GluedAhead, "0", found),
            ("visibility0", GluedAhead, "0", found),
        ] {
            let wanted = Reading { style, point, value };
            assert!(readings(name).any(|reading| reading == wanted), "{name}");
            assert_eq!(readings(name).next().map(|first| first.value), Some(value), "{name}");
        }
        for name in ["nose_error", "nose_ncams", "M_00", "frame", "", "_", "é"] {
            assert!(
                readings(name).all(|reading| matches!(reading.style, GluedBehind | GluedAhead)),
                "{name}"
            );
        }
    }

    #[test]
    fn what_sensors_measure_is_no_place() {
        for name in ["LeftThigh_acc", "gyroHand", "foot.rotation", "Ground Force"] {
            assert!(is_no_place(name), "{name}");
        }
        for name in ["left_foot_index", "Magda", "nose", "0"] {
            assert!(!is_no_place(name), "{name}");
        }
        assert!(is_rotation("hand_qx") && is_rotation("Hand Rw") && !is_rotation("hand_x"));
    }
}
