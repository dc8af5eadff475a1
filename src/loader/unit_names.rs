//! How names of axes, of units of length and of units of angle are parsed.

use super::scanner::Reader;
use super::word::{Word, quoted};
use crate::take::{Angle, Axis, WarningCode};

/// An axis by its letter, in any case.
pub(super) fn axis(letter: u8) -> Option<Axis> {
    let of_letter = |axis: &Axis| axis.name().as_bytes() == [letter.to_ascii_uppercase()];
    Axis::ALL.into_iter().find(of_letter)
}

/// An order of the axes such as `XYZ`, each letter once.
pub(super) fn order(letters: &[u8]) -> Option<[Axis; 3]> {
    let &[first, second, third] = letters else { return None };
    let order = [axis(first)?, axis(second)?, axis(third)?];
    Axis::ALL.iter().all(|axis| order.contains(axis)).then_some(order)
}

/// Every unit with its names in lower case, the plural without its `s`.
const UNITS: &[(&[&str], f64)] = &[
    (&["mm", "millimeter", "millimetre"], 0.001),
    (&["cm", "centimeter", "centimetre"], 0.01),
    (&["dm", "decimeter", "decimetre"], 0.1),
    (&["m", "meter", "metre"], 1.0),
    (&["in", "inch", "inche"], 0.0254),
    (&["ft", "foot", "feet"], 0.3048),
];

/// Metres in one unit of this name, which may be in any case and in the plural; `None` for a word
/// that names no unit of length.
pub(super) fn metres_in(name: &[u8]) -> Option<f64> {
    let singular = name.strip_suffix(b"s").or(name.strip_suffix(b"S"));
    let is = |known: &&str| {
        let mut spellings = [Some(name), singular].into_iter().flatten();
        spellings.any(|name| name.eq_ignore_ascii_case(known.as_bytes()))
    };
    let unit = UNITS.iter().find(|(names, _)| names.iter().any(is));
    unit.map(|&(_, metres)| metres)
}

/// Metres in the unit of length that a file states; `None` where it names none that is known, with a warning.
pub(super) fn stated_metres(stated: Option<Word<'_>>, reader: &mut Reader<'_>) -> Option<f64> {
    let word = stated?;
    let metres = metres_in(word.text);
    if metres.is_none() {
        reader.warn(WarningCode::UnitUnknown, word.at, unknown(word.text));
    }
    metres
}

/// The warning of a unit of length that [`metres_in`] does not know.
pub(super) fn unknown(name: &[u8]) -> String {
    format!("the unit of length {} is not known: the figure's height stands for it", quoted(name))
}

/// The unit of angle whose name begins like this one, which may be in any case.
pub(super) fn angle_in(name: &[u8]) -> Option<Angle> {
    let begins = |with: &[u8]| {
        let head = name.get(..with.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(with))
    };
    if begins(b"deg") {
        Some(Angle::Degrees)
    } else if begins(b"rad") {
        Some(Angle::Radians)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_known_by_their_names_in_any_case_and_number() {
        for (name, metres) in [
            ("INCHES", 0.0254),
            ("Inch", 0.0254),
            ("in", 0.0254),
            ("feet", 0.3048),
            ("mm", 0.001),
            ("Meters", 1.0),
            ("metre", 1.0),
            ("CM", 0.01),
            ("dm", 0.1),
        ] {
            assert_eq!(metres_in(name.as_bytes()), Some(metres), "{name}");
        }
        for name in ["", "s", "furlongs", "degrees", "mmss"] {
            assert_eq!(metres_in(name.as_bytes()), None, "{name}");
        }
    }

    #[test]
    fn units_of_angle_are_known_by_how_they_begin() {
        for (name, angle) in [
            ("Degrees", Some(Angle::Degrees)),
            ("DEG", Some(Angle::Degrees)),
            ("radians", Some(Angle::Radians)),
            ("Rad", Some(Angle::Radians)),
            ("de", None),
            ("grads", None),
        ] {
            assert_eq!(angle_in(name.as_bytes()), angle, "{name}");
        }
    }
}
