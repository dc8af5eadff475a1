//! A take elsewhere: at the origin, in another size, with another axis up.

use glam::{DMat3, Quat, Vec3};

use crate::evaluate::Pose;
use crate::take::{Axis, BoneEnd, Channel, Node, NodeId, SignedAxis, SkeletonBuilder, Take};

/// With the first root above the origin on the first frame.
pub(super) fn to_origin(take: Take) -> Take {
    let Some(&root) = take.skeleton.roots().first() else { return take };
    let at = Pose::of(&take.skeleton, take.row(0)).position(root);
    let up = take.units.up.direction.unit();
    let shift = at - up * at.dot(up);
    if !shift.is_finite() {
        return take;
    }
    rebuilt(
        take,
        |node, is_in_world| {
            if is_in_world {
                node.offset -= shift;
            }
        },
        |end| end,
        |channel, value, is_in_world| match channel {
            Channel::Position(axis) if is_in_world => value - shift[axis.index()],
            _ => value,
        },
    )
}

/// With all lengths multiplied. Fails where single precision does not reach so far.
pub(super) fn scaled(take: Take, scale: f64) -> Result<Take, String> {
    let factor = scale as f32;
    let scaled = all_scaled(take, factor);
    let (skeleton, motion) = (&scaled.skeleton, &scaled.motion);
    let offsets = skeleton.nodes().iter().map(|node| node.offset);
    let ends = skeleton.free_ends().map(|(_, end)| end);
    let lengths = offsets.chain(ends).flat_map(|length| length.to_array());
    let rows = (0..motion.frame_count()).flat_map(|frame| motion.row(frame));
    let is_too_large = lengths.chain(rows.copied()).any(f32::is_infinite);
    if factor.is_finite() && !is_too_large {
        Ok(scaled)
    } else {
        Err(format!("its lengths are too large to be multiplied by {scale}"))
    }
}

fn all_scaled(take: Take, scale: f32) -> Take {
    rebuilt(
        take,
        |node, _| {
            node.offset *= scale;
            if let Some(body) = &mut node.body {
                body.size = body.size.map(|size| size * scale);
                let channels = node.channels.iter().zip(&mut body.limits);
                for (_, limits) in channels.filter(|(channel, _)| channel.is_length()) {
                    *limits = limits.map(|limit| limit * scale);
                }
            }
        },
        |end| end * scale,
        |channel, value, _| {
            if channel.is_length() { value * scale } else { value }
        },
    )
}

pub(super) fn turned(mut take: Take, up: SignedAxis) -> Take {
    let turn = take.units.up.direction.turn_to(up);
    take.units.up = up.into();
    let matrix = DMat3::from_quat(turn);
    // Where each axis goes, and whether the other way round.
    let goes = |axis: Axis| {
        let to = matrix.col(axis.index());
        let largest = |other: &Axis| to[other.index()].abs() > 0.5;
        let other = Axis::ALL.into_iter().find(largest).unwrap_or(axis);
        (other, to[other.index()].signum() as f32)
    };
    let single = turn.as_quat();
    rebuilt(
        take,
        |node, is_in_world| {
            if !is_in_world {
                return;
            }
            node.offset = single * node.offset;
            node.pre = if node.pre == Quat::IDENTITY {
                single
            } else {
                (turn * node.pre.as_dquat()).normalize().as_quat()
            };
            for channel in &mut node.channels {
                if let Channel::Translation(axis) | Channel::Position(axis) = channel {
                    *axis = goes(*axis).0;
                }
            }
        },
        |end| end,
        |channel, value, is_in_world| match channel {
            Channel::Translation(axis) | Channel::Position(axis) if is_in_world => {
                value * goes(axis).1
            }
            _ => value,
        },
    )
}

/// The take with other nodes, bone ends and values. Whether a node stands in the world, and not in a parent's frame, is
/// given to what changes it.
fn rebuilt(
    mut take: Take,
    change: impl Fn(&mut Node, bool),
    end: impl Fn(Vec3) -> Vec3,
    value: impl Fn(Channel, f32, bool) -> f32,
) -> Take {
    let skeleton = &take.skeleton;
    let mut build = SkeletonBuilder::new(skeleton.angle());
    let mut columns = Vec::with_capacity(skeleton.columns());
    let mut ids: Vec<NodeId> = Vec::with_capacity(skeleton.nodes().len());
    for (id, node) in skeleton.iter() {
        let is_in_world = node.effective_parent().is_none();
        let new = build.node(node.name.clone(), node.parent.map(|parent| ids[parent.index()]));
        ids.push(new.expect("as deep as before"));
        let new = build.node_mut(ids[id.index()]);
        new.offset = node.offset;
        (new.pre, new.post) = (node.pre, node.post);
        new.channels.clone_from(&node.channels);
        new.is_world_space = node.is_world_space;
        new.body.clone_from(&node.body);
        change(new, is_in_world);
        columns.extend(node.channels.iter().map(|&channel| (channel, is_in_world)));
    }
    for bone in skeleton.bones() {
        let to = match bone.end {
            BoneEnd::Node(node) => BoneEnd::Node(ids[node.index()]),
            BoneEnd::Local(at) => BoneEnd::Local(end(at)),
        };
        build.bone(ids[bone.node.index()], to);
    }
    let changed = |row: &[f32]| -> Vec<f32> {
        let pairs = row.iter().zip(&columns);
        pairs.map(|(&old, &(channel, is_in_world))| value(channel, old, is_in_world)).collect()
    };
    let rest = changed(skeleton.rest_row());
    let rows = take.motion.rows().flat_map(changed);
    take.motion = take.motion.with_rows(skeleton.columns(), rows.collect());
    take.skeleton = build.finish_at(rest);
    take
}
