//! Modal dialogs, and the labels and menus of values in them.
//!
//! While one is open, nothing behind it is clicked, typed into or reached with the keyboard.

use egui::{
    Align2, Color32, Frame, Id, Key, Margin, Modal, Popup, Role, ScrollArea, Sense, Shadow, Stroke,
    Ui, WidgetInfo, vec2,
};

use crate::app::theme::{CONTROL, GUTTER, regular, semibold};
use crate::app::widgets::menu_rows::menu_item;
use crate::app::widgets::{PanelContext, cut, one_line, put, word_button, word_button_in};
use crate::app::{Command, InterfaceCommand};
use crate::scene::Theme;

/// Whether Enter was pressed that no control of a dialog has taken for itself: it is for the button that carries on.
fn is_entered(ui: &Ui) -> bool {
    let is_free = ui.memory(|memory| memory.focused().is_none()) && !Popup::is_any_open(ui.ctx());
    is_free && ui.input(|input| input.key_pressed(Key::Enter))
}

/// A dialog with a heading and what it asks for, `width` points wide where the window is; it scrolls where that is too low.
pub fn dialog(
    ui: &Ui,
    cx: &PanelContext,
    name: &str,
    heading: &str,
    width: f32,
    contents: impl FnOnce(&mut Ui),
) {
    let window = ui.ctx().content_rect();
    let width = (window.width() - 48.0).min(width);
    let top = (window.height() * 0.1).min(72.0);
    sheet(ui, cx, name, top, width, |ui| {
        let room = window.height() - top - 24.0;
        ScrollArea::vertical()
            .max_height(room)
            // As high as what it asks for, whatever it asked for before.
            .min_scrolled_height(room)
            .show(ui, |ui| {
                Frame::new().inner_margin(Margin::same(GUTTER as i8)).show(ui, |ui| {
                    ui.spacing_mut().item_spacing = vec2(8.0, 6.0);
                    let size = vec2(ui.available_width(), 24.0);
                    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
                    let galley = cut(ui, heading, semibold(15.0), cx.colours.text, rect.width());
                    put(ui, rect.left_center(), galley, cx.colours.text);
                    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, heading));
                    contents(ui);
                });
            });
    });
}

/// A sheet over the window, its upper edge `top` points from the window's. A click beside it closes it.
pub fn sheet(
    ui: &Ui,
    cx: &PanelContext,
    name: &str,
    top: f32,
    width: f32,
    contents: impl FnOnce(&mut Ui),
) {
    let id = Id::unique(("over the window", name));
    let area = Modal::default_area(id)
        .anchor(Align2::CENTER_TOP, vec2(0.0, top))
        .default_width(width)
        .accessible_name(name);
    let shade = Color32::from_black_alpha(if cx.theme == Theme::Dark { 80 } else { 45 });
    let frame = Frame::new()
        .fill(cx.colours.panel)
        .stroke(Stroke::new(1.0, cx.colours.line))
        .corner_radius(10)
        .shadow(Shadow { offset: [0, 8], blur: 28, spread: 0, color: shade });
    let modal = Modal::new(id).area(area).frame(frame).backdrop_color(shade).show(ui.ctx(), |ui| {
        ui.set_width(width);
        contents(ui);
    });
    let beside = modal.backdrop_response;
    beside.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Close {name}")));
    cx.ask_if(beside.clicked(), InterfaceCommand::Overlay(None));
}

/// The foot of a dialog: a button that closes it, and at its right another one, so wide in points; at the left of both, why
/// it cannot carry on.
pub fn foot(
    ui: &mut Ui,
    cx: &PanelContext,
    close: &str,
    width: f32,
    problem: Option<&str>,
    other: impl FnOnce(&mut Ui),
) {
    ui.horizontal(|ui| {
        let room = vec2((ui.available_width() - 100.0 - width).max(0.0), CONTROL);
        let (rect, response) = ui.allocate_exact_size(room, Sense::hover());
        if let Some(problem) = problem {
            let galley = cut(ui, problem, regular(13.0), cx.colours.finding, rect.width());
            put(ui, rect.left_center(), galley, cx.colours.finding);
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, problem));
            response.on_hover_text(problem);
        }
        let button = word_button_in(ui, cx, close, close, false, 84.0);
        cx.ask_if(button.clicked(), InterfaceCommand::Overlay(None));
        other(ui);
    });
}

/// The button of a dialog that carries on, as Enter does where no control has the keyboard: its word, its accessible name
/// and its width in points.
pub fn main_button(
    ui: &mut Ui,
    cx: &PanelContext,
    word: &str,
    name: &str,
    width: f32,
    enabled: bool,
    command: impl Into<Command>,
) {
    ui.add_enabled_ui(enabled, |ui| {
        let button = word_button_in(ui, cx, word, name, false, width);
        // A field that is not understood keeps the keyboard, and Enter with it.
        cx.ask_if((button.clicked() || is_entered(ui)) && enabled, command);
    });
}

/// A label as high as other controls.
pub fn label(ui: &mut Ui, cx: &PanelContext, text: &str) {
    label_in(ui, cx, text, 0.0);
}

/// A label that takes a width at least, in points.
pub fn label_in(ui: &mut Ui, cx: &PanelContext, text: &str, width: f32) {
    let galley = one_line(ui, text, regular(13.0), cx.colours.dim);
    let size = vec2((galley.size().x + 4.0).max(width), CONTROL);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let (align, edge) = if width > 0.0 {
        (Align2::LEFT_CENTER, rect.left_center())
    } else {
        (Align2::RIGHT_CENTER, rect.right_center())
    };
    let at = align.anchor_size(edge, galley.size());
    ui.painter().galley(at.min, galley, cx.colours.dim);
}

/// A button with the value that holds, which opens a menu of all of them; `name` is its accessible name.
pub fn value_menu<T: PartialEq>(
    ui: &mut Ui,
    cx: &PanelContext,
    name: &str,
    now: T,
    all: impl IntoIterator<Item = (String, T)>,
    choose: impl Fn(T),
) {
    let all: Vec<(String, T)> = all.into_iter().collect();
    let word = all.iter().find(|(_, value)| *value == now);
    let word = word.map_or("", |(word, _)| word.as_str());
    let button = word_button(ui, cx, word, name, true);
    Popup::menu(&button).show(|ui| {
        for (word, value) in all {
            if menu_item(ui, cx, value == now, &word).clicked() {
                choose(value);
            }
        }
    });
}
