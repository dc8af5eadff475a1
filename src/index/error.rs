//! What can go wrong with an index, in words for people.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use crate::files::reason;

/// Why an index cannot be used; the index that is there is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IndexError {
    /// The user has no home, and so no place for it.
    NoHome,
    /// Another program has kept it locked for too long.
    Busy(PathBuf),
    /// The disk is full.
    Full(PathBuf),
    /// It is no index any more; the next one that opens it makes a new one.
    Damaged(PathBuf),
    /// It cannot be read or written, and why.
    Unusable(PathBuf, String),
}

impl IndexError {
    pub(super) fn from_io(path: &Path, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull => Self::Full(path.to_path_buf()),
            _ => Self::Unusable(path.to_path_buf(), reason(error, "folder")),
        }
    }

    pub(super) fn from_sql(path: &Path, error: &rusqlite::Error) -> Self {
        let path = path.to_path_buf();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy(path),
            Some(ErrorCode::DiskFull) => Self::Full(path),
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Damaged(path),
            Some(ErrorCode::CannotOpen) => Self::Unusable(path, "permission denied".to_string()),
            _ => Self::Unusable(path, error.to_string()),
        }
    }
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, message) = match self {
            Self::NoHome => return write!(f, "there is no home folder to keep an index in"),
            Self::Busy(path) => (path, "another program keeps the index locked"),
            Self::Full(path) => {
                (path, "the disk is full: what was not written yet is not in the index")
            }
            Self::Damaged(path) => (path, "the index is damaged"),
            Self::Unusable(path, why) => {
                return write!(f, "{}: the index cannot be used: {why}", path.display());
            }
        };
        write!(f, "{}: {message}", path.display())
    }
}

impl std::error::Error for IndexError {}
