//! Reviews on disk: each in a file beside its take, `walk.bvh.rushes.json`, which several programs may change.
//!
//! Whoever saves holds a lock from reading to writing, and writes what it has and what it finds as one
//! ([`merge`]), so that nothing that another program has saved is lost. The file is replaced as a whole. Ahead of
//! that, a copy is made of the last one that could be read, `walk.bvh.rushes.json.bak`, which stands in where the
//! file is broken. A link in the place of a file is read where it leads to a review, and never written through: it gives
//! way to a file. Where nothing can be written beside the take, or what is there cannot be read, the review is in the user's folder for state, in
//! `reviews`, under a name of the take's path; where there are both, they are one.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::lock::Lock;
use super::messages::reason;
use super::part::Readers;
use super::paths::UserFolders;
use super::read::{read_head, read_small};
use super::write::{make_private_folder, was_link, write_own};
use crate::fs;
use crate::review::notes::document::{self, Document};
use crate::review::notes::import::is_exported;
use crate::review::notes::{Review, merge_owned};
use crate::take::{Clips, DetailKind, Take, fnv_1a};

/// No file of a review is larger, unless it is damaged.
const MAX_BYTES: u64 = 1 << 26;

/// What the name of a take's file is followed by, and that of the review by in its copy.
pub(super) const ENDING: &str = ".rushes.json";
const COPY: &str = ".bak";

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reviews {
    /// The folder for those that cannot be beside their takes.
    state: Option<PathBuf>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoadedReview {
    /// The review; an empty one where there is none.
    pub review: Review,
    /// Texts to show, each about something that went wrong.
    pub warnings: Vec<String>,
    /// The file that a newer program has written, and the version of its format: what this one understands
    /// of it is in the review.
    pub newer: Option<(PathBuf, u64)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SavedReview {
    /// The review as it now is on disk, with what other programs have added: to go on with.
    pub review: Review,
    pub path: PathBuf,
    pub warnings: Vec<String>,
}

/// What is done with a file that a newer program has written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IfNewer {
    /// It stays, and nothing is saved.
    Refuse,
    /// It is replaced by what this program understands of it. The file is kept under its name with `.schema-2`
    /// added, by its version.
    Replace,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveError {
    Newer {
        path: PathBuf,
        schema: u64,
    },
    Busy(PathBuf),
    /// The file that is there cannot be read, and stays as it is; the one in the user's folder neither.
    Unreadable(PathBuf, String),
    /// It cannot be written, neither beside the take nor in the user's folder.
    Unwritable(PathBuf, String),
    TooLarge(PathBuf),
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, message) = match self {
            Self::Newer { path, schema } => (
                path,
                format!("a newer Rushes has written it (schema {schema}), and it stays as it is"),
            ),
            Self::Busy(path) => (path, "another program keeps it locked".to_string()),
            Self::Unreadable(path, why) => {
                (path, format!("cannot be read, and stays as it is: {why}"))
            }
            Self::Unwritable(path, why) => (path, format!("cannot be written: {why}")),
            Self::TooLarge(path) => {
                (path, format!("larger than {} MiB, and stays as it is", MAX_BYTES >> 20))
            }
        };
        write!(f, "{}: {message}", path.display())
    }
}

impl std::error::Error for SaveError {}

impl SaveError {
    /// The file that it is about.
    pub fn path(&self) -> &Path {
        match self {
            Self::Newer { path, .. }
            | Self::Busy(path)
            | Self::Unreadable(path, _)
            | Self::Unwritable(path, _)
            | Self::TooLarge(path) => path,
        }
    }
}

/// What there is under a name.
enum ReviewFile {
    Nothing,
    /// A review, and the bytes that say it.
    Review(Document, Vec<u8>),
    /// What is none, and why; with the copy of the last one, where that can be read.
    Broken(String, Option<Document>),
    Unreadable(String),
}

impl ReviewFile {
    fn read(path: &Path) -> Self {
        use io::ErrorKind::{InvalidFilename, NotADirectory, NotFound};
        let link = fs::read_link(path).ok();
        let is_link = |problem: &str| {
            let to = link.as_ref()?.display();
            Some(Self::Unreadable(format!("it is a link to {to}, {problem}")))
        };
        let bytes = match read_small(path, MAX_BYTES) {
            Ok(bytes) => bytes,
            Err(error) => {
                return match error.kind() {
                    NotFound | NotADirectory | InvalidFilename => {
                        is_link("and there is no such file").unwrap_or(Self::Nothing)
                    }
                    _ => Self::Unreadable(reason(&error, "file")),
                };
            }
        };
        match parsed(&bytes) {
            Ok(document) => Self::Review(document, bytes),
            Err(why) => is_link("which is no review").unwrap_or_else(|| {
                let copy = read_small(&with_ending(path, COPY), MAX_BYTES);
                Self::Broken(why, copy.ok().and_then(|bytes| parsed(&bytes).ok()))
            }),
        }
    }

