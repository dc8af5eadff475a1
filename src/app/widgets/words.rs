//! Words that can be pressed: choices side by side, and words without a ground.

use std::sync::Arc;

use egui::{Color32, Galley, Pos2, Rect, Response, Sense, Ui, vec2};

use crate::app::theme::{CORNER, Colours, regular};
use crate::app::widgets::{PanelContext, hand, is_near, one_line, put};

/// One of some words side by side, each of which may hold, so large and with so much at its sides, in points. It has a
/// ground where it holds or is pointed at, and on that, below the word, a mark.
pub fn chip(
    ui: &mut Ui,
    colours: &Colours,
    word: &str,
    [size, margin]: [f32; 2],
    holds: bool,
    mark: impl FnOnce(&Ui, Rect, &Response),
) -> Response {
    let colour = if holds { colours.text } else { colours.dim };
    let galley = one_line(ui, word, regular(size), colour);
    let size = vec2(galley.size().x + 2.0 * margin, 24.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    if holds || is_near(&response) {
        ui.painter().rect_filled(rect, CORNER, colours.raised);
    }
    mark(ui, rect, &response);
    put(ui, rect.left_center() + vec2(margin, 0.0), galley, colour);
    response
}

/// A word at a place, which can be pressed and is brighter where it is pointed at.
pub fn text_button(
    ui: &Ui,
    cx: &PanelContext,
    response: Response,
    word: Arc<Galley>,
    at: Pos2,
    colour: Color32,
) -> Response {
    let colour = if is_near(&response) { cx.colours.text } else { colour };
    ui.painter().galley_with_override_text_color(at, word, colour);
    hand(response)
}
