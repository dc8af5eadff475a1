//! Left and right, from the names that skeletons give their joints.

use std::collections::HashSet;

use crate::take::Skeleton;

/// The side of the body that a joint belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Side {
    /// The performer's left.
    Left,
    /// The performer's right.
    Right,
    /// Spine, neck, head, and whatever has no side.
    #[default]
    Middle,
}

/// The side of every node, in the order of the skeleton's nodes.
///
/// A name tells its side as a word of its own (`LeftArm`, `h_left_up_arm`, `hand_l`, `LHipJoint`,
/// `Bip01 L Thigh`, `Arm.L`) or as a letter glued to the rest (`lfemur`), which only counts where
/// the same name with the other letter exists: `lowerback` has no `rowerback`, and the marker `L5`
/// on the spine no `R5`, while `LASI` has a `RASI`.
pub fn sides(skeleton: &Skeleton) -> Vec<Side> {
    let names: HashSet<String> = skeleton
        .nodes()
        .iter()
        .map(|node| local_name(&node.name).to_lowercase())
        .collect();
    skeleton
        .nodes()
        .iter()
        .map(|node| {
            let name = local_name(&node.name);
            by_word(name)
                .or_else(|| by_letter(&name.to_lowercase(), &names))
                .unwrap_or_default()
        })
        .collect()
}

/// For every node on a side, its counterpart on the other one, in the order of the nodes.
pub fn mirrored(skeleton: &Skeleton, sides: &[Side]) -> Vec<Option<usize>> {
    // A name and its mirror image agree once every sign of a side is taken out. Two performers in
    // one take are told apart by their namespaces.
    let neutral = |name: &str| -> String {
        words(local_name(name))
            .map(|word| {
                let word = word.to_lowercase();
                let word = word.replace("left", "~").replace("right", "~");
                match word.as_str() {
                    "l" | "r" | "lft" | "rgt" | "lt" | "rt" => "~".to_string(),
                    _ => word.replace(['左', '右'], "~"),
                }
            })
            .collect::<Vec<_>>()
            .join(" ")
    };
    let mut by_name = std::collections::HashMap::new();
    for (i, node) in skeleton.nodes().iter().enumerate() {
        if sides[i] != Side::Middle {
            let mut name = neutral(&node.name);
            if !name.contains('~') {
                let letters: Vec<char> = name.chars().collect();
                name = match letters.as_slice() {
                    ['l' | 'r', rest @ ..] => std::iter::once(&'~').chain(rest).collect(),
                    [rest @ .., _] => rest.iter().chain(&['~']).collect(),
                    [] => name,
                };
            }
            let namespace = &node.name[..node.name.len() - local_name(&node.name).len()];
            by_name.entry((namespace, name, sides[i])).or_insert(i);
        }
    }
    let mut partner = vec![None; sides.len()];
    for ((namespace, name, side), &i) in &by_name {
        let other = match side {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
            Side::Middle => continue,
        };
        let key = (*namespace, name.clone(), other);
        partner[i] = by_name.get(&key).copied();
    }
    partner
}

/// The name without its namespace: `mixamorig:LeftArm` is `LeftArm`.
fn local_name(name: &str) -> &str {
    name.rsplit([':', '|']).next().unwrap_or(name)
}

/// The words of a name: parted by signs and digits, and where capitals begin a new one.
fn words(name: &str) -> impl Iterator<Item = &str> {
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
    let parts: Vec<&str> = cuts.windows(2).map(|w| &name[w[0]..w[1]]).collect();
    parts
        .into_iter()
        .filter(|word| word.chars().any(char::is_alphabetic))
}

fn by_word(name: &str) -> Option<Side> {
    // A letter and a number name a vertebra, unless the other side has one as well.
    if let ([b'l' | b'r' | b'L' | b'R'], number) = name.as_bytes().split_at(1.min(name.len()))
        && !number.is_empty()
        && number.iter().all(u8::is_ascii_digit)
    {
        return None;
    }
    words(name).find_map(|word| {
        let word = word.to_lowercase();
        match word.as_str() {
            "l" | "lft" | "lt" => Some(Side::Left),
            "r" | "rgt" | "rt" => Some(Side::Right),
            w if w.starts_with("left") || w.ends_with("left") || w.contains('左') => {
                Some(Side::Left)
            }
            w if w.starts_with("right") || w.ends_with("right") || w.contains('右') => {
                Some(Side::Right)
            }
            _ => None,
        }
    })
}

/// A letter glued to the name, before it or behind it, where its counterpart exists.
fn by_letter(name: &str, names: &HashSet<String>) -> Option<Side> {
    let other = |letter: char| match letter {
        'l' => Some(('r', Side::Left)),
        'r' => Some(('l', Side::Right)),
        _ => None,
    };
    let first = name.chars().next()?;
    if let Some((swapped, side)) = other(first)
        && names.contains(&format!("{swapped}{}", &name[1..]))
    {
        return Some(side);
    }
    let last = name.chars().next_back()?;
    let (swapped, side) = other(last)?;
    names
        .contains(&format!("{}{swapped}", &name[..name.len() - 1]))
        .then_some(side)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::take::SkeletonBuilder;

    fn skeleton(names: &[&str]) -> Skeleton {
        let mut build = SkeletonBuilder::default();
        for name in names {
            build.node(*name, None).unwrap();
        }
        build.finish()
    }

    #[test]
    fn sides_are_found_in_the_names_that_real_skeletons_use() {
        for (left, right) in [
            ("LeftUpLeg", "RightUpLeg"),
            ("LHipJoint", "RHipJoint"),
            ("lShldr", "rShldr"),
            ("mixamorig:LeftArm", "mixamorig:RightArm"),
            ("hand_l", "hand_r"),
            ("h_left_up_arm", "h_right_up_arm"),
            ("UpperArm.L", "UpperArm.R"),
            ("L_Thigh", "R_Thigh"),
            ("Bip01 L Thigh", "Bip01 R Thigh"),
            ("lfemur", "rfemur"),
            ("LThumb", "RThumb"),
            ("ArmL", "ArmR"),
            ("left", "right"),
            ("左ひじ", "右ひじ"),
            ("LeftFoot.001", "RightFoot.001"),
            ("LASI", "RASI"),
            ("LFHD", "RFHD"),
            ("L.ASIS", "R.ASIS"),
            ("L_Heel", "R_Heel"),
            ("LeftHeel", "RightHeel"),
            ("LHeel", "RHeel"),
            ("L.Toe.Tip", "R.Toe.Tip"),
            ("Subject:LTOE", "Subject:RTOE"),
            ("Lt Ankle", "Rt Ankle"),
            ("L1", "R1"),
            ("ASISl", "ASISr"),
        ] {
            let skeleton = skeleton(&[
                "Hips",
                left,
                right,
                "lowerback",
                "root",
                "Collar",
                "L5",
                "SACR",
            ]);
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
        let skeleton = skeleton(&["Ann:LTOE", "Bob:LTOE", "Bob:RTOE", "Ann:RTOE"]);
        let mirror = mirrored(&skeleton, &sides(&skeleton));
        assert_eq!(mirror, [Some(3), Some(2), Some(1), Some(0)]);
    }
}
