//! The review of an open take in the window: what its reviewer added, what the checks found, and which note
//! and finding are looked at.

use std::path::PathBuf;
use std::sync::Arc;

use crate::app::takes::read_take::ReadTake;
use crate::review::checks::{Checked, Contact, EditedContacts, Finding, Severity};
use crate::review::notes::{Frames, Id, Note, Review, Time, merge};
use crate::take::Take;

/// What is said of a take, and what was found in it.
#[derive(Clone, Debug, Default)]
pub struct TakeReview {
    /// Notes, rating, events, what is ignored: what is kept beside the take. Snapshots share it.
    pub kept: Arc<Review>,
    /// Whether that has changed since it was last given to be saved.
    pub(crate) is_unsaved: bool,
    /// What came of saving it last.
    pub saving: Saving,
    /// The file that it was saved in last: beside the take, or in the user's folder where the take's cannot be
    /// written.
    pub saved_in: Option<PathBuf>,
    /// The note that is looked at: only `look_at` changes it.
    pub note: Option<Id>,
    /// The note that was added last, while nobody has left its text.
    draft: Option<Draft>,
    /// What the checks found, once they are through.
    pub checked: Option<Checked>,
    /// What they were done on, also where they failed.
    pub(crate) checked_of: Option<(ReadTake, EditedContacts)>,
    /// The finding that is looked at, by its place among those of the checks.
    pub finding: Option<usize>,
    /// Whether going on to it went past the last finding or the first.
    pub finding_wraps: bool,
    /// Whether a file that a newer program has written is replaced when it is saved next.
    pub(crate) replaces_newer: bool,
    /// The findings that are not ignored, by their places: [`Self::refresh`] keeps them.
    told: Vec<usize>,
    /// When feet stand: as found, or as somebody has edited it.
    contacts: Vec<Contact>,
    /// The contacts of the feet whose contacts somebody has edited.
    edited: EditedContacts,
}

/// A note that was just added. As long as its text is typed and says nothing, it is not saved, and can go without a
/// trace.
#[derive(Clone, Debug)]
struct Draft {
    id: Id,
    /// Whether it was given to be saved meanwhile.
    is_given: bool,
    /// Whether there was something else to save when it was added, which is still not saved.
    was_unsaved: bool,
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
    pub(crate) fn edit(&mut self) -> &mut Review {
        self.is_unsaved = true;
        if !matches!(self.saving, Saving::Newer(_)) {
            self.saving = Saving::Pending;
        }
        Arc::make_mut(&mut self.kept)
    }

    /// Looks at a note, or at none. The one that was just added is kept then, whatever it says.
    pub(crate) fn look_at(&mut self, note: Option<Id>) {
        if self.draft.as_ref().is_some_and(|draft| Some(draft.id) != note) {
            self.keep_draft();
        }
        self.note = note;
    }

    /// Adds a note to be written, and looks at it.
    pub(crate) fn begin_note(&mut self, note: Note, now: Time) {
        let id = note.id;
        self.look_at(None);
        let (was_unsaved, before) = (self.is_unsaved, self.saving.clone());
        self.edit().put(note, now);
        self.note = Some(id);
        self.draft = Some(Draft { id, is_given: false, was_unsaved });
        if self.blank_draft().is_some() {
            self.saving = before;
        }
    }

    /// Whether a note was just added, and its text was not left yet.
    pub fn is_draft(&self, note: Id) -> bool {
        self.draft.as_ref().is_some_and(|draft| draft.id == note)
    }

    /// The note that was just added, where it says nothing and nobody else knows of it.
    fn blank_draft(&self) -> Option<&Draft> {
        let draft = self.draft.as_ref().filter(|draft| !draft.is_given)?;
        let note = self.kept.get::<Note>(draft.id)?;
        note.is_blank().then_some(draft)
    }

    /// Keeps the note that was just added, whatever it says.
    pub(crate) fn keep_draft(&mut self) {
        if self.blank_draft().is_some() {
            self.edit();
        }
        self.draft = None;
    }

    /// Takes the note away that was just added, where it says nothing; tells whether it did.
    pub(crate) fn discard_draft(&mut self, now: Time) -> bool {
        let is_unknown = self.blank_draft().is_some();
        let blank = |draft: &mut Draft| {
            let note = self.kept.get::<Note>(draft.id);
            note.is_some_and(Note::is_blank)
        };
        let Some(draft) = self.draft.take_if(blank) else {
            return false;
        };
        if is_unknown {
            Arc::make_mut(&mut self.kept).forget::<Note>(draft.id);
            self.is_unsaved = draft.was_unsaved;
        } else {
            self.edit().remove::<Note>(draft.id, now);
        }
        self.note.take_if(|note| *note == draft.id);
        true
    }

    /// Whether there is something to save, while a text is typed or not.
    pub(crate) fn has_to_save(&self, is_typing: bool) -> bool {
        match self.blank_draft().filter(|_| is_typing) {
            Some(draft) => draft.was_unsaved,
            None => self.is_unsaved,
        }
    }

    /// What there is to save, while a text is typed or not: a note that says nothing yet can wait.
    pub(crate) fn take_to_save(&mut self, is_typing: bool) -> Option<Arc<Review>> {
        if !self.has_to_save(is_typing) {
            return None;
        }
        let mut review = self.kept.clone();
        let waits = self.blank_draft().is_some() && is_typing;
        match &mut self.draft {
            Some(draft) if waits => {
                draft.was_unsaved = false;
                Arc::make_mut(&mut review).forget::<Note>(draft.id);
            }
            draft => {
                self.is_unsaved = false;
                draft.iter_mut().for_each(|draft| draft.is_given = true);
            }
        }
        Some(review)
    }

