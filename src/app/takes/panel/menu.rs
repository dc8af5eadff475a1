//! The context menu of a take's row.

use egui::{Key, Modifiers, Popup, Response, Ui};

use crate::app::colours::take_swatch::colour_items;
use crate::app::compare::command::CompareCommand;
use crate::app::opening::command::FilesCommand;
use crate::app::takes::command::TakesCommand;
use crate::app::takes::open_take::OpenTake;
use crate::app::takes::panel::offset::begin_typing;
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::rows::{action, menu, separator};
use crate::options::CompareMode;

/// The menu of a row, while it is open: by a right click, or Shift+F10 as elsewhere on desktops.
pub fn take_menu(ui: &Ui, cx: &PanelContext, open: &OpenTake, row: &Response) {
    let mut popup = Popup::context_menu(row);
    let id = Popup::default_response_id(row);
    let asked = || ui.input_mut(|i| i.consume_key(Modifiers::SHIFT, Key::F10));
    if row.has_focus() && asked() {
        Popup::open_id(ui.ctx(), id);
    }
    if Popup::is_id_open(ui.ctx(), id) && Popup::position_of_id(ui.ctx(), id).is_none() {
        popup = popup.anchor(row);
    }
    popup.show(|ui| {
        menu(ui, |ui| items(ui, cx, open));
    });
}

fn items(ui: &mut Ui, cx: &PanelContext, open: &OpenTake) {
    let takes = &cx.state.session.takes;
    let count = takes.len();
    let others = || takes.iter().filter(|other| other.id != open.id);
    let mut ask = |command: TakesCommand| cx.ask(command);

    let alone = if takes.solo() == Some(open.id) { "End solo" } else { "Solo" };
    if action(ui, cx, alone, None, count > 1) {
        ask(TakesCommand::Solo(open.id));
    }
    let another_shows = others().any(|other| takes.is_shown(other));
    if action(ui, cx, "Hide others", None, another_shows) {
        // Whatever shows alone, this one shows now.
        ask(TakesCommand::Show(open.id, true));
        others().for_each(|other| ask(TakesCommand::Show(other.id, false)));
    }
    let hidden = takes.hidden_count();
    if action(ui, cx, "Hide all", None, hidden < count) {
        let all = takes.iter();
        all.for_each(|other| ask(TakesCommand::Show(other.id, false)));
    }
    if action(ui, cx, "Show all", None, hidden > 0) {
        ask(TakesCommand::ShowAll);
    }
    let is_reference = cx.state.session.is_reference(open.id);
    let can = count > 1 && !is_reference;
    if action(ui, cx, "Compare against this", None, can) {
        cx.ask(CompareCommand::SetReference(open.id));
        if cx.state.session.compare_mode() == CompareMode::Off {
            cx.ask(CompareCommand::SetMode(CompareMode::Difference));
        }
    }
    separator(ui, cx);
    colour_items(ui, cx, open, &mut ask);
    separator(ui, cx);
    if action(ui, cx, "Offset take…", None, true) {
        begin_typing(ui, open);
    }
    if action(ui, cx, "Reset offset", None, open.edits.offset != 0.0) {
        ask(TakesCommand::Offset(open.id, 0.0));
    }
    let place = takes.place_of(open.id).unwrap_or(0);
    let move_to = |ui: &mut Ui, word, key, to: usize, can| {
        if action(ui, cx, word, Some(key), can) {
            ask(TakesCommand::Move { take: open.id, to });
        }
    };
    move_to(ui, "Move up", "Alt+↑", place.wrapping_sub(1), place > 0);
    move_to(ui, "Move down", "Alt+↓", place + 1, place + 1 < count);
    separator(ui, cx);
    let key = cx.key_of(FilesCommand::Reload);
    if action(ui, cx, "Reload from disk", key.as_deref(), open.path.is_some()) {
        cx.ask(FilesCommand::Reload);
    }
    if action(ui, cx, "Copy path", None, open.path.is_some())
        && let Some(path) = &open.path
    {
        ui.ctx().copy_text(path.display().to_string());
    }
    separator(ui, cx);
    let key = cx.key_of(TakesCommand::CloseActive);
    let key = key.filter(|_| takes.is_active(open.id));
    if action(ui, cx, "Close", key.as_deref(), true) {
        cx.ask(TakesCommand::Close(open.id));
    }
    if action(ui, cx, "Close others", None, count > 1) {
        cx.ask_all(others().map(|other| TakesCommand::Close(other.id)));
    }
}
