//! How the frames of an MVNX file are read: calibration poses, the rows of the motion, foot contacts.
//!
//! ```text
//! <frame time="ms" index="n" tc="h:m:s:f" ms="since 1970" type="normal">
//!   <orientation>w x y z …      for each segment, in the world
//!   <position>x y z …           the same
//!   <footContacts>0 1 …         whether each of the contacts is made
//!   …                           other lists, not read
//! ```
//!
//! Some exports are without orientations. A list counts where its element is closed and it has a
//! number for each segment, so that a file may break off anywhere. A frame without one of the first two,
//! where others have it, is lost.

use std::ops::Range;

use memchr::memmem;

use super::super::chunks::cut_off;
use super::super::error::LoadError;
use super::super::line::Line;
use super::super::marker::{Numbering, frame_number};
use super::super::number::{Number, double, number_at};
use super::super::reporter::ProgressReporter;
use super::super::scanner::{Reader, Scanner};
use super::super::text::{skip_blanks, word_end};
use super::super::unread_rows::UnreadRows;
use super::super::word::Word;
use super::super::xml::{Tag, Token, Tokens};
use crate::take::{Event, WarningCode};

/// How many values a segment has in a row: w x y z of its orientation, x y z of its position.
pub(super) const COLUMNS: usize = 7;

#[derive(Default)]
pub(super) struct Frames<'a> {
    /// A row for each frame that could be read: the orientations of all segments, then their positions.
    pub values: Vec<f32>,
    pub count: usize,
    pub losses: UnreadRows,
    /// The calibration pose that is the best rest pose, as a row.
    pub rest: Option<Vec<f32>>,
    /// `None` where a frame does not say its number.
    pub numbering: Option<Numbering>,
    pub contacts: Contacts,
    pub clock: Clock<'a>,
}

#[derive(Default)]
pub(super) struct Clock<'a> {
    /// The first and the last frame that has a time, with it in milliseconds.
    times: Option<[(usize, f64); 2]>,
    /// Of the first frame, as the next one.
    pub time_code: Option<Word<'a>>,
    /// When it was, in milliseconds since 1970.
    pub since_1970: Option<Word<'a>>,
}

impl Clock<'_> {
    fn add(&mut self, frame: usize, time: f64) {
        self.times = Some([self.times.map_or((frame, time), |[first, _]| first), (frame, time)]);
    }

    /// Seconds a frame by the times of the first and the last one.
    pub fn frame_time(&self) -> Option<f64> {
        let [(first, from), (last, to)] = self.times?;
        let steps = last.checked_sub(first).filter(|&steps| steps > 0)?;
        Some((to - from) / 1000.0 / steps as f64)
    }

    /// Seconds at the first frame; 0 where no frame has a time.
    pub fn start(&self, frame_time: f64) -> f64 {
        let first = self.times.map(|[first, _]| first);
        first.map_or(0.0, |(frame, time)| time / 1000.0 - frame as f64 * frame_time)
    }
}

const LISTS: [&str; 3] = ["orientation", "position", "footContacts"];
const CONTACTS: usize = 2;

/// How many numbers a segment has in each of the first two lists.
const WIDTHS: [usize; 2] = [4, 3];

/// Which of the first two lists there is anywhere behind byte `from`.
pub(super) fn lists(text: &[u8], from: usize) -> [bool; 2] {
    [0, 1].map(|kind| {
        let mut ends = memmem::find_iter(&text[from..], LISTS[kind]);
        // A prefix may stand ahead of the name; what ends like it is another list.
        ends.any(|at| matches!(text[from + at - 1], b'<' | b':'))
    })
}

/// Calibration poses, those first that are the better rest poses.
const CALIBRATION: [&str; 4] = ["tpose", "tpose-isb", "npose", "identity"];

struct OpenFrame<'a> {
    tag: Tag<'a>,
    lists: [Option<Range<usize>>; 3],
}

pub(super) struct FrameReader<'a, 'r> {
    reader: &'r mut Reader<'a>,
    segments: usize,
    has_orientations: bool,
    frames: Frames<'a>,
    /// The next frame, those that are lost counted.
    next: usize,
    /// The index of the rest pose in [`CALIBRATION`].
    rest: usize,
    row: Vec<f32>,
}

impl<'a, 'r> FrameReader<'a, 'r> {
    pub fn new(
        reader: &'r mut Reader<'a>,
        segments: usize,
        has_orientations: bool,
        contacts: usize,
    ) -> Self {
        let (numbering, contacts) = (Some(Numbering::default()), Contacts::new(contacts));
        let frames = Frames { numbering, contacts, ..Frames::default() };
        Self {
            reader,
            segments,
            has_orientations,
            frames,
            next: 0,
            rest: CALIBRATION.len(),
            row: Vec::with_capacity(COLUMNS * segments),
        }
    }

