//! What a reviewer works with: their name, what new notes are like, what is drawn with, and what is still to be saved of
//! closed takes.

use std::path::PathBuf;
use std::sync::Arc;

use crate::app::ids::TakeId;
use crate::app::notes::command::DrawTool;
use crate::review::notes::{NoteKind, Review, Time};
use crate::scene::Rgba;

/// The colours to draw in: they stand out from figures and from both themes' view.
pub const DRAW_COLOURS: [Rgba; 4] = [
    [0xff, 0xc8, 0x57, 0xff],
    [0xff, 0x5c, 0x5c, 0xff],
    [0x4f, 0xbf, 0x7f, 0xff],
    [0x5a, 0xa9, 0xff, 0xff],
];

#[derive(Clone, Debug)]
pub struct UnsavedReview {
    pub id: TakeId,
    pub path: PathBuf,
    pub review: Arc<Review>,
    /// Whether a file that a newer program has written is replaced.
    pub replaces_newer: bool,
}

/// What holds for whatever a reviewer adds to takes.
pub struct Reviewing {
    /// Who reviews.
    pub author: String,
    /// The time now, as far as the session knows.
    pub now: Time,
    /// What is drawn with on the view; `None` while nothing is.
    pub draws: Option<DrawTool>,
    pub draw_colour: Rgba,
    pub is_typing: bool,
    /// What new notes are for: what the last one was.
    pub note_kind: NoteKind,
    /// What the event that was named last is called.
    pub event_name: Option<String>,
    /// What is still to be saved of takes that have left the list.
    pub(crate) leaving: Vec<UnsavedReview>,
}

impl Default for Reviewing {
    fn default() -> Self {
        Self {
            author: String::new(),
            now: Time::default(),
            draws: None,
            draw_colour: DRAW_COLOURS[0],
            is_typing: false,
            note_kind: NoteKind::Fault,
            event_name: None,
            leaving: Vec::new(),
        }
    }
}
