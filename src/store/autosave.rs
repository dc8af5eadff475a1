//! The autosaved sessions: what each window has open, kept in the state folder in case it does not end properly.
//!
//! Each window has a file of its own in `sessions`, and a lock beside it that the system takes away with the program,
//! however that ends. So a file whose lock is free was left by a window that crashed or was killed.

use std::io::ErrorKind;
use std::path::PathBuf;
use std::time::Duration;

use crate::files::{age, make_private_folder};
use crate::fs::{self, File};

use super::session_file::{SESSION_EXTENSION, SessionFile, movable_text, read_session};
use super::{Store, file};

const SESSIONS: &str = "sessions";
const LOCK: &str = "lock";

/// So many sessions that nobody has asked for are kept.
const MAX_UNFINISHED: usize = 10;

/// A session in the state folder, which is this window's own as long as this is there.
#[derive(Debug)]
pub struct Autosave {
    path: PathBuf,
    /// Locked until it is closed.
    _lock: File,
}

/// A session of a window that did not end properly.
#[derive(Debug)]
pub struct RecoverableSession {
    pub autosave: Autosave,
    pub session: SessionFile,
    pub age: Duration,
}

impl Store {
    /// A place to keep this window's session in; `None` where nothing can be kept, or nobody could tell
    /// later whether the window still runs.
    pub fn autosave(&self) -> Option<Autosave> {
        let folder = self.path(SESSIONS)?;
        let _lock = self.lock();
        make_private_folder(&folder).ok()?;
        for number in 1.. {
            let path = folder.join(format!("window-{number}.{LOCK}"));
            match File::options().write(true).create_new(true).open(&path) {
                Ok(lock) => {
                    if lock.try_lock().is_err() {
                        // A network without locks: nothing is left of the try.
                        let _ = fs::remove_file(&path);
                        return None;
                    }
                    let path = path.with_extension(SESSION_EXTENSION);
                    return Some(Autosave { path, _lock: lock });
                }
                // That of another window.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(_) => break,
            }
        }
        None
    }

    /// The last session of a window that did not end properly, where there is one with takes. No other
    /// window finds it as long as this one has it.
    pub fn unfinished(&self) -> Option<RecoverableSession> {
        let folder = self.path(SESSIONS)?;
        let files: Vec<PathBuf> =
            fs::read_dir(&folder).ok()?.flatten().map(|entry| entry.path()).collect();
        let is_session =
            |path: &&PathBuf| path.extension().is_some_and(|own| own == SESSION_EXTENSION);
        let _lock = self.lock();
        // What a window left that wrote nothing, or was killed while it did.
        for path in files.iter().filter(|path| !is_session(path)) {
            let is_stray = !path.with_extension(SESSION_EXTENSION).exists();
            if is_stray && File::open(path).is_ok_and(|file| file.try_lock().is_ok()) {
                let _ = fs::remove_file(path);
            }
        }
        let sessions = files.iter().filter(is_session).filter_map(|path| {
            let lock = File::create(path.with_extension(LOCK)).ok()?;
            lock.try_lock().ok()?;
            let written = fs::metadata(path).and_then(|file| file.modified());
            Some((
                written.map(age).unwrap_or_default(),
                Autosave { path: path.clone(), _lock: lock },
            ))
        });
        let mut left: Vec<(Duration, Autosave)> = sessions.collect();
        left.sort_by_key(|(age, _)| *age);
        for (_, old) in left.drain(MAX_UNFINISHED.min(left.len())..) {
            old.remove();
        }
        left.into_iter().find_map(|(age, autosave)| {
            let session = read_session(&autosave.path).ok()?;
            (!session.takes.is_empty()).then_some(RecoverableSession { autosave, session, age })
        })
    }
}

impl Autosave {
    /// Keeps what is open; nothing where there is nothing to come back to.
    pub fn write(&self, session: &SessionFile) -> Result<(), String> {
        if session.has_files() {
            file::write(&self.path, &movable_text(session)?)
        } else {
            file::remove(&self.path)
        }
    }

    pub fn remove(self) {
        // What cannot be removed is offered at the next start, and does no harm.
        let _ = fs::remove_file(&self.path);
        let _ = fs::remove_file(self.path.with_extension(LOCK));
    }
}
