//! One window for all takes, where the person asked for that: a program that is started hands its files
//! to the window that is open on the same display, and ends.
//!
//! Only Linux has it. macOS starts no second program by itself.

#[cfg(target_os = "linux")]
mod door;
#[cfg(not(target_os = "linux"))]
#[path = "unsupported.rs"]
mod door;
#[cfg(target_os = "linux")]
mod message;

use std::path::PathBuf;

pub use door::{Door, Handed, Listening, find};

/// What there is for a program that was started.
pub enum Found {
    /// A window that has taken its files.
    Window,
    /// None: this program's window is the one from now on, if there is a door for it.
    Nothing(Option<Door>),
}

/// What a program that was started has to hand over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Files and folders, from the root on.
    pub paths: Vec<PathBuf>,
    /// What the desktop gave the program so that its window may come to the front: a token of
    /// `xdg-activation`, or an identifier of X11's startup notification.
    pub token: Option<String>,
}

impl Load {
    /// These files, as the program was started with them.
    pub fn of(paths: &[PathBuf]) -> Self {
        let whole = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
        let token = ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"]
            .into_iter()
            .filter_map(|name| std::env::var(name).ok())
            .find(|token| !token.is_empty());
        Self {
            paths: paths.iter().map(whole).collect(),
            token,
        }
    }
}
