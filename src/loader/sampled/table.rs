//! The motion table of sampled transforms as it grows, and the skeleton of the channels that it keeps.

use glam::{DMat3, DQuat, DVec3};

use super::super::Source;
use super::super::chunks::cut_off;
use super::super::error::{ErrorKind, LoadError};
use super::node::{Rigid, SampledNode};
use crate::take::{
    Angle, Axis, BoneEnd, Channel, Skeleton, SkeletonBuilder, continuous_angles, nearest_angles,
};

/// Channels of a node that moves in every way.
pub(super) const COLUMNS: usize = 6;

/// A node in its parent's frame on one frame.
pub(super) struct Sample {
    position: DVec3,
    /// The angles that turn it, whatever they were on the frame before.
    radians: [f64; 3],
}

impl Sample {
    /// `None` where a transform cannot be used.
    pub fn new(node: &SampledNode, local: Rigid) -> Option<Self> {
        if !local.is_usable() {
            return None;
        }
        let rotation = DMat3::from_quat(channel_rotation(node, local.rotation));
        Some(Self { position: local.position, radians: node.order.angles(&rotation) })
    }
}

/// Which channels a node has.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Channels {
    position: bool,
    rotation: bool,
}

/// The motion table as it grows: six columns a moving node.
#[derive(Clone)]
pub(super) struct Table<'a> {
    moving: &'a [usize],
    values: Vec<f32>,
    /// The positions of the row before, and the angles in degrees.
    positions: Vec<DVec3>,
    angles: Vec<[f64; 3]>,
    /// The least and the largest value of each column of each node.
    extremes: Vec<[(f32, f32); COLUMNS]>,
    pub replaced: usize,
}

impl<'a> Table<'a> {
    /// A table with room for so many frames; `None` where there is no memory for them.
    pub fn with_room(moving: &'a [usize], frames: usize) -> Option<Self> {
        let mut values = Vec::new();
        values.try_reserve_exact(frames * COLUMNS * moving.len()).ok()?;
        Some(Self {
            moving,
            values,
            positions: vec![DVec3::ZERO; moving.len()],
            angles: vec![[0.0; 3]; moving.len()],
            extremes: vec![[(f32::INFINITY, f32::NEG_INFINITY); COLUMNS]; moving.len()],
            replaced: 0,
        })
    }

    /// Adds rows of moving nodes in their parents' frames.
    pub fn extend(&mut self, nodes: &[SampledNode], samples: Vec<Option<Sample>>) {
        for row in samples.chunks_exact(self.moving.len().max(1)) {
            for (n, sample) in row.iter().enumerate() {
                match sample {
                    Some(Sample { position, radians }) => {
                        self.positions[n] = *position;
                        let order = nodes[self.moving[n]].order;
                        self.angles[n] = nearest_angles(order, *radians, self.angles[n]);
                    }
                    None => self.replaced += 1,
                }
                let ([x, y, z], [a, b, c]) = (self.positions[n].to_array(), self.angles[n]);
                let values = [x, y, z, a, b, c].map(|value| value as f32);
                for (value, (least, largest)) in values.iter().zip(&mut self.extremes[n]) {
                    *least = least.min(*value);
                    *largest = largest.max(*value);
                }
                self.values.extend_from_slice(&values);
            }
        }
    }

    /// Which channels change, or are elsewhere in the rest pose.
    pub fn channels(&self, nodes: usize, first: &[Rigid], rest: &[Rigid]) -> Vec<Channels> {
        /// What single precision cannot tell apart, in parts of a length and in degrees.
        const SAME: f32 = 4e-7;
        const SAME_ANGLE: f32 = 1e-5;
        let mut channels = vec![Channels::default(); nodes];
        for (n, &i) in self.moving.iter().enumerate() {
            let (positions, angles) = self.extremes[n].split_at(3);
            let range = |(least, largest): &(f32, f32)| largest - least;
            let farthest = positions.iter().fold(0.0, |farthest: f32, (least, largest)| {
                farthest.max(least.abs()).max(largest.abs())
            });
            let [is_apart, is_turned] = is_elsewhere(first[i], rest[i]);
            channels[i] = Channels {
                position: is_apart || positions.iter().any(|all| range(all) > SAME * farthest),
                rotation: is_turned || angles.iter().any(|all| range(all) > SAME_ANGLE),
            };
        }
        channels
    }

