//! The folder commands: open takes of the list, order, groups, filter, choice.

use std::path::PathBuf;

use crate::app::folder::filter::FolderFilter;
use crate::app::{NotesFormat, SelectMode};
use crate::options::{FolderGroup, FolderSort};

/// What leaves the window of all takes that are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FolderExport {
    Notes(NotesFormat),
    /// A page for people without Rushes.
    Report,
    /// The paths of the takes that are kept.
    SelectList,
    /// The takes that are kept, with all of their files.
    Copies,
}

#[derive(Clone, Debug, PartialEq)]
pub enum FolderCommand {
    /// Shows a take of the list alone.
    Open(PathBuf),
    /// Opens a take of the list beside what shows.
    Add(PathBuf),
    /// Opens the takes that are chosen, and nothing else.
    OpenChosen,
    Choose(PathBuf, SelectMode),
    /// Chooses all takes from one to another, as they are listed.
    ChooseBetween(PathBuf, PathBuf),
    /// Goes on to the next listed take that has findings of the checks, or to the one before.
    NextWithFindings(i64),
    /// Goes on to the next listed take that has open notes, or to the one before.
    NextWithOpenNotes(i64),
    /// Puts the list in order; once more by the same, the other way round.
    Sort(FolderSort),
    Group(FolderGroup),
    /// Says what the parts of names are called.
    Pattern(String),
    Filter(FolderFilter),
    /// Lists only takes that have these words.
    Search(String),
    /// Shows the list of the folder, or that of the open takes.
    Show(bool),
    /// Shows the takes side by side in the place of the view, or the view again.
    ToggleGrid,
    /// Lets all figures of the grid play, or the one under the pointer alone.
    PlayAll(bool),
    /// Sets the width of the figures of the grid, in points.
    Size(f32),
    /// Asks where something of all takes that are listed is to go.
    Export(FolderExport),
    /// Lets notes have what the checks found as well, or not.
    WithFindings(bool),
    /// Asks for the notes of another reviewer, which become one with those of the takes.
    MergeNotes,
    /// Lists the takes of the index that move like one: that of a file, or the active one.
    FindAlike(Option<PathBuf>),
    /// Reads the folder again.
    Refresh,
    /// Closes the list; the takes stay open.
    Close,
}
