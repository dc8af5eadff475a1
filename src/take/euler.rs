//! Euler angles: a rotation as three rotations about coordinate axes, and back.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

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
        let middle = atan2(sign * at(i, k), across);
        let [last, sin, cos] = match Self::is_locked(middle) {
            true => [0.0, 0.0, 1.0],
            false => {
                let [opposite, adjacent] = [-sign * at(i, j), at(i, i)];
                [
                    atan2(opposite, adjacent),
                    opposite / across,
                    adjacent / across,
                ]
            }
        };
        let undone = rotation.col(i) * (sign * sin) + rotation.col(j) * cos;
        [atan2(sign * undone[k], undone[j]), middle, last]
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

/// The angle of a direction in radians, within 1e-13: a third of what the library's takes, which has all
/// digits. Angles are kept in single precision.
fn atan2(y: f64, x: f64) -> f64 {
    /// The tangent of π/8.
    const EIGHTH: f64 = std::f64::consts::SQRT_2 - 1.0;
    /// atan(t) = t (1 + t² p(t²)) up to there: a Chebyshev fit of p, the lowest power first.
    const P: [f64; 8] = [
        -0.333_333_333_332_662,
        0.199_999_999_498_547_93,
        -0.142_857_081_103_604,
        0.111_108_197_167_456_76,
        -0.090_841_018_953_464_3,
        0.076_048_000_460_782_9,
        -0.060_273_074_609_466_68,
        0.032_956_795_418_701_25,
    ];
    let (across, along) = (x.abs(), y.abs());
    let (least, most) = (across.min(along), across.max(along));
    let sum = across + along;
    if !(sum > 0.0 && sum < f64::INFINITY) {
        return y.atan2(x);
    }
    // Beyond π/8 the angle that is left to π/4.
    let (t, from) = match least > EIGHTH * most {
        true => ((least - most) / sum, FRAC_PI_4),
        false => (least / most, 0.0),
    };
    let squared = t * t;
    let p = P.iter().rev().fold(0.0, |sum, c| sum * squared + c);
    let mut angle = from + t + t * squared * p;
    if along > across {
        angle = FRAC_PI_2 - angle;
    }
    if x.is_sign_negative() {
        angle = PI - angle;
    }
    angle.copysign(y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_angle_of_a_direction_is_that_of_the_library() {
        let some = [0.0, 1e-300, 1e-9, 0.3, 1.0 - 1e-9, 1.0, 2.5, 1e300];
        let both = some.into_iter().flat_map(|value| [value, -value]);
        for (y, x) in both.clone().flat_map(|y| both.clone().map(move |x| (y, x))) {
            let (found, sound) = (atan2(y, x), y.atan2(x));
            assert!((found - sound).abs() < 1e-13, "{y} {x}: {found} {sound}");
            assert_eq!(found.is_sign_negative(), sound.is_sign_negative());
        }
        for step in 0..100_000 {
            let sound = f64::from(step - 50_000) / 50_000.0 * PI;
            let found = atan2(3.0 * sound.sin(), 3.0 * sound.cos());
            assert!((found - sound).abs() < 1e-13, "{sound}: {found}");
        }
        assert!(atan2(f64::NAN, 1.0).is_nan() && atan2(1.0, f64::NAN).is_nan());
        for (y, x) in [(1.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, -1.0)] {
            assert_eq!(atan2(y, x), f64::atan2(y, x), "exact quarters and eighths");
        }
    }

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
