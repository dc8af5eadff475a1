//! The timeline commands: in and out points, range playback, zoom.

/// Sets the frames that playing keeps to, or the frames that the timeline and the curves show.
#[derive(Clone, Debug, PartialEq)]
pub enum TimelineCommand {
    /// Sets the in point at the frame showing.
    SetIn,
    SetOut,
    ClearIn,
    ClearOut,
    SetRange([usize; 2]),
    ClearRange,
    /// Lets playing leave the range, or keep to it.
    ToggleRange,
    /// Shows this part of the timeline, in frames; `None` shows all of it.
    ShowSpan(Option<[f64; 2]>),
    /// Shows this part of the curves, in frames of the active take; `None` shows all of it.
    ShowCurveSpan(Option<[f64; 2]>),
}
