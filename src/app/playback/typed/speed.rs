//! How a typed playback speed or frame rate is parsed.

use crate::app::playback::typed::decimal;
use crate::playback::{FASTEST, FPS, exact};

/// How fast to play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pace {
    /// So many times as fast, negative backwards.
    Speed(f64),
    /// So many frames a second; `None` as many as the file has.
    Fps(Option<f64>),
}

const SLOWEST: f64 = 0.01;

/// What is typed where a speed is shown: `0.5`, `2x`, `50%`, `1/4`, and rates as `24fps`.
///
/// # Errors
/// Why it is not understood, as a sentence without its full stop.
pub fn speed(typed: &str) -> Result<Pace, String> {
    pace(typed, false)
}

/// What is typed where a rate is shown: `24`, `29.97 fps`, `file`, and speeds as `2x`.
///
/// # Errors
/// Why it is not understood, as a sentence without its full stop.
pub fn rate(typed: &str) -> Result<Pace, String> {
    pace(typed, true)
}

/// Frames a second alone: `24`, `29.97 fps`.
///
/// # Errors
/// Why it is not understood, as a sentence without its full stop.
pub fn fps(typed: &str) -> Result<f64, String> {
    match pace(typed, true)? {
        Pace::Fps(Some(fps)) => Ok(fps),
        _ => Err("Not a rate, such as 24 or 29.97 fps".into()),
    }
}

fn pace(typed: &str, bare_is_fps: bool) -> Result<Pace, String> {
    let text = typed.trim().to_lowercase().replace(',', ".");
    if ["file", "file's", "the file's"].contains(&text.as_str()) {
        return Ok(Pace::Fps(None));
    }
    let rate = ["fps", "hz", "frames/s", "f/s"].iter().find_map(|end| text.strip_suffix(end));
    let times = ['x', '×'];
    let factor = text.strip_suffix(times).or_else(|| text.strip_prefix(times));
    let paced = if let Some(number) = rate {
        fps_of(number.trim())
    } else if let Some(number) = text.strip_suffix('%') {
        speed_of(number).map(|speed| Pace::Speed(speed / 100.0))
    } else if bare_is_fps && factor.is_none() {
        fps_of(&text)
    } else {
        speed_of(factor.unwrap_or(&text)).map(Pace::Speed)
    };
    match paced {
        Some(Pace::Speed(speed)) if speed.abs() > FASTEST => Err(format!(
            "Playback speed is −{FASTEST} to {FASTEST}; for 24 frames per second type 24fps"
        )),
        // A speed that moves nothing is a pause, and has a key of its own.
        Some(Pace::Speed(speed)) if speed.abs() < SLOWEST => {
            Err(format!("The slowest playback speed is {SLOWEST}; Space pauses"))
        }
        Some(Pace::Fps(Some(fps))) if !(FPS[0]..=FPS[1]).contains(&fps) => {
            Err(format!("Frames per second are {} to {}", FPS[0], FPS[1]))
        }
        Some(paced) => Ok(paced),
        None if bare_is_fps => Err("Not frames per second, such as 24, 29.97 fps or file".into()),
        None => Err(
            "Not a playback speed, such as 0.5, 50% or 2x, nor frames per second, such as 24fps"
                .into(),
        ),
    }
}

fn fps_of(text: &str) -> Option<Pace> {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    let fps = decimal(above.trim())? / decimal(below.trim())?;
    let fps = Some(fps).filter(|fps| fps.is_finite())?;
    Some(Pace::Fps(Some(exact(fps))))
}

/// A number or a fraction, with its sign.
fn speed_of(text: &str) -> Option<f64> {
    let (sign, rest) = match text.trim().strip_prefix(['-', '−']) {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.trim().trim_start_matches('+')),
    };
    let (above, below) = rest.split_once('/').unwrap_or((rest, "1"));
    let speed = sign * decimal(above.trim())? / decimal(below.trim())?;
    Some(speed).filter(|speed| speed.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_and_rates_are_typed_as_people_write_them() {
        let times = |speed| Ok(Pace::Speed(speed));
        let fps = |fps| Ok(Pace::Fps(Some(fps)));
        for (typed, meant) in [
            ("1", times(1.0)),
            ("0,5", times(0.5)),
            ("50%", times(0.5)),
            ("200 %", times(2.0)),
            ("2x", times(2.0)),
            ("2.0 ×", times(2.0)),
            ("x4", times(4.0)),
            ("−0.25 ×", times(-0.25)),
            ("-1", times(-1.0)),
            ("1/4", times(0.25)),
            ("24fps", fps(24.0)),
            ("23.976 FPS", fps(24_000.0 / 1001.0)),
            ("30000/1001 fps", fps(30_000.0 / 1001.0)),
            ("60 Hz", fps(60.0)),
            ("file", Ok(Pace::Fps(None))),
        ] {
            assert_eq!(speed(typed), meant, "{typed}");
        }
        for (typed, meant) in [
            ("24", fps(24.0)),
            ("29.97", fps(30_000.0 / 1001.0)),
            ("2x", times(2.0)),
            ("50%", times(0.5)),
        ] {
            assert_eq!(rate(typed), meant, "{typed}");
        }
        assert_eq!(super::fps("29.97 fps"), Ok(30_000.0 / 1001.0));
    }

    #[test]
    fn what_is_no_pace_is_told() {
        for (typed, why) in [
            ("fast", "Not a playback speed"),
            ("", "Not a playback speed"),
            ("inf", "Not a playback speed"),
            ("1 2", "Not a playback speed"),
            ("1/0", "Not a playback speed"),
            ("--2", "Not a playback speed"),
            ("fps", "Not a playback speed"),
            ("0", "The slowest playback speed"),
            ("-0", "The slowest playback speed"),
            ("0.1%", "The slowest playback speed"),
            ("100", "Playback speed is −8 to 8"),
            ("0fps", "Frames per second are 0.1 to 1000"),
            ("1e4", "Not a playback speed"),
        ] {
            let error = speed(typed).expect_err(typed);
            assert!(error.starts_with(why), "{typed}: {error}");
        }
        assert!(rate("quick").is_err() && rate("-24").is_err() && fps("2x").is_err());
    }
}
