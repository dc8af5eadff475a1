//! Some of the joints of a take, or all of them as positions.

use std::ops::Range;

use glam::Vec3;

use crate::export::local::{Local, Writability};
use crate::export::points::each_frame;
use crate::take::{
    Angle, Axis, BoneEnd, Channel, EulerOrder, NodeId, SkeletonBuilder, Take, continuous_angles,
};

/// The order of the rotations of a joint that has become a root.
const ORDER: EulerOrder = EulerOrder([Axis::Z, Axis::X, Axis::Y]);

/// Only a joint, which becomes a root that moves in the world, and all that is below it.
pub(super) fn subtree(take: Take, name: &str) -> Result<Take, String> {
    let Some(top) = take.skeleton.find(name) else {
        return Err(format!("the take has no joint {name:?}"));
    };
    let mut is_kept = vec![false; take.skeleton.nodes().len()];
    for (id, node) in take.skeleton.iter() {
        let is_below = node.parent.is_some_and(|parent| is_kept[parent.index()]);
        is_kept[id.index()] = id == top || is_below;
    }
    Ok(only(take, &is_kept, |id| id == top))
}

/// Only some nodes, each below the nearest one that is kept and where it is in the world.
pub(super) fn selected(take: Take, is_kept: &[bool]) -> Take {
    let parents: Vec<_> =
        take.skeleton.nodes().iter().map(|node| node.effective_parent()).collect();
    let loses = |id: NodeId| parents[id.index()].is_some_and(|parent| !is_kept[parent.index()]);
    only(take, is_kept, loses)
}

/// Only some nodes. Those that are `baked` have the way from the nearest one above that is kept, or from the world, in
/// channels of their own.
fn only(mut take: Take, is_kept: &[bool], is_baked: impl Fn(NodeId) -> bool) -> Take {
    let skeleton = &take.skeleton;
    let mut ids: Vec<Option<NodeId>> = vec![None; skeleton.nodes().len()];
    // Of each node, the nearest one at or above it that is kept.
    let mut nearest: Vec<Option<NodeId>> = vec![None; ids.len()];
    let mut build = SkeletonBuilder::new(skeleton.angle());
    let mut columns: Vec<Columns> = Vec::new();
    for (id, node) in skeleton.iter() {
        let above = node.parent.and_then(|parent| nearest[parent.index()]);
        nearest[id.index()] = above;
        if !is_kept[id.index()] {
            continue;
        }
        nearest[id.index()] = Some(id);
        let parent = above.and_then(|above| ids[above.index()]);
        let new = build.node(node.name.clone(), parent).expect("less deep than before");
        ids[id.index()] = Some(new);
        let to = build.node_mut(new);
        to.body.clone_from(&node.body);
        to.is_world_space = node.is_world_space;
        to.is_secondary = node.is_secondary;
        if is_baked(id) {
            let positions = Axis::ALL.map(Channel::Position);
            to.channels = positions.into_iter().chain(ORDER.0.map(Channel::Rotation)).collect();
            if let Some(body) = &mut to.body {
                // Those of channels that are no more.
                body.limits.clear();
            }
            columns.push(Columns::Baked(Baked {
                node: id,
                new,
                above,
                last: None,
                angles: [0.0; 3],
            }));
            // The scale of its bone is the joint's own.
            let mut channels = node.channels.iter();
            if let Some(scale) = channels.position(|channel| *channel == Channel::BoneScale) {
                to.channels.push(Channel::BoneScale);
                let column = node.first_column + scale;
                columns.push(Columns::Kept(column..column + 1));
            }
        } else {
            to.offset = node.offset;
            (to.pre, to.post) = (node.pre, node.post);
            to.channels.clone_from(&node.channels);
            columns.push(Columns::Kept(node.columns()));
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
    let is_any_baked = columns.iter().any(|columns| matches!(columns, Columns::Baked(_)));
    let mut row_of = |row: &[f32], values: &mut Vec<f32>| {
        let world = if is_any_baked { Local::all_in_world(skeleton, row) } else { Vec::new() };
        for columns in &mut columns {
            match columns {
                Columns::Kept(kept) => values.extend(&row[kept.clone()]),
                Columns::Baked(baked) => values.extend(baked.values(&world, radians)),
            }
        }
    };
    let mut rest = Vec::new();
    row_of(skeleton.rest_row(), &mut rest);
    let mut values = Vec::with_capacity(rest.len() * take.motion.frame_count());
    take.motion.rows().for_each(|row| row_of(row, &mut values));
    let mut column = 0;
    for columns in &columns {
        match columns {
            Columns::Kept(kept) => column += kept.len(),
            Columns::Baked(baked) => {
                build.node_mut(baked.new).offset = Vec3::from_slice(&rest[column..]);
                column += 6;
            }
        }
    }
    take.motion = take.motion.with_rows(rest.len(), values);
    take.skeleton = build.finish_at(rest);
    take.meshes.clear();
    take
}

/// Where the values of a node come from.
enum Columns {
    /// These of the row.
    Kept(Range<usize>),
    Baked(Baked),
}

/// A node whose way from a node above, or from the world, is worked out.
struct Baked {
    node: NodeId,
    new: NodeId,
    above: Option<NodeId>,
    /// The last way that has a rotation.
    last: Option<Local>,
    /// In degrees, from which those of the next frame run on.
    angles: [f64; 3],
}

impl Baked {
    /// Position and angles on a frame; on one without a rotation, the angles of the frame before.
    fn values(&mut self, world: &[Local], radians: bool) -> [f32; 6] {
        let own = world[self.node.index()];
        let way = self.above.map_or(own, |above| own.below(&world[above.index()]));
        let last = self.last.get_or_insert(way);
        if way.writability() == Writability::Writable {
            *last = way;
        }
        self.angles = continuous_angles(ORDER, last.rotation, self.angles);
        let unit = |angle: f64| if radians { angle.to_radians() } else { angle } as f32;
        let ([x, y, z], [a, b, c]) = (way.translation.as_vec3().to_array(), self.angles.map(unit));
        [x, y, z, a, b, c]
    }
}

/// All joints, and all bone ends, as positions in the world; bones stay between them.
pub(super) fn baked_positions(mut take: Take) -> Take {
    let skeleton = &take.skeleton;
    let points: Vec<_> = take.points().collect();
    let mut build = SkeletonBuilder::new(skeleton.angle());
    let rest = crate::evaluate::Pose::of(skeleton, skeleton.rest_row());
    let mut places: Vec<Vec3> = skeleton.iter().map(|(id, _)| rest.position(id)).collect();
    let ends = skeleton.free_ends();
    places.extend(ends.map(|(node, end)| rest.bone_end(node, BoneEnd::Local(end))));
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
