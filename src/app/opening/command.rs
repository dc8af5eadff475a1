//! The file commands: open, reload, next in folder, cancel loading, recent files, screenshots.

use std::path::PathBuf;

use crate::loader::{BodyChoice, PositionReading};
use crate::solve;

#[derive(Clone, Debug, PartialEq)]
pub enum FilesCommand {
    /// Opens files and folders beside what is open, and shows the first of them.
    Open(Vec<PathBuf>),
    OpenBuiltin,
    AskForFiles,
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
    /// Reads the file again, with its points taken for those of a body, or for none.
    ReadBody(BodyChoice),
    /// Reads the file again, with points for gaps whose confidence is lower.
    SetMinConfidence(Option<f32>),
    /// Opens the skeleton that is solved from the points of the active take beside it; of one that is solved already,
    /// anew in its place.
    Solve(solve::Options),
    /// Reads the file again, which gives no rate, at so many frames a second.
    AssumeRate(f64),
    OpenClip {
        /// Its place among the clips, from 0.
        clip: usize,
        /// Whether the active take stays open.
        add: bool,
    },
    CancelLoading,
    /// Looks up which of the recent files are there no longer.
    FindMissing,
    ClearRecent,
    /// Puts the command line that converts the active take on the clipboard.
    CopyConvert,
    CopyScreenshot {
        /// Whether measures, drawings and notes are on it, as in the window.
        labels: bool,
    },
    SaveScreenshot {
        /// Whether backdrop and ground are left out.
        transparent: bool,
        labels: bool,
    },
    ShowInFolder(PathBuf),
}
