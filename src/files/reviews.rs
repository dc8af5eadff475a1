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
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::lock::Lock;
use super::messages::reason;
use super::read::{read_head, read_small};
use super::user_folders::UserFolders;
use super::write::{Owner, was_link, write_own};
use crate::review::notes::document::{self, Document};
use crate::review::notes::import::is_exported;
use crate::review::notes::{Review, merged};
use crate::take::{Clips, Take, fnv_1a};

/// No file of a review is larger, unless it is damaged.
const MAX_BYTES: u64 = 1 << 26;

/// What the name of a take's file is followed by, and that of the review by in its copy.
const ENDING: &str = ".rushes.json";
const COPY: &str = ".bak";

/// Where reviews are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reviews {
    /// The folder for those that cannot be beside their takes.
    state: Option<PathBuf>,
}

/// A review as it was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loaded {
    /// The review; an empty one where there is none.
    pub review: Review,
    /// Texts to show, each about something that went wrong.
    pub warnings: Vec<String>,
    /// The file that a newer program has written, and the version of its format: what this one understands
    /// of it is in the review.
    pub newer: Option<(PathBuf, u64)>,
}

/// What was saved.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    /// The review as it now is on disk, with what other programs have added: to go on with.
    pub review: Review,
    /// The file that it is in.
    pub path: PathBuf,
    /// Texts to show.
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

/// Why a review was not saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveError {
    /// A newer program has written the file.
    Newer {
        /// The file.
        path: PathBuf,
        /// The version of its format.
        schema: u64,
    },
    /// Another program is writing it all the time.
    Busy(PathBuf),
    /// The file that is there cannot be read, and stays as it is; the one in the user's folder neither.
    Unreadable(PathBuf, String),
    /// It cannot be written, neither beside the take nor in the user's folder.
    Unwritable(PathBuf, String),
    /// It is larger than what is read again.
    TooLarge(PathBuf),
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Newer { path, schema } => write!(
                f,
                "{}: a newer Rushes has written it (schema {schema}), and it stays as it is",
                path.display()
            ),
            Self::Busy(path) => write!(f, "{}: another program keeps it locked", path.display()),
            Self::Unreadable(path, why) => {
                write!(f, "{}: cannot be read, and stays as it is: {why}", path.display())
            }
            Self::Unwritable(path, why) => {
                write!(f, "{}: cannot be written: {why}", path.display())
            }
            Self::TooLarge(path) => write!(
                f,
                "{}: larger than {} MiB, and stays as it is",
                path.display(),
                MAX_BYTES >> 20
            ),
        }
    }
}

impl std::error::Error for SaveError {}

/// What there is under a name.
enum Found {
    Nothing,
    /// A review, and the bytes that say it.
    Review(Document, Vec<u8>),
    /// What is none, and why; with the copy of the last one, where that can be read.
    Broken(String, Option<Document>),
    /// What could not be read, and why.
    Unreadable(String),
}

impl Found {
    fn at(path: &Path) -> Self {
        use io::ErrorKind::{InvalidFilename, NotADirectory, NotFound};
        let link = fs::read_link(path).ok();
        let is_link = |what: &str| {
            let to = link.as_ref()?.display();
            Some(Self::Unreadable(format!("it is a link to {to}, {what}")))
        };
        match read_small(path, MAX_BYTES) {
            Ok(bytes) => match parsed(&bytes) {
                Ok(document) => Self::Review(document, bytes),
                Err(why) => {
                    if let Some(other) = is_link("which is no review") {
                        return other;
                    }
                    let copy = read_small(&with_ending(path, COPY), MAX_BYTES);
                    Self::Broken(why, copy.ok().and_then(|bytes| parsed(&bytes).ok()))
                }
            },
            Err(error) => match error.kind() {
                NotFound | NotADirectory | InvalidFilename => {
                    is_link("and there is no such file").unwrap_or(Self::Nothing)
                }
                _ => Self::Unreadable(reason(&error, "file")),
            },
        }
    }

    /// The review that it is, or that stands in for it.
    fn review(&self) -> Option<&Review> {
        match self {
            Self::Review(document, _) | Self::Broken(_, Some(document)) => Some(&document.review),
            _ => None,
        }
    }

    /// As [`Self::review`], and nothing else is left of it.
    fn into_review(self) -> Option<Review> {
        match self {
            Self::Review(document, _) | Self::Broken(_, Some(document)) => Some(document.review),
            _ => None,
        }
    }

    /// Texts to show about the file.
    fn warnings(&self, path: &Path) -> Vec<String> {
        let path = path.display();
        match self {
            Self::Nothing => Vec::new(),
            Self::Review(document, _) if document.is_newer() => vec![format!(
                "{path}: a newer Rushes has written it (schema {}): some of it may be missing here",
                document.schema
            )],
            Self::Review(document, _) => {
                let warnings = document.warnings.iter();
                warnings.map(|warning| format!("{path}: {warning}")).collect()
            }
            Self::Broken(why, copy) => vec![match copy {
                Some(_) => {
                    format!("{path}: {why}\nhint: the last one that was saved before is used")
                }
                None => format!("{path}: {why}\nhint: there is no copy that can be read, either"),
            }],
            Self::Unreadable(why) => vec![format!("{path}: cannot be read: {why}")],
        }
    }
}

fn parsed(bytes: &[u8]) -> Result<Document, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "not UTF-8 text".to_string())?;
    document::read(text)
}

impl Reviews {
    /// Beside takes, or in the user's folder for state.
    pub fn at_home() -> Self {
        let state = UserFolders::find().map(|folders| folders.state);
        Self { state }
    }

    /// Beside takes, or in this folder.
    pub fn in_folder(state: impl Into<PathBuf>) -> Self {
        let state = Some(state.into());
        Self { state }
    }

