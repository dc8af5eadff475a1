//! The review of an open take in the window: what its reviewer added, what the checks found, and which note
//! and finding are looked at.

use std::path::PathBuf;
use std::sync::Arc;

use super::read_take::ReadTake;
use crate::review::checks::{Checked, Contact, EditedContacts, Finding, Severity};
use crate::review::notes::{Frames, Id, Note, Review, merge};
use crate::take::Take;

/// What is said of a take, and what was found in it.
#[derive(Clone, Debug, Default)]
pub struct TakeReview {
    /// Notes, rating, events, what is ignored: what is kept beside the take. Snapshots share it.
    pub kept: Arc<Review>,
    /// Whether that has changed since it was last given to be saved.
    pub(super) is_unsaved: bool,
    /// What came of saving it last.
    pub saving: Saving,
    /// The file that it was saved in last: beside the take, or in the user's folder where the take's cannot be
    /// written.
    pub saved_in: Option<PathBuf>,
    /// The note that is looked at.
    pub note: Option<Id>,
    /// What the checks found, once they are through.
    pub checked: Option<Checked>,
    /// What they were done on, also where they failed.
    pub(super) checked_of: Option<(ReadTake, EditedContacts)>,
    /// The finding that is looked at, by its place among those of the checks.
    pub finding: Option<usize>,
    /// Whether a file that a newer program has written is replaced when it is saved next.
    pub(super) replaces_newer: bool,
    /// The findings that are not ignored, by their places: [`Self::refresh`] keeps them.
    told: Vec<usize>,
    /// When feet stand: as found, or as somebody has edited it.
    contacts: Vec<Contact>,
    /// The contacts of the feet whose contacts somebody has edited.
    edited: EditedContacts,
}

/// What came of saving a review.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Saving {
    /// Everything is on the disk.
    #[default]
    Saved,
    /// It is being written, or will be soon.
    Pending,
    /// It could not be written, and why; it is tried again with the next change, and at the end.
    Failed(String),
    /// A newer program has written the file, which is not replaced without asking.
    Newer(String),
}

impl TakeReview {
    /// What is kept, to be changed. [`Self::refresh`] has to follow.
    pub(super) fn edit(&mut self) -> &mut Review {
        self.is_unsaved = true;
        if !matches!(self.saving, Saving::Newer(_)) {
            self.saving = Saving::Pending;
        }
        Arc::make_mut(&mut self.kept)
    }

    /// Takes in what another program, or an earlier run, has added.
    pub(super) fn merge(&mut self, other: &Review) {
        if *self.kept != *other {
            let both = merge(&self.kept, other);
            if *self.kept != both {
                self.kept = both.into();
            }
        }
    }

    /// Brings what is told in line with what was found and with what a reviewer says of that.
    pub(super) fn refresh(&mut self, take: &Take) {
        self.edited = self.kept.edited_contacts(&take.skeleton);
        let Some(checked) = &self.checked else {
            self.told.clear();
            self.contacts.clear();
            return;
        };
        let findings = checked.findings.iter().enumerate();
        let told = findings.filter(|(_, finding)| !self.kept.ignores(finding, take));
        self.told = told.map(|(place, _)| place).collect();
        // What was edited shows at once, and not only when it was checked.
        let found = checked.contacts.iter().copied();
        let found = found.filter(|contact| !self.edited.contains_key(&contact.node));
        let edited = self.edited.iter().flat_map(|(&node, all)| {
            let of_foot = all.iter();
            of_foot.map(move |&[first, last]| Contact { node, first, last })
        });
        self.contacts = found.chain(edited).collect();
        self.contacts
            .sort_by_key(|contact| (contact.first, contact.node));
    }

    /// The contacts of the feet whose contacts somebody has edited.
    pub fn edited_contacts(&self) -> &EditedContacts {
        &self.edited
    }

    /// The note that is looked at.
    pub fn current_note(&self) -> Option<&Note> {
        self.kept.get(self.note?)
    }

    /// The notes on a frame.
    pub fn notes_at(&self, frame: usize) -> impl Iterator<Item = &Note> {
        let notes = &self.kept.notes;
        // They are in the order of their first frames.
        let begun = notes.partition_point(|note| note.frames.first <= frame);
        let begun = notes[..begun].iter();
        begun.filter(move |note| note.frames.contains(frame))
    }

    /// The note that comes next on the way from a frame, or the last one before it: after the one that is
    /// looked at, where the frame is still in that. Goes round at the ends.
    pub fn next_note(&self, frame: usize, step: i64) -> Option<Id> {
        let notes = &self.kept.notes;
        let places = notes.iter().map(|note| note.frames);
        let current = self
            .note
            .and_then(|id| notes.iter().position(|note| note.id == id));
        next(&places.collect::<Vec<_>>(), current, frame, step).map(|at| notes[at].id)
    }

    /// The findings that there are to look at, with their places: the gravest first.
    pub fn findings(&self) -> impl Iterator<Item = (usize, &Finding)> {
        let told = self.told.iter();
        told.filter_map(|&place| Some((place, self.finding_at(place)?)))
    }

    /// When feet stand on the floor, in the order of frames.
    pub fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    /// A finding by its place.
    pub fn finding_at(&self, place: usize) -> Option<&Finding> {
        self.checked.as_ref()?.findings.get(place)
    }

    /// How many findings are worth a look: notes are not.
    pub fn count(&self) -> usize {
        let findings = self.findings();
        let grave = findings.filter(|(_, finding)| finding.severity != Severity::Note);
        grave.count()
    }

    /// The finding that comes next on the way from a frame, as with [`Self::next_note`].
    pub fn next_finding(&self, frame: usize, step: i64) -> Option<usize> {
        let mut found: Vec<(Frames, usize)> = self
            .findings()
            .map(|(place, finding)| (Frames::from([finding.first, finding.last]), place))
            .collect();
        found.sort_unstable_by_key(|(frames, place)| (frames.first, *place));
        let current = self
            .finding
            .and_then(|at| found.iter().position(|(_, place)| *place == at));
        let frames: Vec<Frames> = found.iter().map(|(frames, _)| *frames).collect();
        next(&frames, current, frame, step).map(|at| found[at].1)
    }
}

/// The place of the next of some frames in their order, seen from a frame: behind or ahead of the `current`
/// one, where the frame is still in that. Goes round at the ends.
fn next(all: &[Frames], current: Option<usize>, frame: usize, step: i64) -> Option<usize> {
    let count = all.len();
    if count == 0 {
        return None;
    }
    let current = current.filter(|&at| all[at].contains(frame));
    let at = match (current, step > 0) {
        (Some(at), true) => at + 1,
        (Some(at), false) => at + count - 1,
        (None, true) => all.partition_point(|frames| frames.first <= frame),
        (None, false) => all.partition_point(|frames| frames.first < frame) + count - 1,
    };
    Some(at % count)
}
