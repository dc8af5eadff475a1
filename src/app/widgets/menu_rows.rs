//! The rows of menus: commands with their shortcuts, toggles, choices, labelled controls.

use egui::containers::menu::{MenuConfig, MenuState, SubMenu};
use egui::{
    Align2, Color32, Popup, PopupCloseBehavior, Rect, Response, Role, Sense, Stroke, StrokeKind,
    Ui, WidgetInfo, pos2, vec2,
};

use crate::app::theme::{CORNER, regular};
use crate::app::widgets::words::chip;
use crate::app::widgets::{
    PanelContext, RowColours, caps, caps_width, cut, icons, is_near, menu_row, one_line,
    paint_mark, put, tip_beside,
};
use crate::app::{Command, DisplayCommand, FeatureCommand, Menu, Shortcut};
use crate::options::ViewToggle;

pub const ROW: f32 = 26.0;

/// What stands before the words of a row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Nothing: the row does something once.
    None,
    /// The row turns something on and off, and it is on or off.
    Switch(bool),
    /// The row opens a further menu.
    Opens,
}

/// A row of a menu, as wide as the menu is.
pub fn row(ui: &mut Ui, cx: &PanelContext, mark: Mark, word: &str, keys: &[Shortcut]) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let opened = mark == Mark::Opens && is_open(ui, &response);
    let is_lit = is_near(&response) || opened;
    let on = RowColours::paint(ui, cx, rect, is_lit);
    let mut left = rect.left() + 10.0;
    match mark {
        Mark::Switch(is_on) => {
            left = rect.left() + 26.0;
            let at = rect.left_center() + vec2(12.0, 0.0);
            paint_mark(ui, at, is_on, on.accent, on.dim);
        }
        Mark::Opens => {
            icons::fold(ui.painter(), rect.right_center() - vec2(13.0, 0.0), false, on.dim);
        }
        Mark::None => {}
    }
    let keys = &keys[..keys.len().min(1)];
    let keys_left = rect.right() - 8.0 - caps_width(ui, keys);
    caps(ui, cx, pos2(keys_left, rect.center().y), keys, is_lit);
    let text = cut(ui, word, regular(13.0), on.text, keys_left - 8.0 - left);
    put(ui, pos2(left, rect.center().y), text, on.text);
    response.widget_info(|| match mark {
        Mark::Switch(on) => WidgetInfo::selected(Role::CheckBox, ui.is_enabled(), on, word),
        _ => WidgetInfo::labeled(Role::MenuItem, ui.is_enabled(), word),
    });
    response
}

/// A row that opens a further menu.
pub fn submenu(ui: &mut Ui, cx: &PanelContext, word: &str, contents: impl FnOnce(&mut Ui)) {
    let opener = row(ui, cx, Mark::Opens, word, &[]);
    SubMenu::new().show(ui, &opener, contents);
}

/// A [`submenu`] that stays open while things in it are tried.
pub fn lasting_submenu(ui: &mut Ui, cx: &PanelContext, word: &str, contents: impl FnOnce(&mut Ui)) {
    let opener = row(ui, cx, Mark::Opens, word, &[]);
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    SubMenu::new().config(config).show(ui, &opener, contents);
}

/// A row that copies a text, and closes the menu.
pub fn copy_row(ui: &mut Ui, cx: &PanelContext, word: &str, text: impl Into<String>) {
    if row(ui, cx, Mark::None, word, &[]).clicked() {
        ui.copy_text(text.into());
        ui.close();
    }
}

fn is_open(ui: &Ui, response: &Response) -> bool {
    let id = SubMenu::id_from_widget_id(response.id);
    MenuState::from_ui(ui, |menu, _| menu.open_item == Some(id))
}

/// A row that asks for a command, with the command's keys, and closes the menu.
pub fn command_row(ui: &mut Ui, cx: &PanelContext, word: &str, command: impl Into<Command>) {
    let command = command.into();
    if row(ui, cx, Mark::None, word, cx.keys_of(&command)).clicked() {
        cx.ask(command);
        ui.close();
    }
}

pub fn toggle_row(
    ui: &mut Ui,
    cx: &PanelContext,
    word: &str,
    tip: &str,
    command: impl Into<Command>,
) {
    let command = command.into();
    let on = command.is_on(cx.state).unwrap_or(false);
    let row = row(ui, cx, Mark::Switch(on), word, cx.keys_of(&command));
    cx.ask_if(tip_beside(row, tip).clicked(), command);
}

pub fn switch_row(ui: &mut Ui, cx: &PanelContext, switch: ViewToggle) {
    toggle_row(ui, cx, switch.name(), switch.tooltip(), DisplayCommand::Toggle(switch));
}

/// The rows of a part of a menu, in the order of their places; what is on or off is a switch with its tip.
pub fn action_rows(ui: &mut Ui, cx: &PanelContext, menu: Menu, part: u8) {
    for action in menu.rows(part) {
        match &action.command {
            Command::Display(DisplayCommand::Toggle(switch)) => switch_row(ui, cx, *switch),
            command if action.tip.is_empty() => command_row(ui, cx, action.word(), command),
            command => toggle_row(ui, cx, action.word(), action.tip, command),
        }
    }
}

