//! The motion table of an HTR file while it is filled, a block of rows after the other.

use std::ops::{Deref, DerefMut, Range};

use super::super::chunks::cut_off;
use super::super::error::{ErrorKind, LoadError};
use super::super::number::{MAX_VALUE, Number, number, number_at};
use super::super::reporter::ProgressReporter;
use super::super::rows::HeldValues;
use super::super::scanner::Reader;
use super::super::stated::broken_off;
use super::super::text::{is_blank, line_end, skip_spaces};
use super::super::unread_rows::Damage;
use super::super::word::quoted;
use super::lines::{Block, VALUES, ends_words, frame_number, next_row, no_frame_number};
use crate::take::{Axis, WarningCode};

const NAMES: [&str; VALUES] = ["Tx", "Ty", "Tz", "Rx", "Ry", "Rz", "SF"];

/// The values that leave a segment in its base position.
const REST: [f32; VALUES] = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];

pub(super) enum Values<'a> {
    /// All rows, which may become more.
    Owned(Vec<f32>),
    Chunk(&'a mut [f32]),
}

impl Deref for Values<'_> {
    type Target = [f32];

    #[inline(always)]
    fn deref(&self) -> &[f32] {
        match self {
            Self::Owned(values) => values,
            Self::Chunk(values) => values,
        }
    }
}

