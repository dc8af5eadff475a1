//! What is saved beside the window, since a disk may be slow: reviews and what is remembered, each soon after a
//! change; session files, in the order in which they are asked for; and the session in case the window does not end properly.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use web_time::Instant;

use crate::app::shell::event::{Event, Sender};
use crate::app::{State, TakeId, UnsavedReview, save_review};
use crate::files::{SaveError, SavedReview};
use crate::platform::HAS_DESKTOP;
use crate::store::{Autosave, Overwrite, Remembered, SessionFile, Store, Window, write_session};
use crate::threads::{Beside, Worker, begin};

/// What is saved beside the window.
pub(crate) struct Saving {
    pub reviews: ReviewSaver,
    pub memory: MemorySaver,
    /// Until the program ends.
    pub sessions: Option<SessionWriter>,
    /// Where the session of a window is kept that did not end properly, until somebody has decided.
    pub unfinished: Option<Autosave>,
}

/// When something is saved: soon after a change, with what has changed meanwhile; and what saves it, with what that comes
/// to.
pub(crate) struct DebouncedSave<T = ()> {
    soon: Duration,
    pub at: Option<Instant>,
    work: Option<Beside<T>>,
}

impl<T: Send + 'static> DebouncedSave<T> {
    fn after(milliseconds: u64) -> Self {
        Self { soon: Duration::from_millis(milliseconds), at: None, work: None }
    }

    /// Records that there is something to save, if that is not known already.
    pub fn ask(&mut self, now: Instant) {
        self.at.get_or_insert(now + self.soon);
    }

    /// Whether the time has come; not while something is being saved.
    fn has_elapsed(&mut self, now: Instant) -> bool {
        let is_busy = self.work.as_ref().is_some_and(|work| !work.is_finished());
        let has_elapsed = self.at.is_some_and(|at| at <= now);
        if has_elapsed {
            self.at = is_busy.then_some(now + self.soon);
        }
        has_elapsed && !is_busy
    }

    /// Begins to save, and says whether it could.
    fn begin(&mut self, name: &str, work: impl FnOnce() -> T + Send + 'static) -> bool {
        let begun = begin(name, work);
        let has_begun = begun.is_some();
        self.work = begun.or(self.work.take());
        has_begun
    }

    /// What it comes to, which is waited for.
    fn finish(&mut self) -> Option<T> {
        self.work.take()?.join()
    }
}

/// Saves reviews beside their takes.
pub(crate) struct ReviewSaver {
    /// Comes to the reviews that were not saved.
    pub due: DebouncedSave<Vec<UnsavedReview>>,
}

impl ReviewSaver {
    pub fn new() -> Self {
        Self { due: DebouncedSave::after(250) }
    }

    /// Saves what changed some time ago. What comes of it comes as [`Event::ReviewsSaved`].
    pub fn save_soon(&mut self, now: Instant, state: &mut State, store: &Store, send: &Sender) {
        if !state.has_unsaved_reviews() {
            self.due.at = None;
            return;
        }
        self.due.ask(now);
        if !self.due.has_elapsed(now) {
            return;
        }
        let unsaved = state.take_unsaved_reviews();
        let (own, own_store, send) = (unsaved.clone(), store.clone(), send.clone());
        let work = move || {
            let saved: Vec<_> = own.iter().map(|unsaved| save(unsaved, &own_store)).collect();
            let failed = own.into_iter().zip(&saved).filter(|(_, (_, saved))| saved.is_err());
            let failed = failed.map(|(unsaved, _)| unsaved).collect();
            send(Event::ReviewsSaved(saved));
            failed
        };
        // The disk of a page is memory, and a page may end at any time.
        if !HAS_DESKTOP || !self.due.begin("saving", work) {
            // Without a thread it is done here.
            for (id, saved) in unsaved.iter().map(|unsaved| save(unsaved, store)) {
                state.accept_saved_review(id, saved);
            }
        }
    }

    /// Saves all that is not saved, before the program ends: also what could not be saved before.
    pub fn finish(&mut self, state: &mut State, store: &Store) {
        let failed = self.due.finish().into_iter().flatten();
        for unsaved in failed.chain(state.reviews_to_finish()) {
            // Nobody is left to tell what goes wrong.
            let _ = save(&unsaved, store);
        }
    }
}

fn save(unsaved: &UnsavedReview, store: &Store) -> (TakeId, Result<SavedReview, SaveError>) {
    (unsaved.id, save_review(unsaved, store))
}

/// Saves what is remembered, so that it survives a crash.
pub(crate) struct MemorySaver {
    /// How the window was when it was last neither maximised nor full screen.
    pub window: Window,
    /// When to look whether something is to be written; comes to whether it could be.
    pub due: DebouncedSave<bool>,
    /// As it was to be written last, or as the window came up with it.
    kept: Option<Remembered>,
    /// As it was written last.
    written: Option<Remembered>,
}

impl MemorySaver {
    /// Nothing is written yet.
    pub fn new(window: Window) -> Self {
        Self { window, due: DebouncedSave::after(400), kept: None, written: None }
    }

