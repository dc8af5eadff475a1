//! Lists that lay out only the rows in sight, and the buttons, menus and tips of rows.

use std::fmt::Debug;
use std::hash::Hash;

use egui::style::ScrollAnimation;
use egui::{
    Align2, Color32, Event, Id, Key, Modifiers, Painter, Popup, Pos2, Rect, Response, Role, Sense,
    Stroke, Ui, WidgetInfo, pos2, vec2,
};

use crate::app::theme::{CORNER, regular};
use crate::app::widgets::{ListFocus, PanelContext, beside, cut_name, hand, icons, is_near, put};
use crate::app::{Command, contrast};
use crate::scene::Theme;

/// The width of a menu's items, in points.
pub const MENU: f32 = 208.0;

/// A list of rows of one height that scrolls where it is higher than `most`, both in points. Of
/// thousands of rows only those that show cost anything. `reveal` is a row to scroll to, where it is
/// not in view; the one that the keyboard comes to is laid out wherever it is.
pub fn list(
    ui: &mut Ui,
    salt: impl Hash + Debug,
    count: usize,
    [height, most]: [f32; 2],
    reveal: Option<usize>,
    stop: Option<&ListFocus>,
    mut row_ui: impl FnMut(&mut Ui, usize, Rect),
) {
    egui::ScrollArea::vertical()
        .id_salt(salt)
        .max_height(most)
        .auto_shrink([false, true])
        .show_viewport(ui, |ui, viewport| {
            ui.set_height(count as f32 * height);
            let area = ui.max_rect();
            let place = |i: usize| {
                let top = area.top() + i as f32 * height;
                Rect::from_min_size(pos2(area.left(), top), vec2(area.width(), height))
            };
            if let Some(row) = reveal {
                scroll_to(ui, place(row));
            }
            let first = (viewport.top() / height).max(0.0) as usize;
            let end = ((viewport.bottom() / height).ceil().max(0.0) as usize).min(count);
            let stop = stop.map(|stop| stop.row).filter(|stop| *stop < count);
            let above = stop.filter(|stop| *stop < first);
            let below = stop.filter(|stop| *stop >= end);
            for i in above.into_iter().chain(first..end).chain(below) {
                row_ui(ui, i, place(i));
            }
        });
}

/// Brings a row into view with its neighbours: the keyboard can then go on to them.
fn scroll_to(ui: &Ui, row: Rect) {
    let around = row.expand2(vec2(0.0, row.height()));
    ui.scroll_to_rect_animation(around, None, ScrollAnimation::none());
}

/// Lets the list follow the keyboard.
pub fn follow_focus(ui: &Ui, response: &Response, row: Rect) {
    if response.gained_focus() {
        scroll_to(ui, row);
    }
}

/// The modifiers that were held when something was clicked, or chosen with Enter: the key may be up
/// again by the time that is laid out.
pub fn held(ui: &Ui) -> Modifiers {
    ui.input(|i| {
        let mut latest = i.events.iter().rev().filter_map(|event| match event {
            Event::PointerButton { modifiers, .. } => Some(*modifiers),
            Event::Key { key: Key::Enter, modifiers, .. } => Some(*modifiers),
            _ => None,
        });
        latest.next().unwrap_or(i.modifiers)
    })
}

/// The colour of what is of less weight, on a fill of its own: as near to the theme's as can be read.
pub fn dim_on(theme: Theme, fill: Color32) -> Color32 {
    readable_on(theme, theme.colours().dim, fill)
}

/// A colour of text on a fill: as near to its own as can be read.
pub fn readable_on(theme: Theme, colour: Color32, fill: Color32) -> Color32 {
    let text = theme.colours().text;
    let steps = (0..=10).map(|step| colour.lerp_to_gamma(text, step as f32 * 0.1));
    let mut readable = steps.filter(|colour| contrast(*colour, fill) >= 4.5);
    readable.next().unwrap_or(text)
}

