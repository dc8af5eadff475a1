//! Trees as lists of parents: an order in which parents come first, and what holds above and below a node.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The order in which a node comes as soon as it is the first in the file of those whose parents are there.
///
/// # Errors
/// The index of a node that is above itself.
pub(super) fn parents_first(mut parents: Vec<Option<usize>>) -> Result<Vec<usize>, usize> {
    let count = parents.len();
    // The children of each node as a chain through the list: its first, and everyone's next.
    let mut first = vec![None; count];
    let mut next = vec![None; count];
    let mut ready = BinaryHeap::new();
    for (node, parent) in parents.iter().enumerate() {
        match *parent {
            Some(parent) => next[node] = first[parent].replace(node),
            None => ready.push(Reverse(node)),
        }
    }
    let mut order = Vec::with_capacity(count);
    while let Some(Reverse(node)) = ready.pop() {
        order.push(node);
        let mut child = first[node].take();
        while let Some(node) = child {
            ready.push(Reverse(node));
            child = next[node];
        }
        parents[node] = None;
    }
    // A node that is left has a parent, and stands in a circle or below one.
    let Some(mut node) = (0..count).find(|&node| parents[node].is_some()) else { return Ok(order) };
    while let Some(parent) = parents[node].take() {
        node = parent;
    }
    Err(node)
}

/// For each node of a tree with parents first, whether it or any node above it is such.
pub(super) fn any_above(parents: &[Option<usize>], is: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut all: Vec<bool> = Vec::with_capacity(parents.len());
    for (i, parent) in parents.iter().enumerate() {
        all.push(is(i) || parent.is_some_and(|parent| all[parent]));
    }
    all
}

/// For each node of a tree with parents first, whether it or any node below it is such.
pub(super) fn any_below(parents: &[Option<usize>], is: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut all: Vec<bool> = (0..parents.len()).map(is).collect();
    for (i, parent) in parents.iter().enumerate().rev() {
        if let Some(parent) = parent.filter(|_| all[i]) {
            all[parent] = true;
        }
    }
    all
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
