//! The rows of a TRC file, read in one pass into the motion table.

use super::super::Source;
use super::super::chunks::{ChunkRows, Layout, RowMerge, row_a_line};
use super::super::error::{ErrorKind, LoadError};
use super::super::line::{Line, Lines, end_of_line};
use super::super::marker::{AboutRows, COLUMNS, HALF_A_MARKER, Numbering, Rows, frame_number};
use super::super::number::{Number, double, number, number_at};
use super::super::rate::broken_off;
use super::super::reporter::ProgressReporter;
use super::super::scanner::{Scanner, quoted};
use super::super::text::{is_blank, is_line_end, line_end};
use super::fields::Separator;
use super::header::Header;
use super::times::Times;
use crate::take::{Axis, WarningCode, Warnings};

/// The columns ahead of the first marker: frame number and time.
const AHEAD: usize = 2;

/// What the first rows tell of all of them.
pub(super) struct First<'a> {
    pub line: Line<'a>,
    /// What parts values.
    separator: Separator,
    /// How many values there are behind frame number and time: as many as two rows have, or the only one.
    pub columns: usize,
}

impl<'a> First<'a> {
    fn of(line: Line<'a>, behind: &Lines<'a>) -> Self {
        /// One row in so many that is too long does not make markers of what it has too much.
        const SEEN: usize = 8;
        let separator = line.separator();
        let rows = behind.clone().filter(|line| !line.is_blank());
        let rows = std::iter::once(line).chain(rows).take(SEEN);
        let columns = |row: Line<'_>| row.parted_by(separator).len().saturating_sub(AHEAD);
        let mut columns: Vec<usize> = rows.map(columns).collect();
        let first = columns[0];
        columns.sort_unstable();
        let agreed = columns.windows(2).rfind(|pair| pair[0] == pair[1]);
        Self {
            line,
            separator,
            columns: agreed.map_or(first, |pair| pair[0]),
        }
    }
}

/// Finds the first row, behind the names of the axes.
pub(super) fn first<'a>(lines: &mut Lines<'a>, scan: &Scanner<'_>) -> Result<First<'a>, LoadError> {
    let mut has_axes = false;
    while let Some(line) = lines.find(|line| !line.is_blank()) {
        let fields = line.fields();
        // A frame number or, where that is missing, a time.
        let is_row = fields.iter().take(AHEAD).any(|f| double(f.text).is_some());
        if is_row || has_axes {
            return Ok(First::of(line, lines));
        }
        let letters = fields.iter().filter(|field| !field.text.is_empty());
        for (field, axis) in letters.zip(Axis::ALL) {
            if !field.text[..1].eq_ignore_ascii_case(axis.name().as_bytes()) {
                let what = format!("{}1 in the line of the axes", axis.name());
                return Err(scan.expected_at(field.at, what, field.quoted()));
            }
        }
        has_axes = true;
    }
    let end = (*scan).at(lines.at);
    Err(end
        .expected("a row with the places of the markers")
        .hint("the file has a header and no data"))
}

/// Reads all rows from the first one on. A row has `extra` values behind those of the last marker that
/// are not read. The column Time comes beside them.
pub(super) fn read(
    source: &Source<'_>,
    first: &First<'_>,
    names: &[String],
    extra: usize,
    header: &Header<'_>,
    warnings: &mut Warnings,
) -> Result<(Rows, Times), LoadError> {
    let columns = names.len() * COLUMNS;
    let at = first.line.at;
    let announced = header.frames.and_then(|said| said.number());
    source.announce(announced.unwrap_or(0.0) as usize);
    let may_be_empty = first.separator != Separator::Blanks;
    let layout = Layout {
        // Between two tabs there may be nothing.
        shortest: if may_be_empty { 1 } else { 2 },
        ..row_a_line(columns)
    };
    let read = layout.read(source, at, warnings, |chunk| {
        let mut reader = Reader {
            source: chunk.source,
            scan: Scanner::new(chunk.source),
            names,
            columns,
            extra,
            most: (chunk.source.bytes.len() - chunk.start) / 2,
            refusal: None,
            may_be_empty,
            values: &mut *chunk.values,
            count: 0,
            about: About::default(),
            reporter: &mut chunk.reporter,
            warnings: &mut chunk.warnings,
        };
        match first.separator {
            Separator::Tab => reader.rows::<b'\t'>(chunk.start)?,
            Separator::Comma => reader.rows::<b','>(chunk.start)?,
            Separator::Blanks => reader.rows::<b' '>(chunk.start)?,
        }
        Ok(ChunkRows {
            rows: reader.count,
            is_regular: reader.about.rows.losses.is_empty(),
            about: reader.about,
        })
    })?;
    let table = (read.values, read.rows);
    let About { rows, times } = read.about;
    let rows = rows.settle(table, columns, announced, &Scanner::new(source), warnings)?;
    Ok((rows, times))
}

