//! How session files are written: on a thread of its own, in the order in which they are asked for, for a
//! disk may be slow; and how the session is kept in case the window does not end properly.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use winit::event_loop::EventLoopProxy;

use crate::app::desktop::event::Event;
use crate::app::state::State;
use crate::store::{Autosave, Overwrite, SessionFile, Store, write_session};

/// How long after a change the session is kept, with what has changed meanwhile.
const SOON: Duration = Duration::from_secs(1);

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

/// The thread that writes sessions, and what it was given last.
pub(crate) struct SessionWriter {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    /// As it was kept last.
    kept: Option<SessionFile>,
    /// The revision of the state that was looked at last.
    revision: u64,
    /// When to look at the state.
    due: Option<Instant>,
}

impl SessionWriter {
    /// Starts the thread. What has come of writing a session file comes as [`Event::SessionWritten`].
    pub fn start(store: &Store, proxy: EventLoopProxy<Event>) -> Self {
        let (jobs, asked) = channel();
        let store = store.clone();
        let thread = Builder::new().name("sessions".into());
        // Without a thread nothing is written, which is told where somebody asks for it.
        let thread = thread.spawn(move || work(&asked, &store, &proxy)).ok();
        Self { jobs: Some(jobs), thread, kept: None, revision: 0, due: None }
    }

    fn ask(&self, job: Job) -> bool {
        let jobs = self.jobs.as_ref();
        jobs.is_some_and(|jobs| jobs.send(job).is_ok())
    }

    /// Writes a session file. Tells whether somebody will.
    pub fn save(&self, path: PathBuf, session: Box<SessionFile>, overwrite: Overwrite) -> bool {
        self.ask(Job::Save(path, session, overwrite))
    }

    /// Keeps the session where that of another window was kept.
    pub fn adopt(&self, autosave: Autosave) {
        self.ask(Job::Adopt(autosave));
    }

    /// When it has something to do.
    pub fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Keeps the session if it changed some time ago.
    pub fn keep_soon(&mut self, now: Instant, state: &State) {
        match self.due {
            None if state.revision() == self.revision => {}
            None => self.due = Some(now + SOON),
            Some(due) if now < due => {}
            Some(_) => {
                self.due = None;
                self.revision = state.revision();
                let session = state.autosaved();
                if self.kept.as_ref() != Some(&session) {
                    self.ask(Job::Keep(Box::new(session.clone())));
                    self.kept = Some(session);
                }
            }
        }
    }

    /// Writes what is left to be written, and keeps the session no longer unless `keeps` it: then it is
    /// offered at the next start.
    pub fn end(&mut self, keeps: Option<SessionFile>) {
        self.ask(keeps.map_or(Job::End, |session| Job::Keep(Box::new(session))));
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // The panic hook has reported a panic there.
            let _ = thread.join();
        }
    }
}

/// The thread.
fn work(asked: &Receiver<Job>, store: &Store, proxy: &EventLoopProxy<Event>) {
    let mut place: Option<Autosave> = None;
    while let Ok(job) = asked.recv() {
        match job {
            Job::Save(path, session, overwrite) => {
                let written = write_session(&path, &session, overwrite);
                // A window that has ended has nobody to tell.
                let _ = proxy.send_event(Event::SessionWritten(path, written));
            }
            Job::Keep(session) => {
                if session.has_files() {
                    place = place.or_else(|| store.autosave());
                }
                if let Some(place) = &place {
                    // Nobody asked for it: that the folder cannot be written is told of what is
                    // remembered there, and what else is wrong where somebody saves.
                    let _ = place.write(&session);
                }
            }
            Job::Adopt(other) => {
                if let Some(own) = place.replace(other) {
                    own.remove();
                }
            }
            Job::End => {
                if let Some(own) = place.take() {
                    own.remove();
                }
            }
        }
    }
}
