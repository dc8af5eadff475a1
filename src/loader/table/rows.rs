//! The rows of a table, read in one pass into the motion table.

use super::super::Source;
use super::super::chunks::{ChunkRows, Layout, MergedRows, row_a_line};
use super::super::error::{ErrorKind, LoadError};
use super::super::line::end_of_line;
use super::super::marker::{HALF_A_MARKER, Numbering};
use super::super::rate::broken_off;
use super::super::reporter::ProgressReporter;
use super::super::scanner::{Scanner, quoted};
use super::super::text::{is_blank, is_line_end, line_end};
use super::cells::{Cells, cells, field};
use super::fields::Separator;
use super::lead::Lead;
use super::shape::{AboutTable, Closing, Shape};
use crate::take::{WarningCode, Warnings};

/// Reads all rows from the one at byte `at` on.
///
/// # Errors
/// Where most values are missing because rows end early: what names the columns is not of these rows.
pub fn read<L: Lead>(
    source: &Source<'_>,
    at: usize,
    shape: &Shape<'_, L>,
    warnings: &mut Warnings,
) -> Result<MergedRows<AboutTable<L::About>>, LoadError> {
    let columns = shape.columns();
    let may_be_empty = shape.separator != Separator::Blanks;
    let layout = Layout {
        // Between two tabs there may be nothing.
        shortest: if may_be_empty { 1 } else { 2 },
        ..row_a_line(columns)
    };
    layout.read(source, at, warnings, |chunk| {
        let mut reader = Reader {
            source: chunk.source,
            scan: Scanner::new(chunk.source),
            shape,
            columns,
            most: (chunk.source.bytes.len() - chunk.start) / 2,
            refusal: None,
            may_be_empty,
            values: &mut *chunk.values,
            count: 0,
            about: AboutTable::default(),
            reporter: &mut chunk.reporter,
            warnings: &mut chunk.warnings,
        };
        match shape.separator {
            Separator::Tab => reader.rows::<b'\t'>(chunk.start)?,
            Separator::Comma => reader.rows::<b','>(chunk.start)?,
            Separator::Semicolon => reader.rows::<b';'>(chunk.start)?,
            Separator::Blanks => reader.rows::<b' '>(chunk.start)?,
        }
        Ok(ChunkRows {
            rows: reader.count,
            is_regular: reader.about.losses.is_empty(),
            about: reader.about,
        })
    })
}

/// The rows of a chunk as they are read. Whatever is not as in a sound file gets a warning or is lost.
struct Reader<'a, 's, L: Lead> {
    source: &'s Source<'s>,
    scan: Scanner<'s>,
    shape: &'a Shape<'a, L>,
    columns: usize,
    /// How many values there can be where rows end early: one for every two bytes.
    most: usize,
    /// Why the names cannot be those of the rows.
    refusal: Option<LoadError>,
    /// Whether there can be nothing between what parts two values.
    may_be_empty: bool,
    values: &'a mut [f32],
    /// How many rows are sound.
    count: usize,
    about: AboutTable<L::About>,
    reporter: &'a mut ProgressReporter<'s>,
    warnings: &'a mut Warnings,
}

/// What is wrong with a row, where it is the first that is lost.
type Fault = Option<LoadError>;

impl<L: Lead> Reader<'_, '_, L> {
    /// Reads rows whose values are parted by `SEPARATOR`, where a blank stands for any number of
    /// blanks.
    fn rows<const SEPARATOR: u8>(&mut self, mut at: usize) -> Result<(), LoadError> {
        let text = self.source.bytes;
        let may_begin_empty = self.shape.lead.may_begin_empty();
        loop {
            let (mut from, mut is_empty) = (at, false);
            while let Some(&byte) = text.get(at) {
                match byte {
                    b'\n' | b'\r' if is_empty && may_begin_empty => break,
                    b'\n' | b'\r' => (from, is_empty) = (at + 1, false),
                    byte if byte == SEPARATOR && SEPARATOR != b' ' => is_empty = true,
                    byte if is_blank(byte) => {}
                    _ => break,
                }
                at += 1;
            }
            if at == text.len() {
                return Ok(());
            }
            self.reporter.go_on(self.source, at)?;
            let row = if !is_empty {
                self.row::<SEPARATOR>(at)
            } else if may_begin_empty {
                self.row::<SEPARATOR>(from)
            } else {
                Err(self.fault(|reader| {
                    let scan = &reader.scan;
                    scan.expected_at(from, "a frame number", "nothing")
                }))
            };
            if let Some(error) = self.refusal.take() {
                return Err(error);
            }
            at = row.unwrap_or_else(|why| {
                self.about.losses.add(self.count, 1, why);
                self.shape.lead.lose(&mut self.about.lead);
                line_end(text, at)
            });
        }
    }

    /// A fault of a row, made where it is the first.
    fn fault(&self, why: impl FnOnce(&Self) -> LoadError) -> Fault {
        self.about.losses.why(|| why(self))
    }

