//! The commands of notes, drawings, events and ratings.

use std::path::PathBuf;

use crate::app::ids::TakeId;
use crate::review::notes::{Frames, Id, NoteKind, Stroke, StrokeShape, Verdict};
use crate::scene::Rgba;

/// What is done with the mouse on the view while something is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawTool {
    Draw(StrokeShape),
    /// Erases the strokes that it touches.
    Erase,
}

impl DrawTool {
    pub const ALL: [Self; 4] = [
        Self::Draw(StrokeShape::Freehand),
        Self::Draw(StrokeShape::Arrow),
        Self::Draw(StrokeShape::Circle),
        Self::Erase,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Draw(StrokeShape::Freehand) => "Freehand",
            Self::Draw(StrokeShape::Arrow) => "Arrow",
            Self::Draw(StrokeShape::Circle) => "Circle",
            Self::Erase => "Eraser",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotesFormat {
    /// A list of tasks.
    Markdown,
    Csv,
    Json,
    /// Markers on a clip.
    Otio,
    /// Markers for DaVinci Resolve.
    Edl,
}

impl NotesFormat {
    pub const ALL: [Self; 5] = [Self::Markdown, Self::Csv, Self::Json, Self::Otio, Self::Edl];

    pub fn name(self) -> &'static str {
        match self {
            Self::Markdown => "Markdown",
            Self::Csv => "CSV",
            Self::Json => "JSON",
            Self::Otio => "OpenTimelineIO",
            Self::Edl => "EDL for DaVinci Resolve",
        }
    }

    pub fn extension(self) -> &'static str {
        match self {
            Self::Markdown => "md",
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Otio => "otio",
            Self::Edl => "edl",
        }
    }
}

/// Changes what a reviewer has to say about the active take, and goes through it.
#[derive(Clone, Debug, PartialEq)]
pub enum NotesCommand {
    /// Puts a note at the frame, or at the in and out range; on the joint that is selected.
    Add,
    /// Exports what was said of all open takes, each as the file beside it that another Rushes merges.
    ExportReviews,
    /// Makes a note of a finding, by its place among all.
    AddOfFinding(usize),
    /// Makes a note of the finding that is looked at, else of the one on the frame.
    AddOfCurrent,
    /// The text of a note was left; one that was just added and says nothing goes with `discards`.
    EndText {
        id: Id,
        discards: bool,
    },
    /// Goes to the next note in the order of frames, or to the one before.
    Step(i64),
    /// Goes to a note: to its frame, with what was seen and selected when it was made.
    GoTo(Id),
    Leave,
    SetText(Id, String),
    SetKind(Id, NoteKind),
    /// Changes what the note that is looked at is for, and what those are for that are added from now on.
    SetKindOfCurrent(NoteKind),
    SetDone(Id, bool),
    SetFrames(Id, Frames),
    /// Lets a note be about the joint that is selected, or about none where none is.
    SetJoint(Id),
    /// Keeps the view as it is now with a note.
    SetView(Id),
    Remove(Id),
    /// Draws with this on the view, or ends drawing.
    DrawWith(Option<DrawTool>),
    /// Draws in this colour from now on.
    DrawIn(Rgba),
    /// Adds a stroke to the note that is looked at; to a new one where none is.
    Draw(Stroke),
    Erase(Id, usize),
    EraseAll(Id),
    /// Puts an event at the frame; of the name that the last one had.
    AddEvent,
    NameEvent(Id, String),
    RemoveEvent(Id),
    Copy,
    /// Writes notes and events to a file of another program.
    Export(NotesFormat),
    Import,
    /// Adds the notes in a file to a take.
    ImportFile(TakeId, PathBuf),
    /// Saves the notes of a take in place of a file that a newer program has written.
    ReplaceNewer(TakeId),
}

#[derive(Clone, Debug, PartialEq)]
pub enum RatingCommand {
    /// Gives the active take so many stars; 0 takes them away.
    Stars(u8),
    /// Circles, keeps or rejects the active take; takes that back where it is so already.
    Toggle(Verdict),
    Clear,
}
