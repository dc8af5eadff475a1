//! What is changed of a take before it is written: which frames and joints of it, at which rate, how large, and where.
//!
//! Each change makes a take out of a take, in this order: frames, rate, joints, root, unit, scale, up, positions. What is
//! not asked for stays to the bit.

mod frames;
mod nodes;
mod placed;

use std::ops::Range;

use crate::take::{SignedAxis, Take};

/// Every so many of some frames of a take, at the rate that they have then; as far as it has them.
pub fn every(take: Take, range: Range<usize>, step: usize) -> Take {
    let count = take.motion.frame_count();
    frames::stepped(take, range.start.min(count)..range.end.min(count), step.max(1))
}

/// Only some nodes of a take, in the order of the skeleton, each below the nearest one that is kept.
///
/// # Panics
/// Where there is not a word for each node.
pub fn select(take: Take, is_kept: &[bool]) -> Take {
    assert_eq!(is_kept.len(), take.skeleton.nodes().len(), "a word for each node");
    nodes::selected(take, is_kept)
}

/// What is changed of a take before it is written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes {
    /// Only these frames, which count from 0; as far as the take has them.
    pub frames: Option<Range<usize>>,
    /// Frames a second: the first frame stays, the others are where they then are in time.
    pub fps: Option<f64>,
    /// Only the joint of this name and all that is below it.
    pub joints: Option<String>,
    /// The first root stands above, or on, the origin on the first frame; its height stays.
    pub root_to_origin: bool,
    /// The unit of all lengths, in metres; of a take whose unit is known.
    pub unit: Option<f64>,
    /// What all lengths are multiplied with, where that is not 1.
    pub scale: Option<f64>,
    /// The axis that points up: the world is turned with it.
    pub up: Option<SignedAxis>,
    /// Joints have positions in the world instead of rotations.
    pub bake_positions: bool,
}

impl Changes {
    /// Whether nothing is changed.
    pub fn are_none(&self) -> bool {
        *self == Self::default()
    }

    /// The take as it is to be written.
    ///
    /// # Errors
    /// In a sentence, where it has none of the frames, no such joint, or lengths that are too large.
    pub fn apply(&self, mut take: Take) -> Result<Take, String> {
        if let Some(range) = &self.frames {
            take = frames::trimmed(take, range.clone())?;
        }
        if let Some(fps) = self.fps {
            take = frames::resampled(take, fps);
        }
        if let Some(name) = &self.joints {
            take = nodes::subtree(take, name)?;
        }
        if self.root_to_origin {
            take = placed::to_origin(take);
        }
        if let (Some(to), Some(from)) = (self.unit, take.units.metres_per_unit) {
            take = placed::scaled(take, from / to)?;
            take.units.metres_per_unit = Some(to);
        }
        if let Some(scale) = self.scale {
            take = placed::scaled(take, scale)?;
        }
        if let Some(up) = self.up {
            take = placed::turned(take, up);
        }
        if self.bake_positions {
            take = nodes::baked_positions(take);
        }
        Ok(take)
    }
}
