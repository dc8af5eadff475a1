//! The window: its event loop, egui panels, commands.
//!
//! Architecture invariant: the only user of egui. Panels read the state and ask for commands;
//! [`State::apply`] alone carries them out, and is tested without a window.

mod command;
mod desktop;
mod drops;
mod event;
mod glyphs;
mod layout;
mod loading;
mod photograph;
mod state;
pub mod store;
mod theme;
mod trace;
mod typed;
mod ui;

pub use command::{ACTIONS, Action, Chord, Command, Group, Keymap, MOUSE};
pub use desktop::{Start, run};
pub use layout::lay_out;
pub use loading::{Arrival, Loading, Request, Step};
pub use state::{
    Coming, Glide, HUES, History, Labels, Notice, NoticeKind, OpenTake, Outside, Overlay, Panel,
    Panels, Pending, Selecting, Sheet, State, Switch, Switches, Tab, Timeline, Wish,
};
pub use theme::{contrast, set_fonts, set_theme};
pub use ui::{CurvesAction, CurvesInput, curves_ui, window_ui};
