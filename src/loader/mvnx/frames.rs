//! How the frames of an MVNX file are read: calibration poses, and the rows of the motion.
//!
//! ```text
//! <frame time="ms" index="n" tc="h:m:s:f" ms="since 1970" type="normal">
//!   <orientation>w x y z …      for each segment, in the world
//!   <position>x y z …           the same
//!   <footContacts>0 1 …         whether each of the contacts is made
//!   …                           other lists, not read
//! ```
//!
//! Some exports are without orientations. A list counts where its element is closed and it has a number for each segment, so that a file may
//! break off anywhere. A frame without one of the first two, where others have it, is lost.

use std::ops::Range;

use memchr::memmem;

use super::super::chunks::cut_off;
use super::super::error::LoadError;
use super::super::line::Line;
use super::super::marker::{Numbering, frame_number};
use super::super::number::{Number, double, number_at};
use super::super::reporter::ProgressReporter;
use super::super::scanner::{Scanner, Word};
use super::super::text::{skip_blanks, word_end};
use super::super::unread_rows::UnreadRows;
use super::super::xml::{Tag, Token, Tokens};
use super::contacts::Contacts;
use crate::take::{WarningCode, Warnings};

/// How many values a segment has in a row: w x y z of its orientation, x y z of its place.
pub(super) const COLUMNS: usize = 7;

/// What a file has in its frames.
pub(super) struct Frames<'a> {
    /// A row for each frame that could be read: the orientations of all segments, then their places.
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

/// What the frames say of time.
#[derive(Default)]
pub(super) struct Clock<'a> {
    /// The first and the last frame that has a time, with it in milliseconds.
    times: Option<[(usize, f64); 2]>,
    /// The time code of the first frame.
    pub code: Option<Word<'a>>,
    /// When it was, in milliseconds since 1970.
    pub since_1970: Option<Word<'a>>,
}

impl Clock<'_> {
    fn add(&mut self, frame: usize, time: f64) {
        let first = self.times.map_or((frame, time), |[first, _]| first);
        self.times = Some([first, (frame, time)]);
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

/// The lists that are read.
const LISTS: [&str; 3] = ["orientation", "position", "footContacts"];
const CONTACTS: usize = 2;

/// How many numbers a segment has in each of the first two.
const WIDTHS: [usize; 2] = [4, 3];

/// The orientation of a segment that has none.
const UNTURNED: [f32; 4] = [1.0, 0.0, 0.0, 0.0];

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

/// A frame whose end was not met yet.
struct Open<'a> {
    tag: Tag<'a>,
    lists: [Option<Range<usize>>; 3],
}

pub(super) struct Reader<'a, 's> {
    scan: &'s Scanner<'a>,
    segments: usize,
    /// Whether segments are turned.
    has_orientations: bool,
    frames: Frames<'a>,
    /// The next frame, those that are lost counted.
    next: usize,
    /// The place of the rest pose among [`CALIBRATION`].
    rest: usize,
    /// A row, while it is read.
    row: Vec<f32>,
}

impl<'a, 's> Reader<'a, 's> {
    /// For the frames of so many segments and foot contacts.
    pub fn new(
        scan: &'s Scanner<'a>,
        segments: usize,
        has_orientations: bool,
        contacts: usize,
    ) -> Self {
        let frames = Frames {
            values: Vec::new(),
            count: 0,
            losses: UnreadRows::default(),
            rest: None,
            numbering: Some(Numbering::default()),
            contacts: Contacts::new(contacts),
            clock: Clock::default(),
        };
        Self {
            scan,
            segments,
            has_orientations,
            frames,
            next: 0,
            rest: CALIBRATION.len(),
            row: Vec::with_capacity(COLUMNS * segments),
        }
    }

