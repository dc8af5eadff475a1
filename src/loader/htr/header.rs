//! The header of HTR and GTR files: rate, Euler order, units, axes, counts.

use super::super::Source;
use super::super::axes::{axis, order};
use super::super::declared_counts::DeclaredCount;
use super::super::error::LoadError;
use super::super::line::Line;
use super::super::number::{double, number};
use super::super::rate::{ASSUMED_FRAME_TIME, assumed, is_frame_time};
use super::super::repeated_keys::RepeatedKeys;
use super::super::scanner::{Scanner, Word};
use super::super::unit_names::{angle_in, metres_in, unknown};
use super::kind::{self, Kind};
use super::lines::{Section, lines};
use crate::take::{
    Angle, Axis, Detail, DetailKind, EulerOrder, FrameTime, Units, WarningCode, Warnings,
};

/// The key of a line in the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    FileType,
    DataType,
    FileVersion,
    NumSegments,
    NumFrames,
    DataFrameRate,
    EulerRotationOrder,
    CalibrationUnits,
    RotationUnits,
    AxisOfGravity,
    BoneLengthAxis,
    ScaleFactor,
}

impl Key {
    const WORDS: [(&str, Self); 12] = [
        ("FileType", Self::FileType),
        ("DataType", Self::DataType),
        ("FileVersion", Self::FileVersion),
        ("NumSegments", Self::NumSegments),
        ("NumFrames", Self::NumFrames),
        ("DataFrameRate", Self::DataFrameRate),
        ("EulerRotationOrder", Self::EulerRotationOrder),
        ("CalibrationUnits", Self::CalibrationUnits),
        ("RotationUnits", Self::RotationUnits),
        ("GlobalAxisOfGravity", Self::AxisOfGravity),
        ("BoneLengthAxis", Self::BoneLengthAxis),
        ("ScaleFactor", Self::ScaleFactor),
    ];

    fn of(word: &Word<'_>) -> Option<Self> {
        let word = Word { text: word.text.strip_suffix(b":").unwrap_or(word.text), ..*word };
        let known = Self::WORDS.iter().find(|(name, _)| word.is(name));
        // Exporters agree on this one's words, and not on how they make it up.
        let lower = || word.text.to_ascii_lowercase();
        let has = |part: &[u8]| lower().windows(part.len()).any(|w| w == part);
        match known {
            Some(&(_, key)) => Some(key),
            None if has(b"axis") && has(b"gravity") => Some(Self::AxisOfGravity),
            None => None,
        }
    }
}

/// What the header says, or what is meant where it says nothing.
pub(super) struct Header {
    /// Compared with the segments and never trusted.
    pub segments: DeclaredCount,
    /// Compared with the rows and never trusted.
    pub frames: DeclaredCount,
    /// Seconds, above 0.
    pub frame_time: FrameTime,
    /// The order in which rotations are multiplied, left to right.
    pub order: [Axis; 3],
    pub angle: Angle,
    pub units: Units,
    /// The axis along which a bone lies in its segment.
    pub bone: Axis,
    /// Whether the bone points against that axis.
    pub reversed: bool,
    /// What all lengths are multiplied with.
    pub scale: f64,
    pub details: Vec<Detail>,
}

/// What kind of file the header says it is, FileType before DataType.
pub(super) fn kind_of(text: &[u8], header: &Section<'_>) -> Option<Kind> {
    let mut by_data = None;
    for line in lines(text, header.body.clone()) {
        let mut words = line.words();
        let (Some(key), Some(value)) = (words.next(), words.next()) else {
            continue;
        };
        let kind = |words: [(&str, Kind); 2]| {
            let known = words.into_iter().find(|(name, _)| value.is(name));
            known.map(|(_, kind)| kind)
        };
        match Key::of(&key) {
            Some(Key::FileType) => {
                let kind = kind([("htr", Kind::Hierarchical), ("gtr", Kind::Global)]);
                if kind.is_some() {
                    return kind;
                }
            }
            Some(Key::DataType) => {
                by_data = kind([("HTRS", Kind::Hierarchical), ("GTRS", Kind::Global)]);
            }
            _ => {}
        }
    }
    by_data
}

