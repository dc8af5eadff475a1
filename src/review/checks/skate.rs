//! Skating feet: those that slide over the floor while they stand, fast or slowly.
//!
//! A foot that stands may roll from heel to toe, and turn: then some place of it rests, at a joint or between them. So
//! a foot slides as its slowest place does, which is the least of all blends of the velocities of its points. It skates
//! while all of its points are at their levels and that place is fast; it drifts where that place is slow, and yet gets
//! far over a contact. A foot that brushes the floor where it lands or leaves is let off for a quarter of a second. One
//! of a single point drifts nowhere: an ankle goes forward while the foot rolls.

use glam::Vec3;

use super::analysis::{Analysis, CheckInfo, Figure, Pass};
use super::feet::{APART, Contact, Foot, SHORTEST};
use super::finding::{Amount, Finding, centimetres, runs, seconds};
use super::kind::{Check, FindingSeverity, limits};
use super::subject::Subject;
use crate::take::rounded;

pub(super) const SKATE: CheckInfo = CheckInfo {
    kind: Check::Skate,
    word: "skate",
    label: "Foot skate",
    about: "A foot slides over the floor while it stands on it, or drifts slowly.",
    limits: limits! {
        "contact-height" 0.05 "m"
            "How far above its own lowest level a foot may be that stands (as Karunratanakul et al., Guided Motion \
             Diffusion, 2023)."
        "contact-speed" 0.2 "m/s"
            "How fast a foot may move that stands. Events of gait are taken at 0.5 m/s (Ghoussayni et al., Gait and \
             Posture 20, 2004); a foot that rests is slower."
        "skate-speed" 0.2 "m/s"
            "How fast the slowest point of a foot on the floor may slide."
        "slide-distance" 0.025 "m"
            "How far it slides at least that is told of, fast or slowly (Karunratanakul et al., 2023)."
    },
    passes: &[Pass::Figure(check_figure)],
};

/// How long a foot with a single point has to slide, in seconds: it is low at the end of each swing.
const SHORTEST_OF_ONE_POINT: f64 = 0.3;
/// How long a foot may slide that comes down or goes up right beside, in seconds.
const BRUSH: f64 = 0.25;
/// How long a foot that drifts is down at least, in seconds.
const SHORTEST_DRIFT: f64 = 0.4;
/// Feet that skate for a larger share of their contacts are of a figure that does not travel.
const IN_PLACE: f64 = 0.5;

/// A foot with what it does on the frames on which it is down.
struct Sliding<'a> {
    subject: &'a Subject<'a>,
    foot: &'a Foot,
    /// How its slowest place moves over the floor, in metres a second; `None` while it is not down.
    velocities: Vec<Option<Vec3>>,
}

/// Frames on which a foot slides.
struct Slide {
    first: usize,
    last: usize,
    /// The greatest speed, in metres a second.
    speed: f64,
    /// In metres.
    distance: f64,
}

impl<'a> Sliding<'a> {
    fn new(subject: &'a Subject<'a>, foot: &'a Foot) -> Self {
        let velocity = |frame: usize| {
            foot.is_down(subject, frame).then(|| {
                let all = foot.points.iter().map(|point| point.velocity(subject, frame));
                let level = all.map(|velocity| velocity.with_y(0.0));
                shortest_blend(&level.filter(|v| v.is_finite()).collect::<Vec<_>>())
            })
        };
        Self { subject, foot, velocities: (0..subject.frames).map(velocity).collect() }
    }

    fn speed(&self, frame: usize) -> f64 {
        self.velocities[frame].map_or(0.0, |velocity| velocity.length().into())
    }

    fn slide(&self, [first, last]: [usize; 2]) -> Slide {
        let way: Vec3 = self.velocities[first..=last].iter().flatten().sum();
        let speeds = (first..=last).map(|frame| self.speed(frame));
        Slide {
            first,
            last,
            speed: speeds.fold(0.0, f64::max),
            distance: f64::from(way.length()) * self.subject.frame_time,
        }
    }

    /// When the foot skates.
    fn skates(&self) -> Vec<Slide> {
        let (subject, limits) = (self.subject, self.subject.limits);
        let shortest = if self.foot.points.len() == 1 { SHORTEST_OF_ONE_POINT } else { SHORTEST };
        let [apart, shortest] = [APART, shortest].map(|time| subject.frames_in(time));
        let fast = (0..subject.frames).map(|frame| self.speed(frame) > limits.skate_speed);
        let is_up = |frame: usize| self.velocities.get(frame).is_some_and(Option::is_none);
        let slides = |slide: &Slide| {
            let brushes = is_up(slide.first.wrapping_sub(1)) || is_up(slide.last + 1);
            let is_brief = slide.last - slide.first + 1 < subject.frames_in(BRUSH);
            slide.distance > limits.slide_distance && !(brushes && is_brief)
        };
        runs(fast, apart, shortest).into_iter().map(|run| self.slide(run)).filter(slides).collect()
    }

