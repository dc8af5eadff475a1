//! The lane of one curve: name and value above, plot below.

use std::ops::Range;

use egui::{Color32, Painter, Rangef, Rect, Shape, Stroke, Ui, pos2, vec2};

use crate::app::curves::line::{Polyline, ValueScale, colour_of};
use crate::app::theme::regular;
use crate::app::widgets::cut;
use crate::scene::{Curve, Theme, format_value};
use crate::take::rounded;

/// The height of the row with name and value, in points.
pub(crate) const HEAD: f32 = 22.0;
/// What is left free below a plot, before the next lane, in points.
pub(crate) const APART: f32 = 11.0;

/// Where frames are across the lanes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scale {
    /// Where the first and the last frame that shows are.
    pub x: Rangef,
    pub shown: Range<f64>,
    /// The last frame of the take.
    pub last: usize,
}

impl Scale {
    pub fn x(&self, frame: f64) -> f32 {
        let length = self.shown.end - self.shown.start;
        if length <= 0.0 {
            return self.x.center();
        }
        let along = (frame - self.shown.start) / length;
        self.x.min + self.x.span() * along as f32
    }

    /// The moment at a place, in frames; beyond the edges too.
    pub fn moment_at(&self, x: f32) -> f64 {
        let along = f64::from((x - self.x.min) / self.x.span().max(1.0));
        self.shown.start + (self.shown.end - self.shown.start) * along
    }

    /// The moment at a place that shows, in frames.
    pub fn moment(&self, x: f32) -> f64 {
        self.moment_at(self.x.clamp(x))
    }

    pub fn frame(&self, x: f32) -> usize {
        (self.moment(x).round().max(0.0) as usize).min(self.last)
    }

    /// Whether a frame is in what shows.
    pub fn has(&self, frame: usize) -> bool {
        let (frame, half) = (frame as f64, 0.5);
        (self.shown.start - half..=self.shown.end + half).contains(&frame)
    }
}

pub(crate) struct Lane<'a> {
    pub curve: &'a Curve,
    pub theme: Theme,
    pub scale: &'a Scale,
    /// Row and plot together.
    pub rect: Rect,
    /// The first and the last frame that playing stays in, where they are not all.
    pub range: Option<[usize; 2]>,
    pub frame: usize,
    pub hovered: Option<usize>,
}

