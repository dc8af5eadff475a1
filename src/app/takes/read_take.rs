//! Which reading of a take a result is of.

use crate::app::ids::TakeId;
use crate::scene::Placement;

/// A reading of a take, as it is placed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReadTake {
    /// The take.
    pub id: TakeId,
    /// Which reading of its file it is.
    pub reading: u64,
    /// What was chosen for where it stands.
    pub placement: Placement,
}
