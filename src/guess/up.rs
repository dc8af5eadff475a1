//! How the up axis is settled where the file does not say: by the motion, then by the format's convention.

use crate::loader::FORMATS;
use crate::posture::{Evidence, Verdict};
use crate::take::{Axis, Certainty, SignedAxis, Take, Warning, WarningCode};

/// What files of a format have up that do not say so.
fn custom(format: &str) -> SignedAxis {
    let row = FORMATS.iter().find(|row| row.name == format);
    SignedAxis::from(row.map_or(Axis::Y, |row| row.up))
}

/// Settles which way is up in a take whose file leaves it open, and warns where that is not what its
/// format usually has, or in doubt. What was settled and told before no longer counts.
pub fn settle_up(take: &mut Take, evidence: &Evidence) {
    if !take.units.up.is_assumed() {
        return;
    }
    let custom = custom(take.format);
    let verdict = evidence.verdict(custom);
    take.units.up = verdict.up;
    take.warnings.retain(|warning| warning.code != WarningCode::UpAssumed);
    if let Some(message) = told(&verdict, custom) {
        take.warnings.push(Warning::of_file(WarningCode::UpAssumed, message));
    }
}

/// A verdict as a warning tells it, where there is something to tell.
fn told(verdict: &Verdict, custom: SignedAxis) -> Option<String> {
    let name = verdict.up.direction.name();
    if let Some((rival, reason)) = verdict.rival {
        let reason = reason.told();
        let rival = rival.name();
        return Some(format!(
            "{name} is taken for up, as usual in this format; it could be {rival}: {reason}"
        ));
    }
    if verdict.up.direction == custom {
        return None;
    }
    let reason = verdict.reason?.told();
    let certainty = match verdict.up.certainty {
        Certainty::Said | Certainty::Sure => "sure",
        Certainty::Likely | Certainty::Assumed => "likely",
    };
    Some(format!("{name} is taken for up: {reason} ({certainty})"))
}
