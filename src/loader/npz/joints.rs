//! Positions of joints as a take: markers, joints in the world with bones between them, or a tree where
//! rotations are known too.

use glam::Vec3;

use super::super::Source;
use super::super::error::{ErrorKind, LoadError};
use super::super::gaps::{COLUMNS, HALF_A_MARKER, point_columns};
use super::super::number::MAX_VALUE;
use super::super::reporter::ProgressReporter;
use super::super::sampled::{Rigid, SampledNode, Sampling, Span};
use super::positions::JointPositions;
use super::rotations::Rotations;
use super::tree::Tree;
use crate::take::{
    Angle, Axis, BoneEnd, Channel, FormatId, FrameTime, Motion, Place, Skeleton, SkeletonBuilder,
    Take, Units, Warning, WarningCode, Warnings,
};

/// A joint in the world for each position, with a bone to its parent where one is known. What has no position
/// is a gap. `place` is where the array stands.
pub(super) fn world_take(
    source: &Source<'_>,
    positions: &JointPositions<'_>,
    tree: Tree,
    frame_time: FrameTime,
    units: Units,
    place: Place,
    warnings: &mut Warnings,
) -> Result<Take, LoadError> {
    let frames = positions.frames;
    source.announce(frames);
    let mut reporter = ProgressReporter::through(source);
    let has_confidence = frames > 0 && positions.confidence(0, 0).is_some();
    let width = point_columns(has_confidence);
    let mut values = Vec::with_capacity(frames * tree.order.len() * width);
    let mut incomplete = 0;
    for frame in 0..frames {
        reporter.advance(source, source.bytes.len() / frames * frame)?;
        for &joint in &tree.order {
            let position = positions.position(frame, joint).as_vec3().to_array();
            if position.iter().all(|value| value.abs() <= MAX_VALUE) {
                values.extend(position);
            } else {
                incomplete += usize::from(position.iter().any(|value| !value.is_nan()));
                values.extend([f32::NAN; COLUMNS]);
            }
            values.extend(positions.confidence(frame, joint));
        }
    }
    reporter.end(source.bytes.len());
    if incomplete > 0 {
        warnings.add_times(WarningCode::MarkerIncomplete, place, HALF_A_MARKER, incomplete);
    }
    let skeleton = skeleton(source, tree, &values, width)?;
    let motion = Motion::new(frame_time, frames, skeleton.columns(), values);
    Ok(Take::new(source.stem(), FormatId::Npz, skeleton, motion, units))
}

/// The joints in their order. At rest they are where the first frame has them.
fn skeleton(
    source: &Source<'_>,
    tree: Tree,
    values: &[f32],
    width: usize,
) -> Result<Skeleton, LoadError> {
    let Tree { order, mut names, parents, .. } = tree;
    let mut build = SkeletonBuilder::new(Angle::Degrees);
    build.reserve(order.len());
    let mut ids = vec![None; order.len()];
    for (&joint, first) in order.iter().zip(values.chunks_exact(width)) {
        let parent = parents.as_ref().and_then(|parents| ids[parents[joint]?]);
        let id = build.node(std::mem::take(&mut names[joint]), parent);
        let id = id.map_err(|_| LoadError::new(source, ErrorKind::TooDeep))?;
        ids[joint] = Some(id);
        let node = build.node_mut(id);
        node.is_world_space = true;
        node.channels = Axis::ALL.map(Channel::Position).to_vec();
        node.channels.extend((width > COLUMNS).then_some(Channel::Confidence));
        let position = Vec3::from_slice(first);
        node.offset = if position.is_nan() { Vec3::ZERO } else { position };
        if let Some(parent) = parent {
            build.bone(parent, BoneEnd::Node(id));
        }
    }
    Ok(build.finish())
}

/// A tree of joints that are turned, of which the first frame is the rest pose.
pub(super) fn tree_take(
    source: &Source<'_>,
    positions: &JointPositions<'_>,
    rotations: &Rotations<'_>,
    tree: Tree,
    frame_time: FrameTime,
    units: Units,
    warnings: &mut Vec<Warning>,
) -> Result<Take, LoadError> {
    let Tree { order, mut names, parents, .. } = tree;
    let parents = parents.unwrap_or_else(|| vec![None; order.len()]);
    let mut node_of_joint = vec![0; order.len()];
    for (node, &joint) in order.iter().enumerate() {
        node_of_joint[joint] = node;
    }
    let rigid = |frame, joint| Rigid {
        position: positions.position(frame, joint),
        rotation: rotations.rotation(frame, joint),
    };
    let node = |&joint: &usize| {
        let parent = parents[joint].map(|parent| node_of_joint[parent]);
        SampledNode::new(std::mem::take(&mut names[joint]), parent, rigid(0, joint))
    };
    let nodes = order.iter().map(node).collect();
    let frames = positions.frames.min(rotations.frames);
    let span = Span { begin: 0.0, frames, frame_time, reports: true };
    let sampling = Sampling { source, format: FormatId::Npz, units, span };
    sampling.sample_in_world(nodes, warnings, |time, all| {
        let frame = span.frame_at(time);
        for (node, &joint) in all.iter_mut().zip(&order) {
            *node = rigid(frame, joint);
        }
    })
}
