//! Pops, steps and real flips: joints and markers that leave their paths from one frame to the next ([`super::jumps`]).
//! Jumps of two markers that exchange their positions are none of these: see [`super::swaps`].
//!
//! Joints are looked at in their parents' frames, so that what the hips do is not reported of the hands;
//! where the same happens to a joint and to others below it, or to half of the figure, it is reported once.

use super::analysis::{Analysis, CheckInfo, Figure, NodeResults, Pass};
use super::finding::{Amount, Candidate, Finding, MergedCandidate};
use super::jumps::{JumpLimits, jumps};
use super::kind::{Check, FindingSeverity, limits};
use super::subject::{Signal, Subject};
use crate::take::NodeId;

pub(super) const POP: CheckInfo = CheckInfo {
    kind: Check::Pop,
    word: "pop",
    label: "Pop",
    about: "A joint or marker leaves its path for a moment and comes back.",
    limits: limits! {
        "pop-distance" 0.01 "m"
            "The smallest jump of a position that is a pop or a step. Optical systems err by less than 2 mm in motion \
             (Merriaux et al., Sensors 17, 2017)."
        "pop-angle" 5.0 "°"
            "The smallest jump of a rotation that is a pop or a step: at the end of a forearm it is 2 cm."
        "pop-jerk" 2000.0 "m/s³"
            "What a body may do at most between frames that are far apart; it counts below 46 frames a second. A reach \
             of 30 cm in 0.2 s has as much (60 d/T³; Flash and Hogan, Journal of Neuroscience 5, 1985)."
        "pop-angular-jerk" 1000000.0 "°/s³"
            "The same for rotations: a joint that turns by 90° in 0.18 s has as much."
        "pop-spread" 10.0 ""
            "How many times the joint's own robust spread (1.4826 × the median absolute deviation) a jump has to \
             exceed. Outliers in general begin at 3.5 (Iglewicz and Hoaglin, How to Detect and Handle Outliers, 1993); \
             motion has heavier tails."
    },
    passes: &[
        Pass::Node(check_node),
        Pass::Figure(|analysis, figure| jump_findings(analysis, figure, Check::Pop)),
    ],
};

pub(super) const STEP: CheckInfo = CheckInfo {
    kind: Check::Step,
    word: "step",
    label: "Step",
    about: "A joint or marker jumps to another position or rotation from one frame to the next, and stays there.",
    limits: POP.limits,
    passes: &[Pass::Figure(|analysis, figure| jump_findings(analysis, figure, Check::Step))],
};

/// How long a way off lasts at most that is a pop, in seconds, and at least in frames.
const BRIEF: f64 = 0.1;
const MIN_BRIEF: usize = 3;
/// Jumps of a joint that are less than this apart are one finding, in seconds.
const APART: f64 = 0.5;
/// How long a rectangular step lasts at most that is reported as one.
const HELD: f64 = 2.0;

/// The jumps of the signals of a node: pops, steps and flips.
fn check_node(subject: &Subject, node: NodeId, signals: &[Signal], results: &mut NodeResults) {
    let limits = subject.limits;
    let brief = subject.frames_in(BRIEF).max(MIN_BRIEF);
    let held = subject.frames_in(HELD);
    for signal in signals {
        let [smallest, jerk] = if signal.is_rotation {
            [limits.pop_angle, limits.pop_angular_jerk]
        } else {
            [limits.pop_distance, limits.pop_jerk]
        };
        let of_jerk = 0.5 * jerk * subject.frame_time.powi(3);
        let jump_limits =
            JumpLimits { size: smallest.max(of_jerk) as f32, of_spread: limits.pop_spread as f32 };
        for jump in jumps(&signal.values, &jump_limits, brief, held) {
            let value = f64::from(jump.size);
            let check = if signal.is_rotation && value >= limits.flip_angle {
                Check::Flip
            } else if jump.comes_back {
                Check::Pop
            } else {
                Check::Step
            };
            let amount = Amount { value, limit: jump.limit.into(), unit: signal.unit() };
            let (first, last) = (jump.first, jump.last);
            results.candidates.push(Candidate { check, node, first, last, amount });
        }
    }
}

/// The findings of a kind of jump: those of one joint close to one another are one.
pub(super) fn jump_findings(analysis: &Analysis, figure: &Figure, check: Check) -> Vec<Finding> {
    let subject = analysis.subject;
    let mut merged = analysis.merged(check, 1);
    // Metres and degrees are of different findings: neither is more than the other.
    let key = |merged: &MergedCandidate| (merged.node, merged.candidate.amount.unit);
    merged.sort_by_key(|merged| (key(merged), merged.candidate.first));
    let apart = subject.frames_in(APART);
    let close =
        merged.chunk_by(|a, b| key(a) == key(b) && b.candidate.first <= a.candidate.last + apart);
    let mut found: Vec<Finding> = close.map(|close| finding(subject, close)).collect();
    // A take is cut into its T-pose, and out of it.
    found.retain(|jump| {
        let is_cut = |pose: &Finding| jump.first == pose.first || jump.first == pose.last + 1;
        !figure.t_poses.iter().any(is_cut)
    });
    found
}

/// What jumps of a joint close to one another are.
fn finding(subject: &Subject, close: &[MergedCandidate]) -> Finding {
    let value = |merged: &&MergedCandidate| merged.candidate.amount.value;
    let gravest = close.iter().max_by(|a, b| value(a).total_cmp(&value(b)));
    let gravest = gravest.expect("a chunk has members");
    let Candidate { check, amount, .. } = gravest.candidate;
    let first = close[0].candidate.first;
    let last = close.iter().map(|merged| merged.candidate.last).max().unwrap_or(0);
    let (name, far) = (gravest.name(subject), amount.text());
    let (times, frames) = (close.len(), last - first + 1);
    let message = match check {
        Check::Pop if times > 1 => format!("{name}: up to {far} off the path, {times} times"),
        Check::Pop if frames == 1 => format!("{name}: {far} off the path on one frame"),
        Check::Pop => format!("{name}: {far} off the path on {frames} frames"),
        Check::Flip => format!("{name}: the rotation flips by {far}"),
        _ if times > 1 => format!("{name}: {times} jumps of up to {far}"),
        _ if frames == 1 => format!("{name}: a jump of {far} from one frame to the next"),
        _ => format!("{name}: {far} off for {frames} frames, and back"),
    };
    let severity =
        if check == Check::Step { FindingSeverity::Warning } else { FindingSeverity::Fault };
    Finding::new(check, gravest.node, [first, last], amount, severity, message)
}
