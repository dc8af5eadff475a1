//! A take from disk and the companions that it was read with: what its loader is given, and what is told of them.

use std::path::PathBuf;

use super::messages::{not_plain, text, unreadable};
use crate::loader::{Companion, ErrorKind, LoadError};
use crate::take::{Take, Warning, WarningCode, in_one_line};

/// A take from disk.
#[derive(Debug)]
#[non_exhaustive]
pub struct Opened {
    /// The take.
    pub take: Take,
    /// The other files that it was read with.
    pub companions: Vec<PathBuf>,
}

/// The files that a take may be read with.
pub(super) struct Companions {
    pub read: Vec<(PathBuf, Vec<u8>)>,
    /// Those that never end, or never begin, and are not read.
    pub streams: Vec<PathBuf>,
}

impl Companions {
    /// What errors call them.
    pub fn names(&self) -> Vec<String> {
        self.read.iter().map(|(path, _)| text(path)).collect()
    }

    /// As loaders get them, with their [`Self::names`].
    pub fn list<'a>(&'a self, names: &'a [String]) -> Vec<Companion<'a>> {
        let all = self.read.iter().zip(names);
        all.map(|((_, bytes), file)| Companion { file, bytes }).collect()
    }

    /// What a take is told of those that are not read.
    pub fn left_out(&self) -> impl Iterator<Item = Warning> {
        let told = |path| format!("{}: not a regular file, skipped", text(path));
        let streams = self.streams.iter();
        streams.map(move |path| {
            Warning::of_file(WarningCode::CompanionUnused, in_one_line(&told(path)))
        })
    }

    /// Why there is no take: where one of them would have to be read, that it cannot be.
    pub fn cause(&self, error: LoadError) -> LoadError {
        match (error.kind(), self.streams.first()) {
            (ErrorKind::NeedsCompanion { .. }, Some(stream)) => unreadable(stream, &not_plain()),
            _ => error,
        }
    }

    /// A take that was read with some of them. What was offered and not used is a take of its own, or
    /// nobody's.
    pub fn opened(&self, take: Take) -> Opened {
        let paths = self.read.iter().map(|(path, _)| path);
        let used = paths.filter(|path| take.read_with.contains(&text(path)));
        Opened { companions: used.cloned().collect(), take }
    }
}
