//! The take of solved figures: nodes, bones, and the rows of the motion with continuous angles.

use glam::DVec3;

use super::figure::SolvedFigure;
use super::names::JointNames;
use super::shape::SegmentKind;
use crate::take::{
    Angle, Axis, BoneEnd, Channel, EulerOrder, FormatId, Naming, NodeId, SkeletonBuilder, Take,
    Units, continuous_angles,
};

/// The order of rotations, as BVH files have it.
const ORDER: EulerOrder = EulerOrder([Axis::Z, Axis::X, Axis::Y]);

/// A take of joints that turn, with what the take of points says of itself.
pub(super) fn take(points: &Take, figures: &[SolvedFigure], names: JointNames) -> Take {
    let mut build = SkeletonBuilder::new(Angle::Degrees);
    let mut ids = Vec::with_capacity(figures.len());
    for figure in figures {
        ids.push(add_nodes(&mut build, points, figure, names));
    }
    let mut skeleton = build.finish();
    let columns = skeleton.columns();
    let frames = points.motion.frame_count();
    let mut values = vec![0.0; frames * columns];
    for (figure, ids) in figures.iter().zip(&ids) {
        skeleton.set_world_space(ids[0]);
        for (joint, &id) in ids.iter().enumerate() {
            let first = skeleton[id].columns();
            let mut angles = [0.0; 3];
            for (frame, row) in values.chunks_exact_mut(columns.max(1)).enumerate() {
                let row = &mut row[first.clone()];
                if row.is_empty() {
                    break;
                }
                let (place, turn) = row.split_at_mut(row.len() - 3);
                if !place.is_empty() {
                    let at = if figure.is_there[frame] { figure.root[frame] } else { DVec3::NAN };
                    place.copy_from_slice(&at.as_vec3().to_array());
                }
                angles = continuous_angles(ORDER, figure.turned[joint].local[frame], angles);
                turn.copy_from_slice(&angles.map(|angle| angle as f32));
            }
        }
    }
    let motion = points.motion.with_rows(columns, values);
    let mut units: Units = points.units;
    units.up.direction = Axis::Y.positive();
    let mut take = Take::new(points.name.clone(), FormatId::Bvh, skeleton, motion, units);
    take.naming = Naming::Bvh;
    take.clips.clone_from(&points.clips);
    take.details.clone_from(&points.details);
    take.events.clone_from(&points.events);
    take.numbers.clone_from(&points.numbers);
    take.start_time = points.start_time;
    take.read_with.clone_from(&points.read_with);
    take.lost.clone_from(&points.lost);
    take.warnings.clone_from(&points.warnings);
    take
}

/// Adds the joints of a figure and its bones.
fn add_nodes(
    build: &mut SkeletonBuilder,
    points: &Take,
    figure: &SolvedFigure,
    names: JointNames,
) -> Vec<NodeId> {
    let plan = &figure.plan;
    let local = |node: &NodeId| &points.skeleton[*node].name[figure.namespace.len()..];
    let own: Vec<&str> = figure.nodes.iter().map(local).collect();
    let mut ids: Vec<NodeId> = Vec::with_capacity(plan.joints.len());
    for (place, name) in names.of(plan, &own).into_iter().enumerate() {
        let joint = &plan.joints[place];
        let name = format!("{}{name}", figure.namespace);
        let id = build.node(name, joint.parent.map(|parent| ids[parent]));
        ids.push(id.expect("a body is not deep"));
        let node = build.node_mut(ids[place]);
        node.offset = figure.shape.offsets[place].as_vec3();
        let turns = ORDER.0.map(Channel::Rotation);
        if joint.parent.is_none() {
            node.channels = Axis::ALL.map(Channel::Position).into_iter().chain(turns).collect();
        } else if figure.shape.segments[place].kind != SegmentKind::End {
            node.channels = turns.to_vec();
        }
    }
    for (place, joint) in plan.joints.iter().enumerate() {
        // What is where its parent is has no bone, nor what hangs where another joint does.
        let is_same = |other: usize| {
            plan.joints[other].parent == joint.parent && plan.joints[other].point == joint.point
        };
        let is_twin =
            joint.is_added && (0..plan.joints.len()).any(|other| other != place && is_same(other));
        if let Some(parent) = joint.parent
            && plan.joints[parent].point != joint.point
            && !is_twin
        {
            build.bone(ids[parent], BoneEnd::Node(ids[place]));
        }
    }
    ids
}
