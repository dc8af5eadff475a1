//! How a unit of length is doubted that the file states and its figure's height contradicts.

use crate::posture::{Unit, stature};
use crate::take::{Take, Warning, WarningCode, rounded};

/// Warns where the stated unit makes a figure far too large or too small, and another one would not. The statement
/// stands: only a person knows.
pub(super) fn doubt(take: &mut Take) {
    let Some(stated) = take.units.metres_per_unit else {
        return;
    };
    let Some(stature) = stature(take) else {
        return;
    };
    if let Some(likely) = Unit::instead_of(stated, stature) {
        // Two digits that count, however small it is.
        let tall = |metres: f64| {
            let tall = f64::from(stature.height) * metres;
            let decimals = (1.0 - tall.log10().floor()).clamp(0.0, 12.0);
            rounded(tall, decimals as usize)
        };
        let message = format!(
            "the file states {}, which makes the figure {} m tall: {likely} is likely, for {} m",
            Unit::of(stated),
            tall(stated),
            tall(likely.metres),
        );
        let warning = Warning::of_file(WarningCode::UnitDoubted, message);
        take.warnings.push(warning);
    }
}
