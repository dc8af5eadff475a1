//! Gaps: markers that are missing, frames that could not be read; and values that are no numbers.

use super::analysis::{Analysis, CheckInfo, NodeResults, Pass};
use super::finding::{Amount, Finding, runs, seconds};
use super::kind::{Check, FindingSeverity, limits};
use super::subject::{Signal, Subject};
use crate::take::{Channel, NodeId, rounded};

pub(super) const GAP: CheckInfo = CheckInfo {
    kind: Check::Gap,
    word: "gap",
    label: "Gap",
    about: "A marker is missing, or frames could not be read.",
    limits: limits! {
        "gap-time" 0.2 "s"
            "Gaps that are shorter are notes: a spline over so short a time follows a body."
    },
    passes: &[Pass::Take(check_gaps)],
};

pub(super) const NAN: CheckInfo = CheckInfo {
    kind: Check::Nan,
    word: "nan",
    label: "Not a number",
    about: "A value is not finite, though no marker is missing.",
    limits: &[],
    passes: &[Pass::Node(check_values)],
};

/// Gaps of a marker that are less than this apart are one finding, in seconds.
const APART: f64 = 0.5;

/// The gaps of all markers, and the lost frames.
fn check_gaps(analysis: &Analysis) -> Vec<Finding> {
    let subject = analysis.subject;
    let (take, frames) = (subject.take, subject.frames);
    let limit = subject.limits.gap_time;
    let finding = |node: Option<NodeId>, run: [usize; 2], severity, message| {
        let amount = Amount { value: subject.duration(run), limit, unit: "s" };
        Finding::new(Check::Gap, node, run, amount, severity, message)
    };
    let mut found = Vec::new();
    for run in take.lost.frames.as_slice() {
        let message = format!("{} frames could not be read", run.len());
        let run = [run.start as usize, run.end as usize - 1];
        found.push(finding(None, run, FindingSeverity::Fault, message));
    }
    let apart = subject.frames_in(APART);
    for (node, ranges) in &take.gap_index().markers {
        let name = subject.name(*node);
        let missing = ranges.frames();
        if missing == frames {
            let message = format!("{name} is missing in the whole take");
            let run = subject.whole_take();
            found.push(finding(Some(*node), run, FindingSeverity::Warning, message));
            continue;
        }
        let share = rounded(100.0 * missing as f64 / frames as f64, 1);
        let is_missing =
            (0..frames).map(|frame| ranges.contains(frame) && !take.lost.frames.contains(frame));
        for run @ [first, last] in runs(is_missing, apart, 1) {
            let time = subject.duration(run);
            // Whoever walks into the room, or out of it, is not seen before and behind.
            let is_grave = time > limit && first > 0 && last + 1 < frames;
            let severity = if is_grave { FindingSeverity::Warning } else { FindingSeverity::Note };
            let time = seconds(time);
            let message = if first == 0 {
                format!("{name} is seen {time} after the beginning ({share} % missing in all)")
            } else if last + 1 == frames {
                format!("{name} is missing to the end ({time}, {share} % missing in all)")
            } else {
                format!("{name} is missing for {time} ({share} % missing in all)")
            };
            found.push(finding(Some(*node), run, severity, message));
        }
    }
    found
}

/// Values of a node that are not finite, beside gaps of markers.
fn check_values(subject: &Subject, id: NodeId, _: &[Signal], results: &mut NodeResults) {
    let node = &subject.take.skeleton[id];
    let positions = node.channels.iter().map(|channel| matches!(channel, Channel::Position(_)));
    let columns: Vec<(usize, bool)> = node.columns().zip(positions).collect();
    let is_wrong = |frame: usize| {
        let row = subject.take.motion.row(frame);
        // A gap is NaN, and a body that is missing has no rotation either; what is infinite is none.
        let is_gap =
            columns.iter().any(|&(column, is_position)| is_position && row[column].is_nan());
        let mut values = columns.iter().map(|&(column, _)| row[column]);
        if is_gap { values.any(f32::is_infinite) } else { values.any(|value| !value.is_finite()) }
    };
    for run @ [first, last] in runs((0..subject.frames).map(is_wrong), 1, 1) {
        let amount = Amount { value: (last - first + 1) as f64, limit: 0.0, unit: "frames" };
        let message = format!("{}: a value is not a number", node.name);
        let severity = FindingSeverity::Fault;
        results.findings.push(Finding::new(Check::Nan, Some(id), run, amount, severity, message));
    }
}
