//! The shape of a skeleton: the lengths of its bones, and how the points of each of its parts that do not bend are
//! to one another.
//!
//! Both are the middle of what is seen over the take, so that frames with mistakes do not count. At rest the
//! bones are as those of a plain figure that holds out its arms, with Y up, facing Z.

use glam::{DQuat, DVec3};

use super::fit::{frame, middle, rotation_between};
use super::plan::{Joint, Plan, Twist};
use super::tracks::{Tracks, median, median_vector, part_way};
use crate::known_bodies::Side;

/// In sizes of the figure: what is closer than this is the same, and no estimate.
const EXACT: f64 = 3e-5;

/// What a joint turns: the points that are fixed to it.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    /// Where they are in its axes; first the joint itself.
    pub points: Vec<(usize, DVec3)>,
    pub kind: SegmentKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SegmentKind {
    /// Nothing hangs from it.
    End,
    /// What hangs from it is where the joint is.
    Bare,
    /// Its points are about on a line, whose ends these are.
    Line([usize; 2]),
    /// Three points or more, which tell how it is turned.
    Solid,
}

/// Whether a plain figure stands for what is never seen together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guessing {
    Never,
    WhereNotSeen,
}

#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// Where each joint is in the axes of its parent.
    pub offsets: Vec<DVec3>,
    pub segments: Vec<Segment>,
    /// How tall the figure is at rest.
    pub height: f64,
}

impl Shape {
    /// Measures the skeleton of a plan. A joint is added to the plan where parts do not keep their places to one
    /// another. `None` where too little of the figure is ever seen.
    pub fn measure(
        plan: &mut Plan,
        tracks: &Tracks,
        equal_sides: bool,
        guessing: Guessing,
    ) -> Option<Self> {
        let tolerance = EXACT * tracks.size();
        let mut segments = Vec::new();
        let mut joint = 0;
        while joint < plan.joints.len() {
            let (segment, misfit) = Segment::measure(plan, tracks, joint, tolerance, guessing)?;
            if misfit > tolerance && plan.loosen(tracks, joint, &segment, tolerance) {
                plan.add_twists();
                continue;
            }
            segments.push(segment);
            joint += 1;
        }
        for (joint, segment) in plan.joints.iter_mut().zip(&segments) {
            if joint.twist == Twist::None && joint.upright.is_none() {
                joint.twist = segment.twist().unwrap_or(Twist::None);
            }
        }
        let mut shape =
            Self { offsets: vec![DVec3::ZERO; plan.joints.len()], segments, height: 0.0 };
        for (joint, segment) in shape.segments.iter().enumerate() {
            for child in plan.children(joint) {
                let found =
                    segment.points.iter().find(|(point, _)| *point == plan.joints[child].point);
                shape.offsets[child] = found?.1;
            }
        }
        if equal_sides {
            shape.make_sides_equal(plan);
        }
        let mut places: Vec<DVec3> = Vec::with_capacity(plan.joints.len());
        for (joint, offset) in plan.joints.iter().zip(&shape.offsets) {
            places.push(joint.parent.map_or(DVec3::ZERO, |parent| places[parent]) + offset);
        }
        let [low, high] =
            [f64::min, f64::max].map(|of| places.iter().map(|place| place.y).fold(f64::NAN, of));
        shape.height = high - low;
        Some(shape)
    }

    fn make_sides_equal(&mut self, plan: &Plan) {
        let mirrored = |offset: DVec3| DVec3::new(-offset.x, offset.y, offset.z);
        let before = self.offsets.clone();
        for (joint, offset) in plan.joints.iter().zip(&mut self.offsets) {
            let is_other = |other: &&Joint| {
                other.landmark.word == joint.landmark.word
                    && other.landmark.side == other_side(joint.landmark.side)
                    && other.is_added == joint.is_added
            };
            if let Some(other) = plan.joints.iter().position(|other| is_other(&other)) {
                *offset = 0.5 * (*offset + mirrored(before[other]));
            }
        }
        for (joint, segment) in self.segments.iter_mut().enumerate() {
            for child in plan.children(joint) {
                let point = plan.joints[child].point;
                for (_, at) in segment.points.iter_mut().filter(|(other, _)| *other == point) {
                    *at = self.offsets[child];
                }
            }
        }
    }
}

