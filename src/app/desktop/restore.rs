//! How the state is restored from the store at start, and how colours of skeletons and reviews are saved.

use crate::app::notes::saving::Unsaved;
use crate::app::state::State;
use crate::files::{IfNewer, SaveError, Saved};
use crate::store::{Diagnostics, Store, Window};

/// Takes over what was kept in the store. Returns the window that was there last.
pub fn recall(state: &mut State, store: &Store) -> Window {
    let (settings, mut complaints) = store.settings();
    let (remembered, more) = store.remembered();
    complaints.extend(more);
    let (colour_sets, more) = store.colour_sets();
    complaints.extend(more);
    complaints.extend(state.set_settings(&settings));
    state.session.colour_sets = colour_sets;
    let window = remembered.window.clone();
    state.recall(remembered);
    state.interface.notices.push_diagnostics(complaints);
    window
}

/// Remembers the colours and lines of skeletons, where they changed.
pub fn remember_colours(state: &mut State, store: &Store) -> Diagnostics {
    let mut complaints = Vec::new();
    for open in state.session.take_unsaved() {
        let keys = open.keys();
        let memory = open.memory(&keys);
        if store.skeleton(&keys).0 != memory {
            let name = &open.take.name;
            complaints.extend(store.remember_skeleton(&keys, name, &memory));
        }
    }
    complaints
}

/// Saves the review of a take beside it.
///
/// # Errors
/// Those of [`crate::files::Reviews::save`].
pub fn save_review(unsaved: &Unsaved, store: &Store) -> Result<Saved, SaveError> {
    let if_newer = if unsaved.replaces_newer { IfNewer::Replace } else { IfNewer::Refuse };
    store.reviews().save(&unsaved.path, &unsaved.review, if_newer)
}
