//! The tree that the joints of an MVNX file make of its segments.

use std::collections::HashMap;

use super::super::parents_first::parents_first;
use super::super::scanner::{Scanner, Word, plain_text};
use super::super::xml::decoded;
use super::header::Header;
use crate::take::{WarningCode, Warnings};

/// Segments in an order in which each stands behind its parent.
pub(super) struct Tree {
    /// Their places in the file's lists.
    pub order: Vec<usize>,
    /// The parent of each, by its place in this order.
    pub parents: Vec<Option<usize>>,
}

impl Tree {
    /// The segment of a joint's first connector is the parent of the other one. Where a joint cannot be
    /// that, nothing moves: every segment has its position in the world.
    pub fn of(header: &Header<'_>, scan: &Scanner<'_>, warnings: &mut Warnings) -> Self {
        let count = header.segments.len();
        let above = above(header, scan, warnings);
        if count > 1 && above.iter().all(Option::is_none) {
            let message = "no joint connects the segments: each stands by itself";
            warnings.add(WarningCode::PartMissing, message);
        }
        let (order, above) = match parents_first(above.clone()) {
            Ok(order) => (order, above),
            Err(segment) => {
                let message = "the joints go round in a circle: each segment stands by itself";
                let place = || scan.place(header.segments[segment].at);
                warnings.add_at(WarningCode::Contradicted, place, message);
                ((0..count).collect(), vec![None; count])
            }
        };
        let mut places = vec![0; count];
        for (place, &segment) in order.iter().enumerate() {
            places[segment] = place;
        }
        let parent = |&segment: &usize| above[segment].map(|parent| places[parent]);
        Self { parents: order.iter().map(parent).collect(), order }
    }

    /// Which of them are the parent of another one.
    pub fn have_children(&self) -> Vec<bool> {
        let mut have = vec![false; self.parents.len()];
        for &parent in self.parents.iter().flatten() {
            have[parent] = true;
        }
        have
    }
}

/// The parent of each segment, by its place in the file.
fn above(header: &Header<'_>, scan: &Scanner<'_>, warnings: &mut Warnings) -> Vec<Option<usize>> {
    let count = header.segments.len();
    let mut places: HashMap<&str, usize> = HashMap::with_capacity(count);
    for (place, segment) in header.segments.iter().enumerate() {
        if *places.entry(&segment.name).or_insert(place) != place {
            let message = "a segment has the name of another one: both are kept";
            warnings.add_at(WarningCode::NameRepeated, || scan.place(segment.at), message);
        }
    }
    let mut above = vec![None; count];
    for joint in &header.joints {
        let place = || scan.place(joint.at);
        match joint.connectors.map(|connector| places.get(&*segment(connector)).copied()) {
            [Some(parent), Some(child)] if parent != child && above[child].is_none() => {
                above[child] = Some(parent);
            }
            [Some(_), Some(_)] => {
                let message = "a joint gives a segment a second parent, or itself: it is left out";
                warnings.add_at(WarningCode::BoneLeftOut, place, message);
            }
            _ => {
                let message =
                    "a joint does not connect two segments that there are: it is left out";
                warnings.add_at(WarningCode::BoneLeftOut, place, message);
            }
        }
    }
    above
}

/// The segment of a connector, which is written `segment/point`.
fn segment(connector: Word<'_>) -> String {
    let text = decoded(connector.text);
    let (segment, _) = text.rsplit_once('/').unwrap_or((&text, ""));
    plain_text(segment)
}
