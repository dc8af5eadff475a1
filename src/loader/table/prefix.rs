//! The prefix of a row: what stands ahead of its values, such as the number of the frame and its time.

use super::super::chunks::RowMerge;
use super::super::error::LoadError;
use super::super::marker::{Numbering, frame_number};
use super::super::number::{double, number};
use super::super::scanner::{Scanner, quoted};
use super::fields::{field, skip_spaces};
use super::times::Times;

pub trait RowPrefix: Sync {
    /// What stands in one row.
    type Row;
    /// What comes of all rows.
    type Facts: RowMerge + Default;

    /// Whether a row may begin with an empty field.
    fn may_begin_empty(&self) -> bool {
        false
    }

    /// Reads the prefix of a row that begins at byte `at`; the second number is where the values begin.
    fn read<'t, const SEPARATOR: u8>(
        &self,
        text: &'t [u8],
        at: usize,
    ) -> Result<(Self::Row, usize), BadField<'t>>;

    /// Takes in a sound row; whether its number follows the ones before it.
    fn add(&self, row: Self::Row, facts: &mut Self::Facts) -> bool;

    fn lose(&self, _: &mut Self::Facts) {}

    /// The frame that a row is of, both counted from 0.
    fn frame(&self, row: usize) -> usize {
        row
    }
}

/// A field that is not what must stand there.
pub struct BadField<'t> {
    pub at: usize,
    pub text: &'t [u8],
    pub expected: ExpectedField,
}

#[derive(Clone, Copy)]
pub enum ExpectedField {
    FrameNumber,
    Time,
    Other(&'static str),
}

impl BadField<'_> {
    /// As the error of a row of this frame.
    pub fn error(&self, frame: usize, scan: &Scanner<'_>) -> LoadError {
        let what = match self.expected {
            ExpectedField::FrameNumber => "a frame number",
            ExpectedField::Time => {
                let what = format!("a time in seconds for frame {frame}");
                return scan.expected_number_at(self.at, what, self.text);
            }
            ExpectedField::Other(what) => what,
        };
        scan.expected_at(self.at, what, quoted(self.text))
    }
}

/// A prefix with the number of the frame, a time, or neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameColumns {
    pub fields: usize,
    /// The field with the number of the frame.
    pub number: Option<usize>,
    /// The field with the time in seconds.
    pub time: Option<usize>,
    /// Whether values stand among them, so that these are counted from the beginning of the row.
    pub are_among_values: bool,
}

impl FrameColumns {
    /// A prefix of nothing else.
    pub const fn new(number: Option<usize>, time: Option<usize>) -> Self {
        let fields = number.is_some() as usize + time.is_some() as usize;
        Self { fields, number, time, are_among_values: false }
    }
}

#[derive(Default)]
pub struct FrameFacts {
    pub numbering: Numbering,
    pub times: Times,
}

impl RowMerge for FrameFacts {
    fn join(&mut self, next: Self) -> bool {
        self.times.join(next.times);
        self.numbering.join(next.numbering)
    }
}

impl RowPrefix for FrameColumns {
    type Row = (Option<i64>, Option<f64>);
    type Facts = FrameFacts;

    fn may_begin_empty(&self) -> bool {
        self.fields == 0 || self.are_among_values
    }

    fn read<'t, const SEPARATOR: u8>(
        &self,
        text: &'t [u8],
        row: usize,
    ) -> Result<(Self::Row, usize), BadField<'t>> {
        let mut at = row;
        let (mut frame, mut seconds) = (None, None);
        for i in 0..self.fields {
            let start = skip_spaces::<SEPARATOR>(text, at);
            let (found, behind) = field::<SEPARATOR>(text, at);
            let bad_field = |expected| BadField { at: start, text: found, expected };
            if self.number == Some(i) {
                frame = frame_number(found);
                if frame.is_none() {
                    return Err(bad_field(ExpectedField::FrameNumber));
                }
            }
            if self.time == Some(i) {
                seconds = double(found);
                if seconds.is_none() && !found.is_empty() && number(found).is_none() {
                    return Err(bad_field(ExpectedField::Time));
                }
            }
            at = behind;
        }
        let values = if self.are_among_values { row } else { at };
        Ok(((frame, seconds), values))
    }

    fn add(&self, (frame, seconds): Self::Row, facts: &mut FrameFacts) -> bool {
        if self.time.is_some() {
            facts.times.add(seconds);
        }
        frame.is_none_or(|frame| facts.numbering.follows(frame))
    }

    fn lose(&self, facts: &mut FrameFacts) {
        facts.numbering.lose();
        facts.times.lose();
    }
}
