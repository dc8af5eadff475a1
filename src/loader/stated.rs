//! What a header states: rates, counts and keys. They are compared with what is there, and never trusted.

use super::rate::{ASSUMED_FRAME_TIME, assumed, is_frame_time};
use super::scanner::Reader;
use super::word::Word;
use crate::take::{Detail, DetailKind, FrameTime, WarningCode, counted, plural};

/// Seconds a frame by the number of frames a second that a word states; else a usual rate, with a warning at
/// the word that calls it `name`.
pub(super) fn stated_frame_time(word: &Word<'_>, name: &str, reader: &mut Reader<'_>) -> FrameTime {
    if let Some(seconds) = word.number().map(f64::recip).filter(|&s| is_frame_time(s)) {
        return seconds.into();
    }
    let message = format!("{name} is no rate: {}", assumed());
    reader.warn(WarningCode::RateAssumed, word.at, message);
    ASSUMED_FRAME_TIME
}

/// `1 frame`, `2 frames`: as many as a file states, which may be any number that it can hold.
pub(super) fn stated_count(count: f64, noun: &str) -> String {
    match count {
        1.0 => format!("1 {noun}"),
        c if c.abs() < 1e15 => format!("{c} {}", plural(noun)),
        c => format!("{c:e} {}", plural(noun)),
    }
}

/// The error where the file ends within its last row.
pub(super) fn broken_off(values: usize, columns: usize) -> String {
    format!("the last row has {values} of {columns} values")
}

/// The warning where the segments of a file do not all have the same number of rows.
pub(super) const FEWER_ROWS: &str = "a segment has fewer rows than others: it keeps its last one";

/// A number that a file announces, and its place.
pub(super) type DeclaredCount = Option<(usize, f64)>;

/// The code where another count is announced than there is: whether something is missing.
pub(super) fn missing_or_differs(announced: f64, count: f64) -> WarningCode {
    if announced > count { WarningCode::FewerThanAnnounced } else { WarningCode::CountDiffers }
}

/// Warns where `who`, the file or a part of it, announces another count than it has; a `noun` is announced,
/// and each `witness` is one.
pub(super) fn compare(
    who: &str,
    announced: DeclaredCount,
    count: usize,
    [noun, witness]: [&str; 2],
    reader: &mut Reader<'_>,
) {
    if let Some((at, announced)) = announced
        && announced != count as f64
    {
        let code = missing_or_differs(announced, count as f64);
        let (announced, count) = (stated_count(announced, noun), counted(count, witness));
        let those = plural(witness);
        let message = format!("{who} announces {announced} and has {count}: the {those} decide");
        reader.warn(code, at, message);
    }
}

/// As [`compare`], for the word by which a file says how many there are.
pub(super) fn compare_stated(
    stated: Option<Word<'_>>,
    count: usize,
    [noun, witness]: [&str; 2],
    reader: &mut Reader<'_>,
) {
    let Some(word) = stated else { return };
    if let Some(number) = word.number() {
        let announced = Some((word.at, number));
        return compare("the file", announced, count, [noun, witness], reader);
    }
    let [nouns, those] = [noun, witness].map(plural);
    let message = format!("the number of {nouns} is no number: the {those} decide");
    reader.warn(WarningCode::CountDiffers, word.at, message);
}

pub(super) struct RepeatedKeys<K>(Vec<K>);

impl<K: PartialEq> RepeatedKeys<K> {
    pub fn new() -> Self {
        Self(Vec::new())
    }

    /// Takes in a key, and warns where it was given before.
    pub fn add(&mut self, key: K, word: &Word<'_>, reader: &mut Reader<'_>) {
        if self.has(&key) {
            let message = format!("{} is given twice: the last one counts", word.shown());
            reader.warn(WarningCode::GivenTwice, word.at, message);
        } else {
            self.0.push(key);
        }
    }

    pub fn has(&self, key: &K) -> bool {
        self.0.contains(key)
    }
}

impl RepeatedKeys<&'static str> {
    /// [`Self::add`] for a word that may be one of these keys.
    pub fn add_known(&mut self, keys: &[&'static str], word: &Word<'_>, reader: &mut Reader<'_>) {
        if let Some(key) = keys.iter().find(|key| word.is(key)) {
            self.add(key, word, reader);
        }
    }
}

#[derive(Default)]
pub(super) struct KeyValues<'a>(Vec<(&'static str, Word<'a>)>);

impl<'a> KeyValues<'a> {
    /// Takes in a value; of several of a key the last one counts.
    pub fn add(&mut self, key: &'static str, value: Word<'a>) {
        self.0.push((key, value));
    }

    pub fn get(&self, key: &str) -> Option<Word<'a>> {
        self.0.iter().rfind(|(known, _)| *known == key).map(|(_, value)| *value)
    }

    /// A value as a number that is not out of all bounds.
    pub fn number(&self, key: &str) -> Option<f64> {
        self.get(key)?.number().filter(|number| number.abs() < 1e15)
    }

    pub fn above_0(&self, key: &str) -> Option<f64> {
        self.number(key).filter(|&number| number > 0.0)
    }
}

/// The recording that the frames of a file are a part of: its rate, how many frames it has and the first one.
pub(super) fn original(rate: f64, frames: Option<f64>, first: Option<f64>) -> Detail {
    let mut text = format!("{} fps", crate::take::rate(rate));
    if let Some(frames) = frames {
        text += &format!(", {}", stated_count(frames, "frame"));
    }
    if let Some(first) = first {
        text += &format!(", from frame {first}");
    }
    Detail::new(DetailKind::ORIGINAL, text)
}
