//! Transforms that a library or a loader evaluates, sampled frame by frame, as nodes with a motion table.
//!
//! ```text
//! node        local = T(place) · pre · R(three Euler angles) · post, as every node has it
//! place       in the parent's frame: three channels where it changes, else the offset
//! angles      in the node's own order: three channels where they change, else part of pre
//! scale       none: what it moves is in the places of the nodes below
//! ```
//!
//! Angles are continuous from frame to frame, so that they can be read as curves and are those of the
//! file where it has such angles. The rest pose is a row of channel values like any other one.

use glam::{DMat3, DQuat, DVec3, Quat};

use super::Source;
use super::chunks::cut_off;
use super::error::{ErrorKind, LoadError};
use super::number::MAX_VALUE;
use super::reporter::ProgressReporter;
use crate::take::{
    Angle, Axis, BoneEnd, Channel, EulerOrder, FrameTime, Motion, Skeleton, SkeletonBuilder,
    Warning, WarningCode, angles_after, angles_near,
};
use crate::threads::{at_once, cores};

/// What the threads that evaluate frames beside the first one are called.
const THREAD: &str = "frames";

/// How many frames a thread evaluates at the most before the angles are made continuous, and in how many
/// turns a short take is evaluated at the least: its places need not all be in memory at once.
const BLOCK: usize = 128;
const TURNS: usize = 16;

/// The order in which Blender, and FBX where it says nothing, turn: about X first, about Z last.
pub(super) const XYZ: EulerOrder = EulerOrder([Axis::Z, Axis::Y, Axis::X]);

/// How many values a table has room for however small its file is: a few keys may move a figure for
/// minutes.
const ROOM: usize = 1 << 22;

/// And how many more for each byte of the file.
const ROOM_A_BYTE: usize = 4;

/// A place and a rotation, in the world or in a parent's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rigid {
    pub place: DVec3,
    pub rotation: DQuat,
}

impl Rigid {
    pub const IDENTITY: Self = Self {
        place: DVec3::ZERO,
        rotation: DQuat::IDENTITY,
    };

    /// What this is in the frame of another one.
    pub fn in_frame_of(self, parent: &Self) -> Self {
        let back = parent.rotation.inverse();
        Self {
            place: back * (self.place - parent.place),
            rotation: (back * self.rotation).normalize(),
        }
    }

    fn is_usable(&self) -> bool {
        let is_place = |value: f64| value.abs() <= f64::from(MAX_VALUE);
        self.place.to_array().into_iter().all(is_place) && self.rotation.is_normalized()
    }
}

/// A node of which every frame is known in the world.
#[derive(Clone, Debug)]
pub(super) struct SampledNode {
    pub name: String,
    /// A node ahead of it.
    pub parent: Option<usize>,
    /// How its angles are multiplied.
    pub order: EulerOrder,
    /// The rotations that act after and before its angles.
    pub pre: DQuat,
    pub post: DQuat,
    /// Its rest pose in the world.
    pub rest: Rigid,
    /// Whether it may move in its parent's frame.
    pub moves: bool,
    /// Whether a bone is drawn from its parent to it.
    pub has_bone: bool,
    /// The end of a bone of its own, in its own frame.
    pub end: Option<DVec3>,
    /// What part of the body it is, where the file says so.
    pub part: Option<String>,
}

/// When the frames are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// Seconds on the file's clock.
    pub begin: f64,
    pub frames: usize,
    pub frame_time: FrameTime,
    /// Whether the file's bytes are reported as read while the frames are sampled: nobody has before.
    pub reports: bool,
}

