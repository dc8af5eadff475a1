//! How the transport adapts to its width.

use crate::app::theme::CONTROL;

/// The width of all buttons without the space between them.
const BUTTONS: f32 = 5.0 * CONTROL + 42.0;

/// How much of the row there is room for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Room {
    /// For what can be done.
    Narrow,
    /// For the rate and for choices, too.
    Roomy,
    /// For what is told of pictures.
    Wide,
}

impl Room {
    /// Space between the buttons, and at least so much between the parts of the row, in points.
    pub fn gaps(self) -> [f32; 2] {
        match self {
            Self::Narrow => [2.0, 6.0],
            _ => [4.0, 8.0],
        }
    }

    /// The width of all buttons, in points.
    pub fn buttons(self) -> f32 {
        BUTTONS + 5.0 * self.gaps()[0]
    }
}
