//! When the next picture is due: never more often than the display shows one, and not at all when
//! nothing changes.

use std::time::{Duration, Instant};

/// Keeps the times of pictures.
#[derive(Debug)]
pub struct Pacing {
    /// From one picture of the display to the next.
    interval: Duration,
    last: Option<Instant>,
    /// The pictures of the last second, while playing.
    recent: Vec<Instant>,
}

impl Pacing {
    /// For a display that shows this many pictures a second.
    pub fn new(display_rate: f64) -> Self {
        let mut pacing = Self {
            interval: Duration::ZERO,
            last: None,
            recent: Vec::new(),
        };
        pacing.set_display_rate(display_rate);
        pacing
    }

    /// Follows the window to another display.
    pub fn set_display_rate(&mut self, display_rate: f64) {
        self.interval = Duration::from_secs_f64(1.0 / display_rate.clamp(20.0, 500.0));
    }

    /// The earliest moment for another picture. Swapping buffers alone does not pace: without a
    /// real display it returns at once.
    pub fn due(&self, now: Instant) -> Instant {
        self.last.map_or(now, |last| last + self.interval)
    }

    /// Takes note of a picture. The schedule keeps its beat as long as pictures keep up with it.
    pub fn picture(&mut self, now: Instant, playing: bool) {
        self.last = Some(match self.last {
            Some(last) if now.saturating_duration_since(last) < 2 * self.interval => {
                (last + self.interval).min(now)
            }
            _ => now,
        });
        if playing {
            self.recent.push(now);
            let second = Duration::from_secs(1);
            self.recent
                .retain(|&at| now.saturating_duration_since(at) <= second);
        } else {
            self.recent.clear();
        }
    }

    /// Pictures a second, once there is enough to tell.
    pub fn rate(&self) -> Option<f64> {
        let (first, last) = (self.recent.first()?, self.recent.last()?);
        let span = last.saturating_duration_since(*first).as_secs_f64();
        (span > 0.4).then(|| (self.recent.len() - 1) as f64 / span)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TICK: Duration = Duration::from_millis(10);

    #[test]
    fn pictures_keep_the_beat_of_the_display() {
        let mut pacing = Pacing::new(100.0);
        let start = Instant::now();
        assert_eq!(pacing.due(start), start);
        pacing.picture(start, true);
        assert_eq!(pacing.due(start), start + TICK);
        // Three milliseconds late: the next one is due as if it had come in time.
        pacing.picture(start + TICK + TICK.mul_f64(0.3), true);
        assert_eq!(pacing.due(start), start + 2 * TICK);
        // Far too late: the beat begins anew.
        pacing.picture(start + 9 * TICK, true);
        assert_eq!(pacing.due(start), start + 10 * TICK);
    }

    #[test]
    fn the_rate_is_that_of_the_last_second() {
        let mut pacing = Pacing::new(100.0);
        let start = Instant::now();
        for i in 0..300 {
            pacing.picture(start + i * Duration::from_millis(20), true);
        }
        assert!((pacing.rate().unwrap() - 50.0).abs() < 0.5);
        pacing.picture(start + Duration::from_secs(7), false);
        assert_eq!(pacing.rate(), None);
    }
}
