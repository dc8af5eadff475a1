//! The rows of a table, read in one pass into the motion table.

use super::super::Source;
use super::super::chunks::{ChunkRows, Layout, MergedRows, RowMerge, row_a_line};
use super::super::error::LoadError;
use super::super::gaps::{Gaps, HALF_A_MARKER};
use super::super::marker::Numbering;
use super::super::reporter::ProgressReporter;
use super::super::scanner::Reader;
use super::super::stated::broken_off;
use super::super::text::{is_blank, is_line_end, line_end, line_end_len};
use super::super::unread_rows::UnreadRows;
use super::super::word::quoted;
use super::cells::{Cells, Run, cells};
use super::fields::{Separator, field};
use super::prefix::RowPrefix;
use crate::take::{WarningCode, Warnings};

pub struct RowLayout<'a, P> {
    pub separator: Separator,
    pub prefix: P,
    /// The columns behind that, in their order.
    pub runs: &'a [Run],
    /// Words that stand for a value that is missing, as an empty field does.
    pub gaps: &'static [&'static [u8]],
    pub gap_rule: GapRule,
    /// What errors call a value that is read: `Y of "LASI"`.
    pub name: &'a (dyn Fn(usize) -> String + Sync),
    /// Why a row has so many values.
    pub why: &'a str,
}

/// Which positions become gaps while rows are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GapRule {
    /// Three values each are the position of a marker, which was not seen where one is missing or all are 0.
    Markers,
    /// So many values each are of a point, the first three its position: it has none where one of them is missing.
    Points(usize),
    /// None: the values are as the file has them, and NaN where it has none.
    Nothing,
}

impl<P> RowLayout<'_, P> {
    pub fn columns(&self) -> usize {
        self.runs.iter().map(|run| run.take).sum()
    }
}

/// The runs of columns, of each of which it is known whether it is read.
pub fn runs(columns: impl IntoIterator<Item = bool>) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for is_read in columns {
        let may_grow = |run: &&mut Run| is_read || run.take == 0;
        match (runs.last_mut().filter(may_grow), is_read) {
            (Some(run), true) => run.take += 1,
            (Some(run), false) => run.skip += 1,
            (None, _) => runs.push(Run { skip: usize::from(!is_read), take: usize::from(is_read) }),
        }
    }
    runs
}

/// What is known of rows beside their values.
#[derive(Default)]
pub struct RowFacts<P> {
    pub gaps: Gaps,
    pub losses: UnreadRows,
    pub prefix: P,
}

impl<P: RowMerge> RowMerge for RowFacts<P> {
    fn join(&mut self, next: Self) -> bool {
        // Where rows are lost, there is one chunk.
        self.gaps.join(next.gaps);
        self.prefix.join(next.prefix)
    }

    fn moved(&mut self, origin: usize) {
        self.gaps.moved(origin);
        self.prefix.moved(origin);
    }
}

/// Reads all rows from the one at byte `at` on.
///
/// # Errors
/// Where most values are missing because rows end early: what names the columns is not of these rows.
pub fn read<P: RowPrefix>(
    source: &Source<'_>,
    at: usize,
    layout: &RowLayout<'_, P>,
    warnings: &mut Warnings,
) -> Result<MergedRows<RowFacts<P::Facts>>, LoadError> {
    let columns = layout.columns();
    let may_be_empty = layout.separator != Separator::Blanks;
    // Between two tabs there may be nothing.
    let shortest = if may_be_empty { 1 } else { 2 };
    Layout { shortest, ..row_a_line(columns) }.read(source, at, warnings, |chunk| {
        let mut rows = RowReader {
            reader: Reader::new(chunk.source),
            layout,
            columns,
            max_values: (chunk.source.bytes.len() - chunk.start) / 2,
            refusal: None,
            may_be_empty,
            values: &mut *chunk.values,
            count: 0,
            facts: RowFacts::default(),
            reporter: &mut chunk.reporter,
        };
        match layout.separator {
            Separator::Tab => rows.rows::<b'\t'>(chunk.start)?,
            Separator::Comma => rows.rows::<b','>(chunk.start)?,
            Separator::Semicolon => rows.rows::<b';'>(chunk.start)?,
            Separator::Blanks => rows.rows::<b' '>(chunk.start)?,
        }
        let RowReader { reader, count, facts, .. } = rows;
        chunk.warnings = reader.warnings;
        Ok(ChunkRows { rows: count, is_regular: facts.losses.is_empty(), facts })
    })
}

