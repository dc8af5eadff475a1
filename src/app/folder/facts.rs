//! What the list of a folder tells of a take: what is in its file, what reviewers said, and what was found.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::review::notes::{Rating, Review};
use crate::scene::Thumbnail;

/// What is in the file of a take.
#[derive(Clone, Debug, PartialEq)]
pub struct TakeFacts {
    /// The format's name.
    pub format: &'static str,
    /// In seconds.
    pub duration: f64,
    pub frames: usize,
    pub nodes: usize,
    /// Who is in it, as far as the file says so.
    pub performer: Option<String>,
    pub thumbnail: Option<Arc<Thumbnail>>,
}

/// What reviewers said of a take.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReviewFacts {
    pub rating: Rating,
    pub notes: usize,
    /// Notes of which something is left to do.
    pub open_notes: usize,
    /// What the notes say, in small letters, to be searched.
    pub text: String,
}

impl ReviewFacts {
    pub fn of(review: &Review) -> Self {
        let texts = review.notes.iter().map(|note| note.text.to_lowercase());
        Self {
            rating: review.rating.clone(),
            notes: review.notes.len(),
            open_notes: review.notes.iter().filter(|note| !note.done).count(),
            text: texts.collect::<Vec<_>>().join("\n"),
        }
    }

    /// Whether somebody has said something of the take.
    pub fn is_reviewed(&self) -> bool {
        self.rating.is_given() || self.notes > 0
    }
}

/// A take of the folder.
#[derive(Clone, Debug)]
pub struct FolderRow {
    pub path: Arc<Path>,
    /// The name of its file.
    pub name: String,
    /// The folder inside of the one that is open; empty for that itself.
    pub folder: String,
    /// Folder and name in small letters, to be searched.
    pub letters: String,
    pub take: Option<TakeFacts>,
    pub review: ReviewFacts,
    /// How many findings are worth a look; `None` while it was not checked.
    pub findings: Option<usize>,
    /// When its file was written last, as a date.
    pub date: Option<String>,
    /// Why it cannot be read.
    pub error: Option<String>,
    /// How it moves like the take that the list is about.
    pub alike: Option<String>,
    /// The review that it was brought in line with, while the take was open.
    pub(super) kept: Option<Arc<Review>>,
    /// How many takes were listed ahead of it; `None` while it was not listed again.
    pub(super) order: Option<usize>,
}

/// Something that was found out about a take of the folder.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    Take(TakeFacts),
    Review(ReviewFacts),
    /// How many findings of the checks are worth a look.
    Findings(usize),
    /// Why its file cannot be read.
    Unreadable(String),
    /// When its file was written last, as a date.
    Date(String),
    /// How it moves like the one that was asked for.
    Alike(String),
}

/// What comes of reading a folder.
#[derive(Clone, Debug, PartialEq)]
pub enum FolderNews {
    /// Takes that were found, in their order.
    Listed(Vec<PathBuf>),
    /// A folder that cannot be looked into, and why: what was known in it stays.
    Closed(PathBuf, String),
    /// Why what becomes known is not kept for the next time.
    Unkept(String),
    /// Why there is nothing to list.
    Nothing(String),
    /// There are no more takes than those that were told.
    AllListed,
    Facts(Vec<(PathBuf, Fact)>),
    /// All is known that is to be.
    AllRead,
}
