//! Files that the browser has: dropped, chosen, or beside the page.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use super::tasks;
use crate::fs::{self, Host};

/// So many bytes are read at once, since the browser takes its time for each part.
const BLOCK: usize = 4 << 20;

/// A file that the page's script knows by a number.
struct BrowserFile {
    id: u32,
    len: u64,
    /// What was read last: from which byte on, and the bytes.
    block: Mutex<(u64, Vec<u8>)>,
}

/// The files of the browser by their paths.
static NUMBERS: Mutex<BTreeMap<PathBuf, u32>> = Mutex::new(BTreeMap::new());

/// The number by which the page's script knows a file.
pub fn file_number(path: &Path) -> Option<u32> {
    NUMBERS.lock().unwrap_or_else(PoisonError::into_inner).get(path).copied()
}

/// Puts a file of the browser on the disk of the page, with when it was changed, in milliseconds since 1970.
pub fn put_file(path: &Path, id: u32, len: u64, modified: f64) {
    NUMBERS.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_path_buf(), id);
    let host = BrowserFile { id, len, block: Mutex::default() };
    let modified = Duration::from_secs_f64(modified.max(0.0) / 1e3);
    fs::put(path, Arc::new(host), SystemTime::UNIX_EPOCH + modified);
}

impl BrowserFile {
    fn read(&self, from: u64, bytes: &mut [u8]) -> io::Result<usize> {
        tasks::read(self.id, from, bytes)
            .ok_or_else(|| io::Error::other("the browser cannot read it any more: drop it again"))
    }

    /// Takes bytes out of what was read last.
    fn kept(&self, from: u64, bytes: &mut [u8]) -> usize {
        let block = self.block.lock().unwrap_or_else(PoisonError::into_inner);
        let (begin, kept) = &*block;
        let kept =
            from.checked_sub(*begin).and_then(|skip| kept.get(usize::try_from(skip).ok()?..));
        let kept = kept.unwrap_or_default();
        let count = kept.len().min(bytes.len());
        bytes[..count].copy_from_slice(&kept[..count]);
        count
    }
}

impl Host for BrowserFile {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&self, from: u64, bytes: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.len.saturating_sub(from)).unwrap_or(usize::MAX);
        let count = left.min(bytes.len());
        let bytes = &mut bytes[..count];
        let mut done = 0;
        while done < count {
            let at = from + done as u64;
            let kept = self.kept(at, &mut bytes[done..]);
            if kept > 0 {
                done += kept;
                continue;
            }
            if count - done >= BLOCK {
                done += match self.read(at, &mut bytes[done..])? {
                    0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                    read => read,
                };
                continue;
            }
            let mut block = vec![0; BLOCK.min(left - done)];
            let read = self.read(at, &mut block)?;
            if read == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            block.truncate(read);
            *self.block.lock().unwrap_or_else(PoisonError::into_inner) = (at, block);
        }
        if from + count as u64 == self.len {
            // It is read to the end.
            *self.block.lock().unwrap_or_else(PoisonError::into_inner) = Default::default();
        }
        Ok(count)
    }
}
