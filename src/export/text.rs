//! How numbers are written as text, and with how many decimals.

use std::io::Write as _;

/// Decimals of an angle in degrees: single precision has no more at a quarter turn.
pub(super) const ANGLE: usize = 6;
/// Decimals of the scale of a bone.
pub(super) const SCALE: usize = 7;
/// Decimals of a frame time in seconds, and of a rate.
pub(super) const TIME: usize = 12;
/// Decimals of a rate in frames a second.
pub(super) const RATE: usize = 6;
/// Decimals of a time in seconds.
pub(super) const CLOCK: usize = 6;
/// Decimals of a unit in metres where a warning tells it.
pub(super) const UNIT: usize = 9;

/// How many decimals a length needs so that a figure of this size is written to a ten-millionth of
/// it: the digits of single precision.
pub(super) fn decimals(size: f64) -> usize {
    let whole = size.log10().floor();
    // Beyond 15, every digit of double precision is there.
    (7.0 - whole).clamp(0.0, 15.0) as usize
}

const POWERS: [f64; 16] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/// The numbers from 00 to 99: two digits at a time need half as many divisions.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut i = 0;
    while i < 100 {
        pairs[i] = [b'0' + (i / 10) as u8, b'0' + (i % 10) as u8];
        i += 1;
    }
    pairs
};

/// Appends a number with so many decimals at most, and none where they are zero.
pub(super) fn push(line: &mut Vec<u8>, value: f64, decimals: usize) {
    let scaled = value.abs() * POWERS[decimals] + 0.5;
    // Whole numbers beyond this are no longer exact; such a value has no decimals to speak of.
    if scaled >= 9e15 {
        let _ = write!(line, "{value}");
        return;
    }
    let mut rest = scaled as u64;
    if rest > 0 && value < 0.0 {
        line.push(b'-');
    }
    let mut digits = [0; 18];
    let mut first = digits.len();
    while rest > 0 || digits.len() - first <= decimals {
        first -= 2;
        digits[first..first + 2].copy_from_slice(&PAIRS[(rest % 100) as usize]);
        rest /= 100;
    }
    let (whole, fraction) = digits[first..].split_at(digits.len() - first - decimals);
    let zeros = whole[..whole.len() - 1].iter().take_while(|&&digit| digit == b'0').count();
    line.extend_from_slice(&whole[zeros..]);
    if let Some(last) = fraction.iter().rposition(|&digit| digit != b'0') {
        line.push(b'.');
        line.extend_from_slice(&fraction[..=last]);
    }
}

/// Appends numbers, each behind a separator.
pub(super) fn push_all(
    line: &mut Vec<u8>,
    separator: u8,
    values: impl IntoIterator<Item = f64>,
    decimals: usize,
) {
    for value in values {
        line.push(separator);
        push(line, value, decimals);
    }
}

/// A number as text, for the few that are not part of a row.
pub(super) fn number(value: f64, decimals: usize) -> String {
    let mut text = Vec::new();
    push(&mut text, value, decimals);
    String::from_utf8(text).expect("digits are ASCII")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_decimals_that_they_need() {
        for (value, decimals, text) in [
            (0.0, 6, "0"),
            (-0.0, 6, "0"),
            (-1e-9, 6, "0"),
            (1.5, 6, "1.5"),
            (-0.25, 6, "-0.25"),
            (0.000001, 6, "0.000001"),
            (12.3456789, 4, "12.3457"),
            (0.99999999, 6, "1"),
            (-120.0, 0, "-120"),
            (1e20, 6, "100000000000000000000"),
            (0.1, 15, "0.1"),
        ] {
            assert_eq!(number(value, decimals), text);
        }
    }

    #[test]
    fn lengths_have_more_decimals_the_smaller_the_figure_is() {
        for (size, expected) in [(1800.0, 4), (60.0, 6), (1.7, 7), (1e-12, 15), (1e30, 0)] {
            assert_eq!(decimals(size), expected, "{size}");
        }
    }
}
