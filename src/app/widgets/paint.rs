//! What is only painted: key caps, marks, swatches, cards, bars, and many plain rectangles at once.

use egui::emath::GuiRounding as _;
use egui::{
    Align2, Color32, CornerRadius, Mesh, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Ui, pos2,
    vec2,
};

use crate::app::theme::{CORNER, regular};
use crate::app::widgets::{PanelContext, text_width};
use crate::app::{Shortcut, contrast};
use crate::scene::Theme;

/// The height of a key as it is drawn, in points.
pub const CAP: f32 = 18.0;
/// Space at the sides of what stands on a key, in points.
pub const CAP_MARGIN: f32 = 6.0;

/// The colour of a key.
pub fn cap_fill(theme: Theme) -> Color32 {
    let colours = theme.colours();
    colours.panel.lerp_to_gamma(colours.text, 0.1)
}

/// The width of keys side by side, in points.
pub fn caps_width(ui: &Ui, keys: &[Shortcut]) -> f32 {
    let widths = keys.iter().map(|key| cap_width(ui, &key.to_string()));
    widths.sum::<f32>() + 4.0 * keys.len().saturating_sub(1) as f32
}

fn cap_width(ui: &Ui, key: &str) -> f32 {
    (text_width(ui, key, 11.5) + 2.0 * CAP_MARGIN).max(CAP + 4.0)
}

/// Draws keys side by side from a point at the middle of their left edge, on the highlight of a menu where that `is_lit`.
pub fn caps(ui: &Ui, cx: &PanelContext, at: Pos2, keys: &[Shortcut], is_lit: bool) {
    let (fill, colour) = if is_lit {
        (cx.colours.highlight.lerp_to_gamma(Color32::BLACK, 0.25), cx.colours.on_highlight)
    } else {
        (cap_fill(cx.theme), cx.colours.text)
    };
    let mut left = at.x;
    for key in keys {
        let key = key.to_string();
        let width = cap_width(ui, &key);
        let rect = Rect::from_min_size(pos2(left, at.y - CAP * 0.5), vec2(width, CAP));
        ui.painter().rect_filled(rect, 4.0, fill);
        ui.painter().text(rect.center(), Align2::CENTER_CENTER, key, regular(11.5), colour);
        left += width + 4.0;
    }
}

/// The colours of what stands on a row of a menu.
pub struct RowColours {
    pub text: Color32,
    /// What is of less weight.
    pub dim: Color32,
    /// What is on.
    pub accent: Color32,
}

impl RowColours {
    /// Fills a row where the pointer or the keyboard is on it.
    pub fn paint(ui: &Ui, cx: &PanelContext, rect: Rect, is_lit: bool) -> Self {
        let colours = cx.colours;
        if !is_lit {
            return Self { text: colours.text, dim: colours.dim, accent: colours.accent };
        }
        ui.painter().rect_filled(rect, CORNER, colours.highlight);
        let [text, dim, accent] = [colours.on_highlight; 3];
        Self { text, dim, accent }
    }
}

/// The mark of something that is on or off: a dot, or a ring.
pub fn paint_mark(ui: &Ui, at: Pos2, on: bool, accent: Color32, dim: Color32) {
    if on {
        ui.painter().circle_filled(at, 3.8, accent);
    } else {
        ui.painter().circle_stroke(at, 3.4, Stroke::new(1.3, dim));
    }
}

/// The line below one of some choices, which holds.
pub fn underline(ui: &Ui, cx: &PanelContext, rect: Rect) {
    let line = rect.with_min_y(rect.bottom() - 2.0).shrink2(vec2(6.0, 0.0));
    ui.painter().rect_filled(line, 1.0, cx.colours.accent);
}

/// The swatch of one or more bones, in their colours from left to right; of none, its edge alone.
pub fn paint_swatch(ui: &Ui, cx: &PanelContext, rect: Rect, colours: &[Color32]) {
    /// The contrast from which on a swatch is seen on its panel.
    const SEEN: f64 = 3.0;
    let own = cx.colours;
    if colours.iter().any(|&one| contrast(one, own.panel) < SEEN) || colours.is_empty() {
        let line = Stroke::new(1.0, own.dim);
        ui.painter().rect_stroke(rect.expand(0.5), 4.0, line, StrokeKind::Inside);
    }
    if let [one] = colours {
        ui.painter().rect_filled(rect, 3.5, *one);
        return;
    }
    let part = rect.width() / colours.len().max(1) as f32;
    for (i, &colour) in colours.iter().enumerate() {
        let mut piece = rect;
        piece.min.x = rect.min.x + part * i as f32;
        piece.max.x = piece.min.x + part;
        let mut corners = CornerRadius::ZERO;
        if i == 0 {
            (corners.nw, corners.sw) = (3, 3);
        }
        if i + 1 == colours.len() {
            (corners.ne, corners.se) = (3, 3);
        }
        ui.painter().rect_filled(piece, corners, colour);
    }
}

/// The ground of a card over the view, with its edge.
pub fn paint_card(ui: &Ui, cx: &PanelContext, card: Rect) {
    let line = Stroke::new(1.0, cx.colours.line);
    ui.painter().rect_filled(card, 8.0, cx.colours.bubble);
    ui.painter().rect_stroke(card, 8.0, line, StrokeKind::Inside);
}

/// A bar that is filled as far as a share of it, from 0 to 1.
pub fn paint_progress(ui: &Ui, cx: &PanelContext, bar: Rect, share: f32) {
    ui.painter().rect_filled(bar, 2.0, cx.colours.raised);
    let done = bar.with_max_x(bar.left() + bar.width() * share.clamp(0.0, 1.0));
    ui.painter().rect_filled(done, 2.0, cx.colours.accent);
}

/// Rectangles without soft edges, in one mesh and in the order in which they are painted: for marks on the timeline and
/// behind curves, of which there may be thousands. As shapes of their own they would have eight times as many triangles.
#[derive(Default)]
pub struct PlainRects(Mesh);

impl PlainRects {
    /// Adds a rectangle, whose edges come to be between pixels.
    pub fn add(&mut self, painter: &Painter, rect: Rect, colour: Color32) {
        self.0.add_colored_rect(rect.round_to_pixels(painter.pixels_per_point()), colour);
    }

    pub fn paint(self, painter: &Painter) {
        if !self.0.is_empty() {
            painter.add(Shape::mesh(self.0));
        }
    }
}
