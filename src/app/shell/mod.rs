//! The shell: what carries the effects of a state out, which is the desktop, a page in a browser, or a test; and what the
//! first two have in common.

pub(crate) mod analyses;
#[cfg(any(page, test))]
pub(crate) mod damage;
pub(crate) mod dialog;
pub(crate) mod dialogs;
pub(crate) mod event;
pub(crate) mod exporter;
pub(crate) mod exports;
pub(crate) mod folder_export;
pub(crate) mod folder_run;
pub(crate) mod pictures;
pub(crate) mod program;
pub(crate) mod read;
pub(crate) mod saving;
pub(crate) mod trace;

use crate::app::{Effect, State};
use crate::store::{Diagnostics, Store, Window};

/// Carries effects out. What takes no more than the store is done alike in every shell; how files are read, asked for and
/// written beside the window is each one's own.
pub trait Shell {
    /// The state, and the store that it is kept in.
    fn state_and_store(&mut self) -> (&mut State, &Store);

    /// Carries an effect out that takes threads, a window or a desktop.
    fn carry_out_own(&mut self, effect: Effect);

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            let (state, store) = self.state_and_store();
            let diagnostics = match effect {
                Effect::SaveColumns { files, mapping, name, take } => {
                    let saved = store.save_columns(name.as_deref(), &files, &mapping);
                    let effects = state.columns_saved(files, take, saved);
                    self.carry_out(effects);
                    continue;
                }
                Effect::RememberOpened(paths) => store.opened(&mut state.interface.recent, &paths),
                Effect::ClearRecent => store.forget_recent(&mut state.interface.recent),
                Effect::SaveColourSet(name, set) => {
                    let (_, diagnostics) = store.save_colour_set(&name, &set, true);
                    read_colour_sets(state, store);
                    diagnostics
                }
                Effect::DeleteColourSet(name) => {
                    let (_, diagnostics) = store.delete_colour_set(&name);
                    read_colour_sets(state, store);
                    diagnostics
                }
                own => {
                    self.carry_out_own(own);
                    continue;
                }
            };
            self.push_diagnostics(diagnostics);
        }
    }

    fn push_diagnostics(&mut self, diagnostics: Diagnostics) {
        // What is not changed is not drawn again.
        if !diagnostics.is_empty() {
            self.state_and_store().0.interface.notices.push_diagnostics(diagnostics);
        }
    }
}

/// Takes over the colour sets as they are now: other windows save and delete them, too.
fn read_colour_sets(state: &mut State, store: &Store) {
    let (colour_sets, diagnostics) = store.colour_sets();
    if diagnostics.is_empty() {
        state.session.colour_sets = colour_sets;
    }
}

/// Takes over what was kept in the store. Returns the window that was there last.
pub fn recall(state: &mut State, store: &Store) -> Window {
    let (settings, mut diagnostics) = store.settings();
    let (remembered, more) = store.remembered();
    diagnostics.extend(more);
    let (colour_sets, more) = store.colour_sets();
    diagnostics.extend(more);
    diagnostics.extend(state.set_settings(&settings));
    state.session.colour_sets = colour_sets;
    let window = remembered.window.clone();
    state.recall(remembered);
    state.interface.notices.push_diagnostics(diagnostics);
    window
}
