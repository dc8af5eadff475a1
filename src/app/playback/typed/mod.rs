//! How typed text is parsed: a frame, a time, a timecode, a duration, a playback speed.

pub(crate) mod speed;

use crate::app::State;
use crate::options::ViewToggle;
use crate::playback::Timecode;
use crate::take::{FileNumbers, FrameNumbers};

pub use crate::app::playback::typed::speed::{fps, rate, speed};

/// A number as people type it, with a sign or without.
///
/// # Errors
/// Why it is not understood, as a sentence without its full stop.
pub fn number(text: &str) -> Result<f32, String> {
    /// What is larger is a mistake.
    const MAX: f32 = 1e6;
    let text = text.trim().replace('−', "-").replace(',', ".");
    let number = text.trim_end_matches(['°', 'm']).trim_end().parse().ok();
    let number = number.filter(|number: &f32| number.abs() <= MAX);
    number.ok_or_else(|| "Not a number such as 0.25 or −90".to_string())
}

/// Where a moment is typed: what it may be relative to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParseContext<'a> {
    /// The frame that shows, as the active take calls it.
    pub number: i64,
    /// Seconds from one of its frames to the next.
    pub frame_time: f64,
    /// The numbers by which its file calls its frames, where it does.
    pub numbers: Option<&'a FileNumbers>,
    /// How frames are called on the screen, and where one is typed.
    pub numbering: FrameNumbers,
    /// How frames are counted in timecodes.
    pub timecode: Timecode,
    /// The last frame, of which a part is meant by `50%`.
    pub last: i64,
}

impl<'a> ParseContext<'a> {
    /// The moment that shows; `None` where nothing is open.
    pub fn of(state: &'a State) -> Option<Self> {
        let open = state.take()?;
        Some(Self {
            number: state.number(),
            frame_time: state.session.timeline.frame_time,
            numbers: open.take.numbers.as_ref(),
            numbering: state.numbering(),
            timecode: Timecode::at(state.session.playback.fps()),
            last: open.last() as i64,
        })
    }

    /// The frame that is meant, as the active take calls it; the take may end before it.
    ///
    /// `+` and `-` count from the frame that shows. The minus sign `−`, with which the fields show
    /// frames before the first one, is part of the number.
    ///
    /// # Errors
    /// Why it is not understood, as a sentence without its full stop.
    pub fn frame(&self, typed: &str, bare: BareNumber) -> Result<i64, String> {
        let text = typed.trim().replace(',', ".");
        if let Some(own) = text.strip_prefix('#') {
            return self.numbered(own.trim());
        }
        let mut rest = text.chars();
        let sign = rest.next();
        let rest = rest.as_str().trim();
        match sign {
            Some('+') => Ok(self.number.saturating_add(self.amount(rest, bare)?)),
            Some('-') => Ok(self.number.saturating_sub(self.amount(rest, bare)?)),
            Some('−') => self.called(-1, rest, bare),
            _ => self.called(1, &text, bare),
        }
    }

    /// The frame that is meant by itself, and not from here: called as on the screen, or at a time.
    fn called(&self, sign: i64, text: &str, bare: BareNumber) -> Result<i64, String> {
        let is_bare = bare != BareNumber::Seconds;
        if let Some(percent) = text.strip_suffix('%') {
            let part = decimal(percent.trim_end()).ok_or("Not a percentage of the take")?;
            return Ok((sign as f64 * part * 0.01 * self.last as f64).round() as i64);
        }
        let (digits, unit) = with_unit(text);
        let is_number = is_frames(&unit) || unit.is_empty() && is_bare;
        match whole(digits).filter(|_| is_number) {
            Some(number) => there(self.numbering.place_of(sign * number), sign * number),
            None => Ok(sign * self.amount(text, bare)?),
        }
    }

    /// So many frames, at least 0.
    fn amount(&self, text: &str, bare: BareNumber) -> Result<i64, String> {
        /// More frames than any take has, and few enough to count with.
        const MAX: f64 = (i64::MAX / 4) as f64;
        let frames = match length(text, bare, self.timecode)? {
            Length::Frames(frames) if frames.fract() != 0.0 => {
                return Err("Frames are whole; a time is 1.5s".to_string());
            }
            Length::Frames(frames) => frames,
            Length::Seconds(seconds) => (seconds / self.frame_time).round(),
        };
        Ok(frames.min(MAX) as i64)
    }

    /// The frame that the file itself calls so.
    fn numbered(&self, text: &str) -> Result<i64, String> {
        let Some(numbers) = self.numbers else {
            return Err("This file does not number its frames".to_string());
        };
        let digits = text.strip_prefix(['-', '−']);
        let size = whole(digits.unwrap_or(text));
        let size = size.ok_or("After # comes the file's number of a frame")?;
        let number = if digits.is_some() { -size } else { size };
        there(numbers.place_of(number), number)
    }
}

