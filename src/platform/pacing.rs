//! The frame pacing: when the next redraw is due, never more often than the display shows one, and not at all when
//! nothing changes; how many redraws there are, and how many frames were skipped.

use std::time::{Duration, Instant};

use winit::window::Window;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaybackProgress {
    /// How many frames have gone by, since the playhead was made.
    pub passed: u64,
    /// How many frames a second are to show; 0 where they come as they can.
    pub speed: f64,
}

/// How many pictures a second the display of a window shows; 60 where it does not say.
pub fn display_rate(window: &Window) -> f64 {
    window
        .current_monitor()
        .and_then(|monitor| monitor.refresh_rate_millihertz())
        .map_or(60.0, |millihertz| f64::from(millihertz) / 1000.0)
}

fn interval(display_rate: f64) -> Duration {
    Duration::from_secs_f64(1.0 / display_rate.clamp(20.0, 500.0))
}

#[derive(Debug)]
pub struct Pacing {
    interval: Duration,
    last: Option<Instant>,
    /// The pictures of the last second, while playing.
    recent: Vec<Instant>,
    /// When the frame that shows was first in a picture, and the frames that had gone by then.
    newest: Option<(Instant, u64)>,
    skipped_frames: u64,
    /// How late pictures are, in pictures of the display; less than one.
    late: f64,
}

impl Pacing {
    pub fn new(display_rate: f64) -> Self {
        Self {
            interval: interval(display_rate),
            last: None,
            recent: Vec::new(),
            newest: None,
            skipped_frames: 0,
            late: 0.0,
        }
    }

    /// Follows the window to another display.
    pub fn set_display_rate(&mut self, display_rate: f64) {
        self.interval = interval(display_rate);
    }

    /// The earliest moment for another picture. Swapping buffers does not pace without a real display.
    pub fn due(&self, now: Instant) -> Instant {
        self.last.map_or(now, |last| last + self.interval)
    }

    /// Records a picture. The schedule keeps its beat while pictures keep up; `playing` is `None` while paused.
    pub fn record_redraw(&mut self, now: Instant, playing: Option<PlaybackProgress>) {
        self.last = Some(match self.last {
            Some(last) if now.saturating_duration_since(last) < 2 * self.interval => {
                (last + self.interval).min(now)
            }
            _ => now,
        });
        let Some(PlaybackProgress { passed, speed }) = playing else {
            self.recent.clear();
            self.newest = None;
            (self.skipped_frames, self.late) = (0, 0.0);
            return;
        };
        self.recent.push(now);
        let second = Duration::from_secs(1);
        self.recent.retain(|&at| now.saturating_duration_since(at) <= second);
        match self.newest {
            // A picture of the same frame, because the pointer moved.
            Some((_, before)) if before == passed => {}
            Some((before, _)) => {
                self.newest = Some((now, passed));
                self.count_skipped(now.saturating_duration_since(before), speed);
            }
            None => self.newest = Some((now, passed)),
        }
    }

    /// Counts the frames that were due until a picture came with another one: one for each picture of the display in
    /// that time, but no more than there are frames. A take that is faster than the display skips nothing as long as
    /// every picture of the display shows it, and a slower one nothing while it has no new frame.
    fn count_skipped(&mut self, elapsed: Duration, speed: f64) {
        /// A window that shows no picture for so long was hidden.
        const HIDDEN: Duration = Duration::from_secs(2);
        /// Displays do not keep exactly the rate that they report.
        const IN_TIME: f64 = 0.03;
        /// From so much of a picture on, a late one has missed its own.
        const MISSED: f64 = 0.9;
        if elapsed >= HIDDEN {
            self.late = 0.0;
            return;
        }
        let due_a_second = self.interval.as_secs_f64().recip().min(speed);
        let late = elapsed.as_secs_f64() * due_a_second - 1.0;
        if late.abs() < IN_TIME {
            self.late = 0.0;
            return;
        }
        // One that is early after a late one makes up for it; nothing is saved up beyond that.
        self.late = (self.late + late).max(-0.5);
        if self.late >= MISSED {
            let missed = (self.late + 1.0 - MISSED).floor();
            self.skipped_frames += missed as u64;
            self.late -= missed;
        }
    }

    /// Pictures a second, once there is enough to tell.
    pub fn rate(&self) -> Option<f64> {
        let (first, last) = (self.recent.first()?, self.recent.last()?);
        let span = last.saturating_duration_since(*first).as_secs_f64();
        (span > 0.4).then(|| (self.recent.len() - 1) as f64 / span)
    }

