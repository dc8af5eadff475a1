//! The motion table: one row of channel values a frame; and the error of asking for a frame that a take does not have.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// Seconds from one frame to the next, and whether anybody said so.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FrameTime {
    /// Finite and above 0.
    pub seconds: f64,
    /// Whether the loader had to assume it, because the file gives none that can be used.
    pub is_assumed: bool,
}

impl From<f64> for FrameTime {
    /// What the file says.
    fn from(seconds: f64) -> Self {
        Self { seconds, is_assumed: false }
    }
}

/// Channel values in the file's own units, row after row in one allocation.
///
/// A table without columns still has frames: a skeleton without channels stands still for as long as its file says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Motion {
    frame_time: FrameTime,
    frames: usize,
    columns: usize,
    /// Shared by takes with the same values: a copy of a take has no copy of them.
    values: Arc<Vec<f32>>,
    largest: Option<f32>,
}

impl Motion {
    /// A table of `frames` rows with `columns` values each, `frame_time` seconds apart.
    ///
    /// # Panics
    /// Where `values` does not hold exactly `frames * columns` numbers: that is a mistake of the
    /// loader, never of a file.
    pub fn new(
        frame_time: impl Into<FrameTime>,
        frames: usize,
        columns: usize,
        values: Vec<f32>,
    ) -> Self {
        assert_eq!(values.len(), frames * columns, "rows of a motion table are complete");
        let values = Arc::new(values);
        Self { frame_time: frame_time.into(), frames, columns, values, largest: None }
    }

    /// As many frames at the same rate, with other values.
    ///
    /// # Panics
    /// As [`Self::new`].
    #[must_use]
    pub(crate) fn with_rows(&self, columns: usize, values: Vec<f32>) -> Self {
        Self::new(self.frame_time, self.frames, columns, values)
    }

    /// Lets what settles a take change its rows, one after the other.
    pub(crate) fn change_rows(&mut self, change: impl FnMut(&mut [f32])) {
        if self.columns > 0 {
            let values = Arc::make_mut(&mut self.values);
            values.chunks_exact_mut(self.columns).for_each(change);
        }
    }

    /// Takes the values out, to be sent apart from the rest. The table is whole again with [`Self::put_values`].
    #[cfg(feature = "app")]
    pub(crate) fn take_values(&mut self) -> Arc<Vec<f32>> {
        std::mem::take(&mut self.values)
    }

    /// Puts back as many values as were taken out.
    ///
    /// # Panics
    /// As [`Self::new`].
    #[cfg(feature = "app")]
    pub(crate) fn put_values(&mut self, values: Vec<f32>) {
        assert_eq!(values.len(), self.frames * self.columns, "rows of a motion table are complete");
        self.values = Arc::new(values);
    }

    /// The same table, of which a loader has found that no value is farther from 0 than this.
    pub fn within(mut self, largest: f32) -> Self {
        self.largest = Some(largest);
        self
    }

    /// How far from 0 its values are at most, where the loader has found that.
    pub fn largest(&self) -> Option<f32> {
        self.largest
    }

    /// Seconds from one frame to the next; always finite and above 0.
    pub fn frame_time(&self) -> f64 {
        self.frame_time.seconds
    }

    /// Whether the file gives no frame time, so that one was assumed.
    pub fn rate_is_assumed(&self) -> bool {
        self.frame_time.is_assumed
    }

    /// Sets another rate than the one that was assumed, if it was; what the file says stays. Tells which.
    pub fn assume(&mut self, frame_time: f64) -> bool {
        if self.frame_time.is_assumed {
            self.frame_time.seconds = frame_time;
        }
        self.frame_time.is_assumed
    }

    /// How many frames there are; 0 for a skeleton in its rest pose.
    pub fn frame_count(&self) -> usize {
        self.frames
    }

    /// How many channel values a row has.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Seconds from the first frame to the end of the last one.
    pub fn duration(&self) -> f64 {
        self.frames as f64 * self.frame_time()
    }

    /// The channel values of each frame, from the first one on.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[f32]> {
        (0..self.frames).map(|frame| self.row(frame))
    }

    /// All channel values, row after row.
    pub fn as_slice(&self) -> &[f32] {
        &self.values
    }

    /// The channel values of `frame`, which counts from 0.
    ///
    /// # Panics
    /// Where there is no such frame.
    #[doc(hidden)]
    pub fn row(&self, frame: usize) -> &[f32] {
        assert!(frame < self.frames, "frame {frame} of {}", self.frames);
        &self.values[frame * self.columns..][..self.columns]
    }
}

/// A frame that the take does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameError {
    frame: usize,
    last: usize,
}

impl FrameError {
    /// Checks that a take with so many frames has this one. One without frames has its rest pose as frame 0.
    ///
    /// # Errors
    /// Where it has not.
    pub(crate) fn check(frame: usize, frame_count: usize) -> Result<(), Self> {
        let last = frame_count.saturating_sub(1);
        if frame <= last { Ok(()) } else { Err(Self { frame, last }) }
    }

    /// The frame that was asked for, counted from 0.
    pub fn frame(self) -> usize {
        self.frame
    }

    /// The last frame that the take has.
    pub fn last(self) -> usize {
        self.last
    }
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { frame, last } = self;
        write!(f, "frame {frame}: the take has frames 0 to {last}")
    }
}

impl std::error::Error for FrameError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_holds_the_values_of_its_frame() {
        let motion = Motion::new(0.5, 2, 3, vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!(motion.row(1), [4.0, 5.0, 6.0]);
        assert!(motion.rows().eq([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]));
        assert_eq!(motion.duration(), 1.0);
    }

    #[test]
    fn a_skeleton_without_channels_still_has_frames() {
        let motion = Motion::new(0.1, 7, 0, vec![]);
        assert_eq!(motion.frame_count(), 7);
        assert_eq!(motion.rows().filter(|row| row.is_empty()).count(), 7);
    }

    #[test]
    #[should_panic(expected = "complete")]
    fn an_incomplete_row_is_a_mistake_of_the_loader() {
        Motion::new(0.1, 2, 3, vec![0.0; 5]);
    }
}
