//! When the frames of a sampled take are, and how many there is room for.

use super::super::Source;
use super::super::source::Options;
use super::keys::{KeyTimes, rounding};
use super::table::COLUMNS;
use crate::take::{FrameTime, Warning, WarningCode, rate as rate_text};

/// How many values a table has room for however small its file is, and how many more for each byte of it: a few keys may
/// move a figure for minutes.
const ROOM: usize = 1 << 22;
const ROOM_A_BYTE: usize = 4;

/// The same for frames times nodes: what shows, checks and writes a take does so with all nodes of a frame. A figure of 60
/// nodes has room for 19 minutes of 60 frames a second, however small its file is.
const NODES: usize = 1 << 22;
const NODES_A_BYTE: usize = 64;

/// The same for the steps that the evaluation of all frames takes.
const STEPS: usize = 1 << 24;
const STEPS_A_BYTE: usize = 16;

/// How many values a table has at the most whose file has so many bytes.
pub const fn max_values(bytes: usize) -> usize {
    ROOM + ROOM_A_BYTE * bytes
}

/// How many nodes there are at the most on all frames of a take whose file has so many bytes.
pub const fn max_nodes(bytes: usize) -> usize {
    NODES + NODES_A_BYTE * bytes
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct FrameCost {
    pub nodes: usize,
    /// Nodes that move.
    pub moving: usize,
    /// In how many steps these are evaluated.
    pub steps: usize,
}

impl FrameCost {
    /// How many frames there is room for in a take whose file has so many bytes.
    fn max_frames(self, bytes: usize) -> usize {
        let by_values = max_values(bytes) / (COLUMNS * self.moving).max(1);
        let by_nodes = max_nodes(bytes) / self.nodes.max(1);
        let by_steps = (STEPS + STEPS_A_BYTE * bytes) / self.steps.max(1);
        by_values.min(by_nodes).min(by_steps).max(1)
    }
}

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
    /// From one time to another one, both of which have a frame, as far as there is room for them. A frame takes the
    /// `stated` seconds; where `owner` states none, it takes those that are asked for, or that its keys tell. Warns of
    /// frames that are left out.
    pub fn new(
        [begin, end]: [f64; 2],
        stated: Option<f64>,
        keys: impl FnOnce() -> KeyTimes,
        owner: &str,
        cost: FrameCost,
        source: &Source<'_>,
        warnings: &mut Vec<Warning>,
    ) -> Self {
        /// A range ends on a frame that is nearer, in frames.
        const CLOSE: f64 = 0.01;
        let frame_time = if let Some(seconds) = stated {
            FrameTime::from(seconds)
        } else {
            let rate = keys().rate();
            if begin < end {
                let rate = rate_text(rate);
                let message = format!(
                    "{owner} has no frame rate: by the times of the keys, it is {rate} frames a second"
                );
                warnings.push(Warning::of_file(WarningCode::RateAssumed, message));
            }
            let asked = source.options.rate.filter(|&rate| Options::is_rate(rate));
            FrameTime { seconds: asked.unwrap_or(rate).recip(), is_assumed: true }
        };
        let max_frames = cost.max_frames(source.bytes.len());
        // Times of single precision are farther off the later they are.
        let off = (rounding(begin) + rounding(end)) / frame_time.seconds;
        let steps = (end - begin) / frame_time.seconds - off.clamp(CLOSE, 0.4);
        let steps = steps.ceil().max(0.0);
        if steps < max_frames as f64 {
            return Self { begin, frames: steps as usize + 1, frame_time, reports: true };
        }
        let lost = f64::from(u32::MAX).min(steps) - max_frames as f64 + 1.0;
        let message = format!(
            "the range is as long as {steps} frames: there is room for the first {max_frames}"
        );
        let warning = Warning::of_file(WarningCode::FramesLost, message);
        warnings.push(Warning { count: lost as usize, ..warning });
        Self { begin, frames: max_frames, frame_time, reports: true }
    }

    /// The frame that is nearest to a time.
    pub fn frame_at(&self, time: f64) -> usize {
        ((time - self.begin) / self.frame_time.seconds).round() as usize
    }

    /// The time of a frame, in seconds on the file's clock.
    pub fn time(&self, frame: usize) -> f64 {
        self.begin + frame as f64 * self.frame_time.seconds
    }
}
