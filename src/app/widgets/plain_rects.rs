//! Many rectangles at once, without soft edges, in one mesh: for marks on the timeline and behind curves, of
//! which there may be thousands. As shapes of their own they would have eight times as many triangles.

use egui::emath::GuiRounding as _;
use egui::{Color32, Mesh, Painter, Rect, Shape};

/// Rectangles in the order in which they are painted.
#[derive(Default)]
pub struct PlainRects(Mesh);

impl PlainRects {
    /// Adds a rectangle, whose edges come to be between pixels.
    pub fn add(&mut self, painter: &Painter, rect: Rect, colour: Color32) {
        let rect = rect.round_to_pixels(painter.pixels_per_point());
        self.0.add_colored_rect(rect, colour);
    }

    /// Paints all of them.
    pub fn paint(self, painter: &Painter) {
        if !self.0.is_empty() {
            painter.add(Shape::mesh(self.0));
        }
    }
}
