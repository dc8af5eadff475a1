//! The value axis of a plot: round numbers, as many as there is room for, with their unit.

use std::sync::Arc;

use egui::{Align2, Color32, Galley, Painter, Rect, Stroke, pos2, vec2};

use crate::app::curves::line::ValueScale;
use crate::app::theme::{Colours, regular, semibold};
use crate::scene::format_value;

/// How wide the place at either side is that a wheel zooms values over, in points.
pub const WIDTH: f32 = 48.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Left,
    Right,
}

/// From one number to the next: 1, 2 or 5 times a power of ten, and `least` or more.
fn step(least: f64) -> f64 {
    let decade = 10f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * decade);
    // What is a step but for rounding is one.
    steps.into_iter().find(|step| *step >= least * (1.0 - 1e-9)).unwrap_or(10.0 * decade)
}

/// The numbers of an axis, which are `apart` points or more from each other, and how many decimals they
/// have.
fn ticks(scale: &ValueScale, points: f32, apart: f32) -> (Vec<f64>, usize) {
    let [low, high] = [scale.low, scale.high].map(f64::from);
    let least = (high - low) * f64::from(apart / points.max(1.0));
    // A span of rounding alone, or one that has no numbers, has no axis.
    if !(least.is_finite() && least > high.abs().max(low.abs()) * 1e-7) {
        return (Vec::new(), 0);
    }
    let step = step(least);
    let [first, last] = [(low / step).ceil() as i64, (high / step).floor() as i64];
    let decimals = (-step.log10().floor()).clamp(0.0, 12.0) as usize;
    let ticks = (first..=last).map(|tick| tick as f64 * step).collect();
    (ticks, decimals)
}

fn text(value: f64, decimals: usize) -> String {
    match value.abs() {
        ..1e6 => format!("{value:.decimals$}").replace('-', "−"),
        _ => format_value(value, ""),
    }
}

/// The lines behind the curves: one for each number, a stronger one at zero.
pub fn grid(painter: &Painter, plot: Rect, scale: &ValueScale, colours: &Colours) {
    for value in ticks(scale, plot.height(), APART).0 {
        let colour = if value == 0.0 {
            colours.line.lerp_to_gamma(colours.dim, 0.6)
        } else {
            colours.line.gamma_multiply(0.7)
        };
        painter.hline(plot.x_range(), scale.y(value as f32), Stroke::new(1.0, colour));
    }
}

/// From one number to the next at least, in points.
const APART: f32 = 26.0;

/// The numbers at one side of the plot, with `title` in its upper corner, such as the unit.
pub fn numbers(
    painter: &Painter,
    plot: Rect,
    scale: &ValueScale,
    side: Side,
    title: &str,
    title_colour: Color32,
    colours: &Colours,
) {
    const EDGE: f32 = 6.0;
    let (x, align, corner) = match side {
        Side::Left => (plot.left() + EDGE, Align2::LEFT_CENTER, Align2::LEFT_TOP),
        Side::Right => (plot.right() - EDGE, Align2::RIGHT_CENTER, Align2::RIGHT_TOP),
    };
    // Over curves, a number is still read.
    let put = |galley: Arc<Galley>, place: Rect, colour| {
        painter.rect_filled(place.expand2(vec2(3.0, 0.0)), 3.0, colours.panel.gamma_multiply(0.8));
        painter.galley(place.min, galley, colour);
    };
    let galley = painter.layout_no_wrap(title.to_string(), semibold(11.0), title_colour);
    let head = corner.anchor_size(pos2(x, plot.top() + 1.0), galley.size());
    put(galley, head, title_colour);
    let (ticks, decimals) = ticks(scale, plot.height(), APART);
    for value in ticks {
        let galley = painter.layout_no_wrap(text(value, decimals), regular(11.0), colours.dim);
        let place = align.anchor_size(pos2(x, scale.y(value as f32)), galley.size());
        if place.top() > head.bottom() && place.bottom() < plot.bottom() + 4.0 {
            put(galley, place, colours.dim);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::Rangef;

    fn scale(range: [f32; 2]) -> ValueScale {
        ValueScale::between(range, Rangef::new(0.0, 100.0))
    }

    #[test]
    fn numbers_on_a_value_axis_are_round_and_far_enough_apart() {
        for (least, expected) in [(0.013, 0.02), (0.2, 0.2), (0.21, 0.5), (3.0, 5.0), (60.0, 100.0)]
        {
            assert!((step(least) - expected).abs() < 1e-9, "{least}");
        }
        let texts = |range, apart| -> Vec<String> {
            let (found, decimals) = ticks(&scale(range), 100.0, apart);
            found.iter().map(|&value| text(value, decimals)).collect()
        };
        assert_eq!(texts([-0.31, 0.42], 20.0), ["−0.2", "0.0", "0.2", "0.4"]);
        assert_eq!(texts([-180.0, 180.0], 26.0), ["−100", "0", "100"]);
    }

    #[test]
    fn a_span_without_numbers_has_no_axis() {
        for range in [[1e9, 1e9], [f32::NEG_INFINITY, 0.0], [0.0, 0.0]] {
            assert!(ticks(&scale(range), 100.0, 26.0).0.is_empty(), "{range:?}");
        }
        assert_eq!(text(2.5e7, 0), "25000000");
    }
}
