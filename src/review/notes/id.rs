//! The ids of what a review has.

use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::{BuildHasher as _, Hasher as _};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::time::Time;
use crate::take::fnv_1a;

/// An id that nothing else has, in whatever program: 32 hexadecimal digits. The first twelve are the
/// milliseconds since 1970 when it was made, the others are random.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(u128);

/// How many bits are random.
const RANDOM_BITS: u32 = 80;

impl Id {
    /// A new one.
    pub fn new(now: Time) -> Self {
        // The hashers of the standard library are keyed by the system's random numbers.
        let random = || u128::from(RandomState::new().build_hasher().finish());
        let random = (random() << 64 | random()) & ((1 << RANDOM_BITS) - 1);
        Self((now.milliseconds() as u128) << RANDOM_BITS | random)
    }

    /// The one of what there is once for each name: two programs give it the same.
    pub fn of_name(name: &str) -> Self {
        Self(fnv_1a(name.bytes()).into())
    }

    /// The one that is written so.
    pub fn of(text: &str) -> Option<Self> {
        let is_id = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        u128::from_str_radix(text, 16).ok().filter(|_| is_id).map(Self)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong = || serde::de::Error::custom("an id has 32 hexadecimal digits");
        Self::of(&text).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn ids_are_all_different_and_read_as_they_are_written() {
        let now = Time::of_milliseconds(1_700_000_000_000);
        let ids: HashSet<Id> = (0..10_000).map(|_| Id::new(now)).collect();
        assert_eq!(ids.len(), 10_000);
        for id in ids {
            let text = id.to_string();
            assert!(text.starts_with("018bcfe56800"), "{text}");
            assert_eq!(Id::of(&text), Some(id));
        }
        for wrong in ["", "12", &"g".repeat(32), &"1".repeat(33)] {
            assert_eq!(Id::of(wrong), None);
        }
        assert_eq!(Id::of_name("LeftFoot"), Id::of_name("LeftFoot"));
    }
}
