//! How two versions of a review become one.
//!
//! Each record is by itself, known by its id. Its versions have an order: how often it was removed and brought
//! back, then whether it is removed, then when it was changed, then its text. The last one counts. So what was
//! removed stays removed, whatever others changed meanwhile, unless somebody brought it back; of two changes
//! the later one wins; and it does not matter who merges what first (the greatest of several is a join of
//! a semilattice, as in Shapiro et al., *Conflict-free Replicated Data Types*, 2011).

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::added::{Event, FootContacts, IgnoredFinding};
use super::note::Note;
use super::record::{Id, Tombstone, UnknownKeys};
use super::review::{Listed, Review};

/// Both as one. It is the same whichever comes first.
pub fn merge(mine: &Review, theirs: &Review) -> Review {
    merge_owned(mine.clone(), theirs.clone())
}

/// As [`merge`], of reviews that nobody needs any more.
pub fn merge_owned(mut mine: Review, mut theirs: Review) -> Review {
    if version_order(&mine.rating, &theirs.rating, |rating| rating.changed).is_lt() {
        mine.rating = std::mem::take(&mut theirs.rating);
    }
    if version_order(&mine.video, &theirs.video, |video| video.changed).is_lt() {
        mine.video = std::mem::take(&mut theirs.video);
    }
    mine.other = merge_keys(&mine.other, &theirs.other);
    mine.removed.append(&mut theirs.removed);
    let key = |removed: &Tombstone| (removed.removals, removed.time);
    keep_latest(&mut mine.removed, |removed| removed.id, key);
    merge_list::<Note>(&mut mine, &mut theirs);
    merge_list::<Event>(&mut mine, &mut theirs);
    merge_list::<IgnoredFinding>(&mut mine, &mut theirs);
    merge_list::<FootContacts>(&mut mine, &mut theirs);
    for (list, values) in theirs.unread {
        mine.unread.entry(list).or_default().extend(values);
    }
    for values in mine.unread.values_mut() {
        values.sort_by_cached_key(text);
        values.dedup();
    }
    mine
}

/// Merges the records of one kind. Those that were removed are not among them, and what was brought back is no
/// longer among what is removed. There may be very many: nothing is copied.
fn merge_list<R: Listed>(mine: &mut Review, theirs: &mut Review) {
    let mut records = std::mem::take(R::list_mut(mine));
    records.append(R::list_mut(theirs));
    let key = |record: &R| (record.stamp().removals, record.stamp().changed);
    keep_latest(&mut records, R::id, key);
    records.retain(|record| {
        let gone = mine.removed.binary_search_by_key(&record.id(), |gone| gone.id);
        !gone.is_ok_and(|at| mine.removed[at].removals > record.stamp().removals)
    });
    mine.removed.retain(|gone| records.binary_search_by_key(&gone.id, R::id).is_err());
    // Those on the same frames stay in the order of ids.
    records.sort_unstable_by_key(|record| (record.order(), record.id()));
    *R::list_mut(mine) = records;
}

/// Keeps the last version of each, in the order of ids.
fn keep_latest<T: Serialize + PartialEq, K: Ord>(
    all: &mut Vec<T>,
    id: impl Fn(&T) -> Id,
    key: impl Fn(&T) -> K,
) {
    all.sort_unstable_by(|a, b| id(a).cmp(&id(b)).then_with(|| version_order(b, a, &key)));
    all.dedup_by(|next, kept| id(next) == id(kept));
}

/// The order of two versions; of those with the same key, by their texts.
fn version_order<T: Serialize + PartialEq, K: Ord>(
    a: &T,
    b: &T,
    key: impl Fn(&T) -> K,
) -> Ordering {
    let by_text = || if a == b { Ordering::Equal } else { text(a).cmp(&text(b)) };
    key(a).cmp(&key(b)).then_with(by_text)
}

/// The keys of both that this version does not know, with the later text of each.
fn merge_keys(mine: &UnknownKeys, theirs: &UnknownKeys) -> UnknownKeys {
    let mut all: BTreeMap<&String, &Value> = BTreeMap::new();
    for (key, value) in mine.iter().chain(theirs) {
        let kept = all.entry(key).or_insert(value);
        if version_order(*kept, value, |_| ()).is_lt() {
            *kept = value;
        }
    }
    all.into_iter().map(|(key, value)| (key.clone(), value.clone())).collect()
}

/// The text of a version, for an order where nothing else tells one. All of it can be written as JSON.
fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
