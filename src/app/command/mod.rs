//! The commands: everything that a user can ask of the window, one enum for each domain.
//!
//! Keys, panels, menus and the command palette all make commands; [`super::State::apply`] alone carries
//! them out. Those that need nothing but themselves stand in [`ACTIONS`], with a name and keys.

mod camera;
mod display;
mod figure;
mod files;
mod history;
mod interface;
mod keymap;
mod playback;
mod selection;
mod settings;
mod shortcut;
mod synonyms;
mod table;
mod takes;
mod timeline;

pub use camera::CameraCommand;
pub use display::DisplayCommand;
pub use figure::FigureCommand;
pub use files::FilesCommand;
pub use history::{EditKind, HistoryCommand};
pub use interface::InterfaceCommand;
pub use keymap::Keymap;
pub use playback::PlaybackCommand;
pub use selection::{SelectMode, SelectionCommand};
pub use settings::SettingsCommand;
pub use shortcut::Shortcut;
pub use synonyms::synonyms;
pub use table::{ACTIONS, Action, Group, MOUSE};
pub use takes::TakesCommand;
pub use timeline::TimelineCommand;

/// One thing to do, by its domain.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// The playhead.
    Playback(PlaybackCommand),
    /// In and out points, and the part of the timeline that shows.
    Timeline(TimelineCommand),
    /// The camera.
    Camera(CameraCommand),
    /// How figures and the ground are drawn.
    Display(DisplayCommand),
    /// What is selected.
    Selection(SelectionCommand),
    /// Colours, visibility and lines of the active take.
    Figure(FigureCommand),
    /// The open takes.
    Takes(TakesCommand),
    /// What is opened, read again and taken away.
    Files(FilesCommand),
    /// Panels and overlays.
    Interface(InterfaceCommand),
    /// Theme, size, the settings file.
    Settings(SettingsCommand),
    /// Undo and redo.
    History(HistoryCommand),
}

impl Command {
    /// The kind of change that it makes, where undo takes it back.
    pub fn edit(&self) -> Option<EditKind> {
        match self {
            Self::Timeline(command) => command.edit(),
            Self::Figure(command) => command.edit(),
            Self::Takes(command) => command.edit(),
            Self::Playback(_)
            | Self::Camera(_)
            | Self::Display(_)
            | Self::Selection(_)
            | Self::Files(_)
            | Self::Interface(_)
            | Self::Settings(_)
            | Self::History(_) => None,
        }
    }
}

impl From<&Command> for Command {
    fn from(command: &Command) -> Self {
        command.clone()
    }
}

macro_rules! from_domain {
    ($($domain:ident($command:ident)),* $(,)?) => {$(
        impl From<$command> for Command {
            fn from(command: $command) -> Self {
                Self::$domain(command)
            }
        }
    )*};
}

from_domain! {
    Playback(PlaybackCommand),
    Timeline(TimelineCommand),
    Camera(CameraCommand),
    Display(DisplayCommand),
    Selection(SelectionCommand),
    Figure(FigureCommand),
    Takes(TakesCommand),
    Files(FilesCommand),
    Interface(InterfaceCommand),
    Settings(SettingsCommand),
    History(HistoryCommand),
}
