//! The requests for files: what is asked of the loading threads, what comes back, and what is still to come.

use std::path::PathBuf;

use crate::app::{OpenTake, RequestId, SavedTakeId, TakeId, TakeOptions};
use crate::loader::LoadError;
use crate::scene::Placement;
use crate::store::{Diagnostics, SessionFile};

#[derive(Clone, Debug, PartialEq)]
pub enum RequestedFiles {
    /// The take that the program has in itself.
    Builtin,
    /// Files, and folders for the takes in them.
    Paths(Vec<PathBuf>),
    /// A session file, which is read alone: its takes are requests of their own.
    Session(PathBuf),
    Neighbour {
        /// The file that the steps are counted from.
        of: PathBuf,
        /// How many files further on; below 0 further back.
        steps: i64,
        /// The files on the way, the nearest first, where a list says so; else those of its folder are looked up.
        way: Option<Vec<PathBuf>>,
        /// Files that are passed over without being counted.
        skip: Vec<PathBuf>,
        /// Whether takes that somebody has rated are passed over, too.
        unrated: bool,
    },
}

/// Files to be opened together.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// What its arrivals are called by.
    pub id: RequestId,
    pub files: RequestedFiles,
    /// Files that are tried again beside these, since what they lacked may be among them.
    pub retried: Vec<PathBuf>,
    pub open_options: TakeOptions,
    pub placement: Placement,
}

/// Something that has come of a request.
#[derive(Debug)]
pub enum Arrival {
    /// How far it has come, once for each time that is asked.
    Step(Step),
    /// A take: all of it, or its first frames where it is partial. One whose file became the companion
    /// of another never comes.
    Take {
        id: RequestId,
        /// Its place among the files of the request, folders counted as the takes in them. Most
        /// files come in this order; those that others could be read with come last.
        place: usize,
        /// Whether the file was tried again.
        retried: bool,
        open: Box<OpenTake>,
        /// What is wrong with what is remembered of its skeleton.
        complaints: Diagnostics,
    },
    /// A session file, or why it is none.
    Session {
        id: RequestId,
        path: PathBuf,
        /// What it says; else a text to show.
        read: Result<Box<SessionFile>, String>,
    },
    /// A file that cannot be opened.
    Refused {
        id: RequestId,
        path: PathBuf,
        retried: bool,
        error: LoadError,
        /// Whether it is no take, but notes that were exported.
        has_notes: bool,
    },
    /// Folders, which are to be listed.
    Folders {
        id: RequestId,
        folders: Vec<PathBuf>,
        /// Whether nothing else was asked for with them.
        alone: bool,
    },
    /// The folder has not so many files further on, or further back.
    EndOfFolder {
        id: RequestId,
        /// Whether it was the last file rather than the first.
        is_last: bool,
        /// Whether only takes counted that nobody has rated.
        unrated: bool,
    },
    /// Nothing more comes of the request.
    End {
        id: RequestId,
        /// Whether it was cancelled, so that not all of it came.
        cancelled: bool,
    },
}

impl Arrival {
    pub fn request(&self) -> RequestId {
        let (Self::Step(Step { id, .. })
        | Self::Take { id, .. }
        | Self::Session { id, .. }
        | Self::Refused { id, .. }
        | Self::Folders { id, .. }
        | Self::EndOfFolder { id, .. }
        | Self::End { id, .. }) = self;
        *id
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub id: RequestId,
    /// The file that is being opened.
    pub path: PathBuf,
    /// Which file this is, counted from 1.
    pub number: usize,
    /// How many files there are, as far as is known: a companion of another is none.
    pub of: usize,
    /// Bytes of this file, and of those that it is read with, that are done with.
    pub done: u64,
    /// How many bytes these have.
    pub all: u64,
}

impl Step {
    /// How much of the request is done, from 0 to 1, if all of its files are of one size.
    pub fn share(&self) -> f32 {
        let of_file = self.done as f32 / self.all.max(1) as f32;
        (self.number.saturating_sub(1) as f32 + of_file) / self.of.max(1) as f32
    }
}

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
        take: TakeId,
        /// Whether it is seen as it opens afterwards.
        reset: bool,
    },
}

/// Files that were asked for and have not all come.
pub struct Pending {
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
    pub step: Option<Step>,
}

/// The file of the folder that was asked for last. It may still be on its way, or may not open.
pub(crate) struct Browsing {
    pub request: RequestId,
    pub of: PathBuf,
    pub steps: i64,
    /// Whether it is to show alone, and not beside what shows.
    pub alone: bool,
}

/// A video that came together with files that are still being opened.
pub(crate) struct ComingVideo {
    pub request: RequestId,
    pub file: PathBuf,
}

/// How files are opened, and those that are on their way.
#[derive(Default)]
pub struct Opening {
    /// How files are read that are opened from now on.
    pub open_options: TakeOptions,
    pub pending: Vec<Pending>,
    /// Files that wait for the one that they are read with.
    pub(crate) waiting: Vec<PathBuf>,
    pub(crate) browsing: Option<Browsing>,
    /// Videos that wait for the takes that they came with.
    pub(crate) coming_videos: Vec<ComingVideo>,
    /// The videos beside takes that somebody was told of.
    pub(crate) announced_videos: Vec<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_done_by_its_files_and_how_far_the_last_of_them_is() {
        let id = RequestId::new();
        let step = |number, done| Step { id, path: PathBuf::new(), number, of: 4, done, all: 200 };
        assert_eq!(step(1, 0).share(), 0.0);
        assert_eq!(step(3, 100).share(), 0.625);
        assert_eq!(step(4, 200).share(), 1.0);
        let unread = Step { all: 0, ..step(1, 0) };
        assert_eq!(unread.share(), 0.0);
    }
}
