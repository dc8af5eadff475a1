//! A note: what somebody has to say about frames of a take, and what is drawn on the view with it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::record::{Id, Stamp, UnknownKeys, record};
use super::time::Time;
use crate::scene::{Rgba, SavedCamera, ThemeColours, colour_text, parse_colour};

/// Frames from a first to a last one, which count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "[usize; 2]", into = "[usize; 2]")]
pub struct Frames {
    pub first: usize,
    /// The last; the first again for a single frame.
    pub last: usize,
}

impl Frames {
    pub fn single(frame: usize) -> Self {
        Self::from([frame; 2])
    }

    pub fn contains(self, frame: usize) -> bool {
        (self.first..=self.last).contains(&frame)
    }

    pub fn overlaps(self, other: Self) -> bool {
        self.first <= other.last && other.first <= self.last
    }

    /// How many they are; at least 1.
    pub fn count(self) -> usize {
        (self.last - self.first).saturating_add(1)
    }
}

impl From<[usize; 2]> for Frames {
    /// Of two ends in whatever order.
    fn from([a, b]: [usize; 2]) -> Self {
        Self { first: a.min(b), last: a.max(b) }
    }
}

impl From<Frames> for [usize; 2] {
    fn from(frames: Frames) -> Self {
        [frames.first, frames.last]
    }
}

/// What a note is for.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum NoteKind {
    /// Something is wrong.
    Fault,
    /// Somebody has to answer.
    Question,
    /// Something is as it should be.
    Good,
    /// Something is to be done.
    #[default]
    ToDo,
}

impl NoteKind {
    pub const ALL: [Self; 4] = [Self::Fault, Self::Question, Self::Good, Self::ToDo];

    /// The word for it in files and on the command line, which never changes.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Fault => "fault",
            Self::Question => "question",
            Self::Good => "good",
            Self::ToDo => "to-do",
        }
    }

    /// Its colour, wherever notes are shown: of the same name as in lists for editors.
    pub fn colour(self, colours: &ThemeColours) -> Rgba {
        match self {
            Self::Fault => colours.fault,
            Self::Question => colours.question,
            Self::Good => colours.good,
            Self::ToDo => colours.to_do,
        }
    }

    pub const fn label(self) -> &'static str {
        match self {
            Self::Fault => "Fault",
            Self::Question => "Question",
            Self::Good => "Good",
            Self::ToDo => "To do",
        }
    }

    /// The kind of a word, in whatever case; `to do` and `todo` are known as well.
    pub fn from_word(word: &str) -> Option<Self> {
        let word = word.trim().to_ascii_lowercase();
        match word.as_str() {
            "to do" | "todo" => Some(Self::ToDo),
            _ => Self::ALL.into_iter().find(|kind| kind.word() == word),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NoteCamera {
    #[serde(flatten)]
    pub saved: SavedCamera,
    #[serde(flatten)]
    pub other: UnknownKeys,
}

impl From<SavedCamera> for NoteCamera {
    fn from(saved: SavedCamera) -> Self {
        Self { saved, other: UnknownKeys::new() }
    }
}

/// What the view showed when a note was made, for going back to it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NoteView {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub camera: Option<NoteCamera>,
    /// The names of the takes that showed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub takes: Vec<String>,
    /// The names of the joints that were selected.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub selection: Vec<String>,
    #[serde(flatten)]
    pub other: UnknownKeys,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Note {
    pub id: Id,
    pub frames: Frames,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joint: Option<String>,
    #[serde(default)]
    pub kind: NoteKind,
    /// Whether nothing is left to do about it.
    #[serde(default)]
    pub done: bool,
    /// What it says; lines end with `\n`.
    #[serde(default)]
    pub text: String,
    #[serde(flatten)]
    pub stamp: Stamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<NoteView>,
    /// What is drawn on the view, in the order of drawing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawing: Vec<Stroke>,
    #[serde(flatten)]
    pub other: UnknownKeys,
}

impl Note {
    /// An open note on frames, which says nothing yet.
    pub fn new(frames: Frames, author: impl Into<String>, now: Time) -> Self {
        Self {
            id: Id::new(now),
            frames,
            joint: None,
            kind: NoteKind::default(),
            done: false,
            text: String::new(),
            stamp: Stamp::new(author, now),
            seen: None,
            drawing: Vec::new(),
            other: UnknownKeys::new(),
        }
    }

    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty() && self.drawing.is_empty()
    }

    /// Whether what is drawn with it was drawn from this camera, as far as is known.
    pub fn is_drawn_from(&self, camera: &SavedCamera) -> bool {
        let seen = self.seen.as_ref().and_then(|seen| seen.camera.as_ref());
        seen.is_none_or(|seen| seen.saved.is_near(camera))
    }
}

record!(Note, |note| (note.frames.first, note.frames.last));

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StrokeShape {
    Freehand,
    /// An arrow from the first point to the last one, where its head is.
    Arrow,
    /// A circle about the first point, through the last one.
    Circle,
}

/// A stroke. Lengths are heights of the view, so that it stays where it was drawn in a window of any size:
/// with the camera of its note, it lies over the same part of the figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stroke {
    pub shape: StrokeShape,
    /// Its colour, which is opaque: `#rrggbb`.
    #[serde(serialize_with = "write_colour", deserialize_with = "read_colour")]
    pub colour: Rgba,
    pub width: f32,
    /// Its points from the middle of the view: X to the right, Y up. The upper edge is at 0.5, the lower at −0.5.
    pub points: Vec<[f32; 2]>,
    #[serde(flatten)]
    pub other: UnknownKeys,
}

fn write_colour<S: Serializer>(colour: &Rgba, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&colour_text(*colour))
}

fn read_colour<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rgba, D::Error> {
    let text = String::deserialize(deserializer)?;
    parse_colour(&text).ok_or_else(|| serde::de::Error::custom("a colour is written as #rrggbb"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Theme;

    #[test]
    fn kinds_have_the_colours_that_markers_for_editors_are_called_by() {
        for theme in Theme::ALL {
            for (kind, [red, green, blue]) in [
                (NoteKind::Fault, [true, false, false]),
                (NoteKind::Question, [true, true, false]),
                (NoteKind::Good, [false, true, false]),
                (NoteKind::ToDo, [false, false, true]),
            ] {
                let [r, g, b, _] = kind.colour(theme.palette()).map(u32::from);
                let most = r.max(g).max(b);
                let is_much = |part: u32| part * 4 >= most * 3;
                assert_eq!([r, g, b].map(is_much), [red, green, blue], "{theme:?} {kind:?}");
            }
        }
    }
}
