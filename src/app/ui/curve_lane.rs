//! One curve in its lane: its name and value above, the line below.

use std::ops::Range;

use egui::{Color32, Painter, Pos2, Rangef, Rect, Shape, Stroke, Ui, pos2, vec2};

use super::widgets::cut;
use crate::app::theme::regular;
use crate::scene::{Column, Curve, Theme, figures};
use crate::take::{Axis, rounded};

/// The height of the row with name and value, in points.
pub(super) const HEAD: f32 = 22.0;

/// Where frames are across the lanes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scale {
    /// Where the first and the last frame that shows are.
    pub x: Rangef,
    /// These frames.
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

    /// The frame at a place.
    pub fn frame(&self, x: f32) -> usize {
        (self.moment(x).round().max(0.0) as usize).min(self.last)
    }

    /// Whether a frame is in what shows.
    pub fn has(&self, frame: usize) -> bool {
        let (frame, half) = (frame as f64, 0.5);
        (self.shown.start - half..=self.shown.end + half).contains(&frame)
    }
}

/// The colour of a curve: its axis has the one that the view's axes have, in the light theme darker,
/// so that a thin line stands out.
pub(super) fn colour_of(axis: Option<Axis>, theme: Theme) -> Color32 {
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

/// One lane, ready to be painted.
pub(super) struct Lane<'a> {
    pub curve: &'a Curve,
    pub theme: Theme,
    pub scale: &'a Scale,
    /// Row and plot together.
    pub rect: Rect,
    /// The frame at the playhead.
    pub frame: usize,
    /// The frame under the pointer.
    pub hovered: Option<usize>,
}

