//! The bodies that estimators of poses, depth cameras and body models have: names of their joints, bones,
//! sides, and the lengths of bones in a plain figure.
//!
//! A body is known by its count and its lengths, which tell one of 17 joints from another. Where points have no names,
//! [`crate::guess`] finds out which body they are; a loader whose format says so asks for it by its name.
//!
//! Architecture invariant: no format, no pose. This is a table, and what is read out of its rows.

mod body;
mod table;

pub(crate) use body::KnownBody;

use table::BODIES;

pub(crate) fn with_joint_count(joints: usize) -> impl Iterator<Item = &'static KnownBody> {
    BODIES.iter().filter(move |body| body.len() == joints)
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::take::part_of;

    #[test]
    fn every_joint_has_a_name_of_its_own_and_a_place_and_every_bone_two_joints() {
        for body in &BODIES {
            let mut names: Vec<&str> = body.names().collect();
            assert_eq!(names.len(), body.len(), "{}", body.name);
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), body.len(), "{}", body.name);
            for (name, position) in body.names().zip(body.positions()) {
                assert!(position.is_finite(), "{}: {name}", body.name);
            }
            let mut is_joined = vec![false; body.len()];
            for [from, to] in body.bones() {
                (is_joined[from], is_joined[to]) = (true, true);
            }
            assert!(is_joined.iter().all(|&is| is), "{}", body.name);
            let positions: Vec<DVec3> = body.positions().collect();
            for [from, to] in body.bones() {
                assert!(
                    positions[from].distance(positions[to]) > 0.01,
                    "{} {from}-{to}",
                    body.name
                );
            }
        }
        let counts: Vec<usize> = BODIES.iter().map(KnownBody::len).collect();
        assert_eq!(counts, [33, 17, 17, 26, 25, 18, 20, 25, 32, 19, 22, 24, 21]);
    }

    #[test]
    fn names_tell_parts_and_sides_as_the_landmarks_do() {
        for body in &BODIES {
            for (name, position) in body.names().zip(body.positions()) {
                let side = match position.x {
                    x if x > 0.0 => "left",
                    x if x < 0.0 => "right",
                    _ => continue,
                };
                let names_side = name.to_lowercase().contains(side)
                    || name.to_lowercase().starts_with(&side[..1]);
                // A hand has no side of its own, and ears and mouths are no part that is asked for.
                let is_hand = body.len() == 21;
                let is_face = name.to_lowercase().contains("ear") || name.starts_with("mouth");
                assert!(is_hand || names_side, "{}: {name}", body.name);
                assert!(is_hand || is_face || part_of(name).is_some(), "{}: {name}", body.name);
            }
        }
    }

    #[test]
    fn a_tree_begins_at_the_pelvis_or_there_is_none() {
        let is_tree = |body: &KnownBody| body.parents().is_some();
        let trees: Vec<&str> = BODIES.iter().filter(|b| is_tree(b)).map(|b| b.name).collect();
        assert_eq!(trees, ["Human3.6M", "Kinect v1", "Azure Kinect", "the body of SMPL", "SMPL"]);
    }
}
