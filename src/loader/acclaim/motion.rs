//! The frames of an AMC file, a line for each bone.

mod faults;

use super::super::Source;
use super::super::chunks::{ChunkRows, Layout, RowMerge};
use super::super::error::LoadError;
use super::super::marker::Numbering;
use super::super::number::{MAX_VALUE, number_at};
use super::super::rate::{counted, frames_a_second};
use super::super::reporter::ProgressReporter;
use super::super::rows::Held;
use super::super::scanner::{Scanner, Word, quoted};
use super::super::text::{
    is_blank, line_end, next_line, place_of, skip_blanks, skip_spaces, word_end,
};
use super::super::unread_rows::{Fill, Table, UnreadRows};
use super::build::{Built, Slot};
use super::header::{Header, frame_number};
use super::skeleton::Asf;
use crate::take::{FileNumbers, FrameTime, Lost, Motion, WarningCode, Warnings};

/// Frames a second where the file does not say: what the large collections are recorded at.
pub(super) const ASSUMED_RATE: f64 = 120.0;

/// The frames of a file.
pub(super) struct Frames {
    pub motion: Motion,
    pub numbers: Option<FileNumbers>,
    pub lost: Lost,
}

/// Reads all frames into a table with the columns of the skeleton.
pub(super) fn read(
    source: &Source<'_>,
    header: &Header<'_>,
    asf: &Asf<'_>,
    asf_name: &str,
    built: &Built,
    warnings: &mut Warnings,
) -> Result<Frames, LoadError> {
    let has_dof = |slots: &&Vec<Slot>| !slots.is_empty();
    let needed = built.slots.iter().filter(has_dof).count();
    let layout = Layout {
        columns: built.skeleton.columns(),
        shortest: 2,
        next_row: next_frame,
        // A line for the number, and one for each bone.
        most_rows: |lines: usize| lines.div_ceil(needed + 1),
    };
    let read = layout.read(source, header.frames, warnings, |chunk| {
        let mut reader = Reader {
            source: chunk.source,
            text: chunk.source.bytes,
            at: chunk.start,
            asf,
            asf_name,
            slots: &built.slots,
            columns: layout.columns,
            rest: built.skeleton.rest_row(),
            values: &mut *chunk.values,
            count: 0,
            sequence: Vec::new(),
            places: vec![0; built.slots.len()],
            tries: 0,
            last_try: vec![0; built.slots.len()],
            needed,
            about: AboutFrames::default(),
            lower: Vec::new(),
            reporter: &mut chunk.reporter,
        };
        reader.frames(&mut chunk.warnings)?;
        Ok(ChunkRows {
            rows: reader.count,
            is_regular: reader.about.held.is_empty() && reader.about.losses.is_empty(),
            about: reader.about,
        })
    })?;
    let AboutFrames { numbering, held, losses } = read.about;
    let (mut values, mut count) = (read.values, read.rows);
    let table = Table {
        values: &mut values,
        rows: &mut count,
        columns: layout.columns,
        fill: Fill::Before(built.skeleton.rest_row()),
    };
    let damage = losses.settle(table, None, |why| why, warnings)?;
    let scan = Scanner::new(source);
    held.tell(&scan, warnings);
    if count == 0 {
        warnings.add(
            WarningCode::PartMissing,
            "no frames are in the file: the skeleton shows its rest pose",
        );
    }
    if header.rate.is_none() {
        let message = format!("no rate is given: {} are assumed", frames_a_second(ASSUMED_RATE));
        warnings.add(WarningCode::RateAssumed, message);
    }
    let frame_time = FrameTime {
        seconds: header.rate.unwrap_or(ASSUMED_RATE).recip(),
        is_assumed: header.rate.is_none(),
    };
    let lost = damage.tell(count, warnings);
    Ok(Frames {
        motion: Motion::new(frame_time, count, layout.columns, values),
        numbers: numbering.finish(&lost),
        lost,
    })
}

/// What is known of frames beside their values.
#[derive(Default)]
struct AboutFrames {
    numbering: Numbering,
    held: Held,
    losses: UnreadRows,
}

impl RowMerge for AboutFrames {
    fn join(&mut self, next: Self) -> bool {
        // Where something is held or lost, there is one chunk.
        self.numbering.join(next.numbering)
    }
}