impl Span {
    /// From one time to another one, both of which have a frame, as far as there is room for all
    /// `moving` nodes. What is left out is told.
    pub fn between(
        [begin, end]: [f64; 2],
        frame_time: impl Into<FrameTime>,
        moving: usize,
        source: &Source<'_>,
        warnings: &mut Vec<Warning>,
    ) -> Self {
        /// So near to a frame a range ends there, in frames.
        const CLOSE: f64 = 0.01;
        let frame_time = frame_time.into();
        let most = ROOM + ROOM_A_BYTE * source.bytes.len();
        let most = most / (COLUMNS * moving.max(1));
        let steps = ((end - begin) / frame_time.seconds - CLOSE).ceil().max(0.0);
        let frames = match steps < most as f64 {
            true => steps as usize + 1,
            false => {
                let told = f64::from(u32::MAX).min(steps) - most as f64 + 1.0;
                let message = format!(
                    "the range is as long as {steps} frames: there is room for the first {most}"
                );
                warnings.push(Warning {
                    count: told as usize,
                    ..Warning::of_file(WarningCode::FramesLost, message)
                });
                most
            }
        };
        Self {
            begin,
            frames,
            frame_time,
            reports: true,
        }
    }

    /// The frame that is nearest to a time.
    pub fn frame_at(&self, time: f64) -> usize {
        ((time - self.begin) / self.frame_time.seconds).round() as usize
    }

    /// When a frame is, in seconds on the file's clock.
    pub fn time(&self, frame: usize) -> f64 {
        self.begin + frame as f64 * self.frame_time.seconds
    }
}

/// How many channels a node has that moves in every way.
const COLUMNS: usize = 6;

/// Samples all frames of some nodes. `evaluate` places them all in the world at a time in seconds.
///
/// # Errors
/// Where nobody waits for it any more, or the nodes are nested too deep.
pub(super) fn sample(
    source: &Source<'_>,
    nodes: Vec<SampledNode>,
    span: Span,
    warnings: &mut Vec<Warning>,
    evaluate: impl Fn(f64, &mut [Rigid]) + Sync,
) -> Result<(Skeleton, Motion), LoadError> {
    let parents: Vec<Option<usize>> = nodes.iter().map(|node| node.parent).collect();
    sample_locals(source, nodes, span, warnings, |time, all| {
        evaluate(time, all);
        to_locals(&parents, all);
    })
}

/// As [`sample`], where `evaluate` places each node in its parent's frame.
///
/// # Errors
/// As [`sample`].
pub(super) fn sample_locals(
    source: &Source<'_>,
    nodes: Vec<SampledNode>,
    span: Span,
    warnings: &mut Vec<Warning>,
    evaluate: impl Fn(f64, &mut [Rigid]) + Sync,
) -> Result<(Skeleton, Motion), LoadError> {
    source.announce(span.frames);
    let mut first = vec![Rigid::IDENTITY; nodes.len()];
    evaluate(span.begin, &mut first);
    let mut rest: Vec<Rigid> = nodes.iter().map(|node| node.rest).collect();
    let parents: Vec<Option<usize>> = nodes.iter().map(|node| node.parent).collect();
    to_locals(&parents, &mut rest);
    for local in first.iter_mut().chain(&mut rest) {
        // What cannot be used is left where the parent is.
        if !local.is_usable() {
            *local = Rigid::IDENTITY;
        }
    }
    let moving: Vec<usize> = (0..nodes.len()).filter(|&i| nodes[i].moves).collect();
    let mut table = Table::of(&moving, span.frames);
    let evaluate = |frame: usize, all: &mut [Rigid]| evaluate(span.time(frame), all);
    let threads = match source.options.threads {
        Some(threads) => threads.get(),
        None => cores(),
    };
    let block = BLOCK.min(span.frames.div_ceil(TURNS));
    let len = source.bytes.len();
    let mut reporter = ProgressReporter::from(source, if span.reports { 0 } else { len });
    let mut from = 0;
    while from < span.frames {
        if source.is_cancelled() {
            return Err(LoadError::new(source, ErrorKind::Cancelled));
        }
        reporter.go_on(source, len / span.frames * from)?;
        let to = span.frames.min(from + block * threads);
        let share = (to - from).div_ceil(threads).max(BLOCK / 4);
        let starts = (from..to).step_by(share);
        let shares: Vec<_> = starts.map(|start| start..to.min(start + share)).collect();
        let work = |frames: std::ops::Range<usize>| {
            let mut all = vec![Rigid::IDENTITY; nodes.len()];
            let mut found = Vec::with_capacity(frames.len() * moving.len());
            for frame in frames {
                evaluate(frame, &mut all);
                found.extend(moving.iter().map(|&i| Sample::of(&nodes[i], all[i])));
            }
            found
        };
        // A system without threads to spare evaluates on this one.
        let found = at_once(THREAD, shares.clone(), work)
            .unwrap_or_else(|| shares.into_iter().map(work).collect());
        for locals in found {
            table.extend(&nodes, locals);
        }
        from = to;
    }
    reporter.end(len);
    if table.replaced > 0 {
        let message = "a transform has no place or rotation that can be used: the node keeps the one \
                       of the frame before";
        warnings.push(Warning {
            count: table.replaced,
            ..Warning::of_file(WarningCode::ValueReplaced, message)
        });
    }
    let kept = table.kept(&nodes, &first, &rest);
    let skeleton = build(source, nodes, &kept, &first, &rest)?;
    let values = table.compact(&kept);
    let motion = Motion::new(span.frame_time, span.frames, skeleton.columns(), values);
    Ok((skeleton, motion))
}

