//! The rows of a CSM file, read in one pass into the motion table.

use super::super::Source;
use super::super::chunks::{Chunk, ChunkRows};
use super::super::error::{ErrorKind, LoadError};
use super::super::line::Line;
use super::super::marker::{AboutRows, COLUMNS, HALF_A_MARKER, Numbering, frame_number};
use super::super::number::{Number, number_at};
use super::super::rate::broken_off;
use super::super::scanner::{Scanner, Word};
use super::super::text::{is_blank, is_line_end, skip_blanks, skip_spaces};
use crate::take::{Axis, WarningCode};

/// Reads the rows of a chunk.
pub(super) fn read(
    chunk: &mut Chunk<'_>,
    order: Line<'_>,
    columns: usize,
) -> Result<ChunkRows<AboutRows>, LoadError> {
    let mut rows = Rows {
        source: chunk.source,
        scan: Scanner::new(chunk.source).at(chunk.start),
        order,
        columns,
        count: 0,
        is_lost: false,
        about: AboutRows::default(),
    };
    rows.read(chunk)?;
    Ok(ChunkRows { rows: rows.count, is_regular: rows.about.losses.is_empty(), about: rows.about })
}

/// The rows of a chunk as they are read.
struct Rows<'a> {
    source: &'a Source<'a>,
    scan: Scanner<'a>,
    order: Line<'a>,
    columns: usize,
    /// How many are sound.
    count: usize,
    /// Whether the row before is lost: then a line may be the rest of that one, and is a row only where
    /// it is a whole one.
    is_lost: bool,
    about: AboutRows,
}

impl Rows<'_> {
    /// Reads rows up to the end of the text or another key. A row may be broken over lines, but
    /// ends at a line's end, so that no value gets to the wrong marker. Whatever else than rows there
    /// is gets a warning or is lost.
    fn read(&mut self, chunk: &mut Chunk<'_>) -> Result<(), LoadError> {
        let warnings = &mut chunk.warnings;
        while let Some(frame) = self.scan.peek().filter(|word| word.text[0] != b'$') {
            chunk.reporter.go_on(self.source, frame.at)?;
            let row = &mut chunk.values[self.count * self.columns..][..self.columns];
            match self.row(&frame, row) {
                Ok(number) => {
                    self.is_lost = false;
                    if self.about.gaps.close(row, frame.at) {
                        warnings.add_at(
                            WarningCode::MarkerIncomplete,
                            || self.scan.place(frame.at),
                            HALF_A_MARKER,
                        );
                    }
                    if !self.about.numbering.follows(number) {
                        warnings.add_at(
                            WarningCode::NumberingUneven,
                            || self.scan.place(frame.at),
                            Numbering::BROKEN,
                        );
                    }
                    self.count += 1;
                }
                Err(why) => {
                    self.is_lost = true;
                    self.about.lose(self.count, why);
                    self.scan.at = frame.at;
                    self.scan.skip_line();
                }
            }
        }
        if let Some(key) = self.scan.peek().filter(|_| self.count > 0) {
            let message = format!("what follows {} behind the rows is not read", key.shown());
            warnings.add_at(WarningCode::TextSkipped, || self.scan.place(key.at), message);
        }
        if self.count == 0 && self.about.losses.is_empty() {
            return Err(self.scan.expected("a row with the positions of the markers"));
        }
        Ok(())
    }

    /// Reads a row that begins with a frame number, which is told, up to the end of its line.
    fn row(&mut self, frame: &Word<'_>, row: &mut [f32]) -> Result<i64, Option<LoadError>> {
        let text = self.source.bytes;
        let Some(number) = frame_number(frame.text) else {
            return Err(self.fault(|rows| rows.scan.expected("a frame number")));
        };
        self.scan.at = frame.at + frame.text.len();
        let filled = self.values(frame.at, row)?;
        if filled < self.columns {
            return Err(self.fault(|rows| {
                let kind = ErrorKind::Contradiction(broken_off(filled, rows.columns));
                rows.scan.error_at(frame.at, kind)
            }));
        }
        self.scan.at = skip_spaces(text, self.scan.at);
        let is_line = |&b: &u8| is_line_end(b);
        match text.get(self.scan.at) {
            Some(byte) if !is_line(byte) => Err(self.fault(|rows| rows.too_long(frame.at))),
            _ if self.is_lost && text[frame.at..self.scan.at].iter().any(is_line) => Err(None),
            _ => Ok(number),
        }
    }

    /// A fault of a row, made where it is the first.
    fn fault(&self, why: impl FnOnce(&Self) -> LoadError) -> Option<LoadError> {
        self.about.losses.why(|| why(self))
    }

    /// Reads the values of a row that starts at byte `start`; tells how many there are, less than all
    /// where the last row breaks off.
    fn values(&mut self, start: usize, row: &mut [f32]) -> Result<usize, Option<LoadError>> {
        let text = self.source.bytes;
        let mut column = 0;
        while column < self.columns {
            let mut at = skip_blanks(text, self.scan.at);
            if at == text.len() && self.count > 0 {
                return Ok(column);
            }
            match number_at(text, at) {
                Some(Number { value, len }) => {
                    row[column] = value;
                    column += 1;
                    at += len;
                }
                None if column % COLUMNS == 0 && is_dropout(&text[at..]) => {
                    row[column..][..COLUMNS].fill(f32::NAN);
                    column += COLUMNS;
                    at += DROPOUT.len();
                }
                None => {
                    self.scan.at = at;
                    return Err(self.fault(|rows| rows.not_a_number(start, column)));
                }
            }
            self.scan.at = at;
        }
        Ok(column)
    }

    fn not_a_number(&self, start: usize, column: usize) -> LoadError {
        let axis = Axis::ALL[column % COLUMNS].name();
        let name = self.order.words().nth(column / COLUMNS);
        let name = name.map_or_else(String::new, |word| word.quoted());
        let or_none = match column % COLUMNS {
            0 => " or DROPOUT",
            _ => "",
        };
        let row = self.count;
        let what = format!("a number for {axis} of {name}{or_none} in frame {row}");
        let error = self.scan.expected_number(what);
        if !self.scan.peek().is_some_and(|word| is_dropout(word.text)) {
            return error;
        }
        let mut before = self.source.bytes[start..self.scan.at].iter();
        error.hint(if before.any(|&b| is_line_end(b)) {
            "the line above has too few values"
        } else {
            "DROPOUT stands for all three values of a marker"
        })
    }

    fn too_long(&self, start: usize) -> LoadError {
        let found = self.scan.peek().map_or_else(String::new, |w| w.quoted());
        let places = [start, self.scan.at];
        let counts = [self.count, self.columns];
        let why = format!(
            "$Order names {} markers, with three values or one DROPOUT each",
            self.columns / COLUMNS
        );
        LoadError::too_many_values(self.source, places, counts, found, why)
    }
}

/// What stands for a marker that was not seen.
const DROPOUT: &[u8] = b"DROPOUT";

fn is_dropout(text: &[u8]) -> bool {
    let (word, rest) = text.split_at(DROPOUT.len().min(text.len()));
    word.eq_ignore_ascii_case(DROPOUT) && rest.first().is_none_or(|&b| is_blank(b))
}
