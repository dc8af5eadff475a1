//! The header of a TRC file: keys with their values, and the names of the markers.

use super::super::error::LoadError;
use super::super::gaps::COLUMNS;
use super::super::line::{Line, Lines};
use super::super::number::double;
use super::super::scanner::Scanner;
use super::super::stated::KeyValues;
use super::super::table::{Separator, first_word};
use super::super::word::Word;

#[rustfmt::skip]
const KEYS: [&str; 8] = [
    "DataRate", "CameraRate", "NumFrames", "NumMarkers", "Units",
    "OrigDataRate", "OrigDataStartFrame", "OrigNumFrames",
];

fn known_key(word: &Word<'_>) -> Option<&'static str> {
    KEYS.into_iter().find(|key| word.is(key))
}

/// What stands ahead of the rows. Keys may come in any order, and each may be missing.
#[derive(Default)]
pub(super) struct Header<'a> {
    /// The name under which the file was recorded.
    pub file: Option<&'a [u8]>,
    pub values: KeyValues<'a>,
    /// What stands behind Time in the line with the names; nothing where the rows alone tell of markers.
    pub fields: Vec<Word<'a>>,
    /// The byte at which the line with the names starts, or would start.
    pub names_at: usize,
}

impl<'a> Header<'a> {
    /// Reads up to the line with the names.
    pub fn read(lines: &mut Lines<'a>, scan: &Scanner<'_>) -> Result<Self, LoadError> {
        let mut header = Self::default();
        let mut is_first = true;
        while let Some(line) = lines.find(|line| !line.is_blank()) {
            let fields = line.fields();
            let word = first_word(line.text);
            if word.eq_ignore_ascii_case(b"PathFileType") {
                header.file = recorded_as(&line);
            } else if fields.iter().any(|field| known_key(field).is_some()) {
                let Some(values) = lines.find(|line| !line.is_blank()) else { break };
                header.add_values(&fields, &values);
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
                let here = scan.at(line.end() - line.text.trim_ascii_start().len());
                return Err(if is_first {
                    here.expected("PathFileType, the first word of a TRC file")
                        .hint("other programs have files called .trc, too: is it one of those?")
                } else {
                    here.expected("Frame#, ahead of the names of the markers")
                });
            }
            is_first = false;
        }
        Err(scan.at(lines.at).expected("Frame#, ahead of the names of the markers"))
    }

    /// The names in the order of their columns, each empty for a marker without one: every third field, or each
    /// where programs leave out the blank ones.
    pub fn names(&self) -> Vec<Word<'a>> {
        let is_filled = |word: &&Word<'_>| !word.text.is_empty();
        let mut fields = self.fields.iter().enumerate();
        if fields.all(|(i, word)| i % COLUMNS == 0 || !is_filled(&word)) {
            self.fields.iter().step_by(COLUMNS).copied().collect()
        } else {
            self.fields.iter().filter(is_filled).copied().collect()
        }
    }

    /// A line of keys with the values on the next one. Some programs write two tabs between values
    /// and one between keys, others tabs between keys and blanks between values: where there are as
    /// many words as keys, each has its own, and else what is filled counts.
    fn add_values(&mut self, keys: &[Word<'a>], line: &Line<'a>) {
        let is_filled = |word: &Word<'_>| !word.text.is_empty();
        let words = line.split(Separator::Blanks);
        let mut values = line.fields();
        if values.len() > keys.len() || !keys.iter().all(is_filled) {
            values.retain(is_filled);
        }
        let keys: Vec<&Word<'_>> = keys.iter().filter(|key| is_filled(key)).collect();
        if words.len() == keys.len() {
            values = words;
        }
        for (key, value) in keys.into_iter().zip(values) {
            if let Some(key) = known_key(key)
                && is_filled(&value)
            {
                self.values.add(key, value);
            }
        }
    }
}

/// What follows `PathFileType 4 (X/Y/Z)`, parted by whatever the file parts words by.
fn recorded_as<'a>(line: &Line<'a>) -> Option<&'a [u8]> {
    let bracket = line.text.iter().position(|&b| b == b')')?;
    let is_name = |&b: &u8| b > b' ' && b != b',';
    let rest = &line.text[bracket + 1..];
    let from = rest.iter().position(is_name)?;
    let to = rest.iter().rposition(is_name)? + 1;
    Some(&rest[from..to])
}

fn behind_time<'a>(
    fields: &[Word<'a>],
    line: &Line<'_>,
    scan: &Scanner<'_>,
) -> Result<Vec<Word<'a>>, LoadError> {
    if let Some(time) = fields.iter().position(|field| starts_with(field.text, b"Time")) {
        return Ok(fields[time + 1..].to_vec());
    }
    let (at, found) = match fields.get(1) {
        Some(word) if !word.text.is_empty() => (word.at, word.quoted()),
        Some(word) => (word.at, "nothing".into()),
        None => (line.at + line.text.trim_ascii_end().len(), "the end of the line".into()),
    };
    Err(scan.expected_at(at, "Time behind Frame#", found))
}

fn starts_with(word: &[u8], start: &[u8]) -> bool {
    word.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start))
}
