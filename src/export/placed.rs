//! A take as scenes have it: its nodes and bone ends in their parents, in metres with Y up.

use glam::{DMat4, DQuat, DVec3};

use super::local::Local;
use crate::take::{BoneEnd, NodeId, Take};

/// A node of the file: a node of the take, or the end of one of its bones.
pub(super) struct Joint {
    pub name: String,
    pub parent: Option<usize>,
    pub children: Vec<usize>,
    /// The node of the take; `None` for a bone end.
    pub node: Option<NodeId>,
    /// The transform in its parent's frame in the rest pose.
    pub rest: Local,
    /// The same in the world.
    pub world: DMat4,
}

/// A take in metres, with Y up.
pub(super) struct Placed<'a> {
    pub take: &'a Take,
    pub turn: DQuat,
    pub scale: f64,
}

impl<'a> Placed<'a> {
    pub fn of(take: &'a Take) -> Self {
        let up = take.units.up.direction.unit().as_dvec3();
        Self {
            take,
            turn: DQuat::from_rotation_arc(up, DVec3::Y),
            scale: take.units.metres_per_unit.unwrap_or(1.0),
        }
    }

    /// A node of the take in its parent's frame, for one row of channel values.
    pub fn local(&self, id: NodeId, row: &[f32]) -> Local {
        let skeleton = &self.take.skeleton;
        let local = Local::in_parent(skeleton, id, row);
        let turn = match skeleton[id].parent {
            Some(_) => DQuat::IDENTITY,
            None => self.turn,
        };
        Local {
            rotation: turn * local.rotation,
            translation: turn * local.translation * self.scale,
            scale: local.scale,
        }
    }

    /// The end of a bone in its node's frame.
    pub fn end(&self, end: glam::Vec3, bone_scale: f64) -> Local {
        Local {
            rotation: DQuat::IDENTITY,
            translation: end.as_dvec3() * bone_scale * self.scale,
            scale: 1.0,
        }
    }

    /// All nodes, then all bone ends that are none.
    pub fn joints(&self) -> Vec<Joint> {
        let skeleton = &self.take.skeleton;
        let rest_row = skeleton.rest_row();
        let points = self.take.points();
        let ids: Vec<NodeId> = skeleton.iter().map(|(id, _)| id).collect();
        let mut ends = self.take.free_tips();
        let mut joints: Vec<Joint> = Vec::with_capacity(points.len());
        for (i, point) in points.into_iter().enumerate() {
            let parent = point.tip_of.or(point.parent);
            let rest = match point.tip_of {
                None => self.local(ids[i], rest_row),
                Some(node) => {
                    let scale = Local::in_parent(skeleton, ids[node], rest_row).scale;
                    let end = ends.next().map(|bone| bone.end);
                    self.end(end.map_or(glam::Vec3::ZERO, local_end), scale)
                }
            };
            let rest = rest.or_origin();
            let matrix = DMat4::from_rotation_translation(rest.rotation, rest.translation);
            let above = parent.map_or(DMat4::IDENTITY, |parent: usize| joints[parent].world);
            if let Some(parent) = parent {
                joints[parent].children.push(i);
            }
            joints.push(Joint {
                name: point.name,
                parent,
                children: Vec::new(),
                node: point.tip_of.is_none().then(|| ids[i]),
                rest,
                world: above * matrix,
            });
        }
        joints
    }

    /// The largest extent of the rest pose, else of a person.
    pub fn size(&self, joints: &[Joint]) -> f64 {
        let places = joints.iter().map(|joint| joint.world.w_axis.truncate());
        let (low, high) = places.fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), at| {
            (low.min(at), high.max(at))
        });
        let size = (high - low).max_element();
        if size > 0.0 && size.is_finite() { size } else { 1.7 }
    }
}

/// A bone end in its node's frame.
pub(super) fn local_end(end: BoneEnd) -> glam::Vec3 {
    match end {
        BoneEnd::Local(end) => end,
        BoneEnd::Node(_) => glam::Vec3::ZERO,
    }
}