    /// Writes what is to be remembered if it changed some time ago; `place` says how the window is now, from how it was last.
    /// What goes wrong comes as [`Event::SaveFailed`].
    pub fn save_soon(
        &mut self,
        now: Instant,
        state: &State,
        store: &Store,
        place: &dyn Fn(&Window) -> Window,
        send: &Sender,
    ) {
        // How large the window is, the desktop is only asked when it is due.
        let known = || state.remembered(self.window.clone());
        let Some(kept) = &self.kept else {
            self.kept = Some(known());
            self.written.clone_from(&self.kept);
            return;
        };
        if self.due.at.is_none() && *kept != known() {
            return self.due.ask(now);
        }
        if !self.due.has_elapsed(now) {
            return;
        }
        self.finish_writing();
        let current = self.current(state, place);
        let Some(before) = self.written.clone().filter(|_| self.kept.as_ref() != Some(&current))
        else {
            return;
        };
        let (after, store, send) = (current.clone(), store.clone(), send.clone());
        let write = move || {
            let diagnostics = store.remember(&before, &after);
            let is_written = diagnostics.is_empty();
            if !is_written {
                send(Event::SaveFailed(diagnostics));
            }
            is_written
        };
        // Without a thread it is still to be written when this is looked at next.
        if self.due.begin("keeping", write) {
            self.kept = Some(current);
        }
    }

    /// Writes what has changed since it was written last, before the program ends.
    pub fn finish(&mut self, state: &State, store: &Store, place: &dyn Fn(&Window) -> Window) {
        self.finish_writing();
        let current = self.current(state, place);
        if let Some(before) = self.written.as_ref().filter(|before| **before != current) {
            // Nobody is left to tell what goes wrong.
            store.remember(before, &current);
        }
    }

    /// Waits for what is being written. What could not be is tried again with the next change.
    fn finish_writing(&mut self) {
        if self.due.finish().unwrap_or(false) {
            self.written.clone_from(&self.kept);
        }
    }

    fn current(&mut self, state: &State, place: &dyn Fn(&Window) -> Window) -> Remembered {
        self.window = place(&self.window);
        state.remembered(self.window.clone())
    }
}

/// Something to write.
enum Job {
    /// A session file, for the person.
    Save(PathBuf, Box<SessionFile>, Overwrite),
    /// What is open, in case of a crash.
    Keep(Box<SessionFile>),
    /// Where that is kept from now on.
    Adopt(Autosave),
    /// Nothing is kept any longer: the window ends properly.
    End,
}

/// What writes sessions, and what it was given last.
pub(crate) struct SessionWriter {
    /// When to look at the state.
    pub due: DebouncedSave,
    jobs: Arc<Mutex<VecDeque<Job>>>,
    worker: Worker,
    /// As it was kept last.
    kept: Option<SessionFile>,
    /// Whether that failed: whatever changes next, it is tried again.
    has_failed: Arc<AtomicBool>,
    /// The revision of the state that was looked at last.
    revision: u64,
}

impl SessionWriter {
    /// Starts it. What has come of writing a session file comes as [`Event::SessionWritten`].
    pub fn start(store: &Store, send: &Sender) -> Self {
        let jobs = Arc::<Mutex<VecDeque<Job>>>::default();
        let has_failed = Arc::<AtomicBool>::default();
        let failed = has_failed.clone();
        let mut writing =
            Writing { store: store.clone(), send: send.clone(), place: None, has_failed: failed };
        let asked = jobs.clone();
        let worker = Worker::start("sessions", move || {
            let job = lock(&asked).pop_front();
            job.map(|job| writing.write(job)).is_some()
        });
        let due = DebouncedSave::after(1000);
        Self { due, jobs, worker, kept: None, has_failed, revision: 0 }
    }

    fn ask(&self, job: Job) {
        lock(&self.jobs).push_back(job);
        self.worker.wake();
    }

    /// Writes a session file.
    pub fn save(&self, path: PathBuf, session: Box<SessionFile>, overwrite: Overwrite) {
        self.ask(Job::Save(path, session, overwrite));
    }

    /// Keeps the session where that of another window was kept.
    pub fn adopt(&self, autosave: Autosave) {
        self.ask(Job::Adopt(autosave));
    }

    /// Keeps the session if it changed some time ago.
    pub fn save_soon(&mut self, now: Instant, state: &State) {
        if state.revision() != self.revision {
            self.due.ask(now);
        }
        if self.due.has_elapsed(now) {
            self.revision = state.revision();
            let session = state.autosaved();
            if self.has_failed.swap(false, Relaxed) {
                self.kept = None;
            }
            if self.kept.as_ref() != Some(&session) {
                self.ask(Job::Keep(Box::new(session.clone())));
                self.kept = Some(session);
            }
        }
    }

    /// Writes what is left to be written, and keeps the session no longer unless `keeps` it: then it is
    /// offered at the next start.
    pub fn end(self, keeps: Option<SessionFile>) {
        self.ask(keeps.map_or(Job::End, |session| Job::Keep(Box::new(session))));
        self.worker.finish();
    }
}

/// What is behind the lock is whole after every line.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How sessions are written.
struct Writing {
    store: Store,
    send: Sender,
    /// Where what is open is kept, once there is something.
    place: Option<Autosave>,
    has_failed: Arc<AtomicBool>,
}

impl Writing {
    fn write(&mut self, job: Job) {
        let unused = match job {
            Job::Save(path, session, overwrite) => {
                let written = write_session(&path, &session, overwrite);
                (self.send)(Event::SessionWritten(path, written));
                None
            }
            Job::Keep(session) => {
                if session.has_files() && self.place.is_none() {
                    self.place = self.store.autosave();
                }
                if let Some(place) = &self.place {
                    // Nobody asked for it: that the folder cannot be written is told of what is
                    // remembered there, and what else is wrong where somebody saves.
                    self.has_failed.store(place.write(&session).is_err(), Relaxed);
                }
                None
            }
            Job::Adopt(other) => self.place.replace(other),
            Job::End => self.place.take(),
        };
        if let Some(unused) = unused {
            unused.remove();
        }
    }
}
