//! The lines `Frames:` and `Frame Time:` of Biovision's formats, checked against the rows below them.
//!
//! ```text
//! Frames: n                 both in any case, with or without the colon, or missing
//! Frame Time: seconds       also `Frames Time:`; above 1, frames a second, or milliseconds
//! ```

use super::error::LoadError;
use super::rate::{ASSUMED_FRAME_TIME, assumed, frames_a_second, is_frame_time};
use super::scanner::{Reader, Scanner};
use super::stated::compare;
use crate::take::{FrameTime, WarningCode};

/// What the lines say, each number with its place.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FrameLines {
    /// The announced number of frames. It is compared with the rows and never trusted.
    pub frames: Option<(usize, f64)>,
    /// The frame time, whatever number stands there.
    pub time: Option<(usize, f64)>,
}

impl FrameLines {
    /// Whether one of the lines is next.
    pub fn begin(scan: &Scanner<'_>) -> bool {
        let mut ahead = *scan;
        [&["frame", "time"][..], &["frames", "time"], &["frames"]]
            .into_iter()
            .any(|words| ahead.take_key(words))
    }

    pub fn read(scan: &mut Scanner<'_>) -> Result<Self, LoadError> {
        let mut lines = Self::default();
        loop {
            if scan.take_key(&["frame", "time"]) || scan.take_key(&["frames", "time"]) {
                let at = scan.peek().map_or(scan.at, |word| word.at);
                lines.time = Some((at, scan.double("Frame Time")?));
            } else if scan.take_key(&["frames"]) || scan.take_key(&["frame"]) {
                let before = *scan;
                let at = scan.peek().map_or(scan.at, |word| word.at);
                let count = scan.double("Frames")?;
                if count.fract() != 0.0 {
                    return Err(before.expected("a whole number of frames"));
                }
                lines.frames = Some((at, count));
            } else {
                return Ok(lines);
            }
        }
    }

    pub fn announced(&self) -> Option<f64> {
        self.frames.map(|(_, count)| count)
    }

    /// Seconds a frame, above 0: a usual rate where the file has none.
    pub fn frame_time(&self, reader: &mut Reader<'_>) -> FrameTime {
        let assumed = assumed();
        match self.time {
            Some((at, value)) if value > 1.0 && is_frame_time(value.recip()) => {
                let (seconds, meant) = above_a_second(value);
                let message = format!("a frame time of {value} is taken for {meant}");
                reader.warn(WarningCode::LayoutRepaired, at, message);
                seconds.into()
            }
            Some((_, seconds)) if is_frame_time(seconds) => seconds.into(),
            Some((at, seconds)) => {
                let message = format!("a frame time of {seconds} is no rate: {assumed}");
                reader.warn(WarningCode::RateAssumed, at, message);
                ASSUMED_FRAME_TIME
            }
            None => {
                let message = format!("no frame time is given: {assumed}");
                reader.warnings.add(WarningCode::RateAssumed, message);
                ASSUMED_FRAME_TIME
            }
        }
    }

    /// Tells where there are more or fewer rows than `who` announces: the file, or a segment of it.
    pub fn compare(&self, who: &str, rows: usize, reader: &mut Reader<'_>) {
        compare(who, self.frames, rows, ["frame", "row"], reader);
    }
}

/// What a frame time of more than a second means, in seconds and in words: nobody captures so slowly. It is a rate, but
/// for one that is no whole number and is the time of a frame at a usual rate in milliseconds, such as 16.667.
fn above_a_second(value: f64) -> (f64, String) {
    const USUAL: [f64; 9] = [24.0, 25.0, 30.0, 50.0, 60.0, 90.0, 100.0, 120.0, 240.0];
    /// By what part of it a rate may differ whose frame time is written with four digits.
    const CLOSE: f64 = 3e-4;
    let rate = 1000.0 / value;
    let is_usual = |usual: &f64| (rate / usual - 1.0).abs() < CLOSE;
    if value.fract() != 0.0 && USUAL.iter().any(is_usual) {
        (value / 1000.0, "milliseconds".to_string())
    } else {
        (value.recip(), frames_a_second(value))
    }
}
