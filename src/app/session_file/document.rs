//! The document: the session file that is open, and whether what is open differs from it.

use std::path::PathBuf;

use toml::Table;

use crate::app::session::snapshot::SavedEdits;
use crate::app::session_file::command::AfterSaving;
use crate::options::SavedView;
use crate::scene::SavedCamera;
use crate::store::{SavedPlayback, SessionFile};

#[derive(Debug, Default)]
pub struct Document {
    /// The file; `None` for a session that was never saved.
    pub path: Option<PathBuf>,
    /// Whether the file lacks something that was set since it was opened or saved.
    pub is_changed: bool,
    /// What was set when it was opened or saved.
    pub(crate) saved: Option<SessionEdits>,
    /// What is set in the file that is being written, and what is to follow.
    pub(crate) writing: Option<(SessionEdits, Option<AfterSaving>)>,
    /// What is still to be set once the takes of the file have come.
    pub(crate) opening: Option<PendingSession>,
    /// Files to be opened beside the session, once that has taken the place of what is open.
    pub(crate) beside: Vec<PathBuf>,
    /// What this program does not know of the file.
    pub(crate) unknown: Table,
    /// The views that were saved before there was a session, which the next window has again.
    pub(crate) own_views: Vec<SavedView>,
    /// The session of a window that did not end properly, as long as nobody has decided about it.
    pub(crate) unfinished: Option<Box<SessionFile>>,
}

/// What a person has set and would miss; where it is looked at from and on which frame is none of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SessionEdits {
    pub takes: SavedEdits,
    pub views: Vec<SavedView>,
}

/// What is still to be set of a session file while its takes are on their way.
#[derive(Debug)]
pub(crate) struct PendingSession {
    pub playback: SavedPlayback,
    pub camera: Option<SavedCamera>,
    /// The key of the node that the camera follows.
    pub follow: Option<String>,
    /// The frame that was gone to, once the active take has come.
    pub shown: Option<i64>,
    /// Whether the file lacks changes from the beginning, as one that was not saved before a crash.
    pub is_changed: bool,
}

impl Document {
    /// The name of the session, for the title; marked while there is something to save.
    pub fn title(&self) -> Option<String> {
        let name = self.path.as_ref()?.file_name()?.to_string_lossy();
        let mark = if self.is_changed { "*" } else { "" };
        Some(format!("{mark}{name}"))
    }
}
