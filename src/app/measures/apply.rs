//! How measure commands change the open takes, and the values of pinned measures on the frame that shows.

use glam::Vec3;

use crate::app::session::{Outcome, Reframe, Session};
use crate::app::state::{FeatureCommand, State};
use crate::app::{
    command::history::EditKind, effect::Effect, ids::TakeId, measures::command::MeasuresCommand,
    takes::open_take::OpenTake,
};
use crate::review::measure::{JointMeasure, MeasureError, MeasureEvaluator};
use crate::scene::format_value;
use crate::take::rounded;

/// A pinned measure on a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasureReading {
    pub take: TakeId,
    pub measure: JointMeasure,
    /// The reading of the take and the frame that the rest is of.
    moment: (u64, usize),
    /// The values, NaN where they are not known.
    pub values: Vec<f32>,
    /// Where in the world it is; see [`MeasureEvaluator::anchors`].
    pub anchors: Vec<Vec3>,
    /// Where the masses come from; `None` where nothing is weighed.
    pub mass_source: Option<&'static str>,
}

impl MeasureReading {
    /// The values with their unit, for people.
    pub fn text(&self) -> String {
        let unit = self.measure.kind.unit();
        let (last, others) = self.values.split_last().expect("a measure has a value");
        let others = others.iter().map(|&value| format_value(value.into(), "") + ", ");
        others.collect::<String>() + &format_value((*last).into(), unit)
    }
}

impl Session {
    fn apply_measures(&mut self, command: MeasuresCommand, out: &mut Outcome<'_>) {
        match command {
            MeasuresCommand::Pin(kind) => {
                let Some(open) = self.takes.active_mut() else { return };
                let first = open.edits.selected.len().saturating_sub(kind.joint_count());
                let joints = open.edits.selected[first..].to_vec();
                let measure = JointMeasure { kind, joints };
                let label = kind.label();
                match MeasureEvaluator::for_joints(&open.take, &open.stage, &measure).err() {
                    None if open.edits.measures.contains(&measure) => {}
                    None => open.edits.measures.push(measure),
                    Some(MeasureError::Joints(_)) => {
                        let count = match kind.joint_count() {
                            1 => "a joint",
                            2 => "two joints",
                            _ => "three joints, the one at the corner second",
                        };
                        out.notices.push_info(format!("{label}: select {count} first."));
                    }
                    Some(error) => out.notices.push_info(format!("{label}: {error}.")),
                }
            }
            MeasuresCommand::Remove(take, measure) => {
                if let Some(open) = self.takes.find_mut(take) {
                    open.edits.measures.retain(|other| *other != measure);
                }
            }
            MeasuresCommand::RemoveAll => {
                if let Some(open) = self.takes.active_mut() {
                    open.edits.measures.clear();
                }
            }
            MeasuresCommand::Copy(take, measure) => {
                let Some(open) = self.takes.find(take) else { return };
                let Some(measured) = self.measured(open, &measure) else { return };
                let value_text = |&value: &f32| {
                    if value.is_finite() { rounded(value.into(), 6) } else { "–".to_string() }
                };
                let values: Vec<String> = measured.values.iter().map(value_text).collect();
                let values = values.join(", ");
                let label = measure.label(&open.take.skeleton);
                let unit = measure.kind.unit();
                out.notices.push_info(format!("Copied: {values} ({label}, in {unit})"));
                out.effects.push(Effect::Copy(values));
            }
        }
    }

    /// A measure of a take on the frame that shows; `None` where the take does not have it.
    fn measured(&self, open: &OpenTake, measure: &JointMeasure) -> Option<MeasureReading> {
        let frame = self.frame_of(open);
        let evaluator = MeasureEvaluator::for_joints(&open.take, &open.stage, measure).ok()?;
        Some(MeasureReading {
            take: open.id,
            measure: measure.clone(),
            moment: (open.reading, frame),
            values: evaluator.value(frame),
            anchors: evaluator.anchors(frame),
            mass_source: evaluator.mass_source,
        })
    }

    /// Brings the measures of all takes that show to the frame that shows.
    pub(crate) fn measure(&mut self) {
        let before = std::mem::take(&mut self.measured);
        let mut now = Vec::new();
        for open in self.takes.shown() {
            let moment = (open.reading, self.frame_of(open));
            for measure in &open.edits.measures {
                let known = before
                    .iter()
                    .find(|old| (old.take, &old.measure, old.moment) == (open.id, measure, moment));
                now.extend(known.cloned().or_else(|| self.measured(open, measure)));
            }
        }
        self.measured = now;
    }
}

impl FeatureCommand for MeasuresCommand {
    fn edit(&self) -> Option<EditKind> {
        match self {
            Self::Pin(_) | Self::Remove(..) | Self::RemoveAll => Some(EditKind::Measures),
            _ => None,
        }
    }

    fn apply(self, state: &mut State, effects: &mut Vec<Effect>) {
        state.change(effects, |session, out| {
            session.apply_measures(self, out);
            Reframe::Keep
        });
    }
}
