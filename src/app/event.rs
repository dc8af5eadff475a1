//! The events that other threads send to the event loop.

use std::path::PathBuf;

use egui_winit::accesskit_winit::Event as Accessibility;

use super::diagnostics::Diagnostics;
use crate::platform::{self, DropEvent, LaunchRequest};

/// Something that came from another thread.
#[derive(Debug)]
pub enum Event {
    /// A screen reader asks.
    Accessibility(Accessibility),
    /// Files are held over the window, or let go.
    Drop(DropEvent),
    /// Something of what is being loaded has arrived.
    Loaded,
    /// Files that are open were written by another program.
    Changed,
    /// Files or folders were chosen, in a dialog or in Finder; none where a dialog was cancelled.
    Chosen(Vec<PathBuf>),
    /// The program was started once more, and what it was asked for is to be done here.
    Request(LaunchRequest),
    /// There is no dialog on this desktop.
    NoDialog(platform::Error),
    /// What is to be remembered could not be written: texts to show.
    Unkept(Diagnostics),
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
