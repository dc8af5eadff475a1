//! The lost frames: those that a file has and that could not be read.

use std::ops::Range;

use super::FrameRanges;

/// The frames of a take that could not be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lost {
    /// Those among the frames of the motion table: markers have no place on them, and whatever else
    /// could not be read keeps the frame before.
    pub frames: FrameRanges,
    /// How many the file has or announces behind the last one of the table.
    pub behind: usize,
}

impl Lost {
    /// Lost frames of a file whose table has `frames` of them: those behind the last one are counted.
    pub fn of(all: impl IntoIterator<Item = Range<u32>>, frames: usize) -> Self {
        let frames = u32::try_from(frames).unwrap_or(u32::MAX);
        let all: FrameRanges = all.into_iter().collect();
        let inside = |run: &Range<u32>| run.start.min(frames)..run.end.min(frames);
        let inside: FrameRanges = all.as_slice().iter().map(inside).collect();
        Self { behind: all.frames() - inside.frames(), frames: inside }
    }

    /// How many there are ahead of the first frame that could be read.
    pub fn ahead(&self) -> usize {
        let first = self.frames.as_slice().first();
        first.filter(|run| run.start == 0).map_or(0, |run| run.len())
    }

    /// How many they are in all.
    pub fn count(&self) -> usize {
        self.frames.frames() + self.behind
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_frames_are_told_apart_by_the_end_of_the_table() {
        let lost = Lost::of([8..12, 2..3, 3..5, 4..5], 10);
        assert_eq!(lost.frames.as_slice(), [2..5, 8..10]);
        assert_eq!((lost.behind, lost.count()), (2, 7));
        assert_eq!((lost.ahead(), Lost::of([0..2, 4..5], 10).ahead()), (0, 2));
        assert_eq!(Lost::of([], 10), Lost::default());
    }
}
