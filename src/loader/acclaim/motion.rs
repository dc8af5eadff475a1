//! The frames of an AMC file, a line for each bone.

use super::super::chunks::{ChunkRows, Layout, RowMerge};
use super::super::error::LoadError;
use super::super::marker::Numbering;
use super::super::number::{MAX_VALUE, number_at};
use super::super::rate::frames_a_second;
use super::super::reporter::ProgressReporter;
use super::super::rows::HeldValues;
use super::super::scanner::{Reader, Scanner};
use super::super::text::{is_blank, line_end, next_line, skip_blanks, skip_spaces, word_end};
use super::super::unread_rows::{Fill, Table, UnreadRows};
use super::super::word::{Word, quoted};
use super::build::{BuiltSkeleton, Slot};
use super::header::{Header, frame_number};
use super::skeleton::Asf;
use crate::take::{FileNumbers, FrameTime, LostFrames, Motion, WarningCode, counted};

/// Frames a second where the file does not say: what the large collections are recorded at.
pub(super) const ASSUMED_RATE: f64 = 120.0;

pub(super) struct Frames {
    pub motion: Motion,
    pub numbers: Option<FileNumbers>,
    pub lost: LostFrames,
}

pub(super) fn read(
    header: &Header<'_>,
    asf: &Asf<'_>,
    asf_name: &str,
    built: &BuiltSkeleton,
    reader: &mut Reader<'_>,
) -> Result<Frames, LoadError> {
    let Reader { scan, warnings } = &mut *reader;
    let needed = built.slots.iter().filter(|slots| !slots.is_empty()).count();
    let layout = Layout {
        columns: built.skeleton.columns(),
        shortest: 2,
        next_row: next_frame,
        // A line for the number, and one for each bone.
        most_rows: |lines: usize| lines.div_ceil(needed + 1),
    };
    let read = layout.read(&scan.source, header.frames, warnings, |chunk| {
        let mut frames = FrameReader {
            reader: Reader::of(Scanner::new(chunk.source).at(chunk.start)),
            asf,
            asf_name,
            slots: &built.slots,
            columns: layout.columns,
            rest: built.skeleton.rest_row(),
            values: &mut *chunk.values,
            count: 0,
            sequence: Vec::new(),
            steps: vec![0; built.slots.len()],
            attempts: 0,
            last_attempt: vec![0; built.slots.len()],
            needed,
            facts: FrameFacts::default(),
            lowercase: Vec::new(),
            reporter: &mut chunk.reporter,
        };
        frames.read()?;
        let FrameReader { reader, count, facts, .. } = frames;
        chunk.warnings = reader.warnings;
        let is_regular = facts.held.is_empty() && facts.losses.is_empty();
        Ok(ChunkRows { rows: count, is_regular, facts })
    })?;
    let FrameFacts { numbering, held, losses } = read.facts;
    let (mut values, mut count) = (read.values, read.rows);
    let table = Table {
        values: &mut values,
        rows: &mut count,
        columns: layout.columns,
        fill: Fill::Before(built.skeleton.rest_row()),
    };
    let damage = losses.settle(table, None, warnings)?;
    held.warn(reader);
    let warnings = &mut reader.warnings;
    if count == 0 {
        let message = "no frames are in the file: the skeleton shows its rest pose";
        warnings.add(WarningCode::PartMissing, message);
    }
    if header.rate.is_none() {
        let message = format!("no rate is given: {} are assumed", frames_a_second(ASSUMED_RATE));
        warnings.add(WarningCode::RateAssumed, message);
    }
    let frame_time = FrameTime {
        seconds: header.rate.unwrap_or(ASSUMED_RATE).recip(),
        is_assumed: header.rate.is_none(),
    };
    let lost = damage.finish(count, warnings);
    Ok(Frames {
        motion: Motion::new(frame_time, count, layout.columns, values),
        numbers: numbering.finish(&lost),
        lost,
    })
}

#[derive(Default)]
struct FrameFacts {
    numbering: Numbering,
    held: HeldValues,
    losses: UnreadRows,
}

impl RowMerge for FrameFacts {
    fn join(&mut self, next: Self) -> bool {
        // Where something is held or lost, there is one chunk.
        self.numbering.join(next.numbering)
    }
}

/// The error of a frame, where it is the first that is lost.
type Fault = Option<LoadError>;

