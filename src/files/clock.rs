//! The system's clock, for the times that stand in files.

use std::time::SystemTime;

use crate::review::notes::Time;

pub fn now() -> Time {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let milliseconds = since.map_or(0, |since| since.as_millis());
    Time::from_milliseconds(i64::try_from(milliseconds).unwrap_or(i64::MAX))
}

/// The day by universal time, as `2026-03-09`.
pub fn today() -> String {
    let mut text = now().to_string();
    text.truncate("2026-03-09".len());
    text
}
