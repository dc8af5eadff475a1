//! A node that is sampled, and its transform at a time.

use glam::{DQuat, DVec3};

use super::super::number::MAX_VALUE;
use crate::take::{Axis, EulerOrder};

/// The order in which Blender, and FBX where it says nothing, turn: about X first, about Z last.
pub(crate) const XYZ: EulerOrder = EulerOrder([Axis::Z, Axis::Y, Axis::X]);

/// A position and a rotation, in the world or in a parent's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rigid {
    pub position: DVec3,
    pub rotation: DQuat,
}

impl Rigid {
    pub const IDENTITY: Self = Self { position: DVec3::ZERO, rotation: DQuat::IDENTITY };

    /// This transform in the frame of another one.
    pub fn in_frame_of(self, parent: &Self) -> Self {
        let inverse = parent.rotation.inverse();
        Self {
            position: inverse * (self.position - parent.position),
            rotation: (inverse * self.rotation).normalize(),
        }
    }

    pub fn is_usable(&self) -> bool {
        let is_usable = |value: f64| value.abs() <= f64::from(MAX_VALUE);
        self.position.to_array().into_iter().all(is_usable) && self.rotation.is_normalized()
    }
}

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

impl SampledNode {
    /// A node that moves freely, with a bone from its parent.
    pub fn new(name: String, parent: Option<usize>, rest: Rigid) -> Self {
        Self {
            name,
            parent,
            order: XYZ,
            pre: DQuat::IDENTITY,
            post: DQuat::IDENTITY,
            rest,
            moves: true,
            has_bone: parent.is_some(),
            end: None,
            part: None,
            is_secondary: false,
        }
    }
}
