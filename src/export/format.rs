//! The description of an export format, and the names of length units.

use std::io::{self, Write};

use crate::take::{Take, Warnings};

/// One format that can be written.
pub struct Export {
    /// As people call it.
    pub name: &'static str,
    /// Lower case, without the dot.
    pub extension: &'static str,
    /// Whether its files name their unit of length.
    pub unit: StatedUnit,
    /// What of a take it holds.
    pub(super) holds: Holds,
    /// Whether its files have events.
    pub(super) has_events: bool,
    pub(super) write: fn(&Take, &mut dyn Write, &mut Warnings) -> io::Result<()>,
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

/// What of a take a format holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    /// Joints that turn, and no markers.
    Joints,
    /// Joints that turn, and markers.
    All,
    /// Where joints and markers are, and neither rotations nor bones.
    Positions,
    /// The values of channels, without what they move.
    Channels,
}

/// Units of length that files name, by the word for them, each in metres.
pub const UNITS: [(&str, f64); 6] = [
    ("mm", 0.001),
    ("cm", 0.01),
    ("dm", 0.1),
    ("m", 1.0),
    ("inches", 0.0254),
    ("feet", 0.3048),
];

/// The word for a unit of so many metres, where there is one.
pub(super) fn unit_name(metres: f64) -> Option<&'static str> {
    let known = UNITS.iter().find(|(_, m)| (m / metres - 1.0).abs() < 1e-9);
    known.map(|&(name, _)| name)
}
