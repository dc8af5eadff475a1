//! Which frame of one take is beside which of another.

use std::ops::Range;

use crate::take::{Take, rate};

/// Which moment of B is beside a frame of A: as long after its first frame, but for an offset.
///
/// Where no file says the rate of one of them, or both rates are the same as people write them, each
/// frame of A has one of B.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// From A's first frame to B's in seconds: above 0 where B begins later.
    pub offset: f64,
    /// Seconds in a frame of A.
    frame_time: f64,
    /// Frames of B in one of A.
    ratio: f64,
}

/// How far from a frame, in frames, a moment still is that frame.
const NEAR: f64 = 1e-6;

impl Timing {
    /// Two takes, of which B begins so many seconds after A.
    pub fn new([a, b]: [&Take; 2], offset: f64) -> Self {
        let is_assumed = a.motion.rate_is_assumed() || b.motion.rate_is_assumed();
        let [time_a, time_b] = [a, b].map(|take| take.motion.frame_time());
        Self {
            offset,
            frame_time: time_a,
            ratio: if is_assumed || rate(a.fps()) == rate(b.fps()) { 1.0 } else { time_a / time_b },
        }
    }

    /// The offset in frames of A.
    pub fn offset_frames(&self) -> f64 {
        self.offset / self.frame_time
    }

    /// The frame of B beside a frame of A; between two frames where it is no whole number.
    pub fn frame_of_b(&self, frame: usize) -> f64 {
        self.fractional_frame_of_b(frame as f64)
    }

    /// The same of a place among the frames of A, which may be before the first or behind the last one.
    pub fn fractional_frame_of_b(&self, place: f64) -> f64 {
        let at = (place - self.offset_frames()) * self.ratio;
        if (at - at.round()).abs() < NEAR { at.round() } else { at }
    }

    /// Whether frames of A fall between those of B, where positions of B are on the line from one frame to the next.
    pub fn interpolates(&self) -> bool {
        [0, 1].iter().any(|&frame| self.frame_of_b(frame).fract() != 0.0)
    }

    /// The frames of A that are within B, of takes of so many frames.
    pub(super) fn common(&self, [a, b]: [usize; 2]) -> Range<usize> {
        let offset = self.offset_frames();
        // So near that the frame of B is still a whole number.
        let near = 0.5 * NEAR / self.ratio.max(1.0);
        let first = (offset - near).ceil().max(0.0);
        let last = (offset + (b - 1) as f64 / self.ratio + near).floor().min((a - 1) as f64);
        if first <= last { first as usize..last as usize + 1 } else { 0..0 }
    }

    pub(super) fn ratio(&self) -> f64 {
        self.ratio
    }

    pub(super) fn frame_time(&self) -> f64 {
        self.frame_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::take::{Axis, FormatId, FrameTime, Motion, SkeletonBuilder, Units};

    fn take(frame_time: impl Into<FrameTime>, frames: usize) -> Take {
        let motion = Motion::new(frame_time, frames, 0, vec![]);
        Take::new(
            "t",
            FormatId::Bvh,
            SkeletonBuilder::default().finish(),
            motion,
            Units::assumed(Axis::Y),
        )
    }

    #[test]
    fn a_frame_of_b_is_as_long_after_its_first_one() {
        let takes = [take(0.01, 100), take(0.02, 30)];
        let timing = Timing::new(takes.each_ref(), 0.1);
        assert!((timing.offset_frames() - 10.0).abs() < 1e-12);
        assert_eq!([10, 12, 13].map(|frame| timing.frame_of_b(frame)), [0.0, 1.0, 1.5]);
        assert_eq!(timing.common([100, 30]), 10..69);
        assert!(timing.interpolates());
        assert_eq!(Timing::new(takes.each_ref(), -0.1).common([100, 30]), 0..49);
        assert!(Timing::new(takes.each_ref(), 2.0).common([100, 30]).is_empty());
    }

    #[test]
    fn every_frame_in_common_is_between_two_frames_of_b() {
        let mut found = 0;
        for (times, frames) in
            [([0.1, 0.001], 300), ([0.01, 0.03], 7), ([1.0 / 3.0, 1.0 / 7.0], 50)]
        {
            let takes = [take(times[0], 100), take(times[1], frames)];
            for step in -40..40 {
                // At the very edge of a frame, and a little beside it.
                for beside in [0.0, 4e-7, -4e-7, 1.1e-6, -1.1e-6] {
                    let offset = (f64::from(step) + beside) * times[0];
                    let timing = Timing::new(takes.each_ref(), offset);
                    for frame in timing.common([100, frames]) {
                        let at = timing.frame_of_b(frame);
                        assert!(at >= 0.0 && at.ceil() < frames as f64, "{at} of {frames}");
                        found += 1;
                    }
                }
            }
        }
        assert!(found > 1000);
    }

    #[test]
    fn rates_that_are_meant_to_be_the_same_are_the_same() {
        let rounded = [take(0.008333, 9), take(1.0 / 120.0, 9)];
        assert_eq!(Timing::new(rounded.each_ref(), 0.0).frame_of_b(8), 8.0);
        let assumed = [take(0.01, 9), take(FrameTime { seconds: 1.0 / 30.0, is_assumed: true }, 9)];
        assert!(!Timing::new(assumed.each_ref(), 0.0).interpolates());
        let others = [take(1.0 / 23.976, 9), take(1.0 / 24.0, 9)];
        assert!(Timing::new(others.each_ref(), 0.0).interpolates());
    }
}
