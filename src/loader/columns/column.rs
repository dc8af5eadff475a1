//! What a column of a table is, and the words for it.
//!
//! ```text
//! -                              not read
//! frame  time  name              the number of the frame, its time, and what the row is of
//! Hand x   Hand y   Hand z       the position of "Hand"
//! Hand rx  Hand ry  Hand rz      its rotation as angles about X, Y and Z
//! Hand qx  Hand qy  Hand qz  Hand qw
//!                                or as a quaternion
//! ```

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::take::Axis;

/// What a column is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Column {
    /// Nothing that is read.
    Skip,
    /// The number of the frame.
    Frame,
    /// The time of the frame.
    Time,
    /// The name or number of the marker or sensor that the row is of: then a frame has a row for each.
    Name,
    /// A number of a marker, sensor or body.
    Value {
        /// What it is of; empty where the rows name that, or there is but one.
        of: String,
        /// Which of its numbers.
        quantity: Quantity,
    },
}

/// One number of a position or a rotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// A coordinate.
    Position(Axis),
    /// The angle about an axis.
    Angle(Axis),
    /// A part of a quaternion: x, y and z of its vector, then w.
    Quaternion(u8),
}

impl Quantity {
    /// Each of them with its word.
    #[rustfmt::skip]
    pub const ALL: [(Self, &'static str); 10] = [
        (Self::Position(Axis::X), "x"), (Self::Position(Axis::Y), "y"), (Self::Position(Axis::Z), "z"),
        (Self::Angle(Axis::X), "rx"), (Self::Angle(Axis::Y), "ry"), (Self::Angle(Axis::Z), "rz"),
        (Self::Quaternion(0), "qx"), (Self::Quaternion(1), "qy"), (Self::Quaternion(2), "qz"),
        (Self::Quaternion(3), "qw"),
    ];

    /// Its word: `x`, `rx` or `qx`.
    pub fn word(self) -> &'static str {
        let found = Self::ALL.into_iter().find(|(quantity, _)| *quantity == self);
        found.map_or("", |(_, word)| word)
    }

    /// The one with this word.
    pub fn of(word: &str) -> Option<Self> {
        let found = Self::ALL.into_iter().find(|(_, known)| *known == word);
        found.map(|(quantity, _)| quantity)
    }

    /// Its place among the numbers of one marker or sensor: first those of the position, then those of the rotation.
    pub(super) fn slot(self) -> usize {
        match self {
            Self::Position(axis) => axis.index(),
            Self::Angle(axis) => 3 + axis.index(),
            Self::Quaternion(part) => 3 + usize::from(part),
        }
    }
}

/// The words of columns that are no values.
const WORDS: [(Column, &str); 4] =
    [(Column::Skip, "-"), (Column::Frame, "frame"), (Column::Time, "time"), (Column::Name, "name")];

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value { of, quantity } if of.is_empty() => f.write_str(quantity.word()),
            Self::Value { of, quantity } => write!(f, "{of} {}", quantity.word()),
            _ => {
                let word = WORDS.iter().find(|(column, _)| column == self);
                f.write_str(word.map_or("", |(_, word)| *word))
            }
        }
    }
}

impl FromStr for Column {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if let Some((column, _)) = WORDS.iter().find(|(_, word)| *word == text) {
            return Ok(column.clone());
        }
        let (of, word) = text.rsplit_once(' ').unwrap_or(("", text));
        match Quantity::of(word) {
            Some(quantity) => Ok(Self::Value { of: of.trim_end().to_string(), quantity }),
            None => Err(format!(
                "{text:?} is no column: write -, frame, time, name, or a name and x, y, z, rx, ry, rz, \
                 qx, qy, qz or qw"
            )),
        }
    }
}

impl TryFrom<String> for Column {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Column> for String {
    fn from(column: Column) -> Self {
        column.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_written_as_they_are_read() {
        let texts =
            ["-", "frame", "time", "name", "x", "Hand rx", "Left hand qw", "time x", "a  b y"];
        for text in texts {
            let column: Column = text.parse().unwrap();
            assert_eq!(column.to_string(), text);
        }
        for (quantity, word) in Quantity::ALL {
            assert_eq!(quantity.word(), word);
        }
    }

    #[test]
    fn other_words_are_no_columns() {
        for text in ["", "Hand", "Hand X", "q", "x Hand", "Frame"] {
            let error = text.parse::<Column>().unwrap_err();
            assert!(error.contains("is no column"), "{error}");
        }
    }
}
