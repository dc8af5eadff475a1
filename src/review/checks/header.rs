//! The header against the body: what the loader has found of it, and rates that no capture has.

use super::analysis::{Analysis, CheckInfo, Pass};
use super::finding::{Amount, Finding};
use super::kind::{Check, FindingSeverity, limits};
use crate::take::{WarningCode, rate};

pub(super) const HEADER: CheckInfo = CheckInfo {
    kind: Check::Header,
    word: "header",
    label: "Header",
    about: "What the file announces is not what is in it: the number of frames, the rate.",
    limits: limits! {
        "lowest-rate" 10.0 "fps"
            "Takes with fewer frames a second hardly come from a capture."
        "highest-rate" 1000.0 "fps"
            "Takes with more frames a second hardly come from a capture."
    },
    passes: &[Pass::Take(check_take)],
};

pub(super) fn check_take(analysis: &Analysis) -> Vec<Finding> {
    let subject = analysis.subject;
    let finding = |value: f64, limit: f64, unit, severity, message| {
        let amount = Amount { value, limit, unit };
        Finding::new(Check::Header, None, subject.whole_take(), amount, severity, message)
    };
    let mut found = Vec::new();
    for warning in &subject.take.warnings {
        let severity = match warning.code {
            WarningCode::FewerThanAnnounced => FindingSeverity::Fault,
            WarningCode::RateContradicted | WarningCode::Contradicted => FindingSeverity::Warning,
            WarningCode::CountDiffers => FindingSeverity::Note,
            _ => continue,
        };
        found.push(finding(warning.count as f64, 0.0, "", severity, warning.message.clone()));
    }
    let fps = subject.take.fps();
    let limits = subject.limits;
    if subject.frames > 1 && !subject.take.motion.rate_is_assumed() {
        let message = format!("{} frames a second are hardly those of a capture", rate(fps));
        if fps < limits.lowest_rate {
            found.push(finding(fps, limits.lowest_rate, "fps", FindingSeverity::Warning, message));
        } else if fps > limits.highest_rate {
            found.push(finding(fps, limits.highest_rate, "fps", FindingSeverity::Warning, message));
        }
    }
    if analysis.is_too_large {
        let (frames, nodes) = (subject.frames, subject.take.skeleton.nodes().len());
        let message = format!(
            "{nodes} {} on {frames} frames are too many for the values that they have: feet, the floor, bones, jumps and \
             poses were not looked at",
            subject.node_noun()
        );
        let values = nodes as f64 * frames as f64;
        found.push(finding(values, 0.0, "", FindingSeverity::Warning, message));
    }
    found
}