    /// Reads the frames up to the end of the file.
    ///
    /// # Errors
    /// Where nobody waits for them any more.
    pub fn read(
        mut self,
        mut tokens: Tokens<'a>,
        warnings: &mut Warnings,
    ) -> Result<Frames<'a>, LoadError> {
        let source = &self.scan.source;
        let mut reporter = ProgressReporter::through(source);
        let mut open: Option<Open<'a>> = None;
        // The list whose element is open, and its text.
        let mut list: Option<(usize, Range<usize>)> = None;
        let mut has_end = false;
        while let Some(token) = tokens.next() {
            match token {
                Token::Open(tag) if tag.is("frame") => {
                    reporter.go_on(source, tag.at)?;
                    self.close(open.take(), tokens.at, warnings);
                    let lists = [None, None, None];
                    open = Some(Open { tag, lists });
                    has_end = false;
                }
                Token::Open(tag) if tag.is("subject") => {
                    let message = "the file has a second subject: the first one is read";
                    let place = || self.scan.place(tag.at);
                    warnings.add_at(WarningCode::TakeLeftOut, place, message);
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
                        self.close(open.take(), tokens.at, warnings);
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
            let end = || self.scan.place(self.scan.source.bytes.len());
            warnings.add_at(WarningCode::FewerThanAnnounced, end, message);
        }
        self.close(open, tokens.at, warnings);
        reporter.end(source.bytes.len());
        cut_off(&mut self.frames.values, self.frames.count * COLUMNS * self.segments);
        Ok(self.frames)
    }

    /// Takes in a frame that ends ahead of byte `end`.
    fn close(&mut self, open: Option<Open<'a>>, end: usize, warnings: &mut Warnings) {
        let Some(open) = open else { return };
        let kind = open.tag.attribute("type").map_or(&b""[..], |kind| kind.text);
        let calibration = CALIBRATION.iter().position(|name| name.as_bytes() == kind);
        let row = self.row(&open);
        match (calibration, row) {
            (Some(kind), Ok(())) if kind < self.rest => {
                self.rest = kind;
                self.frames.rest = Some(self.row.clone());
            }
            (Some(_), Ok(())) => {}
            (Some(_), Err(_)) => {
                let message = "a calibration pose cannot be read: it is left out";
                let place = || self.scan.place(open.tag.at);
                warnings.add_at(WarningCode::TextSkipped, place, message);
            }
            (None, row) => {
                let frame = self.next;
                self.next += 1;
                match row {
                    Ok(()) => self.frame(frame, &open, end, warnings),
                    Err(fault) => self.lose(frame, fault),
                }
            }
        }
    }

    fn lose(&mut self, frame: usize, fault: Fault) {
        let why = self.frames.losses.why(|| fault.told(self.scan, frame));
        self.frames.losses.add(self.frames.count, 1, why);
        if let Some(numbering) = &mut self.frames.numbering {
            numbering.lose();
        }
    }

    /// Takes in a frame of the motion, whose row was read.
    fn frame(&mut self, frame: usize, open: &Open<'a>, end: usize, warnings: &mut Warnings) {
        let (scan, tag) = (self.scan, &open.tag);
        let frames = &mut self.frames;
        if frames.count == 0 {
            // Those that follow are about as long.
            let left = scan.source.bytes.len() - tag.at;
            let most = left / (end - tag.at).max(1) + 1;
            frames.values.reserve_exact(most * self.row.len());
        }
        frames.values.extend_from_slice(&self.row);
        frames.count += 1;
        let index = tag.attribute("index").and_then(|index| frame_number(index.text));
        if let (Some(numbering), Some(index)) = (&mut frames.numbering, index) {
            if !numbering.follows(index) {
                let place = || scan.place(tag.at);
                warnings.add_at(WarningCode::NumberingUneven, place, Numbering::BROKEN);
            }
        } else {
            frames.numbering = None;
        }
        let clock = &mut frames.clock;
        if let Some(time) = tag.attribute("time").and_then(|time| double(time.text)) {
            clock.add(frame, time);
        }
        if frames.count == 1 {
            (clock.code, clock.since_1970) = (tag.attribute("tc"), tag.attribute("ms"));
        }
        if let Some(bytes) = open.lists[CONTACTS].clone() {
            let words = Line { text: &scan.source.bytes[bytes.clone()], at: bytes.start }.words();
            let made = words.map(|word| double(word.text).is_some_and(|value| value > 0.5));
            frames.contacts.add(frame, made);
        }
    }

    /// Reads the lists of a frame into the row.
    fn row(&mut self, open: &Open<'_>) -> Result<(), Fault> {
        self.row.clear();
        for (kind, width) in WIDTHS.into_iter().enumerate() {
            if kind == 0 && !self.has_orientations {
                self.row.extend(UNTURNED.repeat(self.segments));
                continue;
            }
            let Some(list) = open.lists[kind].clone() else {
                return Err(Fault { at: open.tag.at, kind, why: Why::Missing });
            };
            let fault = |at, why| Fault { at, kind, why };
            let text = &self.scan.source.bytes[..list.end];
            let expected = width * self.segments;
            let mut count = 0;
            let mut at = skip_blanks(text, list.start);
            while at < text.len() {
                let Some(Number { value, len }) = number_at(text, at) else {
                    return Err(fault(at, Why::NotANumber { end: list.end }));
                };
                if count < expected {
                    self.row.push(value);
                }
                count += 1;
                at = skip_blanks(text, at + len);
            }
            if count != expected {
                return Err(fault(list.start, Why::Count { expected, count }));
            }
        }
        Ok(())
    }
}

/// Why a frame cannot be read.
struct Fault {
    at: usize,
    /// In which of [`LISTS`].
    kind: usize,
    why: Why,
}

enum Why {
    /// The list is not there, or has no end.
    Missing,
    /// It has more or fewer numbers than it must have.
    Count { expected: usize, count: usize },
    /// A word in it is no number; where the list ends.
    NotANumber { end: usize },
}

impl Fault {
    fn told(&self, scan: &Scanner<'_>, frame: usize) -> LoadError {
        let list = LISTS[self.kind];
        match self.why {
            Why::Missing => {
                let what = format!("a whole list of <{list}> in frame {frame}");
                scan.expected_at(self.at, what, "none")
            }
            Why::Count { expected, count } => {
                let what = format!("{expected} numbers of <{list}> in frame {frame}");
                scan.expected_at(self.at, what, count.to_string())
            }
            Why::NotANumber { end } => {
                let text = &scan.source.bytes[..end];
                let word = &text[self.at..word_end(text, self.at)];
                let what = format!("a number for <{list}> in frame {frame}");
                scan.expected_number_at(self.at, what, word)
            }
        }
    }
}
