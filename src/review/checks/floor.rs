//! The floor: takes that stand above or below the height 0 of their file, figures that float, and feet that
//! are in the floor.
//!
//! The stage has put the floor where the figure stands, or left it at the file's zero where that is near.
//! A file whose zero is far from both, at the hips perhaps, has another convention and no fault.
//!
//! Who climbs, hangs, or stands on stairs or on a box is above the floor as well, and a step down leads below it. But a
//! body gets there and back by itself: on its way up or down one of its points rests, the other foot or a hand, or it
//! falls. So it floats, or sinks, where its height changes while nothing holds it and it does not fall.
//!
//! An estimator of poses may lose the floor slowly, so that every foot rests a little higher, or deeper, than the one
//! before: that is told of it alone. Steps of stairs are higher. One that puts the hips into the origin has no floor.

use glam::Vec3;

use super::analysis::{Analysis, CheckInfo, Figure, Pass};
use super::feet::Foot;
use super::finding::{Amount, Finding, Run, centimetres, runs, seconds};
use super::kind::{Check, FindingSeverity, limits};
use super::people::Person;
use super::subject::{PointPositions, Subject, finite_median, finite_quantile};
use crate::scene::root_offsets;
use crate::take::{BodyPart, NodeId, part_of};

pub(super) const BELOW_FLOOR: CheckInfo = CheckInfo {
    kind: Check::BelowFloor,
    word: "below-floor",
    label: "Below the floor",
    about: "A foot is in the floor and on no step that leads down, or the whole take stands below the height 0 of its \
            file.",
    limits: limits! {
        "floor-depth" 0.03 "m"
            "How deep a foot may be in the floor: what soles and the joints within shoes are apart."
    },
    passes: &[Pass::Figure(check_figure)],
};

/// [`BELOW_FLOOR`] finds it as well, by the same heights.
pub(super) const FLOATING: CheckInfo = CheckInfo {
    kind: Check::Floating,
    word: "floating",
    label: "Floating",
    about: "Nothing of the figure touches the floor for longer than a jump lasts, though it did not climb, or the whole \
            take stands above the height 0 of its file.",
    limits: limits! {
        "floating-height" 0.12 "m"
            "How far above the floor the lowest point of the figure is that floats: more than an ankle without toes."
        "floating-time" 1.0 "s"
            "How long that lasts. From a jump of half a metre a body is back after 0.64 s (√(8h/g))."
        "drift-height" 0.1 "m"
            "By how much feet that stand may rise from the floor, or sink, step by step: more than an ankle on tiptoe. For \
             the points of estimators of poses."
    },
    passes: &[],
};

/// A zero farther away than this, in metres, is a convention.
const CONVENTION: f64 = 0.6;
/// The stage leaves its floor at the file's zero as long as figures are less than this below it, in metres.
const SUNK: f64 = 0.06;

/// How long on each side of a frame a figure is held or falls, in seconds.
const AROUND: f64 = 0.1;
/// The acceleration of what falls, in metres a second squared.
const GRAVITY: f32 = 9.81;

/// Feet of an estimate that rest are looked at in pieces of this length, in seconds.
const PIECE: f64 = 0.3;
/// By how much a piece is higher or deeper than the one before at the most that it has drifted from, in metres.
const MAX_DRIFT: f32 = 0.08;
/// How far on each side of a frame the speed of a foot is measured that rests, in seconds.
const BESIDE: f64 = 0.08;
/// Hips that move less than this are put where they are, in metres.
const HELD: f32 = 0.005;

/// The points of a figure that has feet.
struct BodyPoints<'a> {
    subject: &'a Subject<'a>,
    positions: &'a PointPositions,
    feet: &'a [Foot],
    /// Without those that only carry it.
    points: Vec<usize>,
}

