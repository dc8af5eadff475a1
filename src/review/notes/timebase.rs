//! Frames of a take as timecode, at its own rate or at that of a timeline.

use crate::playback::{RATES, Timecode};
use crate::take::Take;

#[derive(Clone, Copy, Debug)]
pub struct Timebase {
    /// Frames a second of the take, as they are meant.
    pub take_fps: f64,
    /// Frames a second of the timeline.
    pub fps: f64,
    pub timecode: Timecode,
}

/// The rate that is meant by one that a file has rounded: 120 by a frame time of 0.008333 s.
pub(super) fn meant_rate(fps: f64) -> f64 {
    let is_near = |other: &f64| (fps / other - 1.0).abs() < 3e-4;
    let mut known = [fps.round().max(1.0)].into_iter().chain(RATES).chain([120_000.0 / 1001.0]);
    known.find(is_near).unwrap_or(fps)
}

impl Timebase {
    /// That of the take's own rate. One that is neither whole nor of broadcasting is rounded: a timecode then is
    /// of the time, and not of the count of frames.
    pub fn for_take(take: &Take) -> Self {
        let fps = meant_rate(take.fps());
        let is_broadcast = RATES.contains(&fps) || fps == 120_000.0 / 1001.0;
        let is_exact = is_broadcast || fps.fract() == 0.0;
        Self::with_rate(take, if is_exact { fps } else { fps.round().max(1.0) })
    }

    pub fn with_rate(take: &Take, fps: f64) -> Self {
        Self { take_fps: meant_rate(take.fps()), fps, timecode: Timecode::at(fps) }
    }

    /// The rate at which a take stands on a timeline, whose timecode has two digits for frames: its own up to 60,
    /// else the highest whole part of it that is no higher, else 60.
    pub fn timeline_rate(take: &Take) -> f64 {
        const USUAL: std::ops::RangeInclusive<f64> = 24.0..=60.0;
        let own = Self::for_take(take).fps;
        if own <= *USUAL.end() {
            return own;
        }
        let whole = own.round() as u32;
        let parts = (2..=whole).filter(|part| whole.is_multiple_of(*part));
        let mut rates = parts.map(|part| own / f64::from(part));
        rates.find(|rate| USUAL.contains(rate)).unwrap_or(*USUAL.end())
    }

    /// The frame of the timeline that shows a frame of the take.
    pub fn timeline_frame(&self, frame: usize) -> i64 {
        (frame as f64 * self.fps / self.take_fps).round() as i64
    }

    /// The frame of the take, which it may not have, at a frame of the timeline.
    pub fn take_frame(&self, timeline_frame: i64) -> f64 {
        (timeline_frame as f64 * self.take_fps / self.fps).round()
    }

    /// The timecode of a frame of the take, whose first one is at zero.
    pub fn text(&self, frame: usize) -> String {
        self.timecode.text(self.timeline_frame(frame))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::take::{Axis, FormatId, Motion, SkeletonBuilder, Units};

    fn take(frame_time: f64) -> Take {
        let skeleton = SkeletonBuilder::default().finish();
        let motion = Motion::new(frame_time, 9, 0, Vec::new());
        Take::new("take", FormatId::Bvh, skeleton, motion, Units::new(None, Axis::Y))
    }

    #[test]
    fn rates_are_those_that_are_meant() {
        for (frame_time, own, timeline) in [
            (0.008333, 120.0, 60.0),
            (0.01, 100.0, 50.0),
            (0.002, 500.0, 50.0),
            (0.016667, 60.0, 60.0),
            (0.0333667, 30_000.0 / 1001.0, 30_000.0 / 1001.0),
            (0.03, 33.0, 33.0),
            (1.0 / 127.0, 127.0, 60.0),
        ] {
            let take = take(frame_time);
            assert_eq!(Timebase::for_take(&take).fps, own, "{frame_time}");
            assert_eq!(Timebase::timeline_rate(&take), timeline, "{frame_time}");
        }
    }

    #[test]
    fn timecode_is_of_the_time_where_the_rate_is_no_whole_number() {
        let take = take(0.03);
        // 1000 frames last 30 s, and not 1000/33 s.
        assert_eq!(Timebase::for_take(&take).text(1000), "00:00:30:00");
        let base = Timebase::with_rate(&take, 24.0);
        assert_eq!(base.text(100), "00:00:03:00");
        assert_eq!(base.take_frame(72), 100.0);
    }
}
