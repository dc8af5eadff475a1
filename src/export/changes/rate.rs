//! A take at another rate.

use glam::{DMat3, DQuat};

use super::frames::{picked, with_motion};
use crate::evaluate::local_in_double;
use crate::take::{
    Angle, Channel, EulerOrder, FrameTime, Motion, NodeId, Skeleton, Take, angles_near,
};

/// How far a frame may be from one of the file to be that one, in frames: frame times are rounded in files.
const CLOSE: f64 = 1e-3;

/// At so many frames a second. Where each frame is one of the file, these are picked; else transforms are blended as
/// [`crate::evaluate::Pose::evaluate_between`] does it, with angles that run on.
pub(super) fn at(take: Take, fps: f64) -> Take {
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
        return picked(take, &frames, frame_time);
    }
    let last = (count - 1) as f64;
    let frames = (last / step + CLOSE).floor() as usize + 1;
    let mut blend = Blend::of(&take);
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

/// How rows of a take are blended.
struct Blend<'a> {
    skeleton: &'a Skeleton,
    nodes: Vec<(NodeId, Turn)>,
    /// The row that was made last, from which angles run on.
    before: Vec<f32>,
}

/// How a node turns.
#[derive(Clone, Copy)]
enum Turn {
    /// By three angles about different axes, the first of them in this channel.
    Euler(EulerOrder, [usize; 3]),
    /// In another way: each angle is blended by itself.
    Angles,
}

impl<'a> Blend<'a> {
    fn of(take: &'a Take) -> Self {
        let skeleton = &take.skeleton;
        let turn = |id: NodeId| {
            let channels = skeleton[id].channels.iter().enumerate();
            let turns = channels.filter_map(|(i, channel)| match channel {
                Channel::Rotation(axis) => Some((i, *axis)),
                _ => None,
            });
            let turns: Vec<_> = turns.collect();
            match turns[..] {
                [(i, a), (j, b), (k, c)] if a != b && b != c && a != c => {
                    Turn::Euler(EulerOrder([a, b, c]), [i, j, k])
                }
                _ => Turn::Angles,
            }
        };
        Self {
            skeleton,
            nodes: skeleton.iter().map(|(id, _)| (id, turn(id))).collect(),
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
        let full = match self.skeleton.angle() {
            Angle::Degrees => 360.0,
            Angle::Radians => std::f64::consts::TAU,
        };
        for &(id, turn) in &self.nodes {
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
            if let Turn::Euler(order, channels) = turn {
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
    angles_near(order, radians, near).map(|angle| angle * full / 360.0)
}
