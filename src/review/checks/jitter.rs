//! Jitter: trembling from frame to frame, faster than a body moves.
//!
//! The fourth difference of a signal, over its gain for white noise (√70), is the noise in it. It counts
//! as noise alone where it turns round from frame to frame, so that it is of the highest frequencies:
//! white noise does on nine of ten frames, a motion whose period is more than four frames does not. The
//! power of gait is below 6 Hz (Winter, *Biomechanics and Motor Control of Human Movement*, 2009). Middles
//! over windows of half a second leave single pops out.

use glam::Vec4;

use super::finding::{Finding, Raw, centimetres, merged, runs};
use super::kind::{Check, Severity};
use super::subject::{Signal, Subject, median};
use crate::take::rounded;

/// How long a window is, in seconds, and at least in frames.
const WINDOW: (f64, usize) = (0.5, 16);
/// Windows with jitter less than this apart are one finding, in seconds.
const APART: f64 = 5.0;
/// On which share of frames noise turns round.
const TURNS: f32 = 0.75;
/// Noise is seen where it is at least this share of the usual step from frame to frame: of white noise
/// alone it is √½.
const OF_STEP: f32 = 0.25;
/// The middle of the squared length of Gaussian noise in three dimensions, by its mean.
const MIDDLE_OF_MEAN: f32 = 0.789;

/// Where a signal has jitter.
pub(super) fn raws(subject: &Subject, signal: &Signal) -> Vec<Raw> {
    let limit = if signal.is_rotation {
        subject.limits.jitter_angle
    } else {
        subject.limits.jitter_distance
    };
    let window = subject.frames_in(WINDOW.0).max(WINDOW.1);
    let values = &signal.values;
    let fourths: Vec<Vec4> =
        values.windows(5).map(|v| v[0] + v[4] - (v[1] + v[3]) * 4.0 + v[2] * 6.0).collect();
    let squares: Vec<f32> = fourths.iter().map(|fourth| fourth.length_squared() / 70.0).collect();
    // Most signals have none: the mean tells that before the middles are worked out.
    let noise_at = |first: usize| -> f32 {
        let squares = &squares[first..][..window];
        if squares.iter().sum::<f32>() / (window as f32) < (limit * limit) as f32 * 0.2 {
            return 0.0;
        }
        let pairs = fourths[first..][..window].windows(2);
        let turns = pairs.filter(|pair| pair[0].dot(pair[1]) < 0.0).count();
        let mut finite: Vec<f32> = squares.iter().copied().filter(|s| s.is_finite()).collect();
        if (turns as f32) < TURNS * (window - 1) as f32 || finite.len() < window * 3 / 4 {
            return 0.0;
        }
        let noise = median(&mut finite).map_or(0.0, |middle| (middle / MIDDLE_OF_MEAN).sqrt());
        let steps = values[first + 2..][..window].windows(2);
        let mut steps: Vec<f32> = steps.map(|step| step[0].distance(step[1])).collect();
        steps.retain(|step| step.is_finite());
        let step = median(&mut steps).unwrap_or(0.0);
        if noise < OF_STEP * step { 0.0 } else { noise }
    };
    let hop = window / 4;
    let starts = (0..(fourths.len() + 1).saturating_sub(window)).step_by(hop);
    let noise: Vec<f32> = starts.map(noise_at).collect();
    let apart = (subject.frames_in(APART) / hop).max(1);
    let noisy = runs(noise.iter().map(|noise| f64::from(*noise) > limit), apart, 1);
    let raw = |[from, to]: [usize; 2]| Raw {
        check: Check::Jitter,
        node: signal.node,
        // A fourth difference is that of the frame in its middle.
        first: from * hop + 2,
        last: (to * hop + window + 1).min(subject.frames - 1),
        value: noise[from..=to].iter().copied().fold(0.0, f32::max).into(),
        limit,
        unit: signal.unit(),
    };
    noisy.into_iter().map(raw).collect()
}

/// The findings that the jitter of all signals is; `joints` is how many nodes move at all.
pub(super) fn findings(subject: &Subject, raws: Vec<Raw>, joints: usize) -> Vec<Finding> {
    let all = merged(&subject.take.skeleton, raws, joints, subject.frames_in(WINDOW.0));
    let finding = |merged: super::finding::Merged| {
        let raw = merged.raw;
        let much = match raw.unit {
            "m" => centimetres(raw.value),
            _ => format!("{}°", rounded(raw.value, 1)),
        };
        let message = format!("{}: trembles by {much}", merged.of(subject));
        raw.finding(merged.node, Severity::Warning, message)
    };
    all.into_iter().map(finding).collect()
}
