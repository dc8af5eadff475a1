//! A node that is sampled, and where it is at a time.

use glam::{DQuat, DVec3};

use super::super::number::MAX_VALUE;
use crate::take::EulerOrder;

/// A place and a rotation, in the world or in a parent's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rigid {
    pub place: DVec3,
    pub rotation: DQuat,
}

impl Rigid {
    pub const IDENTITY: Self = Self {
        place: DVec3::ZERO,
        rotation: DQuat::IDENTITY,
    };

    /// What this is in the frame of another one.
    pub fn in_frame_of(self, parent: &Self) -> Self {
        let back = parent.rotation.inverse();
        Self {
            place: back * (self.place - parent.place),
            rotation: (back * self.rotation).normalize(),
        }
    }

    pub fn is_usable(&self) -> bool {
        let is_place = |value: f64| value.abs() <= f64::from(MAX_VALUE);
        self.place.to_array().into_iter().all(is_place) && self.rotation.is_normalized()
    }
}

/// A node of which every frame is known in the world.
#[derive(Clone, Debug)]
pub(crate) struct SampledNode {
    pub name: String,
    /// A node ahead of it.
    pub parent: Option<usize>,
    /// How its angles are multiplied.
    pub order: EulerOrder,
    /// The rotations that act after and before its angles.
    pub pre: DQuat,
    pub post: DQuat,
    /// Its rest pose in the world.
    pub rest: Rigid,
    /// Whether it may move in its parent's frame.
    pub moves: bool,
    /// Whether a bone is drawn from its parent to it.
    pub has_bone: bool,
    /// The end of a bone of its own, in its own frame.
    pub end: Option<DVec3>,
    /// What part of the body it is, where the file says so.
    pub part: Option<String>,
    /// Whether it is of hair, cloth or the like.
    pub is_secondary: bool,
}
