//! A file while it is being written, on the disk of a page: under a name that it will not keep.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::fs::{self, File, Metadata};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Readers {
    /// Whoever has the page.
    Same,
    /// As well: there is one user.
    User,
}

/// A file that is being written. Dropped, it is gone.
pub struct Part {
    file: File,
    path: PathBuf,
}

impl Part {
    pub fn in_folder(folder: &Path, _: Readers) -> io::Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(format!(".rushes-{number:08}.part"));
        let file = File::options().read(true).write(true).create_new(true).open(&path)?;
        Ok(Self { file, path })
    }

    pub fn named_in(folder: &Path, readers: Readers) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        Self::in_folder(folder, readers)
    }

    pub fn file(&self) -> &File {
        &self.file
    }

    pub fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// Gives the finished file its name, in the place of what has it.
    pub fn keep_as(self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)
    }

    /// Gives the finished file a name that nothing has; fails with `AlreadyExists` where something does.
    pub fn keep_as_new(self, path: &Path) -> io::Result<()> {
        if fs::exists(path) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        self.keep_as(path)
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // It has another name where it was kept.
        let _ = fs::remove_file(&self.path);
    }
}

/// Files have no owners.
pub fn allow_as(_: &Metadata, _: &File) -> io::Result<()> {
    Ok(())
}