impl BodyPoints<'_> {
    /// The height of its lowest point, in metres; NaN where markers of a foot are missing, so that nobody knows.
    fn lowest(&self, frame: usize) -> f64 {
        let is_seen = |foot: &Foot| foot.points.iter().any(|point| point.track[frame].is_finite());
        let may_miss = self.subject.is_of_markers || self.subject.is_estimate;
        if may_miss && !self.feet.iter().all(is_seen) {
            return f64::NAN;
        }
        let positions = self.positions.frame(frame);
        self.points.iter().map(|&point| positions[point].y).fold(f32::INFINITY, f32::min).into()
    }

    /// Whether something holds it around a frame, or it falls.
    fn is_held_or_falls(&self, frame: usize) -> bool {
        let around = self.subject.frames_in(AROUND);
        if frame + around >= self.subject.frames || frame < around {
            return true;
        }
        let time = (around as f64 * self.subject.frame_time) as f32;
        let way = self.subject.limits.contact_speed as f32 * time;
        let [before, at, behind] =
            [frame - around, frame, frame + around].map(|frame| self.positions.frame(frame));
        let rests = |&point: &usize| {
            before[point].distance(at[point]) < way && at[point].distance(behind[point]) < way
        };
        let acceleration = |&point: &usize| {
            (before[point].y + behind[point].y - 2.0 * at[point].y) / (time * time)
        };
        let usual = finite_median(self.points.iter().map(acceleration));
        self.points.iter().any(rests) || usual.is_some_and(|usual| usual < -0.5 * GRAVITY)
    }

    /// Whether it gets by itself to where it is on some frames, and back: `far` is how far it is from the floor.
    fn is_plausible(&self, [first, last]: [usize; 2], far: impl Fn(usize) -> f64) -> bool {
        let most = (first..=last).map(&far).fold(0.0, f64::max);
        let is_half = |frame: &usize| far(*frame) > 0.5 * most;
        let begins = (first..=last).find(is_half);
        let ends = (first..=last).rfind(is_half);
        begins.into_iter().chain(ends).all(|frame| self.is_held_or_falls(frame))
    }

    /// Takes away from the height 0, and figures that nothing holds.
    fn whole_figure(&self) -> Vec<Finding> {
        let subject = self.subject;
        let lows: Vec<f64> = (0..subject.frames).map(|frame| self.lowest(frame)).collect();
        let level = finite_quantile(lows.iter().map(|low| *low as f32), 0.05);
        let Some(level) = level.map(f64::from) else {
            return Vec::new();
        };
        let zero = f64::from(subject.stage.world(glam::Vec3::ZERO).y);
        let above = level - zero;
        let whole = subject.whole_take();
        let finding = |check, run, value: f64, limit: f64, message| {
            let amount = Amount { value, limit, unit: "m" };
            Finding::new(check, None, run, amount, FindingSeverity::Warning, message)
        };
        let mut found = Vec::new();
        let height = subject.limits.floating_height;
        if above > height && above < CONVENTION {
            let by = centimetres(above);
            let message = format!("the take stands {by} above the height 0 of its file");
            found.push(finding(Check::Floating, whole, above, height, message));
        }
        let depth = subject.limits.floor_depth.max(SUNK);
        // Who steps into a pit, and out again, is no whole take.
        let sunk = |frame: usize| zero - lows[frame];
        let is_sunk = (0..subject.frames).map(|frame| sunk(frame) > depth);
        let mut in_pits = runs(is_sunk, 1, 1).into_iter();
        if above < -depth
            && above > -CONVENTION
            && !in_pits.all(|run| run != whole && self.is_plausible(run, sunk))
        {
            let by = centimetres(-above);
            let message = format!("the take stands {by} below the height 0 of its file");
            found.push(finding(Check::BelowFloor, whole, -above, depth, message));
        }
        let far = |frame: usize| lows[frame] - level;
        let is_up = (0..subject.frames).map(|frame| far(frame) > height && far(frame).is_finite());
        let longest = subject.frames_in(subject.limits.floating_time) + 1;
        for run @ [first, last] in runs(is_up, 1, longest) {
            if self.is_plausible(run, far) {
                continue;
            }
            let value = (first..=last).map(far).fold(0.0, f64::max);
            let (time, high) = (seconds(subject.duration(run)), centimetres(value));
            let message = format!(
                "nothing touches the floor for {time}, the lowest point is up to {high} above it"
            );
            found.push(finding(Check::Floating, run, value, height, message));
        }
        found
    }

    /// Where feet rest higher and higher, or deeper and deeper.
    fn drifts(&self) -> Vec<Finding> {
        let subject = self.subject;
        let [piece, beside] = [PIECE, BESIDE].map(|time| subject.frames_in(time));
        let farthest =
            (subject.limits.contact_speed * 2.0 * beside as f64 * subject.frame_time) as f32;
        let mut rests: Vec<(Run, f32)> = Vec::new();
        for foot in self.feet {
            let rests_at = |frame: &usize| {
                foot.points.iter().all(|point| {
                    let [before, behind] =
                        [frame - beside, frame + beside].map(|frame| point.track[frame]);
                    before.distance(behind) < farthest
                })
            };
            let frames = beside..subject.frames.saturating_sub(beside);
            let resting: Vec<bool> = frames.map(|frame| rests_at(&frame)).collect();
            for run in runs(resting.iter().copied(), 1, piece) {
                let [first, last] = run.map(|frame| frame + beside);
                for first in (first..=last + 1 - piece).step_by(piece) {
                    let run = [first, first + piece - 1];
                    let lifts = (run[0]..=run[1]).map(|frame| foot.lift(frame));
                    rests.extend(finite_median(lifts).map(|lift| (run, lift)));
                }
            }
        }
        rests.sort_unstable_by_key(|(run, _)| *run);
        let limit = subject.limits.drift_height;
        let mut found = Vec::new();
        for chain in rests.chunk_by(|(_, a), (_, b)| (a - b).abs() < MAX_DRIFT) {
            let far = |(_, lift): &&(Run, f32)| f64::from(lift.abs()) > limit;
            let is_from_floor = chain.iter().any(|(_, lift)| lift.abs() < MAX_DRIFT);
            let (Some(first), Some(last)) = (chain.iter().find(far), chain.iter().rfind(far))
            else {
                continue;
            };
            if !is_from_floor {
                continue;
            }
            let lifts = chain.iter().map(|(_, lift)| *lift);
            let lift = lifts.max_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(0.0);
            let value = f64::from(lift.abs());
            let by = centimetres(value);
            let (check, message) = if lift > 0.0 {
                (
                    Check::Floating,
                    format!("feet rest up to {by} above the floor, and came there slowly"),
                )
            } else {
                (
                    Check::BelowFloor,
                    format!("feet rest up to {by} below the floor, and came there slowly"),
                )
            };
            let amount = Amount { value, limit, unit: "m" };
            let run = [first.0[0], last.0[1]];
            let severity = FindingSeverity::Warning;
            found.push(Finding::new(check, None, run, amount, severity, message));
        }
        found
    }

    fn below(&self, foot: &Foot) -> Vec<Finding> {
        let subject = self.subject;
        let depth = |frame: usize| {
            let depths = foot.points.iter().map(|point| -point.track[frame].y);
            f64::from(depths.fold(f32::NEG_INFINITY, f32::max))
        };
        let limit = subject.limits.floor_depth;
        let is_in = (0..subject.frames).map(|frame| depth(frame) > limit);
        let [apart, shortest] = [0.25, 0.03].map(|time| subject.frames_in(time));
        let mut found = Vec::new();
        for run @ [first, last] in runs(is_in, apart, shortest) {
            let has_rest =
                foot.step_rests.iter().any(|rest| first <= rest.first && rest.last <= last);
            if has_rest && self.is_plausible(run, depth) {
                continue;
            }
            let value = (first..=last).map(depth).fold(0.0, f64::max);
            let name = subject.name(foot.node);
            let message = format!("{name} is {} in the floor", centimetres(value));
            let (check, node) = (Check::BelowFloor, Some(foot.node));
            let amount = Amount { value, limit, unit: "m" };
            found.push(Finding::new(check, node, run, amount, FindingSeverity::Warning, message));
        }
        found
    }
}