/// The frames of a chunk as they are read. What is not as in a sound file gets a warning or is held.
struct FrameReader<'a, 's> {
    reader: Reader<'s>,
    asf: &'a Asf<'a>,
    asf_name: &'a str,
    slots: &'a [Vec<Slot>],
    columns: usize,
    rest: &'a [f32],
    values: &'a mut [f32],
    count: usize,
    /// The bones of the first frame, with their names as written there: the order of all in a sound file.
    sequence: Vec<(usize, &'s [u8])>,
    /// The indices of the root and each bone in the sequence.
    steps: Vec<usize>,
    /// How many frames were begun, those that are lost among them.
    attempts: usize,
    /// For the root and each bone, with which of these it was seen last.
    last_attempt: Vec<usize>,
    needed: usize,
    facts: FrameFacts,
    /// A name in lower case, kept so that looking one up allocates nothing.
    lowercase: Vec<u8>,
    reporter: &'a mut ProgressReporter<'s>,
}

impl<'s> FrameReader<'_, 's> {
    fn read(&mut self) -> Result<(), LoadError> {
        while let Some(word) = self.word() {
            self.reporter.advance(&self.reader.scan.source, word.at)?;
            let held = self.facts.held;
            match self.frame(&word) {
                Ok(number) => {
                    if !self.facts.numbering.follows(number) {
                        let code = WarningCode::NumberingUneven;
                        self.reader.warn(code, word.at, Numbering::BROKEN);
                    }
                    self.count += 1;
                }
                Err(fault) => {
                    self.facts.held = held;
                    self.facts.losses.add(self.count, 1, fault);
                    self.facts.numbering.lose();
                    if self.count == 0 {
                        self.sequence.clear();
                    }
                    self.reader.scan.at = next_frame(self.text(), word.at + 1);
                }
            }
        }
        Ok(())
    }

