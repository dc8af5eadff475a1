//! Flips: Euler angles that jump by half a turn or a whole one.
//!
//! Every rotation has several triples of angles. Programs that take angles from rotations change from one
//! triple to another; that is seen in curves, and harms who filters or blends angles. Where the orientation
//! itself jumps, it is a fault, which is found as [`super::pops`] are.

use super::analysis::{CheckInfo, NodeResults, Pass};
use super::finding::{Amount, Finding};
use super::kind::{Check, FindingSeverity, limits};
use super::pops::jump_findings;
use super::subject::{Signal, Subject};
use crate::take::{Channel, NodeId, rounded};

pub(super) const FLIP: CheckInfo = CheckInfo {
    kind: Check::Flip,
    word: "flip",
    label: "Flip",
    about: "Euler angles jump by half a turn or more: a note where the orientation does not jump, a fault where it \
            does.",
    limits: limits! {
        "flip-angle" 120.0 "°"
            "By how much an angle jumps from frame to frame that flips: flips are of 180° and 360°."
    },
    passes: &[
        Pass::Node(check_node),
        Pass::Figure(|analysis, figure| jump_findings(analysis, figure, Check::Flip)),
    ],
};

/// By how much an orientation turns from frame to frame at most that does not jump, in degrees.
const MAX_TURN: f32 = 45.0;

/// All harmless flips of a joint as one finding.
fn check_node(subject: &Subject, id: NodeId, signals: &[Signal], results: &mut NodeResults) {
    let Some(signal) = signals.iter().find(|signal| signal.is_rotation) else {
        return;
    };
    let node = &subject.take.skeleton[id];
    let angle = subject.take.skeleton.angle();
    let limit = subject.limits.flip_angle;
    let (mut frames, mut value) = (Vec::new(), 0.0f64);
    for (column, _) in
        node.columns().zip(&node.channels).filter(|(_, c)| matches!(c, Channel::Rotation(_)))
    {
        let pairs = subject.column(column).zip(subject.column(column).skip(1));
        for (before, (a, b)) in pairs.enumerate() {
            let by = angle.to_radians(f64::from((b - a).abs())).to_degrees();
            if by >= limit && signal.values[before].distance(signal.values[before + 1]) < MAX_TURN {
                frames.push(before + 1);
                value = value.max(by);
            }
        }
    }
    frames.sort_unstable();
    frames.dedup();
    let (Some(&first), Some(&last)) = (frames.first(), frames.last()) else {
        return;
    };
    let times = match frames.len() {
        1 => String::new(),
        count => format!(" on {count} frames"),
    };
    let (name, by) = (&node.name, rounded(value, 0));
    let message = format!("{name}: angles jump by {by}°{times}, the orientation does not");
    let amount = Amount { value, limit, unit: "°" };
    let (run, severity) = ([first, last], FindingSeverity::Note);
    results.findings.push(Finding::new(Check::Flip, Some(id), run, amount, severity, message));
}
