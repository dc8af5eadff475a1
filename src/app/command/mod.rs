//! The commands: everything that a user can ask of the window, one enum for each domain.
//!
//! Keys, panels, menus and the command palette all make commands; [`super::State::apply`] alone carries
//! them out. Those that need nothing but themselves stand in [`ACTIONS`], with a name and keys.

mod camera;
mod checks;
mod columns;
mod compare;
mod curves;
mod display;
mod export;
mod figure;
mod files;
mod history;
mod interface;
mod keymap;
mod measures;
mod notes;
mod playback;
mod selection;
mod session;
mod settings;
mod shortcut;
mod synonyms;
mod table;
mod takes;
mod timeline;
mod video;

pub use camera::CameraCommand;
pub use checks::ChecksCommand;
pub use columns::ColumnsCommand;
pub use compare::CompareCommand;
pub use curves::CurvesCommand;
pub use display::DisplayCommand;
pub use export::ExportCommand;
pub use figure::FigureCommand;
pub use files::FilesCommand;
pub use history::{EditKind, HistoryCommand};
pub use interface::InterfaceCommand;
pub use keymap::Keymap;
pub use measures::MeasuresCommand;
pub use notes::{DrawTool, NotesCommand, NotesFormat, RatingCommand};
pub use playback::PlaybackCommand;
pub use selection::{SelectMode, SelectionCommand};
pub use session::{AfterSaving, SessionCommand};
pub use settings::SettingsCommand;
pub use shortcut::Shortcut;
pub use synonyms::synonyms;
pub use table::{ACTIONS, Action, Group, KeyRow, MOUSE, key_rows};
pub use takes::TakesCommand;
pub use timeline::TimelineCommand;
pub use video::VideoCommand;

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
