//! Jitter: trembling from frame to frame, faster than a body moves.
//!
//! The fourth difference of a signal, over its gain for white noise (√70), is the noise in it. It counts
//! as noise alone where it turns round from frame to frame, so that it is of the highest frequencies:
//! white noise does on nine of ten frames, a motion whose period is more than four frames does not. The
//! power of gait is below 6 Hz (Winter, *Biomechanics and Motor Control of Human Movement*, 2009). Middles
//! over windows of half a second leave single pops out.
//!
//! Noise of a share of the usual step is none: what is fast may tremble more. Estimators of poses smooth what they
//! write, so that their noise lasts for some frames of a fast camera: their points are looked at as if there were 25 to
//! 50 frames a second.

use glam::Vec4;

use super::analysis::{Analysis, CheckInfo, Figure, NodeResults, Pass};
use super::finding::{Amount, Candidate, Finding, runs};
use super::kind::{Check, FindingSeverity, limits};
use super::subject::{Signal, Subject, finite_median, quantile};
use crate::take::{NodeId, rounded};

pub(super) const JITTER: CheckInfo = CheckInfo {
    kind: Check::Jitter,
    word: "jitter",
    label: "Jitter",
    about: "A joint or marker trembles from frame to frame, faster than a body moves.",
    limits: limits! {
        "jitter-distance" 0.003 "m"
            "Noise of a position, as root mean square. Optical systems err by less than 2 mm in motion (Merriaux et \
             al., 2017)."
        "jitter-angle" 0.7 "°"
            "Noise of a rotation, as root mean square: at the end of a forearm it is 3 mm."
        "estimate-jitter" 0.015 "m"
            "Noise of the points of an estimator of poses, as root mean square. Ankles differ by 1 to 15 mm from those of \
             markers (Needham et al., Scientific Reports 11, 2021)."
    },
    passes: &[Pass::Node(check_node), Pass::Take(check_take)],
};

/// How long a window is, in seconds, and at least in frames; for estimators, whose noise is nearer to its limit, it is
/// longer.
const WINDOW: f64 = 0.5;
const ESTIMATE_WINDOW: f64 = 1.0;
const MIN_WINDOW: usize = 16;
/// Windows with jitter less than this apart are one finding, in seconds.
const APART: f64 = 5.0;
/// On which share of frames noise turns round.
const TURNS: f32 = 0.75;
/// Noise is seen where it is at least this share of the usual step from frame to frame: of white noise alone it is √½.
const OF_STEP: f32 = 0.25;
/// The middle of the squared length of Gaussian noise in three dimensions, by its mean.
const MIDDLE_OF_MEAN: f32 = 0.789;
/// So many frames of a second of an estimator's are looked at, or up to twice as many.
const ESTIMATE_RATE: f64 = 25.0;
/// How far on each side the speed of a point that trembles is measured, in seconds.
const AROUND: f64 = 0.2;

fn check_node(subject: &Subject, _: NodeId, signals: &[Signal], results: &mut NodeResults) {
    results.candidates.extend(signals.iter().flat_map(|signal| candidates(subject, signal)));
}

fn candidates(subject: &Subject, signal: &Signal) -> Vec<Candidate> {
    let limit = if signal.is_rotation {
        subject.limits.jitter_angle
    } else if subject.is_estimate {
        subject.limits.estimate_jitter
    } else {
        subject.limits.jitter_distance
    };
    let every = if subject.is_estimate { subject.frames_in(1.0 / ESTIMATE_RATE) } else { 1 };
    let window = if subject.is_estimate { ESTIMATE_WINDOW } else { WINDOW };
    let window = (subject.frames_in(window) / every).max(MIN_WINDOW);
    let values: Vec<Vec4> = signal.values.iter().step_by(every).copied().collect();
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
        let noise =
            quantile(&mut finite, 0.5).map_or(0.0, |middle| (middle / MIDDLE_OF_MEAN).sqrt());
        let steps = values[first + 2..][..window].windows(2);
        let step = finite_median(steps.map(|step| step[0].distance(step[1]))).unwrap_or(0.0);
        if noise < OF_STEP * step { 0.0 } else { noise }
    };
    let hop = window / 4;
    let starts = (0..(fourths.len() + 1).saturating_sub(window)).step_by(hop);
    let noise: Vec<f32> = starts.map(noise_at).collect();
    // What befalls an estimator is over when what was hidden is seen again.
    let apart = if subject.is_estimate { WINDOW } else { APART };
    let apart = (subject.frames_in(apart) / (hop * every)).max(1);
    let noisy = runs(noise.iter().map(|noise| f64::from(*noise) > limit), apart, 1);
    let candidate = |[from, to]: [usize; 2]| {
        let value = noise[from..=to].iter().copied().fold(0.0, f32::max).into();
        Candidate {
            check: Check::Jitter,
            node: signal.node,
            // A fourth difference is that of the frame in its middle.
            first: (from * hop + 2) * every,
            last: ((to * hop + window + 1) * every).min(subject.frames - 1),
            amount: Amount { value, limit, unit: signal.unit() },
        }
    };
    noisy.into_iter().map(candidate).collect()
}

fn check_take(analysis: &Analysis) -> Vec<Finding> {
    let subject = analysis.subject;
    let severity = FindingSeverity::Warning;
    if let Some(figure) = analysis.figure.as_ref().filter(|_| subject.is_estimate) {
        let own = analysis.candidates.iter().filter(|candidate| candidate.check == Check::Jitter);
        let own: Vec<Candidate> = own.copied().collect();
        let apart = subject.frames_in(WINDOW);
        let people = figure.people.iter();
        let stretches = people.flat_map(|person| person.stretches(subject, &own, apart));
        return stretches
            .map(|stretch| {
                let worst = stretch.greatest(|candidate| candidate.amount.value);
                let (name, by) = (&stretch.name, worst.amount.text());
                let speed = rounded(usual_speed(subject, figure, &worst), 1);
                let message = format!("{name}: trembles by {by}, while it moves at {speed} m/s");
                let (node, run) = (Some(worst.node), stretch.run);
                Finding::new(Check::Jitter, node, run, worst.amount, severity, message)
            })
            .collect();
    }
    let merged = analysis.merged(Check::Jitter, subject.frames_in(WINDOW)).into_iter();
    merged
        .map(|merged| {
            let by = merged.candidate.amount.text();
            let message = format!("{}: trembles by {by}", merged.name(subject));
            merged.finding(severity, message)
        })
        .collect()
}

/// How fast a point moves that trembles, in metres a second.
fn usual_speed(subject: &Subject, figure: &Figure, of: &Candidate) -> f64 {
    let around = subject.frames_in(AROUND);
    let ends = of.first + around..(of.last + 1).saturating_sub(around);
    let step = |frame: usize| {
        let [before, behind] =
            [frame - around, frame + around].map(|frame| figure.positions.of_node(of.node, frame));
        before.distance(behind)
    };
    let time = 2.0 * around as f64 * subject.frame_time;
    finite_median(ends.map(step)).map_or(0.0, |step| f64::from(step) / time)
}
