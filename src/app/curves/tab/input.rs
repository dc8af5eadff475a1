//! The input of the curves tab (`CurvesInput`) and what it asks for (`CurvesAction`).

use std::ops::{Range, RangeInclusive};

use crate::scene::{Curve, CurveKind, Theme};
use crate::take::FrameNumbers;

#[derive(Clone, Debug)]
pub struct CurvesInput<'a> {
    pub theme: Theme,
    pub kind: CurveKind,
    /// As far as they are filled in: they may have fewer frames than the take.
    pub curves: &'a [Curve],
    /// The frames at the left and the right edge; `None` for the whole take.
    pub shown: Option<Range<f64>>,
    /// Whether these are the frames that the timeline shows.
    pub follows: bool,
    pub frame: usize,
    pub is_playing: bool,
    /// The frames that playing stays in.
    pub range: RangeInclusive<usize>,
    /// How many frames the take has; 0 for a rest pose.
    pub frame_count: usize,
    /// Seconds from one frame to the next.
    pub frame_time: f64,
    /// How frames are called on the screen.
    pub numbering: FrameNumbers,
}

#[derive(Clone, Debug, PartialEq)]
pub enum CurvesAction {
    /// Shows a frame; playing goes on from there.
    Seek(usize),
    /// Shows these frames from edge to edge; `None` for the whole take.
    ShowSpan(Option<Range<f64>>),
    /// Shows the channels or the places in the world.
    ShowKind(CurveKind),
    /// Shows the frames that the timeline shows, or others.
    Follow(bool),
}
