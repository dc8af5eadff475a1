//! The header of a TSV file of Qualisys: keys with their values, events, and the line of columns.

use super::super::error::LoadError;
use super::super::line::{Line, Lines};
use super::super::number::number;
use super::super::repeated_keys::RepeatedKeys;
use super::super::scanner::{Scanner, Word};
use super::super::table::{Frames, Separator};
use crate::take::{Take, Warnings};

/// What stands ahead of the rows.
#[derive(Default)]
pub(super) struct Header<'a> {
    pub frames: Option<Word<'a>>,
    pub cameras: Option<Word<'a>>,
    /// How many markers there should be.
    pub markers: Option<Word<'a>>,
    /// How many bodies there should be.
    pub bodies: Option<Word<'a>>,
    /// Frames a second.
    pub rate: Option<Word<'a>>,
    /// How many channels of analog signals were recorded, and how often a second.
    pub analog: Option<Word<'a>>,
    pub analog_rate: Option<Word<'a>>,
    pub description: Option<Word<'a>>,
    /// Day and time of the recording.
    pub stamp: Option<Word<'a>>,
    /// `2D`, `3D` or `6D`.
    pub data: Option<Word<'a>>,
    /// Of a skeleton: what its segments are in, `GLOBAL` or `LOCAL`; by how much it was scaled, and who solved it.
    pub reference: Option<Word<'a>>,
    pub scale: Option<Word<'a>>,
    pub solver: Option<Word<'a>>,
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
        const LATEST: f64 = 1e9;
        let seconds = self.seconds.map(|seconds| seconds - take.start_time);
        let by_number = || {
            let first = take.number(0)? as f64;
            Some((self.frame? - first) * take.motion.frame_time())
        };
        let time = seconds.or_else(by_number);
        time.filter(|time| time.abs() < LATEST)
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
    "REFERENCE",
    "SCALE",
    "SOLVER",
];

/// Whether a line, with those behind it, begins a file of Qualisys: the version of the format may be
/// ahead of the number of frames, which all other files are without.
pub(super) fn starts_file<'a>(first: &Line<'a>, behind: Lines<'a>) -> bool {
    const AHEAD: usize = 4;
    let lines = std::iter::once(*first).chain(behind).take(AHEAD);
    let mut keys = lines.map(|line| key(&line));
    keys.find(|key| *key != Some("FILE_VERSION")) == Some(Some(KEYS[0]))
}

/// The key of a line of the header.
fn key<'a>(line: &Line<'a>) -> Option<&'a str> {
    let end = line.text.iter().position(|&b| b == b'\t');
    let word = line.text[..end.unwrap_or(line.text.len())].trim_ascii();
    let is_letter = |&b: &u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_';
    let is_key = word.len() > 3 && word[0].is_ascii_uppercase() && word.iter().all(is_letter);
    let word = std::str::from_utf8(word).ok()?;
    (is_key && word != "NULL").then_some(word)
}

impl<'a> Header<'a> {
    /// Reads up to the rows.
    pub fn read(
        lines: &mut Lines<'a>,
        scan: &Scanner<'_>,
        warnings: &mut Warnings,
    ) -> Result<Self, LoadError> {
        let mut header = Self::default();
        let mut once = RepeatedKeys::new();
        loop {
            let start = lines.at;
            // A row of gaps is blank, too: rows begin behind the header, whatever stands there.
            let Some(line) = lines.find(|line| !line.is_blank()) else {
                lines.at = start;
                break;
            };
            let fields = line.parted_by(Separator::Tab);
            match key(&line) {
                Some(key) => {
                    once.tell_of(&KEYS, &fields[0], scan, warnings);
                    header.key(key, &line, fields);
                }
                None if header.columns.is_empty() && is_line_of_columns(&fields) => {
                    header.columns = fields;
                }
                None => {
                    lines.at = start;
                    break;
                }
            }
        }
        if header.marker_names.is_empty() && header.body_names.is_empty() {
            header.names_at = lines.at;
            if header.columns.is_empty() {
                let there = (*scan).at(lines.at);
                let error = there.expected("MARKER_NAMES or BODY_NAMES, ahead of the rows");
                return Err(
                    error.hint("Rushes reads what Qualisys exports as 3D, 6DOF or skeleton data")
                );
            }
        }
        Ok(header)
    }

    fn key(&mut self, key: &str, line: &Line<'a>, fields: Vec<Word<'a>>) {
        let mut values = fields;
        values.remove(0);
        let value = values.first().copied();
        let slot = match key {
            "NO_OF_FRAMES" => &mut self.frames,
            "NO_OF_CAMERAS" => &mut self.cameras,
            "NO_OF_MARKERS" => &mut self.markers,
            "NO_OF_BODIES" => &mut self.bodies,
            "FREQUENCY" => &mut self.rate,
            "NO_OF_ANALOG" => &mut self.analog,
            "ANALOG_FREQUENCY" => &mut self.analog_rate,
            "DESCRIPTION" => &mut self.description,
            "TIME_STAMP" => &mut self.stamp,
            "DATA_INCLUDED" => &mut self.data,
            "REFERENCE" => &mut self.reference,
            "SCALE" => &mut self.scale,
            "SOLVER" => &mut self.solver,
            "MARKER_NAMES" | "BODY_NAMES" => {
                self.names_at = line.at;
                match key {
                    "BODY_NAMES" => self.body_names = values,
                    _ => self.marker_names = values,
                }
                return;
            }
            "EVENT" => {
                let number = |i: usize| values.get(i).and_then(Word::number);
                self.events.extend(value.map(|name| Label {
                    name,
                    frame: number(1),
                    seconds: number(2),
                }));
                return;
            }
            // Other keys say how trajectories were made, or which version wrote them.
            _ => return,
        };
        *slot = value.or(*slot);
    }

    /// What stands ahead of the values of a row by the names of the columns, in either order.
    pub fn named_lead(&self) -> Frames {
        let find = |name: &str| {
            let mut first = self.columns.iter().take(2);
            first.position(|field| field.is(name))
        };
        let (number, time) = match (find("Frame"), find("Time")) {
            (None, Some(1)) => (None, None),
            (Some(1), None) => (None, None),
            found => found,
        };
        Frames {
            fields: usize::from(number.is_some()) + usize::from(time.is_some()),
            number,
            time,
            ..Frames::default()
        }
    }

    /// Whether there are segments of a skeleton, each with a quaternion.
    pub fn is_skeleton(&self) -> bool {
        self.columns.iter().any(|field| field.is("QX"))
    }

    /// Whether segments are in the frames of those that they hang from, and not in the world.
    pub fn is_local(&self) -> bool {
        self.reference.is_some_and(|reference| reference.is("LOCAL"))
    }

    /// Whether there are no places, but what each camera saw.
    pub fn is_2d(&self) -> bool {
        self.data.is_some_and(|data| data.is("2D"))
    }
}

/// Whether fields are the names of columns: words, the first of which is no value.
fn is_line_of_columns(fields: &[Word<'_>]) -> bool {
    let mut filled = fields.iter().filter(|field| !field.text.is_empty());
    let first = filled.next();
    first.is_some_and(|field| {
        let has_letter = field.text.iter().any(u8::is_ascii_alphabetic);
        has_letter && !field.is("NULL") && number(field.text).is_none()
    })
}
