//! A take as scenes have it: its nodes and bone ends in their parents, in metres with Y up; and where each is on
//! every frame.

use glam::{DMat4, DQuat, DVec3, Quat, Vec3};

use super::figure::{Unplaced, extent};
use super::local::Local;
use crate::take::{NodeId, Take};

/// What single precision cannot tell apart, in metres and as a part of a quaternion.
const SAME: f32 = 1e-7;

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
pub(super) struct SceneTake<'a> {
    pub take: &'a Take,
    pub turn: DQuat,
    pub scale: f64,
}

impl<'a> SceneTake<'a> {
    pub fn new(take: &'a Take) -> Self {
        let up = take.units.up.direction.unit().as_dvec3();
        let turn = DQuat::from_rotation_arc(up, DVec3::Y);
        Self { take, turn, scale: take.units.metres_per_unit.unwrap_or(1.0) }
    }

    /// A node of the take in its parent's frame, for one row of channel values.
    pub fn local(&self, id: NodeId, row: &[f32]) -> Local {
        let skeleton = &self.take.skeleton;
        let local = Local::in_parent(skeleton, id, row);
        let is_root = skeleton[id].parent.is_none();
        let turn = if is_root { self.turn } else { DQuat::IDENTITY };
        let translation = turn * local.translation * self.scale;
        Local { rotation: turn * local.rotation, translation, ..local }
    }

    pub fn end(&self, end: Vec3, bone_scale: f64) -> Local {
        let translation = end.as_dvec3() * bone_scale * self.scale;
        Local { rotation: DQuat::IDENTITY, translation, scale: 1.0 }
    }

    /// All nodes, then all bone ends that are none.
    pub fn joints(&self) -> Vec<Joint> {
        let skeleton = &self.take.skeleton;
        let rest_row = skeleton.rest_row();
        let ids: Vec<NodeId> = skeleton.iter().map(|(id, _)| id).collect();
        let mut ends = skeleton.free_ends();
        let mut joints: Vec<Joint> = Vec::new();
        for (i, point) in self.take.points().enumerate() {
            let parent = point.tip_of.or(point.parent);
            let rest = match point.tip_of {
                None => self.local(ids[i], rest_row),
                Some(node) => {
                    let scale = Local::in_parent(skeleton, ids[node], rest_row).scale;
                    self.end(ends.next().map_or(Vec3::ZERO, |(_, end)| end), scale)
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
        extent(joints.iter().map(|joint| joint.world.w_axis.truncate())).unwrap_or(1.7)
    }
}

pub(super) struct Tracks {
    /// Those of the joints, in their order.
    pub nodes: Vec<Track>,
    /// How often a node has no place to write.
    pub unplaced: Unplaced,
}

pub(super) struct Track {
    rest: (Vec3, Quat),
    /// Where it is on each frame, three numbers each.
    pub places: Vec<f32>,
    /// How it is turned on each frame, four numbers each; none where it never turns.
    pub rotations: Vec<f32>,
    /// Whether it is ever elsewhere than in the rest pose.
    pub moves: bool,
    /// Whether it is ever turned otherwise than in the rest pose.
    pub turns: bool,
}

impl Tracks {
    pub fn new(scene: &SceneTake<'_>, joints: &[Joint]) -> Self {
        let take = scene.take;
        let mut unplaced = Unplaced::default();
        let mut ends = take.skeleton.free_ends();
        let mut nodes = Vec::with_capacity(joints.len());
        for joint in joints {
            let rest = (joint.rest.translation.as_vec3(), joint.rest.rotation.as_quat());
            let mut track = Track {
                rest,
                places: Vec::new(),
                rotations: Vec::new(),
                moves: false,
                turns: false,
            };
            let (mut place, mut rotation) = rest;
            let free = if joint.node.is_none() { ends.next() } else { None };
            let end = free.map_or(Vec3::ZERO, |(_, end)| end);
            for frame in 0..take.motion.frame_count() {
                let local = match (joint.node, joint.parent) {
                    (Some(id), _) => scene.local(id, take.row(frame)),
                    (None, Some(node)) => {
                        let id = joints[node].node.expect("bones begin at nodes");
                        scene.end(end, scene.local(id, take.row(frame)).scale)
                    }
                    (None, None) => joint.rest,
                };
                if unplaced.count(&local) {
                    place = local.translation.as_vec3();
                    rotation = nearer(local.rotation.as_quat(), rotation);
                }
                track.push(place, rotation);
            }
            if !track.turns {
                track.rotations = Vec::new();
            }
            nodes.push(track);
        }
        Self { nodes, unplaced }
    }
}

impl Track {
    pub fn is_animated(&self) -> bool {
        self.moves || self.turns
    }

    /// Where it is on a frame, or in the rest pose.
    pub fn place(&self, frame: Option<usize>) -> Vec3 {
        frame.map_or(self.rest.0, |frame| Vec3::from_slice(&self.places[3 * frame..]))
    }

    pub fn rotation(&self, frame: Option<usize>) -> Quat {
        match frame {
            Some(frame) if self.turns => Quat::from_slice(&self.rotations[4 * frame..]),
            _ => self.rest.1.normalize(),
        }
    }

    fn push(&mut self, place: Vec3, rotation: Quat) {
        self.moves |= !place.abs_diff_eq(self.rest.0, SAME);
        self.turns |= !rotation.abs_diff_eq(nearer(self.rest.1, rotation), SAME);
        self.places.extend(place.to_array());
        self.rotations.extend(rotation.normalize().to_array());
    }
}

/// The one of the two quaternions of a rotation that is nearer to another one.
fn nearer(rotation: Quat, to: Quat) -> Quat {
    if rotation.dot(to) < 0.0 { -rotation } else { rotation }
}
