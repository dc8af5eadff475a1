//! The frame rate that takes may have, and the one that is assumed.

use crate::take::FrameTime;

/// Seconds a frame where the file does not say.
pub(super) const ASSUMED_FRAME_TIME: FrameTime =
    FrameTime { seconds: 1.0 / 30.0, is_assumed: true };

/// From a million frames a second to one frame a day: beyond that, arithmetic on time breaks down.
pub(super) fn is_frame_time(seconds: f64) -> bool {
    (1e-6..=86_400.0).contains(&seconds)
}

/// [`ASSUMED_FRAME_TIME`] as warnings put it.
pub(super) fn assumed() -> String {
    format!("{} are assumed", frames_a_second(ASSUMED_FRAME_TIME.seconds.recip()))
}

pub(super) fn frames_a_second(rate: f64) -> String {
    format!("{} frames a second", crate::take::rate(rate))
}
