//! The rows that the node tree lists: folded or searched, with their depth.

use std::collections::HashSet;

use crate::take::{NodeId, Skeleton};

/// A row of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The node.
    pub node: NodeId,
    /// How many nodes there are above it.
    pub depth: usize,
    /// For a node with children, whether they are listed; `None` where there are none, or where
    /// a search lists its finds side by side.
    pub unfolded: Option<bool>,
}

/// The nodes that are folded: their children are not listed.
pub type Folded = HashSet<NodeId>;

/// Every node below its parent, but for those that are folded away.
pub fn tree(skeleton: &Skeleton, folded: &Folded) -> Vec<Row> {
    let mut rows = Vec::with_capacity(skeleton.nodes().len());
    let mut next: Vec<(NodeId, usize)> = Vec::new();
    next.extend(skeleton.roots().iter().rev().map(|&root| (root, 0)));
    while let Some((node, depth)) = next.pop() {
        let children = &skeleton[node].children;
        let unfolded = (!children.is_empty()).then(|| !folded.contains(&node));
        rows.push(Row {
            node,
            depth,
            unfolded,
        });
        if unfolded == Some(true) {
            next.extend(children.iter().rev().map(|&child| (child, depth + 1)));
        }
    }
    rows
}

/// The nodes that have these letters in their name, whatever their case.
pub fn found(skeleton: &Skeleton, letters: &str) -> Vec<Row> {
    let letters = letters.to_lowercase();
    let rows = tree(skeleton, &Folded::new()).into_iter();
    rows.filter(|row| skeleton[row.node].name.to_lowercase().contains(&letters))
        .map(|row| Row {
            depth: 0,
            unfolded: None,
            ..row
        })
        .collect()
}

/// A node and all below it.
pub fn subtree(skeleton: &Skeleton, top: NodeId) -> Vec<NodeId> {
    let mut nodes = vec![top];
    let mut next = 0;
    while next < nodes.len() {
        nodes.extend(&skeleton[nodes[next]].children);
        next += 1;
    }
    nodes
}

/// The nodes above a node, from its parent on.
pub fn above(skeleton: &Skeleton, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    std::iter::successors(skeleton[node].parent, |&node| skeleton[node].parent)
}

/// How many nodes there are above the deepest one.
pub fn deepest(skeleton: &Skeleton) -> usize {
    let mut depths: Vec<usize> = Vec::with_capacity(skeleton.nodes().len());
    for (_, node) in skeleton.iter() {
        // Parents come first.
        depths.push(node.parent.map_or(0, |parent| depths[parent.index()] + 1));
    }
    depths.into_iter().max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::take::SkeletonBuilder;

    /// A spine and a leg below the hips, and their parts below them: the file has them level by level.
    fn skeleton() -> Skeleton {
        let mut build = SkeletonBuilder::default();
        let hips = build.node("Hips", None).unwrap();
        let spine = build.node("Spine", Some(hips)).unwrap();
        let leg = build.node("Leg", Some(hips)).unwrap();
        build.node("Head", Some(spine)).unwrap();
        build.node("Foot", Some(leg)).unwrap();
        build.finish()
    }

    fn names(skeleton: &Skeleton, rows: &[Row]) -> Vec<String> {
        let line = |row: &Row| format!("{}{}", " ".repeat(row.depth), skeleton[row.node].name);
        rows.iter().map(line).collect()
    }

    #[test]
    fn children_stand_below_their_parent_however_the_file_orders_them() {
        let skeleton = skeleton();
        let rows = tree(&skeleton, &Folded::new());
        let listed = names(&skeleton, &rows);
        assert_eq!(listed, ["Hips", " Spine", "  Head", " Leg", "  Foot"]);
        assert_eq!(deepest(&skeleton), 2);
        let unfolded: Vec<_> = rows.iter().map(|row| row.unfolded).collect();
        let open = Some(true);
        assert_eq!(unfolded, [open, open, None, open, None]);
    }

    #[test]
    fn what_is_folded_hides_what_is_below_it() {
        let skeleton = skeleton();
        let spine = skeleton.find("Spine").unwrap();
        let rows = tree(&skeleton, &Folded::from([spine]));
        assert_eq!(
            names(&skeleton, &rows),
            ["Hips", " Spine", " Leg", "  Foot"]
        );
        assert_eq!(rows[1].unfolded, Some(false));
    }

    #[test]
    fn finds_stand_side_by_side_in_the_order_of_the_tree() {
        let skeleton = skeleton();
        let rows = found(&skeleton, "E");
        assert_eq!(names(&skeleton, &rows), ["Spine", "Head", "Leg"]);
    }

    #[test]
    fn a_subtree_is_a_node_and_all_below_it() {
        let skeleton = skeleton();
        let [spine, head] = ["Spine", "Head"].map(|name| skeleton.find(name).unwrap());
        assert_eq!(subtree(&skeleton, spine), [spine, head]);
        let hips = skeleton.find("Hips").unwrap();
        assert_eq!(subtree(&skeleton, hips).len(), 5);
        assert_eq!(above(&skeleton, head).collect::<Vec<_>>(), [spine, hips]);
    }
}
