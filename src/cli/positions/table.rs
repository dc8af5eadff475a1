//! The table that is printed: what stands in a row of a frame, evaluated frame by frame.

use std::collections::HashMap;

use glam::{DMat3, Mat3, Quat, Vec3};

use crate::evaluate::{Pose, Space, local};
use crate::take::{BoneEnd, EulerOrder, NodeId, SignedAxis, Take, unique_names};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rotations {
    Euler,
    Quaternion,
    Matrix,
}

impl Rotations {
    pub const WORDS: [(&'static str, Self); 3] =
        [("euler", Self::Euler), ("quat", Self::Quaternion), ("matrix", Self::Matrix)];

    pub fn names(self) -> &'static [&'static str] {
        match self {
            Self::Euler => &["rx", "ry", "rz"],
            Self::Quaternion => &["qx", "qy", "qz", "qw"],
            Self::Matrix => &["m00", "m01", "m02", "m10", "m11", "m12", "m20", "m21", "m22"],
        }
    }

    fn push(self, rotation: Quat, order: EulerOrder, out: &mut Vec<f32>) {
        match self {
            Self::Euler => {
                let angles = order.angles(&DMat3::from_quat(rotation.as_dquat()));
                let mut degrees = [0.0; 3];
                for (axis, angle) in order.0.iter().zip(angles) {
                    degrees[axis.index()] = angle.to_degrees() as f32 + 0.0;
                }
                out.extend(degrees);
            }
            Self::Quaternion => out.extend(rotation.to_array()),
            Self::Matrix => out.extend(Mat3::from_quat(rotation).transpose().to_cols_array()),
        }
    }
}

/// What values of a row belong to: a node, a bone end, or a channel of a node.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The node, or the one that the bone end belongs to.
    pub node: NodeId,
    /// Its place among nodes and bone ends.
    pub index: usize,
    pub name: String,
    /// What the format calls the channel, where it is one.
    pub channel: Option<String>,
    pub is_tip: bool,
}

impl Part {
    /// The bone whose end it is.
    pub fn tip_of(&self) -> Option<usize> {
        self.is_tip.then(|| self.node.index())
    }
}

/// A time at which a take is sampled: that of a frame, or between it and the next one.
#[derive(Clone, Copy, Debug)]
pub(super) struct SampleTime {
    pub frame: usize,
    /// Which part of the way to the next frame it is behind this one; 0 on a frame.
    pub fraction: f64,
    /// By the file's own clock, in seconds.
    pub time: f64,
}

impl SampleTime {
    pub fn at_frame(take: &Take, frame: usize) -> Self {
        Self { frame, fraction: 0.0, time: take.file_time(frame) }
    }

    /// What the file calls the frame; `None` between two of them.
    pub fn number(&self, take: &Take) -> Option<i64> {
        take.number(self.frame).filter(|_| self.fraction == 0.0)
    }

    pub fn fractional_frame(&self) -> f64 {
        self.frame as f64 + self.fraction
    }
}

/// What is printed: parts side by side, at some times of a take.
pub(super) struct Table<'a> {
    pub take: &'a Take,
    pub parts: Vec<Part>,
    pub samples: Vec<SampleTime>,
    pub rotations: Option<Rotations>,
    pub has_channels: bool,
    /// Whether the confidence of each point is behind its place.
    pub has_confidence: bool,
    pub metres_per_unit: Option<f64>,
    pub up: SignedAxis,
    /// From the unit and axes of the file to those of the table.
    pub space: Space,
    is_local: bool,
}

/// The values at a time: [`Table::width`] for each part. What is missing is not finite.
pub(super) struct Row<'a> {
    pub sample: SampleTime,
    pub values: &'a [f32],
}

impl<'a> Table<'a> {
    /// The world positions of all nodes, then of all bone ends that are none.
    pub fn from_points(
        take: &'a Take,
        samples: Vec<SampleTime>,
        rotations: Option<Rotations>,
        is_local: bool,
    ) -> Self {
        let ids: Vec<NodeId> = take.skeleton.iter().map(|(id, _)| id).collect();
        let parts = take.points().enumerate();
        let parts = parts.map(|(index, point)| Part {
            node: ids[point.tip_of.unwrap_or(index)],
            index,
            name: point.name,
            channel: None,
            is_tip: point.tip_of.is_some(),
        });
        let has_confidence = take.has_confidence();
        Self { rotations, is_local, has_confidence, ..Self::new(take, parts.collect(), samples) }
    }

    /// The values of all channels, as the file has them.
    pub fn from_channels(take: &'a Take, samples: Vec<SampleTime>) -> Self {
        let parts = take.skeleton.iter().flat_map(|(id, node)| {
            (0..node.channels.len()).map(move |channel| Part {
                node: id,
                index: id.index(),
                name: node.name.clone(),
                channel: Some(take.channel_name(id, channel).to_string()),
                is_tip: false,
            })
        });
        Self { has_channels: true, ..Self::new(take, parts.collect(), samples) }
    }

    fn new(take: &'a Take, parts: Vec<Part>, samples: Vec<SampleTime>) -> Self {
        Self {
            take,
            parts,
            samples,
            rotations: None,
            has_channels: false,
            has_confidence: false,
            metres_per_unit: take.units.metres_per_unit,
            up: take.units.up.direction,
            space: Space::FILE,
            is_local: false,
        }
    }

    pub fn turn_up(&mut self, up: SignedAxis) {
        self.space = self.space.turned([self.up, up]);
        self.up = up;
    }

