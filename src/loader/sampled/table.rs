//! The motion table of sampled transforms as it grows, and the skeleton of the channels that it keeps.

use glam::{DMat3, DQuat, DVec3, Quat};

use super::super::Source;
use super::super::chunks::cut_off;
use super::super::error::{ErrorKind, LoadError};
use super::node::{Rigid, SampledNode};
use crate::take::{
    Angle, Axis, BoneEnd, Channel, Skeleton, SkeletonBuilder, angles_after, angles_near,
};

/// How many channels a node has that moves in every way.
pub(super) const COLUMNS: usize = 6;

/// A node in its parent's frame on one frame.
pub(super) struct Sample {
    place: DVec3,
    /// The angles that turn it, whatever they were on the frame before.
    radians: [f64; 3],
}

impl Sample {
    /// `None` where a transform cannot be used.
    pub fn of(node: &SampledNode, local: Rigid) -> Option<Self> {
        let turned = || DMat3::from_quat(turned(node, local.rotation));
        local.is_usable().then(|| Self {
            place: local.place,
            radians: node.order.angles(&turned()),
        })
    }
}

/// Which channels a node keeps.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Kept {
    place: bool,
    angles: bool,
}

/// The motion table as it grows: six columns a moving node.
#[derive(Clone)]
pub(super) struct Table<'a> {
    moving: &'a [usize],
    values: Vec<f32>,
    /// The angles of the row before, in degrees.
    angles: Vec<[f64; 3]>,
    before: Vec<DVec3>,
    /// The least and the largest value of each column of each node.
    extremes: Vec<[(f32, f32); COLUMNS]>,
    pub replaced: usize,
}

impl<'a> Table<'a> {
    /// Room for so many frames; `None` where there is no memory for them.
    pub fn of(moving: &'a [usize], frames: usize) -> Option<Self> {
        let mut values = Vec::new();
        values
            .try_reserve_exact(frames * COLUMNS * moving.len())
            .ok()?;
        Some(Self {
            moving,
            values,
            angles: vec![[0.0; 3]; moving.len()],
            before: vec![DVec3::ZERO; moving.len()],
            extremes: vec![[(f32::INFINITY, f32::NEG_INFINITY); COLUMNS]; moving.len()],
            replaced: 0,
        })
    }

    /// Adds rows of moving nodes in their parents' frames.
    pub fn extend(&mut self, nodes: &[SampledNode], samples: Vec<Option<Sample>>) {
        for row in samples.chunks_exact(self.moving.len().max(1)) {
            for (n, sample) in row.iter().enumerate() {
                match sample {
                    Some(Sample { place, radians }) => {
                        self.before[n] = *place;
                        let order = nodes[self.moving[n]].order;
                        self.angles[n] = angles_near(order, *radians, self.angles[n]);
                    }
                    None => self.replaced += 1,
                }
                let ([x, y, z], [a, b, c]) = (self.before[n].to_array(), self.angles[n]);
                let values = [x, y, z, a, b, c].map(|value| value as f32);
                let extremes = &mut self.extremes[n];
                for (value, (least, largest)) in values.iter().zip(extremes) {
                    *least = least.min(*value);
                    *largest = largest.max(*value);
                }
                self.values.extend_from_slice(&values);
            }
        }
    }

    /// Which channels change, or are elsewhere in the rest pose.
    pub fn kept(&self, nodes: &[SampledNode], first: &[Rigid], rest: &[Rigid]) -> Vec<Kept> {
        /// What single precision cannot tell apart, in parts of a length and in degrees.
        const SAME: f32 = 4e-7;
        const SAME_ANGLE: f32 = 1e-5;
        let mut kept = vec![Kept::default(); nodes.len()];
        for (n, &i) in self.moving.iter().enumerate() {
            let (place, angles) = self.extremes[n].split_at(3);
            let span = |(least, largest): &(f32, f32)| largest - least;
            let reach = place.iter().flat_map(|&(least, largest)| [least, largest]);
            let reach = reach.fold(0.0, |a: f32, b| a.max(b.abs()));
            let [is_apart, is_turned] = is_elsewhere(first[i], rest[i]);
            kept[i] = Kept {
                place: is_apart || place.iter().any(|extremes| span(extremes) > SAME * reach),
                angles: is_turned || angles.iter().any(|extremes| span(extremes) > SAME_ANGLE),
            };
        }
        kept
    }

    /// The values of the channels that are kept, row after row.
    pub fn compact(mut self, kept: &[Kept]) -> Vec<f32> {
        let is_kept = self.moving.iter().flat_map(|&i| {
            let Kept { place, angles } = kept[i];
            [place, place, place, angles, angles, angles]
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

/// Whether a node is in another place at rest than on its first frame, and whether it is turned another way.
pub(crate) fn is_elsewhere(first: Rigid, rest: Rigid) -> [bool; 2] {
    /// Beyond this it is, in parts of a length and in radians.
    const REST: f64 = 1e-3;
    [
        first.place.distance(rest.place) > REST * first.place.length(),
        first.rotation.angle_between(rest.rotation) > REST,
    ]
}

/// The rotation of a node's angles where the node is turned so.
fn turned(node: &SampledNode, rotation: DQuat) -> DQuat {
    if node.pre == DQuat::IDENTITY && node.post == DQuat::IDENTITY {
        return rotation;
    }
    node.pre.inverse() * rotation * node.post.inverse()
}

/// The skeleton of nodes with the channels that are kept.
pub(super) fn skeleton(
    source: &Source<'_>,
    nodes: Vec<SampledNode>,
    kept: &[Kept],
    first: &[Rigid],
    rest: &[Rigid],
) -> Result<Skeleton, LoadError> {
    let single = |rotation: DQuat| -> Quat { rotation.as_quat() };
    let mut build = SkeletonBuilder::new(Angle::Degrees);
    build.reserve(nodes.len());
    let mut ids = Vec::with_capacity(nodes.len());
    let mut rest_row = Vec::new();
    for (i, mut sampled) in nodes.into_iter().enumerate() {
        let parent = sampled.parent.map(|parent| ids[parent]);
        let name = std::mem::take(&mut sampled.name);
        let id = build.node(name, parent);
        let id = id.map_err(|_| LoadError::new(source, ErrorKind::TooDeep))?;
        ids.push(id);
        let node = build.node_mut(id);
        let Kept {
            place,
            angles: has_angles,
        } = kept[i];
        let mut channels = Vec::with_capacity(3 * (usize::from(place) + usize::from(has_angles)));
        match place {
            true => {
                node.offset = rest[i].place.as_vec3();
                channels.extend(Axis::ALL.map(Channel::Position));
                rest_row.extend(node.offset.to_array());
            }
            false => node.offset = first[i].place.as_vec3(),
        }
        match has_angles {
            true => {
                node.pre = single(sampled.pre);
                node.post = single(sampled.post);
                channels.extend(sampled.order.0.map(Channel::Rotation));
                let turned = turned(&sampled, rest[i].rotation);
                let angles = angles_after(sampled.order, turned, [0.0; 3]);
                rest_row.extend(angles.map(|angle| angle as f32));
            }
            false => node.pre = single(first[i].rotation),
        }
        node.channels = channels;
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
