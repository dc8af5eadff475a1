//! The two kinds of BonesPro export, and how they are told apart.

use super::super::Source;
use super::settings::MODES;
use super::words::Words;
use crate::take::{Axis, Certainty, Units, Up};

/// The name of the format.
pub(super) const NAME: &str = "BonesPro";

/// 3ds Max has Z up; which unit a scene is in is not exported.
pub(super) const UNITS: Units = Units {
    metres_per_unit: None,
    up: Up { direction: Axis::Z.positive(), certainty: Certainty::Assumed },
};

/// Which of the two exports a file is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Structure { bones: u32 },
    Animation,
}

/// Tells the exports by their first words: two counts and a name in angle brackets, or three counts
/// and an export mode.
pub(super) fn kind(bytes: &[u8]) -> Option<Kind> {
    let source = Source::new("", bytes);
    let mut words = Words::new(&source);
    let bones = words.whole_ahead()?;
    words.whole_ahead::<u32>()?;
    if words.ahead()?.starts_with(b"<") {
        return Some(Kind::Structure { bones });
    }
    words.whole_ahead::<u32>()?;
    words.phrase(MODES)?;
    Some(Kind::Animation)
}
