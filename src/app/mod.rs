//! The window: its event loop, egui panels, commands.
//!
//! Architecture invariant: the only user of egui. Panels read the state and ask for commands;
//! [`State::apply`] alone carries them out, and is tested without a window.

/// Gives the rows of all features to a macro: the variant of [`Command`] and the type of the feature's commands. Which
/// features there are stands nowhere else.
macro_rules! features {
    ($with:ident) => {
        $with! {
            Playback(crate::app::PlaybackCommand),
            Timeline(crate::app::TimelineCommand),
            Camera(crate::app::CameraCommand),
            Display(crate::app::DisplayCommand),
            Selection(crate::app::SelectionCommand),
            Figure(crate::app::FigureCommand),
            Takes(crate::app::TakesCommand),
            Checks(crate::app::ChecksCommand),
            Notes(crate::app::NotesCommand),
            Rating(crate::app::RatingCommand),
            Compare(crate::app::CompareCommand),
            Video(crate::app::VideoCommand),
            Files(crate::app::FilesCommand),
            Folder(crate::app::FolderCommand),
            Columns(crate::app::ColumnsCommand),
            Export(crate::app::ExportCommand),
            Session(crate::app::SessionCommand),
            Interface(crate::app::InterfaceCommand),
            Curves(crate::app::CurvesCommand),
            Measures(crate::app::MeasuresCommand),
            Settings(crate::app::SettingsCommand),
            History(crate::app::HistoryCommand),
        }
    };
}

pub(crate) mod analysis;
pub(crate) mod camera;
pub(crate) mod checks;
pub(crate) mod colours;
pub(crate) mod columns;
pub(crate) mod command;
pub(crate) mod compare;
pub(crate) mod curves;
#[cfg(not(page))]
pub(crate) mod desktop;
pub(crate) mod display;
pub(crate) mod effect;
pub(crate) mod export;
pub(crate) mod folder;
pub(crate) mod glyphs;
pub(crate) mod ids;
pub(crate) mod interface;
pub(crate) mod keyboard;
pub(crate) mod layout;
pub(crate) mod measures;
pub(crate) mod notes;
pub(crate) mod notices;
pub(crate) mod objects;
pub(crate) mod opening;
#[cfg(page)]
pub(crate) mod page;
pub(crate) mod palette;
pub(crate) mod panels;
pub(crate) mod playback;
pub(crate) mod selection;
pub(crate) mod session;
pub(crate) mod session_file;
pub(crate) mod settings;
pub(crate) mod shell;
pub(crate) mod state;
pub(crate) mod takes;
pub(crate) mod theme;
pub(crate) mod timeline;
pub(crate) mod video;
pub(crate) mod view;
pub(crate) mod widgets;