impl DerefMut for Values<'_> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [f32] {
        match self {
            Self::Owned(values) => values,
            Self::Chunk(values) => values,
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Layout {
    pub columns: usize,
    pub first_frame: i64,
    pub order: [Axis; 3],
    pub scale: f32,
}

/// The motion table while it is filled, column by column.
///
/// Only what was written or held has a meaning; the rest is zeros that were never touched, so that a
/// table that is too long costs nothing.
pub(super) struct Table<'a, 's> {
    pub layout: Layout,
    pub reader: &'a mut Reader<'s>,
    pub values: Values<'a>,
    pub held: HeldValues,
    pub valid_rows: usize,
    pub damage: Damage,
    /// Whether the file ends within the last of these.
    pub is_cut_off: bool,
    pub reporter: ProgressReporter<'s>,
}

/// A row that cannot be read, with the frame that it names; the error of the first such row alone.
struct UnreadRow {
    frame: Option<usize>,
    error: Option<LoadError>,
}

impl<'a, 's> Table<'a, 's> {
    pub fn new(
        layout: Layout,
        values: Values<'a>,
        reporter: ProgressReporter<'s>,
        reader: &'a mut Reader<'s>,
    ) -> Self {
        Self {
            layout,
            reader,
            values,
            held: HeldValues::default(),
            valid_rows: 0,
            damage: Damage::default(),
            is_cut_off: false,
            reporter,
        }
    }

    pub fn warn(&mut self, code: WarningCode, at: usize, message: &str) {
        self.reader.warn(code, at, message);
    }

    #[inline(always)]
    fn cells(&mut self, frame: usize, column: usize) -> &mut [f32] {
        &mut self.values[frame * self.layout.columns + column..][..VALUES]
    }

    /// Reads the rows of a block into the columns from `column` on. Returns how many frames are filled.
    pub fn read(
        &mut self,
        block: &Block<'_>,
        column: usize,
        bone_length: f32,
    ) -> Result<usize, LoadError> {
        let text = self.reader.scan.source.bytes;
        let end = block.body.end;
        // What a value may be, so that sums of lengths, scaled, stay finite.
        let mut limits = [MAX_VALUE; VALUES];
        limits[..3].fill(MAX_VALUE / self.layout.scale.max(1.0));
        limits[6] = MAX_VALUE / bone_length.abs().max(1.0);
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
            self.reporter.advance(&self.reader.scan.source, at)?;
            let row_at = at;
            let (row_before, held) = (row, self.held);
            let read = self.row(at, &mut row, &limits, block).and_then(|(number, row_end)| {
                let Some(frame) = self.frame(number, filled) else {
                    let error = self.fault(|table| table.jump_error(number, row_at, filled));
                    return Err(UnreadRow { frame: None, error });
                };
                Ok((frame, row_end))
            });
            let frame = match read {
                Ok((frame, row_end)) => {
                    at = row_end;
                    frame
                }
                Err(unread) => {
                    (row, self.held) = (row_before, held);
                    self.lose(unread, filled)?;
                    at = line_end(text, at);
                    continue;
                }
            };
            if frame != filled {
                if frame > filled {
                    gap = gap.or(Some(row_at));
                }
                self.out_of_order(frame, filled, column, row_at);
            }
            filled = filled.max(frame + 1);
            self.write(frame, column, &row);
            self.valid_rows += 1;
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
        limits: &[f32; VALUES],
        block: &Block<'_>,
    ) -> Result<(i64, usize), UnreadRow> {
        let text = self.reader.scan.source.bytes;
        let row_at = at;
        let Some((frame, len)) = frame_number(&text[at..]) else {
            let error = self.fault(|table| no_frame_number(&table.reader.scan.source, at));
            return Err(UnreadRow { frame: None, error });
        };
        at += len;
        for i in 0..VALUES {
            at = skip_spaces(text, at);
            match number_at(text, at) {
                Some(Number { value, len }) if value.abs() <= limits[i] => {
                    row[i] = value;
                    at += len;
                }
                _ => match self.unusual(row_at, at, limits[i], i, frame, block) {
                    Ok((value, len)) => {
                        // One that cannot be used stays that of the row before.
                        row[i] = value.unwrap_or(row[i]);
                        at += len;
                    }
                    Err(error) => return Err(self.unread(frame, error)),
                },
            }
        }
        at = skip_spaces(text, at);
        if text.get(at).is_some_and(|&b| !ends_words(b)) {
            return Err(self.unread(frame, self.fault(|table| table.too_long(at, frame))));
        }
        Ok((frame, at))
    }

    /// The error of a row, made for the first one only.
    fn fault(&self, error: impl FnOnce(&Self) -> LoadError) -> Option<LoadError> {
        self.damage.if_first(|| error(self))
    }

    #[cold]
    fn unread(&self, number: i64, error: Option<LoadError>) -> UnreadRow {
        UnreadRow { frame: usize::try_from(number - self.layout.first_frame).ok(), error }
    }

    /// Takes in that a row cannot be read. If it names no frame that there can be, it is the next one.
    #[cold]
    fn lose(&mut self, unread: UnreadRow, filled: usize) -> Result<(), LoadError> {
        if matches!(self.values, Values::Chunk(_)) {
            // All blocks are read again as a whole, which reports the row.
            return Err(LoadError::new(&self.reader.scan.source, ErrorKind::Cancelled));
        }
        let is_in_table = |&frame: &usize| frame < self.values.len() / self.layout.columns;
        let frame = unread.frame.filter(is_in_table).unwrap_or(filled);
        self.damage.lose(frame..frame + 1, unread.error);
        Ok(())
    }

    #[inline(always)]
    fn write(&mut self, frame: usize, column: usize, row: &[f32; VALUES]) {
        let [x, y, z, rx, ry, rz, bone] = *row;
        let angles = [rx, ry, rz];
        let [first, second, third] = self.layout.order.map(|axis| angles[axis.index()]);
        let scale = self.layout.scale;
        let cells = [x * scale, y * scale, z * scale, first, second, third, bone];
        self.cells(frame, column).copy_from_slice(&cells);
    }

    /// A value that a comment follows, or `None` for one that cannot be used, and its length.
    #[cold]
    #[inline(never)]
    fn unusual(
        &mut self,
        row_at: usize,
        at: usize,
        limit: f32,
        column: usize,
        frame: i64,
        block: &Block<'_>,
    ) -> Result<(Option<f32>, usize), Option<LoadError>> {
        let text = self.reader.scan.source.bytes;
        let rest = &text[at..];
        let len = rest.iter().position(|&b| is_blank(b) || ends_words(b));
        let word = &rest[..len.unwrap_or(rest.len())];
        // Some words for no number have the mark of a comment in them: 1.#IND.
        if let Some(Number { value, len }) = number(rest).or_else(|| number(word)) {
            if value.abs() <= limit {
                return Ok((Some(value), len));
            }
            self.held.add(1, at);
            return Ok((None, len));
        }
        let in_number = |&b: &u8| b.is_ascii_digit() || b"+-.eE".contains(&b);
        let behind = at + word.len();
        let is_last = next_row(text, behind, text.len()) == text.len();
        if is_last && word.iter().all(in_number) && (word.is_empty() || behind == text.len()) {
            self.is_cut_off = true;
            let kind = ErrorKind::Contradiction(broken_off(column, VALUES));
            return Err(self.fault(|table| table.reader.scan.error_at(row_at, kind)));
        }
        Err(self.fault(|table| {
            let segment = quoted(block.name.text);
            let what = format!("a number for {} of {segment} in frame {frame}", NAMES[column]);
            if word.is_empty() {
                table.reader.scan.expected_at(at, what, "the end of the line")
            } else {
                table.reader.scan.at(at).expected_number(what)
            }
        }))
    }

    #[cold]
    fn too_long(&self, at: usize, frame: i64) -> LoadError {
        let what = format!("the line to end after the 7 values of frame {frame}");
        self.reader
            .scan
            .at(at)
            .expected(what)
            .hint("a row is a frame number, Tx Ty Tz, Rx Ry Rz and SF")
    }

    /// The row of the frame of this number, for which there is room then; `None` where there cannot be.
    #[inline(always)]
    fn frame(&mut self, number: i64, filled: usize) -> Option<usize> {
        let frame = usize::try_from(number - self.layout.first_frame).unwrap_or(usize::MAX);
        let end = frame.saturating_add(1).saturating_mul(self.layout.columns);
        if frame < filled || end <= self.values.len() { Some(frame) } else { self.make_room(frame) }
    }

    /// A row beyond the table: rows are missing before it, or the number is nonsense.
    #[cold]
    fn make_room(&mut self, frame: usize) -> Option<usize> {
        let columns = self.layout.columns;
        // Only one number speaks for so many frames, and the old table is there together with the new one.
        let limit = self.reader.scan.source.bytes.len() / 8 * 7 + 1024;
        let room = limit.saturating_sub(self.values.len());
        let needed = frame.saturating_add(1).saturating_mul(columns);
        let Values::Owned(values) = &mut self.values else { return None };
        if needed > room {
            return None;
        }
        // Not so many more that giving back what is left over would be worth a third table.
        let rows = room.min(needed + needed / 9) / columns;
        values.reserve_exact(rows * columns - values.len());
        values.resize(rows * columns, 0.0);
        Some(frame)
    }

    fn jump_error(&self, number: i64, at: usize, filled: usize) -> LoadError {
        let first = self.layout.first_frame;
        let next = first.saturating_add_unsigned(filled as u64);
        let error = self.reader.scan.at(at).expected(format!("the row of frame {next}"));
        if number < first {
            error.hint(format!("no segment begins before frame {first}"))
        } else {
            error.hint("frame numbers may not jump this far")
        }
    }

    /// A row that is not the next one. Frames that it leaves out are marked, for they may come later.
    #[cold]
    fn out_of_order(&mut self, frame: usize, filled: usize, column: usize, at: usize) {
        for missing in filled..frame {
            self.cells(missing, column)[0] = f32::NAN;
        }
        if frame >= filled {
            return;
        }
        if self.cells(frame, column)[0].is_nan() {
            let message = "a row stands behind a later frame: it counts where its number puts it";
            self.warn(WarningCode::ConventionDiffers, at, message);
        } else {
            self.warn(WarningCode::GivenTwice, at, "a frame has two rows: the later one counts");
        }
    }

    /// Gives the frames that never came the row before them, ahead of the first one none.
    #[cold]
    fn fill_gaps(&mut self, at: usize, column: usize, filled: usize) {
        let mut is_ahead = true;
        for frame in 0..filled {
            if !self.cells(frame, column)[0].is_nan() {
                is_ahead = false;
                continue;
            }
            self.hold(column, frame..frame + 1);
            let message = if is_ahead {
                "a segment begins later than others: it keeps its base position until then"
            } else {
                "a frame has no row: the segment keeps the one before"
            };
            self.warn(WarningCode::RowsMissing, at, message);
        }
    }

    pub fn hold(&mut self, column: usize, frames: Range<usize>) {
        let mut row = REST;
        if let Some(before) = frames.start.checked_sub(1) {
            row.copy_from_slice(self.cells(before, column));
        }
        for frame in frames {
            self.cells(frame, column).copy_from_slice(&row);
        }
    }

    /// The rows of the frames that there are, with a warning about values that were held in them.
    pub fn finish(self, frames: usize) -> Vec<f32> {
        self.held.warn(self.reader);
        let Values::Owned(mut values) = self.values else { return Vec::new() };
        cut_off(&mut values, frames * self.layout.columns);
        values
    }
}
