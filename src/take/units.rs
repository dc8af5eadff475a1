//! The axes and units of a take: up axis, length unit, angle unit.

use glam::{DQuat, DVec3, Vec3};

use serde::{Deserialize, Serialize};

/// One of the three coordinate axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
    pub fn rotation(self, radians: f64) -> DQuat {
        match self {
            Axis::X => DQuat::from_rotation_x(radians),
            Axis::Y => DQuat::from_rotation_y(radians),
            Axis::Z => DQuat::from_rotation_z(radians),
        }
    }

    /// The direction towards larger coordinates.
    pub const fn positive(self) -> SignedAxis {
        SignedAxis { axis: self, is_negative: false }
    }

    /// The direction towards smaller coordinates.
    pub const fn negative(self) -> SignedAxis {
        SignedAxis { axis: self, is_negative: true }
    }

    /// `"X"`, `"Y"` or `"Z"`.
    pub fn name(self) -> &'static str {
        ["X", "Y", "Z"][self.index()]
    }
}

/// One of the six directions along the coordinate axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SignedAxis {
    /// The axis that it runs along.
    pub axis: Axis,
    /// Whether it runs towards smaller coordinates.
    pub is_negative: bool,
}

impl SignedAxis {
    /// Every direction: X, Y, Z, then the opposite ones in the same order.
    pub const ALL: [SignedAxis; 6] = [
        Axis::X.positive(),
        Axis::Y.positive(),
        Axis::Z.positive(),
        Axis::X.negative(),
        Axis::Y.negative(),
        Axis::Z.negative(),
    ];

    /// The place in [`Self::ALL`].
    pub fn index(self) -> usize {
        self.axis.index() + 3 * usize::from(self.is_negative)
    }

    /// The unit vector along this direction.
    pub fn unit(self) -> Vec3 {
        if self.is_negative { -self.axis.unit() } else { self.axis.unit() }
    }

    /// How far a point lies along this direction.
    pub fn along(self, point: Vec3) -> f32 {
        if self.is_negative { -point[self.axis.index()] } else { point[self.axis.index()] }
    }

    /// The turn of the world that brings this direction to another one, about a third axis.
    #[doc(hidden)]
    pub fn turn_to(self, to: Self) -> DQuat {
        use std::f64::consts::{FRAC_PI_2, PI};
        let [from, to] = [self.unit(), to.unit()].map(|axis| axis.as_dvec3());
        let cosine = from.dot(to);
        if cosine > 0.5 {
            DQuat::IDENTITY
        } else if cosine < -0.5 {
            // About an axis that is neither.
            DQuat::from_axis_angle(DVec3::new(from.y, from.z, from.x).abs(), PI)
        } else {
            DQuat::from_axis_angle(from.cross(to), FRAC_PI_2)
        }
    }

    /// `"X"` to `"-Z"`.
    pub fn name(self) -> &'static str {
        ["X", "Y", "Z", "-X", "-Y", "-Z"][self.index()]
    }
}

impl From<Axis> for SignedAxis {
    fn from(axis: Axis) -> Self {
        axis.positive()
    }
}

/// How it is known which way is up, or what the unit of length is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Certainty {
    /// The file says so.
    Stated,
    /// The motion can hardly mean anything else.
    Sure,
    /// The motion speaks for it, though not without doubt.
    Likely,
    /// By custom of the format alone.
    Assumed,
}

impl Certainty {
    /// The word for it in JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Stated => "said",
            Self::Sure => "sure",
            Self::Likely => "likely",
            Self::Assumed => "assumed",
        }
    }
}

/// The direction that points away from the ground, and how that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Up {
    /// Away from the ground.
    pub direction: SignedAxis,
    /// How that is known.
    pub certainty: Certainty,
}

impl Up {
    /// The direction that files of a format usually have up, before the motion was looked at.
    pub fn assumed(direction: impl Into<SignedAxis>) -> Self {
        Self { direction: direction.into(), certainty: Certainty::Assumed }
    }

    /// Whether the file itself leaves it open.
    pub fn is_assumed(self) -> bool {
        self.certainty != Certainty::Stated
    }

    /// The direction, and what it is taken from where the file does not say.
    pub fn describe(self) -> String {
        let name = self.direction.name();
        match self.certainty {
            Certainty::Stated => name.to_string(),
            Certainty::Sure => format!("{name} (from the motion)"),
            Certainty::Likely => format!("{name} (likely, from the motion)"),
            Certainty::Assumed => format!("{name} (assumed)"),
        }
    }
}

impl From<Axis> for Up {
    /// What the file says.
    fn from(axis: Axis) -> Self {
        axis.positive().into()
    }
}

impl From<SignedAxis> for Up {
    /// What the file says.
    fn from(direction: SignedAxis) -> Self {
        Self { direction, certainty: Certainty::Stated }
    }
}

/// The unit of the angles in a motion table, kept as the file has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Angle {
    /// A full turn is 360.
    #[default]
    Degrees,
    /// A full turn is 2π.
    Radians,
}

impl Angle {
    /// A value of this unit in radians.
    pub fn to_radians(self, value: f64) -> f64 {
        match self {
            Angle::Degrees => value.to_radians(),
            Angle::Radians => value,
        }
    }
}

/// How the file's lengths and axes relate to the world.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Units {
    /// Metres in one unit of length; `None` where the format does not say, as in BVH.
    pub metres_per_unit: Option<f64>,
    /// The direction that points away from the ground.
    pub up: Up,
}

impl Units {
    /// Lengths in units of so many metres, where that is known, with this direction up.
    pub fn new(metres_per_unit: Option<f64>, up: impl Into<Up>) -> Self {
        let up = up.into();
        Self { metres_per_unit, up }
    }

    /// Those of a file that says neither, in a format whose files usually have `up` up.
    pub fn assumed(up: Axis) -> Self {
        Self::new(None, Up::assumed(up))
    }
}
