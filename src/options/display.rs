//! The display and playback options: figure style, view toggles, labels, ghosts, motion trails, comparing, saved views.

use serde::{Deserialize, Serialize};

use crate::scene::{Camera, DisplayStyle, Ghosts, SavedCamera};

/// How many ghosts there may be on each side of the frame that shows.
pub const MAX_GHOSTS: usize = 10;

/// How many frames of a motion trail show at most before and after.
pub const MAX_TRAIL: usize = 2000;

/// No two ghosts are farther apart, in frames: a longer take would have none of them.
pub const MAX_GHOST_STEP: usize = 1_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewToggle {
    EveryFrame,
    Blend,
    Timecode,
    Ghosts,
    Trails,
    JointAxes,
    DepthCue,
    Grid,
    Floor,
    Relations,
    FileNumbers,
    Boxes,
    Meshes,
    Secondary,
    ReducedMotion,
    CurvesFollow,
    Contacts,
}

impl ViewToggle {
    pub fn name(self) -> &'static str {
        self.words().0
    }

    pub fn tooltip(self) -> &'static str {
        self.words().1
    }

    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::EveryFrame => {
                ("Every frame", "Play every frame, skip none, even if playback is slower")
            }
            Self::Blend => ("Blend frames", "Interpolate between frames while playing"),
            Self::Timecode => ("Timecode", "Time as hours, minutes, seconds and frames"),
            Self::Ghosts => (
                "Ghosts",
                "Onion skin: figures of neighbouring frames, green before and violet after",
            ),
            Self::Trails => ("Motion trails", "Paths of the selection over time"),
            Self::JointAxes => ("Joint axes", "Axes of selected joints, or of all joints"),
            Self::DepthCue => ("Depth cueing", "Fade distant figures"),
            Self::Grid => ("Grid", "Grid on the ground"),
            Self::Floor => {
                ("Floor", "Shadows on the floor; in an orthographic side view, the floor as a line")
            }
            Self::Relations => (
                "Relationship lines",
                "Dashed lines from bones to children that are not at their ends",
            ),
            Self::FileNumbers => {
                ("Frame numbers of the file", "Number frames as in the file instead of from 0")
            }
            Self::Boxes => ("Boxes", "Boxes around bones"),
            Self::Meshes => ("Meshes", "Skins, objects on bones and other meshes"),
            Self::Secondary => {
                ("Hair and cloth", "Bones that swing with the body, such as VRM's spring bones")
            }
            Self::ReducedMotion => ("Reduced motion", "Move the camera without transitions"),
            Self::CurvesFollow => {
                ("Follow timeline", "Curves show the same frames as the timeline")
            }
            Self::Contacts => {
                ("Foot contacts", "Bars on the timeline where feet stand on the floor")
            }
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Labels {
    #[default]
    Selection,
    /// All that have room.
    All,
    #[serde(rename = "none")]
    Off,
}

impl Labels {
    /// Every choice, in the order in which they follow each other.
    pub const ALL: [Self; 3] = [Self::Off, Self::Selection, Self::All];

    pub fn name(self) -> &'static str {
        match self {
            Self::Selection => "Selection",
            Self::All => "All",
            Self::Off => "Off",
        }
    }
}

/// What becomes of a take in the view before its first frame and after its last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OutsideFrames {
    /// It stands as on its first or last frame.
    Hold,
    /// It stands there in fainter colours.
    #[default]
    Dim,
    Hide,
}

impl OutsideFrames {
    pub const ALL: [Self; 3] = [Self::Hold, Self::Dim, Self::Hide];

