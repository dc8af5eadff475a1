//! The plots of the docked curves: lanes with their value scales, and how they are drawn.

use egui::{Color32, Id, Painter, Pos2, Rangef, Rect, Shape, Stroke, StrokeKind, Ui, pos2, vec2};

use crate::app::curves::command::{CurveId, CurveSource, ValueScaleId};
use crate::app::curves::docked::{DockedCurve, DockedCurves};
use crate::app::curves::line::{Polyline, ValueScale};
use crate::app::curves::panel::axis::{self, Side};
use crate::app::curves::panel::bands::{BandColumn, Bands};
use crate::app::theme::{Colours, regular};
use crate::app::timeline::panel::range::{in_and_out, in_range};
use crate::app::timeline::panel::scale::{Scale, nearest};
use crate::app::{curves::panel::marks, takes::open_take::OpenTake, widgets::PanelContext};
use crate::scene::Curve;
use crate::take::NodeId;

pub struct DrawnCurve<'a> {
    pub docked: &'a DockedCurve<'a>,
    pub colour: Color32,
}

/// Curves on one value scale.
pub struct Axis<'a> {
    pub of: ValueScaleId,
    /// What stands at its numbers.
    pub title: String,
    pub scale: ValueScale,
    pub curves: Vec<DrawnCurve<'a>>,
}

impl<'a> Axis<'a> {
    /// Fits the values as somebody zoomed them, else those of the frames that show.
    fn new(
        rect: Rect,
        of: ValueScaleId,
        title: String,
        curves: Vec<DrawnCurve<'a>>,
        frames: FrameScale,
        zoom: &DockedCurves,
    ) -> Self {
        let y = Rangef::new(rect.top() + 8.0, rect.bottom() - 5.0);
        let scale = match zoom.zoomed(&of) {
            Some(values) => ValueScale::between(values.map(|value| value as f32), y),
            None => ValueScale::between(values_in_sight(&curves, frames), y),
        };
        Self { of, title, scale, curves }
    }
}

/// The lowest and the highest value of the frames that show.
fn values_in_sight(curves: &[DrawnCurve<'_>], frames: FrameScale) -> [f32; 2] {
    let own = frames.own(frames.scale.x);
    let shown = own.start.floor().max(0.0) as usize..(own.end.ceil() + 1.0).max(0.0) as usize;
    let (mut range, mut least): (Option<[f32; 2]>, f32) = (None, f32::MIN_POSITIVE);
    for drawn in curves {
        let curve = drawn.docked.curve;
        least = least.max(curve.min_span);
        range = match (range, curve.series().span(shown.clone())) {
            (Some([low, high]), Some([a, b])) => Some([a.min(low), b.max(high)]),
            (range, own) => range.or(own),
        };
    }
    ValueScale::spread(range.unwrap_or_default(), least)
}

/// A plot: all curves, or one of them.
pub struct Lane<'a> {
    pub rect: Rect,
    /// One for each unit. The first one has its numbers at the left, the second one at the right, and the
    /// others have none.
    pub axes: Vec<Axis<'a>>,
}

/// Where frames are in all lanes.
#[derive(Clone, Copy)]
pub struct FrameScale {
    pub scale: Scale,
    /// The frame of the timeline on which the active take begins.
    pub before: usize,
}

impl FrameScale {
    fn x(&self, own: usize) -> f32 {
        self.scale.x((own + self.before) as f64)
    }

    /// The frames of the active take that are between two places, and beyond its ends.
    fn own(&self, x: Rangef) -> std::ops::Range<f64> {
        let own = |x: f32| self.scale.place(x) - self.before as f64;
        own(x.min)..own(x.max)
    }
}

/// The curves that show, each unit on a scale of its own.
pub fn overlay<'a>(
    rect: Rect,
    drawn: Vec<DrawnCurve<'a>>,
    frames: FrameScale,
    zoom: &DockedCurves,
) -> Lane<'a> {
    let mut units: Vec<(&'static str, Vec<DrawnCurve<'a>>)> = Vec::new();
    for drawn in drawn {
        let unit = drawn.docked.curve.unit;
        match units.iter_mut().find(|(other, _)| *other == unit) {
            Some((_, curves)) => curves.push(drawn),
            None => units.push((unit, vec![drawn])),
        }
    }
    let axes = units.into_iter().map(|(unit, curves)| {
        Axis::new(rect, ValueScaleId::Unit(unit), unit.to_string(), curves, frames, zoom)
    });
    Lane { rect, axes: axes.collect() }
}

