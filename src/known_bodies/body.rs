//! A known body: what is read out of its row of the table, and where its landmarks are in a plain figure.

use std::borrow::Cow;

use glam::DVec3;

use super::side::Side;
use super::words::Words;

/// A body of which the joints are known, with their names and the bones between them.
#[derive(Debug)]
pub struct KnownBody {
    /// As people call it.
    pub name: &'static str,
    /// The word for it on the command line.
    pub word: &'static str,
    /// As the table has them.
    pub(super) joints: &'static str,
    pub(super) bones: &'static str,
    /// What else its joints are called: `name=joint`.
    pub(super) others: &'static str,
}

/// What a joint is, whatever a body calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Landmark {
    /// One of the words of the table: `elbow`, `crown`, `toe`.
    pub word: &'static str,
    /// Its side.
    pub side: Side,
}

/// One joint of a body.
#[derive(Clone, Debug)]
pub struct BodyJoint {
    /// As the body calls it.
    pub name: Cow<'static, str>,
    /// What it is; those of a face are all `face`.
    pub landmark: Landmark,
}

impl KnownBody {
    /// How many joints it has.
    pub fn joint_count(&self) -> usize {
        self.rows().map(|(_, _, count)| count.unwrap_or(1)).sum()
    }

    /// Its joints, in their order.
    pub fn joints(&self) -> impl Iterator<Item = BodyJoint> {
        self.rows().flat_map(|(name, word, count)| {
            let side = match word.as_bytes().last() {
                Some(b'+') => Side::Left,
                Some(b'-') => Side::Right,
                _ => Side::Middle,
            };
            let landmark = Landmark { word: word.trim_end_matches(['+', '-']), side };
            (0..count.unwrap_or(1)).map(move |i| BodyJoint {
                name: count.map_or(Cow::Borrowed(name), |_| Cow::Owned(format!("{name}{i}"))),
                landmark,
            })
        })
    }

    /// What its joints are called.
    pub fn names(&self) -> impl Iterator<Item = Cow<'static, str>> {
        self.joints().map(|joint| joint.name)
    }

    /// Where each joint is in a plain figure 1.7 m tall, in metres: X to its left, Y up, Z ahead. Not a number for those
    /// of a face.
    pub fn positions(&self) -> impl Iterator<Item = DVec3> {
        self.joints().map(|joint| joint.landmark.position())
    }

    /// Its bones, each from one joint to another, by their places among all.
    pub fn bones(&self) -> impl Iterator<Item = [usize; 2]> {
        self.bones.split(' ').flat_map(|chain| {
            let joint = |word: &str| word.parse().unwrap_or(usize::MAX);
            let ends = chain.split('-').zip(chain.split('-').skip(1));
            ends.map(move |(from, to)| [from, to].map(joint))
        })
    }

    /// The parent of each joint, where its bones are a tree from its first joint on and each stands behind its parent.
    pub fn parents(&self) -> Option<Vec<Option<usize>>> {
        let mut parents = vec![None; self.joint_count()];
        for [from, to] in self.bones() {
            if from >= to || parents[to].replace(from).is_some() {
                return None;
            }
        }
        parents[1..].iter().all(Option::is_some).then_some(parents)
    }

    /// All that its joints may be called, each with its place.
    pub(super) fn known_words(&self) -> impl Iterator<Item = (Words, usize)> {
        let own = self.joints().enumerate().map(|(i, joint)| (Words::of(&joint.name), i));
        let others = self.others.split(' ').filter_map(|pair| {
            let (name, joint) = pair.split_once('=')?;
            Some((Words::of(name), joint.parse().ok()?))
        });
        own.chain(others)
    }

    /// Name, landmark and, for many joints in a row that are numbered, how many.
    fn rows(&self) -> impl Iterator<Item = (&'static str, &'static str, Option<usize>)> {
        self.joints.split_ascii_whitespace().map(|row| {
            let (name, landmark) = row.split_once('=').unwrap_or((row, row));
            match landmark.split_once('*') {
                Some((landmark, count)) => (name, landmark, count.parse().ok()),
                None => (name, landmark, None),
            }
        })
    }
}

