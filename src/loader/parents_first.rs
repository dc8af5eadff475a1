//! The order in which the nodes of a tree come, parents first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The order in which a node comes as soon as it is the first in the file of those whose parents are
/// there.
///
/// # Errors
/// A node that is above itself.
pub(super) fn parents_first(mut parents: Vec<Option<usize>>) -> Result<Vec<usize>, usize> {
    let count = parents.len();
    // The children of each node as a chain through the list: its first, and everyone's next.
    let mut first = vec![None; count];
    let mut next = vec![None; count];
    let mut ready = BinaryHeap::new();
    for (place, parent) in parents.iter().enumerate() {
        match *parent {
            Some(parent) => next[place] = first[parent].replace(place),
            None => ready.push(Reverse(place)),
        }
    }
    let mut order = Vec::with_capacity(count);
    while let Some(Reverse(place)) = ready.pop() {
        order.push(place);
        let mut child = first[place].take();
        while let Some(place) = child {
            ready.push(Reverse(place));
            child = next[place];
        }
        parents[place] = None;
    }
    // Whoever is left has a parent, and stands in a circle or below one.
    let left = (0..count).find(|&place| parents[place].is_some());
    let Some(mut place) = left else {
        return Ok(order);
    };
    while let Some(parent) = parents[place].take() {
        place = parent;
    }
    Err(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_comes_behind_its_parent_and_else_as_in_the_file() {
        for (parents, order) in [
            (vec![None, Some(0), Some(1), Some(0)], Ok(vec![0, 1, 2, 3])),
            (vec![Some(2), None, Some(1), None], Ok(vec![1, 2, 0, 3])),
            (vec![None, Some(3), Some(0), Some(2)], Ok(vec![0, 2, 3, 1])),
            (vec![], Ok(vec![])),
            (vec![Some(0)], Err(0)),
            (vec![None, Some(3), Some(1), Some(2), Some(1)], Err(1)),
        ] {
            assert_eq!(parents_first(parents.clone()), order, "{parents:?}");
        }
    }
}
