//! Joint names without what only one skeleton's way of naming brings, so that those of two skeletons compare.

use std::collections::HashSet;
use std::fmt;

use crate::scene::{Side, names_without_sides};
use crate::take::{NodeId, Skeleton};

/// What the name of a joint says, however it is written: `LeftArm`, `mixamorig:LeftArm`, `L_Arm`,
/// `arm.l` and `lArm` are the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct JointName {
    pub side: Side,
    /// Its letters in lower case, without namespace, common prefix, side and number.
    pub stem: String,
    pub number: Option<u32>,
}

/// The joints that skeletons have different words for, each with its words. A shoulder and a hip are two
/// joints: see [`joint_names`].
const SYNONYMS: [(&str, &str); 11] = [
    ("hips", "hips hip pelvis root"),
    ("thigh", "thigh upleg upperleg femur hip"),
    ("shin", "shin leg lowleg lowerleg calf tibia knee"),
    ("foot", "foot ankle"),
    ("toe", "toe toes toebase ball"),
    ("collar", "collar clavicle clav"),
    ("upperarm", "upperarm arm uparm humerus shldr"),
    ("forearm", "forearm lowarm lowerarm radius elbow"),
    ("hand", "hand wrist"),
    ("head", "head skull"),
    ("neck", "neck"),
];

/// The joints of [`SYNONYMS`] that have no side; all others have one.
const MIDDLE: [&str; 3] = ["hips", "head", "neck"];

/// Fingers, which some skeletons call `HandIndex1` and some `index_01`.
const FINGERS: [&str; 6] = ["thumb", "index", "middle", "ring", "pinky", "little"];

impl JointName {
    /// The joint of a body that it means, by the word that [`SYNONYMS`] begins with.
    pub fn part(&self) -> Option<&'static str> {
        let means = |(part, words): &&(&str, &str)| {
            MIDDLE.contains(part) == (self.side == Side::Middle)
                && words.split(' ').any(|word| word == self.stem)
        };
        SYNONYMS.iter().find(means).map(|(part, _)| *part)
    }
}

/// The names of all joints, in the order of the skeleton's nodes.
///
/// A shoulder is where the arm begins in skeletons that have no other word for it on that side, and else
/// the collar bone.
pub(super) fn joint_names(skeleton: &Skeleton) -> Vec<JointName> {
    let parted = names_without_sides(skeleton);
    let locals: HashSet<_> = parted.iter().map(|(side, name)| (*side, local(name))).collect();
    let names: HashSet<_> = parted.iter().map(|(side, name)| (*side, name)).collect();
    // Namespaces that tell performers or rigid bodies apart stay.
    let has_namespaces = locals.len() < names.len();
    let short = |name| if has_namespaces { name } else { local(name) };
    let shorts: Vec<&str> = parted.iter().map(|(_, name)| short(name)).collect();
    let is_below = |i: &usize| skeleton.nodes()[*i].parent.is_some();
    let mut below: Vec<&str> = (0..shorts.len()).filter(is_below).map(|i| shorts[i]).collect();
    if below.is_empty() {
        below.clone_from(&shorts);
    }
    let prefix = common_prefix(&below);
    let without = |name: &str| name.strip_prefix(prefix).unwrap_or(name).to_lowercase();
    let sided = parted.iter().zip(&shorts);
    let mut found: Vec<JointName> =
        sided.map(|((side, _), name)| of_parts(*side, &without(name))).collect();
    let has_arm = |side| {
        let is_arm = |name: &&JointName| name.side == side && name.part() == Some("upperarm");
        found.iter().any(|name| is_arm(&name))
    };
    let arms = [Side::Left, Side::Right].map(|side| (side, has_arm(side)));
    // Markers are called after where they are stuck.
    let joints = found.iter_mut().zip(skeleton.nodes());
    let joints = joints.filter(|(name, node)| name.stem == "shoulder" && node.parent.is_some());
    for (name, _) in joints {
        if let Some((_, has_arm)) = arms.iter().find(|(side, _)| *side == name.side) {
            name.stem = if *has_arm { "collar" } else { "upperarm" }.into();
        }
    }
    found
}

fn local(name: &str) -> &str {
    name.rsplit([':', '|']).next().unwrap_or(name)
}

/// A name in lower case, without its side.
fn of_parts(side: Side, name: &str) -> JointName {
    let mut stem: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    let digits = stem.bytes().rev().take_while(u8::is_ascii_digit).count();
    let number = stem.split_off(stem.len() - digits).parse().ok();
    let finger = stem.strip_prefix("inhand").or(stem.strip_prefix("hand"));
    let finger = finger.filter(|rest| FINGERS.iter().any(|word| rest.starts_with(word)));
    if let Some(finger) = finger.map(String::from) {
        stem = finger;
    }
    JointName { side, stem, number }
}

/// What all of three or more names begin with, up to a sign, or to the capital of the next word:
/// `Character1_`, `mixamorig`.
fn common_prefix<'a>(names: &[&'a str]) -> &'a str {
    let [first, others @ ..] = names else {
        return "";
    };
    if others.len() < 2 {
        return "";
    }
    let begins_word = |at: usize| {
        let before = first[..at].chars().next_back();
        let is_capital = |name: &str| name[at..].chars().next().is_some_and(char::is_uppercase);
        before.is_some_and(|c| {
            !c.is_alphanumeric() || !c.is_uppercase() && names.iter().all(|name| is_capital(name))
        })
    };
    let is_shared = |at: &usize| others.iter().all(|name| name.starts_with(&first[..*at]));
    let shared: Vec<usize> = first.char_indices().map(|(at, _)| at).take_while(is_shared).collect();
    let end = shared.into_iter().rev().find(|&at| begins_word(at));
    &first[..end.unwrap_or(0)]
}

