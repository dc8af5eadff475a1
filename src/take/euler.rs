//! Euler angles: a rotation as three rotations about coordinate axes, and back.

use std::f64::consts::FRAC_PI_2;

use glam::{DMat3, DQuat};

use super::units::Axis;

/// Three different axes in the order in which the rotations about them are multiplied, left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EulerOrder(pub [Axis; 3]);

impl EulerOrder {
    /// The rotation by three angles in radians, the first of them about the first axis.
    pub fn rotation(self, radians: [f64; 3]) -> DQuat {
        let [first, second, third] = [0, 1, 2].map(|i| self.0[i].rotation(radians[i]));
        first * second * third
    }

    /// The three angles in radians of a rotation.
    ///
    /// The middle one is between −90° and 90°. Where it [is one of them](Self::is_locked), the last
    /// one is 0. The first is taken from what remains once the last is undone, so that the three give
    /// the rotation also near there, where each by itself says as good as nothing.
    ///
    /// With `s` and `c` for sine and cosine of the angles x, y, z, the product `Rx · Ry · Rz` is
    ///
    /// ```text
    ///  cy cz              −cy sz               sy
    ///  cx sz + sx sy cz    cx cz − sx sy sz   −sx cy
    ///  sx sz − cx sy cz    sx cz + cx sy sz    cx cy
    /// ```
    pub fn angles(self, rotation: &DMat3) -> [f64; 3] {
        let [i, j, k] = self.0.map(Axis::index);
        let at = |row: usize, column: usize| rotation.col(column)[row];
        let sign = self.sign();
        // The cosine of the middle angle, times the length of the axis.
        let across = (at(i, i) * at(i, i) + at(i, j) * at(i, j)).sqrt();
        let middle = (sign * at(i, k)).atan2(across);
        // The sine and the cosine of the last angle, times the cosine of the middle one.
        let [last, sin, cos] = if Self::is_locked(middle) {
            [0.0, 0.0, 1.0]
        } else {
            let [sin, cos] = [-sign * at(i, j), at(i, i)];
            [sin.atan2(cos), sin, cos]
        };
        let undone = rotation.col(i) * (sign * sin) + rotation.col(j) * cos;
        [(sign * undone[k]).atan2(undone[j]), middle, last]
    }

    /// Whether a middle angle in radians is a right angle (gimbal lock): the outer two rotate about
    /// one axis then, and only their sum or difference is settled.
    ///
    /// It counts as one where its cosine is below 1e-6. What that puts a rotation off by is of the
    /// same order: transforms in single precision have no more digits.
    pub fn is_locked(middle: f64) -> bool {
        // As near to a right angle, an angle's cosine is what it lacks.
        FRAC_PI_2 - middle.abs() < 1e-6
    }

    /// 1 for X Y Z and its cyclic neighbours, which rotate one way; −1 for the other three orders.
    pub fn sign(self) -> f64 {
        let [first, second, _] = self.0.map(Axis::index);
        if (first + 1) % 3 == second { 1.0 } else { -1.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_give_the_rotation_back_in_every_order_through_gimbal_lock_too() {
        let right = std::f64::consts::FRAC_PI_2;
        let middles = [0.0, 0.3, -1.2, right, -right, right - 1e-6, 1e-4 - right];
        let mut orders = 0;
        for [a, b, c] in [0, 1, 2]
            .into_iter()
            .flat_map(|a| [[a, (a + 1) % 3, (a + 2) % 3], [a, (a + 2) % 3, (a + 1) % 3]])
        {
            let order = EulerOrder([a, b, c].map(|i| Axis::ALL[i]));
            orders += 1;
            for first in [-3.0, 0.0, 1.0] {
                for last in [-2.0, 0.0, 3.1] {
                    for middle in middles {
                        let sound = order.rotation([first, middle, last]);
                        let found = order.angles(&DMat3::from_quat(sound));
                        let off = sound.angle_between(order.rotation(found));
                        assert!(off < 2e-6, "{order:?} {first} {middle} {last}: {off}");
                        assert!(found[1].abs() <= right);
                        if !EulerOrder::is_locked(middle) {
                            assert!((found[2] - last).abs() < 1e-6, "{order:?} {found:?}");
                        }
                    }
                }
            }
        }
        assert_eq!(orders, 6);
    }
}
