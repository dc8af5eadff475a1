//! The rows that cannot be read: lost frames in a take, or its end.
//!
//! A loader puts the rows that are sound into its table one after the other, and keeps here where
//! others stand between them. When all are read, those get rows of their own, so that no frame comes
//! at another's time. A file of which most rows cannot be read may not be what it is taken for, and is
//! refused for the first of them.

use std::ops::Range;

use super::error::LoadError;
use crate::take::{LostFrames, WarningCode, Warnings};

/// More frames than a day has at a hundred a second: no file that announces so many is believed.
const MAX_FRAMES: f64 = 1e7;

/// So many rows, one after the other, fit by no accident.
const FIT: u32 = 10;

/// The warning where the file announces how many rows there are, and other lines are none of them.
const NO_ROW: &str = "a line that is none of the frames that are announced is not read";

/// Rows that could not be read, and what is wrong with the first of them.
#[derive(Debug)]
pub(super) struct UnreadRows<E = LoadError> {
    /// Behind how many sound rows some are lost, and how many: in the order of the file.
    runs: Vec<[u32; 2]>,
    first: Option<E>,
}

impl<E> Default for UnreadRows<E> {
    fn default() -> Self {
        Self { runs: Vec::new(), first: None }
    }
}

/// What a row that was lost holds.
#[derive(Clone, Copy)]
pub(super) enum Fill<'a> {
    /// What the row before it holds, and these values where there is none.
    Before(&'a [f32]),
    /// No position of any marker.
    Gap,
}

pub(super) struct Table<'a> {
    pub values: &'a mut Vec<f32>,
    pub rows: &'a mut usize,
    pub columns: usize,
    pub fill: Fill<'a>,
}

fn count(runs: &[[u32; 2]]) -> usize {
    runs.iter().map(|run| run[1] as usize).sum()
}

impl<E> UnreadRows<E> {
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// What is wrong with a row, where it is the first: to find a line takes a pass over the file, and
    /// a damaged one may have a million of them.
    pub fn if_first(&self, error: impl FnOnce() -> E) -> Option<E> {
        self.first.is_none().then(error)
    }

    /// Takes in that rows are lost behind so many sound ones.
    pub fn add(&mut self, sound: usize, lost: usize, error: Option<E>) {
        let [sound, lost] = [sound, lost].map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        self.first = self.first.take().or(error);
        match self.runs.last_mut() {
            Some([before, count]) if *before == sound => *count = count.saturating_add(lost),
            _ => self.runs.push([sound, lost]),
        }
    }

    pub fn first(&self) -> Option<&E> {
        self.first.as_ref()
    }

    /// The same, with another error.
    pub fn map<F>(self, error: impl FnOnce(E) -> F) -> UnreadRows<F> {
        UnreadRows { runs: self.runs, first: self.first.map(error) }
    }

    /// What is wrong with the first of them, and how many there are: all, and those behind so many sound
    /// ones, the last of which is the last.
    ///
    /// # Errors
    /// The first fault where more rows are lost than are sound.
    pub fn judge(self, sound: usize) -> Result<Option<(E, [usize; 2])>, E> {
        let lost = count(&self.runs);
        let last = self.runs.last().filter(|run| run[0] as usize == sound);
        let behind = last.map_or(0, |run| run[1] as usize);
        match self.first {
            Some(first) if lost > sound => Err(first),
            first => Ok(first.map(|first| (first, [lost, behind]))),
        }
    }
}

impl UnreadRows {
    /// Gives the rows that are lost between sound ones a place among them. Those behind the last sound
    /// one are as many as the file announces, where it does.
    ///
    /// # Errors
    /// The first fault where more rows are lost than are sound, or as many and the first
    /// row is one of them: the take could be wrong. Rows up to the end do not count where enough of
    /// those ahead of them fit.
    pub fn settle(
        self,
        table: Table<'_>,
        announced: Option<f64>,
        warnings: &mut Warnings,
    ) -> Result<Damage, LoadError> {
        let Some(error) = self.first else { return Ok(Damage::default()) };
        let sound = *table.rows;
        let is_inside = |run: &&[u32; 2]| (run[0] as usize) < sound;
        let mut runs: Vec<[u32; 2]> = self.runs.iter().filter(is_inside).copied().collect();
        let mut behind = count(&self.runs) - count(&runs);
        let mut is_no_row = false;
        if announced == Some(sound as f64) {
            // Nothing is missing: other lines never were rows.
            runs.clear();
            is_no_row = true;
        }
        let inside = count(&runs);
        if let Some(announced) = announced {
            let left = (announced - (sound + inside) as f64).max(0.0);
            is_no_row |= left == 0.0 && behind > 0;
            // Not to be taken for a file of which most cannot be read.
            behind = behind.min(left as usize);
        }
        if is_no_row {
            match error.place().filter(|_| inside == 0) {
                Some(place) => warnings.add_at(WarningCode::TextSkipped, || place, NO_ROW),
                None => warnings.add(WarningCode::TextSkipped, NO_ROW),
            }
        }
        let lost = inside + behind;
        // Behind rows that fit it does not matter how many more there are up to the end.
        let ahead = self.runs.first().map_or(0, |run| run[0]);
        let counted = if ahead < FIT { lost } else { inside };
        let is_first = inside > 0 && ahead == 0;
        if sound == 0 || counted > sound || is_first && counted == sound {
            return Err(error);
        }
        if behind > 0 {
            behind = behind.max(believed(announced).saturating_sub(sound + inside));
        }
        Ok(if lost == 0 { Damage::default() } else { table.make_room(&runs, behind, error) })
    }
}

