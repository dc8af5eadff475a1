//! The header of HTR and GTR files: rate, Euler order, units, axes, counts.

use super::super::error::LoadError;
use super::super::line::Line;
use super::super::number::{double, number};
use super::super::rate::{ASSUMED_FRAME_TIME, assumed, is_frame_time};
use super::super::scanner::Reader;
use super::super::stated::{DeclaredCount, RepeatedKeys};
use super::super::unit_names::{angle_in, axis, metres_in, order, unknown};
use super::super::word::Word;
use super::lines::{Section, lines};
use crate::take::{
    Angle, Axis, Detail, DetailKind, EulerOrder, FormatId, FrameTime, Units, WarningCode,
};

/// The axis that is up where a file of either format does not say.
pub(super) const UP: Axis = Axis::Y;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// HTR: values are in the frame of the parent.
    Hierarchical,
    /// GTR: values are in the world.
    Global,
}

impl Kind {
    pub fn id(self) -> FormatId {
        match self {
            Self::Hierarchical => FormatId::Htr,
            Self::Global => FormatId::Gtr,
        }
    }

    /// Its words in FileType and DataType.
    fn words(self) -> [&'static str; 2] {
        match self {
            Self::Hierarchical => ["htr", "HTRS"],
            Self::Global => ["gtr", "GTRS"],
        }
    }
}

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
    fn from_word(word: &Word<'_>) -> Option<Self> {
        let lower = word.text.strip_suffix(b":").unwrap_or(word.text).to_ascii_lowercase();
        let has = |part: &[u8]| lower.windows(part.len()).any(|w| w == part);
        match lower.as_slice() {
            b"filetype" => Some(Self::FileType),
            b"datatype" => Some(Self::DataType),
            b"fileversion" => Some(Self::FileVersion),
            b"numsegments" => Some(Self::NumSegments),
            b"numframes" => Some(Self::NumFrames),
            b"dataframerate" => Some(Self::DataFrameRate),
            b"eulerrotationorder" => Some(Self::EulerRotationOrder),
            b"calibrationunits" => Some(Self::CalibrationUnits),
            b"rotationunits" => Some(Self::RotationUnits),
            b"bonelengthaxis" => Some(Self::BoneLengthAxis),
            b"scalefactor" => Some(Self::ScaleFactor),
            // Exporters spell GlobalAxisOfGravity in many ways, always of these two words.
            _ if has(b"axis") && has(b"gravity") => Some(Self::AxisOfGravity),
            _ => None,
        }
    }
}

/// What the header says, or what is meant where it says nothing.
pub(super) struct Header {
    pub segments: DeclaredCount,
    pub frames: DeclaredCount,
    pub frame_time: FrameTime,
    /// The order in which rotations are multiplied, left to right.
    pub order: [Axis; 3],
    pub angle: Angle,
    pub units: Units,
    pub bone_axis: Axis,
    /// Whether the bone points against that axis.
    pub is_reversed: bool,
    pub scale: f64,
    pub details: Vec<Detail>,
}

pub(super) fn kind_of(text: &[u8], header: &Section<'_>) -> Option<Kind> {
    let mut by_data = None;
    for line in lines(text, header.body.clone()) {
        let mut words = line.words();
        let (Some(key), Some(value)) = (words.next(), words.next()) else { continue };
        let kinds = [Kind::Hierarchical, Kind::Global];
        match Key::from_word(&key) {
            Some(Key::FileType) => {
                let by_file = kinds.into_iter().find(|kind| value.is(kind.words()[0]));
                if by_file.is_some() {
                    return by_file;
                }
            }
            Some(Key::DataType) => {
                by_data = kinds.into_iter().find(|kind| value.is(kind.words()[1]));
            }
            _ => {}
        }
    }
    by_data
}

impl Header {
    pub fn read(
        section: &Section<'_>,
        kind: Kind,
        reader: &mut Reader<'_>,
    ) -> Result<Self, LoadError> {
        let text = reader.scan.source.bytes;
        let mut header = HeaderReader {
            reader,
            kind,
            keys: RepeatedKeys::new(),
            has_rate: false,
            header: Self {
                segments: None,
                frames: None,
                frame_time: ASSUMED_FRAME_TIME,
                order: [Axis::Z, Axis::Y, Axis::X],
                angle: Angle::Degrees,
                units: Units::assumed(UP),
                bone_axis: Axis::Y,
                is_reversed: false,
                scale: 1.0,
                details: Vec::new(),
            },
        };
        for line in lines(text, section.body.clone()) {
            header.line(&line)?;
        }
        Ok(header.finish(section))
    }

    /// A rotation about the axes in the header's order, from angles about x, y and z.
    pub fn rotation(&self, angles: [f32; 3]) -> glam::Quat {
        let radians = |axis: Axis| self.angle.to_radians(f64::from(angles[axis.index()]));
        EulerOrder(self.order).rotation(self.order.map(radians)).as_quat()
    }
}

struct HeaderReader<'r, 's> {
    reader: &'r mut Reader<'s>,
    kind: Kind,
    keys: RepeatedKeys<Key>,
    has_rate: bool,
    header: Header,
}

