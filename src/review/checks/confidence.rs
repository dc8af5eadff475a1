//! Low confidence: stretches on which an estimator is not sure of points.
//!
//! A point flickers around the limit, and a hidden arm has several points: what is less than half a second apart, and
//! of one limb, is one finding ([`super::people`]). Points that are missing are gaps, and none of these.

use super::analysis::{Analysis, CheckInfo, Figure, Pass};
use super::finding::{Amount, Candidate, Finding, runs, seconds};
use super::kind::{Check, FindingSeverity, limits};
use crate::take::{NodeId, rounded};

pub(super) const CONFIDENCE: CheckInfo = CheckInfo {
    kind: Check::Confidence,
    word: "confidence",
    label: "Low confidence",
    about: "An estimator of poses is not sure where points are, by its own word.",
    limits: limits! {
        "low-confidence" 0.3 ""
            "A confidence from 0 to 1 below which a point is not to be relied on, and is drawn dimmed. Stretches shorter \
             than gap-time are notes."
    },
    passes: &[Pass::Figure(check_figure)],
};

/// Stretches that are less than this apart are one finding, in seconds.
const APART: f64 = 0.5;

fn check_figure(analysis: &Analysis, figure: &Figure) -> Vec<Finding> {
    let subject = analysis.subject;
    let limit = subject.limits.low_confidence;
    let apart = subject.frames_in(APART);
    let confidence = |node: NodeId, frame: usize| {
        let node = &subject.take.skeleton[node];
        let row = subject.take.motion.row(frame);
        let is_seen = row[node.first_column].is_finite();
        node.confidence_column().filter(|_| is_seen).map_or(1.0, |column| f64::from(row[column]))
    };
    let mut found = Vec::new();
    for person in &figure.people {
        let mut candidates = Vec::new();
        for &node in &person.nodes {
            let is_low = (0..subject.frames).map(|frame| confidence(node, frame) < limit);
            for [first, last] in runs(is_low, apart, 1) {
                let value = (first..=last).map(|frame| confidence(node, frame)).fold(1.0, f64::min);
                let amount = Amount { value, limit, unit: "" };
                candidates.push(Candidate { check: Check::Confidence, node, first, last, amount });
            }
        }
        for stretch in person.stretches(subject, &candidates, apart) {
            let lowest = stretch.greatest(|candidate| -candidate.amount.value);
            let time = subject.duration(stretch.run);
            let severity = if time > subject.limits.gap_time {
                FindingSeverity::Warning
            } else {
                FindingSeverity::Note
            };
            let (name, time) = (&stretch.name, seconds(time));
            let value = rounded(lowest.amount.value, 2);
            let message = format!("{name}: low confidence for {time}, down to {value}");
            let node = Some(lowest.node);
            found.push(Finding::new(
                Check::Confidence,
                node,
                stretch.run,
                lowest.amount,
                severity,
                message,
            ));
        }
    }
    found
}
