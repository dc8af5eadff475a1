//! Presets: what the columns of records of magnetic sensors are, by what their makers publish.
//!
//! ```text
//! Polhemus    station x y z azimuth elevation roll      a line for each station; or x y z q0 q1 q2 q3, or x y z
//! Ascension   x y z azimuth elevation roll              for each sensor, in one line; or x y z q0 q1 q2 q3; a line
//!                                                       for each sensor ends with its address
//! ```
//!
//! Azimuth turns about Z, then elevation about Y, then roll about X; q0 is the scalar part. Lengths are in
//! inches, and the transmitter has X ahead and Z down, unless somebody has set it up otherwise. Nothing in a
//! file says so, and none is public: the extension tells whose it is, and the numbers have to fit.

use super::column::{Column, Quantity};
use super::mapping::{ColumnMapping, OrderWord, UpWord};
use super::sample::Sample;
use crate::take::Axis;

/// Whose records have which extension.
const MAKERS: [(&str, &str); 3] = [("asc", "Ascension"), ("dat", "Polhemus"), ("brd", "LambSoft")];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Record {
    Position,
    Angles,
    Quaternion,
}

impl Record {
    fn words(self) -> &'static [&'static str] {
        match self {
            Self::Position => &["x", "y", "z"],
            Self::Angles => &["x", "y", "z", "rz", "ry", "rx"],
            Self::Quaternion => &["x", "y", "z", "qw", "qx", "qy", "qz"],
        }
    }

    fn description(self) -> &'static str {
        match self {
            Self::Position => "x, y and z",
            Self::Angles => "x, y, z, azimuth, elevation and roll",
            Self::Quaternion => "x, y, z and a quaternion",
        }
    }
}

pub(super) struct Preset {
    pub mapping: ColumnMapping,
    /// What it makes of the columns, in a sentence.
    pub message: String,
}

pub(super) fn preset(extension: &str, text: &[u8]) -> Option<Preset> {
    let (_, maker) = MAKERS.iter().find(|(own, _)| *own == extension)?;
    let mut sample = Sample::of(text)?;
    if sample.rows.len() > 2 {
        // The last one may be half of one.
        sample.rows.pop();
    }
    let width = sample.width();
    let is_table = sample.rows.iter().all(|row| row.len() == width)
        && (0..width).all(|column| sample.is_numbered(column));
    if !is_table {
        return None;
    }
    let (record, name) = layout(&sample, width)?;
    let sensors = (width - usize::from(name.is_some())) / record.words().len();
    let mut columns = Vec::with_capacity(width);
    for sensor in 1..=sensors {
        let of = if name.is_some() { String::new() } else { format!("Sensor {sensor}") };
        for quantity in record.words().iter().filter_map(|word| Quantity::of(word)) {
            columns.push(Column::Value { of: of.clone(), quantity });
        }
    }
    if let Some(at) = name {
        columns.insert(at, Column::Name);
    }
    let of = match name {
        Some(0) => "a station, ",
        Some(_) => "a sensor at the end of its line, ",
        None => "sensors side by side, each with ",
    };
    let message = format!(
        "by its extension this is a record of magnetic sensors by {maker}: {of}{}, in inches, with Z down",
        record.description()
    );
    Some(Preset {
        mapping: ColumnMapping {
            columns,
            separator: Some(sample.separator),
            decimal_comma: sample.decimal_comma,
            unit: Some("in".into()),
            up: Some(UpWord(Axis::Z.negative())),
            order: OrderWord::default(),
            ..ColumnMapping::default()
        },
        message,
    })
}

/// What the columns are, and the one with the number of the station or sensor, where rows are of one each.
fn layout(sample: &Sample<'_>, width: usize) -> Option<(Record, Option<usize>)> {
    /// More sensors than any of these devices has.
    const MAX_SENSORS: f64 = 255.0;
    let is_number = |column: usize| {
        let mut numbers = sample.numbers(column).into_iter();
        numbers.all(|n| n.fract() == 0.0 && (0.0..=MAX_SENSORS).contains(&n))
    };
    let is_quaternion = |from: usize| sample.is_quaternion(from);
    let are_angles = |from: usize| {
        let mut angles = (from..from + 3).flat_map(|column| sample.numbers(column));
        angles.all(|angle| angle.abs() <= 360.0)
    };
    let all = |record: Record, is: &dyn Fn(usize) -> bool| {
        let each = record.words().len();
        width.is_multiple_of(each) && (0..width / each).all(|sensor| is(sensor * each + 3))
    };
    match width {
        8 if is_number(0) && is_quaternion(4) => Some((Record::Quaternion, Some(0))),
        8 if is_number(7) && is_quaternion(3) => Some((Record::Quaternion, Some(7))),
        _ if all(Record::Quaternion, &is_quaternion) => Some((Record::Quaternion, None)),
        7 if is_number(0) && are_angles(4) => Some((Record::Angles, Some(0))),
        7 if is_number(6) && are_angles(3) => Some((Record::Angles, Some(6))),
        _ if all(Record::Angles, &are_angles) => Some((Record::Angles, None)),
        4 if is_number(0) => Some((Record::Position, Some(0))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(extension: &str, text: &str) -> Option<String> {
        let preset = preset(extension, text.as_bytes())?;
        assert_eq!(preset.mapping.check(), Ok(()));
        let columns = preset.mapping.columns.iter();
        Some(columns.map(ToString::to_string).collect::<Vec<_>>().join(","))
    }

    #[test]
    fn records_are_known_by_extension_and_numbers() {
        let angles = "Sensor 1 x,Sensor 1 y,Sensor 1 z,Sensor 1 rz,Sensor 1 ry,Sensor 1 rx";
        let turn =
            "Sensor 1 x,Sensor 1 y,Sensor 1 z,Sensor 1 qw,Sensor 1 qx,Sensor 1 qy,Sensor 1 qz";
        for (extension, text, expected) in [
            ("dat", "01 1 2 3 10 20 30\n02 1 2 3 10 20 30\n", Some("name,x,y,z,rz,ry,rx")),
            ("dat", "01 1 2 3 1 0 0 0\n", Some("name,x,y,z,qw,qx,qy,qz")),
            ("dat", "01 1 2 3\n02 4 5 6\n", Some("name,x,y,z")),
            ("asc", "1 2 3 10 20 30\n", Some(angles)),
            ("asc", "1 2 3 1 0 0 0\n1 2 3 0.6 0.8 0 0\n", Some(turn)),
            ("asc", "1.5 2 3 10 20 30 1\n1 2 3 10 20 30 2\n", Some("x,y,z,rz,ry,rx,name")),
            ("brd", "sensors\n1 2 3 10 20 30\n", Some(angles)),
            ("csv", "1 2 3 10 20 30\n", None),
            ("asc", "1 2 3 10 20 400\n", None),
            ("asc", "1 2 3 4 5\n", None),
            ("asc", "1 2 3 10 20 30\n1 2 3\n", None),
            ("dat", "words\n", None),
        ] {
            assert_eq!(columns(extension, text).as_deref(), expected, "{extension} {text}");
        }
    }
}
