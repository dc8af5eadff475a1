//! The snapshot that undo restores: colours, offsets, in and out points, visibility, connections, closing.

use super::{Outcome, Reframe, Session};
use crate::app::ids::TakeId;
use crate::scene::{Rgba, Scheme};
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
    shows: bool,
    offset: f64,
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
}

impl Session {
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
                    shows: open.shows,
                    offset: open.offset,
                })
                .collect(),
            closed: self.closed.ids(),
            range: [
                number(self.playback.range_in()),
                number(self.playback.range_out()),
            ],
            solo: self.takes.solo(),
        }
    }

    /// Takes note of the takes whose colours or lines differ from what they were.
    pub fn note_unsaved(&mut self, before: &EditSnapshot, after: &EditSnapshot) {
        for now in &after.takes {
            let old = before.takes.iter().find(|old| old.id == now.id);
            let differs = |old: &TakeEdits| {
                old.picked != now.picked || old.scheme != now.scheme || old.lines != now.lines
            };
            if let Some(open) = self.takes.find_mut(now.id) {
                open.is_unsaved |= old.is_some_and(differs);
            }
        }
    }

    /// Makes everything as it was.
    pub fn restore(&mut self, edits: &EditSnapshot, out: &mut Outcome<'_>) -> Reframe {
        let reframe = self.restore_open(edits, out);
        for old in &edits.takes {
            // One whose file was left out of the list in another way is gone.
            let Some(open) = self.takes.find_mut(old.id) else {
                continue;
            };
            if open.picked.len() == old.picked.len() && open.hidden.len() == old.hidden.len() {
                open.is_unsaved |= open.picked != old.picked || open.lines != old.lines;
                open.picked.clone_from(&old.picked);
                open.hidden.clone_from(&old.hidden);
                open.lines.clone_from(&old.lines);
            }
            open.is_unsaved |= open.scheme != old.scheme;
            open.scheme = old.scheme;
            open.colour = old.colour;
            open.shows = old.shows;
            open.offset = old.offset;
        }
        self.takes.set_solo(edits.solo);
        self.rebuild_timeline();
        let frame = |number: Option<i64>| number.map(|number| self.timeline.frame(number));
        let [first, last] = edits.range.map(frame);
        self.playback.set_range_in(None);
        self.playback.set_range_out(None);
        if first.is_some() {
            self.playback.set_range_in(first);
        }
        if last.is_some() {
            self.playback.set_range_out(last);
        }
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
            let above = self
                .takes
                .iter()
                .rposition(|open| listed[..at].contains(&open.id));
            let place = above.map_or(0, |last| last + 1);
            note(self.reopen(*id, place, out));
        }
        reframe
    }
}