impl Segment {
    /// What hangs from a joint, and how far that is from keeping its places, on most frames. `None` where it is never
    /// seen.
    fn measure(
        plan: &Plan,
        tracks: &Tracks,
        joint: usize,
        tolerance: f64,
        guessing: Guessing,
    ) -> Option<(Self, f64)> {
        let origin = plan.joints[joint].point;
        let mut points = vec![origin];
        for child in plan.children(joint) {
            let point = plan.joints[child].point;
            if !points.contains(&point) {
                points.push(point);
            }
        }
        let may_guess = guessing == Guessing::WhereNotSeen;
        // In the size of the figure only where a plain one stands for what is not seen.
        let scale = if may_guess { tracks.size() / plan.plain_size() } else { 1.0 };
        let plain = |point: usize| scale * (plan.points[point].plain - plan.points[origin].plain);
        let shape: Vec<DVec3> = points.iter().map(|&point| plain(point)).collect();
        let has_children = plan.children(joint).next().is_some();
        if points.len() < 3 {
            let mut kind = if has_children { SegmentKind::Bare } else { SegmentKind::End };
            let mut all = vec![(origin, DVec3::ZERO)];
            if let [_, end] = points[..] {
                let seen = tracks.samples().map(|at| at[origin].distance(at[end]));
                let mut lengths: Vec<f64> = seen.filter(|length| length.is_finite()).collect();
                let guessed = Some(shape[1].length()).filter(|_| may_guess);
                let length = true_length(&mut lengths).or(guessed)?;
                all.push((end, rest_direction(shape[1]) * length));
                if length > tolerance {
                    kind = SegmentKind::Line([0, 1]);
                }
            }
            return Some((Self { points: all, kind }, 0.0));
        }
        let upright = plan.joints[joint].upright;
        // Where all points are never seen at once, so many of them have to do.
        const FEWEST: usize = 3;
        let fewest = if may_guess { FEWEST } else { points.len() };
        let seen = |at: &[DVec3]| points.iter().filter(|&&point| at[point].is_finite()).count();
        let frames = tracks.samples().filter(|at| at[origin].is_finite() && seen(at) >= fewest);
        let mut shape = shape;
        if let Some([left, up]) = upright {
            let seen = mean_shape(&points, frames.clone(), |at| {
                let way = |[from, to]: [usize; 2]| at[to] - at[from];
                Some(frame(way(left), way(up))?.inverse())
            });
            shape = with_guesses(seen, &shape, may_guess).unwrap_or(shape);
        }
        let is_line = |shape: &[DVec3], width: f64| {
            let [from, to] = farthest(shape);
            let way = (shape[to] - shape[from]).normalize_or_zero();
            let wide = shape.iter().map(|at| (*at - shape[from]).reject_from(way).length());
            wide.fold(0.0, f64::max) <= width
        };
        let by_upright = shape.clone();
        let mut misfit = f64::INFINITY;
        // The second time with its own shape, which is closer.
        for _ in 0..2 {
            let pairs = |at: &'_ [DVec3]| {
                let pairs = shape.iter().zip(&points).map(|(&own, &point)| [own, at[point]]);
                pairs.filter(|pair| pair[1].is_finite()).collect::<Vec<[DVec3; 2]>>()
            };
            let turn = |at: &[DVec3]| Some(rotation_between(pairs(at).into_iter()).inverse());
            let seen = mean_shape(&points, frames.clone(), turn);
            shape = with_guesses(seen, &shape, may_guess)?;
            let mut off: Vec<f64> =
                frames.clone().map(|at| misfit_of(&points, &shape, at)).collect();
            misfit = part_way(&mut off, 1.0).or(may_guess.then_some(0.0))?;
        }
        // Two hips with the pelvis between them tell no more of it than their line: the spine is not to tip it.
        let is_side = |place: &usize| plan.points[points[*place]].landmark.side != Side::Middle;
        let sides: Vec<DVec3> =
            (0..points.len()).filter(is_side).map(|place| shape[place]).collect();
        if upright.is_some() && sides.len() < points.len() - 1 && is_line_with_origin(&sides) {
            misfit = f64::INFINITY;
        }
        // As wide as it is uncertain tells nothing of how it is turned.
        const CERTAIN: f64 = 4.0;
        let kind = if is_line(&shape, tolerance.max(CERTAIN * misfit)) {
            // Noise laid on itself bends a line: what stands upright on every frame has none of that.
            if upright.is_some() && misfit > tolerance {
                shape = by_upright;
            }
            let ends = match upright {
                Some(_) => farthest(&shape),
                None => [0, farthest_child(plan, joint, &points, &shape)],
            };
            let is_point = shape[ends[0]].distance(shape[ends[1]]) <= tolerance;
            if is_point { SegmentKind::Bare } else { SegmentKind::Line(ends) }
        } else {
            SegmentKind::Solid
        };
        Some((Self { points: points.into_iter().zip(shape).collect(), kind }, misfit))
    }
}

