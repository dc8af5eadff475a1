//! The skeletons whose joints have neither names nor parents in their files, by how many there are.
//!
//! Names and parents are those of kimodo (NVIDIA, Apache-2.0), whose files are `posed_joints` and
//! rotations alone; 22 joints are the body of SMPL in its files and in most others.

use super::body::BODY;

/// A skeleton that a number of joints stands for.
pub(super) struct Known {
    /// As people call it.
    pub name: &'static str,
    /// Names and parents; the root is its own.
    pub joints: Vec<(&'static str, usize)>,
}

/// The skeleton of so many joints.
pub(super) fn known(joints: usize) -> Option<Known> {
    let (name, joints) = match joints {
        22 => {
            let joints = BODY.iter().map(|&(name, parent, _)| (name, parent));
            ("the body of SMPL", joints.collect())
        }
        30 => ("SOMA of 30 joints", SOMA.to_vec()),
        34 => ("the robot G1", G1.to_vec()),
        _ => return None,
    };
    Some(Known { name, joints })
}

const SOMA: [(&str, usize); 30] = [
    ("Hips", 0),
    ("Spine1", 0),
    ("Spine2", 1),
    ("Chest", 2),
    ("Neck1", 3),
    ("Neck2", 4),
    ("Head", 5),
    ("Jaw", 6),
    ("LeftEye", 6),
    ("RightEye", 6),
    ("LeftShoulder", 3),
    ("LeftArm", 10),
    ("LeftForeArm", 11),
    ("LeftHand", 12),
    ("LeftHandThumbEnd", 13),
    ("LeftHandMiddleEnd", 13),
    ("RightShoulder", 3),
    ("RightArm", 16),
    ("RightForeArm", 17),
    ("RightHand", 18),
    ("RightHandThumbEnd", 19),
    ("RightHandMiddleEnd", 19),
    ("LeftLeg", 0),
    ("LeftShin", 22),
    ("LeftFoot", 23),
    ("LeftToeBase", 24),
    ("RightLeg", 0),
    ("RightShin", 26),
    ("RightFoot", 27),
    ("RightToeBase", 28),
];

const G1: [(&str, usize); 34] = [
    ("pelvis_skel", 0),
    ("left_hip_pitch_skel", 0),
    ("left_hip_roll_skel", 1),
    ("left_hip_yaw_skel", 2),
    ("left_knee_skel", 3),
    ("left_ankle_pitch_skel", 4),
    ("left_ankle_roll_skel", 5),
    ("left_toe_base", 6),
    ("right_hip_pitch_skel", 0),
    ("right_hip_roll_skel", 8),
    ("right_hip_yaw_skel", 9),
    ("right_knee_skel", 10),
    ("right_ankle_pitch_skel", 11),
    ("right_ankle_roll_skel", 12),
    ("right_toe_base", 13),
    ("waist_yaw_skel", 0),
    ("waist_roll_skel", 15),
    ("waist_pitch_skel", 16),
    ("left_shoulder_pitch_skel", 17),
    ("left_shoulder_roll_skel", 18),
    ("left_shoulder_yaw_skel", 19),
    ("left_elbow_skel", 20),
    ("left_wrist_roll_skel", 21),
    ("left_wrist_pitch_skel", 22),
    ("left_wrist_yaw_skel", 23),
    ("left_hand_roll_skel", 24),
    ("right_shoulder_pitch_skel", 17),
    ("right_shoulder_roll_skel", 26),
    ("right_shoulder_yaw_skel", 27),
    ("right_elbow_skel", 28),
    ("right_wrist_roll_skel", 29),
    ("right_wrist_pitch_skel", 30),
    ("right_wrist_yaw_skel", 31),
    ("right_hand_roll_skel", 32),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_stand_ahead_of_their_children() {
        let all: Vec<Known> = (0..100).filter_map(known).collect();
        assert_eq!(all.len(), 3);
        for Known { name, joints } in all {
            let mut sound = joints.iter().enumerate();
            assert!(sound.all(|(i, (_, parent))| *parent < i || i == 0), "{name}");
        }
    }
}