/// What a row of a list is filled with, where it is selected or the pointer is on it.
pub fn row_fill(ui: &Ui, cx: &PanelContext, rect: Rect, is_selected: bool) -> Color32 {
    if is_selected {
        cx.colours.panel.lerp_to_gamma(cx.colours.accent, 0.18)
    } else if ui.rect_contains_pointer(rect) {
        cx.colours.raised
    } else {
        cx.colours.panel
    }
}

/// Fills a row of a list that answered so, which follows the keyboard. Returns with what.
pub fn row_ground(
    ui: &Ui,
    cx: &PanelContext,
    response: &Response,
    rect: Rect,
    is_selected: bool,
) -> Color32 {
    let fill = row_fill(ui, cx, rect, is_selected);
    ui.painter().rect_filled(rect, 0.0, fill);
    follow_focus(ui, response, rect);
    fill
}

/// A row of a list that is one stop of the keyboard, with a fill under the pointer where it `leads` somewhere.
pub fn list_row(
    ui: &Ui,
    cx: &PanelContext,
    stop: &ListFocus,
    index: usize,
    id: Id,
    rect: Rect,
    leads: bool,
) -> Response {
    /// What the row's own fill reaches beyond its text.
    const MARGIN: f32 = 6.0;
    stop.row(ui, index, &[id], false);
    let sense = if leads { stop.sense(ui, index, id) } else { Sense::hover() };
    // A little lower than the row: the ring then keeps off its neighbours.
    let response = ui.interact(rect.expand2(vec2(MARGIN, -2.0)), id, sense);
    follow_focus(ui, &response, rect);
    if leads && response.hovered() {
        ui.painter().rect_filled(rect.expand2(vec2(MARGIN, 0.0)), 4.0, cx.colours.raised);
    }
    response
}

/// The eye that shows and hides what a row is about, on the row's fill.
pub fn eye(
    ui: &Ui,
    cx: &PanelContext,
    fill: Color32,
    id: Id,
    rect: Rect,
    name: &str,
    shown: bool,
) -> Response {
    let response = ui.interact(rect, id, beside(ui, id));
    let colour = if is_near(&response) { cx.colours.text } else { dim_on(cx.theme, fill) };
    icons::eye(ui.painter(), rect.center(), shown, colour);
    response
        .widget_info(|| WidgetInfo::selected(Role::CheckBox, true, shown, format!("Show {name}")));
    hand(response)
}

/// A small button in a row, which shows where `shown` says so or while the keyboard is on it.
pub fn row_button(
    ui: &Ui,
    cx: &PanelContext,
    response: Response,
    role: Role,
    name: &str,
    shown: bool,
    paint: impl FnOnce(&Painter, Pos2, Color32),
) -> Response {
    if shown || response.has_focus() {
        let dim = dim_on(cx.theme, cx.colours.raised);
        let colour = if is_near(&response) { cx.colours.text } else { dim };
        paint(ui.painter(), response.rect.center(), colour);
    }
    response.widget_info(|| WidgetInfo::labeled(role, true, name));
    hand(response)
}

/// One action of a menu, with its key at the right. Returns whether it was chosen.
pub fn action(
    ui: &mut Ui,
    cx: &PanelContext,
    word: &str,
    key: Option<&str>,
    enabled: bool,
) -> bool {
    let response = item(ui, cx, word, key, enabled, false);
    response.widget_info(|| WidgetInfo::labeled(Role::MenuItem, enabled, word));
    response.clicked()
}

pub fn command_action(
    ui: &mut Ui,
    cx: &PanelContext,
    word: &str,
    key: Option<&str>,
    enabled: bool,
    command: impl Into<Command>,
) {
    cx.ask_if(action(ui, cx, word, key, enabled), command);
}

/// A tip beside a row, where it hides no other row.
pub fn tip_beside(response: Response, text: impl Into<egui::WidgetText>) -> Response {
    let mut tip = egui::Tooltip::for_enabled(&response);
    tip.popup = tip.popup.align(egui::RectAlign::RIGHT).gap(10.0);
    tip.show(|ui| ui.label(text));
    response
}

/// One of several choices of a menu; the one that holds has a mark. Returns whether it was chosen.
pub fn choice(ui: &mut Ui, cx: &PanelContext, word: &str, holds: bool) -> bool {
    let response = item(ui, cx, word, None, true, holds);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, holds, word));
    response.clicked()
}

