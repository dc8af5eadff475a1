//! A moment in UTC, to the millisecond: `2026-03-01T12:30:00.250Z`.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A moment between the years 1970 and 9999. Its order is that of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Time(i64);

const DAY: i64 = 86_400_000;
/// The last millisecond of the year 9999.
const LAST: i64 = 253_402_300_799_999;
/// The days from the first of March of the year 0 to the first of January 1970.
const TO_1970: i64 = 719_468;
/// The days of 400 years.
const ERA: i64 = 146_097;

impl Time {
    /// The moment so many milliseconds after the beginning of 1970.
    pub fn from_milliseconds(milliseconds: i64) -> Self {
        Self(milliseconds.clamp(0, LAST))
    }

    /// Milliseconds since the beginning of 1970.
    pub fn milliseconds(self) -> i64 {
        self.0
    }

    pub fn next(self) -> Self {
        Self::from_milliseconds(self.0 + 1)
    }

    /// The moment that is written so; fractions of a second may be left out.
    pub fn parse(text: &str) -> Option<Self> {
        let number = |from: usize, to: usize| {
            let digits = text.get(from..to)?;
            let all = digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse::<i64>().ok().filter(|_| all)
        };
        let marks = [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")];
        let has_marks = marks.iter().all(|&(at, mark)| text.get(at..at + 1) == Some(mark));
        let fraction = match text.get(19..)?.strip_suffix('Z')? {
            "" => 0,
            point => {
                let digits = point.strip_prefix('.')?;
                let all = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
                format!("{digits:0<3}").get(..3).filter(|_| all)?.parse().ok()?
            }
        };
        let [year, month, day] = [number(0, 4)?, number(5, 7)?, number(8, 10)?];
        let [hour, minute, second] = [number(11, 13)?, number(14, 16)?, number(17, 19)?];
        let days = days_of(year, month, day);
        // A day that there is not would be written as another one.
        let is_day = (1..=12).contains(&month) && date_of(days) == (year, month, day);
        let is_time = hour < 24 && minute < 60 && second < 60;
        let whole = days * DAY + ((hour * 60 + minute) * 60 + second) * 1000 + fraction;
        (has_marks && is_day && is_time && whole >= 0).then_some(Self(whole))
    }
}

/// The days from the beginning of 1970 to a date. Years begin in March here, so that a leap day ends one: a
/// month then begins (153 m + 2) / 5 days after its year.
fn days_of(year: i64, month: i64, day: i64) -> i64 {
    let year = if month > 2 { year } else { year - 1 };
    let in_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + in_year
        - TO_1970
}

/// Year, month and day of a day that is so many after the beginning of 1970.
fn date_of(days: i64) -> (i64, i64, i64) {
    let days = days + TO_1970;
    let (era, day) = (days.div_euclid(ERA), days.rem_euclid(ERA));
    // Leap days are the last of 4 and 400 years, and none of 100.
    let year = (day - day / 1_460 + day / 36_524 - day / (ERA - 1)) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let first = (153 * month + 2) / 5;
    let year = 400 * era + year + i64::from(month >= 10);
    (year, (month + 2) % 12 + 1, day - first + 1)
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = date_of(self.0.div_euclid(DAY));
        let time = self.0.rem_euclid(DAY);
        let (seconds, milliseconds) = (time / 1000, time % 1000);
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        write!(
            f,
            "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milliseconds:03}Z"
        )
    }
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong = || serde::de::Error::custom("a time is written as 2026-03-01T12:30:00.250Z");
        Self::parse(&text).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_their_known_texts() {
        for (milliseconds, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (951_868_800_000, "2000-03-01T00:00:00.000Z"),
            (1_000_000_000_123, "2001-09-09T01:46:40.123Z"),
            (1_735_689_599_999, "2024-12-31T23:59:59.999Z"),
            (LAST, "9999-12-31T23:59:59.999Z"),
        ] {
            assert_eq!(Time(milliseconds).to_string(), text);
            assert_eq!(Time::parse(text), Some(Time(milliseconds)));
        }
        assert_eq!(Time::parse("1970-01-01T00:00:01Z"), Some(Time(1000)));
        assert_eq!(Time::parse("1970-01-01T00:00:01.5Z"), Some(Time(1500)));
        for wrong in [
            "2023-02-29T00:00:00Z",
            "2023-13-01T00:00:00Z",
            "2023-01-01T24:00:00Z",
            "2023-01-01 00:00:00Z",
            "2023-01-01T00:00:00",
            "2023-01-01T00:00:00.Z",
            "1969-12-31T00:00:00Z",
            "+023-01-01T00:00:00Z",
            "",
        ] {
            assert_eq!(Time::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn every_day_of_four_centuries_is_read_as_it_is_written() {
        for day in 0..ERA {
            let time = Time(day * DAY + 1);
            assert_eq!(Time::parse(&time.to_string()), Some(time), "{time}");
        }
    }
}
