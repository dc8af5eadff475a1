//! How the line of a curve is drawn in its plot.

use egui::{Color32, Pos2, Rangef, Rect, Shape, Stroke, pos2};

use crate::scene::{Column, Curve};

/// Where values are in a plot.
pub(super) struct Height {
    pub low: f32,
    pub high: f32,
    y: Rangef,
}

impl Height {
    /// The height of a curve's values from the lowest to the highest: of its least span, where they
    /// are nearer to each other.
    pub fn of([low, high]: [f32; 2], curve: &Curve, plot: Rect) -> Self {
        /// So near to each other large values are told apart by rounding alone.
        const ROUNDING: f32 = 1e-5;
        let least = (low.abs().max(high.abs()) * ROUNDING).max(curve.least);
        let missing = (least - (high - low)).max(0.0) * 0.5;
        let (mut low, mut high) = (low - missing, high + missing);
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
        Self {
            low,
            high,
            y: Rangef::new(plot.top() + 4.0, plot.bottom() - 4.0),
        }
    }

    pub fn at(&self, value: f32) -> f32 {
        // In double precision: the range may be as large as the type has it.
        let [low, high, value] = [self.low, self.high, value].map(f64::from);
        let up = (value - low) / (high - low).max(f64::MIN_POSITIVE);
        self.y.max - self.y.span() * up as f32
    }
}

/// A line that grows from left to right, in pieces of one colour without a gap.
pub(super) struct Run {
    pub shapes: Vec<Shape>,
    points: Vec<Pos2>,
    is_beyond: bool,
    colour: Color32,
    finding: Color32,
}

impl Run {
    pub fn new(colour: Color32, finding: Color32) -> Self {
        Self {
            shapes: Vec::new(),
            points: Vec::new(),
            is_beyond: false,
            colour,
            finding,
        }
    }

    pub fn add(&mut self, column: &Column, is_beyond: bool, x: [f32; 2], y: &Height) {
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
        let values = match column.rises {
            true => [column.low, column.high],
            false => [column.high, column.low],
        };
        let [from, to] = [0, 1].map(|end| pos2(x[end], y.at(values[end])));
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

    /// Ends the piece.
    pub fn end(&mut self) {
        // Beyond a limit it is bolder too: red and orange are near to one another.
        let (colour, width) = match self.is_beyond {
            true => (self.finding, 2.0),
            false => (self.colour, 1.3),
        };
        let points = std::mem::take(&mut self.points);
        match points[..] {
            [] => {}
            [one] => self.shapes.push(Shape::circle_filled(one, 1.4, colour)),
            _ => {
                let stroke = Stroke::new(width, colour);
                self.shapes.push(Shape::line(points, stroke));
            }
        }
    }
}
