//! What all records of a review have in common: an id, who made them and when, how often they were removed.

use serde::{Deserialize, Serialize};

use super::id::Id;
use super::time::Time;

/// What a file has that this version does not know, by key: it is written again as it was read.
pub type Other = serde_json::Map<String, serde_json::Value>;

/// Who made a record, when it was made and changed, and whether it was away meanwhile.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stamp {
    /// Who made it; empty where that is not known.
    #[serde(default)]
    pub author: String,
    /// When it was made.
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
    /// That of what somebody makes now.
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
pub struct Removed {
    /// The record's id.
    pub id: Id,
    /// How often it was removed.
    pub removals: u32,
    /// When that was last.
    pub time: Time,
    /// What this version does not know.
    #[serde(flatten)]
    pub other: Other,
}

/// A note, an event, an ignored finding, or the contacts of a foot.
pub trait Record: Clone + PartialEq + Serialize + 'static {
    /// Its id.
    fn id(&self) -> Id;
    /// Who made it, and when.
    fn stamp(&self) -> &Stamp;
    /// To change that.
    fn stamp_mut(&mut self) -> &mut Stamp;
    /// What it is sorted by, ahead of its id.
    fn order(&self) -> (usize, usize);
}

/// Implements [`Record`] for what has an id and a stamp.
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
