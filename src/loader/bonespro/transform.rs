//! Rotations as 3ds Max writes them: for row vectors, as matrices or as Euler angles.
//!
//! A point goes through `v' = v · R + T` there, so that the rows of R are the bone's axes in the frame
//! that it is given in. For column vectors, which everything else here is made for, that is R transposed.

use glam::{DMat3, DVec3};

use crate::take::{Axis, EulerOrder};

/// How far the axes of a rotation, and the angles between them, may be off: files have five or six digits.
const CLOSE: f64 = 1e-3;

/// The rotation in the nine numbers of a matrix, row after row, and whether the matrix does nothing
/// else; `None` where its rows lie in a plane, which leaves no rotation to find.
///
/// What is not a rotation is a product of one, of a scale and, where it mirrors, of −1: the polar
/// decomposition, by which 3ds Max too takes its own matrices apart.
pub(super) fn rotation(rows: [f32; 9]) -> Option<(DMat3, bool)> {
    let axes = DMat3::from_cols_array(&rows.map(f64::from));
    let off = axes.transpose() * axes - DMat3::IDENTITY;
    let is_rotation = largest(off) <= 2.0 * CLOSE && axes.determinant() > 0.0;
    let unit = |axis: DVec3| axis / axis.length();
    let mut rotation = DMat3::from_cols(unit(axes.x_axis), unit(axes.y_axis), unit(axes.z_axis));
    let volume = rotation.determinant();
    // Also where an axis has no length, and so no direction.
    if volume.is_nan() || volume.abs() < 1e-6 {
        return None;
    }
    rotation *= volume.signum();
    for _ in 0..64 {
        let next = (rotation + rotation.inverse().transpose()) * 0.5;
        let change = largest(next - rotation);
        rotation = next;
        // Each round squares what is still off.
        if change < 1e-6 {
            break;
        }
    }
    Some((rotation, is_rotation))
}

fn largest(m: DMat3) -> f64 {
    m.to_cols_array().map(f64::abs).into_iter().fold(0.0, f64::max)
}

/// The order of the rotations that a matrix is taken apart into.
pub(super) const ORDER: EulerOrder = EulerOrder([Axis::Z, Axis::Y, Axis::X]);

/// The angles in radians of a rotation, in [`ORDER`].
pub(super) fn angles(rotation: &DMat3) -> [f32; 3] {
    ORDER.angles(rotation).map(|angle| angle as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A matrix for row vectors that turns by the angles.
    fn rows(z: f64, y: f64, x: f64) -> [f32; 9] {
        let rotation =
            DMat3::from_rotation_z(z) * DMat3::from_rotation_y(y) * DMat3::from_rotation_x(x);
        rotation.to_cols_array().map(|value| value as f32)
    }

    fn distance(a: [f32; 9], b: [f32; 9]) -> f32 {
        a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
    }

    #[test]
    fn the_rows_of_a_matrix_are_the_axes() {
        // A quarter turn about Z takes X to Y and Y to −X.
        let (rotation, is_rotation) = rotation([0., 1., 0., -1., 0., 0., 0., 0., 1.]).unwrap();
        assert!(is_rotation);
        assert!((rotation * DVec3::X).distance(DVec3::Y) < 1e-12);
        let [z, y, x] = angles(&rotation);
        assert!((z - std::f32::consts::FRAC_PI_2).abs() < 1e-6 && y == 0.0 && x == 0.0);
    }

    #[test]
    fn angles_give_the_matrix_back_through_gimbal_lock_too() {
        let right = std::f64::consts::FRAC_PI_2;
        for z in [-3.0, 0.0, 1.0] {
            for x in [-2.0, 0.5, 3.1] {
                for y in [0.3, -1.2, right, -right, right - 1e-6, 1e-4 - right] {
                    let sound = rows(z, y, x);
                    let (rotation, _) = rotation(sound).unwrap();
                    let [z, y, x] = angles(&rotation).map(f64::from);
                    assert!(distance(rows(z, y, x), sound) < 1e-6, "{z} {y} {x}");
                }
            }
        }
    }

    #[test]
    fn scale_and_mirroring_are_left_out_and_told() {
        let sound = rows(0.4, -0.7, 1.1);
        for scale in [[2.0; 3], [1.0, 0.5, 3.0], [-1.0; 3], [1.01, 1.0, 1.0]] {
            let mut scaled = sound;
            for (i, value) in scaled.iter_mut().enumerate() {
                *value *= scale[i / 3];
            }
            let (rotation, is_rotation) = rotation(scaled).unwrap();
            assert!(!is_rotation);
            assert!(distance(rotation.to_cols_array().map(|value| value as f32), sound) < 1e-6);
        }
        assert!(rotation([1., 0., 0., 0., 1., 0., 1., 1., 0.]).is_none());
        assert!(rotation([0.0; 9]).is_none());
    }
}
