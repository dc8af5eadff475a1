//! How reviews are saved beside their takes: on a thread, soon after a change, and all of them at the end.

use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use winit::event_loop::EventLoopProxy;

use crate::app::desktop::event::Event;
use crate::app::desktop::restore::save_review;
use crate::app::ids::TakeId;
use crate::app::notes::saving::Unsaved;
use crate::app::state::State;
use crate::files::{SaveError, Saved};
use crate::store::Store;

/// How long after a change it is saved, with what has changed meanwhile.
const SOON: Duration = Duration::from_millis(250);

/// What is under way.
#[derive(Default)]
pub(crate) struct SavingReviews {
    due: Option<Instant>,
    /// Returns the reviews that were not saved.
    running: Option<JoinHandle<Vec<Unsaved>>>,
}

impl SavingReviews {
    /// When it has something to do.
    pub fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Saves what changed some time ago. What comes of it comes as [`Event::ReviewsSaved`].
    pub fn save_soon(
        &mut self,
        now: Instant,
        state: &mut State,
        store: &Store,
        proxy: &EventLoopProxy<Event>,
    ) {
        if !state.has_unsaved_reviews() {
            self.due = None;
            return;
        }
        let due = *self.due.get_or_insert(now + SOON);
        let is_busy = self.running.as_ref().is_some_and(|thread| !thread.is_finished());
        if now < due {
            return;
        }
        if is_busy {
            self.due = Some(now + SOON);
            return;
        }
        self.due = None;
        let unsaved = state.take_unsaved_reviews();
        let (own_store, proxy) = (store.clone(), proxy.clone());
        let own = unsaved.clone();
        let work = move || {
            let saved: Vec<_> = own.iter().map(|unsaved| save(unsaved, &own_store)).collect();
            let failed = own.into_iter().zip(&saved);
            let failed = failed.filter(|(_, (_, saved))| saved.is_err());
            let failed = failed.map(|(unsaved, _)| unsaved).collect();
            // A window that has ended has nobody to tell.
            let _ = proxy.send_event(Event::ReviewsSaved(saved));
            failed
        };
        match Builder::new().name("saving".into()).spawn(work) {
            Ok(thread) => self.running = Some(thread),
            // Without a thread it is done here.
            Err(_) => {
                for (id, saved) in unsaved.iter().map(|unsaved| save(unsaved, store)) {
                    state.take_in_saved(id, saved);
                }
            }
        }
    }

    /// Saves all that is not saved, before the program ends: also what could not be saved before.
    pub fn finish(&mut self, state: &mut State, store: &Store) {
        let running = self.running.take();
        // The panic hook has reported a panic there.
        let failed = running.and_then(|running| running.join().ok());
        let unsaved = failed.into_iter().flatten().chain(state.reviews_to_finish());
        for unsaved in unsaved {
            // Nobody is left to tell what goes wrong.
            let _ = save(&unsaved, store);
        }
    }
}

fn save(unsaved: &Unsaved, store: &Store) -> (TakeId, Result<Saved, SaveError>) {
    (unsaved.id, save_review(unsaved, store))
}