/// What is wrong with a frame, where it is the first that is lost.
type Fault = Option<LoadError>;

/// The frames of a chunk as they are read. Whatever is not as in a sound file gets a warning or is
/// held.
struct Reader<'a, 's> {
    source: &'s Source<'s>,
    text: &'s [u8],
    at: usize,
    asf: &'a Asf<'a>,
    asf_name: &'a str,
    /// Of the root and of each bone.
    slots: &'a [Vec<Slot>],
    columns: usize,
    rest: &'a [f32],
    values: &'a mut [f32],
    /// How many frames are complete.
    count: usize,
    /// The bones of the first frame in their order, with their names as they are written there: the
    /// order of every other frame, in a sound file.
    sequence: Vec<(usize, &'s [u8])>,
    /// The places of the root and each bone in the sequence.
    places: Vec<usize>,
    /// How many frames were begun, those that are lost among them.
    tries: usize,
    /// For the root and each bone, with which of these it was seen last.
    last_try: Vec<usize>,
    /// How many of them every frame must have.
    needed: usize,
    about: AboutFrames,
    /// A name in lower case, kept so that looking one up allocates nothing.
    lower: Vec<u8>,
    reporter: &'a mut ProgressReporter<'s>,
}

impl<'s> Reader<'_, 's> {
    fn frames(&mut self, warnings: &mut Warnings) -> Result<(), LoadError> {
        loop {
            let Some(word) = self.word(warnings) else {
                return Ok(());
            };
            self.reporter.go_on(self.source, word.at)?;
            let held = self.about.held;
            match self.numbered(&word, warnings) {
                Ok(number) => {
                    if !self.about.numbering.follows(number) {
                        let scan = Scanner::new(self.source);
                        warnings.add_at(
                            WarningCode::NumberingUneven,
                            || scan.place(word.at),
                            Numbering::BROKEN,
                        );
                    }
                    self.count += 1;
                }
                Err(why) => {
                    self.about.held = held;
                    self.about.losses.add(self.count, 1, why);
                    self.about.numbering.lose();
                    if self.count == 0 {
                        self.sequence.clear();
                    }
                    self.at = next_frame(self.text, word.at + 1);
                }
            }
        }
    }

    /// Reads a frame that begins with its number, which is told.
    fn numbered(&mut self, word: &Word<'s>, warnings: &mut Warnings) -> Result<i64, Fault> {
        let Some(number) = frame_number(word.text) else {
            self.at = word.at;
            let known = self.lookup(word.text).is_some();
            return Err(self.fault(|reader| {
                reader.expected(match (reader.count, known) {
                    (0, _) | (_, true) => "the number of a frame".to_string(),
                    _ => format!("the number of a frame or a bone of {}", reader.asf_name),
                })
            }));
        };
        if !self.ends_line() {
            self.skip_spaces();
            return Err(self.fault(|reader| {
                let number = word.shown();
                reader.expected(format!("the line to end after the number of frame {number}"))
            }));
        }
        self.frame(word, warnings)?;
        Ok(number)
    }

    /// A fault of a frame, made where it is the first.
    fn fault(&self, why: impl FnOnce(&Self) -> LoadError) -> Fault {
        self.about.losses.why(|| why(self))
    }

    /// Reads the bones of a frame.
    fn frame(&mut self, number: &Word<'s>, warnings: &mut Warnings) -> Result<(), Fault> {
        self.tries += 1;
        let mut seen = 0;
        let mut step = 0;
        loop {
            let expected = self.sequence.get(step).copied();
            let (owner, name) = match expected {
                Some((owner, name)) if self.take_name(name) => (owner, name),
                _ => {
                    let Some(word) = self.word(warnings) else {
                        return if seen == self.needed {
                            Ok(())
                        } else {
                            Err(self.fault(|reader| reader.broken_off(number)))
                        };
                    };
                    if frame_number(word.text).is_some() && self.ends_line() {
                        self.at = word.at;
                        return if seen == self.needed {
                            Ok(())
                        } else {
                            Err(self.fault(|reader| reader.left_out(number)))
                        };
                    }
                    let Some(owner) = self.lookup(word.text) else {
                        // The next frame's, with more behind it than belongs there.
                        if frame_number(word.text).is_some() && seen == self.needed {
                            self.at = word.at;
                            return Ok(());
                        }
                        let is_cut = self.at == self.text.len() && self.count > 0;
                        if is_cut && seen < self.needed {
                            return Err(self.fault(|reader| reader.broken_off(number)));
                        }
                        self.at = word.at;
                        return Err(self.fault(Self::unknown));
                    };
                    if self.count == 0 {
                        self.places[owner] = self.sequence.len();
                        self.sequence.push((owner, word.text));
                    }
                    (owner, word.text)
                }
            };
            // What follows is expected to go on in the order of the first frame.
            step = self.places[owner] + 1;
            if self.last_try[owner] == self.tries {
                return Err(self.fault(|reader| reader.twice(name, number)));
            }
            self.last_try[owner] = self.tries;
            seen += usize::from(!self.slots[owner].is_empty());
            self.bone(owner, name, number)?;
        }
    }

