//! The curves of a node over the whole take: its channel values, or its world position.

use super::measure::{figures, is_beyond, limits_of, unit_of};
use super::series::Series;
use super::stage::Stage;
use crate::evaluate::{BatchEvaluator, Point};
use crate::take::{Axis, Channel, NodeId, Take};

/// One value of a node over time.
#[derive(Clone, Debug)]
pub struct Curve {
    /// What it is the curve of: `Xrotation`, as the file calls its channel, or `World X`.
    pub label: String,
    /// As people write it, or nothing; see [`super::Reading::unit`].
    pub unit: &'static str,
    /// The axis along or about which the value is; `None` where there is none.
    pub axis: Option<Axis>,
    /// Lower and upper limit, infinite where there is none; `None` where the value is free.
    pub limits: Option<[f32; 2]>,
    /// The least span of values that anybody can mean anything by: a plot has at least that.
    pub least: f32,
    series: Series,
    beyond: usize,
}

impl Curve {
    /// A curve without frames, with room for so many.
    pub fn new(label: impl Into<String>, unit: &'static str, frames: usize) -> Self {
        Self {
            label: label.into(),
            unit,
            axis: None,
            limits: None,
            least: match unit {
                "°" => DEGREES,
                "rad" => DEGREES.to_radians(),
                _ => METRES,
            },
            series: Series::with_capacity(frames),
            beyond: 0,
        }
    }

    /// Adds the value of the next frame. One that is not finite is a gap.
    pub fn push(&mut self, value: f32) {
        self.beyond += usize::from(self.is_beyond(value));
        self.series.push(value);
    }

    /// The values.
    pub fn series(&self) -> &Series {
        &self.series
    }

    /// Whether a value is outside of the limits.
    pub fn is_beyond(&self, value: f32) -> bool {
        self.limits.is_some_and(|limits| is_beyond(value, limits))
    }

    /// On how many frames the value is outside of the limits.
    pub fn frames_beyond(&self) -> usize {
        self.beyond
    }

    /// Whether values from the lowest to the highest differ by rounding alone, as far as anybody can
    /// tell: a fiftieth of what a plot shows at least.
    pub fn is_flat(&self, [low, high]: [f32; 2]) -> bool {
        high - low <= self.least * 0.02
    }

    /// The value of a frame with its unit, for people; a dash in a gap.
    pub fn text(&self, frame: usize) -> String {
        let value = self.series.value(frame).unwrap_or(f32::NAN);
        figures(value.into(), self.unit)
    }
}

/// What the curves of a node show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CurveKind {
    /// The file's own channels, in its own units.
    #[default]
    Channels,
    /// Where the node is in the world of the [`Stage`], in metres.
    World,
}

/// Which curves are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CurvesOf {
    /// A number that no other take has, nor another reading of the same file.
    pub take: u64,
    /// The node.
    pub node: NodeId,
    /// What of it.
    pub kind: CurveKind,
}

/// The curves that were looked at last. They are filled bit by bit, so that a long take holds up no
/// picture.
#[derive(Debug, Default)]
pub struct Curves {
    /// The ones asked for last at the end.
    kept: Vec<(CurvesOf, NodeCurves)>,
}

/// The curves of one node, as far as they are filled in.
#[derive(Debug)]
pub struct NodeCurves {
    node: NodeId,
    kind: CurveKind,
    /// One a channel, or one an axis.
    pub curves: Vec<Curve>,
    /// Frames that are filled in.
    pub filled: usize,
}

impl Curves {
    /// What [`Self::fill`] may do in one picture: a few milliseconds.
    pub const WORK: usize = 120_000;

    /// So many sets of curves are kept. Of 100,000 frames, one of three curves is 1.4 MB.
    const MAX_KEPT: usize = 8;

