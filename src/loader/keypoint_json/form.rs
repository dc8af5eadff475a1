//! What the numbers of a joint are.

/// X, Y, Z and a confidence from 0 to 1; NaN where there is none.
pub(super) type Joint = [f32; 4];

pub(super) const MISSING: Joint = [f32::NAN; 4];

/// What the numbers of a joint are, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Xy,
    /// With a confidence.
    Xyc,
    Xyz,
    Xyzc,
}

impl Form {
    pub fn width(self) -> usize {
        match self {
            Self::Xy => 2,
            Self::Xyc | Self::Xyz => 3,
            Self::Xyzc => 4,
        }
    }

    pub fn joint(self, numbers: &[f32]) -> Joint {
        match (self, numbers) {
            (Self::Xy, &[x, y]) => [x, y, 0.0, f32::NAN],
            (Self::Xyc, &[x, y, c]) => [x, y, 0.0, c],
            (Self::Xyz, &[x, y, z]) => [x, y, z, f32::NAN],
            (Self::Xyzc, &[x, y, z, c]) => [x, y, z, c],
            _ => MISSING,
        }
    }
}
