//! How each joint is turned on each frame: by what hangs from it, and about its bone by what tells its twist.
//!
//! Where a limb is straight, nothing tells how it is twisted: it is then carried on from the frame before, by the shortest
//! way to where the bone points now. Once it bends again, it is turned to its hinge, at no more than a
//! pace, so that no twist jumps; a limb that bends a little the other way, as an estimator's knees do, is not twisted
//! around. Whatever is missing is what lies between the frames around it, against its parent.

use std::f64::consts::{FRAC_PI_2, PI};

use glam::{DQuat, DVec3};

use super::fit::{angle_about, arc, frame, middle, rotation_between};
use super::plan::{Joint, Twist};
use super::shape::{Segment, SegmentKind};
use super::tracks::Tracks;

/// How straight a limb is, as the sine of its bend, that tells nothing of its twist, and how bent one is that
/// tells all.
const STRAIGHT: f64 = 0.15;
const BENT: f64 = 0.4;

/// From here on a hinge bends the way it does, however it was twisted before.
const FAR_BENT: f64 = 35.0;

/// The rotations of a joint, frame after frame.
pub(super) struct Turns {
    /// Against its parent.
    pub local: Vec<DQuat>,
    /// In the world.
    pub world: Vec<DQuat>,
    /// On how many frames nothing tells them, so that they are between those around.
    pub bridged: usize,
}

/// Turns a joint on all frames, below a parent that turns like that; `None` for one in the world.
pub(super) fn turns(
    joint: &Joint,
    segment: &Segment,
    tracks: &Tracks,
    parent: Option<&[DQuat]>,
    frame_time: f64,
) -> Turns {
    let above = |frame: usize| parent.map_or(DQuat::IDENTITY, |turns| turns[frame]);
    let mut local: Vec<Option<DQuat>> = vec![None; tracks.frames];
    match segment.kind {
        // It is as its parent is.
        SegmentKind::End => local.fill(Some(DQuat::IDENTITY)),
        SegmentKind::Bare if joint.upright.is_none() => local.fill(Some(DQuat::IDENTITY)),
        SegmentKind::Bare => {
            for (frame, local) in local.iter_mut().enumerate() {
                let at = tracks.frame(frame);
                let turn = joint.upright.and_then(|ways| upright(ways, at));
                *local = turn.map(|turn| above(frame).inverse() * turn);
            }
        }
        SegmentKind::Line(_) | SegmentKind::Solid => {
            let mut carried = Carried::new(joint, segment, frame_time);
            let seen = |frame: usize| {
                Seen::of(segment, joint, tracks.frame(frame), above(frame).inverse())
            };
            carried.begin((0..tracks.frames).map(seen));
            for (frame, local) in local.iter_mut().enumerate() {
                *local = carried.advance(&seen(frame));
            }
        }
    }
    let bridged = local.iter().filter(|turn| turn.is_none()).count();
    let local = bridge(local);
    let world = local.iter().enumerate().map(|(frame, turn)| (above(frame) * *turn).normalize());
    Turns { world: world.collect(), local, bridged }
}

fn upright([left, up]: [[usize; 2]; 2], at: &[DVec3]) -> Option<DQuat> {
    frame(at[left[1]] - at[left[0]], at[up[1]] - at[up[0]])
}

/// What a frame tells of how a joint is turned, in the axes of its parent.
enum Seen {
    Nothing,
    /// All of it.
    Turn(DQuat),
    /// Where something points that points there at rest, and what tells the twist about it.
    Way {
        rest: DVec3,
        way: DVec3,
        aside: DVec3,
    },
}

impl Seen {
    fn of(segment: &Segment, joint: &Joint, at: &[DVec3], back: DQuat) -> Self {
        let seen = || segment.points.iter().filter(|(point, _)| at[*point].is_finite());
        let is_solid = segment.kind == SegmentKind::Solid;
        let is_whole = seen().count() == segment.points.len();
        if is_solid && (is_whole || is_wide(seen().map(|&(_, own)| own))) {
            return Self::Turn(
                back * rotation_between(seen().map(|&(point, own)| [own, at[point]])),
            );
        }
        let ends = match segment.kind {
            SegmentKind::Line(ends) => ends.map(|end| segment.points[end]),
            _ => {
                let Some((first, last)) = seen().next().zip(seen().next_back()) else {
                    return Self::Nothing;
                };
                [*first, *last]
            }
        };
        let [(from, rest_from), (to, rest_to)] = ends;
        let rest = (rest_to - rest_from).try_normalize();
        let way = (at[to] - at[from]).try_normalize();
        match rest.zip(way) {
            Some((rest, way)) => {
                Self::Way { rest, way: back * way, aside: back * aside(&joint.twist, at) }
            }
            None => Self::Nothing,
        }
    }
}

/// Whether points are no line, nor nearly one: about that, what trembles would turn all.
fn is_wide(points: impl Iterator<Item = DVec3> + Clone) -> bool {
    const NARROW: f64 = 0.2;
    let count = points.clone().count();
    let [mean, _] = middle(points.clone().map(|point| [point, point]));
    let longest =
        points.clone().map(|point| point - mean).max_by(|a, b| a.length().total_cmp(&b.length()));
    let Some(way) = longest.and_then(DVec3::try_normalize).filter(|_| count > 2) else {
        return false;
    };
    let wide = points.map(|point| (point - mean).reject_from(way).length()).fold(0.0, f64::max);
    wide > NARROW * longest.unwrap_or_default().length()
}

