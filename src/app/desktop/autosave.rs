//! How the remembered state is autosaved: on a thread, soon after a change, so that it survives a crash.

use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use winit::event_loop::EventLoopProxy;

use super::gpu_window::GpuWindow;
use crate::app::event::Event;
use crate::app::state::State;
use crate::app::store::{Remembered, Store, Window};

/// How long after a change it is written, with what has changed meanwhile.
const SOON: Duration = Duration::from_millis(400);

/// What was kept last, and what is under way.
pub(super) struct Keeping {
    /// How the window was when it was last neither maximised nor full screen.
    pub window: Window,
    /// As it was kept, or as the window came up with it.
    kept: Option<Remembered>,
    /// When to look whether something is to be written.
    due: Option<Instant>,
    writing: Option<JoinHandle<()>>,
}

impl Keeping {
    /// Nothing is written yet.
    pub fn new(window: Window) -> Self {
        Self {
            window,
            kept: None,
            due: None,
            writing: None,
        }
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
    /// be slow. What goes wrong comes as [`Event::Unkept`].
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
        let is_busy = |writing: &JoinHandle<()>| !writing.is_finished();
        if self.writing.as_ref().is_some_and(is_busy) {
            self.look(now);
            return;
        }
        let Some((before, current)) = self.changed(state, gpu) else {
            return;
        };
        let store = store.clone();
        let proxy = proxy.clone();
        let written = current.clone();
        let write = move || {
            let told = store.remember(&before, &written);
            if !told.is_empty() {
                // A window that has ended has nobody to tell.
                let _ = proxy.send_event(Event::Unkept(told));
            }
        };
        // Without a thread it is still to be written when this is looked at next.
        if let Ok(writing) = Builder::new().name("keeping".into()).spawn(write) {
            self.writing = Some(writing);
            self.kept = Some(current);
        }
    }

    /// Writes what has changed since it was written last, before the program ends.
    pub fn keep(&mut self, state: &State, store: &Store, gpu: &GpuWindow) {
        if let Some(writing) = self.writing.take() {
            // The panic hook has reported a panic there.
            let _ = writing.join();
        }
        if let Some((before, current)) = self.changed(state, gpu) {
            // Nobody is left to tell what goes wrong.
            store.remember(&before, &current);
        }
    }

    /// What was kept last and what is to be remembered now, if they differ.
    fn changed(&mut self, state: &State, gpu: &GpuWindow) -> Option<(Remembered, Remembered)> {
        self.window = gpu.place(&self.window);
        let current = state.remembered(self.window.clone());
        let kept = self.kept.as_ref().filter(|kept| **kept != current)?;
        Some((kept.clone(), current))
    }
}
