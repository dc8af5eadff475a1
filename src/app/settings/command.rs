//! The settings commands: theme, interface size, edit the settings file.

use crate::scene::Theme;

#[derive(Clone, Debug, PartialEq)]
pub enum SettingsCommand {
    /// Light or dark; `None` as the system.
    SetTheme(Option<Theme>),
    /// How large everything is, 1 as the system wants it.
    SetScale(f32),
    /// Makes everything larger, or smaller, by one of the sizes that are offered.
    Larger,
    Smaller,
    /// Opens the settings file, made where it is missing.
    Edit,
}
