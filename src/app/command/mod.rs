//! The commands: everything that a user can ask of the window, one enum for each domain.
//!
//! Keys, panels, menus and the command palette all make commands; [`crate::app::state::State::apply`] alone carries
//! them out. Those that need nothing but themselves stand in [`ACTIONS`], with a name and keys.

pub(crate) mod history;
pub(crate) mod keymap;
pub(crate) mod shortcut;
pub(crate) mod table;

/// Gives the rows of all features to a macro: the variant of [`Command`] and the type of the feature's commands. Which
/// features there are stands nowhere else.
macro_rules! features {
    ($with:ident) => {
        $with! {
            /// The playhead.
            Playback(crate::app::playback::command::PlaybackCommand),
            /// In and out points, and the part of the timeline that shows.
            Timeline(crate::app::timeline::command::TimelineCommand),
            /// The camera.
            Camera(crate::app::camera::command::CameraCommand),
            /// How figures and the ground are drawn.
            Display(crate::app::display::command::DisplayCommand),
            /// What is selected.
            Selection(crate::app::selection::command::SelectionCommand),
            /// Colours, visibility and lines of the active take.
            Figure(crate::app::colours::command::FigureCommand),
            /// The open takes.
            Takes(crate::app::takes::command::TakesCommand),
            /// What the checks found.
            Checks(crate::app::checks::command::ChecksCommand),
            /// Notes, drawings and events.
            Notes(crate::app::notes::command::NotesCommand),
            /// Stars and verdicts.
            Rating(crate::app::notes::command::RatingCommand),
            /// How takes differ.
            Compare(crate::app::compare::command::CompareCommand),
            /// The reference video.
            Video(crate::app::video::command::VideoCommand),
            /// What is opened, read again and taken away.
            Files(crate::app::opening::command::FilesCommand),
            /// What the columns of a table are.
            Columns(crate::app::columns::command::ColumnsCommand),
            /// What is exported.
            Export(crate::app::export::command::ExportCommand),
            /// The session file.
            Session(crate::app::session_file::command::SessionCommand),
            /// Panels and overlays.
            Interface(crate::app::interface::command::InterfaceCommand),
            /// The docked curves.
            Curves(crate::app::curves::command::CurvesCommand),
            /// The measures that are pinned in the view.
            Measures(crate::app::measures::command::MeasuresCommand),
            /// Theme, size, the settings file.
            Settings(crate::app::interface::settings_command::SettingsCommand),
            /// Undo and redo.
            History(crate::app::command::history::HistoryCommand),
        }
    };
}
pub(crate) use features;

macro_rules! command {
    ($($(#[$about:meta])* $feature:ident($command:ty),)*) => {
        /// One thing to do, by its feature.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Command {
            $($(#[$about])* $feature($command),)*
        }

        $(impl From<$command> for Command {
            fn from(command: $command) -> Self {
                Self::$feature(command)
            }
        })*
    };
}

features!(command);

impl From<&Command> for Command {
    fn from(command: &Command) -> Self {
        command.clone()
    }
}