    /// Fills in as many frames as `work` allows, and tells whether all of them are: where not, it is
    /// to be called again for the next picture. `work` counts transforms that are multiplied and
    /// channels that are read.
    pub fn fill(&mut self, of: CurvesOf, take: &Take, stage: &Stage, work: usize) -> bool {
        let mut kept = match self.kept.iter().position(|(kept, _)| *kept == of) {
            Some(index) => self.kept.remove(index).1,
            None => NodeCurves::new(of.node, of.kind, take, stage),
        };
        kept.fill(take, stage, work);
        let is_complete = kept.filled == take.motion.frame_count();
        self.kept.push((of, kept));
        let too_many = self.kept.len().saturating_sub(Self::MAX_KEPT);
        self.kept.drain(..too_many);
        is_complete
    }

    /// The curves, as far as they are filled; none where they were not asked for of late.
    pub fn get(&self, of: CurvesOf) -> &[Curve] {
        let kept = self.kept.iter().find(|(kept, _)| *kept == of);
        kept.map_or(&[], |(_, kept)| &kept.curves)
    }

    /// Lets go of what belongs to a take that was closed or read again.
    pub fn forget(&mut self, take: u64) {
        self.kept.retain(|(of, _)| of.take != take);
    }
}

impl NodeCurves {
    /// The curves that a node has, without their frames.
    pub fn new(node: NodeId, kind: CurveKind, take: &Take, stage: &Stage) -> Self {
        Self { node, kind, curves: empty(node, kind, take, stage), filled: 0 }
    }

    /// Fills in as many frames as `work` allows, one at least where one is missing, and returns the
    /// work that this was; see [`Curves::fill`].
    pub fn fill(&mut self, take: &Take, stage: &Stage, work: usize) -> usize {
        let frames = take.motion.frame_count();
        if self.filled == frames {
            return 0;
        }
        let skeleton = &take.skeleton;
        let columns = skeleton[self.node].columns();
        let batch = BatchEvaluator::of(skeleton, [Point::Origin(self.node)]);
        let work_a_frame = match self.kind {
            CurveKind::Channels => columns.len().max(1),
            CurveKind::World => batch.depth(),
        };
        // One frame at least, else the deepest node would never get anywhere.
        let most = (work / work_a_frame).max(1);
        let end = self.filled + most.min(frames - self.filled);
        let work = (end - self.filled) * work_a_frame;
        match self.kind {
            CurveKind::Channels => {
                for frame in self.filled..end {
                    self.push(&take.motion.row(frame)[columns.clone()]);
                }
            }
            CurveKind::World => {
                let mut places = Vec::new();
                batch.positions(skeleton, &take.motion, self.filled..end, &mut places);
                for place in places {
                    self.push(&stage.world(place).to_array());
                }
            }
        }
        self.filled = end;
        work
    }

    fn push(&mut self, values: &[f32]) {
        for (curve, &value) in self.curves.iter_mut().zip(values) {
            curve.push(value);
        }
    }
}

/// The curves of a node, without their frames.
fn empty(id: NodeId, kind: CurveKind, take: &Take, stage: &Stage) -> Vec<Curve> {
    let frames = take.motion.frame_count();
    let node = &take.skeleton[id];
    match kind {
        CurveKind::Channels => {
            let channels = node.channels.iter().enumerate();
            let curve = |(index, &channel): (usize, &Channel)| {
                let unit = unit_of(channel, take.skeleton.angle(), &stage.unit);
                let mut curve = Curve::new(take.channel_name(id, index), unit, frames);
                curve.axis = axis_of(channel);
                curve.limits = limits_of(node.limits(), index);
                if channel.is_length() {
                    curve.least = METRES / stage.unit.metres as f32;
                }
                curve
            };
            channels.map(curve).collect()
        }
        CurveKind::World => {
            let curve = |axis: Axis| Curve {
                axis: Some(axis),
                ..Curve::new(format!("World {}", axis.name()), "m", frames)
            };
            Axis::ALL.map(curve).into()
        }
    }
}

/// The least span of an angle, of a length in metres, and of a number that has no unit.
const DEGREES: f32 = 0.1;
const METRES: f32 = 1e-3;

fn axis_of(channel: Channel) -> Option<Axis> {
    match channel {
        Channel::Translation(axis)
        | Channel::Slide(axis)
        | Channel::Position(axis)
        | Channel::Rotation(axis)
        | Channel::BoxSize(axis) => Some(axis),
        Channel::BoneScale | Channel::Unused => None,
    }
}