    /// The review that it is, or that stands in for it.
    fn review(&self) -> Option<&Review> {
        match self {
            Self::Review(document, _) | Self::Broken(_, Some(document)) => Some(&document.review),
            _ => None,
        }
    }

    fn into_review(self) -> Option<Review> {
        match self {
            Self::Review(document, _) | Self::Broken(_, Some(document)) => Some(document.review),
            _ => None,
        }
    }

    fn warnings(&self, path: &Path) -> Vec<String> {
        let path = path.display();
        match self {
            Self::Nothing => Vec::new(),
            Self::Review(document, _) if document.is_newer() => vec![format!(
                "{path}: a newer Rushes has written it (schema {}): some of it may be missing here",
                document.schema
            )],
            Self::Review(document, _) => {
                document.warnings.iter().map(|warning| format!("{path}: {warning}")).collect()
            }
            Self::Broken(why, Some(_)) => {
                vec![format!("{path}: {why}\nhint: the last one that was saved before is used")]
            }
            Self::Broken(why, None) => {
                vec![format!("{path}: {why}\nhint: there is no copy that can be read, either")]
            }
            Self::Unreadable(why) => vec![format!("{path}: cannot be read: {why}")],
        }
    }
}

fn parsed(bytes: &[u8]) -> Result<Document, String> {
    document::read(std::str::from_utf8(bytes).map_err(|_| "not UTF-8 text".to_string())?)
}

impl Reviews {
    pub fn at_home() -> Self {
        Self { state: UserFolders::find().map(|folders| folders.state) }
    }

    /// Beside takes, or in this folder.
    pub fn in_folder(state: impl Into<PathBuf>) -> Self {
        Self { state: Some(state.into()) }
    }

    pub fn beside(take: &Path) -> PathBuf {
        with_ending(take, ENDING)
    }

    /// The path of the take whose review a file is beside it, by its name.
    pub fn take_of(review: &Path) -> Option<PathBuf> {
        let without = |path: &Path, extension: &str| {
            (path.extension()? == extension).then(|| path.with_extension(""))
        };
        // As in the ending, from its end.
        without(&without(review, "json")?, "rushes")
    }

    /// The file of a take's review in the user's folder; `None` for a user without one.
    pub fn in_state(&self, take: &Path) -> Option<PathBuf> {
        let take = fs::absolute(take).unwrap_or_else(|_| take.to_path_buf());
        let bytes = take.as_os_str().as_encoded_bytes().iter().copied();
        Some(self.state.as_ref()?.join("reviews").join(format!("{:016x}{ENDING}", fnv_1a(bytes))))
    }

    /// Whether there is a review under the path of a take, whatever can be read of it.
    pub(super) fn has(&self, take: &Path) -> bool {
        let is_there = |path: PathBuf| fs::symlink_metadata(&path).is_ok();
        is_there(Self::beside(take)) || self.in_state(take).is_some_and(is_there)
    }

    /// The path under which the review of a take is kept: that of its file, and for a clip that is not the
    /// usual one of its file `walk.fbx#Run`, for each clip is a take of its own.
    pub fn path_of(file: &Path, take: &Take) -> PathBuf {
        const MAX_CHARACTERS: usize = 60;
        // What is said of a skeleton that was solved is not about the points.
        let is_solved = take.details.iter().any(|detail| detail.kind == DetailKind::SOLVED);
        let solved = is_solved.then(|| "solved".to_string());
        let clip = take.clips.as_ref().and_then(Clips::unusual_key);
        let parts: Vec<String> = clip.into_iter().chain(solved).collect();
        if parts.is_empty() {
            return file.to_path_buf();
        }
        let clip = parts.join(" ");
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.');
        let mut name: String = clip.chars().filter(|&c| is_plain(c)).take(MAX_CHARACTERS).collect();
        if name != clip {
            // Two names that are alike without what no file name can have are still two.
            name += &format!("-{:08x}", fnv_1a(clip.bytes()) as u32);
        }
        with_ending(file, &format!("#{name}"))
    }

    pub fn load(&self, take: &Path) -> LoadedReview {
        let mut loaded = LoadedReview::default();
        for path in [Some(Self::beside(take)), self.in_state(take)].into_iter().flatten() {
            let found = ReviewFile::read(&path);
            loaded.warnings.extend(found.warnings(&path));
            if let ReviewFile::Review(document, _) = &found
                && document.is_newer()
            {
                loaded.newer = Some((path, document.schema));
            }
            if let Some(review) = found.into_review() {
                loaded.review = merge_owned(loaded.review, review);
            }
        }
        loaded
    }

