//! A number that was read, and the division that it takes.

/// A number at the start of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// The value that `str::parse::<f32>` gives for the same characters; NaN for the words that
    /// programs write where they have no number (`nan`, `inf`, `-1.#IND` …) and for overflow.
    pub value: f32,
    /// How many bytes it takes.
    pub len: usize,
}

/// Powers of ten, all of which a double holds exactly.
pub(super) const POWERS: [f64; 16] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/// A decimal without an exponent: the digits as an integer, divided once by a power of ten.
///
/// Integer and power are exact doubles, so the quotient is the double nearest to the decimal
/// (IEEE 754), and rounding it again to `f32` can only go wrong where it lies exactly half way between
/// two floats: `None` there. `digits` are less than 2^53, where integers are exact doubles.
#[inline(always)]
pub(super) fn quotient(negative: bool, digits: i64, decimals: usize) -> Option<f32> {
    let magnitude = digits as f64 / POWERS[decimals & 15];
    let bits = magnitude.to_bits();
    // The sign of every other number is as good as random: no branch should depend on it.
    let value = f64::from_bits(bits | u64::from(negative) << 63);
    (bits & 0x1fff_ffff != 0x1000_0000).then_some(value as f32)
}