pub fn lane<'a>(
    rect: Rect,
    drawn: DrawnCurve<'a>,
    frames: FrameScale,
    zoom: &DockedCurves,
) -> Lane<'a> {
    let DockedCurve { id, label, curve, .. } = drawn.docked;
    let title = match curve.unit {
        "" => label.clone(),
        unit => format!("{label}, {unit}"),
    };
    let axis = Axis::new(rect, ValueScaleId::Curve(id.clone()), title, vec![drawn], frames, zoom);
    Lane { rect, axes: vec![axis] }
}

/// The least width of the columns that frames share where there are many, in pixels.
const COLUMN: f32 = 2.0;

/// What the pointer is on.
pub struct Highlight<'a> {
    /// The curve whose name is pointed at: others are fainter.
    pub lit: Option<&'a CurveId>,
    pub pointer: Option<Pos2>,
}

impl<'a> Lane<'a> {
    /// Draws the lane, which has an id of its own.
    pub fn paint(
        &self,
        ui: &Ui,
        id: Id,
        cx: &PanelContext,
        open: &OpenTake,
        frames: FrameScale,
        highlight: &Highlight<'_>,
    ) {
        let (plot, colours) = (self.rect, cx.colours);
        let painter = ui.painter_at(plot.intersect(ui.clip_rect()));
        let playback = &cx.state.session.playback;
        if let Some(range) = in_and_out(playback) {
            let [left, right] = range.map(|frame| frames.scale.x(frame as f64));
            let tint = Rect::from_x_y_ranges(left..=right, plot.y_range());
            painter.rect_filled(tint, 0.0, in_range(colours));
        }
        if let Some(axis) = self.axes.first() {
            axis::grid(&painter, plot, &axis.scale, colours);
        }
        let marks = marks::marks(open, &self.nodes(), cx.theme);
        marks::paint(&painter, plot, frames.scale, frames.before, &marks);
        let playhead = frames.scale.x(playback.frame() as f64);
        painter.vline(playhead, plot.y_range(), Stroke::new(1.5, colours.text));
        let mut bands = Bands::new(painter.clip_rect(), painter.pixels_per_point());
        for (axis, drawn) in self.curves() {
            drawn.paint(&painter, &axis.scale, frames, highlight.lit, colours, &mut bands);
        }
        bands.paint(&painter, id);
        for (axis, drawn) in self.curves() {
            drawn.dot(&painter, &axis.scale, frames, cx.state.number());
        }
        for (axis, side) in self.axes.iter().zip([Side::Left, Side::Right]) {
            let colour = match axis.curves[..] {
                // As much of its colour as lets the words be read.
                [ref only] => only.colour.lerp_to_gamma(colours.text, 0.4),
                _ => colours.dim,
            };
            axis::numbers(&painter, plot, &axis.scale, side, &axis.title, colour, colours);
        }
        if let Some(at) = highlight.pointer {
            self.hover(&painter, cx, frames, at);
        }
    }

    fn curves(&self) -> impl Iterator<Item = (&Axis<'a>, &DrawnCurve<'a>)> {
        self.axes.iter().flat_map(|axis| axis.curves.iter().map(move |drawn| (axis, drawn)))
    }

    /// The nodes that its curves are of, each once.
    fn nodes(&self) -> Vec<NodeId> {
        let mut nodes = Vec::new();
        for (_, drawn) in self.curves() {
            match &drawn.docked.id.source {
                CurveSource::Node(node, _) | CurveSource::Difference(node) => nodes.push(*node),
                CurveSource::Measure(measure) => nodes.extend_from_slice(&measure.joints),
            }
        }
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }

