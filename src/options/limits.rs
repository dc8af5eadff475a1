//! How lengths that were remembered are kept where a window can use them.

/// A length in points within limits; the usual one for what is no number.
pub fn limited(value: f32, [least, most]: [f32; 2], usual: f32) -> f32 {
    if value.is_nan() {
        usual
    } else {
        // A tenth of a point is nobody's choice, and makes a number that reads badly.
        (value.clamp(least, most) * 100.0).round() / 100.0
    }
}
