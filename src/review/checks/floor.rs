//! The floor: takes that stand above or below the height 0 of their file, figures that float, and feet that
//! are in the floor.
//!
//! The stage has put the floor where the figure stands, or left it at the file's zero where that is near.
//! A file whose zero is far from both, at the hips perhaps, has another convention and no fault.
//!
//! Who climbs, hangs, or stands on stairs or on a box is above the floor as well, and a step down leads below
//! it. But a body gets there and back by itself: on its way up or down one of its points rests, the other
//! foot or a hand, or it falls. So it floats, or sinks, where its height changes while nothing holds it and
//! it does not fall.

use super::feet::Foot;
use super::finding::{Finding, centimetres, runs, seconds};
use super::kind::{Check, Severity};
use super::subject::{Places, Subject, quantile};
use crate::scene::root_offsets;

/// A zero farther away than this, in metres, is a convention.
const CONVENTION: f64 = 0.6;
/// The stage leaves its floor at the file's zero as long as figures are less than this below it, in metres.
const SUNK: f64 = 0.06;

/// How far the moment reaches on each side in which a figure is held or falls, in seconds.
const MOMENT: f64 = 0.1;
/// The acceleration of what falls, in metres a second squared.
const GRAVITY: f32 = 9.81;

/// A figure with all of its points.
struct Figure<'a> {
    subject: &'a Subject<'a>,
    places: &'a Places,
    feet: &'a [Foot],
    /// Its points, without those that only carry it.
    points: Vec<usize>,
}

impl Figure<'_> {
    /// The height of its lowest point, in metres; NaN where markers of a foot are missing, so that nobody
    /// knows.
    fn lowest(&self, frame: usize) -> f64 {
        let is_seen = |foot: &Foot| foot.points.iter().any(|point| point.track[frame].is_finite());
        if self.subject.is_of_markers && !self.feet.iter().all(is_seen) {
            return f64::NAN;
        }
        let at = self.places.frame(frame);
        let heights = self.points.iter().map(|&point| at[point].y);
        heights.fold(f32::INFINITY, f32::min).into()
    }

    /// Whether something holds it around a frame, or it falls.
    fn is_held_or_falls(&self, frame: usize) -> bool {
        let around = self.subject.frames_in(MOMENT);
        let (from, to) = (frame.saturating_sub(around), frame + around);
        if to >= self.subject.frames || frame < around {
            return true;
        }
        let time = (around as f64 * self.subject.frame_time) as f32;
        let way = self.subject.limits.contact_speed as f32 * time;
        let [before, at, behind] = [from, frame, to].map(|frame| self.places.frame(frame));
        let rests = |&point: &usize| {
            before[point].distance(at[point]) < way && at[point].distance(behind[point]) < way
        };
        let accelerations = self
            .points
            .iter()
            .map(|&point| (before[point].y + behind[point].y - 2.0 * at[point].y) / (time * time));
        let mut seen: Vec<f32> = accelerations.filter(|a| a.is_finite()).collect();
        self.points.iter().any(rests)
            || quantile(&mut seen, 0.5).is_some_and(|middle| middle < -0.5 * GRAVITY)
    }

    /// Whether it gets by itself to where it is on some frames, and back: `far` says how far it is from the
    /// floor.
    fn gets_there(&self, [first, last]: [usize; 2], far: impl Fn(usize) -> f64) -> bool {
        let most = (first..=last).map(&far).fold(0.0, f64::max);
        let is_half = |frame: &usize| far(*frame) > 0.5 * most;
        let begins = (first..=last).find(is_half);
        let ends = (first..=last).rfind(is_half);
        begins.into_iter().chain(ends).all(|frame| self.is_held_or_falls(frame))
    }
}

/// The findings of a take with feet.
pub(super) fn findings(subject: &Subject, places: &Places, feet: &[Foot]) -> Vec<Finding> {
    if feet.is_empty() {
        return Vec::new();
    }
    let carries = root_offsets(&subject.take.skeleton);
    let points = (0..places.frame(0).len()).filter(|i| carries.get(*i) != Some(&true));
    let figure = &Figure { subject, places, feet, points: points.collect() };
    let mut found = floating(figure);
    found.extend(feet.iter().flat_map(|foot| below(figure, foot)));
    found
}