/// The place of the frame that is called so, where there is one.
fn there(place: Option<i64>, number: i64) -> Result<i64, String> {
    place.ok_or_else(|| format!("The file has no frame {}", number_text(number)))
}

/// When a frame of the timeline is, as times are shown now: in seconds from the active take's first frame, or
/// as a timecode.
pub fn moment_text(state: &State, frame: usize) -> String {
    if state.is_on(ViewToggle::Timecode) {
        Timecode::at(state.session.playback.fps()).text(state.session.timeline.number(frame))
    } else {
        time_text(state.session.timeline.time(frame))
    }
}

/// `00:00:01.567`; before zero with a minus sign.
fn time_text(seconds: f64) -> String {
    let milliseconds = (seconds.abs() * 1000.0).round() as u64;
    let sign = if seconds < 0.0 && milliseconds > 0 { "−" } else { "" };
    let (seconds, milliseconds) = (milliseconds / 1000, milliseconds % 1000);
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    let (hours, minutes) = (minutes / 60, minutes % 60);
    format!("{sign}{hours:02}:{minutes:02}:{seconds:02}.{milliseconds:03}")
}

/// A frame's number, before zero with a minus sign.
pub fn number_text(number: i64) -> String {
    if number < 0 { format!("−{}", number.unsigned_abs()) } else { number.to_string() }
}

/// What a number without anything beside it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BareNumber {
    Frame,
    Seconds,
    /// A frame where it is whole, else seconds.
    Either,
}

/// A length of time that was typed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Length {
    Frames(f64),
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
pub fn length(text: &str, bare: BareNumber, timecode: Timecode) -> Result<Length, String> {
    if text.contains([':', ';']) {
        return clock(text, timecode);
    }
    let (digits, unit) = with_unit(text);
    let number = decimal(digits).ok_or(NOTHING)?;
    Ok(match (unit.as_str(), bare) {
        ("", BareNumber::Frame) => Length::Frames(number),
        ("", BareNumber::Either) if !digits.contains('.') => Length::Frames(number),
        (unit, _) if is_frames(unit) => Length::Frames(number),
        ("" | "s" | "sec" | "secs" | "second" | "seconds", _) => Length::Seconds(number),
        ("ms", _) => Length::Seconds(number * 0.001),
        ("m" | "min" | "mins" | "minute" | "minutes", _) => Length::Seconds(number * 60.0),
        ("fps" | "hz", _) => return Err("Frames per second have their own field".into()),
        ("x", _) => return Err("Playback speed has its own field".into()),
        _ => return Err(NOTHING.into()),
    })
}

