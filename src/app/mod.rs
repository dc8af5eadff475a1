//! The window: winit and glutin, egui panels, commands.
//!
//! Architecture invariant: the only user of egui. Panels read the state and ask for commands;
//! [`State::apply`] alone carries them out, and is tested without a window.

mod command;
mod desktop;
mod drops;
mod event;
mod gl_window;
mod glyphs;
mod layout;
mod loading;
mod missing;
mod pacing;
mod state;
pub mod store;
mod theme;
mod trace;
mod ui;

pub use command::{Command, KEYS, KeyBinding, KeyRow, MOUSE, command_for};
pub use desktop::run;
pub use loading::{Arrival, Loading, Request, Step};
pub use state::{Notice, OpenTake, State};
pub use theme::{set_fonts, set_theme};
pub use ui::window_ui;
