//! Two takes side by side, and why they may not be compared.

use std::fmt;
use std::ops::Range;

use super::matching::Matching;
use super::timing::Timing;
use crate::scene::Stage;
use crate::take::{NodeId, Take};

/// Two takes side by side: the reference A, and B, which is held against it. Positions are in metres with
/// Y up, as the stage of each take says, so that takes of different units and axes compare.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    /// A and B.
    pub takes: [&'a Take; 2],
    /// How they stand in the world.
    pub stages: [&'a Stage; 2],
    /// Which joint of B belongs to which of A.
    pub matching: &'a Matching,
    /// Which moment of B belongs to which of A.
    pub timing: Timing,
}

/// Why two takes cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompareError {
    /// No joint of one has a name like one of the other.
    NothingMatches,
    /// They have no moment in common.
    NoOverlap,
    /// One of them has no event of that name.
    NoEvent(String),
    /// Nothing moves enough, or for long enough, to find an offset by it.
    NoMotion,
    /// There are far more joints and frames to compare than values in both takes.
    TooLarge,
    /// The figure is missing on the frame of A to align at, or on B's beside it.
    NoFigure(usize),
}

impl fmt::Display for CompareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NothingMatches => write!(f, "no joints have names in common"),
            Self::NoOverlap => write!(f, "no moment is in both"),
            Self::NoEvent(name) => write!(f, "no event '{name}' is in both"),
            Self::NoMotion => write!(f, "too little motion to find an offset by"),
            Self::TooLarge => write!(f, "too many frames and joints for the values that they have"),
            Self::NoFigure(frame) => write!(f, "frame {frame} has no figure to align in both"),
        }
    }
}

impl std::error::Error for CompareError {}

impl Comparison<'_> {
    /// The frames of A that have a moment of B beside them.
    pub fn frames(&self) -> Range<usize> {
        self.timing.common(self.takes.map(frame_count))
    }

    /// The joints of A and of B that belong together.
    pub(super) fn pairs(&self) -> &[[NodeId; 2]] {
        &self.matching.pairs
    }
}

/// How many frames a take shows: one of a rest pose.
pub(super) fn frame_count(take: &Take) -> usize {
    take.motion.frame_count().max(1)
}
