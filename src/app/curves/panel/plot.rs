//! The plots of the docked curves: lanes with their value scales, and how they are drawn.

use egui::{Color32, Id, Painter, Rangef, Rect, Shape, Stroke, Ui, pos2, vec2};

use crate::app::curves::docked::{DockedCurve, DockedCurves};
use crate::app::curves::id::{CurveId, CurveSource, ScaleOf};
use crate::app::curves::panel::axis;
use crate::app::curves::panel::axis::Side;
use crate::app::curves::panel::bands::{Bands, Edge};
use crate::app::curves::panel::marks;
use crate::app::curves::panel::marks::marks;
use crate::app::curves::tab::line::{Height, Run};
use crate::app::takes::open_take::OpenTake;
use crate::app::theme::{Colours, regular};
use crate::app::timeline::panel::range::{in_and_out, in_range};
use crate::app::timeline::panel::scale::Scale;
use crate::app::widgets::context::PanelContext;
use crate::scene::Curve;
use crate::take::NodeId;

/// A curve that shows, with its colour.
pub struct Drawn<'a> {
    pub docked: &'a DockedCurve<'a>,
    pub colour: Color32,
}

/// Curves on one value scale.
pub struct Axis<'a> {
    /// What the scale is of.
    pub of: ScaleOf,
    /// What stands at its numbers.
    pub title: String,
    /// Where values are.
    pub height: Height,
    pub curves: Vec<Drawn<'a>>,
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
pub struct Frames {
    /// The timeline's own scale.
    pub scale: Scale,
    /// The frame of the timeline on which the active take begins.
    pub before: usize,
}

impl Frames {
    /// Where a frame of the active take is.
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
    drawn: Vec<Drawn<'a>>,
    frames: Frames,
    zoom: &DockedCurves,
) -> Lane<'a> {
    let mut units: Vec<(&'static str, Vec<Drawn<'a>>)> = Vec::new();
    for drawn in drawn {
        let unit = drawn.docked.curve.unit;
        match units.iter_mut().find(|(other, _)| *other == unit) {
            Some((_, curves)) => curves.push(drawn),
            None => units.push((unit, vec![drawn])),
        }
    }
    let axes = units.into_iter().map(|(unit, curves)| {
        let of = ScaleOf::Unit(unit);
        Axis {
            height: height(rect, &curves, frames, zoom.zoomed(&of)),
            title: unit.to_string(),
            of,
            curves,
        }
    });
    Lane { rect, axes: axes.collect() }
}

/// A lane of one curve.
pub fn lane<'a>(rect: Rect, drawn: Drawn<'a>, frames: Frames, zoom: &DockedCurves) -> Lane<'a> {
    let docked = drawn.docked;
    let of = ScaleOf::Curve(docked.id.clone());
    let curves = vec![drawn];
    let axis = Axis {
        height: height(rect, &curves, frames, zoom.zoomed(&of)),
        title: match docked.curve.unit {
            "" => docked.label.clone(),
            unit => format!("{}, {unit}", docked.label),
        },
        of,
        curves,
    };
    Lane { rect, axes: vec![axis] }
}

/// Where values are: as somebody zoomed them, else as the frames that show fit.
fn height(rect: Rect, curves: &[Drawn<'_>], frames: Frames, zoomed: Option<[f64; 2]>) -> Height {
    let y = Rangef::new(rect.top() + 8.0, rect.bottom() - 5.0);
    if let Some(values) = zoomed {
        return Height::between(values.map(|value| value as f32), y);
    }
    let own = frames.own(frames.scale.x);
    let shown = own.start.floor().max(0.0) as usize..(own.end.ceil() + 1.0).max(0.0) as usize;
    let curves = curves.iter().map(|drawn| drawn.docked.curve);
    let (mut range, mut least): (Option<[f32; 2]>, f32) = (None, f32::MIN_POSITIVE);
    for curve in curves {
        least = least.max(curve.least);
        let own = curve.series().span(shown.clone());
        range = match (range, own) {
            (Some([low, high]), Some([a, b])) => Some([a.min(low), b.max(high)]),
            (range, own) => range.or(own),
        };
    }
    Height::between(Height::spread(range.unwrap_or_default(), least), y)
}

/// The least width of the columns that frames share where there are many, in pixels.
const COLUMN: f32 = 2.0;

/// What is drawn beside the curves.
pub struct Look<'a> {
    /// The curve whose name is pointed at: others are fainter.
    pub lit: Option<&'a CurveId>,
    /// The place of the pointer.
    pub pointer: Option<egui::Pos2>,
}

