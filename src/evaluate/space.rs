//! The space that results are wanted in: from the unit and axes of a file to others.

use glam::{DQuat, Quat, Vec3};

use crate::take::SignedAxis;

/// How lengths are scaled and the world is turned, from the file's unit and axes to those that are wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Space {
    scale: f32,
    turn: Quat,
}

impl Space {
    /// The file's own.
    pub const FILE: Self = Self { scale: 1.0, turn: Quat::IDENTITY };

    /// With all lengths multiplied.
    #[must_use]
    pub fn scaled(self, scale: f32) -> Self {
        Self { scale: self.scale * scale, ..self }
    }

    /// With what points up in the file pointing up in another way: the world is turned by the shortest way.
    #[must_use]
    pub fn turned(self, [from, to]: [SignedAxis; 2]) -> Self {
        let [from, to] = [from, to].map(|axis| axis.unit().as_dvec3());
        Self { turn: DQuat::from_rotation_arc(from, to).as_quat(), ..self }
    }

    /// A place in the world.
    pub fn position(self, at: Vec3) -> Vec3 {
        let turned = if self.turn == Quat::IDENTITY { at } else { self.turn * at };
        // A zero has no sign: 0 + -0 is 0.
        turned * self.scale + Vec3::ZERO
    }

    /// A rotation in the world.
    pub fn rotation(self, rotation: Quat) -> Quat {
        self.turn * rotation
    }

    /// A way in a parent's frame, which is scaled and not turned.
    pub fn offset(self, way: Vec3) -> Vec3 {
        way * self.scale + Vec3::ZERO
    }
}
