//! The header of a TRC file: keys with their values, and the names of the markers.

use super::super::error::LoadError;
use super::super::line::{Line, Lines};
use super::super::marker::COLUMNS;
use super::super::number::double;
use super::super::scanner::{Scanner, Word};
use super::super::table::{Separator, first_word};

/// What stands ahead of the rows. Keys may come in any order, and each may be missing.
#[derive(Debug, Default)]
pub(super) struct Header<'a> {
    /// The name under which the file was recorded.
    pub file: Option<&'a [u8]>,
    /// Frames a second in this file.
    pub rate: Option<Value<'a>>,
    /// Pictures a second of the cameras.
    pub camera_rate: Option<Value<'a>>,
    /// How many rows there should be.
    pub frames: Option<Value<'a>>,
    /// How many markers there should be.
    pub markers: Option<Value<'a>>,
    /// The unit of length.
    pub units: Option<Value<'a>>,
    /// Frames a second of the recording that this is a part of.
    pub original_rate: Option<Value<'a>>,
    /// Where in the recording this part begins.
    pub original_start: Option<Value<'a>>,
    /// How many frames the recording has.
    pub original_frames: Option<Value<'a>>,
    /// What stands behind Time in the line with the names; nothing where the rows alone tell of markers.
    pub fields: Vec<Word<'a>>,
    /// The byte at which the line with the names starts, or would start.
    pub names_at: usize,
}

/// The value of a key.
pub(super) type Value<'a> = Word<'a>;

impl<'a> Header<'a> {
    /// Reads up to the line with the names.
    pub fn read(lines: &mut Lines<'a>, scan: &Scanner<'_>) -> Result<Self, LoadError> {
        let mut header = Self::default();
        let mut is_first = true;
        while let Some(line) = lines.find(|line| !line.is_blank()) {
            let fields = line.fields();
            let word = first_word(line.text);
            if word.eq_ignore_ascii_case(b"PathFileType") {
                header.file = file(&line);
            } else if fields.iter().any(|field| header.slot(field).is_some()) {
                let Some(values) = lines.find(|line| !line.is_blank()) else {
                    break;
                };
                header.keys(&fields, &values);
            } else if starts_with(word, b"Frame") {
                header.names_at = line.at;
                header.fields = behind_time(&fields, &line, scan)?;
                return Ok(header);
            } else if !is_first && (starts_with(word, b"X") || double(word).is_some()) {
                // The names of the axes or a row: nothing has names.
                header.names_at = line.at;
                lines.at = line.at;
                return Ok(header);
            } else {
                let at = line.at + line.text.len() - line.text.trim_ascii_start().len();
                let here = (*scan).at(at);
                return Err(if is_first {
                    here.expected("PathFileType, the first word of a TRC file")
                        .hint("other programs have files called .trc, too: is it one of those?")
                } else {
                    here.expected("Frame#, ahead of the names of the markers")
                });
            }
            is_first = false;
        }
        let end = (*scan).at(lines.at);
        Err(end.expected("Frame#, ahead of the names of the markers"))
    }

    /// The names in the order of their columns, each empty for a marker without one: every third field, or each
    /// where programs leave out the blank ones.
    pub fn names(&self) -> Vec<Word<'a>> {
        let is_filled = |word: &&Word<'_>| !word.text.is_empty();
        let mut fields = self.fields.iter().enumerate();
        let is_every_third = fields.all(|(i, word)| i % COLUMNS == 0 || !is_filled(&word));
        if is_every_third {
            self.fields.iter().step_by(COLUMNS).copied().collect()
        } else {
            self.fields.iter().filter(is_filled).copied().collect()
        }
    }

    /// How many rows there should be, where that is said.
    pub fn announced(&self) -> Option<f64> {
        self.frames.and_then(|said| said.number())
    }

    /// Where the value of a key is kept; `None` where this is no key.
    fn slot(&mut self, key: &Word<'_>) -> Option<&mut Option<Value<'a>>> {
        let key = key.text.to_ascii_lowercase();
        Some(match key.as_slice() {
            b"datarate" => &mut self.rate,
            b"camerarate" => &mut self.camera_rate,
            b"numframes" => &mut self.frames,
            b"nummarkers" => &mut self.markers,
            b"units" => &mut self.units,
            b"origdatarate" => &mut self.original_rate,
            b"origdatastartframe" => &mut self.original_start,
            b"orignumframes" => &mut self.original_frames,
            _ => return None,
        })
    }

    /// A line of keys with the values on the next one. Some programs write two tabs between values
    /// and one between keys, others tabs between keys and blanks between values: where there are as
    /// many words as keys, each has its own, and else what is filled counts.
    fn keys(&mut self, keys: &[Word<'_>], values: &Line<'a>) {
        let words = values.parted_by(Separator::Blanks);
        let mut values = values.fields();
        let is_filled = |word: &Word<'_>| !word.text.is_empty();
        if values.len() > keys.len() || !keys.iter().all(is_filled) {
            values.retain(is_filled);
        }
        let keys: Vec<&Word<'_>> = keys.iter().filter(|key| is_filled(key)).collect();
        if words.len() == keys.len() {
            values = words;
        }
        for (key, value) in keys.into_iter().zip(values) {
            if let Some(slot) = self.slot(key).filter(|_| is_filled(&value)) {
                *slot = Some(value);
            }
        }
    }
}

/// What follows `PathFileType 4 (X/Y/Z)`, parted by whatever the file parts words by.
fn file<'a>(line: &Line<'a>) -> Option<&'a [u8]> {
    let bracket = line.text.iter().position(|&b| b == b')')?;
    let is_name = |&b: &u8| b > b' ' && b != b',';
    let rest = &line.text[bracket + 1..];
    let from = rest.iter().position(is_name)?;
    let to = rest.iter().rposition(is_name)? + 1;
    Some(&rest[from..to])
}

/// The fields behind Time.
fn behind_time<'a>(
    fields: &[Word<'a>],
    line: &Line<'_>,
    scan: &Scanner<'_>,
) -> Result<Vec<Word<'a>>, LoadError> {
    let end_of_line = line.at + line.text.trim_ascii_end().len();
    let is_time = |field: &Word<'_>| starts_with(field.text, b"Time");
    let Some(time) = fields.iter().position(is_time) else {
        let (at, found) = match fields.get(1) {
            Some(word) if !word.text.is_empty() => (word.at, word.quoted()),
            Some(word) => (word.at, "nothing".into()),
            None => (end_of_line, "the end of the line".into()),
        };
        return Err(scan.expected_at(at, "Time behind Frame#", found));
    };
    Ok(fields[time + 1..].to_vec())
}

fn starts_with(word: &[u8], start: &[u8]) -> bool {
    word.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start))
}
