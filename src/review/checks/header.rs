//! The header against the body: what the loader has found of it, and rates that no capture has.

use super::finding::Finding;
use super::kind::{Check, Severity};
use super::subject::Subject;
use crate::take::{Warning, WarningCode, rate};

/// A finding about the whole take: how much, and the limit.
fn finding(
    subject: &Subject,
    [value, limit]: [f64; 2],
    unit: &'static str,
    severity: Severity,
    message: String,
) -> Finding {
    Finding {
        check: Check::Header,
        node: None,
        first: 0,
        last: subject.frames.saturating_sub(1),
        value,
        limit,
        unit,
        severity,
        message,
    }
}

/// That a take has so few values for its joints and frames that it cannot be checked as a whole.
pub(super) fn too_large(subject: &Subject) -> Finding {
    let [frames, nodes] = [subject.frames, subject.take.skeleton.nodes().len()];
    let message = format!(
        "{nodes} {} on {frames} frames are too many for the values that they have: feet, the floor, bones, jumps and \
         poses were not looked at",
        subject.things()
    );
    let size = nodes as f64 * frames as f64;
    finding(subject, [size, 0.0], "", Severity::Warning, message)
}

/// The findings of a take.
pub(super) fn findings(subject: &Subject) -> Vec<Finding> {
    let finding =
        |figures, unit, severity, message| finding(subject, figures, unit, severity, message);
    let of_warning = |warning: &Warning| {
        let severity = match warning.code {
            WarningCode::FewerThanAnnounced => Severity::Fault,
            WarningCode::RateContradicted | WarningCode::Contradicted => Severity::Warning,
            WarningCode::CountDiffers => Severity::Note,
            _ => return None,
        };
        let message = warning.message.to_string();
        Some(finding([warning.count as f64, 0.0], "", severity, message))
    };
    let mut found: Vec<Finding> = subject.take.warnings.iter().filter_map(of_warning).collect();
    let fps = subject.take.fps();
    let limits = subject.limits;
    if subject.frames > 1 && !subject.take.motion.rate_is_assumed() {
        let message = format!("{} frames a second are hardly those of a capture", rate(fps));
        if fps < limits.lowest_rate {
            found.push(finding([fps, limits.lowest_rate], "fps", Severity::Warning, message));
        } else if fps > limits.highest_rate {
            found.push(finding([fps, limits.highest_rate], "fps", Severity::Warning, message));
        }
    }
    found
}
