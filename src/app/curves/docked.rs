//! The state of the docked curves: the curves of the selection, which are hidden, the zoom of values.

use std::collections::HashSet;

use crate::app::compare::compared::Compared;
use crate::app::curves::command::CurvesCommand;
use crate::app::curves::data::CurveData;
use crate::app::curves::id::{CurveId, CurveSource, ScaleOf};
use crate::app::effect::Effect;
use crate::app::state::{FeatureCommand, State};
use crate::app::takes::open_take::OpenTake;
use crate::options::{CurveOptions, Quantity};
use crate::review::measure::JointMeasure;
use crate::scene::Curve;
use crate::take::NodeId;

/// More curves than this are told of and not shown: nobody tells them apart, and they take memory.
const MAX_CURVES: usize = 24;

/// What the docked curves are drawn from.
#[derive(Debug, Default)]
pub struct DockedCurves {
    data: CurveData,
    hidden: HashSet<CurveId>,
    /// The scales that somebody zoomed; others fit what shows.
    scales: Vec<(ScaleOf, [f64; 2])>,
}

/// One curve, as far as it is filled in.
#[derive(Debug)]
pub struct DockedCurve<'a> {
    /// What tells it from all others.
    pub id: CurveId,
    /// What it is the curve of; with the joint's name where several are selected.
    pub label: String,
    /// Its values.
    pub curve: &'a Curve,
    /// Why it has none.
    pub problem: Option<&'a str>,
    /// Whether only its name shows.
    pub is_hidden: bool,
}

impl DockedCurves {
    /// Carries a command out.
    pub fn apply(&mut self, command: CurvesCommand, options: &mut CurveOptions) {
        match command {
            CurvesCommand::ShowQuantity(quantity, on) => {
                options.quantities = options.quantities.with(quantity, on);
            }
            CurvesCommand::ToggleStacked => options.stacked = !options.stacked,
            CurvesCommand::ToggleDerivative => {
                options.derivative = !options.derivative;
                // Another unit, and other values of the same one.
                self.scales.clear();
            }
            CurvesCommand::ShowCurve(id, true) => drop(self.hidden.remove(&id)),
            CurvesCommand::ShowCurve(id, false) => drop(self.hidden.insert(id)),
            CurvesCommand::ShowValues(scales) => {
                for (of, values) in scales {
                    self.scales.retain(|(other, _)| *other != of);
                    self.scales.push((of, values));
                }
            }
            CurvesCommand::Fit => self.scales.clear(),
        }
    }

    /// Fills in as much as a redraw has time for, and tells whether that was all.
    pub fn fill(&mut self, of: (&OpenTake, Option<&Compared>), options: CurveOptions) -> bool {
        let sources = sources(of, options).0;
        self.data.fill(&sources, of, options.derivative)
    }

    /// The curves of the joints that are selected in a take and of its measures, and how many there are
    /// beside them.
    pub fn curves<'a>(
        &'a self,
        of: (&OpenTake, Option<&Compared>),
        options: CurveOptions,
    ) -> (Vec<DockedCurve<'a>>, usize) {
        let (sources, left_out) = sources(of, options);
        let (open, _) = of;
        let has_several = open.edits.selected.len() > 1;
        let mut found = Vec::new();
        for source in sources {
            let Some(set) = self.data.get(of, &source) else {
                continue;
            };
            for (component, curve) in set.curves(options.derivative).iter().enumerate() {
                let id = CurveId { source: source.clone(), component };
                found.push(DockedCurve {
                    label: label(open, &source, curve, has_several),
                    curve,
                    problem: set.problem(),
                    is_hidden: self.hidden.contains(&id),
                    id,
                });
            }
        }
        (found, left_out)
    }

    /// The values from the lower edge of a scale to the upper one, where somebody zoomed it.
    pub fn zoomed(&self, of: &ScaleOf) -> Option<[f64; 2]> {
        let found = self.scales.iter().find(|(scale, _)| scale == of);
        found.map(|(_, values)| *values)
    }
}

/// What shows of a take, and how many curves are left out.
fn sources(
    (open, compared): (&OpenTake, Option<&Compared>),
    options: CurveOptions,
) -> (Vec<CurveSource>, usize) {
    let of_joint = |node: NodeId| {
        let quantities = options.quantities.iter();
        quantities.filter_map(move |quantity| source(node, quantity))
    };
    let pinned = open.edits.measures.iter().cloned().map(CurveSource::Measure);
    let has_difference = |node: NodeId| compared.is_some_and(|of| of.pair_of(node).is_some());
    let difference = |node: NodeId| {
        let source = CurveSource::Difference(node);
        has_difference(node).then_some(source)
    };
    let selected = open.edits.selected.iter();
    let selected = selected.flat_map(|&node| difference(node).into_iter().chain(of_joint(node)));
    let selected = selected.filter(|source| !is_pinned(open, source));
    let wanted = pinned.chain(selected);
    let (mut sources, mut count, mut left_out) = (Vec::new(), 0, 0);
    for source in wanted {
        let own = match &source {
            CurveSource::Node(node, crate::scene::CurveKind::Channels) => {
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
            left_out += own
        }
    }
    (sources, left_out)
}

/// Whether a source is a measure that is pinned in the view.
fn is_pinned(open: &OpenTake, source: &CurveSource) -> bool {
    matches!(source, CurveSource::Measure(measure) if open.edits.measures.contains(measure))
}

fn source(node: NodeId, quantity: Quantity) -> Option<CurveSource> {
    let of_node = quantity.curves().map(|kind| CurveSource::Node(node, kind));
    of_node.or_else(|| {
        Some(CurveSource::Measure(JointMeasure { kind: quantity.measure()?, joints: vec![node] }))
    })
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

impl FeatureCommand for CurvesCommand {
    fn is_on(&self, state: &State) -> Option<bool> {
        let docked = state.interface.panels.docked;
        match self {
            Self::ToggleStacked => Some(docked.stacked),
            Self::ToggleDerivative => Some(docked.derivative),
            _ => None,
        }
    }

    fn apply(self, state: &mut State, _: &mut Vec<Effect>) {
        state.interface.docked.apply(self, &mut state.interface.panels.docked);
    }
}
