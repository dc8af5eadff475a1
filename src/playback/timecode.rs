//! Playback frame rates such as 24, 29.97 and 60 fps, and SMPTE timecode (ST 12-1) with drop-frame counting.

use std::fmt;

/// The rates that are offered: those of film, television and games.
pub const RATES: [f64; 10] = [
    24_000.0 / 1001.0,
    24.0,
    25.0,
    30_000.0 / 1001.0,
    30.0,
    48.0,
    50.0,
    60_000.0 / 1001.0,
    60.0,
    120.0,
];

/// The least and the greatest rate that can be played at.
pub const FPS: [f64; 2] = [0.1, 1000.0];

/// The rate that is meant by a number as people write it: 29.97 is 30000/1001.
pub fn exact(fps: f64) -> f64 {
    let whole = (fps * 1.001).round();
    let broadcast = whole * 1000.0 / 1001.0;
    let is_one = [24.0, 30.0, 48.0, 60.0, 120.0].contains(&whole);
    if is_one && (fps - broadcast).abs() < 0.005 { broadcast } else { fps }
}

/// Whether a rate is another one but for rounding, as files round it.
fn is_near(fps: f64, other: f64) -> bool {
    (fps / other - 1.0).abs() < 3e-4
}

/// How frames are counted in a timecode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timecode {
    /// How many numbers a second has.
    a_second: i64,
    /// How many numbers each minute leaves out at its beginning, but every tenth one.
    dropped: i64,
}

impl Timecode {
    /// The count at a rate. A second has as many numbers as the rate has when it is rounded. 29.97 and
    /// 59.94 drop numbers, so that an hour of timecode is an hour; 23.976 does not.
    pub fn at(fps: f64) -> Self {
        let dropped = match fps {
            fps if is_near(fps, 30_000.0 / 1001.0) => 2,
            fps if is_near(fps, 60_000.0 / 1001.0) => 4,
            _ => 0,
        };
        Self { a_second: fps.round().max(1.0) as i64, dropped }
    }

    /// Whether numbers are left out.
    pub fn is_drop_frame(self) -> bool {
        self.dropped > 0
    }

    /// The last number of a second.
    pub fn last(self) -> i64 {
        self.a_second - 1
    }

    fn a_minute(self) -> i64 {
        60 * self.a_second
    }

    /// The timecode of a frame: `00:01:00;02`, with a semicolon where numbers are dropped. Before zero
    /// it has a minus sign.
    pub fn text(self, frame: i64) -> String {
        let sign = if frame < 0 { "−" } else { "" };
        // As many numbers as were left out before it come on top.
        let frame = frame.saturating_abs();
        let ten = 10 * self.a_minute() - 9 * self.dropped;
        let (tens, rest) = (frame / ten, frame % ten);
        let left_out = match rest - self.a_minute() {
            ..0 => 0,
            beyond => 1 + beyond / (self.a_minute() - self.dropped),
        };
        let number = frame.saturating_add(self.dropped * (9 * tens + left_out));
        let (seconds, frames) = (number / self.a_second, number % self.a_second);
        let (minutes, seconds) = (seconds / 60, seconds % 60);
        let (hours, minutes) = (minutes / 60, minutes % 60);
        let mark = if self.is_drop_frame() { ';' } else { ':' };
        format!("{sign}{hours:02}:{minutes:02}:{seconds:02}{mark}{frames:02}")
    }

    /// The frame of a timecode: whole seconds, and the frames of the last one.
    ///
    /// # Errors
    /// Where there is no such number.
    pub fn frame(self, seconds: i64, frames: i64) -> Result<i64, TimecodeError> {
        if frames > self.last() {
            return Err(TimecodeError::BeyondSecond { last: self.last() });
        }
        let minutes = seconds / 60;
        let begins_a_minute = seconds % 60 == 0 && minutes % 10 != 0;
        if begins_a_minute && frames < self.dropped {
            return Err(TimecodeError::Dropped { first: self.dropped });
        }
        let number = seconds.saturating_mul(self.a_second).saturating_add(frames);
        Ok(number - self.dropped * (minutes - minutes / 10))
    }
}

/// Why no frame has a timecode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TimecodeError {
    /// A second has fewer frames.
    BeyondSecond {
        /// The last frame of one.
        last: i64,
    },
    /// Drop-frame timecode leaves the number out.
    Dropped {
        /// The frame that the minute begins with.
        first: i64,
    },
}

impl fmt::Display for TimecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BeyondSecond { last } => write!(f, "Frames of a second end at {last} here"),
            Self::Dropped { first } => {
                write!(f, "Drop-frame timecode begins this minute with frame {first:02}")
            }
        }
    }
}

