//! Left and right, from the names that skeletons give their joints.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::take::{Node, Skeleton};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Side {
    Left,
    Right,
    /// Spine, neck, head, and whatever has no side.
    #[default]
    Middle,
}

/// The words that tell a side, each beside what the other side may have for it.
#[rustfmt::skip]
const WORDS: [(&str, &str); 17] = [
    ("left", "right"), ("l", "r"), ("lft", "rgt"), ("lft", "rht"), ("lft", "rt"),
    ("lt", "rt"), ("lf", "rt"), ("lf", "rf"), ("gauche", "droite"), ("gauche", "droit"),
    ("links", "rechts"), ("izquierda", "derecha"), ("izquierdo", "derecho"),
    ("sinistra", "destra"), ("sinistro", "destro"), ("左", "右"), ("왼", "오른"),
];

/// Words that end like a side and tell none.
const NOT_SIDES: [&str; 4] = ["upright", "bright", "wright", "cleft"];

/// What usual marker sets glue behind the letter of a side, in capitals: `RBAK` is on the right
/// shoulder blade alone, and a set for one arm has no marker of the other one.
const MARKER_NAMES: [&str; 30] = [
    "ACR", "ANK", "ASI", "BAC", "BAK", "BHD", "CLAV", "ELB", "FA", "FHD", "FIN", "FRA", "FRM",
    "HEE", "HEL", "KNE", "LEL", "MCP", "MEL", "MT", "PSI", "SCAP", "SHN", "SHO", "THI", "TIB",
    "TOE", "UA", "UPA", "WRI",
];

/// The side of every node, in the order of the skeleton's nodes.
///
/// A name tells its side as a word of its own (`LeftArm`, `h_left_up_arm`, `hand_l`, `LHipJoint`, `Bip01 L Thigh`,
/// `Arm.L`) or as a letter glued to the rest (`lfemur`), which only counts where the same name with the other letter
/// exists: `lowerback` has no `rowerback`, and the marker `L5` on the spine no `R5`, while `LASI` has a `RASI`. Where
/// several parts of a name could tell a side, the one that has a counterpart does.
pub fn sides(skeleton: &Skeleton) -> Vec<Side> {
    side_words(skeleton).iter().map(|word| word.map_or(Side::Middle, |word| word.side)).collect()
}

/// The side of every node, and its name without the word or letter that tells it, in the order of the
/// skeleton's nodes: `Bip01 L Thigh` is `Bip01  Thigh`, on the left.
pub fn names_without_sides(skeleton: &Skeleton) -> Vec<(Side, String)> {
    let without_side = |(node, word): (&Node, Option<SideWord<'_>>)| match word {
        Some(word) => (word.side, format!("{}{}", word.before, word.behind)),
        None => (Side::Middle, node.part_name().to_string()),
    };
    skeleton.nodes().iter().zip(side_words(skeleton)).map(without_side).collect()
}

/// For every node on a side, its counterpart on the other one, in the order of the nodes.
///
/// Two performers in one take are told apart by their namespaces, or by their order where all names are there twice.
pub fn mirrored(skeleton: &Skeleton, sides: &[Side]) -> Vec<Option<usize>> {
    let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
    let mut ranks = Vec::with_capacity(sides.len());
    for (i, node) in skeleton.nodes().iter().enumerate() {
        let same = by_name.entry(node.part_name().to_lowercase()).or_default();
        ranks.push(same.len());
        same.push(i);
    }
    let words = side_words(skeleton);
    let counterpart = |i: usize| -> Option<usize> {
        words[i]?.counterparts().into_iter().find_map(|other| {
            let j = *by_name.get(&other)?.get(ranks[i])?;
            let opposite = matches!(
                (sides[i], sides[j]),
                (Side::Left, Side::Right) | (Side::Right, Side::Left)
            );
            opposite.then_some(j)
        })
    };
    let one_way: Vec<Option<usize>> = (0..sides.len()).map(counterpart).collect();
    let both_ways = |(i, j): (usize, &Option<usize>)| j.filter(|&j| one_way[j] == Some(i));
    one_way.iter().enumerate().map(both_ways).collect()
}

