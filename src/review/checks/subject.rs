//! What the checks look at: a take with its stage, and where its points are on all frames.

use glam::{Quat, Vec3, Vec4};

use super::amount::Amount;
use super::kind::Limits;
use crate::evaluate::{BatchEvaluator, Point, local};
use crate::review::is_in_proportion;
use crate::scene::Stage;
use crate::take::{Channel, NodeId, Take};
use crate::threads::{give_way, on_all_cores};

/// What the threads of the checks are called.
pub(super) const THREAD: &str = "check";

pub(super) type IsCancelled<'a> = &'a (dyn Fn() -> bool + Sync);

/// A take under check.
pub(super) struct Subject<'a> {
    pub take: &'a Take,
    pub stage: &'a Stage,
    pub limits: &'a Limits,
    pub is_cancelled: IsCancelled<'a>,
    /// How many frames it has.
    pub frames: usize,
    /// Seconds from one frame to the next.
    pub frame_time: f64,
    /// Whether it has markers alone.
    pub is_of_markers: bool,
    /// Whether it has points with bones between them, as estimators of poses write.
    pub is_estimate: bool,
}

impl<'a> Subject<'a> {
    pub fn new(
        take: &'a Take,
        stage: &'a Stage,
        limits: &'a Limits,
        is_cancelled: IsCancelled<'a>,
    ) -> Self {
        Self {
            take,
            stage,
            limits,
            is_cancelled,
            frames: take.motion.frame_count(),
            frame_time: take.motion.frame_time(),
            is_of_markers: take.is_of_markers(),
            is_estimate: take.is_of_points() && !take.skeleton.bones().is_empty(),
        }
    }

    /// How many frames a time is, at least one.
    pub fn frames_in(&self, seconds: f64) -> usize {
        ((seconds / self.frame_time).round() as usize).max(1)
    }

    /// How long some frames last, in seconds.
    pub fn duration(&self, [first, last]: [usize; 2]) -> f64 {
        (last - first + 1) as f64 * self.frame_time
    }

    pub fn whole_take(&self) -> [usize; 2] {
        [0, self.frames.saturating_sub(1)]
    }

    /// A length beside its limit, both in metres; in a picture, in pixels.
    pub fn length(&self, value: f64, limit: f64) -> Amount {
        match self.take.picture {
            None => Amount { value, limit, unit: "m" },
            Some(_) => {
                let pixel = self.stage.unit.metres;
                Amount { value: value / pixel, limit: limit / pixel, unit: "px" }
            }
        }
    }

    pub fn name(&self, node: NodeId) -> &'a str {
        &self.take.skeleton[node].name
    }

    pub fn node_noun(&self) -> &'static str {
        if self.is_of_markers { "markers" } else { "joints" }
    }

    /// The values of one column on all frames.
    pub fn column(&self, column: usize) -> impl Iterator<Item = f32> + Clone + '_ {
        (0..self.frames).map(move |frame| self.take.motion.row(frame)[column])
    }
}

/// What moves of a joint in its parent's frame; of a marker, in the world.
pub(super) struct Signal {
    pub node: NodeId,
    /// Whether the values are rotations, in degrees, or positions, in metres.
    pub is_rotation: bool,
    /// One a frame; not finite in a gap. Distances of rotations are angles where these are small: the
    /// quaternions of neighbouring frames are in one half of the sphere.
    pub values: Vec<Vec4>,
}

impl Signal {
    pub fn unit(&self) -> &'static str {
        if self.is_rotation { "°" } else { "m" }
    }

    /// The signals of a node that change at all: its rotation, and its position where channels move it.
    pub fn of_node(subject: &Subject, id: NodeId) -> Vec<Self> {
        /// A quaternion of length 1 whose distance to another one is the angle between both, in degrees.
        const DEGREES: f32 = 360.0 / std::f32::consts::PI;
        let node = &subject.take.skeleton[id];
        let is_rotation = |channel: &Channel| matches!(channel, Channel::Rotation(_));
        let is_position = |channel: &Channel| {
            matches!(channel, Channel::Translation(_) | Channel::Slide(_) | Channel::Position(_))
        };
        let changes = |is: &dyn Fn(&Channel) -> bool| {
            let columns = node.channels.iter().zip(node.columns());
            columns.filter(|(channel, _)| is(channel)).any(|(_, column)| {
                let mut values = subject.column(column).filter(|value| value.is_finite());
                let first = values.next();
                values.any(|value| Some(value) != first)
            })
        };
        let [turns, moves] = [changes(&is_rotation), changes(&is_position)];
        if !turns && !moves {
            return Vec::new();
        }
        let mut rotations = Vec::with_capacity(if turns { subject.frames } else { 0 });
        let mut positions = Vec::with_capacity(if moves { subject.frames } else { 0 });
        let metres = subject.stage.unit.metres as f32;
        let mut last = Vec4::W;
        for frame in 0..subject.frames {
            let transform = local(&subject.take.skeleton, id, subject.take.motion.row(frame));
            if turns {
                let rotation = Vec4::from(Quat::from_mat3a(&transform.matrix3));
                let rotation = if rotation.dot(last) < 0.0 { -rotation } else { rotation };
                if rotation.is_finite() {
                    last = rotation;
                }
                rotations.push(rotation * DEGREES);
            }
            if moves {
                positions.push((Vec3::from(transform.translation) * metres).extend(0.0));
            }
        }
        let mut signals = Vec::new();
        if turns {
            signals.push(Self { node: id, is_rotation: true, values: rotations });
        }
        if moves {
            signals.push(Self { node: id, is_rotation: false, values: positions });
        }
        signals
    }
}

