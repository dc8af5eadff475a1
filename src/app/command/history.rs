//! The undo and redo commands, and the kinds of edit that can be undone.

use crate::review::notes::Id;

/// Goes back and forth among the changes that were made.
#[derive(Clone, Debug, PartialEq)]
pub enum HistoryCommand {
    /// Takes the last change back.
    Undo,
    /// Makes a change again that was taken back.
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
    /// Which nodes are hidden.
    Visibility,
    /// Lines between markers.
    Connections,
    /// Objects on bones.
    Objects,
    /// Which measures are pinned.
    Measures,
    /// Which takes are open.
    Close,
    /// Which takes show.
    Shown,
    /// When takes begin.
    Offset,
    /// Notes.
    Notes,
    /// The text of a note or of an event.
    NoteText(Id),
    /// What is drawn with notes.
    Drawing,
    /// Events of one's own.
    Events,
    /// Stars and verdicts.
    Rating,
    /// What is not told of that checks find.
    Ignored,
    /// When feet stand.
    Contacts,
    /// How takes are brought to each other while they are compared.
    Alignment,
    /// Which joints of two skeletons belong together.
    Matches,
    /// Which video plays beside a take.
    Video,
    /// When it begins.
    VideoOffset,
}
