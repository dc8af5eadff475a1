//! The requests to the loading threads, and the arrivals that come back.

use std::path::PathBuf;

use crate::app::ids::RequestId;
use crate::app::takes::open_take::OpenTake;
use crate::files::OpenOptions;
use crate::loader::LoadError;
use crate::scene::Placement;
use crate::store::{Diagnostics, SessionFile};

/// Which files are meant.
#[derive(Clone, Debug, PartialEq)]
pub enum RequestedFiles {
    /// The take that the program has in itself.
    Builtin,
    /// Files, and folders for the takes in them.
    Paths(Vec<PathBuf>),
    /// A session file, which is read alone: its takes are requests of their own.
    Session(PathBuf),
    /// Another file of a folder.
    Neighbour {
        /// The file that the steps are counted from.
        of: PathBuf,
        /// How many files further on; below 0 further back.
        steps: i64,
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
    /// The files.
    pub files: RequestedFiles,
    /// Files that are tried again beside these, since what they lacked may be among them.
    pub retried: Vec<PathBuf>,
    /// How all of them are to be opened.
    pub open_options: OpenOptions,
    /// How their takes are placed.
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
        /// The request.
        id: RequestId,
        /// Its place among the files of the request, folders counted as the takes in them. Most
        /// files come in this order; those that others could be read with come last.
        place: usize,
        /// Whether the file was tried again.
        retried: bool,
        /// The take, ready to be shown.
        open: Box<OpenTake>,
        /// What is wrong with what is remembered of its skeleton.
        complaints: Diagnostics,
    },
    /// A session file, or why it is none.
    Session {
        /// The request.
        id: RequestId,
        /// The file.
        path: PathBuf,
        /// What it says; else a text to show.
        read: Result<Box<SessionFile>, String>,
    },
    /// A file that cannot be opened.
    Refused {
        /// The request.
        id: RequestId,
        /// The file.
        path: PathBuf,
        /// Whether it was tried again.
        retried: bool,
        /// Why not.
        error: LoadError,
        /// Whether it is no take, but notes that were exported.
        has_notes: bool,
    },
    /// The folder has not so many files further on, or further back.
    EndOfFolder {
        /// The request.
        id: RequestId,
        /// Whether it was the last file rather than the first.
        is_last: bool,
        /// Whether only takes counted that nobody has rated.
        unrated: bool,
    },
    /// Nothing more comes of the request.
    End {
        /// The request.
        id: RequestId,
        /// Whether it was cancelled, so that not all of it came.
        cancelled: bool,
    },
}

impl Arrival {
    /// The request that it came of.
    pub fn request(&self) -> RequestId {
        let (Self::Step(Step { id, .. })
        | Self::Take { id, .. }
        | Self::Session { id, .. }
        | Self::Refused { id, .. }
        | Self::EndOfFolder { id, .. }
        | Self::End { id, .. }) = self;
        *id
    }
}

/// How far a request has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The request.
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