    fn text(&self) -> &'s [u8] {
        self.reader.scan.source.bytes
    }

    fn frame(&mut self, word: &Word<'s>) -> Result<i64, Fault> {
        let Some(number) = frame_number(word.text) else {
            self.reader.scan.at = word.at;
            let is_bone = self.lookup(word.text).is_some();
            return Err(self.fault(|frames| {
                frames.expected(if frames.count == 0 || is_bone {
                    "the number of a frame".to_string()
                } else {
                    format!("the number of a frame or a bone of {}", frames.asf_name)
                })
            }));
        };
        if !self.ends_line() {
            self.skip_spaces();
            return Err(self.fault(|frames| {
                let number = word.shown();
                frames.expected(format!("the line to end after the number of frame {number}"))
            }));
        }
        self.bones(word)?;
        Ok(number)
    }

    /// An error of a frame, made for the first one only.
    fn fault(&self, error: impl FnOnce(&Self) -> LoadError) -> Fault {
        self.facts.losses.if_first(|| error(self))
    }

    fn bones(&mut self, number: &Word<'s>) -> Result<(), Fault> {
        self.attempts += 1;
        let mut seen = 0;
        let mut step = 0;
        loop {
            let expected = self.sequence.get(step).copied();
            let (owner, name) = match expected {
                Some((owner, name)) if self.take_name(name) => (owner, name),
                _ => {
                    let is_complete = seen == self.needed;
                    let Some(word) = self.word() else {
                        if is_complete {
                            return Ok(());
                        }
                        return Err(self.fault(|frames| frames.breaks_off(number)));
                    };
                    if frame_number(word.text).is_some() && self.ends_line() {
                        self.reader.scan.at = word.at;
                        if is_complete {
                            return Ok(());
                        }
                        return Err(self.fault(|frames| frames.incomplete(number)));
                    }
                    let Some(owner) = self.lookup(word.text) else {
                        // The next frame's, with more behind it than belongs there.
                        if frame_number(word.text).is_some() && is_complete {
                            self.reader.scan.at = word.at;
                            return Ok(());
                        }
                        if self.reader.scan.at == self.text().len()
                            && self.count > 0
                            && seen < self.needed
                        {
                            return Err(self.fault(|frames| frames.breaks_off(number)));
                        }
                        self.reader.scan.at = word.at;
                        return Err(self.fault(Self::unknown_bone));
                    };
                    if self.count == 0 {
                        self.steps[owner] = self.sequence.len();
                        self.sequence.push((owner, word.text));
                    }
                    (owner, word.text)
                }
            };
            // What follows is expected to go on in the order of the first frame.
            step = self.steps[owner] + 1;
            if self.last_attempt[owner] == self.attempts {
                return Err(self.fault(|frames| frames.repeated_bone(name, number)));
            }
            self.last_attempt[owner] = self.attempts;
            seen += usize::from(!self.slots[owner].is_empty());
            self.values(owner, name, number)?;
        }
    }

    /// Reads the values of a bone, all on the line of its name: any others could be those of another bone.
    fn values(&mut self, owner: usize, name: &[u8], frame: &Word<'_>) -> Result<(), Fault> {
        let slots = self.slots;
        let first = self.count * self.columns;
        for (index, slot) in slots[owner].iter().enumerate() {
            self.skip_spaces();
            let Some(number) = number_at(self.text(), self.reader.scan.at) else {
                return Err(self.fault(|frames| {
                    // Whether the file ends with this word, or ahead of it.
                    let rest = &frames.text()[frames.reader.scan.at..];
                    if rest.iter().all(|&b| !is_blank(b)) {
                        frames.breaks_off(frame)
                    } else {
                        frames.no_number(owner, index, name, frame)
                    }
                }));
            };
            let value = number.value * slot.factor;
            if let Some(column) = slot.column {
                let is_sound = value.abs() <= MAX_VALUE;
                if !is_sound {
                    self.facts.held.add(1, self.reader.scan.at);
                }
                self.values[first + column] = match first.checked_sub(self.columns) {
                    _ if is_sound => value,
                    Some(above) => self.values[above + column],
                    None => self.rest[column],
                };
            }
            self.reader.scan.at += number.len;
        }
        if !self.ends_line() {
            self.skip_spaces();
            return Err(self.fault(|frames| {
                let name = quoted(name);
                let values = match slots[owner].len() {
                    0 => format!("{name}, which has no dof,"),
                    count => format!("the {} of {name}", counted(count, "value")),
                };
                let frame = frame.shown();
                frames.expected(format!("the line to end after {values} in frame {frame}"))
            }));
        }
        Ok(())
    }

    /// Takes the next word where it is this name, spelled the same.
    fn take_name(&mut self, name: &[u8]) -> bool {
        let at = skip_blanks(self.text(), self.reader.scan.at);
        let Some(behind) = self.text()[at..].strip_prefix(name) else { return false };
        let is_whole = behind.first().is_none_or(|&b| is_blank(b));
        if is_whole {
            self.reader.scan.at = at + name.len();
        }
        is_whole
    }

    fn word(&mut self) -> Option<Word<'s>> {
        let file = self.text();
        loop {
            let at = skip_blanks(file, self.reader.scan.at);
            self.reader.scan.at = word_end(file, at);
            let text = &file[at..self.reader.scan.at];
            match text.first()? {
                b'#' => {}
                b':' => {
                    let message = "a keyword between the frames is skipped";
                    self.reader.warn(WarningCode::KeyUnknown, at, message);
                }
                _ => return Some(Word { text, at }),
            }
            self.reader.scan.at = line_end(file, at);
        }
    }

    /// The index in `slots` of the bone of this name, in any case.
    fn lookup(&mut self, name: &[u8]) -> Option<usize> {
        if name.eq_ignore_ascii_case(b"root") {
            return Some(0);
        }
        self.lowercase.clear();
        self.lowercase.extend(name.iter().map(u8::to_ascii_lowercase));
        Some(self.asf.names.get(self.lowercase.as_slice())? + 1)
    }

    fn skip_spaces(&mut self) {
        self.reader.scan.at = skip_spaces(self.text(), self.reader.scan.at);
    }

    fn ends_line(&self) -> bool {
        let end = skip_spaces(self.text(), self.reader.scan.at);
        self.text()[end..].first().is_none_or(|b| b"\n\r#".contains(b))
    }

    fn expected(&self, what: impl Into<String>) -> LoadError {
        self.reader.scan.expected_number(what)
    }

    fn no_number(&self, owner: usize, index: usize, name: &[u8], frame: &Word<'_>) -> LoadError {
        let order = match owner.checked_sub(1) {
            None => &self.asf.root.order,
            Some(bone) => &self.asf.bones[bone].dof,
        };
        let (dof, name, frame) = (order[index].word(), quoted(name), frame.shown());
        let what = format!("a number for {dof} of {name} in frame {frame}");
        if self.ends_line() {
            self.reader.scan.expected_at(self.reader.scan.at, what, "the end of the line")
        } else {
            self.expected(what)
        }
    }

    fn skeleton_hint(&self) -> String {
        let asf = self.asf_name;
        format!("{asf} may be the skeleton of another take; name the right one with --skeleton")
    }

    fn unknown_bone(&self) -> LoadError {
        self.expected(format!("a bone of {}", self.asf_name)).hint(self.skeleton_hint())
    }

    fn repeated_bone(&self, name: &[u8], frame: &Word<'_>) -> LoadError {
        let message = format!("{} stands twice in frame {}", quoted(name), frame.shown());
        self.reader.scan.contradiction(self.reader.scan.at - name.len(), message)
    }

    fn incomplete(&self, frame: &Word<'_>) -> LoadError {
        let is_missing = |&owner: &usize| {
            !self.slots[owner].is_empty() && self.last_attempt[owner] != self.attempts
        };
        let name = match (0..self.slots.len()).find(is_missing) {
            None | Some(0) => &b"root"[..],
            Some(owner) => self.asf.bones[owner - 1].name,
        };
        let (name, number) = (quoted(name), frame.shown());
        let message = format!("frame {number} leaves out {name} of {}", self.asf_name);
        let error = self.reader.scan.contradiction(frame.at, message);
        match self.count {
            0 => error.hint(self.skeleton_hint()),
            _ => error.hint("every frame must have every bone that has a dof"),
        }
    }

    /// The last frame of a file that was cut off; an only one may as well be of another skeleton.
    fn breaks_off(&self, frame: &Word<'_>) -> LoadError {
        if self.count == 0 {
            return self.incomplete(frame);
        }
        let message = format!("frame {} breaks off", frame.shown());
        self.reader.scan.contradiction(frame.at, message)
    }
}

/// The first line at or behind byte `at` that only has a frame number.
fn next_frame(text: &[u8], at: usize) -> usize {
    let mut at = next_line(text, at);
    while at < text.len() {
        let end = next_line(text, at + 1);
        if frame_number(text[at..end].trim_ascii()).is_some() {
            return at;
        }
        at = end;
    }
    text.len()
}
