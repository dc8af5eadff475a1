//! As what open takes are compared.

use serde::{Deserialize, Serialize};

/// As what takes are compared in the view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CompareMode {
    /// They are not.
    #[default]
    Off,
    /// The active take is coloured by its difference from the reference, which is an outline.
    Difference,
    /// Only one of them shows: the active take, or the reference.
    #[serde(rename = "ab")]
    AB,
    /// Each has a part of the view, with one camera.
    SideBySide,
    /// All show in one view, each brought to the active one.
    Overlay,
}

impl CompareMode {
    /// Those in which takes are compared, in the order of their buttons.
    pub const ALL: [Self; 4] = [Self::Difference, Self::AB, Self::SideBySide, Self::Overlay];

    /// Its name on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "Off",
            Self::Difference => "Difference",
            Self::AB => "A/B",
            Self::SideBySide => "Side by side",
            Self::Overlay => "Overlay",
        }
    }
}