/// A word or letter that tells a side, and the rest of the name that it was found in.
#[derive(Clone, Copy, Debug)]
struct SideWord<'a> {
    side: Side,
    before: &'a str,
    word: &'a str,
    behind: &'a str,
    evidence: Evidence,
}

/// What it takes to believe a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Evidence {
    /// Nothing more.
    Certain,
    /// A capital behind the name, as in `ArmL`: the counterpart, or others like it. It may also mean lateral.
    Suffix,
    NeedsCounterpart,
}

impl<'a> SideWord<'a> {
    /// The word at a range of a text, in bytes.
    fn new(text: &'a str, range: Range<usize>, side: Side, evidence: Evidence) -> Self {
        let (before, rest) = text.split_at(range.start);
        let (word, behind) = rest.split_at(range.len());
        Self { side, before, word, behind, evidence }
    }

    /// What the counterpart may be called, in lower case.
    fn counterparts(&self) -> Vec<String> {
        let [before, word, behind] = [self.before, self.word, self.behind].map(str::to_lowercase);
        let words = WORDS.iter().filter_map(|&(left, right)| match self.side {
            Side::Left => (left == word).then_some(right),
            _ => (right == word).then_some(left),
        });
        words.map(|other| format!("{before}{other}{behind}")).collect()
    }
}

/// What tells the side of each node: a word whose counterpart is there before one that stands alone.
fn side_words<'a>(skeleton: &'a Skeleton) -> Vec<Option<SideWord<'a>>> {
    let nodes = skeleton.nodes();
    let found: Vec<Vec<SideWord<'a>>> =
        nodes.iter().map(|node| candidates(node.part_name())).collect();
    let mut names = HashSet::new();
    let mut endings: HashMap<Side, HashSet<&str>> = HashMap::new();
    for (node, found) in nodes.iter().zip(&found) {
        names.insert(node.part_name().to_lowercase());
        names.insert(local_name(node.part_name()).to_lowercase());
        for word in found.iter().filter(|word| word.evidence == Evidence::Suffix) {
            endings.entry(word.side).or_default().insert(node.part_name());
        }
    }
    let is_paired = |name: &str, word: &SideWord<'_>| {
        // A performer's namespace is no part of it, unless the side stands there.
        let start = name.len() - local_name(name).len();
        let tail = |other: &str| names.contains(local_name(other)) && word.before.len() >= start;
        let mut counterparts = word.counterparts().into_iter();
        counterparts.any(|other| names.contains(&other) || tail(&other))
    };
    let is_believed = |word: &SideWord<'_>| match word.evidence {
        Evidence::Certain => true,
        Evidence::Suffix => {
            let medial = format!("{}m{}", word.before, word.behind);
            endings[&word.side].len() >= 3 && !names.contains(&medial.to_lowercase())
        }
        Evidence::NeedsCounterpart => false,
    };
    let choose = |(node, found): (&Node, &Vec<SideWord<'a>>)| -> Option<SideWord<'a>> {
        let paired = found.iter().find(|word| is_paired(node.part_name(), word));
        paired.or_else(|| found.iter().find(|word| is_believed(word))).copied()
    };
    nodes.iter().zip(&found).map(choose).collect()
}

/// Everything in a name that may tell a side, words first.
fn candidates(name: &str) -> Vec<SideWord<'_>> {
    let local = local_name(name);
    let start = name.len() - local.len();
    let is_number = words(local)
        .all(|word| ["marker", "point", "mkr", "m"].contains(&local[word].to_lowercase().as_str()));
    // A rigid body's markers are numbered: `ArmL:Marker1`.
    if is_number && start > 0 {
        return candidates_in_words(name, 0..start - 1);
    }
    let mut found = candidates_in_words(name, start..name.len());
    found.extend(glued(name, start));
    found
}

