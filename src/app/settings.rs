//! The settings in use: keymap, theme, interface size, screenshot folder.

use std::path::PathBuf;

use super::command::{Keymap, SettingsCommand};
use super::effect::Effect;
use crate::review::checks::Limits;
use crate::scene::Theme;

/// What a person prefers.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The keys.
    pub keymap: Keymap,
    /// The theme that was chosen; `None` for the system's.
    pub theme: Option<Theme>,
    /// The system's theme.
    pub system_theme: Theme,
    /// How large everything is, 1 as the system wants it.
    pub scale: f32,
    /// The folder that screenshots go to; beside the take where there is none.
    pub screenshots: Option<PathBuf>,
    /// What the checks measure against.
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
    /// The theme that holds.
    pub fn shown_theme(&self) -> Theme {
        self.theme.unwrap_or(self.system_theme)
    }

    /// Carries out a command.
    pub fn apply(&mut self, command: SettingsCommand, effects: &mut Vec<Effect>) {
        match command {
            SettingsCommand::SetTheme(theme) => self.theme = theme,
            SettingsCommand::SetScale(scale) => self.scale = scale.clamp(0.5, 3.0),
            SettingsCommand::Edit => effects.push(Effect::EditSettings),
        }
    }
}
