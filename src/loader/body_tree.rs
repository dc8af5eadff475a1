//! Which segment of a body hangs from which, as far as their names tell: for files that name segments and no parents.

use std::collections::HashMap;

/// The limb of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Limb {
    Trunk,
    Arm(Side),
    Leg(Side),
    Finger(Side, &'static str),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Side {
    Left,
    Right,
}

/// A segment's place in its limb: the higher, the farther from the hips.
type Rank = u32;

/// The names of the segments of a limb by their ranks. A number behind a name goes between two ranks.
type Segments = [(Rank, &'static [&'static str])];

const TRUNK: &Segments = &[
    (0, &["hips", "pelvis"]),
    (100, &["spine", "abdomen", "torso", "lowerback"]),
    (200, &["chest", "thorax"]),
    (210, &["upperchest", "upperback"]),
    (NECK, &["neck"]),
    (400, &["head"]),
    (500, &["headend"]),
];

/// Arms hang from what is below this one.
const NECK: Rank = 300;

const ARM: &Segments = &[
    (0, &["shoulder", "clavicle", "collar"]),
    (100, &["arm", "upperarm", "uarm"]),
    (200, &["forearm", "lowerarm", "larm", "farm"]),
    (300, &["hand", "wrist"]),
];

const LEG: &Segments = &[
    (100, &["upleg", "upperleg", "thigh"]),
    (200, &["leg", "lowerleg", "lowleg", "shin", "shank", "calf"]),
    (300, &["foot", "ankle"]),
    (400, &["toe", "toes", "toebase"]),
];

const FINGERS: [&str; 6] = ["thumb", "index", "middle", "ring", "pinky", "little"];

/// Segments that turn along another one, and hang from it.
const TWIST: [&str; 2] = ["roll", "twist"];

/// The index of each segment's parent; `None` for the first one, and for one whose name tells nothing. What is missing
/// between two segments is passed over.
pub(super) fn parents_by_name(names: &[&str]) -> Vec<Option<usize>> {
    let prefix = prefix_len(names);
    let segments = names.iter().map(|name| segment(&name[prefix..]));
    let segments: Vec<Option<(Limb, Rank)>> = segments.collect();
    let mut limbs: HashMap<Limb, Vec<(Rank, usize)>> = HashMap::new();
    for (i, segment) in segments.iter().enumerate() {
        if let Some((limb, rank)) = segment {
            limbs.entry(*limb).or_default().push((*rank, i));
        }
    }
    limbs.values_mut().for_each(|limb| limb.sort_unstable());
    // The last one of a limb ahead of a rank, the first in the file of several with it.
    let before = |limb: Limb, rank: Rank| {
        let limb = limbs.get(&limb)?;
        let last = limb[..limb.partition_point(|(own, _)| *own < rank)].last()?;
        let first = limb.partition_point(|(own, _)| *own < last.0);
        Some(limb[first].1)
    };
    let parent = |(limb, rank): (Limb, Rank)| {
        before(limb, rank).or_else(|| match limb {
            Limb::Trunk => None,
            Limb::Leg(_) => before(Limb::Trunk, 1).or_else(|| before(Limb::Trunk, NECK)),
            Limb::Arm(_) => before(Limb::Trunk, NECK),
            Limb::Finger(side, _) => before(Limb::Arm(side), Rank::MAX),
        })
    };
    segments.into_iter().map(|segment| parent(segment?)).collect()
}

/// How many bytes all names have in common up to a sign, as in `Ann_Hips`.
fn prefix_len(names: &[&str]) -> usize {
    let [first, others @ ..] = names else { return 0 };
    let signs = first.match_indices(['_', ':', ' ', '|']).map(|(at, _)| at + 1);
    let is_shared = |at: &usize| {
        !others.is_empty() && others.iter().all(|name| name.starts_with(&first[..*at]))
    };
    signs.take_while(is_shared).last().unwrap_or(0)
}

/// The limb and the rank of a segment by its name.
fn segment(name: &str) -> Option<(Limb, Rank)> {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    let letters: String = letters.flat_map(char::to_lowercase).collect();
    let stem = letters.trim_end_matches(|c: char| c.is_ascii_digit());
    let number: Rank = match &letters[stem.len()..] {
        "" => 0,
        digits => digits.parse().ok().filter(|&number| number < 10)?,
    };
    let rank = |limb: &Segments, word: &str| {
        limb.iter().find(|(_, words)| words.contains(&word)).map(|(rank, _)| rank + number)
    };
    if let Some(rank) = rank(TRUNK, stem) {
        return Some((Limb::Trunk, rank));
    }
    let sides =
        [("left", Side::Left), ("right", Side::Right), ("l", Side::Left), ("r", Side::Right)];
    sides.into_iter().find_map(|(word, side)| {
        let part = stem.strip_prefix(word).or(stem.strip_suffix(word))?;
        let twisted = TWIST.iter().find_map(|twist| part.strip_suffix(twist));
        let (part, twist) = twisted.map_or((part, 0), |part| (part, 50));
        if let Some(rank) = rank(ARM, part) {
            return Some((Limb::Arm(side), rank + twist));
        }
        if let Some(rank) = rank(LEG, part) {
            return Some((Limb::Leg(side), rank + twist));
        }
        let finger = part.strip_prefix("inhand").or(part.strip_prefix("hand"));
        let finger = finger.filter(|finger| !finger.is_empty()).unwrap_or(part);
        let finger = FINGERS.into_iter().find(|known| *known == finger)?;
        Some((Limb::Finger(side, finger), number))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(names: &str) -> String {
        let names: Vec<&str> = names.split(' ').collect();
        let parents = parents_by_name(&names).into_iter();
        let names = parents.map(|parent| parent.map_or("-", |parent| names[parent]));
        names.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn segments_hang_from_one_another_as_those_of_a_body_do() {
        for (names, parents) in [
            (
                "Hips Spine Spine1 Spine2 Neck Head LeftShoulder LeftArm LeftForeArm LeftForeArmRoll LeftHand",
                "- Hips Spine Spine1 Spine2 Neck Spine2 LeftShoulder LeftArm LeftForeArm LeftForeArmRoll",
            ),
            (
                "Hips RightUpLeg RightLeg RightFoot RightToeBase RightHand RightInHandIndex RightHandThumb1 RightHandThumb2",
                "- Hips RightUpLeg RightLeg RightFoot Hips RightHand RightHand RightHandThumb1",
            ),
            (
                "l_hand l_uarm l_larm pelvis thorax head r_thigh r_shank r_toes",
                "l_larm thorax l_uarm - pelvis thorax pelvis r_thigh r_shank",
            ),
            ("Ann_Hips Ann_Chest Ann_Left_Toe", "- Ann_Hips Ann_Hips"),
            ("Hips Tail Chest Prop7", "- - Hips -"),
            ("Spine Head LeftFoot", "- Spine Spine"),
            ("Hips Hips Head", "- - Hips"),
            ("LeftHand", "-"),
            ("L R Left 腕", "- - - -"),
        ] {
            assert_eq!(found(names), parents, "{names}");
        }
    }
}
