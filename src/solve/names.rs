//! What the joints of a solved skeleton are called: as the body has them, or as animation programs do.

use std::str::FromStr;

use crate::known_bodies::{Landmark, Side};

use super::plan::{Joint, Plan};

/// By which names the joints of a skeleton go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum JointNames {
    /// Those of the points.
    #[default]
    Own,
    /// Mixamo's: `mixamorig:LeftUpLeg`.
    Mixamo,
    /// Those of CMU's skeletons: `lfemur`.
    Cmu,
    /// VRM's: `leftUpperLeg`.
    Vrm,
}

impl FromStr for JointNames {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let found = Self::WORDS.into_iter().find(|(known, _)| *known == word);
        found.map(|(_, names)| names).ok_or_else(|| format!("there are no names {word:?}"))
    }
}

impl JointNames {
    /// Every choice by its word.
    pub const WORDS: [(&str, Self); 4] =
        [("own", Self::Own), ("mixamo", Self::Mixamo), ("cmu", Self::Cmu), ("vrm", Self::Vrm)];

    /// Its word.
    pub fn word(self) -> &'static str {
        let found = Self::WORDS.into_iter().find(|(_, names)| *names == self);
        found.map_or("", |(word, _)| word)
    }

    /// What each choice is, for people.
    pub fn label(self) -> &'static str {
        match self {
            Self::Own => "As the points",
            Self::Mixamo => "Mixamo",
            Self::Cmu => "CMU",
            Self::Vrm => "VRM",
        }
    }

    /// The names of a plan's joints, of which the points have names of their own.
    pub(super) fn of(self, plan: &Plan, own: &[&str]) -> Vec<String> {
        let chain = MiddleChain::of(plan);
        let joints = plan.joints.iter().enumerate();
        let mut names: Vec<String> = joints
            .map(|(place, joint)| match self {
                Self::Own => own_name(joint, own),
                _ => self.standard_name(place, joint, &chain),
            })
            .collect();
        // A joint that is a point keeps its name before one that is between others.
        let is_point = |place: &usize| plan.joints[*place].point < own.len();
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by_key(|place| !is_point(place));
        for (i, &place) in order.iter().enumerate() {
            while order[..i].iter().any(|&other| names[other] == names[place]) {
                names[place] += "_2";
            }
        }
        names
    }

    fn standard_name(self, place: usize, joint: &Joint, chain: &MiddleChain) -> String {
        let Landmark { word, side } = joint.landmark;
        let row = chain.word(place).unwrap_or_else(|| match (word, joint.is_added) {
            ("hip", true) => "hip_joint".to_string(),
            _ => word.to_string(),
        });
        let found = NAMES.iter().find(|(word, ..)| *word == row);
        match self {
            Self::Own | Self::Mixamo => {
                let name = found.map_or_else(|| capitalised(&row), |row| row.1.to_string());
                format!("mixamorig:{}{name}", sided(side, ["Left", "Right"]))
            }
            Self::Cmu => {
                let name = found.map_or_else(|| row.replace('_', ""), |row| row.2.to_string());
                format!("{}{name}", sided(side, ["l", "r"]))
            }
            Self::Vrm => {
                let name = found.map_or_else(|| capitalised(&row), |row| row.3.to_string());
                let name = format!("{}{name}", sided(side, ["left", "right"]));
                let mut letters = name.chars();
                letters
                    .next()
                    .map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
            }
        }
    }
}

