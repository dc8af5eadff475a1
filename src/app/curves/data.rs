//! The values of the docked curves, filled in bit by bit.

use crate::app::{
    compare::compared::ComparisonResult, compare::shown_unit, curves::command::CurveSource,
    takes::open_take::OpenTake,
};
use crate::review::measure::{JointMeasure, MeasureEvaluator};
use crate::scene::{Curve, Curves, NodeCurves};
use crate::take::NodeId;

/// What curves are of: a take, and how it differs from the reference.
#[derive(Clone, Copy)]
pub struct CurveSubject<'a> {
    pub open: &'a OpenTake,
    pub compared: Option<&'a ComparisonResult>,
}

#[derive(Debug, Default)]
pub struct CurveData {
    kept: Vec<CurveSet>,
}

#[derive(Debug)]
pub struct CurveSet {
    /// The reading of the take that they are of, or the comparison.
    reading: u64,
    source: CurveSource,
    values: Values,
    /// As many as there are curves, once they were asked for.
    derivatives: Vec<Curve>,
}

#[derive(Debug)]
enum Values {
    Node(NodeCurves),
    Measure(Vec<Curve>),
    /// The take does not have what is measured, and why. It has one empty curve.
    Missing(Curve, String),
}

impl CurveData {
    /// Fills in as many frames of the sources as [`Curves::WORK`] allows, one source after the other; whether all
    /// of them are complete.
    pub fn fill(
        &mut self,
        sources: &[CurveSource],
        of: CurveSubject<'_>,
        derivatives: bool,
    ) -> bool {
        /// So many sets are kept that nobody asks for, for those who go back and forth.
        const MAX_IDLE: usize = 8;
        let mut work = Curves::FRAME_BUDGET;
        let mut is_complete = true;
        let mut asked = Vec::with_capacity(sources.len());
        for source in sources {
            let mut set = match self.position(source, of) {
                Some(at) => self.kept.remove(at),
                None => CurveSet::new(source.clone(), of),
            };
            if work > 0 {
                work = work.saturating_sub(set.fill(of.open, work, derivatives));
            }
            is_complete &= set.is_complete(of.open, derivatives);
            asked.push(set);
        }
        self.kept.drain(..self.kept.len().saturating_sub(MAX_IDLE));
        self.kept.append(&mut asked);
        is_complete
    }

    /// The curves of a source of a take, as far as they are filled in.
    pub fn get(&self, source: &CurveSource, of: CurveSubject<'_>) -> Option<&CurveSet> {
        self.position(source, of).map(|at| &self.kept[at])
    }

    fn position(&self, source: &CurveSource, of: CurveSubject<'_>) -> Option<usize> {
        let reading = reading_of(source, of);
        self.kept.iter().position(|set| set.reading == reading && set.source == *source)
    }
}

impl CurveSet {
    fn new(source: CurveSource, of: CurveSubject<'_>) -> Self {
        let (take, stage) = (&of.open.take, &of.open.stage);
        let values = match &source {
            CurveSource::Node(node, kind) => {
                Values::Node(NodeCurves::new(*node, *kind, take, stage))
            }
            CurveSource::Measure(measure) => {
                match MeasureEvaluator::for_joints(take, stage, measure) {
                    Ok(_) => Values::Measure(curves_of(measure, take.motion.frame_count())),
                    Err(error) => {
                        let kind = measure.kind;
                        Values::Missing(Curve::new(kind.label(), kind.unit(), 0), error.to_string())
                    }
                }
            }
            CurveSource::Difference(node) => {
                let curve = of.compared.and_then(|compared| difference(compared, *node, of.open));
                Values::Measure(curve.into_iter().collect())
            }
        };
        Self { reading: reading_of(&source, of), source, values, derivatives: Vec::new() }
    }

