//! The rows of menus: commands with their shortcuts, toggles, choices, labelled controls.

use egui::containers::menu::{MenuConfig, MenuState, SubMenu};
use egui::{
    Align2, Color32, PopupCloseBehavior, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo,
    pos2, vec2,
};

use crate::app::command::Command;
use crate::app::command::shortcut::Shortcut;
use crate::app::display::command::DisplayCommand;
use crate::app::state::FeatureCommand;
use crate::app::theme::{CORNER, regular};
use crate::app::widgets;
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::rows::tip_beside;
use crate::app::widgets::text::{one_line, put};
use crate::app::widgets::{OnRow, icons, key_caps};
use crate::options::ViewToggle;

/// The height of a row, in points.
pub const ROW: f32 = 26.0;
/// How much of a row the name of a choice takes, in points.
const LABEL: f32 = 74.0;

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
    let is_lit = response.hovered() || response.has_focus() || opened;
    let on = if is_lit { OnRow::highlighted(ui, cx, rect) } else { OnRow::of(cx.theme) };
    let at = rect.left_center() + vec2(12.0, 0.0);
    match mark {
        Mark::Switch(true) => drop(ui.painter().circle_filled(at, 3.8, on.accent)),
        Mark::Switch(false) => {
            let line = Stroke::new(1.3, on.dim);
            ui.painter().circle_stroke(at, 3.4, line);
        }
        Mark::Opens => {
            let at = rect.right_center() - vec2(13.0, 0.0);
            icons::chevron_right(ui.painter(), at, on.dim);
        }
        Mark::None => {}
    }
    let keys = &keys[..keys.len().min(1)];
    let keys_left = rect.right() - 8.0 - key_caps::caps_width(ui, keys);
    let keys_at = pos2(keys_left, rect.center().y);
    if is_lit {
        key_caps::caps_on_highlight(ui, cx, keys_at, keys)
    } else {
        key_caps::caps(ui, cx, keys_at, keys)
    }
    let left = match mark {
        Mark::Switch(_) => rect.left() + 26.0,
        _ => rect.left() + 10.0,
    };
    let room = keys_left - 8.0 - left;
    let text = widgets::cut(ui, word, regular(13.0), on.text, room);
    put(ui, pos2(left, rect.center().y), text, on.text);
    response.widget_info(|| match mark {
        Mark::Switch(on) => WidgetInfo::selected(Role::CheckBox, ui.is_enabled(), on, word),
        _ => WidgetInfo::labeled(Role::MenuItem, ui.is_enabled(), word),
    });
    response
}

/// A further menu that stays open while things in it are tried.
pub fn lasting_submenu() -> SubMenu {
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    SubMenu::new().config(config)
}

fn is_open(ui: &Ui, response: &Response) -> bool {
    let id = SubMenu::id_from_widget_id(response.id);
    MenuState::from_ui(ui, |menu, _| menu.open_item == Some(id))
}

/// A row that asks for a command, with the command's keys, and closes the menu.
pub fn command_row(ui: &mut Ui, cx: &PanelContext, word: &str, command: impl Into<Command>) {
    let command = command.into();
    let keys = cx.keys_of(&command);
    if row(ui, cx, Mark::None, word, keys).clicked() {
        cx.ask(command);
        ui.close();
    }
}

/// A row that turns something on and off.
pub fn toggle_row(
    ui: &mut Ui,
    cx: &PanelContext,
    word: &str,
    tip: &str,
    command: impl Into<Command>,
) {
    let command = command.into();
    let on = command.is_on(cx.state).unwrap_or(false);
    let keys = cx.keys_of(&command);
    let row = row(ui, cx, Mark::Switch(on), word, keys);
    if tip_beside(row, tip).clicked() {
        cx.ask(command);
    }
}

/// A row that turns a switch on and off.
pub fn switch_row(ui: &mut Ui, cx: &PanelContext, switch: ViewToggle) {
    let command = DisplayCommand::Toggle(switch);
    toggle_row(ui, cx, switch.name(), switch.about(), command);
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
            let colour = if chosen { colours.text } else { colours.dim };
            let text = one_line(ui, word, regular(13.0), colour);
            let size = vec2(text.size().x + 16.0, 24.0);
            let (rect, response) = ui.allocate_exact_size(size, Sense::click());
            if chosen || response.hovered() || response.has_focus() {
                ui.painter().rect_filled(rect, CORNER, colours.raised);
            }
            if response.has_focus() {
                let stroke = Stroke::new(1.5, colours.accent);
                ui.painter().rect_stroke(rect, CORNER, stroke, StrokeKind::Inside);
            }
            if chosen {
                let line = Stroke::new(2.0, colours.accent);
                let along = rect.shrink2(vec2(8.0, 0.0)).x_range();
                ui.painter().hline(along, rect.bottom() - 2.0, line);
            }
            let at = Align2::CENTER_CENTER.anchor_size(rect.center(), text.size());
            ui.painter().galley(at.min, text, colour);
            let name = format!("{label}: {word}");
            response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, &name));
            // What is chosen already is not asked for again.
            if response.clicked() && !chosen {
                cx.ask(command);
            }
        }
    });
}

/// A row with a label at its left and controls behind it.
pub fn labelled(ui: &mut Ui, cx: &PanelContext, label: &str, controls: impl FnOnce(&mut Ui)) {
    let size = vec2(ui.available_width(), ROW + 2.0);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let at = rect.left_center() + vec2(8.0, 0.0);
    let font = regular(13.0);
    let label_rect = ui.painter().text(at, Align2::LEFT_CENTER, label, font, cx.colours.dim);
    let mut inside = rect;
    // A label that is longer than others moves its choices along.
    inside.min.x = (rect.left() + LABEL).max(label_rect.right() + 10.0);
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
    let y = rect.center().y;
    ui.painter().hline(rect.shrink2(vec2(8.0, 0.0)).x_range(), y, line);
}

/// One choice of a menu; the one that holds has a mark.
pub fn menu_item(ui: &mut Ui, cx: &PanelContext, chosen: bool, word: &str) -> Response {
    /// What is left free before and behind the word, in points.
    const BESIDE: [f32; 2] = [26.0, 12.0];
    let galley = one_line(ui, word, regular(13.0), Color32::PLACEHOLDER);
    let width = (BESIDE[0] + galley.size().x + BESIDE[1]).max(150.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, 26.0), Sense::click());
    let on = if response.hovered() || response.has_focus() {
        OnRow::highlighted(ui, cx, rect)
    } else {
        OnRow::of(cx.theme)
    };
    if chosen {
        let mark = rect.left_center() + vec2(12.0, 0.0);
        ui.painter().circle_filled(mark, 3.5, on.accent);
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

/// Choices of a menu, each with what it asks for.
pub fn menu_items<C: Into<Command>>(
    ui: &mut Ui,
    cx: &PanelContext,
    items: impl IntoIterator<Item = (bool, &'static str, C)>,
) {
    for (chosen, word, command) in items {
        if menu_item(ui, cx, chosen, word).clicked() {
            cx.ask(command);
        }
    }
}
