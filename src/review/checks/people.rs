//! People of whom a take has points with bones between them, as estimators of poses write: the points of each, their
//! limbs, and which points are left and right of the same.
//!
//! Such points come from pictures: what befalls one mostly befalls its limb. So what a check finds of points of one limb
//! at a time is one finding, and so is what it finds of half of a person.

use super::finding::{Candidate, Run};
use super::subject::Subject;
use crate::scene::{Side, mirrored};
use crate::take::{BodyPart, NodeId, part_of};

/// Fewer points are no person.
const MIN_POINTS: usize = 5;

/// A part of a body whose points are mostly right or wrong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Limb {
    Head,
    Trunk,
    LeftArm,
    RightArm,
    LeftLeg,
    RightLeg,
}

/// The points of one person.
pub(super) struct Person<'a> {
    /// The namespace of the names, where there is one: `2` of `2:nose`.
    pub name: Option<&'a str>,
    pub nodes: Vec<NodeId>,
    /// Of which limb each of the nodes is.
    limbs: Vec<Limb>,
    /// Points that are the same on the left and on the right.
    pub pairs: Vec<[NodeId; 2]>,
}

/// Candidates of points of one limb, or of a whole person, that follow one another or overlap.
pub(super) struct Stretch {
    /// What they are of: `left_wrist`, `left arm`, `2: the whole body`.
    pub name: String,
    pub run: Run,
    /// In the order of their nodes.
    pub members: Vec<Candidate>,
}

impl<'a> Person<'a> {
    /// Those of a take of points; none where no bones join these.
    pub fn find_all(subject: &Subject<'a>, sides: &[Side]) -> Vec<Self> {
        let skeleton = &subject.take.skeleton;
        let mut people: Vec<Self> = Vec::new();
        if !subject.is_estimate {
            return people;
        }
        for (id, node) in skeleton.iter() {
            let name = node.name.rsplit_once(':').map(|(name, _)| name);
            let known = people.iter().position(|person| person.name == name);
            let at = known.unwrap_or(people.len());
            if at == people.len() {
                people.push(Self { name, nodes: vec![], limbs: vec![], pairs: vec![] });
            }
            people[at].nodes.push(id);
            people[at].limbs.push(Limb::of(&node.name, sides[id.index()]));
        }
        people.retain(|person| person.nodes.len() >= MIN_POINTS);
        let mirrored = mirrored(skeleton, sides);
        for person in &mut people {
            let left = person.nodes.iter().filter(|id| sides[id.index()] == Side::Left);
            let pair = |&id: &NodeId| {
                Some([
                    id,
                    *person
                        .nodes
                        .iter()
                        .find(|other| Some(other.index()) == mirrored[id.index()])?,
                ])
            };
            person.pairs = left.filter_map(pair).collect();
        }
        people
    }

    pub fn limb(&self, node: NodeId) -> Limb {
        let at = self.nodes.binary_search(&node);
        at.map_or(Limb::Trunk, |at| self.limbs[at])
    }

    /// Something of it, for messages: with whose it is, where there are several people.
    pub fn named(&self, what: &str) -> String {
        self.name.map_or_else(|| what.to_string(), |name| format!("{name}: {what}"))
    }

    /// What a check found of its points, as few stretches: those that overlap or are up to `apart` frames from one
    /// another are one where they are of one limb, or of half of all points.
    pub fn stretches(
        &self,
        subject: &Subject,
        candidates: &[Candidate],
        apart: usize,
    ) -> Vec<Stretch> {
        let own =
            candidates.iter().filter(|candidate| self.nodes.binary_search(&candidate.node).is_ok());
        let mut own: Vec<Candidate> = own.copied().collect();
        own.sort_by_key(|candidate| (candidate.first, candidate.node));
        let mut found = Vec::new();
        for cluster in clusters(own, apart) {
            let mut nodes: Vec<NodeId> = cluster.iter().map(|candidate| candidate.node).collect();
            nodes.sort_unstable();
            nodes.dedup();
            if 2 * nodes.len() >= self.nodes.len() {
                found.push(Stretch::new(self.named("the whole body"), cluster));
                continue;
            }
            let mut of_limbs = cluster;
            // A stable sort: within a limb they stay in the order of frames.
            of_limbs.sort_by_key(|candidate| self.limb(candidate.node));
            for of_limb in of_limbs.chunk_by(|a, b| self.limb(a.node) == self.limb(b.node)) {
                for cluster in clusters(of_limb.to_vec(), apart) {
                    let node = cluster[0].node;
                    let is_one = cluster.iter().all(|candidate| candidate.node == node);
                    let name = if is_one {
                        subject.name(node).to_string()
                    } else {
                        self.named(self.limb(node).label())
                    };
                    found.push(Stretch::new(name, cluster));
                }
            }
        }
        found
    }
}

