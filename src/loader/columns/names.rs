//! What the names of columns say: markers and axes, units, and words for times, frames and names.

use super::super::unit_names::{angle_in, metres_in};
use super::column::{Column, Quantity};
use crate::take::Axis;

/// The column that is no value by its name, such as a time.
pub(super) fn special_column(field: &str) -> Option<Column> {
    const WORDS: [(&str, Column); 3] = [
        ("frame frames frame# frameno framenumber index sample field row n", Column::Frame),
        ("time times t timestamp timestamps seconds sec secs ms", Column::Time),
        ("name marker joint sensor station body bone landmark node point", Column::Name),
    ];
    let (bare, _) = without_unit(field);
    let word: String = bare.to_lowercase().chars().filter(|c| !" _-.".contains(*c)).collect();
    for (words, column) in WORDS {
        if words.split(' ').any(|known| known == word) {
            return Some(column);
        }
    }
    // A unit may stand behind it.
    let unit = ["timestamp", "time"].iter().find_map(|time| word.strip_prefix(time))?;
    ["s", "sec", "seconds", "ms", "us", "ns"].contains(&unit).then_some(Column::Time)
}

/// A name without a unit in brackets at its end, and that.
pub(super) fn without_unit(name: &str) -> (&str, &str) {
    let name = name.trim();
    let Some(inside) = name.strip_suffix([')', ']']) else { return (name, "") };
    match inside.rfind(['(', '[']) {
        Some(at) => (name[..at].trim(), inside[at + 1..].trim()),
        None => (name, ""),
    }
}

pub(super) fn is_unit(word: &str) -> bool {
    let word = word.trim_matches(['(', ')', '[', ']']);
    let others = ["s", "sec", "ms", "us", "-", "#", "quat", "frames"];
    metres_in(word.as_bytes()).is_some()
        || angle_in(word.as_bytes()).is_some()
        || others.contains(&word.to_lowercase().as_str())
}

/// What a name says of the kind of an axis.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Position,
    Angle,
    Quaternion,
}

/// The name of a column as a name and what it is of it.
pub(super) struct Word {
    pub name: String,
    pub quantity: Option<Quantity>,
    /// Whether the name says that it is a position, an angle or a part of a quaternion, or only its axis.
    pub kind: Option<Kind>,
}

impl Word {
    pub fn of(field: &str) -> Self {
        let (name, _) = without_unit(field);
        let none = Self { name: name.to_string(), quantity: None, kind: None };
        // The axis at the end, or else at the beginning: "Hand.x", "HandX", "x_Hand", "x1".
        let at_end = SUFFIXES.iter().find_map(|(suffix, quantity, kind)| {
            let (rest, end) = cut_end(name, suffix)?;
            let is_apart = match rest.chars().last() {
                None => true,
                Some(before) if !before.is_alphanumeric() => true,
                Some(before) => before.is_lowercase() && end.starts_with(char::is_uppercase),
            };
            is_apart.then_some((rest, *quantity, *kind))
        });
        let at_start = || {
            let (first, rest) = name.split_at_checked(1)?;
            let is = |axis: &Axis| axis.name().eq_ignore_ascii_case(first);
            let axis = Axis::ALL.into_iter().find(is)?;
            let is_apart = !rest.chars().next()?.is_alphabetic();
            is_apart.then_some((rest, Quantity::Position(axis), None))
        };
        let Some((rest, quantity, kind)) = at_end.or_else(at_start) else { return none };
        let (rest, stated) = kind_of(trimmed(rest));
        Self { name: trimmed(rest).to_string(), quantity: Some(quantity), kind: kind.or(stated) }
    }
}

fn trimmed(name: &str) -> &str {
    name.trim_matches(|c: char| !c.is_alphanumeric())
}

