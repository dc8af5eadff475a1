//! The frame rate of a file that has none: the one on whose frames its keys are.

/// What is tried, the usual ones first.
const RATES: [f64; 12] = [
    30.0, 24.0, 60.0, 25.0, 50.0, 120.0, 100.0, 48.0, 90.0, 240.0, 200.0, 15.0,
];

/// The rate of which the frames have (as good as) all of these times on them, in seconds from the first one, in
/// rising order, and none of which skips keys; without such a rate, the one of the usual step.
pub(super) fn guess(times: &[f64]) -> f64 {
    /// How far from a frame a key may be, in frames.
    const CLOSE: f64 = 0.03;
    /// How many keys in a hundred must be on frames.
    const MOST: usize = 95;
    let steps = times.windows(2).map(|pair| pair[1] - pair[0]);
    let mut steps: Vec<f64> = steps.filter(|step| *step > 1e-4).collect();
    steps.sort_by(f64::total_cmp);
    // A few keys between frames do not make a rate.
    let Some(shortest) = steps.get(steps.len() / 20) else {
        return RATES[0];
    };
    let fits = |rate: &&f64| {
        let is_on = |time: &&f64| ((*time * **rate).round() - *time * **rate).abs() < CLOSE;
        let on = times.iter().filter(is_on).count();
        on * 100 >= times.len() * MOST && shortest * **rate > 1.0 - CLOSE
    };
    match RATES.iter().find(fits) {
        Some(rate) => *rate,
        None => steps[steps.len() / 2].recip().clamp(RATES[0], 240.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(rate: f64, all: impl Iterator<Item = u32>) -> Vec<f64> {
        all.map(|n| f64::from((f64::from(n) / rate) as f32))
            .collect()
    }

    #[test]
    fn keys_on_every_frame_tell_its_rate() {
        for rate in RATES.into_iter().filter(|rate| *rate != 15.0) {
            assert_eq!(guess(&frames(rate, 0..200)), rate);
        }
    }

    #[test]
    fn few_keys_are_on_the_frames_of_the_most_usual_rate() {
        assert_eq!(guess(&[0.0, 2.5]), 30.0);
        assert_eq!(guess(&[0.0, 1.0, 2.0, 3.0]), 30.0);
        assert_eq!(guess(&frames(24.0, [0, 5, 11, 20].into_iter())), 24.0);
        assert_eq!(guess(&[0.0]), 30.0);
        assert_eq!(guess(&[]), 30.0);
    }

    #[test]
    fn keys_that_are_nowhere_have_the_rate_of_their_usual_step() {
        let times = frames(70.0, 0..100);
        assert!((guess(&times) - 70.0).abs() < 0.1);
    }
}
