//! The GTR writer: HTR whose segments all stand in the world.
//!
//! The take is taken apart: each node becomes a root with its position and rotation in the world, its own bone, and
//! the scale of that. Bone ends beyond the own one become roots too, called as the node with `_end` added. HTR's writer
//! does the rest, with the words of GTR in the header and no parents.

use std::io::{self, Write};

use glam::Vec3;

use super::figure::{Unplaced, rest_of};
use super::htr::{self, Kind, ORDER};
use super::local::{FARTHEST, Local};
use crate::take::{
    Angle, Axis, BoneEnd, Channel, NodeId, SkeletonBuilder, Take, Warnings, continuous_angles,
};

pub(super) fn write(take: &Take, out: &mut dyn Write, warnings: &mut Warnings) -> io::Result<()> {
    let ends = htr::other_ends(&take.skeleton, &htr::own_bones(&take.skeleton));
    htr::warn_of_ends(ends.len(), warnings);
    let (flat, unplaced) = flattened(take);
    unplaced.warn(warnings);
    htr::write_as(Kind::Global, &flat, out, warnings)
}

/// A node of the take, or another bone end of it, as it stands in the world.
struct Part {
    node: NodeId,
    /// The child at which its bone ends, and how far away that is in the rest pose.
    follows: Option<(NodeId, f64)>,
    /// The last place and rotation that it had, its angles there, and the last scale of its bone.
    last: Local,
    angles: [f64; 3],
    scale: f64,
}

/// The take with all nodes in the world, and how often they have no place there.
fn flattened(take: &Take) -> (Take, Unplaced) {
    let skeleton = &take.skeleton;
    let rest = Local::all_in_world(skeleton, skeleton.rest_row());
    let mut build = SkeletonBuilder::new(Angle::Degrees);
    let mut parts: Vec<Part> = Vec::new();
    let mut add = |name: String, node: NodeId, bone: Option<Vec3>, follows: Option<NodeId>| {
        let id = build.node(name, None).expect("a root is not deep");
        let to = build.node_mut(id);
        let positions = Axis::ALL.map(Channel::Position).into_iter();
        to.channels = positions.chain(ORDER.0.map(Channel::Rotation)).collect();
        to.channels.push(Channel::BoneScale);
        if let Some(end) = bone {
            build.bone(id, BoneEnd::Local(end));
        }
        let length = f64::from(bone.map_or(0.0, Vec3::length));
        parts.push(Part {
            node,
            follows: follows.filter(|_| length > 0.0).map(|child| (child, length)),
            last: rest[node.index()].or_origin(),
            angles: [0.0; 3],
            scale: 1.0,
        });
    };
    let own = htr::own_bones(skeleton);
    for (id, node) in skeleton.iter() {
        let (bone, follows) = match own[id.index()] {
            Some(BoneEnd::Local(end)) => (Some(end), None),
            Some(BoneEnd::Node(child)) => {
                (Some(rest_of(take, child).translation.as_vec3()), Some(child))
            }
            None => (None, None),
        };
        add(node.name.clone(), id, bone, follows);
    }
    for (node, end) in htr::other_ends(skeleton, &own) {
        add(format!("{}_end", skeleton[node].name), node, Some(end), None);
    }
    let mut unplaced = Unplaced::default();
    let nodes = skeleton.nodes().len();
    let mut row_of = |row: &[f32], unplaced: &mut Unplaced| -> Vec<f32> {
        let worlds = Local::all_in_world(skeleton, row);
        let values = parts.iter_mut().enumerate().flat_map(|(i, part)| {
            let world = worlds[part.node.index()];
            // Behind the nodes come their other bone ends, which are where they are.
            let mut own = Unplaced::default();
            if own.count(&world) {
                part.last = world;
            }
            if i < nodes {
                unplaced.add(own);
            }
            part.angles = continuous_angles(ORDER, part.last.rotation, part.angles);
            let scale = match part.follows {
                Some((child, length)) => {
                    Local::in_parent(skeleton, child, row).translation.length() / length
                }
                None => world.scale,
            };
            if scale.abs() <= FARTHEST {
                part.scale = scale;
            }
            let [x, y, z] = world.translation.to_array();
            let [a, b, c] = part.angles;
            [x, y, z, a, b, c, part.scale].map(|value| value as f32)
        });
        values.collect()
    };
    let rest = row_of(skeleton.rest_row(), &mut Unplaced::default());
    let frames = 0..take.motion.frame_count();
    let rows = frames.flat_map(|frame| row_of(take.motion.row(frame), &mut unplaced));
    let motion = take.motion.with_rows(rest.len(), rows.collect());
    (Take::new(&take.name, take.format, build.finish_at(rest), motion, take.units), unplaced)
}
