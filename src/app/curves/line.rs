//! How the line of a curve is drawn in its plot: its colour, where its values are, and its corners.

use egui::{Color32, Pos2, Rangef, Rect, Shape, Stroke, pos2};

use crate::scene::{Column, Curve, Theme};
use crate::take::Axis;

/// The colour of a curve: its axis has the one that the view's axes have, in the light theme darker,
/// so that a thin line stands out.
pub(crate) fn colour_of(axis: Option<Axis>, theme: Theme) -> Color32 {
    let rgb = Color32::from_rgb;
    match (axis, theme) {
        (Some(Axis::X), Theme::Dark) => rgb(0xf0, 0x64, 0x64),
        (Some(Axis::Y), Theme::Dark) => rgb(0x6c, 0xd0, 0x7c),
        (Some(Axis::Z), Theme::Dark) => rgb(0x5a, 0xa0, 0xf0),
        (Some(Axis::X), Theme::Light) => rgb(0xc8, 0x32, 0x3c),
        (Some(Axis::Y), Theme::Light) => rgb(0x25, 0x86, 0x3c),
        (Some(Axis::Z), Theme::Light) => rgb(0x1f, 0x6f, 0xd1),
        (None, _) => theme.colours().text,
    }
}

/// Where values are in a plot.
pub(crate) struct ValueScale {
    pub low: f32,
    pub high: f32,
    y: Rangef,
}

impl ValueScale {
    /// The scale of a curve's values from the lowest to the highest: of its least span, where they
    /// are nearer to each other.
    pub fn new(range: [f32; 2], curve: &Curve, plot: Rect) -> Self {
        let [mut low, mut high] = Self::spread(range, curve.min_span);
        // A limit that is near shows how near; one that is far would only flatten the curve.
        if let Some([lower, upper]) = curve.limits {
            let near = (high - low) * 0.3;
            if (low - near..low).contains(&lower) {
                low = lower;
            }
            if (high..high + near).contains(&upper) {
                high = upper;
            }
        }
        Self { low, high, y: Rangef::new(plot.top() + 4.0, plot.bottom() - 4.0) }
    }

    /// The lowest and the highest value of a plot of these values, which shows `least` at least.
    pub fn spread([low, high]: [f32; 2], least: f32) -> [f32; 2] {
        /// So near to each other large values are told apart by rounding alone.
        const ROUNDING: f32 = 1e-5;
        let least = (low.abs().max(high.abs()) * ROUNDING).max(least);
        let missing = (least - (high - low)).max(0.0) * 0.5;
        [low - missing, high + missing]
    }

    pub fn between([low, high]: [f32; 2], y: Rangef) -> Self {
        Self { low, high, y }
    }

    /// The value at a place, beyond both ends as well.
    pub fn value(&self, y: f32) -> f64 {
        let [low, high] = [self.low, self.high].map(f64::from);
        low + (high - low) * f64::from((self.y.max - y) / self.y.span().max(1.0))
    }

    pub fn y(&self, value: f32) -> f32 {
        // In double precision: the range may be as large as the type has it.
        let [low, high, value] = [self.low, self.high, value].map(f64::from);
        let up = (value - low) / (high - low).max(f64::MIN_POSITIVE);
        self.y.max - self.y.span() * up as f32
    }
}

/// A line that grows from left to right, in pieces of one colour without a gap.
pub(crate) struct Polyline {
    pub shapes: Vec<Shape>,
    points: Vec<Pos2>,
    is_beyond: bool,
    colour: Color32,
    finding: Color32,
    width: f32,
}

impl Polyline {
    pub fn new(colour: Color32, finding: Color32) -> Self {
        let (shapes, points) = (Vec::new(), Vec::new());
        Self { shapes, points, is_beyond: false, colour, finding, width: 1.3 }
    }

    pub fn wide(mut self, width: f32) -> Self {
        self.width = width;
        self
    }