/// What is known of rows beside their values.
#[derive(Default)]
struct About {
    rows: AboutRows,
    times: Times,
}

impl RowMerge for About {
    fn join(&mut self, next: Self) -> bool {
        // A chunk may be blank lines alone.
        self.times.join(next.times);
        self.rows.join(next.rows)
    }
}

/// The rows of a chunk as they are read. Whatever is not as in a sound file gets a warning or is lost.
struct Reader<'a, 's> {
    source: &'s Source<'s>,
    scan: Scanner<'s>,
    names: &'a [String],
    columns: usize,
    /// How many values of a row are not read.
    extra: usize,
    /// How many values there can be where rows end early: one for every two bytes.
    most: usize,
    /// Why the names cannot be those of the rows.
    refusal: Option<LoadError>,
    /// Whether there can be nothing between what parts two values.
    may_be_empty: bool,
    values: &'a mut [f32],
    /// How many rows are sound.
    count: usize,
    about: About,
    reporter: &'a mut ProgressReporter<'s>,
    warnings: &'a mut Warnings,
}

/// What is wrong with a row, where it is the first that is lost.
type Fault = Option<LoadError>;

impl Reader<'_, '_> {
    /// Reads rows whose values are parted by `SEPARATOR`, where a blank stands for any number of
    /// blanks.
    fn rows<const SEPARATOR: u8>(&mut self, mut at: usize) -> Result<(), LoadError> {
        let text = self.source.bytes;
        loop {
            let (mut from, mut is_empty) = (at, false);
            while let Some(&byte) = text.get(at) {
                match byte {
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
            let row = match is_empty {
                true => Err(self.fault(|reader| {
                    let scan = &reader.scan;
                    scan.expected_at(from, "a frame number", "nothing")
                })),
                false => self.row::<SEPARATOR>(at),
            };
            if let Some(error) = self.refusal.take() {
                return Err(error);
            }
            at = row.unwrap_or_else(|why| {
                self.about.rows.lose(self.count, why);
                self.about.times.lose();
                line_end(text, at)
            });
        }
    }

    /// A fault of a row, made where it is the first.
    fn fault(&self, why: impl FnOnce(&Self) -> LoadError) -> Fault {
        self.about.rows.losses.why(|| why(self))
    }

    /// Reads a row that begins at `start`, and tells where the next line begins.
    fn row<const SEPARATOR: u8>(&mut self, start: usize) -> Result<usize, Fault> {
        let text = self.source.bytes;
        let (frame, at) = field::<SEPARATOR>(text, start);
        let Some(frame) = frame_number(frame) else {
            return Err(self.fault(|reader| {
                let scan = &reader.scan;
                scan.expected_at(start, "a frame number", quoted(frame))
            }));
        };
        let time_at = skip_spaces::<SEPARATOR>(text, at);
        let (time, at) = field::<SEPARATOR>(text, at);
        let seconds = double(time);
        if seconds.is_none() && !time.is_empty() && number(time).is_none() {
            return Err(self.fault(|reader| {
                let what = format!("a time in seconds for frame {}", reader.count);
                reader.scan.expected_number_at(time_at, what, time)
            }));
        }
        let free = self.values.get_mut(self.count * self.columns..);
        let Some(row) = free.and_then(|free| free.get_mut(..self.columns)) else {
            // A row that is complete has a byte for each value: others have taken its room.
            self.refusal = Some(self.ends_early(at, 0));
            return Err(None);
        };
        row.fill(f32::NAN);
        let (mut at, filled) = match cells::<SEPARATOR>(text, at, row) {
            Cells::Read { at, filled } => (at, filled),
            Cells::NotANumber { at, column } => {
                return Err(self.fault(|reader| reader.not_a_number::<SEPARATOR>(at, column)));
            }
        };
        for _ in 0..self.extra {
            (_, at) = field::<SEPARATOR>(text, at);
        }
        // What remains of the line may only be blank.
        while text
            .get(at)
            .is_some_and(|&b| !is_line_end(b) && (is_blank(b) || b == SEPARATOR))
        {
            at += 1;
        }
        if text.get(at).is_some_and(|&b| !is_line_end(b)) {
            return Err(self.fault(|reader| reader.too_long::<SEPARATOR>(start, at)));
        }
        if filled < self.columns {
            self.mend(start, at, filled)?;
        }
        let row = &mut self.values[self.count * self.columns..][..self.columns];
        if self.about.rows.gaps.close(row, start) {
            self.warn(WarningCode::MarkerIncomplete, start, HALF_A_MARKER);
        }
        if !self.about.rows.numbering.follows(frame) {
            self.warn(WarningCode::NumberingUneven, start, Numbering::BROKEN);
        }
        self.about.times.add(seconds);
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

    /// What a column is called in an error: `Y of "LASI" in frame 3`.
    fn cell(&self, column: usize) -> String {
        let axis = Axis::ALL[column % COLUMNS].name();
        let name = quoted(self.names[column / COLUMNS].as_bytes());
        format!("{axis} of {name} in frame {}", self.count)
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
        let why = self.what_a_row_has();
        let counts = [self.count, self.columns];
        LoadError::too_many_values(self.source, [start, at], counts, quoted(word), why)
    }

    fn ends_early(&self, at: usize, filled: usize) -> LoadError {
        let what = format!("a number for {}", self.cell(filled));
        if at == self.source.bytes.len() {
            return self.scan.expected_at(at, what, "the end of the file");
        }
        let error = self.scan.expected_at(at, what, "the end of the line");
        error.hint(match self.may_be_empty {
            true => self.what_a_row_has(),
            false => "gaps need tabs or commas between values, or the word NaN for each".into(),
        })
    }

    fn what_a_row_has(&self) -> String {
        format!(
            "the header names {} markers, with three values each behind frame number and time",
            self.names.len()
        )
    }
}

/// What became of the values of a row.
enum Cells {
    /// Up to the last one, or to the end of the line; the place behind, and how many there were.
    Read { at: usize, filled: usize },
    /// One of them is no number.
    NotANumber { at: usize, column: usize },
}

/// Reads the values of a row; those that are empty stay as they are.
fn cells<const SEPARATOR: u8>(text: &[u8], mut at: usize, cells: &mut [f32]) -> Cells {
    // Behind what parts values there is one more, if only an empty one.
    let mut is_parted = at > 0 && text[at - 1] == SEPARATOR;
    for (column, cell) in cells.iter_mut().enumerate() {
        at = skip_spaces::<SEPARATOR>(text, at);
        let first = text.get(at).copied();
        if first.is_none_or(is_line_end) {
            let filled = column + usize::from(is_parted && SEPARATOR != b' ');
            return Cells::Read { at, filled };
        }
        if first != Some(SEPARATOR) {
            let parsed = match SEPARATOR {
                b',' => number(field::<SEPARATOR>(text, at).0),
                _ => number_at(text, at),
            };
            let Some(Number { value, len }) = parsed else {
                return Cells::NotANumber { at, column };
            };
            let behind = skip_spaces::<SEPARATOR>(text, at + len);
            let is_alone = |b: u8| is_line_end(b) || b == SEPARATOR || SEPARATOR == b' ';
            if !text.get(behind).is_none_or(|&b| is_alone(b)) {
                return Cells::NotANumber { at, column };
            }
            *cell = value;
            at = behind;
        }
        is_parted = text.get(at) == Some(&SEPARATOR);
        at += usize::from(is_parted);
    }
    let filled = cells.len();
    Cells::Read { at, filled }
}

/// The field at `at` without blanks around it, and the place behind what parts it from the next one.
fn field<const SEPARATOR: u8>(text: &[u8], at: usize) -> (&[u8], usize) {
    let from = skip_spaces::<SEPARATOR>(text, at);
    let rest = &text[from..];
    let ends = |&b: &u8| is_line_end(b) || b == SEPARATOR || SEPARATOR == b' ' && is_blank(b);
    let len = rest.iter().position(ends).unwrap_or(rest.len());
    let behind = from + len;
    let is_parted = text.get(behind).is_some_and(|&b| b == SEPARATOR);
    (
        rest[..len].trim_ascii_end(),
        behind + usize::from(is_parted),
    )
}

/// Past what is blank and neither parts values nor ends a line.
#[inline(always)]
fn skip_spaces<const SEPARATOR: u8>(text: &[u8], mut at: usize) -> usize {
    let parts = |byte: u8| byte == SEPARATOR && SEPARATOR != b' ';
    while text
        .get(at)
        .is_some_and(|&b| is_blank(b) && !is_line_end(b) && !parts(b))
    {
        at += 1;
    }
    at
}
