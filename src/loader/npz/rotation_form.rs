//! The forms in which arrays write how a joint is turned: an axis with its angle, a matrix, or six values.
//!
//! ```text
//! 3     an axis whose length is the angle in radians
//! 9     a matrix, row by row
//! 6     two rows of a matrix one after the other (PyTorch3D), its first two columns one after the other
//!       (HumanML3D), or side by side (SPIN, HMR): made orthogonal, the third one follows from them
//! ```

use glam::{DMat3, DQuat, DVec3};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RotationForm {
    Axis,
    Matrix,
    SixValues(SixValues),
}

/// How six values stand for a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SixValues {
    Rows,
    Columns,
    SideBySide,
}

impl SixValues {
    pub fn describe(self) -> &'static str {
        match self {
            Self::Rows => "the first two rows of a matrix, as PyTorch3D has them",
            Self::Columns => "the first two columns of a matrix, one after the other",
            Self::SideBySide => "the first two columns of a matrix, side by side",
        }
    }

    /// The two rows or columns.
    pub fn axes(self, [a, b, c, d, e, f]: [f64; 6]) -> [DVec3; 2] {
        match self {
            Self::Rows | Self::Columns => [DVec3::new(a, b, c), DVec3::new(d, e, f)],
            Self::SideBySide => [DVec3::new(a, c, e), DVec3::new(b, d, f)],
        }
    }
}

impl RotationForm {
    pub const ALL: [Self; 3] = [Self::Axis, Self::Matrix, Self::SixValues(SixValues::Rows)];

    /// Values of a joint.
    pub fn width(self) -> usize {
        match self {
            Self::Axis => 3,
            Self::Matrix => 9,
            Self::SixValues(_) => 6,
        }
    }

    /// The rotation of the first [`Self::width`] values; NaN where they are none.
    pub fn rotation(self, values: [f64; 9]) -> DQuat {
        let [a, b, c, d, e, f, ..] = values;
        let matrix = match self {
            Self::Axis => return DQuat::from_scaled_axis(DVec3::new(a, b, c)),
            Self::Matrix => orthogonal(DMat3::from_cols_array(&values).transpose()),
            Self::SixValues(layout) => {
                let [first, second] = layout.axes([a, b, c, d, e, f]);
                let matrix = orthogonal(DMat3::from_cols(first, second, DVec3::ZERO));
                if layout == SixValues::Rows {
                    matrix.map(|matrix| matrix.transpose())
                } else {
                    matrix
                }
            }
        };
        match matrix {
            Some(matrix) => DQuat::from_mat3(&matrix).normalize(),
            None => DQuat::from_array([f64::NAN; 4]),
        }
    }
}

/// The nearest rotation to a matrix, by its first two columns; `None` where those span no plane, or the matrix
/// mirrors by its third one.
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
            (RotationForm::Axis, &axis.to_array()[..]),
            (RotationForm::Matrix, &m[..]),
            (RotationForm::SixValues(SixValues::Rows), &m[..6]),
            (RotationForm::SixValues(SixValues::Columns), &columns[..]),
            (RotationForm::SixValues(SixValues::SideBySide), &beside[..]),
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
            (RotationForm::Matrix, mirror),
            (RotationForm::Matrix, [0.0; 9]),
            (RotationForm::SixValues(SixValues::Rows), [1., 0., 0., 2., 0., 0., 0., 0., 0.]),
            (RotationForm::Matrix, [f64::NAN; 9]),
        ] {
            assert!(form.rotation(values).is_nan(), "{values:?}");
        }
    }
}
