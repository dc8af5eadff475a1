//! The review of an open take in the window: what its reviewer added, what the checks found, and which note
//! and finding are looked at.

use std::path::PathBuf;
use std::sync::Arc;

use crate::app::ids::ReadTake;
use crate::review::checks::{CheckResults, Contact, EditedContacts, Finding, FindingSeverity};
use crate::review::notes::{Frames, Id, Note, Review, Time, merge};
use crate::take::Take;

#[derive(Clone, Debug, Default)]
pub struct TakeReview {
    /// Notes, rating, events, what is ignored: what is kept beside the take. Snapshots share it.
    pub kept: Arc<Review>,
    /// Whether that has changed since it was last given to be saved.
    pub(crate) is_unsaved: bool,
    /// What came of saving it last.
    pub saving: SaveState,
    /// The file that it was saved in last: beside the take, or in the user's folder where the take's cannot be
    /// written.
    pub saved_in: Option<PathBuf>,
    /// The note that is looked at: only `look_at` changes it.
    pub note: Option<Id>,
    /// The note that was added last, while nobody has left its text.
    draft: Option<Draft>,
    /// What the checks found, once they are through.
    pub checked: Option<CheckResults>,
    /// What they were done on, also where they failed.
    pub(crate) checked_of: Option<(ReadTake, EditedContacts)>,
    /// The finding that is looked at, by its place among those of the checks.
    pub finding: Option<usize>,
    /// Whether going on to it went past the last finding or the first.
    pub finding_wraps: bool,
    /// Whether a file that a newer program has written is replaced when it is saved next.
    pub(crate) replaces_newer: bool,
    /// The findings that are not ignored, by their places: [`Self::refresh`] keeps them.
    listed: Vec<usize>,
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

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SaveState {
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
        if !matches!(self.saving, SaveState::Newer(_)) {
            self.saving = SaveState::Pending;
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
        self.kept.get::<Note>(draft.id)?.is_blank().then_some(draft)
    }

    /// Keeps the note that was just added, whatever it says.
    pub(crate) fn keep_draft(&mut self) {
        if self.blank_draft().is_some() {
            self.edit();
        }
        self.draft = None;
    }

    /// Takes the note away that was just added, where it says nothing; whether it did.
    pub(crate) fn discard_draft(&mut self, now: Time) -> bool {
        let kept = &self.kept;
        let is_blank = |draft: &mut Draft| kept.get::<Note>(draft.id).is_some_and(Note::is_blank);
        let Some(draft) = self.draft.take_if(is_blank) else { return false };
        if draft.is_given {
            self.edit().remove::<Note>(draft.id, now);
        } else {
            Arc::make_mut(&mut self.kept).forget::<Note>(draft.id);
            self.is_unsaved = draft.was_unsaved;
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

    /// Takes in what another program, or an earlier run, has added; whether that was news.
    pub(crate) fn merge(&mut self, other: &Review) -> bool {
        if *self.kept == *other {
            return false;
        }
        let both = merge(&self.kept, other);
        let is_news = *self.kept != both;
        if is_news {
            self.kept = both.into();
        }
        is_news
    }

    /// Brings findings and contacts in line with what was found and with what a reviewer says of that.
    pub(crate) fn refresh(&mut self, take: &Take) {
        self.edited = self.kept.edited_contacts(&take.skeleton);
        let Some(checked) = &self.checked else {
            self.listed.clear();
            self.contacts.clear();
            return;
        };
        let is_listed = |place: &usize| !self.kept.ignores(&checked.findings[*place], take);
        self.listed = (0..checked.findings.len()).filter(is_listed).collect();
        // What was edited shows at once, and not only when it was checked.
        let found = checked.contacts.iter().copied();
        let found = found.filter(|contact| !self.edited.contains_key(&contact.node));
        let edited = self.edited.iter().flat_map(|(&node, contacts)| {
            contacts.iter().map(move |&[first, last]| Contact { node, first, last })
        });
        self.contacts = found.chain(edited).collect();
        self.contacts.sort_by_key(|contact| (contact.first, contact.node));
    }

    /// The contacts of the feet whose contacts somebody has edited.
    pub fn edited_contacts(&self) -> &EditedContacts {
        &self.edited
    }

    pub fn current_note(&self) -> Option<&Note> {
        self.kept.get(self.note?)
    }

    pub fn notes_at(&self, frame: usize) -> impl Iterator<Item = &Note> {
        let notes = &self.kept.notes;
        // They are in the order of their first frames.
        let end = notes.partition_point(|note| note.frames.first <= frame);
        notes[..end].iter().filter(move |note| note.frames.contains(frame))
    }

    /// The note that comes next on the way from a frame, or the last one before it: after the one that is
    /// looked at, where the frame is still in that, else one that is on the frame. Goes round at the ends.
    pub fn next_note(&self, frame: usize, step: i64) -> Option<Id> {
        let notes = &self.kept.notes;
        let frames: Vec<Frames> = notes.iter().map(|note| note.frames).collect();
        let current = self.note.and_then(|id| notes.iter().position(|note| note.id == id));
        next_index(&frames, current, frame, step).map(|(at, _)| notes[at].id)
    }

    /// The findings that there are to look at, with their places: the gravest first.
    pub fn findings(&self) -> impl Iterator<Item = (usize, &Finding)> {
        self.listed.iter().filter_map(|&place| Some((place, self.finding_at(place)?)))
    }

    /// When feet stand on the floor, in the order of frames.
    pub fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    pub fn finding_at(&self, place: usize) -> Option<&Finding> {
        self.checked.as_ref()?.findings.get(place)
    }

    /// How many findings are worth a look: notes are not.
    pub fn count(&self) -> usize {
        self.findings().filter(|(_, finding)| finding.severity != FindingSeverity::Note).count()
    }

    /// The finding that comes next on the way from a frame, as with [`Self::next_note`], and whether the way
    /// goes round at an end.
    pub fn next_finding(&self, frame: usize, step: i64) -> Option<(usize, bool)> {
        let (frames, places) = self.in_order();
        let (at, wraps) = next_index(&frames, self.current_in(&places), frame, step)?;
        Some((places[at], wraps))
    }

    /// The finding that is looked at, where the frame is in it, else the one on the frame that began last.
    pub fn finding_on(&self, frame: usize) -> Option<usize> {
        let (frames, places) = self.in_order();
        let current = self.current_in(&places).filter(|&at| frames[at].contains(frame));
        let at = current.or_else(|| index_on_frame(&frames, frame, true))?;
        Some(places[at])
    }

    /// The finding that is looked at, while a frame is in it.
    pub fn current_finding(&self, frame: usize) -> Option<&Finding> {
        let finding = self.finding_at(self.finding.filter(|it| self.listed.contains(it))?)?;
        (finding.first..=finding.last).contains(&frame).then_some(finding)
    }

    /// Which of all findings in the order of frames is looked at, from 1, and how many there are.
    pub fn finding_number(&self) -> Option<[usize; 2]> {
        let (_, places) = self.in_order();
        Some([self.current_in(&places)? + 1, places.len()])
    }

    /// The findings that there are to look at in the order of frames: their frames and places.
    fn in_order(&self) -> (Vec<Frames>, Vec<usize>) {
        let findings = self.findings();
        let mut found: Vec<(Frames, usize)> = findings
            .map(|(place, finding)| (Frames::from([finding.first, finding.last]), place))
            .collect();
        found.sort_unstable_by_key(|(frames, place)| (frames.first, *place));
        found.into_iter().unzip()
    }

    /// Which of them is looked at.
    fn current_in(&self, places: &[usize]) -> Option<usize> {
        places.iter().position(|place| Some(*place) == self.finding)
    }
}

/// Of some frames in their order, the index of those that a frame is in; of several the ones that began last, and
/// of these the first, or the last.
fn index_on_frame(all: &[Frames], frame: usize, is_first: bool) -> Option<usize> {
    let first = all.iter().rfind(|frames| frames.contains(frame))?.first;
    let mut places = all.iter();
    let is_it = |frames: &Frames| frames.first == first && frames.contains(frame);
    if is_first { places.position(is_it) } else { places.rposition(is_it) }
}

/// The index of the next of some frames in their order, seen from a frame: behind or ahead of the `current`
/// one, where the frame is still in that, else one that the frame is in; and whether it went round at an end.
fn next_index(
    all: &[Frames],
    current: Option<usize>,
    frame: usize,
    step: i64,
) -> Option<(usize, bool)> {
    let count = all.len();
    if count == 0 {
        return None;
    }
    let current = current.filter(|&at| all[at].contains(frame));
    // Counted from one round before the first.
    let at = match (current, step > 0) {
        (Some(at), true) => at + 1 + count,
        (Some(at), false) => at + count - 1,
        (None, is_on) => match (index_on_frame(all, frame, is_on), is_on) {
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
        let next =
            |current, frame, step| next_index(&all, current, frame, step).expect("there are some");
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
