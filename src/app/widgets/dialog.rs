//! The parts of dialogs: labels, and buttons that open a menu of values.

use egui::{Align2, Sense, Ui, vec2};

use crate::app::theme::{CONTROL, regular};
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::menu_rows::menu_item;
use crate::app::widgets::text::one_line;
use crate::app::widgets::word_button;

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
    egui::Popup::menu(&button).show(|ui| {
        for (word, value) in all {
            if menu_item(ui, cx, value == now, &word).clicked() {
                choose(value);
            }
        }
    });
}