    pub fn add(&mut self, column: &Column, is_beyond: bool, x: [f32; 2], scale: &ValueScale) {
        /// Values that are closer than this are one point, so that a line that climbs slowly is
        /// drawn as a line, without teeth.
        const FLAT: f32 = 0.7;
        if !column.is_joined {
            self.end();
            self.is_beyond = is_beyond;
        } else if is_beyond && !self.is_beyond {
            // What leads over the limit is beyond it, and what leads back as well.
            let last = self.points.last().copied();
            self.end();
            self.points.extend(last);
            self.is_beyond = true;
        }
        // Lowest and highest stand where the first and the last frame are: what climbs or falls all
        // the way is then a slope, and no stairs.
        let values =
            if column.rises { [column.low, column.high] } else { [column.high, column.low] };
        let [from, to] = [0, 1].map(|end| pos2(x[end], scale.y(values[end])));
        if (to.y - from.y).abs() < FLAT {
            self.points.push(from.lerp(to, 0.5));
        } else {
            self.points.extend([from, to]);
        }
        if !is_beyond && self.is_beyond && column.is_joined {
            let last = self.points.last().copied();
            self.end();
            self.points.extend(last);
            self.is_beyond = false;
        }
    }

    pub fn end(&mut self) {
        // Beyond a limit it is bolder too: red and orange are near to one another.
        let (colour, width) = if self.is_beyond {
            (self.finding, self.width.max(2.0))
        } else {
            (self.colour, self.width)
        };
        let mut points = std::mem::take(&mut self.points);
        simplify(&mut points);
        match points[..] {
            [] => {}
            [one] => self.shapes.push(Shape::circle_filled(one, 1.4, colour)),
            _ => self.shapes.push(Shape::line(points, Stroke::new(width, colour))),
        }
    }
}

/// Leaves out corners of a line from left to right that nobody sees: each costs seven triangles.
fn simplify(points: &mut Vec<Pos2>) {
    /// From where the line would be without a corner, in points.
    const NOTHING: f32 = 0.06;
    /// Small steps add up: what is left out stays short.
    const SHORT: f32 = 24.0;
    let mut kept = 0;
    for i in 0..points.len() {
        let next = points[i];
        if kept > 1 {
            let [before, last] = [points[kept - 2], points[kept - 1]];
            let length = next.x - before.x;
            let part = (last.x - before.x) / length.max(f32::MIN_POSITIVE);
            let straight = before.y + (next.y - before.y) * part;
            if length > 0.0 && length < SHORT && (straight - last.y).abs() < NOTHING {
                kept -= 1;
            }
        }
        points[kept] = next;
        kept += 1;
    }
    points.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::theme::contrast;

    #[test]
    fn every_curve_stands_out_from_the_panel() {
        for theme in Theme::ALL {
            let panel = theme.colours().panel;
            for axis in [None, Some(Axis::X), Some(Axis::Y), Some(Axis::Z)] {
                let found = contrast(colour_of(axis, theme), panel);
                assert!(found > 4.0, "{axis:?} in {theme:?}: {found}");
            }
        }
    }

    #[test]
    fn a_line_keeps_its_corners_and_loses_what_nobody_sees() {
        let mut flat: Vec<Pos2> = (0..240).map(|x| pos2(x as f32, 5.0)).collect();
        simplify(&mut flat);
        assert!(flat.len() < 14, "{}", flat.len());
        assert_eq!((flat[0].x, flat[flat.len() - 1].x), (0.0, 239.0));
        let wave = |x: f32| 40.0 * (x * 0.05).sin();
        let all: Vec<Pos2> = (0..600).map(|x| pos2(x as f32, wave(x as f32))).collect();
        let mut kept = all.clone();
        simplify(&mut kept);
        assert!(kept.len() < 300, "{}", kept.len());
        for at in all {
            let after = kept.partition_point(|other| other.x < at.x).max(1);
            let [a, b] = [kept[after - 1], kept[after]];
            let straight = a.lerp(b, (at.x - a.x) / (b.x - a.x));
            assert!((straight.y - at.y).abs() < 0.3, "{at:?}");
        }
        let mut spike = vec![pos2(0.0, 0.0), pos2(1.0, 9.0), pos2(2.0, 0.0)];
        simplify(&mut spike);
        assert_eq!(spike.len(), 3);
    }
}
