//! A warning: what a loader guessed or repaired, with its place in the file.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::warning_code::WarningCode;

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Place {
    /// A character of a text file; both numbers count from 1, as editors do.
    Text {
        /// The line.
        line: usize,
        /// The character in the line.
        column: usize,
    },
    /// A byte of a binary file, counted from 0.
    Byte(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Text { line, column } => write!(f, "{line}:{column}"),
            Place::Byte(offset) => write!(f, "byte {offset}"),
        }
    }
}

/// One kind of thing that was guessed or mended, told once however often it occurs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Warning {
    /// Where it occurs first; `None` where it concerns the whole file.
    pub place: Option<Place>,
    /// What it is about, for programs.
    pub code: WarningCode,
    /// What was found and what was made of it.
    pub message: String,
    /// How often it occurs; at least 1.
    pub count: usize,
}

impl Place {
    /// It for programs, with the keys that stay: `line` and `column`, or `offset`; none without a place.
    #[doc(hidden)]
    pub fn object(place: Option<Self>) -> Value {
        match place {
            Some(Self::Text { line, column }) => json!({ "line": line, "column": column }),
            Some(Self::Byte(offset)) => json!({ "offset": offset }),
            None => json!({}),
        }
    }
}

impl Warning {
    /// It for programs, with the keys that stay.
    #[doc(hidden)]
    pub fn object(&self) -> Value {
        let mut object = Place::object(self.place);
        object["code"] = json!(self.code.word());
        object["severity"] = json!(self.code.severity().word());
        object["message"] = json!(self.message);
        object["count"] = json!(self.count);
        object
    }

    /// A warning about a file as a whole.
    pub fn of_file(code: WarningCode, message: impl Into<String>) -> Self {
        Self { place: None, code, message: message.into(), count: 1 }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        write!(f, "{}", self.message)?;
        if self.count > 1 {
            write!(f, " ({} times)", self.count)?;
        }
        Ok(())
    }
}

/// Warnings as a loader gathers them; the same message again only raises its count.
#[derive(Debug, Default)]
pub struct Warnings {
    list: Vec<Warning>,
    first: Option<Warning>,
}

impl Warnings {
    /// How many different messages are kept, so that a damaged file cannot fill the memory with them;
    /// the one ahead of all others is one more.
    const MAX: usize = 199;

    /// Puts a warning ahead of all others, wherever it stands in the file.
    pub fn set_first(
        &mut self,
        code: WarningCode,
        place: Option<Place>,
        message: impl Into<String>,
    ) {
        self.first = Some(Warning { place, code, message: message.into(), count: 1 });
    }

    /// Adds a warning about the file as a whole.
    pub fn add(&mut self, code: WarningCode, message: impl Into<String>) {
        self.add_with(code, || None, message.into(), 1);
    }

    /// Adds a warning about a place, or counts it where its message was given before.
    ///
    /// The place is only worked out for the first of them: finding a line takes a pass over the
    /// file, and a damaged one may earn the same warning a million times.
    pub fn add_at(
        &mut self,
        code: WarningCode,
        place: impl FnOnce() -> Place,
        message: impl Into<String>,
    ) {
        self.add_with(code, || Some(place()), message.into(), 1);
    }

    /// Adds a warning about something that occurs so often, first at a place.
    pub fn add_times(
        &mut self,
        code: WarningCode,
        place: Place,
        message: impl Into<String>,
        times: usize,
    ) {
        self.add_with(code, || Some(place), message.into(), times);
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty() && self.first.is_none()
    }

    /// Takes over the warnings about what follows in the same file.
    pub fn append(&mut self, others: Self) {
        for other in others.list {
            self.add_with(other.code, || other.place, other.message, other.count);
        }
    }

    /// Takes over the warnings about another file of the same take, which name that file.
    pub fn append_from(&mut self, file: &str, others: Self) {
        for other in others.finish() {
            let place = other.place.map_or(String::new(), |at| format!(":{at}"));
            let message = format!("{file}{place}: {}", other.message);
            self.add_with(other.code, || None, message, other.count);
        }
    }

    fn add_with(
        &mut self,
        code: WarningCode,
        place: impl FnOnce() -> Option<Place>,
        message: String,
        count: usize,
    ) {
        if let Some(known) = self.list.iter_mut().find(|w| w.message == message) {
            debug_assert_eq!(known.code, code, "{message}");
            known.count += count;
        } else if self.list.len() < Self::MAX {
            self.list.push(Warning { place: place(), code, message, count });
        } else if let Some(last) = self.list.last_mut() {
            last.code = WarningCode::More;
            last.message = "more warnings than are worth listing".into();
            last.place = None;
            last.count += count;
        }
    }

    /// The warnings in the order of the file, those about the file as a whole last; ahead of all what
    /// [`Self::lead`] put there.
    pub fn finish(mut self) -> Vec<Warning> {
        self.list.sort_by_key(|warning| match warning.place {
            Some(Place::Text { line, column }) => (line, column),
            Some(Place::Byte(offset)) => (usize::try_from(offset).unwrap_or(usize::MAX), 0),
            None => (usize::MAX, usize::MAX),
        });
        self.list.splice(..0, self.first);
        self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: WarningCode = WarningCode::KeyUnknown;

    #[test]
    fn the_same_message_is_told_once_with_a_count() {
        let mut warnings = Warnings::default();
        warnings.add_at(CODE, || Place::Text { line: 3, column: 1 }, "no number");
        warnings.add_at(CODE, || unreachable!("only the first place is told"), "no number");
        let list = warnings.finish();
        assert_eq!(list.len(), 1);
        assert_eq!(list[0].to_string(), "3:1: no number (2 times)");
    }

    #[test]
    fn warnings_about_another_file_name_it() {
        let mut others = Warnings::default();
        others.add_at(CODE, || Place::Text { line: 3, column: 1 }, "no number");
        others.add(CODE, "no number");
        others.add(CODE, "no end");
        let mut warnings = Warnings::default();
        warnings.append_from("walk.asf", others);
        let messages: Vec<String> = warnings.finish().iter().map(Warning::to_string).collect();
        assert_eq!(messages, ["walk.asf:3:1: no number (2 times)", "walk.asf: no end"]);
    }

    #[test]
    fn one_warning_is_ahead_of_all_others() {
        let mut warnings = Warnings::default();
        assert!(warnings.is_empty());
        warnings.add_at(CODE, || Place::Text { line: 1, column: 1 }, "no number");
        warnings.set_first(
            WarningCode::FramesLost,
            Some(Place::Text { line: 3, column: 1 }),
            "no frame",
        );
        assert!(!warnings.is_empty());
        let messages: Vec<String> = warnings.finish().iter().map(Warning::to_string).collect();
        assert_eq!(messages, ["3:1: no frame", "1:1: no number"]);
    }

    #[test]
    fn a_flood_of_warnings_is_bounded() {
        let mut warnings = Warnings::default();
        for i in 0..10_000 {
            warnings.add(CODE, format!("{i}"));
        }
        let list = warnings.finish();
        assert_eq!(list.len(), Warnings::MAX);
        assert_eq!(list[Warnings::MAX - 1].code, WarningCode::More);
        assert_eq!(list.iter().map(|w| w.count).sum::<usize>(), 10_000);
    }
}