/// Makes a menu so wide, in points, without space between its rows.
pub fn set_menu_width(ui: &mut Ui, width: f32) {
    ui.set_width(width);
    ui.spacing_mut().item_spacing.y = 0.0;
}

/// The menu of a button that stays open while things in it are tried.
pub fn lasting_menu(button: &Response) -> Popup<'_> {
    Popup::menu(button).close_behavior(PopupCloseBehavior::CloseOnClickOutside)
}

/// A label and choices side by side, each with what it asks for.
pub fn choices<const N: usize, C: Into<Command>>(
    ui: &mut Ui,
    cx: &PanelContext,
    label: &str,
    choices: [(&str, bool, C); N],
) {
    let colours = cx.colours;
    labelled(ui, cx, label, |ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for (word, chosen, command) in choices {
            let mark = |ui: &Ui, rect: Rect, response: &Response| {
                if response.has_focus() {
                    let stroke = Stroke::new(1.5, colours.accent);
                    ui.painter().rect_stroke(rect, CORNER, stroke, StrokeKind::Inside);
                }
                if chosen {
                    let line = Stroke::new(2.0, colours.accent);
                    let along = rect.shrink2(vec2(8.0, 0.0)).x_range();
                    ui.painter().hline(along, rect.bottom() - 2.0, line);
                }
            };
            let response = chip(ui, colours, word, [13.0, 8.0], chosen, mark);
            let name = format!("{label}: {word}");
            response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, &name));
            // What is chosen already is not asked for again.
            cx.ask_if(response.clicked() && !chosen, command);
        }
    });
}

/// A row with a label at its left and controls behind it.
pub fn labelled(ui: &mut Ui, cx: &PanelContext, label: &str, controls: impl FnOnce(&mut Ui)) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW + 2.0), Sense::hover());
    let at = rect.left_center() + vec2(8.0, 0.0);
    let font = regular(13.0);
    let label_rect = ui.painter().text(at, Align2::LEFT_CENTER, label, font, cx.colours.dim);
    let mut inside = rect;
    // A label that is longer than others moves its choices along.
    inside.min.x = (rect.left() + 74.0).max(label_rect.right() + 10.0);
    let builder = egui::UiBuilder::new()
        .max_rect(inside)
        .layout(egui::Layout::left_to_right(egui::Align::Center))
        .id_salt(label);
    ui.scope_builder(builder, controls);
}

/// A fine line between parts of a menu.
pub fn line(ui: &mut Ui, cx: &PanelContext) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 11.0), Sense::hover());
    let line = Stroke::new(1.0, cx.colours.line);
    ui.painter().hline(rect.shrink2(vec2(8.0, 0.0)).x_range(), rect.center().y, line);
}

/// One choice of a menu; the one that holds has a mark.
pub fn menu_item(ui: &mut Ui, cx: &PanelContext, chosen: bool, word: &str) -> Response {
    /// What is left free before and behind the word, in points.
    const BESIDE: [f32; 2] = [26.0, 12.0];
    let galley = one_line(ui, word, regular(13.0), Color32::PLACEHOLDER);
    let width = (BESIDE[0] + galley.size().x + BESIDE[1]).max(150.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, 26.0), Sense::click());
    let on = RowColours::paint(ui, cx, rect, is_near(&response));
    if chosen {
        ui.painter().circle_filled(rect.left_center() + vec2(12.0, 0.0), 3.5, on.accent);
    }
    let at = rect.left_center() + vec2(BESIDE[0], -0.5 * galley.size().y);
    ui.painter().galley(at, galley, on.text);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, word));
    // A click does so by itself; a choice by the keyboard closes its menu as well.
    if response.clicked() {
        ui.close();
    }
    response
}

/// A choice of a menu that asks for a command.
pub fn command_item(
    ui: &mut Ui,
    cx: &PanelContext,
    chosen: bool,
    word: &str,
    command: impl Into<Command>,
) {
    cx.ask_if(menu_item(ui, cx, chosen, word).clicked(), command);
}

/// Choices of a menu, each with what it asks for.
pub fn menu_items<C: Into<Command>>(
    ui: &mut Ui,
    cx: &PanelContext,
    items: impl IntoIterator<Item = (bool, &'static str, C)>,
) {
    for (chosen, word, command) in items {
        command_item(ui, cx, chosen, word, command);
    }
}

/// What a toggle is called where it is on and where it is off, as choices of a menu.
pub fn toggle_items(ui: &mut Ui, cx: &PanelContext, toggle: ViewToggle, words: [(bool, &str); 2]) {
    let is_on = cx.state.is_on(toggle);
    for (on, word) in words {
        let is_chosen = menu_item(ui, cx, is_on == on, word).clicked();
        cx.ask_if(is_chosen && is_on != on, DisplayCommand::Toggle(toggle));
    }
}

/// A label with a value that is one of some choices: a click on it opens their menu.
pub fn choice_row<C: Into<Command>>(
    ui: &mut Ui,
    cx: &PanelContext,
    label: &str,
    value: &str,
    tip: &str,
    items: impl IntoIterator<Item = (bool, &'static str, C)>,
) {
    let button = menu_row(ui, cx, label, value, tip);
    Popup::menu(&button).show(|ui| menu_items(ui, cx, items));
}
