//! The events of the desktop: what reaches the event loop from other threads.

use std::path::PathBuf;

use egui_winit::accesskit_winit::Event as Accessibility;

use crate::app::shell::event::Event as ShellEvent;
use crate::platform::{DropEvent, LaunchRequest};

/// Something that came from another thread.
#[derive(Debug)]
pub enum Event {
    /// Work beside the window is done, or something was chosen.
    Shell(ShellEvent),
    /// A screen reader asks.
    Accessibility(Accessibility),
    /// Files are held over the window, or let go.
    Drop(DropEvent),
    /// Something has come, gone or changed in the folder that is listed.
    FolderChanged,
    /// Files that are open were written by another program.
    Changed,
    /// Files or folders were opened in Finder.
    Documents(Vec<PathBuf>),
    /// The program was started once more, and what it was asked for is to be done here.
    Request(LaunchRequest),
    /// A signal asks the program to end.
    #[cfg(unix)]
    End(i32),
    /// The desktop is dark, or light.
    Theme(winit::window::Theme),
}

impl From<Accessibility> for Event {
    fn from(event: Accessibility) -> Self {
        Self::Accessibility(event)
    }
}
