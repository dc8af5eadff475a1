//! What the program remembers by itself: the window, its panels, the view, recent files.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// How many recent files are remembered at most.
pub const MOST_RECENT: usize = 20;

/// How many ghosts there may be on each side of the frame that shows.
pub const MOST_GHOSTS: usize = 10;

/// How many frames of a path show at most before and after.
pub const LONGEST_TRAIL: usize = 2000;

/// No two ghosts are farther apart, in frames: a longer take would have none of them.
const FARTHEST_GHOST: usize = 1_000_000;

/// Everything that a new window takes over from the last one. What a file does not have keeps its
/// default, and so does what it has that makes no sense.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Remembered {
    /// The colours that were chosen.
    pub theme: ThemeChoice,
    /// How much larger than the system has it everything is drawn, from 0.5 to 3.
    pub scale: f32,
    /// The window on the desktop.
    pub window: Window,
    /// What stands around the view.
    pub panels: Panels,
    /// How takes are shown.
    pub view: View,
    /// How takes are played.
    pub playing: Playing,
    /// Files that were opened, the latest first.
    pub recent: Vec<PathBuf>,
}

/// Whose choice it is whether the window is dark or light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ThemeChoice {
    /// The desktop's.
    #[default]
    System,
    /// Light on dark.
    Dark,
    /// Dark on light.
    Light,
}

/// The window on the desktop, in points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Window {
    /// While it is not maximised.
    pub width: f32,
    /// While it is not maximised.
    pub height: f32,
    /// Whether it fills the screen.
    pub maximised: bool,
}

/// What stands around the view; lengths are in points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Panels {
    /// Whether takes and bones show.
    pub left: bool,
    /// Whether the inspector shows.
    pub right: bool,
    /// Of takes and bones.
    pub left_width: f32,
    /// Of the inspector.
    pub right_width: f32,
    /// Of transport and timeline.
    pub bottom_height: f32,
    /// The word of the inspector's tab.
    pub tab: String,
}

/// How takes are shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct View {
    /// The camera's word: `perspective` or `orthographic`.
    pub projection: String,
    /// The word for what bones are drawn as: `stick`, and others that the window has.
    pub display: String,
    /// Whether what is far is paler.
    pub depth_cue: bool,
    /// Whether dashed lines to children that stand apart show.
    pub relationship_lines: bool,
    /// Whether frames are called as in their file.
    pub file_numbers: bool,
    /// The word for which nodes are named: `selection`, `all` or `none`.
    pub labels: String,
    /// Whether the figures of neighbouring frames show.
    pub ghosts: bool,
    /// How many of them show on each side.
    pub ghost_count: usize,
    /// Frames from one of them to the next.
    pub ghost_step: usize,
    /// Whether lines on the ground show.
    pub grid: bool,
    /// Whether shadows on the floor show, and its line from the side.
    pub floor: bool,
    /// Whether the paths of what is selected show.
    pub trails: bool,
    /// How many frames of a path show before and after.
    pub trail_length: usize,
    /// Whether the axes of joints show.
    pub joint_axes: bool,
    /// Whether boxes around bones show.
    pub boxes: bool,
    /// Whether skins and other meshes show.
    pub meshes: bool,
    /// The word for what becomes of takes outside of their frames: `hold`, `dim` or `hide`.
    pub outside_frames: String,
    /// Whether curves show the part of the timeline that is in sight.
    pub curves_follow: bool,
    /// The views that were saved.
    pub saved: Vec<KeptView>,
}

/// A view that was saved. Lengths are metres, angles radians.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptView {
    /// Its number, from 1.
    pub number: usize,
    /// The point in the middle; from what was followed, where something was.
    pub target: [f32; 3],
    /// About the vertical.
    pub yaw: f32,
    /// Above the horizon.
    pub pitch: f32,
    /// From the eye to the target.
    pub distance: f32,
    /// The focal length, in millimetres of 35 mm film.
    pub lens: f32,
    /// Whether it is without perspective.
    pub orthographic: bool,
    /// Whether the figure was followed.
    pub follows: bool,
}

