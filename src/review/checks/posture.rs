//! Postures that a capture should not have: T-poses at its ends, and left and right exchanged.
//!
//! The arms of a T-pose are level, straight and in one line. A reference pose has every rotation of the
//! skeleton at 0. The body faces where its toes and knees point, and from markers behind to those in front
//! on pelvis and feet; what is called left is to the left of that, or the sides are exchanged.

use std::collections::BTreeSet;

use glam::Vec3;

use super::analysis::{Analysis, CheckInfo, Figure, Pass};
use super::finding::{Amount, Finding, runs};
use super::kind::{Check, FindingSeverity, limits};
use super::subject::{PointPositions, Subject};
use crate::scene::Side;
use crate::take::{BodyPart, Channel, NodeId, part_of, rounded};

pub(super) const T_POSE: CheckInfo = CheckInfo {
    kind: Check::TPose,
    word: "t-pose",
    label: "T-pose",
    about: "The take begins or ends with a T-pose or a reference pose.",
    limits: limits! {
        "t-pose-angle" 15.0 "°"
            "How far the arms of a T-pose may be from level and from a line."
    },
    passes: &[Pass::Figure(|_, figure| figure.t_poses.clone())],
};

pub(super) const SIDES: CheckInfo = CheckInfo {
    kind: Check::Sides,
    word: "sides",
    label: "Left and right",
    about: "Joints or markers called left are on the right of the body.",
    limits: &[],
    passes: &[Pass::Figure(check_sides)],
};

/// Joints by the part of the body and the side that their names tell.
struct Body<'a> {
    subject: &'a Subject<'a>,
    positions: &'a PointPositions,
    sides: &'a [Side],
}

impl Body<'_> {
    /// The joints of a part of the body on a side, from the trunk outwards.
    fn joints(&self, part: BodyPart, side: Side) -> impl Iterator<Item = NodeId> + '_ {
        let nodes = self.subject.take.skeleton.iter();
        nodes
            .filter(move |(id, node)| {
                self.sides[id.index()] == side && part_of(&node.name) == Some(part)
            })
            .map(|(id, _)| id)
    }

    /// The first and the last joint of an arm, from the shoulder's joint to the hand.
    fn arm(&self, side: Side) -> Option<[NodeId; 2]> {
        let mut arm = self.joints(BodyPart::Arm, side);
        Some([arm.next()?, arm.last()?])
    }

    /// From one joint to another, in metres.
    fn way(&self, [from, to]: [NodeId; 2], frame: usize) -> Vec3 {
        self.positions.of_node(to, frame) - self.positions.of_node(from, frame)
    }
}

fn check_sides(analysis: &Analysis, figure: &Figure) -> Vec<Finding> {
    let subject = analysis.subject;
    if subject.frames < 2 {
        return Vec::new();
    }
    let body = Body { subject, positions: &figure.positions, sides: &figure.sides };
    if let Some(markers) = Markers::find(&body) {
        exchanged(subject, |frame| markers.left(&body, frame))
    } else if let Some(legs) =
        legs(&body).filter(|_| !subject.is_of_markers && figure.people.len() < 2)
    {
        let mut found = exchanged(subject, |frame| body.left(legs, frame));
        // What an estimator exchanges for a while is told by the pairs of points.
        found.retain(|sides| {
            let overlaps = |swap: &Finding| swap.first <= sides.last && sides.first <= swap.last;
            figure.people.is_empty() || !figure.swaps.iter().any(overlaps)
        });
        found
    } else {
        Vec::new()
    }
}

