//! What is selected: in the view, in the node tree, in the node tab.

pub(crate) mod apply;
pub(crate) mod command;
pub(crate) mod node_tab;
pub(crate) mod pick;
pub(crate) mod tree;