/// Nodes in the world become nodes in their parents' frames.
fn to_locals(parents: &[Option<usize>], all: &mut [Rigid]) {
    // Each parent is ahead of its children, and still in the world when they are reached.
    for (i, parent) in parents.iter().enumerate().rev() {
        if let Some(parent) = *parent {
            all[i] = all[i].in_frame_of(&all[parent]);
        }
    }
}

/// A node in its parent's frame on one frame.
struct Sample {
    place: DVec3,
    /// The angles that turn it, whatever they were on the frame before.
    radians: [f64; 3],
}

impl Sample {
    /// `None` where a transform cannot be used.
    fn of(node: &SampledNode, local: Rigid) -> Option<Self> {
        let turned = || DMat3::from_quat(turned(node, local.rotation));
        local.is_usable().then(|| Self {
            place: local.place,
            radians: node.order.angles(&turned()),
        })
    }
}

/// Which channels a node keeps.
#[derive(Clone, Copy, Debug, Default)]
struct Kept {
    place: bool,
    angles: bool,
}

/// The motion table as it grows: six columns a moving node.
struct Table<'a> {
    moving: &'a [usize],
    values: Vec<f32>,
    /// The angles of the row before, in degrees.
    angles: Vec<[f64; 3]>,
    before: Vec<DVec3>,
    /// The least and the largest value of each column of each node.
    extremes: Vec<[(f32, f32); COLUMNS]>,
    replaced: usize,
}

impl<'a> Table<'a> {
    fn of(moving: &'a [usize], frames: usize) -> Self {
        Self {
            moving,
            values: Vec::with_capacity(frames * COLUMNS * moving.len()),
            angles: vec![[0.0; 3]; moving.len()],
            before: vec![DVec3::ZERO; moving.len()],
            extremes: vec![[(f32::INFINITY, f32::NEG_INFINITY); COLUMNS]; moving.len()],
            replaced: 0,
        }
    }

    /// Adds rows of moving nodes in their parents' frames.
    fn extend(&mut self, nodes: &[SampledNode], samples: Vec<Option<Sample>>) {
        for row in samples.chunks_exact(self.moving.len().max(1)) {
            for (n, sample) in row.iter().enumerate() {
                match sample {
                    Some(Sample { place, radians }) => {
                        self.before[n] = *place;
                        let order = nodes[self.moving[n]].order;
                        self.angles[n] = angles_near(order, *radians, self.angles[n]);
                    }
                    None => self.replaced += 1,
                }
                let ([x, y, z], [a, b, c]) = (self.before[n].to_array(), self.angles[n]);
                let values = [x, y, z, a, b, c].map(|value| value as f32);
                let extremes = &mut self.extremes[n];
                for (value, (least, largest)) in values.iter().zip(extremes) {
                    *least = least.min(*value);
                    *largest = largest.max(*value);
                }
                self.values.extend_from_slice(&values);
            }
        }
    }

