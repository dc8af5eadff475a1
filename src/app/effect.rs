//! The effects: what the state asks the event loop to do, such as loading, saving and quitting.

use std::path::PathBuf;

use super::ids::RequestId;
use super::request::Request;
use super::store::ColourSet;

/// Something to be done outside of the state.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Open files; what comes of it is an arrival.
    Load(Request),
    /// Stop opening them.
    CancelLoading(RequestId),
    /// Ask for files to open.
    AskForFiles,
    /// Ask for a folder to open.
    AskForFolder,
    /// Save the view as a picture.
    SaveScreenshot {
        /// Whether backdrop and ground are left out.
        transparent: bool,
    },
    /// Enter or leave full screen.
    ToggleFullScreen,
    /// Open the settings file.
    EditSettings,
    /// Put a text on the clipboard.
    Copy(String),
    /// Put files first among the recent ones, the last of them first.
    RememberOpened(Vec<PathBuf>),
    /// Forget the recent files.
    ClearRecent,
    /// Save a colour set under a name.
    SaveColourSet(String, ColourSet),
    /// Delete a colour set.
    DeleteColourSet(String),
    /// End the program.
    Quit,
}