/// Candidates in the order of frames, parted where nothing is for more than `apart` frames.
fn clusters(sorted: Vec<Candidate>, apart: usize) -> Vec<Vec<Candidate>> {
    let mut clusters: Vec<(usize, Vec<Candidate>)> = Vec::new();
    for candidate in sorted {
        match clusters.last_mut() {
            Some((last, cluster)) if candidate.first <= *last + apart => {
                *last = candidate.last.max(*last);
                cluster.push(candidate);
            }
            _ => clusters.push((candidate.last, vec![candidate])),
        }
    }
    clusters.into_iter().map(|(_, cluster)| cluster).collect()
}

impl Stretch {
    fn new(name: String, mut members: Vec<Candidate>) -> Self {
        let first = members.iter().map(|candidate| candidate.first).min().unwrap_or(0);
        let last = members.iter().map(|candidate| candidate.last).max().unwrap_or(0);
        members.sort_by_key(|candidate| candidate.node);
        Self { name, run: [first, last], members }
    }

    /// The member of which a value is the greatest.
    pub fn greatest(&self, value: impl Fn(&Candidate) -> f64) -> Candidate {
        let members = self.members.iter();
        *members.max_by(|a, b| value(a).total_cmp(&value(b))).expect("a stretch has members")
    }
}

impl Limb {
    fn of(name: &str, side: Side) -> Self {
        let is_left = side == Side::Left;
        let [arm, leg] =
            if is_left { [Self::LeftArm, Self::LeftLeg] } else { [Self::RightArm, Self::RightLeg] };
        match (part_of(name), side) {
            (Some(BodyPart::Head | BodyPart::Neck), _) => Self::Head,
            (
                Some(BodyPart::Arm | BodyPart::Fingers | BodyPart::Shoulder),
                Side::Left | Side::Right,
            ) => arm,
            (Some(BodyPart::Leg | BodyPart::Foot | BodyPart::Hip), Side::Left | Side::Right) => leg,
            (Some(_), _) => Self::Trunk,
            // Ears and mouths, and the points of a face.
            (None, Side::Left | Side::Right) => Self::Head,
            (None, Side::Middle) if name.to_lowercase().contains("face") => Self::Head,
            (None, Side::Middle) => Self::Trunk,
        }
    }

    fn label(self) -> &'static str {
        match self {
            Self::Head => "head",
            Self::Trunk => "trunk",
            Self::LeftArm => "left arm",
            Self::RightArm => "right arm",
            Self::LeftLeg => "left leg",
            Self::RightLeg => "right leg",
        }
    }

    /// What it is together with the same on the other side.
    pub fn both(self) -> &'static str {
        match self {
            Self::LeftArm | Self::RightArm => "arms",
            Self::LeftLeg | Self::RightLeg => "legs",
            Self::Head | Self::Trunk => self.label(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_of_the_limbs_that_their_names_tell() {
        for (name, side, limb) in [
            ("nose", Side::Middle, Limb::Head),
            ("left_ear", Side::Left, Limb::Head),
            ("face17", Side::Middle, Limb::Head),
            ("root", Side::Middle, Limb::Trunk),
            ("MidHip", Side::Middle, Limb::Trunk),
            ("RHip", Side::Right, Limb::RightLeg),
            ("left_hand_middle_tip", Side::Left, Limb::LeftArm),
            ("2:RSmallToe", Side::Right, Limb::RightLeg),
        ] {
            assert_eq!(Limb::of(name, side), limb, "{name}");
        }
    }
}
