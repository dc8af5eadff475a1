//! The seam of a loop: where the end of a cyclic take meets its beginning.
//!
//! A take is a loop where its last pose leads to its first one, joint by joint, while the figure moves the
//! same way at both ends: who only stands at both ends loops nothing. Beside its own motion over one frame,
//! no joint may jump by more than 1 cm or 1°, and its speed may not change by 0.1 m/s more than it does
//! over two frames within the loop. Travel does not count: joints are looked at in their parents' frames, and places
//! from the root.

use glam::Vec4;

use super::finding::{Finding, centimetres};
use super::kind::{Check, Severity};
use super::subject::{Places, Signal, Subject, quantile};
use crate::take::{NodeId, rounded};

/// How far rotations jump at the seam of a loop at most, in degrees: the middle of all joints, and each.
const NEAR: (f32, f32) = (4.0, 15.0);
/// How far the figure gets from its first pose in between, in degrees.
const CYCLE: f32 = 10.0;
/// How fast the figure moves at both ends at least, in degrees a second: the middle of all joints.
const MOVES: f32 = 15.0;

/// What the seam needs of the rotation of a joint.
#[derive(Clone, Copy)]
pub(super) struct Rotation {
    node: NodeId,
    /// From the first frame to the one that is farthest from it, in degrees.
    farthest: f32,
    /// The first step and the last one.
    ends: [Vec4; 2],
    /// How far the rotation jumps at the seam.
    by: f64,
}

impl Rotation {
    /// That of a signal; `None` where it is no rotation of a joint below another one, or too short.
    pub fn of(subject: &Subject, signal: &Signal) -> Option<Self> {
        let is_root = subject.take.skeleton[signal.node].parent.is_none();
        let values = &signal.values;
        if !signal.is_rotation || is_root || values.len() < 8 {
            return None;
        }
        let last = values.len() - 1;
        // The same orientation may come back as the quaternion's negative.
        let sign = if values[0].dot(values[last]) > 0.0 { 1.0 } else { -1.0 };
        let farthest = values.iter().map(|value| value.distance(values[0])).fold(0.0, f32::max);
        let ends = [values[1] - values[0], (values[last] - values[last - 1]) * sign];
        Some(Self { node: signal.node, farthest, ends, by: seam(values, sign) })
    }
}

/// The findings of a take whose joints rotate so.
pub(super) fn findings(subject: &Subject, places: &Places, rotations: &[Rotation]) -> Vec<Finding> {
    let count = subject.frames;
    if subject.is_of_markers || rotations.len() < 4 || !is_loop(subject, rotations) {
        return Vec::new();
    }
    let limits = subject.limits;
    let finding = |node: NodeId, value: f64, limit: f64, unit, message| Finding {
        check: Check::Loop,
        node: Some(node),
        first: count - 1,
        last: count - 1,
        value,
        limit,
        unit,
        severity: Severity::Warning,
        message,
    };
    let mut found = Vec::new();
    let turned = rotations.iter().map(|rotation| (rotation.node, rotation.by));
    if let Some((node, by)) = largest(turned).filter(|(_, by)| *by > limits.loop_angle) {
        let message =
            format!("{} turns by {}° at the seam of the loop", subject.name(node), rounded(by, 1));
        found.push(finding(node, by, limits.loop_angle, "°", message));
    }
    let Some((root, _)) = subject.take.skeleton.iter().find(|(_, node)| node.channels.len() > 3)
    else {
        return found;
    };
    // In the root's place, but not its heading: who turns on the way has other places at the end.
    let on = |node: NodeId, frame: usize| {
        (places.at(node.index(), frame) - places.at(root.index(), frame)).extend(0.0)
    };
    let turned = |of: &Rotation| on(of.node, 0).distance(on(of.node, count - 1)) > 0.25;
    if rotations.iter().any(turned) {
        return found;
    }
    // One after the other: the tracks of all of them would be as large as all places.
    let of_node = |of: &Rotation| {
        let track: Vec<Vec4> = (0..count).map(|frame| on(of.node, frame)).collect();
        (of.node, [seam(&track, 1.0), speed_change(subject, &track)])
    };
    let changes: Vec<(NodeId, [f64; 2])> = rotations.iter().map(of_node).collect();
    let jumped = changes.iter().map(|(node, [by, _])| (*node, *by));
    if let Some((node, by)) = largest(jumped).filter(|(_, by)| *by > limits.loop_distance) {
        let message =
            format!("{} jumps by {} at the seam of the loop", subject.name(node), centimetres(by));
        found.push(finding(node, by, limits.loop_distance, "m", message));
    }
    let sped = changes.iter().map(|(node, [_, by])| (*node, *by));
    if let Some((node, by)) =
        largest(sped).filter(|(_, by)| *by > limits.loop_speed && found.is_empty())
    {
        let by_text = rounded(by, 2);
        let message = format!(
            "{} changes its speed by {by_text} m/s at the seam of the loop",
            subject.name(node)
        );
        found.push(finding(node, by, limits.loop_speed, "m/s", message));
    }
    found
}

