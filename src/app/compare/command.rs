//! The comparison commands: mode, reference, alignment, sync, matches, the table of joints.

use crate::app::compare::{AlignChoice, Column};
use crate::app::ids::TakeId;
use crate::options::CompareMode;
use crate::review::compare::{Quantity, Sync};
use crate::take::NodeId;

/// Compares the active take with the reference.
#[derive(Clone, Debug, PartialEq)]
pub enum CompareCommand {
    /// Compares takes so, or no longer.
    SetMode(CompareMode),
    /// Compares takes so, or no longer where they are.
    Toggle(CompareMode),
    /// Shows the other one of A and B.
    Flick,
    SetReference(TakeId),
    Swap,
    /// How the reference is brought to the active take.
    Align(AlignChoice),
    /// Brings the reference to the active take on the frame that shows.
    AlignHere,
    /// Brings the active take in time with the reference; by motion, an offset is only looked for.
    Sync(Sync),
    /// The same by an event that both have, of that name.
    SyncByEvent(String),
    /// Looks for the offset by the speed of the node that is selected last.
    SyncBySelection,
    ApplyOffset,
    ForgetOffset,
    /// Lets the active take begin so many of its frames later.
    Nudge(i64),
    /// Matches a node of the active take with one of the reference, or with none by hand.
    Match(NodeId, Option<NodeId>),
    SetQuantity(Quantity),
    /// The difference at which colours have reached the last one, in m, m/s or m/s²; `None` for the worst.
    SetScaleEnd(Option<f64>),
    /// Sorts the table of joints by a column; again, the other way round.
    Sort(Column),
    /// Selects a node, and goes to the frame on which it differs most.
    GoToWorst(NodeId),
    CopyTable,
}
