//! The times of a video's frames, and which of them shows at a time.

/// What is known of a video once it was looked into. Times are in seconds from its first frame.
#[derive(Clone, Debug, PartialEq)]
pub struct VideoFacts {
    /// Width and height of its decoded pictures, in pixels.
    pub size: [usize; 2],
    /// When each frame begins to show, in the order of time; never empty.
    pub times: Vec<f64>,
    /// When the last frame has shown.
    pub end: f64,
    /// How exactly the times are known, in seconds: half a tick of the file's clock.
    pub precision: f64,
}

/// Where a time is in a video.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Before its first frame.
    Before,
    /// On one of its frames.
    Inside,
    /// After its last frame.
    After,
}

impl VideoFacts {
    /// The frame that shows at a time, the last one that has begun by then; the first or last one outside of the
    /// video.
    pub fn frame_at(&self, time: f64) -> usize {
        let begun = self.times.partition_point(|&begins| begins <= time + self.precision);
        begun.saturating_sub(1)
    }

    /// Whether a time is in the video.
    pub fn place_of(&self, time: f64) -> Place {
        let first = self.times.first().copied().unwrap_or_default();
        match time {
            _ if time < first - self.precision => Place::Before,
            _ if time >= self.end + self.precision => Place::After,
            _ => Place::Inside,
        }
    }

    /// When a frame shows: from its beginning to that of the next one.
    pub fn span_of(&self, frame: usize) -> [f64; 2] {
        let begins = |frame: usize| self.times.get(frame).copied().unwrap_or(self.end);
        [begins(frame), begins(frame + 1)]
    }

    /// Frames a second, on average.
    pub fn rate(&self) -> f64 {
        self.times.len() as f64 / (self.end - self.times.first().copied().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_of_a_time_is_the_last_that_has_begun() {
        // Matroska knows milliseconds alone: a thirtieth is 33 or 67 of them.
        let facts = VideoFacts {
            size: [2, 2],
            times: vec![0.0, 0.033, 0.067, 0.1, 0.2],
            end: 0.233,
            precision: 0.0005,
        };
        for (time, frame) in [(-1.0, 0), (0.0, 0), (0.032, 0), (1.0 / 30.0, 1), (0.05, 1)] {
            assert_eq!(facts.frame_at(time), frame, "{time}");
        }
        assert_eq!(facts.frame_at(2.0 / 30.0), 2, "0.0667 is 0.067");
        assert_eq!(facts.frame_at(0.19), 3, "it shows until the next one comes");
        assert_eq!(facts.frame_at(9.0), 4);
        assert_eq!(facts.span_of(3), [0.1, 0.2]);
        assert_eq!(facts.span_of(4), [0.2, 0.233]);
        let places = [-0.1, 0.0, 0.23, 0.24].map(|time| facts.place_of(time));
        assert_eq!(places, [Place::Before, Place::Inside, Place::Inside, Place::After]);
    }
}
