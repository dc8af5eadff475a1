//! The undo and redo commands, and the kinds of edit that can be undone.

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
    /// Which takes are open.
    Close,
    /// Which takes show.
    Shown,
    /// When takes begin.
    Offset,
}