    /// Reads the frames up to the end of the file; fails where nobody waits for them any more.
    pub fn read(mut self, mut tokens: Tokens<'a>) -> Result<Frames<'a>, LoadError> {
        let source = self.reader.scan.source;
        let mut reporter = ProgressReporter::through(&source);
        let mut open: Option<OpenFrame<'a>> = None;
        // The list whose element is open, and its text.
        let mut list: Option<(usize, Range<usize>)> = None;
        let mut has_end = false;
        while let Some(token) = tokens.next() {
            match token {
                Token::Open(tag) if tag.is("frame") => {
                    reporter.advance(&source, tag.at)?;
                    self.close(open.take(), tokens.at);
                    open = Some(OpenFrame { tag, lists: [None, None, None] });
                    has_end = false;
                }
                Token::Open(tag) if tag.is("subject") => {
                    let message = "the file has a second subject: the first one is read";
                    self.reader.warn(WarningCode::TakeLeftOut, tag.at, message);
                    break;
                }
                Token::Open(tag) => {
                    let kind = LISTS.iter().position(|name| tag.is(name));
                    list = kind.map(|kind| (kind, tokens.at..tokens.at));
                }
                Token::Close(name) => {
                    if let (Some(open), Some((kind, text))) = (&mut open, list.take())
                        && name == LISTS[kind].as_bytes()
                    {
                        open.lists[kind] = Some(text);
                    }
                    if name == b"frame" {
                        self.close(open.take(), tokens.at);
                    }
                    has_end |= name == b"frames";
                }
                Token::Text(text) | Token::Raw(text) => {
                    if let Some((_, bytes)) = &mut list {
                        *bytes = text;
                    }
                }
            }
        }
        if open.is_none() && !has_end && self.frames.count > 0 {
            let message = "the end of the frames is missing: the file may be cut off";
            self.reader.warn(WarningCode::FewerThanAnnounced, source.bytes.len(), message);
        }
        self.close(open, tokens.at);
        reporter.end(source.bytes.len());
        cut_off(&mut self.frames.values, self.frames.count * COLUMNS * self.segments);
        Ok(self.frames)
    }

    /// Takes in a frame that ends ahead of byte `end`.
    fn close(&mut self, open: Option<OpenFrame<'a>>, end: usize) {
        let Some(open) = open else { return };
        let kind = open.tag.attribute("type").map_or(&b""[..], |kind| kind.text);
        let calibration = CALIBRATION.iter().position(|name| name.as_bytes() == kind);
        match (self.row(&open), calibration) {
            (row, None) => {
                let frame = self.next;
                self.next += 1;
                match row {
                    Ok(()) => self.add(frame, &open, end),
                    Err(fault) => self.lose(frame, &fault),
                }
            }
            (Ok(()), Some(kind)) => {
                if kind < self.rest {
                    self.rest = kind;
                    self.frames.rest = Some(self.row.clone());
                }
            }
            (Err(_), Some(_)) => {
                let message = "a calibration pose cannot be read: it is left out";
                self.reader.warn(WarningCode::TextSkipped, open.tag.at, message);
            }
        }
    }

    fn lose(&mut self, frame: usize, fault: &FrameFault) {
        let error = self.frames.losses.if_first(|| fault.error(&self.reader.scan, frame));
        self.frames.losses.add(self.frames.count, 1, error);
        if let Some(numbering) = &mut self.frames.numbering {
            numbering.lose();
        }
    }

    fn add(&mut self, frame: usize, open: &OpenFrame<'a>, end: usize) {
        let (text, tag) = (self.reader.scan.source.bytes, &open.tag);
        let frames = &mut self.frames;
        if frames.count == 0 {
            // Those that follow are about as long.
            let rows = (text.len() - tag.at) / (end - tag.at).max(1) + 1;
            frames.values.reserve_exact(rows * self.row.len());
        }
        frames.values.extend_from_slice(&self.row);
        frames.count += 1;
        let index = tag.attribute("index").and_then(|index| frame_number(index.text));
        if let (Some(numbering), Some(index)) = (&mut frames.numbering, index) {
            if !numbering.follows(index) {
                self.reader.warn(WarningCode::NumberingUneven, tag.at, Numbering::BROKEN);
            }
        } else {
            frames.numbering = None;
        }
        let clock = &mut frames.clock;
        if let Some(time) = tag.attribute("time").and_then(|time| double(time.text)) {
            clock.add(frame, time);
        }
        if frames.count == 1 {
            (clock.time_code, clock.since_1970) = (tag.attribute("tc"), tag.attribute("ms"));
        }
        if let Some(bytes) = open.lists[CONTACTS].clone() {
            let words = Line { text: &text[bytes.clone()], at: bytes.start }.words();
            let made = words.map(|word| double(word.text).is_some_and(|value| value > 0.5));
            frames.contacts.add(frame, made);
        }
    }

    fn row(&mut self, open: &OpenFrame<'_>) -> Result<(), FrameFault> {
        self.row.clear();
        for (list, width) in WIDTHS.into_iter().enumerate() {
            if list == 0 && !self.has_orientations {
                self.row.extend([1.0f32, 0.0, 0.0, 0.0].repeat(self.segments));
                continue;
            }
            let fault = |at, kind| Err(FrameFault { at, list, kind });
            let Some(bytes) = open.lists[list].clone() else {
                return fault(open.tag.at, FaultKind::Missing);
            };
            let text = &self.reader.scan.source.bytes[..bytes.end];
            let expected = width * self.segments;
            let mut count = 0;
            let mut at = skip_blanks(text, bytes.start);
            while at < text.len() {
                let Some(Number { value, len }) = number_at(text, at) else {
                    return fault(at, FaultKind::NotANumber { end: bytes.end });
                };
                if count < expected {
                    self.row.push(value);
                }
                count += 1;
                at = skip_blanks(text, at + len);
            }
            if count != expected {
                return fault(bytes.start, FaultKind::Count { expected, count });
            }
        }
        Ok(())
    }
}

struct FrameFault {
    at: usize,
    list: usize,
    kind: FaultKind,
}

enum FaultKind {
    /// The list is not there, or has no end.
    Missing,
    /// It has more or fewer numbers than it must have.
    Count { expected: usize, count: usize },
    /// A word in it is no number; where the list ends.
    NotANumber { end: usize },
}

impl FrameFault {
    fn error(&self, scan: &Scanner<'_>, frame: usize) -> LoadError {
        let (at, list) = (self.at, LISTS[self.list]);
        match self.kind {
            FaultKind::Missing => {
                scan.expected_at(at, format!("a whole list of <{list}> in frame {frame}"), "none")
            }
            FaultKind::Count { expected, count } => {
                let what = format!("{expected} numbers of <{list}> in frame {frame}");
                scan.expected_at(at, what, count.to_string())
            }
            FaultKind::NotANumber { end } => {
                let text = &scan.source.bytes[..end];
                let what = format!("a number for <{list}> in frame {frame}");
                scan.expected_number_at(at, what, &text[at..word_end(text, at)])
            }
        }
    }
}

/// How many contacts are followed: a heel and a toe a foot are usual.
const MAX_CONTACTS: usize = 8;

/// What the contacts are called where the file does not say.
const USUAL_CONTACTS: [&str; 4] =
    ["LeftFoot_Heel", "LeftFoot_Toe", "RightFoot_Heel", "RightFoot_Toe"];

#[derive(Default)]
pub(super) struct Contacts {
    /// Whether each was made on the frame before; `None` ahead of the first.
    made: Vec<Option<bool>>,
    /// The frames on which one begins, and which.
    begins: Vec<(u32, u8)>,
}

impl Contacts {
    /// For so many contacts; without any, for those that are usual.
    fn new(count: usize) -> Self {
        let count = if count == 0 { USUAL_CONTACTS.len() } else { count };
        Self { made: vec![None; count.min(MAX_CONTACTS)], begins: Vec::new() }
    }

