//! Copies of takes with all of their files in a folder, as *Copy kept takes to…* makes them: each file whole or not at
//! all, and nothing that is there is written over.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::beginning::folder_of;
use super::messages::{not_plain, reason};
use super::paths::is_same_file;
use super::reviews::{IfNewer, Reviews, SaveError};
use super::take_files::TakeFiles;
use super::write::write_new;
use crate::fs::{self, File};
use crate::review::notes::{Review, merge};

/// What becomes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyState {
    Copied,
    /// The same is there already.
    Same,
    /// Notes that are there already and those that are copied have become one.
    Merged,
}

impl CopyState {
    /// The word for it in JSON, which never changes.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Copied => "copied",
            Self::Same => "same",
            Self::Merged => "merged",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopiedFile {
    pub from: PathBuf,
    pub to: PathBuf,
    pub state: CopyState,
}

/// Why a take is not copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CopyError {
    /// Another file has the name.
    Taken(PathBuf),
    /// It would be copied to where it is.
    Itself(PathBuf),
    Unreadable(PathBuf, String),
    Unwritable(PathBuf, String),
}

impl CopyError {
    /// The word for its kind in JSON, which never changes.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Taken(_) => "taken",
            Self::Itself(_) => "itself",
            Self::Unreadable(..) => "unreadable",
            Self::Unwritable(..) => "unwritable",
        }
    }

    /// The file that it is about.
    pub fn path(&self) -> &Path {
        match self {
            Self::Taken(path)
            | Self::Itself(path)
            | Self::Unreadable(path, _)
            | Self::Unwritable(path, _) => path,
        }
    }

    /// What is wrong with it, in words.
    pub fn message(&self) -> String {
        match self {
            Self::Taken(_) => "another file is there already, and stays as it is".into(),
            Self::Itself(_) => "it is the take itself: copy to another folder".into(),
            Self::Unreadable(_, why) => format!("cannot be read: {why}"),
            Self::Unwritable(_, why) => format!("cannot be written: {why}"),
        }
    }
}

impl fmt::Display for CopyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path().display(), self.message())
    }
}

impl std::error::Error for CopyError {}

/// Copies takes into a folder, one after the other.
pub struct Copier<'a> {
    folder: PathBuf,
    reviews: &'a Reviews,
    /// Whether it only says what it would do.
    is_dry: bool,
    /// What has each name in the folder by now, as some of it may only be said.
    copied: HashMap<PathBuf, PathBuf>,
}

impl<'a> Copier<'a> {
    pub fn new(folder: impl Into<PathBuf>, reviews: &'a Reviews) -> Self {
        Self { folder: folder.into(), reviews, is_dry: false, copied: HashMap::new() }
    }

    /// Writes nothing, and says what would be done.
    #[must_use]
    pub fn dry(self) -> Self {
        Self { is_dry: true, ..self }
    }

    /// Whether a take is in the folder that is copied to, while that is inside of the folder that the take was found
    /// in, `below` being its name there: it may be a copy of before.
    pub fn has(&self, take: &Path, below: &Path) -> bool {
        let root = take.ancestors().nth(below.components().count());
        let root = root.unwrap_or(Path::new("")).join(".");
        let [target, root, inside] = [&self.folder, &root, folder_of(take)].map(fs::canonicalize);
        let (Ok(target), Ok(root), Ok(inside)) = (target, root, inside) else { return false };
        target != root && target.starts_with(root) && inside.starts_with(target)
    }

    /// Copies the files of a take: its own to `below` the folder, the others beside it. Where one of them cannot have
    /// its name, none is copied; the take's own comes last, so that no take lacks what it is read with.
    pub fn copy(&mut self, files: &TakeFiles, below: &Path) -> Result<Vec<CopiedFile>, CopyError> {
        let to = self.folder.join(below);
        let beside = |path: &Path| to.with_file_name(path.file_name().unwrap_or_default());
        let companions = files.companions.iter().map(|path| (path.clone(), beside(path)));
        let own = std::iter::once((files.take.clone(), to.clone()));
        let mut copied = Vec::new();
        // Takes share skeletons.
        let is_copied = |from: &Path, to: &Path| self.copied.get(to).is_some_and(|it| it == from);
        for (from, to) in companions.filter(|(from, to)| !is_copied(from, to)).chain(own) {
            copied.push(self.plan(from, to)?);
        }
        let reviews = files.reviews.iter().map(|review| self.plan_review(review, &beside(review)));
        let reviews = reviews.collect::<Result<Vec<ReviewCopy>, CopyError>>()?;
        if !self.is_dry {
            let folder = folder_of(&to);
            fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
            let (own, companions) = copied.split_last().expect("a take has a file");
            companions.iter().try_for_each(write_copy)?;
            reviews.iter().try_for_each(ReviewCopy::write)?;
            write_copy(own)?;
        }
        self.copied.extend(copied.iter().map(|file| (file.to.clone(), file.from.clone())));
        copied.extend(reviews.into_iter().map(|review| review.file));
        Ok(copied)
    }

