//! All that reviewers have added to a take, and how it is edited.

use std::collections::BTreeMap;

use serde_json::Value;

use super::added::{Event, FootContacts, IgnoredFinding};
use super::note::Note;
use super::record::{Id, Record, Tombstone, UnknownKeys};
use super::time::Time;
use super::whole_take::{MAX_STARS, Rating, ReferenceVideo, Verdict};
use crate::review::checks::{EditedContacts, Finding, Limits, check_with};
use crate::scene::Stage;
use crate::take::{Skeleton, Take};

/// What reviewers have added to a take. Lists are in the order of frames, what is on the same ones in the
/// order of ids. They are read as they are, and changed by the functions here alone, which keep that order, the
/// times and what is removed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Review {
    pub rating: Rating,
    pub video: ReferenceVideo,
    pub notes: Vec<Note>,
    /// The events, beside those of the file.
    pub events: Vec<Event>,
    /// The findings of checks that are not to be reported.
    pub ignored: Vec<IgnoredFinding>,
    pub contacts: Vec<FootContacts>,
    /// What was removed, in the order of ids.
    pub removed: Vec<Tombstone>,
    pub other: UnknownKeys,
    /// What of each list could not be read, by the list's key: it is written again as it was.
    pub unread: BTreeMap<String, Vec<Value>>,
}

/// A kind of record that a review has a list of.
pub trait Listed: Record {
    fn list(review: &Review) -> &Vec<Self>;
    fn list_mut(review: &mut Review) -> &mut Vec<Self>;
}

macro_rules! listed {
    ($($type:ty: $list:ident),*) => {$(
        impl Listed for $type {
            fn list(review: &Review) -> &Vec<Self> {
                &review.$list
            }
            fn list_mut(review: &mut Review) -> &mut Vec<Self> {
                &mut review.$list
            }
        }
    )*};
}

listed!(Note: notes, Event: events, IgnoredFinding: ignored, FootContacts: contacts);

impl Review {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The record with an id: `review.get::<Note>(id)`.
    pub fn get<R: Listed>(&self, id: Id) -> Option<&R> {
        R::list(self).iter().find(|record| record.id() == id)
    }

    /// Adds a record; in place of the one that has its id, where there is one. Contacts of a foot that were
    /// removed come back.
    pub fn put<R: Listed>(&mut self, mut record: R, now: Time) {
        let id = record.id();
        let list = R::list_mut(self);
        let old = list.iter().position(|other| other.id() == id);
        if let Some(at) = old {
            let old = list.remove(at);
            let stamp = record.stamp_mut();
            stamp.changed = stamp.changed.max(old.stamp().changed);
            stamp.removals = old.stamp().removals;
            stamp.touch(now);
        }
        if let Some(at) = self.removed.iter().position(|removed| removed.id == id) {
            let removed = self.removed.remove(at);
            let stamp = record.stamp_mut();
            stamp.changed = stamp.changed.max(removed.time);
            stamp.removals = stamp.removals.max(removed.removals);
            stamp.touch(now);
        }
        let list = R::list_mut(self);
        let key = |record: &R| (record.order(), record.id());
        let at = list.partition_point(|other| key(other) < key(&record));
        list.insert(at, record);
    }

    /// Changes the record with an id; whether there is one.
    pub fn edit<R: Listed>(&mut self, id: Id, now: Time, change: impl FnOnce(&mut R)) -> bool {
        let Some(mut record) = self.get::<R>(id).cloned() else {
            return false;
        };
        change(&mut record);
        self.put(record, now);
        true
    }

    /// Removes the record with an id; whether there was one.
    pub fn remove<R: Listed>(&mut self, id: Id, now: Time) -> bool {
        let list = R::list_mut(self);
        let Some(at) = list.iter().position(|record| record.id() == id) else {
            return false;
        };
        let record = list.remove(at);
        let (removals, time) =
            (record.stamp().removals + 1, now.max(record.stamp().changed.next()));
        let at = self.removed.partition_point(|other| other.id < id);
        self.removed.insert(at, Tombstone { id, removals, time, other: UnknownKeys::new() });
        true
    }

    /// Takes a record out that was never saved: nobody else has it, and nobody is told that it is gone.
    pub fn forget<R: Listed>(&mut self, id: Id) {
        R::list_mut(self).retain(|record| record.id() != id);
    }

    pub fn rate(
        &mut self,
        verdict: Option<Verdict>,
        stars: u8,
        author: impl Into<String>,
        now: Time,
    ) {
        let rating = &mut self.rating;
        rating.verdict = verdict;
        rating.stars = stars.min(MAX_STARS);
        rating.author = author.into();
        rating.changed = now.max(rating.changed.next());
    }

    pub fn set_video(&mut self, video: ReferenceVideo, author: impl Into<String>, now: Time) {
        let changed = now.max(self.video.changed.next());
        self.video = ReferenceVideo { author: author.into(), changed, ..video };
    }

    /// Makes what differs between two snapshots as the second one has it; everything else stays, such as what
    /// other programs have changed since. So an edit from `a` to `b` is undone by `apply_change(b, a, now)`, and
    /// done again by `apply_change(a, b, now)`. Other programs see it as an edit of now.
    pub fn apply_change(&mut self, from: &Self, to: &Self, now: Time) {
        if from.rating != to.rating {
            let Rating { verdict, stars, .. } = to.rating;
            self.rate(verdict, stars, to.rating.author.clone(), now);
        }
        if from.video != to.video {
            self.set_video(to.video.clone(), to.video.author.clone(), now);
        }
        self.apply_list::<Note>(from, to, now);
        self.apply_list::<Event>(from, to, now);
        self.apply_list::<IgnoredFinding>(from, to, now);
        self.apply_list::<FootContacts>(from, to, now);
    }

    fn apply_list<R: Listed>(&mut self, from: &Self, to: &Self, now: Time) {
        let by_id = |review| {
            R::list(review).iter().map(|record| (record.id(), record)).collect::<BTreeMap<_, _>>()
        };
        let (from, to) = (by_id(from), by_id(to));
        for id in from.keys().filter(|id| !to.contains_key(id)) {
            self.remove::<R>(*id, now);
        }
        for (id, record) in to {
            if from.get(&id) != Some(&record) {
                self.put(record.clone(), now);
            }
        }
    }

    /// When feet of a skeleton stand by the word of a reviewer.
    pub fn edited_contacts(&self, skeleton: &Skeleton) -> EditedContacts {
        let feet = self.contacts.iter().filter_map(|feet| {
            let frames = feet.contacts.iter().map(|at| [at.first, at.last]);
            Some((skeleton.find(&feet.joint)?, frames.collect()))
        });
        feet.collect()
    }

    /// Whether a finding of a take's checks is not to be reported.
    pub fn ignores(&self, finding: &Finding, take: &Take) -> bool {
        self.ignored.iter().any(|ignored| ignored.matches(finding, take))
    }

    /// Checks a take, with the contacts that reviewers gave its feet: what is to be reported, the gravest first, and
    /// what reviewers ignore.
    pub fn check(
        &self,
        take: &Take,
        stage: &Stage,
        limits: &Limits,
        is_cancelled: &(dyn Fn() -> bool + Sync),
    ) -> (Vec<Finding>, Vec<Finding>) {
        let contacts = self.edited_contacts(&take.skeleton);
        let found = check_with(take, stage, limits, &contacts, is_cancelled).findings;
        found.into_iter().partition(|finding| !self.ignores(finding, take))
    }
}