impl Table<'_> {
    /// Makes room for lost rows between the sound ones.
    fn make_room(self, runs: &[[u32; 2]], behind: usize, error: LoadError) -> Damage {
        let Self { values, rows, columns, fill } = self;
        let sound = *rows;
        let mut frames: Vec<Range<u32>> = Vec::with_capacity(runs.len() + 1);
        for &[before, lost] in runs {
            let start = before + *rows as u32 - sound as u32;
            frames.push(start..start + lost);
            *rows += lost as usize;
        }
        values.reserve_exact((*rows - sound) * columns);
        values.resize(*rows * columns, 0.0);
        let mut end = sound;
        for (range, &[before, _]) in frames.iter().zip(runs).rev() {
            let before = before as usize;
            values.copy_within(before * columns..end * columns, range.end as usize * columns);
            end = before;
        }
        for row in frames.iter().cloned().flatten() {
            let at = row as usize * columns;
            match fill {
                Fill::Gap => values[at..][..columns].fill(f32::NAN),
                Fill::Before(rest) if row == 0 => values[..columns].copy_from_slice(rest),
                Fill::Before(_) => values.copy_within(at - columns..at, at),
            }
        }
        let last = *rows as u32;
        frames.push(last..last.saturating_add(u32::try_from(behind).unwrap_or(u32::MAX)));
        Damage { frames, error: Some(error) }
    }
}

/// How many frames a file announces, where it may be believed.
pub(super) fn believed(announced: Option<f64>) -> usize {
    announced.filter(|&n| n < MAX_FRAMES).unwrap_or(0.0) as usize
}

/// The frames that a file lost, and why.
#[derive(Debug, Default)]
pub(super) struct Damage {
    /// In any order, some of them behind the last frame.
    frames: Vec<Range<u32>>,
    error: Option<LoadError>,
}

impl Damage {
    /// The frames that a file announces behind those that were read before it broke off or could not
    /// be read any more.
    pub fn behind(rows: usize, announced: Option<f64>, error: LoadError) -> Self {
        let mut damage = Self::default();
        damage.lose(rows..believed(announced).max(rows + 1), Some(error));
        damage
    }

    pub fn lose(&mut self, frames: Range<usize>, error: Option<LoadError>) {
        let [start, end] = [frames.start, frames.end].map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        self.error = self.error.take().or(error);
        match self.frames.last_mut() {
            Some(last) if last.end == start && start < end => last.end = end,
            _ if start >= end => {}
            _ => self.frames.push(start..end),
        }
    }

    /// The frame behind those that were lost last.
    pub fn last(&self) -> usize {
        self.frames.last().map_or(0, |last| last.end as usize)
    }

    /// As [`UnreadRows::if_first`].
    pub fn if_first(&self, error: impl FnOnce() -> LoadError) -> Option<LoadError> {
        self.error.is_none().then(error)
    }

    /// What is wrong with the first of them, where more rows were lost than are sound.
    pub fn refusal(&mut self, sound: usize) -> Option<LoadError> {
        let lost: usize = self.frames.iter().map(|frames| frames.len()).sum();
        self.error.take_if(|_| lost > sound)
    }

    /// How many rows there are with those that are lost behind the last one.
    pub fn rows(&self, rows: usize) -> usize {
        self.frames.iter().map(|frames| frames.end as usize).fold(rows, usize::max)
    }

    pub fn add(&mut self, other: Self) {
        self.frames.extend(other.frames);
        self.error = self.error.take().or(other.error);
    }

    /// The lost frames of a table with so many, with a warning ahead of all others.
    pub fn finish(self, frames: usize, warnings: &mut Warnings) -> LostFrames {
        let lost = LostFrames::of(self.frames, frames);
        if let Some(error) = self.error {
            let frames = match lost.count() {
                1 => "1 frame is".to_string(),
                count => format!("{count} frames are"),
            };
            let message = format!("{frames} lost: {}", error.kind());
            warnings.set_first(WarningCode::FramesLost, error.place(), message);
        }
        lost
    }
}
