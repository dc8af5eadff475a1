//! The remembered state: window, panels, view, playback options, recent files.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::options::{
    DisplayOptions, FolderOptions, Panels, PlaybackOptions, SavedView, clamp_or_default,
};
use crate::playback::LoopMode;
use crate::review::notes::NoteKind;
use crate::scene::{Projection, Theme};

pub const MAX_RECENT: usize = 20;

/// Everything that a new window takes over from the last one. What a file does not have keeps its
/// default, and so does what it has that makes no sense.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Remembered {
    pub theme: ThemeChoice,
    /// How much larger than the system has it everything is drawn, from 0.5 to 3.
    pub scale: f32,
    pub window: Window,
    pub panels: Panels,
    pub folder: FolderOptions,
    pub view: RememberedView,
    pub playing: RememberedPlayback,
    /// What new notes are for: what the last one was.
    pub note_kind: NoteKind,
    /// Files that were opened, the latest first.
    pub recent: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ThemeChoice {
    #[default]
    System,
    Dark,
    Light,
}

impl ThemeChoice {
    pub fn from_theme(theme: Option<Theme>) -> Self {
        match theme {
            None => Self::System,
            Some(Theme::Dark) => Self::Dark,
            Some(Theme::Light) => Self::Light,
        }
    }

    pub fn theme(self) -> Option<Theme> {
        match self {
            Self::System => None,
            Self::Dark => Some(Theme::Dark),
            Self::Light => Some(Theme::Light),
        }
    }
}

/// The window on the desktop, in points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Window {
    /// While it is not maximised.
    pub width: f32,
    pub height: f32,
    pub maximised: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RememberedView {
    pub projection: Projection,
    #[serde(flatten)]
    pub display: DisplayOptions,
    pub saved: Vec<SavedView>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RememberedPlayback {
    pub end: LoopMode,
    #[serde(flatten)]
    pub options: PlaybackOptions,
}

impl Default for Remembered {
    fn default() -> Self {
        Self {
            theme: ThemeChoice::default(),
            scale: 1.0,
            window: Window::default(),
            panels: Panels::default(),
            folder: FolderOptions::default(),
            view: RememberedView::default(),
            playing: RememberedPlayback::default(),
            note_kind: NoteKind::Fault,
            recent: Vec::new(),
        }
    }
}

impl Default for Window {
    fn default() -> Self {
        Self { width: 1280.0, height: 720.0, maximised: false }
    }
}

impl Remembered {
    /// With every number where a window can use it, and recent files once each.
    pub fn within_limits(mut self) -> Self {
        let usual = Self::default();
        self.scale = clamp_or_default(self.scale, [0.5, 3.0], usual.scale);
        let (window, own) = (&mut self.window, &usual.window);
        window.width = clamp_or_default(window.width, [320.0, 16_384.0], own.width);
        window.height = clamp_or_default(window.height, [240.0, 16_384.0], own.height);
        self.panels = self.panels.within_limits();
        self.folder = self.folder.within_limits();
        self.view.display = self.view.display.within_limits();
        self.view.saved.retain(SavedView::is_sound);
        let mut once = Vec::new();
        for path in self.recent {
            if once.len() < MAX_RECENT && !once.contains(&path) && !path.as_os_str().is_empty() {
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
    let path = dunce::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    if path.to_str().is_some() {
        recent.retain(|other| *other != path);
        recent.insert(0, path);
        recent.truncate(MAX_RECENT);
    }
}
