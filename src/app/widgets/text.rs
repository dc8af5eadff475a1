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
    one_line(ui, text, regular(size), Color32::PLACEHOLDER).size().x
}

/// How many rows things of these widths take where they are wrapped, so far apart, in a width; all in points.
pub fn rows_of(widths: &[f32], apart: f32, room: f32) -> usize {
    let mut rows = 1;
    let mut left = room;
    for &width in widths {
        if width > left + 0.5 && left < room {
            rows += 1;
            left = room;
        }
        left -= width + apart;
    }
    rows
}

/// Draws a text that was laid out: it begins at a place, which is at half its height.
pub fn put(ui: &Ui, at: Pos2, text: Arc<Galley>, colour: Color32) {
    let at = at - vec2(0.0, text.size().y * 0.5);
    ui.painter().galley(at, text, colour);
}
