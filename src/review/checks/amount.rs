//! How much something is that was measured, beside its limit.

use crate::take::{counted, rounded};

/// How much something is, and from where on it is a finding.
#[derive(Clone, Copy, Debug)]
pub(super) struct Amount {
    pub value: f64,
    pub limit: f64,
    pub unit: &'static str,
}

impl Amount {
    /// A length or an angle for people: `3.2 cm`, `12.5°`, `40 pixels`.
    pub fn text(self) -> String {
        match self.unit {
            "m" => centimetres(self.value),
            "px" => counted(self.value.round() as usize, "pixel"),
            _ => format!("{}°", rounded(self.value, 1)),
        }
    }
}

/// A length for people: `3.2 cm`.
pub(super) fn centimetres(metres: f64) -> String {
    format!("{} cm", rounded(metres * 100.0, 1))
}
