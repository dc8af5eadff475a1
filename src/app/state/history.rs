//! Undo and redo: of colours, offsets, ranges, visibility, lines, and of closing takes.

use std::mem::{Discriminant, discriminant};

use super::State;
use crate::app::command::Command;
use crate::scene::{Rgba, Scheme};
use crate::take::NodeId;

/// So many changes can be taken back.
const MOST: usize = 200;

/// What one take looked like.
#[derive(Clone, Debug, PartialEq)]
struct TakeEdits {
    id: u64,
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
pub(super) struct Edits {
    /// In the order of the list.
    takes: Vec<TakeEdits>,
    /// The takes that were closed by then, by their ids.
    closed: Vec<u64>,
    /// Numbers of frames, as the active take calls them.
    range: [Option<i64>; 2],
    solo: Option<u64>,
}

/// What was before each change, and after those that were taken back.
#[derive(Clone, Debug, Default)]
pub struct History {
    done: Vec<Edits>,
    undone: Vec<Edits>,
    /// The kind of the last change, while the pointer that made it is still down.
    gesture: Option<Discriminant<Command>>,
    pointer_is_down: bool,
}

impl History {
    /// Whether there is something to take back.
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// Whether there is something to make again.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Takes note of the pointer: all changes of one kind that are made until it is let go are one.
    pub fn set_pointer_is_down(&mut self, down: bool) {
        self.pointer_is_down = down;
        if !down {
            self.gesture = None;
        }
    }

    /// Whether a gesture of the pointer may be under way.
    pub fn pointer_is_down(&self) -> bool {
        self.pointer_is_down
    }

    /// Takes note of how it was before a command, if that changed anything.
    pub(super) fn note(&mut self, command: Discriminant<Command>, before: Edits, after: &Edits) {
        if before == *after {
            return;
        }
        self.undone.clear();
        if self.gesture == Some(command) {
            return;
        }
        self.gesture = self.pointer_is_down.then_some(command);
        self.done.push(before);
        if self.done.len() > MOST {
            self.done.remove(0);
        }
    }
}

/// The kind of a command, where it is one that can be taken back.
pub(super) fn undoable(command: &Command) -> Option<Discriminant<Command>> {
    let is = matches!(
        command,
        Command::Colour { .. }
            | Command::ResetColours
            | Command::ResetParts(_)
            | Command::SetScheme(_)
            | Command::UsePalette(_)
            | Command::Show(..)
            | Command::ToggleLine
            | Command::ClearLines
            | Command::ShowTake(..)
            | Command::ShowAllTakes
            | Command::Solo(_)
            | Command::TakeColour(..)
            | Command::Offset(..)
            | Command::RangeIn(_)
            | Command::RangeOut(_)
            | Command::SetRange(_)
            | Command::ClearRange
            | Command::Close(_)
            | Command::CloseActive
    );
    is.then(|| discriminant(command))
}

impl State {
    pub(super) fn edits(&self) -> Edits {
        let number = |frame: Option<usize>| frame.map(|frame| self.timeline.number(frame));
        let takes = self.takes.iter();
        Edits {
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
            solo: self.solo,
        }
    }

    fn restore(&mut self, edits: &Edits) {
        self.restore_open(edits);
        for old in &edits.takes {
            let is_it = |open: &&mut super::OpenTake| open.id == old.id;
            // One whose file was left out of the list in another way is gone.
            let Some(open) = self.takes.iter_mut().find(is_it) else {
                continue;
            };
            if open.picked.len() == old.picked.len() && open.hidden.len() == old.hidden.len() {
                open.picked.clone_from(&old.picked);
                open.hidden.clone_from(&old.hidden);
                open.lines.clone_from(&old.lines);
            }
            open.scheme = old.scheme;
            open.colour = old.colour;
            open.shows = old.shows;
            open.offset = old.offset;
        }
        // Alone with a take that is gone, nothing would show.
        let is_open = |id: &u64| self.takes.iter().any(|open| open.id == *id);
        self.solo = edits.solo.filter(is_open);
        self.retime();
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
    }

    /// Opens and closes takes as they were; those that came since then stay.
    fn restore_open(&mut self, edits: &Edits) {
        while let Some(open) = self.takes.iter().position(|o| edits.closed.contains(&o.id)) {
            self.close(open);
        }
        let listed: Vec<u64> = edits.takes.iter().map(|open| open.id).collect();
        for (at, id) in listed.iter().enumerate() {
            // Behind those that it stood behind.
            let above = |open: &super::OpenTake| listed[..at].contains(&open.id);
            let place = self
                .takes
                .iter()
                .rposition(above)
                .map_or(0, |last| last + 1);
            self.reopen(*id, place);
        }
    }

    pub(super) fn undo(&mut self) {
        if let Some(before) = self.history.done.pop() {
            self.history.undone.push(self.edits());
            self.restore(&before);
        }
    }

    pub(super) fn redo(&mut self) {
        if let Some(after) = self.history.undone.pop() {
            self.history.done.push(self.edits());
            self.restore(&after);
        }
    }
}
