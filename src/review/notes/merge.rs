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

use super::added::{Event, FootContacts, Ignored};
use super::id::Id;
use super::note::Note;
use super::rating::Rating;
use super::record::{Other, Removed};
use super::review::{Listed, Review};
use super::video::ReferenceVideo;

/// Both as one. It is the same whichever comes first.
pub fn merge(mine: &Review, theirs: &Review) -> Review {
    merged(mine.clone(), theirs.clone())
}

/// As [`merge`], of reviews that nobody needs any more.
pub fn merged(mut mine: Review, mut theirs: Review) -> Review {
    let rating = |a: &Rating, b: &Rating| a.changed.cmp(&b.changed);
    if versions(&mine.rating, &theirs.rating, rating).is_lt() {
        mine.rating = std::mem::take(&mut theirs.rating);
    }
    let video = |a: &ReferenceVideo, b: &ReferenceVideo| a.changed.cmp(&b.changed);
    if versions(&mine.video, &theirs.video, video).is_lt() {
        mine.video = std::mem::take(&mut theirs.video);
    }
    mine.other = other(&mine.other, &theirs.other);
    let key = |removed: &Removed| (removed.removals, removed.time);
    let id = |removed: &Removed| removed.id;
    mine.removed.append(&mut theirs.removed);
    keep_latest(&mut mine.removed, id, |a, b| key(a).cmp(&key(b)));
    merge_list::<Note>(&mut mine, &mut theirs);
    merge_list::<Event>(&mut mine, &mut theirs);
    merge_list::<Ignored>(&mut mine, &mut theirs);
    merge_list::<FootContacts>(&mut mine, &mut theirs);
    for (list, values) in theirs.unread {
        let all = mine.unread.entry(list).or_default();
        all.extend(values);
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
    keep_latest(&mut records, R::id, |a, b| key(a).cmp(&key(b)));
    records.retain(|record| {
        let gone = mine.removed.binary_search_by_key(&record.id(), |gone| gone.id);
        gone.is_err() || gone.is_ok_and(|at| mine.removed[at].removals <= record.stamp().removals)
    });
    mine.removed.retain(|gone| records.binary_search_by_key(&gone.id, R::id).is_err());
    // Those on the same frames stay in the order of ids.
    records.sort_unstable_by_key(|record| (record.order(), record.id()));
    *R::list_mut(mine) = records;
}

/// Keeps the last version of each, in the order of ids.
fn keep_latest<T: Serialize + PartialEq>(
    all: &mut Vec<T>,
    id: impl Fn(&T) -> Id,
    order: impl Fn(&T, &T) -> Ordering,
) {
    let versions = |a: &T, b: &T| versions(a, b, &order);
    all.sort_unstable_by(|a, b| id(a).cmp(&id(b)).then_with(|| versions(b, a)));
    all.dedup_by(|next, kept| id(next) == id(kept));
}

/// The order of two versions; of those of one time, by their texts.
fn versions<T: Serialize + PartialEq>(
    a: &T,
    b: &T,
    order: impl Fn(&T, &T) -> Ordering,
) -> Ordering {
    order(a, b).then_with(|| if a == b { Ordering::Equal } else { text(a).cmp(&text(b)) })
}

/// What neither version is known to mean, key by key.
fn other(mine: &Other, theirs: &Other) -> Other {
    let mut all: BTreeMap<&String, &serde_json::Value> = BTreeMap::new();
    for (key, value) in mine.iter().chain(theirs) {
        all.entry(key)
            .and_modify(|kept| {
                if versions(*kept, value, |_, _| Ordering::Equal).is_lt() {
                    *kept = value;
                }
            })
            .or_insert(value);
    }
    let all = all.into_iter();
    all.map(|(key, value)| (key.clone(), value.clone())).collect()
}

/// The text of a version, for an order where nothing else tells one. All of it can be written as JSON.
fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
