//! The rows that the node tree lists, folded or searched, and what it remembers between layouts.

use std::collections::HashSet;

use egui::{Id, Ui};

use crate::app::widgets::PanelContext;
use crate::app::{OpenTake, SelectMode, SelectionCommand};
use crate::scene::Subjects;
use crate::take::{NodeId, Skeleton};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The node; of a heading the first one below it.
    pub node: NodeId,
    /// Whose heading it is, as a place among the subjects; `None` for the row of a node.
    pub heading: Option<usize>,
    /// How many nodes there are above it.
    pub depth: usize,
    /// For a heading and a node with children, whether these are listed; `None` where there are none, or
    /// where a search lists its finds side by side.
    pub unfolded: Option<bool>,
}

impl Row {
    pub fn is_of(&self, node: NodeId) -> bool {
        self.heading.is_none() && self.node == node
    }
}

/// What is folded: what is below it is not listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folded {
    pub nodes: HashSet<NodeId>,
    /// The headings, by the places of their subjects.
    pub headings: HashSet<usize>,
}

/// Every node below its parent, but for those that are folded away. Several performers have a heading each,
/// behind what belongs to nobody.
pub fn tree(skeleton: &Skeleton, subjects: &Subjects, folded: &Folded) -> Vec<Row> {
    let mut rows = Vec::with_capacity(skeleton.nodes().len());
    let all = (0..subjects.names().len()).map(Some);
    for subject in std::iter::once(None).chain(all) {
        let roots = skeleton.roots().iter().copied();
        let mut own = roots.filter(|&root| subjects.of_node(root) == subject).peekable();
        let (Some(heading), Some(&node)) = (subject, own.peek()) else {
            branches(skeleton, own, 0, folded, &mut rows);
            continue;
        };
        let is_unfolded = !folded.headings.contains(&heading);
        rows.push(Row { node, heading: subject, depth: 0, unfolded: Some(is_unfolded) });
        if is_unfolded {
            branches(skeleton, own, 1, folded, &mut rows);
        }
    }
    rows
}

/// Adds some nodes of one depth and all below them that are not folded away.
fn branches(
    skeleton: &Skeleton,
    tops: impl Iterator<Item = NodeId>,
    depth: usize,
    folded: &Folded,
    rows: &mut Vec<Row>,
) {
    let mut next: Vec<(NodeId, usize)> = tops.map(|top| (top, depth)).collect();
    next.reverse();
    while let Some((node, depth)) = next.pop() {
        let children = &skeleton[node].children;
        let unfolded = (!children.is_empty()).then(|| !folded.nodes.contains(&node));
        rows.push(Row { node, heading: None, depth, unfolded });
        if unfolded == Some(true) {
            next.extend(children.iter().rev().map(|&child| (child, depth + 1)));
        }
    }
}

pub fn of_subject(skeleton: &Skeleton, subjects: &Subjects, subject: usize) -> Vec<NodeId> {
    let all = skeleton.iter().map(|(id, _)| id);
    all.filter(|&id| subjects.of_node(id) == Some(subject)).collect()
}

/// The nodes that have these letters in their name, whatever their case.
pub fn found(skeleton: &Skeleton, letters: &str) -> Vec<Row> {
    let letters = letters.to_lowercase();
    let rows = tree(skeleton, &Subjects::default(), &Folded::default()).into_iter();
    rows.filter(|row| skeleton[row.node].name.to_lowercase().contains(&letters))
        .map(|row| Row { depth: 0, unfolded: None, ..row })
        .collect()
}

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

/// The nodes of rows that have one, without headings.
pub fn nodes(rows: &[Row]) -> impl Iterator<Item = NodeId> + '_ {
    let rows = rows.iter().filter(|row| row.heading.is_none());
    rows.map(|row| row.node)
}

/// What the list remembers of a take while the window is open.
pub struct TreeCache<T> {
    id: Id,
    pub value: T,
}