/// The poses of calibration that a take begins or ends with.
pub(super) fn t_poses(
    subject: &Subject,
    positions: &PointPositions,
    sides: &[Side],
    people: usize,
) -> Vec<Finding> {
    // What is called an arm may be any cluster of markers, and joints of several people are of no one's arms.
    if subject.frames < 2 || subject.is_of_markers || people > 1 {
        return Vec::new();
    }
    let body = Body { subject, positions, sides };
    let arms = body.arm(Side::Left).zip(body.arm(Side::Right));
    let limit = subject.limits.t_pose_angle;
    // How far from the line of a T-pose both arms are, in degrees.
    let off = |frame: usize| -> Option<f64> {
        let (left, right) = arms?;
        let [left, right] = [body.way(left, frame), body.way(right, frame)];
        let slope = |way: Vec3| f64::from((way.y / way.length()).abs().asin().to_degrees());
        let bend = f64::from(left.angle_between(-right).to_degrees());
        Some(slope(left).max(slope(right)).max(bend))
    };
    let is_t = |frame: usize| off(frame).is_some_and(|off| off < limit);
    let skeleton = &subject.take.skeleton;
    let turning: Vec<usize> = skeleton
        .nodes()
        .iter()
        .filter(|node| node.parent.is_some())
        .flat_map(|node| node.columns().zip(&node.channels))
        .filter(|(_, channel)| matches!(channel, Channel::Rotation(_)))
        .map(|(column, _)| column)
        .collect();
    let is_reference = |frame: usize| {
        let row = subject.take.motion.row(frame);
        turning.len() > 6 && turning.iter().all(|&column| row[column] == 0.0)
    };
    let is_pose = |frame: usize| is_t(frame) || is_reference(frame);
    let last = subject.frames - 1;
    let half = last / 2 + 1;
    // One that lasts for most of the take is what the take is about.
    let starts = runs((0..half).map(is_pose), 1, 1);
    let start = starts.first().filter(|run| run[0] == 0 && run[1] < last / 2);
    let ends = runs((half..=last).map(is_pose), 1, 1);
    let end = ends.last().map(|run| run.map(|frame| frame + half));
    let end = end.filter(|run| run[1] == last && run[0] > half);
    let poses = start.map(|run| (*run, "begins")).into_iter().chain(end.map(|run| (run, "ends")));
    let finding = |(run, verb): ([usize; 2], &str)| {
        let pose = if is_t(run[0]) { "T-pose" } else { "reference pose" };
        let amount = Amount { value: off(run[0]).unwrap_or(0.0), limit, unit: "°" };
        let message = format!("the take {verb} with a {pose}");
        Finding::new(Check::TPose, None, run, amount, FindingSeverity::Note, message)
    };
    poses.map(finding).collect()
}

/// Thigh, knee, ankle and toes of both legs, the left one first.
fn legs(body: &Body) -> Option<[[NodeId; 4]; 2]> {
    let leg = |side: Side| {
        let mut leg = body.joints(BodyPart::Leg, side);
        let thigh = leg.next()?;
        let knee = leg.last()?;
        // Heels are behind.
        let is_ahead = |id: &NodeId| !body.subject.name(*id).to_lowercase().contains("heel");
        let foot: Vec<NodeId> = body.joints(BodyPart::Foot, side).filter(is_ahead).collect();
        Some([thigh, knee, *foot.first()?, *foot.last()?])
    };
    Some([leg(Side::Left)?, leg(Side::Right)?])
}

impl Body<'_> {
    /// From what is called right to what is called left on a frame, and how far that is to the left of where
    /// toes and knees point, as a sine; `None` in doubt.
    fn left(&self, [left, right]: [[NodeId; 4]; 2], frame: usize) -> (Vec3, Option<f32>) {
        let across = self.way([right[0], left[0]], frame);
        let mut facing = Vec3::ZERO;
        for [thigh, knee, ankle, toe] in [left, right] {
            let toes = self.way([ankle, toe], frame).with_y(0.0);
            let shin = self.way([thigh, ankle], frame);
            let knee = self.way([thigh, knee], frame);
            let bend = (knee - knee.project_onto(shin)).with_y(0.0);
            // Who lies or kneels has toes and knees elsewhere.
            if shin.y > -0.7 * shin.length() || toes.length() < 0.03 || toes.dot(bend) < -1e-4 {
                return (across, None);
            }
            facing += toes.normalize();
        }
        (across, sine(across, facing))
    }
}

/// How far a way is to the left of where somebody faces, as a sine.
fn sine(across: Vec3, facing: Vec3) -> Option<f32> {
    let facing = facing.with_y(0.0).try_normalize()?;
    let level = across.with_y(0.0).try_normalize()?;
    Some(level.dot(Vec3::Y.cross(facing)))
}

/// Markers of the pelvis and the feet by the places that their names tell.
struct Markers {
    /// In front and behind, of the pelvis and of each foot: whichever there are.
    facing: Vec<[Vec<NodeId>; 2]>,
    /// On the left and on the right of the pelvis.
    across: [Vec<NodeId>; 2],
}

