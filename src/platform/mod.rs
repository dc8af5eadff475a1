//! The operating system and its desktop: displays, the window with its OpenGL context, drops, dialogs,
//! raising, the single instance, the system's theme.
//!
//! Architecture invariant: the only place that knows X11, Wayland, D-Bus, AppKit and Win32, and it knows
//! nothing of the rest of the program. Plain data goes in; what the desktop has to say goes to closures
//! that the caller gives, which are called on other threads.

mod console;
mod desktop;
mod dialog;
#[cfg(target_os = "linux")]
mod display;
mod documents;
mod drops;
#[path = "page/error.rs"]
mod error;
mod event_loop;
mod gl_window;
mod identity;
mod manual;
mod pacing;
mod raise;
mod single_instance;
mod sound;
mod system_theme;
#[cfg(all(test, target_os = "linux"))]
mod test_compositor;
#[cfg(target_os = "linux")]
mod uri_list;
#[cfg(target_os = "linux")]
mod worker;

pub use console::{attach as attach_console, leave as leave_console, show_error};
pub use desktop::{Clipboard, open_dialog, show_in_folder};
pub use dialog::{DialogKind, FileFilter};
pub use documents::Documents;
pub use drops::{DragPosition, DropEvent, Drops, Files, drag_position};
pub use error::Error;
pub use event_loop::{build as build_event_loop, run as run_event_loop};
pub use gl_window::GlWindow;
pub use identity::{keep_input_method, set_frame_theme, with_identity};
pub use manual::{find_manual, open_manual};
pub use pacing::{Pacing, PlaybackProgress, display_rate};
pub use raise::raise;
pub use single_instance::{
    Instance, LaunchRequest, await_request, command, find as find_instance, set_command,
    start_another,
};
pub use sound::{LATENCY as SOUND_LATENCY, SoundOutput};
pub use system_theme::follow as follow_theme;
#[cfg(fuzzing)]
pub use uri_list::read as read_uri_list;

/// Whether there is a desktop around the window, with a file manager and editors of texts, where the program can end.
pub const HAS_DESKTOP: bool = true;