impl Lane<'_> {
    pub fn paint(&self, ui: &Ui) {
        let colours = self.theme.colours();
        let shown = self.range_shown();
        self.head(ui, shown);
        let plot = self.plot();
        // What marks a frame keeps its width at the edges of the plot; the line ends there.
        let clip = plot.expand2(vec2(3.0, 0.0));
        let painter = ui.painter_at(clip.intersect(ui.clip_rect()));
        let in_plot = ui.painter_at(plot.intersect(ui.clip_rect()));
        self.moments(&painter, plot);
        let Some(range) = shown else {
            let is_filled = self.curve.series().len() > self.scale.last;
            if is_filled && self.range_of_all().is_none() {
                let text = cut(
                    ui,
                    "No place on any frame",
                    regular(12.0),
                    colours.dim,
                    plot.width(),
                );
                let at = plot.center() - text.size() * 0.5;
                painter.galley(at, text, colours.dim);
            }
            return;
        };
        let y = Height::of(range, self.curve.limits, plot);
        self.limits(&in_plot, &y, plot);
        self.line(&in_plot, &y, ui.ctx().pixels_per_point());
        if self.scale.has(self.frame) {
            self.mark(&painter, &y, self.frame);
        }
        if let Some(frame) = self.hovered {
            self.mark(&painter, &y, frame);
            self.bubble(&painter, &y, frame, plot);
        }
    }

    /// The hair line and the playhead.
    fn moments(&self, painter: &Painter, plot: Rect) {
        let colours = self.theme.colours();
        let at = |frame: usize| self.scale.x(frame as f64);
        if let Some(frame) = self.hovered {
            let stroke = Stroke::new(1.0, colours.dim.gamma_multiply(0.7));
            painter.vline(at(frame), plot.y_range(), stroke);
        }
        if self.scale.has(self.frame) {
            let stroke = Stroke::new(1.3, colours.text);
            painter.vline(at(self.frame), plot.y_range(), stroke);
        }
    }

    fn plot(&self) -> Rect {
        let mut plot = self.rect;
        plot.min.y += HEAD;
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
        /// Space between two texts.
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
        let value = cut(
            ui,
            &self.curve.text(self.frame),
            regular(13.0),
            colour,
            row.width() * 0.6,
        );
        let right = row.right() - value.size().x;
        painter.galley(
            pos2(right, middle - value.size().y * 0.5),
            value,
            colours.text,
        );
        let mut left = row.left();
        let label_width = right - APART - left;
        let label = cut(
            ui,
            &self.curve.label,
            regular(13.0),
            colours.dim,
            label_width,
        );
        let at = pos2(left, middle - label.size().y * 0.5);
        left += label.size().x + APART;
        painter.galley(at, label, colours.dim);
        for (text, colour) in self.remarks(shown) {
            let galley = painter.layout_no_wrap(text, regular(11.0), colour);
            if left + galley.size().x + APART <= right {
                let at = pos2(
                    right - APART - galley.size().x,
                    middle - galley.size().y * 0.5,
                );
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
        let faint = colours.dim;
        let is_constant = self.scale.last > 0
            && self.curve.series().len() > self.scale.last
            && self.range_of_all().is_some_and(|[low, high]| low == high);
        if is_constant {
            remarks.push(("constant".to_string(), faint));
        } else if let Some([low, high]) = shown.filter(|[low, high]| low < high) {
            remarks.push((range_text(low, high), faint));
        }
        remarks
    }

    /// A dashed line at each limit that is in sight.
    fn limits(&self, painter: &Painter, y: &Height, plot: Rect) {
        let colour = self.theme.colours().finding.gamma_multiply(0.55);
        for limit in self.curve.limits.into_iter().flatten() {
            if (y.low..=y.high).contains(&limit) {
                let ends = [plot.left(), plot.right()].map(|x| pos2(x, y.at(limit)));
                let stroke = Stroke::new(1.0, colour);
                painter.extend(Shape::dashed_line(&ends, stroke, 3.0, 3.0));
            }
        }
    }

    fn line(&self, painter: &Painter, y: &Height, pixels_per_point: f32) {
        let pixels = (self.scale.x.span() * pixels_per_point).ceil() as usize;
        let mut run = Run::new(
            colour_of(self.curve.axis, self.theme),
            self.theme.colours().finding,
        );
        let columns = self
            .curve
            .series()
            .columns(self.scale.shown.clone(), pixels);
        for column in columns {
            let is_beyond = [column.low, column.high]
                .into_iter()
                .any(|value| self.curve.is_beyond(value));
            let x = [column.first, column.last].map(|frame| self.scale.x(frame as f64));
            run.add(&column, is_beyond, x, y);
        }
        run.end();
        painter.extend(run.shapes);
    }

    /// A dot on the line.
    fn mark(&self, painter: &Painter, y: &Height, frame: usize) {
        let Some(value) = self.curve.series().value(frame) else {
            return;
        };
        let at = pos2(self.scale.x(frame as f64), y.at(value));
        let colours = self.theme.colours();
        let colour = match self.curve.is_beyond(value) {
            true => colours.finding,
            false => colour_of(self.curve.axis, self.theme),
        };
        painter.circle_filled(at, 2.8, colour);
    }

    /// The value under the pointer, beside the hair line.
    fn bubble(&self, painter: &Painter, y: &Height, frame: usize, plot: Rect) {
        let colours = self.theme.colours();
        let value = self.curve.series().value(frame);
        let text = figures(value.unwrap_or(f32::NAN).into(), "");
        let galley = painter.layout_no_wrap(text, regular(11.0), colours.text);
        let size = galley.size() + vec2(10.0, 4.0);
        let x = self.scale.x(frame as f64);
        let left = match x + 7.0 + size.x <= plot.right() {
            true => x + 7.0,
            false => x - 7.0 - size.x,
        };
        let centre = value.map_or(plot.center().y, |value| y.at(value));
        let half = size.y * 0.5;
        let centre = centre.clamp(
            plot.top() + half,
            (plot.bottom() - half).max(plot.top() + half),
        );
        let bubble = Rect::from_min_size(pos2(left, centre - half), size);
        painter.rect_filled(bubble, 4.0, colours.raised.gamma_multiply(0.94));
        painter.galley(bubble.min + vec2(5.0, 2.0), galley, colours.text);
    }
}

/// Where values are in a plot.
struct Height {
    low: f32,
    high: f32,
    y: Rangef,
}

impl Height {
    fn of([low, high]: [f32; 2], limits: Option<[f32; 2]>, plot: Rect) -> Self {
        /// Noise so small beside the value is not blown up to the height of the lane.
        const LEAST: f32 = 1e-3;
        let least = low.abs().max(high.abs()).max(1e-6) * LEAST;
        let missing = (least - (high - low)).max(0.0) * 0.5;
        let (mut low, mut high) = (low - missing, high + missing);
        // A limit that is near shows how near; one that is far would only flatten the curve.
        if let Some([lower, upper]) = limits {
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
            y: Rangef::new(plot.top() + 4.0, plot.bottom() - 7.0),
        }
    }

    fn at(&self, value: f32) -> f32 {
        // In double precision: the range may be as large as the type has it.
        let [low, high, value] = [self.low, self.high, value].map(f64::from);
        let up = (value - low) / (high - low).max(f64::MIN_POSITIVE);
        self.y.max - self.y.span() * up as f32
    }
}

/// A line that grows from left to right, in pieces of one colour without a gap.
struct Run {
    shapes: Vec<Shape>,
    points: Vec<Pos2>,
    is_beyond: bool,
    colour: Color32,
    finding: Color32,
}

impl Run {
    fn new(colour: Color32, finding: Color32) -> Self {
        Self {
            shapes: Vec::new(),
            points: Vec::new(),
            is_beyond: false,
            colour,
            finding,
        }
    }

    fn add(&mut self, column: &Column, is_beyond: bool, x: [f32; 2], y: &Height) {
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
    fn end(&mut self) {
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

/// The range of what shows, to as many digits as it takes to tell its ends apart.
fn range_text(low: f32, high: f32) -> String {
    let span = f64::from(high) - f64::from(low);
    let decimals = (1.0 - span.log10().floor()).clamp(0.0, 4.0) as usize;
    let [low, high] = [low, high].map(|value| match value.abs() {
        ..1e6 => rounded(value.into(), decimals).replace('-', "−"),
        _ => figures(value.into(), ""),
    });
    format!("{low} to {high}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How much lighter one colour is than another, from 1 to 21, as WCAG has it.
    fn contrast(a: Color32, b: Color32) -> f32 {
        let light = |colour: Color32| {
            let [r, g, b, _] = egui::Rgba::from(colour).to_array();
            0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
        };
        let [a, b] = [light(a), light(b)];
        a.max(b) / a.min(b)
    }

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
    fn a_range_has_as_many_digits_as_tell_its_ends_apart() {
        for (low, high, text) in [
            (-180.0, 179.0, "−180 to 179"),
            (8.21, 10.24, "8.2 to 10.2"),
            (4.071, 4.338, "4.07 to 4.34"),
            (0.1, 0.37, "0.1 to 0.37"),
            (-1e-9, 1e-9, "0 to 0"),
            (f32::MIN, f32::MAX, "−3.40e38 to 3.40e38"),
        ] {
            assert_eq!(range_text(low, high), text);
        }
    }
}
