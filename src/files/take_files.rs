//! All files of a take on disk: its own, those that it is read with, and what reviewers have added.

use std::path::{Path, PathBuf};

use super::opener::Opener;
use super::reviews::{ENDING, Reviews, with_ending};
use crate::loader::LoadError;

/// The files of a take, for what is done with all of them, such as copying.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakeFiles {
    pub take: PathBuf,
    /// Those that it is read with: its skeleton, the skins of that, its buffers, what its columns are.
    pub companions: Vec<PathBuf>,
    /// The paths under which [`Reviews`] has reviews of it: its own, if there is one, and those of its clips.
    pub reviews: Vec<PathBuf>,
}

impl TakeFiles {
    /// The files of a take, which need not be opened for that. The opener looks into each folder once. Fails where one
    /// of them cannot be read.
    pub fn find(
        take: &Path,
        opener: &mut Opener<'_>,
        reviews: &Reviews,
    ) -> Result<Self, LoadError> {
        let companions = opener.all_companions(take)?;
        let name = take.file_name().unwrap_or_default().to_string_lossy();
        let clips = opener.called_after(take).filter_map(|other| {
            let clip = other.strip_prefix(&*name)?.strip_suffix(ENDING)?;
            clip.starts_with('#').then(|| with_ending(take, clip))
        });
        let mut found: Vec<PathBuf> = clips.collect();
        if reviews.has(take) {
            found.insert(0, take.to_path_buf());
        }
        Ok(Self { take: take.to_path_buf(), companions, reviews: found })
    }
}