fn check_figure(analysis: &Analysis, figure: &Figure) -> Vec<Finding> {
    let (subject, positions) = (analysis.subject, &figure.positions);
    let is_held = |person: &Person| has_held_hips(subject, figure, person);
    if figure.feet.is_empty() || figure.people.iter().any(is_held) {
        return Vec::new();
    }
    let carries = root_offsets(&subject.take.skeleton);
    let points = (0..positions.frame(0).len()).filter(|i| carries.get(*i) != Some(&true));
    let body = BodyPoints { subject, positions, feet: &figure.feet, points: points.collect() };
    let mut found = body.whole_figure();
    if subject.is_estimate {
        found.extend(body.drifts());
    }
    found.extend(figure.feet.iter().flat_map(|foot| body.below(foot)));
    found
}

/// Whether the middle of a person's hips is always in the same place.
fn has_held_hips(subject: &Subject, figure: &Figure, person: &Person) -> bool {
    let is_hip = |pair: &&[NodeId; 2]| part_of(subject.name(pair[0])) == Some(BodyPart::Hip);
    let Some(hips) = person.pairs.iter().find(is_hip) else { return false };
    let [left, right] = hips.map(|hip| figure.positions.track(hip.index()));
    let middles = left.into_iter().zip(right).map(|(left, right)| left.midpoint(right));
    let middles: Vec<Vec3> = middles.filter(|middle| middle.is_finite()).collect();
    let Some(&first) = middles.first() else { return false };
    middles.iter().all(|middle| middle.distance(first) < HELD)
}
