//! What of a review stands at frames, in one list: notes and events. All exports are made of it.

use super::added::Event;
use super::id::Id;
use super::note::{Frames, Kind, Note};
use super::record::Stamp;
use super::review::Review;
use crate::take::Take;

/// A take with its review, to be exported.
#[derive(Clone, Copy, Debug)]
pub struct Reviewed<'a> {
    /// The path of its file, for people.
    pub file: &'a str,
    /// The take; of its motion no more is needed than how many frames there are and how long they last.
    pub take: &'a Take,
    /// Its review.
    pub review: &'a Review,
}

/// A note or an event.
#[derive(Clone, Copy)]
pub enum Mark<'a> {
    /// A note.
    Note(&'a Note),
    /// An event.
    Event(&'a Event),
}

/// What an event is in place of the kind of a note.
pub(super) const EVENT: &str = "event";

impl<'a> Reviewed<'a> {
    /// Notes and events in the order of frames.
    pub fn marks(&self) -> Vec<Mark<'a>> {
        let notes = self.review.notes.iter().map(Mark::Note);
        let mut marks: Vec<Mark<'a>> =
            notes.chain(self.review.events.iter().map(Mark::Event)).collect();
        marks.sort_by_key(|mark| (mark.frames().first, mark.frames().last));
        marks
    }

    /// What the file calls a frame; its place from 0 where the file calls it nothing.
    pub(super) fn number(&self, frame: usize) -> i64 {
        let place = i64::try_from(frame).unwrap_or(i64::MAX);
        self.take.number(frame).unwrap_or(place)
    }

    /// When a frame is, in seconds from the first one.
    pub(super) fn seconds(&self, frame: usize) -> f64 {
        frame as f64 * self.take.motion.frame_time()
    }

    /// The name of the file without its folder.
    pub(super) fn file_name(&self) -> &'a str {
        let name = self.file.rsplit(['/', std::path::MAIN_SEPARATOR]).next();
        name.unwrap_or(self.file)
    }
}

impl<'a> Mark<'a> {
    /// The frames that it is on.
    pub fn frames(self) -> Frames {
        match self {
            Self::Note(note) => note.frames,
            Self::Event(event) => Frames::at(event.frame),
        }
    }

    /// The joint or marker that it is about, by name.
    pub fn joint(self) -> Option<&'a str> {
        match self {
            Self::Note(note) => note.joint.as_deref(),
            Self::Event(event) => event.joint.as_deref(),
        }
    }

    /// The word of its kind.
    pub fn word(self) -> &'static str {
        self.kind().map_or(EVENT, Kind::word)
    }

    /// The kind of a note; `None` for an event.
    pub fn kind(self) -> Option<Kind> {
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

    /// Who made it, and when.
    pub fn stamp(self) -> &'a Stamp {
        match self {
            Self::Note(note) => &note.stamp,
            Self::Event(event) => &event.stamp,
        }
    }

    /// Its id.
    pub fn id(self) -> Id {
        match self {
            Self::Note(note) => note.id,
            Self::Event(event) => event.id,
        }
    }

    /// The first line of its text; the label of its kind where that is empty.
    pub fn title(self) -> &'a str {
        let line = self.text().lines().map(str::trim).find(|line| !line.is_empty());
        line.unwrap_or(self.kind().map_or("Event", Kind::label))
    }
}

/// The colour of a kind, or of an event, in editing programs.
pub(super) struct Colour {
    pub kind: Option<Kind>,
    /// In OpenTimelineIO.
    pub otio: &'static str,
    /// In DaVinci Resolve.
    pub resolve: &'static str,
}

/// One colour for each kind, and one for events.
const COLOURS: [Colour; 5] = [
    Colour { kind: Some(Kind::Fault), otio: "RED", resolve: "Red" },
    Colour { kind: Some(Kind::Question), otio: "YELLOW", resolve: "Yellow" },
    Colour { kind: Some(Kind::Good), otio: "GREEN", resolve: "Green" },
    Colour { kind: Some(Kind::ToDo), otio: "BLUE", resolve: "Blue" },
    Colour { kind: None, otio: "PURPLE", resolve: "Purple" },
];

impl Colour {
    /// The colour of a kind; without one, of events.
    pub fn of(kind: Option<Kind>) -> &'static Self {
        let found = COLOURS.iter().find(|colour| colour.kind == kind);
        found.unwrap_or(&COLOURS[0])
    }

    /// The kind that a colour of OpenTimelineIO stands for, by the nearest of those that are written. No colour
    /// says that it is an event.
    pub fn kind_of(otio: &str) -> Kind {
        match otio.to_ascii_uppercase().as_str() {
            "RED" | "ORANGE" | "PINK" | "MAGENTA" => Kind::Fault,
            "YELLOW" => Kind::Question,
            "GREEN" => Kind::Good,
            _ => Kind::ToDo,
        }
    }
}
