//! The column mapping: what the columns of a table are, as its reader says it.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::super::Options;
use super::super::table::Separator;
use super::super::time_unit::TimeUnit;
use super::super::unit_names::metres_in;
use super::column::{Column, Quantity};
use crate::take::{Axis, EulerOrder, SignedAxis, fault_in_plain_words};

/// What the columns of a table are, and what else has to be said of it. Written as TOML, it is what `--columns`
/// takes:
///
/// ```toml
/// columns = ["time", "-", "Hand x", "Hand y", "Hand z"]
/// unit = "mm"
/// up = "Z"
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ColumnMapping {
    /// What the columns are, from the left.
    pub columns: Vec<Column>,
    /// What parts them; without, tabs where the first row has one, else semicolons, commas or blanks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub separator: Option<Separator>,
    /// Whether numbers are written with a decimal comma.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub decimal_comma: bool,
    /// The line that the first row is in, counted from 1; without, the first one with numbers in the columns that are
    /// read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_line: Option<usize>,
    /// The unit of length, such as `mm`; without, it is guessed by the height of the figure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Frames a second; without, the column of times tells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate: Option<f64>,
    /// What times are in.
    #[serde(skip_serializing_if = "is_default")]
    pub time_unit: TimeUnit,
    /// The direction that is up; without, it is guessed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up: Option<UpWord>,
    /// What angles are in.
    #[serde(skip_serializing_if = "is_default")]
    pub angles: AngleUnit,
    /// How angles are multiplied, left to right.
    #[serde(skip_serializing_if = "is_default")]
    pub order: OrderWord,
    /// The line with the names of its columns: the mapping is for tables that have this line, and for no others.
    /// Without, it is for whatever table it is used with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<String>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// What angles are in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AngleUnit {
    /// Degrees.
    #[default]
    Degrees,
    /// Radians.
    Radians,
}

/// The direction that is up, by its name: `Y`, `Z` or `-Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct UpWord(pub SignedAxis);

impl TryFrom<String> for UpWord {
    type Error = String;

    fn try_from(word: String) -> Result<Self, String> {
        let found = SignedAxis::ALL.into_iter().find(|up| up.name().eq_ignore_ascii_case(&word));
        let error = || format!("{word:?} is no direction: write X, Y, Z, -X, -Y or -Z");
        found.map(Self).ok_or_else(error)
    }
}

impl From<UpWord> for String {
    fn from(up: UpWord) -> Self {
        up.0.name().to_string()
    }
}

/// The order of three angles: `ZYX` turns about X first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct OrderWord(pub EulerOrder);

impl OrderWord {
    /// Every order.
    pub const ALL: [Self; 6] = [
        Self(EulerOrder([Axis::X, Axis::Y, Axis::Z])),
        Self(EulerOrder([Axis::X, Axis::Z, Axis::Y])),
        Self(EulerOrder([Axis::Y, Axis::X, Axis::Z])),
        Self(EulerOrder([Axis::Y, Axis::Z, Axis::X])),
        Self(EulerOrder([Axis::Z, Axis::X, Axis::Y])),
        Self(EulerOrder([Axis::Z, Axis::Y, Axis::X])),
    ];

    /// Its axes: `ZYX`.
    pub fn name(self) -> String {
        self.0.to_string()
    }
}

impl Default for OrderWord {
    fn default() -> Self {
        Self(EulerOrder([Axis::Z, Axis::Y, Axis::X]))
    }
}

impl TryFrom<String> for OrderWord {
    type Error = String;

    fn try_from(word: String) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|order| order.name().eq_ignore_ascii_case(&word));
        found.ok_or_else(|| format!("{word:?} is no order of axes: write one such as ZYX"))
    }
}

impl From<OrderWord> for String {
    fn from(order: OrderWord) -> Self {
        order.name()
    }
}

impl ColumnMapping {
    /// What a file says that is written in TOML.
    ///
    /// # Errors
    /// What is wrong with it, and the byte where.
    pub fn from_toml(text: &[u8]) -> Result<Self, (String, Option<usize>)> {
        /// Nobody says as much of a table.
        const MAX_BYTES: usize = 1 << 20;
        if text.len() > MAX_BYTES {
            return Err(("the file is too large to say what columns are".into(), None));
        }
        let text = std::str::from_utf8(text)
            .map_err(|error| ("the text is not in UTF-8".to_string(), Some(error.valid_up_to())))?;
        let mapping: Self = toml::from_str(text).map_err(|error| {
            (fault_in_plain_words(error.message(), "a table"), error.span().map(|span| span.start))
        })?;
        mapping.check().map_err(|why| (why, None))?;
        Ok(mapping)
    }

    /// As [`Self::from_toml`] reads it.
    ///
    /// # Errors
    /// Where it cannot be written, which a mapping that is sound always can.
    pub fn to_toml(&self) -> Result<String, String> {
        toml::to_string(self).map_err(|error| error.to_string())
    }

    /// Metres in its unit of length.
    pub fn metres(&self) -> Option<f64> {
        metres_in(self.unit.as_deref()?.as_bytes())
    }

