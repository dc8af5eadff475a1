//! The mixer of the sound beside a take: which samples are heard, so that they are those of the moment that shows.
//!
//! It is asked for samples by the sound device and told of the playhead by the window. Between two words of the
//! window it goes by the clock; where it has drifted from that, it jumps.

use std::time::Instant;

use crate::files::reference_video::SOUND_RATE;

/// From here on what is heard is too far from what shows, in seconds.
const MAX_DRIFT: f64 = 0.04;
/// How long a grain is that is heard while somebody scrubs, in seconds.
const GRAIN: f64 = 0.08;
/// How long a sound swells and fades where it begins or ends amid a wave, in seconds.
const FADE: f64 = 0.006;
/// The clock of a window that shows nothing more is not gone by for longer than this, in seconds.
const MAX_SILENCE: f64 = 0.5;

/// What is to be heard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AudioCue {
    Nothing,
    /// What follows a time of the video, at the speed of the recording.
    Playing {
        /// The time, in seconds.
        time: f64,
        /// When that was the one that showed.
        at: Instant,
    },
    /// A grain at a time of the video.
    Grain {
        /// The time, in seconds.
        time: f64,
        /// What tells it from the one before.
        number: u64,
    },
}

/// Fills in what is heard next.
#[derive(Debug, Default)]
pub struct Mixer {
    /// Where in the video the next sample is, in seconds.
    place: f64,
    /// What is left of a grain, in seconds; endless while playing.
    left: f64,
    /// The volume of the last sample, which swells and fades.
    gain: f64,
    /// The grain that was heard last.
    number: u64,
    buffer: Vec<i16>,
}

impl Mixer {
    /// Fills samples for a device with so many in a second, whose first one is heard at a moment. `read` gives the
    /// samples of the sound from one on.
    pub fn fill(
        &mut self,
        cue: AudioCue,
        at: Instant,
        out: &mut [f32],
        rate: u32,
        read: impl FnOnce(i64, &mut [i16]),
    ) {
        match cue {
            AudioCue::Playing { time, at: shown } => {
                let passed = match at.checked_duration_since(shown) {
                    Some(passed) => passed.as_secs_f64(),
                    None => -(shown - at).as_secs_f64(),
                };
                let wanted = time + passed;
                if self.left != f64::INFINITY || (self.place - wanted).abs() > MAX_DRIFT {
                    (self.place, self.gain) = (wanted, 0.0);
                }
                self.left = if passed < MAX_SILENCE { f64::INFINITY } else { 0.0 };
            }
            AudioCue::Grain { time, number } if number != self.number => {
                (self.place, self.left, self.gain) = (time, GRAIN, 0.0);
                self.number = number;
            }
            AudioCue::Grain { .. } if self.left != f64::INFINITY => {}
            AudioCue::Grain { .. } | AudioCue::Nothing => self.left = 0.0,
        }
        let step = f64::from(SOUND_RATE) / f64::from(rate.max(1));
        let begin = self.place * f64::from(SOUND_RATE);
        let first = begin.floor();
        // One more than the last, between which and the one before a device of another rate may ask.
        let count = (out.len() as f64 * step).ceil() as usize + 2;
        self.buffer.clear();
        self.buffer.resize(count, 0);
        if self.left > 0.0 || self.gain > 0.0 {
            read(first as i64, &mut self.buffer);
        }
        let seconds = 1.0 / f64::from(rate.max(1));
        let change = seconds / FADE;
        for (number, out) in out.iter_mut().enumerate() {
            let towards = if self.left > FADE { 1.0 } else { 0.0 };
            self.gain += (towards - self.gain).clamp(-change, change);
            self.left = (self.left - seconds).max(0.0);
            let at = begin - first + number as f64 * step;
            let [a, b] = [0, 1].map(|next| {
                let sample = self.buffer.get(at as usize + next).copied();
                f64::from(sample.unwrap_or_default()) / 32_768.0
            });
            *out = ((a + (b - a) * at.fract()) * self.gain) as f32;
        }
        self.place += out.len() as f64 * seconds;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// A sound whose samples say which they are, a thousandth of a second by another.
    fn ramp(first: i64, out: &mut [i16]) {
        for (number, out) in out.iter_mut().enumerate() {
            *out = ((first + number as i64) / 48) as i16;
        }
    }

    /// The time that a sample says, in milliseconds.
    fn said(sample: f32) -> f64 {
        f64::from(sample) * 32_768.0
    }

    #[test]
    fn playing_is_in_time_and_small_drift_is_left_alone() {
        let mut mixer = Mixer::default();
        let start = Instant::now();
        let mut out = [0.0; 480];
        for block in 0..3000_u32 {
            // The window tells of a clock that is a thousandth quicker than the device.
            let passed = Duration::from_millis(u64::from(block) * 10);
            let shown = passed.as_secs_f64() * 1.001;
            let cue = AudioCue::Playing { time: 2.0 + shown, at: start + passed };
            mixer.fill(cue, start + passed, &mut out, 48_000, ramp);
            let wanted = (2.0 + shown) * 1000.0;
            if block > 1 && mixer.gain == 1.0 && wanted < 32_000.0 {
                let apart = said(out[0]) - wanted;
                assert!(apart.abs() < 42.0, "{apart} ms in block {block}");
            }
        }
    }

    #[test]
    fn a_jump_is_followed_at_once_and_nothing_is_silent() {
        let mut mixer = Mixer::default();
        let now = Instant::now();
        let mut out = [0.0; 960];
        let at = |time| AudioCue::Playing { time, at: now };
        mixer.fill(at(5.0), now, &mut out, 48_000, ramp);
        assert!((said(out[900]) - 5018.0).abs() < 2.0, "{}", said(out[900]));
        assert!(out[0].abs() < 0.001, "it swells");
        mixer.fill(at(9.0), now, &mut out, 48_000, ramp);
        assert!((said(out[900]) - 9018.0).abs() < 2.0);
        mixer.fill(AudioCue::Nothing, now, &mut out, 48_000, ramp);
        assert_eq!(out[900], 0.0);
        // Whoever heard of no picture for long does not go on for ever.
        let late = now + Duration::from_secs(3);
        mixer.fill(at(1.0), late, &mut out, 48_000, ramp);
        mixer.fill(at(1.0), late, &mut out, 48_000, ramp);
        assert_eq!(out[900], 0.0);
    }

    #[test]
    fn a_grain_is_heard_once_and_devices_of_other_rates_get_the_same() {
        let mut mixer = Mixer::default();
        let now = Instant::now();
        let grain = |number| AudioCue::Grain { time: 3.0, number };
        let mut out = vec![0.0; 44_100 / 10];
        mixer.fill(grain(1), now, &mut out, 44_100, ramp);
        let middle = 44_100 / 25;
        assert!((said(out[middle]) - 3040.0).abs() < 2.0, "{}", said(out[middle]));
        assert_eq!(out.last(), Some(&0.0), "it has faded");
        mixer.fill(grain(1), now, &mut out, 44_100, ramp);
        assert!(out.iter().all(|sample| *sample == 0.0));
        mixer.fill(grain(2), now, &mut out, 44_100, ramp);
        assert!(said(out[middle]) > 3000.0);
    }
}
