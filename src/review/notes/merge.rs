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
use super::record::{Other, Removed};
use super::review::{Listed, Review};

/// Both as one. It is the same whichever comes first.
pub fn merge(mine: &Review, theirs: &Review) -> Review {
    let both = [mine, theirs];
    let mut removed: BTreeMap<Id, &Removed> = BTreeMap::new();
    for one in both.iter().flat_map(|review| &review.removed) {
        let key = |removed: &Removed| (removed.removals, removed.time);
        keep_later(&mut removed, one.id, one, |a, b| key(a).cmp(&key(b)));
    }
    let mut merged = Review {
        rating: later(&mine.rating, &theirs.rating, |a, b| {
            a.changed.cmp(&b.changed)
        })
        .clone(),
        video: later(&mine.video, &theirs.video, |a, b| a.changed.cmp(&b.changed)).clone(),
        other: other(&mine.other, &theirs.other),
        ..Review::default()
    };
    merge_list::<Note>(both, &mut removed, &mut merged);
    merge_list::<Event>(both, &mut removed, &mut merged);
    merge_list::<Ignored>(both, &mut removed, &mut merged);
    merge_list::<FootContacts>(both, &mut removed, &mut merged);
    merged.removed = removed.into_values().cloned().collect();
    for (list, values) in both.iter().flat_map(|review| &review.unread) {
        let all = merged.unread.entry(list.clone()).or_default();
        for value in values {
            if !all.contains(value) {
                all.push(value.clone());
            }
        }
    }
    for values in merged.unread.values_mut() {
        values.sort_by_key(text);
    }
    merged
}

/// Merges the records of one kind. Those that were removed are not among them, and what was brought back is no
/// longer among what is removed.
fn merge_list<'a, R: Listed>(
    both: [&'a Review; 2],
    removed: &mut BTreeMap<Id, &Removed>,
    merged: &mut Review,
) {
    let mut records: BTreeMap<Id, &'a R> = BTreeMap::new();
    for record in both.iter().flat_map(|review| R::list(review)) {
        let key = |record: &R| (record.stamp().removals, record.stamp().changed);
        keep_later(&mut records, record.id(), record, |a, b| {
            key(a).cmp(&key(b))
        });
    }
    records.retain(|id, record| {
        let removals = record.stamp().removals;
        removed.get(id).is_none_or(|gone| gone.removals <= removals)
    });
    removed.retain(|id, _| !records.contains_key(id));
    let mut records: Vec<R> = records.into_values().cloned().collect();
    // Those on the same frames stay in the order of ids.
    records.sort_by_key(R::order);
    *R::list_mut(merged) = records;
}

/// Keeps the later one of two versions.
fn keep_later<'a, T: Serialize + PartialEq>(
    all: &mut BTreeMap<Id, &'a T>,
    id: Id,
    one: &'a T,
    order: impl Fn(&T, &T) -> Ordering,
) {
    all.entry(id)
        .and_modify(|kept| *kept = later(*kept, one, order))
        .or_insert(one);
}

/// The later one of two; of those of one time, the one whose text is greater.
fn later<'a, T: Serialize + PartialEq>(
    a: &'a T,
    b: &'a T,
    order: impl Fn(&T, &T) -> Ordering,
) -> &'a T {
    let by_text = || match a == b {
        true => Ordering::Equal,
        false => text(a).cmp(&text(b)),
    };
    match order(a, b).then_with(by_text) {
        Ordering::Less => b,
        _ => a,
    }
}

/// What neither version is known to mean, key by key.
fn other(mine: &Other, theirs: &Other) -> Other {
    let mut all: BTreeMap<&String, &serde_json::Value> = BTreeMap::new();
    for (key, value) in mine.iter().chain(theirs) {
        all.entry(key)
            .and_modify(|kept| *kept = later(*kept, value, |_, _| Ordering::Equal))
            .or_insert(value);
    }
    let all = all.into_iter();
    all.map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}

/// The text of a version, for an order where nothing else tells one. All of it can be written as JSON.
fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