impl Lane<'_> {
    pub fn paint(&self, ui: &Ui) {
        let shown = self.range_shown();
        self.head(ui, shown);
        let plot = self.plot();
        // What marks a frame keeps its width at the edges of the plot; the line ends there.
        let painter = ui.painter_at(plot.expand2(vec2(3.0, 0.0)).intersect(ui.clip_rect()));
        let in_plot = ui.painter_at(plot.intersect(ui.clip_rect()));
        self.ground(&in_plot, plot);
        self.moments(&painter, plot);
        let Some(range) = shown else {
            let is_filled = self.curve.series().len() > self.scale.last;
            if is_filled && self.range_of_all().is_none() {
                let dim = self.theme.colours().dim;
                let text = cut(ui, "Missing on all frames", regular(12.0), dim, plot.width());
                painter.galley(plot.center() - text.size() * 0.5, text, dim);
            }
            return;
        };
        let values = ValueScale::new(range, self.curve, plot);
        self.limits(&in_plot, &values, plot);
        self.line(&in_plot, &values, ui.ctx().pixels_per_point());
        if self.scale.has(self.frame) {
            self.mark(&painter, &values, self.frame);
        }
        if let Some(frame) = self.hovered {
            self.mark(&painter, &values, frame);
            self.bubble(&painter, &values, frame, plot);
        }
    }

    /// What is behind the line: the frames that playing stays in, and the plot's edge.
    fn ground(&self, painter: &Painter, plot: Rect) {
        let colours = self.theme.colours();
        if let Some(range) = self.range {
            let [left, right] = range.map(|frame| self.scale.x(frame as f64));
            let tint = Rect::from_x_y_ranges(left..=right, plot.y_range()).intersect(plot);
            painter.rect_filled(tint, 0.0, colours.accent.gamma_multiply(0.1));
        }
        painter.hline(plot.x_range(), plot.bottom() - 0.5, Stroke::new(1.0, colours.line));
    }

    /// The hair line and the playhead.
    fn moments(&self, painter: &Painter, plot: Rect) {
        let colours = self.theme.colours();
        let vline = |frame: usize, stroke: Stroke| {
            painter.vline(self.scale.x(frame as f64), plot.y_range(), stroke);
        };
        if let Some(frame) = self.hovered {
            vline(frame, Stroke::new(1.0, colours.dim.gamma_multiply(0.7)));
        }
        if self.scale.has(self.frame) {
            vline(self.frame, Stroke::new(1.3, colours.text));
        }
    }

    fn plot(&self) -> Rect {
        let mut plot = self.rect;
        plot.min.y += HEAD;
        plot.max.y -= APART;
        plot
    }

    /// The lowest and the highest value of what shows, with the frames that the line comes from and
    /// goes to.
    fn range_shown(&self) -> Option<[f32; 2]> {
        let shown = &self.scale.shown;
        let [from, to] = [shown.start.floor(), shown.end.ceil() + 1.0].map(|f| f.max(0.0) as usize);
        self.curve.series().span(from..to)
    }

    fn range_of_all(&self) -> Option<[f32; 2]> {
        self.curve.series().span(0..self.scale.last + 1)
    }

    /// Name at the left, value at the right, and between them what the take as a whole comes to.
    fn head(&self, ui: &Ui, shown: Option<[f32; 2]>) {
        const APART: f32 = 10.0;
        let colours = self.theme.colours();
        let row = Rect::from_min_size(self.rect.min, vec2(self.rect.width(), HEAD));
        let painter = ui.painter_at(row.intersect(ui.clip_rect()));
        let middle = row.center().y + 1.0;
        let value = self.curve.series().value(self.frame);
        let colour = match value {
            None => colours.dim,
            Some(value) if self.curve.is_beyond(value) => colours.finding,
            Some(_) => colours.text,
        };
        let value = cut(ui, &self.curve.text(self.frame), regular(13.0), colour, row.width() * 0.6);
        let right = row.right() - value.size().x;
        painter.galley(pos2(right, middle - value.size().y * 0.5), value, colours.text);
        let label_width = right - APART - row.left();
        let label = cut(ui, &self.curve.label, regular(13.0), colours.dim, label_width);
        let at = pos2(row.left(), middle - label.size().y * 0.5);
        let left = row.left() + label.size().x + APART;
        painter.galley(at, label, colours.dim);
        for (text, colour) in self.remarks(shown) {
            let galley = painter.layout_no_wrap(text, regular(11.0), colour);
            if left + galley.size().x + APART <= right {
                let at = pos2(right - APART - galley.size().x, middle - galley.size().y * 0.5);
                painter.galley(at, galley, colour);
                return;
            }
        }
    }

    /// What can be said of the curve, what matters most first; the first that fits is shown.
    fn remarks(&self, shown: Option<[f32; 2]>) -> Vec<(String, Color32)> {
        let colours = self.theme.colours();
        let mut remarks = Vec::new();
        match self.curve.frames_beyond() {
            0 => {}
            1 => remarks.push(("1 frame beyond limits".to_string(), colours.finding)),
            frames => {
                remarks.push((format!("{frames} frames beyond limits"), colours.finding));
                remarks.push((format!("{frames} beyond limits"), colours.finding));
                remarks.push((format!("{frames} beyond"), colours.finding));
            }
        }
        let is_flat =
            |range: Option<[f32; 2]>| range.is_some_and(|range| self.curve.is_flat(range));
        let is_filled = self.scale.last > 0 && self.curve.series().len() > self.scale.last;
        if is_filled && is_flat(self.range_of_all()) {
            remarks.push(("constant".to_string(), colours.dim));
        } else if is_filled && is_flat(shown) {
            remarks.push(("constant here".to_string(), colours.dim));
        } else if let Some([low, high]) = shown.filter(|[low, high]| low < high) {
            remarks.push((range_text(low, high), colours.dim));
        }
        remarks
    }

    /// A dashed line at each limit that is in sight.
    fn limits(&self, painter: &Painter, values: &ValueScale, plot: Rect) {
        let colour = self.theme.colours().finding.gamma_multiply(0.55);
        for limit in self.curve.limits.into_iter().flatten() {
            if (values.low..=values.high).contains(&limit) {
                let ends = [plot.left(), plot.right()].map(|x| pos2(x, values.y(limit)));
                painter.extend(Shape::dashed_line(&ends, Stroke::new(1.0, colour), 3.0, 3.0));
            }
        }
    }

    fn line(&self, painter: &Painter, values: &ValueScale, pixels_per_point: f32) {
        let pixels = (self.scale.x.span() * pixels_per_point).ceil() as usize;
        let mut line =
            Polyline::new(colour_of(self.curve.axis, self.theme), self.theme.colours().finding);
        for column in self.curve.series().columns(self.scale.shown.clone(), pixels) {
            let is_beyond = self.curve.is_beyond(column.low) || self.curve.is_beyond(column.high);
            let x = [column.first, column.last].map(|frame| self.scale.x(frame as f64));
            line.add(&column, is_beyond, x, values);
        }
        line.end();
        painter.extend(line.shapes);
    }

    fn mark(&self, painter: &Painter, values: &ValueScale, frame: usize) {
        let Some(value) = self.curve.series().value(frame) else { return };
        let at = pos2(self.scale.x(frame as f64), values.y(value));
        let colours = self.theme.colours();
        let colour = if self.curve.is_beyond(value) {
            colours.finding
        } else {
            colour_of(self.curve.axis, self.theme)
        };
        painter.circle_filled(at, 2.8, colour);
    }

    /// The value under the pointer, beside the hair line and not on the playhead.
    fn bubble(&self, painter: &Painter, values: &ValueScale, frame: usize, plot: Rect) {
        let colours = self.theme.colours();
        let value = self.curve.series().value(frame);
        let text = format_value(value.unwrap_or(f32::NAN).into(), "");
        let galley = painter.layout_no_wrap(text, regular(11.0), colours.text);
        let size = galley.size() + vec2(10.0, 4.0);
        let playhead = self.scale.x(self.frame as f64);
        let left = beside(self.scale.x(frame as f64), playhead, size.x, plot.x_range());
        let centre = value.map_or(plot.center().y, |value| values.y(value));
        let half = size.y * 0.5;
        let centre = centre.clamp(plot.top() + half, (plot.bottom() - half).max(plot.top() + half));
        let bubble = Rect::from_min_size(pos2(left, centre - half), size);
        painter.rect_filled(bubble, 4.0, colours.raised);
        painter.galley(bubble.min + vec2(5.0, 2.0), galley, colours.text);
    }
}

