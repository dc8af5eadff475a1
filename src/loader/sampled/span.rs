//! When the frames of a sampled take are, and how many there is room for.

use super::super::Source;
use super::super::source::Options;
use super::keys::{KeyTimes, rounding};
use super::table::COLUMNS;
use crate::take::{FrameTime, Warning, WarningCode, rate as rate_text};

/// How many values a table has room for however small its file is: a few keys may move a figure for
/// minutes.
const ROOM: usize = 1 << 22;

/// And how many more for each byte of the file.
const ROOM_A_BYTE: usize = 4;

/// How many frames times nodes a take has at the most however small its file is, and how many more for each byte: what
/// shows and checks a take does so with all nodes of a frame.
const NODES: usize = 1 << 24;
const NODES_A_BYTE: usize = 64;

/// How many steps the evaluation of all frames may take, and how many more for each byte.
const STEPS: usize = 1 << 24;
const STEPS_A_BYTE: usize = 16;

/// How many values a table has at the most whose file has so many bytes.
pub const fn most_values(bytes: usize) -> usize {
    ROOM + ROOM_A_BYTE * bytes
}

/// How many nodes there are at the most on all frames of a take whose file has so many bytes.
pub const fn most_nodes(bytes: usize) -> usize {
    NODES + NODES_A_BYTE * bytes
}

/// What one frame costs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrameCost {
    /// How many nodes there are.
    pub nodes: usize,
    /// How many of them move.
    pub moving: usize,
    /// In how many steps these are evaluated.
    pub steps: usize,
}

impl FrameCost {
    /// How many frames there is room for in a take whose file has so many bytes.
    fn most_frames(self, bytes: usize) -> usize {
        let room = [
            (most_values(bytes), COLUMNS * self.moving),
            (most_nodes(bytes), self.nodes),
            (STEPS + STEPS_A_BYTE * bytes, self.steps),
        ];
        let most = room.into_iter().map(|(all, each)| all / each.max(1));
        most.min().unwrap_or_default().max(1)
    }
}

/// When the frames are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    /// Seconds on the file's clock.
    pub begin: f64,
    pub frames: usize,
    pub frame_time: FrameTime,
    /// Whether the file's bytes are reported as read while the frames are sampled: nobody has before.
    pub reports: bool,
}

impl Span {
    /// From one time to another one, both of which have a frame, as far as there is room for them. What is left out
    /// is told.
    pub fn between(
        [begin, end]: [f64; 2],
        frame_time: impl Into<FrameTime>,
        cost: FrameCost,
        source: &Source<'_>,
        warnings: &mut Vec<Warning>,
    ) -> Self {
        /// So near to a frame a range ends there, in frames.
        const CLOSE: f64 = 0.01;
        let frame_time = frame_time.into();
        let most = cost.most_frames(source.bytes.len());
        // Times of single precision are farther off the later they are.
        let off = (rounding(begin) + rounding(end)) / frame_time.seconds;
        let steps = (end - begin) / frame_time.seconds - off.clamp(CLOSE, 0.4);
        let steps = steps.ceil().max(0.0);
        let frames = if steps < most as f64 {
            steps as usize + 1
        } else {
            let told = f64::from(u32::MAX).min(steps) - most as f64 + 1.0;
            let message = format!(
                "the range is as long as {steps} frames: there is room for the first {most}"
            );
            warnings.push(Warning {
                count: told as usize,
                ..Warning::of_file(WarningCode::FramesLost, message)
            });
            most
        };
        Self { begin, frames, frame_time, reports: true }
    }

    /// As [`Self::between`], where `what` states no rate: at the one that is asked for, or that its keys tell.
    pub fn by_keys(
        ends: [f64; 2],
        (what, keys): (&str, &KeyTimes),
        cost: FrameCost,
        source: &Source<'_>,
        warnings: &mut Vec<Warning>,
    ) -> Self {
        let told = keys.rate();
        let asked = source.options.rate.filter(|&rate| Options::is_rate(rate));
        let frame_time = FrameTime { seconds: asked.unwrap_or(told).recip(), is_assumed: true };
        if ends[0] < ends[1] {
            let message = format!(
                "{what} has no frame rate: by the times of the keys, it is {} frames a second",
                rate_text(told)
            );
            warnings.push(Warning::of_file(WarningCode::RateAssumed, message));
        }
        Self::between(ends, frame_time, cost, source, warnings)
    }

    /// The frame that is nearest to a time.
    pub fn frame_at(&self, time: f64) -> usize {
        ((time - self.begin) / self.frame_time.seconds).round() as usize
    }

    /// When a frame is, in seconds on the file's clock.
    pub fn time(&self, frame: usize) -> f64 {
        self.begin + frame as f64 * self.frame_time.seconds
    }
}
