//! The frame rate that a file states or that is assumed, and texts about counts.

use crate::take::FrameTime;

/// Seconds a frame where the file does not say.
pub(super) const ASSUMED_FRAME_TIME: FrameTime =
    FrameTime { seconds: 1.0 / 30.0, is_assumed: true };

/// From a million frames a second to one frame a day: beyond that, arithmetic on time breaks down.
pub(super) fn is_frame_time(seconds: f64) -> bool {
    (1e-6..=86_400.0).contains(&seconds)
}

/// [`ASSUMED_FRAME_TIME`] as warnings tell it.
pub(super) fn assumed() -> String {
    let rate = ASSUMED_FRAME_TIME.seconds.recip();
    format!("{} are assumed", frames_a_second(rate))
}

/// A rate as warnings tell it.
pub(super) fn frames_a_second(rate: f64) -> String {
    format!("{} frames a second", crate::take::rate(rate))
}

/// `1 frame`, `2 frames`; an announced count may be any number that a file can hold.
pub(super) fn counted(count: f64, noun: &str) -> String {
    match count {
        1.0 => format!("1 {noun}"),
        c if c.abs() < 1e15 => format!("{c} {}", plural(noun)),
        c => format!("{c:e} {}", plural(noun)),
    }
}

/// `frames`, `bodies`.
pub(super) fn plural(noun: &str) -> String {
    match noun.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None => format!("{noun}s"),
    }
}

/// Tells that the file ends within its last row.
pub(super) fn broken_off(values: usize, columns: usize) -> String {
    format!("the last row has {values} of {columns} values")
}

/// What is told where the segments of a file do not all have the same number of rows.
pub(super) const FEWER_ROWS: &str = "a segment has fewer rows than others: it keeps its last one";
