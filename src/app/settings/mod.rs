//! The settings in use: keymap, theme, interface size, screenshot folder.

pub(crate) mod apply;
pub(crate) mod command;

use std::path::PathBuf;

use crate::app::Keymap;
use crate::review::checks::Limits;
use crate::scene::Theme;

/// The sizes of everything that are offered, 1 as the system wants it.
const SCALES: [f32; 8] = [0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0];

/// What a person prefers.
#[derive(Clone, Debug)]
pub struct Settings {
    pub keymap: Keymap,
    /// The theme that was chosen; `None` for the system's.
    pub theme: Option<Theme>,
    pub system_theme: Theme,
    /// How large everything is, 1 as the system wants it.
    pub scale: f32,
    /// The folder that screenshots go to; beside the take where there is none.
    pub screenshots: Option<PathBuf>,
    pub limits: Limits,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            keymap: Keymap::default(),
            theme: None,
            system_theme: Theme::default(),
            scale: 1.0,
            screenshots: None,
            limits: Limits::default(),
        }
    }
}

impl Settings {
    pub fn shown_theme(&self) -> Theme {
        self.theme.unwrap_or(self.system_theme)
    }

    /// The next size of everything that is larger, of those that are offered.
    pub fn larger(&self) -> Option<f32> {
        SCALES.into_iter().find(|&other| other > self.scale + 0.001)
    }

    /// The next size of everything that is smaller, of those that are offered.
    pub fn smaller(&self) -> Option<f32> {
        SCALES.into_iter().rfind(|&other| other < self.scale - 0.001)
    }
}
