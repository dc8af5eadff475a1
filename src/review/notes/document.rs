//! The file of a review: JSON, as the manual describes it.
//!
//! It is made for people and for version control: an entry a line or a few, lists of numbers in one line, always
//! in the same order, so that a change of one note changes the lines of that note alone. What this version
//! does not know is written again as it was read: keys, at every level, and entries of lists as a whole.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Value, json};

use super::merge::merge_owned;
use super::parts::{DocumentParts, ListPart};
use super::review::Review;
use crate::take::{fault_in_plain_words, in_one_line};

/// The version of the format that is written. It is raised where an older program would get something wrong, and
/// not for new keys.
pub const SCHEMA: u64 = 1;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    pub review: Review,
    pub schema: u64,
    /// One text for each entry that cannot be read.
    pub warnings: Vec<String>,
}

/// The keys of its lists.
const LISTS: [&str; 5] = ["notes", "events", "ignored", "contacts", "removed"];

pub fn write(review: &Review, take: &str) -> String {
    let mut writer = DocumentWriter::default();
    writer.add("schema", &json!(SCHEMA));
    writer.add("take", &json!(take));
    if review.rating != Default::default() {
        writer.add("rating", &to_value(&review.rating));
    }
    if review.video.is_given() {
        writer.add("video", &to_value(&review.video));
    }
    writer.add_list(LISTS[0], &review.notes, review);
    writer.add_list(LISTS[1], &review.events, review);
    writer.add_list(LISTS[2], &review.ignored, review);
    writer.add_list(LISTS[3], &review.contacts, review);
    writer.add_list(LISTS[4], &review.removed, review);
    for (key, value) in &review.other {
        writer.add(key, value);
    }
    writer.text + "\n}\n"
}

/// The text of a file, key by key: of its lists, which may be long, one entry at a time is made a value.
#[derive(Default)]
struct DocumentWriter {
    text: String,
    keys: Vec<String>,
}

impl DocumentWriter {
    /// Begins a key; `false` where there is one of this name.
    fn begin(&mut self, key: &str) -> bool {
        if self.keys.iter().any(|other| other == key) {
            return false;
        }
        self.text.push(if self.keys.is_empty() { '{' } else { ',' });
        line(&mut self.text, 1);
        let _ = write!(self.text, "{}: ", json!(key));
        self.keys.push(key.to_string());
        true
    }

    fn add(&mut self, key: &str, value: &Value) {
        if self.begin(key) {
            write_value(&mut self.text, value, 1);
        }
    }

    /// Adds the records of a list and what of it could not be read.
    fn add_list(&mut self, key: &str, records: &[impl Serialize], review: &Review) {
        let unread = review.unread.get(key).map_or(&[][..], Vec::as_slice);
        if records.is_empty() {
            // Notes are what people look for in it.
            if !unread.is_empty() || key == LISTS[0] {
                self.add(key, &unread.into());
            }
            return;
        }
        self.begin(key);
        let values = records.iter().map(|record| Cow::Owned(to_value(record)));
        for (i, value) in values.chain(unread.iter().map(Cow::Borrowed)).enumerate() {
            self.text.push(if i == 0 { '[' } else { ',' });
            line(&mut self.text, 2);
            write_value(&mut self.text, &value, 2);
        }
        line(&mut self.text, 1);
        self.text.push(']');
    }
}

/// Reads the text of a review.
///
/// # Errors
/// Where it is none: line, column and why, for people.
pub fn read(text: &str) -> Result<Document, String> {
    let text = text.trim_start_matches('\u{feff}');
    if !text.trim_start().starts_with('{') {
        let read: Result<IgnoredAny, _> = serde_json::from_str(text);
        return Err(read.map_or_else(fault, |_| "it is no JSON object".into()));
    }
    let parts: DocumentParts = serde_json::from_str(text).map_err(fault)?;
    let schema = parts.schema.and_then(|schema| schema.as_u64());
    let schema = schema.ok_or("it has no \"schema\"")?;
    let mut document = Document { schema, ..Document::default() };
    document.review.other = parts.other;
    if let Some(rating) = document.single("rating", parts.rating) {
        document.review.rating = rating;
    }
    if let Some(video) = document.single("video", parts.video) {
        document.review.video = video;
    }
    document.review.notes = document.list(LISTS[0], parts.notes)?;
    document.review.events = document.list(LISTS[1], parts.events)?;
    document.review.ignored = document.list(LISTS[2], parts.ignored)?;
    document.review.contacts = document.list(LISTS[3], parts.contacts)?;
    document.review.removed = document.list(LISTS[4], parts.removed)?;
    // Somebody may have edited it: in order, each id once, nothing that was removed.
    document.review = merge_owned(document.review, Review::default());
    Ok(document)
}

