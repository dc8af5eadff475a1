//! How colours and lines of skeletons are remembered.

use crate::app::State;
use crate::store::{Diagnostics, Store};

/// Remembers the colours and lines of skeletons, where they changed.
pub fn remember_colours(state: &mut State, store: &Store) -> Diagnostics {
    let mut diagnostics = Vec::new();
    for open in state.session.take_unsaved() {
        let keys = open.keys();
        let memory = open.memory(&keys);
        if store.skeleton(&keys).0 != memory {
            diagnostics.extend(store.remember_skeleton(&keys, &open.take.name, &memory));
        }
    }
    diagnostics
}
