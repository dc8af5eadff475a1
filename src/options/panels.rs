//! The panel layout: which panels, tab and overlay show, and the sizes of panels.

use serde::{Deserialize, Serialize};

use super::curves::CurveOptions;
use super::limits::limited;
use super::video::VideoOptions;
use crate::review::notes::{Kind, Note};

/// A tab of the inspector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tab {
    /// What the file says.
    #[default]
    Take,
    /// What is selected.
    Node,
    /// Values over time.
    Curves,
    /// What reviewers say.
    Notes,
    /// What the checks found.
    Checks,
}

impl Tab {
    /// Every tab, from left to right.
    pub const ALL: [Self; 5] = [Self::Take, Self::Node, Self::Curves, Self::Notes, Self::Checks];

    /// The name on screen.
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

/// Which notes are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NoteFilter {
    /// All of them.
    #[default]
    All,
    /// Those that are not done.
    Open,
    /// Those that are done.
    Done,
    /// Those of one kind.
    Kind(Kind),
}

impl NoteFilter {
    /// Every choice.
    pub const ALL: [Self; 7] = [
        Self::All,
        Self::Open,
        Self::Done,
        Self::Kind(Kind::Fault),
        Self::Kind(Kind::Question),
        Self::Kind(Kind::Good),
        Self::Kind(Kind::ToDo),
    ];

    /// The name on screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "All",
            Self::Open => "Open",
            Self::Done => "Done",
            Self::Kind(kind) => kind.label(),
        }
    }

    /// Whether a note is listed.
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
    /// The field that takes a frame, a time or a timecode.
    GoTo,
    /// Every command by name.
    CommandPalette,
    /// All keyboard shortcuts.
    Shortcuts,
    /// What the columns of a table are.
    Columns,
    /// What is exported.
    Export,
}

/// A panel at a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// Takes and bones.
    Left,
    /// The inspector.
    Right,
    /// The curves over the timeline.
    Curves,
}

/// Which panels show and how large they were made; a small window gives them less.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Panels {
    /// Whether anything but the view shows. A new window shows it in any case.
    #[serde(skip, default = "yes")]
    pub interface: bool,
    /// Whether takes and bones show.
    pub left: bool,
    /// Whether the inspector shows.
    pub right: bool,
    /// Width of takes and bones, in points.
    pub left_width: f32,
    /// Width of the inspector, in points.
    pub right_width: f32,
    /// Height of transport and timeline, in points.
    pub bottom_height: f32,
    /// Whether the docked curves show.
    pub curves: bool,
    /// Height of the docked curves, in points.
    pub curves_height: f32,
    /// The tab of the inspector.
    pub tab: Tab,
    /// How the docked curves are shown.
    pub docked: CurveOptions,
    /// How reference videos are shown.
    pub video: VideoOptions,
}

fn yes() -> bool {
    true
}

impl Panels {
    /// The usual [`sizes`](Self::sizes).
    pub const USUAL: [f32; 4] = [272.0, 296.0, 140.0, 200.0];

    /// With every size where a window can use it.
    #[must_use]
    pub fn within_limits(mut self) -> Self {
        for (size, [least, most], usual) in [
            (&mut self.left_width, [120.0, 2_000.0], Self::USUAL[0]),
            (&mut self.right_width, [120.0, 2_000.0], Self::USUAL[1]),
            (&mut self.bottom_height, [60.0, 1_000.0], Self::USUAL[2]),
            (&mut self.curves_height, [60.0, 1_500.0], Self::USUAL[3]),
        ] {
            *size = limited(*size, [least, most], usual);
        }
        self.video = self.video.within_limits();
        self
    }

    /// Widths of the left panel and the inspector, and heights of the transport and the docked curves, in
    /// points.
    pub fn sizes(&self) -> [f32; 4] {
        [self.left_width, self.right_width, self.bottom_height, self.curves_height]
    }
}

impl Default for Panels {
    fn default() -> Self {
        let [left_width, right_width, bottom_height, curves_height] = Self::USUAL;
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
