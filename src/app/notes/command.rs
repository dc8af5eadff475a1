//! The commands of notes, drawings, events and ratings.

use std::path::PathBuf;

use crate::app::ids::TakeId;
use crate::review::notes::{Frames, Id, Kind, Stroke, StrokeShape, Verdict};
use crate::scene::Rgba;

/// What is done with the mouse on the view while something is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawTool {
    /// It draws this.
    Draw(StrokeShape),
    /// It erases the strokes that it touches.
    Erase,
}

impl DrawTool {
    /// Every tool.
    pub const ALL: [Self; 4] = [
        Self::Draw(StrokeShape::Freehand),
        Self::Draw(StrokeShape::Arrow),
        Self::Draw(StrokeShape::Circle),
        Self::Erase,
    ];

    /// The name on screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Draw(StrokeShape::Freehand) => "Freehand",
            Self::Draw(StrokeShape::Arrow) => "Arrow",
            Self::Draw(StrokeShape::Circle) => "Circle",
            Self::Erase => "Eraser",
        }
    }
}

/// A format that notes are exported in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotesFormat {
    /// A list of tasks.
    Markdown,
    /// A row for each note.
    Csv,
    /// Markers on a clip.
    Otio,
    /// Markers for DaVinci Resolve.
    Edl,
}

impl NotesFormat {
    /// Every format.
    pub const ALL: [Self; 4] = [Self::Markdown, Self::Csv, Self::Otio, Self::Edl];

    /// The name on screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Markdown => "Markdown",
            Self::Csv => "CSV",
            Self::Otio => "OpenTimelineIO",
            Self::Edl => "EDL for DaVinci Resolve",
        }
    }

    /// The extension of its files.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Markdown => "md",
            Self::Csv => "csv",
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
    /// Makes a note of a finding, by its place among all.
    AddOfFinding(usize),
    /// Makes a note of the finding that is looked at, else of the one on the frame.
    AddOfCurrent,
    /// The text of a note was left; one that was just added and says nothing goes with `discards`.
    EndText {
        /// The note.
        id: Id,
        /// Whether it goes.
        discards: bool,
    },
    /// Goes to the next note in the order of frames, or to the one before.
    Step(i64),
    /// Goes to a note: to its frame, with what was seen and selected when it was made.
    GoTo(Id),
    /// Looks at no note any longer.
    Leave,
    /// Changes what a note says.
    SetText(Id, String),
    /// Changes what a note is for.
    SetKind(Id, Kind),
    /// Changes what the note that is looked at is for, and what those are for that are added from now on.
    SetKindOfCurrent(Kind),
    /// Sets whether a note is done.
    SetDone(Id, bool),
    /// Moves a note to other frames.
    SetFrames(Id, Frames),
    /// Lets a note be about the joint that is selected, or about none where none is.
    SetJoint(Id),
    /// Keeps the view as it is now with a note.
    SetView(Id),
    /// Removes a note.
    Remove(Id),
    /// Draws with this on the view, or ends drawing.
    DrawWith(Option<DrawTool>),
    /// Draws in this colour from now on.
    DrawIn(Rgba),
    /// Adds a stroke to the note that is looked at; to a new one where none is.
    Draw(Stroke),
    /// Erases the stroke of a note at this place.
    Erase(Id, usize),
    /// Erases all strokes of a note.
    EraseAll(Id),
    /// Puts an event at the frame; of the name that the last one had.
    AddEvent,
    /// Names an event.
    NameEvent(Id, String),
    /// Removes an event.
    RemoveEvent(Id),
    /// Puts the notes on the clipboard, as Markdown.
    Copy,
    /// Writes notes and events to a file of another program.
    Export(NotesFormat),
    /// Asks for notes of another program, to be added.
    Import,
    /// Adds the notes in a file to a take.
    ImportFile(TakeId, PathBuf),
    /// Saves the notes of a take in place of a file that a newer program has written.
    ReplaceNewer(TakeId),
}

/// Rates a take.
#[derive(Clone, Debug, PartialEq)]
pub enum RatingCommand {
    /// Gives the active take so many stars; 0 takes them away.
    Stars(u8),
    /// Circles, keeps or rejects the active take; takes that back where it is so already.
    Toggle(Verdict),
    /// Takes stars and verdict away from the active take.
    Clear,
}