/// How takes are played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Playing {
    /// The word for what follows the last frame: `loop`, `ping-pong` or `once`.
    pub end: String,
    /// Whether moments between frames are blended.
    pub blend: bool,
    /// Whether no frame is left out to keep the time.
    pub every_frame: bool,
    /// Whether time shows as timecode.
    pub timecode: bool,
}

impl Default for Remembered {
    fn default() -> Self {
        Self {
            theme: ThemeChoice::default(),
            scale: 1.0,
            window: Window::default(),
            panels: Panels::default(),
            view: View::default(),
            playing: Playing::default(),
            recent: Vec::new(),
        }
    }
}

impl Default for Window {
    fn default() -> Self {
        Self {
            width: 1280.0,
            height: 720.0,
            maximised: false,
        }
    }
}

impl Default for Panels {
    fn default() -> Self {
        Self {
            left: true,
            right: true,
            left_width: 272.0,
            right_width: 296.0,
            bottom_height: 140.0,
            tab: "take".into(),
        }
    }
}

impl Default for View {
    fn default() -> Self {
        Self {
            projection: "perspective".into(),
            display: "stick".into(),
            depth_cue: false,
            relationship_lines: true,
            file_numbers: true,
            labels: "selection".into(),
            grid: true,
            floor: true,
            ghosts: false,
            ghost_count: 2,
            ghost_step: 15,
            trails: true,
            trail_length: 60,
            joint_axes: false,
            boxes: false,
            meshes: true,
            saved: Vec::new(),
            outside_frames: "dim".into(),
            curves_follow: false,
        }
    }
}

impl Default for Playing {
    fn default() -> Self {
        Self {
            end: "loop".into(),
            blend: false,
            every_frame: false,
            timecode: false,
        }
    }
}

impl Remembered {
    /// With every number where a window can use it, and recent files once each.
    pub fn within_limits(mut self) -> Self {
        let usual = Self::default();
        let limit = |value: &mut f32, least: f32, most: f32, usual: f32| {
            *value = match value.is_nan() {
                true => usual,
                // A tenth of a point is nobody's choice, and makes a number that reads badly.
                false => (value.clamp(least, most) * 100.0).round() / 100.0,
            };
        };
        limit(&mut self.scale, 0.5, 3.0, usual.scale);
        let (window, own) = (&mut self.window, &usual.window);
        limit(&mut window.width, 320.0, 16_384.0, own.width);
        limit(&mut window.height, 240.0, 16_384.0, own.height);
        let (panels, own) = (&mut self.panels, &usual.panels);
        limit(&mut panels.left_width, 120.0, 2_000.0, own.left_width);
        limit(&mut panels.right_width, 120.0, 2_000.0, own.right_width);
        limit(&mut panels.bottom_height, 60.0, 1_000.0, own.bottom_height);
        let view = &mut self.view;
        view.ghost_count = view.ghost_count.clamp(1, MOST_GHOSTS);
        view.ghost_step = view.ghost_step.clamp(1, FARTHEST_GHOST);
        view.trail_length = view.trail_length.clamp(1, LONGEST_TRAIL);
        let mut once = Vec::new();
        for path in self.recent {
            if once.len() < MOST_RECENT && !once.contains(&path) && !path.as_os_str().is_empty() {
                once.push(path);
            }
        }
        self.recent = once;
        self
    }
}

/// Puts a file first among the recent ones, by the one name that all ways to it lead to. A name that
/// is no Unicode cannot be kept in a text, and is passed over.
pub(super) fn add_recent(recent: &mut Vec<PathBuf>, path: &Path) {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    if path.to_str().is_some() {
        recent.retain(|other| *other != path);
        recent.insert(0, path);
        recent.truncate(MOST_RECENT);
    }
}