    /// Saves the review of a take, together with what other programs have saved meanwhile. When this returns, it is
    /// in the file; where it fails, the file that is there is as it was.
    pub fn save(
        &self,
        take: &Path,
        review: &Review,
        if_newer: IfNewer,
    ) -> Result<SavedReview, SaveError> {
        let name = take.file_name().unwrap_or_default().to_string_lossy();
        let save = |path: &Path, other: Option<&Path>, is_private: bool| {
            SaveTarget { path, is_private, name: &name }.save(review, other, if_newer)
        };
        let beside = Self::beside(take);
        let in_state = self.in_state(take);
        match (save(&beside, in_state.as_deref(), false), in_state) {
            (Err(SaveError::Unwritable(..) | SaveError::Unreadable(..)), Some(path)) => {
                save(&path, Some(&beside), true)
            }
            (saved, _) => saved,
        }
    }
}

struct SaveTarget<'a> {
    path: &'a Path,
    /// Whether it is for the user alone to read.
    is_private: bool,
    name: &'a str,
}

impl SaveTarget<'_> {
    /// Saves a review with what is in the file, and in the other place.
    fn save(
        &self,
        review: &Review,
        other: Option<&Path>,
        if_newer: IfNewer,
    ) -> Result<SavedReview, SaveError> {
        let path = self.path;
        let _lock = self.lock()?;
        let found = ReviewFile::read(path);
        let mut all = review.clone();
        if let Some(other) = other.and_then(|path| ReviewFile::read(path).into_review()) {
            all = merge_owned(all, other);
        }
        if let Some(there) = found.review() {
            all = merge_owned(all, there.clone());
        }
        let bytes = document::write(&all, self.name).into_bytes();
        if bytes.len() as u64 > MAX_BYTES {
            return Err(SaveError::TooLarge(path.to_path_buf()));
        }
        let mut is_saved = false;
        let mut warnings = Vec::new();
        match &found {
            ReviewFile::Nothing => is_saved = all.is_empty(),
            ReviewFile::Unreadable(why) => {
                return Err(SaveError::Unreadable(path.to_path_buf(), why.clone()));
            }
            ReviewFile::Review(document, _) if document.is_newer() => {
                let schema = document.schema;
                if if_newer == IfNewer::Refuse {
                    return Err(SaveError::Newer { path: path.to_path_buf(), schema });
                }
                self.keep_as(&format!(".schema-{schema}"))?;
            }
            ReviewFile::Review(document, bytes) => {
                is_saved = document.review == all;
                if !is_saved {
                    // Whatever its copy was a link to.
                    self.write(&with_ending(path, COPY), bytes)?;
                }
            }
            ReviewFile::Broken(..) => {
                let kept = self.keep_as(".broken")?;
                warnings = found.warnings(path);
                warnings.iter_mut().for_each(|text| text.push_str(&kept));
            }
        }
        if !is_saved && let Some(to) = self.write(path, &bytes)? {
            warnings.push(was_link(path, &to));
        }
        Ok(SavedReview { review: all, path: path.to_path_buf(), warnings })
    }

    fn lock(&self) -> Result<Lock, SaveError> {
        if self.is_private
            && let Some(folder) = self.path.parent()
        {
            make_private_folder(folder).map_err(|error| self.unwritable(&error))?;
        }
        let mut name = OsString::from(".");
        name.push(self.path.file_name().unwrap_or_default());
        name.push(".lock");
        Lock::wait_for_passing(&self.path.with_file_name(name)).map_err(|error| {
            match error.kind() {
                io::ErrorKind::WouldBlock => SaveError::Busy(self.path.to_path_buf()),
                _ => self.unwritable(&error),
            }
        })
    }

    /// Keeps a copy of the file under its name with this added; a text that says so.
    fn keep_as(&self, ending: &str) -> Result<String, SaveError> {
        let kept = with_ending(self.path, ending);
        let bytes = read_small(self.path, MAX_BYTES).map_err(|error| self.unwritable(&error))?;
        self.write(&kept, &bytes)?;
        Ok(format!("; it was kept as {}", kept.display()))
    }

    /// Writes a file, and tells which link it took the place of.
    fn write(&self, path: &Path, bytes: &[u8]) -> Result<Option<PathBuf>, SaveError> {
        let readers = if self.is_private { Readers::User } else { Readers::Same };
        write_own(path, readers, |out| out.write_all(bytes))
            .map_err(|error| self.unwritable(&error))
    }

    fn unwritable(&self, error: &io::Error) -> SaveError {
        SaveError::Unwritable(self.path.to_path_buf(), reason(error, "folder"))
    }
}

/// Whether a file begins like notes that were exported.
pub fn holds_notes(path: &Path) -> bool {
    is_exported(&String::from_utf8_lossy(&read_head(path).unwrap_or_default()))
}

pub fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(ending);
    path.into()
}
