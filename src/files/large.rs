//! A large file that is read piece by piece.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::{fmt, io};

use super::messages::reason;
use super::read::{HEAD, read_at};
use crate::fs::{self, File, Metadata};
use crate::loader::{self, Progress};

/// A file that a loader reads from byte to byte, while somebody follows that.
#[derive(Debug)]
pub(super) struct LargeFile<'p, 'g> {
    file: File,
    progress: &'p Progress,
    /// How many bytes it had when it was opened.
    len: usize,
    /// What else was known of it then.
    about: Metadata,
    /// Up to this byte it was read: what is read again is no progress.
    read_to: AtomicUsize,
    is_parsed: AtomicBool,
    growing: Option<Growing<'g>>,
}

/// Somebody who is told how many bytes are read, one thread at a time.
struct Growing<'g>(Mutex<&'g mut (dyn FnMut(usize) + Send)>);

impl fmt::Debug for Growing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Growing")
    }
}

impl<'p> LargeFile<'p, '_> {
    /// A file with more than `most` bytes; `None` for a smaller one, and for what is no plain file.
    pub fn of(path: &Path, most: u64, progress: &'p Progress) -> Option<Self> {
        let about = fs::metadata(path).ok()?;
        if !about.is_file() || about.len() <= most {
            return None;
        }
        let file = File::open(path).ok()?;
        let about = file.metadata().ok()?;
        let len = usize::try_from(about.len()).ok()?;
        let (read_to, is_parsed) = (AtomicUsize::new(0), AtomicBool::new(false));
        Some(Self { file, progress, len, about, read_to, is_parsed, growing: None })
    }

    /// The same one, of which somebody is told how many bytes are read, time and again.
    pub fn telling<'g>(self, growing: &'g mut (dyn FnMut(usize) + Send)) -> LargeFile<'p, 'g> {
        LargeFile { growing: Some(Growing(Mutex::new(growing))), ..self }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether all that it has now was parsed, without being in memory as a whole.
    pub fn counts(&self) -> bool {
        let is_as_it_was = |now: Metadata| {
            let written = [&now, &self.about].map(|about| about.modified().ok());
            now.len() == self.about.len() && written[0] == written[1]
        };
        self.is_parsed.load(Relaxed) && self.file.metadata().is_ok_and(is_as_it_was)
    }

    /// Its beginning.
    pub fn head(&self) -> io::Result<Vec<u8>> {
        let mut head = vec![0; HEAD.min(self.len)];
        let mut there = 0;
        while there < head.len() {
            let read = read_at(&self.file, &mut head[there..], there)?;
            if read == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            there += read;
        }
        Ok(head)
    }

    /// Tells who follows it how much there is to read.
    pub fn announce(&self) {
        self.progress.expect(self.len);
    }
}

impl loader::LargeFile for LargeFile<'_, '_> {
    fn len(&self) -> usize {
        self.len
    }

    fn is_parsed(&self) {
        self.is_parsed.store(true, Relaxed);
    }

    fn read_at(&self, from: usize, bytes: &mut [u8]) -> Result<usize, String> {
        let read = read_at(&self.file, bytes, from).map_err(|error| reason(&error, "file"))?;
        let to = from + read;
        let before = self.read_to.fetch_max(to, Relaxed);
        self.progress.read(to.saturating_sub(before));
        // Whoever is busy with it is told the next time.
        if let Some(Growing(growing)) = &self.growing
            && let Ok(mut growing) = growing.try_lock()
        {
            growing(to.max(before));
        }
        Ok(read)
    }
}
