//! The undo history: a snapshot from before each edit, and from after each undone edit.

use crate::app::command::EditKind;
use crate::app::session::EditSnapshot;

/// So many changes can be taken back.
const MAX_CHANGES: usize = 200;

/// What was before each change, and after those that were taken back.
#[derive(Clone, Debug, Default)]
pub struct History {
    done: Vec<EditSnapshot>,
    undone: Vec<EditSnapshot>,
    /// The kind of the last change, while the pointer that made it is still down.
    gesture: Option<EditKind>,
    pointer_is_down: bool,
    is_typing: bool,
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
        if !down && !self.is_typing {
            self.gesture = None;
        }
    }

    /// Takes note of whether a field is typed into: all changes of one text until it is left are one.
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

    /// Takes note of how it was before a command, if that changed anything.
    pub(super) fn note(&mut self, edit: EditKind, before: EditSnapshot, after: &EditSnapshot) {
        if before == *after {
            return;
        }
        self.undone.clear();
        if self.gesture == Some(edit) {
            return;
        }
        let is_text = matches!(edit, EditKind::NoteText(_));
        let goes_on = if is_text {
            self.is_typing
        } else {
            self.pointer_is_down
        };
        self.gesture = goes_on.then_some(edit);
        self.done.push(before);
        if self.done.len() > MAX_CHANGES {
            self.done.remove(0);
        }
    }

    /// Takes the last change back: how it was before, where there is one.
    pub(super) fn undo(&mut self, now: EditSnapshot) -> Option<EditSnapshot> {
        let before = self.done.pop()?;
        self.undone.push(now);
        Some(before)
    }

    /// Makes the last change again that was taken back: how it was after.
    pub(super) fn redo(&mut self, now: EditSnapshot) -> Option<EditSnapshot> {
        let after = self.undone.pop()?;
        self.done.push(now);
        Some(after)
    }
}
