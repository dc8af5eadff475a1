//! The window: its event loop, egui panels, commands.
//!
//! Architecture invariant: the only user of egui. Panels read the state and ask for commands;
//! [`State::apply`] alone carries them out, and is tested without a window.

mod analysis;
mod columns;
pub mod command;
mod compare;
mod curves;
mod desktop;
mod document;
mod effect;
mod event;
mod export;
mod glyphs;
mod ids;
mod incoming_files;
mod input_parts;
mod interface;
mod keyboard;
mod layout;
mod loading;
mod notice;
mod open_request;
mod open_take;
mod read_take;
mod reference_video;
mod request;
mod restore;
mod reviewed_take;
mod screenshot;
mod session;
mod settings;
mod sound_mixer;
mod sound_player;
mod state;
mod take_colours;
mod take_objects;
mod take_review;
mod theme;
mod trace;
mod typed;
mod ui;
mod video_player;
mod view;

pub use crate::options::{
    CompareMode, Corner, CurveOptions, DisplayOptions, Labels, MAX_GHOSTS, MAX_TRAIL, NoteFilter,
    Options, OutsideFrames, Overlay, Panel, Panels, PlaybackOptions, Quantities, Quantity,
    SavedView, Tab, VideoOptions, ViewToggle,
};
pub use crate::platform::{attach_console, show_error};
pub use analysis::{Analysed, Analyses, Analysis, AnalysisKey, Answer, ReadTake, Subject};
pub use columns::{ColumnsQuestion, KeepColumns};
pub use command::{
    ACTIONS, Action, AfterSaving, CameraCommand, ChecksCommand, ColumnsCommand, Command,
    CompareCommand, CurvesCommand, DisplayCommand, DrawTool, EditKind, ExportCommand,
    FigureCommand, FilesCommand, Group, HistoryCommand, InterfaceCommand, KeyRow, Keymap, MOUSE,
    MeasuresCommand, NotesCommand, NotesFormat, PlaybackCommand, RatingCommand, SelectMode,
    SelectionCommand, SessionCommand, SettingsCommand, Shortcut, TakesCommand, TimelineCommand,
    VideoCommand, key_rows,
};
pub use compare::{
    AlignChoice, Column, Compare, CompareKey, Compared, FoundOffset, OffsetKey, Sorting, shown_unit,
};
pub use curves::{CurveId, CurveSource, DockedCurve, DockedCurves, ScaleOf};
pub use desktop::{Start, run};
pub use document::Document;
pub use effect::{Effect, NotesFile};
pub use export::{
    Export, ExportFormat, ExportJob, ExportOptions, Exported, ExportedFile, ExportedTakes,
    FilmCamera,
};
pub use ids::{NoticeId, RequestId, SavedTakeId, TakeId};
pub use interface::Interface;
pub use layout::{LaidOut, lay_out, lay_out_labels, lay_out_with};
pub use loading::Loading;
pub use notice::{Notice, NoticeKind, Notices};
pub use open_request::open_at_once;
pub use open_take::{OpenTake, PartialTake, ShownEvent};
pub use reference_video::{ShownSound, ShownVideo, TakeVideo, VideoView, WantedSound, WantedVideo};
pub use request::{Arrival, Request, RequestedFiles, Step};
pub use restore::{recall, remember_colours, save_review};
pub use session::{Measured, Pending, Session, Takes, Timeline, Unsaved};
pub use settings::Settings;
pub use sound_player::SoundPlayer;
pub use state::{History, SceneBuffers, State};
pub use take_colours::HUES;
pub use take_review::{Saving, TakeReview};
pub use theme::{contrast, set_fonts, set_theme};
pub use ui::{CurvesAction, CurvesInput, curves_ui, window_ui};
pub use video_player::VideoPlayer;
pub use view::SceneView;