    /// The curves: of values, or of their derivatives.
    pub fn curves(&self, derivatives: bool) -> &[Curve] {
        match (&self.values, derivatives) {
            (Values::Node(_) | Values::Measure(_), true) => &self.derivatives,
            (Values::Node(node), false) => &node.curves,
            (Values::Measure(curves), false) => curves,
            (Values::Missing(curve, _), _) => std::slice::from_ref(curve),
        }
    }

    pub fn problem(&self) -> Option<&str> {
        match &self.values {
            Values::Missing(_, problem) => Some(problem),
            Values::Node(_) | Values::Measure(_) => None,
        }
    }

    fn fill(&mut self, open: &OpenTake, work: usize, with_derivatives: bool) -> usize {
        let (take, stage) = (&open.take, &open.stage);
        let frames = take.motion.frame_count();
        let mut used = match (&mut self.values, &self.source) {
            (Values::Node(node), _) => node.fill(take, stage, work),
            (Values::Measure(curves), CurveSource::Measure(measure)) => {
                fill_measure(curves, measure, open, work)
            }
            _ => 0,
        };
        if with_derivatives {
            let values = match &self.values {
                Values::Node(node) => &node.curves[..],
                Values::Measure(curves) => curves,
                Values::Missing(..) => &[],
            };
            let frame_time = take.motion.frame_time();
            if self.derivatives.len() != values.len() {
                self.derivatives = values.iter().map(|curve| curve.derivative(frames)).collect();
            }
            for (derivative, curve) in self.derivatives.iter_mut().zip(values) {
                used += derivative.differentiate(curve, frames, frame_time, work);
            }
        }
        used
    }

    fn is_complete(&self, open: &OpenTake, with_derivatives: bool) -> bool {
        let frames = open.take.motion.frame_count();
        let count = self.curves(false).len();
        let curves = self.curves(with_derivatives);
        let mut lengths = curves.iter().map(|curve| curve.series().len());
        self.problem().is_some() || curves.len() == count && lengths.all(|length| length == frames)
    }
}

/// What tells the values of a source from those of other readings and comparisons.
fn reading_of(source: &CurveSource, of: CurveSubject<'_>) -> u64 {
    match source {
        CurveSource::Difference(_) => of.compared.map_or(0, |compared| compared.id.number()),
        CurveSource::Node(..) | CurveSource::Measure(_) => of.open.reading,
    }
}

fn difference(compared: &ComparisonResult, node: NodeId, open: &OpenTake) -> Option<Curve> {
    let frames = open.take.motion.frame_count();
    let series = compared.curve(node)?;
    let (unit, _) = shown_unit(compared.difference.quantity);
    let mut curve = Curve::new("difference", unit, frames);
    for frame in 0..frames {
        curve.push(series.value(frame).unwrap_or(f32::NAN));
    }
    Some(curve)
}

/// The curves of a measure, without their frames.
fn curves_of(measure: &JointMeasure, frames: usize) -> Vec<Curve> {
    let kind = measure.kind;
    let names = kind.components().iter().map(|component| match *component {
        "" => kind.label().to_string(),
        component => format!("{} {}", kind.label(), component.to_uppercase()),
    });
    names.map(|name| Curve::new(name, kind.unit(), frames)).collect()
}

fn fill_measure(
    curves: &mut [Curve],
    measure: &JointMeasure,
    open: &OpenTake,
    work: usize,
) -> usize {
    let frames = open.take.motion.frame_count();
    let filled = curves.first().map_or(frames, |curve| curve.series().len());
    if filled == frames {
        return 0;
    }
    let Ok(evaluator) = MeasureEvaluator::for_joints(&open.take, &open.stage, measure) else {
        return 0;
    };
    let work_per_frame = evaluator.work_per_frame().max(1);
    let end = filled + (work / work_per_frame).max(1).min(frames - filled);
    for values in evaluator.series(filled..end).chunks_exact(evaluator.width()) {
        for (curve, &value) in curves.iter_mut().zip(values) {
            curve.push(value);
        }
    }
    (end - filled) * work_per_frame
}
