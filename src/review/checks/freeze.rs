//! Freezes: the very same values on many frames, of a joint, a marker or the whole figure that moves on
//! nearly all others.
//!
//! A capture never stands: a marker at rest changes by its noise, 0.02 mm in good systems (Merriaux et al., *A Study of
//! Vicon System Positioning Performance*, Sensors 17, 2017). Whoever animates by hand holds joints, again and again; so
//! a joint counts only where it moves on nearly all other frames, and by more than the digits of a file, right before
//! or behind. Frames that could not be read stand as well; those are reported as lost.

use std::ops::Range;

use super::analysis::{Analysis, CheckInfo, NodeResults, Pass};
use super::finding::{Amount, Candidate, Finding, runs, seconds};
use super::kind::{Check, FindingSeverity, limits};
use super::subject::{Signal, Subject, finite_median};
use crate::take::NodeId;

pub(super) const FREEZE: CheckInfo = CheckInfo {
    kind: Check::Freeze,
    word: "freeze",
    label: "Freeze",
    about: "A joint, a marker or the whole figure has the very same values on many frames, and moves on nine tenths \
            of the others.",
    limits: limits! {
        "freeze-time" 0.25 "s"
            "How long the same values stand. A marker at rest still changes by its noise (0.02 mm; Merriaux et al., \
             2017)."
    },
    passes: &[Pass::Node(check_node), Pass::Take(check_take)],
};

/// On which share of the frames outside of its freezes a joint changes that is captured.
const CHANGES: f64 = 0.9;
/// Who stands for a larger share of a take does so on purpose.
const MOSTLY: f64 = 0.3;
/// How far a joint moves from frame to frame at least beside a freeze, in metres.
const MIN_STEP: f32 = 2e-5;
/// How far it rotates, in degrees.
const MIN_ROTATION: f32 = 5e-3;
/// How many frames beside a freeze are looked at.
const BESIDE: usize = 6;

fn check_node(subject: &Subject, id: NodeId, signals: &[Signal], results: &mut NodeResults) {
    let columns = subject.take.skeleton[id].columns();
    let motion = &subject.take.motion;
    let limit = subject.limits.freeze_time;
    let least = subject.frames_in(limit);
    let stands = |frame: usize| {
        // The first frame stands if the second one has the same values.
        let values = |frame: usize| &motion.row(frame)[columns.clone()];
        frame > 0 && values(frame) == values(frame - 1)
    };
    if columns.is_empty() || subject.frames < 2 {
        return;
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
        return;
    }
    let moves = |frames: Range<usize>| {
        signals.iter().any(|signal| {
            let least = if signal.is_rotation { MIN_ROTATION } else { MIN_STEP };
            let steps = signal.values[frames.clone()].windows(2);
            let usual = finite_median(steps.map(|step| step[0].distance(step[1])));
            usual.is_some_and(|step| step > least)
        })
    };
    for run @ [first, last] in found {
        let before = first.saturating_sub(BESIDE)..first;
        let behind = last..(last + BESIDE).min(subject.frames);
        let is_lost = (first..=last).any(|frame| subject.take.lost.frames.contains(frame));
        if is_lost || !moves(before) && !moves(behind) {
            continue;
        }
        results.candidates.push(Candidate {
            check: Check::Freeze,
            node: id,
            // The frame whose values stand is one of them.
            first: first - 1,
            last,
            amount: Amount { value: subject.duration(run), limit, unit: "s" },
        });
    }
}

fn check_take(analysis: &Analysis) -> Vec<Finding> {
    let subject = analysis.subject;
    let merged = analysis.merged(Check::Freeze, 1).into_iter();
    merged
        .map(|merged| {
            let time = seconds(merged.candidate.amount.value);
            let (severity, message) = match merged.node {
                None => (FindingSeverity::Fault, format!("the figure is frozen for {time}")),
                Some(_) => (
                    FindingSeverity::Warning,
                    format!("{}: frozen for {time}", merged.name(subject)),
                ),
            };
            merged.finding(severity, message)
        })
        .collect()
}
