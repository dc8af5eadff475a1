//! The pending requests: files that were asked for and are still loading.

use std::path::PathBuf;

use crate::app::ids::{RequestId, SavedTakeId, TakeId};
use crate::app::opening::request::Step;
use crate::files::OpenOptions;

/// What files were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To stand beside what is open.
    Add,
    /// To greet, where nothing else is open.
    Welcome,
    /// To say what a session file has, which takes the place of all that is open.
    Session,
    /// To be opened as a session file has it.
    Saved(SavedTakeId),
    /// To stand in the place of a take; the camera stays.
    Replace(TakeId),
    /// To bring a take up to date.
    Reload {
        /// The take.
        take: TakeId,
        /// Whether it is seen as it opens afterwards.
        reset: bool,
    },
}

/// Files that were asked for and have not all come.
pub struct Pending {
    /// What their arrivals are called by.
    pub(crate) id: RequestId,
    pub(crate) purpose: Purpose,
    /// The takes that were open with a part missing, and whose files are tried again.
    pub(crate) incomplete: Vec<PathBuf>,
    /// Files whose takes were closed before all of them had come.
    pub(crate) unwanted: Vec<PathBuf>,
    /// The takes that came, by their places among the files.
    pub(crate) came: Vec<(usize, TakeId)>,
    /// The files that were opened, in the order in which they came.
    pub(crate) opened: Vec<PathBuf>,
    /// How far it has come, once that is known.
    pub step: Option<Step>,
}

/// The file of the folder that was asked for last. It may still be on its way, or may not open.
pub(crate) struct Browsing {
    pub(crate) request: RequestId,
    /// The file that the steps are counted from.
    pub(crate) of: PathBuf,
    pub(crate) steps: i64,
}

/// A video that came together with files that are still being opened.
pub(crate) struct ComingVideo {
    pub(crate) request: RequestId,
    pub(crate) file: PathBuf,
}

/// How files are opened, and those that are on their way.
#[derive(Default)]
pub struct Opening {
    /// How files are read that are opened from now on.
    pub open_options: OpenOptions,
    /// Files that are on their way.
    pub pending: Vec<Pending>,
    /// Files that wait for the one that they are read with.
    pub(crate) waiting: Vec<PathBuf>,
    /// The file of the folder that was asked for last.
    pub(crate) browsing: Option<Browsing>,
    /// Videos that wait for the takes that they came with.
    pub(crate) coming_videos: Vec<ComingVideo>,
    /// The videos beside takes that somebody was told of.
    pub(crate) told_videos: Vec<PathBuf>,
}
