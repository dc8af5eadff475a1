//! The prefix of a row: what stands ahead of its values, such as the number of the frame and its time.

use super::super::chunks::RowMerge;
use super::super::error::LoadError;
use super::super::marker::{Numbering, frame_number};
use super::super::number::{double, number};
use super::super::rate::{ASSUMED_FRAME_TIME, assumed, is_frame_time};
use super::super::scanner::{Reader, Scanner};
use super::super::word::{Word, quoted};
use super::fields::{field, skip_spaces};
use crate::take::{FileNumbers, FrameTime, WarningCode, rate};

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

impl FrameColumns {
    /// Reads the fields, and gives each to `on_field`: which one it is, where it begins, and its text. The second number
    /// is where they end.
    pub fn read_fields<'t, const SEPARATOR: u8>(
        &self,
        text: &'t [u8],
        mut at: usize,
        mut on_field: impl FnMut(usize, usize, &'t [u8]),
    ) -> Result<(<Self as RowPrefix>::Row, usize), BadField<'t>> {
        let (mut frame, mut seconds) = (None, None);
        for i in 0..self.fields {
            let start = skip_spaces::<SEPARATOR>(text, at);
            let (found, behind) = field::<SEPARATOR>(text, at);
            on_field(i, start, found);
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
        Ok(((frame, seconds), at))
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
        let (stamp, behind) = self.read_fields::<SEPARATOR>(text, row, |_, _, _| {})?;
        Ok((stamp, if self.are_among_values { row } else { behind }))
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

/// The column Time, in seconds.
#[derive(Debug, Default)]
pub struct Times {
    /// How many rows stand ahead of the first one that has a time.
    ahead: usize,
    first: f64,
    last: f64,
    /// How many rows there are from the first one to the last, lost ones among them.
    rows: usize,
    /// How many were lost behind the last one.
    lost: usize,
    /// The shortest and the longest step, once there are two rows.
    steps: Option<[f64; 2]>,
    broken: bool,
}

impl Times {
    pub fn lose(&mut self) {
        self.lost += 1;
    }

    /// Takes in the time of the next row, where it has one.
    pub fn add(&mut self, time: Option<f64>) {
        let steps = std::mem::take(&mut self.lost) + 1;
        let Some(time) = time else {
            self.broken = true;
            self.ahead += usize::from(self.rows == 0);
            return;
        };
        if self.rows == 0 {
            self.first = time;
            self.rows = 1;
        } else {
            let step = (time - self.last) / steps as f64;
            let [low, high] = self.steps.unwrap_or([step; 2]);
            self.steps = Some([low.min(step), high.max(step)]);
            self.rows += steps;
        }
        self.last = time;
    }

    /// The same, where one of their units is so many seconds.
    pub fn in_seconds(self, unit: f64) -> Self {
        Self {
            first: self.first * unit,
            last: self.last * unit,
            steps: self.steps.map(|steps| steps.map(|step| step * unit)),
            ..self
        }
    }

    pub fn join(&mut self, next: Self) {
        if self.rows == 0 || next.rows == 0 {
            let broken = self.broken || next.broken;
            if self.rows == 0 {
                let ahead = self.ahead + next.ahead;
                *self = Self { ahead, ..next };
            }
            self.broken = broken;
            return;
        }
        let [low, high] = self.steps.unwrap_or([f64::INFINITY, f64::NEG_INFINITY]);
        let [next_low, next_high] = next.steps.unwrap_or([f64::INFINITY, f64::NEG_INFINITY]);
        let between = next.first - self.last;
        self.steps = Some([low.min(next_low).min(between), high.max(next_high).max(between)]);
        self.last = next.last;
        self.rows += next.rows;
        self.broken |= next.broken;
    }

    /// Seconds at the first frame, as the file has it; 0 where no row has a time. So many frames are lost
    /// ahead of the first row that could be read.
    pub fn start(&self, lost: usize, frame_time: f64) -> f64 {
        match self.rows {
            0 => 0.0,
            _ => self.first - (self.ahead + lost) as f64 * frame_time,
        }
    }

    /// The numbers of frames as a clock, which they are only where the times do not run on evenly: else
    /// what they leave out is not missing in time.
    pub fn clock_of(&self, mut numbers: Option<FileNumbers>) -> Option<FileNumbers> {
        if let Some(FileNumbers::Jumping { step, .. }) = &mut numbers
            && self.frame_time().is_some()
        {
            *step = None;
        }
        numbers
    }

    /// Seconds a frame of so many rows, by the rate that a `key` of the header states, or would state at byte `at`; by
    /// the column Time where that is the only one to tell, or runs on evenly and otherwise: programs that thin out a
    /// file leave the rate as it was.
    pub fn frame_time_by(
        &self,
        key: &str,
        stated: Option<Word<'_>>,
        at: usize,
        count: usize,
        reader: &mut Reader<'_>,
    ) -> FrameTime {
        let stated_rate = stated.and_then(|word| word.number());
        let by_rate = stated_rate.map(f64::recip).filter(|&s| is_frame_time(s));
        let (code, message, frame_time) = match (by_rate, self.frame_time()) {
            (Some(seconds), None) => return seconds.into(),
            (Some(seconds), Some(column)) => {
                // Times are often rounded to a hundredth of a second.
                let steps = (count - 1) as f64;
                if (seconds - column).abs() * steps <= 0.02 + 0.01 * column * steps {
                    return seconds.into();
                }
                let message = format!(
                    "{key} says {} frames a second and the column Time {}: Time decides",
                    rate(seconds.recip()),
                    rate(column.recip())
                );
                (WarningCode::RateContradicted, message, column.into())
            }
            (None, Some(column)) => {
                let message = format!(
                    "{key} gives no rate: {} frames a second are taken from the column Time",
                    rate(column.recip())
                );
                (WarningCode::ConventionDiffers, message, column.into())
            }
            (None, None) => {
                let message = format!("neither {key} nor Time gives a rate: {}", assumed());
                (WarningCode::RateAssumed, message, ASSUMED_FRAME_TIME)
            }
        };
        reader.warn(code, stated.map_or(at, |word| word.at), message);
        frame_time
    }

    /// Seconds a frame, where the times run on evenly and can be seconds.
    pub fn frame_time(&self) -> Option<f64> {
        let [low, high] = self.steps.filter(|_| !self.broken)?;
        let mean = (self.last - self.first) / (self.rows - 1) as f64;
        let is_even = low > 0.5 * mean && high < 1.5 * mean;
        (is_even && mean < 1.0 && is_frame_time(mean)).then_some(mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_counts_back_from_the_first_row_with_a_time() {
        let times = |list: &[Option<f64>]| {
            let mut times = Times::default();
            list.iter().for_each(|&time| times.add(time));
            times
        };
        assert_eq!(times(&[]).start(1, 0.5), 0.0);
        assert_eq!(times(&[None, None]).start(0, 0.5), 0.0);
        assert_eq!(times(&[Some(4.283), Some(4.3)]).start(0, 0.5), 4.283);
        assert_eq!(times(&[None, Some(4.0), None]).start(1, 0.5), 3.0);
        let mut joined = times(&[None]);
        joined.join(times(&[None, Some(4.0)]));
        joined.join(times(&[None, Some(6.0)]));
        assert_eq!(joined.start(0, 0.5), 3.0);
    }
}
