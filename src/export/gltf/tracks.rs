//! The keys of an animation: where each node is in its parent's frame, on every frame.

use glam::{Quat, Vec3};
use serde_json::{Value, json};

use super::buffer::Buffer;
use super::placed::{Joint, Placed, local_end};
use crate::take::{BoneEnd, Take};

/// What single precision cannot tell apart, in metres and as a part of a quaternion.
const SAME: f32 = 1e-7;

/// The transforms of every node on every frame.
pub(super) struct Tracks {
    nodes: Vec<Track>,
    /// How often a node is missing.
    pub gaps: usize,
}

#[derive(Default)]
struct Track {
    places: Vec<f32>,
    rotations: Vec<f32>,
    /// Whether it is ever elsewhere, or turned otherwise, than in the rest pose.
    moves: bool,
    turns: bool,
}

impl Tracks {
    pub fn of(placed: &Placed<'_>, joints: &[Joint]) -> Self {
        let take = placed.take;
        let mut gaps = 0;
        let count = take.motion.frame_count();
        let mut ends = take.free_tips();
        let mut nodes = Vec::with_capacity(joints.len());
        for joint in joints {
            let mut track = Track::default();
            let rest = (
                joint.rest.translation.as_vec3(),
                joint.rest.rotation.as_quat(),
            );
            let mut last = rest;
            let end = match joint.node {
                Some(_) => BoneEnd::Local(Vec3::ZERO),
                None => ends
                    .next()
                    .map_or(BoneEnd::Local(Vec3::ZERO), |bone| bone.end),
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
                match local.is_finite() {
                    true => {
                        last = (
                            local.translation.as_vec3(),
                            nearer(local.rotation.as_quat(), last.1),
                        )
                    }
                    false => gaps += 1,
                }
                track.push(last, rest);
            }
            nodes.push(track.finish());
        }
        Self { nodes, gaps }
    }

    /// Whether a node moves or turns.
    pub fn is_animated(&self, node: usize) -> bool {
        self.nodes[node].moves || self.nodes[node].turns
    }

    /// The animation; `None` of a take without frames. Where nothing moves, the first node keeps its place.
    pub fn animation(&self, take: &Take, buffer: &mut Buffer) -> Option<Value> {
        if take.motion.frame_count() == 0 {
            return None;
        }
        let stands = !(0..self.nodes.len()).any(|node| self.is_animated(node));
        let time = |frame| (frame as f64 * take.motion.frame_time()) as f32;
        let times: Vec<f32> = (0..take.motion.frame_count()).map(time).collect();
        let input = buffer.bounded(&times, "SCALAR", None);
        let (mut samplers, mut channels) = (Vec::new(), Vec::new());
        for (node, track) in self.nodes.iter().enumerate() {
            for (is_used, values, kind, path) in [
                (
                    track.moves || stands && node == 0,
                    &track.places,
                    "VEC3",
                    "translation",
                ),
                (track.turns, &track.rotations, "VEC4", "rotation"),
            ] {
                if is_used {
                    let output = buffer.floats(values, kind, None);
                    channels.push(json!({ "sampler": samplers.len(), "target": { "node": node, "path": path } }));
                    samplers.push(
                        json!({ "input": input, "output": output, "interpolation": "LINEAR" }),
                    );
                }
            }
        }
        let name = take.clip_name().unwrap_or(&take.name);
        Some(json!({ "name": name, "samplers": samplers, "channels": channels }))
    }
}

impl Track {
    fn push(&mut self, (place, rotation): (Vec3, Quat), rest: (Vec3, Quat)) {
        self.moves |= !place.abs_diff_eq(rest.0, SAME);
        self.turns |= !rotation.abs_diff_eq(nearer(rest.1, rotation), SAME);
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
    if rotation.dot(to) < 0.0 {
        -rotation
    } else {
        rotation
    }
}
