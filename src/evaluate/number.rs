//! The number types that transforms are computed in: `f32`, `f64`, or sixteen `f32` lanes.

use std::ops::{Add, Mul, Sub};

use glam::Quat;

/// A number, or one for each lane. Every lane of a result is to the bit what the same steps make of
/// single numbers: nothing here is fused, and nothing put in another order.
pub(super) trait Number:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    /// The same constant in every lane.
    fn of(value: f32) -> Self;

    /// The nearest number from `-limit` to `limit`; NaN stays.
    fn within(self, limit: f32) -> Self;

    /// The parts x, y, z, w of a quaternion, the same in every lane.
    #[inline(always)]
    fn quaternion(q: Quat) -> [Self; 4] {
        [Self::of(q.x), Self::of(q.y), Self::of(q.z), Self::of(q.w)]
    }
}

impl Number for f32 {
    #[inline(always)]
    fn of(value: f32) -> Self {
        value
    }

    #[inline(always)]
    fn within(self, limit: f32) -> Self {
        let low = if limit < self { limit } else { self };
        if -limit > low { -limit } else { low }
    }
}

impl Number for f64 {
    fn of(value: f32) -> Self {
        value.into()
    }

    fn within(self, limit: f32) -> Self {
        self.clamp(-f64::from(limit), limit.into())
    }

    /// Of length 1 as far as double precision has it.
    fn quaternion(rotation: Quat) -> [Self; 4] {
        rotation.as_dquat().normalize().to_array()
    }
}

/// How many frames are worked on at once: two or four registers full.
pub(super) const WIDTH: usize = 16;

/// A number for each of some frames.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Lanes(pub [f32; WIDTH]);

impl Lanes {
    // Loops by hand: the ways of the standard library to fill an array are functions that may stay
    // calls, and then know nothing of the processor that the caller was compiled for.

    #[inline(always)]
    fn with(self, other: Self, with: impl Fn(f32, f32) -> f32) -> Self {
        let mut lanes = self.0;
        for (lane, other) in lanes.iter_mut().zip(other.0) {
            *lane = with(*lane, other);
        }
        Self(lanes)
    }
}

/// An operator that goes from lane to lane.
macro_rules! lane_by_lane {
    ($($operator:ident :: $method:ident),*) => {$(
        impl $operator for Lanes {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.with(other, #[inline(always)] |a, b| $operator::$method(a, b))
            }
        }
    )*};
}

lane_by_lane!(Add::add, Sub::sub, Mul::mul);

impl Number for Lanes {
    #[inline(always)]
    fn of(value: f32) -> Self {
        Self([value; WIDTH])
    }

    #[inline(always)]
    fn within(self, limit: f32) -> Self {
        self.with(
            Self::of(limit),
            #[inline(always)]
            |value, limit| value.within(limit),
        )
    }
}
