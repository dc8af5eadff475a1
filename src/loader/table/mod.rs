//! Tables with a row a frame, as optical systems write them as text: fields parted by tabs, commas,
//! semicolons or blanks.
//!
//! ```text
//! 12  0.11   x y z  e  x y z  …    a prefix, such as the number of the frame and its time, then the values;
//!                                  between those that are read there may be others
//! ```
//!
//! A format reads its header and says what the [`Columns`] are; the rest is done here, for all of them. An
//! empty field is a gap, and a field may stand in quotes. A row that cannot be read is lost, and the others
//! keep their places.

mod cells;
mod columns;
mod fields;
mod prefix;
mod rows;

pub(super) use cells::{Run, value};
pub(super) use columns::{Columns, TableRows};
pub use fields::Separator;
pub(super) use fields::{FirstRow, field, first_word, skip_spaces, unquoted};
pub(super) use prefix::{BadField, ExpectedField, FrameColumns, FrameFacts, RowPrefix};
pub(super) use rows::{GapRule, RowFacts, RowLayout, read, runs};

use super::large::filled_line;
use super::scanner::Scanner;
use crate::take::{Place, WarningCode, Warnings, counted, plural};

/// The place of a row of a table that begins at byte `start`; rows count from 0.
pub(super) fn place_of_row(scan: &Scanner<'_>, start: usize, row: usize) -> Place {
    scan.place(filled_line(&scan.source, start, row))
}

/// Rows of nodes as rows of frames.
pub(super) struct FrameRows {
    /// Those of all cells; the ones that no row is of are gaps.
    pub values: Vec<f32>,
    /// How many cells have a row.
    pub filled: usize,
    /// How many rows are of a cell that has one: the first one counts.
    pub repeated: usize,
}

/// Brings the values of rows, `width` each, to their cells: a cell is a node of a frame.
pub(super) fn arrange(
    values: &[f32],
    width: usize,
    cells: usize,
    cell_of_row: impl Iterator<Item = usize>,
) -> FrameRows {
    let mut table = vec![f32::NAN; cells * width];
    let mut is_filled = vec![false; cells];
    let (mut filled, mut repeated) = (0, 0);
    for (own, cell) in values.chunks_exact(width).zip(cell_of_row) {
        if std::mem::replace(&mut is_filled[cell], true) {
            repeated += 1;
        } else {
            filled += 1;
            table[cell * width..][..width].copy_from_slice(own);
        }
    }
    FrameRows { values: table, filled, repeated }
}

impl FrameRows {
    /// Warns of repeated rows, and of cells without one.
    pub fn warn(&self, noun: &str, width: usize, warnings: &mut Warnings) {
        if self.repeated > 0 {
            let many = counted(self.repeated, "row");
            let message =
                format!("{many} of a {noun} that has one on the frame: the first one counts");
            warnings.add(WarningCode::GivenTwice, message);
        }
        // A damaged last frame may have rows of more nodes than the first one.
        let missing = (self.values.len() / width).saturating_sub(self.filled);
        if missing > 0 {
            let many = counted(missing, "row");
            let message = format!("{many} of {} are missing: these are gaps there", plural(noun));
            warnings.add(WarningCode::MarkerIncomplete, message);
        }
    }
}
