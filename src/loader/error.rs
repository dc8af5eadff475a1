//! The error of loading a file: what is wrong, where, and what to do.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Source;
use super::text::{is_line_end, line_start, place_of, without_mark};
use crate::take::{FormatId, Place, in_one_line, is_control_or_bidi};

/// A file that could not be loaded: what is wrong, where, and what to do.
///
/// Boxed, so that the good path of every reader stays small.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoadError(Box<Report>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Report {
    file: String,
    at: Option<Place>,
    kind: ErrorKind,
    excerpt: Option<Excerpt>,
    hint: Option<String>,
}

/// The cause, for code; the [`fmt::Display`] of [`LoadError`] is for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Not a single byte.
    Empty,
    /// Nothing but blanks, or the zero bytes that a full disk leaves.
    Blank,
    /// Text in 16-bit units.
    Utf16,
    /// A file of a known kind that holds no motion.
    Foreign(#[serde(skip)] &'static str),
    /// Neither contents nor extension tell the format.
    UnknownFormat,
    /// A format that this build leaves out: the feature of the same name reads it.
    LeftOut(FormatId),
    /// Nobody waited for it any more: nothing is wrong with the file, and nothing is to be told.
    Cancelled,
    /// The operating system could not read it; its message.
    Unreadable(String),
    /// An internal error: what it says, and where in the source.
    Internal(String),
    /// Something else stands where a word or number must be.
    Expected {
        /// What must be there.
        what: String,
        /// What is there, quoted; or the end of the file.
        found: String,
    },
    /// A row has more values than the skeleton has channels.
    TooManyValues {
        /// The row, counted from 0 as frames are.
        row: usize,
        /// How many values a row must have.
        columns: usize,
        /// The value after them, quoted.
        found: String,
    },
    /// What the file says cannot be, in a sentence: a bone above itself, two of one name.
    Contradiction(String),
    /// The file means nothing without another one, which was not found.
    NeedsCompanion {
        /// What is missing, for people: `its skeleton, an .asf file`.
        #[serde(skip)]
        what: &'static str,
        /// The extension of such files.
        #[serde(skip)]
        extension: &'static str,
    },
    /// A format that nobody has described; what is known of it.
    Undocumented(#[serde(skip)] &'static str),
    /// The file has no animation that is called so.
    NoSuchClip(String),
    /// The file is whole, and nothing of what it holds can be shown; what it holds instead.
    NothingToShow(String),
    /// The hierarchy is nested deeper than [`crate::take::MAX_DEPTH`].
    TooDeep,
    /// The system has no memory for what the file holds.
    NoMemory,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Excerpt {
    text: String,
    /// How many characters of `text` stand before the place.
    before: usize,
    /// The byte of the file that the place is at.
    offset: usize,
}

impl LoadError {
    /// An error about the file as a whole.
    pub fn new(source: &Source<'_>, kind: ErrorKind) -> Self {
        Self::unread(source.file, kind)
    }

    /// An error about a file whose bytes never came.
    pub fn unread(file: &str, kind: ErrorKind) -> Self {
        Self(Box::new(Report {
            file: in_one_line(file),
            at: None,
            kind,
            excerpt: None,
            hint: None,
        }))
    }

    /// An error at a byte of a text file.
    pub(super) fn at(source: &Source<'_>, offset: usize, kind: ErrorKind) -> Self {
        let mut error = Self::new(source, kind);
        error.0.at = Some(place_of(source.bytes, offset));
        error.0.excerpt = Some(Excerpt::of(source.bytes, offset));
        error
    }

    /// An error at a byte of a text file, where what it says cannot be.
    pub(super) fn contradiction(
        source: &Source<'_>,
        offset: usize,
        what: impl Into<String>,
    ) -> Self {
        Self::at(source, offset, ErrorKind::Contradiction(what.into()))
    }

    /// An error at a byte of a binary file.
    pub(super) fn at_byte(source: &Source<'_>, offset: usize, kind: ErrorKind) -> Self {
        let mut error = Self::new(source, kind);
        error.0.at = Some(Place::Byte(offset as u64));
        error
    }

    /// An error at a byte of a binary file, where something else must be than what is found there.
    pub(super) fn expected_at_byte(
        source: &Source<'_>,
        offset: usize,
        what: impl Into<String>,
        found: impl Into<String>,
    ) -> Self {
        let (what, found) = (what.into(), found.into());
        Self::at_byte(source, offset, ErrorKind::Expected { what, found })
    }

    /// An error at byte `at`, where the row that starts at byte `start` goes on after its last
    /// value; `why` tells how many values it must have.
    pub(super) fn too_many_values(
        source: &Source<'_>,
        [start, at]: [usize; 2],
        [row, columns]: [usize; 2],
        found: String,
        why: String,
    ) -> Self {
        let kind = ErrorKind::TooManyValues { row, columns, found };
        let hint = match [start, at].map(|at| place_of(source.bytes, at)) {
            [Place::Text { line: first, .. }, Place::Text { line, .. }] if first != line => {
                format!(
                    "frame {row} begins on line {first}: either that line is too short, or this one too long"
                )
            }
            _ => why,
        };
        Self::at(source, at, kind).hint(hint)
    }

    /// The same error with its line as it is in this file, where a copy with other characters was read.
    pub(super) fn quoting(mut self, source: &Source<'_>) -> Self {
        if let Some(excerpt) = &mut self.0.excerpt {
            *excerpt = Excerpt::of(source.bytes, excerpt.offset);
        }
        self
    }

    /// The same error, where what was read begins at byte `ahead` of a file in which its place is another one.
    pub(super) fn moved(mut self, ahead: usize, place: impl FnOnce() -> Place) -> Self {
        self.0.at = self.0.at.map(|_| place());
        if let Some(excerpt) = &mut self.0.excerpt {
            excerpt.offset += ahead;
        }
        self
    }

    /// Adds what to do about it.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// What to do about it, where that can be said.
    pub fn hint_text(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }

    /// The cause.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// The place in the file, where there is one.
    pub fn place(&self) -> Option<Place> {
        self.0.at
    }
}

impl Excerpt {
    /// A row of motion can be thousands of characters long: only this much is shown on each side.
    const REACH: usize = 48;

    /// Bytes that hold more than [`Self::REACH`] characters: a line can be as long as the file.
    const ENOUGH: usize = 4 * (Self::REACH + 1);

    fn of(text: &[u8], offset: usize) -> Self {
        let offset = offset.min(text.len());
        let start = line_start(text, offset);
        let line = &text[start..];
        let end = line.iter().position(|&b| is_line_end(b)).unwrap_or(line.len());
        let end = end.max(offset - start);
        let shown = |bytes: &[u8]| -> Vec<char> {
            String::from_utf8_lossy(bytes)
                .replace('\t', "    ")
                .chars()
                .map(|c| if is_control_or_bidi(c) { '·' } else { c })
                .collect()
        };
        let before = without_mark(&line[..offset - start]);
        let before = shown(&before[before.len().saturating_sub(Self::ENOUGH)..]);
        let after = &line[offset - start..end];
        let after = shown(&after[..after.len().min(Self::ENOUGH)]);
        let mut left: String =
            before[before.len() - before.len().min(Self::REACH)..].iter().collect();
        if before.len() > Self::REACH {
            left.insert(0, '…');
        }
        let mut right: String = after.iter().take(Self::REACH).collect();
        if after.len() > Self::REACH {
            right.push('…');
        }
        Self { before: left.chars().count(), text: (left + &right).trim_end().to_string(), offset }
    }
}

impl ErrorKind {
    /// The word for it in JSON, which no wording of the message changes.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Blank => "blank",
            Self::Utf16 => "utf-16",
            Self::Foreign(_) => "foreign",
            Self::UnknownFormat => "unknown-format",
            Self::LeftOut(_) => "left-out",
            Self::Cancelled => "cancelled",
            Self::Unreadable(_) => "unreadable",
            Self::Internal(_) => "internal",
            Self::Expected { .. } => "expected",
            Self::TooManyValues { .. } => "too-many-values",
            Self::Contradiction(_) => "contradiction",
            Self::NeedsCompanion { .. } => "needs-companion",
            Self::Undocumented(_) => "undocumented",
            Self::NoSuchClip(_) => "no-such-clip",
            Self::NothingToShow(_) => "nothing-to-show",
            Self::TooDeep => "too-deep",
            Self::NoMemory => "no-memory",
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the file is empty"),
            Self::Blank => write!(f, "nothing is in the file but blanks or zero bytes"),
            Self::Utf16 => write!(f, "the text is in UTF-16"),
            Self::Foreign(what) => write!(f, "this is {what}"),
            Self::UnknownFormat => write!(f, "no format is known that looks like this"),
            Self::LeftOut(format) => write!(f, "this build does not read {format}"),
            Self::Cancelled => write!(f, "the loading was cancelled"),
            Self::Unreadable(why) => write!(f, "cannot be read: {why}"),
            Self::Internal(what) => write!(f, "internal error (please report it): {what}"),
            Self::Expected { what, found } => write!(f, "expected {what}, found {found}"),
            Self::TooManyValues { row, columns, found } => write!(
                f,
                "expected the line to end after the {columns} values of frame {row}, found {found}"
            ),
            Self::Contradiction(what) => write!(f, "{what}"),
            Self::NeedsCompanion { what, .. } => write!(f, "cannot be read without {what}"),
            Self::Undocumented(known) => {
                write!(f, "by its name this is in a format that is described nowhere: {known}")
            }
            Self::NoSuchClip(name) => write!(f, "there is no clip \"{name}\""),
            Self::NothingToShow(what) => write!(f, "{what}"),
            Self::TooDeep => {
                write!(f, "the hierarchy is nested deeper than {} levels", crate::take::MAX_DEPTH)
            }
            Self::NoMemory => write!(f, "there is not enough memory for what is in the file"),
        }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = &self.0;
        write!(f, "{}", report.file)?;
        match report.at {
            Some(Place::Text { line, column }) => write!(f, ":{line}:{column}")?,
            Some(Place::Byte(offset)) => write!(f, " at byte {offset}")?,
            None => {}
        }
        write!(f, ": {}", report.kind)?;
        if let (Some(Place::Text { line, .. }), Some(excerpt)) = (report.at, &report.excerpt) {
            let line = line.to_string();
            write!(f, "\n {line} | {}", excerpt.text)?;
            write!(f, "\n {:1$} | ", "", line.len())?;
            write!(f, "{:1$}^", "", excerpt.before)?;
        }
        if let Some(hint) = &report.hint {
            write!(f, "\nhint: {hint}")?;
        }
        Ok(())
    }
}