/// The words that tell a side in a part of a name.
fn candidates_in_words(name: &str, part: Range<usize>) -> Vec<SideWord<'_>> {
    /// Only names that mean to do harm have more.
    const MAX_CANDIDATES: usize = 4;
    let mut found = Vec::new();
    let start = part.start;
    let text = &name[part];
    for at in words(text) {
        let word = &text[at.clone()];
        let Some((side, inside)) = side_of_word(word) else { continue };
        if found.len() == MAX_CANDIDATES {
            break;
        }
        let is_letter = word.len() == 1;
        let before = text[..at.start].chars().next_back();
        let after = text[at.end..].chars().next();
        let evidence = if is_letter && after.is_some_and(|c| c.is_ascii_digit()) {
            // It may be a vertebra: `L5`, `jL5S1`.
            Evidence::NeedsCounterpart
        } else if is_letter && after.is_none() && before.is_some_and(char::is_alphabetic) {
            Evidence::Suffix
        } else {
            Evidence::Certain
        };
        let at = start + at.start + inside.start..start + at.start + inside.end;
        found.push(SideWord::new(name, at, side, evidence));
    }
    found
}

/// The side that a word tells, and where in it.
fn side_of_word(word: &str) -> Option<(Side, Range<usize>)> {
    let lower = word.to_lowercase();
    for (left, right) in WORDS {
        for (own, side) in [(left, Side::Left), (right, Side::Right)] {
            if lower == own {
                return Some((side, 0..word.len()));
            }
            // These two are glued to others in names without capitals; ideograms stand before the part of the body.
            if own == "left" || own == "right" || !own.is_ascii() {
                let is = |part: Option<&str>| part.is_some_and(|p| p.eq_ignore_ascii_case(own));
                let end = word.len().saturating_sub(own.len());
                if is(word.get(..own.len())) {
                    return Some((side, 0..own.len()));
                }
                if is(word.get(end..)) && !NOT_SIDES.contains(&lower.as_str()) {
                    return Some((side, end..word.len()));
                }
                if let Some(at) = word.find(own).filter(|_| !own.is_ascii()) {
                    return Some((side, at..at + own.len()));
                }
            }
        }
    }
    None
}

/// A letter glued to the name behind its namespace, before it or behind it.
fn glued(name: &str, start: usize) -> impl Iterator<Item = SideWord<'_>> {
    let local = &name[start..];
    let side = |letter: u8| match letter.to_ascii_lowercase() {
        b'l' => Some(Side::Left),
        b'r' => Some(Side::Right),
        _ => None,
    };
    let word = move |letter: Option<&u8>, at: usize, evidence| {
        let at = start + at..start + at + 1;
        Some(SideWord::new(name, at, side(*letter?)?, evidence))
    };
    let letters = local.as_bytes();
    let rest = local.get(1..).unwrap_or_default();
    let capitals = rest.bytes().take_while(u8::is_ascii_uppercase).count();
    let is_marker = letters.first().is_some_and(u8::is_ascii_uppercase)
        && MARKER_NAMES.contains(&&rest[..capitals]);
    let evidence = if is_marker { Evidence::Certain } else { Evidence::NeedsCounterpart };
    let first = word(letters.first(), 0, evidence);
    // A number may stand behind the letter: `WANDl1`.
    let end = letters.len() - letters.iter().rev().take_while(|c| c.is_ascii_digit()).count();
    let last = end.checked_sub(1).filter(|&last| last > 0);
    let last = last.and_then(|last| word(letters.get(last), last, Evidence::NeedsCounterpart));
    first.into_iter().chain(last)
}

/// The name without its namespace: `mixamorig:LeftArm` is `LeftArm`.
fn local_name(name: &str) -> &str {
    name.rsplit([':', '|']).next().unwrap_or(name)
}

/// The words of a name, as places in it: parted by signs and digits, and where capitals begin a new one.
fn words(name: &str) -> impl Iterator<Item = Range<usize>> {
    let chars: Vec<(usize, char)> = name.char_indices().collect();
    let mut cuts = vec![0];
    for i in 1..chars.len() {
        let (at, c) = chars[i];
        let before = chars[i - 1].1;
        let after = chars.get(i + 1).map(|&(_, c)| c);
        let new_word =
            c.is_uppercase() && (before.is_lowercase() || after.is_some_and(char::is_lowercase));
        if new_word || c.is_alphabetic() != before.is_alphabetic() {
            cuts.push(at);
        }
    }
    cuts.push(name.len());
    let parts: Vec<Range<usize>> = cuts.windows(2).map(|w| w[0]..w[1]).collect();
    parts.into_iter().filter(|word| name[word.clone()].chars().any(char::is_alphabetic))
}

