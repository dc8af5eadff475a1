//! The snapshot that undo restores: what is set on takes, in and out points, closing.

use std::path::PathBuf;
use std::sync::Arc;

use crate::app::{AlignChoice, OpenTake, Outcome, Reframe, Session, TakeEdits, TakeId};
use crate::options::CompareMode;
use crate::review::notes::Review;
use crate::store::SavedComparison;

/// What was set on one take, and said of it.
#[derive(Clone, Debug, PartialEq)]
struct EditedTake {
    id: TakeId,
    edits: TakeEdits,
    review: Arc<Review>,
}

/// Everything that can be taken back.
#[derive(Clone, Debug, PartialEq)]
pub struct EditSnapshot {
    /// In the order of the list.
    takes: Vec<EditedTake>,
    /// The takes that were closed by then, by their ids.
    closed: Vec<TakeId>,
    /// Numbers of frames, as the active take calls them.
    range: [Option<i64>; 2],
    solo: Option<TakeId>,
    align: AlignChoice,
}

/// What a session file keeps and somebody would miss. What is said of takes is kept beside them.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedEdits {
    takes: Vec<(Option<PathBuf>, TakeId, TakeEdits)>,
    range: [Option<i64>; 2],
    solo: Option<TakeId>,
    comparison: SavedComparison,
    /// The one that was chosen, while takes are compared: else whoever only looks at another take may change it.
    reference: Option<TakeId>,
}

impl Session {
    /// What somebody would miss who opens the session again.
    pub fn saved_edits(&self) -> SavedEdits {
        let takes = self.takes.iter();
        let is_comparing = self.compare_mode() != CompareMode::Off;
        SavedEdits {
            takes: takes.map(|open| (open.path.clone(), open.id, open.edits.saved())).collect(),
            range: self.range_of_numbers(),
            solo: self.takes.solo(),
            comparison: self.saved_comparison(),
            reference: self.compare.reference.filter(|_| is_comparing),
        }
    }

    /// How everything is that undo takes back.
    pub fn edits(&self) -> EditSnapshot {
        let edited = |open: &OpenTake| EditedTake {
            id: open.id,
            edits: open.edits.undoable(),
            review: open.review.kept.clone(),
        };
        EditSnapshot {
            takes: self.takes.iter().map(edited).collect(),
            closed: self.closed.ids(),
            range: self.range_of_numbers(),
            solo: self.takes.solo(),
            align: self.compare.align,
        }
    }

    /// Marks the takes whose colours, lines or objects differ from what they were.
    pub fn mark_unsaved(&mut self, before: &EditSnapshot, after: &EditSnapshot) {
        for now in &after.takes {
            let old = before.takes.iter().find(|old| old.id == now.id);
            if let Some(open) = self.takes.find_mut(now.id) {
                open.is_unsaved |= old.is_some_and(|old| old.edits.memory_differs(&now.edits));
            }
        }
    }

    /// Makes everything as it was after an edit, or before it. What others have said of takes meanwhile stays:
    /// there, only what the edit changed is changed.
    pub fn restore(
        &mut self,
        from: &EditSnapshot,
        edits: &EditSnapshot,
        out: &mut Outcome<'_>,
    ) -> Reframe {
        let reframe = self.restore_open(edits, out);
        for old in &edits.takes {
            // One whose file was left out of the list in another way is gone.
            let Some(open) = self.takes.find_mut(old.id) else {
                continue;
            };
            let now = open.edits.clone();
            open.edits.restore(&old.edits);
            open.is_unsaved |= now.memory_differs(&open.edits);
            let before = from.takes.iter().find(|take| take.id == old.id);
            let before = before.map(|take| &take.review);
            if let Some(before) = before.filter(|before| **before != old.review) {
                open.change_review(|review| {
                    review.apply_change(before, &old.review, self.reviewing.now)
                });
            }
        }
        self.takes.set_solo(edits.solo);
        self.compare.align = edits.align;
        self.rebuild_timeline();
        self.set_range_of_numbers(edits.range);
        reframe
    }

    /// Opens and closes takes as they were; those that came since then stay.
    fn restore_open(&mut self, edits: &EditSnapshot, out: &mut Outcome<'_>) -> Reframe {
        let mut reframe = Reframe::Keep;
        let mut set_reframe = |now: Reframe| {
            if now != Reframe::Keep {
                reframe = now;
            }
        };
        for id in &edits.closed {
            set_reframe(self.close(*id, out.moved_camera));
        }
        let listed: Vec<TakeId> = edits.takes.iter().map(|open| open.id).collect();
        for (at, id) in listed.iter().enumerate() {
            // Behind those that it stood behind.
            let above = self.takes.iter().rposition(|open| listed[..at].contains(&open.id));
            let place = above.map_or(0, |last| last + 1);
            set_reframe(self.reopen(*id, place, out));
        }
        reframe
    }
}
