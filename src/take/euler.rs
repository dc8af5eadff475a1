//! Euler angles: a rotation as three rotations about coordinate axes, and back; and how they become continuous from
//! frame to frame (an Euler filter).
//!
//! A rotation has two sets of three angles, and each angle any number of full turns; where the
//! middle angle is a quarter turn (gimbal lock) the outer two turn about one axis, and only their
//! sum or difference is settled. Out of all these the filter takes the one nearest to the frame before, so
//! that a curve never jumps where the motion does not.

use std::f64::consts::FRAC_PI_2;
use std::fmt;

use glam::{DMat3, DQuat};

use super::units::Axis;

/// Three different axes in the order in which the rotations about them are multiplied, left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EulerOrder(pub [Axis; 3]);

impl fmt::Display for EulerOrder {
    /// The names of its axes: `ZXY`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.map(Axis::name).concat())
    }
}

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

/// The angles in degrees of a rotation, as near as can be to those of the frame before.
pub fn continuous_angles(order: EulerOrder, rotation: DQuat, before: [f64; 3]) -> [f64; 3] {
    nearest_angles(order, order.angles(&DMat3::from_quat(rotation)), before)
}

/// As [`continuous_angles`], for a rotation whose angles in radians are known: as [`EulerOrder::angles`] gives them.
pub fn nearest_angles(order: EulerOrder, radians: [f64; 3], before: [f64; 3]) -> [f64; 3] {
    let [first, middle, last] = radians.map(f64::to_degrees);
    if EulerOrder::is_locked(radians[1]) {
        // Of the outer angles only last + side * first is settled.
        let side = order.sign() * middle.signum();
        let sum = last + side * first;
        let missing = nearest(sum, before[2] + side * before[0]) - before[2] - side * before[0];
        return [
            before[0] + side * missing / 2.0,
            nearest(middle, before[1]),
            before[2] + missing / 2.0,
        ];
    }
    // What turns by less between two frames has no nearer angles: all others are half a turn apart in two of them.
    let [a, b, c] = [first - before[0], middle - before[1], last - before[2]].map(f64::abs);
    if a <= 45.0 && b < 180.0 && c <= 45.0 {
        return [first, middle, last];
    }
    let both = [[first, middle, last], [first + 180.0, 180.0 - middle, last + 180.0]];
    let [one, other] = both.map(|angles| {
        let near = [0, 1, 2].map(|i| nearest(angles[i], before[i]));
        let change: f64 = (0..3).map(|i| (near[i] - before[i]).powi(2)).sum();
        (near, change)
    });
    if other.1 < one.1 { other.0 } else { one.0 }
}

/// The angle and as many full turns that it is nearest to another one.
fn nearest(angle: f64, to: f64) -> f64 {
    angle + 360.0 * ((to - angle) / 360.0).round()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The product of the rotations by these angles in degrees.
    fn rotation(order: EulerOrder, angles: [f64; 3]) -> DQuat {
        order.rotation(angles.map(f64::to_radians))
    }

    fn orders() -> Vec<EulerOrder> {
        let mut all = Vec::new();
        for a in Axis::ALL {
            for b in Axis::ALL.into_iter().filter(|&b| b != a) {
                let c = Axis::ALL.into_iter().find(|&c| c != a && c != b);
                all.push(EulerOrder([a, b, c.expect("a third axis")]));
            }
        }
        assert_eq!(all.len(), 6);
        all
    }

    #[test]
    fn angles_give_the_rotation_back_in_every_order_through_gimbal_lock_too() {
        let right = std::f64::consts::FRAC_PI_2;
        let middles = [0.0, 0.3, -1.2, right, -right, right - 1e-6, 1e-4 - right];
        for order in orders() {
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
    }

    #[test]
    fn angles_make_the_rotation_that_they_come_from_in_every_order() {
        let some = [-170.0, -95.0, -90.0, -31.0, 0.0, 45.5, 90.0, 134.0, 180.0];
        for order in orders() {
            for a in some {
                for b in some {
                    for c in some {
                        let turned = rotation(order, [a, b, c]);
                        let back =
                            rotation(order, continuous_angles(order, turned, [10.0, -20.0, 700.0]));
                        let off = turned.angle_between(back);
                        assert!(off < 2e-6, "{order:?} {a} {b} {c}: {off}");
                    }
                }
            }
        }
    }

    #[test]
    fn angles_stay_what_they_are_where_they_can() {
        for order in orders() {
            for angles in [[400.0, 100.0, -725.0], [10.0, 90.0, 20.0], [0.0, -270.0, 5.0]] {
                let found = continuous_angles(order, rotation(order, angles), angles);
                let off = (0..3).map(|i| (found[i] - angles[i]).abs());
                assert!(off.fold(0.0, f64::max) < 1e-6, "{order:?}: {found:?}");
            }
        }
    }

    #[test]
    fn a_steady_turn_through_both_poles_runs_on_without_a_jump() {
        for order in orders() {
            let mut before = [20.0, 0.0, -35.0];
            // Steps of 7.5 degrees meet the poles at 90 and 270 exactly.
            for step in 0..200 {
                let turned = rotation(order, [20.0, 7.5 * f64::from(step), -35.0]);
                let found = continuous_angles(order, turned, before);
                let jump = (0..3).map(|i| (found[i] - before[i]).abs());
                assert!(jump.fold(0.0, f64::max) < 7.6, "{order:?} at {step}: {found:?}");
                assert!(rotation(order, found).angle_between(turned) < 2e-6);
                before = found;
            }
            assert!((before[1] - 7.5 * 199.0).abs() < 1e-5, "{before:?}");
        }
    }

    #[test]
    fn a_turn_of_the_outer_axes_in_the_lock_is_shared_by_both() {
        let order = EulerOrder([Axis::Z, Axis::Y, Axis::X]);
        let mut before = [0.0, 90.0, 0.0];
        for step in 1..100 {
            let turned = rotation(order, [10.0 * f64::from(step), 90.0, 0.0]);
            let found = continuous_angles(order, turned, before);
            for i in 0..3 {
                assert!((found[i] - before[i]).abs() < 5.1, "{found:?}");
            }
            assert!(rotation(order, found).angle_between(turned) < 1e-7);
            before = found;
        }
    }
}
