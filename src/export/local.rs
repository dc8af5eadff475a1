//! Transforms of nodes in double precision, for writers that take angles from them.

use glam::{DQuat, DVec3};

use crate::evaluate::local_in_double;
use crate::take::{NodeId, Skeleton};

/// The largest length and scale that are written, which are the largest that are read. What a chain of as many joints as
/// a skeleton has adds up to is within the reach of single precision, which files and their readers have.
pub(super) const FARTHEST: f64 = 1e15;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writability {
    Writable,
    /// The node has no place: marker data has gaps.
    Missing,
    /// Its numbers are larger than a file can hold.
    TooFar,
}

/// A node's transform, first rotated, then moved; and the scale of its own bone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Local {
    pub rotation: DQuat,
    pub translation: DVec3,
    pub scale: f64,
}

impl Local {
    /// The transform of a node in its parent, or in the world where the node is global.
    fn of(skeleton: &Skeleton, id: NodeId, row: &[f32]) -> Self {
        let (rotation, translation, scale) = local_in_double(skeleton, id, row);
        Self { rotation, translation, scale }
    }

    pub fn in_parent(skeleton: &Skeleton, id: NodeId, row: &[f32]) -> Self {
        let node = &skeleton[id];
        let local = Self::of(skeleton, id, row);
        match node.parent {
            Some(parent) if node.is_world_space => {
                local.below(&Self::in_world(skeleton, parent, row))
            }
            _ => local,
        }
    }

    pub fn all_in_world(skeleton: &Skeleton, row: &[f32]) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::with_capacity(skeleton.nodes().len());
        for (id, node) in skeleton.iter() {
            let local = Self::of(skeleton, id, row);
            all.push(match node.parent {
                Some(parent) if !node.is_world_space => all[parent.index()].then(local),
                _ => local,
            });
        }
        all
    }

    /// The transform of a node in the world: equation 2.4.
    fn in_world(skeleton: &Skeleton, id: NodeId, row: &[f32]) -> Self {
        let mut product = Self::of(skeleton, id, row);
        let mut last = id;
        while let Some(parent) = skeleton[last].effective_parent() {
            product = Self::of(skeleton, parent, row).then(product);
            last = parent;
        }
        product
    }

    /// The transform of a child whose transform in this frame is given.
    pub fn then(self, child: Self) -> Self {
        let translation = self.apply(child.translation);
        Self { rotation: self.rotation * child.rotation, translation, ..child }
    }

    /// The transform in the frame of another one that is given in the same frame.
    pub fn below(self, parent: &Self) -> Self {
        let back = parent.rotation.inverse();
        let translation = back * (self.translation - parent.translation);
        Self { rotation: back * self.rotation, translation, ..self }
    }

    /// A point of this frame in the frame around it.
    pub fn apply(self, point: DVec3) -> DVec3 {
        self.translation + self.rotation * point
    }

    /// Itself where it can be written, else the identity, which is where the parent is.
    pub fn or_origin(self) -> Self {
        match self.writability() {
            Writability::Writable => self,
            _ => Self { rotation: DQuat::IDENTITY, translation: DVec3::ZERO, scale: 1.0 },
        }
    }

    pub fn writability(&self) -> Writability {
        let is_missing = self.rotation.is_nan() || self.translation.is_nan() || self.scale.is_nan();
        let farthest = self.translation.abs().max_element().max(self.scale.abs());
        if is_missing {
            Writability::Missing
        } else if self.rotation.is_finite() && farthest <= FARTHEST {
            Writability::Writable
        } else {
            Writability::TooFar
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};

    use super::*;
    use crate::evaluate::Pose;
    use crate::take::{Angle, Axis, Channel, SkeletonBuilder};

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
            node.is_world_space = id == placed;
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