    /// Takes in what another program, or an earlier run, has added.
    pub(crate) fn merge(&mut self, other: &Review) {
        if *self.kept != *other {
            let both = merge(&self.kept, other);
            if *self.kept != both {
                self.kept = both.into();
            }
        }
    }

    /// Brings what is told in line with what was found and with what a reviewer says of that.
    pub(crate) fn refresh(&mut self, take: &Take) {
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
        self.contacts.sort_by_key(|contact| (contact.first, contact.node));
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
    /// looked at, where the frame is still in that, else one that is on the frame. Goes round at the ends.
    pub fn next_note(&self, frame: usize, step: i64) -> Option<Id> {
        let notes = &self.kept.notes;
        let places = notes.iter().map(|note| note.frames);
        let current = self.note.and_then(|id| notes.iter().position(|note| note.id == id));
        let next = next(&places.collect::<Vec<_>>(), current, frame, step);
        next.map(|(at, _)| notes[at].id)
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

    /// The finding that comes next on the way from a frame, as with [`Self::next_note`], and whether the way
    /// goes round at an end.
    pub fn next_finding(&self, frame: usize, step: i64) -> Option<(usize, bool)> {
        let found = self.in_order();
        let next = next(&frames_of(&found), self.place_in(&found), frame, step);
        next.map(|(at, wraps)| (found[at].1, wraps))
    }

    /// The finding that is looked at, where the frame is in it, else the one on the frame that began last.
    pub fn finding_on(&self, frame: usize) -> Option<usize> {
        let found = self.in_order();
        let current = self.place_in(&found);
        let current = current.filter(|&at| found[at].0.contains(frame));
        let at = current.or_else(|| here(&frames_of(&found), frame, true))?;
        Some(found[at].1)
    }

    /// The finding that is looked at, while a frame is in it.
    pub fn looked_at(&self, frame: usize) -> Option<&Finding> {
        let place = self.finding.filter(|place| self.told.contains(place))?;
        let finding = self.finding_at(place)?;
        (finding.first..=finding.last).contains(&frame).then_some(finding)
    }

    /// Which of all findings in the order of frames is looked at, from 1, and how many there are.
    pub fn finding_number(&self) -> Option<[usize; 2]> {
        let found = self.in_order();
        Some([self.place_in(&found)? + 1, found.len()])
    }

    /// The findings that there are to look at in the order of frames: their frames and places.
    fn in_order(&self) -> Vec<(Frames, usize)> {
        let found = self.findings();
        let mut found: Vec<(Frames, usize)> = found
            .map(|(place, finding)| (Frames::from([finding.first, finding.last]), place))
            .collect();
        found.sort_unstable_by_key(|(frames, place)| (frames.first, *place));
        found
    }

    /// Which of them is looked at.
    fn place_in(&self, found: &[(Frames, usize)]) -> Option<usize> {
        let at = self.finding?;
        found.iter().position(|(_, place)| *place == at)
    }
}

fn frames_of(found: &[(Frames, usize)]) -> Vec<Frames> {
    found.iter().map(|(frames, _)| *frames).collect()
}

/// Of some frames in their order, the place of those that a frame is in; of several the ones that began last, and
/// of these the first, or the last.
fn here(all: &[Frames], frame: usize, is_first: bool) -> Option<usize> {
    let is_here = |frames: &&Frames| frames.contains(frame);
    let first = all.iter().rfind(is_here)?.first;
    let mut places = all.iter();
    let is_it = |frames: &Frames| frames.first == first && frames.contains(frame);
    if is_first { places.position(is_it) } else { places.rposition(is_it) }
}

/// The place of the next of some frames in their order, seen from a frame: behind or ahead of the `current`
/// one, where the frame is still in that, else one that the frame is in. Goes round at the ends, and tells so.
fn next(all: &[Frames], current: Option<usize>, frame: usize, step: i64) -> Option<(usize, bool)> {
    let count = all.len();
    if count == 0 {
        return None;
    }
    let current = current.filter(|&at| all[at].contains(frame));
    // Counted from one round before the first.
    let at = match (current, step > 0) {
        (Some(at), true) => at + 1 + count,
        (Some(at), false) => at + count - 1,
        (None, is_on) => match (here(all, frame, is_on), is_on) {
            (Some(at), _) => at + count,
            (None, true) => all.partition_point(|frames| frames.first <= frame) + count,
            (None, false) => all.partition_point(|frames| frames.first < frame) + count - 1,
        },
    };
    Some((at % count, !(count..2 * count).contains(&at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_on_the_frame_comes_first_and_a_way_round_an_end_is_told() {
        let all = [[0, 90], [20, 24], [20, 30], [50, 50]].map(Frames::from);
        let next = |current, frame, step| next(&all, current, frame, step).expect("there are some");
        for (current, frame, on, back) in [
            // From nowhere: on a frame with nothing that began near it, on one, between two, behind all.
            (None, 0, (0, false), (0, false)),
            (None, 22, (1, false), (2, false)),
            (None, 28, (2, false), (2, false)),
            (None, 50, (3, false), (3, false)),
            (None, 95, (0, true), (3, false)),
            // From the one that is looked at.
            (Some(0), 0, (1, false), (3, true)),
            (Some(1), 20, (2, false), (0, false)),
            (Some(3), 50, (0, true), (2, false)),
            // One that the playhead has left is looked at no longer.
            (Some(3), 22, (1, false), (2, false)),
        ] {
            assert_eq!(next(current, frame, 1), on, "on from {current:?} at {frame}");
            assert_eq!(next(current, frame, -1), back, "back from {current:?} at {frame}");
        }
    }
}