impl HeaderReader<'_, '_> {
    fn warn(&mut self, code: WarningCode, word: &Word<'_>, message: impl Into<String>) {
        self.reader.warn(code, word.at, message);
    }

    fn line(&mut self, line: &Line<'_>) -> Result<(), LoadError> {
        let mut words = line.words();
        let Some(word) = words.next() else { return Ok(()) };
        let Some(key) = Key::from_word(&word) else {
            let message = format!("the header has an unknown key {}", word.quoted());
            self.warn(WarningCode::KeyUnknown, &word, message);
            return Ok(());
        };
        let Some(value) = words.next() else {
            let what = format!("a value for {}", word.shown());
            return Err(self.reader.scan.expected_at(line.end(), what, "the end of the line"));
        };
        self.keys.add(key, &word, self.reader);
        self.value(key, &value)
    }

    fn value(&mut self, key: Key, value: &Word<'_>) -> Result<(), LoadError> {
        match key {
            Key::FileType => self.kind("FileType", value, self.kind.words()[0]),
            Key::DataType => self.kind("DataType", value, self.kind.words()[1]),
            Key::FileVersion => self.version(value),
            Key::NumSegments => self.header.segments = self.count("segments", value)?,
            Key::NumFrames => self.header.frames = self.count("frames", value)?,
            Key::DataFrameRate => self.rate(value)?,
            Key::EulerRotationOrder => {
                let expected = || self.expected(value, "an order of the axes such as ZYX");
                self.header.order = order(value.text).ok_or_else(expected)?;
            }
            Key::CalibrationUnits => {
                self.header.units.metres_per_unit = metres_in(value.text);
                if self.header.units.metres_per_unit.is_none() {
                    self.warn(WarningCode::UnitUnknown, value, unknown(value.text));
                }
            }
            Key::RotationUnits => {
                let expected = || self.expected(value, "Degrees or Radians");
                self.header.angle = angle_in(value.text).ok_or_else(expected)?;
            }
            Key::AxisOfGravity => {
                // Whether gravity or its opposite points along it, up is where the numbers grow.
                let (axis, _) = self.axis("GlobalAxisOfGravity", value)?;
                self.header.units.up = axis.into();
            }
            Key::BoneLengthAxis => {
                let axis = self.axis("BoneLengthAxis", value)?;
                (self.header.bone_axis, self.header.is_reversed) = axis;
            }
            Key::ScaleFactor => self.header.scale = self.scale(value)?,
        }
        Ok(())
    }

    fn expected(&self, value: &Word<'_>, what: &str) -> LoadError {
        self.reader.scan.expected_at(value.at, what, value.quoted())
    }

    fn kind(&mut self, key: &str, value: &Word<'_>, expected: &str) {
        if !value.is(expected) {
            let message = format!("{key} {} is read as {expected}", value.shown());
            self.warn(WarningCode::ValueAssumed, value, message);
        }
    }

    /// Both versions that are in use have the same sections and columns.
    fn version(&mut self, value: &Word<'_>) {
        let version = number(value.text).map(|n| n.value);
        if version != Some(1.0) && version != Some(2.0) {
            let message = format!("FileVersion {} is read as version 2", value.shown());
            self.warn(WarningCode::ValueAssumed, value, message);
        }
        self.header.details.retain(|detail| detail.kind != DetailKind::VERSION);
        self.header.details.push(Detail::new(DetailKind::VERSION, value.shown()));
    }

    fn count(&self, what: &str, value: &Word<'_>) -> Result<DeclaredCount, LoadError> {
        match double(value.text) {
            Some(count) if count >= 0.0 && count.fract() == 0.0 => Ok(Some((value.at, count))),
            _ => Err(self.expected(value, &format!("a whole number of {what}"))),
        }
    }

    fn rate(&mut self, value: &Word<'_>) -> Result<(), LoadError> {
        let mut ahead = self.reader.scan.at(value.at);
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
        double(value.text).filter(|scale| (1e-9..=1e9).contains(scale)).ok_or_else(|| {
            self.expected(value, "a number above 0 for ScaleFactor")
                .hint("ScaleFactor multiplies all lengths; 1 leaves them as they are")
        })
    }

    /// Warns about what is assumed, and adds what else the header says as details.
    fn finish(mut self, section: &Section<'_>) -> Header {
        if !self.has_rate {
            let message = format!("no DataFrameRate is given: {}", assumed());
            self.warn(WarningCode::RateAssumed, &section.name, message);
        }
        for (key, message) in [
            (Key::EulerRotationOrder, "no EulerRotationOrder is given: ZYX is assumed"),
            (Key::RotationUnits, "no RotationUnits are given: degrees are assumed"),
        ] {
            if !self.keys.has(&key) {
                self.warn(WarningCode::ValueAssumed, &section.name, message);
            }
        }
        let mut header = self.header;
        let mut add = |kind, text| header.details.push(Detail::new(kind, text));
        add(DetailKind::ROTATIONS, header.order.map(Axis::name).concat());
        let sign = if header.is_reversed { "-" } else { "" };
        add(DetailKind::BONE_AXIS, format!("{sign}{}", header.bone_axis.name()));
        if header.scale != 1.0 {
            add(DetailKind::SCALE, format!("all lengths times {}", header.scale));
        }
        header
    }
}
