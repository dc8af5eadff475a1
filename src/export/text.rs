//! How numbers are written as text, and with how many decimals.

use std::io::Write as _;

/// Decimals of an angle in degrees: single precision has no more at a quarter turn.
pub(super) const ANGLE: usize = 6;
/// Decimals of the scale of a bone.
pub(super) const SCALE: usize = 7;
/// Decimals of a frame time in seconds, and of a rate.
pub(super) const TIME: usize = 12;
/// Decimals of a unit in metres where a warning tells it.
pub(super) const UNIT: usize = 9;

/// How many decimals a length needs so that a figure of this size is written to a ten-millionth of
/// it: the digits of single precision.
pub(super) fn decimals(size: f64) -> usize {
    let whole = size.log10().floor();
    // Beyond 15, every digit of double precision is there.
    (7.0 - whole).clamp(0.0, 15.0) as usize
}

/// Appends a number with so many decimals at most, and none where they are zero.
pub(super) fn push(line: &mut Vec<u8>, value: f64, decimals: usize) {
    let scaled = (value * 10f64.powi(decimals as i32)).round();
    // Whole numbers beyond this are no longer exact; such a value has no decimals to speak of.
    if scaled.abs() >= 9e15 {
        let _ = write!(line, "{value}");
        return;
    }
    if scaled < 0.0 {
        line.push(b'-');
    }
    let mut digits = [b'0'; 40];
    let mut rest = scaled.abs() as u64;
    let mut first = digits.len();
    while rest > 0 || digits.len() - first <= decimals {
        first -= 1;
        digits[first] += (rest % 10) as u8;
        rest /= 10;
    }
    let (whole, fraction) = digits[first..].split_at(digits.len() - first - decimals);
    line.extend_from_slice(whole);
    if let Some(last) = fraction.iter().rposition(|&digit| digit != b'0') {
        line.push(b'.');
        line.extend_from_slice(&fraction[..=last]);
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
