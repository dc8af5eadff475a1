//! What the axes of an array ahead of the values of a frame count: frames, people, sequences of a batch.

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
