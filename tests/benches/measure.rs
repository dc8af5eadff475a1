//! Timing two things in turns.

use std::time::{Duration, Instant};

/// How long something takes.
pub fn time(run: &mut dyn FnMut()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

/// The median times of two things that take turns, so that both meet the same noise.
pub fn in_turns(rounds: usize, mut a: impl FnMut(), mut b: impl FnMut()) -> (Duration, Duration) {
    // The first round warms caches and is not counted.
    let mut times: Vec<(Duration, Duration)> =
        (0..=rounds).map(|_| (time(&mut a), time(&mut b))).collect();
    times.remove(0);
    let median = |pick: fn(&(Duration, Duration)) -> Duration| {
        let mut all: Vec<Duration> = times.iter().map(pick).collect();
        all.sort();
        all[all.len() / 2]
    };
    (median(|t| t.0), median(|t| t.1))
}

/// The median of some numbers.
pub fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// A line of results.
pub fn line(what: &str, figures: &str) {
    println!("    {what:<44}{figures}");
}

/// What a figure is to be.
#[derive(Clone, Copy)]
pub enum Aim {
    /// At most this.
    AtMost(f64),
    /// At least this.
    AtLeast(f64),
}

/// A figure beside what it is to be.
pub fn aim(figure: f64, aim: Aim) -> String {
    let (is_met, reported) = match aim {
        Aim::AtMost(most) => (figure <= most, format!("at most {most}")),
        Aim::AtLeast(least) => (figure >= least, format!("at least {least}")),
    };
    format!("[{reported}: {}]", if is_met { "met" } else { "MISSED" })
}