fn other_side(side: Side) -> Side {
    match side {
        Side::Middle => Side::Middle,
        Side::Left => Side::Right,
        Side::Right => Side::Left,
    }
}

/// How long a bone is that is seen so long: noise across a bone makes it longer, by as much as the noise along it tells.
fn true_length(seen: &mut [f64]) -> Option<f64> {
    /// Of a normal distribution, in its middle deviations.
    const DEVIATION: f64 = 1.4826;
    let length = median(seen)?;
    let mut off: Vec<f64> = seen.iter().map(|seen| (seen - length).abs()).collect();
    let noise = (DEVIATION * median(&mut off)?).min(0.3 * length);
    Some((length * length - 2.0 * noise * noise).sqrt())
}

/// Whether two sides are on a line with what is between them.
fn is_line_with_origin(sides: &[DVec3]) -> bool {
    const NARROW: f64 = 0.15;
    let [one, other] = sides else { return false };
    let way = (*one - *other).normalize_or_zero();
    one.reject_from(way).length() < NARROW * one.distance(*other)
}

impl Segment {
    /// What is beside a line tells how that is twisted, as a thumb does of a hand; `None` where nothing is.
    fn twist(&self) -> Option<Twist> {
        const BESIDE: f64 = 0.2;
        let SegmentKind::Line([0, end]) = self.kind else { return None };
        let way = self.points[end].1.try_normalize()?;
        let off = |at: &DVec3| at.reject_from(way).length();
        let others = self.points[1..].iter().filter(|(_, at)| off(at) > BESIDE * at.length());
        let (point, at) = others.max_by(|a, b| off(&a.1).total_cmp(&off(&b.1)))?;
        let ways = vec![([self.points[0].0, *point], 1.0)];
        Some(Twist::Along { rest: at.try_normalize()?, ways })
    }
}

/// The place of what a limb goes on with: of points that hang from a joint the one from which most hangs, as from a hand
/// beside a thumb, and of several the farthest.
fn farthest_child(plan: &Plan, joint: usize, points: &[usize], shape: &[DVec3]) -> usize {
    let below = |place: &usize| {
        let mut children = plan.children(joint);
        let child = children.find(|&child| plan.joints[child].point == points[*place]);
        child.map_or(0, |child| plan.children(child).count())
    };
    let farther = |a: &usize, b: &usize| {
        let [own, other] = [a, b].map(|place| shape[*place].length());
        below(a).cmp(&below(b)).then(own.total_cmp(&other))
    };
    (1..points.len()).max_by(farther).unwrap_or(0)
}

