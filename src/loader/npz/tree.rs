//! The names and parents of the joints of an archive.

use std::collections::HashSet;

use super::super::parents_first::parents_first;
use super::archive::Archive;
use super::people;
use super::skeletons::known;
use crate::take::{WarningCode, Warnings};

/// Joints with their names, in an order in which each stands behind its parent.
pub(super) struct Tree {
    /// Their places in the arrays.
    pub order: Vec<usize>,
    /// By their places in the arrays.
    pub names: Vec<String>,
    /// The same; `None` where nothing is known of what hangs from what.
    pub parents: Option<Vec<Option<usize>>>,
    /// The skeleton that the number of joints stands for, where that had to tell.
    pub assumed: Option<&'static str>,
}

/// Under which keys archives have the names of joints or markers.
const NAMES: [&str; 7] = [
    "names",
    "joint_names",
    "node_names",
    "bone_names",
    "keypoint_names",
    "marker_names",
    "marker_labels",
];

/// Words in other keys that say so.
const WORDS: [&str; 7] = ["name", "label", "marker", "joint", "bone", "point", "landmark"];

/// Under which they have parents; SMPL's table has a second row, of the joints themselves.
const PARENTS: [&str; 4] = ["parents", "joint_parents", "parent_indices", "kintree_table"];

impl Tree {
    /// What the archive says of so many joints over so many frames; where it says nothing, what their number stands for, if
    /// the skeleton `fits` with its parents.
    pub fn of(
        archive: &Archive<'_>,
        (joints, frames): (usize, usize),
        fits: impl Fn(&[Option<usize>]) -> bool,
        warnings: &mut Warnings,
    ) -> Self {
        let mut names = names(archive, joints, frames);
        let mut parents = parents(archive, joints);
        let mut assumed = None;
        if parents.is_none()
            && let Some(known) = known(joints)
        {
            let of_known = known.joints.iter().enumerate();
            let of_known = of_known.map(|(i, &(_, parent))| (i > 0).then_some(parent));
            let of_known: Vec<Option<usize>> = of_known.collect();
            if fits(&of_known) {
                assumed = Some(known.name);
                parents = Some(of_known);
                let of_known = known.joints.iter().map(|(name, _)| name.to_string());
                names.get_or_insert_with(|| of_known.collect());
                let message = format!(
                    "the file does not say what its joints are: {joints} are taken for those of {}",
                    known.name
                );
                warnings.add(WarningCode::ValueAssumed, message);
            }
        }
        let order = match parents_first(parents.clone().unwrap_or(vec![None; joints])) {
            Ok(order) => order,
            Err(joint) => {
                let message =
                    format!("joint {joint} is above itself: no joint hangs from another one");
                warnings.add(WarningCode::Contradicted, message);
                parents = None;
                (0..joints).collect()
            }
        };
        Self { order, names: names.unwrap_or_else(|| numbers(joints, warnings)), parents, assumed }
    }

    /// The joints of a skeleton that the file's layout prescribes.
    pub fn prescribed(joints: Vec<(&str, Option<usize>)>) -> Self {
        let (names, parents): (Vec<_>, Vec<_>) = joints.into_iter().unzip();
        Self {
            order: (0..names.len()).collect(),
            names: names.into_iter().map(str::to_string).collect(),
            parents: Some(parents),
            assumed: None,
        }
    }

    /// The same joints for each of some people.
    pub fn of_people(self, people: usize) -> Self {
        let joints = self.order.len();
        let all = |person: usize| (0..joints).map(move |joint| (person, joint));
        let all = || (0..people).flat_map(all);
        let of = |person: usize, joint: usize| person * joints + joint;
        let parents = self.parents.as_ref().map(|parents| {
            let all = all().map(|(person, joint)| Some(of(person, parents[joint]?)));
            all.collect()
        });
        Self {
            order: all().map(|(person, i)| of(person, self.order[i])).collect(),
            names: all()
                .map(|(person, joint)| people::name(person, people, &self.names[joint]))
                .collect(),
            parents,
            ..self
        }
    }
}

/// The names of so many joints: under a key that says so, else under whatever key has as many texts,
/// no two of which are alike. What has as many as there are frames is of those.
fn names(archive: &Archive<'_>, joints: usize, frames: usize) -> Option<Vec<String>> {
    let by_key = archive.texts(&NAMES, joints);
    if let Some(names) = by_key.filter(|names| names.len() == joints) {
        return Some(names);
    }
    let says_so = |key: &str| {
        let key = key.to_ascii_lowercase();
        WORDS.iter().any(|word| key.contains(word))
    };
    archive.lists_of_texts().find_map(|entry| {
        let names = archive.texts(&[&entry.key], joints)?;
        let is_one_each = names.len() == joints && (joints != frames || says_so(&entry.key));
        let apart: HashSet<&str> = names.iter().map(String::as_str).collect();
        (is_one_each && apart.len() == joints && !apart.contains("")).then_some(names)
    })
}

/// The numbers of joints for their names.
fn numbers(joints: usize, warnings: &mut Warnings) -> Vec<String> {
    let message = "the joints have no names: they are called by their numbers, from 0";
    warnings.add(WarningCode::NameRepaired, message);
    (0..joints).map(|joint| joint.to_string()).collect()
}

/// The parent of each joint. What is no other joint stands for none.
fn parents(archive: &Archive<'_>, joints: usize) -> Option<Vec<Option<usize>>> {
    let numbers = archive.numbers(&PARENTS, joints.saturating_mul(2))?;
    if numbers.len() != joints && numbers.len() != 2 * joints {
        return None;
    }
    let parent = |(joint, &number): (usize, &f64)| {
        let is_joint = number >= 0.0 && number < joints as f64 && number.fract() == 0.0;
        (is_joint && number != joint as f64).then_some(number as usize)
    };
    let numbers = numbers[..joints].iter();
    let parents: Vec<Option<usize>> = numbers.enumerate().map(parent).collect();
    parents.iter().any(Option::is_some).then_some(parents)
}