impl std::error::Error for TimecodeError {}

#[cfg(test)]
mod tests {
    use super::*;

    const NTSC: f64 = 30_000.0 / 1001.0;

    /// What is written as `h:m:s` and frames.
    fn frame(fps: f64, [hours, minutes, seconds, frames]: [i64; 4]) -> Result<i64, TimecodeError> {
        Timecode::at(fps).frame((hours * 60 + minutes) * 60 + seconds, frames)
    }

    #[test]
    fn rates_of_broadcasting_are_exact() {
        for (written, meant) in [
            (23.976, 24_000.0 / 1001.0),
            (23.98, 24_000.0 / 1001.0),
            (29.97, 30_000.0 / 1001.0),
            (59.94, 60_000.0 / 1001.0),
        ] {
            assert_eq!(exact(written), meant, "{written}");
        }
        for written in [24.0, 25.0, 29.9, 30.0, 100.0, 119.0, 0.5] {
            assert_eq!(exact(written), written);
        }
    }

    #[test]
    fn drop_frame_timecode_has_its_known_values() {
        for (fps, number, parts, text) in [
            (NTSC, 0, [0, 0, 0, 0], "00:00:00;00"),
            (NTSC, 1799, [0, 0, 59, 29], "00:00:59;29"),
            (NTSC, 1800, [0, 1, 0, 2], "00:01:00;02"),
            (NTSC, 3597, [0, 1, 59, 29], "00:01:59;29"),
            (NTSC, 3598, [0, 2, 0, 2], "00:02:00;02"),
            (NTSC, 17_981, [0, 9, 59, 29], "00:09:59;29"),
            (NTSC, 17_982, [0, 10, 0, 0], "00:10:00;00"),
            (NTSC, 107_892, [1, 0, 0, 0], "01:00:00;00"),
            (2.0 * NTSC, 3599, [0, 0, 59, 59], "00:00:59;59"),
            (2.0 * NTSC, 3600, [0, 1, 0, 4], "00:01:00;04"),
            (2.0 * NTSC, 35_964, [0, 10, 0, 0], "00:10:00;00"),
        ] {
            assert_eq!(Timecode::at(fps).text(number), text);
            assert_eq!(frame(fps, parts), Ok(number), "{text}");
        }
        assert_eq!(Timecode::at(NTSC).text(-1800), "−00:01:00;02");
    }

    #[test]
    fn rates_that_drop_nothing_count_on() {
        for (fps, number, text) in [
            (24_000.0 / 1001.0, 1440, "00:01:00:00"),
            (24.0, 108, "00:00:04:12"),
            (25.0, 90_000, "01:00:00:00"),
            (30.0, 1800, "00:01:00:00"),
            (120.0, 119, "00:00:00:119"),
            (0.2, 3, "00:00:03:00"),
        ] {
            let timecode = Timecode::at(fps);
            assert_eq!((timecode.text(number).as_str(), timecode.dropped), (text, 0));
        }
        // What files say is rounded.
        assert!(
            Timecode::at(29.97).is_drop_frame()
                && Timecode::at(0.016683f64.recip()).is_drop_frame()
        );
        assert!(!Timecode::at(0.033333f64.recip()).is_drop_frame());
    }

    #[test]
    fn a_number_that_is_left_out_or_beyond_the_second_is_none() {
        let error = frame(NTSC, [0, 1, 0, 1]).expect_err("dropped");
        assert_eq!(error.to_string(), "Drop-frame timecode begins this minute with frame 02");
        assert!(frame(NTSC, [0, 20, 0, 1]).is_ok() && frame(30.0, [0, 1, 0, 1]).is_ok());
        let error = frame(25.0, [0, 0, 0, 25]).expect_err("too many");
        assert_eq!(error.to_string(), "Frames of a second end at 24 here");
    }

    #[test]
    fn every_frame_of_half_an_hour_is_found_again_by_its_text() {
        let timecode = Timecode::at(NTSC);
        for number in 0..54_000 {
            let text = timecode.text(number);
            let parts: Vec<i64> = text.split([':', ';']).map(|p| p.parse().unwrap()).collect();
            let seconds = (parts[0] * 60 + parts[1]) * 60 + parts[2];
            assert_eq!(timecode.frame(seconds, parts[3]), Ok(number), "{text}");
        }
        assert!(timecode.text(i64::MAX).len() > 12 && timecode.text(i64::MIN).starts_with('−'));
    }
}
