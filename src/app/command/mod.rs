//! The commands: everything that a user can ask of the window, one enum for each domain.
//!
//! Keys, panels, menus and the command palette all make commands; [`crate::app::state::State::apply`] alone carries
//! them out. Those that need nothing but themselves stand in [`ACTIONS`], with a name and keys.

pub(crate) mod history;
pub(crate) mod keymap;
pub(crate) mod shortcut;
pub(crate) mod synonyms;
pub(crate) mod table;

pub use crate::app::camera::command::CameraCommand;
pub use crate::app::checks::command::ChecksCommand;
pub use crate::app::colours::command::FigureCommand;
pub use crate::app::columns::command::ColumnsCommand;
pub use crate::app::command::history::{EditKind, HistoryCommand};
pub use crate::app::command::keymap::Keymap;
pub use crate::app::command::shortcut::Shortcut;
pub use crate::app::command::synonyms::synonyms;
pub use crate::app::command::table::{ACTIONS, Action, Group, KeyRow, MOUSE, key_rows};
pub use crate::app::compare::command::CompareCommand;
pub use crate::app::curves::command::CurvesCommand;
pub use crate::app::display::command::DisplayCommand;
pub use crate::app::export::command::ExportCommand;
pub use crate::app::interface::command::InterfaceCommand;
pub use crate::app::interface::settings_command::SettingsCommand;
pub use crate::app::measures::command::MeasuresCommand;
pub use crate::app::notes::command::{DrawTool, NotesCommand, NotesFormat, RatingCommand};
pub use crate::app::opening::command::FilesCommand;
pub use crate::app::playback::command::PlaybackCommand;
pub use crate::app::selection::command::{SelectMode, SelectionCommand};
pub use crate::app::session_file::command::{AfterSaving, SessionCommand};
pub use crate::app::takes::command::TakesCommand;
pub use crate::app::timeline::command::TimelineCommand;
pub use crate::app::video::command::VideoCommand;

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
    /// What the checks found.
    Checks(ChecksCommand),
    /// Notes, drawings and events.
    Notes(NotesCommand),
    /// Stars and verdicts.
    Rating(RatingCommand),
    /// How takes differ.
    Compare(CompareCommand),
    /// The reference video.
    Video(VideoCommand),
    /// What is opened, read again and taken away.
    Files(FilesCommand),
    /// What the columns of a table are.
    Columns(ColumnsCommand),
    /// What is exported.
    Export(ExportCommand),
    /// The session file.
    Session(SessionCommand),
    /// Panels and overlays.
    Interface(InterfaceCommand),
    /// The docked curves.
    Curves(CurvesCommand),
    /// The measures that are pinned in the view.
    Measures(MeasuresCommand),
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
            Self::Checks(command) => command.edit(),
            Self::Notes(command) => command.edit(),
            Self::Rating(_) => Some(EditKind::Rating),
            Self::Compare(command) => command.edit(),
            Self::Measures(command) => command.edit(),
            Self::Video(command) => command.edit(),
            Self::Playback(_)
            | Self::Camera(_)
            | Self::Display(_)
            | Self::Selection(_)
            | Self::Files(_)
            | Self::Columns(_)
            | Self::Export(_)
            | Self::Session(_)
            | Self::Interface(_)
            | Self::Curves(_)
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
    Checks(ChecksCommand),
    Notes(NotesCommand),
    Rating(RatingCommand),
    Compare(CompareCommand),
    Video(VideoCommand),
    Files(FilesCommand),
    Columns(ColumnsCommand),
    Export(ExportCommand),
    Session(SessionCommand),
    Interface(InterfaceCommand),
    Curves(CurvesCommand),
    Measures(MeasuresCommand),
    Settings(SettingsCommand),
    History(HistoryCommand),
}
