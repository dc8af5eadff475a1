//! The header of a TSV file of Qualisys: keys with their values, events, and the line of columns; and what
//! the rows begin with.

use super::super::error::LoadError;
use super::super::gaps::COLUMNS;
use super::super::line::{Line, Lines};
use super::super::marker::frame_number;
use super::super::number::{double, number};
use super::super::scanner::Reader;
use super::super::stated::{KeyValues, RepeatedKeys};
use super::super::table::{FrameColumns, Separator};
use super::super::word::Word;
use crate::take::{Take, WarningCode};

/// How many columns a segment of a skeleton has: its name, which stands above nothing, its place and a quaternion.
pub(super) const SEGMENT: usize = 8;

/// How many columns a body has in a file that does not name them.
pub(super) const BODY_COLUMNS: usize = 16;

#[derive(Default)]
pub(super) struct Header<'a> {
    pub values: KeyValues<'a>,
    pub marker_names: Vec<Word<'a>>,
    pub body_names: Vec<Word<'a>>,
    pub events: Vec<Label<'a>>,
    /// The names of the columns; none where the file has no line of them.
    pub columns: Vec<Word<'a>>,
    /// The byte at which the line of names starts, or the one behind the header.
    pub names_at: usize,
}

/// Something that happens at a time.
pub(super) struct Label<'a> {
    pub name: Word<'a>,
    frame: Option<f64>,
    seconds: Option<f64>,
}

impl Label<'_> {
    /// Seconds from the first frame of a take: by the frame where that is numbered, else by the clock.
    pub fn seconds(&self, take: &Take) -> Option<f64> {
        /// Seconds beyond which no event can be: some 30 years.
        const MAX_SECONDS: f64 = 1e9;
        let seconds = self.seconds.map(|seconds| seconds - take.start_time);
        let by_number = || {
            let first = take.number(0)? as f64;
            Some((self.frame? - first) * take.motion.frame_time())
        };
        seconds.or_else(by_number).filter(|time| time.abs() < MAX_SECONDS)
    }
}

/// The keys of values that are kept.
#[rustfmt::skip]
const KEYS: [&str; 13] = [
    "NO_OF_FRAMES", "NO_OF_CAMERAS", "NO_OF_MARKERS", "NO_OF_BODIES", "FREQUENCY",
    "NO_OF_ANALOG", "ANALOG_FREQUENCY", "DESCRIPTION", "TIME_STAMP", "DATA_INCLUDED",
    // Of a skeleton: what its segments are in, GLOBAL or LOCAL; by how much it was scaled, and who solved it.
    "REFERENCE", "SCALE", "SOLVER",
];

/// Whether a line, with those behind it, begins a file of Qualisys: the version of the format may be
/// ahead of the number of frames, which all other files are without.
pub(super) fn starts_file<'a>(first: &Line<'a>, behind: Lines<'a>) -> bool {
    const LINES: usize = 4;
    let lines = std::iter::once(*first).chain(behind).take(LINES);
    let mut keys = lines.map(|line| key(&line));
    keys.find(|key| *key != Some("FILE_VERSION")) == Some(Some(KEYS[0]))
}

fn key<'a>(line: &Line<'a>) -> Option<&'a str> {
    let end = line.text.iter().position(|&b| b == b'\t');
    let word = line.text[..end.unwrap_or(line.text.len())].trim_ascii();
    let is_letter = |&b: &u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_';
    let is_key = word.len() > 3 && word[0].is_ascii_uppercase() && word.iter().all(is_letter);
    let word = std::str::from_utf8(word).ok()?;
    (is_key && word != "NULL").then_some(word)
}

impl<'a> Header<'a> {
    pub fn read(lines: &mut Lines<'a>, reader: &mut Reader<'_>) -> Result<Self, LoadError> {
        let mut header = Self::default();
        let mut once = RepeatedKeys::new();
        loop {
            let start = lines.at;
            // A row of gaps is blank, too: rows begin behind the header, whatever stands there.
            let Some(line) = lines.find(|line| !line.is_blank()) else {
                lines.at = start;
                break;
            };
            let fields = line.split(Separator::Tab);
            if let Some(key) = key(&line) {
                once.add_known(&KEYS, &fields[0], reader);
                header.key(key, &line, fields);
            } else if header.columns.is_empty() && is_line_of_columns(&fields) {
                header.columns = fields;
            } else {
                lines.at = start;
                break;
            }
        }
        if header.marker_names.is_empty() && header.body_names.is_empty() {
            header.names_at = lines.at;
            if header.columns.is_empty() {
                let here = reader.scan.at(lines.at);
                return Err(here
                    .expected("MARKER_NAMES or BODY_NAMES, ahead of the rows")
                    .hint("Rushes reads what Qualisys exports as 3D, 6DOF or skeleton data"));
            }
        }
        Ok(header)
    }

