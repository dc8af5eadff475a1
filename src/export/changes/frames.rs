//! Some of the frames of a take, or the take at another rate.

use std::f64::consts::TAU;
use std::ops::Range;

use glam::{DMat3, DQuat};

use crate::evaluate::local_in_double;
use crate::take::{
    Angle, Channel, EulerOrder, FileNumbers, FrameNumbers, FrameTime, LostFrames, Motion, NodeId,
    Skeleton, Take, nearest_angles,
};

/// How far a frame may be from one of the file to be that one, in frames: frame times are rounded in files.
const CLOSE: f64 = 1e-3;

pub(super) fn trimmed(take: Take, range: Range<usize>) -> Result<Take, String> {
    let count = take.motion.frame_count();
    let range = range.start..range.end.min(count);
    if range.is_empty() {
        return Err(format!("the take has {count} frames, and none of these"));
    }
    Ok(stepped(take, range, 1))
}

/// Every so many of some frames, at the rate that they have then.
pub(super) fn stepped(take: Take, range: Range<usize>, step: usize) -> Take {
    let (seconds, is_assumed) = (take.motion.frame_time(), take.motion.rate_is_assumed());
    let frames: Vec<usize> = range.step_by(step).collect();
    with_frames(take, &frames, FrameTime { seconds: seconds * step as f64, is_assumed })
}

/// The take with these frames of it, in this order, at another rate.
fn with_frames(take: Take, frames: &[usize], frame_time: FrameTime) -> Take {
    let values = frames.iter().flat_map(|&frame| take.row(frame)).copied();
    let motion = Motion::new(frame_time, frames.len(), take.motion.columns(), values.collect());
    let first = frames.first().copied().unwrap_or(0);
    let numbers: Option<Vec<i64>> = match take.numbers {
        Some(_) => frames.iter().map(|&frame| take.number(frame)).collect(),
        None => None,
    };
    let numbers = numbers.and_then(|numbers| FileNumbers::of_rows(numbers, &LostFrames::default()));
    with_motion(take, motion, first, numbers)
}

/// The take with another motion that begins on one of its frames. Events outside of it are gone.
fn with_motion(mut take: Take, motion: Motion, first: usize, numbers: Option<FileNumbers>) -> Take {
    let lead = first as f64 * take.motion.frame_time();
    if take.start_time != 0.0 || take.numbers.is_some() {
        take.start_time = take.file_time(first);
    }
    let duration = motion.duration();
    for event in &mut take.events {
        event.time -= lead;
    }
    take.events.retain(|event| (0.0..=duration).contains(&event.time));
    // What counts frames from 0 need not say so.
    let plain = FileNumbers::Even(FrameNumbers::FROM_0);
    take.numbers = numbers.filter(|numbers| *numbers != plain);
    take.lost = LostFrames::default();
    take.motion = motion;
    take
}

/// At so many frames a second. Where each frame is one of the file, these are picked; else transforms are blended as
/// [`crate::evaluate::Pose::evaluate_between`] does it, with angles that run on.
pub(super) fn resampled(take: Take, fps: f64) -> Take {
    let count = take.motion.frame_count();
    if count == 0 {
        return take;
    }
    let frame_time = FrameTime::from(fps.recip());
    let step = frame_time.seconds / take.motion.frame_time();
    let whole = step.round();
    let drift = (step - whole).abs() / whole.max(1.0);
    if whole >= 1.0 && drift < CLOSE {
        let frames: Vec<usize> = (0..count).step_by(whole as usize).collect();
        return with_frames(take, &frames, frame_time);
    }
    let last = (count - 1) as f64;
    let frames = (last / step + CLOSE).floor() as usize + 1;
    let mut blend = Blend::new(&take);
    let mut values = Vec::with_capacity(frames * take.motion.columns());
    for frame in 0..frames {
        let at = (frame as f64 * step).min(last);
        let (from, part) = (at.floor() as usize, at.fract());
        let rows = [from, (from + 1).min(count - 1)].map(|frame| take.motion.row(frame));
        blend.row(rows, part, &mut values);
    }
    let motion = Motion::new(frame_time, frames, take.motion.columns(), values);
    with_motion(take, motion, 0, None)
}

struct Blend<'a> {
    skeleton: &'a Skeleton,
    nodes: Vec<(NodeId, RotationBlend)>,
    /// The row that was made last, from which angles run on.
    before: Vec<f32>,
}

#[derive(Clone, Copy)]
enum RotationBlend {
    /// By three angles about different axes, the first of them in this channel.
    Euler(EulerOrder, [usize; 3]),
    /// In another way: each angle is blended by itself.
    Angles,
}

impl<'a> Blend<'a> {
    fn new(take: &'a Take) -> Self {
        let skeleton = &take.skeleton;
        let rotation = |id: NodeId| {
            let channels = skeleton[id].channels.iter().enumerate();
            let rotations = channels.filter_map(|(i, channel)| match channel {
                Channel::Rotation(axis) => Some((i, *axis)),
                _ => None,
            });
            match rotations.collect::<Vec<_>>()[..] {
                [(i, a), (j, b), (k, c)] if a != b && b != c && a != c => {
                    RotationBlend::Euler(EulerOrder([a, b, c]), [i, j, k])
                }
                _ => RotationBlend::Angles,
            }
        };
        Self {
            skeleton,
            nodes: skeleton.iter().map(|(id, _)| (id, rotation(id))).collect(),
            before: take.row(0).to_vec(),
        }
    }

    /// Adds the row that is part of the way from one to the next.
    fn row(&mut self, [from, to]: [&[f32]; 2], part: f64, values: &mut Vec<f32>) {
        if !(CLOSE..=1.0 - CLOSE).contains(&part) {
            let row = if part < CLOSE { from } else { to };
            self.before.copy_from_slice(row);
            return values.extend(row);
        }
        let full = if self.skeleton.angle() == Angle::Degrees { 360.0 } else { TAU };
        for &(id, rotation) in &self.nodes {
            let node = &self.skeleton[id];
            for (i, channel) in node.channels.iter().enumerate() {
                let column = node.first_column + i;
                let [a, b] = [from, to].map(|row| f64::from(row[column]));
                let mut change = b - a;
                if matches!(channel, Channel::Rotation(_)) {
                    change -= full * (change / full).round();
                }
                self.before[column] = (a + part * change) as f32;
            }
            if let RotationBlend::Euler(order, channels) = rotation {
                let [a, b] = [from, to].map(|row| local_in_double(self.skeleton, id, row).0);
                let (pre, post) = (node.pre.as_dquat(), node.post.as_dquat());
                let turned = pre.inverse() * a.slerp(b, part) * post.inverse();
                let near = channels.map(|i| f64::from(self.before[node.first_column + i]));
                let angles = angles(order, turned.normalize(), near, full);
                for (i, angle) in channels.into_iter().zip(angles) {
                    self.before[node.first_column + i] = angle as f32;
                }
            }
        }
        values.extend(&self.before);
    }
}

/// The angles of a rotation in a unit that has so many to a full turn, as near as can be to others.
fn angles(order: EulerOrder, rotation: DQuat, near: [f64; 3], full: f64) -> [f64; 3] {
    let radians = order.angles(&DMat3::from_quat(rotation));
    let near = near.map(|angle| angle * 360.0 / full);
    nearest_angles(order, radians, near).map(|angle| angle * full / 360.0)
}
