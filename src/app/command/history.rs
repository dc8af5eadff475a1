//! The undo and redo commands, and the kinds of edit that can be undone.

use crate::review::notes::Id;

#[derive(Clone, Debug, PartialEq)]
pub enum HistoryCommand {
    Undo,
    Redo,
}

/// A kind of change that can be undone: all changes of one kind that a gesture makes are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditKind {
    /// In and out points.
    Range,
    /// Colours of bones and of whole takes.
    Colour,
    /// What gives bones their colours.
    Scheme,
    Visibility,
    /// Lines between markers.
    Connections,
    Objects,
    Measures,
    Close,
    Shown,
    Offset,
    Notes,
    NoteText(Id),
    Drawing,
    /// Events of one's own.
    Events,
    Rating,
    /// What is not told of that checks find.
    Ignored,
    /// When feet stand.
    Contacts,
    /// How takes are brought to each other while they are compared.
    Alignment,
    /// Which joints of two skeletons belong together.
    Matches,
    Video,
    VideoOffset,
}
