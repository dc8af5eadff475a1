//! How the remembered state is autosaved: on a thread, soon after a change, so that it survives a crash.

use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use winit::event_loop::EventLoopProxy;

use crate::app::desktop::event::Event;
use crate::app::desktop::gpu_window::GpuWindow;
use crate::app::state::State;
use crate::store::{Remembered, Store, Window};

/// How long after a change it is written, with what has changed meanwhile.
const SOON: Duration = Duration::from_millis(400);

/// What was kept last, and what is under way.
pub(crate) struct Keeping {
    /// How the window was when it was last neither maximised nor full screen.
    pub window: Window,
    /// As it was to be written last, or as the window came up with it.
    kept: Option<Remembered>,
    /// As it was written last.
    written: Option<Remembered>,
    /// When to look whether something is to be written.
    due: Option<Instant>,
    /// Tells whether it could be written.
    writing: Option<JoinHandle<bool>>,
}

impl Keeping {
    /// Nothing is written yet.
    pub fn new(window: Window) -> Self {
        Self { window, kept: None, written: None, due: None, writing: None }
    }

    /// Looks soon, if that is not to be done already.
    pub fn look(&mut self, now: Instant) {
        self.due.get_or_insert(now + SOON);
    }

    /// When it has something to do.
    pub fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Writes what is to be remembered if it changed some time ago, on a thread of its own: a disk may
    /// be slow. What goes wrong comes as [`Event::SaveFailed`].
    pub fn keep_soon(
        &mut self,
        now: Instant,
        state: &State,
        store: &Store,
        gpu: &GpuWindow,
        proxy: &EventLoopProxy<Event>,
    ) {
        if !gpu.is_visible {
            return;
        }
        // How large the window is, the desktop is only asked when it is due.
        let known = || state.remembered(self.window.clone());
        match (&self.kept, self.due) {
            (None, _) => {
                self.kept = Some(known());
                self.written.clone_from(&self.kept);
                return;
            }
            (Some(_), Some(due)) if now < due => return,
            (Some(_), Some(_)) => self.due = None,
            (Some(kept), None) => {
                if *kept != known() {
                    self.look(now);
                }
                return;
            }
        }
        let is_busy = |writing: &JoinHandle<bool>| !writing.is_finished();
        if self.writing.as_ref().is_some_and(is_busy) {
            self.look(now);
            return;
        }
        self.finish_writing();
        let current = self.current(state, gpu);
        let Some(before) = self.written.clone().filter(|_| self.kept.as_ref() != Some(&current))
        else {
            return;
        };
        let store = store.clone();
        let proxy = proxy.clone();
        let now = current.clone();
        let write = move || {
            let told = store.remember(&before, &now);
            let is_written = told.is_empty();
            if !is_written {
                // A window that has ended has nobody to tell.
                let _ = proxy.send_event(Event::SaveFailed(told));
            }
            is_written
        };
        // Without a thread it is still to be written when this is looked at next.
        if let Ok(writing) = Builder::new().name("keeping".into()).spawn(write) {
            self.writing = Some(writing);
            self.kept = Some(current);
        }
    }

    /// Writes what has changed since it was written last, before the program ends.
    pub fn keep(&mut self, state: &State, store: &Store, gpu: &GpuWindow) {
        self.finish_writing();
        let current = self.current(state, gpu);
        if let Some(before) = self.written.as_ref().filter(|before| **before != current) {
            // Nobody is left to tell what goes wrong.
            store.remember(before, &current);
        }
    }

    /// Waits for what is being written. What could not be is tried again with the next change.
    fn finish_writing(&mut self) {
        // The panic hook has reported a panic there.
        if self.writing.take().is_some_and(|writing| writing.join().unwrap_or(false)) {
            self.written.clone_from(&self.kept);
        }
    }

    /// What is to be remembered now.
    fn current(&mut self, state: &State, gpu: &GpuWindow) -> Remembered {
        self.window = gpu.place(&self.window);
        state.remembered(self.window.clone())
    }
}
