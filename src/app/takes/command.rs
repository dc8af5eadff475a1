//! The take commands: activate, show, solo, reorder, close, offset, unit, up axis, floor.

use crate::app::ids::TakeId;
use crate::scene::Rgba;
use crate::take::SignedAxis;

/// Arranges the takes that are open.
#[derive(Clone, Debug, PartialEq)]
pub enum TakesCommand {
    /// Makes a take the active one.
    Activate(TakeId),
    /// Closes a take.
    Close(TakeId),
    /// Closes the active take.
    CloseActive,
    /// Shows or hides a take.
    Show(TakeId, bool),
    /// Shows all takes.
    ShowAll,
    /// Shows a take alone, or all again.
    Solo(TakeId),
    /// Colours a whole take; `None` colours it by the scheme.
    SetColour(TakeId, Option<Rgba>),
    /// Lets a take begin at a time, in seconds from the origin of all offsets.
    Offset(TakeId, f64),
    /// Moves a take to another place in the list.
    Move {
        /// The take.
        take: TakeId,
        /// Its place afterwards.
        to: usize,
    },
    /// Sets the unit of the active take's lengths, in metres; `None` takes the file's or guesses.
    SetUnit(Option<f64>),
    /// Sets the axis of the active take that is up; `None` takes the file's or guesses.
    SetUp(Option<SignedAxis>),
    /// Puts the floor at the active take's lowest contact, or at the file's origin.
    SetFloorAtOrigin(bool),
}
