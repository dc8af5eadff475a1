//! The motion table of an HTR file while it is filled, a block of rows after the other.

use std::ops::{Deref, DerefMut};

use super::super::Source;
use super::super::chunks::cut_off;
use super::super::error::{ErrorKind, LoadError};
use super::super::number::{MAX_VALUE, Number, number, number_at};
use super::super::rate::broken_off;
use super::super::reporter::ProgressReporter;
use super::super::rows::Held;
use super::super::scanner::{Scanner, quoted};
use super::super::text::{is_blank, line_end, skip_spaces};
use super::super::unread_rows::Damage;
use super::block::{Block, VALUES, frame_number, next_row, no_frame_number};
use super::header::Header;
use super::lines::ends_words;
use crate::take::{Axis, WarningCode, Warnings};

/// What the values are called in the format, in the order of the file.
const NAMES: [&str; VALUES] = ["Tx", "Ty", "Tz", "Rx", "Ry", "Rz", "SF"];

/// The values that leave a segment in its base position.
pub(super) const REST: [f32; VALUES] = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];

/// The rows of a table.
pub(super) enum Values<'a> {
    /// All of them, which may become more.
    Whole(Vec<f32>),
    /// Those of some frames.
    ChunkRows(&'a mut [f32]),
}

impl Deref for Values<'_> {
    type Target = [f32];

    #[inline(always)]
    fn deref(&self) -> &[f32] {
        match self {
            Self::Whole(values) => values,
            Self::ChunkRows(values) => values,
        }
    }
}

impl DerefMut for Values<'_> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [f32] {
        match self {
            Self::Whole(values) => values,
            Self::ChunkRows(values) => values,
        }
    }
}

/// The motion table while it is filled, column by column.
///
/// Only what was written or held has a meaning; the rest is zeros that were never touched, so that a
/// table that is too long costs nothing.
pub(super) struct Table<'a, 's> {
    pub source: &'s Source<'s>,
    pub scan: Scanner<'s>,
    pub warnings: &'a mut Warnings,
    pub columns: usize,
    /// The number of the first frame.
    pub first: i64,
    pub order: [Axis; 3],
    pub scale: f32,
    pub values: Values<'a>,
    pub held: Held,
    /// How many rows are sound.
    pub sound: usize,
    /// The frames of which rows are lost.
    pub damage: Damage,
    /// Whether the file ends within the last of these.
    pub is_cut_off: bool,
    pub reporter: ProgressReporter<'s>,
}

/// A row that cannot be read, what is wrong with it where it is the first, and the frame that it names.
struct Unread {
    frame: Option<usize>,
    why: Option<LoadError>,
}

/// A value that the fast path does not take.
enum Unusual {
    /// A number right before a comment, and how many bytes it takes.
    Number(f32, usize),
    /// One that cannot be used: the value of the row before stays.
    Unusable(usize),
    /// The file ends here.
    BrokenOff,
}