/// A number and the unit behind it, in lower case.
pub(crate) fn with_unit(text: &str) -> (&str, String) {
    let number = text.trim_end_matches(char::is_alphabetic);
    (number.trim_end(), text[number.len()..].to_lowercase())
}

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
        let value = match frames {
            None if is_last => decimal(part),
            _ => whole(part).map(|value| value as f64),
        };
        let value = value.ok_or_else(wrong)?;
        if i > 0 && value >= 60.0 {
            return Err("Minutes and seconds end at 59".to_string());
        }
        seconds = seconds * 60.0 + value;
    }
    match frames {
        Some(frames) => {
            let frame =
                timecode.frame(seconds as i64, frames).map_err(|error| error.to_string())?;
            Ok(Length::Frames(frame as f64))
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
    let number: f64 = text.parse().ok().filter(|_| text.bytes().all(is_part))?;
    number.is_finite().then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: FrameNumbers = FrameNumbers { first: 1166, step: 2 };

    fn context() -> ParseContext<'static> {
        ParseContext {
            number: 50,
            frame_time: 0.01,
            numbers: Some(&FileNumbers::Even(NUMBERS)),
            numbering: FrameNumbers::FROM_0,
            timecode: Timecode::at(100.0),
            last: 400,
        }
    }

    #[test]
    fn frames_times_and_timecodes_are_understood() {
        for (typed, frame) in [
            ("120", 120),
            (" 7 ", 7),
            ("12 f", 12),
            ("+10", 60),
            ("-10", 40),
            ("- 60", -10),
            ("−3", -3),
            ("1.5s", 150),
            ("1,5 S", 150),
            ("+0.5s", 100),
            ("-0:01", -50),
            ("0:01.5", 150),
            ("00:00:01.567", 157),
            ("−00:00:00.050", -5),
            ("00:00:01:12", 112),
            ("00:00:01;12", 112),
            ("1:00:00:00", 360_000),
            ("1:02.5", 6250),
            ("500 ms", 50),
            ("2 sec", 200),
            ("1 min", 6000),
            ("12 frames", 12),
            ("50%", 200),
            ("100 %", 400),
            ("#1166", 0),
            ("# 1176", 5),
            ("#1160", -3),
        ] {
            for bare in [BareNumber::Frame, BareNumber::Either] {
                assert_eq!(context().frame(typed, bare), Ok(frame), "{typed}");
            }
        }
        assert!(context().frame("99999999999999999999", BareNumber::Frame) > Ok(1 << 40));
    }

    #[test]
    fn a_frame_is_typed_as_it_is_called_on_the_screen() {
        let numbered = ParseContext { numbering: NUMBERS, ..context() };
        for (typed, frame) in [
            ("1166", 0),
            ("1176 f", 5),
            ("1176 frames", 5),
            ("#1176", 5),
            ("1160", -3),
            ("−2", -584),
            ("+10", 60),
            ("-10", 40),
            ("1.5s", 150),
            ("0:01.5", 150),
        ] {
            for bare in [BareNumber::Frame, BareNumber::Either] {
                assert_eq!(numbered.frame(typed, bare), Ok(frame), "{typed}");
            }
        }
        assert_eq!(numbered.frame("2", BareNumber::Seconds), Ok(200));
        let error = numbered.frame("1167", BareNumber::Frame);
        assert_eq!(error, Err("The file has no frame 1167".to_string()));
    }

    #[test]
    fn numbers_that_jump_lead_to_their_frames() {
        let numbers = FileNumbers::Jumping { numbers: vec![101, 102, 107], step: Some(1) };
        let jumping = ParseContext { numbers: Some(&numbers), ..context() };
        assert_eq!(jumping.frame("#107", BareNumber::Frame), Ok(2));
        let error = jumping.frame("#103", BareNumber::Frame);
        assert_eq!(error, Err("The file has no frame 103".to_string()));
    }

    #[test]
    fn a_bare_number_means_what_its_field_is_about() {
        assert_eq!(context().frame("2.5", BareNumber::Either), Ok(250));
        assert_eq!(context().frame("2", BareNumber::Seconds), Ok(200));
        assert_eq!(context().frame("+,5", BareNumber::Seconds), Ok(100));
        assert!(context().frame("2.5", BareNumber::Frame).is_err());
    }

    #[test]
    fn a_timecode_has_as_many_frames_a_second_as_the_rounded_rate() {
        let broadcast = ParseContext {
            frame_time: 1001.0 / 30_000.0,
            timecode: Timecode::at(30_000.0 / 1001.0),
            ..context()
        };
        for typed in ["00:01:00:29", "00:01:00;29", "0;1;0;29"] {
            assert_eq!(broadcast.frame(typed, BareNumber::Frame), Ok(1827), "{typed}");
        }
        let error = broadcast.frame("00:01:00;01", BareNumber::Seconds);
        assert!(error.is_err_and(|why| why.starts_with("Drop-frame timecode")));
        let error = broadcast.frame("00:01:00:30", BareNumber::Frame);
        assert_eq!(error, Err("Frames of a second end at 29 here".to_string()));
    }

    #[test]
    fn what_is_not_understood_is_told() {
        for (typed, why) in [
            ("", "Not a frame"),
            ("x", "Not a frame"),
            ("1.5.2", "Not a frame"),
            ("--2", "Not a frame"),
            ("inf", "Not a frame"),
            ("1e3", "Not a frame"),
            (".s", "Not a frame"),
            ("1:75", "Minutes and seconds end at 59"),
            ("1:2:3:4:5", "A timecode is"),
            ("1::2", "A timecode is"),
            ("0:0:0:1.5", "A timecode is"),
            ("24fps", "Frames per second have"),
            ("2x", "Playback speed has"),
            ("1.5f", "Frames are whole"),
            ("%", "Not a percentage"),
            ("#x", "After # comes"),
            ("#1167", "The file has no frame 1167"),
        ] {
            let error = context().frame(typed, BareNumber::Either).expect_err(typed);
            assert!(error.starts_with(why), "{typed}: {error}");
        }
        let nameless = ParseContext { numbers: None, ..context() };
        let error = nameless.frame("#1", BareNumber::Frame).expect_err("no numbers");
        assert!(error.contains("does not number"), "{error}");
    }

    #[test]
    fn moments_are_typed_as_they_are_shown() {
        for seconds in [0.0, 1.57, 3725.06, -0.25] {
            let shown = time_text(seconds);
            let frame = (seconds * 100.0f64).round() as i64;
            assert_eq!(context().frame(&shown, BareNumber::Seconds), Ok(frame), "{shown}");
        }
        assert_eq!(time_text(3725.0625), "01:02:05.063");
        assert_eq!(time_text(-0.0001), "00:00:00.000");
        assert_eq!(context().frame(&number_text(-12), BareNumber::Frame), Ok(-12));
    }
}
