//! The scale bar: a round length, drawn as long as it is in the view.

use egui::{Align2, Rect, Stroke, Ui, vec2};

use crate::app::theme::{INSET, regular};
use crate::app::widgets::context::PanelContext;

/// A bar of a round length, as long as that is at the target.
pub fn scale_bar(ui: &Ui, rect: Rect, cx: &PanelContext) {
    let camera = &cx.state.view.shown;
    let per_metre = camera.heights_per_metre(camera.target) * rect.height();
    if per_metre <= 0.0 {
        return;
    }
    let (length, name) = round_length(120.0 / per_metre);
    let width = length * per_metre;
    let left = rect.left_bottom() + vec2(INSET, -32.0);
    let stroke = Stroke::new(1.2, cx.colours.dim);
    let right = left + vec2(width, 0.0);
    ui.painter().line_segment([left, right], stroke);
    for end in [left, right] {
        ui.painter().line_segment([end, end - vec2(0.0, 6.0)], stroke);
    }
    ui.painter().text(left + vec2(0.0, 6.0), Align2::LEFT_TOP, name, regular(11.0), cx.colours.dim);
}

/// The largest of 1, 2 or 5 times a power of ten metres that is not longer, with its name.
fn round_length(longest: f32) -> (f32, String) {
    let decade = 10f32.powf(longest.max(1e-6).log10().floor());
    let length = [5.0, 2.0, 1.0]
        .map(|factor| factor * decade)
        .into_iter()
        .find(|&length| length <= longest * 1.0001)
        .unwrap_or(decade);
    let name = if length >= 0.995 {
        format!("{length:.0} m")
    } else if length >= 0.00995 {
        format!("{:.0} cm", length * 100.0)
    } else {
        format!("{:.2} mm", length * 1000.0)
    };
    (length, name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_bar_has_a_round_length() {
        for (longest, name) in
            [(0.9, "50 cm"), (1.0, "1 m"), (47.0, "20 m"), (0.03, "2 cm"), (0.004, "2.00 mm")]
        {
            assert_eq!(round_length(longest).1, name, "{longest}");
        }
    }
}
