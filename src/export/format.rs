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
    pub has_unit: bool,
    pub(super) write: fn(&Take, &mut dyn Write, &mut Warnings) -> io::Result<()>,
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
