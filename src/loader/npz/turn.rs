//! The forms in which arrays write how a joint is turned: an axis with its angle, a matrix, or six values.
//!
//! ```text
//! 3     an axis whose length is the angle in radians
//! 9     a matrix, row by row
//! 6     two rows of a matrix one after the other (PyTorch3D), its first two columns one after the other
//!       (HumanML3D), or side by side (SPIN, HMR): made orthogonal, the third one follows from them
//! ```

use glam::{DMat3, DQuat, DVec3};

/// A form of rotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Axis,
    Matrix,
    Six(Six),
}

/// How six values stand for a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Six {
    Rows,
    Columns,
    SideBySide,
}

impl Six {
    /// As warnings tell it.
    pub fn told(self) -> &'static str {
        match self {
            Self::Rows => "the first two rows of a matrix, as PyTorch3D has them",
            Self::Columns => "the first two columns of a matrix, one after the other",
            Self::SideBySide => "the first two columns of a matrix, side by side",
        }
    }
}

impl Form {
    pub const ALL: [Self; 3] = [Self::Axis, Self::Matrix, Self::Six(Six::Rows)];

    /// How many values a joint has.
    pub fn width(self) -> usize {
        match self {
            Self::Axis => 3,
            Self::Matrix => 9,
            Self::Six(_) => 6,
        }
    }

    /// The rotation that values stand for, of which there are as many as [`Self::width`]; not a number
    /// where they are none.
    pub fn rotation(self, values: [f64; 9]) -> DQuat {
        let [a, b, c, d, e, f, ..] = values;
        let matrix = match self {
            Self::Axis => return DQuat::from_scaled_axis(DVec3::new(a, b, c)),
            Self::Matrix => orthogonal(DMat3::from_cols_array(&values).transpose()),
            Self::Six(six) => {
                let (first, second) = match six {
                    Six::Rows | Six::Columns => (DVec3::new(a, b, c), DVec3::new(d, e, f)),
                    Six::SideBySide => (DVec3::new(a, c, e), DVec3::new(b, d, f)),
                };
                let matrix = orthogonal(DMat3::from_cols(first, second, DVec3::ZERO));
                match six {
                    Six::Rows => matrix.map(|matrix| matrix.transpose()),
                    Six::Columns | Six::SideBySide => matrix,
                }
            }
        };
        match matrix {
            Some(matrix) => DQuat::from_mat3(&matrix).normalize(),
            None => DQuat::from_array([f64::NAN; 4]),
        }
    }
}

/// The rotation next to a matrix, by its first two columns; `None` where those span no plane, or the third
/// one tells that it mirrors.
fn orthogonal(matrix: DMat3) -> Option<DMat3> {
    let first = matrix.x_axis.try_normalize()?;
    let second = matrix.y_axis.reject_from_normalized(first).try_normalize()?;
    let third = first.cross(second);
    (third.dot(matrix.z_axis) >= 0.0).then(|| DMat3::from_cols(first, second, third))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_form_of_a_rotation_is_read_as_that_rotation() {
        let axis = DVec3::new(0.3, -0.9, 0.5);
        let turn = DQuat::from_scaled_axis(axis);
        let m = DMat3::from_quat(turn).transpose().to_cols_array();
        let [r0, r1, r2] = [&m[..3], &m[3..6], &m[6..]];
        let columns = [r0[0], r1[0], r2[0], r0[1], r1[1], r2[1]];
        let beside = [r0[0], r0[1], r1[0], r1[1], r2[0], r2[1]];
        for (form, values) in [
            (Form::Axis, &axis.to_array()[..]),
            (Form::Matrix, &m[..]),
            (Form::Six(Six::Rows), &m[..6]),
            (Form::Six(Six::Columns), &columns[..]),
            (Form::Six(Six::SideBySide), &beside[..]),
        ] {
            assert_eq!(values.len(), form.width());
            let mut all = [0.0; 9];
            all[..values.len()].copy_from_slice(values);
            let off = form.rotation(all).angle_between(turn);
            assert!(off < 1e-7, "{form:?}: {off}");
        }
    }

    #[test]
    fn what_mirrors_or_is_flat_is_no_rotation() {
        let mirror = [1., 0., 0., 0., 1., 0., 0., 0., -1.];
        for (form, values) in [
            (Form::Matrix, mirror),
            (Form::Matrix, [0.0; 9]),
            (Form::Six(Six::Rows), [1., 0., 0., 2., 0., 0., 0., 0., 0.]),
            (Form::Matrix, [f64::NAN; 9]),
        ] {
            assert!(form.rotation(values).is_nan(), "{values:?}");
        }
    }
}