    /// Adds numbers to names that were there before, of nodes in their order: `name.2`.
    pub fn make_names_unique(&mut self) {
        let mut places = HashMap::new();
        let mut names = Vec::new();
        for part in &self.parts {
            places.entry(part.index).or_insert_with(|| {
                names.push(part.name.clone());
                names.len() - 1
            });
        }
        let names = unique_names(&names);
        for part in &mut self.parts {
            part.name.clone_from(&names[places[&part.index]]);
        }
    }

    pub fn columns(&self) -> Vec<&'static str> {
        if self.has_channels {
            return vec!["value"];
        }
        let rotations = self.rotations.map_or(&[][..], Rotations::names);
        let confidence: &[&str] = if self.has_confidence { &["confidence"] } else { &[] };
        [&["x", "y", "z"], rotations, confidence].concat()
    }

    pub fn width(&self) -> usize {
        self.columns().len()
    }

    fn order(&self, part: &Part) -> EulerOrder {
        self.take.skeleton[part.node].euler_order()
    }

    /// The name of the order in which the rotations of a part are multiplied, such as `ZXY`; empty for a bone end.
    pub fn order_name(&self, part: &Part) -> String {
        if part.is_tip { String::new() } else { self.order(part).to_string() }
    }

    /// The node or bone that a part hangs on: of a bone end, its bone.
    pub fn parent(&self, part: &Part) -> Option<usize> {
        part.tip_of().or_else(|| Some(self.take.skeleton[part.node].parent?.index()))
    }

    pub fn each_row<E>(&self, mut with: impl FnMut(Row<'_>) -> Result<(), E>) -> Result<(), E> {
        let take = self.take;
        if self.has_channels {
            return self
                .samples
                .iter()
                .try_for_each(|&sample| with(Row { sample, values: take.row(sample.frame) }));
        }
        let orders: Vec<EulerOrder> = self.parts.iter().map(|part| self.order(part)).collect();
        let mut pose = Pose::default();
        let mut positions = Vec::new();
        let mut values: Vec<f32> = Vec::new();
        each_positions(take, &self.samples, |sample, found| {
            positions.clear();
            positions.extend(found.iter().map(|&at| self.space.position(at)));
            if self.rotations.is_none() && !self.has_confidence {
                return with(Row { sample, values: bytemuck::cast_slice(&positions) });
            }
            if self.rotations.is_some() {
                evaluate(&mut pose, take, sample);
            }
            let row = take.row(sample.frame);
            values.clear();
            for ((part, order), at) in self.parts.iter().zip(&orders).zip(&positions) {
                values.extend(at.to_array());
                match self.rotations {
                    Some(rotations) if part.is_tip || !at.is_finite() => {
                        values.extend(rotations.names().iter().map(|_| f32::NAN));
                    }
                    Some(rotations) => {
                        rotations.push(self.rotation(part, &pose, sample), *order, &mut values);
                    }
                    None => {}
                }
                if self.has_confidence {
                    let column = take.skeleton[part.node].confidence_column();
                    values.push(column.filter(|_| !part.is_tip).map_or(f32::NAN, |at| row[at]));
                }
            }
            with(Row { sample, values: &values })
        })
    }

    fn rotation(&self, part: &Part, pose: &Pose, sample: SampleTime) -> Quat {
        let node = &self.take.skeleton[part.node];
        let is_below = node.parent.is_some() && !node.is_world_space;
        let global = pose.global(part.node);
        let transform = match (self.is_local, node.effective_parent()) {
            (true, _) if sample.fraction == 0.0 => {
                local(&self.take.skeleton, part.node, self.take.row(sample.frame))
            }
            (true, Some(parent)) => pose.global(parent).inverse() * global,
            _ => global,
        };
        let rotation = Quat::from_mat3a(&transform.matrix3).normalize();
        if self.is_local && is_below { rotation } else { self.space.rotation(rotation) }
    }
}

fn evaluate(pose: &mut Pose, take: &Take, sample: SampleTime) {
    let row = take.row(sample.frame);
    if sample.fraction == 0.0 {
        return pose.evaluate(&take.skeleton, row);
    }
    let rows = [row, take.row(sample.frame + 1)];
    pose.evaluate_between(&take.skeleton, rows, sample.fraction as f32);
}

/// Calls `with` for each sample with the positions of all points. The position of a missing marker is not finite.
fn each_positions<E>(
    take: &Take,
    samples: &[SampleTime],
    mut with: impl FnMut(SampleTime, &[Vec3]) -> Result<(), E>,
) -> Result<(), E> {
    /// How many frames are evaluated at once: the positions of a whole take may not fit in memory.
    const CHUNK: usize = 1024;
    if samples.iter().any(|sample| sample.fraction > 0.0) {
        let mut pose = Pose::default();
        let mut positions = Vec::new();
        return samples.iter().try_for_each(|&sample| {
            evaluate(&mut pose, take, sample);
            positions.clear();
            positions.extend(take.skeleton.iter().map(|(id, _)| pose.position(id)));
            let ends = take.skeleton.free_ends();
            positions.extend(ends.map(|(node, end)| pose.bone_end(node, BoneEnd::Local(end))));
            with(sample, &positions)
        });
    }
    samples.chunks(CHUNK).try_for_each(|samples| {
        let frames = take.positions(samples.iter().map(|sample| sample.frame));
        let frames = frames.expect("frames that were checked");
        let mut rows = frames.iter().zip(samples);
        rows.try_for_each(|((_, positions), &sample)| with(sample, positions))
    })
}
