//! Harmless flips: Euler angles that jump by half a turn or a whole one while the orientation does not.
//!
//! Every rotation has several triples of angles. Programs that take angles from rotations change from one
//! triple to another; that is seen in curves, and harms who filters or blends angles. Where the orientation
//! itself jumps, it is a fault: see [`super::pops`].

use super::finding::Finding;
use super::kind::{Check, Severity};
use super::subject::{Signal, Subject};
use crate::take::{Channel, rounded};

/// By how much an orientation turns from frame to frame at most that does not jump, in degrees.
const TURNS: f32 = 45.0;

/// All flips of a joint as one finding; `None` without any.
pub(super) fn finding(subject: &Subject, signal: &Signal) -> Option<Finding> {
    if !signal.is_rotation {
        return None;
    }
    let node = &subject.take.skeleton[signal.node];
    let angle = subject.take.skeleton.angle();
    let limit = subject.limits.flip_angle;
    let (mut frames, mut largest) = (Vec::new(), 0.0f64);
    for (column, _) in
        node.columns().zip(&node.channels).filter(|(_, c)| matches!(c, Channel::Rotation(_)))
    {
        let pairs = subject.column(column).zip(subject.column(column).skip(1));
        for (before, (a, b)) in pairs.enumerate() {
            let by = angle.to_radians(f64::from((b - a).abs())).to_degrees();
            if by >= limit && signal.values[before].distance(signal.values[before + 1]) < TURNS {
                frames.push(before + 1);
                largest = largest.max(by);
            }
        }
    }
    frames.sort_unstable();
    frames.dedup();
    let (first, last) = (*frames.first()?, *frames.last()?);
    let times = match frames.len() {
        1 => String::new(),
        count => format!(" on {count} frames"),
    };
    let (name, by) = (subject.name(signal.node), rounded(largest, 0));
    Some(Finding {
        check: Check::Flip,
        node: Some(signal.node),
        first,
        last,
        value: largest,
        limit,
        unit: "°",
        severity: Severity::Note,
        message: format!("{name}: angles jump by {by}°{times}, the orientation does not"),
    })
}
