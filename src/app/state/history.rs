//! The undo history: snapshots from before and after each edit.

use crate::app::EditKind;
use crate::app::session::snapshot::EditSnapshot;

const MAX_CHANGES: usize = 200;

/// An edit, or the way back. What is said of takes is changed by what differs between
/// its ends, since others may have added to it meanwhile.
#[derive(Clone, Debug)]
pub struct Edit {
    pub from: EditSnapshot,
    pub to: EditSnapshot,
}

/// The changes that were made, and those that were taken back.
#[derive(Clone, Debug, Default)]
pub struct History {
    done: Vec<Edit>,
    undone: Vec<Edit>,
    /// The kind of the last change, while the pointer that made it is still down.
    gesture: Option<EditKind>,
    pointer_is_down: bool,
    is_typing: bool,
}

impl History {
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Records the pointer: all changes of one kind that are made until it is let go are one.
    pub fn set_pointer_is_down(&mut self, down: bool) {
        self.pointer_is_down = down;
        if !down && !self.is_typing {
            self.gesture = None;
        }
    }

    /// Records whether a field is typed into: all changes of one text until it is left are one.
    pub fn set_is_typing(&mut self, typing: bool) {
        self.is_typing = typing;
        if !typing && !self.pointer_is_down {
            self.gesture = None;
        }
    }

    /// Whether a gesture of the pointer may be under way.
    pub fn pointer_is_down(&self) -> bool {
        self.pointer_is_down
    }

    /// What changes from now on is an edit of its own: others have added something, which no edit takes back.
    pub(crate) fn end_gesture(&mut self) {
        self.gesture = None;
    }

    /// Records how it was before a command, if that changed anything.
    pub(crate) fn record(&mut self, edit: EditKind, before: EditSnapshot, after: &EditSnapshot) {
        if before == *after {
            return;
        }
        self.undone.clear();
        if self.gesture == Some(edit)
            && let Some(last) = self.done.last_mut()
        {
            last.to.clone_from(after);
            return;
        }
        let is_text = matches!(edit, EditKind::NoteText(_));
        let is_ongoing = if is_text { self.is_typing } else { self.pointer_is_down };
        self.gesture = is_ongoing.then_some(edit);
        self.done.push(Edit { from: before, to: after.clone() });
        if self.done.len() > MAX_CHANGES {
            self.done.remove(0);
        }
    }

    /// Records what takes an edit back, as far as it did: of both, nothing is left where the last edit
    /// was that one.
    pub(crate) fn take_back(&mut self, edit: EditKind, before: EditSnapshot, after: &EditSnapshot) {
        let is_last = |last: &mut Edit| last.to == before && last.from == *after;
        if before == *after || self.done.pop_if(is_last).is_none() {
            self.record(edit, before, after);
        }
    }

    /// Takes the last change back: the way from how it was after to how it was before, where there is one.
    pub(crate) fn undo(&mut self) -> Option<Edit> {
        let edit = self.done.pop()?;
        self.undone.push(edit.clone());
        Some(Edit { from: edit.to, to: edit.from })
    }

    /// Makes the last change again that was taken back.
    pub(crate) fn redo(&mut self) -> Option<Edit> {
        let edit = self.undone.pop()?;
        self.done.push(edit.clone());
        Some(edit)
    }
}
