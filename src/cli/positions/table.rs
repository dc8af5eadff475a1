//! The table that is printed: what stands in a row of a frame, evaluated frame by frame.

use std::collections::HashMap;
use std::collections::HashSet;

use glam::{DMat3, DQuat, Mat3, Quat, Vec3};

use crate::evaluate::{Pose, local};
use crate::take::{Axis, Channel, EulerOrder, NodeId, SignedAxis, Take};

/// In which form rotations are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rotations {
    Euler,
    Quaternion,
    Matrix,
}

impl Rotations {
    /// The words of `--rotations`.
    pub const WORDS: [(&'static str, Self); 3] =
        [("euler", Self::Euler), ("quat", Self::Quaternion), ("matrix", Self::Matrix)];

    /// What the values are called.
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Self::Euler => &["rx", "ry", "rz"],
            Self::Quaternion => &["qx", "qy", "qz", "qw"],
            Self::Matrix => &["m00", "m01", "m02", "m10", "m11", "m12", "m20", "m21", "m22"],
        }
    }

    fn put(self, rotation: Quat, order: EulerOrder, out: &mut Vec<f32>) {
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
    /// Whether it is a bone end.
    pub is_tip: bool,
}

/// A moment of a take: a frame, or between it and the next one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub frame: usize,
    /// Which part of the way to the next frame it is behind this one; 0 on a frame.
    pub part: f64,
    /// By the file's own clock, in seconds.
    pub time: f64,
}

impl Moment {
    /// A frame of a take.
    pub fn of_frame(take: &Take, frame: usize) -> Self {
        Self { frame, part: 0.0, time: take.file_time(frame) }
    }

    /// What the file calls the frame; `None` between two of them.
    pub fn number(&self, take: &Take) -> Option<i64> {
        take.number(self.frame).filter(|_| self.part == 0.0)
    }
}

/// What is printed: parts side by side, at some moments of a take.
pub(super) struct Table<'a> {
    pub take: &'a Take,
    pub parts: Vec<Part>,
    pub moments: Vec<Moment>,
    pub rotations: Option<Rotations>,
    pub is_of_channels: bool,
    pub metres_per_unit: Option<f64>,
    pub up: SignedAxis,
    /// What lengths are multiplied with.
    pub scale: f32,
    turn: Quat,
    is_local: bool,
}

/// A moment with its values: [`Table::width`] for each part. What is missing is not finite.
pub(super) struct Row<'a> {
    pub moment: Moment,
    pub values: &'a [f32],
}

impl<'a> Table<'a> {
    /// The world positions of all nodes, then of all bone ends that are none.
    pub fn of_points(
        take: &'a Take,
        moments: Vec<Moment>,
        rotations: Option<Rotations>,
        is_local: bool,
    ) -> Self {
        let ids: Vec<NodeId> = take.skeleton.iter().map(|(id, _)| id).collect();
        let parts = take.points().into_iter().enumerate();
        let parts = parts.map(|(index, point)| Part {
            node: ids[point.tip_of.unwrap_or(index)],
            index,
            name: point.name,
            channel: None,
            is_tip: point.tip_of.is_some(),
        });
        Self { rotations, is_local, ..Self::new(take, parts.collect(), moments) }
    }

    /// The values of all channels, as the file has them.
    pub fn of_channels(take: &'a Take, moments: Vec<Moment>) -> Self {
        let nodes = take.skeleton.iter();
        let parts = nodes.flat_map(|(id, node)| {
            (0..node.channels.len()).map(move |channel| Part {
                node: id,
                index: id.index(),
                name: node.name.clone(),
                channel: Some(take.channel_name(id, channel).to_string()),
                is_tip: false,
            })
        });
        Self { is_of_channels: true, ..Self::new(take, parts.collect(), moments) }
    }

    fn new(take: &'a Take, parts: Vec<Part>, moments: Vec<Moment>) -> Self {
        Self {
            take,
            parts,
            moments,
            rotations: None,
            is_of_channels: false,
            metres_per_unit: take.units.metres_per_unit,
            up: take.units.up.direction,
            scale: 1.0,
            turn: Quat::IDENTITY,
            is_local: false,
        }
    }

    /// Turns the world, so that another axis points up.
    pub fn turn(&mut self, turn: DQuat, up: SignedAxis) {
        (self.turn, self.up) = (turn.as_quat(), up);
    }

    /// Adds numbers to names that were there before, of nodes in their order: `name.2`.
    pub fn make_names_unique(&mut self) {
        let mut counts: HashMap<String, usize> = HashMap::new();
        let mut taken: HashSet<String> = self.parts.iter().map(|part| part.name.clone()).collect();
        let mut names: HashMap<usize, String> = HashMap::new();
        for part in &mut self.parts {
            let name = names.entry(part.index).or_insert_with(|| {
                let count = counts.entry(part.name.clone()).or_default();
                *count += 1;
                if *count == 1 {
                    return part.name.clone();
                }
                loop {
                    let name = format!("{}.{count}", part.name);
                    if taken.insert(name.clone()) {
                        return name;
                    }
                    *count += 1;
                }
            });
            part.name.clone_from(name);
        }
    }

