//! Skating feet: those that slide over the floor while they stand, fast or slowly.
//!
//! A foot that stands may roll from heel to toe, and turn: then some place of it rests, at a joint or
//! between them. So a foot slides as its slowest place does, which is the least of all blends of the
//! velocities of its points. It skates while all of its points are at their levels and that place is fast;
//! it drifts where that place is slow, and yet gets far over a contact. A foot that brushes the floor where
//! it lands or leaves is let off for a quarter of a second. One of a single point drifts nowhere: an ankle
//! goes forward while the foot rolls.

use glam::Vec3;

use super::feet::{APART, Contact, Foot, SHORTEST};
use super::finding::{Finding, centimetres, runs, seconds};
use super::kind::{Check, Severity};
use super::subject::Subject;
use crate::take::rounded;

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
    /// How far it gets, in metres.
    way: f64,
}

impl<'a> Sliding<'a> {
    fn of(subject: &'a Subject<'a>, foot: &'a Foot) -> Self {
        let velocity = |frame: usize| {
            let down = foot.is_down(subject, frame);
            down.then(|| {
                let all = foot.points.iter().map(|point| point.velocity(subject, frame));
                let level = all.map(|velocity| velocity.with_y(0.0));
                least(&level.filter(|v| v.is_finite()).collect::<Vec<_>>())
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
            way: f64::from(way.length()) * self.subject.frame_time,
        }
    }

    /// When the foot skates.
    fn skates(&self) -> Vec<Slide> {
        let (subject, limits) = (self.subject, self.subject.limits);
        let shortest = match self.foot.points.len() {
            1 => SHORTEST_OF_ONE_POINT,
            _ => SHORTEST,
        };
        let [apart, shortest] = [APART, shortest].map(|time| subject.frames_in(time));
        let fast = (0..subject.frames).map(|frame| self.speed(frame) > limits.skate_speed);
        let is_up = |frame: usize| self.velocities.get(frame).is_some_and(Option::is_none);
        let slides = |slide: &Slide| {
            let brushes = is_up(slide.first.wrapping_sub(1)) || is_up(slide.last + 1);
            let is_brief = slide.last - slide.first + 1 < subject.frames_in(BRUSH);
            slide.way > limits.slide_distance && !(brushes && is_brief)
        };
        let runs = runs(fast, apart, shortest).into_iter();
        runs.map(|run| self.slide(run)).filter(slides).collect()
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
        let own = contacts.iter().filter(|contact| contact.node == self.foot.node);
        let least = subject.frames_in(SHORTEST_DRIFT);
        let slow = own.flat_map(|contact| {
            let frames = contact.first..=contact.last;
            let found = runs(frames.map(rests), 1, least).into_iter();
            found.map(|run| self.slide(run.map(|frame| frame + contact.first)))
        });
        slow.filter(|drift| {
            drift.way > limits.slide_distance
                && !skates
                    .iter()
                    .any(|skate| skate.first <= drift.last + 1 && drift.first <= skate.last + 1)
        })
        .collect()
    }
}

/// The blend of some velocities that is the shortest (E. G. Gilbert, *An Iterative Procedure for Computing
/// the Minimum of a Quadratic Form on a Convex Set*, SIAM Journal on Control 4, 1966).
fn least(all: &[Vec3]) -> Vec3 {
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
pub(super) fn findings(subject: &Subject, feet: &[Foot], contacts: &[Contact]) -> Vec<Finding> {
    let limits = subject.limits;
    let finding =
        |node, slide: &Slide, [value, limit]: [f64; 2], unit, severity, message| Finding {
            check: Check::Skate,
            node,
            first: slide.first,
            last: slide.last,
            value,
            limit,
            unit,
            severity,
            message,
        };
    let mut found = Vec::new();
    let (mut skating, mut fastest) = (0, 0.0f64);
    for foot in feet {
        let sliding = Sliding::of(subject, foot);
        let skates = sliding.skates();
        let name = subject.name(foot.node);
        for slide in &skates {
            skating += slide.last - slide.first + 1;
            fastest = fastest.max(slide.speed);
            let (way, at) = (centimetres(slide.way), rounded(slide.speed, 2));
            let message = format!("{name} slides {way} over the floor, at up to {at} m/s");
            let figures = [slide.speed, limits.skate_speed];
            found.push(finding(Some(foot.node), slide, figures, "m/s", Severity::Warning, message));
        }
        for drift in sliding.drifts(contacts, &skates) {
            let time = (drift.last - drift.first + 1) as f64 * subject.frame_time;
            let (way, time) = (centimetres(drift.way), seconds(time));
            let message = format!("{name} drifts {way} over the floor in {time}");
            let figures = [drift.way, limits.slide_distance];
            found.push(finding(Some(foot.node), &drift, figures, "m", Severity::Warning, message));
        }
    }
    let standing: usize = contacts.iter().map(|contact| contact.last - contact.first + 1).sum();
    if skating > 0 && skating as f64 > IN_PLACE * (standing + skating) as f64 {
        let whole = Slide { first: 0, last: subject.frames - 1, speed: fastest, way: 0.0 };
        let message =
            "feet slide in most of their steps: the figure walks in place, or glides".to_string();
        let figures = [fastest, limits.skate_speed];
        return vec![finding(None, &whole, figures, "m/s", Severity::Note, message)];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_foot_slides_as_its_slowest_place_does() {
        let about = |all: &[Vec3], least_of: f32| {
            let found = least(all).length();
            assert!((found - least_of).abs() < 0.01, "{all:?}: {found}");
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
