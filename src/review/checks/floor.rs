//! The floor: takes that stand above or below the height 0 of their file, figures that float, and feet that
//! are in the floor.
//!
//! The stage has put the floor where the figure stands, or left it at the file's zero where that is near.
//! A file whose zero is far from both, at the hips perhaps, has another convention and no fault.
//!
//! Who climbs, hangs, or stands on stairs or on a box is above the floor as well, and a step down leads below it. But a
//! body gets there and back by itself: on its way up or down one of its points rests, the other foot or a hand, or it
//! falls. So it floats, or sinks, where its height changes while nothing holds it and it does not fall.

use super::analysis::{Analysis, CheckInfo, Figure, Pass};
use super::feet::Foot;
use super::finding::{Amount, Finding, centimetres, runs, seconds};
use super::kind::{Check, FindingSeverity, limits};
use super::subject::{PointPositions, Subject, finite_median, finite_quantile};
use crate::scene::root_offsets;

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
        if self.subject.is_of_markers && !self.feet.iter().all(is_seen) {
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
    if figure.feet.is_empty() {
        return Vec::new();
    }
    let (subject, positions) = (analysis.subject, &figure.positions);
    let carries = root_offsets(&subject.take.skeleton);
    let points = (0..positions.frame(0).len()).filter(|i| carries.get(*i) != Some(&true));
    let body = BodyPoints { subject, positions, feet: &figure.feet, points: points.collect() };
    let mut found = body.whole_figure();
    found.extend(figure.feet.iter().flat_map(|foot| body.below(foot)));
    found
}
