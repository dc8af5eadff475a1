//! What a file is known by: its size and time, which are cheap to ask for, and the hash of its bytes.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use super::clock::nanoseconds;
use super::messages::unreadable;
use super::read::{read_at, read_whole};
use crate::fs::{self, File};
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

/// What the bytes of a file are known by, as [`read_hashed`] tells it, without having all of them in memory.
///
/// # Errors
/// Where it cannot be read.
pub fn hash_of(path: &Path) -> Result<u128, LoadError> {
    let mut hasher = Xxh3::new();
    let mut bytes = vec![0; 1 << 20];
    let read_all = |file: File| -> io::Result<()> {
        let mut at = 0;
        loop {
            let read = read_at(&file, &mut bytes, at)?;
            hasher.update(&bytes[..read]);
            at += read;
            if read == 0 {
                return Ok(());
            }
        }
    };
    File::open(path).and_then(read_all).map_err(|error| unreadable(path, &error))?;
    Ok(hasher.digest128())
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