    /// Reads a row that begins at `start`, and tells where the next line begins.
    fn row<const SEPARATOR: u8>(&mut self, start: usize) -> Result<usize, Fault> {
        let text = self.source.bytes;
        let lead = self.shape.lead.read::<SEPARATOR>(text, start);
        let (lead, at) = lead.map_err(|odd| {
            self.fault(|reader| odd.told(reader.shape.lead.frame(reader.count), &reader.scan))
        })?;
        let free = self.values.get_mut(self.count * self.columns..);
        let Some(row) = free.and_then(|free| free.get_mut(..self.columns)) else {
            // A row that is complete has a byte for each value: others have taken its room.
            self.refusal = Some(self.ends_early(at, 0));
            return Err(None);
        };
        row.fill(f32::NAN);
        let (mut at, filled) =
            match cells::<SEPARATOR>(text, at, row, self.shape.runs, self.shape.gap) {
                Cells::Read { at, filled } => (at, filled),
                Cells::NotANumber { at, column } => {
                    return Err(self.fault(|reader| reader.not_a_number::<SEPARATOR>(at, column)));
                }
            };
        // What remains of the line may only be blank.
        while text.get(at).is_some_and(|&b| !is_line_end(b) && (is_blank(b) || b == SEPARATOR)) {
            at += 1;
        }
        if text.get(at).is_some_and(|&b| !is_line_end(b)) {
            return Err(self.fault(|reader| reader.too_long::<SEPARATOR>(start, at)));
        }
        if filled < self.columns {
            self.mend(start, at, filled)?;
        }
        let row = &mut self.values[self.count * self.columns..][..self.columns];
        let is_half = match self.shape.closing {
            Closing::Markers => self.about.gaps.close(row, start),
            Closing::Points => self.about.gaps.close_places(row),
            Closing::Nothing => false,
        };
        if is_half {
            self.warn(WarningCode::MarkerIncomplete, start, HALF_A_MARKER);
        }
        if !self.shape.lead.take(lead, &mut self.about.lead) {
            self.warn(WarningCode::NumberingUneven, start, Numbering::BROKEN);
        }
        self.count += 1;
        Ok(at + end_of_line(&text[at..]))
    }

    /// Keeps a row that ends early, at `at`, with gaps: where values can be empty, the ones behind it
    /// are. The last row of a file that breaks off is lost, as its last number may be half of one.
    fn mend(&mut self, start: usize, at: usize, filled: usize) -> Result<(), Fault> {
        let is_last = at == self.source.bytes.len();
        if is_last && self.count > 0 {
            return Err(self.fault(|reader| {
                let what = broken_off(filled, reader.columns);
                let kind = ErrorKind::Contradiction(what);
                reader.scan.error_at(start, kind)
            }));
        }
        // Rows that end early cost memory for which the file has no bytes. Where most values are
        // missing in this way, the names are not those of the rows.
        if self.may_be_empty && !is_last && (self.count + 2) * self.columns > self.most {
            self.refusal = Some(self.ends_early(at, filled));
        }
        if is_last || !self.may_be_empty || self.refusal.is_some() {
            return Err(self.fault(|reader| reader.ends_early(at, filled)));
        }
        let message = "a row ends before its last marker: those that are missing are gaps";
        self.warn(WarningCode::MarkerIncomplete, start, message);
        Ok(())
    }

    fn warn(&mut self, code: WarningCode, at: usize, message: impl Into<String>) {
        self.warnings.add_at(code, || self.scan.place(at), message);
    }

    /// What a value is called in an error: `Y of "LASI" in frame 3`.
    fn cell(&self, column: usize) -> String {
        let frame = self.shape.lead.frame(self.count);
        format!("{} in frame {frame}", (self.shape.name)(column))
    }

    fn not_a_number<const SEPARATOR: u8>(&self, at: usize, column: usize) -> LoadError {
        let what = format!("a number for {}", self.cell(column));
        if SEPARATOR == b' ' {
            let here = self.scan.at(at);
            return here.expected_number(what);
        }
        let (word, _) = field::<SEPARATOR>(self.source.bytes, at);
        self.scan.expected_number_at(at, what, word)
    }

    fn too_long<const SEPARATOR: u8>(&self, start: usize, at: usize) -> LoadError {
        let (word, _) = field::<SEPARATOR>(self.source.bytes, at);
        let why = self.shape.why.to_string();
        let counts = [self.shape.lead.frame(self.count), self.columns];
        LoadError::too_many_values(self.source, [start, at], counts, quoted(word), why)
    }

    fn ends_early(&self, at: usize, filled: usize) -> LoadError {
        let what = format!("a number for {}", self.cell(filled));
        if at == self.source.bytes.len() {
            return self.scan.expected_at(at, what, "the end of the file");
        }
        let error = self.scan.expected_at(at, what, "the end of the line");
        error.hint(if self.may_be_empty {
            self.shape.why.to_string()
        } else {
            "gaps need tabs or commas between values, or the word NaN for each".into()
        })
    }
}