/// Whether the end of some rotations is meant to meet their beginning.
fn is_loop(subject: &Subject, rotations: &[Rotation]) -> bool {
    let among = |share: f64, of: &dyn Fn(&Rotation) -> f32| {
        let mut all: Vec<f32> =
            rotations.iter().map(of).filter(|value| value.is_finite()).collect();
        quantile(&mut all, share).unwrap_or(f32::INFINITY)
    };
    let rate = (1.0 / subject.frame_time) as f32;
    let speed = |rotation: &Rotation| {
        rotation.ends.map(Vec4::length).into_iter().fold(f32::INFINITY, f32::min) * rate
    };
    let alike =
        rotations.iter().filter(|rotation| rotation.ends[0].dot(rotation.ends[1]) > 0.0).count();
    among(0.5, &|rotation| rotation.by as f32) < NEAR.0
        && among(1.0, &|rotation| rotation.by as f32) < NEAR.1
        && among(0.5, &|rotation| rotation.farthest) > CYCLE
        && among(0.5, &speed) > MOVES
        && alike * 4 >= rotations.len() * 3
}

/// How far the first value is from the way on which the last one leads: anywhere from itself, where the
/// last frame is the first one again, to a frame on. What the steps within differ from their neighbours is
/// the joint's own motion, and left out. The last values are meant with the sign: that of quaternions may be
/// another one than that of the first.
fn seam(values: &[Vec4], sign: f32) -> f64 {
    let last = values.len() - 1;
    let way = ((values[last] - values[last - 1]) * sign + (values[1] - values[0])) * 0.5;
    let ahead = values[0] - values[last] * sign;
    let share = (ahead.dot(way) / way.length_squared().max(1e-12)).clamp(0.0, 1.0);
    let own =
        values.windows(4).map(|v| ((v[2] - v[1]) - (v[1] - v[0] + v[3] - v[2]) * 0.5).length());
    let own = own.filter(|own| own.is_finite()).fold(0.0, f32::max);
    (ahead.distance(way * share) - own).max(0.0).into()
}

/// By how much more a speed changes at the seam than it does over two frames within, in metres a second.
fn speed_change(subject: &Subject, track: &[Vec4]) -> f64 {
    let change = |a: Vec4, b: Vec4, c: Vec4, d: Vec4| ((d - c) - (b - a)).length();
    let last = track.len() - 1;
    let at_seam = change(track[last - 1], track[last], track[0], track[1]);
    let inside = track.windows(3).map(|v| change(v[0], v[1], v[1], v[2])).fold(0.0, f32::max);
    f64::from(at_seam - 2.0 * inside) / subject.frame_time
}

/// The joint of which it is the most.
fn largest(all: impl Iterator<Item = (NodeId, f64)>) -> Option<(NodeId, f64)> {
    all.filter(|(_, by)| by.is_finite()).max_by(|a, b| a.1.total_cmp(&b.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jump_at_the_seam_is_as_large_where_the_quaternion_comes_back_as_its_negative() {
        let rotation = |degrees: f32| {
            let (sine, cosine) = (degrees.to_radians() * 0.5).sin_cos();
            Vec4::new(0.0, sine, 0.0, cosine) * 360.0 / std::f32::consts::PI
        };
        // Once round, one degree a frame, with three degrees more at the seam.
        let once: Vec<Vec4> = (0..357).map(|frame| rotation(frame as f32)).collect();
        assert!((seam(&once, -1.0) - 3.0).abs() < 0.1, "{}", seam(&once, -1.0));
    }
}