impl Landmark {
    /// Where it is in a plain figure, as [`KnownBody::positions`] has them.
    pub fn position(self) -> DVec3 {
        let found = LANDMARKS.iter().find(|(word, _)| *word == self.word);
        let position = found.map_or(DVec3::NAN, |&(_, position)| DVec3::from(position));
        if self.side == Side::Right { position.with_x(-position.x) } else { position }
    }
}

/// Where what joints are stands in a plain figure 1.7 m tall with its arms held out: on the left or in the
/// middle, in metres, X to its left, Y up, Z ahead.
const LANDMARKS: [(&str, [f64; 3]); 52] = [
    ("pelvis", [0.0, 0.95, 0.0]),
    ("spine1", [0.0, 1.06, 0.0]),
    ("spine2", [0.0, 1.19, 0.0]),
    ("spine3", [0.0, 1.27, 0.0]),
    ("thorax", [0.0, 1.42, 0.0]),
    ("neck", [0.0, 1.47, 0.0]),
    ("head", [0.0, 1.56, 0.02]),
    ("crown", [0.0, 1.7, 0.02]),
    ("nose", [0.0, 1.6, 0.12]),
    ("eye_inner", [0.015, 1.63, 0.1]),
    ("eye", [0.03, 1.63, 0.09]),
    ("eye_outer", [0.045, 1.63, 0.08]),
    ("ear", [0.075, 1.61, 0.0]),
    ("jaw", [0.0, 1.54, 0.05]),
    ("mouth", [0.025, 1.55, 0.09]),
    ("collar", [0.07, 1.4, 0.0]),
    ("shoulder", [0.18, 1.41, 0.0]),
    ("elbow", [0.46, 1.41, 0.0]),
    ("wrist", [0.71, 1.41, 0.0]),
    ("hand_root", [0.72, 1.405, 0.0]),
    ("hand", [0.8, 1.41, 0.0]),
    ("handtip", [0.88, 1.41, 0.0]),
    ("thumb", [0.77, 1.39, 0.05]),
    ("index", [0.8, 1.41, 0.03]),
    ("pinky", [0.79, 1.41, -0.04]),
    ("hip", [0.09, 0.9, 0.0]),
    ("knee", [0.09, 0.48, 0.0]),
    ("ankle", [0.09, 0.07, 0.0]),
    ("heel", [0.09, 0.02, -0.05]),
    ("foot", [0.09, 0.02, 0.13]),
    ("toe", [0.08, 0.02, 0.18]),
    ("small_toe", [0.14, 0.02, 0.14]),
    ("thumb1", [0.74, 1.4, 0.03]),
    ("thumb2", [0.77, 1.39, 0.05]),
    ("thumb3", [0.8, 1.39, 0.06]),
    ("thumb4", [0.825, 1.39, 0.07]),
    ("index1", [0.8, 1.41, 0.03]),
    ("index2", [0.84, 1.41, 0.03]),
    ("index3", [0.865, 1.41, 0.03]),
    ("index4", [0.885, 1.41, 0.03]),
    ("middle1", [0.805, 1.41, 0.005]),
    ("middle2", [0.85, 1.41, 0.005]),
    ("middle3", [0.88, 1.41, 0.005]),
    ("middle4", [0.9, 1.41, 0.005]),
    ("ring1", [0.8, 1.41, -0.02]),
    ("ring2", [0.84, 1.41, -0.02]),
    ("ring3", [0.87, 1.41, -0.02]),
    ("ring4", [0.89, 1.41, -0.02]),
    ("pinky1", [0.79, 1.41, -0.04]),
    ("pinky2", [0.82, 1.41, -0.04]),
    ("pinky3", [0.84, 1.41, -0.04]),
    ("pinky4", [0.855, 1.41, -0.04]),
];
