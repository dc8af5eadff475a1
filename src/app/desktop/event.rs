//! The events that other threads send to the event loop.

use std::path::PathBuf;
use std::sync::Arc;

use egui_winit::accesskit_winit::Event as Accessibility;

use crate::app::{Command, ExportOutcome, TakeId};
use crate::convert::Estimate;
use crate::files::{LoadedReview, SaveError, SavedReview};
use crate::loader::{LoadError, TableHead};
use crate::platform;
use crate::platform::{DropEvent, LaunchRequest};
use crate::store::{Diagnostics, SessionWriteError};
use crate::take::{NodeId, Object};

/// Something that came from another thread.
#[derive(Debug)]
pub enum Event {
    /// A screen reader asks.
    Accessibility(Accessibility),
    /// Files are held over the window, or let go.
    Drop(DropEvent),
    /// Something of what is being loaded has arrived.
    Loaded,
    /// Something has come, gone or changed in the folder that is listed.
    FolderChanged,
    /// Something of the folder that is listed has become known.
    FolderRead,
    /// Something was found out about what is open.
    Analysed,
    ReviewsSaved(Vec<(TakeId, Result<SavedReview, SaveError>)>),
    NotesWritten(PathBuf, Result<(), String>),
    /// What was done with all takes of a folder, or why it was not: a sentence; and the file or folder that it is about.
    FolderDone(PathBuf, Result<String, String>),
    /// The text of notes of another program for a take, or why it cannot be read.
    MarksRead(TakeId, PathBuf, Result<String, String>),
    /// There is another picture of the reference video.
    Video,
    /// A file was chosen in a dialog, and this is to be done with it.
    Command(Command),
    ReviewLoaded(TakeId, Box<LoadedReview>),
    /// An object was read for a bone of a take, or for the objects that wait for it, or cannot be read.
    ObjectRead {
        take: TakeId,
        node: Option<NodeId>,
        file: PathBuf,
        read: Result<Arc<Object>, LoadError>,
    },
    Export(ExportEvent),
    /// The beginning of a table was read, or there is none any more; the open take that it is about.
    TableRead(PathBuf, Option<Box<TableHead>>, Option<TakeId>),
    /// Which of the recent files are there no longer.
    Missing(Vec<PathBuf>),
    /// Files that are open were written by another program.
    Changed,
    /// Files or folders were chosen, in a dialog or in Finder; none where a dialog was cancelled.
    Chosen(Vec<PathBuf>),
    SessionWritten(PathBuf, Result<Option<String>, SessionWriteError>),
    /// The program was started once more, and what it was asked for is to be done here.
    Request(LaunchRequest),
    /// There is no dialog on this desktop.
    NoDialog(platform::Error),
    /// What is to be remembered could not be written: texts to show.
    SaveFailed(Diagnostics),
    /// A signal asks the program to end.
    #[cfg(unix)]
    End(i32),
    /// The desktop is dark, or light.
    Theme(winit::window::Theme),
}

#[derive(Debug)]
pub enum ExportEvent {
    /// What the export of a choice will write, or why it cannot be written.
    Estimated(u64, Result<Estimate, String>),
    /// How much of an export is done, from 0 to 1.
    Progressed(f32),
    Done(ExportOutcome),
}

impl From<Accessibility> for Event {
    fn from(event: Accessibility) -> Self {
        Self::Accessibility(event)
    }
}
