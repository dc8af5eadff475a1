//! Texts in one line: laid out, measured, and drawn.

use std::sync::Arc;

use egui::{Color32, FontId, Galley, Pos2, Ui, vec2};

use crate::app::theme::regular;

/// Lays a text out in one line.
pub fn one_line(ui: &Ui, text: impl Into<String>, font: FontId, colour: Color32) -> Arc<Galley> {
    ui.painter().layout_no_wrap(text.into(), font, colour)
}

/// The width of a text in the regular face of a size, both in points.
pub fn text_width(ui: &Ui, text: &str, size: f32) -> f32 {
    one_line(ui, text, regular(size), Color32::PLACEHOLDER)
        .size()
        .x
}

/// Draws a text that was laid out: it begins at a place, which is at half its height.
pub fn put(ui: &Ui, at: Pos2, text: Arc<Galley>, colour: Color32) {
    let at = at - vec2(0.0, text.size().y * 0.5);
    ui.painter().galley(at, text, colour);
}
