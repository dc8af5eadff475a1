//! Which bone of a Motive skeleton hangs from which.
//!
//! Files of version 1.25 say so in a row of parents. Older ones do not: their bones are called as in
//! Motive's own skeleton, or as in the one that it exports as FBX, and hang from one another as there.

use std::collections::HashMap;

use super::super::bodies::{self, Part};
use super::super::error::LoadError;
use super::super::scanner::Reader;
use super::super::word::quoted;
use super::header::{Group, Header};
use crate::take::WarningCode;

/// What a program calls bones.
struct BoneNames {
    /// Each with the one that it hangs from; those of arms and legs with a hyphen for their side. The
    /// first bone of a skeleton, which has no name here, is called as the whole of it, or hips.
    bones: [(&'static str, &'static str); 17],
    sides: [&'static str; 2],
}

#[rustfmt::skip]
const MOTIVE: BoneNames = BoneNames {
    bones: [
        ("Ab", ""), ("Chest", "Ab"), ("Neck", "Chest"), ("Head", "Neck"),
        ("-Shoulder", "Chest"), ("-UArm", "-Shoulder"), ("-FArm", "-UArm"), ("-Hand", "-FArm"),
        ("-Thumb1", "-Hand"), ("-Index1", "-Hand"), ("-Middle1", "-Hand"), ("-Ring1", "-Hand"),
        ("-Pinky1", "-Hand"),
        ("-Thigh", ""), ("-Shin", "-Thigh"), ("-Foot", "-Shin"), ("-Toe", "-Foot"),
    ],
    sides: ["L", "R"],
};

#[rustfmt::skip]
const FBX: BoneNames = BoneNames {
    bones: [
        ("Spine", ""), ("Spine1", "Spine"), ("Neck", "Spine1"), ("Head", "Neck"),
        ("-Shoulder", "Spine1"), ("-Arm", "-Shoulder"), ("-ForeArm", "-Arm"), ("-Hand", "-ForeArm"),
        ("-HandThumb1", "-Hand"), ("-HandIndex1", "-Hand"), ("-HandMiddle1", "-Hand"),
        ("-HandRing1", "-Hand"), ("-HandPinky1", "-Hand"),
        ("-UpLeg", ""), ("-Leg", "-UpLeg"), ("-Foot", "-Leg"), ("-ToeBase", "-Foot"),
    ],
    sides: ["Left", "Right"],
};

/// Hangs the bones from one another, and puts each behind the one that it hangs from.
///
/// # Errors
/// Where places are in the frames of bones of which the file does not say which they are.
pub(super) fn settle(
    parts: &mut Vec<Part>,
    groups: &[Group<'_>],
    header: &Header<'_>,
    reader: &mut Reader<'_>,
) -> Result<(), LoadError> {
    let space = header.value("Coordinate Space").filter(|space| space.is("Local"));
    let mut tree = Tree { parents: vec![None; groups.len()], lost: None };
    if header.parents.is_some() {
        tree.by_row(groups, reader);
    } else if groups.iter().any(|group| group.is_bone) {
        tree.by_names(groups, header, reader);
    }
    let order = tree.order(groups, reader);
    if let Some(space) = space {
        let mut parents = tree.parents.iter().flatten().copied();
        let unrotated = || parents.find(|&parent| parts[parent].rotation.is_none());
        if let Some(bone) = tree.lost.or_else(unrotated) {
            let name = quoted(groups[bone].name.text);
            let what = format!(
                "the bones are in the frames of others (Coordinate Space is Local), and nothing \
                 tells where {name} is or how it is turned"
            );
            let error = reader.scan.contradiction(space.at, what);
            return Err(error.hint("export with rotations and Coordinate Space Global"));
        }
    }
    bodies::arrange(parts, &order, &tree.parents, space.is_some());
    Ok(())
}

struct Tree {
    parents: Vec<Option<usize>>,
    /// The first bone of which it is not known what it hangs from.
    lost: Option<usize>,
}

impl Tree {
    /// By the row of parents, each of which is called by its whole name, without its skeleton, or by its number.
    fn by_row(&mut self, groups: &[Group<'_>], reader: &mut Reader<'_>) {
        let mut known: HashMap<Vec<u8>, usize> = HashMap::new();
        for (i, bone) in groups.iter().enumerate().filter(|(_, group)| group.is_bone) {
            for word in [bone.name, bone.id] {
                known.entry(word.text.to_ascii_lowercase()).or_insert(i);
            }
        }
        for (i, bone) in groups.iter().enumerate().filter(|(_, group)| group.is_bone) {
            let parent = bone.parent.text.to_ascii_lowercase();
            if parent.is_empty() || parent == b"root" {
                continue;
            }
            let (skeleton, _) = split(bone.name.text);
            let whole = [skeleton.to_ascii_lowercase().as_slice(), b":", &parent].concat();
            let found = known.get(&parent).or_else(|| known.get(&whole));
            self.parents[i] = found.copied().filter(|&found| found != i);
            if found.is_none() {
                self.lost.get_or_insert(i);
                let message =
                    "a bone hangs from one that is not in the file: it is drawn by itself";
                reader.warn(WarningCode::LayoutRepaired, bone.parent.at, message);
            }
        }
    }

    /// By the names of the bones of each skeleton, as far as all of them are known.
    fn by_names(&mut self, groups: &[Group<'_>], header: &Header<'_>, reader: &mut Reader<'_>) {
        let mut skeletons: Vec<Vec<usize>> = Vec::new();
        let mut known: HashMap<&[u8], usize> = HashMap::new();
        for (i, bone) in groups.iter().enumerate().filter(|(_, group)| group.is_bone) {
            let (skeleton, _) = split(bone.name.text);
            let at = *known.entry(skeleton).or_insert(skeletons.len());
            skeletons.resize(skeletons.len().max(at + 1), Vec::new());
            skeletons[at].push(i);
        }
        for bones in &skeletons {
            let names: Vec<&[u8]> = bones.iter().map(|&i| split(groups[i].name.text).1).collect();
            let Some(found) = [MOTIVE, FBX].iter().find_map(|known| parents_in(&names, known))
            else {
                self.lost = self.lost.or(bones.get(1).or(bones.first()).copied());
                continue;
            };
            for (&i, parent) in bones.iter().zip(found) {
                self.parents[i] = parent.map(|parent| bones[parent]);
            }
            if bones.len() > 1 {
                let message = "the file does not say which bone hangs from which: they hang from one \
                               another as Motive's skeletons do";
                reader.warn(WarningCode::ValueAssumed, header.at, message);
            }
        }
    }

    /// All parts, each behind the one that it hangs from, else as in the file.
    fn order(&mut self, groups: &[Group<'_>], reader: &mut Reader<'_>) -> Vec<usize> {
        let count = self.parents.len();
        let mut order = Vec::with_capacity(count);
        // Whether a part is in the order, or waits for the one that it hangs from.
        let (mut is_placed, mut waits) = (vec![false; count], vec![false; count]);
        let mut waiting = Vec::new();
        for i in 0..count {
            let mut next = Some(i);
            while let Some(part) = next.filter(|&part| !is_placed[part]) {
                if std::mem::replace(&mut waits[part], true) {
                    // The last one that waits hangs from it: a bone above itself.
                    if let Some(last) = waiting.last().copied() {
                        self.parents[last] = None;
                        self.lost.get_or_insert(last);
                        let message = "a bone hangs from itself, by way of others or not: it is drawn by itself";
                        reader.warn(WarningCode::Contradicted, groups[last].parent.at, message);
                    }
                    break;
                }
                waiting.push(part);
                next = self.parents[part];
            }
            while let Some(part) = waiting.pop() {
                is_placed[part] = true;
                order.push(part);
            }
        }
        order
    }
}

/// The skeleton of a bone, and its own name.
fn split(name: &[u8]) -> (&[u8], &[u8]) {
    match name.iter().position(|&b| b == b':') {
        Some(colon) => (&name[..colon], &name[colon + 1..]),
        None => (b"", name),
    }
}

/// What each bone of a skeleton hangs from, where all of them are known. The first one is the root.
fn parents_in(names: &[&[u8]], known: &BoneNames) -> Option<Vec<Option<usize>>> {
    /// More bones than a person has.
    const MAX_BONES: usize = 256;
    if names.len() > MAX_BONES {
        return None;
    }
    let find = |name: &str| match name {
        "" => Some(0),
        name => names.iter().position(|other| *other == name.as_bytes()),
    };
    let mut parents = vec![None];
    for name in names.get(1..)? {
        let name = std::str::from_utf8(name).ok()?;
        let with = |side: &str, text: &str| text.replacen('-', side, 1);
        let parent = known.sides.iter().find_map(|side| {
            let mut bones = known.bones.iter();
            let (_, parent) = bones.find(|(bone, _)| with(side, bone) == name)?;
            Some(with(side, parent))
        });
        let parent = parent.or_else(|| finger_before(name))?;
        parents.push(Some(find(&parent)?));
    }
    Some(parents)
}

/// The bone ahead of the second and third one of a finger.
fn finger_before(name: &str) -> Option<String> {
    let number = name.chars().last()?.to_digit(10).filter(|number| (2..=4).contains(number))?;
    let finger = &name[..name.len() - 1];
    let fingers = ["Thumb", "Index", "Middle", "Ring", "Pinky"];
    let is_finger = fingers.iter().any(|known| finger.ends_with(known));
    is_finger.then(|| format!("{finger}{}", number - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(names: &str) -> Option<Vec<Option<usize>>> {
        let names: Vec<&[u8]> = names.split(' ').map(str::as_bytes).collect();
        [MOTIVE, FBX].iter().find_map(|known| parents_in(&names, known))
    }

    #[test]
    fn bones_hang_from_one_another_as_motive_and_its_fbx_files_call_them() {
        let parents = |list: &[usize]| {
            let rest = list.iter().map(|&parent| Some(parent));
            Some(std::iter::once(None).chain(rest).collect::<Vec<_>>())
        };
        assert_eq!(
            found("Ann Ab Chest RShoulder RUArm RFArm RHand RIndex1 RIndex2 LThigh LShin"),
            parents(&[0, 1, 2, 3, 4, 5, 6, 7, 0, 9])
        );
        assert_eq!(
            found(
                "Hips Spine Spine1 LeftShoulder LeftArm RightUpLeg RightLeg RightToeBase RightFoot"
            ),
            parents(&[0, 1, 2, 3, 0, 5, 8, 6])
        );
        assert_eq!(found("Ann"), Some(vec![None]));
        for unknown in ["Ann Tail", "Ann Chest", "Ann Ab LeftArm", "Ann RIndex2"] {
            assert_eq!(found(unknown), None, "{unknown}");
        }
    }
}