/// The rows of a chunk as they are read. Whatever is not as in a sound file gets a warning or is lost.
struct RowReader<'a, 's, P: RowPrefix> {
    reader: Reader<'s>,
    layout: &'a RowLayout<'a, P>,
    columns: usize,
    /// How many values there can be where rows end early: one for every two bytes.
    max_values: usize,
    /// Why the names cannot be those of the rows.
    refusal: Option<LoadError>,
    /// Whether there can be nothing between what parts two values.
    may_be_empty: bool,
    values: &'a mut [f32],
    /// How many rows are sound.
    count: usize,
    facts: RowFacts<P::Facts>,
    reporter: &'a mut ProgressReporter<'s>,
}

/// What is wrong with a row, where it is the first that is lost.
type Fault = Option<LoadError>;

impl<P: RowPrefix> RowReader<'_, '_, P> {
    /// Reads rows whose values are parted by `SEPARATOR`, where a blank stands for any number of
    /// blanks.
    fn rows<const SEPARATOR: u8>(&mut self, mut at: usize) -> Result<(), LoadError> {
        let text = self.reader.scan.source.bytes;
        let may_begin_empty = self.layout.prefix.may_begin_empty();
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
            self.reporter.advance(&self.reader.scan.source, at)?;
            let row = if is_empty && !may_begin_empty {
                Err(self
                    .fault(|rows| rows.reader.scan.expected_at(from, "a frame number", "nothing")))
            } else {
                self.row::<SEPARATOR>(if is_empty { from } else { at })
            };
            if let Some(error) = self.refusal.take() {
                return Err(error);
            }
            at = row.unwrap_or_else(|fault| {
                self.facts.losses.add(self.count, 1, fault);
                self.layout.prefix.lose(&mut self.facts.prefix);
                line_end(text, at)
            });
        }
    }

    /// A fault of a row, made where it is the first.
    fn fault(&self, error: impl FnOnce(&Self) -> LoadError) -> Fault {
        self.facts.losses.if_first(|| error(self))
    }

    /// Reads a row that begins at `start`; where the next line begins.
    fn row<const SEPARATOR: u8>(&mut self, start: usize) -> Result<usize, Fault> {
        let text = self.reader.scan.source.bytes;
        let prefix = self.layout.prefix.read::<SEPARATOR>(text, start);
        let (prefix, at) = prefix
            .map_err(|field| self.fault(|rows| field.error(rows.frame(), &rows.reader.scan)))?;
        let free = self.values.get_mut(self.count * self.columns..);
        let Some(row) = free.and_then(|free| free.get_mut(..self.columns)) else {
            // A row that is complete has a byte for each value: others have taken its room.
            self.refusal = Some(self.ends_early(at, 0));
            return Err(None);
        };
        row.fill(f32::NAN);
        let (mut at, filled) =
            match cells::<SEPARATOR>(text, at, row, self.layout.runs, self.layout.gaps) {
                Cells::Read { at, filled } => (at, filled),
                Cells::NotANumber { at, column } => {
                    return Err(self.fault(|rows| rows.not_a_number::<SEPARATOR>(at, column)));
                }
            };
        // What remains of the line may only be blank.
        while text.get(at).is_some_and(|&b| !is_line_end(b) && (is_blank(b) || b == SEPARATOR)) {
            at += 1;
        }
        if text.get(at).is_some_and(|&b| !is_line_end(b)) {
            return Err(self.fault(|rows| rows.too_long::<SEPARATOR>(start, at)));
        }
        if filled < self.columns {
            self.repair(start, at, filled)?;
        }
        let row = &mut self.values[self.count * self.columns..][..self.columns];
        let is_half = match self.layout.gap_rule {
            GapRule::Markers => self.facts.gaps.close(row, start),
            GapRule::Points(width) => self.facts.gaps.close_points(row, width),
            GapRule::Nothing => false,
        };
        if is_half {
            self.reader.warn(WarningCode::MarkerIncomplete, start, HALF_A_MARKER);
        }
        if !self.layout.prefix.add(prefix, &mut self.facts.prefix) {
            self.reader.warn(WarningCode::NumberingUneven, start, Numbering::BROKEN);
        }
        self.count += 1;
        Ok(at + line_end_len(&text[at..]))
    }

    /// Keeps a row that ends early, at `at`, with gaps: where values can be empty, the ones behind it
    /// are. The last row of a file that breaks off is lost, as its last number may be half of one.
    fn repair(&mut self, start: usize, at: usize, filled: usize) -> Result<(), Fault> {
        let is_last = at == self.reader.scan.source.bytes.len();
        if is_last && self.count > 0 {
            let what = broken_off(filled, self.columns);
            return Err(self.fault(|rows| rows.reader.scan.contradiction(start, what)));
        }
        // Rows that end early cost memory for which the file has no bytes. Where most values are
        // missing in this way, the names are not those of the rows.
        if self.may_be_empty && !is_last && (self.count + 2) * self.columns > self.max_values {
            self.refusal = Some(self.ends_early(at, filled));
        }
        if is_last || !self.may_be_empty || self.refusal.is_some() {
            return Err(self.fault(|rows| rows.ends_early(at, filled)));
        }
        let message = "a row ends before its last marker: those that are missing are gaps";
        self.reader.warn(WarningCode::MarkerIncomplete, start, message);
        Ok(())
    }

    /// What a value is called in an error: `Y of "LASI" in frame 3`.
    fn cell(&self, column: usize) -> String {
        format!("{} in frame {}", (self.layout.name)(column), self.frame())
    }

    fn frame(&self) -> usize {
        self.layout.prefix.frame(self.count)
    }

    fn not_a_number<const SEPARATOR: u8>(&self, at: usize, column: usize) -> LoadError {
        let what = format!("a number for {}", self.cell(column));
        if SEPARATOR == b' ' {
            return self.reader.scan.at(at).expected_number(what);
        }
        let (word, _) = field::<SEPARATOR>(self.reader.scan.source.bytes, at);
        self.reader.scan.expected_number_at(at, what, word)
    }

    fn too_long<const SEPARATOR: u8>(&self, start: usize, at: usize) -> LoadError {
        let (word, _) = field::<SEPARATOR>(self.reader.scan.source.bytes, at);
        let counts = [self.frame(), self.columns];
        let why = self.layout.why.to_string();
        LoadError::too_many_values(&self.reader.scan.source, [start, at], counts, quoted(word), why)
    }

    fn ends_early(&self, at: usize, filled: usize) -> LoadError {
        let what = format!("a number for {}", self.cell(filled));
        if at == self.reader.scan.source.bytes.len() {
            return self.reader.scan.expected_at(at, what, "the end of the file");
        }
        let error = self.reader.scan.expected_at(at, what, "the end of the line");
        error.hint(if self.may_be_empty {
            self.layout.why.to_string()
        } else {
            "gaps need tabs or commas between values, or the word NaN for each".into()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_side_by_side_are_one_run() {
        let found = |text: &str| -> Vec<[usize; 2]> {
            let all = runs(text.bytes().map(|b| b == b'x'));
            all.iter().map(|run| [run.skip, run.take]).collect()
        };
        assert_eq!(found("xxx"), [[0, 3]]);
        assert_eq!(found("-xx--x-"), [[1, 2], [2, 1], [1, 0]]);
        assert_eq!(found("--"), [[2, 0]]);
        assert_eq!(found(""), [[0; 2]; 0]);
    }
}
