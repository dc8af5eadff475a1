//! The seam of a loop: where the end of a cyclic take meets its beginning.
//!
//! A take is a loop where its last pose leads to its first one, joint by joint, while the figure moves the same way at
//! both ends: who only stands at both ends loops nothing. Beside its own motion over one frame, no joint may jump by
//! more than 1 cm or 1°, and its speed may not change by 0.1 m/s more than it does over two frames within the loop.
//! Travel does not count: joints are looked at in their parents' frames, and positions from the root.

use glam::Vec4;

use super::analysis::{Analysis, CheckInfo, Figure, LoopRotation, NodeResults, Pass};
use super::finding::{Amount, Finding, centimetres};
use super::kind::{Check, FindingSeverity, limits};
use super::subject::{Signal, Subject, finite_quantile};
use crate::take::{NodeId, rounded};

pub(super) const LOOP: CheckInfo = CheckInfo {
    kind: Check::Loop,
    word: "loop",
    label: "Loop seam",
    about: "The take moves in a cycle, and jumps where its end meets its beginning.",
    limits: limits! {
        "loop-distance" 0.01 "m"
            "How far a joint may jump at the seam of a loop, beside its own motion."
        "loop-angle" 1.0 "°"
            "How far a joint may turn at the seam of a loop, beside its own motion."
        "loop-speed" 0.1 "m/s"
            "By how much more the speed of a joint may change at the seam than elsewhere in the loop."
    },
    passes: &[Pass::Node(check_node), Pass::Figure(check_figure)],
};

/// How far rotations jump at the seam of a loop at most, in degrees: the middle of all joints.
const MAX_USUAL_JUMP: f32 = 4.0;
/// Each of them.
const MAX_JUMP: f32 = 15.0;
/// How far the figure gets from its first pose in between, in degrees.
const CYCLE: f32 = 10.0;
/// How fast the figure moves at both ends at least, in degrees a second: the middle of all joints.
const MIN_SPEED: f32 = 15.0;

/// The rotation of a joint below another one.
fn check_node(subject: &Subject, node: NodeId, signals: &[Signal], results: &mut NodeResults) {
    let Some(signal) = signals.iter().find(|signal| signal.is_rotation) else {
        return;
    };
    let values = &signal.values;
    if subject.take.skeleton[node].parent.is_none() || values.len() < 8 {
        return;
    }
    let last = values.len() - 1;
    // The same orientation may come back as the quaternion's negative.
    let sign = if values[0].dot(values[last]) > 0.0 { 1.0 } else { -1.0 };
    let farthest = values.iter().map(|value| value.distance(values[0])).fold(0.0, f32::max);
    let ends = [values[1] - values[0], (values[last] - values[last - 1]) * sign];
    results.loop_rotation = Some(LoopRotation { node, farthest, ends, jump: seam(values, sign) });
}

fn check_figure(analysis: &Analysis, figure: &Figure) -> Vec<Finding> {
    let (subject, rotations) = (analysis.subject, &analysis.loop_rotations);
    let count = subject.frames;
    if subject.is_of_markers || rotations.len() < 4 || !is_loop(subject, rotations) {
        return Vec::new();
    }
    let limits = subject.limits;
    let finding = |node: NodeId, value: f64, limit: f64, unit, message| {
        let amount = Amount { value, limit, unit };
        let (run, severity) = ([count - 1; 2], FindingSeverity::Warning);
        Finding::new(Check::Loop, Some(node), run, amount, severity, message)
    };
    let mut found = Vec::new();
    let rotated = rotations.iter().map(|rotation| (rotation.node, rotation.jump));
    if let Some((node, by)) = largest(rotated).filter(|(_, by)| *by > limits.loop_angle) {
        let (name, angle) = (subject.name(node), rounded(by, 1));
        let message = format!("{name} turns by {angle}° at the seam of the loop");
        found.push(finding(node, by, limits.loop_angle, "°", message));
    }
    let Some((root, _)) = subject.take.skeleton.iter().find(|(_, node)| node.channels.len() > 3)
    else {
        return found;
    };
    // From the root's position, but not in its heading: who turns on the way has other positions at the end.
    let from_root = |node: NodeId, frame: usize| {
        let [at, root] = [node, root].map(|node| figure.positions.of_node(node, frame));
        (at - root).extend(0.0)
    };
    let is_elsewhere = |rotation: &LoopRotation| {
        from_root(rotation.node, 0).distance(from_root(rotation.node, count - 1)) > 0.25
    };
    if rotations.iter().any(is_elsewhere) {
        return found;
    }
    // One after the other: the tracks of all of them would be as large as all positions.
    let of_node = |rotation: &LoopRotation| {
        let track: Vec<Vec4> = (0..count).map(|frame| from_root(rotation.node, frame)).collect();
        (rotation.node, [seam(&track, 1.0), speed_change(subject, &track)])
    };
    let wanted = rotations.iter().take_while(|_| !(subject.is_cancelled)());
    let changes: Vec<(NodeId, [f64; 2])> = wanted.map(of_node).collect();
    let jumped = changes.iter().map(|(node, [by, _])| (*node, *by));
    if let Some((node, by)) = largest(jumped).filter(|(_, by)| *by > limits.loop_distance) {
        let (name, distance) = (subject.name(node), centimetres(by));
        let message = format!("{name} jumps by {distance} at the seam of the loop");
        found.push(finding(node, by, limits.loop_distance, "m", message));
    }
    let sped = changes.iter().map(|(node, [_, by])| (*node, *by));
    if let Some((node, by)) = largest(sped).filter(|(_, by)| *by > limits.loop_speed)
        && found.is_empty()
    {
        let (name, speed) = (subject.name(node), rounded(by, 2));
        let message = format!("{name} changes its speed by {speed} m/s at the seam of the loop");
        found.push(finding(node, by, limits.loop_speed, "m/s", message));
    }
    found
}

/// Whether the end of some rotations is meant to meet their beginning.
fn is_loop(subject: &Subject, rotations: &[LoopRotation]) -> bool {
    let share_of = |share: f64, value: &dyn Fn(&LoopRotation) -> f32| {
        finite_quantile(rotations.iter().map(value), share).unwrap_or(f32::INFINITY)
    };
    let rate = (1.0 / subject.frame_time) as f32;
    let speed = |rotation: &LoopRotation| {
        rotation.ends.map(Vec4::length).into_iter().fold(f32::INFINITY, f32::min) * rate
    };
    let is_same_direction = |rotation: &&LoopRotation| rotation.ends[0].dot(rotation.ends[1]) > 0.0;
    share_of(0.5, &|rotation| rotation.jump as f32) < MAX_USUAL_JUMP
        && share_of(1.0, &|rotation| rotation.jump as f32) < MAX_JUMP
        && share_of(0.5, &|rotation| rotation.farthest) > CYCLE
        && share_of(0.5, &speed) > MIN_SPEED
        && rotations.iter().filter(is_same_direction).count() * 4 >= rotations.len() * 3
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