pub use crate::app::analysis::{Analysed, Analysis, AnalysisKey, Answer, Subject};
pub use crate::app::columns::{ColumnsQuestion, KeepColumns};
pub use crate::app::command::actions::{ACTIONS, Action, Group, Menu};
pub use crate::app::command::history::{EditKind, HistoryCommand};
pub use crate::app::command::key_list::{KeyRow, MOUSE, key_rows};
pub use crate::app::compare::compared::{CompareKey, ComparisonResult};
pub use crate::app::compare::offset_search::{FoundOffset, OffsetKey};
pub use crate::app::compare::{AlignChoice, Column, Compare, SortOrder, shown_unit};
pub use crate::app::curves::command::{CurveId, CurveSource, CurvesCommand, ValueScaleId};
pub use crate::app::curves::docked::{DockedCurve, DockedCurves};
pub use crate::app::curves::tab::input::{CurvesAction, CurvesInput};
#[cfg(not(page))]
pub use crate::app::desktop::{
    reference_player::VideoPlayer,
    sound_player::SoundPlayer,
    start::{Start, run},
};
pub use crate::app::effect::{Effect, NotesFile};
pub use crate::app::export::job::{ExportJob, ExportOutcome, ExportedFile};
pub use crate::app::export::options::{ExportFormat, ExportOptions, FilmCamera, TakesToExport};
pub use crate::app::ids::{NoticeId, ReadTake, RequestId, SavedTakeId, TakeId};
pub use crate::app::layout::{LayoutOutcome, lay_out, lay_out_labels, lay_out_with};
pub use crate::app::notes::command::{DrawTool, NotesCommand, NotesFormat, RatingCommand};
pub use crate::app::notes::take_review::{SaveState, TakeReview};
pub use crate::app::notices::{Notice, NoticeKind, Notices};
pub use crate::app::opening::requests::{Arrival, Pending, Request, RequestedFiles, Step};
pub use crate::app::selection::command::{SelectMode, SelectionCommand};
pub use crate::app::session::{Outcome, Reframe, Session};
pub use crate::app::session_file::command::{AfterSaving, SessionCommand};
pub use crate::app::state::{FeatureCommand, State};
pub use crate::app::takes::edits::{TakeEdits, TakeOptions};
pub use crate::app::takes::open_take::{OpenTake, PartialTake, ShownEvent};
pub use crate::app::theme::{GUTTER, contrast, set_fonts, set_theme};
pub use crate::app::timeline::panel::layout::{
    GAP as TIMELINE_GAP, LANE as TIMELINE_LANE, LANE_TOP as TIMELINE_LANE_TOP,
    RULER as TIMELINE_RULER, STRIP as TIMELINE_STRIP, STRIPS_TOP as TIMELINE_STRIPS_TOP,
};
pub use crate::app::video::reference::{
    ShownSound, ShownVideo, SoundRequest, TakeVideo, VideoRequest, VideoView,
};
pub use crate::app::{
    camera::SceneView,
    camera::command::CameraCommand,
    checks::command::ChecksCommand,
    colours::command::FigureCommand,
    colours::remember::remember_colours,
    columns::command::ColumnsCommand,
    command::Command,
    command::keymap::Keymap,
    command::shortcut::Shortcut,
    compare::command::CompareCommand,
    curves::tab::curves_ui,
    display::command::DisplayCommand,
    export::Export,
    export::command::ExportCommand,
    export::film_scene::FilmScene,
    folder::command::{FolderCommand, FolderExport},
    folder::facts::{Fact, FolderNews, FolderRow, ReviewFacts, TakeFacts},
    folder::filter::{FolderFilter, Length, Wanted},
    folder::job::FolderExportJob,
    folder::list::{Entry, FolderList},
    folder::read::{FolderJob, read_folders},
    folder::reader::FolderReader,
    interface::Interface,
    interface::command::InterfaceCommand,
    measures::apply::MeasureReading,
    measures::command::MeasuresCommand,
    notes::reviewing::UnsavedReview,
    notes::saving::save_review,
    opening::command::FilesCommand,
    opening::loading::Loading,
    opening::open_request::open_blocking,
    panels::window_ui,
    playback::command::PlaybackCommand,
    session_file::document::Document,
    settings::Settings,
    settings::command::SettingsCommand,
    shell::Shell,
    shell::analyses::Analyses,
    shell::folder_run::Run as FolderRun,
    shell::recall,
    state::draw::SceneBuffers,
    state::history::History,
    takes::Takes,
    takes::command::TakesCommand,
    takes::take_colours::HUES,
    timeline::Timeline,
    timeline::command::TimelineCommand,
    video::command::VideoCommand,
};
#[cfg(not(page))]
pub use crate::files::{WORKER, serve as serve_worker};
pub use crate::options::{
    CompareMode, Corner, CurveOptions, DisplayOptions, FolderGroup, FolderOptions, FolderSort,
    Labels, MAX_GHOSTS, MAX_TRAIL, NoteFilter, Options, OutsideFrames, Overlay, Panel, Panels,
    PlaybackOptions, Quantities, Quantity, SavedView, Tab, VideoOptions, ViewToggle,
};
#[cfg(not(page))]
pub use crate::platform::{attach_console, set_command, show_error};
