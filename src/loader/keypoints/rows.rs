//! What stands in a row beside its values: which frame it is of, and which point of which person.

use std::collections::HashMap;
use std::ops::Range;

use super::super::chunks::RowMerge;
use super::super::marker::frame_number;
use super::super::number::double;
use super::super::table::{BadField, ExpectedField, RowPrefix, field, skip_spaces};
use super::super::time_unit::TimeUnit;

/// The columns that are no values of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Roles {
    pub frame: Option<usize>,
    pub time: Option<usize>,
    pub time_unit: Option<TimeUnit>,
    pub person: Option<usize>,
    /// Of which of several ways to find it a point is.
    pub trajectory: Option<usize>,
    /// What the point is a part of, ahead of its name.
    pub model: Option<usize>,
    pub name: Option<usize>,
}

/// When a row is: its frame, and its time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Stamp {
    pub number: Option<i64>,
    pub time: Option<f64>,
}

/// Whom and what a row is of: person, trajectory, model and point, as far as the table has them.
pub(super) type Key = [Vec<u8>; 4];

/// The prefix of rows.
pub(super) struct RowColumns<'a> {
    /// How many fields stand ahead of the values, or in all where values stand among them.
    pub fields: usize,
    pub roles: Roles,
    pub are_among_values: bool,
    pub text: &'a [u8],
}

/// Which row is of whom and what, and on which frame.
#[derive(Default)]
pub(super) struct Rows {
    /// All keys, in the order in which they came first.
    pub keys: Vec<Key>,
    known: HashMap<Key, u32>,
    /// The key of each row; of none where the table has no keys.
    pub of_rows: Vec<u32>,
    /// The stamps of rows, each with the first row that has it.
    pub stamps: Vec<(u32, Stamp)>,
    count: u32,
}

impl RowColumns<'_> {
    fn has_keys(&self) -> bool {
        self.roles.keys().iter().any(Option::is_some)
    }
}

impl Roles {
    /// The columns of a [`Key`].
    pub fn keys(&self) -> [Option<usize>; 4] {
        [self.person, self.trajectory, self.model, self.name]
    }

    /// The last column that is no value.
    pub fn last(&self) -> Option<usize> {
        let all = self.keys().into_iter().chain([self.frame, self.time]);
        all.flatten().max()
    }
}

impl RowPrefix for RowColumns<'_> {
    type Row = (Stamp, [Range<usize>; 4]);
    type Facts = Rows;

    fn may_begin_empty(&self) -> bool {
        true
    }

    fn read<'t, const SEPARATOR: u8>(
        &self,
        text: &'t [u8],
        row: usize,
    ) -> Result<(Self::Row, usize), BadField<'t>> {
        let mut stamp = Stamp::default();
        let mut keys = [const { 0..0 }; 4];
        let mut at = row;
        for i in 0..self.fields {
            let start = skip_spaces::<SEPARATOR>(text, at);
            let (found, behind) = field::<SEPARATOR>(text, at);
            if self.roles.frame == Some(i) {
                stamp.number = text_number(found);
                if stamp.number.is_none() && !found.is_empty() {
                    let expected = ExpectedField::FrameNumber;
                    return Err(BadField { at: start, text: found, expected });
                }
            }
            if self.roles.time == Some(i) {
                stamp.time = text_time(found);
            }
            for (key, column) in keys.iter_mut().zip(self.roles.keys()) {
                if column == Some(i) {
                    // Quotes around it are none of it.
                    let is_quoted = text.get(start) == Some(&b'"') && !found.starts_with(b"\"");
                    let start = start + usize::from(is_quoted);
                    *key = start..start + found.len();
                }
            }
            at = behind;
        }
        Ok(((stamp, keys), if self.are_among_values { row } else { at }))
    }

    fn add(&self, (stamp, keys): Self::Row, rows: &mut Rows) -> bool {
        if self.has_keys() {
            let id = rows.id(keys.map(|key| &self.text[key]));
            rows.of_rows.push(id);
        }
        let has_stamp = self.roles.frame.is_some() || self.roles.time.is_some();
        if has_stamp && rows.stamps.last().is_none_or(|(_, last)| *last != stamp) {
            rows.stamps.push((rows.count, stamp));
        }
        rows.count += 1;
        true
    }
}

