//! The error of asking a take for a frame that it does not have.

use std::fmt;

/// A frame that the take does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameError {
    frame: usize,
    last: usize,
}

impl FrameError {
    /// Checks that a take with so many frames has this one. One without frames has its rest pose as
    /// frame 0.
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
