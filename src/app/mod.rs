//! The window: its event loop, egui panels, commands.
//!
//! Architecture invariant: the only user of egui. Panels read the state and ask for commands;
//! [`State::apply`] alone carries them out, and is tested without a window.

mod command;
mod desktop;
mod diagnostics;
mod drops;
mod effect;
mod event;
mod glyphs;
mod hues;
mod ids;
mod interface;
mod layout;
mod loading;
mod notice;
mod open_take;
mod opening;
mod options;

mod recall;
mod request;
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
pub use hues::HUES;
pub use ids::{NoticeId, RequestId, TakeId};
pub use interface::Interface;
pub use layout::{LaidOut, lay_out};
pub use loading::Loading;
pub use notice::{Notice, NoticeKind, Notices};
pub use open_take::{OpenTake, PartialTake};
pub use opening::open_at_once;
pub use options::{
    DisplayOptions, Labels, MAX_GHOSTS, MAX_TRAIL, Options, OutsideFrames, Overlay, Panel, Panels,
    PlaybackOptions, SavedView, Tab, ViewToggle,
};
pub use recall::{recall, remember_colours};
pub use request::{Arrival, Request, RequestedFiles, Step};
pub use session::{Pending, Session, Takes, Timeline};
pub use settings::Settings;
pub use state::{History, SceneBuffers, State};
pub use theme::{contrast, set_fonts, set_theme};
pub use ui::{CurvesAction, CurvesInput, curves_ui, window_ui};
pub use view::SceneView;
