//! The measure commands: pin measures of the selection in the view, copy their values, remove them.

use crate::app::ids::TakeId;
use crate::review::measure::{JointMeasure, MeasureKind};

/// Changes or copies the measures that are pinned in the view.
#[derive(Clone, Debug, PartialEq)]
pub enum MeasuresCommand {
    /// Pins a measure of the active take's joints that were selected last, in that order.
    Pin(MeasureKind),
    Remove(TakeId, JointMeasure),
    RemoveAll,
    /// Copies the value of a measure on the frame that shows.
    Copy(TakeId, JointMeasure),
}