    pub fn name(self) -> &'static str {
        match self {
            Self::Hold => "Hold",
            Self::Dim => "Dim",
            Self::Hide => "Hide",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DisplayOptions {
    #[serde(rename = "display")]
    pub style: DisplayStyle,
    pub labels: Labels,
    pub outside_frames: OutsideFrames,
    pub ghost_count: usize,
    /// Frames from one ghost to the next.
    pub ghost_step: usize,
    pub trail_length: usize,
    pub ghosts: bool,
    pub trails: bool,
    pub joint_axes: bool,
    pub depth_cue: bool,
    pub grid: bool,
    pub floor: bool,
    pub relationship_lines: bool,
    pub file_numbers: bool,
    pub boxes: bool,
    pub meshes: bool,
    pub secondary: bool,
    pub curves_follow: bool,
    pub contacts: bool,
}

impl Default for DisplayOptions {
    fn default() -> Self {
        Self {
            style: DisplayStyle::default(),
            labels: Labels::default(),
            outside_frames: OutsideFrames::default(),
            ghost_count: 2,
            ghost_step: 15,
            trail_length: 60,
            ghosts: false,
            trails: true,
            joint_axes: false,
            depth_cue: false,
            grid: true,
            floor: true,
            relationship_lines: true,
            file_numbers: true,
            boxes: false,
            meshes: true,
            secondary: true,
            curves_follow: false,
            contacts: true,
        }
    }
}

impl DisplayOptions {
    #[must_use]
    pub fn within_limits(mut self) -> Self {
        self.ghost_count = self.ghost_count.clamp(1, MAX_GHOSTS);
        self.ghost_step = self.ghost_step.clamp(1, MAX_GHOST_STEP);
        self.trail_length = self.trail_length.clamp(1, MAX_TRAIL);
        self
    }

    pub fn ghost_frames(&self) -> Ghosts {
        Ghosts { before: self.ghost_count, after: self.ghost_count, step: self.ghost_step }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlaybackOptions {
    pub blend: bool,
    pub every_frame: bool,
    pub timecode: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Options {
    pub display: DisplayOptions,
    pub playback: PlaybackOptions,
    pub reduced_motion: bool,
}

impl Options {
    pub fn is_on(&self, toggle: ViewToggle) -> bool {
        // One list of which toggle is which option does for reading and for writing.
        let mut copy = *self;
        *copy.option(toggle)
    }

    pub fn set(&mut self, toggle: ViewToggle, on: bool) {
        *self.option(toggle) = on;
    }

    fn option(&mut self, toggle: ViewToggle) -> &mut bool {
        let (display, playback) = (&mut self.display, &mut self.playback);
        match toggle {
            ViewToggle::EveryFrame => &mut playback.every_frame,
            ViewToggle::Blend => &mut playback.blend,
            ViewToggle::Timecode => &mut playback.timecode,
            ViewToggle::Ghosts => &mut display.ghosts,
            ViewToggle::Trails => &mut display.trails,
            ViewToggle::JointAxes => &mut display.joint_axes,
            ViewToggle::DepthCue => &mut display.depth_cue,
            ViewToggle::Grid => &mut display.grid,
            ViewToggle::Floor => &mut display.floor,
            ViewToggle::Relations => &mut display.relationship_lines,
            ViewToggle::FileNumbers => &mut display.file_numbers,
            ViewToggle::Boxes => &mut display.boxes,
            ViewToggle::Meshes => &mut display.meshes,
            ViewToggle::Secondary => &mut display.secondary,
            ViewToggle::ReducedMotion => &mut self.reduced_motion,
            ViewToggle::CurvesFollow => &mut display.curves_follow,
            ViewToggle::Contacts => &mut display.contacts,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CompareMode {
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

pub const SAVED_VIEWS: usize = 9;

const MAX_NAME: usize = 64;

/// A camera under a number, to look at any take with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedView {
    /// Its number, from 1.
    pub number: usize,
    /// What it was named; empty where it is called by its number.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(flatten)]
    pub saved_camera: SavedCamera,
}

impl SavedView {
    pub fn title(&self) -> String {
        if self.name.is_empty() { format!("View {}", self.number) } else { self.name.clone() }
    }

    /// Names it; a name of nothing but blanks is none.
    pub fn rename(&mut self, name: &str) {
        self.name = name.trim().chars().take(MAX_NAME).collect();
    }

    /// The camera that sees it; `None` where its numbers make no view.
    pub fn camera(&self) -> Option<Camera> {
        self.saved_camera.camera()
    }

    /// Whether it can be shown: a number there is, and a view.
    pub fn is_sound(&self) -> bool {
        (1..=SAVED_VIEWS).contains(&self.number) && self.camera().is_some()
    }
}