impl Header {
    /// Reads the lines of the header, with the keys in any order and any case.
    pub fn read(
        source: &Source<'_>,
        section: &Section<'_>,
        kind: Kind,
        warnings: &mut Warnings,
    ) -> Result<Self, LoadError> {
        let mut reader = Reader {
            scan: Scanner::new(source),
            warnings,
            kind,
            once: RepeatedKeys::new(),
            has_rate: false,
            header: Self {
                segments: None,
                frames: None,
                frame_time: ASSUMED_FRAME_TIME,
                order: [Axis::Z, Axis::Y, Axis::X],
                angle: Angle::Degrees,
                units: Units::assumed(kind::UP),
                bone: Axis::Y,
                reversed: false,
                scale: 1.0,
                details: Vec::new(),
            },
        };
        for line in lines(source.bytes, section.body.clone()) {
            reader.line(&line)?;
        }
        Ok(reader.finish(section))
    }

    /// A rotation about the axes in the header's order, from angles about x, y and z.
    pub fn rotation(&self, angles: [f32; 3]) -> glam::Quat {
        let radians = |axis: Axis| self.angle.to_radians(f64::from(angles[axis.index()]));
        let rotation = EulerOrder(self.order).rotation(self.order.map(radians));
        rotation.as_quat()
    }
}

struct Reader<'a> {
    scan: Scanner<'a>,
    warnings: &'a mut Warnings,
    kind: Kind,
    once: RepeatedKeys<Key>,
    /// Whether there is a rate, usable or not.
    has_rate: bool,
    header: Header,
}

