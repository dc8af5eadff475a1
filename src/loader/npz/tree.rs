//! The names and parents of the joints of an archive, and the skeletons whose joints have neither in their files: these
//! are known by how many joints there are.
//!
//! The skeletons are those of kimodo (NVIDIA, Apache-2.0), whose files are `posed_joints` and rotations alone; 22 joints
//! are the body of SMPL in its files and in most others.

use std::collections::HashSet;

use super::super::parents_first::parents_first;
use super::archive::Archive;
use super::array::Header;
use super::body::BODY;
use crate::take::{WarningCode, Warnings};

/// Joints by their indices in the arrays.
pub(super) struct Tree {
    /// An order in which each joint stands behind its parent.
    pub order: Vec<usize>,
    pub names: Vec<String>,
    /// `None` where nothing is known of what hangs from what.
    pub parents: Option<Vec<Option<usize>>>,
    /// The skeleton that the number of joints stands for, where that had to tell.
    pub assumed: Option<&'static str>,
}

/// The keys of the names of joints or markers.
#[rustfmt::skip]
const NAMES: [&str; 7] = [
    "names", "joint_names", "node_names", "bone_names", "keypoint_names", "marker_names", "marker_labels",
];

/// Words in other keys of names.
const WORDS: [&str; 7] = ["name", "label", "marker", "joint", "bone", "point", "landmark"];

/// The keys of parents; SMPL's table has a second row, of the joints themselves.
const PARENTS: [&str; 4] = ["parents", "joint_parents", "parent_indices", "kintree_table"];

impl Tree {
    /// What the archive says of so many joints over so many frames; where it says nothing, what their number stands
    /// for, if the skeleton `fits` with its parents.
    pub fn read(
        archive: &Archive<'_>,
        joints: usize,
        frames: usize,
        fits: impl Fn(&[Option<usize>]) -> bool,
        warnings: &mut Warnings,
    ) -> Self {
        let mut names = read_names(archive, joints, frames);
        let mut parents = read_parents(archive, joints);
        let mut assumed = None;
        if parents.is_none()
            && let Some(known) = known_skeleton(joints)
        {
            let (known_names, known_parents): (Vec<&str>, Vec<_>) =
                known.joints.into_iter().unzip();
            if fits(&known_parents) {
                assumed = Some(known.name);
                parents = Some(known_parents);
                names.get_or_insert_with(|| known_names.into_iter().map(str::to_string).collect());
                let message = format!(
                    "the file does not say what its joints are: {joints} are taken for those of {}",
                    known.name
                );
                warnings.add(WarningCode::ValueAssumed, message);
            }
        }
        let order = match parents_first(parents.clone().unwrap_or(vec![None; joints])) {
            Ok(order) => order,
            Err(joint) => {
                let message =
                    format!("joint {joint} is above itself: no joint hangs from another one");
                warnings.add(WarningCode::Contradicted, message);
                parents = None;
                (0..joints).collect()
            }
        };
        let names = names.unwrap_or_else(|| {
            let message = "the joints have no names: they are called by their numbers, from 0";
            warnings.add(WarningCode::NameRepaired, message);
            (0..joints).map(|joint| joint.to_string()).collect()
        });
        Self { order, names, parents, assumed }
    }

    /// The joints of a skeleton that the file's layout prescribes, parents first.
    pub fn prescribed(joints: Vec<(&str, Option<usize>)>, name: &'static str) -> Self {
        let (names, parents): (Vec<_>, Vec<_>) = joints.into_iter().unzip();
        Self {
            order: (0..names.len()).collect(),
            names: names.into_iter().map(str::to_string).collect(),
            parents: Some(parents),
            assumed: Some(name),
        }
    }

    /// The same joints for each of some people.
    pub fn for_people(self, people: usize) -> Self {
        let joints = self.order.len();
        let all = move || {
            (0..people).flat_map(move |person| (0..joints).map(move |joint| (person, joint)))
        };
        let index = |person: usize, joint: usize| person * joints + joint;
        let parents = self.parents.as_ref().map(|parents| {
            all().map(|(person, joint)| Some(index(person, parents[joint]?))).collect()
        });
        let name = |(person, joint): (usize, usize)| joint_name(person, people, &self.names[joint]);
        Self {
            order: all().map(|(person, i)| index(person, self.order[i])).collect(),
            names: all().map(name).collect(),
            parents,
            assumed: self.assumed,
        }
    }
}

/// The name of a person's joint: `2:left_knee`, or its own name alone where there is one person.
pub(super) fn joint_name(person: usize, people: usize, joint: &str) -> String {
    if people == 1 { joint.to_string() } else { format!("{}:{joint}", person + 1) }
}

/// The names of so many joints: under a key that says so, else under whatever key has as many texts,
/// no two of which are alike. What has as many as there are frames is of those.
fn read_names(archive: &Archive<'_>, joints: usize, frames: usize) -> Option<Vec<String>> {
    if let Some(names) = archive.texts(&NAMES, joints).filter(|names| names.len() == joints) {
        return Some(names);
    }
    let is_of_names = |key: &str| {
        let key = key.to_ascii_lowercase();
        WORDS.iter().any(|word| key.contains(word))
    };
    let is_list = |header: &Header| header.is_of_texts() && header.squeezed(1).len() == 1;
    let mut lists = archive.entries.iter().filter(|entry| is_list(&entry.header));
    lists.find_map(|entry| {
        let names = archive.texts(&[&entry.key], joints)?;
        let is_one_each = names.len() == joints && (joints != frames || is_of_names(&entry.key));
        let distinct: HashSet<&str> = names.iter().map(String::as_str).collect();
        (is_one_each && distinct.len() == joints && !distinct.contains("")).then_some(names)
    })
}

