//! The figure beside a table of which it is asked what its columns are: where the first row puts markers and sensors.

use egui::{Pos2, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use glam::DVec3;

use crate::app::columns::ColumnsQuestion;
use crate::app::theme::{CORNER, regular};
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::cut;
use crate::take::{Axis, SignedAxis};

/// Its width, in points.
pub const FIGURE: f32 = 140.0;
/// What is left free at its edges, in points.
const EDGE: f32 = 12.0;
/// How large a point is drawn, in points.
const DOT: f32 = 2.5;

/// The figure, from the side on which it is widest.
pub fn figure_ui(ui: &mut Ui, cx: &PanelContext, question: &ColumnsQuestion, height: f32) {
    let (rect, response) = ui.allocate_exact_size(vec2(FIGURE, height), Sense::hover());
    let places = question.head.places(&question.mapping);
    let told = match places.len() {
        0 => "No positions yet".to_string(),
        1 => "1 position in the first row".to_string(),
        count => format!("{count} positions in the first row"),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &told));
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, CORNER, cx.colours.field);
    let up = question.mapping.up.map(|up| up.0);
    for dot in dots(&places, up.unwrap_or(Axis::Y.positive()), rect.shrink(EDGE)) {
        painter.circle_filled(dot, DOT, cx.colours.text);
    }
    if places.is_empty() {
        let galley = cut(ui, &told, regular(12.0), cx.colours.dim, FIGURE - EDGE);
        let at = rect.center() - galley.size() / 2.0;
        painter.galley(at, galley, cx.colours.dim);
    }
    response.on_hover_text(told);
}

/// Where points show in a rectangle that all of them fit into.
fn dots(places: &[DVec3], up: SignedAxis, rect: Rect) -> Vec<Pos2> {
    let span = |direction: DVec3| {
        let along = places.iter().map(|place| place.dot(direction));
        let (low, high) = along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        [low, high - low]
    };
    let upward = up.unit().as_dvec3();
    let others = Axis::ALL.into_iter().filter(|axis| *axis != up.axis);
    let others = others.map(|axis| axis.unit().as_dvec3());
    let sideways = others.max_by(|a, b| span(*a)[1].total_cmp(&span(*b)[1]));
    let sideways = sideways.unwrap_or(DVec3::X);
    let [[left, width], [bottom, height]] = [span(sideways), span(upward)];
    let scale = (f64::from(rect.width()) / width).min(f64::from(rect.height()) / height);
    // A single point, or all in one place.
    let scale = if scale.is_finite() { scale } else { 0.0 };
    let dot = |place: &DVec3| {
        let x = (place.dot(sideways) - left - width / 2.0) * scale;
        let y = (place.dot(upward) - bottom - height / 2.0) * scale;
        pos2(rect.center().x + x as f32, rect.center().y - y as f32)
    };
    places.iter().map(dot).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_fill_the_room_there_is_with_what_is_up_at_the_top() {
        let rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(100.0, 200.0));
        let places = [DVec3::new(5.0, 0.0, 1.0), DVec3::new(5.0, 2.0, 5.0)];
        let shown = dots(&places, Axis::Z.positive(), rect);
        assert_eq!(shown, [pos2(0.0, 200.0), pos2(100.0, 0.0)]);
        let shown = dots(&places, Axis::Z.negative(), rect);
        assert_eq!(shown, [pos2(0.0, 0.0), pos2(100.0, 200.0)]);
        assert_eq!(dots(&places[..1], Axis::Y.positive(), rect), [rect.center()]);
        assert_eq!(dots(&[], Axis::Y.positive(), rect), []);
    }
}