/// Where a text is no JSON, and why.
pub(super) fn fault(error: serde_json::Error) -> String {
    let fault = fault_in_plain_words(&error.to_string(), "an object");
    format!("{fault}, at line {}, column {}", error.line(), error.column())
}

impl Document {
    /// Whether its format is newer than this version of the program, which must not write over it.
    pub fn is_newer(&self) -> bool {
        self.schema > SCHEMA
    }

    /// What stands under a key of its own. What cannot be read is kept, with a warning.
    fn single<T: DeserializeOwned>(&mut self, key: &str, value: Option<Value>) -> Option<T> {
        let value = value?;
        let read = T::deserialize(&value);
        if let Err(error) = &read {
            self.warn(key, error);
            self.review.other.insert(key.to_string(), value);
        }
        read.ok()
    }

    /// The entries of a list. What cannot be read of it is kept, with a warning.
    fn list<T>(&mut self, key: &str, list: ListPart<T>) -> Result<Vec<T>, String> {
        let ListPart::Read { read, unread } = list else {
            let error = Err(format!("\"{key}\" is no list"));
            return if self.is_newer() { Ok(Vec::new()) } else { error };
        };
        for (number, value, error) in unread {
            self.warn(&format!("entry {number} of {key}"), &error);
            self.review.unread.entry(key.to_string()).or_default().push(value);
        }
        Ok(read)
    }

    fn warn(&mut self, part: &str, error: &serde_json::Error) {
        let error = in_one_line(&fault_in_plain_words(&error.to_string(), "an object"));
        self.warnings.push(format!("{part} cannot be read, and is kept as it is: {error}"));
    }
}

/// As JSON has it. Numbers of single precision keep their few digits only in a text.
pub(super) fn to_value(record: &impl Serialize) -> Value {
    let text = serde_json::to_string(record);
    text.and_then(|text| serde_json::from_str(&text)).unwrap_or_default()
}

/// Writes a value with its lines so deep: a line for each key and entry, but one for a list of numbers or
/// texts, or of such lists.
fn write_value(text: &mut String, value: &Value, depth: usize) {
    let is_list = |value: &Value| matches!(value, Value::Array(_) | Value::Object(_));
    let is_short = |value: &Value| match value {
        Value::Array(values) => !values.iter().any(is_list),
        Value::Object(_) => false,
        _ => true,
    };
    match value {
        Value::Object(map) if !map.is_empty() => {
            text.push('{');
            for (i, (key, value)) in map.iter().enumerate() {
                text.push_str(if i > 0 { "," } else { "" });
                line(text, depth + 1);
                let _ = write!(text, "{}: ", json!(key));
                write_value(text, value, depth + 1);
            }
            line(text, depth);
            text.push('}');
        }
        Value::Array(values) if values.iter().all(is_short) => {
            text.push('[');
            for (i, value) in values.iter().enumerate() {
                text.push_str(if i > 0 { ", " } else { "" });
                write_value(text, value, depth);
            }
            text.push(']');
        }
        Value::Array(values) => {
            text.push('[');
            for (i, value) in values.iter().enumerate() {
                text.push_str(if i > 0 { "," } else { "" });
                line(text, depth + 1);
                write_value(text, value, depth + 1);
            }
            line(text, depth);
            text.push(']');
        }
        scalar => _ = write!(text, "{scalar}"),
    }
}

/// Begins a line so deep.
fn line(text: &mut String, depth: usize) {
    text.push('\n');
    (0..depth).for_each(|_| text.push_str("  "));
}
