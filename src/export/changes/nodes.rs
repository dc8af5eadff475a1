//! Some of the joints of a take, or all of them as positions.

use glam::Vec3;

use crate::export::local::{Local, Writability};
use crate::export::points::each_frame;
use crate::take::{
    Angle, Axis, BoneEnd, Channel, EulerOrder, NodeId, SkeletonBuilder, Take, continuous_angles,
};

/// The order of the rotations of a joint that has become a root.
const ORDER: EulerOrder = EulerOrder([Axis::Z, Axis::X, Axis::Y]);

/// Only a joint, which becomes a root that moves in the world, and all that is below it.
pub(super) fn subtree(mut take: Take, name: &str) -> Result<Take, String> {
    let skeleton = &take.skeleton;
    let Some(top) = skeleton.find(name) else {
        return Err(format!("the take has no joint {name:?}"));
    };
    let mut ids: Vec<Option<NodeId>> = vec![None; skeleton.nodes().len()];
    let mut build = SkeletonBuilder::new(skeleton.angle());
    let mut kept = Vec::new();
    for (id, node) in skeleton.iter() {
        let parent = node.parent.and_then(|parent| ids[parent.index()]);
        if id != top && parent.is_none() {
            continue;
        }
        let new = build.node(node.name.clone(), parent).expect("less deep than before");
        ids[id.index()] = Some(new);
        let to = build.node_mut(new);
        to.body.clone_from(&node.body);
        to.is_world_space = node.is_world_space;
        if id == top {
            let positions = Axis::ALL.map(Channel::Position);
            to.channels = positions.into_iter().chain(ORDER.0.map(Channel::Rotation)).collect();
            if let Some(body) = &mut to.body {
                // Those of channels that are no more.
                body.limits.clear();
            }
            // The scale of its bone is the joint's own.
            let mut channels = node.channels.iter();
            if let Some(scale) = channels.position(|channel| *channel == Channel::BoneScale) {
                to.channels.push(Channel::BoneScale);
                kept.insert(0, node.first_column + scale);
            }
        } else {
            to.offset = node.offset;
            (to.pre, to.post) = (node.pre, node.post);
            to.channels.clone_from(&node.channels);
            kept.extend(node.columns());
        }
    }
    for bone in skeleton.bones() {
        let end = match bone.end {
            BoneEnd::Node(node) => ids[node.index()].map(BoneEnd::Node),
            local @ BoneEnd::Local(_) => Some(local),
        };
        if let (Some(node), Some(end)) = (ids[bone.node.index()], end) {
            build.bone(node, end);
        }
    }
    let radians = skeleton.angle() == Angle::Radians;
    let mut angles = [0.0; 3];
    let mut last = Local::all_in_world(skeleton, skeleton.rest_row())[top.index()];
    let mut row_of = |row: &[f32]| -> Vec<f32> {
        let world = Local::all_in_world(skeleton, row)[top.index()];
        let place = world.translation.as_vec3();
        if world.writability() == Writability::Writable {
            last = world;
        }
        angles = continuous_angles(ORDER, last.rotation, angles);
        let unit = |angle: f64| if radians { angle.to_radians() } else { angle } as f32;
        let own = place.to_array().into_iter().chain(angles.map(unit));
        own.chain(kept.iter().map(|&column| row[column])).collect()
    };
    let rest = row_of(skeleton.rest_row());
    let values: Vec<f32> = take.motion.rows().flat_map(row_of).collect();
    build.node_mut(ids[top.index()].expect("the top one is kept")).offset = Vec3::from_slice(&rest);
    take.motion = take.motion.with_rows(rest.len(), values);
    take.skeleton = build.finish_at(rest);
    take.meshes.clear();
    Ok(take)
}

/// All joints, and all bone ends, as positions in the world; bones stay between them.
pub(super) fn baked_positions(mut take: Take) -> Take {
    let skeleton = &take.skeleton;
    let points: Vec<_> = take.points().collect();
    let mut build = SkeletonBuilder::new(skeleton.angle());
    let rest = crate::evaluate::Pose::of(skeleton, skeleton.rest_row());
    let mut places: Vec<Vec3> = skeleton.iter().map(|(id, _)| rest.position(id)).collect();
    places.extend(take.free_bone_ends().map(|bone| rest.bone_end(bone.node, bone.end)));
    let mut ids: Vec<NodeId> = Vec::with_capacity(points.len());
    for (point, &place) in points.iter().zip(&places) {
        let id = build.node(point.name.clone(), point.parent.map(|parent| ids[parent]));
        // A bone end may be one deeper than the deepest joint: it stands beside its joint then.
        let id = id.or_else(|_| build.node(point.name.clone(), None));
        ids.push(id.expect("a root is never too deep"));
        let node = build.node_mut(ids[ids.len() - 1]);
        node.is_world_space = true;
        node.channels = Axis::ALL.map(Channel::Position).to_vec();
        node.offset = if place.is_finite() { place } else { Vec3::ZERO };
    }
    for bone in skeleton.bones() {
        if let BoneEnd::Node(end) = bone.end {
            build.bone(ids[bone.node.index()], BoneEnd::Node(ids[end.index()]));
        }
    }
    for (point, &end) in points.iter().zip(&ids) {
        if let Some(joint) = point.tip_of {
            build.bone(ids[joint], BoneEnd::Node(end));
        }
    }
    let mut values = Vec::with_capacity(3 * points.len() * take.motion.frame_count());
    if take.motion.frame_count() > 0 {
        let keep = |_, places: &[Vec3]| {
            values.extend(places.iter().flat_map(|place| place.to_array()));
            Ok(())
        };
        each_frame(&take, 1.0, keep).expect("memory takes them");
    }
    take.motion = take.motion.with_rows(3 * points.len(), values);
    take.skeleton = build.finish();
    take.meshes.clear();
    take
}