    fn key(&mut self, key: &str, line: &Line<'a>, mut fields: Vec<Word<'a>>) {
        if let "MARKER_NAMES" | "BODY_NAMES" = key {
            fields.remove(0);
            self.names_at = line.at;
            let is_of_bodies = key == "BODY_NAMES";
            let names = if is_of_bodies { &mut self.body_names } else { &mut self.marker_names };
            *names = fields;
            return;
        }
        let values = &fields[1..];
        match key {
            "EVENT" => {
                let number = |i: usize| values.get(i).and_then(Word::number);
                let name = values.first().copied();
                let (frame, seconds) = (number(1), number(2));
                self.events.extend(name.map(|name| Label { name, frame, seconds }));
            }
            // Other keys say how trajectories were made, or which version wrote them.
            _ => {
                if let (Some(known), Some(value)) =
                    (KEYS.into_iter().find(|known| *known == key), values.first())
                {
                    self.values.add(known, *value);
                }
            }
        }
    }

    /// What stands ahead of the values of a row by the names of the columns, in either order.
    pub fn named_prefix(&self) -> FrameColumns {
        let find = |name: &str| self.columns.iter().take(2).position(|field| field.is(name));
        match (find("Frame"), find("Time")) {
            (None, Some(1)) | (Some(1), None) => FrameColumns::default(),
            (number, time) => FrameColumns::new(number, time),
        }
    }

    /// Whether there are segments of a skeleton, each with a quaternion.
    pub fn is_skeleton(&self) -> bool {
        self.columns.iter().any(|field| field.is("QX"))
    }
}

/// Whether fields are the names of columns: words, the first of which is no value.
fn is_line_of_columns(fields: &[Word<'_>]) -> bool {
    let first = fields.iter().find(|field| !field.text.is_empty());
    first.is_some_and(|field| {
        let has_letter = field.text.iter().any(u8::is_ascii_alphabetic);
        has_letter && !field.is("NULL") && number(field.text).is_none()
    })
}

/// How many rows are looked at.
const ROWS: usize = 64;

/// What stands ahead of the values by the names of the columns, else by what the rows begin with: where they have one
/// value or two more than markers and bodies take, a rising number and a rising time are no coordinates.
pub(super) fn prefix(
    header: &Header<'_>,
    lines: Lines<'_>,
    reader: &mut Reader<'_>,
) -> FrameColumns {
    let named = header.named_prefix();
    let Some((expected, each)) = expected(header).filter(|_| named.fields == 0) else {
        return named;
    };
    let rows = lines.filter(|line| !line.is_blank()).take(ROWS);
    let rows: Vec<Vec<Word<'_>>> = rows.map(|line| line.split(Separator::Tab)).collect();
    let widest = rows.iter().map(Vec::len).max().unwrap_or_default();
    // Markers that are missing at the end of all of these rows take as many values as those that are there.
    let more = (widest as i64 - expected as i64).rem_euclid(each as i64);
    let stated_rate = header.values.get("FREQUENCY").and_then(|word| word.number());
    let begin = FirstRows { rows: &rows, rate: stated_rate.filter(|&rate| rate > 0.0) };
    let both = "the number of the frame and its time";
    let (what, number, time) = match more {
        1 if begin.are_numbers(0) => ("the number of the frame", Some(0), None),
        1 if begin.are_times(0) => ("the time of the frame", None, Some(0)),
        2 if begin.are_numbers(0) && begin.are_times(1) => (both, Some(0), Some(1)),
        2 if begin.are_times(0) && begin.are_numbers(1) => (both, Some(1), Some(0)),
        _ => return named,
    };
    let message = format!("rows begin with {what}, as their values tell: no column is called so");
    let first = rows.first().and_then(|row| row.first());
    let at = first.map_or(reader.scan.at, |field| field.at);
    reader.warn(WarningCode::ConventionDiffers, at, message);
    FrameColumns::new(number, time)
}

/// How many values a row has by the names of columns, bodies or markers, and how many each of these takes; `None` where
/// nothing is named.
fn expected(header: &Header<'_>) -> Option<(usize, usize)> {
    let (named, each, between) = match header.body_names.len() {
        _ if header.is_skeleton() => (0, SEGMENT, 0),
        0 => (header.marker_names.len(), COLUMNS, 0),
        bodies => (bodies, BODY_COLUMNS + 1, 1),
    };
    let values = match header.columns.len() {
        0 => (named * each).checked_sub(between).filter(|&values| values > 0)?,
        columns => columns,
    };
    Some((values, each))
}

/// The first rows of a file, of which the first columns are asked.
struct FirstRows<'r, 't> {
    rows: &'r [Vec<Word<'t>>],
    /// Frames a second, where they are said.
    rate: Option<f64>,
}

