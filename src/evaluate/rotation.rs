//! Rotations: the sine and cosine of half an angle, and quaternions made of them.
//!
//! A quaternion and its negative are the same rotation. So whole turns are left out of an angle first, and half of what
//! remains lies between -90° and 90°, where two short polynomials do. They have no branch, so that several angles go
//! through them at once: with the sine of the standard library a pose takes 1.3 × as long, trails 1.8 ×.

use glam::{DQuat, Quat};

use super::lanes::Number;
use crate::take::{Angle, Axis};

/// Sine and cosine of half an angle.
pub(super) type HalfAngle<N> = [N; 2];

/// A unit of angle as whole turns are left out of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct AngleUnit {
    /// A whole turn, in parts that have few digits, so that a multiple of one is exact.
    full: [f32; 3],
    /// Turns in one unit.
    turns: f32,
    /// Radians in half a unit.
    half: f32,
}

impl AngleUnit {
    const DEGREES: Self = Self {
        full: [360.0, 0.0, 0.0],
        turns: 1.0 / 360.0,
        half: 0.5 * std::f32::consts::PI / 180.0,
    };

    const RADIANS: Self = Self {
        full: [6.28125, 0.001_935_005_2, 3.019_916e-7],
        turns: 0.5 * std::f32::consts::FRAC_1_PI,
        half: 0.5,
    };

    pub fn new(angle: Angle) -> Self {
        match angle {
            Angle::Degrees => Self::DEGREES,
            Angle::Radians => Self::RADIANS,
        }
    }

    /// Sine and cosine of half an angle in this unit, each to 2e-7; both with the other sign where an
    /// odd number of whole turns was left out.
    ///
    /// Degrees are exact up to a quarter of a million turns. An angle of more than four million is none
    /// that anybody meant; what comes of it is finite.
    #[inline(always)]
    pub fn half_angle<N: Number>(self, angle: N) -> HalfAngle<N> {
        /// Adding it leaves no digits behind the point: rounding without an instruction for it.
        const TO_WHOLE: f32 = 12_582_912.0;
        let whole = N::splat(TO_WHOLE);
        let turns = (angle * N::splat(self.turns) + whole) - whole;
        let mut rest = angle - turns * N::splat(self.full[0]);
        if self.full[1] != 0.0 {
            rest = rest - turns * N::splat(self.full[1]);
            rest = rest - turns * N::splat(self.full[2]);
        }
        let half = rest.clamp_to(0.51 * self.full[0]) * N::splat(self.half);
        let square = half * half;
        [sine(half, square), cosine(square)]
    }
}

/// The sine of an angle from -90° to 90°; the coefficients are those with the smallest largest error.
#[inline(always)]
fn sine<N: Number>(angle: N, square: N) -> N {
    let mut sum = N::splat(2.600_054_6e-6);
    sum = sum * square + N::splat(-1.980_661_5e-4);
    sum = sum * square + N::splat(8.333_017e-3);
    sum = sum * square + N::splat(-1.666_665_7e-1);
    angle + angle * (square * sum)
}

/// The cosine of such an angle.
#[inline(always)]
fn cosine<N: Number>(square: N) -> N {
    let mut sum = N::splat(-2.607_710_3e-7);
    sum = sum * square + N::splat(2.476_188_6e-5);
    sum = sum * square + N::splat(-1.388_840_4e-3);
    sum = sum * square + N::splat(4.166_664e-2);
    sum = sum * square + N::splat(-0.5);
    sum * square + N::splat(1.0)
}

/// A rotation as a quaternion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rotation<N> {
    pub x: N,
    pub y: N,
    pub z: N,
    pub w: N,
}

impl<N: Number> Rotation<N> {
    #[inline(always)]
    pub fn identity() -> Self {
        Self::from_quat(Quat::IDENTITY)
    }

    /// The same rotation in every lane.
    #[inline(always)]
    pub fn from_quat(rotation: Quat) -> Self {
        let [x, y, z, w] = N::quaternion(rotation);
        Self { x, y, z, w }
    }

    #[inline(always)]
    pub fn about_axis(axis: Axis, [sin, cos]: HalfAngle<N>) -> Self {
        let none = N::splat(0.0);
        let [x, y, z] = match axis {
            Axis::X => [sin, none, none],
            Axis::Y => [none, sin, none],
            Axis::Z => [none, none, sin],
        };
        Self { x, y, z, w: cos }
    }

    /// This rotation after one about an axis: the product with [`Self::about_axis`], without its zeros.
    #[inline(always)]
    pub fn then_about_axis(self, axis: Axis, [sin, cos]: HalfAngle<N>) -> Self {
        let Self { x, y, z, w } = self;
        match axis {
            Axis::X => Self {
                x: x * cos + w * sin,
                y: y * cos + z * sin,
                z: z * cos - y * sin,
                w: w * cos - x * sin,
            },
            Axis::Y => Self {
                x: x * cos - z * sin,
                y: y * cos + w * sin,
                z: z * cos + x * sin,
                w: w * cos - y * sin,
            },
            Axis::Z => Self {
                x: x * cos + y * sin,
                y: y * cos - x * sin,
                z: z * cos + w * sin,
                w: w * cos - z * sin,
            },
        }
    }

