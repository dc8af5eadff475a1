//! The description of an export format, and the names of length units.

use std::fmt;
use std::io::{self, Write};

use super::text;
use crate::take::{Axis, Take, WarningCode, Warnings};

/// One format that can be written.
pub struct Export {
    /// As people call it.
    pub name: &'static str,
    /// Lower case, without the dot.
    pub extension: &'static str,
    /// A sentence on what of a take it holds, for the manual's table.
    pub about: &'static str,
    /// Whether its files name their unit of length.
    pub unit: StatedUnit,
    /// What of a take it holds.
    pub(super) holds: ContentKind,
    pub(super) has_events: bool,
    /// The file beside it that it cannot do without.
    pub second: Option<SecondFile>,
    pub(super) write: WriteTake,
}

pub(super) type WriteTake = fn(&Take, &mut dyn Write, &mut Warnings) -> io::Result<()>;

impl Export {
    /// A format of one file, without events.
    pub(super) const fn new(
        name: &'static str,
        extension: &'static str,
        unit: StatedUnit,
        holds: ContentKind,
        write: WriteTake,
    ) -> Self {
        let about = holds.about();
        Self { name, extension, about, unit, holds, has_events: false, second: None, write }
    }

    /// Whether it holds joints that turn.
    pub fn holds_turns(&self) -> bool {
        self.needs_turns() || self.holds == ContentKind::All
    }

    /// Whether it holds nothing but joints that turn.
    pub fn needs_turns(&self) -> bool {
        self.holds == ContentKind::Joints
    }
}

/// Each format is one row, known by its extension.
impl PartialEq for Export {
    fn eq(&self, other: &Self) -> bool {
        self.extension == other.extension
    }
}

impl fmt::Debug for Export {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A file of the same name that stands beside another one, and is written with it.
pub struct SecondFile {
    /// As people call its format.
    pub name: &'static str,
    /// Lower case, without the dot.
    pub extension: &'static str,
    /// Writes it.
    ///
    /// # Errors
    /// Those of the writer.
    pub write: fn(&Take, &mut dyn Write) -> io::Result<()>,
}

/// Whether files of a format name their unit of length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatedUnit {
    /// They do not.
    Never,
    /// They do where it is known.
    WhereKnown,
    /// They cannot do without one.
    Always,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ContentKind {
    /// Joints that turn, and no markers.
    Joints,
    /// Joints that turn, and markers.
    All,
    /// Where joints and markers are, and neither rotations nor bones.
    Positions,
    /// The values of channels, without what they move.
    Channels,
}

impl ContentKind {
    /// What is to be said of a format of which nothing else is to be said.
    const fn about(self) -> &'static str {
        match self {
            Self::Joints => "Joints that turn, and bones; no markers",
            Self::All => "Joints that turn, bones and markers",
            Self::Positions => "Positions of joints, markers and bone ends, with gaps",
            Self::Channels => "The values of channels, as the file has them",
        }
    }
}

/// Units of length that files name, by the word for them, each in metres.
pub const UNITS: [(&str, f64); 6] =
    [("mm", 0.001), ("cm", 0.01), ("dm", 0.1), ("m", 1.0), ("inches", 0.0254), ("feet", 0.3048)];

pub(super) fn unit_name(metres: f64) -> Option<&'static str> {
    UNITS.iter().find(|(_, m)| (m / metres - 1.0).abs() < 1e-9).map(|&(name, _)| name)
}

/// Says which axis up is lost in a format that cannot say it.
pub(super) fn warn_of_up(take: &Take, format: &str, warnings: &mut Warnings) {
    let up = take.units.up.direction;
    if up != Axis::Y.positive() {
        let name = up.name();
        let message = format!("{name} is up, which {format} cannot say: most programs take Y");
        warnings.add(WarningCode::UnitLeftOut, message);
    }
}

/// Says which unit and which axis up are lost in a format that can say neither.
pub(super) fn warn_of_units(take: &Take, format: &str, warnings: &mut Warnings) {
    warn_of_up(take, format, warnings);
    if let Some(metres) = take.units.metres_per_unit {
        let other = || format!("units of {} m", text::number(metres, text::UNIT));
        let unit = unit_name(metres).map_or_else(other, str::to_string);
        let message = format!("lengths stay in {unit}, which {format} cannot say");
        warnings.add(WarningCode::UnitLeftOut, message);
    }
}
