//! How frame numbers of an HTR file become table rows, and what frames without a row hold.

use std::ops::Range;

use super::super::error::LoadError;
use super::table::{REST, Table, Values};
use crate::take::WarningCode;

impl Table<'_, '_> {
    /// The place of the frame that a row names, for which there is room then; `None` where there cannot
    /// be.
    #[inline(always)]
    pub(super) fn frame(&mut self, named: i64, filled: usize) -> Option<usize> {
        let frame = usize::try_from(named - self.first).unwrap_or(usize::MAX);
        if frame < filled
            || (frame.saturating_add(1)).saturating_mul(self.columns) <= self.values.len()
        {
            return Some(frame);
        }
        self.make_room(frame)
    }

    /// A row beyond the table: rows are missing before it, or the number is nonsense.
    #[cold]
    pub(super) fn make_room(&mut self, frame: usize) -> Option<usize> {
        // Here nothing speaks for so many frames but one number. The old table and the new one are
        // there at the same time.
        let most = self.source.bytes.len() / 8 * 7 + 1024;
        let room = most.saturating_sub(self.values.len());
        let wanted = frame.saturating_add(1).saturating_mul(self.columns);
        let Values::Whole(values) = &mut self.values else {
            return None;
        };
        if wanted > room {
            return None;
        }
        // Not so many more that giving back what is left over would be worth a third table.
        let rows = room.min(wanted + wanted / 9) / self.columns;
        values.reserve_exact(rows * self.columns - values.len());
        values.resize(rows * self.columns, 0.0);
        Some(frame)
    }

    /// A row whose number is not one of those that there can be.
    pub(super) fn far_away(&self, named: i64, at: usize, filled: usize) -> LoadError {
        let there = self.scan.at(at);
        let next = self.first.saturating_add_unsigned(filled as u64);
        let error = there.expected(format!("the row of frame {next}"));
        if named < self.first {
            error.hint(format!("no segment begins before frame {}", self.first))
        } else {
            error.hint("frame numbers may not jump this far")
        }
    }

    /// A row that is not the next one. Frames that it leaves out are marked, for they may come later.
    #[cold]
    pub(super) fn irregular(&mut self, frame: usize, filled: usize, column: usize, at: usize) {
        for missing in filled..frame {
            self.cells(missing, column)[0] = f32::NAN;
        }
        if frame >= filled {
            return;
        }
        let (code, message) = if self.cells(frame, column)[0].is_nan() {
            let message = "a row stands behind a later frame: it counts where its number puts it";
            (WarningCode::ConventionDiffers, message)
        } else {
            let message = "a frame has two rows: the later one counts";
            (WarningCode::GivenTwice, message)
        };
        self.warn(code, at, message);
    }

    /// Gives the frames that never came the row before them, ahead of the first one none.
    #[cold]
    pub(super) fn fill_gaps(&mut self, at: usize, column: usize, filled: usize) {
        let mut ahead = true;
        for frame in 0..filled {
            if !self.cells(frame, column)[0].is_nan() {
                ahead = false;
                continue;
            }
            self.hold(column, frame..frame + 1);
            let message = if ahead {
                "a segment begins later than others: it keeps its base position until then"
            } else {
                "a frame has no row: the segment keeps the one before"
            };
            self.warn(WarningCode::RowsMissing, at, message);
        }
    }

    /// Repeats the row before on some frames.
    pub(super) fn hold(&mut self, column: usize, frames: Range<usize>) {
        let mut row = REST;
        if let Some(before) = frames.start.checked_sub(1) {
            row.copy_from_slice(self.cells(before, column));
        }
        for frame in frames {
            self.cells(frame, column).copy_from_slice(&row);
        }
    }
}