/// Axes as names of columns end in them, the longer ones first.
#[rustfmt::skip]
const SUFFIXES: [(&str, Quantity, Option<Kind>); 28] = {
    use Axis::{X, Y, Z};
    use Quantity::{Angle, Position, Quaternion};
    let (angle, part, position) = (Some(Kind::Angle), Some(Kind::Quaternion), Some(Kind::Position));
    [
        ("elevation", Angle(Y), angle), ("azimuth", Angle(Z), angle), ("pitch", Angle(Y), angle),
        ("roll", Angle(X), angle), ("yaw", Angle(Z), angle),
        ("rx", Angle(X), angle), ("ry", Angle(Y), angle), ("rz", Angle(Z), angle),
        // With a fourth, what is called like angles is a quaternion.
        ("rw", Quaternion(3), angle),
        ("qx", Quaternion(0), part), ("qy", Quaternion(1), part), ("qz", Quaternion(2), part),
        ("qw", Quaternion(3), part),
        ("q0", Quaternion(3), part), ("q1", Quaternion(0), part), ("q2", Quaternion(1), part),
        ("q3", Quaternion(2), part),
        ("tx", Position(X), position), ("ty", Position(Y), position), ("tz", Position(Z), position),
        ("px", Position(X), position), ("py", Position(Y), position), ("pz", Position(Z), position),
        ("az", Angle(Z), angle),
        ("x", Position(X), None), ("y", Position(Y), None), ("z", Position(Z), None),
        ("w", Quaternion(3), part),
    ]
};

/// A name without the word at its end, or all of it, that says what its axes are of.
fn kind_of(name: &str) -> (&str, Option<Kind>) {
    #[rustfmt::skip]
    const WORDS: [(&str, Kind); 12] = [
        ("quaternion", Kind::Quaternion), ("orientation", Kind::Angle),
        ("translation", Kind::Position), ("rotation", Kind::Angle), ("position", Kind::Position),
        ("angles", Kind::Angle), ("angle", Kind::Angle), ("euler", Kind::Angle),
        ("trans", Kind::Position), ("quat", Kind::Quaternion), ("rot", Kind::Angle),
        ("pos", Kind::Position),
    ];
    let mut found =
        WORDS.iter().filter_map(|(word, kind)| Some((cut_end(name, word)?.0, Some(*kind))));
    found.next().unwrap_or((name, None))
}

/// A name that ends in a word, whatever its case, as what is ahead of it and its end.
fn cut_end<'a>(name: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let parts = name.split_at_checked(name.len().checked_sub(word.len())?)?;
    parts.1.eq_ignore_ascii_case(word).then_some(parts)
}

/// Names without what all of them begin and end with.
pub fn parts(names: &[String]) -> Vec<&str> {
    let [begin, end] = ends(names);
    names.iter().map(|name| &name[begin..name.len() - end]).collect()
}

/// What all of some names begin and end with, as the name of what they are of; empty where that is nothing.
pub fn shared(names: &[String]) -> &str {
    let [begin, end] = ends(names);
    let first = names.first().map_or("", String::as_str);
    let both = [&first[..begin], &first[first.len() - end..]];
    let [own, behind] = both.map(|text| text.trim_matches(|c: char| !c.is_alphanumeric()));
    if own.len() < behind.len() { behind } else { own }
}

/// How many bytes all of some names begin with, and how many behind these they end with.
fn ends(names: &[String]) -> [usize; 2] {
    let [first, others @ ..] = names else { return [0, 0] };
    let letters = first.char_indices();
    let begins = letters.map(|(at, letter)| at + letter.len_utf8());
    let is_begin = |end: &usize| others.iter().all(|name| name.starts_with(&first[..*end]));
    let begin = begins.take_while(is_begin).last().unwrap_or(0);
    let rest = &first[begin..];
    let mut tails = rest.char_indices().map(|(at, _)| &rest[at..]);
    let tail = tails.find(|tail| others.iter().all(|name| name[begin..].ends_with(*tail)));
    [begin, tail.map_or(0, str::len)]
}