#[cfg(test)]
mod tests {
    use super::Side::{Left, Middle, Right};
    use super::*;
    use crate::take::SkeletonBuilder;

    fn skeleton(names: &[&str]) -> Skeleton {
        let mut build = SkeletonBuilder::default();
        for name in names {
            build.node(*name, None).unwrap();
        }
        build.finish()
    }

    fn mirror(names: &[&str]) -> Vec<Option<usize>> {
        let skeleton = skeleton(names);
        mirrored(&skeleton, &sides(&skeleton))
    }

    #[rustfmt::skip]
    const PAIRS: [(&str, &str); 65] = [
        ("LeftUpLeg", "RightUpLeg"), ("LHipJoint", "RHipJoint"), ("lShldr", "rShldr"),
        ("mixamorig:LeftArm", "mixamorig:RightArm"), ("hand_l", "hand_r"),
        ("h_left_up_arm", "h_right_up_arm"), ("UpperArm.L", "UpperArm.R"), ("L_Thigh", "R_Thigh"),
        ("Bip01 L Thigh", "Bip01 R Thigh"), ("lfemur", "rfemur"), ("LThumb", "RThumb"),
        ("ArmL", "ArmR"), ("left", "right"), ("左ひじ", "右ひじ"), ("LeftFoot.001", "RightFoot.001"),
        ("LASI", "RASI"), ("LFHD", "RFHD"), ("L.ASIS", "R.ASIS"), ("L_Heel", "R_Heel"),
        ("LeftHeel", "RightHeel"), ("LHeel", "RHeel"), ("L.Toe.Tip", "R.Toe.Tip"),
        ("Subject:LTOE", "Subject:RTOE"), ("Lt Ankle", "Rt Ankle"), ("L1", "R1"),
        ("ASISl", "ASISr"),
        // Poser and Daz, Character Studio, CAT.
        ("lThighBend", "rThighBend"), ("Bip001 L Finger0Nub", "Bip001 R Finger0Nub"),
        ("ValveBiped.Bip01_L_Clavicle", "ValveBiped.Bip01_R_Clavicle"),
        ("CATRigLArmDigit11", "CATRigRArmDigit11"),
        // Perception Neuron, Rokoko, Xsens, OptiTrack, Azure Kinect, MediaPipe.
        ("Robot_LeftInHandIndex", "Robot_RightInHandIndex"), ("LeftThigh", "RightThigh"),
        ("LeftUpperLeg", "RightUpperLeg"), ("Skeleton 001:LIWR", "Skeleton 001:RIWR"),
        ("BackLeft", "BackRight"), ("HIP_LEFT", "HIP_RIGHT"),
        ("left_eye_inner", "right_eye_inner"),
        // SMPL, MakeHuman, Rigify, VRM, iClone, Second Life, Doom.
        ("L_Collar", "R_Collar"), ("left_collar", "right_collar"),
        ("upperarm02.L", "upperarm02.R"), ("DEF-f_index.01.L.001", "DEF-f_index.01.R.001"),
        ("J_Bip_L_UpperArm", "J_Bip_R_UpperArm"), ("CC_Base_L_RibsTwist", "CC_Base_R_RibsTwist"),
        ("mCollarLeft", "mCollarRight"), ("luparm", "ruparm"), ("leftshoulder", "rightshoulder"),
        ("handleft", "handright"),
        // Unreal and MetaHuman.
        ("lowerarm_twist_01_l", "lowerarm_twist_01_r"), ("ik_foot_l", "ik_foot_r"),
        ("FACIAL_L_12IPV_Brow1", "FACIAL_R_12IPV_Brow1"), ("clavicle-L", "clavicle-R"),
        ("LFT_wrist", "RGT_wrist"), ("Lf_arm_jnt", "Rt_arm_jnt"), ("lf_leg", "rf_leg"),
        // Other languages.
        ("左足ＩＫ", "右足ＩＫ"), ("腕.L", "腕.R"), ("왼손", "오른손"), ("Bras gauche", "Bras droit"),
        ("Hand links", "Hand rechts"),
        // Markers: a number behind the letter, rigid bodies.
        ("hum_l2", "hum_r2"), ("foot_l1", "Foot_r1"), ("ScapulaL2", "ScapulaR2"),
        ("LTHI3", "RTHI3"), ("LFT1", "RFT1"), ("ArmL:Marker2", "ArmR:Marker2"),
    ];

