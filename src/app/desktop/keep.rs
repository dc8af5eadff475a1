//! What the next window is to take over: written soon after it changed, so that it outlives whatever
//! ends this one.

use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use super::Desktop;
use crate::app::event::Event;
use crate::app::store::Remembered;

/// How long after a change it is written, with what has changed meanwhile.
const SOON: Duration = Duration::from_millis(400);

/// What was kept last, and what is under way.
#[derive(Default)]
pub(super) struct Keeping {
    /// As it was kept, or as the window came up with it.
    kept: Option<Remembered>,
    /// When to look whether something is to be written.
    due: Option<Instant>,
    writing: Option<JoinHandle<()>>,
}

impl Keeping {
    /// Looks soon, if that is not to be done already.
    pub fn look(&mut self, now: Instant) {
        self.due.get_or_insert(now + SOON);
    }

    /// When it has something to do.
    pub fn due(&self) -> Option<Instant> {
        self.due
    }
}

impl Desktop {
    /// Has what is to be remembered written if it changed some time ago: on a thread of its own, for a
    /// disk may be slow.
    pub(super) fn keep_soon(&mut self, now: Instant) {
        let Some(shown) = self.shown.as_ref().filter(|shown| shown.is_visible) else {
            return;
        };
        // How large the window is, the desktop is only asked when it is due.
        let known = || self.state.remembered(self.window.clone());
        match (&self.keeping.kept, self.keeping.due) {
            (None, _) => {
                self.keeping.kept = Some(known());
                return;
            }
            (Some(_), Some(due)) if now < due => return,
            (Some(_), Some(_)) => {}
            (Some(kept), None) => {
                if *kept != known() {
                    self.keeping.look(now);
                }
                return;
            }
        }
        self.keeping.due = None;
        let is_busy = |writing: &JoinHandle<()>| !writing.is_finished();
        if self.keeping.writing.as_ref().is_some_and(is_busy) {
            self.keeping.look(now);
            return;
        }
        self.window = shown.place(&self.window);
        let current = self.state.remembered(self.window.clone());
        if self.keeping.kept.as_ref() == Some(&current) {
            return;
        }
        let store = self.state.store.clone();
        let proxy = self.proxy.clone();
        let written = current.clone();
        let write = move || {
            let told = store.remember(&written);
            if !told.is_empty() {
                // A window that has ended has nobody to tell.
                let _ = proxy.send_event(Event::Unkept(told));
            }
        };
        // Without a thread it is still to be written when this is looked at next.
        if let Ok(writing) = Builder::new().name("keeping".into()).spawn(write) {
            self.keeping.writing = Some(writing);
            self.keeping.kept = Some(current);
        }
    }

    /// Writes what has changed since it was written last.
    pub(super) fn keep(&mut self) {
        self.state.keep_colours();
        if let Some(writing) = self.keeping.writing.take() {
            // A panic there was told of already.
            let _ = writing.join();
        }
        let Some(shown) = &self.shown else { return };
        self.window = shown.place(&self.window);
        let current = self.state.remembered(self.window.clone());
        if self
            .keeping
            .kept
            .as_ref()
            .is_some_and(|kept| *kept != current)
        {
            // Nobody is left to tell what goes wrong.
            self.state.store.remember(&current);
        }
    }
}