    /// What the values of a part are called.
    pub fn columns(&self) -> Vec<&'static str> {
        if self.is_of_channels {
            return vec!["value"];
        }
        let rotations = self.rotations.map_or(&[][..], Rotations::names);
        [&["x", "y", "z"], rotations].concat()
    }

    /// How many values a part has.
    pub fn width(&self) -> usize {
        self.columns().len()
    }

    /// The order in which the rotations of a part are multiplied: that of its channels, else Z X Y.
    pub fn order(&self, part: &Part) -> EulerOrder {
        let channels = self.take.skeleton[part.node].channels.iter();
        let axes: Vec<Axis> = channels
            .filter_map(|channel| match channel {
                Channel::Rotation(axis) => Some(*axis),
                _ => None,
            })
            .collect();
        match axes[..] {
            [a, b, c] if a != b && b != c && a != c => EulerOrder([a, b, c]),
            _ => EulerOrder([Axis::Z, Axis::X, Axis::Y]),
        }
    }

    /// The name of that order, such as `ZXY`; empty for a bone end.
    pub fn order_name(&self, part: &Part) -> String {
        if part.is_tip { String::new() } else { self.order(part).0.map(Axis::name).concat() }
    }

    /// Goes through the moments.
    ///
    /// # Errors
    /// That of `with`.
    pub fn each_row<E>(&self, mut with: impl FnMut(Row<'_>) -> Result<(), E>) -> Result<(), E> {
        let take = self.take;
        if self.is_of_channels {
            let values = |frame| take.row(frame);
            return self.moments.iter().try_for_each(|&moment| {
                let values = values(moment.frame);
                with(Row { moment, values })
            });
        }
        let orders: Vec<EulerOrder> = self.parts.iter().map(|part| self.order(part)).collect();
        let is_turned = self.turn != Quat::IDENTITY;
        let mut pose = Pose::default();
        let mut places = Vec::new();
        let mut values: Vec<f32> = Vec::new();
        each_moment(take, &self.moments, |moment, found| {
            // A zero has no sign: 0 + -0 is 0.
            let at = |at: &Vec3| {
                if is_turned {
                    self.turn * *at * self.scale + Vec3::ZERO
                } else {
                    *at * self.scale + Vec3::ZERO
                }
            };
            places.clear();
            places.extend(found.iter().map(at));
            let Some(rotations) = self.rotations else {
                let values = bytemuck::cast_slice(&places);
                return with(Row { moment, values });
            };
            evaluate(&mut pose, take, moment);
            values.clear();
            for ((part, order), at) in self.parts.iter().zip(&orders).zip(&places) {
                values.extend(at.to_array());
                if part.is_tip || !at.is_finite() {
                    values.extend(rotations.names().iter().map(|_| f32::NAN))
                } else {
                    rotations.put(self.rotation(part, &pose, moment), *order, &mut values)
                }
            }
            with(Row { moment, values: &values })
        })
    }

    fn rotation(&self, part: &Part, pose: &Pose, moment: Moment) -> Quat {
        let node = &self.take.skeleton[part.node];
        let is_below = node.parent.is_some() && !node.is_world_space;
        let global = pose.global(part.node);
        let transform = match (self.is_local, node.hangs_from()) {
            (true, _) if moment.part == 0.0 => {
                local(&self.take.skeleton, part.node, self.take.row(moment.frame))
            }
            (true, Some(parent)) => pose.global(parent).inverse() * global,
            _ => global,
        };
        let rotation = Quat::from_mat3a(&transform.matrix3).normalize();
        if self.is_local && is_below { rotation } else { self.turn * rotation }
    }
}

/// Evaluates a moment.
fn evaluate(pose: &mut Pose, take: &Take, moment: Moment) {
    let row = take.row(moment.frame);
    if moment.part == 0.0 {
        return pose.evaluate(&take.skeleton, row);
    }
    let rows = [row, take.row(moment.frame + 1)];
    pose.evaluate_between(&take.skeleton, rows, moment.part as f32);
}

/// Calls `with` for each moment with the positions of all points. The position of a missing marker is not
/// finite.
fn each_moment<E>(
    take: &Take,
    moments: &[Moment],
    mut with: impl FnMut(Moment, &[Vec3]) -> Result<(), E>,
) -> Result<(), E> {
    /// How many frames are evaluated at once: the positions of a whole take may not fit in memory.
    const AT_ONCE: usize = 1024;
    if moments.iter().any(|moment| moment.part > 0.0) {
        let mut pose = Pose::default();
        let mut places = Vec::new();
        return moments.iter().try_for_each(|&moment| {
            evaluate(&mut pose, take, moment);
            places.clear();
            places.extend(take.skeleton.iter().map(|(id, _)| pose.position(id)));
            let tips = take.free_tips();
            places.extend(tips.map(|bone| pose.bone_end(bone.node, bone.end)));
            with(moment, &places)
        });
    }
    moments.chunks(AT_ONCE).try_for_each(|moments| {
        let positions = take.positions(moments.iter().map(|moment| moment.frame));
        let positions = positions.expect("frames that were checked");
        let mut rows = positions.iter().zip(moments);
        rows.try_for_each(|((_, places), &moment)| with(moment, places))
    })
}
