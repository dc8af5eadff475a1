//! The open overlay: the command palette, the keyboard shortcuts, the columns of a table, or the export.

use egui::{Id, Popup, Ui};

use crate::app::columns::dialog as table_columns;
use crate::app::export::dialog as export;
use crate::app::interface::shortcuts;
use crate::app::palette::panel as command_palette;
use crate::app::widgets::context::PanelContext;
use crate::options::Overlay;

/// What is open over the window, if anything is.
pub fn overlays_ui(ui: &mut Ui, cx: &PanelContext) {
    let id = Id::unique("overlay");
    let before: Option<Overlay> = ui.data(|data| data.get_temp(id)).flatten();
    if before != cx.state.interface.overlay {
        ui.data_mut(|data| data.insert_temp(id, cx.state.interface.overlay));
        command_palette::forget(ui);
        Popup::close_all(ui.ctx());
    }
    match cx.state.interface.overlay {
        Some(Overlay::CommandPalette) => command_palette::palette_ui(ui, cx),
        Some(Overlay::Shortcuts) => shortcuts::key_sheet_ui(ui, cx),
        Some(Overlay::Columns) => table_columns::table_columns_ui(ui, cx),
        Some(Overlay::Export) => export::export_ui(ui, cx),
        Some(Overlay::GoTo) | None => {}
    }
}
