//! The take commands: activate, show, solo, reorder, close, offset, unit, up axis, floor.

use crate::app::TakeId;
use crate::scene::Rgba;
use crate::take::SignedAxis;

#[derive(Clone, Debug, PartialEq)]
pub enum TakesCommand {
    Activate(TakeId),
    Close(TakeId),
    CloseActive,
    Show(TakeId, bool),
    ShowAll,
    /// Shows a take alone, or all again.
    Solo(TakeId),
    /// Colours a whole take; `None` colours it by the scheme.
    SetColour(TakeId, Option<Rgba>),
    /// Lets a take begin at a time, in seconds from the origin of all offsets.
    Offset(TakeId, f64),
    Move {
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
