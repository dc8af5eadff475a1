//! What all records of a review have in common: an id, who made them and when, how often they were removed.

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
    pub fn new(now: Time) -> Self {
        // The hashers of the standard library are keyed by the system's random numbers.
        let random = || u128::from(RandomState::new().build_hasher().finish());
        let random = (random() << 64 | random()) & ((1 << RANDOM_BITS) - 1);
        Self((now.milliseconds() as u128) << RANDOM_BITS | random)
    }

    /// The one of what there is once for each name: two programs give it the same.
    pub fn from_name(name: &str) -> Self {
        Self(fnv_1a(name.bytes()).into())
    }

    pub fn parse(text: &str) -> Option<Self> {
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
        Self::parse(&text).ok_or_else(wrong)
    }
}

/// What a file has that this version does not know, by key: it is written again as it was read.
pub type UnknownKeys = serde_json::Map<String, serde_json::Value>;

/// Who made a record, when it was made and changed, and whether it was away meanwhile.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stamp {
    /// Who made it; empty where that is not known.
    #[serde(default)]
    pub author: String,
    #[serde(default)]
    pub created: Time,
    /// When it was changed last. Of two versions the later one counts.
    #[serde(default)]
    pub changed: Time,
    /// How often it was removed and brought back.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub removals: u32,
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

impl Stamp {
    pub fn new(author: impl Into<String>, now: Time) -> Self {
        Self { author: author.into(), created: now, changed: now, removals: 0 }
    }

    /// It changes now: later than before, even where the clock was set back.
    pub fn touch(&mut self, now: Time) {
        self.changed = now.max(self.changed.next());
    }
}

/// That a record was removed, so that no other program brings it back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tombstone {
    pub id: Id,
    pub removals: u32,
    pub time: Time,
    #[serde(flatten)]
    pub other: UnknownKeys,
}

/// A note, an event, an ignored finding, or the contacts of a foot.
pub trait Record: Clone + PartialEq + Serialize + 'static {
    fn id(&self) -> Id;
    fn stamp(&self) -> &Stamp;
    fn stamp_mut(&mut self) -> &mut Stamp;
    /// What it is sorted by, ahead of its id.
    fn order(&self) -> (usize, usize);
}

macro_rules! record {
    ($type:ty, $order:expr) => {
        impl $crate::review::notes::Record for $type {
            fn id(&self) -> $crate::review::notes::Id {
                self.id
            }
            fn stamp(&self) -> &$crate::review::notes::Stamp {
                &self.stamp
            }
            fn stamp_mut(&mut self) -> &mut $crate::review::notes::Stamp {
                &mut self.stamp
            }
            fn order(&self) -> (usize, usize) {
                let order: fn(&Self) -> (usize, usize) = $order;
                order(self)
            }
        }
    };
}

pub(super) use record;

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn ids_are_all_different_and_read_as_they_are_written() {
        let now = Time::from_milliseconds(1_700_000_000_000);
        let ids: HashSet<Id> = (0..10_000).map(|_| Id::new(now)).collect();
        assert_eq!(ids.len(), 10_000);
        for id in ids {
            let text = id.to_string();
            assert!(text.starts_with("018bcfe56800"), "{text}");
            assert_eq!(Id::parse(&text), Some(id));
        }
        for wrong in ["", "12", &"g".repeat(32), &"1".repeat(33)] {
            assert_eq!(Id::parse(wrong), None);
        }
        assert_eq!(Id::from_name("LeftFoot"), Id::from_name("LeftFoot"));
    }
}
