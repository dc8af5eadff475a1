//! What can be done with one of the open takes, by a right click on its row.

use egui::{Key, Modifiers, Popup, Response, Ui};

use super::offset::begin_typing;
use super::take_row::colour_items;
use crate::app::command::Command;
use crate::app::state::State;
use crate::app::ui::rows::{action, menu, separator};

/// The menu of a row, while it is open: by a right click, or Shift+F10 as elsewhere on desktops.
pub fn take_menu(
    ui: &Ui,
    state: &State,
    index: usize,
    row: &Response,
    commands: &mut Vec<Command>,
) {
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
        menu(ui, |ui| items(ui, state, index, commands));
    });
}

fn items(ui: &mut Ui, state: &State, index: usize, commands: &mut Vec<Command>) {
    let theme = state.theme;
    let open = &state.takes[index];
    let count = state.takes.len();
    let others = || (0..count).filter(move |other| *other != index);
    let shown = |i: &usize| state.is_shown(*i);

    let alone = match state.solo == Some(open.id) {
        true => "Show the others again",
        false => "Show alone",
    };
    if action(ui, theme, alone, None, count > 1) {
        commands.push(Command::Solo(index));
    }
    if action(ui, theme, "Hide others", None, others().any(|i| shown(&i))) {
        // Whatever shows alone, this one shows now.
        commands.push(Command::ShowTake(index, true));
        commands.extend(others().map(|other| Command::ShowTake(other, false)));
    }
    let all_show = (0..count).all(|i| shown(&i));
    if action(ui, theme, "Hide all", None, (0..count).any(|i| shown(&i))) {
        commands.extend((0..count).map(|i| Command::ShowTake(i, false)));
    }
    if action(ui, theme, "Show all", None, !all_show) {
        commands.push(Command::ShowAllTakes);
    }
    separator(ui, theme);
    colour_items(ui, state, index, commands);
    separator(ui, theme);
    if action(ui, theme, "Offset…", None, true) {
        begin_typing(ui, state, index);
    }
    if action(ui, theme, "Reset offset", None, open.offset != 0.0) {
        commands.push(Command::Offset(index, 0.0));
    }
    let mut move_to = |ui: &mut Ui, word, key, to: usize, can| {
        if action(ui, theme, word, Some(key), can) {
            commands.push(Command::Order { from: index, to });
        }
    };
    move_to(ui, "Move up", "Alt+↑", index.wrapping_sub(1), index > 0);
    move_to(ui, "Move down", "Alt+↓", index + 1, index + 1 < count);
    separator(ui, theme);
    let key = state.keymap.key_of(&Command::Reload);
    if action(
        ui,
        theme,
        "Reload from disk",
        key.as_deref(),
        open.path.is_some(),
    ) {
        commands.push(Command::Reload);
    }
    if action(ui, theme, "Copy path", None, open.path.is_some())
        && let Some(path) = &open.path
    {
        ui.ctx().copy_text(path.display().to_string());
    }
    separator(ui, theme);
    let key = state.keymap.key_of(&Command::CloseActive);
    let key = key.filter(|_| index == state.active);
    if action(ui, theme, "Close", key.as_deref(), true) {
        commands.push(Command::Close(index));
    }
    if action(ui, theme, "Close others", None, count > 1) {
        // From the end on, so that none changes the place of one that is still to go.
        let mut others: Vec<usize> = others().collect();
        others.reverse();
        commands.extend(others.into_iter().map(Command::Close));
    }
}
