//! The system's clock, for the times that stand in files.

use std::time::{Duration, SystemTime};

use web_time::{SystemTime as Clock, UNIX_EPOCH};

use crate::review::notes::Time;

pub fn now() -> Time {
    let milliseconds = since_1970().as_millis();
    Time::from_milliseconds(i64::try_from(milliseconds).unwrap_or(i64::MAX))
}

/// How long it is since 1970; nothing before.
fn since_1970() -> Duration {
    Clock::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// How long ago a file was written; nothing where that is yet to come.
pub fn age(written: SystemTime) -> Duration {
    let written = written.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    since_1970().saturating_sub(written)
}

/// Nanoseconds since 1970 by universal time; 0 before.
pub(super) fn nanoseconds(time: SystemTime) -> i64 {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    i64::try_from(since).unwrap_or(i64::MAX)
}

/// The day by universal time, as `2026-03-09`.
pub fn today() -> String {
    let mut text = now().to_string();
    text.truncate("2026-03-09".len());
    text
}