/// Joints by Mixamo's, CMU's and VRM's names, without their sides. Spine and neck are counted from below.
const NAMES: &[(&str, &str, &str, &str)] = &[
    ("pelvis", "Hips", "root", "Hips"),
    ("hip_joint", "HipJoint", "hipjoint", "HipJoint"),
    ("hip", "UpLeg", "femur", "UpperLeg"),
    ("knee", "Leg", "tibia", "LowerLeg"),
    ("ankle", "Foot", "foot", "Foot"),
    ("foot", "ToeBase", "toes", "Toes"),
    ("toe", "ToeBase", "toes", "Toes"),
    ("spine 1 of 1", "Spine", "lowerback", "Spine"),
    ("spine 1", "Spine", "lowerback", "Spine"),
    ("spine 2 of 2", "Spine1", "thorax", "Chest"),
    ("spine 2", "Spine1", "upperback", "Chest"),
    ("spine 3 of 3", "Spine2", "thorax", "UpperChest"),
    ("spine 3", "Spine2", "upperback1", "Chest1"),
    ("spine 4", "Spine3", "thorax", "UpperChest"),
    ("neck 1", "Neck", "lowerneck", "Neck"),
    ("neck 2", "Neck1", "upperneck", "Neck1"),
    ("head", "Head", "head", "Head"),
    ("crown", "HeadTop_End", "head_end", "HeadTop"),
    ("collar", "Shoulder", "clavicle", "Shoulder"),
    ("shoulder", "Arm", "humerus", "UpperArm"),
    ("elbow", "ForeArm", "radius", "LowerArm"),
    ("wrist", "Hand", "wrist", "Hand"),
    ("hand", "HandMiddle1", "hand", "MiddleProximal"),
    ("handtip", "HandMiddle4", "fingers", "MiddleTip"),
    ("thumb", "HandThumb1", "thumb", "ThumbProximal"),
    ("index", "HandIndex1", "index", "IndexProximal"),
    ("pinky", "HandPinky1", "pinky", "LittleProximal"),
    ("thumb1", "HandThumb1", "thumb1", "ThumbMetacarpal"),
    ("thumb2", "HandThumb2", "thumb2", "ThumbProximal"),
    ("thumb3", "HandThumb3", "thumb3", "ThumbDistal"),
    ("thumb4", "HandThumb4", "thumb4", "ThumbTip"),
    ("index1", "HandIndex1", "index1", "IndexProximal"),
    ("index2", "HandIndex2", "index2", "IndexIntermediate"),
    ("index3", "HandIndex3", "index3", "IndexDistal"),
    ("index4", "HandIndex4", "index4", "IndexTip"),
    ("middle1", "HandMiddle1", "middle1", "MiddleProximal"),
    ("middle2", "HandMiddle2", "middle2", "MiddleIntermediate"),
    ("middle3", "HandMiddle3", "middle3", "MiddleDistal"),
    ("middle4", "HandMiddle4", "middle4", "MiddleTip"),
    ("ring1", "HandRing1", "ring1", "RingProximal"),
    ("ring2", "HandRing2", "ring2", "RingIntermediate"),
    ("ring3", "HandRing3", "ring3", "RingDistal"),
    ("ring4", "HandRing4", "ring4", "RingTip"),
    ("pinky1", "HandPinky1", "pinky1", "LittleProximal"),
    ("pinky2", "HandPinky2", "pinky2", "LittleIntermediate"),
    ("pinky3", "HandPinky3", "pinky3", "LittleDistal"),
    ("pinky4", "HandPinky4", "pinky4", "LittleTip"),
];

/// The joints from the pelvis to the head.
struct MiddleChain {
    spine: Vec<usize>,
    neck: Vec<usize>,
    head: Option<usize>,
}

impl MiddleChain {
    fn of(plan: &Plan) -> Self {
        let middles = plan.joints.iter().enumerate().filter(|(_, joint)| {
            joint.landmark.side == Side::Middle
                && ["spine1", "spine2", "spine3", "thorax", "neck", "head"]
                    .contains(&joint.landmark.word)
        });
        let mut chain: Vec<usize> = middles.map(|(place, _)| place).collect();
        let head = plan.joint("head", Side::Middle).or_else(|| {
            // What the top of the head hangs from.
            let end = ["crown", "nose"].iter().find_map(|word| plan.joint(word, Side::Middle))?;
            plan.joints[end].parent.filter(|&parent| plan.joints[parent].landmark.word == "neck")
        });
        chain.retain(|place| Some(*place) != head);
        let chest = plan.chest();
        let spine =
            chain.iter().position(|place| Some(*place) == chest).map_or(0, |place| place + 1);
        let neck = chain.split_off(spine);
        Self { spine: chain, neck, head }
    }

    /// The word for a joint of it in [`NAMES`].
    fn word(&self, place: usize) -> Option<String> {
        let among =
            |joints: &[usize]| joints.iter().position(|&other| other == place).map(|at| at + 1);
        if self.head == Some(place) {
            return Some("head".to_string());
        }
        if let Some(number) = among(&self.spine) {
            let count = self.spine.len();
            let is_last = number == count && count < 4;
            return Some(if is_last {
                format!("spine {number} of {count}")
            } else {
                format!("spine {number}")
            });
        }
        among(&self.neck).map(|number| format!("neck {number}"))
    }
}

/// The name of a joint's point, or one for a joint that is added, or that stands between two points.
fn own_name(joint: &Joint, own: &[&str]) -> String {
    let Landmark { word, side } = joint.landmark;
    match own.get(joint.point).filter(|_| !joint.is_added) {
        Some(name) => name.to_string(),
        None => {
            let side = sided(side, ["left_", "right_"]);
            let behind = match word {
                "collar" | "pelvis" | "head" => "",
                "thorax" if !joint.is_added => "",
                "spine1" | "spine2" | "spine3" | "thorax" => return "spine_base".to_string(),
                _ => "_base",
            };
            format!("{side}{word}{behind}")
        }
    }
}

fn sided(side: Side, words: [&'static str; 2]) -> &'static str {
    match side {
        Side::Middle => "",
        Side::Left => words[0],
        Side::Right => words[1],
    }
}

/// `small_toe` as `SmallToe`.
fn capitalised(word: &str) -> String {
    let capital = |part: &str| {
        let mut letters = part.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    word.split(['_', ' ']).map(capital).collect()
}