/// Takes away from the height 0, and figures that nothing holds.
fn floating(figure: &Figure) -> Vec<Finding> {
    let subject = figure.subject;
    let lows: Vec<f64> = (0..subject.frames).map(|frame| figure.lowest(frame)).collect();
    let mut sorted: Vec<f32> =
        lows.iter().filter(|low| low.is_finite()).map(|low| *low as f32).collect();
    let Some(level) = quantile(&mut sorted, 0.05).map(f64::from) else {
        return Vec::new();
    };
    let zero = f64::from(subject.stage.world(glam::Vec3::ZERO).y);
    let above = level - zero;
    let whole = [0, subject.frames - 1];
    let finding = |check, [first, last]: [usize; 2], value, limit, severity, message| Finding {
        check,
        node: None,
        first,
        last,
        value,
        limit,
        unit: "m",
        severity,
        message,
    };
    let mut found = Vec::new();
    let height = subject.limits.floating_height;
    if above > height && above < CONVENTION {
        let message =
            format!("the take stands {} above the height 0 of its file", centimetres(above));
        found.push(finding(Check::Floating, whole, above, height, Severity::Warning, message));
    }
    let depth = subject.limits.floor_depth.max(SUNK);
    // Who steps into a pit, and out again, is no whole take.
    let sunk = |frame: usize| zero - lows[frame];
    let is_sunk = (0..subject.frames).map(|frame| sunk(frame) > depth);
    let mut in_pits = runs(is_sunk, 1, 1).into_iter();
    if above < -depth
        && above > -CONVENTION
        && !in_pits.all(|run| run != whole && figure.gets_there(run, sunk))
    {
        let message =
            format!("the take stands {} below the height 0 of its file", centimetres(-above));
        found.push(finding(Check::BelowFloor, whole, -above, depth, Severity::Warning, message));
    }
    let far = |frame: usize| lows[frame] - level;
    let is_up = (0..subject.frames).map(|frame| far(frame) > height && far(frame).is_finite());
    let longest = subject.frames_in(subject.limits.floating_time) + 1;
    for run @ [first, last] in runs(is_up, 1, longest) {
        if figure.gets_there(run, far) {
            continue;
        }
        let value = (first..=last).map(far).fold(0.0, f64::max);
        let time = seconds((last - first + 1) as f64 * subject.frame_time);
        let high = centimetres(value);
        let message = format!(
            "nothing touches the floor for {time}, the lowest point is up to {high} above it"
        );
        found.push(finding(Check::Floating, run, value, height, Severity::Warning, message));
    }
    found
}

/// Where a foot is in the floor.
fn below(figure: &Figure, foot: &Foot) -> Vec<Finding> {
    let subject = figure.subject;
    let depth = |frame: usize| {
        let depths = foot.points.iter().map(|point| -point.track[frame].y);
        f64::from(depths.fold(f32::NEG_INFINITY, f32::max))
    };
    let limit = subject.limits.floor_depth;
    let is_in = (0..subject.frames).map(|frame| depth(frame) > limit);
    let [apart, shortest] = [0.25, 0.03].map(|time| subject.frames_in(time));
    let mut found = Vec::new();
    for run @ [first, last] in runs(is_in, apart, shortest) {
        let value = (first..=last).map(depth).fold(0.0, f64::max);
        let rests = |first: usize, last: usize| run[0] <= first && last <= run[1];
        let is_step = foot.steps.iter().any(|step| rests(step.first, step.last))
            && figure.gets_there(run, depth);
        if is_step {
            continue;
        }
        let name = subject.name(foot.node);
        found.push(Finding {
            check: Check::BelowFloor,
            node: Some(foot.node),
            first,
            last,
            value,
            limit,
            unit: "m",
            severity: Severity::Warning,
            message: format!("{name} is {} in the floor", centimetres(value)),
        });
    }
    found
}
