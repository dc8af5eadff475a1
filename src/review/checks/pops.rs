//! Pops, steps and real flips: joints and markers that leave their paths from one frame to the next
//! ([`super::jumps`]). Jumps of two markers that exchange their places are none of these: see
//! [`super::swaps`].
//!
//! Joints are looked at in their parents' frames, so that what the hips do is not told of the hands;
//! where the same happens to a joint and to others below it, or to half of the figure, it is told once.

use super::finding::{Finding, Merged, Raw, centimetres, merged};
use super::jumps::{Jump, JumpLimits, jumps};
use super::kind::{Check, Severity};
use super::subject::{Places, Signal, Subject};
use super::swaps;
use crate::take::rounded;

/// How long a way off lasts at most that is a pop, in seconds, and at least in frames.
const BRIEF: (f64, usize) = (0.1, 3);
/// Jumps of a joint that are less than this apart are one finding, in seconds.
const APART: f64 = 0.5;
/// How long a rectangular step lasts at most that is told as one.
const HELD: f64 = 2.0;

/// The jumps of a signal.
pub(super) fn raws(subject: &Subject, signal: &Signal) -> Vec<Raw> {
    let limits = subject.limits;
    let [smallest, jerk] = if signal.is_rotation {
        [limits.pop_angle, limits.pop_angular_jerk]
    } else {
        [limits.pop_distance, limits.pop_jerk]
    };
    let of_jerk = 0.5 * jerk * subject.frame_time.powi(3);
    let jump_limits =
        JumpLimits { size: smallest.max(of_jerk) as f32, of_spread: limits.pop_spread as f32 };
    let brief = subject.frames_in(BRIEF.0).max(BRIEF.1);
    let held = subject.frames_in(HELD);
    let raw = |jump: Jump| {
        let flips = signal.is_rotation && f64::from(jump.size) >= limits.flip_angle;
        Raw {
            check: if flips {
                Check::Flip
            } else if jump.comes_back {
                Check::Pop
            } else {
                Check::Step
            },
            node: signal.node,
            first: jump.first,
            last: jump.last,
            value: jump.size.into(),
            limit: jump.limit.into(),
            unit: signal.unit(),
        }
    };
    jumps(&signal.values, &jump_limits, brief, held).into_iter().map(raw).collect()
}

/// The findings that the jumps of all signals are; `joints` is how many nodes move at all.
pub(super) fn findings(
    subject: &Subject,
    places: &Places,
    mut raws: Vec<Raw>,
    joints: usize,
) -> Vec<Finding> {
    let mut found = swaps::findings(subject, places, &mut raws);
    let mut all = merged(&subject.take.skeleton, raws, joints, 1);
    // Metres and degrees are of different findings: neither is more than the other.
    let key = |merged: &Merged| (merged.raw.check, merged.node, merged.raw.unit);
    all.sort_by_key(|merged| (key(merged), merged.raw.first));
    // Those of one joint close to one another are told as one.
    let apart = subject.frames_in(APART);
    let close = all.chunk_by(|a, b| key(a) == key(b) && b.raw.first <= a.raw.last + apart);
    found.extend(close.map(|close| finding(subject, close)));
    found
}

/// What jumps of a joint close to one another are.
fn finding(subject: &Subject, close: &[Merged]) -> Finding {
    let gravest = |a: &&Merged, b: &&Merged| a.raw.value.total_cmp(&b.raw.value);
    let merged = close.iter().max_by(gravest).expect("a chunk has members");
    let last = close.iter().map(|merged| merged.raw.last).max().unwrap_or(0);
    let raw = Raw { first: close[0].raw.first, last, ..merged.raw };
    let far = match raw.unit {
        "m" => centimetres(raw.value),
        _ => format!("{}°", rounded(raw.value, 1)),
    };
    let of = merged.of(subject);
    let frames = raw.last - raw.first + 1;
    let times = close.len();
    let (severity, message) = match raw.check {
        Check::Pop if times > 1 => {
            (Severity::Fault, format!("{of}: up to {far} off the path, {times} times"))
        }
        Check::Step if times > 1 => {
            (Severity::Warning, format!("{of}: {times} jumps of up to {far}"))
        }
        Check::Pop if frames == 1 => {
            (Severity::Fault, format!("{of}: {far} off the path on one frame"))
        }
        Check::Pop => (Severity::Fault, format!("{of}: {far} off the path on {frames} frames")),
        Check::Flip => (Severity::Fault, format!("{of}: the rotation flips by {far}")),
        _ if frames == 1 => {
            (Severity::Warning, format!("{of}: a jump of {far} from one frame to the next"))
        }
        _ => (Severity::Warning, format!("{of}: {far} off for {frames} frames, and back")),
    };
    raw.finding(merged.node, severity, message)
}
