//! The context menu of a take's row.

use egui::{Response, Ui};

use crate::app::colours::picker::colour_items;
use crate::app::takes::panel::offset::begin_typing;
use crate::app::widgets::rows::{context_menu, separator};
use crate::app::widgets::{PanelContext, action, command_action};
use crate::app::{CompareCommand, FilesCommand, OpenTake, TakesCommand};
use crate::options::CompareMode;

/// The menu of a row, while it is open.
pub fn take_menu(ui: &Ui, cx: &PanelContext, open: &OpenTake, row: &Response) {
    context_menu(ui, row, |ui| items(ui, cx, open));
}

fn items(ui: &mut Ui, cx: &PanelContext, open: &OpenTake) {
    let takes = &cx.state.session.takes;
    let (id, count, hidden) = (open.id, takes.len(), takes.hidden_count());
    let others = || takes.iter().filter(|other| other.id != id);

    let alone = if takes.solo() == Some(id) { "End solo" } else { "Solo" };
    command_action(ui, cx, alone, None, count > 1, TakesCommand::Solo(id));
    let another_shows = others().any(|other| takes.is_shown(other));
    if action(ui, cx, "Hide others", None, another_shows) {
        // Whatever shows alone, this one shows now.
        cx.ask(TakesCommand::Show(id, true));
        cx.ask_all(others().map(|other| TakesCommand::Show(other.id, false)));
    }
    if action(ui, cx, "Hide all", None, hidden < count) {
        cx.ask_all(takes.iter().map(|other| TakesCommand::Show(other.id, false)));
    }
    command_action(ui, cx, "Show all", None, hidden > 0, TakesCommand::ShowAll);
    let can = count > 1 && !cx.state.session.is_reference(id);
    if action(ui, cx, "Compare against this", None, can) {
        cx.ask(CompareCommand::SetReference(id));
        if cx.state.session.compare_mode() == CompareMode::Off {
            cx.ask(CompareCommand::SetMode(CompareMode::Difference));
        }
    }
    separator(ui, cx);
    colour_items(ui, cx, open);
    separator(ui, cx);
    if action(ui, cx, "Offset take…", None, true) {
        begin_typing(ui, open);
    }
    let is_offset = open.edits.offset != 0.0;
    command_action(ui, cx, "Reset offset", None, is_offset, TakesCommand::Offset(id, 0.0));
    let place = takes.place_of(id).unwrap_or(0);
    for (word, key, to, can) in [
        ("Move up", "Alt+↑", place.wrapping_sub(1), place > 0),
        ("Move down", "Alt+↓", place + 1, place + 1 < count),
    ] {
        command_action(ui, cx, word, Some(key), can, TakesCommand::Move { take: id, to });
    }
    separator(ui, cx);
    let key = cx.key_of(FilesCommand::Reload);
    let is_file = open.path.is_some();
    command_action(ui, cx, "Reload from disk", key.as_deref(), is_file, FilesCommand::Reload);
    if action(ui, cx, "Copy path", None, is_file)
        && let Some(path) = &open.path
    {
        ui.ctx().copy_text(path.display().to_string());
    }
    separator(ui, cx);
    let key = cx.key_of(TakesCommand::CloseActive).filter(|_| takes.is_active(id));
    command_action(ui, cx, "Close", key.as_deref(), true, TakesCommand::Close(id));
    if action(ui, cx, "Close others", None, count > 1) {
        cx.ask_all(others().map(|other| TakesCommand::Close(other.id)));
    }
}
