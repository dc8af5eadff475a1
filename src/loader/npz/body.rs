//! The body of SMPL, SMPL+H and SMPL-X: names and parents of their joints, and a figure of our own.
//!
//! Where the joints of a person are comes from a model that is not free, and is in no file. The lengths
//! here are of nobody: those of a plain figure 1.7 m tall that stands with its arms held out, in round
//! numbers. X is to its left, Y up, Z ahead.

use glam::DVec3;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct BodyJoint {
    pub name: String,
    /// A joint ahead of it.
    pub parent: Option<usize>,
    /// From its parent, in metres.
    pub offset: DVec3,
    /// The end of its bone, where it is the last of its limb.
    pub end: Option<DVec3>,
}

/// The height of the figure's pelvis, in metres.
pub(super) const PELVIS_HEIGHT: f64 = 0.95;

/// The joints that all of the models have: names, parents, and offsets from them. Those on the right are mirrored.
#[rustfmt::skip]
pub(super) const BODY: [(&str, usize, [f64; 3]); 22] = [
    ("pelvis", 0, [0.0; 3]),
    ("left_hip", 0, [0.09, -0.05, 0.0]), ("right_hip", 0, [0.09, -0.05, 0.0]),
    ("spine1", 0, [0.0, 0.11, 0.0]),
    ("left_knee", 1, [0.0, -0.42, 0.0]), ("right_knee", 2, [0.0, -0.42, 0.0]),
    ("spine2", 3, [0.0, 0.13, 0.0]),
    ("left_ankle", 4, [0.0, -0.41, 0.0]), ("right_ankle", 5, [0.0, -0.41, 0.0]),
    ("spine3", 6, [0.0, 0.08, 0.0]),
    ("left_foot", 7, [0.0, -0.05, 0.13]), ("right_foot", 8, [0.0, -0.05, 0.13]),
    ("neck", 9, [0.0, 0.2, 0.0]),
    ("left_collar", 9, [0.07, 0.13, 0.0]), ("right_collar", 9, [0.07, 0.13, 0.0]),
    ("head", 12, [0.0, 0.09, 0.0]),
    ("left_shoulder", 13, [0.11, 0.01, 0.0]), ("right_shoulder", 14, [0.11, 0.01, 0.0]),
    ("left_elbow", 16, [0.28, 0.0, 0.0]), ("right_elbow", 17, [0.28, 0.0, 0.0]),
    ("left_wrist", 18, [0.25, 0.0, 0.0]), ("right_wrist", 19, [0.25, 0.0, 0.0]),
];

/// Joints of [`BODY`] that have more below them.
const HEAD: usize = 15;
const WRISTS: [usize; 2] = [20, 21];

const FACE: [(&str, [f64; 3]); 3] = [
    ("jaw", [0.0, 0.02, 0.02]),
    ("left_eye", [0.03, 0.06, 0.08]),
    ("right_eye", [0.03, 0.06, 0.08]),
];

/// The fingers in the order of the models, three joints each; the first hangs from the wrist.
const FINGERS: [(&str, [[f64; 3]; 3]); 5] = [
    ("index", [[0.09, 0.0, 0.03], [0.04, 0.0, 0.0], [0.025, 0.0, 0.0]]),
    ("middle", [[0.095, 0.0, 0.01], [0.045, 0.0, 0.0], [0.03, 0.0, 0.0]]),
    ("pinky", [[0.08, 0.0, -0.04], [0.03, 0.0, 0.0], [0.02, 0.0, 0.0]]),
    ("ring", [[0.09, 0.0, -0.015], [0.04, 0.0, 0.0], [0.025, 0.0, 0.0]]),
    ("thumb", [[0.03, -0.01, 0.03], [0.03, 0.0, 0.02], [0.025, 0.0, 0.01]]),
];

/// The ends of bones behind the last joint of a limb, by its name without a side. The head has one whatever hangs
/// from it.
#[rustfmt::skip]
const ENDS: [(&str, [f64; 3]); 10] = [
    ("head", [0.0, 0.14, 0.0]), ("foot", [0.0, 0.0, 0.07]), ("wrist", [0.18, 0.0, 0.0]),
    ("hand", [0.09, 0.0, 0.0]), ("jaw", [0.0, -0.03, 0.07]), ("thumb3", [0.02, 0.0, 0.01]),
    ("index3", [0.02, 0.0, 0.0]), ("middle3", [0.02, 0.0, 0.0]), ("ring3", [0.02, 0.0, 0.0]),
    ("pinky3", [0.02, 0.0, 0.0]),
];

/// The joints of a body beside [`BODY`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Model {
    /// None: hands and face were left out.
    Body,
    /// One for each hand.
    Smpl,
    /// Three for each finger.
    SmplH,
    /// The same, and jaw and eyes ahead of them.
    SmplX,
}

