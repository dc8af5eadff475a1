//! The unit of a take whose file says none, by the take that it is compared with.

use crate::posture::stature;
use crate::scene::Stage;
use crate::take::Take;

/// Metres in a unit of `other`, where neither file says its unit and both figures are about as large in
/// numbers: they are of one unit then, whatever the height of each suggests.
pub fn common_unit((take, stage): (&Take, &Stage), other: &Take) -> Option<f64> {
    /// Performers differ by less, units by more.
    const ALIKE: std::ops::RangeInclusive<f32> = 0.6..=1.6;
    let is_known = !stage.unit.is_guessed() || other.units.metres_per_unit.is_some();
    let ratio = stature(other)?.height / stature(take)?.height;
    (!is_known && ALIKE.contains(&ratio)).then_some(stage.unit.metres)
}