impl Rows {
    /// The number of a key, which may be a new one.
    fn id(&mut self, key: [&[u8]; 4]) -> u32 {
        // Frames mostly have their points in the same order.
        let next = self.of_rows.last().map_or(0, |last| last + 1);
        let next = if next as usize == self.keys.len() { 0 } else { next };
        if self.keys.get(next as usize).is_some_and(|known| *known == key) {
            return next;
        }
        self.id_of(key.map(<[u8]>::to_vec))
    }

    fn id_of(&mut self, key: Key) -> u32 {
        if let Some(&id) = self.known.get(&key) {
            return id;
        }
        let id = self.keys.len() as u32;
        self.known.insert(key.clone(), id);
        self.keys.push(key);
        id
    }

    /// The stamp of each row, where rows have some.
    pub fn stamp_of_rows(&self) -> impl Iterator<Item = Stamp> {
        let ends = self.stamps.iter().skip(1).map(|(first, _)| *first).chain([self.count]);
        let runs = self.stamps.iter().zip(ends);
        runs.flat_map(|(&(first, stamp), end)| (first..end).map(move |_| stamp))
    }
}

impl RowMerge for Rows {
    fn join(&mut self, next: Self) -> bool {
        let ids: Vec<u32> = next.keys.into_iter().map(|key| self.id_of(key)).collect();
        self.of_rows.extend(next.of_rows.into_iter().map(|id| ids[id as usize]));
        let last = self.stamps.last().map(|(_, stamp)| *stamp);
        let goes_on = next.stamps.first().is_some_and(|(_, stamp)| Some(*stamp) == last);
        let stamps = next.stamps.into_iter().skip(usize::from(goes_on));
        self.stamps.extend(stamps.map(|(first, stamp)| (first + self.count, stamp)));
        self.count += next.count;
        true
    }
}

/// The number of a frame: a whole number, or the last one in the name of a picture.
pub(super) fn text_number(field: &[u8]) -> Option<i64> {
    frame_number(field).or_else(|| {
        let stem = field.rsplitn(2, |&b| b == b'.').last()?;
        let end = stem.iter().rposition(u8::is_ascii_digit)? + 1;
        let start = stem[..end].iter().rposition(|b| !b.is_ascii_digit()).map_or(0, |at| at + 1);
        if field.is_empty() || double(field).is_some() {
            None
        } else {
            frame_number(&stem[start..end])
        }
    })
}

/// A time as a number, or as hours, minutes and seconds behind what may be a date, in seconds.
pub(super) fn text_time(field: &[u8]) -> Option<f64> {
    double(field).or_else(|| {
        let clock = field.rsplit(|&b| b == b' ' || b == b'T').next()?;
        let mut parts = clock.split(|&b| b == b':').map(double);
        let (hours, minutes) = (parts.next()??, parts.next()??);
        let seconds = parts.next().unwrap_or(Some(0.0))?;
        parts.next().is_none().then_some(3600.0 * hours + 60.0 * minutes + seconds)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_have_numbers_of_their_own_or_in_the_names_of_pictures() {
        for (text, number) in [
            ("12", Some(12)),
            ("12.0", Some(12)),
            ("walk_0012.png", Some(12)),
            ("cam2/000003.jpg", Some(3)),
            ("12.5", None),
            ("", None),
            ("nan", None),
        ] {
            assert_eq!(text_number(text.as_bytes()), number, "{text}");
        }
    }

    #[test]
    fn times_are_numbers_or_clocks() {
        for (text, time) in [
            ("1.5", Some(1.5)),
            ("01:02:03.5", Some(3723.5)),
            ("2026-11-28 00:00:01.25", Some(1.25)),
            ("2026-11-28T00:01:00", Some(60.0)),
            ("1:30", Some(5400.0)),
            ("walk", None),
            ("", None),
            ("[1, 2]", None),
        ] {
            assert_eq!(text_time(text.as_bytes()), time, "{text}");
        }
    }
}
