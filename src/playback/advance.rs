//! How the playhead advances: in real time, or frame by frame.

use super::{LoopMode, Playback};

impl Playback {
    /// Moves the playhead on by `dt` seconds of real time, and tells whether it moved.
    pub fn tick(&mut self, dt: f64) -> bool {
        self.advance(dt.max(0.0) * self.frames_a_second())
    }

    /// As [`Self::tick`], but true to the frames instead of the time: another frame comes only after
    /// the one showing was [seen](Self::seen), and then the next one. None comes before its time.
    pub fn tick_every(&mut self, dt: f64) -> bool {
        /// How far into the time of a frame time goes on while it waits, in frames from its middle:
        /// a display that is now early and now late keeps the rate.
        const AHEAD: f64 = 0.49;
        let frames = dt.max(0.0) * self.frames_a_second();
        let nearest = (self.position + 0.5).floor();
        let onwards = (frames > 0.0) != self.returning;
        let done = if onwards { self.position - nearest } else { nearest - self.position };
        let most = if self.unseen { AHEAD } else { 1.0 + AHEAD };
        let most = (most - done).max(0.0);
        self.advance(frames.clamp(-most, most))
    }

    /// Moves the playhead by frames of the rate's direction.
    fn advance(&mut self, frames: f64) -> bool {
        if !self.playing || !frames.is_finite() || frames == 0.0 {
            return false;
        }
        let (before, showing) = (self.position, self.frame());
        let (first, last) = self.ends();
        if !(first..=last).contains(&self.frame()) {
            // Someone looked at a frame outside of the range: back in at the near end.
            self.position = self.frame().clamp(first, last) as f64;
        }
        let (first, last) = (first as f64, last as f64);
        match self.loop_mode {
            LoopMode::Once => {
                let position = self.position + frames;
                self.pass(self.position, position.clamp(first, last));
                self.position = position.clamp(first, last);
                if position != self.position {
                    self.pause();
                }
            }
            // Half a frame belongs to each end: every frame, the ends too, shows for its full time.
            LoopMode::Loop => {
                let start = first - 0.5;
                let length = last - first + 1.0;
                if length > 1.0 {
                    self.pass(self.position, self.position + frames);
                }
                self.position = start + (self.position - start + frames).rem_euclid(length);
            }
            // The way there and back as one way of twice the length, on which time only goes on.
            LoopMode::PingPong => {
                let length = last - first;
                if length == 0.0 {
                    return false;
                }
                let along = (self.position - first).clamp(0.0, length);
                let forwards = (frames > 0.0) != self.returning;
                let way = if forwards { along } else { 2.0 * length - along };
                self.pass(way, way + frames.abs());
                let way = (way + frames.abs()).rem_euclid(2.0 * length);
                let is_forwards = way <= length;
                self.position = first + if is_forwards { way } else { 2.0 * length - way };
                self.returning = is_forwards != (frames > 0.0);
            }
        }
        self.unseen |= self.frame() != showing;
        self.position != before || !self.playing
    }

    /// Counts the frames from one position to another.
    fn pass(&mut self, from: f64, to: f64) {
        let frames = ((to + 0.5).floor() - (from + 0.5).floor()).abs();
        self.passed = self.passed.saturating_add(frames as u64);
    }

