//! The body: what a few formats say of its parts beyond how they move, and which part the name of a joint or marker means.

use std::sync::LazyLock;

use glam::Vec3;

use serde::{Deserialize, Serialize};

/// What a node is beyond how it moves: its joint's limits, its mass, its box.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Body {
    /// Lower and upper limit of each channel, in its unit, infinite where there is none; empty for
    /// a node without limits. They are shown and never clip what the motion says.
    pub limits: Vec<[f32; 2]>,
    /// What the part of the body around the bone weighs.
    pub mass: Option<Mass>,
    /// The lengths of the box around the bone, whose middle is the node's origin, in units of length.
    pub size: Option<Vec3>,
    /// Which part of the body the node is, by a name that the format prescribes: `leftUpperArm` in VRM.
    pub part: Option<String>,
}

/// What the part of the body around a bone weighs, as Acclaim has it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mass {
    /// In the file's unit of mass.
    pub body: f64,
    /// Where the centre of mass lies along the bone, in units of length.
    pub centre: Option<f64>,
}

/// A part of the body, as far as names tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BodyPart {
    /// Head, eyes and jaw.
    Head,
    /// The neck, and the marker at its foot.
    Neck,
    /// Collar bones and shoulders.
    Shoulder,
    /// From the upper arm to the hand.
    Arm,
    /// Fingers and thumb.
    Fingers,
    /// Spine and chest.
    Chest,
    /// The pelvis, with the markers around it.
    Pelvis,
    /// The joint between pelvis and thigh; without a side, what skeletons call hips.
    Hip,
    /// From the thigh to the shin.
    Leg,
    /// Ankle, heel and toes.
    Foot,
}

/// Words in the names of joints and markers, in the languages of many skeletons: English, Latin, and
/// the letters of marker sets. The first row that has one of a name's words counts: the head of a
/// fibula belongs to the leg, a shank ends like an ankle begins.
const WORDS: [(BodyPart, &str); 12] = [
    (BodyPart::Fingers, "thumb index pinky pinkie finger ringfing"),
    (BodyPart::Leg, "shank"),
    (BodyPart::Foot, "ankle foot feet toe heel shoe malleol tarsal calcan hee ank"),
    (BodyPart::Foot, "mt1 mt2 mt5 mth lcal rcal fcc fm1 fm5 tam 足首 つま先"),
    (BodyPart::Leg, "thigh knee shin calf femur tibia fibula leg thi kne tib fib"),
    (BodyPart::Hip, "hip"),
    (BodyPart::Pelvis, "pelvis asi psi sacr ias ips"),
    (BodyPart::Shoulder, "shoulder clav collar acrom sho"),
    (BodyPart::Arm, "elbow wrist hand palm humerus radius ulna arm elb wra wrb upa frm fin"),
    (BodyPart::Head, "head skull eye nose jaw fhd bhd hdf hdb 頭"),
    (BodyPart::Neck, "neck c7 cv7"),
    (BodyPart::Chest, "chest spine thorax stern"),
];

/// The part of the body that a name means, whatever says the side in it. A namespace only counts
/// where what follows it says nothing, as the number of a rigid body's marker does.
pub fn part_of(name: &str) -> Option<BodyPart> {
    let local = name.rsplit([':', '|']).next().unwrap_or(name);
    part_in(local).or_else(|| part_in(name))
}

fn part_in(name: &str) -> Option<BodyPart> {
    /// Every word with its letters, in the order in which they are looked for.
    static ALL: LazyLock<Vec<(BodyPart, &str, u64)>> = LazyLock::new(|| {
        let rows = WORDS.iter();
        let words = rows.flat_map(|(part, words)| words.split(' ').map(|word| (*part, word)));
        words.map(|(part, word)| (part, word, letters(word))).collect()
    });
    // A wheel has no heel.
    let name = name.to_lowercase().replace("wheel", "");
    let there = letters(&name);
    // Most words have a letter that the name has not: the others alone are searched for.
    let mut may_be = ALL.iter().filter(|(.., letters)| letters & !there == 0);
    may_be.find(|(_, word, _)| name.contains(word)).map(|(part, ..)| *part)
}

/// Which bytes are in a text, as far as 64 bits tell them apart.
fn letters(text: &str) -> u64 {
    text.bytes().fold(0, |all, byte| all | 1 << (byte & 63))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_in_the_names_that_real_skeletons_use() {
        use BodyPart::*;
        for (name, part) in [
            ("mixamorig:Head", Some(Head)),
            ("Headley:LTOE", Some(Foot)),
            ("Head:Marker1", Some(Head)),
            ("LFHD", Some(Head)),
            ("l_foot", Some(Foot)),
            ("RightToeBase", Some(Foot)),
            ("Bip01 L Foot", Some(Foot)),
            ("lfoot", Some(Foot)),
            ("左足首", Some(Foot)),
            ("RShank", Some(Leg)),
            ("LFibulaHead", Some(Leg)),
            ("RMTH5", Some(Foot)),
            ("LeftUpLeg", Some(Leg)),
            ("LASI", Some(Pelvis)),
            ("Hips", Some(Hip)),
            ("LeftShoulder", Some(Shoulder)),
            ("RightForeArm", Some(Arm)),
            ("C7", Some(Neck)),
            ("Spine2", Some(Chest)),
            ("L_FCC", Some(Foot)),
            ("RCAL", Some(Foot)),
            ("V.Sacral", Some(Pelvis)),
            ("WheelchairRearL", None),
            ("marker 12", None),
            ("Reference", None),
        ] {
            assert_eq!(part_of(name), part, "{name}");
        }
    }
}
