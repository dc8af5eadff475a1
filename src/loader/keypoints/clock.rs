//! The rate of a table by its times, which cameras do not give evenly.

use super::super::rate::{ASSUMED_FRAME_TIME, assumed, is_frame_time};
use super::super::time_unit::TimeUnit;
use crate::take::{FrameTime, WarningCode, Warnings};

/// Seconds a frame, and seconds at the first one, by the times at the places of some frames.
pub(super) fn settle(
    mut times: Vec<(usize, f64)>,
    unit: Option<TimeUnit>,
    warnings: &mut Warnings,
) -> (FrameTime, f64) {
    let mut steps: Vec<f64> = times.windows(2).map(step).collect();
    steps.sort_unstable_by(f64::total_cmp);
    let median = steps.get(steps.len() / 2).copied().unwrap_or(0.0);
    let unit = unit.unwrap_or_else(|| TimeUnit::by_steps(&[0.0, median])).seconds();
    for (_, time) in &mut times {
        *time *= unit;
    }
    let (Some(&first), Some(&last)) = (times.first(), times.last()) else {
        let message = format!("nothing says how many frames a second there are: {}", assumed());
        warnings.add(WarningCode::RateAssumed, message);
        return (ASSUMED_FRAME_TIME, 0.0);
    };
    let passed = (last.0 - first.0) as f64;
    let mean = (last.1 - first.1) / passed.max(1.0);
    let is_even = steps.iter().all(|step| (0.5 * mean..1.5 * mean).contains(&(step * unit)));
    let seconds = if is_even { meant(&times, passed, last.1 - first.1) } else { median * unit };
    if !is_frame_time(seconds) {
        let message = format!("the times give no rate: {}", assumed());
        warnings.add(WarningCode::RateAssumed, message);
        return (ASSUMED_FRAME_TIME, first.1);
    }
    if !is_even {
        let message =
            "the times do not run on evenly: each frame follows the one before by the usual step";
        warnings.add(WarningCode::NumberingUneven, message);
    }
    (seconds.into(), first.1 - first.0 as f64 * seconds)
}

/// From one time to the next, a frame.
fn step(pair: &[(usize, f64)]) -> f64 {
    (pair[1].1 - pair[0].1) / (pair[1].0 - pair[0].0).max(1) as f64
}

/// The frame time of which so many pass in some seconds: that of a whole rate, or of a rate of video, where the times
/// are rounded ones of that.
fn meant(times: &[(usize, f64)], passed: f64, seconds: f64) -> f64 {
    let is_rounded_to = |digit: &f64| {
        let off = |time: f64| (time / digit - (time / digit).round()).abs();
        times.iter().all(|(_, time)| off(*time) < 0.01)
    };
    let digit = [1e-2, 1e-3, 1e-4, 1e-5].into_iter().find(is_rounded_to).unwrap_or(1e-6);
    let rate = passed / seconds;
    let whole = rate.round();
    let rates = [whole, (rate * 1.001).round() / 1.001];
    let fits = |rate: &f64| (passed / rate - seconds).abs() <= digit;
    rates.into_iter().find(fits).unwrap_or(rate).recip()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_give_the_rate_that_they_are_rounded_from_in_any_unit() {
        for (rate, scale, digits) in [
            (30.0, 1.0, 3),
            (30.0, 1e3, 0),
            (25.0, 1e6, 0),
            (120.0, 1e9, 0),
            (30.0 / 1.001, 1.0, 4),
            (59.5, 1.0, 5),
        ] {
            let place = |i: usize| {
                let digit = 10f64.powi(digits);
                (i, (i as f64 / rate * scale * digit).round() / digit + 1000.0 * scale)
            };
            let mut warnings = Warnings::default();
            let (time, start) = settle((0..40).map(place).collect(), None, &mut warnings);
            assert!((time.seconds * rate - 1.0).abs() < 1e-5, "{rate} {scale}: {time:?}");
            assert!((start - 1000.0).abs() < 1e-6 && warnings.is_empty());
        }
    }

    #[test]
    fn times_that_leave_some_out_give_the_usual_step() {
        let mut warnings = Warnings::default();
        let times = [0.0, 0.04, 0.08, 0.12, 0.4, 0.44].into_iter().enumerate().collect();
        let (time, _) = settle(times, Some(TimeUnit::Seconds), &mut warnings);
        assert!((time.seconds - 0.04).abs() < 1e-9);
        assert_eq!(warnings.finish()[0].code, WarningCode::NumberingUneven);
        for none in [vec![], vec![(0, 1.0)], vec![(0, 1.0), (1, 1.0)]] {
            let mut warnings = Warnings::default();
            assert!(settle(none, None, &mut warnings).0.is_assumed);
            assert_eq!(warnings.finish()[0].code, WarningCode::RateAssumed);
        }
    }
}
