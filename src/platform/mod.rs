//! The operating system and its desktop: displays, the window with its OpenGL context, drops, dialogs,
//! raising, the single instance, the system's theme.
//!
//! Architecture invariant: the only place that knows X11, Wayland, D-Bus, AppKit and Win32, and it knows
//! nothing of the rest of the program. Plain data goes in; what the desktop has to say goes to closures
//! that the caller gives, which are called on other threads.

mod console;
mod desktop;
#[cfg(target_os = "linux")]
mod display;
mod documents;
mod drops;
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
pub use desktop::{Clipboard, DialogKind, open_dialog, show_in_folder};
pub use documents::Documents;
pub use drops::{DragPosition, DropEvent, Drops, Files, drag_position};
pub use event_loop::{build as build_event_loop, run as run_event_loop};
pub use gl_window::GlWindow;
pub use identity::{keep_input_method, set_frame_theme, with_identity};
pub use manual::{find_manual, open_manual};
pub use pacing::{Pacing, PlaybackProgress, display_rate};
pub use raise::raise;
pub use single_instance::{
    Instance, LaunchRequest, await_request, find as find_instance, start_another,
};
pub use sound::{LATENCY as SOUND_LATENCY, SoundOutput};
pub use system_theme::follow as follow_theme;

/// Why something is not to be had of the desktop; its text says what to install, where that helps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(String);

impl Error {
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}