impl std::error::Error for LoadError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str, needle: &str) -> LoadError {
        LoadError::at(
            &Source::new("walk.bvh", text.as_bytes()),
            text.find(needle).unwrap(),
            ErrorKind::Expected { what: "a number".into(), found: format!("{needle:?}") },
        )
    }

    #[test]
    fn an_error_points_at_the_word() {
        let text = "one\n\t\tOFFSET 0.0 abc 1\nthree\n";
        assert_eq!(
            error(text, "abc").hint("write a number").to_string(),
            "walk.bvh:2:14: expected a number, found \"abc\"\n \
             2 |         OFFSET 0.0 abc 1\n   |                    ^\n\
             hint: write a number"
        );
    }

    #[test]
    fn lines_end_in_every_way_that_files_end_them() {
        for text in ["a\nb\nX", "a\r\nb\r\nX", "a\rb\rX"] {
            let at = Some(Place::Text { line: 3, column: 1 });
            assert_eq!(error(text, "X").place(), at);
        }
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let text = "1 ".repeat(5_000) + "x" + &" 2".repeat(5_000);
        let message = error(&text, "x").to_string();
        assert!(message.len() < 500, "{message}");
        let caret = message.lines().last().unwrap().chars().count();
        let shown = message.lines().nth(1).unwrap();
        assert_eq!(shown.chars().nth(caret - 1), Some('x'));
    }
}
