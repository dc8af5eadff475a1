//! How keyboard shortcuts are drawn: as key caps, side by side.

use egui::{Align2, Color32, Rect, Ui, pos2, vec2};

use crate::app::command::shortcut::Shortcut;
use crate::app::theme::regular;
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::text::text_width;
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

/// Draws keys side by side from a point at the middle of their left edge.
pub fn caps(ui: &Ui, cx: &PanelContext, at: egui::Pos2, keys: &[Shortcut]) {
    caps_in(ui, at, keys, cap_fill(cx.theme), cx.colours.text);
}

/// [`caps`] on the highlight of a menu.
pub fn caps_on_highlight(ui: &Ui, cx: &PanelContext, at: egui::Pos2, keys: &[Shortcut]) {
    let fill = cx.colours.highlight.lerp_to_gamma(Color32::BLACK, 0.25);
    caps_in(ui, at, keys, fill, cx.colours.on_highlight);
}

fn caps_in(ui: &Ui, at: egui::Pos2, keys: &[Shortcut], fill: Color32, colour: Color32) {
    let mut left = at.x;
    for key in keys {
        let key = key.to_string();
        let width = cap_width(ui, &key);
        let rect = Rect::from_min_size(pos2(left, at.y - CAP * 0.5), vec2(width, CAP));
        ui.painter().rect_filled(rect, 4.0, fill);
        let font = regular(11.5);
        ui.painter().text(rect.center(), Align2::CENTER_CENTER, key, font, colour);
        left += width + 4.0;
    }
}
