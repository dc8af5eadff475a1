//! The landmarks of a body: the joints or markers that stand for hips, knees, feet, hands, head, shoulders and elbows.

use crate::review::joint_name::{JointName, joint_names};
use crate::scene::Side::{self, Left, Middle, Right};
use crate::take::BodyPart::{self, Fingers, Foot, Head, Hip, Neck, Pelvis, Shoulder};
use crate::take::{NodeId, Skeleton, part_of};

/// A place of the body whose path is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub(super) enum Landmark {
    LeftHand,
    RightHand,
    LeftFoot,
    RightFoot,
    Head,
    LeftHip,
    RightHip,
    LeftKnee,
    RightKnee,
    LeftShoulder,
    RightShoulder,
    LeftElbow,
    RightElbow,
    Pelvis,
}

/// How many there are.
pub(super) const COUNT: usize = 14;

/// How a landmark is called: as the joint of a skeleton that [`JointName::part`] knows, or else by the first of these
/// words that a name on its side has, or else as the first of these parts of the body. Words of three letters are
/// those of marker sets, and begin a name.
struct Names {
    side: Side,
    joint: &'static str,
    words: &'static str,
    parts: &'static [BodyPart],
}

const fn on(side: Side, joint: &'static str) -> Names {
    let (words, parts): (_, &[BodyPart]) = match joint.as_bytes() {
        b"hand" => ("wrist wra wrb wri rsp hand palm glove fin", &[Fingers]),
        b"foot" => ("ankle ank malleol mmal lmal tam fal", &[Foot]),
        b"head" => ("", &[Head, Neck]),
        b"thigh" => ("asi ias fwt thigh legupper", &[Hip, Pelvis]),
        b"shin" => ("knee kne fle fme lfc mfc", &[]),
        b"upperarm" => ("armupper upperarm sho acrom", &[Shoulder]),
        b"forearm" => ("elbow elb hle hme", &[]),
        _ => ("", &[Pelvis, Hip]),
    };
    Names { side, joint, words, parts }
}

/// In the order of [`Landmark`].
const NAMES: [Names; COUNT] = [
    on(Left, "hand"),
    on(Right, "hand"),
    on(Left, "foot"),
    on(Right, "foot"),
    on(Middle, "head"),
    on(Left, "thigh"),
    on(Right, "thigh"),
    on(Left, "shin"),
    on(Right, "shin"),
    on(Left, "upperarm"),
    on(Right, "upperarm"),
    on(Left, "forearm"),
    on(Right, "forearm"),
    on(Middle, "hips"),
];

/// The nodes that each landmark is the middle of, in the order of [`Landmark`].
pub(super) struct Landmarks(pub [Vec<NodeId>; COUNT]);

impl Landmarks {
    /// Those of a skeleton or a set of markers, as far as names tell them.
    pub fn find(skeleton: &Skeleton) -> Self {
        use Landmark::{LeftHip, LeftKnee, RightHip, RightKnee};
        let nodes = joint_names(skeleton);
        let parts = skeleton.nodes().iter().map(|node| part_of(node.part_name()));
        let parts: Vec<Option<BodyPart>> = parts.collect();
        let mut found = NAMES.each_ref().map(|names| names.find(skeleton, &nodes, &parts));
        for [hip, knee] in [[LeftHip, LeftKnee], [RightHip, RightKnee]] {
            let [hip, knee] = [hip, knee].map(|landmark| landmark as usize);
            // Where no joint is called a thigh, the first of two legs is one.
            let has_both = found[knee].len() > 1 && !is_marker(skeleton, &found[knee]);
            if found[hip].is_empty() && has_both {
                let mut legs = std::mem::take(&mut found[knee]).into_iter();
                (found[hip], found[knee]) = (legs.next().into_iter().collect(), legs.collect());
            }
        }
        for found in found.iter_mut().filter(|found| !is_marker(skeleton, found)) {
            // The first is where the limb begins.
            found.truncate(1);
        }
        Self(found)
    }

    pub fn of(&self, landmark: Landmark) -> &[NodeId] {
        &self.0[landmark as usize]
    }

    /// Whether they tell where a body is, which way it faces, and enough of what it does.
    pub fn is_body(&self) -> bool {
        use Landmark::{
            LeftFoot, LeftHand, LeftHip, LeftShoulder, RightFoot, RightHand, RightHip,
            RightShoulder,
        };
        let faces = self.has([LeftHip, RightHip]) || self.has([LeftShoulder, RightShoulder]);
        faces && (self.has([LeftFoot, RightFoot]) || self.has([LeftHand, RightHand]))
    }

    /// Whether both of a pair are there.
    pub fn has(&self, pair: [Landmark; 2]) -> bool {
        pair.iter().all(|&landmark| !self.of(landmark).is_empty())
    }
}

/// Whether what was found stands by itself.
fn is_marker(skeleton: &Skeleton, found: &[NodeId]) -> bool {
    found.first().is_some_and(|&id| skeleton[id].parent().is_none())
}

impl Names {
    fn find(
        &self,
        skeleton: &Skeleton,
        nodes: &[JointName],
        parts: &[Option<BodyPart>],
    ) -> Vec<NodeId> {
        let all = |is_it: &dyn Fn(usize) -> bool| -> Vec<NodeId> {
            let ids = skeleton.iter().map(|(id, _)| id);
            ids.filter(|id| is_it(id.index())).collect()
        };
        // What sits in the middle may have markers on both sides.
        let is_on_side = |i: usize| self.side == Middle || nodes[i].side == self.side;
        let is_joint = |i: usize| nodes[i].side == self.side && nodes[i].part() == Some(self.joint);
        let mut found = all(&is_joint);
        for word in self.words.split_whitespace() {
            if found.is_empty() {
                let has_word = |stem: &str| match word.len() {
                    3 => stem.starts_with(word),
                    _ => stem.contains(word),
                };
                found = all(&|i| is_on_side(i) && has_word(&nodes[i].stem));
            }
        }
        for &part in self.parts {
            if found.is_empty() {
                found = all(&|i| is_on_side(i) && parts[i] == Some(part));
            }
        }
        found
    }
}
