//! The panel layout: which panels, tab and overlay show, the sizes of panels, and how reference videos show.

use serde::{Deserialize, Serialize};

use super::curves::CurveOptions;
use crate::review::notes::{Note, NoteKind};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tab {
    #[default]
    Take,
    Node,
    Curves,
    Notes,
    Checks,
}

impl Tab {
    pub const ALL: [Self; 5] = [Self::Take, Self::Node, Self::Curves, Self::Notes, Self::Checks];

    pub fn name(self) -> &'static str {
        match self {
            Self::Take => "Take",
            Self::Node => "Node",
            Self::Curves => "Curves",
            Self::Notes => "Notes",
            Self::Checks => "Checks",
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NoteFilter {
    #[default]
    All,
    Open,
    Done,
    Kind(NoteKind),
}

impl NoteFilter {
    pub const ALL: [Self; 7] = [
        Self::All,
        Self::Open,
        Self::Done,
        Self::Kind(NoteKind::Fault),
        Self::Kind(NoteKind::Question),
        Self::Kind(NoteKind::Good),
        Self::Kind(NoteKind::ToDo),
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::All => "All",
            Self::Open => "Open",
            Self::Done => "Done",
            Self::Kind(kind) => kind.label(),
        }
    }

    pub fn lists(self, note: &Note) -> bool {
        match self {
            Self::All => true,
            Self::Open => !note.done,
            Self::Done => note.done,
            Self::Kind(kind) => note.kind == kind,
        }
    }
}

/// What lies over the window until it is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    GoTo,
    CommandPalette,
    Shortcuts,
    Columns,
    Export,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// Takes and bones.
    Left,
    /// The inspector.
    Right,
    Curves,
}

/// Which panels show and how large they were made; a small window gives them less.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Panels {
    /// Whether anything but the view shows. A new window shows it in any case.
    #[serde(skip, default = "yes")]
    pub interface: bool,
    pub left: bool,
    pub right: bool,
    /// Width of takes and bones, in points.
    pub left_width: f32,
    /// Width of the inspector, in points.
    pub right_width: f32,
    /// Height of transport and timeline, in points.
    pub bottom_height: f32,
    pub curves: bool,
    /// Height of the docked curves, in points.
    pub curves_height: f32,
    pub tab: Tab,
    pub docked: CurveOptions,
    pub video: VideoOptions,
}

fn yes() -> bool {
    true
}

impl Panels {
    /// The usual [`sizes`](Self::sizes).
    pub const DEFAULT_SIZES: [f32; 4] = [272.0, 296.0, 140.0, 200.0];

    #[must_use]
    pub fn within_limits(mut self) -> Self {
        for (size, [least, most], usual) in [
            (&mut self.left_width, [120.0, 2_000.0], Self::DEFAULT_SIZES[0]),
            (&mut self.right_width, [120.0, 2_000.0], Self::DEFAULT_SIZES[1]),
            (&mut self.bottom_height, [60.0, 1_000.0], Self::DEFAULT_SIZES[2]),
            (&mut self.curves_height, [60.0, 1_500.0], Self::DEFAULT_SIZES[3]),
        ] {
            *size = clamp_or_default(*size, [least, most], usual);
        }
        self.video = self.video.within_limits();
        self
    }

    /// Widths of the left panel and the inspector, and heights of the transport and the docked curves, in points.
    pub fn sizes(&self) -> [f32; 4] {
        [self.left_width, self.right_width, self.bottom_height, self.curves_height]
    }
}

impl Default for Panels {
    fn default() -> Self {
        let [left_width, right_width, bottom_height, curves_height] = Self::DEFAULT_SIZES;
        Self {
            interface: true,
            left: true,
            right: true,
            left_width,
            right_width,
            bottom_height,
            curves: false,
            curves_height,
            tab: Tab::default(),
            docked: CurveOptions::default(),
            video: VideoOptions::default(),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Corner {
    UpperLeft,
    UpperRight,
    LowerLeft,
    #[default]
    LowerRight,
}

impl Corner {
    pub fn from_sides(is_right: bool, is_lower: bool) -> Self {
        match (is_right, is_lower) {
            (false, false) => Self::UpperLeft,
            (true, false) => Self::UpperRight,
            (false, true) => Self::LowerLeft,
            (true, true) => Self::LowerRight,
        }
    }

    pub fn is_right(self) -> bool {
        matches!(self, Self::UpperRight | Self::LowerRight)
    }

    pub fn is_lower(self) -> bool {
        matches!(self, Self::LowerLeft | Self::LowerRight)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct VideoOptions {
    pub shows: bool,
    /// Whether they have half of the view, and not a corner of it.
    pub split: bool,
    pub corner: Corner,
    /// The width of a video in a corner, in points.
    pub width: f32,
    pub muted: bool,
}

impl VideoOptions {
    /// How wide a video in a corner can be made, in points.
    pub const WIDTHS: [f32; 2] = [208.0, 2_000.0];

    #[must_use]
    pub fn within_limits(mut self) -> Self {
        self.width = clamp_or_default(self.width, Self::WIDTHS, Self::default().width);
        self
    }
}

impl Default for VideoOptions {
    fn default() -> Self {
        Self { shows: true, split: false, corner: Corner::default(), width: 264.0, muted: false }
    }
}

/// A length in points within limits; the usual one for what is no number.
pub fn clamp_or_default(value: f32, [least, most]: [f32; 2], usual: f32) -> f32 {
    if value.is_nan() {
        usual
    } else {
        // A tenth of a point is nobody's choice, and makes a number that reads badly.
        (value.clamp(least, most) * 100.0).round() / 100.0
    }
}
