//! The limb that each joint belongs to: trunk, arms, legs, fingers.

use super::side::{Side, sides};
use crate::evaluate::Pose;
use crate::take::{BodyPart, Take, part_of};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Limb {
    /// Hips, spine, neck, head, and whatever has no side.
    #[default]
    Trunk,
    /// From a collar bone to the hand.
    Arm(Side),
    /// From a hip to the toes.
    Leg(Side),
    Fingers(Side),
}

/// How far above the lowest joint, in parts of the figure's height, a branch still is that stands on the ground.
const GROUND_REACH: f32 = 0.2;

/// The part of the body of every node, in the order of the skeleton's nodes.
///
/// Sides come from names, as [`sides`] tells. What is on no side is the trunk. Of what is on a side, a word in the
/// name tells arms from legs; without one, a node goes with its parent on that side; and a branch that begins without
/// one is a leg where it reaches the ground at rest. Joints beyond a hand that parts into three are fingers.
pub(super) fn limbs(take: &Take) -> Vec<Limb> {
    let skeleton = &take.skeleton;
    let side_of = sides(skeleton);
    let lowest = lowest_below(take);
    let mut limbs: Vec<Limb> = Vec::with_capacity(side_of.len());
    for (id, node) in skeleton.iter() {
        let side = side_of[id.index()];
        let above = node.parent.map(|parent| (parent, limbs[parent.index()]));
        let inherited = above.filter(|(parent, _)| side_of[parent.index()] == side);
        let limb = match (side, limb_by_name(node.part_name(), side), inherited) {
            (Side::Middle, ..) => Limb::Trunk,
            (_, Some(Limb::Arm(_)) | None, Some((_, Limb::Fingers(_)))) => Limb::Fingers(side),
            (_, Some(limb), _) => limb,
            // A hand parts into fingers here.
            (_, None, Some((parent, Limb::Arm(_)))) if skeleton[parent].children.len() >= 3 => {
                Limb::Fingers(side)
            }
            (_, None, Some((_, limb))) if limb != Limb::Trunk => limb,
            (_, None, _) if lowest[id.index()] < GROUND_REACH => Limb::Leg(side),
            (_, None, _) => Limb::Arm(side),
        };
        limbs.push(limb);
    }
    limbs
}

fn limb_by_name(name: &str, side: Side) -> Option<Limb> {
    Some(match part_of(name)? {
        BodyPart::Fingers => Limb::Fingers(side),
        BodyPart::Shoulder | BodyPart::Arm => Limb::Arm(side),
        BodyPart::Hip | BodyPart::Leg | BodyPart::Foot => Limb::Leg(side),
        BodyPart::Head | BodyPart::Neck | BodyPart::Chest | BodyPart::Pelvis => Limb::Trunk,
    })
}

/// How high the lowest joint at or below each node is at rest: from 0 for that of the figure to 1 for its highest.
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
    for (id, node) in skeleton.nodes().iter().enumerate().rev() {
        if let Some(parent) = node.parent {
            heights[parent.index()] = heights[parent.index()].min(heights[id]);
        }
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::Limb::{Arm, Fingers, Leg, Trunk};
    use super::Side::{Left, Right};
    use super::*;
    use crate::scene::sample::{at_rest, tree};
    use glam::Vec3;

    fn limbs_of(joints: &[(&str, Option<usize>, [f32; 3])]) -> Vec<Limb> {
        let nodes = joints.iter().map(|&(name, parent, at)| (name, parent, Vec3::from(at)));
        let (mut build, _) = tree(&nodes.collect::<Vec<_>>());
        build.make_offsets_local();
        limbs(&at_rest(build))
    }

    fn assert_limbs<const N: usize>(names: [(&str, Limb); N]) {
        let joints = names.map(|(name, _)| (name, None, [0.0; 3]));
        assert_eq!(limbs_of(&joints), names.map(|(_, limb)| limb));
    }

    #[test]
    fn words_in_names_tell_arms_legs_and_fingers() {
        #[rustfmt::skip]
        let names = [
            ("Hips", Trunk), ("LeftUpLeg", Leg(Left)), ("RightToeBase", Leg(Right)),
            ("LHipJoint", Leg(Left)), ("Neck1", Trunk), ("Head", Trunk),
            ("RightForeArm", Arm(Right)), ("LeftHandIndex1", Fingers(Left)),
            ("RThumb", Fingers(Right)), ("Bip01 L Calf", Leg(Left)), ("LeftEye", Trunk),
        ];
        assert_limbs(names);
    }

    #[test]
    fn markers_are_told_apart_by_their_four_letters() {
        #[rustfmt::skip]
        let names = [
            ("LASI", Trunk), ("RASI", Trunk), ("LKNE", Leg(Left)), ("RKNE", Leg(Right)),
            ("LSHO", Arm(Left)), ("RSHO", Arm(Right)), ("LFIN", Arm(Left)), ("RFIN", Arm(Right)),
            ("C7", Trunk), ("LFHD", Trunk), ("RFHD", Trunk),
        ];
        assert_limbs(names);
    }

    #[test]
    fn without_words_legs_are_the_branches_that_reach_the_ground() {
        let joints = [
            ("a", None, [0.0, 1.0, 0.0], Trunk),
            ("left_1", Some(0), [0.1, 0.9, 0.0], Leg(Left)),
            ("left_2", Some(1), [0.1, 0.5, 0.0], Leg(Left)),
            ("left_3", Some(2), [0.1, 0.0, 0.0], Leg(Left)),
            ("b", Some(0), [0.0, 1.5, 0.0], Trunk),
            ("left_4", Some(4), [0.2, 1.4, 0.0], Arm(Left)),
            ("left_5", Some(5), [0.7, 0.9, 0.0], Arm(Left)),
            ("left_6", Some(6), [0.8, 0.8, 0.0], Fingers(Left)),
            ("left_7", Some(6), [0.8, 0.8, 0.1], Fingers(Left)),
            ("left_8", Some(6), [0.8, 0.8, 0.2], Fingers(Left)),
            ("c", Some(4), [0.0, 1.8, 0.0], Trunk),
        ];
        let found = limbs_of(&joints.map(|(name, parent, at, _)| (name, parent, at)));
        assert_eq!(found, joints.map(|(.., limb)| limb));
    }
}
