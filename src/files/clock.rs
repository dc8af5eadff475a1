//! The system's clock, for the times that stand in files.

use std::time::SystemTime;

use crate::review::notes::Time;

pub fn now() -> Time {
    Time::from_milliseconds(nanoseconds(SystemTime::now()) / 1_000_000)
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