    /// Which channels change, or are elsewhere in the rest pose.
    fn kept(&self, nodes: &[SampledNode], first: &[Rigid], rest: &[Rigid]) -> Vec<Kept> {
        /// Beyond this the rest pose is another position or rotation, in parts of a length and in radians.
        const REST: f64 = 1e-3;
        /// What single precision cannot tell apart, in parts of a length and in degrees.
        const SAME: f32 = 4e-7;
        const SAME_ANGLE: f32 = 1e-5;
        let mut kept = vec![Kept::default(); nodes.len()];
        for (n, &i) in self.moving.iter().enumerate() {
            let (place, angles) = self.extremes[n].split_at(3);
            let span = |(least, largest): &(f32, f32)| largest - least;
            let reach = place.iter().flat_map(|&(least, largest)| [least, largest]);
            let reach = reach.fold(0.0, |a: f32, b| a.max(b.abs()));
            let (first, rest) = (first[i], rest[i]);
            let is_apart = first.place.distance(rest.place) > REST * first.place.length();
            let is_turned = first.rotation.angle_between(rest.rotation) > REST;
            kept[i] = Kept {
                place: is_apart || place.iter().any(|extremes| span(extremes) > SAME * reach),
                angles: is_turned || angles.iter().any(|extremes| span(extremes) > SAME_ANGLE),
            };
        }
        kept
    }

    /// The values of the channels that are kept, row after row.
    fn compact(mut self, kept: &[Kept]) -> Vec<f32> {
        let is_kept = self.moving.iter().flat_map(|&i| {
            let Kept { place, angles } = kept[i];
            [place, place, place, angles, angles, angles]
        });
        let is_kept: Vec<bool> = is_kept.collect();
        let mut to = 0;
        let mut columns = is_kept.iter().cycle();
        for from in 0..self.values.len() {
            if columns.next() == Some(&true) {
                self.values[to] = self.values[from];
                to += 1;
            }
        }
        cut_off(&mut self.values, to);
        self.values
    }
}

/// The rotation of a node's angles where the node is turned so.
fn turned(node: &SampledNode, rotation: DQuat) -> DQuat {
    if node.pre == DQuat::IDENTITY && node.post == DQuat::IDENTITY {
        return rotation;
    }
    node.pre.inverse() * rotation * node.post.inverse()
}

/// The skeleton of nodes with the channels that are kept.
fn build(
    source: &Source<'_>,
    nodes: Vec<SampledNode>,
    kept: &[Kept],
    first: &[Rigid],
    rest: &[Rigid],
) -> Result<Skeleton, LoadError> {
    let single = |rotation: DQuat| -> Quat { rotation.as_quat() };
    let mut build = SkeletonBuilder::new(Angle::Degrees);
    build.reserve(nodes.len());
    let mut ids = Vec::with_capacity(nodes.len());
    let mut rest_row = Vec::new();
    for (i, mut sampled) in nodes.into_iter().enumerate() {
        let parent = sampled.parent.map(|parent| ids[parent]);
        let name = std::mem::take(&mut sampled.name);
        let id = build.node(name, parent);
        let id = id.map_err(|_| LoadError::new(source, ErrorKind::TooDeep))?;
        ids.push(id);
        let node = build.node_mut(id);
        let Kept {
            place,
            angles: has_angles,
        } = kept[i];
        let mut channels = Vec::with_capacity(3 * (usize::from(place) + usize::from(has_angles)));
        match place {
            true => {
                node.offset = rest[i].place.as_vec3();
                channels.extend(Axis::ALL.map(Channel::Position));
                rest_row.extend(node.offset.to_array());
            }
            false => node.offset = first[i].place.as_vec3(),
        }
        match has_angles {
            true => {
                node.pre = single(sampled.pre);
                node.post = single(sampled.post);
                channels.extend(sampled.order.0.map(Channel::Rotation));
                let turned = turned(&sampled, rest[i].rotation);
                let angles = angles_after(sampled.order, turned, [0.0; 3]);
                rest_row.extend(angles.map(|angle| angle as f32));
            }
            false => node.pre = single(first[i].rotation),
        }
        node.channels = channels;
        if let Some(part) = sampled.part {
            node.body.get_or_insert_default().part = Some(part);
        }
        if let Some(parent) = parent.filter(|_| sampled.has_bone) {
            build.bone(parent, BoneEnd::Node(id));
        }
        if let Some(end) = sampled.end {
            build.bone(id, BoneEnd::Local(end.as_vec3()));
        }
    }
    Ok(build.finish_at(rest_row))
}