/// How many frames a block of positions has.
const BLOCK: usize = 256;

/// Where all nodes and all bone ends that are no node are on every frame: in metres, Y up, the floor at 0.
pub(super) struct PointPositions {
    /// Frame after frame, [`BLOCK`] frames a block.
    blocks: Vec<Vec<Vec3>>,
    points: usize,
    /// For each bone end that is no node, the node of its bone; they follow the nodes.
    ends: Vec<NodeId>,
}

impl PointPositions {
    /// `None` where there are far too many.
    pub fn evaluate(subject: &Subject) -> Option<Self> {
        let skeleton = &subject.take.skeleton;
        let origins = skeleton.iter().map(|(id, _)| Point::Origin(id));
        let ends = skeleton.free_ends();
        let end_points = ends.clone().map(|(node, end)| Point::End(node, end));
        let batch = BatchEvaluator::new(skeleton, origins.chain(end_points));
        let count = subject.frames.saturating_mul(batch.len());
        if !is_in_proportion(count, &[subject.take]) {
            return None;
        }
        let blocks = on_all_cores(THREAD, subject.frames.div_ceil(BLOCK), |block| {
            let first = block * BLOCK;
            let frames = first..(first + BLOCK).min(subject.frames);
            if (subject.is_cancelled)() {
                return vec![Vec3::NAN; frames.len() * batch.len()];
            }
            let mut positions = Vec::new();
            batch.positions(skeleton, &subject.take.motion, frames, &mut positions);
            for position in &mut positions {
                *position = subject.stage.world(*position);
            }
            positions
        });
        Some(Self { blocks, points: batch.len(), ends: ends.map(|(node, _)| node).collect() })
    }

    /// Of all points on a frame.
    pub fn frame(&self, frame: usize) -> &[Vec3] {
        &self.blocks[frame / BLOCK][frame % BLOCK * self.points..][..self.points]
    }

    pub fn of_node(&self, node: NodeId, frame: usize) -> Vec3 {
        self.frame(frame)[node.index()]
    }

    /// Of a point on all frames.
    pub fn track(&self, point: usize) -> Vec<Vec3> {
        give_way();
        let frames = self.blocks.iter().flat_map(|block| block.chunks_exact(self.points));
        frames.map(|frame| frame[point]).collect()
    }

    /// The points that are the ends of a node's bones.
    pub fn ends_of(&self, node: NodeId) -> impl Iterator<Item = usize> + '_ {
        let nodes = self.points - self.ends.len();
        let ends = self.ends.iter().enumerate();
        ends.filter(move |(_, of)| **of == node).map(move |(i, _)| nodes + i)
    }
}

/// The number below which a share of some numbers are, which are put in another order; `None` without numbers. None
/// of them may be NaN.
pub(super) fn quantile(values: &mut [f32], share: f64) -> Option<f32> {
    let last = values.len().checked_sub(1)?;
    let at = (last as f64 * share).round() as usize;
    Some(*values.select_nth_unstable_by(at, f32::total_cmp).1)
}

/// The same of those numbers that are finite.
pub(super) fn finite_quantile(values: impl Iterator<Item = f32>, share: f64) -> Option<f32> {
    quantile(&mut values.filter(|value| value.is_finite()).collect::<Vec<f32>>(), share)
}

/// The middle of those numbers that are finite.
pub(super) fn finite_median(values: impl Iterator<Item = f32>) -> Option<f32> {
    finite_quantile(values, 0.5)
}