impl Reader<'_> {
    fn warn(&mut self, code: WarningCode, word: &Word<'_>, message: impl Into<String>) {
        self.warnings.add_at(code, || self.scan.place(word.at), message);
    }

    fn line(&mut self, line: &Line<'_>) -> Result<(), LoadError> {
        let mut words = line.words();
        let Some(word) = words.next() else {
            return Ok(());
        };
        let Some(key) = Key::of(&word) else {
            let message = format!("the header has an unknown key {}", word.quoted());
            self.warn(WarningCode::KeyUnknown, &word, message);
            return Ok(());
        };
        let Some(value) = words.next() else {
            let what = format!("a value for {}", word.shown());
            return Err(self.scan.expected_at(line.end(), what, "the end of the line"));
        };
        self.once.tell(key, &word, &self.scan, self.warnings);
        self.value(key, &value)
    }

    fn value(&mut self, key: Key, value: &Word<'_>) -> Result<(), LoadError> {
        match key {
            Key::FileType | Key::DataType => {
                let (expected, other) = match (self.kind, key) {
                    (Kind::Hierarchical, Key::FileType) => ("htr", "FileType"),
                    (Kind::Hierarchical, _) => ("HTRS", "DataType"),
                    (Kind::Global, Key::FileType) => ("gtr", "FileType"),
                    (Kind::Global, _) => ("GTRS", "DataType"),
                };
                if !value.is(expected) {
                    let message = format!("{other} {} is read as {expected}", value.shown());
                    self.warn(WarningCode::ValueAssumed, value, message);
                }
            }
            Key::FileVersion => self.version(value),
            Key::NumSegments => self.header.segments = self.count("segments", value)?,
            Key::NumFrames => self.header.frames = self.count("frames", value)?,
            Key::DataFrameRate => self.rate(value)?,
            Key::EulerRotationOrder => self.header.order = self.order(value)?,
            Key::CalibrationUnits => self.length(value),
            Key::RotationUnits => self.header.angle = self.angle(value)?,
            Key::AxisOfGravity => {
                // Whether gravity or its opposite points along it, up is where the numbers grow.
                let (axis, _) = self.axis("GlobalAxisOfGravity", value)?;
                self.header.units.up = axis.into();
            }
            Key::BoneLengthAxis => {
                (self.header.bone, self.header.reversed) = self.axis("BoneLengthAxis", value)?;
            }
            Key::ScaleFactor => self.header.scale = self.scale(value)?,
        }
        Ok(())
    }

    fn expected(&self, value: &Word<'_>, what: &str) -> LoadError {
        self.scan.expected_at(value.at, what, value.quoted())
    }

    /// Both versions that are in use have the same sections and columns.
    fn version(&mut self, value: &Word<'_>) {
        let version = number(value.text).map(|n| n.value);
        if version != Some(1.0) && version != Some(2.0) {
            let message = format!("FileVersion {} is read as version 2", value.shown());
            self.warn(WarningCode::ValueAssumed, value, message);
        }
        let text = value.shown();
        self.header.details.retain(|detail| detail.kind != DetailKind::VERSION);
        self.header.details.push(Detail::new(DetailKind::VERSION, text));
    }

    fn count(&self, what: &str, value: &Word<'_>) -> Result<DeclaredCount, LoadError> {
        match double(value.text) {
            Some(count) if count >= 0.0 && count.fract() == 0.0 => Ok(Some((value.at, count))),
            _ => Err(self.expected(value, &format!("a whole number of {what}"))),
        }
    }

    fn rate(&mut self, value: &Word<'_>) -> Result<(), LoadError> {
        let mut ahead = self.scan.at(value.at);
        // The scanner knows no comments: it is asked about what is no rate alone.
        let rate = double(value.text).map_or_else(|| ahead.double("DataFrameRate"), Ok)?;
        self.has_rate = true;
        self.header.frame_time = rate.recip().into();
        if !is_frame_time(rate.recip()) {
            self.header.frame_time = ASSUMED_FRAME_TIME;
            let message = format!("a DataFrameRate of {} is no rate: {}", value.shown(), assumed());
            self.warn(WarningCode::RateAssumed, value, message);
        }
        Ok(())
    }

    fn order(&self, value: &Word<'_>) -> Result<[Axis; 3], LoadError> {
        let order = order(value.text);
        order.ok_or_else(|| self.expected(value, "an order of the axes such as ZYX"))
    }

    fn angle(&self, value: &Word<'_>) -> Result<Angle, LoadError> {
        angle_in(value.text).ok_or_else(|| self.expected(value, "Degrees or Radians"))
    }

    fn length(&mut self, value: &Word<'_>) {
        self.header.units.metres_per_unit = metres_in(value.text);
        if self.header.units.metres_per_unit.is_none() {
            self.warn(WarningCode::UnitUnknown, value, unknown(value.text));
        }
    }

    /// An axis, and whether there is a minus before it.
    fn axis(&self, key: &str, value: &Word<'_>) -> Result<(Axis, bool), LoadError> {
        let found = match *value.text {
            [letter] => axis(letter).map(|axis| (axis, false)),
            [sign @ (b'+' | b'-'), letter] => axis(letter).map(|axis| (axis, sign == b'-')),
            _ => None,
        };
        found.ok_or_else(|| self.expected(value, &format!("X, Y or Z for {key}")))
    }

    fn scale(&self, value: &Word<'_>) -> Result<f64, LoadError> {
        // Beyond these, lengths would leave the range in which sums of them are finite.
        let scale = double(value.text).filter(|scale| (1e-9..=1e9).contains(scale));
        scale.ok_or_else(|| {
            self.expected(value, "a number above 0 for ScaleFactor")
                .hint("ScaleFactor multiplies all lengths; 1 leaves them as they are")
        })
    }

    /// Says what had to be assumed, and what else the header tells.
    fn finish(mut self, section: &Section<'_>) -> Header {
        if !self.has_rate {
            let message = format!("no DataFrameRate is given: {}", assumed());
            self.warn(WarningCode::RateAssumed, &section.name, message);
        }
        if !self.once.has(&Key::EulerRotationOrder) {
            self.warn(
                WarningCode::ValueAssumed,
                &section.name,
                "no EulerRotationOrder is given: ZYX is assumed",
            );
        }
        if !self.once.has(&Key::RotationUnits) {
            self.warn(
                WarningCode::ValueAssumed,
                &section.name,
                "no RotationUnits are given: degrees are assumed",
            );
        }
        let mut header = self.header;
        let mut tell = |label, text| header.details.push(Detail::new(label, text));
        tell(DetailKind::ROTATIONS, header.order.map(Axis::name).concat());
        let sign = if header.reversed { "-" } else { "" };
        tell(DetailKind::BONE_AXIS, format!("{sign}{}", header.bone.name()));
        if header.scale != 1.0 {
            tell(DetailKind::SCALE, format!("all lengths times {}", header.scale));
        }
        header
    }
}
