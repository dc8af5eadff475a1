//! Copies of a take as people make them: cut, slower, mirrored, with noise. They are of points in the world, so that
//! every format's takes can be copied.

use std::ops::Range;

use glam::Vec3;
use rushes::scene::{Stage, mirrored as mirrored_nodes, sides};
use rushes::take::{Axis, Channel, Motion, NodeId, SkeletonBuilder, Take};

use super::Random;
use super::planted::noise;

/// Some of the frames.
pub fn cut(take: &Take, frames: Range<usize>) -> Take {
    let rows = frames.clone().flat_map(|frame| take.row(frame).to_vec());
    with_rows(take, take.motion.frame_time(), frames.len(), rows.collect())
}

/// The same frames, so many times as fast.
pub fn retimed(take: &Take, speed: f64) -> Take {
    let frames = take.motion.frame_count();
    let rows = (0..frames).flat_map(|frame| take.row(frame).to_vec());
    with_rows(take, take.motion.frame_time() / speed, frames, rows.collect())
}

fn with_rows(take: &Take, frame_time: f64, frames: usize, values: Vec<f32>) -> Take {
    let motion = Motion::new(frame_time, frames, take.motion.columns(), values);
    Take::new(&take.name, take.format, take.skeleton.clone(), motion, take.units)
}

/// As a mirror shows it: what was on the left is on the right.
pub fn mirrored(take: &Take) -> Take {
    let skeleton = &take.skeleton;
    let partners = mirrored_nodes(skeleton, &sides(skeleton));
    let level = (take.units.up.direction.axis.index() + 1) % 3;
    as_points(take, |places, node| {
        let mut at = places[partners[node].unwrap_or(node)];
        at[level] = -at[level];
        at
    })
}

/// With noise on each coordinate of each point, of this standard deviation in metres.
pub fn noisy(take: &Take, metres: f64, random: &mut Random) -> Take {
    let deviation = metres / Stage::new(take).unit.metres;
    as_points(take, |places, node| {
        places[node] + Vec3::from_array([0; 3].map(|_| noise(random, deviation)))
    })
}

/// The same nodes, each in the world by itself, where `place` puts it among all of a frame.
fn as_points(take: &Take, mut place: impl FnMut(&[Vec3], usize) -> Vec3) -> Take {
    let mut build = SkeletonBuilder::default();
    let mut ids: Vec<NodeId> = Vec::new();
    for (_, node) in take.skeleton.iter() {
        let parent = node.parent().map(|parent| ids[parent.index()]);
        let id = build.node(node.part_name(), parent).unwrap();
        let copy = build.node_mut(id);
        copy.is_world_space = true;
        copy.channels = Axis::ALL.map(Channel::Position).to_vec();
        ids.push(id);
    }
    let frames = take.motion.frame_count();
    let positions = take.positions(0..frames).expect("every frame");
    let mut values = Vec::with_capacity(frames * ids.len() * 3);
    for (_, places) in positions.iter() {
        values.extend((0..ids.len()).flat_map(|node| place(places, node).to_array()));
    }
    let motion = Motion::new(take.motion.frame_time(), frames, 3 * ids.len(), values);
    Take::new(&take.name, take.format, build.finish(), motion, take.units)
}
