//! How reference videos are shown: whether, where, and how large.

use serde::{Deserialize, Serialize};

use super::limits::limited;

/// A corner of the view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Corner {
    /// The upper left one.
    UpperLeft,
    /// The upper right one.
    UpperRight,
    /// The lower left one.
    LowerLeft,
    /// The lower right one.
    #[default]
    LowerRight,
}

impl Corner {
    /// The corner at the right or left, above or below.
    pub fn at(is_right: bool, is_lower: bool) -> Self {
        match (is_right, is_lower) {
            (false, false) => Self::UpperLeft,
            (true, false) => Self::UpperRight,
            (false, true) => Self::LowerLeft,
            (true, true) => Self::LowerRight,
        }
    }

    /// Whether it is at the right.
    pub fn is_right(self) -> bool {
        matches!(self, Self::UpperRight | Self::LowerRight)
    }

    /// Whether it is below.
    pub fn is_lower(self) -> bool {
        matches!(self, Self::LowerLeft | Self::LowerRight)
    }
}

/// How reference videos are shown.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct VideoOptions {
    /// Whether they show.
    pub shows: bool,
    /// Whether they have half of the view, and not a corner of it.
    pub split: bool,
    /// The corner.
    pub corner: Corner,
    /// The width of a video in a corner, in points.
    pub width: f32,
    /// Whether their sound is not heard.
    pub muted: bool,
}

impl VideoOptions {
    /// How wide a video in a corner can be made, in points.
    pub const WIDTHS: [f32; 2] = [208.0, 2_000.0];

    /// With every size where a window can use it.
    #[must_use]
    pub fn within_limits(mut self) -> Self {
        self.width = limited(self.width, Self::WIDTHS, Self::default().width);
        self
    }
}

impl Default for VideoOptions {
    fn default() -> Self {
        Self { shows: true, split: false, corner: Corner::default(), width: 264.0, muted: false }
    }
}
