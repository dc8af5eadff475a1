//! How one take or a list of takes is opened from disk, each with its companions.
//!
//! A file that became the companion of another is no take of its own. So those that others could be
//! read with have to wait for these others: a skeleton for the motions, a skin for the skeletons.

use std::path::{Path, PathBuf};

use super::beginning::{extension, head};
use super::folder::expand;
use super::opener::{OpenOptions, Opened, Opener, PreviewSink};
use crate::loader::{FORMATS, LoadError, Progress};
use crate::take::Take;

/// Reads and loads a take, with the companions that stand beside it.
///
/// # Errors
/// [`LoadError`] where a file cannot be read or is no take.
///
/// ```
/// let take = rushes::open("assets/builtin/stroll.bvh")?;
/// assert_eq!((take.name.as_str(), take.format.name()), ("stroll", "BVH"));
///
/// let error = rushes::open("missing.bvh").unwrap_err();
/// assert_eq!(error.to_string(), "missing.bvh: cannot be read: there is no such file");
/// # Ok::<(), rushes::LoadError>(())
/// ```
pub fn open(path: impl AsRef<Path>) -> Result<Take, LoadError> {
    open_with(path, &OpenOptions::default()).map(|opened| opened.take)
}

/// As [`open()`], with options for what the file leaves open, and with the paths of the companions.
///
/// # Errors
/// As [`open()`].
///
/// ```
/// use rushes::OpenOptions;
///
/// let opened = rushes::open_with("assets/builtin/stroll.bvh", &OpenOptions::default())?;
/// assert!(opened.companions.is_empty(), "a BVH holds skeleton and motion");
/// # Ok::<(), rushes::LoadError>(())
/// ```
pub fn open_with(path: impl AsRef<Path>, open_options: &OpenOptions) -> Result<Opened, LoadError> {
    Opener::new(open_options).open(path.as_ref())
}

/// Reads and loads many takes, each with its result. Folders stand for the takes inside. Companions are first looked
/// for among the files themselves, then beside each; a file that became the companion of another is no take of its own.
pub fn open_all(
    paths: &[PathBuf],
    open_options: &OpenOptions,
) -> Vec<(PathBuf, Result<Opened, LoadError>)> {
    let files = expand(paths);
    let mut queue = Queue::new(open_options, &files);
    let mut results = Vec::with_capacity(files.len());
    while let Some(place) = queue.next() {
        results.push((place, queue.open(place, &Progress::default(), |_| ())));
    }
    results.sort_by_key(|&(place, _)| place);
    results.into_iter().map(|(place, result)| (files[place].clone(), result)).collect()
}

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
        let mut opener = Opener::with_offered(open_options, files);
        // The names of takes and of what takes are read with may be of one kind: then their beginnings
        // tell which is which.
        let mut unclear = left.clone();
        unclear.retain(|&place| rank(&files[place]) == Rank::Take);
        let mut claims = Vec::new();
        if unclear.len() > 1 {
            for &place in &unclear {
                let path = &files[place];
                let found = opener.companions(path, &head(path));
                let others = unclear.iter().filter(|&&other| found.contains(&files[other]));
                claims.extend(others.map(|&other| [place, other]));
            }
        }
        Self { opener, files, left, claims }
    }

    /// As [`Opener::with_saved_columns`].
    pub fn with_saved_columns(mut self, folder: Option<&'a Path>) -> Self {
        self.opener = self.opener.with_saved_columns(folder);
        self
    }

    /// How many files are left to be opened, as far as is known: some may turn out to be companions.
    pub fn remaining(&self) -> usize {
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
    pub fn open(
        &mut self,
        place: usize,
        progress: &Progress,
        sink: impl PreviewSink + Send,
    ) -> Result<Opened, LoadError> {
        self.claims.retain(|&[by, _]| by != place);
        let result = self.opener.open_with(&self.files[place], progress, sink);
        if let Ok(opened) = &result {
            self.left.retain(|&place| !opened.companions.contains(&self.files[place]));
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

fn rank(path: &Path, open_options: &OpenOptions) -> Rank {
    let extension = extension(path);
    let has_it = |extensions: &[&str]| extensions.contains(&extension.as_str());
    let mut companions = FORMATS.iter().filter_map(|format| format.companions.as_ref());
    let serves = companions.any(|companions| has_it(companions.extensions));
    let is_named = open_options.skeleton.as_deref() == Some(path);
    let is_take = FORMATS.iter().any(|format| has_it(format.extensions));
    if is_named || (serves && is_take) {
        Rank::Take
    } else if serves {
        Rank::Part
    } else {
        Rank::Lone
    }
}
