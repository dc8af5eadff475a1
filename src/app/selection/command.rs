//! The selection commands, and how a new selection combines with the old one.

use crate::app::TakeId;
use crate::take::NodeId;

/// What becomes of what was selected before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelectMode {
    /// It is selected no longer.
    Replace,
    /// It stays selected.
    Add,
    /// It stays selected, but for what is selected again.
    Toggle,
}

#[derive(Clone, Debug, PartialEq)]
pub enum SelectionCommand {
    /// Selects a node of the active take, or nothing.
    Select(Option<NodeId>),
    SelectNodes(Vec<NodeId>, SelectMode),
    /// Selects a node of any take and makes that take the active one.
    Pick {
        take: TakeId,
        node: NodeId,
        mode: SelectMode,
    },
}
