//! The events: what work beside the window, and dialogs, tell the state.

use std::path::PathBuf;
use std::sync::Arc;

use crate::app::{Command, ExportOutcome, TakeId};
use crate::convert::Estimate;
use crate::files::{LoadedReview, SaveError, SavedReview};
use crate::loader::{LoadError, TableHead};
use crate::platform;
use crate::store::{Diagnostics, SessionWriteError};
use crate::take::{NodeId, Object};

/// Sends events to the window, from wherever work is done. A window that has ended takes none.
pub type Sender = Arc<dyn Fn(Event) + Send + Sync>;

/// Something that was done beside the window, or chosen in a dialog.
#[derive(Debug)]
pub enum Event {
    /// Something of what is being loaded has arrived.
    Loaded,
    /// Something of the folder that is listed has become known.
    FolderRead,
    /// Something was found out about what is open.
    Analysed,
    /// There is another picture of the reference video.
    Video,
    ReviewsSaved(Vec<(TakeId, Result<SavedReview, SaveError>)>),
    NotesWritten(PathBuf, Result<(), String>),
    /// What was done with all takes of a folder, or why it was not: a sentence; and the file or folder that it is about.
    FolderDone(PathBuf, Result<String, String>),
    /// The text of notes of another program for a take, or why it cannot be read.
    MarksRead(TakeId, PathBuf, Result<String, String>),
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
    /// Files or folders were chosen; none where a dialog was cancelled.
    Chosen(Vec<PathBuf>),
    SessionWritten(PathBuf, Result<Option<String>, SessionWriteError>),
    /// There is no dialog on this desktop.
    NoDialog(platform::Error),
    /// What is to be remembered could not be written: texts to show.
    SaveFailed(Diagnostics),
}

#[derive(Debug)]
pub enum ExportEvent {
    /// What the export of a choice will write, or why it cannot be written.
    Estimated(u64, Result<Estimate, String>),
    /// How much of an export is done, from 0 to 1.
    Progressed(f32),
    Done(ExportOutcome),
}
