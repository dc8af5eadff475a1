//! What tasks say to the page, which hears of it at its next turn.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use crate::app::shell::event::Event;
use crate::platform;
use crate::platform::Files;

/// What a task says to the page.
pub(crate) enum PageEvent {
    Shell(Event),
    /// What was let go over the page can be opened now.
    Dropped(Files),
    /// Nothing more is written to a file or folder that is a download.
    Written(PathBuf),
    /// A download is whole.
    Packed(PathBuf, Vec<u8>),
}

/// What tasks have sent since the last turn.
static EVENTS: Mutex<Vec<PageEvent>> = Mutex::new(Vec::new());

pub(crate) fn send(event: PageEvent) {
    EVENTS.lock().unwrap_or_else(PoisonError::into_inner).push(event);
    platform::wake();
}

pub(crate) fn take_events() -> Vec<PageEvent> {
    std::mem::take(&mut EVENTS.lock().unwrap_or_else(PoisonError::into_inner))
}
