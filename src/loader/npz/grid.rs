//! Values over time in an array: which of its leading axes counts frames, and which people or sequences.
//!
//! ```text
//! frames × values
//! people × frames × values      a few of them; more are sequences of a batch, of which one is read
//! frames × people × values
//! parts × frames × values       sequences that go on where the one ahead ends: one sequence
//! ```

use super::array::Array;

/// More figures than this in one array are sequences of a batch.
pub(super) const MAX_PEOPLE: usize = 8;

/// What the axes ahead of the values of a frame count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LeadingAxes {
    Frames(usize),
    PeopleFirst { people: usize, frames: usize },
    FramesFirst { frames: usize, people: usize },
    Parts { parts: usize, frames: usize },
}

impl LeadingAxes {
    /// Axes of length 1 ahead of others count nothing.
    pub fn from_shape(shape: &[usize]) -> Option<Self> {
        let single = shape.iter().take_while(|&&n| n == 1).count();
        match shape[single.min(shape.len().saturating_sub(1))..] {
            [frames] | [frames, 1] => Some(Self::Frames(frames)),
            [people, frames] if people <= MAX_PEOPLE && people < frames => {
                Some(Self::PeopleFirst { people, frames })
            }
            [frames, people] if people <= MAX_PEOPLE => Some(Self::FramesFirst { frames, people }),
            [people, frames] => Some(Self::PeopleFirst { people, frames }),
            _ => None,
        }
    }

    pub fn frames(self) -> usize {
        match self {
            Self::Frames(frames)
            | Self::PeopleFirst { frames, .. }
            | Self::FramesFirst { frames, .. } => frames,
            Self::Parts { parts, frames } => parts.saturating_mul(frames),
        }
    }

    /// Figures, or sequences of a batch.
    pub fn people(self) -> usize {
        match self {
            Self::Frames(_) | Self::Parts { .. } => 1,
            Self::PeopleFirst { people, .. } | Self::FramesFirst { people, .. } => people,
        }
    }

    /// The number of axes without those of length 1 ahead of them.
    pub fn rank(self) -> usize {
        if matches!(self, Self::Frames(_)) { 1 } else { 2 }
    }

    /// Whether its people are unrelated sequences.
    pub fn is_batch(self) -> bool {
        self.people() > MAX_PEOPLE
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_are_people_and_many_are_a_batch() {
        for (shape, found) in [
            (&[30][..], Some((1, 30))),
            (&[1, 30], Some((1, 30))),
            (&[1, 1, 1], Some((1, 1))),
            (&[30, 1], Some((1, 30))),
            (&[2, 30], Some((2, 30))),
            (&[30, 2], Some((2, 30))),
            (&[64, 30], Some((64, 30))),
            (&[], None),
            (&[2, 3, 4], None),
        ] {
            let axes = LeadingAxes::from_shape(shape);
            assert_eq!(axes.map(|axes| (axes.people(), axes.frames())), found, "{shape:?}");
        }
        assert!(LeadingAxes::from_shape(&[64, 30]).is_some_and(LeadingAxes::is_batch));
    }
}
