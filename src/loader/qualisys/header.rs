//! The header of a TSV file of Qualisys: keys with their values, events, and the line of columns.

use super::super::error::LoadError;
use super::super::number::number;
use super::super::scanner::{Reader, Word};
use super::super::stated::{KeyValues, RepeatedKeys};
use super::super::table::{FrameColumns, Separator};
use super::super::text::{Line, Lines};
use crate::take::Take;

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
const KEYS: [&str; 13] = [
    "NO_OF_FRAMES",
    "NO_OF_CAMERAS",
    "NO_OF_MARKERS",
    "NO_OF_BODIES",
    "FREQUENCY",
    "NO_OF_ANALOG",
    "ANALOG_FREQUENCY",
    "DESCRIPTION",
    "TIME_STAMP",
    "DATA_INCLUDED",
    // Of a skeleton: what its segments are in, GLOBAL or LOCAL; by how much it was scaled, and who solved it.
    "REFERENCE",
    "SCALE",
    "SOLVER",
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
                once.add_known(&KEYS, &fields[0], &reader.scan, &mut reader.warnings);
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

    fn key(&mut self, key: &str, line: &Line<'a>, fields: Vec<Word<'a>>) {
        let values = &fields[1..];
        match key {
            "MARKER_NAMES" => (self.names_at, self.marker_names) = (line.at, values.to_vec()),
            "BODY_NAMES" => (self.names_at, self.body_names) = (line.at, values.to_vec()),
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