    /// The product of two rotations: this one after the other.
    #[inline(always)]
    pub fn times(self, other: Self) -> Self {
        let (a, b) = (self, other);
        Self {
            x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
            w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
        }
    }

    /// The axes of the frame that it rotates, as columns.
    #[inline(always)]
    pub fn axes(self) -> [[N; 3]; 3] {
        let Self { x, y, z, w } = self;
        let [x2, y2, z2] = [x + x, y + y, z + z];
        let [xx, yy, zz] = [x * x2, y * y2, z * z2];
        let [xy, xz, yz] = [x * y2, x * z2, y * z2];
        let [wx, wy, wz] = [w * x2, w * y2, w * z2];
        let one = N::splat(1.0);
        [
            [one - (yy + zz), xy + wz, xz - wy],
            [xy - wz, one - (xx + zz), yz + wx],
            [xz + wy, yz - wx, one - (xx + yy)],
        ]
    }
}

impl From<Rotation<f32>> for Quat {
    fn from(Rotation { x, y, z, w }: Rotation<f32>) -> Self {
        Self::from_xyzw(x, y, z, w)
    }
}

impl From<Rotation<f64>> for DQuat {
    fn from(Rotation { x, y, z, w }: Rotation<f64>) -> Self {
        Self::from_xyzw(x, y, z, w)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::lanes::{ArrayLanes, Lanes, WIDTH};

    /// Angles of all sizes, in turns.
    fn turns() -> impl Iterator<Item = f64> {
        let small = (-4000..4000).map(|i| f64::from(i) * 0.000_91);
        small.chain((0..4000).map(|i| f64::from(i) * 0.937 - 2000.0))
    }

    #[test]
    fn half_angles_are_those_of_double_precision() {
        for (unit, of_a_turn) in
            [(AngleUnit::DEGREES, 360.0), (AngleUnit::RADIANS, std::f64::consts::TAU)]
        {
            for turns in turns() {
                let angle = (turns * of_a_turn) as f32;
                let half = f64::from(angle) / of_a_turn * std::f64::consts::PI;
                let [sin, cos] = unit.half_angle(angle).map(f64::from);
                let sign = (sin * half.sin() + cos * half.cos()).signum();
                let off = (sign * sin - half.sin()).abs() + (sign * cos - half.cos()).abs();
                assert!(off < 4e-7, "{angle}: {off:e}");
            }
            for angle in [1e8_f32, -3e12, 1e15] {
                let [sin, cos] = unit.half_angle(angle);
                assert!(sin.abs() < 1.1 && cos.abs() < 1.1, "{angle}: {sin} {cos}");
            }
        }
        assert_eq!(AngleUnit::DEGREES.half_angle(0.0), [0.0, 1.0]);
        assert!(AngleUnit::DEGREES.half_angle(f32::NAN)[0].is_nan());
    }

    #[test]
    fn a_lane_is_to_the_bit_what_a_number_is() {
        fn assert_same<L: Lanes>(angles: &[f32; WIDTH]) {
            let [sin, cos] = AngleUnit::DEGREES.half_angle(L::from_array(*angles));
            let [sin, cos] = [sin, cos].map(L::to_array);
            for (i, &angle) in angles.iter().enumerate() {
                let one = AngleUnit::DEGREES.half_angle(angle).map(f32::to_bits);
                assert_eq!([sin[i], cos[i]].map(f32::to_bits), one, "{angle}");
            }
        }
        let angles = turns().map(|turns| (turns * 360.0) as f32);
        let angles: Vec<f32> = [f32::NAN, 1e15, -3e12].into_iter().chain(angles).collect();
        for angles in angles.as_chunks().0 {
            assert_same::<ArrayLanes>(angles);
            #[cfg(target_arch = "x86_64")]
            if std::arch::is_x86_feature_detected!("avx2") {
                assert_same::<crate::evaluate::lanes::AvxLanes>(angles);
            }
        }
    }

    #[test]
    fn products_are_those_of_glam() {
        let turn = Quat::from_xyzw(0.1, -0.7, 0.3, 0.6).normalize();
        let close = |ours: Rotation<f32>, theirs: Quat| {
            assert!(Quat::from(ours).abs_diff_eq(theirs, 1e-6), "{ours:?} {theirs}");
        };
        for (axis, other) in [
            (Axis::X, Quat::from_rotation_x(0.8)),
            (Axis::Y, Quat::from_rotation_y(0.8)),
            (Axis::Z, Quat::from_rotation_z(0.8)),
        ] {
            let half = AngleUnit::RADIANS.half_angle(0.8);
            close(Rotation::about_axis(axis, half), other);
            close(Rotation::from_quat(turn).then_about_axis(axis, half), turn * other);
            close(Rotation::from_quat(turn).times(Rotation::from_quat(other)), turn * other);
        }
        let axes = glam::Mat3::from_cols_array_2d(&Rotation::from_quat(turn).axes());
        assert!(axes.abs_diff_eq(glam::Mat3::from_quat(turn), 1e-6));
    }
}