    /// The hair line under the pointer; where that is in this lane, the curve that is nearest to it, and
    /// its value.
    fn hover(&self, painter: &Painter, cx: &PanelContext, frames: FrameScale, at: Pos2) {
        /// A curve that is farther is not meant.
        const REACH: f32 = 60.0;
        let (plot, colours) = (self.rect, cx.colours);
        let frame = frames.scale.frame(at.x);
        let hair = frames.scale.x(frame as f64);
        painter.vline(hair, plot.y_range(), Stroke::new(1.0, colours.dim.gamma_multiply(0.6)));
        let own = cx.state.session.timeline.number(frame);
        let places = self.curves().filter_map(|(axis, drawn)| {
            Some((axis.scale.y(value_of(drawn.docked.curve, own)?), axis, drawn))
        });
        let away = |y: f32| (y - at.y).abs();
        let nearest = nearest(places, |(y, ..)| away(*y)).filter(|(y, ..)| away(*y) < REACH);
        let Some((y, axis, drawn)) = nearest else { return };
        if !plot.contains(at) {
            return;
        }
        drawn.dot(painter, &axis.scale, frames, own);
        let number = cx.state.numbering().at(own);
        let value = drawn.docked.curve.text(own.max(0) as usize);
        let text = format!("{}  {value} · frame {number}", drawn.docked.label);
        let galley = painter.layout_no_wrap(text, regular(12.0), colours.text);
        let size = galley.size() + vec2(14.0, 6.0);
        let left =
            if hair + 10.0 + size.x < plot.right() { hair + 10.0 } else { hair - 10.0 - size.x };
        let most = (plot.bottom() - size.y).max(plot.top());
        let top = (y - size.y - 6.0).clamp(plot.top(), most);
        let bubble = Rect::from_min_size(pos2(left, top), size);
        painter.rect_filled(bubble, 5.0, colours.raised);
        painter.rect_filled(Rect::from_min_size(bubble.min, vec2(3.0, size.y)), 1.5, drawn.colour);
        painter.galley(bubble.min + vec2(9.0, 3.0), galley, colours.text);
    }
}

/// The value of a frame that the active take may not have.
fn value_of(curve: &Curve, own: i64) -> Option<f32> {
    curve.series().value(usize::try_from(own).ok()?)
}

impl DrawnCurve<'_> {
    fn paint(
        &self,
        painter: &Painter,
        scale: &ValueScale,
        frames: FrameScale,
        lit: Option<&CurveId>,
        colours: &Colours,
        bands: &mut Bands,
    ) {
        let (colour, width) = match lit {
            Some(lit) if *lit == self.docked.id => (self.colour, 2.4),
            Some(_) => (self.colour.gamma_multiply(0.3), 1.3),
            None => (self.colour, 1.4),
        };
        let curve = self.docked.curve;
        let x = painter.clip_rect().x_range();
        let pixels_per_point = painter.pixels_per_point();
        let count = (x.span() * pixels_per_point / COLUMN).ceil() as usize;
        let mut line = Polyline::new(colour, colours.finding).wide(width);
        for column in curve.series().columns(frames.own(x), count) {
            let is_beyond = curve.is_beyond(column.low) || curve.is_beyond(column.high);
            let x = [column.first, column.last].map(|frame| frames.x(frame));
            // All columns are of as many frames, but for the one at the end of the take.
            if frames.scale.frames_a_point() * f64::from(COLUMN / pixels_per_point) <= 1.0 {
                line.add(&column, is_beyond, x, scale);
                continue;
            }
            bands.add(BandColumn {
                x: f32::midpoint(x[0], x[1]),
                y: [column.high, column.low].map(|value| scale.y(value)),
                width,
                is_joined: column.is_joined,
                colour: if is_beyond { colours.finding } else { colour },
            });
        }
        line.end();
        painter.extend(line.shapes);
    }

    fn dot(&self, painter: &Painter, scale: &ValueScale, frames: FrameScale, own: i64) {
        if let Some(value) = value_of(self.docked.curve, own) {
            painter.circle_filled(pos2(frames.x(own as usize), scale.y(value)), 3.0, self.colour);
        }
    }
}

pub fn zoom_box(painter: &Painter, rect: Rect, colours: &Colours) {
    painter.add(Shape::rect_filled(rect, 2.0, colours.accent.gamma_multiply(0.12)));
    painter.rect_stroke(rect, 2.0, Stroke::new(1.0, colours.accent), StrokeKind::Inside);
}