    /// Takes in whether each is made on a frame. What stands from the first frame on has not begun there.
    fn add(&mut self, frame: usize, made: impl Iterator<Item = bool>) {
        for (contact, (before, made)) in self.made.iter_mut().zip(made).enumerate() {
            if made && *before == Some(false) {
                self.begins.push((frame as u32, contact as u8));
            }
            *before = Some(made);
        }
    }

    /// An event for each that begins; `names` are what the file calls them.
    pub fn events(self, names: &[String], frame_time: f64) -> Vec<Event> {
        let event = |(frame, contact): (u32, u8)| {
            let contact = usize::from(contact);
            let name = if names.is_empty() { USUAL_CONTACTS[contact] } else { &names[contact] };
            Event { time: f64::from(frame) * frame_time, label: contact_label(name) }
        };
        self.begins.into_iter().map(event).collect()
    }
}

/// The event of a contact as other formats call it: `Left Heel Strike` for `LeftFoot_Heel`.
fn contact_label(name: &str) -> String {
    match name.split_once("Foot_") {
        Some((side @ ("Left" | "Right"), part)) => format!("{side} {part} Strike"),
        _ if name.is_empty() => "Foot Strike".to_string(),
        _ => format!("{name} Strike"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contact_begins_where_it_was_not_made_before() {
        let mut contacts = Contacts::new(0);
        for (frame, made) in [(0, "1001"), (1, "1000"), (3, "1111"), (4, "01")] {
            contacts.add(frame, made.bytes().map(|b| b == b'1'));
        }
        let events = contacts.events(&[], 0.5);
        let events = events.iter().map(|event| format!("{} {}", event.time, event.label));
        let expected = ["1.5 Left Toe Strike", "1.5 Right Heel Strike", "1.5 Right Toe Strike"];
        assert_eq!(events.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn contacts_are_called_by_side_and_part() {
        for (name, event) in
            [("RightFoot_Toe", "Right Toe Strike"), ("Board", "Board Strike"), ("", "Foot Strike")]
        {
            assert_eq!(contact_label(name), event);
        }
    }
}
