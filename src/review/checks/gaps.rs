//! Gaps: markers that are missing, frames that could not be read; and values that are no numbers.
//!
//! Of the points of an estimator of poses, what is missing of a limb, or of a person, is one gap.

use super::analysis::{Analysis, CheckInfo, NodeResults, Pass};
use super::finding::{Amount, Candidate, Finding, Run, runs, seconds};
use super::kind::{Check, FindingSeverity, limits};
use super::people::Person;
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
    let people = analysis.figure.as_ref().map_or(&[][..], |figure| &figure.people);
    for person in people {
        for stretch in person.stretches(subject, &point_gaps(subject, person), 1) {
            let (name, [first, last]) = (&stretch.name, stretch.run);
            let time = subject.duration(stretch.run);
            let severity = severity(subject, stretch.run);
            let message = if stretch.run == subject.whole_take() {
                format!("{name}: missing in the whole take")
            } else if first == 0 {
                format!("{name}: seen {} after the beginning", seconds(time))
            } else if last + 1 == frames {
                format!("{name}: missing to the end ({})", seconds(time))
            } else {
                format!("{name}: missing for {}", seconds(time))
            };
            found.push(finding(Some(stretch.members[0].node), stretch.run, severity, message));
        }
    }
    let is_of_person = |node: &NodeId| people.iter().any(|person| person.nodes.contains(node));
    for (node, ranges) in &take.gap_index().markers {
        if is_of_person(node) {
            continue;
        }
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
            let severity = severity(subject, run);
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

/// Whoever walks into the room, or out of it, is not seen before and behind.
fn severity(subject: &Subject, run @ [first, last]: Run) -> FindingSeverity {
    let is_within = first > 0 && last + 1 < subject.frames;
    if is_within && subject.duration(run) > subject.limits.gap_time || run == subject.whole_take() {
        FindingSeverity::Warning
    } else {
        FindingSeverity::Note
    }
}

/// The gaps of the points of a person, where frames could be read.
fn point_gaps(subject: &Subject, person: &Person) -> Vec<Candidate> {
    let apart = subject.frames_in(APART);
    let mut gaps = Vec::new();
    for &node in &person.nodes {
        let column = subject.take.skeleton[node].first_column;
        let lost = &subject.take.lost.frames;
        let is_missing = subject.column(column).map(f32::is_nan).enumerate();
        let is_missing = is_missing.map(|(frame, is)| is && !lost.contains(frame));
        gaps.extend(runs(is_missing, apart, 1).into_iter().map(|run @ [first, last]| {
            let (value, limit) = (subject.duration(run), subject.limits.gap_time);
            let amount = Amount { value, limit, unit: "s" };
            Candidate { check: Check::Gap, node, first, last, amount }
        }));
    }
    gaps
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
