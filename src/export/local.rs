//! Local transforms in double precision, straight from the channel values.
//!
//! The same product as [`crate::evaluate`] has (a test holds both together), with more digits: the
//! evaluator's are enough for a picture, and too few to take angles from.

use glam::{DQuat, DVec3};

use crate::take::{Angle, Axis, Channel, Node, NodeId, Skeleton};

/// A node's transform, first rotated, then moved; and the scale of its own bone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Local {
    pub rotation: DQuat,
    pub translation: DVec3,
    pub scale: f64,
}

impl Local {
    /// `T(offset + translation) · pre · R(channels) · post` of one node: in its parent, or in the
    /// world where the node is global.
    fn of(node: &Node, row: &[f32], angle: Angle) -> Self {
        let pre = node.pre.as_dquat().normalize();
        let mut local = Self {
            rotation: pre,
            translation: node.offset.as_dvec3(),
            scale: 1.0,
        };
        for (&channel, &value) in node.channels.iter().zip(&row[node.columns()]) {
            let value = f64::from(value);
            match channel {
                Channel::Translation(axis) => local.translation[axis.index()] += value,
                Channel::Slide(axis) => local.translation += pre * (unit(axis) * value),
                Channel::Position(axis) => local.translation[axis.index()] = value,
                Channel::Rotation(axis) => {
                    local.rotation *= axis.rotation(angle.to_radians(value));
                }
                Channel::BoneScale => local.scale = value,
                Channel::BoxSize(_) | Channel::Unused => {}
            }
        }
        local.rotation = (local.rotation * node.post.as_dquat().normalize()).normalize();
        local
    }

    /// The transform of a node in its parent's frame for one row of channel values.
    pub fn in_parent(skeleton: &Skeleton, id: NodeId, row: &[f32]) -> Self {
        let node = &skeleton[id];
        let local = Self::of(node, row, skeleton.angle());
        match node.parent {
            Some(parent) if node.global => {
                let parent = Self::in_world(skeleton, parent, row);
                let back = parent.rotation.inverse();
                Self {
                    rotation: back * local.rotation,
                    translation: back * (local.translation - parent.translation),
                    scale: local.scale,
                }
            }
            _ => local,
        }
    }

    /// The transforms of all nodes in the world for one row of channel values.
    pub fn all_in_world(skeleton: &Skeleton, row: &[f32]) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::with_capacity(skeleton.nodes().len());
        for node in skeleton.nodes() {
            let local = Self::of(node, row, skeleton.angle());
            all.push(match node.parent {
                Some(parent) if !node.global => all[parent.index()].then(local),
                _ => local,
            });
        }
        all
    }

    /// The transform of a node in the world: equation 2.4.
    fn in_world(skeleton: &Skeleton, id: NodeId, row: &[f32]) -> Self {
        let mut node = &skeleton[id];
        let mut product = Self::of(node, row, skeleton.angle());
        while let (false, Some(parent)) = (node.global, node.parent) {
            node = &skeleton[parent];
            product = Self::of(node, row, skeleton.angle()).then(product);
        }
        product
    }

    /// The transform of a child whose transform in this frame is given.
    pub fn then(self, child: Self) -> Self {
        Self {
            rotation: self.rotation * child.rotation,
            translation: self.apply(child.translation),
            scale: child.scale,
        }
    }

    /// A point of this frame in the frame around it.
    pub fn apply(self, point: DVec3) -> DVec3 {
        self.translation + self.rotation * point
    }

    /// Whether the node has a place: marker data has gaps.
    pub fn is_finite(&self) -> bool {
        self.rotation.is_finite() && self.translation.is_finite() && self.scale.is_finite()
    }
}

fn unit(axis: Axis) -> DVec3 {
    DVec3::AXES[axis.index()]
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};

    use super::*;
    use crate::evaluate::Pose;
    use crate::take::SkeletonBuilder;

    #[test]
    fn every_channel_does_what_it_does_in_the_evaluator() {
        let mut build = SkeletonBuilder::new(Angle::Degrees);
        let root = build.node("root", None).unwrap();
        let child = build.node("child", Some(root)).unwrap();
        let placed = build.node("placed", Some(child)).unwrap();
        let last = build.node("last", Some(placed)).unwrap();
        for (i, id) in [root, child, placed, last].into_iter().enumerate() {
            let node = build.node_mut(id);
            let angle = i as f32 + 0.4;
            node.offset = Vec3::new(1.0, angle, -0.5);
            node.pre = Quat::from_rotation_y(angle) * Quat::from_rotation_x(2.0);
            node.post = Quat::from_rotation_z(0.3 - angle);
            node.global = id == placed;
            node.channels = vec![
                Channel::Translation(Axis::X),
                Channel::Rotation(Axis::Z),
                Channel::Position(Axis::Y),
                Channel::Rotation(Axis::Y),
                Channel::Slide(Axis::Z),
                Channel::Rotation(Axis::X),
                Channel::BoxSize(Axis::X),
                Channel::BoneScale,
            ];
        }
        let skeleton = build.finish();
        let row: Vec<f32> = (0..32).map(|i| (i * i % 37) as f32 * 0.7).collect();
        let pose = Pose::of(&skeleton, &row);
        let in_world = Local::all_in_world(&skeleton, &row);
        let mut by_parents: Vec<Local> = Vec::new();
        for (id, node) in skeleton.iter() {
            let local = Local::in_parent(&skeleton, id, &row);
            let world = Local::in_world(&skeleton, id, &row);
            let parent = node.parent.map(|parent| by_parents[parent.index()]);
            by_parents.push(parent.map_or(local, |parent| parent.then(local)));
            for point in [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z] {
                let expected = pose.global(id).transform_point3(point.as_vec3());
                for product in [world, in_world[id.index()], by_parents[id.index()]] {
                    let off = product.apply(point).distance(expected.as_dvec3());
                    assert!(off < 1e-4, "{}: {off}", node.name);
                }
            }
            assert_eq!(local.scale, f64::from(row[id.index() * 8 + 7]));
        }
    }
}
