//! The queue of files that are opened together: possible companions wait for the files that use them.
//!
//! Many files that are opened together, in the order in which each result stands as soon as it is
//! there.
//!
//! A file that became the companion of another is no take of its own. So those that others could be
//! read with have to wait for these others: a skeleton for the motions, a skin for the skeletons.

use std::path::{Path, PathBuf};

use super::companions::Opened;
use super::folder::{extension, head};
use super::opener::{OpenOptions, Opener, PreviewSink};
use crate::loader::{FORMATS, LoadError, Progress};

/// Files that are opened one after the other.
pub struct Queue<'a> {
    opener: Opener<'a>,
    files: &'a [PathBuf],
    /// The places of those that are not opened yet, the next one first.
    left: Vec<usize>,
    /// The place of a file, and of one that it may be read with.
    claims: Vec<[usize; 2]>,
}

impl<'a> Queue<'a> {
    /// All of these files; folders are none.
    pub fn new(open_options: &'a OpenOptions, files: &'a [PathBuf]) -> Self {
        let rank = |path: &PathBuf| rank(path, open_options);
        let mut left: Vec<usize> = (0..files.len()).collect();
        left.sort_by_key(|&place| rank(&files[place]));
        let mut opener = Opener::among(open_options, files);
        // The names of takes and of what takes are read with may be of one kind: then their beginnings
        // tell which is which.
        let unclear = left.iter().filter(|&&place| rank(&files[place]) == Rank::Take);
        let unclear: Vec<usize> = unclear.copied().collect();
        let mut claims = Vec::new();
        for &place in unclear.iter().filter(|_| unclear.len() > 1) {
            let path = &files[place];
            let found = opener.companions(path, &head(path));
            let others = unclear.iter().filter(|&&other| found.contains(&files[other]));
            claims.extend(others.map(|&other| [place, other]));
        }
        Self { opener, files, left, claims }
    }

    /// How many files are left to be opened, as far as is known: some may turn out to be companions.
    pub fn left(&self) -> usize {
        self.left.len()
    }

    /// The place of the file to open next, which is no companion of any that were opened.
    #[allow(clippy::should_implement_trait)] // opening it changes what comes next
    pub fn next(&mut self) -> Option<usize> {
        let is_free = |place: &usize| self.claims.iter().all(|[_, claimed]| claimed != place);
        // Those that claim each other in a ring are opened as they come.
        let free = self.left.iter().position(is_free).unwrap_or(0);
        (free < self.left.len()).then(|| self.left.remove(free))
    }

    /// Opens the file at a place; see [`Opener::open_with`].
    ///
    /// # Errors
    /// As [`Opener::open_with`].
    pub fn open(
        &mut self,
        place: usize,
        progress: &Progress,
        sink: impl PreviewSink + Send,
    ) -> Result<Opened, LoadError> {
        self.claims.retain(|&[by, _]| by != place);
        let result = self.opener.open_with(&self.files[place], progress, sink);
        if let Ok(opened) = &result {
            let is_used = |place: &usize| opened.companions.contains(&self.files[*place]);
            self.left.retain(|place| !is_used(place));
        }
        result
    }
}

/// Whether others may be read with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// No: it is a take, or nothing.
    Lone,
    /// It may be a take as well.
    Take,
    /// It is a part of a take, or nothing.
    Part,
}

/// The rank of a file by its name, which is what files are chosen by.
fn rank(path: &Path, open_options: &OpenOptions) -> Rank {
    let extension = extension(path);
    let extension = extension.as_str();
    let serves = FORMATS
        .iter()
        .filter_map(|format| format.companions.as_ref())
        .any(|companions| companions.extensions.contains(&extension));
    let is_named = open_options.skeleton.as_deref() == Some(path);
    let is_take = FORMATS.iter().any(|format| format.extensions.contains(&extension));
    if is_named || (serves && is_take) {
        Rank::Take
    } else if serves {
        Rank::Part
    } else {
        Rank::Lone
    }
}
