//! A saved view: a camera under a number, to look at any take with.

use serde::{Deserialize, Serialize};

use crate::scene::{Camera, SavedCamera};

/// So many views can be saved.
pub const SAVED_VIEWS: usize = 9;

/// So many characters of a name are kept.
const MAX_NAME: usize = 64;

/// A view that was saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedView {
    /// Its number, from 1.
    pub number: usize,
    /// What it was named; empty where it is called by its number.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// What it is seen with.
    #[serde(flatten)]
    pub seen: SavedCamera,
}

impl SavedView {
    /// What it is called on the screen.
    pub fn title(&self) -> String {
        if self.name.is_empty() { format!("View {}", self.number) } else { self.name.clone() }
    }

    /// Names it; a name of nothing but blanks is none.
    pub fn rename(&mut self, name: &str) {
        self.name = name.trim().chars().take(MAX_NAME).collect();
    }

    /// The camera that sees it; `None` where its numbers make no view.
    pub fn camera(&self) -> Option<Camera> {
        self.seen.camera()
    }

    /// Whether it can be shown: a number there is, and a view.
    pub fn is_sound(&self) -> bool {
        (1..=SAVED_VIEWS).contains(&self.number) && self.camera().is_some()
    }
}
