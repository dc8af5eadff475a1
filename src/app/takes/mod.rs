//! The list of open takes: which of them is active, which show, and in which order they stand.

pub(crate) mod apply;
pub(crate) mod closed_takes;
pub(crate) mod command;
pub(crate) mod edits;
pub(crate) mod events_and_gaps;
pub(crate) mod open_take;
pub(crate) mod panel;
pub(crate) mod take_colours;
pub(crate) mod take_tab;

use std::ops::Deref;
use std::path::Path;

use crate::app::{OpenTake, TakeId};

/// The open takes. One of them is active, as long as there is any.
#[derive(Clone, Default)]
pub struct Takes {
    list: Vec<OpenTake>,
    /// Within the list, where there is one.
    active: usize,
    /// Is open.
    solo: Option<TakeId>,
}

impl Deref for Takes {
    type Target = [OpenTake];

    fn deref(&self) -> &[OpenTake] {
        &self.list
    }
}

impl Takes {
    /// The one that panels and timeline are about.
    pub fn active(&self) -> Option<&OpenTake> {
        self.list.get(self.active)
    }

    pub fn active_mut(&mut self) -> Option<&mut OpenTake> {
        self.list.get_mut(self.active)
    }

    pub fn active_id(&self) -> Option<TakeId> {
        self.active().map(|open| open.id)
    }

    pub fn is_active(&self, id: TakeId) -> bool {
        self.active_id() == Some(id)
    }

    /// The place of the active take in the list; 0 where none is open.
    pub fn active_place(&self) -> usize {
        self.active
    }

    /// Where a take stands in the list.
    pub fn place_of(&self, id: TakeId) -> Option<usize> {
        self.list.iter().position(|open| open.id == id)
    }

    pub fn find(&self, id: TakeId) -> Option<&OpenTake> {
        self.list.iter().find(|open| open.id == id)
    }

    /// The take of a file, where it is open.
    pub fn of_file(&self, path: &Path) -> Option<&OpenTake> {
        self.list.iter().find(|open| open.path.as_deref() == Some(path))
    }

    pub fn find_mut(&mut self, id: TakeId) -> Option<&mut OpenTake> {
        self.list.iter_mut().find(|open| open.id == id)
    }

    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, OpenTake> {
        self.list.iter_mut()
    }

    /// The take that shows alone.
    pub fn solo(&self) -> Option<TakeId> {
        self.solo
    }

    /// Lets one take show alone; `None`, and one that is not open, lets all show again.
    pub fn set_solo(&mut self, id: Option<TakeId>) {
        self.solo = id.filter(|id| self.place_of(*id).is_some());
    }

    pub fn is_shown(&self, open: &OpenTake) -> bool {
        match self.solo {
            Some(id) => open.id == id,
            None => open.edits.shows,
        }
    }

    pub fn shown(&self) -> impl Iterator<Item = &OpenTake> {
        self.list.iter().filter(|open| self.is_shown(open))
    }

    pub fn hidden_count(&self) -> usize {
        self.list.len() - self.shown().count()
    }

    /// Makes a take the active one, and tells whether it was not.
    pub fn activate(&mut self, id: TakeId) -> bool {
        let place = self.place_of(id).filter(|place| *place != self.active);
        self.active = place.unwrap_or(self.active);
        place.is_some()
    }

    /// Puts a take into the list; the active one stays so.
    pub fn insert(&mut self, place: usize, open: OpenTake) {
        let had_any = !self.list.is_empty();
        self.list.insert(place.min(self.list.len()), open);
        self.active += usize::from(had_any && place <= self.active);
    }

    pub fn push(&mut self, open: OpenTake) {
        self.list.push(open);
    }

    /// Takes a take out of the list. Where it was active, the one before it is.
    pub fn remove(&mut self, id: TakeId) -> Option<OpenTake> {
        let place = self.place_of(id)?;
        let closed = self.list.remove(place);
        if self.solo == Some(id) {
            self.solo = None;
        }
        if place < self.active || self.active >= self.list.len() {
            self.active = self.active.saturating_sub(1);
        }
        Some(closed)
    }

    /// Puts a take in the place of another one, which comes back.
    pub fn replace(&mut self, id: TakeId, open: OpenTake) -> Option<OpenTake> {
        let place = self.place_of(id)?;
        if self.solo == Some(id) {
            self.solo = Some(open.id);
        }
        Some(std::mem::replace(&mut self.list[place], open))
    }

    /// Moves a take to another place in the list; the active one stays so.
    pub fn move_to(&mut self, id: TakeId, to: usize) {
        let Some(from) = self.place_of(id).filter(|_| to < self.list.len()) else {
            return;
        };
        let active = self.active_id();
        let moved = self.list.remove(from);
        self.list.insert(to, moved);
        self.active = active.and_then(|id| self.place_of(id)).unwrap_or(0);
    }
}