/// The parent of each joint. What is no other joint stands for none.
fn read_parents(archive: &Archive<'_>, joints: usize) -> Option<Vec<Option<usize>>> {
    let numbers = archive.numbers(&PARENTS, joints.saturating_mul(2))?;
    if numbers.len() != joints && numbers.len() != 2 * joints {
        return None;
    }
    let parent = |(joint, &number): (usize, &f64)| {
        let is_joint = number >= 0.0 && number < joints as f64 && number.fract() == 0.0;
        (is_joint && number != joint as f64).then_some(number as usize)
    };
    let parents: Vec<Option<usize>> = numbers[..joints].iter().enumerate().map(parent).collect();
    parents.iter().any(Option::is_some).then_some(parents)
}

/// A skeleton that is known by its number of joints, with their names and parents.
struct KnownSkeleton {
    name: &'static str,
    joints: Vec<(&'static str, Option<usize>)>,
}

fn known_skeleton(joints: usize) -> Option<KnownSkeleton> {
    let (name, joints) = match joints {
        22 => ("the body of SMPL", smpl_body()),
        30 => ("SOMA of 30 joints", with_root(&SOMA)),
        34 => ("the robot G1", with_root(&G1)),
        _ => return None,
    };
    Some(KnownSkeleton { name, joints })
}

/// Names and parents of the body that all models of SMPL's family have.
pub(super) fn smpl_body() -> Vec<(&'static str, Option<usize>)> {
    with_root(&BODY.map(|(name, parent, _)| (name, parent)))
}

/// The joints of a table, in which the root is its own parent.
pub(super) fn with_root(table: &[(&'static str, usize)]) -> Vec<(&'static str, Option<usize>)> {
    table.iter().enumerate().map(|(i, &(name, parent))| (name, (i > 0).then_some(parent))).collect()
}

#[rustfmt::skip]
const SOMA: [(&str, usize); 30] = [
    ("Hips", 0), ("Spine1", 0), ("Spine2", 1), ("Chest", 2), ("Neck1", 3), ("Neck2", 4), ("Head", 5),
    ("Jaw", 6), ("LeftEye", 6), ("RightEye", 6),
    ("LeftShoulder", 3), ("LeftArm", 10), ("LeftForeArm", 11), ("LeftHand", 12),
    ("LeftHandThumbEnd", 13), ("LeftHandMiddleEnd", 13),
    ("RightShoulder", 3), ("RightArm", 16), ("RightForeArm", 17), ("RightHand", 18),
    ("RightHandThumbEnd", 19), ("RightHandMiddleEnd", 19),
    ("LeftLeg", 0), ("LeftShin", 22), ("LeftFoot", 23), ("LeftToeBase", 24),
    ("RightLeg", 0), ("RightShin", 26), ("RightFoot", 27), ("RightToeBase", 28),
];

#[rustfmt::skip]
const G1: [(&str, usize); 34] = [
    ("pelvis_skel", 0),
    ("left_hip_pitch_skel", 0), ("left_hip_roll_skel", 1), ("left_hip_yaw_skel", 2), ("left_knee_skel", 3),
    ("left_ankle_pitch_skel", 4), ("left_ankle_roll_skel", 5), ("left_toe_base", 6),
    ("right_hip_pitch_skel", 0), ("right_hip_roll_skel", 8), ("right_hip_yaw_skel", 9), ("right_knee_skel", 10),
    ("right_ankle_pitch_skel", 11), ("right_ankle_roll_skel", 12), ("right_toe_base", 13),
    ("waist_yaw_skel", 0), ("waist_roll_skel", 15), ("waist_pitch_skel", 16),
    ("left_shoulder_pitch_skel", 17), ("left_shoulder_roll_skel", 18), ("left_shoulder_yaw_skel", 19),
    ("left_elbow_skel", 20), ("left_wrist_roll_skel", 21), ("left_wrist_pitch_skel", 22),
    ("left_wrist_yaw_skel", 23), ("left_hand_roll_skel", 24),
    ("right_shoulder_pitch_skel", 17), ("right_shoulder_roll_skel", 26), ("right_shoulder_yaw_skel", 27),
    ("right_elbow_skel", 28), ("right_wrist_roll_skel", 29), ("right_wrist_pitch_skel", 30),
    ("right_wrist_yaw_skel", 31), ("right_hand_roll_skel", 32),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_stand_ahead_of_their_children() {
        let all: Vec<KnownSkeleton> = (0..100).filter_map(known_skeleton).collect();
        assert_eq!(all.len(), 3);
        for KnownSkeleton { name, joints } in all {
            let mut joints = joints.iter().enumerate();
            let is_ahead = |(i, (_, parent)): (usize, &(&str, Option<usize>))| {
                parent.map_or(i == 0, |parent| parent < i)
            };
            assert!(joints.all(is_ahead), "{name}");
        }
    }
}
