//! The display and playback options: figure style, view toggles, labels, ghosts, motion trails.

use serde::{Deserialize, Serialize};

use crate::scene::{DisplayStyle, Ghosts};

/// How many ghosts there may be on each side of the frame that shows.
pub const MAX_GHOSTS: usize = 10;

/// How many frames of a motion trail show at most before and after.
pub const MAX_TRAIL: usize = 2000;

/// No two ghosts are farther apart, in frames: a longer take would have none of them.
pub const MAX_GHOST_STEP: usize = 1_000_000;

/// Something that is on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewToggle {
    /// Every frame shows, however long that takes.
    EveryFrame,
    /// Moments between frames show as a blend of both while playing.
    Blend,
    /// Time shows as timecode, and not as seconds.
    Timecode,
    /// Figures of neighbouring frames.
    Ghosts,
    /// The paths of what is selected.
    Trails,
    /// The axes of joints.
    JointAxes,
    /// What is far fades.
    DepthCue,
    /// Lines on the ground.
    Grid,
    /// Shadows on the floor, and the floor as a line where it is seen from its side.
    Floor,
    /// Dashed lines from the ends of bones to children that stand apart from them.
    Relations,
    /// Frames are called by the numbers of their file, where it has some.
    FileNumbers,
    /// Boxes around bones, where a take has them.
    Boxes,
    /// Skins and other meshes, where a take has them, and objects on bones.
    Meshes,
    /// Hair, cloth and the like, where a take has them.
    Secondary,
    /// The camera jumps where it would glide.
    ReducedMotion,
    /// Curves show the frames that the timeline shows.
    CurvesFollow,
    /// Contacts of feet with the floor show below the active take's strip.
    Contacts,
}

impl ViewToggle {
    /// The name on screen.
    pub fn name(self) -> &'static str {
        self.words().0
    }

    /// What it does, for its tip.
    pub fn about(self) -> &'static str {
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

/// Which nodes have labels in the view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Labels {
    /// Those that are selected.
    #[default]
    Selection,
    /// All that have room.
    All,
    /// None.
    #[serde(rename = "none")]
    Off,
}

impl Labels {
    /// Every choice, in the order in which they follow each other.
    pub const ALL: [Self; 3] = [Self::Off, Self::Selection, Self::All];

    /// The name on screen.
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
    /// It is not seen.
    Hide,
}

impl OutsideFrames {
    /// Every choice, the one that shows the most first.
    pub const ALL: [Self; 3] = [Self::Hold, Self::Dim, Self::Hide];

    /// The name on screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hold => "Hold",
            Self::Dim => "Dim",
            Self::Hide => "Hide",
        }
    }
}

/// How takes are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DisplayOptions {
    /// What bones are drawn as.
    #[serde(rename = "display")]
    pub style: DisplayStyle,
    /// Which nodes have their names in the view.
    pub labels: Labels,
    /// What becomes of takes outside of their frames.
    pub outside_frames: OutsideFrames,
    /// How many ghosts show on each side.
    pub ghost_count: usize,
    /// Frames from one ghost to the next.
    pub ghost_step: usize,
    /// How many frames of a motion trail show before and after.
    pub trail_length: usize,
    /// [`ViewToggle::Ghosts`].
    pub ghosts: bool,
    /// [`ViewToggle::Trails`].
    pub trails: bool,
    /// [`ViewToggle::JointAxes`].
    pub joint_axes: bool,
    /// [`ViewToggle::DepthCue`].
    pub depth_cue: bool,
    /// [`ViewToggle::Grid`].
    pub grid: bool,
    /// [`ViewToggle::Floor`].
    pub floor: bool,
    /// [`ViewToggle::Relations`].
    pub relationship_lines: bool,
    /// [`ViewToggle::FileNumbers`].
    pub file_numbers: bool,
    /// [`ViewToggle::Boxes`].
    pub boxes: bool,
    /// [`ViewToggle::Meshes`].
    pub meshes: bool,
    /// [`ViewToggle::Secondary`].
    pub secondary: bool,
    /// [`ViewToggle::CurvesFollow`].
    pub curves_follow: bool,
    /// [`ViewToggle::Contacts`].
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
    /// With every number where a window can use it.
    #[must_use]
    pub fn within_limits(mut self) -> Self {
        self.ghost_count = self.ghost_count.clamp(1, MAX_GHOSTS);
        self.ghost_step = self.ghost_step.clamp(1, MAX_GHOST_STEP);
        self.trail_length = self.trail_length.clamp(1, MAX_TRAIL);
        self
    }

    /// Which neighbouring frames show as ghosts.
    pub fn ghost_frames(&self) -> Ghosts {
        Ghosts { before: self.ghost_count, after: self.ghost_count, step: self.ghost_step }
    }
}

/// How takes are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlaybackOptions {
    /// [`ViewToggle::Blend`].
    pub blend: bool,
    /// [`ViewToggle::EveryFrame`].
    pub every_frame: bool,
    /// [`ViewToggle::Timecode`].
    pub timecode: bool,
}

/// How takes are drawn and played.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Options {
    /// How they are drawn.
    pub display: DisplayOptions,
    /// How they are played.
    pub playback: PlaybackOptions,
    /// [`ViewToggle::ReducedMotion`].
    pub reduced_motion: bool,
}

impl Options {
    /// Whether something is on.
    pub fn is_on(&self, toggle: ViewToggle) -> bool {
        // One list of which toggle is which option does for reading and for writing.
        let mut copy = *self;
        *copy.option(toggle)
    }

    /// Turns something on or off.
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