/// No joint has a name like this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoJoint {
    pub name: String,
}

impl fmt::Display for NoJoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no joint or marker is called '{}'", self.name)
    }
}

impl std::error::Error for NoJoint {}

/// The joint that a person means by a name: the first of that very name, or else the only one of a name
/// that differs in case, blanks, signs, namespace and common prefix alone.
///
/// # Errors
/// Where there is none, or several.
pub fn joint_named(skeleton: &Skeleton, name: &str) -> Result<NodeId, NoJoint> {
    if let Some(exact) = skeleton.find(name) {
        return Ok(exact);
    }
    let plain = |name: &str| -> String {
        name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let wanted = plain(name);
    let locals: Vec<&str> = skeleton.nodes().iter().map(|node| local(node.part_name())).collect();
    let prefix = common_prefix(&locals);
    let is_it = |(id, _): &(NodeId, _)| {
        let local = locals[id.index()];
        let short = local.strip_prefix(prefix).unwrap_or(local);
        [local, short, &skeleton[*id].name].iter().any(|own| plain(own) == wanted)
    };
    let mut found = skeleton.iter().filter(is_it);
    match (found.next(), found.next()) {
        (Some((id, _)), None) if !wanted.is_empty() => Ok(id),
        _ => Err(NoJoint { name: name.into() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::take::SkeletonBuilder;

    /// A root with all others below it.
    fn skeleton(names: &str) -> Skeleton {
        let mut build = SkeletonBuilder::default();
        let mut root = None;
        for name in names.split(',') {
            let node = build.node(name, root).unwrap();
            root = root.or(Some(node));
        }
        build.finish()
    }

    #[test]
    fn names_of_many_skeletons_mean_the_same_parts() {
        let parts = "hips,thigh,shin,foot,toe,collar,upperarm,forearm,hand,neck,head";
        for names in [
            "Hips,LeftUpLeg,LeftLeg,LeftFoot,LeftToeBase,LeftShoulder,LeftArm,LeftForeArm,LeftHand,Neck,Head",
            "mixamorig:Hips,mixamorig:LeftUpLeg,mixamorig:LeftLeg,mixamorig:LeftFoot,mixamorig:LeftToeBase,\
             mixamorig:LeftShoulder,mixamorig:LeftArm,mixamorig:LeftForeArm,mixamorig:LeftHand,mixamorig:Neck,\
             mixamorig:Head",
            "Character1_Hips,Character1_LeftUpLeg,Character1_LeftLeg,Character1_LeftFoot,\
             Character1_LeftToeBase,Character1_LeftShoulder,Character1_LeftArm,Character1_LeftForeArm,\
             Character1_LeftHand,Character1_Neck,Character1_Head",
            "Bip01 Pelvis,Bip01 L Thigh,Bip01 L Calf,Bip01 L Foot,Bip01 L Toe0,Bip01 L Clavicle,\
             Bip01 L UpperArm,Bip01 L Forearm,Bip01 L Hand,Bip01 Neck,Bip01 Head",
            "pelvis,thigh_l,calf_l,foot_l,ball_l,clavicle_l,upperarm_l,lowerarm_l,hand_l,neck_01,head",
            "root,lfemur,ltibia,lfoot,ltoes,lclavicle,lhumerus,lradius,lwrist,neck,head",
            "hip,lThigh,lShin,lFoot,lToe,lCollar,lShldr,lForeArm,lHand,neck,head",
        ] {
            // A letter glued to a name tells a side where the other one is there, too.
            let left = names.split(',').filter_map(|name| name.strip_prefix('l'));
            let glued = left.filter(|name| !name.ends_with("_l"));
            let others: String = glued.map(|name| format!(",r{name}")).collect();
            let found = joint_names(&skeleton(&format!("{names}{others}")));
            let found = found.iter().take(11).map(|name| name.part().unwrap_or(&name.stem));
            assert_eq!(found.collect::<Vec<_>>().join(","), parts, "{names}");
        }
    }

    #[test]
    fn a_shoulder_is_the_arm_where_there_is_no_other() {
        let part = |names| joint_names(&skeleton(names))[1].part();
        assert_eq!(part("Hips,ShoulderLeft,ElbowLeft,WristLeft"), Some("upperarm"));
        assert_eq!(part("Hips,LeftShoulder,LeftArm,LeftForeArm"), Some("collar"));
    }

    #[test]
    fn what_tells_performers_apart_stays_in_their_names() {
        let found = joint_names(&skeleton("Ann:LTOE,Bob:LTOE,Ann:HEAD,Bob:HEAD"));
        assert_eq!(found.iter().collect::<HashSet<_>>().len(), 4);
        let found = joint_names(&skeleton("Root,CC_Base_L_Hand,CC_Base_R_Hand,CC_Base_Head"));
        let stems: Vec<&str> = found.iter().map(|name| name.stem.as_str()).collect();
        assert_eq!(stems, ["root", "hand", "hand", "head"]);
    }

    #[test]
    fn a_joint_is_found_by_a_name_that_is_nearly_its_own() {
        let take = skeleton("mixamorig:Hips,mixamorig:LeftArm,mixamorig:left_arm,mixamorig:Head");
        let found = |name: &str| joint_named(&take, name).map(NodeId::index);
        assert_eq!(found("head"), Ok(3));
        assert_eq!(found("mixamorig:LeftArm"), Ok(1));
        assert!(found("LeftArm").is_err(), "there are two");
        assert_eq!(found("Tail").unwrap_err().to_string(), "no joint or marker is called 'Tail'");
        assert!(found("").is_err());
    }
}
