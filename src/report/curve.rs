//! The curve beside a finding: what the finding is about around its frames, drawn as SVG; and its worst frame.

use std::fmt::Write as _;
use std::ops::Range;

use super::text::{Escaped, filled};
use crate::review::checks::{Check, Finding};
use crate::review::measure::{JointMeasure, MeasureEvaluator, MeasureKind};
use crate::scene::{Curve, CurveKind, NodeCurves, Series, Stage, format_value};
use crate::take::{NodeId, Take};

/// A few values over the frames around a finding.
pub(super) struct Plot {
    label: String,
    unit: &'static str,
    frames: Range<usize>,
    lines: Vec<Series>,
    /// From where on a value is a finding, where it is one of the same kind.
    limits: Vec<f32>,
}

/// So many lines a plot has at most: the angles of a joint.
const MAX_LINES: usize = 3;
/// Width and height in the units of the drawing.
const SIZE: [f64; 2] = [320.0, 80.0];

impl Plot {
    /// The plot of a finding; `None` where no series shows what it found.
    pub fn new(finding: &Finding, take: &Take, stage: &Stage) -> Option<Self> {
        let frames = window(finding, take)?;
        let measured = |kind, joints: Vec<NodeId>| {
            let measure = JointMeasure { kind, joints };
            let evaluator = MeasureEvaluator::for_joints(take, stage, &measure).ok()?;
            let mut series = Series::with_capacity(frames.len());
            evaluator.series(frames.clone()).into_iter().for_each(|value| series.push(value));
            Some(Self {
                label: measure.label(&take.skeleton),
                unit: kind.unit(),
                frames: frames.clone(),
                lines: vec![series],
                limits: Vec::new(),
            })
        };
        let of_node = |kind| measured(kind, vec![finding.node?]);
        let mut plot = match finding.check {
            Check::Pop | Check::Step | Check::Jitter if finding.unit == "°" => {
                of_node(MeasureKind::AngularVelocity)
            }
            Check::Pop | Check::Step | Check::Jitter | Check::Swap | Check::Skate => {
                of_node(MeasureKind::Speed)
            }
            Check::Gap => of_node(MeasureKind::Height),
            Check::BelowFloor | Check::Floating => match finding.node {
                Some(_) => of_node(MeasureKind::Height),
                None => measured(MeasureKind::CentreOfMassHeight, Vec::new()),
            },
            Check::BoneLength => {
                let node = finding.node?;
                measured(MeasureKind::Distance, vec![node, take.skeleton[node].effective_parent()?])
            }
            Check::Flip | Check::Freeze | Check::Limit | Check::Nan => {
                channels(finding.node?, take, stage, frames.clone())
            }
            _ => None,
        }?;
        if finding.check == Check::Skate && finding.unit == plot.unit {
            plot.limits.push(finding.limit as f32);
        }
        plot.span().is_some().then_some(plot)
    }

    fn span(&self) -> Option<[f32; 2]> {
        let spans = self.lines.iter().filter_map(|line| line.span(0..line.len()));
        spans.reduce(|[low, high], [l, h]| [low.min(l), high.max(h)])
    }

    pub fn worst(&self, finding: &Finding) -> usize {
        let Some(line) = self.lines.first() else {
            return finding.first;
        };
        let frames = finding.first.max(self.frames.start)..(finding.last + 1).min(self.frames.end);
        let value = |frame: usize| line.value(frame - self.frames.start);
        let highest = |badness: &dyn Fn(f32) -> f32| {
            let all = frames.clone().filter_map(|frame| Some((frame, badness(value(frame)?))));
            all.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(finding.first, |(frame, _)| frame)
        };
        match finding.check {
            Check::Jitter | Check::Skate | Check::Floating => highest(&|value| value),
            Check::BelowFloor => highest(&|value| -value),
            Check::BoneLength => {
                let mut all: Vec<f32> = (0..line.len()).filter_map(|i| line.value(i)).collect();
                all.sort_unstable_by(f32::total_cmp);
                let usual = all.get(all.len() / 2).copied().unwrap_or_default();
                highest(&|value| (value - usual).abs())
            }
            // The last frame on which the marker is seen.
            Check::Gap => finding.first.saturating_sub(1),
            Check::Freeze => finding.first.midpoint(finding.last),
            _ => finding.first,
        }
    }

