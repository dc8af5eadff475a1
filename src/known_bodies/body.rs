//! A known body: what is read out of its row of the table.

use glam::DVec3;

use super::landmarks::place;

/// A body that is known.
#[derive(Debug)]
pub(crate) struct KnownBody {
    /// As people call it.
    pub name: &'static str,
    /// As the table has them.
    pub(super) joints: &'static str,
    pub(super) bones: &'static str,
}

impl KnownBody {
    /// How many joints it has.
    pub fn len(&self) -> usize {
        self.joints.split(' ').count()
    }

    /// The names of its joints, in its order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.words().map(|(name, _)| name)
    }

    /// Where each joint is in a plain figure 1.7 m tall, in metres: X to its left, Y up, Z ahead.
    pub fn places(&self) -> impl Iterator<Item = DVec3> {
        self.words().map(|(_, landmark)| place(landmark))
    }

    /// Its bones, each from one joint to another, by their places among all.
    pub fn bones(&self) -> impl Iterator<Item = [usize; 2]> {
        self.bones.split(' ').flat_map(|chain| {
            let joint = |word: &str| word.parse().unwrap_or(usize::MAX);
            let ends = chain.split('-').zip(chain.split('-').skip(1));
            ends.map(move |(from, to)| [from, to].map(joint))
        })
    }

    /// The parent of each joint, where its bones are a tree from its first joint on and each stands behind its
    /// parent.
    pub fn parents(&self) -> Option<Vec<Option<usize>>> {
        let mut parents = vec![None; self.len()];
        for [from, to] in self.bones() {
            if from >= to || parents[to].replace(from).is_some() {
                return None;
            }
        }
        parents[1..].iter().all(Option::is_some).then_some(parents)
    }

    fn words(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let words = self.joints.split(' ');
        words.map(|word| word.split_once('=').unwrap_or((word, word)))
    }
}
