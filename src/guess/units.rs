//! The up axis where the file does not say it: by the motion, then by the format's convention. The unit of length where
//! the file says one that the figure's height contradicts.

use crate::loader::FORMATS;
use crate::posture::{Evidence, Unit, UpVerdict, figure_height};
use crate::take::{Axis, Certainty, SignedAxis, Take, Warning, WarningCode, rounded};

/// What files of a format have up that do not say so; of several programs that write it, what those of the one have that
/// wrote this.
fn custom(take: &Take) -> SignedAxis {
    if take.units.up.certainty == Certainty::Assumed {
        return take.units.up.direction;
    }
    let row = FORMATS.iter().find(|row| row.id == take.format);
    SignedAxis::from(row.map_or(Axis::Y, |row| row.up))
}

/// Settles which way is up in a take whose file leaves it open, and warns where that is not what its
/// format usually has, or in doubt. What was settled and warned of before no longer counts.
pub fn settle_up(take: &mut Take, evidence: &Evidence) {
    if !take.units.up.is_assumed() {
        return;
    }
    let custom = custom(take);
    let verdict = evidence.verdict(custom);
    take.units.up = verdict.up;
    take.warnings.retain(|warning| warning.code != WarningCode::UpAssumed);
    if let Some(message) = describe(&verdict, custom) {
        take.warnings.push(Warning::of_file(WarningCode::UpAssumed, message));
    }
}

/// The warning of a verdict, where there is something to warn of.
fn describe(verdict: &UpVerdict, custom: SignedAxis) -> Option<String> {
    let name = verdict.up.direction.name();
    if let Some((rival, reason)) = verdict.rival {
        let (rival, reason) = (rival.name(), reason.describe());
        return Some(format!(
            "{name} is taken for up, as usual in this format; it could be {rival}: {reason}"
        ));
    }
    if verdict.up.direction == custom {
        return None;
    }
    let reason = verdict.reason?.describe();
    let certainty = match verdict.up.certainty {
        Certainty::Stated | Certainty::Sure => "sure",
        Certainty::Likely | Certainty::Assumed => "likely",
    };
    Some(format!("{name} is taken for up: {reason} ({certainty})"))
}

/// Warns where the stated unit makes a figure far too large or too small, and another one would not. The statement
/// stands: only a person knows.
pub(super) fn check_unit(take: &mut Take) {
    if let Some(stated) = take.units.metres_per_unit
        && let Some(stature) = figure_height(take)
        && let Some(likely) = Unit::instead_of(stated, stature)
    {
        // Two digits that count, however small it is.
        let tall = |metres: f64| {
            let tall = f64::from(stature.height) * metres;
            let decimals = (1.0 - tall.log10().floor()).clamp(0.0, 12.0);
            rounded(tall, decimals as usize)
        };
        let message = format!(
            "the file states {}, which makes the figure {} m tall: {likely} is likely, for {} m",
            Unit::from_metres(stated),
            tall(stated),
            tall(likely.metres),
        );
        take.warnings.push(Warning::of_file(WarningCode::UnitDoubted, message));
    }
}
