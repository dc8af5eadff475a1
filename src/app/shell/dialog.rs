//! A dialog: what it asks for, and what is done with the answer.

use std::path::PathBuf;

use crate::app::shell::event::Event;
use crate::platform::DialogKind;

/// A dialog that is to be shown.
pub struct Dialog {
    pub title: String,
    pub wanted: DialogKind,
    /// The folder to begin in.
    pub folder: Option<PathBuf>,
    /// What comes of what was chosen, which is nothing where it was cancelled. It may take its time.
    pub chosen: Chosen,
}

/// Makes an event of what was chosen.
pub type Chosen = Box<dyn FnOnce(Vec<PathBuf>) -> Option<Event> + Send>;
