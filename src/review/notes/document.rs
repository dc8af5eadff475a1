//! The file of a review: JSON, as README describes it.
//!
//! It is made for people and for version control: an entry a line or a few, lists of numbers in one line, always
//! in the same order, so that a change of one note changes the lines of that note alone. What this version
//! does not know is written again as it was read: keys, at every level, and entries of lists as a whole.

use std::fmt::Write as _;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::merge::merge;
use super::review::Review;
use crate::take::in_one_line;

/// The version of the format that is written. It is raised where an older program would get something wrong, and
/// not for new keys.
pub const SCHEMA: u64 = 1;

/// What a file says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// The review.
    pub review: Review,
    /// The version of the file's format.
    pub schema: u64,
    /// One text for each entry that cannot be read.
    pub warnings: Vec<String>,
}

/// The keys of its lists.
const LISTS: [&str; 5] = ["notes", "events", "ignored", "contacts", "removed"];

/// The text of a review of the take that is called so.
pub fn write(review: &Review, take: &str) -> String {
    let mut document = Map::new();
    document.insert("schema".into(), json!(SCHEMA));
    document.insert("take".into(), json!(take));
    if review.rating != Default::default() {
        document.insert("rating".into(), value(&review.rating));
    }
    if review.video.is_given() {
        document.insert("video".into(), value(&review.video));
    }
    let lists = [
        values(&review.notes),
        values(&review.events),
        values(&review.ignored),
        values(&review.contacts),
        values(&review.removed),
    ];
    for (key, mut list) in LISTS.into_iter().zip(lists) {
        list.extend(review.unread.get(key).into_iter().flatten().cloned());
        // Notes are what people look for in it.
        if !list.is_empty() || key == LISTS[0] {
            document.insert(key.into(), list.into());
        }
    }
    for (key, value) in &review.other {
        document.entry(key).or_insert_with(|| value.clone());
    }
    let mut text = String::new();
    write_value(&mut text, &document.into(), 0);
    text.push('\n');
    text
}

/// Reads the text of a review.
///
/// # Errors
/// Where it is none: line, column and why, for people.
pub fn read(text: &str) -> Result<Document, String> {
    let text = text.trim_start_matches('\u{feff}');
    let read: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let Value::Object(mut map) = read else {
        return Err("it is no JSON object".into());
    };
    let schema = map.shift_remove("schema");
    let schema = schema.and_then(|schema| schema.as_u64());
    let schema = schema.ok_or("it has no \"schema\"")?;
    map.shift_remove("take");
    let mut document = Document {
        schema,
        ..Document::default()
    };
    if let Some(rating) = map.get("rating") {
        match serde_json::from_value(rating.clone()) {
            Ok(rating) => {
                document.review.rating = rating;
                map.shift_remove("rating");
            }
            Err(error) => document.warn("rating", &error),
        }
    }
    if let Some(video) = map.get("video") {
        match serde_json::from_value(video.clone()) {
            Ok(video) => {
                document.review.video = video;
                map.shift_remove("video");
            }
            Err(error) => document.warn("video", &error),
        }
    }
    document.review.notes = document.list(LISTS[0], &mut map)?;
    document.review.events = document.list(LISTS[1], &mut map)?;
    document.review.ignored = document.list(LISTS[2], &mut map)?;
    document.review.contacts = document.list(LISTS[3], &mut map)?;
    document.review.removed = document.list(LISTS[4], &mut map)?;
    document.review.other = map;
    // Somebody may have edited it: in order, each id once, nothing that was removed.
    document.review = merge(&document.review, &Review::default());
    Ok(document)
}

impl Document {
    /// Whether its format is newer than this version of the program, which must not write over it.
    pub fn is_newer(&self) -> bool {
        self.schema > SCHEMA
    }

    /// Takes a list out of the file's keys. What cannot be read of it is told of and kept.
    fn list<T: DeserializeOwned>(
        &mut self,
        key: &str,
        map: &mut Map<String, Value>,
    ) -> Result<Vec<T>, String> {
        let values = match map.shift_remove(key) {
            None => return Ok(Vec::new()),
            Some(Value::Array(values)) => values,
            Some(_) if self.is_newer() => return Ok(Vec::new()),
            Some(_) => return Err(format!("\"{key}\" is no list")),
        };
        let mut read = Vec::with_capacity(values.len());
        for (value, number) in values.into_iter().zip(1..) {
            match T::deserialize(&value) {
                Ok(entry) => read.push(entry),
                Err(error) => {
                    self.warn(&format!("entry {number} of {key}"), &error);
                    let unread = self.review.unread.entry(key.to_string());
                    unread.or_default().push(value);
                }
            }
        }
        Ok(read)
    }

    fn warn(&mut self, what: &str, error: &serde_json::Error) {
        let error = in_one_line(&error.to_string());
        let kept = format!("{what} cannot be read, and is kept as it is: {error}");
        self.warnings.push(kept);
    }
}

/// As JSON has it. Numbers of single precision keep their few digits only in a text.
pub(super) fn value(of: &impl Serialize) -> Value {
    let text = serde_json::to_string(of);
    text.and_then(|text| serde_json::from_str(&text))
        .unwrap_or_default()
}

fn values(of: &[impl Serialize]) -> Vec<Value> {
    of.iter().map(value).collect()
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
    let line = |text: &mut String, depth: usize| {
        text.push('\n');
        (0..depth).for_each(|_| text.push_str("  "));
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