    /// In which contacts the foot drifts, without skating.
    fn drifts(&self, contacts: &[Contact], skates: &[Slide]) -> Vec<Slide> {
        let (subject, limits) = (self.subject, self.subject.limits);
        if self.foot.points.len() < 2 {
            return Vec::new();
        }
        let rests = |frame: usize| {
            self.velocities[frame].is_some() && self.speed(frame) < limits.contact_speed
        };
        let least = subject.frames_in(SHORTEST_DRIFT);
        let mut drifts = Vec::new();
        for contact in contacts.iter().filter(|contact| contact.node == self.foot.node) {
            for run in runs((contact.first..=contact.last).map(rests), 1, least) {
                let drift = self.slide(run.map(|frame| frame + contact.first));
                let is_beside =
                    |skate: &Slide| skate.first <= drift.last + 1 && drift.first <= skate.last + 1;
                if drift.distance > limits.slide_distance && !skates.iter().any(is_beside) {
                    drifts.push(drift);
                }
            }
        }
        drifts
    }
}

/// The blend of some velocities that is the shortest (E. G. Gilbert, *An Iterative Procedure for Computing
/// the Minimum of a Quadratic Form on a Convex Set*, SIAM Journal on Control 4, 1966).
fn shortest_blend(all: &[Vec3]) -> Vec3 {
    /// Each step comes nearer; after these it is within a few percent.
    const STEPS: usize = 12;
    let shortest = |a: &&Vec3, b: &&Vec3| a.length_squared().total_cmp(&b.length_squared());
    let Some(mut best) = all.iter().min_by(shortest).copied() else {
        return Vec3::ZERO;
    };
    for _ in 0..STEPS {
        let against = |a: &&Vec3, b: &&Vec3| a.dot(best).total_cmp(&b.dot(best));
        let farthest = all.iter().min_by(against).copied().unwrap_or(best);
        let way = farthest - best;
        let share = (-best.dot(way) / way.length_squared().max(1e-12)).clamp(0.0, 1.0);
        if share == 0.0 {
            break;
        }
        best += way * share;
    }
    best
}

/// Where feet skate or drift. Where they skate for most of the time that they are down, the figure walks in
/// place or slides as a whole: that is one note.
fn check_figure(analysis: &Analysis, figure: &Figure) -> Vec<Finding> {
    let subject = analysis.subject;
    let speed_amount =
        |value: f64| Amount { value, limit: subject.limits.skate_speed, unit: "m/s" };
    let mut found = Vec::new();
    let (mut skating, mut fastest) = (0, 0.0f64);
    // Where an estimator gives an ankle alone, that is low in each swing as well.
    let tells = |foot: &&Foot| !subject.is_estimate || foot.points.len() > 1;
    for foot in figure.feet.iter().filter(tells) {
        let sliding = Sliding::new(subject, foot);
        let skates = sliding.skates();
        let name = subject.name(foot.node);
        let mut warn = |slide: &Slide, amount: Amount, message: String| {
            let run = [slide.first, slide.last];
            let severity = FindingSeverity::Warning;
            found.push(Finding::new(Check::Skate, Some(foot.node), run, amount, severity, message));
        };
        for slide in &skates {
            skating += slide.last - slide.first + 1;
            fastest = fastest.max(slide.speed);
            let (distance, speed) = (centimetres(slide.distance), rounded(slide.speed, 2));
            let message = format!("{name} slides {distance} over the floor, at up to {speed} m/s");
            warn(slide, speed_amount(slide.speed), message);
        }
        for drift in sliding.drifts(&figure.contacts, &skates) {
            let time = seconds(subject.duration([drift.first, drift.last]));
            let distance = centimetres(drift.distance);
            let message = format!("{name} drifts {distance} over the floor in {time}");
            let limit = subject.limits.slide_distance;
            warn(&drift, Amount { value: drift.distance, limit, unit: "m" }, message);
        }
    }
    let contacts = figure.contacts.iter();
    let standing: usize = contacts.map(|contact| contact.last - contact.first + 1).sum();
    if skating > 0 && skating as f64 > IN_PLACE * (standing + skating) as f64 {
        let message = "feet slide in most of their steps: the figure walks in place, or glides";
        let (run, amount) = (subject.whole_take(), speed_amount(fastest));
        let message = message.to_string();
        return vec![Finding::new(Check::Skate, None, run, amount, FindingSeverity::Note, message)];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_foot_slides_as_its_slowest_place_does() {
        let about = |all: &[Vec3], expected: f32| {
            let found = shortest_blend(all).length();
            assert!((found - expected).abs() < 0.01, "{all:?}: {found}");
        };
        about(&[], 0.0);
        about(&[Vec3::X, Vec3::X], 1.0);
        about(&[Vec3::X, Vec3::ZERO], 0.0);
        // It turns about a place between two joints, or among three markers.
        about(&[Vec3::X, -Vec3::X * 0.5], 0.0);
        about(&[Vec3::X, Vec3::new(-1.0, 0.0, 1.0), Vec3::new(-1.0, 0.0, -1.0)], 0.0);
        // It turns about a place outside, and slides.
        about(&[Vec3::new(1.0, 0.0, 1.0), Vec3::new(1.0, 0.0, -2.0)], 1.0);
    }
}
