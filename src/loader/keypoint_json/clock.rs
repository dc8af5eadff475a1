//! When the frames of a file are: by the rate that it states, or by the times of its frames.

use super::super::positions::round;
use super::super::rate::{ASSUMED_FRAME_TIME, assumed, is_frame_time};
use crate::take::{FrameTime, WarningCode, Warnings};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Clock {
    pub frame_time: FrameTime,
    /// Seconds at the first frame.
    pub start: f64,
}

/// The units of times: seconds, milliseconds, microseconds and nanoseconds.
const TICKS: [f64; 4] = [1.0, 1e-3, 1e-6, 1e-9];

/// No frame of a video is longer, in seconds.
const LONGEST: f64 = 1.0;

/// The clock of frames of which some have a time, NaN for the others; `tick` is the unit of these in seconds, where that
/// is known. A `rate` that is stated counts first.
pub(super) fn settle(
    rate: Option<f64>,
    times: &[f64],
    tick: Option<f64>,
    warnings: &mut Warnings,
) -> Clock {
    let mut timed = times.iter().enumerate().filter(|(_, time)| time.is_finite());
    let first = timed.next();
    let passed = first.zip(timed.next_back()).map(|((first, start), (last, end))| {
        let frames = (last - first) as f64;
        [end - start, frames]
    });
    let is_whole = times.iter().all(|time| time.is_nan() || time.fract() == 0.0);
    let step = passed.map(|[passed, frames]| passed / frames);
    let tick =
        tick.or_else(|| TICKS.into_iter().find(|tick| step.is_some_and(|s| s * tick <= LONGEST)));
    let tick = tick.unwrap_or(1.0);
    let start = first.map_or(0.0, |(_, start)| start * tick);
    let stated = rate.map(f64::recip).filter(|&seconds| is_frame_time(seconds));
    if let Some(seconds) = stated {
        return Clock { frame_time: seconds.into(), start };
    }
    let seconds = passed.and_then(|[passed, frames]| {
        // Times are rounded to their unit, or to about as many digits as a double prints.
        let off = if is_whole { tick } else { 1e-9 * tick };
        let ends = [-off, off].map(|off| (passed * tick + off) / frames);
        round(ends).find(|&seconds| is_frame_time(seconds))
    });
    let Some(seconds) = seconds else {
        let fault = match (rate, first) {
            (Some(_), _) => "the rate is none",
            (None, Some(_)) => "the times give no rate",
            (None, None) => "no rate is given",
        };
        warnings.add(WarningCode::RateAssumed, format!("{fault}: {}", assumed()));
        return Clock { frame_time: ASSUMED_FRAME_TIME, start };
    };
    if !is_even(times, seconds / tick) {
        let message = "the times do not run on evenly: each row is shown as the next frame";
        warnings.add(WarningCode::NumberingUneven, message);
    }
    Clock { frame_time: seconds.into(), start }
}

/// Whether no frame is much longer or shorter than others: the clocks of cameras tremble.
fn is_even(times: &[f64], step: f64) -> bool {
    let is_close = |pair: &[f64]| (pair[1] - pair[0] - step).abs() <= 0.5 * step;
    times.windows(2).all(|pair| pair[0].is_nan() || pair[1].is_nan() || is_close(pair))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_give_a_rate_in_any_unit() {
        for (step, tick, known, fps) in [
            (0.04, 1.0, None, 25.0),
            (1000.0 / 30.0, 1e-3, None, 30.0),
            (33_333.0, 1e-6, Some(1e-6), 30.0),
            (40_000_000.0, 1e-9, Some(1e-9), 25.0),
            (40_000_000.0, 1e-9, None, 25.0),
            (1001.0 / 30.0, 1e-3, None, 30_000.0 / 1001.0),
        ] {
            let rounded = |time: f64| if tick == 1.0 { time } else { time.round() };
            let times: Vec<f64> = (0..400).map(|i| rounded(7.0 + f64::from(i) * step)).collect();
            let mut warnings = Warnings::default();
            let clock = settle(None, &times, known, &mut warnings);
            assert!((clock.frame_time.seconds.recip() / fps - 1.0).abs() < 1e-4, "{step} {tick}");
            assert!(warnings.is_empty() && !clock.frame_time.is_assumed);
            assert!((clock.start - 7.0 * tick).abs() < 1e-12);
        }
    }

    #[test]
    fn a_stated_rate_counts_before_times_and_none_is_told() {
        let mut warnings = Warnings::default();
        let clock = settle(Some(15.0), &[0.0, 1.0], None, &mut warnings);
        assert_eq!(clock.frame_time.seconds.recip(), 15.0);
        assert!(warnings.is_empty());
        for (rate, times, message) in [
            (None, &[][..], "no rate is given: 30 frames a second are assumed"),
            (Some(0.0), &[], "the rate is none: 30 frames a second are assumed"),
            (None, &[1.0], "the times give no rate: 30 frames a second are assumed"),
            (None, &[1.0, 1.0], "the times give no rate: 30 frames a second are assumed"),
            (None, &[2.0, 1.0], "the times give no rate: 30 frames a second are assumed"),
        ] {
            let mut warnings = Warnings::default();
            let clock = settle(rate, times, None, &mut warnings);
            assert!(clock.frame_time.is_assumed);
            assert_eq!(warnings.finish()[0].message, message);
        }
    }

    #[test]
    fn a_frame_that_is_left_out_counts_in_the_rate_and_an_uneven_clock_is_told() {
        let mut warnings = Warnings::default();
        let clock = settle(None, &[0.0, 40.0, f64::NAN, 120.0], Some(1e-3), &mut warnings);
        assert_eq!(clock.frame_time.seconds, 0.04);
        assert!(warnings.is_empty());
        settle(None, &[0.0, 40.0, 200.0], Some(1e-3), &mut warnings);
        assert!(!warnings.is_empty());
    }
}
