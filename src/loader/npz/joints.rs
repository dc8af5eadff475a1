//! Positions of joints as a take: markers, joints in the world with bones between them, or a tree where
//! rotations are known too.

use glam::{DQuat, Vec3};

use super::super::Source;
use super::super::error::{ErrorKind, LoadError};
use super::super::marker::{COLUMNS, HALF_A_MARKER};
use super::super::number::MAX_VALUE;
use super::super::reporter::ProgressReporter;
use super::super::sampled::{Rigid, SampledNode, Sampling, Span, XYZ};
use super::archive::NAME;
use super::places::Places;
use super::rotations::Rotations;
use super::tree::Tree;
use crate::take::{
    Angle, Axis, BoneEnd, Channel, FrameTime, Motion, Place, Skeleton, SkeletonBuilder, Take,
    Units, Warning, WarningCode, Warnings,
};

/// A joint in the world for each place, with a bone to its parent where one is known. What has no place
/// is a gap. `at` is the byte of the array.
pub(super) fn in_world(
    source: &Source<'_>,
    places: &Places<'_>,
    tree: Tree,
    (frame_time, units): (FrameTime, Units),
    at: usize,
    warnings: &mut Warnings,
) -> Result<Take, LoadError> {
    source.announce(places.frames);
    let joints = tree.order.len();
    let mut reporter = ProgressReporter::through(source);
    let mut values = Vec::with_capacity(places.frames * joints * COLUMNS);
    let mut half = 0;
    for frame in 0..places.frames {
        reporter.go_on(source, source.bytes.len() / places.frames * frame)?;
        for &joint in &tree.order {
            let place = places.at(frame, joint).as_vec3();
            let [usable, there] = [
                place
                    .to_array()
                    .iter()
                    .all(|value| value.abs() <= MAX_VALUE),
                place.to_array().iter().any(|value| !value.is_nan()),
            ];
            half += usize::from(there && !usable);
            values.extend(if usable { place } else { Vec3::NAN }.to_array());
        }
    }
    reporter.end(source.bytes.len());
    if half > 0 {
        let place = Place::Byte(at as u64);
        warnings.add_times(WarningCode::MarkerIncomplete, place, HALF_A_MARKER, half);
    }
    let skeleton = skeleton(source, tree, &values)?;
    let motion = Motion::new(frame_time, places.frames, skeleton.columns(), values);
    let name = source.stem();
    Ok(Take::new(name, NAME, skeleton, motion, units))
}

/// The joints in their order. At rest they are where the first frame has them.
fn skeleton(source: &Source<'_>, tree: Tree, values: &[f32]) -> Result<Skeleton, LoadError> {
    let Tree {
        order,
        mut names,
        parents,
        ..
    } = tree;
    let mut build = SkeletonBuilder::new(Angle::Degrees);
    build.reserve(order.len());
    let mut ids = vec![None; order.len()];
    let (first, _) = values.as_chunks::<COLUMNS>();
    for (&joint, &place) in order.iter().zip(first) {
        let parent = parents.as_ref().and_then(|parents| ids[parents[joint]?]);
        let id = build.node(std::mem::take(&mut names[joint]), parent);
        let id = id.map_err(|_| LoadError::new(source, ErrorKind::TooDeep))?;
        ids[joint] = Some(id);
        let node = build.node_mut(id);
        node.is_world_space = true;
        node.channels = Axis::ALL.map(Channel::Position).to_vec();
        let place = Vec3::from(place);
        node.offset = if place.is_nan() { Vec3::ZERO } else { place };
        if let Some(parent) = parent {
            build.bone(parent, BoneEnd::Node(id));
        }
    }
    Ok(build.finish())
}

/// A tree of joints that are turned, of which the first frame is the rest pose.
pub(super) fn in_tree(
    source: &Source<'_>,
    places: &Places<'_>,
    rotations: &Rotations<'_>,
    tree: Tree,
    (frame_time, units): (FrameTime, Units),
    warnings: &mut Vec<Warning>,
) -> Result<Take, LoadError> {
    let Tree {
        order,
        mut names,
        parents,
        ..
    } = tree;
    let parents = parents.unwrap_or_else(|| vec![None; order.len()]);
    let mut place_of = vec![0; order.len()];
    for (place, &joint) in order.iter().enumerate() {
        place_of[joint] = place;
    }
    let rigid = |frame, joint| Rigid {
        place: places.at(frame, joint),
        rotation: rotations.at(frame, joint),
    };
    let node = |&joint: &usize| SampledNode {
        name: std::mem::take(&mut names[joint]),
        parent: parents[joint].map(|parent| place_of[parent]),
        order: XYZ,
        pre: DQuat::IDENTITY,
        post: DQuat::IDENTITY,
        rest: rigid(0, joint),
        moves: true,
        has_bone: parents[joint].is_some(),
        part: None,
        is_secondary: false,
        end: None,
    };
    let nodes = order.iter().map(node).collect();
    let span = Span {
        begin: 0.0,
        frames: places.frames.min(rotations.frames()),
        frame_time,
        reports: true,
    };
    let sampling = Sampling {
        source,
        format: NAME,
        units,
        span,
    };
    sampling.in_world(nodes, warnings, |time, all| {
        let frame = span.frame_at(time);
        for (place, &joint) in all.iter_mut().zip(&order) {
            *place = rigid(frame, joint);
        }
    })
}
