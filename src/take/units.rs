//! Axes, and what a file's lengths and angles mean.

use glam::{Quat, Vec3};

/// One of the three coordinate axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// The first coordinate.
    X,
    /// The second coordinate, up in most formats.
    Y,
    /// The third coordinate, up in some.
    Z,
}

impl Axis {
    /// Every axis, in the order of coordinates.
    pub const ALL: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

    /// 0, 1 or 2: the place of this axis in a vector.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The unit vector along this axis.
    pub fn unit(self) -> Vec3 {
        match self {
            Axis::X => Vec3::X,
            Axis::Y => Vec3::Y,
            Axis::Z => Vec3::Z,
        }
    }

    /// Rotation by `radians` about this axis, counter-clockwise seen from its tip.
    pub fn rotation(self, radians: f32) -> Quat {
        match self {
            Axis::X => Quat::from_rotation_x(radians),
            Axis::Y => Quat::from_rotation_y(radians),
            Axis::Z => Quat::from_rotation_z(radians),
        }
    }

    /// `"X"`, `"Y"` or `"Z"`.
    pub fn name(self) -> &'static str {
        ["X", "Y", "Z"][self.index()]
    }
}

/// The unit of the angles in a motion table, kept as the file has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Angle {
    /// A full turn is 360.
    #[default]
    Degrees,
    /// A full turn is 2π.
    Radians,
}

impl Angle {
    /// What a value of this unit is multiplied with to become radians.
    pub fn to_radians(self) -> f32 {
        match self {
            Angle::Degrees => std::f32::consts::PI / 180.0,
            Angle::Radians => 1.0,
        }
    }
}

/// How the file's lengths and axes relate to the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Units {
    /// Metres in one unit of length; `None` where the format does not say, as in BVH.
    pub metres_per_unit: Option<f64>,
    /// The axis that points away from the ground.
    pub up: Axis,
}
