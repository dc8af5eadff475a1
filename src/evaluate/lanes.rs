//! Sixteen `f32` at once, in plain arrays or in the registers of AVX.
//!
//! What an array becomes is up to the compiler, which makes poor use of registers where it is asked for
//! small code; on processors with AVX2 they are named here.

use std::ops::{Add, Mul, Sub};

use super::number::Number;

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
pub(super) struct Plain([f32; WIDTH]);

impl Plain {
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
        impl $operator for Plain {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.with(other, #[inline(always)] |a, b| $operator::$method(a, b))
            }
        }
    )*};
}

lane_by_lane!(Add::add, Sub::sub, Mul::mul);

impl Number for Plain {
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

impl Lanes for Plain {
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
pub(super) use avx::Avx;

#[cfg(target_arch = "x86_64")]
mod avx {
    use std::arch::x86_64::{
        __m256, _mm256_add_ps, _mm256_loadu_ps, _mm256_max_ps, _mm256_min_ps, _mm256_mul_ps,
        _mm256_set1_ps, _mm256_storeu_ps, _mm256_sub_ps,
    };

    use super::{Add, Lanes, Mul, Number, Sub, WIDTH};

    /// Lanes in two registers. Only code that is compiled for AVX may work with them.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Avx([__m256; 2]);

    /// An operator that is an instruction.
    macro_rules! register_by_register {
        ($($operator:ident :: $method:ident: $instruction:ident),*) => {$(
            impl $operator for Avx {
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

    impl Number for Avx {
        #[inline(always)]
        fn of(value: f32) -> Self {
            // SAFETY: as above.
            Self([unsafe { _mm256_set1_ps(value) }; 2])
        }

        #[inline(always)]
        fn within(self, limit: f32) -> Self {
            let ([low, _], [high, _]) = (Self::of(-limit).0, Self::of(limit).0);
            let mut registers = self.0;
            for register in &mut registers {
                // SAFETY: as above. Both give the second number where one of them is none.
                *register = unsafe { _mm256_max_ps(low, _mm256_min_ps(high, *register)) };
            }
            Self(registers)
        }
    }

    impl Lanes for Avx {
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