    /// What is wrong with it, whatever the table: a position without one of its coordinates, a unit that
    /// is none.
    ///
    /// # Errors
    /// In a sentence.
    pub fn check(&self) -> Result<(), String> {
        if let Some(unit) = &self.unit
            && self.metres().is_none()
        {
            return Err(format!("{unit:?} is no unit of length: write mm, cm, m, in or ft"));
        }
        if self.rate.is_some_and(|rate| !Options::is_rate(rate)) {
            return Err("the rate is no number of frames a second".into());
        }
        if self.first_line == Some(0) {
            return Err("lines count from 1".into());
        }
        for word in [Column::Frame, Column::Time, Column::Name] {
            if self.columns.iter().filter(|column| **column == word).count() > 1 {
                return Err(format!("there are two columns \"{word}\""));
            }
        }
        let parts = self.parts();
        if parts.is_empty() {
            let message = "no column is a position: x, y and z have to be said of at least one";
            return Err(message.into());
        }
        for part in &parts {
            part.check()?;
        }
        let has_names = self.columns.contains(&Column::Name);
        if has_names && parts.iter().any(|part| !part.name.is_empty()) {
            return Err("where the rows have names, x, y and z stand without one".into());
        }
        if self.decimal_comma && self.separator == Some(Separator::Comma) {
            return Err("commas cannot both part columns and stand for decimal points".into());
        }
        Ok(())
    }

    /// The markers and sensors of a row, in the order in which they come.
    pub(super) fn parts(&self) -> Vec<MappedPart<'_>> {
        let mut parts: Vec<MappedPart<'_>> = Vec::new();
        let mut known = HashMap::new();
        for (index, column) in self.columns.iter().enumerate() {
            let Column::Value { of, quantity } = column else { continue };
            let at = *known.entry(of.as_str()).or_insert_with(|| {
                parts.push(MappedPart { name: of, columns: Vec::new() });
                parts.len() - 1
            });
            parts[at].columns.push((*quantity, index));
        }
        parts
    }
}

/// A marker or sensor of a row.
#[derive(Clone, Debug)]
pub(super) struct MappedPart<'a> {
    pub name: &'a str,
    /// Its numbers, and the columns that they are in.
    pub columns: Vec<(Quantity, usize)>,
}

impl MappedPart<'_> {
    fn count(&self, is: impl Fn(Quantity) -> bool) -> usize {
        self.columns.iter().filter(|(quantity, _)| is(*quantity)).count()
    }

    /// What it is called, where its columns have no name for it.
    pub fn own_name(&self) -> String {
        match (self.name, self.rotation()) {
            ("", 0) => "Marker".into(),
            ("", _) => "Sensor".into(),
            (name, _) => name.into(),
        }
    }

    /// How many numbers its rotation has.
    pub fn rotation(&self) -> usize {
        self.count(|quantity| !matches!(quantity, Quantity::Position(_)))
    }

    /// Its columns that are not to be read, for want of an axis: all of them, or those of its rotation.
    pub fn unsound(&self) -> Vec<usize> {
        let are = |is_kind: fn(Quantity) -> bool, whole: usize| {
            let own = || self.columns.iter().filter(move |(quantity, _)| is_kind(*quantity));
            let is_whole = own().count() == whole;
            own().filter(move |_| !is_whole).map(|(_, column)| *column).collect::<Vec<_>>()
        };
        let position = are(|quantity| matches!(quantity, Quantity::Position(_)), 3);
        if !position.is_empty() || self.count(|q| matches!(q, Quantity::Position(_))) == 0 {
            return self.columns.iter().map(|(_, column)| *column).collect();
        }
        let mut all = are(|quantity| matches!(quantity, Quantity::Angle(_)), 3);
        all.extend(are(|quantity| matches!(quantity, Quantity::Quaternion(_)), 4));
        all
    }

    /// That it has a whole position, and a whole rotation or none.
    fn check(&self) -> Result<(), String> {
        let called = match self.name {
            "" => "the position".to_string(),
            name => format!("{name:?}"),
        };
        for (quantity, word) in Quantity::ALL {
            match (self.count(|q| q == quantity), quantity) {
                (2.., _) => return Err(format!("{called} has two columns {word}")),
                (0, Quantity::Position(_)) => return Err(format!("{called} has no column {word}")),
                _ => {}
            }
        }
        let angles = self.count(|q| matches!(q, Quantity::Angle(_)));
        let quaternion = self.count(|q| matches!(q, Quantity::Quaternion(_)));
        match (angles, quaternion) {
            (0 | 3, 0) | (0, 4) => Ok(()),
            (1.., 1..) => Err(format!("{called} has both angles and a quaternion")),
            (_, 0) => Err(format!("{called} has not all of rx, ry and rz")),
            _ => Err(format!("{called} has not all of qx, qy, qz and qw")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mapping(columns: &str) -> ColumnMapping {
        ColumnMapping {
            columns: columns.split(',').map(|text| text.parse().unwrap()).collect(),
            ..ColumnMapping::default()
        }
    }

    #[test]
    fn a_place_is_whole_and_so_is_a_rotation() {
        for sound in
            ["x,y,z", "name,z,x,y", "a x,a y,a z,a qw,a qx,a qy,a qz,b x,b y,b z", "x,y,z,rz,ry,rx"]
        {
            assert_eq!(mapping(sound).check(), Ok(()), "{sound}");
        }
        for (bad, why) in [
            ("time,-", "no column is a position"),
            ("a x,a y", "\"a\" has no column z"),
            ("x,y,z,x", "two columns x"),
            ("time,time,x,y,z", "two columns \"time\""),
            ("x,y,z,rx", "not all of rx"),
            ("x,y,z,qx", "not all of qx"),
            ("x,y,z,qx,rx", "both angles"),
            ("name,a x,a y,a z", "without one"),
        ] {
            let error = mapping(bad).check().unwrap_err();
            assert!(error.contains(why), "{bad}: {error}");
        }
        let with = |change: fn(&mut ColumnMapping)| {
            let mut it = mapping("x,y,z");
            change(&mut it);
            it.check()
        };
        assert!(with(|it| it.unit = Some("mm".into())).is_ok());
        assert!(with(|it| it.unit = Some("ell".into())).is_err());
        assert!(with(|it| it.rate = Some(0.0)).is_err());
        assert!(with(|it| it.first_line = Some(0)).is_err());
    }
}
