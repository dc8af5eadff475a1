//! The rows of the comparison panel: a label, and controls behind it.

use egui::{Response, Sense, Ui, vec2};

use crate::app::theme::{CONTROL, regular};
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::elide::cut_name;
use crate::app::widgets::text::{one_line, put};
use crate::app::widgets::{word_button, word_button_width};

/// Where controls begin behind their labels, in points.
const LABEL: f32 = 62.0;

/// A label, and controls behind it in a row.
pub fn labelled(ui: &mut Ui, cx: &PanelContext, label: &str, controls: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let size = vec2(LABEL - 6.0, CONTROL + 2.0);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let text = one_line(ui, label, regular(13.0), cx.colours.dim);
        put(ui, rect.left_center(), text, cx.colours.dim);
        controls(ui);
    });
}

/// A button that opens a menu, with a word that may be cut.
pub fn opener(ui: &mut Ui, cx: &PanelContext, word: &str, name: &str, most: f32) -> Response {
    let room = most - (word_button_width(ui, "", true));
    let word = cut_name(ui, word, regular(13.0), cx.colours.text, room);
    word_button(ui, cx, word.text(), name, true)
}