    /// What becomes of a file that is copied.
    fn plan(&self, from: PathBuf, to: PathBuf) -> Result<CopiedFile, CopyError> {
        open(&from)?;
        if is_same_file(&from, &to) {
            return Err(CopyError::Itself(to));
        }
        let there = match self.copied.get(&to) {
            None if fs::symlink_metadata(&to).is_err() => None,
            other => Some(other.unwrap_or(&to)),
        };
        let state = match there {
            None => CopyState::Copied,
            Some(there) if *there == from || is_alike(&from, there)? => CopyState::Same,
            Some(_) => return Err(CopyError::Taken(to)),
        };
        Ok(CopiedFile { from, to, state })
    }

    /// What becomes of the review under the path of a take, or of a clip of it, that is copied to another path. Other
    /// notes that are there become one with those that are copied. So do those in the user's folder.
    fn plan_review(&self, take: &Path, to: &Path) -> Result<ReviewCopy, CopyError> {
        let [from, file] = [take, to].map(Reviews::beside);
        let is_private = self.reviews.in_state(take).is_some_and(|path| fs::is_file(&path));
        if !is_private {
            match self.plan(from.clone(), file.clone()) {
                Err(CopyError::Taken(_)) => {}
                planned => return planned.map(|file| ReviewCopy { file, merged: None }),
            }
        }
        let loaded = self.reviews.load(take);
        let there = Reviews::default().load(to);
        let is_there = fs::symlink_metadata(&file).is_ok();
        if is_there && !(loaded.warnings.is_empty() && there.warnings.is_empty()) {
            // Not all of both is understood.
            return Err(CopyError::Taken(file));
        }
        let merged = merge(&there.review, &loaded.review);
        let state = if merged == there.review {
            CopyState::Same
        } else if is_there {
            CopyState::Merged
        } else {
            CopyState::Copied
        };
        let file = CopiedFile { from, to: file, state };
        Ok(ReviewCopy { file, merged: Some((to.to_path_buf(), merged)) })
    }
}

/// The copy of a review.
struct ReviewCopy {
    file: CopiedFile,
    /// What it is together with what is there, and under the path of which take; `None` where the file is copied.
    merged: Option<(PathBuf, Review)>,
}

impl ReviewCopy {
    fn write(&self) -> Result<(), CopyError> {
        let Some((take, review)) = &self.merged else { return write_copy(&self.file) };
        if self.file.state == CopyState::Same {
            return Ok(());
        }
        let saved = Reviews::default().save(take, review, IfNewer::Refuse);
        saved.map(drop).map_err(|error| match error {
            SaveError::Unwritable(path, why) => CopyError::Unwritable(path, why),
            error => CopyError::Taken(error.path().to_path_buf()),
        })
    }
}

fn write_copy(file: &CopiedFile) -> Result<(), CopyError> {
    if file.state != CopyState::Copied {
        return Ok(());
    }
    let mut from = open(&file.from)?;
    match write_new(&file.to, |out| io::copy(&mut from, out).map(drop)) {
        Ok(()) => Ok(()),
        // Another program was faster, and perhaps with the same.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let is_same = is_alike(&file.from, &file.to)?;
            if is_same { Ok(()) } else { Err(CopyError::Taken(file.to.clone())) }
        }
        Err(error) => Err(CopyError::Unwritable(file.to.clone(), error.to_string())),
    }
}

/// Opens a plain file: what is none may never end.
fn open(path: &Path) -> Result<File, CopyError> {
    let plain = || {
        if fs::metadata(path)?.is_file() { File::open(path) } else { Err(not_plain()) }
    };
    plain().map_err(|error| CopyError::Unreadable(path.to_path_buf(), reason(&error, "file")))
}

/// Whether a file has the same bytes as another, which may be none.
fn is_alike(file: &Path, other: &Path) -> Result<bool, CopyError> {
    const STEP: u64 = 1 << 18;
    let Ok(mut there) = open(other) else { return Ok(false) };
    let mut from = open(file)?;
    let length = |file: &File| file.metadata().map(|about| about.len());
    let mut compare = || {
        if length(&from)? != length(&there)? {
            return Ok(false);
        }
        loop {
            let mut blocks = [Vec::new(), Vec::new()];
            for (file, block) in [&mut from, &mut there].into_iter().zip(&mut blocks) {
                file.take(STEP).read_to_end(block)?;
            }
            match blocks {
                [one, other] if one != other => return Ok(false),
                [one, _] if one.is_empty() => return Ok(true),
                _ => {}
            }
        }
    };
    compare().map_err(|error: io::Error| {
        CopyError::Unreadable(file.to_path_buf(), reason(&error, "file"))
    })
}

fn unwritable(path: &Path, error: &io::Error) -> CopyError {
    CopyError::Unwritable(path.to_path_buf(), reason(error, "folder"))
}
