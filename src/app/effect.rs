//! The effects: what the state asks the event loop to do, such as loading, saving and quitting.

use std::path::PathBuf;

use crate::app::folder::job::FolderExportJob;
use crate::app::{NotesFormat, Request, RequestId, SavedTakeId, TakeId};
use crate::files::OpenOptions;
use crate::loader::ColumnMapping;
use crate::store::{ColourSet, Overwrite, SessionFile};
use crate::take::NodeId;

/// Notes as another program reads them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotesFile {
    pub format: NotesFormat,
    /// The name that is proposed for the file.
    pub beside: PathBuf,
    pub text: String,
}

/// Something to be done outside of the state.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Open files; what comes of it is an arrival.
    Load(Request),
    CancelLoading(RequestId),
    /// Read these files before anybody asks for them, in this order, and no others.
    LoadAhead(Vec<PathBuf>, OpenOptions),
    /// Find the takes for the list, and no others any more: those of folders, or those that the index has and that move
    /// like the take of a file.
    ReadFolders {
        roots: Vec<PathBuf>,
        like: Option<PathBuf>,
    },
    /// Find out what the export that was chosen will write; which choice that is.
    EstimateExport(u64),
    AskWhereToExport,
    /// Write what was chosen into a file or a folder.
    Export(PathBuf),
    BeginFilm(PathBuf),
    AskForFiles,
    AskForFolder,
    SaveScreenshot {
        /// Whether backdrop and ground are left out.
        transparent: bool,
        /// Whether measures, drawings and notes are on it.
        labels: bool,
    },
    CopyScreenshot {
        labels: bool,
    },
    /// Show a file in the desktop's file manager.
    ShowInFolder(PathBuf),
    /// Show a page of the manual in the browser.
    OpenManual(PathBuf),
    ToggleFullScreen,
    EditSettings,
    /// Put a text on the clipboard.
    Copy(String),
    /// Read the review of a take again, by the take's file.
    LoadReview(TakeId, PathBuf),
    /// Ask where notes are exported to, and write them there.
    ExportNotes(NotesFile),
    /// Ask where something of all takes of a folder goes, and put it there.
    ExportFolder(Box<FolderExportJob>),
    /// Ask for the folder or file with the notes of another reviewer, and merge them with those of a folder.
    AskForOtherNotes(Box<FolderExportJob>),
    /// Ask for notes of another program for a take; the folder to begin in.
    AskForMarks(TakeId, Option<PathBuf>),
    ReadMarks(TakeId, PathBuf),
    /// Ask for a reference video for a take; the folder to begin in.
    AskForVideo(TakeId, Option<PathBuf>),
    /// Ask for an object for a bone of a take; the folder to begin in.
    AskForObject(TakeId, NodeId, Option<PathBuf>),
    /// Read the object of a file: for a bone, or for the objects of a take that wait for it.
    ReadObject {
        take: TakeId,
        node: Option<NodeId>,
        file: PathBuf,
    },
    /// Read the beginning of a table, of which somebody has to say what its columns are.
    ReadTable {
        path: PathBuf,
        /// The file that has said it until now.
        columns: Option<PathBuf>,
        take: Option<TakeId>,
    },
    /// Keep what the columns of tables are.
    SaveColumns {
        files: Vec<PathBuf>,
        mapping: Box<ColumnMapping>,
        /// The name that it is kept under in the settings; without, it is kept beside each table.
        name: Option<String>,
        take: Option<TakeId>,
    },
    /// Put files first among the recent ones, the last of them first.
    RememberOpened(Vec<PathBuf>),
    /// Look up which of these files are there no longer.
    FindMissing(Vec<PathBuf>),
    ClearRecent,
    SaveColourSet(String, ColourSet),
    DeleteColourSet(String),
    /// Ask for a file to save the session in; this one is proposed.
    AskForSessionFile(PathBuf),
    /// Write a session file; what comes of it is told to the state.
    WriteSession {
        path: PathBuf,
        session: Box<SessionFile>,
        /// What may be there already.
        overwrite: Overwrite,
    },
    /// Ask where a take of the session is, whose file is missing.
    AskForMissing {
        id: SavedTakeId,
        path: PathBuf,
    },
    /// Keep this window's session where that of another one was kept, which did not end properly.
    AdoptUnfinished,
    /// Forget the session of a window that did not end properly.
    DiscardUnfinished,
    Quit,
}
