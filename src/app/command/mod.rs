//! The commands: everything that a user can ask of the window, one enum for each domain.
//!
//! Keys, panels, menus and the command palette all make commands; [`crate::app::state::State::apply`] alone carries
//! them out. Those that need nothing but themselves stand in [`actions::ACTIONS`], with a name, keys and menus.

pub(crate) mod actions;
pub(crate) mod history;
pub(crate) mod key_list;
pub(crate) mod keymap;
pub(crate) mod shortcut;

/// Gives the rows of all features to a macro: the variant of [`Command`] and the type of the feature's commands. Which
/// features there are stands nowhere else.
macro_rules! features {
    ($with:ident) => {
        $with! {
            Playback(crate::app::playback::command::PlaybackCommand),
            Timeline(crate::app::timeline::command::TimelineCommand),
            Camera(crate::app::camera::command::CameraCommand),
            Display(crate::app::display::command::DisplayCommand),
            Selection(crate::app::selection::command::SelectionCommand),
            Figure(crate::app::colours::command::FigureCommand),
            Takes(crate::app::takes::command::TakesCommand),
            Checks(crate::app::checks::command::ChecksCommand),
            Notes(crate::app::notes::command::NotesCommand),
            Rating(crate::app::notes::command::RatingCommand),
            Compare(crate::app::compare::command::CompareCommand),
            Video(crate::app::video::command::VideoCommand),
            Files(crate::app::opening::command::FilesCommand),
            Columns(crate::app::columns::command::ColumnsCommand),
            Export(crate::app::export::command::ExportCommand),
            Session(crate::app::session_file::command::SessionCommand),
            Interface(crate::app::interface::command::InterfaceCommand),
            Curves(crate::app::curves::command::CurvesCommand),
            Measures(crate::app::measures::command::MeasuresCommand),
            Settings(crate::app::settings::command::SettingsCommand),
            History(crate::app::command::history::HistoryCommand),
        }
    };
}
pub(crate) use features;

macro_rules! command {
    ($($feature:ident($command:ty),)*) => {
        /// One thing to do, by its feature.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Command {
            $($feature($command),)*
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