    /// Reads the values of a bone into the row under way. They stand on the line of its name: anything
    /// else would hand values to other bones.
    fn bone(&mut self, owner: usize, name: &[u8], frame: &Word<'_>) -> Result<(), Fault> {
        let slots = self.slots;
        let first = self.count * self.columns;
        for (index, slot) in slots[owner].iter().enumerate() {
            self.skip_spaces();
            let Some(number) = number_at(self.text, self.at) else {
                return Err(self.fault(|reader| {
                    if reader.last_word_ends_the_file() {
                        reader.broken_off(frame)
                    } else {
                        reader.no_number(owner, index, name, frame)
                    }
                }));
            };
            let value = number.value * slot.factor;
            if let Some(column) = slot.column {
                let is_sound = value.abs() <= MAX_VALUE;
                if !is_sound {
                    self.about.held.add(1, self.at);
                }
                self.values[first + column] = match first.checked_sub(self.columns) {
                    _ if is_sound => value,
                    Some(above) => self.values[above + column],
                    None => self.rest[column],
                };
            }
            self.at += number.len;
        }
        if !self.ends_line() {
            self.skip_spaces();
            return Err(self.fault(|reader| {
                let name = quoted(name);
                let whose = match slots[owner].len() {
                    0 => format!("{name}, which has no dof,"),
                    count => format!("the {} of {name}", counted(count as f64, "value")),
                };
                let frame = frame.shown();
                reader.expected(format!("the line to end after {whose} in frame {frame}"))
            }));
        }
        Ok(())
    }

    /// Takes the next word where it is this name, spelled the same.
    fn take_name(&mut self, name: &[u8]) -> bool {
        let at = skip_blanks(self.text, self.at);
        let Some(behind) = self.text[at..].strip_prefix(name) else {
            return false;
        };
        let is_whole = behind.first().is_none_or(|&b| is_blank(b));
        if is_whole {
            self.at = at + name.len();
        }
        is_whole
    }

    /// The next word, behind comments and keywords.
    fn word(&mut self, warnings: &mut Warnings) -> Option<Word<'s>> {
        loop {
            let at = skip_blanks(self.text, self.at);
            self.at = word_end(self.text, at);
            let text = &self.text[at..self.at];
            match text.first()? {
                b'#' => {}
                b':' => {
                    let message = "a keyword between the frames is skipped";
                    warnings.add_at(WarningCode::KeyUnknown, || place_of(self.text, at), message);
                }
                _ => return Some(Word { text, at }),
            }
            self.at = line_end(self.text, at);
        }
    }

    /// The place in `slots` of what has this name, in any case.
    fn lookup(&mut self, name: &[u8]) -> Option<usize> {
        if name.eq_ignore_ascii_case(b"root") {
            return Some(0);
        }
        self.lower.clear();
        self.lower.extend(name.iter().map(u8::to_ascii_lowercase));
        let bone = self.asf.names.get(self.lower.as_slice())?;
        Some(bone + 1)
    }

    fn skip_spaces(&mut self) {
        self.at = skip_spaces(self.text, self.at);
    }

    /// Whether nothing more stands on the line but a comment.
    fn ends_line(&self) -> bool {
        let rest = &self.text[skip_spaces(self.text, self.at)..];
        rest.first().is_none_or(|b| b"\n\r#".contains(b))
    }

    /// Whether the file ends with the word that is to be read next, or ahead of it.
    fn last_word_ends_the_file(&self) -> bool {
        self.text[self.at..].iter().all(|&b| !is_blank(b))
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
