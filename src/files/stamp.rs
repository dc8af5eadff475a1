//! What a file is known by: its size and time, which are cheap to ask for, and the hash of its bytes.

use std::path::Path;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_128;

use super::clock::nanoseconds;
use super::read::read_whole;
use crate::fs;
use crate::loader::{LoadError, Progress};

/// A file as a folder lists it: where it is another, the file has changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FileStamp {
    /// In bytes.
    pub size: u64,
    /// When it was last written, in nanoseconds since 1970 by universal time.
    pub modified: i64,
}

impl FileStamp {
    /// That of a file or folder; `None` where there is none, or nobody may ask.
    pub fn of(path: &Path) -> Option<Self> {
        let metadata = fs::metadata(path).ok()?;
        let modified = metadata.modified().map_or(0, nanoseconds);
        Some(Self { size: metadata.len(), modified })
    }
}

/// The bytes of a file, and what they are known by: the 128 bits of their XXH3.
///
/// # Errors
/// Where it cannot be read.
pub fn read_hashed(path: &Path) -> Result<(Vec<u8>, u128), LoadError> {
    let bytes = read_whole(path, &Progress::default(), |_, _| ())?;
    let hash = xxh3_128(&bytes);
    Ok((bytes, hash))
}
