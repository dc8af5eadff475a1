//! HTR or GTR: what sets the two formats apart.

use crate::take::Axis;

/// The axis that files of both have up where they do not say.
pub(crate) const UP: Axis = Axis::Y;

/// Which of the two formats a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// HTR: values are in the frame of the parent.
    Hierarchical,
    /// GTR: values are in the world.
    Global,
}

impl Kind {
    /// The name of the format.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hierarchical => "HTR",
            Self::Global => "GTR",
        }
    }
}
