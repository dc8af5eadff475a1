//! What of a review stands at frames, in one list: notes and events. All exports are made of it.

use serde_json::Value;

use super::added::Event;
use super::document::to_value;
use super::note::{Frames, Note, NoteKind};
use super::record::{Id, Stamp};
use super::review::Review;
use crate::review::checks::Finding;
use crate::take::Take;

#[derive(Clone, Copy, Debug)]
pub struct ReviewedTake<'a> {
    /// The path of its file, for people.
    pub file: &'a str,
    /// The take; of its motion no more is needed than how many frames there are and how long they last.
    pub take: &'a Take,
    pub review: &'a Review,
    /// What the checks find in it; `None` where nobody asks for that.
    pub findings: Option<&'a [Finding]>,
}

#[derive(Clone, Copy)]
pub enum Mark<'a> {
    Note(&'a Note),
    Event(&'a Event),
}

/// What an event is in place of the kind of a note.
pub(super) const EVENT: &str = "event";

/// What stands there of a finding, and of the rating of a take.
pub(super) const FINDING: &str = "finding";
pub(super) const RATING: &str = "rating";

impl<'a> ReviewedTake<'a> {
    /// Notes and events in the order of frames.
    pub fn marks(&self) -> Vec<Mark<'a>> {
        let Review { notes, events, .. } = self.review;
        let mut marks: Vec<Mark<'a>> =
            notes.iter().map(Mark::Note).chain(events.iter().map(Mark::Event)).collect();
        marks.sort_by_key(|mark| (mark.frames().first, mark.frames().last));
        marks
    }

    /// The findings that are asked for.
    pub(super) fn findings(&self) -> &'a [Finding] {
        self.findings.unwrap_or_default()
    }

    /// What the file calls a frame; its index where the file calls it nothing.
    pub(super) fn number(&self, frame: usize) -> i64 {
        self.take.number(frame).unwrap_or(i64::try_from(frame).unwrap_or(i64::MAX))
    }

    /// When a frame is, in seconds from the first one.
    pub(super) fn seconds(&self, frame: usize) -> f64 {
        frame as f64 * self.take.motion.frame_time()
    }

    pub(super) fn file_name(&self) -> &'a str {
        self.file.rsplit(['/', std::path::MAIN_SEPARATOR]).next().unwrap_or(self.file)
    }
}

impl<'a> Mark<'a> {
    pub fn frames(self) -> Frames {
        match self {
            Self::Note(note) => note.frames,
            Self::Event(event) => Frames::single(event.frame),
        }
    }

    pub fn joint(self) -> Option<&'a str> {
        match self {
            Self::Note(note) => note.joint.as_deref(),
            Self::Event(event) => event.joint.as_deref(),
        }
    }

    pub fn word(self) -> &'static str {
        self.kind().map_or(EVENT, NoteKind::word)
    }

    /// The kind of a note; `None` for an event.
    pub fn kind(self) -> Option<NoteKind> {
        match self {
            Self::Note(note) => Some(note.kind),
            Self::Event(_) => None,
        }
    }

    /// Whether a note is `open` or `done`; nothing for an event.
    pub fn status(self) -> &'static str {
        match self {
            Self::Note(note) if note.done => "done",
            Self::Note(_) => "open",
            Self::Event(_) => "",
        }
    }

    /// What it says; the name of an event.
    pub fn text(self) -> &'a str {
        match self {
            // Whoever types may end with an empty line.
            Self::Note(note) => note.text.trim_end(),
            Self::Event(event) => &event.name,
        }
    }

    pub fn stamp(self) -> &'a Stamp {
        match self {
            Self::Note(note) => &note.stamp,
            Self::Event(event) => &event.stamp,
        }
    }

    pub fn id(self) -> Id {
        match self {
            Self::Note(note) => note.id,
            Self::Event(event) => event.id,
        }
    }

    /// As the file of the review has it.
    pub(super) fn value(self) -> Value {
        match self {
            Self::Note(note) => to_value(note),
            Self::Event(event) => to_value(event),
        }
    }

    /// The first line of its text; the label of its kind where that is empty.
    pub fn title(self) -> &'a str {
        let line = self.text().lines().map(str::trim).find(|line| !line.is_empty());
        line.unwrap_or(self.kind().map_or("Event", NoteKind::label))
    }
}

/// The colour of a kind, or of an event, in editing programs.
#[derive(Clone, Copy)]
pub(super) struct MarkerColour {
    pub kind: Option<NoteKind>,
    pub otio: &'static str,
    pub resolve: &'static str,
}

/// One colour for each kind, and one for events.
const COLOURS: [MarkerColour; 5] = [
    MarkerColour { kind: Some(NoteKind::Fault), otio: "RED", resolve: "Red" },
    MarkerColour { kind: Some(NoteKind::Question), otio: "YELLOW", resolve: "Yellow" },
    MarkerColour { kind: Some(NoteKind::Good), otio: "GREEN", resolve: "Green" },
    MarkerColour { kind: Some(NoteKind::ToDo), otio: "BLUE", resolve: "Blue" },
    MarkerColour { kind: None, otio: "PURPLE", resolve: "Purple" },
];

impl MarkerColour {
    /// That of findings: machines have found them, and nobody has looked yet.
    pub const FINDING: Self = Self { kind: None, otio: "PINK", resolve: "Pink" };
    /// That of the rating of a take.
    pub const RATING: Self = Self { kind: None, otio: "CYAN", resolve: "Cyan" };

    /// The colour of a kind; without one, of events.
    pub fn for_kind(kind: Option<NoteKind>) -> &'static Self {
        COLOURS.iter().find(|colour| colour.kind == kind).unwrap_or(&COLOURS[0])
    }

    /// The kind that a colour of OpenTimelineIO stands for, by the nearest of those that are written. No colour
    /// says that it is an event.
    pub fn kind_for(otio: &str) -> NoteKind {
        match otio.to_ascii_uppercase().as_str() {
            "RED" | "ORANGE" | "PINK" | "MAGENTA" => NoteKind::Fault,
            "YELLOW" => NoteKind::Question,
            "GREEN" => NoteKind::Good,
            _ => NoteKind::ToDo,
        }
    }
}