/// The direction that tells a twist; not a number where nothing does.
fn aside(twist: &Twist, at: &[DVec3]) -> DVec3 {
    match twist {
        Twist::None => DVec3::NAN,
        Twist::Hinge { bone, .. } => {
            (at[bone[1]] - at[bone[0]]).try_normalize().unwrap_or(DVec3::NAN)
        }
        Twist::Along { ways, .. } => {
            let known = ways.iter().filter_map(|&([from, to], weight)| {
                Some((at[to] - at[from]).try_normalize()? * weight)
            });
            let sum: DVec3 = known.sum();
            sum.try_normalize().unwrap_or(DVec3::NAN)
        }
    }
}

/// How a joint is turned so far.
struct Carried {
    turn: Option<DQuat>,
    /// What the twist is told by, at rest.
    rest: DVec3,
    is_hinge: bool,
    /// Whether it stays as it was about its bone where nothing tells how it is twisted, or is as its parent is.
    keeps: bool,
    /// How far it may be twisted on a frame while it has to catch up.
    pace: f64,
    is_behind: bool,
}

impl Carried {
    fn new(joint: &Joint, segment: &Segment, frame_time: f64) -> Self {
        /// Radians in a second: half a turn in a quarter of it.
        const PACE: f64 = 4.0 * PI;
        let (rest, is_hinge) = match joint.twist {
            Twist::None => (DVec3::NAN, false),
            Twist::Along { rest, .. } => (rest, false),
            Twist::Hinge { rest, .. } => (rest, true),
        };
        let keeps = joint.twist != Twist::None || segment.kind == SegmentKind::Solid;
        let pace = (PACE * frame_time).min(FRAC_PI_2);
        Self { turn: None, rest, is_hinge, keeps, pace, is_behind: false }
    }

    /// Carries the first twist that is certain back to the first frame.
    fn begin(&mut self, frames: impl Iterator<Item = Seen>) {
        let mut ahead = Vec::new();
        for seen in frames {
            match seen {
                Seen::Nothing => continue,
                Seen::Turn(turn) => {
                    self.turn = Some(turn);
                    break;
                }
                Seen::Way { rest, way, aside } => {
                    let turn = arc(rest, way);
                    if let Some(twist) =
                        self.twist(turn, way, aside).filter(|twist| twist.weight >= 1.0)
                    {
                        self.turn = Some(DQuat::from_axis_angle(way, twist.angle) * turn);
                        break;
                    }
                    ahead.push((rest, way));
                }
            }
        }
        if let Some(turn) = &mut self.turn {
            for (rest, way) in ahead.into_iter().rev() {
                *turn = (arc(*turn * rest, way) * *turn).normalize();
            }
        }
    }

    fn advance(&mut self, seen: &Seen) -> Option<DQuat> {
        let turn = match *seen {
            Seen::Nothing => return None,
            Seen::Turn(turn) => turn,
            Seen::Way { rest, way, aside } => {
                let turn = match self.turn {
                    Some(before) if self.keeps => arc(before * rest, way) * before,
                    _ => arc(rest, way),
                };
                let angle = self.twist(turn, way, aside).map_or(0.0, |twist| self.step(twist));
                DQuat::from_axis_angle(way, angle) * turn
            }
        };
        self.turn = Some(turn.normalize());
        self.turn
    }

    /// By how much a joint that is turned like this is to be twisted about its bone; `None` where nothing tells.
    fn twist(&self, turn: DQuat, way: DVec3, aside: DVec3) -> Option<TwistSeen> {
        let bend = aside.reject_from(way).length();
        let angle = angle_about(way, turn * self.rest, aside);
        if angle.is_nan() || bend.is_nan() {
            return None;
        }
        let part = ((bend - STRAIGHT) / (BENT - STRAIGHT)).clamp(0.0, 1.0);
        let weight = part * part * (3.0 - 2.0 * part);
        let is_far_bent = aside.dot(way) < FAR_BENT.to_radians().cos();
        Some(TwistSeen { angle, weight, is_far_bent })
    }

    /// The part of a twist that is done on this frame.
    fn step(&mut self, twist: TwistSeen) -> f64 {
        /// What is twisted by more at once has to catch up.
        const JUMP: f64 = PI / 6.0;
        let mut angle = twist.angle;
        if self.is_hinge && !twist.is_far_bent && angle.abs() > FRAC_PI_2 {
            angle -= PI.copysign(angle);
        }
        let step = angle * twist.weight;
        self.is_behind = step.abs() > if self.is_behind { self.pace } else { JUMP.max(self.pace) };
        if self.is_behind { step.clamp(-self.pace, self.pace) } else { step }
    }
}

/// A twist as it is seen.
struct TwistSeen {
    angle: f64,
    /// How much of it counts.
    weight: f64,
    is_far_bent: bool,
}

/// Fills what is missing with what lies between the frames around it; what is ahead of the first one, or behind the
/// last, is as they are.
fn bridge(turns: Vec<Option<DQuat>>) -> Vec<DQuat> {
    let known: Vec<(usize, DQuat)> =
        turns.iter().enumerate().filter_map(|(frame, turn)| Some((frame, (*turn)?))).collect();
    let mut next = 0;
    let fill = |(frame, turn): (usize, Option<DQuat>)| {
        while known.get(next).is_some_and(|(known, _)| *known < frame) {
            next += 1;
        }
        let before = next.checked_sub(1).map(|before| known[before]);
        match (turn, before, known.get(next)) {
            (Some(turn), ..) => turn,
            (None, Some((first, from)), Some(&(last, to))) => {
                from.slerp(to, (frame - first) as f64 / (last - first) as f64)
            }
            (None, Some((_, turn)), None) | (None, None, Some(&(_, turn))) => turn,
            (None, None, None) => DQuat::IDENTITY,
        }
    };
    turns.into_iter().enumerate().map(fill).collect()
}