impl<'a, 's> Table<'a, 's> {
    /// A table with room for as many frames as the longest block has rows.
    pub fn new(
        source: &'s Source<'s>,
        blocks: &[Block<'_>],
        columns: usize,
        first: i64,
        header: &Header,
        warnings: &'a mut Warnings,
    ) -> Result<Self, LoadError> {
        let rows = blocks.iter().map(|block| block.most_rows(source.bytes));
        let most = rows.max().unwrap_or(0);
        let room = most.saturating_mul(columns);
        if room > largest_table(source.bytes) {
            let longest = blocks.iter().max_by_key(|block| block.body.len());
            let at = longest.map_or(0, |block| block.name.at);
            let what = "most segments have far fewer rows than this one".to_string();
            return Err(LoadError::contradiction(source, at, what)
                .hint("every segment needs a row for each frame, or none at all"));
        }
        Ok(Self {
            source,
            scan: Scanner::new(source),
            warnings,
            columns,
            first,
            order: header.order,
            scale: header.scale as f32,
            values: Values::Whole(vec![0.0; room]),
            held: Held::default(),
            sound: 0,
            damage: Damage::default(),
            is_cut_off: false,
            reporter: ProgressReporter::through(source),
        })
    }

    pub fn warn(&mut self, code: WarningCode, at: usize, message: impl Into<String>) {
        self.warnings.add_at(code, || self.scan.place(at), message);
    }

    /// The cells of a segment on a frame.
    #[inline(always)]
    pub fn cells(&mut self, frame: usize, column: usize) -> &mut [f32] {
        &mut self.values[frame * self.columns + column..][..VALUES]
    }

    /// Reads the rows of a block into the columns from `column` on. Tells how many frames are filled.
    pub fn read(
        &mut self,
        block: &Block<'_>,
        column: usize,
        length: f32,
    ) -> Result<usize, LoadError> {
        let text = self.source.bytes;
        let end = block.body.end;
        // What a value may be, so that sums of lengths, scaled, stay finite.
        let mut most = [MAX_VALUE; VALUES];
        most[..3].fill(MAX_VALUE / self.scale.max(1.0));
        most[6] = MAX_VALUE / length.abs().max(1.0);
        let mut row = REST;
        let mut filled = 0;
        // The first row behind a gap.
        let mut gap = None;
        let mut at = block.body.start;
        loop {
            at = next_row(text, at, end);
            if at >= end {
                break;
            }
            self.reporter.go_on(self.source, at)?;
            let row_at = at;
            let (before, held) = (row, self.held);
            let read = self.row(at, &mut row, &most, block);
            let placed = read.and_then(|(named, behind)| {
                let frame = self.frame(named, filled);
                let frame = frame.ok_or_else(|| {
                    let why = self.fault(|table| table.far_away(named, row_at, filled));
                    Unread { frame: None, why }
                });
                Ok((frame?, behind))
            });
            let (frame, behind) = match placed {
                Ok(placed) => placed,
                Err(unread) => {
                    (row, self.held) = (before, held);
                    self.lose(unread, filled)?;
                    at = line_end(text, at);
                    continue;
                }
            };
            at = behind;
            if frame != filled {
                if frame > filled {
                    gap = gap.or(Some(row_at));
                }
                self.irregular(frame, filled, column, row_at);
            }
            filled = filled.max(frame + 1);
            self.write(frame, column, &row);
            self.sound += 1;
        }
        if let Some(at) = gap {
            self.fill_gaps(at, column, filled);
        }
        Ok(filled)
    }

    /// Reads a row: the number of its frame, and where it ends.
    #[inline(always)]
    fn row(
        &mut self,
        mut at: usize,
        row: &mut [f32; VALUES],
        most: &[f32; VALUES],
        block: &Block<'_>,
    ) -> Result<(i64, usize), Unread> {
        let text = self.source.bytes;
        let row_at = at;
        let Some((named, len)) = frame_number(&text[at..]) else {
            let why = self.fault(|table| no_frame_number(table.source, at));
            return Err(Unread { frame: None, why });
        };
        at += len;
        for i in 0..VALUES {
            at = skip_spaces(text, at);
            match number_at(text, at) {
                Some(Number { value, len }) if value.abs() <= most[i] => {
                    row[i] = value;
                    at += len;
                }
                _ => match self.unusual(at, most[i], i, named, block) {
                    Ok(Unusual::Number(value, len)) => {
                        row[i] = value;
                        at += len;
                    }
                    Ok(Unusual::Unusable(len)) => at += len,
                    Ok(Unusual::BrokenOff) => {
                        self.is_cut_off = true;
                        let what = broken_off(i, VALUES);
                        let kind = ErrorKind::Contradiction(what);
                        let why = self.fault(|table| table.scan.error_at(row_at, kind));
                        return Err(self.unread(named, why));
                    }
                    Err(why) => return Err(self.unread(named, why)),
                },
            }
        }
        at = skip_spaces(text, at);
        if text.get(at).is_some_and(|&b| !ends_words(b)) {
            let why = self.fault(|table| table.too_long(at, named));
            return Err(self.unread(named, why));
        }
        Ok((named, at))
    }

    /// A fault of a row, made where it is the first.
    fn fault(&self, why: impl FnOnce(&Self) -> LoadError) -> Option<LoadError> {
        self.damage.why(|| why(self))
    }

    /// A row that cannot be read, with the frame that it names.
    #[cold]
    fn unread(&self, named: i64, why: Option<LoadError>) -> Unread {
        let frame = usize::try_from(named - self.first).ok();
        Unread { frame, why }
    }

    /// Takes in that a row cannot be read. Where it names no frame that there can be, it is the next one.
    #[cold]
    fn lose(&mut self, unread: Unread, filled: usize) -> Result<(), LoadError> {
        if matches!(self.values, Values::ChunkRows(_)) {
            // What comes of it is told of all blocks as a whole.
            return Err(LoadError::new(self.source, ErrorKind::Cancelled));
        }
        let is_in_table = |&frame: &usize| frame < self.values.len() / self.columns;
        let frame = unread.frame.filter(is_in_table).unwrap_or(filled);
        self.damage.lose(frame..frame + 1, unread.why);
        Ok(())
    }

    /// Writes a row in the order of the channels.
    #[inline(always)]
    fn write(&mut self, frame: usize, column: usize, row: &[f32; VALUES]) {
        let [x, y, z, rx, ry, rz, bone] = *row;
        let turns = [rx, ry, rz];
        let [first, second, third] = self.order.map(|axis| turns[axis.index()]);
        let scale = self.scale;
        let cells = [x * scale, y * scale, z * scale, first, second, third, bone];
        self.cells(frame, column).copy_from_slice(&cells);
    }

    /// A value that is followed by a comment, cannot be used, is none, or is not there.
    #[cold]
    #[inline(never)]
    fn unusual(
        &mut self,
        at: usize,
        most: f32,
        column: usize,
        named: i64,
        block: &Block<'_>,
    ) -> Result<Unusual, Option<LoadError>> {
        let text = self.source.bytes;
        let rest = &text[at..];
        let len = rest.iter().position(|&b| is_blank(b) || ends_words(b));
        let word = &rest[..len.unwrap_or(rest.len())];
        // Some words for no number have the mark of a comment in them: 1.#IND.
        match number(rest).or_else(|| number(word)) {
            Some(Number { value, len }) if value.abs() <= most => {
                return Ok(Unusual::Number(value, len));
            }
            Some(Number { len, .. }) => {
                self.held.add(1, at);
                return Ok(Unusual::Unusable(len));
            }
            None => {}
        }
        let in_number = |&b: &u8| b.is_ascii_digit() || b"+-.eE".contains(&b);
        let behind = at + word.len();
        let is_last = next_row(text, behind, text.len()) == text.len();
        if is_last && word.iter().all(in_number) && (word.is_empty() || behind == text.len()) {
            return Ok(Unusual::BrokenOff);
        }
        Err(self.fault(|table| {
            let segment = quoted(block.name.text);
            let what = format!("a number for {} of {segment} in frame {named}", NAMES[column]);
            let there = table.scan.at(at);
            match word {
                [] => there.expected_at(at, what, "the end of the line"),
                _ => there.expected_number(what),
            }
        }))
    }

    #[cold]
    fn too_long(&self, at: usize, named: i64) -> LoadError {
        let there = self.scan.at(at);
        there
            .expected(format!("the line to end after the 7 values of frame {named}"))
            .hint("a row is a frame number, Tx Ty Tz, Rx Ry Rz and SF")
    }

    /// The rows of the frames that there are; tells what was held in them.
    pub fn finish(self, frames: usize) -> Vec<f32> {
        self.held.tell(&self.scan, self.warnings);
        let Values::Whole(mut values) = self.values else {
            return Vec::new();
        };
        cut_off(&mut values, frames * self.columns);
        values
    }
}

/// The largest table that blocks of different lengths may ask for. Rows of usual length need a
/// seventeenth of it where every segment has all of them.
fn largest_table(text: &[u8]) -> usize {
    2 * text.len() + 1024
}
