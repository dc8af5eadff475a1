//! The columns of a table, as a format makes them out of its header, and how its rows become a take.

use std::ops::Range;

use super::super::bodies::{self, Part, RotationFormat};
use super::super::chunks::MergedRows;
use super::super::error::LoadError;
use super::super::gaps::COLUMNS;
use super::super::scanner::Reader;
use super::super::stated::compare_stated;
use super::super::unread_rows::{Fill, Table};
use super::super::word::{Word, quoted};
use super::super::{Format, Source};
use super::Separator;
use super::cells::Run;
use super::place_of_row;
use super::prefix::{FrameColumns, FrameFacts, RowPrefix};
use super::rows::{GapRule, RowFacts, RowLayout, read, runs};
use crate::take::{
    Axis, FrameTime, LostFrames, Motion, Skeleton, Take, Units, Up, WarningCode, Warnings,
};

pub struct Columns<P = FrameColumns> {
    pub separator: Separator,
    pub prefix: P,
    /// What the columns behind the prefix are of. Their columns count those alone that are read.
    pub parts: Vec<Part>,
    /// With [`GapRule::Nothing`], gaps are made with the angles of rotations, once all rows are read.
    pub gap_rule: GapRule,
    pub runs: Vec<Run>,
    /// Words that stand for a value that is missing, as an empty field does.
    pub gaps: &'static [&'static [u8]],
    /// What errors call a number of the rotation of a part of this quoted name.
    pub rotation_name: fn(RotationFormat, usize, &str) -> String,
    /// Why a row has so many values, for errors.
    pub why: String,
}

impl<P: RowPrefix + Copy> Columns<P> {
    /// Those of some parts whose columns count from the first one behind the prefix on; there are `width` of them.
    pub fn new(
        separator: Separator,
        prefix: P,
        mut parts: Vec<Part>,
        width: usize,
        why: String,
    ) -> Self {
        let mut is_read = vec![false; width];
        for columns in parts.iter().flat_map(Part::columns) {
            is_read[columns].fill(true);
        }
        let mut read = 0;
        // How many columns are read ahead of each one.
        let mut ahead = Vec::with_capacity(width);
        for is_read in &is_read {
            ahead.push(read);
            read += usize::from(*is_read);
        }
        for part in &mut parts {
            part.position = ahead[part.position];
            if let Some((_, first)) = &mut part.rotation {
                *first = ahead[*first];
            }
        }
        let are_markers = parts.iter().all(|part| part.rotation.is_none());
        Self {
            separator,
            prefix,
            parts,
            gap_rule: if are_markers { GapRule::Markers } else { GapRule::Nothing },
            runs: runs(is_read),
            gaps: &[],
            rotation_name: |_, _, name| name.to_string(),
            why,
        }
    }

    /// The first half of [`Columns::read`], ahead of [`Columns::settle`]: lost rows have no place yet.
    pub fn read_unsettled(
        &self,
        bytes: Range<usize>,
        announced: Option<Word<'_>>,
        reader: &mut Reader<'_>,
    ) -> Result<MergedRows<RowFacts<P::Facts>>, LoadError> {
        let source = reader.scan.source;
        source.announce(announced.and_then(|word| word.number()).unwrap_or(0.0) as usize);
        let layout = RowLayout {
            separator: self.separator,
            prefix: self.prefix,
            runs: &self.runs,
            gaps: self.gaps,
            gap_rule: self.gap_rule,
            name: &|column| self.name(column),
            why: &self.why,
        };
        // More than the rows may follow them.
        let large = source.large.filter(|_| bytes.end == source.bytes.len());
        let source = Source { bytes: &source.bytes[..bytes.end], large, ..source };
        read(&source, bytes.start, &layout, &mut reader.warnings)
    }

    /// What a column that is read is called in an error: `Y of "LASI"`.
    fn name(&self, column: usize) -> String {
        for part in &self.parts {
            let name = || quoted(part.name.as_bytes());
            if let Some(axis) = column.checked_sub(part.position)
                && axis < COLUMNS
            {
                return format!("{} of {}", Axis::ALL[axis].name(), name());
            }
            if let Some((written, first)) = part.rotation
                && let Some(number) = column.checked_sub(first)
                && number < written.width()
            {
                return (self.rotation_name)(written, number, &name());
            }
        }
        String::new()
    }
}

