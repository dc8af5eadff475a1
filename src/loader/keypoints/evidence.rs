//! What makes it sure that columns are of keypoints: names of a body, numbers that run on, and numbers below them.

use super::super::word::Word;
use super::layout::{GAPS, Point};
use super::names::words;
use super::role_names::{KEYPOINTS, is_one_of};
use crate::take::part_of;

/// Whether a table has a row for each keypoint: by the word above the column of their names, or by these.
pub(super) fn is_long(word: &[u8], name: usize, points: &[Point], rows: &[Vec<Word<'_>>]) -> bool {
    let word = std::str::from_utf8(word).unwrap_or_default();
    let is_one = points.len() == 1 && points[0].name.is_empty();
    let is_of_body = |row: &Vec<Word<'_>>| {
        let text = row.get(name).and_then(|field| std::str::from_utf8(field.text).ok());
        text.is_some_and(is_of_body)
    };
    let is_said = is_one_of(KEYPOINTS, &words(word).concat());
    is_one && (is_said || !rows.is_empty() && rows.iter().all(is_of_body))
}

/// Whether a name is of a part of a body.
fn is_of_body(name: &str) -> bool {
    const OTHERS: [&str; 8] =
        ["face", "mouth", "lip", "ear", "nose", "tail", "snout", "center_of_mass"];
    let name = name.to_lowercase();
    part_of(&name).is_some() || OTHERS.iter().any(|word| name.contains(word))
}

/// Whether points are those of a body by their names, or by their numbers.
pub(super) fn are_of_body(points: &[Point], is_flat: bool) -> bool {
    let fewest = if is_flat { 5 } else { 3 };
    let of_body = points.iter().filter(|point| is_of_body(&point.name)).count();
    of_body >= fewest && 2 * of_body >= points.len() || are_numbered(points)
}

/// Whether points are called by nothing but numbers that run on, and are as many as those of a body, hands or a face.
fn are_numbered(points: &[Point]) -> bool {
    const COUNTS: [usize; 19] =
        [17, 18, 19, 20, 21, 22, 24, 25, 26, 32, 33, 42, 54, 75, 133, 136, 468, 478, 543];
    const WORDS: &str =
        "landmark keypoint kp kpt lm lmk joint j pose poselandmark point p body hand";
    let split = |point: &Point| {
        let stem = point.name.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = point.name[stem.len()..].parse::<usize>().ok()?;
        let word = words(stem).concat();
        (word.is_empty() || is_one_of(WORDS, &word)).then_some((word, number))
    };
    let Some(first) = points.first().and_then(split).filter(|(_, number)| *number < 2) else {
        return false;
    };
    let follows = |(i, point)| {
        split(point).is_some_and(|(word, number)| word == first.0 && number == first.1 + i)
    };
    COUNTS.contains(&points.len()) && points.iter().enumerate().all(follows)
}

/// Whether the first rows have numbers where points have their places.
pub(super) fn are_numbers(points: &[Point], rows: &[Vec<Word<'_>>]) -> bool {
    let is_number = |field: &Word<'_>| {
        let text = field.text;
        // With a decimal comma, perhaps.
        let number = |b: &u8| b.is_ascii_digit() || b"+-.,eE".contains(b);
        text.iter().all(number) || GAPS.iter().any(|gap| text.eq_ignore_ascii_case(gap))
    };
    let columns = || points.iter().flat_map(|point| point.place).flatten();
    let fits = |row: &&Vec<Word<'_>>| columns().all(|column| row.get(column).is_none_or(is_number));
    // One of them may be damaged.
    rows.is_empty() || 2 * rows.iter().filter(fits).count() >= rows.len()
}

/// Whether columns are those of Rokoko Studio: a time, then positions and rotations of its joints, and its own angles.
pub(super) fn is_rokoko(names: &[Word<'_>], points: &[Point]) -> bool {
    const OWN: [&str; 6] =
        ["LeftThigh", "LeftShin", "LeftToeTip", "LeftKnee_flexion", "LeftDigit", "LeftUpperLeg"];
    let has = |name: &str| points.iter().any(|point| point.name == name);
    let is_own = |name: &Word<'_>| OWN.iter().any(|own| name.text.starts_with(own.as_bytes()));
    let is_place = |name: &Word<'_>| name.text == b"Head_position_x";
    names.first().is_some_and(|first| first.is("Timestamp"))
        && (has("Head") && has("LeftFoot") && has("RightFoot"))
        && names.iter().any(is_own)
        && names.iter().any(is_place)
}
