//! The reviews of another reviewer, in a folder that mirrors that of the takes, and how they become one with those of
//! the takes.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use super::reviews::{Reviews, with_ending};
use super::walk::files_below;
use crate::fs;
use crate::review::notes::{Review, ReviewChanges, merge};

/// Reviews that were found elsewhere, each known by the path of its take below the folder.
#[derive(Debug, Default)]
pub struct OtherReviews {
    found: BTreeMap<PathBuf, PathBuf>,
    /// Whether it is a single one, which its name alone tells the take of.
    is_single: bool,
    /// What of the folder could not be looked into.
    pub failed: Vec<String>,
}

/// What merging makes of the review of a take.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewMerge {
    /// The path under which [`Reviews`] saves it: that of the take, or of a clip of it.
    pub take: PathBuf,
    /// The file that is merged with it.
    pub other: PathBuf,
    /// Both as one.
    pub review: Review,
    /// Whether that is what the take has already.
    pub is_same: bool,
    /// What it has more than before.
    pub changes: ReviewChanges,
    /// Texts to show, each about something that could not be read.
    pub warnings: Vec<String>,
}

impl OtherReviews {
    /// All reviews in a folder and in the folders inside of it; or the one of a file, which is the review itself, or a
    /// take that it lies beside.
    ///
    /// # Errors
    /// Where nothing is there.
    pub fn find(path: &Path) -> io::Result<Self> {
        let mut all = Self { is_single: !fs::metadata(path)?.is_dir(), ..Self::default() };
        if all.is_single {
            let take = Reviews::take_of(path).unwrap_or_else(|| path.to_path_buf());
            all.add(Path::new(take.file_name().unwrap_or_default()), &take);
            return Ok(all);
        }
        let (files, failed) = files_below(path);
        for take in files.iter().filter_map(|file| Reviews::take_of(file)) {
            if let Ok(below) = take.strip_prefix(path) {
                all.add(below, &take);
            }
        }
        all.failed = failed.iter().map(ToString::to_string).collect();
        Ok(all)
    }

    /// Whether it is one review, for one take: of several with the name of that take, the first asked for has it.
    pub fn is_single(&self) -> bool {
        self.is_single
    }

    fn add(&mut self, below: &Path, take: &Path) {
        self.found.insert(below.to_path_buf(), take.to_path_buf());
    }

    /// Takes out the reviews of a take, by its path below the folder of the takes, and merges each with that of the
    /// take: its own, and those of its clips. Nothing is saved yet.
    ///
    /// # Errors
    /// A text for each that is there and cannot be read.
    pub fn merge(
        &mut self,
        take: &Path,
        below: &Path,
        reviews: &Reviews,
    ) -> Vec<Result<ReviewMerge, String>> {
        let name = below.file_name().unwrap_or_default();
        let below = if self.is_single { Path::new(name) } else { below };
        let clip = with_ending(below, "#");
        let clips = self.found.range(clip.clone()..).map(|(path, _)| path.clone());
        let is_of_clip = |path: &PathBuf| {
            let [path, clip] = [path, &clip].map(|path| path.as_os_str().as_encoded_bytes());
            path.starts_with(clip)
        };
        let clips = clips.take_while(is_of_clip).filter(|path| path.parent() == below.parent());
        let mut own: Vec<PathBuf> = std::iter::once(below.to_path_buf()).chain(clips).collect();
        own.retain(|path| self.found.contains_key(path));
        let merges = own.iter().filter_map(|path| {
            let other = self.found.remove(path)?;
            let take = take.with_file_name(path.file_name().unwrap_or_default());
            Some(ReviewMerge::new(take, &other, reviews))
        });
        merges.collect()
    }

    /// The files of reviews that no take was asked for.
    pub fn rest(&self) -> impl Iterator<Item = PathBuf> {
        self.found.values().map(|take| Reviews::beside(take))
    }
}

impl ReviewMerge {
    fn new(take: PathBuf, other: &Path, reviews: &Reviews) -> Result<Self, String> {
        let file = Reviews::beside(other);
        let theirs = Reviews::default().load(other);
        if theirs.review.is_empty() && !theirs.warnings.is_empty() {
            return Err(theirs.warnings.join("\n"));
        }
        if theirs.review.is_empty() && fs::symlink_metadata(&file).is_err() {
            return Err(format!("{}: there is no such file", file.display()));
        }
        let mine = reviews.load(&take);
        let review = merge(&mine.review, &theirs.review);
        Ok(Self {
            take,
            other: file,
            is_same: review == mine.review,
            changes: ReviewChanges::between(&mine.review, &review),
            review,
            warnings: mine.warnings.into_iter().chain(theirs.warnings).collect(),
        })
    }
}
