//! How a review differs from what it was, in numbers for people: what merging has brought.

use super::added::{Event, FootContacts, IgnoredFinding};
use super::note::Note;
use super::record::{Id, Record};
use super::review::{Listed, Review};

/// How many notes, events, ignored findings and contacts are new, other than they were, or gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReviewChanges {
    pub added: usize,
    pub changed: usize,
    pub removed: usize,
    /// Whether the rating is another one.
    pub rating: bool,
    /// Whether the reference video is another one.
    pub video: bool,
}

impl ReviewChanges {
    pub fn between(before: &Review, after: &Review) -> Self {
        let mut changes = Self {
            rating: before.rating != after.rating,
            video: before.video != after.video,
            ..Self::default()
        };
        changes.count::<Note>(before, after);
        changes.count::<Event>(before, after);
        changes.count::<IgnoredFinding>(before, after);
        changes.count::<FootContacts>(before, after);
        changes
    }

    fn count<R: Listed>(&mut self, before: &Review, after: &Review) {
        fn by_id<R: Listed>(review: &Review) -> std::collections::HashMap<Id, &R> {
            R::list(review).iter().map(|record| (Record::id(record), record)).collect()
        }
        let (before, after) = (by_id::<R>(before), by_id::<R>(after));
        self.removed += before.keys().filter(|id| !after.contains_key(id)).count();
        for (id, record) in after {
            match before.get(&id) {
                None => self.added += 1,
                Some(other) => self.changed += usize::from(*other != record),
            }
        }
    }

    /// For people: `3 added, 1 removed, another rating`; `nothing new` where there is none.
    pub fn text(&self) -> String {
        let count = |count: usize, what: &str| (count > 0).then(|| format!("{count} {what}"));
        let parts = [
            count(self.added, "added"),
            count(self.changed, "changed"),
            count(self.removed, "removed"),
            self.rating.then(|| "another rating".to_string()),
            self.video.then(|| "another reference video".to_string()),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { "nothing new".to_string() } else { parts.join(", ") }
    }
}
