//! The operating system and its desktop: displays, the window with its OpenGL context, drops, dialogs,
//! raising, the single instance, the system's theme.
//!
//! Architecture invariant: the only place that knows X11, Wayland, D-Bus, AppKit and Win32, and it knows
//! nothing of the rest of the program. Plain data goes in; what the desktop has to say goes to closures
//! that the caller gives, which are called on other threads.

mod clipboard;
mod console;
mod dialogs;
mod display;
#[cfg(target_os = "linux")]
mod display_lost;
mod documents;
mod drops;
mod error;
mod event_loop;
mod files;
mod folder;
mod gl_window;
mod identity;
mod input_method;
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

pub use clipboard::Clipboard;
pub use console::{attach as attach_console, leave as leave_console, show_error};
pub use dialogs::{Wanted, ask};
pub use documents::Documents;
pub use drops::{DropEvent, Drops, HeldOver, held_over};
pub use error::Error;
pub use event_loop::{build as build_event_loop, run as run_event_loop};
pub use files::Files;
pub use folder::show_in_folder;
pub use gl_window::GlWindow;
pub use identity::{introduce, set_frame_theme};
pub use input_method::keep_input_method;
pub use pacing::{Pacing, Playing, display_rate};
pub use raise::raise;
pub use single_instance::{
    Instance, LaunchRequest, await_request, find as find_instance, start_another,
};
pub use sound::{LATENCY as SOUND_LATENCY, SoundOutput};
pub use system_theme::follow as follow_theme;