/// Where what is so wide begins beside the hair line: at its right, at its left, or beyond the playhead,
/// wherever it is inside and lies on neither of them.
fn beside(hair: f32, playhead: f32, width: f32, inside: Rangef) -> f32 {
    const AWAY: f32 = 7.0;
    let sides = [hair, playhead].map(|x| [x + AWAY, x - AWAY - width]);
    let is_free = |left: &f32| {
        let covered = Rangef::new(*left, left + width);
        let lies_on = |x: f32| covered.expand(2.0).contains(x);
        covered.min >= inside.min
            && covered.max <= inside.max
            && !lies_on(hair)
            && !lies_on(playhead)
    };
    let free = sides.into_iter().flatten().find(is_free);
    free.unwrap_or((inside.max - width).min(hair + AWAY))
}

/// The range of what shows, to as many digits as it takes to tell its ends apart.
fn range_text(low: f32, high: f32) -> String {
    let span = f64::from(high) - f64::from(low);
    let decimals = (1.0 - span.log10().floor()).clamp(0.0, 12.0) as usize;
    let [low, high] = [low, high].map(|value| match value.abs() {
        ..1e6 => rounded(value.into(), decimals).replace('-', "−"),
        _ => format_value(value.into(), ""),
    });
    format!("{low} to {high}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_under_the_pointer_lies_on_neither_line() {
        let inside = Rangef::new(0.0, 200.0);
        for hair in 0..=200 {
            for playhead in 0..=200 {
                let [hair, playhead] = [hair, playhead].map(|x| x as f32);
                let left = beside(hair, playhead, 50.0, inside);
                let covered = Rangef::new(left, left + 50.0);
                assert!(covered.min >= 0.0 && covered.max <= 200.0);
                let lies_on = |x: f32| covered.contains(x);
                assert!(!lies_on(hair) && !lies_on(playhead), "{hair} {playhead}: {left}");
            }
        }
    }

    #[test]
    fn a_range_has_as_many_digits_as_tell_its_ends_apart() {
        for (low, high, text) in [
            (-180.0, 179.0, "−180 to 179"),
            (8.21, 10.24, "8.2 to 10.2"),
            (4.071, 4.338, "4.07 to 4.34"),
            (0.1, 0.37, "0.1 to 0.37"),
            (0.0, 4e-5, "0 to 0.00004"),
            (f32::MIN, f32::MAX, "−3.40e38 to 3.40e38"),
        ] {
            assert_eq!(range_text(low, high), text);
        }
    }
}
