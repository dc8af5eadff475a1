//! The number types that transforms are computed in: `f32`, `f64`, and sixteen `f32` at once, in plain arrays or in the
//! registers of AVX.
//!
//! What an array becomes is up to the compiler, which makes poor use of registers where it is asked for
//! small code; on processors with AVX2 they are named here.

use std::ops::{Add, Mul, Sub};

use glam::Quat;

/// A number, or one for each lane. Every lane of a result is to the bit what the same steps make of
/// single numbers: nothing here is fused, and nothing put in another order.
pub(super) trait Number:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    /// The same constant in every lane.
    fn splat(value: f32) -> Self;

    /// The nearest number from `-limit` to `limit`; NaN stays.
    fn clamp_to(self, limit: f32) -> Self;

    /// The parts x, y, z, w of a quaternion, the same in every lane.
    #[inline(always)]
    fn quaternion(q: Quat) -> [Self; 4] {
        [Self::splat(q.x), Self::splat(q.y), Self::splat(q.z), Self::splat(q.w)]
    }
}

impl Number for f32 {
    #[inline(always)]
    fn splat(value: f32) -> Self {
        value
    }

    #[inline(always)]
    fn clamp_to(self, limit: f32) -> Self {
        let low = if limit < self { limit } else { self };
        if -limit > low { -limit } else { low }
    }
}

impl Number for f64 {
    fn splat(value: f32) -> Self {
        value.into()
    }

    fn clamp_to(self, limit: f32) -> Self {
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
pub(super) trait Lanes: Number {
    fn from_array(lanes: [f32; WIDTH]) -> Self;
    fn to_array(self) -> [f32; WIDTH];
}

/// Lanes that any processor has.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct ArrayLanes([f32; WIDTH]);

impl ArrayLanes {
    // Loops by hand: the ways of the standard library to fill an array are functions that may stay
    // calls, and then know nothing of the processor that the caller was compiled for.

    #[inline(always)]
    fn zip_with(self, other: Self, operation: impl Fn(f32, f32) -> f32) -> Self {
        let mut lanes = self.0;
        for (lane, other) in lanes.iter_mut().zip(other.0) {
            *lane = operation(*lane, other);
        }
        Self(lanes)
    }
}

/// An operator that goes from lane to lane.
macro_rules! lane_by_lane {
    ($($operator:ident :: $method:ident),*) => {$(
        impl $operator for ArrayLanes {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.zip_with(other, #[inline(always)] |a, b| $operator::$method(a, b))
            }
        }
    )*};
}

lane_by_lane!(Add::add, Sub::sub, Mul::mul);

impl Number for ArrayLanes {
    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self([value; WIDTH])
    }

    #[inline(always)]
    fn clamp_to(self, limit: f32) -> Self {
        self.zip_with(
            Self::splat(limit),
            #[inline(always)]
            |value, limit| value.clamp_to(limit),
        )
    }
}

impl Lanes for ArrayLanes {
    #[inline(always)]
    fn from_array(lanes: [f32; WIDTH]) -> Self {
        Self(lanes)
    }

    #[inline(always)]
    fn to_array(self) -> [f32; WIDTH] {
        self.0
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use avx::AvxLanes;

#[cfg(target_arch = "x86_64")]
mod avx {
    use std::arch::x86_64::{
        __m256, _mm256_add_ps, _mm256_loadu_ps, _mm256_max_ps, _mm256_min_ps, _mm256_mul_ps,
        _mm256_set1_ps, _mm256_storeu_ps, _mm256_sub_ps,
    };

    use super::{Add, Lanes, Mul, Number, Sub, WIDTH};

    /// Lanes in two registers. Only code that is compiled for AVX may work with them.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct AvxLanes([__m256; 2]);

    /// An operator that is an instruction.
    macro_rules! register_by_register {
        ($($operator:ident :: $method:ident: $instruction:ident),*) => {$(
            impl $operator for AvxLanes {
                type Output = Self;

                #[inline(always)]
                fn $method(self, other: Self) -> Self {
                    let ([a, b], [c, d]) = (self.0, other.0);
                    // SAFETY: the caller is compiled for AVX.
                    Self(unsafe { [$instruction(a, c), $instruction(b, d)] })
                }
            }
        )*};
    }

    register_by_register!(Add::add: _mm256_add_ps, Sub::sub: _mm256_sub_ps, Mul::mul: _mm256_mul_ps);

    impl Number for AvxLanes {
        #[inline(always)]
        fn splat(value: f32) -> Self {
            // SAFETY: as above.
            Self([unsafe { _mm256_set1_ps(value) }; 2])
        }

        #[inline(always)]
        fn clamp_to(self, limit: f32) -> Self {
            let ([low, _], [high, _]) = (Self::splat(-limit).0, Self::splat(limit).0);
            let mut registers = self.0;
            for register in &mut registers {
                // SAFETY: as above. Both give the second number where one of them is none.
                *register = unsafe { _mm256_max_ps(low, _mm256_min_ps(high, *register)) };
            }
            Self(registers)
        }
    }

    impl Lanes for AvxLanes {
        #[inline(always)]
        fn from_array(lanes: [f32; WIDTH]) -> Self {
            let [a, b] = [0, WIDTH / 2].map(
                #[inline(always)]
                |from| lanes[from..].as_ptr(),
            );
            // SAFETY: as above; eight lanes follow each of the two.
            Self(unsafe { [_mm256_loadu_ps(a), _mm256_loadu_ps(b)] })
        }

        #[inline(always)]
        fn to_array(self) -> [f32; WIDTH] {
            let mut lanes = [0.0f32; WIDTH];
            let at = lanes.as_mut_ptr();
            // SAFETY: as above; the array has room for both.
            unsafe {
                _mm256_storeu_ps(at, self.0[0]);
                _mm256_storeu_ps(at.add(WIDTH / 2), self.0[1]);
            }
            lanes
        }
    }
}
