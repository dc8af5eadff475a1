//! The settings in use: keymap, theme, interface size, screenshot folder.

use std::path::PathBuf;

use crate::app::command::keymap::Keymap;
use crate::app::effect::Effect;
use crate::app::interface::settings_command::SettingsCommand;
use crate::app::state::{FeatureCommand, State};
use crate::review::checks::Limits;
use crate::scene::Theme;

/// The sizes of everything that are offered, 1 as the system wants it.
const SCALES: [f32; 8] = [0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0];

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

    /// The next size of everything that is larger, of those that are offered.
    pub fn larger(&self) -> Option<f32> {
        let mut scales = SCALES.into_iter();
        scales.find(|&other| other > self.scale + 0.001)
    }

    /// The next size of everything that is smaller, of those that are offered.
    pub fn smaller(&self) -> Option<f32> {
        let mut scales = SCALES.into_iter();
        scales.rfind(|&other| other < self.scale - 0.001)
    }

    /// Carries out a command.
    pub fn apply(&mut self, command: SettingsCommand, effects: &mut Vec<Effect>) {
        match command {
            SettingsCommand::SetTheme(theme) => self.theme = theme,
            SettingsCommand::SetScale(scale) => self.scale = scale.clamp(0.5, 3.0),
            SettingsCommand::Larger => self.scale = self.larger().unwrap_or(self.scale),
            SettingsCommand::Smaller => self.scale = self.smaller().unwrap_or(self.scale),
            SettingsCommand::Edit => effects.push(Effect::EditSettings),
        }
    }
}

impl FeatureCommand for SettingsCommand {
    fn is_on(&self, state: &State) -> Option<bool> {
        match self {
            Self::SetTheme(theme) => Some(state.settings.theme == *theme),
            _ => None,
        }
    }

    fn apply(self, state: &mut State, effects: &mut Vec<Effect>) {
        state.settings.apply(self, effects);
    }
}