impl Model {
    pub const ALL: [Self; 4] = [Self::Body, Self::Smpl, Self::SmplH, Self::SmplX];

    pub fn with_joints(joints: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|model| model.len() == joints)
    }

    pub fn len(self) -> usize {
        const FINGER_JOINTS: usize = FINGERS.len() * 3 * WRISTS.len();
        match self {
            Self::Body => BODY.len(),
            Self::Smpl => BODY.len() + WRISTS.len(),
            Self::SmplH => BODY.len() + FINGER_JOINTS,
            Self::SmplX => BODY.len() + FACE.len() + FINGER_JOINTS,
        }
    }

    pub fn fingers(self) -> Option<usize> {
        match self {
            Self::Body | Self::Smpl => None,
            Self::SmplH => Some(BODY.len()),
            Self::SmplX => Some(BODY.len() + FACE.len()),
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Body => "the body of SMPL",
            Self::Smpl => "SMPL",
            Self::SmplH => "SMPL+H",
            Self::SmplX => "SMPL-X",
        }
    }

    pub fn joints(self) -> Vec<BodyJoint> {
        let mut joints = Vec::with_capacity(self.len());
        for (i, (name, parent, offset)) in BODY.into_iter().enumerate() {
            joints.push(joint(name.into(), (i > 0).then_some(parent), offset));
        }
        if self == Self::SmplX {
            joints.extend(FACE.map(|(name, offset)| joint(name.into(), Some(HEAD), offset)));
        }
        for (side, wrist) in ["left", "right"].into_iter().zip(WRISTS) {
            match self {
                Self::Body => {}
                Self::Smpl => {
                    joints.push(joint(format!("{side}_hand"), Some(wrist), [0.09, 0.0, 0.0]));
                }
                Self::SmplH | Self::SmplX => {
                    for (finger, offsets) in FINGERS {
                        let mut parent = wrist;
                        for (number, offset) in (1..).zip(offsets) {
                            let name = format!("{side}_{finger}{number}");
                            joints.push(joint(name, Some(parent), offset));
                            parent = joints.len() - 1;
                        }
                    }
                }
            }
        }
        let mut is_last = vec![true; joints.len()];
        for parent in joints.iter().filter_map(|joint| joint.parent) {
            is_last[parent] = false;
        }
        is_last[HEAD] = true;
        for (joint, is_last) in joints.iter_mut().zip(is_last) {
            joint.end = joint.end.filter(|_| is_last);
        }
        joints
    }
}

fn joint(name: String, parent: Option<usize>, offset: [f64; 3]) -> BodyJoint {
    let is_right = name.starts_with("right_");
    let mirrored = |at: [f64; 3]| {
        if is_right { DVec3::new(-at[0], at[1], at[2]) } else { DVec3::from(at) }
    };
    let part = name.rsplit('_').next();
    let end = ENDS.iter().find(|(known, _)| Some(*known) == part);
    BodyJoint { end: end.map(|&(_, end)| mirrored(end)), offset: mirrored(offset), parent, name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_models_have_their_joints_in_their_order() {
        for (model, count) in Model::ALL.into_iter().zip([22, 24, 52, 55]) {
            let joints = model.joints();
            assert_eq!((joints.len(), model.len()), (count, count), "{model:?}");
            for (i, joint) in joints.iter().enumerate() {
                assert!(joint.parent.is_none_or(|parent| parent < i), "{}", joint.name);
            }
        }
        let joints = Model::SmplX.joints();
        assert_eq!(joints[22].name, "jaw");
        assert_eq!((&*joints[39].name, joints[39].parent), ("left_thumb3", Some(38)));
        assert_eq!((&*joints[40].name, joints[40].parent), ("right_index1", Some(21)));
        assert_eq!(joints[40].offset.x, -joints[25].offset.x);
    }

    #[test]
    fn the_figure_is_as_tall_as_is_said_and_stands_on_the_ground() {
        for model in Model::ALL {
            let joints = model.joints();
            let mut positions: Vec<DVec3> = Vec::new();
            let mut heights = Vec::new();
            for joint in &joints {
                let parent = joint.parent.map_or(DVec3::Y * PELVIS_HEIGHT, |p| positions[p]);
                let position = parent + joint.offset;
                heights.push(position.y);
                heights.extend(joint.end.map(|end| (position + end).y));
                positions.push(position);
            }
            let [low, high] = [f64::min, f64::max].map(|f| heights.iter().copied().reduce(f));
            assert!((high.unwrap() - 1.7).abs() < 1e-9, "{high:?}");
            assert!((0.0..0.03).contains(&low.unwrap()), "{low:?}");
        }
    }
}