    #[test]
    fn sides_are_found_in_the_names_that_real_skeletons_use() {
        for (left, right) in PAIRS {
            let others = "lowerback root Collar L5 SACR Root Roll Lumbar LowerBack UpperNeck Reference \
                          RL_BoneRoot jL5S1 Upright CenterLine LED1 J_Bip_C_Hips";
            let names: Vec<&str> =
                ["Hips", left, right].into_iter().chain(others.split(' ')).collect();
            let skeleton = skeleton(&names);
            let found = sides(&skeleton);
            assert_eq!(found[1..3], [Side::Left, Side::Right], "{left} {right}");
            assert_eq!(found[0], Side::Middle);
            assert!(found[3..].iter().all(|s| *s == Side::Middle), "{found:?}");
            let mirror = mirrored(&skeleton, &found);
            assert_eq!(mirror[1..3], [Some(2), Some(1)], "{left} {right}");
        }
    }

    #[test]
    fn the_markers_of_two_performers_are_not_paired() {
        let mirror = mirror(&["Ann:LTOE", "Bob:LTOE", "Bob:RTOE", "Ann:RTOE"]);
        assert_eq!(mirror, [Some(3), Some(2), Some(1), Some(0)]);
    }

    #[test]
    fn a_chain_is_paired_joint_by_joint() {
        let mirror = mirror(&["L_Hand1", "L_Hand2", "R_Hand2", "R_Hand1", "R_Hand3"]);
        assert_eq!(mirror, [Some(3), Some(2), Some(1), Some(0), None]);
    }

    #[test]
    fn joints_of_one_name_are_paired_in_their_order() {
        let mirror = mirror(&["LeftArm", "RightArm", "LeftArm", "RightArm"]);
        assert_eq!(mirror, [Some(1), Some(0), Some(3), Some(2)]);
    }

    /// As a VRM has them: the format says what part a bone is of, the file what the bone is called.
    #[test]
    fn sides_come_from_the_part_that_a_format_names_whatever_the_joint_is_called() {
        let mut build = SkeletonBuilder::default();
        for (name, part) in [
            ("腰", "hips"),
            ("左太もも", "leftUpperLeg"),
            ("右太もも", "rightUpperLeg"),
            ("l", "leftHand"),
            ("", "rightHand"),
        ] {
            let node = build.node(name, None).unwrap();
            let body = &mut build.node_mut(node).body;
            body.get_or_insert_default().part = Some(part.into());
        }
        let skeleton = build.finish();
        let found = sides(&skeleton);
        assert_eq!(found, [Middle, Left, Right, Left, Right]);
        assert_eq!(mirrored(&skeleton, &found), [None, Some(2), Some(1), Some(4), Some(3)]);
        assert_eq!(names_without_sides(&skeleton)[1].1, "UpperLeg");
    }

    #[test]
    fn a_set_for_one_side_is_read_as_far_as_its_names_tell_it() {
        let side = |names: &[&str]| sides(&skeleton(names));
        assert_eq!(side(&["RUA1", "RMCP5", "LCLAV"]), [Right, Right, Left]);
        assert_eq!(side(&["TempleL", "EarL", "HandL", "C7"])[..3], [Left; 3]);
        // One alone is lateral as well, and so are those that have a medial one.
        assert_eq!(side(&["EpL", "C7"]), [Middle; 2]);
        assert_eq!(side(&["KneeL", "KneeM", "EpL", "EpM", "AnkL", "AnkM"]), [Middle; 6]);
        assert_eq!(side(&["ArmL:Marker1", "LegL:M2", "HandL:3"]), [Left; 3]);
        assert_eq!(side(&["Left:Hips", "Left:Head"]), [Middle; 2]);
    }
}
