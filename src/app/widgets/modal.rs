//! The modal frame of the command palette and of the keyboard shortcuts.
//!
//! While one is open, nothing behind it is clicked, typed into or reached with the keyboard.

use egui::{
    Align2, Color32, Frame, Id, Key, Modal, Popup, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2,
};

use crate::app::interface::command::InterfaceCommand;
use crate::app::theme::{GUTTER, semibold};
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::cut;
use crate::app::widgets::text::put;
use crate::scene::Theme;

/// Whether Enter was pressed that no control of a dialog has taken for itself: it is for the button that carries on.
pub fn is_entered(ui: &Ui) -> bool {
    let is_free = ui.memory(|memory| memory.focused().is_none()) && !Popup::is_any_open(ui.ctx());
    is_free && ui.input(|input| input.key_pressed(Key::Enter))
}

/// A dialog with a heading and what it asks for, `width` points wide where the window is; it scrolls where that is too low.
pub fn dialog(
    ui: &Ui,
    cx: &PanelContext,
    name: &str,
    (heading, width): (&str, f32),
    contents: impl FnOnce(&mut Ui),
) {
    let window = ui.ctx().content_rect();
    let width = (window.width() - 48.0).min(width);
    let top = (window.height() * 0.1).min(72.0);
    sheet(ui, cx, name, (top, width), |ui| {
        let room = window.height() - top - 24.0;
        ScrollArea::vertical()
            .max_height(room)
            // As high as what it asks for, whatever it asked for before.
            .min_scrolled_height(room)
            .show(ui, |ui| {
                let margin = egui::Margin::same(GUTTER as i8);
                Frame::new().inner_margin(margin).show(ui, |ui| {
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
    (top, width): (f32, f32),
    contents: impl FnOnce(&mut Ui),
) {
    let id = Id::unique(("over the window", name));
    let area = Modal::default_area(id)
        .anchor(Align2::CENTER_TOP, vec2(0.0, top))
        .default_width(width)
        .accessible_name(name);
    let shade = match cx.theme {
        Theme::Dark => 80,
        Theme::Light => 45,
    };
    let frame = Frame::new()
        .fill(cx.colours.panel)
        .stroke(egui::Stroke::new(1.0, cx.colours.line))
        .corner_radius(10)
        .shadow(egui::Shadow {
            offset: [0, 8],
            blur: 28,
            spread: 0,
            color: Color32::from_black_alpha(shade),
        });
    let modal = Modal::new(id)
        .area(area)
        .frame(frame)
        .backdrop_color(Color32::from_black_alpha(shade))
        .show(ui.ctx(), |ui| {
            ui.set_width(width);
            contents(ui);
        });
    let beside = modal.backdrop_response;
    beside.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Close {name}")));
    if beside.clicked() {
        cx.ask(InterfaceCommand::Overlay(None));
    }
}
