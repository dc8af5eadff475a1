//! Values over time out of an array: which of its indices counts frames, and which people or sequences.
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

/// What the indices ahead of the values of a frame count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lead {
    Frames(usize),
    PeopleFirst { people: usize, frames: usize },
    FramesFirst { frames: usize, people: usize },
    Parts { parts: usize, frames: usize },
}

impl Lead {
    /// What so many indices count; indices of a single value ahead of others count nothing.
    pub fn of(shape: &[usize]) -> Option<Self> {
        let single = shape.iter().take_while(|&&n| n == 1).count();
        match shape[single.min(shape.len().saturating_sub(1))..] {
            [frames] => Some(Self::Frames(frames)),
            [frames, 1] => Some(Self::Frames(frames)),
            [people, frames] if people <= MAX_PEOPLE && people < frames => {
                Some(Self::PeopleFirst { people, frames })
            }
            [frames, people] if people <= MAX_PEOPLE => Some(Self::FramesFirst { frames, people }),
            [people, frames] => Some(Self::PeopleFirst { people, frames }),
            _ => None,
        }
    }

    /// How many frames a take of them has.
    pub fn frames(self) -> usize {
        match self {
            Self::Frames(frames)
            | Self::PeopleFirst { frames, .. }
            | Self::FramesFirst { frames, .. } => frames,
            Self::Parts { parts, frames } => parts.saturating_mul(frames),
        }
    }

    /// How many figures, or sequences of a batch, there are.
    pub fn people(self) -> usize {
        match self {
            Self::Frames(_) | Self::Parts { .. } => 1,
            Self::PeopleFirst { people, .. } | Self::FramesFirst { people, .. } => people,
        }
    }

    /// How many indices it has, once single ones ahead of them are left out.
    pub fn indices(self) -> usize {
        match self {
            Self::Frames(_) => 1,
            _ => 2,
        }
    }

    /// Whether its people are sequences that have nothing to do with one another.
    pub fn is_batch(self) -> bool {
        self.people() > MAX_PEOPLE
    }
}

/// An array whose values are known by person and frame.
pub(super) struct Grid<'a> {
    array: Array<'a>,
    pub lead: Lead,
    /// The first of the people that are shown: one out of a batch.
    first: usize,
    /// How many values a person has on a frame.
    width: usize,
}

impl<'a> Grid<'a> {
    /// `width` is how many values a person has on a frame.
    pub fn new(array: Array<'a>, lead: Lead, width: usize) -> Self {
        Self { array, lead, first: 0, width }
    }

    /// Shows one sequence of a batch.
    pub fn only(&mut self, sequence: Option<usize>) {
        if let Some(sequence) = sequence {
            self.first = sequence;
        }
    }

    /// Takes the sequences of a batch for one that goes on.
    pub fn join(&mut self) {
        if let Lead::PeopleFirst { people, frames } = self.lead {
            self.lead = Lead::Parts { parts: people, frames };
        }
    }

    /// How many frames are whole, of every person.
    pub fn frames(&self) -> usize {
        let there = self.array.values() / self.width.max(1);
        match self.lead {
            Lead::Frames(_) => self.array.rows(),
            Lead::FramesFirst { people, .. } => there / people.max(1),
            Lead::PeopleFirst { people, frames } => {
                let ahead = people.saturating_sub(1).saturating_mul(frames);
                there.saturating_sub(ahead).min(frames)
            }
            Lead::Parts { .. } => there,
        }
    }

    /// Numbers of a person on a frame that follow one another from a place on. NaN where there are none.
    pub fn at<const COUNT: usize>(
        &self,
        person: usize,
        frame: usize,
        place: usize,
    ) -> [f64; COUNT] {
        let person = self.first + person;
        let (row, before) = match self.lead {
            Lead::Frames(_) => (frame, 0),
            Lead::PeopleFirst { .. } => (person, frame),
            Lead::FramesFirst { .. } => (frame, person),
            Lead::Parts { frames, .. } => (frame / frames, frame % frames),
        };
        self.array.numbers_at(row, before * self.width + place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_are_people_and_many_are_a_batch() {
        let of = |shape: &[usize]| Lead::of(shape).map(|lead| (lead.people(), lead.frames()));
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
            assert_eq!(of(shape), found, "{shape:?}");
        }
        assert!(Lead::of(&[64, 30]).is_some_and(Lead::is_batch));
    }
}
