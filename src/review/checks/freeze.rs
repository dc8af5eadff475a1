//! Freezes: the very same values on many frames, of a joint, a marker or the whole figure that moves on
//! nearly all others.
//!
//! A capture never stands: a marker at rest changes by its noise, 0.02 mm in good systems (Merriaux et al.,
//! *A Study of Vicon System Positioning Performance*, Sensors 17, 2017). Whoever animates by hand holds
//! joints, again and again; so a joint counts only where it moves on nearly all other frames, and by more
//! than the digits of a file, right before or behind. Frames that could not be read stand as well; those are
//! told as lost.

use std::ops::Range;

use super::finding::{Finding, Raw, merged, runs, seconds};
use super::kind::{Check, Severity};
use super::subject::{Signal, Subject, median};
use crate::take::NodeId;

/// On which share of the frames outside of its freezes a joint changes that is captured.
const CHANGES: f64 = 0.9;
/// Who stands for a larger share of a take does so on purpose.
const MOSTLY: f64 = 0.3;
/// How far a joint moves from frame to frame at least beside a freeze: in metres, and in degrees.
const MOVES: (f32, f32) = (2e-5, 5e-3);
/// How many frames beside a freeze are looked at.
const BESIDE: usize = 6;

/// The freezes of one node, whose signals these are.
pub(super) fn raws(subject: &Subject, id: NodeId, signals: &[Signal]) -> Vec<Raw> {
    let columns = subject.take.skeleton[id].columns();
    let motion = &subject.take.motion;
    let least = subject.frames_in(subject.limits.freeze_time);
    let stands = |frame: usize| {
        // The first frame stands if the second one has the same values.
        let values = |frame: usize| &motion.row(frame)[columns.clone()];
        frame > 0 && values(frame) == values(frame - 1)
    };
    if columns.is_empty() || subject.frames < 2 {
        return Vec::new();
    }
    let standing: Vec<bool> = (0..subject.frames).map(stands).collect();
    let found = runs(standing.iter().copied(), 1, least);
    let frozen: usize = found.iter().map(|[first, last]| last - first + 1).sum();
    let outside = subject.frames - 1 - frozen;
    let changing = standing.iter().filter(|stands| !**stands).count() - 1;
    if found.is_empty()
        || outside < least
        || (changing as f64) < CHANGES * outside as f64
        || frozen as f64 > MOSTLY * subject.frames as f64
    {
        return Vec::new();
    }
    let moves = |frames: Range<usize>| {
        signals.iter().any(|signal| {
            let least = if signal.is_rotation { MOVES.1 } else { MOVES.0 };
            let steps = signal.values[frames.clone()].windows(2);
            let mut steps: Vec<f32> = steps.map(|step| step[0].distance(step[1])).collect();
            steps.retain(|step| step.is_finite());
            median(&mut steps).is_some_and(|step| step > least)
        })
    };
    let is_held = |[first, last]: [usize; 2]| {
        let before = first.saturating_sub(BESIDE)..first;
        let behind = last..(last + BESIDE).min(subject.frames);
        !moves(before) && !moves(behind)
    };
    let is_lost = |[first, last]: [usize; 2]| {
        let lost = &subject.take.lost.frames;
        (first..=last).any(|frame| lost.contains(frame))
    };
    let raw = |[first, last]: [usize; 2]| Raw {
        check: Check::Freeze,
        node: id,
        // The frame whose values stand is one of them.
        first: first - 1,
        last,
        value: (last - first + 1) as f64 * subject.frame_time,
        limit: subject.limits.freeze_time,
        unit: "s",
    };
    found.into_iter().filter(|run| !is_lost(*run) && !is_held(*run)).map(raw).collect()
}

/// The findings that the freezes of all nodes are; `joints` is how many nodes move at all.
pub(super) fn findings(subject: &Subject, raws: Vec<Raw>, joints: usize) -> Vec<Finding> {
    let all = merged(&subject.take.skeleton, raws, joints, 1);
    let finding = |merged: super::finding::Merged| {
        let time = seconds(merged.raw.value);
        let (severity, message) = match merged.node {
            None => (Severity::Fault, format!("the figure is frozen for {time}")),
            Some(_) => (Severity::Warning, format!("{}: frozen for {time}", merged.of(subject))),
        };
        merged.raw.finding(merged.node, severity, message)
    };
    all.into_iter().map(finding).collect()
}