impl Markers {
    /// Those of a take of markers; `None` where names do not tell enough, or of several performers.
    fn find(body: &Body) -> Option<Self> {
        /// Words in names of what is in front, and of what is behind.
        const PELVIS: [&[&str]; 2] = [&["asi", "ias"], &["psi", "ips", "sacr"]];
        const FOOT: [&[&str]; 2] = [&["toe", "mt", "fm1", "fm5"], &["hee", "cal", "fcc"]];
        let skeleton = &body.subject.take.skeleton;
        let performers: BTreeSet<_> = skeleton
            .nodes()
            .iter()
            .map(|node| node.name.rsplit_once([':', '|']).map(|(name, _)| name))
            .collect();
        if !body.subject.is_of_markers || performers.len() > 1 {
            return None;
        }
        let called = |part: BodyPart, words: &[&str], is_on: &dyn Fn(Side) -> bool| {
            let all = skeleton.iter().filter(|(id, node)| {
                let name = node.name.to_lowercase();
                part_of(&node.name) == Some(part)
                    && is_on(body.sides[id.index()])
                    && words.iter().any(|word| name.contains(word))
            });
            all.map(|(id, _)| id).collect::<Vec<_>>()
        };
        let both = [Side::Left, Side::Right];
        let feet =
            both.map(|side| FOOT.map(|words| called(BodyPart::Foot, words, &|of| of == side)));
        let pelvis = PELVIS.map(|words| called(BodyPart::Pelvis, words, &|_| true));
        let across =
            both.map(|side| called(BodyPart::Pelvis, PELVIS.concat().as_slice(), &|of| of == side));
        let facing = std::iter::once(pelvis).chain(feet);
        let facing: Vec<_> = facing.filter(|both| both.iter().all(|all| !all.is_empty())).collect();
        let is_enough = !facing.is_empty() && across.iter().all(|all| !all.is_empty());
        is_enough.then_some(Self { facing, across })
    }

    /// As [`Body::left`]; in doubt where pelvis and feet face elsewhere.
    fn left(&self, body: &Body, frame: usize) -> (Vec3, Option<f32>) {
        let middle = |all: &[NodeId]| {
            let sum: Vec3 = all.iter().map(|id| body.positions.of_node(*id, frame)).sum();
            sum / all.len() as f32
        };
        let between = |[to, from]: &[Vec<NodeId>; 2]| middle(to) - middle(from);
        let ways = self.facing.iter().map(|both| between(both).with_y(0.0).try_normalize());
        let ways: Vec<Vec3> = ways.flatten().collect();
        let facing: Vec3 = ways.iter().sum();
        let across = between(&self.across);
        let is_sure =
            across.is_finite() && ways.iter().all(|way| way.dot(facing) > 0.5 * facing.length());
        (across, sine(across, facing).filter(|_| is_sure))
    }
}

/// Frames on which left and right are exchanged: `left` gives of a frame what [`Body::left`] does.
fn exchanged(subject: &Subject, left: impl Fn(usize) -> (Vec3, Option<f32>)) -> Vec<Finding> {
    /// On how much of a take's frames sides are exchanged as a whole, in percent.
    const WHOLE: f64 = 80.0;
    /// Runs shorter than this are a twist or a fall, in seconds.
    const SHORTEST: f64 = 0.15;
    let all: Vec<(Vec3, Option<f32>)> = (0..subject.frames).map(left).collect();
    let seen = all.iter().filter(|(_, by)| by.is_some()).count();
    let wrong = |(_, by): &(Vec3, Option<f32>)| by.is_some_and(|by| by < -0.5);
    let share = 100.0 * all.iter().filter(|by| wrong(by)).count() as f64 / seen.max(1) as f64;
    let finding = |run: [usize; 2], value: f64, message: String| {
        let amount = Amount { value, limit: 0.0, unit: "%" };
        Finding::new(Check::Sides, None, run, amount, FindingSeverity::Fault, message)
    };
    if seen * 4 < subject.frames {
        return Vec::new();
    }
    if share > WHOLE {
        let message =
            format!("left and right are exchanged, on {} % of the frames", rounded(share, 0));
        return vec![finding(subject.whole_take(), share, message)];
    }
    let shortest = subject.frames_in(SHORTEST);
    let runs = runs(all.iter().map(wrong), shortest, shortest).into_iter();
    // Nobody turns round within a frame: what is called left jumps to the other side.
    let jumps = |frame: usize| {
        let both = all.get(frame.wrapping_sub(1)).zip(all.get(frame));
        both.is_some_and(|((before, _), (at, _))| before.dot(*at) < 0.0)
    };
    let runs = runs.filter(|&[first, last]| jumps(first) || jumps(last + 1));
    runs.map(|run| finding(run, 100.0, "left and right are exchanged here".to_string())).collect()
}
