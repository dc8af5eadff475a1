//! Gaps: markers that are missing, frames that could not be read; and values that are no numbers.

use super::finding::{Finding, runs, seconds};
use super::kind::{Check, Severity};
use super::subject::Subject;
use crate::take::{Channel, NodeId, rounded};

/// Gaps of a marker that are less than this apart are one finding, in seconds.
const APART: f64 = 0.5;

/// The gaps of all markers, and the lost frames.
pub(super) fn gaps(subject: &Subject) -> Vec<Finding> {
    let (take, frames) = (subject.take, subject.frames);
    let finding = |node: Option<NodeId>, [first, last]: [usize; 2], severity, message| Finding {
        check: Check::Gap,
        node,
        first,
        last,
        value: (last - first + 1) as f64 * subject.frame_time,
        limit: subject.limits.gap_time,
        unit: "s",
        severity,
        message,
    };
    let mut found = Vec::new();
    for run in take.lost.frames.as_slice() {
        let [first, last] = [run.start as usize, run.end as usize - 1];
        let message = format!("{} frames could not be read", run.len());
        found.push(finding(None, [first, last], Severity::Fault, message));
    }
    let index = take.gap_index();
    let apart = subject.frames_in(APART);
    for (node, ranges) in &index.markers {
        let name = subject.name(*node);
        let missing = ranges.frames();
        let share = rounded(100.0 * missing as f64 / frames as f64, 1);
        if missing == frames {
            let message = format!("{name} is missing in the whole take");
            found.push(finding(Some(*node), [0, frames - 1], Severity::Warning, message));
            continue;
        }
        let is_missing =
            (0..frames).map(|frame| ranges.contains(frame) && !take.lost.frames.contains(frame));
        for [first, last] in runs(is_missing, apart, 1) {
            let time = (last - first + 1) as f64 * subject.frame_time;
            let mut severity = Severity::Note;
            // Whoever walks into the room, or out of it, is not seen before and behind.
            if time > subject.limits.gap_time && first > 0 && last + 1 < frames {
                severity = Severity::Warning;
            }
            let time = seconds(time);
            let message = match (first, last + 1 == frames) {
                (0, _) => {
                    format!("{name} is seen {time} after the beginning ({share} % missing in all)")
                }
                (_, true) => {
                    format!("{name} is missing to the end ({time}, {share} % missing in all)")
                }
                _ => format!("{name} is missing for {time} ({share} % missing in all)"),
            };
            found.push(finding(Some(*node), [first, last], severity, message));
        }
    }
    found
}

/// Values of a node that are not finite, beside gaps of markers.
pub(super) fn not_numbers(subject: &Subject, id: NodeId) -> Vec<Finding> {
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
    let found = runs((0..subject.frames).map(is_wrong), 1, 1).into_iter();
    let finding = |[first, last]: [usize; 2]| Finding {
        check: Check::Nan,
        node: Some(id),
        first,
        last,
        value: (last - first + 1) as f64,
        limit: 0.0,
        unit: "frames",
        severity: Severity::Fault,
        message: format!("{}: a value is not a number", subject.name(id)),
    };
    found.map(finding).collect()
}
