//! Some of the frames of a take.

use std::ops::Range;

use crate::take::{FileNumbers, FrameNumbers, FrameTime, Lost, Motion, Take};

/// Only the frames of a range.
pub(super) fn only(take: Take, range: Range<usize>) -> Result<Take, String> {
    let count = take.motion.frame_count();
    let range = range.start..range.end.min(count);
    if range.is_empty() {
        return Err(format!("the take has {count} frames, and none of these"));
    }
    let frames: Vec<usize> = range.collect();
    let frame_time =
        FrameTime { seconds: take.motion.frame_time(), is_assumed: take.motion.rate_is_assumed() };
    Ok(picked(take, &frames, frame_time))
}

/// The take with these frames of it, in this order, at another rate.
pub(super) fn picked(take: Take, frames: &[usize], frame_time: FrameTime) -> Take {
    let values = frames.iter().flat_map(|&frame| take.row(frame)).copied();
    let motion = Motion::new(frame_time, frames.len(), take.motion.columns(), values.collect());
    let first = frames.first().copied().unwrap_or(0);
    let numbers = frames.iter().map(|&frame| take.number(frame));
    let numbers: Option<Vec<i64>> = numbers.collect();
    let none = Lost::default();
    let numbers = numbers.filter(|_| take.numbers.is_some());
    let numbers = numbers.and_then(|numbers| FileNumbers::of_rows(numbers, &none));
    with_motion(take, motion, first, numbers)
}

/// The take with another motion that begins on one of its frames. Events outside of it are gone.
pub(super) fn with_motion(
    mut take: Take,
    motion: Motion,
    first: usize,
    numbers: Option<FileNumbers>,
) -> Take {
    let lead = first as f64 * take.motion.frame_time();
    let is_clock = take.start_time != 0.0 || take.numbers.is_some();
    if is_clock {
        take.start_time = take.file_time(first);
    }
    let duration = motion.duration();
    for event in &mut take.events {
        event.time -= lead;
    }
    take.events.retain(|event| (0.0..=duration).contains(&event.time));
    // What counts frames from 0 need not say so.
    let is_plain = |numbers: &FileNumbers| *numbers == FileNumbers::Even(FrameNumbers::FROM_0);
    take.numbers = numbers.filter(|numbers| !is_plain(numbers));
    take.lost = Lost::default();
    take.motion = motion;
    take
}