    /// The values of these channels, row after row.
    pub fn compact(mut self, channels: &[Channels]) -> Vec<f32> {
        let is_kept = self.moving.iter().flat_map(|&i| {
            let Channels { position, rotation } = channels[i];
            [position, position, position, rotation, rotation, rotation]
        });
        let is_kept: Vec<bool> = is_kept.collect();
        let mut to = 0;
        let mut columns = is_kept.iter().cycle();
        for from in 0..self.values.len() {
            if columns.next() == Some(&true) {
                self.values[to] = self.values[from];
                to += 1;
            }
        }
        cut_off(&mut self.values, to);
        self.values
    }
}

/// Whether position and rotation of a node are others at rest than on its first frame.
pub(crate) fn is_elsewhere(first: Rigid, rest: Rigid) -> [bool; 2] {
    /// In parts of a length and in radians.
    const TOLERANCE: f64 = 1e-3;
    [
        first.position.distance(rest.position) > TOLERANCE * first.position.length(),
        first.rotation.angle_between(rest.rotation) > TOLERANCE,
    ]
}

/// The rotation of a node's channels for a local rotation of the node.
fn channel_rotation(node: &SampledNode, rotation: DQuat) -> DQuat {
    if node.pre == DQuat::IDENTITY && node.post == DQuat::IDENTITY {
        return rotation;
    }
    node.pre.inverse() * rotation * node.post.inverse()
}

pub(super) fn skeleton(
    source: &Source<'_>,
    nodes: Vec<SampledNode>,
    channels: &[Channels],
    first: &[Rigid],
    rest: &[Rigid],
) -> Result<Skeleton, LoadError> {
    let mut build = SkeletonBuilder::new(Angle::Degrees);
    build.reserve(nodes.len());
    let mut ids = Vec::with_capacity(nodes.len());
    let mut rest_row = Vec::new();
    for (i, mut sampled) in nodes.into_iter().enumerate() {
        let parent = sampled.parent.map(|parent| ids[parent]);
        let id = build.node(std::mem::take(&mut sampled.name), parent);
        let id = id.map_err(|_| LoadError::new(source, ErrorKind::TooDeep))?;
        ids.push(id);
        let node = build.node_mut(id);
        let Channels { position, rotation } = channels[i];
        node.channels.reserve_exact(3 * (usize::from(position) + usize::from(rotation)));
        if position {
            node.offset = rest[i].position.as_vec3();
            node.channels.extend(Axis::ALL.map(Channel::Position));
            rest_row.extend(node.offset.to_array());
        } else {
            node.offset = first[i].position.as_vec3();
        }
        if rotation {
            node.pre = sampled.pre.as_quat();
            node.post = sampled.post.as_quat();
            node.channels.extend(sampled.order.0.map(Channel::Rotation));
            let rotation = channel_rotation(&sampled, rest[i].rotation);
            let angles = continuous_angles(sampled.order, rotation, [0.0; 3]);
            rest_row.extend(angles.map(|angle| angle as f32));
        } else {
            node.pre = first[i].rotation.as_quat();
        }
        node.is_secondary = sampled.is_secondary;
        if let Some(part) = sampled.part {
            node.body.get_or_insert_default().part = Some(part);
        }
        if let Some(parent) = parent.filter(|_| sampled.has_bone) {
            build.bone(parent, BoneEnd::Node(id));
        }
        if let Some(end) = sampled.end {
            build.bone(id, BoneEnd::Local(end.as_vec3()));
        }
    }
    Ok(build.finish_at(rest_row))
}
