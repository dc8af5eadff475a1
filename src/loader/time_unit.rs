//! What times are in, as somebody says or as their steps tell.

use serde::{Deserialize, Serialize};

/// What times are in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TimeUnit {
    /// Seconds.
    #[default]
    #[serde(rename = "s")]
    Seconds,
    /// Milliseconds.
    #[serde(rename = "ms")]
    Milliseconds,
    /// Microseconds.
    #[serde(rename = "us")]
    Microseconds,
    /// Nanoseconds.
    #[serde(rename = "ns")]
    Nanoseconds,
}

impl TimeUnit {
    /// Each of them with its word.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Seconds, "s"),
        (Self::Milliseconds, "ms"),
        (Self::Microseconds, "us"),
        (Self::Nanoseconds, "ns"),
    ];

    /// The one that a word is.
    pub(super) fn of_word(word: &str) -> Option<Self> {
        Some(match word.to_ascii_lowercase().as_str() {
            "s" | "sec" | "secs" | "second" | "seconds" => Self::Seconds,
            "ms" | "msec" | "millis" | "milliseconds" => Self::Milliseconds,
            "us" | "usec" | "micros" | "microseconds" => Self::Microseconds,
            "ns" | "nsec" | "nanos" | "nanoseconds" => Self::Nanoseconds,
            _ => return None,
        })
    }

    /// The one in which a frame takes less than a second and more than a millisecond, by the times of some frames.
    pub fn by_steps(times: &[f64]) -> Self {
        let step = match times {
            [first, .., last] => (last - first).abs() / (times.len() - 1) as f64,
            _ => 0.0,
        };
        match step {
            ..1.0 => Self::Seconds,
            ..1e3 => Self::Milliseconds,
            ..1e6 => Self::Microseconds,
            _ => Self::Nanoseconds,
        }
    }

    /// Seconds in one of them.
    pub fn seconds(self) -> f64 {
        [1.0, 1e-3, 1e-6, 1e-9][self as usize]
    }
}
