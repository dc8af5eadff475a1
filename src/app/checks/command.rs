//! The commands of the checks.

use crate::review::checks::Check;
use crate::review::notes::{Frames, Id};
use crate::take::NodeId;

/// Goes through what the checks found in the active take, and says what is not to be told of.
#[derive(Clone, Debug, PartialEq)]
pub enum ChecksCommand {
    /// Goes to the next finding in the order of frames, or to the one before.
    Step(i64),
    /// Goes to a finding, by its place among all.
    GoTo(usize),
    /// Ignores a finding, by its place among all.
    Ignore(usize),
    /// Ignores the finding that is looked at, else the one on the frame.
    IgnoreCurrent,
    IgnoreCheck(Check),
    /// Tells again of what was ignored.
    Restore(Id),
    /// Tells again of all that was ignored.
    RestoreAll,
    /// Sets when a foot stands, in place of what was found.
    SetContacts(NodeId, Vec<Frames>),
    /// Takes the contacts of a foot as they were found.
    ResetContacts(NodeId),
}
