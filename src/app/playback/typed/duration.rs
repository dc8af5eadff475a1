//! How a typed duration is parsed: frames, seconds, clock time, timecode.

use crate::playback::Timecode;

/// What a number without anything beside it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bare {
    /// A frame.
    Frame,
    /// Seconds.
    Seconds,
    /// A frame where it is whole, else seconds.
    Either,
}

/// A length of time that was typed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Length {
    /// In frames.
    Frames(f64),
    /// In seconds.
    Seconds(f64),
}

impl Length {
    /// The length in seconds, where frames are so many seconds apart.
    pub fn seconds(self, frame_time: f64) -> f64 {
        match self {
            Self::Frames(frames) => frames * frame_time,
            Self::Seconds(seconds) => seconds,
        }
    }
}

/// What is said of a text that is none of all this.
const NOTHING: &str = "Not a frame, time or timecode";

/// The length that is meant, at least 0: `12`, `12 f`, `1.5s`, `500 ms`, `1:02.5`, `00:00:04:12`.
///
/// # Errors
/// Why it is not understood, as a sentence without its full stop.
pub fn length(text: &str, bare: Bare, timecode: Timecode) -> Result<Length, String> {
    if text.contains([':', ';']) {
        return clock(text, timecode);
    }
    let (digits, unit) = with_unit(text);
    let number = decimal(digits).ok_or(NOTHING)?;
    let seconds = match (unit.as_str(), bare) {
        ("", Bare::Frame) => None,
        ("", Bare::Either) if !digits.contains('.') => None,
        (unit, _) if is_frames(unit) => None,
        ("" | "s" | "sec" | "secs" | "second" | "seconds", _) => Some(1.0),
        ("ms", _) => Some(0.001),
        ("m" | "min" | "mins" | "minute" | "minutes", _) => Some(60.0),
        ("fps" | "hz", _) => return Err("Frames per second have their own field".into()),
        ("x", _) => return Err("Playback speed has its own field".into()),
        _ => return Err(NOTHING.into()),
    };
    Ok(match seconds {
        None => Length::Frames(number),
        Some(seconds) => Length::Seconds(number * seconds),
    })
}

/// A number and the unit behind it, in lower case.
pub(crate) fn with_unit(text: &str) -> (&str, String) {
    let number = text.trim_end_matches(char::is_alphabetic);
    (number.trim_end(), text[number.len()..].to_lowercase())
}

/// Whether a unit is that of frames.
pub(crate) fn is_frames(unit: &str) -> bool {
    ["f", "fr", "frame", "frames"].contains(&unit)
}

/// `m:s`, `h:m:s`, both with parts of a second, or `h:m:s:f` with the frames of the second.
fn clock(text: &str, timecode: Timecode) -> Result<Length, String> {
    let parts: Vec<&str> = text.split([':', ';']).map(str::trim).collect();
    let wrong = || "A timecode is h:m:s or h:m:s:f".to_string();
    let (clock, frames) = match parts[..] {
        [_, _] | [_, _, _] => (&parts[..], None),
        [_, _, _, frames] => (&parts[..3], Some(whole(frames).ok_or_else(wrong)?)),
        _ => return Err(wrong()),
    };
    let mut seconds = 0.0;
    for (i, part) in clock.iter().enumerate() {
        let is_last = i + 1 == clock.len();
        let value = if is_last && frames.is_none() {
            decimal(part)
        } else {
            whole(part).map(|value| value as f64)
        };
        let value = value.ok_or_else(wrong)?;
        if i > 0 && value >= 60.0 {
            return Err("Minutes and seconds end at 59".to_string());
        }
        seconds = seconds * 60.0 + value;
    }
    match frames {
        Some(frames) => {
            timecode.frame(seconds as i64, frames).map(|frame| Length::Frames(frame as f64))
        }
        None => Ok(Length::Seconds(seconds)),
    }
}

/// A number of digits alone.
pub(crate) fn whole(text: &str) -> Option<i64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // More digits than fit mean a frame beyond the end of every take.
    digits.then(|| text.parse().unwrap_or(i64::MAX / 4))
}

/// A number of digits with at most one point.
pub(crate) fn decimal(text: &str) -> Option<f64> {
    let is_part = |byte: u8| byte.is_ascii_digit() || byte == b'.';
    text.bytes()
        .all(is_part)
        .then(|| text.parse().ok())
        .flatten()
        .filter(|value: &f64| value.is_finite())
}
