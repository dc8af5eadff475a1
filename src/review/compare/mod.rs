//! How two takes differ: joints matched by name, moments by a sync, positions by an alignment.

mod alignment;
mod difference;
mod matching;
mod sampler;
mod sync;
mod timing;

use std::fmt;
use std::ops::{Range, RangeInclusive};

pub use alignment::{Align, Alignment};
pub use difference::{Difference, Figures, Quantity, csv_head};
pub use matching::Matching;
pub use sync::{MIN_CORRELATION, MIN_PEAK_RATIO, Sync, SyncCertainty, offset_by_event};
pub use timing::Timing;

use crate::posture::figure_height;
use crate::scene::Stage;
use crate::take::{NodeId, Take};

/// Two takes side by side: the reference A, and B, which is held against it. Positions are in metres with
/// Y up, as the stage of each take says, so that takes of different units and axes compare.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    /// A and B.
    pub takes: [&'a Take; 2],
    pub stages: [&'a Stage; 2],
    pub matching: &'a Matching,
    pub timing: Timing,
}

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

    fn pairs(&self) -> &[[NodeId; 2]] {
        &self.matching.pairs
    }
}

/// How many frames a take shows: one of a rest pose.
fn frame_count(take: &Take) -> usize {
    take.motion.frame_count().max(1)
}

/// Metres in a unit of `other`, where neither file says its unit and both figures are about as large in
/// numbers: they are of one unit then, whatever the height of each suggests.
pub fn common_unit(take: &Take, stage: &Stage, other: &Take) -> Option<f64> {
    /// Performers differ by less, units by more.
    const ALIKE: RangeInclusive<f32> = 0.6..=1.6;
    let is_known = !stage.unit.is_guessed() || other.units.metres_per_unit.is_some();
    let ratio = figure_height(other)?.height / figure_height(take)?.height;
    (!is_known && ALIKE.contains(&ratio)).then_some(stage.unit.metres)
}
