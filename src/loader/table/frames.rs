//! Rows that begin with the number of their frame, with a time, or with neither.

use super::super::chunks::{MergedRows, RowMerge};
use super::super::error::LoadError;
use super::super::marker::{AboutRows, Numbering, Rows, frame_number};
use super::super::number::{double, number};
use super::super::scanner::Scanner;
use super::cells::{field, skip_spaces};
use super::lead::{Lead, Odd, Wanted};
use super::shape::AboutTable;
use super::times::Times;
use crate::take::Warnings;

/// Which fields stand ahead of the values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frames {
    /// How many there are.
    pub fields: usize,
    /// The one with the number of the frame.
    pub number: Option<usize>,
    /// The one with the time in seconds.
    pub time: Option<usize>,
    /// Whether values stand among them, so that these are counted from the beginning of the row.
    pub are_among_values: bool,
}

/// The numbers and times of rows.
#[derive(Default)]
pub struct AboutFrames {
    pub numbering: Numbering,
    pub times: Times,
}

impl RowMerge for AboutFrames {
    fn join(&mut self, next: Self) -> bool {
        self.times.join(next.times);
        self.numbering.join(next.numbering)
    }
}

impl Lead for Frames {
    type Row = (Option<i64>, Option<f64>);
    type About = AboutFrames;

    fn may_begin_empty(&self) -> bool {
        self.fields == 0 || self.are_among_values
    }

    fn read<'t, const SEPARATOR: u8>(
        &self,
        text: &'t [u8],
        row: usize,
    ) -> Result<(Self::Row, usize), Odd<'t>> {
        let mut at = row;
        let (mut frame, mut seconds) = (None, None);
        for i in 0..self.fields {
            let start = skip_spaces::<SEPARATOR>(text, at);
            let (found, behind) = field::<SEPARATOR>(text, at);
            let odd = |wanted| Odd { at: start, field: found, wanted };
            if self.number == Some(i) {
                frame = frame_number(found);
                if frame.is_none() {
                    return Err(odd(Wanted::FrameNumber));
                }
            }
            if self.time == Some(i) {
                seconds = double(found);
                if seconds.is_none() && !found.is_empty() && number(found).is_none() {
                    return Err(odd(Wanted::Time));
                }
            }
            at = behind;
        }
        let values = if self.are_among_values { row } else { at };
        Ok(((frame, seconds), values))
    }

    fn take(&self, (frame, seconds): Self::Row, about: &mut Self::About) -> bool {
        if self.time.is_some() {
            about.times.add(seconds);
        }
        frame.is_none_or(|frame| about.numbering.follows(frame))
    }

    fn lose(&self, about: &mut Self::About) {
        about.numbering.lose();
        about.times.lose();
    }
}

impl MergedRows<AboutTable<AboutFrames>> {
    /// Gives the rows that are lost a place in the table, and tells of gaps and of what is lost.
    ///
    /// # Errors
    /// Those of [`super::super::unread_rows::UnreadRows::settle`].
    pub fn settle(
        self,
        columns: usize,
        announced: Option<f64>,
        scan: &Scanner<'_>,
        warnings: &mut Warnings,
    ) -> Result<(Rows, Times), LoadError> {
        let AboutFrames { numbering, times } = self.about.lead;
        let about = AboutRows { numbering, gaps: self.about.gaps, losses: self.about.losses };
        let table = (self.values, self.rows);
        let rows = about.settle(table, columns, announced, scan, warnings)?;
        Ok((rows, times))
    }
}
