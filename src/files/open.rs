//! How one take or a list of takes is opened from disk, each with its companions.

use std::path::{Path, PathBuf};

use super::companions::Opened;
use super::folder::expand;
use super::opener::{OpenOptions, Opener};
use super::queue::Queue;
use crate::loader::{LoadError, Progress};
use crate::take::Take;

/// Reads and loads a take, with the companions that stand beside it.
///
/// # Errors
/// [`LoadError`] where a file cannot be read or is no take.
///
/// ```
/// let take = rushes::open("assets/builtin/stroll.bvh")?;
/// assert_eq!((take.name.as_str(), take.format), ("stroll", "BVH"));
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

/// Reads and loads many takes, each with its result. Folders stand for the takes inside. Companions
/// are first looked for among the files themselves, then beside each; a file that became the
/// companion of another is no take of its own.
pub fn open_all(
    paths: &[PathBuf],
    open_options: &OpenOptions,
) -> Vec<(PathBuf, Result<Opened, LoadError>)> {
    let files = expand(paths);
    let mut queue = Queue::new(open_options, &files);
    let mut results: Vec<(usize, Result<Opened, LoadError>)> = Vec::with_capacity(files.len());
    while let Some(place) = queue.next() {
        let result = queue.open(place, &Progress::default(), |_| ());
        results.push((place, result));
    }
    results.sort_by_key(|&(place, _)| place);
    let results = results.into_iter();
    results.map(|(place, result)| (files[place].clone(), result)).collect()
}
