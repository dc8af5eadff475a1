//! The snapshot that undo restores: colours, offsets, in and out points, visibility, connections, objects,
//! measures, closing.

use std::path::PathBuf;
use std::sync::Arc;

use crate::app::compare::AlignChoice;
use crate::app::ids::TakeId;
use crate::app::session::{Outcome, Reframe, Session};
use crate::files::OpenOptions;
use crate::review::measure::JointMeasure;
use crate::review::notes::Review;
use crate::scene::{AttachedObject, Placement, Rgba, Scheme};
use crate::store::JointMatches;
use crate::take::NodeId;

/// What one take looked like.
#[derive(Clone, Debug, PartialEq)]
struct TakeEdits {
    id: TakeId,
    picked: Vec<Option<Rgba>>,
    scheme: Scheme,
    colour: Option<Rgba>,
    hidden: Vec<bool>,
    lines: Vec<[NodeId; 2]>,
    objects: Vec<AttachedObject>,
    matches: JointMatches,
    measures: Vec<JointMeasure>,
    shows: bool,
    offset: f64,
    review: Arc<Review>,
}

/// Everything that can be taken back.
#[derive(Clone, Debug, PartialEq)]
pub struct EditSnapshot {
    /// In the order of the list.
    takes: Vec<TakeEdits>,
    /// The takes that were closed by then, by their ids.
    closed: Vec<TakeId>,
    /// Numbers of frames, as the active take calls them.
    range: [Option<i64>; 2],
    solo: Option<TakeId>,
    align: AlignChoice,
}

/// What a session file keeps and somebody would miss: all that undo takes back, how takes are read and
/// placed.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedEdits {
    edits: EditSnapshot,
    read: Vec<(Option<PathBuf>, OpenOptions, Placement)>,
}

impl Session {
    /// What somebody would miss who opens the session again.
    pub fn saved_edits(&self) -> SavedEdits {
        let mut edits = self.edits();
        // Which takes were open once is in no file.
        edits.closed.clear();
        // What is said of takes is kept beside them.
        for take in &mut edits.takes {
            take.review = Arc::default();
            // Measures are pinned for as long as a window is open.
            take.measures.clear();
        }
        edits.align = AlignChoice::default();
        let takes = self.takes.iter();
        let read = takes.map(|open| (open.path.clone(), open.open_options.clone(), open.placement));
        SavedEdits { edits, read: read.collect() }
    }

    /// How everything is that undo takes back.
    pub fn edits(&self) -> EditSnapshot {
        let number = |frame: Option<usize>| frame.map(|frame| self.timeline.number(frame));
        let takes = self.takes.iter();
        EditSnapshot {
            takes: takes
                .map(|open| TakeEdits {
                    id: open.id,
                    picked: open.picked.clone(),
                    scheme: open.scheme,
                    colour: open.colour,
                    hidden: open.hidden.clone(),
                    lines: open.lines.clone(),
                    objects: open.objects.clone(),
                    matches: open.matches.clone(),
                    measures: open.measures.clone(),
                    shows: open.shows,
                    offset: open.offset,
                    review: open.review.kept.clone(),
                })
                .collect(),
            closed: self.closed.ids(),
            range: [number(self.playback.range_in()), number(self.playback.range_out())],
            solo: self.takes.solo(),
            align: self.compare.align,
        }
    }

    /// Takes note of the takes whose colours, lines or objects differ from what they were.
    pub fn note_unsaved(&mut self, before: &EditSnapshot, after: &EditSnapshot) {
        for now in &after.takes {
            let old = before.takes.iter().find(|old| old.id == now.id);
            let differs = |old: &TakeEdits| {
                old.picked != now.picked
                    || old.scheme != now.scheme
                    || old.lines != now.lines
                    || old.objects != now.objects
                    || old.matches != now.matches
            };
            if let Some(open) = self.takes.find_mut(now.id) {
                open.is_unsaved |= old.is_some_and(differs);
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
            if open.picked.len() == old.picked.len() && open.hidden.len() == old.hidden.len() {
                open.is_unsaved |= open.picked != old.picked
                    || open.lines != old.lines
                    || open.objects != old.objects;
                open.picked.clone_from(&old.picked);
                open.hidden.clone_from(&old.hidden);
                open.lines.clone_from(&old.lines);
                open.set_objects(old.objects.clone());
                open.measures.clone_from(&old.measures);
            }
            open.is_unsaved |= open.scheme != old.scheme || open.matches != old.matches;
            open.matches.clone_from(&old.matches);
            open.scheme = old.scheme;
            open.colour = old.colour;
            open.shows = old.shows;
            open.offset = old.offset;
            let before = from.takes.iter().find(|take| take.id == old.id);
            let before = before.map(|take| &take.review);
            if let Some(before) = before.filter(|before| **before != old.review) {
                open.change_review(|review| review.apply_change(before, &old.review, self.now));
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
        let mut note = |now: Reframe| {
            if now != Reframe::Keep {
                reframe = now;
            }
        };
        for id in &edits.closed {
            note(self.close(*id, out.moved_camera));
        }
        let listed: Vec<TakeId> = edits.takes.iter().map(|open| open.id).collect();
        for (at, id) in listed.iter().enumerate() {
            // Behind those that it stood behind.
            let above = self.takes.iter().rposition(|open| listed[..at].contains(&open.id));
            let place = above.map_or(0, |last| last + 1);
            note(self.reopen(*id, place, out));
        }
        reframe
    }
}