impl FirstRows<'_, '_> {
    /// The values of a column, where most rows have one.
    fn column<T>(&self, column: usize, value: fn(&[u8]) -> Option<T>) -> Option<Vec<T>> {
        let fields = self.rows.iter().filter_map(|row| row.get(column));
        let values: Vec<T> = fields.filter_map(|field| value(field.text)).collect();
        (!values.is_empty() && 4 * values.len() > 3 * self.rows.len()).then_some(values)
    }

    /// Whether a column counts frames: whole numbers that rise, most of them by 1 or all of them evenly.
    fn are_numbers(&self, column: usize) -> bool {
        let Some(numbers) = self.column(column, frame_number) else { return false };
        let steps = numbers.windows(2);
        let steps: Vec<i64> = steps.map(|pair| pair[1].saturating_sub(pair[0])).collect();
        let by_1 = steps.iter().filter(|&&step| step == 1).count();
        let is_even = steps.len() > 2 && steps.iter().all(|&step| step > 0 && step == steps[0]);
        steps.is_empty() || is_even || 4 * by_1 > 3 * steps.len()
    }

    /// Whether a column holds times: numbers that rise as frames do, one or so many a step; where nobody says how many a
    /// second there are, evenly.
    fn are_times(&self, column: usize) -> bool {
        /// How far times may be rounded, in seconds.
        const ROUNDED: f64 = 0.01;
        /// Programs that thin out a file leave no more frames out, in one step.
        const THINNED: f64 = 20.0;
        let Some(times) = self.column(column, double) else { return false };
        let [first, .., last] = times[..] else { return true };
        let count = (times.len() - 1) as f64;
        let step = (last - first) / count;
        let is_even = times.windows(2).all(|pair| {
            let own = pair[1] - pair[0];
            own >= 0.0 && (own - step).abs() <= 0.5 * step + ROUNDED
        });
        let fits = self.rate.is_none_or(|rate| {
            let frames = step * rate;
            (frames - frames.round().clamp(1.0, THINNED)).abs() <= 0.1 + ROUNDED * rate / count
        });
        step > 0.0 && is_even && fits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(rate: Option<f64>, column: &str) -> [bool; 2] {
        let rows: Vec<Vec<Word<'_>>> =
            column.split(' ').map(|text| vec![Word { text: text.as_bytes(), at: 0 }]).collect();
        let begin = FirstRows { rows: &rows, rate };
        [begin.are_numbers(0), begin.are_times(0)]
    }

    #[test]
    fn what_counts_up_is_the_number_and_what_runs_on_evenly_is_the_time() {
        for (column, expected) in [
            ("1 2 3", [true, false]),
            ("-3 -2 -1 0", [true, false]),
            ("1 2 3 4 9 10 11 12", [true, false]),
            ("10 15 20 25", [true, false]),
            ("1", [true, true]),
            ("0.5", [false, true]),
            ("0 0.00833 0.01667", [false, true]),
            ("4.28 4.29 4.30 4.30 4.31", [false, true]),
            ("0.0 0.1 0.2", [false, true]),
            ("1 1 1", [false, false]),
            ("3 2 1", [false, false]),
            ("70 70.877 71.7 72.5", [false, false]),
            ("x 1 y", [false, false]),
            ("1020 1031 1029 1044", [false, false]),
        ] {
            assert_eq!(is(Some(120.0), column), expected, "{column}");
        }
        assert_eq!(is(None, "0 0.2 0.4"), [false, true]);
        assert_eq!(is(None, "0 0.2 5"), [false, false]);
    }
}