impl<T: Clone + Default + PartialEq + Send + Sync + 'static> TreeCache<T> {
    pub fn of(ui: &Ui, what: &'static str, open: &OpenTake) -> Self {
        let id = Id::unique((what, open.id));
        let value = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        Self { id, value }
    }

    pub fn keep(self, ui: &Ui) {
        ui.data_mut(|data| data.insert_temp(self.id, self.value));
    }
}

/// What was selected when the list was last laid out, and whether the list itself changes it now.
#[derive(Clone, Default, PartialEq)]
pub struct SelectionSeen {
    selected: Vec<NodeId>,
    by_list: bool,
}

/// The node that was selected last, where that happened elsewhere since the list was last laid out.
pub fn newly_selected(ui: &Ui, open: &OpenTake) -> Option<NodeId> {
    let mut seen = TreeCache::<SelectionSeen>::of(ui, "seen", open);
    let is_new = seen.value.selected != open.edits.selected;
    let elsewhere = is_new && !seen.value.by_list;
    if is_new || seen.value.by_list {
        seen.value = SelectionSeen { selected: open.edits.selected.clone(), by_list: false };
        seen.keep(ui);
    }
    open.primary().filter(|_| elsewhere)
}

/// Selects nodes from within the list: it then stays where it is scrolled to.
pub fn select(ui: &Ui, open: &OpenTake, nodes: Vec<NodeId>, mode: SelectMode, cx: &PanelContext) {
    let mut seen = TreeCache::<SelectionSeen>::of(ui, "seen", open);
    seen.value.by_list = true;
    seen.keep(ui);
    cx.ask(SelectionCommand::SelectNodes(nodes, mode));
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
        let rows = tree(&skeleton, &Subjects::default(), &Folded::default());
        assert_eq!(names(&skeleton, &rows), ["Hips", " Spine", "  Head", " Leg", "  Foot"]);
        let unfolded: Vec<_> = rows.iter().map(|row| row.unfolded).collect();
        let open = Some(true);
        assert_eq!(unfolded, [open, open, None, open, None]);
    }

    #[test]
    fn what_is_folded_hides_what_is_below_it() {
        let skeleton = skeleton();
        let spine = skeleton.find("Spine").unwrap();
        let folded = Folded { nodes: HashSet::from([spine]), ..Folded::default() };
        let rows = tree(&skeleton, &Subjects::default(), &folded);
        assert_eq!(names(&skeleton, &rows), ["Hips", " Spine", " Leg", "  Foot"]);
        assert_eq!(rows[1].unfolded, Some(false));
    }

    #[test]
    fn performers_have_headings_that_fold() {
        let mut build = SkeletonBuilder::default();
        build.node("stray", None).unwrap();
        for i in 0..8 {
            // The markers of both stand among one another.
            for name in ["Anna", "Ben"] {
                build.node(format!("{name}:{i}"), None).unwrap();
            }
        }
        let skeleton = build.finish();
        let subjects = Subjects::new(&skeleton);
        let mut folded = Folded::default();
        let rows = tree(&skeleton, &subjects, &folded);
        let headings: Vec<usize> = (0..rows.len()).filter(|&i| rows[i].heading.is_some()).collect();
        assert_eq!((rows.len(), headings), (1 + 2 + 16, vec![1, 10]));
        assert_eq!((rows[0].depth, rows[1].depth, rows[2].depth), (0, 0, 1));
        assert_eq!(skeleton[rows[11].node].name, "Ben:0");
        assert!(!rows[10].is_of(rows[11].node) && rows[11].is_of(rows[11].node));
        folded.headings.insert(0);
        let rows = tree(&skeleton, &subjects, &folded);
        assert_eq!((rows.len(), rows[1].unfolded, rows[2].heading), (11, Some(false), Some(1)));
        assert_eq!(of_subject(&skeleton, &subjects, 1).len(), 8);
    }

    #[test]
    fn finds_stand_side_by_side_in_the_order_of_the_tree() {
        let skeleton = skeleton();
        assert_eq!(names(&skeleton, &found(&skeleton, "E")), ["Spine", "Head", "Leg"]);
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
