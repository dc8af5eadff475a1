//! Whole files from the disk, in steps between which somebody can say that it was enough.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

use super::open::text;
use super::{reason, takes_in};
use crate::loader::{ErrorKind, LoadError, Progress};

/// How much is read at once: little enough for a slow disk to be asked to stop, and enough for a fast
/// one not to notice.
const STEP: u64 = 1 << 18;

/// Reads a whole file, which `progress` expects then. `growing` is shown all that is there after each
/// step, and how many bytes the file has.
///
/// # Errors
/// [`LoadError`] where it cannot be read, or nobody waits for it any more.
pub(super) fn read_whole(
    path: &Path,
    progress: &Progress,
    growing: impl FnMut(&[u8], usize),
) -> Result<Vec<u8>, LoadError> {
    let read = read(path, progress, growing);
    let error = match read {
        _ if progress.is_cancelled() => ErrorKind::Cancelled,
        Ok(bytes) => return Ok(bytes),
        Err(error) => ErrorKind::Unreadable(reason(&error, "file")),
    };
    Err(LoadError::unread(&text(path), error))
}

/// The whole file in one allocation of its size; what there was of it where it was cancelled. What is
/// no plain file is refused before it is opened: a device never ends, and a pipe may never begin.
fn read(
    path: &Path,
    progress: &Progress,
    mut growing: impl FnMut(&[u8], usize),
) -> io::Result<Vec<u8>> {
    let about = fs::metadata(path)?;
    if about.is_dir() {
        let empty = takes_in(path)?.is_empty();
        return Err(io::Error::other(if empty {
            "no takes are in this folder"
        } else {
            "it is a folder"
        }));
    }
    if !about.is_file() {
        return Err(io::Error::other("it is no plain file"));
    }
    let mut file = File::open(path)?;
    let mut bytes = Vec::new();
    let len = usize::try_from(about.len()).unwrap_or(usize::MAX);
    bytes.try_reserve_exact(len)?;
    progress.expect(len);
    while !progress.is_cancelled() {
        let read = file.by_ref().take(STEP).read_to_end(&mut bytes)?;
        if read == 0 {
            break;
        }
        progress.read(read);
        growing(&bytes, len);
    }
    Ok(bytes)
}