impl Columns {
    /// Reads the rows in these bytes of a file, which announces so many.
    ///
    /// # Errors
    /// Those of [`read`] and of [`MergedRows::settle`].
    pub fn read(
        &self,
        bytes: Range<usize>,
        announced: Option<Word<'_>>,
        reader: &mut Reader<'_>,
    ) -> Result<TableRows, LoadError> {
        let start = bytes.start;
        let read = self.read_unsettled(bytes, announced, reader)?;
        self.settle(read, start, announced, reader)
    }

    /// The second half of [`Self::read`], for rows that begin at byte `start`.
    pub fn settle(
        &self,
        read: MergedRows<RowFacts<FrameFacts>>,
        start: usize,
        announced: Option<Word<'_>>,
        reader: &mut Reader<'_>,
    ) -> Result<TableRows, LoadError> {
        let width = self.runs.iter().map(|run| run.take).sum();
        let mut rows = read.settle(width, announced.and_then(|word| word.number()), reader)?;
        compare_stated(announced, rows.count_with_lost, ["frame", "row"], reader);
        if self.gap_rule == GapRule::Nothing {
            let Reader { scan, warnings } = reader;
            let place = |row| place_of_row(scan, start, row);
            let size = (rows.count, width);
            bodies::write_channels(&mut rows.values, size, &self.parts, place, warnings);
        }
        Ok(rows)
    }
}

/// The rows of a table, with those that are lost among them.
pub struct TableRows<F = FrameFacts> {
    pub values: Vec<f32>,
    pub count: usize,
    /// How many there are with those that are lost behind the last one.
    pub count_with_lost: usize,
    pub lost: LostFrames,
    /// Of what stands ahead of the values.
    pub facts: F,
}

impl<F> MergedRows<RowFacts<F>> {
    /// The values of rows that can be read, and what is known of them, where each is of one thing of a frame: what the
    /// others are of has a gap, with a warning.
    ///
    /// # Errors
    /// The first fault where more rows cannot be read than can.
    pub fn readable(self, warnings: &mut Warnings) -> Result<(Vec<f32>, F), LoadError> {
        let RowFacts { losses, prefix, .. } = self.facts;
        if let Some((error, [lost, _])) = losses.judge(self.rows)?
            && let Some(place) = error.place()
        {
            let message = format!("a row cannot be read, what it is of is a gap: {}", error.kind());
            warnings.add_times(WarningCode::MarkerIncomplete, place, message, lost);
        }
        Ok((self.values, prefix))
    }

    /// Gives the rows that are lost a place in the table, and warns of gaps and of what is lost.
    ///
    /// # Errors
    /// Those of [`super::super::unread_rows::UnreadRows::settle`].
    pub fn settle(
        self,
        columns: usize,
        announced: Option<f64>,
        reader: &mut Reader<'_>,
    ) -> Result<TableRows<F>, LoadError> {
        let Self { mut values, rows: mut count, facts } = self;
        let Reader { scan, warnings } = reader;
        facts.gaps.warn(|at| scan.place(at), warnings);
        let table = Table { values: &mut values, rows: &mut count, columns, fill: Fill::Gap };
        let damage = facts.losses.settle(table, announced, warnings)?;
        Ok(TableRows {
            values,
            count,
            count_with_lost: damage.rows(count),
            lost: damage.finish(count, warnings),
            facts: facts.prefix,
        })
    }
}

impl TableRows {
    /// The take of these rows, which tells nothing else of itself.
    pub fn take(
        self,
        source: &Source<'_>,
        format: &Format,
        skeleton: Skeleton,
        frame_time: FrameTime,
        metres_per_unit: Option<f64>,
    ) -> Take {
        let FrameFacts { numbering, times } = self.facts;
        let motion = Motion::new(frame_time, self.count, skeleton.columns(), self.values);
        let units = Units::new(metres_per_unit, Up::assumed(format.up));
        Take {
            start_time: times.start(self.lost.ahead(), frame_time.seconds),
            numbers: times.clock_of(numbering.finish(&self.lost)),
            lost: self.lost,
            ..Take::new(source.stem(), format.id, skeleton, motion, units)
        }
    }
}
