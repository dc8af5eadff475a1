//! What the nodes of a scene do: where each is in its parent, on every frame.

use glam::{Quat, Vec3};

use super::figure::Unplaced;
use super::placed::{Joint, Placed, local_end};
use crate::take::BoneEnd;

/// What single precision cannot tell apart, in metres and as a part of a quaternion.
const SAME: f32 = 1e-7;

/// The transforms of every node on every frame.
pub(super) struct Tracks {
    nodes: Vec<Track>,
    /// How often a node has no place to write.
    pub unplaced: Unplaced,
}

/// What one node does.
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
    pub fn of(placed: &Placed<'_>, joints: &[Joint]) -> Self {
        let take = placed.take;
        let mut unplaced = Unplaced::default();
        let count = take.motion.frame_count();
        let mut ends = take.free_tips();
        let mut nodes = Vec::with_capacity(joints.len());
        for joint in joints {
            let rest = (joint.rest.translation.as_vec3(), joint.rest.rotation.as_quat());
            let mut track = Track::of(rest);
            let mut last = rest;
            let end = match joint.node {
                Some(_) => BoneEnd::Local(Vec3::ZERO),
                None => ends.next().map_or(BoneEnd::Local(Vec3::ZERO), |bone| bone.end),
            };
            for frame in 0..count {
                let local = match (joint.node, joint.parent) {
                    (Some(id), _) => placed.local(id, take.row(frame)),
                    (None, Some(node)) => {
                        let id = joints[node].node.expect("bones begin at nodes");
                        placed.end(local_end(end), placed.local(id, take.row(frame)).scale)
                    }
                    (None, None) => joint.rest,
                };
                if unplaced.count(&local) {
                    last = (local.translation.as_vec3(), nearer(local.rotation.as_quat(), last.1));
                }
                track.push(last);
            }
            nodes.push(track.finish());
        }
        Self { nodes, unplaced }
    }

    /// What a node does.
    pub fn of_node(&self, node: usize) -> &Track {
        &self.nodes[node]
    }

    /// Whether any node moves or turns.
    pub fn are_animated(&self) -> bool {
        self.nodes.iter().any(Track::is_animated)
    }
}

impl Track {
    fn of(rest: (Vec3, Quat)) -> Self {
        Self { rest, places: Vec::new(), rotations: Vec::new(), moves: false, turns: false }
    }

    /// Whether it moves or turns.
    pub fn is_animated(&self) -> bool {
        self.moves || self.turns
    }

    /// Where it is on a frame, or in the rest pose.
    pub fn place(&self, frame: Option<usize>) -> Vec3 {
        frame.map_or(self.rest.0, |frame| Vec3::from_slice(&self.places[3 * frame..]))
    }

    /// How it is turned on a frame, or in the rest pose.
    pub fn rotation(&self, frame: Option<usize>) -> Quat {
        let frame = frame.filter(|_| self.turns);
        frame
            .map_or(self.rest.1.normalize(), |frame| Quat::from_slice(&self.rotations[4 * frame..]))
    }

    fn push(&mut self, (place, rotation): (Vec3, Quat)) {
        self.moves |= !place.abs_diff_eq(self.rest.0, SAME);
        self.turns |= !rotation.abs_diff_eq(nearer(self.rest.1, rotation), SAME);
        self.places.extend(place.to_array());
        self.rotations.extend(rotation.normalize().to_array());
    }

    /// Without the rotations that say nothing.
    fn finish(mut self) -> Self {
        if !self.turns {
            self.rotations = Vec::new();
        }
        self
    }
}

/// The one of the two quaternions of a rotation that is nearer to another one.
fn nearer(rotation: Quat, to: Quat) -> Quat {
    if rotation.dot(to) < 0.0 { -rotation } else { rotation }
}