    /// The drawing with its caption. `number` gives what people call a frame.
    pub fn html(
        &self,
        finding: &Finding,
        worst: usize,
        number: impl Fn(usize) -> String,
    ) -> String {
        let Some([low, high]) = self.span() else {
            return String::new();
        };
        let shown = self
            .limits
            .iter()
            .fold([low, high], |[low, high], &limit| [low.min(limit), high.max(limit)]);
        // A line that does not move lies in the middle.
        let (low_shown, high_shown) = match shown[1] - shown[0] {
            span if span > 0.0 => (f64::from(shown[0]), f64::from(span)),
            _ => (f64::from(shown[0]) - 0.5, 1.0),
        };
        let [width, height] = SIZE;
        let x = |frame: f64| {
            let last = (self.frames.len() - 1).max(1) as f64;
            (frame - self.frames.start as f64) / last * width
        };
        let y = |value: f32| {
            let share = (f64::from(value) - low_shown) / high_shown;
            height - 4.0 - share * (height - 8.0)
        };
        let [first, last] = [finding.first as f64 - 0.5, finding.last as f64 + 0.5]
            .map(|at| x(at).clamp(0.0, width));
        let [from, to] = [self.frames.start, self.frames.end - 1].map(number);
        let [low, high] = [low, high].map(|value| format_value(value.into(), self.unit));
        let label = format!("{}, {low} to {high}, frames {from} to {to}", self.label);
        let limits = self.limits.iter();
        let limits: String =
            limits.map(|&limit| filled!("plot-limit.html", y = y(limit), width)).collect();
        let line = |(i, line): (usize, &Series)| {
            let path = path(line, |frame| x((frame + self.frames.start) as f64), y);
            filled!("plot-line.html", i, path)
        };
        filled!(
            "plot.html",
            label = Escaped(&label),
            first,
            span = (last - first).max(1.0),
            limits,
            lines = self.lines.iter().enumerate().map(line).collect::<String>(),
            worst = x(worst as f64).clamp(0.0, width),
            width,
            height
        )
    }
}

/// The path of a line: through each frame, or through the lowest and highest of a few; broken in gaps.
fn path(line: &Series, x: impl Fn(usize) -> f64, y: impl Fn(f32) -> f64) -> String {
    let mut path = String::new();
    for column in line.columns(0.0..line.len() as f64, SIZE[0] as usize) {
        let ends = if column.rises { [column.low, column.high] } else { [column.high, column.low] };
        let places = [(column.first, ends[0]), (column.last, ends[1])];
        let count = if column.first == column.last { 1 } else { 2 };
        for (i, (frame, value)) in places.into_iter().take(count).enumerate() {
            let step = if i == 0 && !column.is_joined { 'M' } else { 'L' };
            let _ = write!(path, "{step}{:.1} {:.1}", x(frame), y(value));
            if step == 'M' && count == 1 {
                // A value between two gaps is a dot.
                path.push_str("h0");
            }
        }
    }
    path
}

/// The frames of a plot: those of the finding, with half a second or half of them on either side.
fn window(finding: &Finding, take: &Take) -> Option<Range<usize>> {
    let count = take.motion.frame_count();
    let half_a_second = (0.5 / take.motion.frame_time()).clamp(5.0, 500.0) as usize;
    let around = half_a_second.max((finding.last - finding.first) / 2);
    let frames =
        finding.first.saturating_sub(around)..finding.last.saturating_add(around + 1).min(count);
    (frames.len() > 1).then_some(frames)
}

/// The file's own values of a node: its angles, where it has some.
fn channels(node: NodeId, take: &Take, stage: &Stage, frames: Range<usize>) -> Option<Plot> {
    let columns = take.skeleton[node].columns();
    let curves = NodeCurves::new(node, CurveKind::Channels, take, stage).curves;
    let named: Vec<(Curve, usize)> = curves.into_iter().zip(columns).collect();
    let is_angle = |unit: &str| matches!(unit, "°" | "rad");
    let unit = named.iter().map(|(curve, _)| curve.unit);
    let unit = unit.clone().find(|unit| is_angle(unit)).or_else(|| unit.clone().next())?;
    let shown: Vec<(Curve, usize)> =
        named.into_iter().filter(|(curve, _)| curve.unit == unit).take(MAX_LINES).collect();
    let lines = shown.iter().map(|(_, column)| {
        let mut series = Series::with_capacity(frames.len());
        frames.clone().for_each(|frame| series.push(take.motion.row(frame)[*column]));
        series
    });
    let names: Vec<&str> = shown.iter().map(|(curve, _)| &*curve.label).collect();
    Some(Plot {
        label: format!("{}: {}", take.skeleton[node].name, names.join(", ")),
        unit,
        lines: lines.collect(),
        frames,
        limits: Vec::new(),
    })
}