    /// The file of a take's review beside it.
    pub fn beside(take: &Path) -> PathBuf {
        with_ending(take, ENDING)
    }

    /// The file of a take's review in the user's folder; `None` for a user without one.
    pub fn in_state(&self, take: &Path) -> Option<PathBuf> {
        let take = std::path::absolute(take).unwrap_or_else(|_| take.to_path_buf());
        let bytes = take.as_os_str().as_encoded_bytes().iter().copied();
        let name = format!("{:016x}{ENDING}", fnv_1a(bytes));
        Some(self.state.as_ref()?.join("reviews").join(name))
    }

    /// The path under which the review of a take is kept: that of its file, and for a clip that is not the
    /// usual one of its file `walk.fbx#Run`, for each clip is a take of its own.
    pub fn path_of(file: &Path, take: &Take) -> PathBuf {
        /// As many characters of a clip's name.
        const MOST: usize = 60;
        let clip = take.clips.as_ref().and_then(Clips::unusual_key);
        let Some(clip) = clip else {
            return file.to_path_buf();
        };
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.');
        let mut name: String = clip.chars().filter(|&c| is_plain(c)).take(MOST).collect();
        if name != clip {
            // Two names that are alike without what no file name can have are still two.
            name += &format!("-{:08x}", fnv_1a(clip.bytes()) as u32);
        }
        with_ending(file, &format!("#{name}"))
    }

    /// What reviewers have added to a take.
    pub fn load(&self, take: &Path) -> Loaded {
        let mut loaded = Loaded::default();
        let paths = [Some(Self::beside(take)), self.in_state(take)];
        for path in paths.into_iter().flatten() {
            let found = Found::at(&path);
            loaded.warnings.extend(found.warnings(&path));
            if let Found::Review(document, _) = &found
                && document.is_newer()
            {
                loaded.newer = Some((path, document.schema));
            }
            if let Some(review) = found.into_review() {
                loaded.review = merged(loaded.review, review);
            }
        }
        loaded
    }

    /// Saves the review of a take, together with what other programs have saved meanwhile. When this returns, it is
    /// in the file.
    ///
    /// # Errors
    /// [`SaveError`]; the file that is there is as it was.
    pub fn save(
        &self,
        take: &Path,
        review: &Review,
        if_newer: IfNewer,
    ) -> Result<Saved, SaveError> {
        let name = take.file_name().unwrap_or_default().to_string_lossy();
        let save = |path: &Path, other: Option<&Path>, is_private: bool| {
            let place = SavePlace { path, is_private, name: &name };
            place.save(review, other, if_newer)
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

/// A file that a review is saved in.
struct SavePlace<'a> {
    path: &'a Path,
    /// Whether it is for the user alone to read.
    is_private: bool,
    /// The name of the take.
    name: &'a str,
}

impl SavePlace<'_> {
    /// Saves a review with what is in the file, and in the other place.
    fn save(
        &self,
        review: &Review,
        other: Option<&Path>,
        if_newer: IfNewer,
    ) -> Result<Saved, SaveError> {
        let path = self.path;
        let _lock = self.lock()?;
        let found = Found::at(path);
        let mut all = review.clone();
        if let Some(other) = other.and_then(|path| Found::at(path).into_review()) {
            all = merged(all, other);
        }
        if let Some(there) = found.review() {
            all = merged(all, there.clone());
        }
        let bytes = document::write(&all, self.name).into_bytes();
        if bytes.len() as u64 > MAX_BYTES {
            return Err(SaveError::TooLarge(path.to_path_buf()));
        }
        let mut is_saved = false;
        let mut warnings = Vec::new();
        match &found {
            Found::Nothing => is_saved = all.is_empty(),
            Found::Unreadable(why) => {
                return Err(SaveError::Unreadable(path.to_path_buf(), why.clone()));
            }
            Found::Review(document, _) if document.is_newer() => {
                let schema = document.schema;
                if if_newer == IfNewer::Refuse {
                    let path = path.to_path_buf();
                    return Err(SaveError::Newer { path, schema });
                }
                self.keep_as(&format!(".schema-{schema}"))?;
            }
            Found::Review(document, bytes) => {
                is_saved = document.review == all;
                if !is_saved {
                    // Whatever its copy was a link to.
                    self.write(&with_ending(path, COPY), bytes)?;
                }
            }
            Found::Broken(..) => {
                let kept = self.keep_as(".broken")?;
                let mut told = found.warnings(path);
                told.iter_mut().for_each(|text| text.push_str(&kept));
                warnings.append(&mut told);
            }
        }
        if !is_saved && let Some(to) = self.write(path, &bytes)? {
            warnings.push(was_link(path, &to));
        }
        Ok(Saved { review: all, path: path.to_path_buf(), warnings })
    }

    fn lock(&self) -> Result<Lock, SaveError> {
        if self.is_private
            && let Some(folder) = self.path.parent()
        {
            fs::create_dir_all(folder).map_err(|error| self.unwritable(&error))?;
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
        let owner = if self.is_private { Owner::User } else { Owner::Folder };
        let written = write_own(path, owner, |out| out.write_all(bytes));
        written.map_err(|error| self.unwritable(&error))
    }

    fn unwritable(&self, error: &io::Error) -> SaveError {
        SaveError::Unwritable(self.path.to_path_buf(), reason(error, "folder"))
    }
}

/// Whether a file begins like notes that were exported.
pub fn holds_notes(path: &Path) -> bool {
    let head = read_head(path).unwrap_or_default();
    is_exported(&String::from_utf8_lossy(&head))
}

/// A path with something at its end.
fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(ending);
    path.into()
}
