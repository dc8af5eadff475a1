//! The names and parents of the joints of an archive.

use super::super::parents_first::parents_first;
use super::archive::Archive;
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

/// Under which they have parents; SMPL's table has a second row, of the joints themselves.
const PARENTS: [&str; 4] = [
    "parents",
    "joint_parents",
    "parent_indices",
    "kintree_table",
];

impl Tree {
    /// What the archive says of so many joints; where it says nothing, what their number stands for, if
    /// the skeleton `fits` with its parents.
    pub fn of(
        archive: &Archive<'_>,
        joints: usize,
        fits: impl Fn(&[Option<usize>]) -> bool,
        warnings: &mut Warnings,
    ) -> Self {
        let names = archive.texts(&NAMES, joints);
        let mut names = names.filter(|names| names.len() == joints);
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
        Self {
            order,
            names: names.unwrap_or_else(|| numbers(joints, warnings)),
            parents,
            assumed,
        }
    }
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
