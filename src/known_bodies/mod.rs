//! The bodies that estimators of poses, depth cameras and body models have: names of their joints, bones,
//! sides, and the lengths of bones in a plain figure.
//!
//! A body is known by the names of its points (`recognise`), else by its count and its lengths, which tell one of 17
//! joints from another: [`crate::guess`] finds out which body points without names are. A loader whose format says which
//! one it is asks for it by its name.
//!
//! Architecture invariant: no format, no pose. This is a table, and what is read out of its rows.

mod body;
mod marker_lines;
mod recognise;
mod side;
mod table;
mod words;

pub use body::{BodyJoint, KnownBody, Landmark};
pub use marker_lines::marker_lines;
pub use recognise::{Recognised, recognise, recognise_as};
pub use side::Side;

use table::BODIES;

/// Every known body.
pub fn all() -> impl Iterator<Item = &'static KnownBody> {
    BODIES.iter()
}

/// The one with this word.
pub fn by_word(word: &str) -> Option<&'static KnownBody> {
    BODIES.iter().find(|body| body.word == word)
}

/// Those of so many joints.
pub fn with_joint_count(joints: usize) -> impl Iterator<Item = &'static KnownBody> {
    BODIES.iter().filter(move |body| body.joint_count() == joints)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use glam::DVec3;

    use super::*;
    use crate::take::part_of;

    #[test]
    fn every_joint_has_a_name_of_its_own_and_a_place_and_every_bone_two_joints() {
        for body in &BODIES {
            let joints: Vec<BodyJoint> = body.joints().collect();
            let names: HashSet<&str> = joints.iter().map(|joint| &*joint.name).collect();
            assert_eq!(
                (names.len(), joints.len()),
                (body.joint_count(), names.len()),
                "{}",
                body.name
            );
            let is_face = |joint: &BodyJoint| joint.landmark.word == "face";
            let mut is_joined: Vec<bool> = joints.iter().map(is_face).collect();
            let positions: Vec<DVec3> = body.positions().collect();
            for [from, to] in body.bones() {
                (is_joined[from], is_joined[to]) = (true, true);
                let length = positions[from].distance(positions[to]);
                assert!(length > 0.005, "{} {from}-{to}: {length}", body.name);
            }
            assert!(is_joined.iter().all(|&is| is), "{}", body.name);
            let has_place = |(joint, at): (&BodyJoint, &DVec3)| is_face(joint) || at.is_finite();
            assert!(joints.iter().zip(&positions).all(has_place), "{}", body.name);
        }
        let counts: Vec<usize> = BODIES.iter().map(KnownBody::joint_count).collect();
        let expected = [33, 17, 17, 26, 25, 18, 20, 25, 32, 19, 22, 24, 21, 136, 133, 553, 21, 55];
        assert_eq!(counts, expected);
        let words: HashSet<&str> = BODIES.iter().map(|body| body.word).collect();
        assert_eq!(words.len(), BODIES.len());
    }

    #[test]
    fn names_tell_parts_and_sides_as_the_landmarks_do() {
        for body in BODIES.iter().filter(|body| body.word != "hand") {
            let is_sided = |joint: &BodyJoint| joint.landmark.side != Side::Middle;
            for BodyJoint { name, landmark } in body.joints().filter(is_sided) {
                assert_eq!(words::Words::of(&name).side, landmark.side, "{}: {name}", body.name);
                // Ears, mouths and some fingers are no part that is asked for.
                let is_other = ["ear", "mouth", "face", "middle", "ring"];
                let word = landmark.word.trim_end_matches(|c: char| c.is_ascii_digit());
                let is_other = is_other.contains(&word);
                assert!(is_other || part_of(&name).is_some(), "{}: {name}", body.name);
            }
        }
    }

    #[test]
    fn a_tree_begins_at_the_pelvis_or_there_is_none() {
        let is_tree = |body: &KnownBody| body.parents().is_some();
        let trees: Vec<&str> = BODIES.iter().filter(|b| is_tree(b)).map(|b| b.word).collect();
        assert_eq!(trees, ["h36m", "kinect20", "azure32", "smpl22", "smpl24", "smplx55"]);
    }
}
