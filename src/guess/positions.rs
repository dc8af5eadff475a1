//! How BVH's position channels are read: as a replacement of OFFSET, or added to it.
//!
//! Both readings are in use and the file does not say which it means. Equation 3.2 of the paper
//! adds; most programs that write position channels on every joint mean to replace. Where the two
//! readings differ, the file's own numbers decide, and a warning says what was decided.

use glam::Vec3;

use crate::evaluate::Pose;
use crate::loader::PositionReading;
use crate::take::{Channel, Detail, DetailKind, Node, Take, Warning, WarningCode};

/// Those whose position channels are settled together.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum JointSet {
    Roots,
    Others,
}

/// Settles what the position channels of all joints but the roots mean, or of the roots, once the joints' are settled
/// and it is known which way is up: whether they are added, `None` where both readings show the same.
pub(super) fn settle(take: &mut Take, reading: PositionReading, joints: JointSet) -> Option<bool> {
    let concerns = |node: &Node| node.parent.is_none() == (joints == JointSet::Roots);
    let differ = |node: &Node| concerns(node) && readings_differ(node);
    // A rest pose is made of the offsets alone, so that both readings show the same.
    if take.motion.frame_count() == 0 || !take.skeleton.nodes().iter().any(differ) {
        return None;
    }
    let adds = match (reading, joints) {
        (PositionReading::Auto, JointSet::Roots) => roots_add(take),
        (PositionReading::Auto, JointSet::Others) => others_add(take),
        (PositionReading::Replace, _) => false,
        (PositionReading::Add, _) => true,
    };
    if adds {
        take.skeleton.map_channels(|node, channel| match channel {
            Channel::Position(axis) if concerns(node) => Channel::Translation(axis),
            _ => channel,
        });
    }
    Some(adds)
}

/// Records how the position channels of roots and others are read, where that makes a difference, and
/// warns of it where it is a guess.
pub(super) fn record_reading(
    take: &mut Take,
    reading: PositionReading,
    roots: Option<bool>,
    others: Option<bool>,
) -> Option<Warning> {
    let verb = |adds| if adds { "add to" } else { "replace" };
    let mut text = match (roots, others) {
        (None, None) => return None,
        (Some(a), Some(b)) if a != b => {
            format!("{} OFFSET on roots, {} it on joints", verb(a), verb(b))
        }
        (Some(adds), _) | (None, Some(adds)) => format!("{} OFFSET", verb(adds)),
    };
    let mut warning = None;
    if reading == PositionReading::Auto {
        let message = format!("position channels {text}, as the numbers suggest");
        warning = Some(Warning::of_file(WarningCode::PositionsGuessed, message));
        text += " (guessed)";
    }
    take.details.push(Detail::new(DetailKind::POSITIONS, text));
    warning
}

/// Whether a node has a position channel where its OFFSET is not 0.
fn readings_differ(node: &Node) -> bool {
    node.channels.iter().any(
        |channel| matches!(channel, Channel::Position(axis) if node.offset[axis.index()] != 0.0),
    )
}

/// JointSet are written to be added to where most of their values are about 0 though OFFSET is not:
/// a joint at its parent's origin is rare, a joint that does not move in its parent is the rule.
fn others_add(Take { skeleton, motion, .. }: &Take) -> bool {
    let (mut near_zero, mut others) = (0usize, 0usize);
    for frame in [0, motion.frame_count() / 2, motion.frame_count() - 1] {
        let row = motion.row(frame);
        for node in skeleton.nodes() {
            if node.parent.is_none() || !readings_differ(node) {
                continue;
            }
            let mut value = Vec3::ZERO;
            let mut offset = Vec3::ZERO;
            for (&channel, &v) in node.channels.iter().zip(&row[node.columns()]) {
                if let Channel::Position(axis) = channel {
                    value[axis.index()] = v;
                    offset[axis.index()] = node.offset[axis.index()];
                }
            }
            if value.length() < 0.1 * offset.length() {
                near_zero += 1;
            } else {
                others += 1;
            }
        }
    }
    near_zero > others
}

/// Roots are read so that the figure stands closest to the ground on the first frame; where that
/// tells nothing, they are added, as the paper has it. Of a figure that is high above the ground in both readings, or
/// deep below it, they replace: it does not stand there, and its channels tell where it was captured.
fn roots_add(take: &Take) -> bool {
    /// How much closer to the ground one reading must be than the other, in heights of the figure.
    const MARGIN: f32 = 0.05;
    /// How far from the ground a figure may be that stands on it, in its heights.
    const STANDS: f32 = 0.2;
    let (skeleton, up) = (&take.skeleton, take.units.up.direction);
    let pose = Pose::of(skeleton, take.motion.row(0));
    // How much higher a node stands where its root's positions are added.
    let mut lifts = Vec::with_capacity(skeleton.nodes().len());
    for node in skeleton.nodes() {
        lifts.push(match node.parent {
            Some(parent) => lifts[parent.index()],
            None if node.channels.contains(&Channel::Position(up.axis)) => up.along(node.offset),
            None => 0.0,
        });
    }
    let joints = skeleton.iter().map(|(id, _)| (id, pose.position(id)));
    let tips = skeleton.bones().iter().map(|bone| (bone.node, pose.bone_end(bone.node, bone.end)));
    let (mut replaced, mut added) = (f32::INFINITY, f32::INFINITY);
    let mut highest = f32::NEG_INFINITY;
    for (id, point) in joints.chain(tips) {
        let height = up.along(point);
        replaced = replaced.min(height);
        added = added.min(height + lifts[id.index()]);
        highest = highest.max(height);
    }
    let height = highest - replaced;
    let stands = replaced.abs().min(added.abs()) <= STANDS * height;
    stands && added.abs() - replaced.abs() <= MARGIN * height
}
