//! The reference video commands: choose, remove, shift, show, place.

use std::path::PathBuf;

use crate::app::ids::TakeId;
use crate::options::Corner;

/// Changes the reference video of a take, or how reference videos are shown.
#[derive(Clone, Debug, PartialEq)]
pub enum VideoCommand {
    Ask,
    /// Plays a video, or an image sequence, beside a take.
    Choose(TakeId, PathBuf),
    /// Plays no video beside a take.
    Remove(TakeId),
    /// Plays no video beside the active take.
    RemoveActive,
    /// Sets the time of the video at a take's first frame, in seconds.
    Shift(TakeId, f64),
    /// Sets the frames a second of a take's image sequence.
    SetRate(TakeId, f64),
    /// Shows or hides reference videos.
    Toggle,
    /// Shows them beside the view, or in a corner of it.
    ToggleSplit,
    /// Makes their sound heard, or not.
    ToggleSound,
    /// Shows them in a corner of the view, so wide, in points.
    Place(Corner, f32),
}