fn item(
    ui: &mut Ui,
    cx: &PanelContext,
    word: &str,
    key: Option<&str>,
    enabled: bool,
    marked: bool,
) -> Response {
    let colours = cx.colours;
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let width = ui.available_width().min(MENU);
    let (rect, response) = ui.allocate_exact_size(vec2(width, 26.0), sense);
    let near = enabled && is_near(&response);
    if near {
        ui.painter().rect_filled(rect, CORNER, colours.raised);
    }
    let dim = dim_on(cx.theme, if near { colours.raised } else { colours.panel });
    let middle = rect.center().y;
    if marked {
        ui.painter().circle_filled(pos2(rect.left() + 12.0, middle), 3.5, colours.accent);
    }
    let mut right = rect.right() - 10.0;
    if let Some(key) = key {
        let (at, align) = (pos2(right, middle), Align2::RIGHT_CENTER);
        right = ui.painter().text(at, align, key, regular(12.0), dim).left() - 10.0;
    }
    let left = rect.left() + 24.0;
    let colour = if enabled { colours.text } else { dim };
    let galley = cut_name(ui, word, regular(13.0), colour, right - left);
    let is_cut = galley.text() != word;
    put(ui, pos2(left, middle), galley, colour);
    if is_cut { response.on_hover_text(word) } else { response }
}

/// What is in a menu. It scrolls where it is higher than the window.
pub fn menu<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> R {
    /// What a menu leaves free of the window's height.
    const MARGIN: f32 = 32.0;
    ui.set_max_width(MENU);
    let id = ui.scope_id().with("height of the menu");
    // A scroll area is no higher than what it was offered, which a menu only learns from itself.
    let known: f32 = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let most = (ui.ctx().content_rect().height() - MARGIN).max(MARGIN);
    let shown = egui::ScrollArea::vertical()
        .max_height(most)
        .min_scrolled_height(known.min(most))
        .show(ui, contents);
    if shown.content_size.y != known {
        ui.data_mut(|data| data.insert_temp(id, shown.content_size.y));
        ui.ctx().request_repaint();
    }
    shown.inner
}

/// The menu of a row, while it is open: by a right click, or Shift+F10 as elsewhere on desktops.
pub fn context_menu(ui: &Ui, row: &Response, contents: impl FnOnce(&mut Ui)) {
    let mut popup = Popup::context_menu(row);
    let id = Popup::default_response_id(row);
    if row.has_focus() && ui.input_mut(|i| i.consume_key(Modifiers::SHIFT, Key::F10)) {
        Popup::open_id(ui.ctx(), id);
    }
    if Popup::is_id_open(ui.ctx(), id) && Popup::position_of_id(ui.ctx(), id).is_none() {
        popup = popup.anchor(row);
    }
    popup.show(|ui| menu(ui, contents));
}

/// The line between two groups of a menu.
pub fn separator(ui: &mut Ui, cx: &PanelContext) {
    let (rect, _) = ui.allocate_exact_size(vec2(MENU, 9.0), Sense::hover());
    let line = Stroke::new(1.0, cx.colours.line);
    ui.painter().hline(rect.shrink(4.0).x_range(), rect.center().y, line);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_can_be_read_on_whatever_a_row_is_filled_with() {
        for theme in Theme::ALL {
            let colours = theme.colours();
            let tag = colours.raised.lerp_to_gamma(colours.text, 0.05);
            let tint = colours.panel.lerp_to_gamma(colours.accent, 0.18);
            for fill in [colours.panel, colours.raised, tag, tint] {
                for colour in [colours.text, dim_on(theme, fill)] {
                    let ratio = contrast(colour, fill);
                    assert!(ratio >= 4.5, "{theme:?}: {colour:?} on {fill:?} is {ratio}");
                }
            }
            assert_eq!(dim_on(theme, colours.panel), colours.dim);
        }
        assert!((contrast(Color32::BLACK, Color32::WHITE) - 21.0).abs() < 1e-3);
    }
}
