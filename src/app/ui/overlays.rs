//! The open overlay: the command palette or the keyboard shortcuts.

use egui::{Id, Popup, Ui};

use super::{command_palette, shortcuts};
use crate::app::command::Command;
use crate::app::options::Overlay;
use crate::app::state::State;

/// What is open over the window, if anything is.
pub fn overlays_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let id = Id::unique("overlay");
    let before: Option<Overlay> = ui.data(|data| data.get_temp(id)).flatten();
    if before != state.interface.overlay {
        ui.data_mut(|data| data.insert_temp(id, state.interface.overlay));
        command_palette::forget(ui);
        Popup::close_all(ui.ctx());
    }
    match state.interface.overlay {
        Some(Overlay::CommandPalette) => command_palette::palette_ui(ui, state, commands),
        Some(Overlay::Shortcuts) => shortcuts::key_sheet_ui(ui, state, commands),
        Some(Overlay::GoTo) | None => {}
    }
}
