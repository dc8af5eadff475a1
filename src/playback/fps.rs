//! The playback frame rates, such as 24, 29.97 and 60 fps.

/// The rates that are offered: those of film, television and games.
pub const RATES: [f64; 10] = [
    24_000.0 / 1001.0,
    24.0,
    25.0,
    30_000.0 / 1001.0,
    30.0,
    48.0,
    50.0,
    60_000.0 / 1001.0,
    60.0,
    120.0,
];

/// The least and the greatest rate that can be played at.
pub const FPS: [f64; 2] = [0.1, 1000.0];

/// The rate that is meant by a number as people write it: 29.97 is 30000/1001.
pub fn exact(fps: f64) -> f64 {
    let whole = (fps * 1.001).round();
    let broadcast = whole * 1000.0 / 1001.0;
    let is_one = [24.0, 30.0, 48.0, 60.0, 120.0].contains(&whole);
    if is_one && (fps - broadcast).abs() < 0.005 { broadcast } else { fps }
}

/// Whether a rate is another one but for rounding, as files round it.
pub(super) fn is_near(fps: f64, other: f64) -> bool {
    (fps / other - 1.0).abs() < 3e-4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_of_broadcasting_are_exact() {
        for (written, meant) in [
            (23.976, 24_000.0 / 1001.0),
            (23.98, 24_000.0 / 1001.0),
            (29.97, 30_000.0 / 1001.0),
            (59.94, 60_000.0 / 1001.0),
        ] {
            assert_eq!(exact(written), meant, "{written}");
        }
        for written in [24.0, 25.0, 29.9, 30.0, 100.0, 119.0, 0.5] {
            assert_eq!(exact(written), written);
        }
    }
}
