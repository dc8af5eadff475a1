//! The file commands: open, reload, next in folder, cancel loading, recent files, screenshots.

use std::path::PathBuf;

use crate::loader::PositionReading;

/// Opens files, reads them again, or takes something away.
#[derive(Clone, Debug, PartialEq)]
pub enum FilesCommand {
    /// Opens files and folders beside what is open, and shows the first of them.
    Open(Vec<PathBuf>),
    /// Shows the built-in take.
    OpenBuiltin,
    /// Asks for files to open.
    AskForFiles,
    /// Asks for a folder to open.
    AskForFolder,
    /// Opens another take of the folder, by so many, instead of or beside the active take.
    NextInFolder {
        /// 1 for the next, −1 for the previous one.
        step: i64,
        /// Whether the active take stays open.
        add: bool,
    },
    /// Opens the next take of the folder that nobody has rated, or the one before, instead of the active one.
    NextUnrated(i64),
    /// Reads the files of all takes again.
    Reload,
    /// Reads the file again, with position channels in BVH read so.
    ReadPositions(PositionReading),
    /// Reads the file again, which gives no rate, at so many frames a second.
    AssumeRate(f64),
    /// Opens another clip of the active take's file.
    OpenClip {
        /// Its place among the clips, from 0.
        clip: usize,
        /// Whether the active take stays open.
        add: bool,
    },
    /// Stops loading.
    CancelLoading,
    /// Looks up which of the recent files are there no longer.
    FindMissing,
    /// Forgets the files that were opened lately.
    ClearRecent,
    /// Puts the command line that converts the active take on the clipboard.
    CopyConvert,
    /// Puts a picture of the view on the clipboard.
    CopyScreenshot {
        /// Whether measures, drawings and notes are on it, as in the window.
        labels: bool,
    },
    /// Saves the view as a picture.
    SaveScreenshot {
        /// Whether backdrop and ground are left out.
        transparent: bool,
        /// Whether measures, drawings and notes are on it, as in the window.
        labels: bool,
    },
    /// Shows a file in the desktop's file manager.
    ShowInFolder(PathBuf),
}
