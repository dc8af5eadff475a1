//! The session commands: save, missing takes, and the session of a window that did not end properly.

use std::path::PathBuf;

use crate::app::ids::SavedTakeId;

/// Saves what is open, and answers what is asked about it.
#[derive(Clone, Debug, PartialEq)]
pub enum SessionCommand {
    /// Saves the session in its file; asks for one where it has none.
    Save,
    SaveAs,
    SaveTo(PathBuf),
    /// Saves the session in a file, whatever is there.
    Replace(PathBuf),
    /// Does what had to wait for an answer, once the session is saved.
    SaveAnd(AfterSaving),
    /// Does what had to wait for an answer, and lets changes go.
    DiscardAnd(AfterSaving),
    /// Ends the program, although notes could not be saved.
    QuitWithoutNotes,
    AskForMissing(SavedTakeId),
    /// Opens a missing take from this file, and other missing ones from its folder.
    Locate(SavedTakeId, PathBuf),
    /// Opens what a window had open that did not end properly.
    Restore,
    /// Forgets what a window had open that did not end properly.
    DiscardUnfinished,
}

/// What waits until somebody has said whether changes are to be saved.
#[derive(Clone, Debug, PartialEq)]
pub enum AfterSaving {
    Quit,
    /// Files, with another session among them.
    Open(Vec<PathBuf>),
}