    /// Seconds of real time until another frame shows; `None` where time changes nothing.
    pub fn until_next_frame(&self) -> Option<f64> {
        let rate = self.frames_a_second() * if self.returning { -1.0 } else { 1.0 };
        let (first, last) = self.ends();
        let stands = first == last && self.frame() == first;
        if !self.playing || rate == 0.0 || stands {
            return None;
        }
        let nearest = (self.position + 0.5).floor();
        let left = if rate > 0.0 {
            nearest + 0.5 - self.position
        } else {
            self.position - (nearest - 0.5)
        };
        Some(left.max(0.0) / rate.abs())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::playback;
    use super::*;
    use proptest::prelude::*;

    /// The frames of pictures that come every `seconds`, with a rush of ticks between them.
    fn every_frame(playback: &mut Playback, seconds: f64, pictures: usize) -> Vec<usize> {
        playback.seen();
        let mut shown = vec![playback.frame()];
        for _ in 0..pictures {
            for _ in 0..4 {
                playback.tick_every(seconds / 4.0);
            }
            playback.seen();
            shown.push(playback.frame());
        }
        shown
    }

    #[test]
    fn every_frame_shows_however_long_pictures_take() {
        for (mode, expected) in [
            (LoopMode::Loop, [0, 1, 2, 3, 0, 1, 2, 3]),
            (LoopMode::PingPong, [0, 1, 2, 3, 2, 1, 0, 1]),
            (LoopMode::Once, [0, 1, 2, 3, 3, 3, 3, 3]),
        ] {
            for seconds in [0.2, 0.25, 0.7, 100.0] {
                let mut playback = playback(mode);
                playback.set_range_out(Some(3));
                let shown = every_frame(&mut playback, seconds, 7);
                assert_eq!(shown, expected, "{mode:?}, {seconds} s");
            }
        }
        let mut playback = playback(LoopMode::Loop);
        playback.set_rate(-8.0);
        assert_eq!(every_frame(&mut playback, 0.3, 4), [0, 9, 8, 7, 6]);
    }

    #[test]
    fn every_frame_is_no_faster_than_the_rate() {
        let mut playback = Playback::new(1000, 0.1);
        playback.play();
        let shown = every_frame(&mut playback, 0.02, 500);
        assert!(shown.windows(2).all(|two| two[1] - two[0] <= 1));
        assert_eq!(shown[500], 100);
        // A display that is now early and now late keeps the rate.
        playback.seek(0);
        for i in 0..100 {
            playback.seen();
            playback.tick_every(if i % 2 == 0 { 0.13 } else { 0.07 });
        }
        assert_eq!(playback.frame(), 100);
    }

    #[test]
    fn a_frame_that_nobody_saw_holds_playing_up() {
        let mut playback = playback(LoopMode::Loop);
        let frame_after = |playback: &mut Playback| {
            playback.tick_every(5.0);
            playback.frame()
        };
        assert_eq!(frame_after(&mut playback), 0);
        playback.seen();
        for _ in 0..3 {
            assert_eq!(frame_after(&mut playback), 1);
        }
        playback.seen();
        playback.seek(7);
        assert_eq!(frame_after(&mut playback), 7, "the frame that was gone to");
    }

    #[test]
    fn frames_that_go_by_are_counted_in_pictures_or_not() {
        for mode in LoopMode::ALL {
            let mut playback = playback(mode);
            playback.seek(5);
            playback.tick(0.3);
            assert_eq!(playback.passed(), 3, "{mode:?}");
            playback.tick(0.04);
            assert_eq!(playback.passed(), 3, "{mode:?}");
            playback.tick(2.0);
            let expected = if mode == LoopMode::Once { 4 } else { 23 };
            assert_eq!(playback.passed(), expected, "{mode:?}");
            playback.seek(0);
            assert_eq!(playback.passed(), expected, "{mode:?}: nothing played");
        }
        let mut still = playback(LoopMode::Loop);
        still.set_range_in(Some(4));
        still.set_range_out(Some(4));
        still.tick(3.0);
        assert_eq!(still.passed(), 0, "one frame is the same frame always");
    }

    proptest! {
        #[test]
        fn no_frame_is_left_out_where_every_frame_is_to_show(
            mode in 0usize..3, start in 0usize..10, rate in -8.0f64..8.0,
            times in proptest::collection::vec(0.0f64..0.5, 1..60),
        ) {
            let mut playback = playback(LoopMode::ALL[mode]);
            playback.set_rate(rate);
            playback.seek(start);
            let mut passed = playback.passed();
            for dt in times {
                playback.seen();
                let before = playback.frame();
                playback.tick_every(dt);
                prop_assert!(playback.passed() - passed <= 1);
                let way = playback.frame().abs_diff(before);
                prop_assert!(way <= 1 || way == 9 && mode == 0, "{before} {}", playback.frame());
                passed = playback.passed();
            }
        }
    }
}