/// What was seen of a shape, with what was there before in the place of what was not.
fn with_guesses(seen: Vec<Option<DVec3>>, before: &[DVec3], may_guess: bool) -> Option<Vec<DVec3>> {
    let guess = |(seen, before): (Option<DVec3>, &DVec3)| seen.or(may_guess.then_some(*before));
    seen.into_iter().zip(before).map(guess).collect()
}

/// Where points are to the first of them in the middle, each frame turned.
fn mean_shape<'a>(
    points: &[usize],
    frames: impl Iterator<Item = &'a [DVec3]>,
    turn: impl Fn(&[DVec3]) -> Option<DQuat>,
) -> Vec<Option<DVec3>> {
    let mut seen: Vec<Vec<DVec3>> = vec![Vec::new(); points.len()];
    for at in frames {
        let Some(turn) = turn(at) else { continue };
        for (seen, &point) in seen.iter_mut().zip(points) {
            let place = turn * (at[point] - at[points[0]]);
            seen.extend(Some(place).filter(|place| place.is_finite()));
        }
    }
    seen.iter().map(|seen| median_vector(seen)).collect()
}

/// How far points are from a shape that is laid on them, in the square mean.
fn misfit_of(points: &[usize], shape: &[DVec3], at: &[DVec3]) -> f64 {
    let pairs = shape.iter().zip(points).map(|(&own, &point)| [own, at[point]]);
    let pairs = pairs.filter(|pair| pair[1].is_finite());
    let turn = rotation_between(pairs.clone());
    let [from, to] = middle(pairs.clone());
    let count = pairs.clone().count();
    let squares = pairs.map(|[own, seen]| (turn * (own - from)).distance_squared(seen - to));
    (squares.sum::<f64>() / count as f64).sqrt()
}

/// The two of some places that are the farthest from each other.
fn farthest(places: &[DVec3]) -> [usize; 2] {
    let pairs = (0..places.len()).flat_map(|to| (0..to).map(move |from| [from, to]));
    let distance = |[from, to]: &[usize; 2]| places[*from].distance(places[*to]);
    pairs.max_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or([0, 0])
}

/// The direction of a bone at rest: along an axis, where it is about so in a plain figure.
fn rest_direction(plain: DVec3) -> DVec3 {
    const ABOUT: f64 = 0.9;
    let way = plain.try_normalize().unwrap_or(DVec3::Y);
    let axes = [DVec3::X, DVec3::Y, DVec3::Z];
    let along = axes.into_iter().flat_map(|axis| [axis, -axis]).find(|axis| axis.dot(way) > ABOUT);
    along.unwrap_or(way)
}

impl Plan {
    /// Adds a joint for what does not keep its place to what hangs from the same joint: the spine at the pelvis, the
    /// neck at the collars; and hips and collars themselves where they are measured and no estimate. Tells whether
    /// there was anything to add.
    fn loosen(&mut self, tracks: &Tracks, joint: usize, segment: &Segment, tolerance: f64) -> bool {
        if self.joints[joint].upright.is_none() {
            return false;
        }
        let children: Vec<usize> = self.children(joint).collect();
        let is_middle = |child: &usize| self.joints[*child].landmark.side == Side::Middle;
        if let Some(&middle) =
            children.iter().find(|child| is_middle(child) && !self.joints[**child].is_added)
        {
            self.split(middle);
            return true;
        }
        let origin = self.joints[joint].point;
        let keeps_length = |&(point, _): &(usize, DVec3)| {
            let seen = tracks.samples().map(|at| at[origin].distance(at[point]));
            let mut seen: Vec<f64> = seen.filter(|length| length.is_finite()).collect();
            let ends = [0.05, 0.95].map(|part| part_way(&mut seen, part));
            ends[0].zip(ends[1]).is_some_and(|(low, high)| high - low <= tolerance)
        };
        if !segment.points[1..].iter().all(keeps_length) {
            return false;
        }
        for child in children.into_iter().rev() {
            if !self.joints[child].is_added {
                self.split(child);
            }
        }
        true
    }
}
