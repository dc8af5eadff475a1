//! Where the cells of the view are, of which each take has one while takes stand side by side.

use egui::{Rect, vec2};

use crate::app::state::State;

/// The part of the view that a cell has.
pub fn cell_rect(rect: Rect, state: &State, cell: usize) -> Rect {
    let [origin, size] = [state.cell_origin(cell), state.view.size];
    let at = rect.min + vec2(origin.x, origin.y);
    Rect::from_min_size(at, vec2(size.x, size.y))
}
