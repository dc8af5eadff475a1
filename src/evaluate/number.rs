//! The number types that transforms are computed in: `f32`, `f64`, or sixteen `f32` [`super::lanes`].

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
