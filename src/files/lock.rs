//! Locks between programs that change the same file.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::fs::{self, File, TryLockError};

use same_file::Handle;

use super::messages::not_plain;

/// How long a lock is waited for: a second at most.
const TRIES: usize = 200;
const PAUSE: Duration = Duration::from_millis(5);

/// Keeps other programs out until it is dropped.
pub struct Lock {
    /// The locked file; `None` where the file system has no locks, and nothing keeps others out.
    file: Option<File>,
    /// Its path, where it goes with the lock.
    removes: Option<PathBuf>,
}

impl Lock {
    /// Waits for the lock of a file, which is made where there is none and stays. Fails where it cannot be made; of
    /// the kind `WouldBlock` where another program holds it for longer than a second.
    pub fn wait(path: &Path) -> io::Result<Self> {
        Self::locked(path, |_| Ok(true), None)
    }

    /// As [`Lock::wait`], for a folder of somebody else's: the file goes with the lock.
    pub fn wait_for_passing(path: &Path) -> io::Result<Self> {
        // Nobody makes a link of it but to have a file made elsewhere.
        if fs::read_link(path).is_ok() {
            fs::remove_file(path)?;
        }
        Self::locked(path, |file| is_at(file, path), Some(path.to_path_buf()))
    }

    fn locked(
        path: &Path,
        is_it: impl Fn(&File) -> io::Result<bool>,
        removes: Option<PathBuf>,
    ) -> io::Result<Self> {
        for _ in 0..TRIES {
            let file = match open(path) {
                // Windows lets nobody open a file that is about to be gone.
                Err(error) if cfg!(windows) && error.kind() == io::ErrorKind::PermissionDenied => {
                    std::thread::sleep(PAUSE);
                    continue;
                }
                file => file?,
            };
            match file.try_lock() {
                // Whoever had it may have removed it: then a new file is the lock.
                Ok(()) if !is_it(&file)? => continue,
                Ok(()) => return Ok(Self { file: Some(file), removes }),
                Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
                Err(TryLockError::Error(_)) => return Ok(Self { file: None, removes }),
            }
        }
        Err(io::ErrorKind::WouldBlock.into())
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some(path) = &self.removes {
            // What cannot be removed is an empty file, which harms nobody.
            let _ = fs::remove_file(path);
        }
        // The lock ends behind that.
        self.file.take();
    }
}

/// Opens the file of a lock, or makes it. That of another user's program can only be read, which is enough. Whatever else
/// somebody has put in its place is none: who opened a pipe would wait for ever.
fn open(path: &Path) -> io::Result<File> {
    let mut made = File::options();
    made.create(true).append(true);
    let mut there = File::options();
    there.read(true);
    #[cfg(unix)]
    for options in [&mut made, &mut there] {
        std::os::unix::fs::OpenOptionsExt::custom_flags(options, libc::O_NONBLOCK);
    }
    let file = made.open(path).or_else(|error| there.open(path).map_err(|_| error))?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(not_plain()) }
}

fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let own = Handle::from_file(file.try_clone()?)?;
    Ok(Handle::from_path(path).is_ok_and(|there| own == there))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::super::tests::folder;
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_no_lock() {
        let folder = folder("lock-pipe");
        let path = folder.join(".lock");
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.expect("mkfifo").success());
        for wait in [Lock::wait, Lock::wait_for_passing] {
            assert_eq!(wait(&path).map(drop).unwrap_err().to_string(), not_plain().to_string());
        }
        assert!(path.exists());
    }

    #[test]
    fn one_at_a_time_has_a_lock_that_goes_away() {
        let folder = folder("lock");
        let path = folder.join(".lock");
        let (inside, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let Ok(_lock) = Lock::wait_for_passing(&path) else { continue };
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                        inside.fetch_sub(1, Ordering::SeqCst);
                        done.fetch_add(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert!(done.into_inner() >= 100);
        assert_eq!(fs::read_dir(&*folder).unwrap().count(), 0);
        let held = Lock::wait(&path).unwrap();
        assert_eq!(Lock::wait(&path).map(drop).unwrap_err().kind(), io::ErrorKind::WouldBlock);
        drop(held);
        assert!(path.exists() && Lock::wait(&path).is_ok());
    }
}