    /// How many pictures did not come since playing began, though display and take had a frame for them.
    pub fn skipped_frames(&self) -> u64 {
        self.skipped_frames
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TICK: Duration = Duration::from_millis(10);

    fn playing(passed: u64) -> Option<PlaybackProgress> {
        Some(PlaybackProgress { passed, speed: 100.0 })
    }

    #[test]
    fn pictures_keep_the_beat_of_the_display() {
        let mut pacing = Pacing::new(100.0);
        let start = Instant::now();
        assert_eq!(pacing.due(start), start);
        pacing.record_redraw(start, playing(0));
        assert_eq!(pacing.due(start), start + TICK);
        // Three milliseconds late: the next one is due as if it had come in time.
        pacing.record_redraw(start + TICK + TICK.mul_f64(0.3), playing(1));
        assert_eq!(pacing.due(start), start + 2 * TICK);
        // Far too late: the beat begins anew.
        pacing.record_redraw(start + 9 * TICK, playing(9));
        assert_eq!(pacing.due(start), start + 10 * TICK);
    }

    #[test]
    fn the_rate_is_that_of_the_last_second() {
        let mut pacing = Pacing::new(100.0);
        let start = Instant::now();
        for i in 0..300 {
            pacing.record_redraw(start + i * Duration::from_millis(20), playing(i.into()));
        }
        assert!((pacing.rate().unwrap() - 50.0).abs() < 0.5);
        pacing.record_redraw(start + Duration::from_secs(7), None);
        assert_eq!(pacing.rate(), None);
    }

    /// How many frames of a take of `fps` frames a second a display of 100 pictures a second skips, when
    /// pictures come at these times, in pictures of the display.
    fn skipped_frames(fps: f64, times: impl IntoIterator<Item = f64>) -> u64 {
        let mut pacing = Pacing::new(100.0);
        let start = Instant::now();
        for at in times {
            let passed = (at * 0.01 * fps + 1e-6) as u64;
            pacing.record_redraw(
                start + TICK.mul_f64(at),
                Some(PlaybackProgress { passed, speed: fps }),
            );
        }
        pacing.skipped_frames()
    }

    #[test]
    fn nothing_is_skipped_while_the_display_shows_all_that_it_can() {
        let beats = || (0..500).map(f64::from);
        for fps in [24.0, 50.0, 100.0, 120.0, 960.0] {
            assert_eq!(skipped_frames(fps, beats()), 0, "{fps} fps");
            // Now early and now late, and a display that is a little slower than it says.
            let shaken = |i: f64| i + if i % 2.0 == 0.0 { 0.3 } else { 0.0 };
            assert_eq!(skipped_frames(fps, beats().map(shaken)), 0, "{fps} fps");
            assert_eq!(skipped_frames(fps, beats().map(|i| i * 1.002)), 0, "{fps} fps");
        }
        // A take of 25 frames a second has one for every fourth picture.
        assert_eq!(skipped_frames(25.0, (0..500).step_by(4).map(f64::from)), 0);
    }

    #[test]
    fn what_the_display_would_have_shown_and_did_not_is_skipped() {
        let with_a_hole = || (0..200).filter(|i| !(50..62).contains(i)).map(f64::from);
        assert_eq!(skipped_frames(100.0, with_a_hole()), 12);
        assert_eq!(skipped_frames(240.0, with_a_hole()), 12);
        assert_eq!(skipped_frames(25.0, with_a_hole()), 2, "a quarter of them had a frame");
        // Every picture takes a half longer than the display does: a third of 300 is lost.
        let slow = skipped_frames(100.0, (0..200).map(|i| f64::from(i) * 1.5));
        assert!((97..=100).contains(&slow), "{slow}");
    }

    #[test]
    fn a_pause_forgets_what_was_skipped_and_a_hidden_window_skips_nothing() {
        let mut pacing = Pacing::new(100.0);
        let start = Instant::now();
        pacing.record_redraw(start, playing(0));
        pacing.record_redraw(start + 5 * TICK, playing(5));
        assert_eq!(pacing.skipped_frames(), 4);
        pacing.record_redraw(start + 500 * TICK, playing(500));
        assert_eq!(pacing.skipped_frames(), 4);
        pacing.record_redraw(start + 501 * TICK, None);
        assert_eq!(pacing.skipped_frames(), 0);
        pacing.record_redraw(start + 510 * TICK, playing(510));
        assert_eq!(pacing.skipped_frames(), 0, "there was no picture to play on from");
    }
}
