//! What the equations are worked out in: one number, or the same number of several frames at once.

use std::ops::{Add, Mul, Sub};

/// A number, or one for each lane. Every lane of a result is to the bit what the same steps make of
/// single numbers: nothing here is fused, and nothing put in another order.
pub(super) trait Number:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    /// The same constant in every lane.
    fn of(value: f32) -> Self;

    /// The nearest number from `-limit` to `limit`; NaN stays.
    fn within(self, limit: f32) -> Self;
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

/// How many frames are worked on at once: what the widest registers hold, and two or four of the
/// others.
pub(super) const WIDTH: usize = 16;

/// A number for each of some frames.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Lanes(pub [f32; WIDTH]);

impl Lanes {
    // Loops by hand: the ways of the standard library to fill an array are functions that may stay
    // calls, and then know nothing of the processor that the caller was compiled for.

    #[inline(always)]
    fn each(self, with: impl Fn(f32) -> f32) -> Self {
        let mut lanes = self.0;
        for lane in &mut lanes {
            *lane = with(*lane);
        }
        Self(lanes)
    }

    #[inline(always)]
    fn with(self, other: Self, with: impl Fn(f32, f32) -> f32) -> Self {
        let mut lanes = self.0;
        for (lane, other) in lanes.iter_mut().zip(other.0) {
            *lane = with(*lane, other);
        }
        Self(lanes)
    }
}

impl Add for Lanes {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.with(
            other,
            #[inline(always)]
            |a, b| a + b,
        )
    }
}

impl Sub for Lanes {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.with(
            other,
            #[inline(always)]
            |a, b| a - b,
        )
    }
}

impl Mul for Lanes {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.with(
            other,
            #[inline(always)]
            |a, b| a * b,
        )
    }
}

impl Number for Lanes {
    #[inline(always)]
    fn of(value: f32) -> Self {
        Self([value; WIDTH])
    }

    #[inline(always)]
    fn within(self, limit: f32) -> Self {
        self.each(
            #[inline(always)]
            |value| value.within(limit),
        )
    }
}
