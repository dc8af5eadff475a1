//! The panel layout: which panels, tab and overlay show, and the sizes of panels.

use serde::{Deserialize, Serialize};

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
}

impl Tab {
    /// Every tab, from left to right.
    pub const ALL: [Self; 3] = [Self::Take, Self::Node, Self::Curves];

    /// The name on screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Take => "Take",
            Self::Node => "Node",
            Self::Curves => "Curves",
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
}

/// A panel at a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// Takes and bones.
    Left,
    /// The inspector.
    Right,
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
    /// The tab of the inspector.
    pub tab: Tab,
}

fn yes() -> bool {
    true
}

impl Panels {
    /// The usual [`sizes`](Self::sizes).
    pub const USUAL: [f32; 3] = [272.0, 296.0, 140.0];

    /// Widths of the left panel and the inspector, and the height of the transport, in points.
    pub fn sizes(&self) -> [f32; 3] {
        [self.left_width, self.right_width, self.bottom_height]
    }
}

impl Default for Panels {
    fn default() -> Self {
        let [left_width, right_width, bottom_height] = Self::USUAL;
        Self {
            interface: true,
            left: true,
            right: true,
            left_width,
            right_width,
            bottom_height,
            tab: Tab::default(),
        }
    }
}
