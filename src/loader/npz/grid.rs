//! Values over time in an array: which of its leading axes counts frames, and which people or sequences.
//!
//! ```text
//! frames × values
//! people × frames × values      a few of them; more are sequences of a batch, of which one is read
//! frames × people × values
//! parts × frames × values       sequences that go on where the one ahead ends: one sequence
//! ```

use super::array::Array;
use super::leading_axes::LeadingAxes;

/// An array whose values are known by person and frame.
pub(super) struct Grid<'a> {
    array: Array<'a>,
    pub axes: LeadingAxes,
    /// The person that counts as the first: one sequence of a batch.
    first: usize,
    width: usize,
}

impl<'a> Grid<'a> {
    /// `width` is the number of values of a person on a frame; `sequence` is the only one that is shown of a batch.
    pub fn new(array: Array<'a>, axes: LeadingAxes, width: usize, sequence: Option<usize>) -> Self {
        Self { array, axes, first: sequence.unwrap_or(0), width }
    }

    /// Makes the sequences of a batch one.
    pub fn join(&mut self) {
        if let LeadingAxes::PeopleFirst { people, frames } = self.axes {
            self.axes = LeadingAxes::Parts { parts: people, frames };
        }
    }

    /// The number of frames that are whole, of every person.
    pub fn frames(&self) -> usize {
        let found = self.array.values() / self.width.max(1);
        match self.axes {
            LeadingAxes::Frames(_) => self.array.rows(),
            LeadingAxes::FramesFirst { people, .. } => found / people.max(1),
            LeadingAxes::PeopleFirst { people, frames } => {
                let ahead = people.saturating_sub(1).saturating_mul(frames);
                found.saturating_sub(ahead).min(frames)
            }
            LeadingAxes::Parts { .. } => found,
        }
    }

    /// Numbers of a person on a frame that follow one another from value `at` on. NaN where there are none.
    pub fn numbers<const COUNT: usize>(
        &self,
        person: usize,
        frame: usize,
        at: usize,
    ) -> [f64; COUNT] {
        let person = self.first + person;
        let (row, before) = match self.axes {
            LeadingAxes::Frames(_) => (frame, 0),
            LeadingAxes::PeopleFirst { .. } => (person, frame),
            LeadingAxes::FramesFirst { .. } => (frame, person),
            LeadingAxes::Parts { frames, .. } => (frame / frames, frame % frames),
        };
        self.array.numbers_at(row, before * self.width + at)
    }
}

/// Some frames, spread evenly.
pub(super) fn sample_frames(frames: usize) -> impl Iterator<Item = usize> {
    let count = frames.min(60);
    (0..count).map(move |i| i * frames / count)
}
