//! The window: its event loop, egui panels, commands.
//!
//! Architecture invariant: the only user of egui. Panels read the state and ask for commands;
//! [`State::apply`] alone carries them out, and is tested without a window.

mod command;
mod desktop;
mod diagnostics;
mod effect;
mod event;
mod glyphs;
mod ids;
mod incoming_files;
mod interface;
mod layout;
mod loading;
mod notice;
mod open_request;
mod open_take;
mod options;
mod take_colours;

mod request;
mod restore;
mod screenshot;
mod session;
mod settings;
mod state;
pub mod store;
mod theme;
mod trace;
mod typed;
mod ui;
mod view;

pub use command::{
    ACTIONS, Action, CameraCommand, Command, DisplayCommand, EditKind, FigureCommand, FilesCommand,
    Group, HistoryCommand, InterfaceCommand, Keymap, MOUSE, PlaybackCommand, SelectMode,
    SelectionCommand, SettingsCommand, Shortcut, TakesCommand, TimelineCommand,
};
pub use desktop::{Start, run};
pub use effect::Effect;
pub use ids::{NoticeId, RequestId, TakeId};
pub use interface::Interface;
pub use layout::{LaidOut, lay_out};
pub use loading::Loading;
pub use notice::{Notice, NoticeKind, Notices};
pub use open_request::open_at_once;
pub use open_take::{OpenTake, PartialTake};
pub use options::{
    DisplayOptions, Labels, MAX_GHOSTS, MAX_TRAIL, Options, OutsideFrames, Overlay, Panel, Panels,
    PlaybackOptions, SavedView, Tab, ViewToggle,
};
pub use request::{Arrival, Request, RequestedFiles, Step};
pub use restore::{recall, remember_colours};
pub use session::{Pending, Session, Takes, Timeline};
pub use settings::Settings;
pub use state::{History, SceneBuffers, State};
pub use take_colours::HUES;
pub use theme::{contrast, set_fonts, set_theme};
pub use ui::{CurvesAction, CurvesInput, curves_ui, window_ui};
pub use view::SceneView;
