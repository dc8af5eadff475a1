//! The limb that each joint belongs to: trunk, arms, legs, fingers.

use super::side::{Side, sides};
use crate::evaluate::Pose;
use crate::take::{BodyPart, NodeId, Skeleton, Take, part_of};

/// A part of the body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Limb {
    /// Hips, spine, neck, head, and whatever has no side.
    #[default]
    Trunk,
    /// From a collar bone to the hand.
    Arm(Side),
    /// From a hip to the toes.
    Leg(Side),
    /// The fingers of a hand.
    Fingers(Side),
}

/// How far above the lowest joint, in parts of the figure's height, a branch still is that stands
/// on the ground.
const ON_THE_GROUND: f32 = 0.2;

/// The part of the body of every node, in the order of the skeleton's nodes.
///
/// Sides come from names, as [`sides`] tells. What is on no side is the trunk. Of what is on a
/// side, a word in the name tells arms from legs; without one, a node goes with its parent on that
/// side; and where a branch begins without a word, legs are those that reach the ground at rest.
/// Joints beyond a hand that parts into three or more are fingers.
pub(super) fn limbs(take: &Take) -> Vec<Limb> {
    let skeleton = &take.skeleton;
    let side_of = sides(skeleton);
    let lowest = lowest_below(take);
    let mut limbs: Vec<Limb> = Vec::with_capacity(side_of.len());
    for (id, node) in skeleton.iter() {
        let side = side_of[id.index()];
        let above = node.parent.map(|parent| (parent, limbs[parent.index()]));
        let inherited = above.filter(|(parent, _)| side_of[parent.index()] == side);
        let limb = match (side, named(node.part_name(), side), inherited) {
            (Side::Middle, ..) => Limb::Trunk,
            (_, Some(Limb::Arm(_)) | None, Some((_, Limb::Fingers(_)))) => Limb::Fingers(side),
            (_, Some(limb), _) => limb,
            (_, None, Some((parent, Limb::Arm(_)))) if parts(skeleton, parent) => {
                Limb::Fingers(side)
            }
            (_, None, Some((_, limb))) if limb != Limb::Trunk => limb,
            (_, None, _) if lowest[id.index()] < ON_THE_GROUND => Limb::Leg(side),
            (_, None, _) => Limb::Arm(side),
        };
        limbs.push(limb);
    }
    limbs
}

/// Whether a hand parts into fingers here.
fn parts(skeleton: &Skeleton, id: NodeId) -> bool {
    skeleton[id].children.len() >= 3
}

/// What the name of a joint on a side says of the part of the body.
fn named(name: &str, side: Side) -> Option<Limb> {
    Some(match part_of(name)? {
        BodyPart::Fingers => Limb::Fingers(side),
        BodyPart::Shoulder | BodyPart::Arm => Limb::Arm(side),
        BodyPart::Hip | BodyPart::Leg | BodyPart::Foot => Limb::Leg(side),
        BodyPart::Head | BodyPart::Neck | BodyPart::Chest | BodyPart::Pelvis => Limb::Trunk,
    })
}

/// How high the lowest joint at or below each node is at rest: 0 for that of the whole figure, 1
/// for its highest joint.
fn lowest_below(take: &Take) -> Vec<f32> {
    let skeleton = &take.skeleton;
    let pose = Pose::of(skeleton, skeleton.rest_row());
    let up = take.units.up.direction;
    let mut heights: Vec<f32> =
        skeleton.iter().map(|(id, _)| up.along(pose.position(id))).collect();
    let known = || heights.iter().copied().filter(|height| height.is_finite());
    let low = known().fold(f32::INFINITY, f32::min);
    let high = known().fold(f32::NEG_INFINITY, f32::max);
    for height in &mut heights {
        *height = (*height - low) / (high - low).max(1e-9);
    }
    // Children come after their parents.
    for (id, node) in skeleton.iter().collect::<Vec<_>>().into_iter().rev() {
        if let Some(parent) = node.parent {
            let slot = heights[parent.index()];
            heights[parent.index()] = slot.min(heights[id.index()]);
        }
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::sample::at_rest;
    use crate::take::SkeletonBuilder;
    use glam::Vec3;

    /// The part of the body of each joint: name, parent's place, place in the world at rest.
    fn limbs_of(joints: &[(&str, Option<usize>, [f32; 3])]) -> Vec<Limb> {
        let mut build = SkeletonBuilder::default();
        let mut ids = Vec::new();
        for (name, parent, at) in joints {
            let id = build.node(*name, parent.map(|p| ids[p])).unwrap();
            build.node_mut(id).offset = Vec3::from(*at);
            ids.push(id);
        }
        build.make_offsets_local();
        limbs(&at_rest(build))
    }

    use Limb::{Arm, Fingers, Leg, Trunk};
    use Side::{Left, Right};

    #[test]
    fn words_in_names_tell_arms_legs_and_fingers() {
        let at = [0.0; 3];
        let names = [
            ("Hips", Trunk),
            ("LeftUpLeg", Leg(Left)),
            ("RightToeBase", Leg(Right)),
            ("LHipJoint", Leg(Left)),
            ("Neck1", Trunk),
            ("Head", Trunk),
            ("RightForeArm", Arm(Right)),
            ("LeftHandIndex1", Fingers(Left)),
            ("RThumb", Fingers(Right)),
            ("Bip01 L Calf", Leg(Left)),
            ("LeftEye", Trunk),
        ];
        let joints = names.map(|(name, _)| (name, None, at));
        assert_eq!(limbs_of(&joints), names.map(|(_, limb)| limb));
    }

    #[test]
    fn markers_are_told_apart_by_their_four_letters() {
        let names =
            ["LASI", "RASI", "LKNE", "RKNE", "LSHO", "RSHO", "LFIN", "RFIN", "C7", "LFHD", "RFHD"];
        let joints = names.map(|name| (name, None, [0.0; 3]));
        let found = limbs_of(&joints);
        let expected = [
            Trunk,
            Trunk,
            Leg(Left),
            Leg(Right),
            Arm(Left),
            Arm(Right),
            Arm(Left),
            Arm(Right),
            Trunk,
            Trunk,
            Trunk,
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn without_words_legs_are_the_branches_that_reach_the_ground() {
        let joints = [
            ("a", None, [0.0, 1.0, 0.0]),
            ("left_1", Some(0), [0.1, 0.9, 0.0]),
            ("left_2", Some(1), [0.1, 0.5, 0.0]),
            ("left_3", Some(2), [0.1, 0.0, 0.0]),
            ("b", Some(0), [0.0, 1.5, 0.0]),
            ("left_4", Some(4), [0.2, 1.4, 0.0]),
            ("left_5", Some(5), [0.7, 0.9, 0.0]),
            ("left_6", Some(6), [0.8, 0.8, 0.0]),
            ("left_7", Some(6), [0.8, 0.8, 0.1]),
            ("left_8", Some(6), [0.8, 0.8, 0.2]),
            ("c", Some(4), [0.0, 1.8, 0.0]),
        ];
        let expected = [
            Trunk,
            Leg(Left),
            Leg(Left),
            Leg(Left),
            Trunk,
            Arm(Left),
            Arm(Left),
            Fingers(Left),
            Fingers(Left),
            Fingers(Left),
            Trunk,
        ];
        assert_eq!(limbs_of(&joints), expected);
    }
}