impl Lane<'_> {
    /// Draws the lane, which has an id of its own.
    pub fn paint(
        &self,
        (ui, id): (&Ui, Id),
        cx: &PanelContext,
        open: &OpenTake,
        frames: Frames,
        look: &Look<'_>,
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
            axis::grid(&painter, plot, &axis.height, colours);
        }
        let marks = marks(open, &self.nodes(), cx.theme);
        marks::paint(&painter, plot, frames.scale, frames.before, &marks);
        let playhead = frames.scale.x(playback.frame() as f64);
        painter.vline(playhead, plot.y_range(), Stroke::new(1.5, colours.text));
        let mut bands = Bands::new(painter.clip_rect(), painter.pixels_per_point());
        for axis in &self.axes {
            for drawn in &axis.curves {
                drawn.paint(&painter, &axis.height, frames, look, colours, &mut bands);
            }
        }
        bands.paint(&painter, id);
        for axis in &self.axes {
            for drawn in &axis.curves {
                drawn.dot(&painter, &axis.height, frames, cx.state.number());
            }
        }
        for (axis, side) in self.axes.iter().zip([Side::Left, Side::Right]) {
            let colour = match axis.curves[..] {
                // As much of its colour as lets the words be read.
                [ref only] => only.colour.lerp_to_gamma(colours.text, 0.4),
                _ => colours.dim,
            };
            let title = (axis.title.as_str(), colour);
            axis::numbers(&painter, plot, &axis.height, side, title, colours);
        }
        if let Some(at) = look.pointer {
            self.hover(&painter, cx, frames, at);
        }
    }

    /// The nodes that its curves are of, each once.
    fn nodes(&self) -> Vec<NodeId> {
        let mut nodes = Vec::new();
        let curves = self.axes.iter().flat_map(|axis| &axis.curves);
        for drawn in curves {
            let own = match &drawn.docked.id.source {
                CurveSource::Node(node, _) | CurveSource::Difference(node) => {
                    std::slice::from_ref(node)
                }
                CurveSource::Measure(measure) => &measure.joints[..],
            };
            nodes.extend_from_slice(own);
        }
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }

    /// The hair line under the pointer; where that is in this lane, the curve that is nearest to it, and
    /// its value.
    fn hover(&self, painter: &Painter, cx: &PanelContext, frames: Frames, at: egui::Pos2) {
        /// A curve that is farther is not meant.
        const REACH: f32 = 60.0;
        let (plot, colours) = (self.rect, cx.colours);
        let frame = frames.scale.frame(at.x);
        let hair = frames.scale.x(frame as f64);
        let stroke = Stroke::new(1.0, colours.dim.gamma_multiply(0.6));
        painter.vline(hair, plot.y_range(), stroke);
        let own = cx.state.session.timeline.number(frame);
        let curves = self.axes.iter();
        let curves = curves.flat_map(|axis| axis.curves.iter().map(move |drawn| (axis, drawn)));
        let places = curves.filter_map(|(axis, drawn)| {
            let value = value_of(drawn.docked.curve, own)?;
            Some((axis.height.at(value), axis, drawn))
        });
        let away = |y: f32| (y - at.y).abs();
        let nearest = places.min_by(|a, b| away(a.0).total_cmp(&away(b.0)));
        let Some((y, axis, drawn)) = nearest.filter(|found| away(found.0) < REACH) else {
            return;
        };
        if !plot.contains(at) {
            return;
        }
        drawn.dot(painter, &axis.height, frames, own);
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
        let swatch = Rect::from_min_size(bubble.min, vec2(3.0, size.y));
        painter.rect_filled(swatch, 1.5, drawn.colour);
        painter.galley(bubble.min + vec2(9.0, 3.0), galley, colours.text);
    }
}

/// The value of a frame that the active take may not have.
fn value_of(curve: &Curve, own: i64) -> Option<f32> {
    curve.series().value(usize::try_from(own).ok()?)
}

impl Drawn<'_> {
    fn paint(
        &self,
        painter: &Painter,
        height: &Height,
        frames: Frames,
        look: &Look<'_>,
        colours: &Colours,
        bands: &mut Bands,
    ) {
        let is_lit = look.lit == Some(&self.docked.id);
        let (colour, width) = match look.lit {
            Some(_) if is_lit => (self.colour, 2.4),
            Some(_) => (self.colour.gamma_multiply(0.3), 1.3),
            None => (self.colour, 1.4),
        };
        let curve = self.docked.curve;
        let x = painter.clip_rect().x_range();
        let pixels_per_point = painter.pixels_per_point();
        let count = (x.span() * pixels_per_point / COLUMN).ceil() as usize;
        let mut run = Run::new(colour, colours.finding).wide(width);
        for column in curve.series().columns(frames.own(x), count) {
            let ends = [column.low, column.high];
            let is_beyond = ends.into_iter().any(|value| curve.is_beyond(value));
            let x = [column.first, column.last].map(|frame| frames.x(frame));
            // All columns are of as many frames, but for the one at the end of the take.
            if frames.scale.frames_a_point() * f64::from(COLUMN / pixels_per_point) <= 1.0 {
                run.add(&column, is_beyond, x, height);
                continue;
            }
            bands.add(Edge {
                x: f32::midpoint(x[0], x[1]),
                y: [column.high, column.low].map(|value| height.at(value)),
                width,
                is_joined: column.is_joined,
                colour: if is_beyond { colours.finding } else { colour },
            });
        }
        run.end();
        painter.extend(run.shapes);
    }

    /// A dot on the line, on a frame of the active take.
    fn dot(&self, painter: &Painter, height: &Height, frames: Frames, own: i64) {
        if let Some(value) = value_of(self.docked.curve, own) {
            let x = frames.x(own as usize);
            let at = pos2(x, height.at(value));
            painter.circle_filled(at, 3.0, self.colour);
        }
    }
}

/// The box that is being drawn to zoom into.
pub fn zoom_box(painter: &Painter, rect: Rect, colours: &Colours) {
    painter.add(Shape::rect_filled(rect, 2.0, colours.accent.gamma_multiply(0.12)));
    let stroke = Stroke::new(1.0, colours.accent);
    painter.rect_stroke(rect, 2.0, stroke, egui::StrokeKind::Inside);
}
