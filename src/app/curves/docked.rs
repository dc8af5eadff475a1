//! The state of the docked curves: the curves of the selection, which are hidden, how far values are zoomed.

use std::collections::HashSet;

use crate::app::compare::compared::ComparisonResult;
use crate::app::curves::command::{CurveId, CurveSource, ValueScaleId};
use crate::app::curves::data::{CurveData, CurveSubject};
use crate::app::takes::open_take::OpenTake;
use crate::options::{CurveOptions, Quantity};
use crate::review::measure::JointMeasure;
use crate::scene::{Curve, CurveKind};
use crate::take::NodeId;

/// More curves than this are counted and not shown: nobody tells them apart, and they take memory.
const MAX_CURVES: usize = 24;

#[derive(Debug, Default)]
pub struct DockedCurves {
    data: CurveData,
    pub(super) hidden: HashSet<CurveId>,
    /// The scales that somebody zoomed; others fit what shows.
    pub(super) scales: Vec<(ValueScaleId, [f64; 2])>,
}

/// One curve, as far as it is filled in.
#[derive(Debug)]
pub struct DockedCurve<'a> {
    pub id: CurveId,
    /// What it is the curve of; with the joint's name where several are selected.
    pub label: String,
    pub curve: &'a Curve,
    /// Why it has no values.
    pub problem: Option<&'a str>,
    /// Whether only its name shows.
    pub is_hidden: bool,
}

impl DockedCurves {
    /// Fills in as much as a redraw has time for; whether that was all.
    pub fn fill(
        &mut self,
        open: &OpenTake,
        compared: Option<&ComparisonResult>,
        options: CurveOptions,
    ) -> bool {
        let subject = CurveSubject { open, compared };
        self.data.fill(&sources(subject, options).0, subject, options.derivative)
    }

    /// The curves of the joints that are selected in a take and of its measures, and how many there are
    /// beside them.
    pub fn curves<'a>(
        &'a self,
        open: &OpenTake,
        compared: Option<&ComparisonResult>,
        options: CurveOptions,
    ) -> (Vec<DockedCurve<'a>>, usize) {
        let subject = CurveSubject { open, compared };
        let (sources, left_out) = sources(subject, options);
        let has_several = open.edits.selected.len() > 1;
        let mut docked = Vec::new();
        for source in sources {
            let Some(set) = self.data.get(&source, subject) else { continue };
            for (component, curve) in set.curves(options.derivative).iter().enumerate() {
                let id = CurveId { source: source.clone(), component };
                docked.push(DockedCurve {
                    label: label(open, &source, curve, has_several),
                    curve,
                    problem: set.problem(),
                    is_hidden: self.hidden.contains(&id),
                    id,
                });
            }
        }
        (docked, left_out)
    }

    /// The values from the lower edge of a scale to the upper one, where somebody zoomed it.
    pub fn zoomed(&self, of: &ValueScaleId) -> Option<[f64; 2]> {
        self.scales.iter().find(|(scale, _)| scale == of).map(|(_, values)| *values)
    }
}

/// What shows of a take, and how many curves are left out.
fn sources(subject: CurveSubject<'_>, options: CurveOptions) -> (Vec<CurveSource>, usize) {
    let CurveSubject { open, compared } = subject;
    let mut wanted: Vec<CurveSource> =
        open.edits.measures.iter().cloned().map(CurveSource::Measure).collect();
    for &node in &open.edits.selected {
        if compared.is_some_and(|compared| compared.pair_of(node).is_some()) {
            wanted.push(CurveSource::Difference(node));
        }
        let sources = options.quantities.iter().filter_map(|quantity| source(node, quantity));
        wanted.extend(sources.filter(|source| !is_pinned(open, source)));
    }
    let (mut sources, mut count, mut left_out) = (Vec::new(), 0, 0);
    for source in wanted {
        let own = match &source {
            CurveSource::Node(node, CurveKind::Channels) => {
                open.take.skeleton[*node].channels.len()
            }
            CurveSource::Node(..) => 3,
            CurveSource::Difference(_) => 1,
            CurveSource::Measure(measure) => measure.kind.components().len(),
        };
        if left_out == 0 && count + own <= MAX_CURVES {
            count += own;
            sources.push(source);
        } else {
            left_out += own;
        }
    }
    (sources, left_out)
}

/// Whether a source is a measure that is pinned in the view.
fn is_pinned(open: &OpenTake, source: &CurveSource) -> bool {
    matches!(source, CurveSource::Measure(measure) if open.edits.measures.contains(measure))
}

fn source(node: NodeId, quantity: Quantity) -> Option<CurveSource> {
    if let Some(kind) = quantity.curves() {
        return Some(CurveSource::Node(node, kind));
    }
    Some(CurveSource::Measure(JointMeasure { kind: quantity.measure()?, joints: vec![node] }))
}

fn label(open: &OpenTake, source: &CurveSource, curve: &Curve, has_several: bool) -> String {
    let node = match source {
        CurveSource::Node(node, _) | CurveSource::Difference(node) => Some(*node),
        CurveSource::Measure(measure) if is_pinned(open, source) && !measure.joints.is_empty() => {
            return measure.label(&open.take.skeleton);
        }
        CurveSource::Measure(measure) => measure.joints.first().copied(),
    };
    match node.filter(|_| has_several) {
        Some(node) => format!("{} {}", open.take.skeleton[node].name, curve.label),
        None => curve.label.clone(),
    }
}
