//! The times of keys: which frame rate they tell of a file that states none.
//!
//! Evenly spaced keys are a baked motion, one key a frame, whatever the rate is. Others were set by hand or thinned
//! out, and stand on the frames of some rate: the one is taken on which most of them are.

use std::ops::Range;

use crate::take::{Warning, WarningCode};

/// The keys of all tracks of an animation, in seconds, in rising order, none twice.
#[derive(Debug, Default)]
pub(crate) struct KeyTimes(Vec<f64>);

/// What is tried where keys are not evenly spaced, the usual ones first.
const RATES: [f64; 22] = [
    30.0,
    24.0,
    60.0,
    25.0,
    50.0,
    120.0,
    100.0,
    48.0,
    90.0,
    240.0,
    200.0,
    15.0,
    30_000.0 / 1001.0,
    24_000.0 / 1001.0,
    60_000.0 / 1001.0,
    300.0,
    250.0,
    480.0,
    20.0,
    12.5,
    12.0,
    10.0,
];

/// How far from a frame a key may be that is not exactly on it, in frames.
const CLOSE: f64 = 0.03;

/// The slowest rate of evenly spaced keys: farther apart they are poses, between which a figure moves.
const SLOWEST: f64 = 5.0;

/// And that of a raster of which some frames have no keys.
const SLOWEST_WITH_HOLES: f64 = 10.0;

/// How far a time may be from the one that was meant: it was kept and computed with in single precision.
pub(crate) fn rounding(time: f64) -> f64 {
    const SINGLE: f64 = f32::EPSILON as f64;
    1e-9 + time.abs() * SINGLE
}

impl KeyTimes {
    /// Those of the longest track and of the others, each in rising order. Of very many that are on no key of the
    /// longest one, the first count.
    pub fn of<T: IntoIterator<Item = f64>>(
        longest: impl IntoIterator<Item = f64>,
        others: impl IntoIterator<Item = T>,
    ) -> Self {
        /// As many more as tell a rate.
        const MOST: usize = 1 << 16;
        let mut times: Vec<f64> = longest.into_iter().filter(|t| t.is_finite()).collect();
        let mut more = Vec::new();
        for track in others {
            if more.len() > MOST {
                break;
            }
            let mut at = 0;
            for time in track.into_iter().filter(|t| t.is_finite()) {
                // Tracks mostly have the same keys, one after the other.
                let is_at = |at: usize| {
                    let known = times.get(at);
                    known.is_some_and(|known: &f64| (known - time).abs() <= rounding(time))
                };
                if !is_at(at) {
                    at = times.partition_point(|known| *known < time - rounding(time));
                }
                if is_at(at) { at += 1 } else { more.push(time) }
            }
        }
        times.append(&mut more);
        times.sort_by(f64::total_cmp);
        times.dedup_by(|later, earlier| *later - *earlier <= rounding(*later));
        Self(times)
    }

    /// From the first to the last key of a take, in seconds; `None` where there is no key. Keys at times that no take
    /// has are beyond it, and told: those more than a day behind its begin, or far away from most others.
    pub fn range(&self, warnings: &mut Vec<Warning>) -> Option<[f64; 2]> {
        const HOUR: f64 = 3_600.0;
        const DAY: f64 = 24.0 * HOUR;
        /// How many times as long as most keys a pause behind them may be, where it is longer than an hour.
        const LONG: f64 = 100.0;
        /// So many keys show how long they go on.
        const SHOWING: usize = 3;
        let times = self.0.as_slice();
        let runs = times.chunk_by(|a, b| b - a <= HOUR);
        let mut begin = 0;
        let runs = runs.map(|run| {
            begin += run.len();
            begin - run.len()..begin
        });
        let runs: Vec<Range<usize>> = runs.collect();
        // Of runs with as many keys the first one.
        let mut kept = runs.into_iter().rev().max_by_key(Range::len)?;
        let pause = if kept.len() < SHOWING {
            DAY
        } else {
            (LONG * (times[kept.end - 1] - times[kept.start])).clamp(HOUR, DAY)
        };
        let is_near = |i: usize| times[i] - times[i - 1] <= pause;
        while kept.start > 0 && is_near(kept.start) {
            kept.start -= 1;
        }
        while kept.end < times.len() && is_near(kept.end) {
            kept.end += 1;
        }
        let begin = times[kept.start];
        let all = &times[kept];
        let all = &all[..all.partition_point(|time| *time <= begin + DAY)];
        let beyond = times.len() - all.len();
        if beyond > 0 {
            let message = "a key is at a time that no take has: it makes no frames";
            warnings.push(Warning {
                count: beyond,
                ..Warning::of_file(WarningCode::ValuesLeftOut, message)
            });
        }
        Some([begin, *all.last()?])
    }

    /// Frames a second by which the keys were set.
    pub fn rate(&self) -> f64 {
        let times = self.0.as_slice();
        let mut gaps: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
        gaps.sort_by(f64::total_cmp);
        // A few keys between frames do not make a rate.
        let Some(&shortest) = gaps.get(gaps.len() / 20) else {
            return RATES[0];
        };
        let usual = gaps[gaps.len() / 2];
        let all = times.len();
        let even = Raster::of(times, (times[all - 1] - times[0]) / (all - 1) as f64);
        if even.hits == all && even.rate() > SLOWEST * (1.0 - CLOSE) {
            return even.told(times);
        }
        // Rasters on which the gaps between keys are whole numbers of frames.
        const PARTS: u8 = 8;
        let parts = (1..=PARTS).map(f64::from);
        let own = parts.flat_map(|part| [shortest / part, usual / part]);
        let own = own.map(|step| Raster::near(times, step));
        let own: Vec<Raster> =
            own.filter(|raster| raster.rate() > SLOWEST_WITH_HOLES * (1.0 - CLOSE)).collect();
        let is_dense = |raster: &&Raster| raster.frames < 2 * all;
        let skips_none = |rate: &f64| shortest * rate > 1.0 - CLOSE;
        let known = RATES.into_iter().filter(skips_none);
        let candidates = own
            .iter()
            .filter(is_dense)
            .map(|raster| raster.told(times))
            .chain(known)
            .chain(own.iter().map(|raster| raster.told(times)));
        let mut best = (0, RATES[0]);
        for rate in candidates {
            let hits = Raster::of(times, rate.recip()).hits;
            // Another one takes the place of a more usual one only where it has clearly more keys.
            if hits > best.0 + all / 20 {
                best = (hits, rate);
            }
        }
        if 2 * best.0 > all { best.1 } else { usual.recip().clamp(RATES[0], 240.0) }
    }
}

/// Frames that begin at the first key.
struct Raster {
    /// Seconds a frame.
    step: f64,
    /// How many frames the last key is behind the first one.
    frames: usize,
    /// How many keys are on a frame.
    hits: usize,
    /// Whether all are on frames but for the rounding of their times.
    is_exact: bool,
}

impl Raster {
    /// The raster of this step.
    fn of(times: &[f64], step: f64) -> Self {
        let first = times[0];
        let (mut frames, mut hits) = (0.0, 0);
        // Where the first frame may be, so that each key is on one.
        let mut begin = [f64::NEG_INFINITY, f64::INFINITY];
        for time in times {
            frames = ((time - first) / step).round();
            let off = time - frames * step;
            let rounding = rounding(*time);
            hits += usize::from((off - first).abs() <= rounding.max(CLOSE * step).min(step / 4.0));
            begin = [begin[0].max(off - rounding), begin[1].min(off + rounding)];
        }
        Self { step, frames: frames as usize, hits, is_exact: begin[0] <= begin[1] }
    }

    /// The raster of about this step that fits the keys: the farther a key is, the better it tells.
    fn near(times: &[f64], mut step: f64) -> Self {
        let first = times[0];
        let mut reached = 0.0;
        for time in times {
            let frames = ((time - first) / step).round();
            let off = (time - first - frames * step).abs();
            if frames > reached && off <= rounding(*time).max(CLOSE * step).min(step / 4.0) {
                reached = frames;
                step = (time - first) / frames;
            }
        }
        Self::of(times, step)
    }

    fn rate(&self) -> f64 {
        self.step.recip()
    }

    /// Its rate, as somebody would have set it, as far as the keys are on the frames of that.
    fn told(&self, times: &[f64]) -> f64 {
        let rate = self.rate();
        let rounded = |digits: f64| (rate * digits).round() / digits;
        // Video runs slower than it is called: 30 are 29.97.
        let video = (rate * 1001.0 / 1000.0).round() * 1000.0 / 1001.0;
        let known = [1.0, 10.0, 100.0, 1000.0].map(rounded);
        let known = [known[0], video, known[1], known[2], known[3]];
        let fits = |rate: &f64| {
            let raster = Self::of(times, rate.recip());
            if self.is_exact { raster.is_exact } else { raster.hits >= self.hits }
        };
        let known = known.into_iter().filter(|rate| *rate > 0.0).find(fits);
        known.unwrap_or(rate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rate of one track.
    fn rate(times: &[f64]) -> f64 {
        KeyTimes::of(times.iter().copied(), [[]]).rate()
    }

    /// Keys on some frames, from a time on, as glTF keeps them.
    fn keys(rate: f64, begin: f64, frames: impl IntoIterator<Item = u32>) -> Vec<f64> {
        let time = |n| f64::from((begin + f64::from(n) / rate) as f32);
        frames.into_iter().map(time).collect()
    }

    /// Rates of which evenly spaced keys tell exactly.
    const EVEN: [f64; 24] = [
        5.0,
        10.0,
        12.0,
        12.5,
        15.0,
        18.0,
        20.0,
        23.976,
        24_000.0 / 1001.0,
        24.0,
        24.975,
        25.0,
        29.97,
        30_000.0 / 1001.0,
        30.0,
        59.94,
        60_000.0 / 1001.0,
        60.0,
        70.0,
        120.0,
        250.0,
        300.0,
        480.0,
        1000.0,
    ];

    #[test]
    fn evenly_spaced_keys_tell_their_rate_whatever_it_is_and_whenever_they_begin() {
        for told in EVEN {
            for (begin, count) in [(0.0, 3), (0.0, 61), (0.0, 20_000), (2.5, 61), (30.0, 2_000)] {
                let found = rate(&keys(told, begin, 0..count));
                // What single precision cannot tell apart is the rate that is called by a rounder number.
                let last = begin + f64::from(count - 1) / told;
                let blur = 2.0 * rounding(last) * told / f64::from(count - 1);
                assert!(
                    (found / told - 1.0).abs() <= blur,
                    "{count} keys from {begin} s at {told}: {found}"
                );
            }
            assert_eq!(rate(&keys(told, 0.0, 0..61)), told);
        }
    }

    #[test]
    fn keys_hours_from_the_start_are_evenly_spaced_as_far_as_their_times_tell() {
        for told in [24.0, 30.0, 60.0] {
            assert_eq!(rate(&keys(told, 3_600.0, 0..500)), told);
            assert_eq!(rate(&keys(told, 50_000.0, 0..500)), told);
        }
    }

    #[test]
    fn times_that_were_added_up_or_rounded_still_are_one_frame_each() {
        let mut time = 0.0_f32;
        let added = (0..5_000).map(|_| {
            let now = f64::from(time);
            time += 1.0 / 30.0;
            now
        });
        let added: Vec<f64> = added.collect();
        assert!((rate(&added) - 30.0).abs() < 1e-3, "{}", rate(&added));
        for told in [24.0, 30.0, 60_000.0 / 1001.0, 120.0] {
            let rounded = (0..300).map(|n| (f64::from(n) / told * 1e4).round() / 1e4);
            assert_eq!(rate(&rounded.collect::<Vec<_>>()), told);
        }
    }

    #[test]
    fn few_keys_are_on_the_frames_of_the_most_usual_rate() {
        assert_eq!(rate(&[0.0, 2.5]), 30.0);
        assert_eq!(rate(&[0.0, 1.0, 2.0, 3.0]), 30.0);
        assert_eq!(rate(&keys(24.0, 0.0, [0, 5, 11, 20])), 24.0);
        assert_eq!(rate(&keys(30.0, 0.0, [0, 10, 20, 45])), 30.0);
        assert_eq!(rate(&[0.0]), 30.0);
        assert_eq!(rate(&[]), 30.0);
    }

    #[test]
    fn keys_that_were_thinned_out_tell_the_rate_on_whose_frames_they_are() {
        for told in [23.976, 24.975, 29.97, 18.0, 20.0, 250.0, 300.0] {
            let kept = (0..300).filter(|n| n % 7 != 3 && n % 11 != 5);
            assert_eq!(rate(&keys(told, 0.0, kept)), told);
        }
        // A last key where the clip ends, between two frames.
        let mut late = keys(24.0, 0.0, 0..60);
        late.push(2.51);
        assert_eq!(rate(&late), 24.0);
        // Keys of two rates are all on frames of a third one.
        let two = KeyTimes::of(keys(30.0, 0.0, 0..60), [keys(24.0, 0.0, 0..48)]);
        assert_eq!(two.rate(), 120.0);
    }

    #[test]
    fn tracks_of_other_lengths_are_on_one_raster() {
        let long = keys(23.976, 0.0, (0..200).step_by(2));
        let short = keys(23.976, 0.0, 0..61);
        let ends = keys(23.976, 0.0, [0, 60]);
        let all = KeyTimes::of(long, [short, ends]);
        assert_eq!(all.rate(), 23.976);
        let dense = keys(12.5, 0.4, 0..80);
        let ends = vec![dense[0], dense[79]];
        assert_eq!(KeyTimes::of(dense, [ends]).rate(), 12.5);
    }

    #[test]
    fn keys_at_times_that_no_take_has_are_beyond_its_range() {
        let baked = keys(30.0, 0.0, 0..90);
        let with = |more: &[f64]| -> Vec<f64> { baked.iter().chain(more).copied().collect() };
        let end = baked[89];
        for (times, range, beyond) in [
            (vec![0.0, 1e6], [0.0, 0.0], 1),
            (vec![-1e9, 0.0, 2.0], [0.0, 2.0], 1),
            (vec![0.0, 7_000.0], [0.0, 7_000.0], 0),
            (vec![40_000.0, 40_001.0], [40_000.0, 40_001.0], 0),
            (with(&[10.0, 100.0]), [0.0, 100.0], 0),
            (with(&[50_000.0]), [0.0, end], 1),
            (with(&[50_000.0, 50_001.0, 1e6]), [0.0, end], 3),
            ((0..40).map(|n| f64::from(n) * 3_000.0).collect(), [0.0, 84_000.0], 11),
        ] {
            let mut warnings = Vec::new();
            let found = KeyTimes::of(times.clone(), [[]]).range(&mut warnings);
            assert_eq!(found, Some(range), "{times:?}");
            let told: usize = warnings.iter().map(|warning| warning.count).sum();
            assert_eq!(told, beyond, "{times:?}");
        }
        assert_eq!(KeyTimes::default().range(&mut Vec::new()), None);
    }

    #[test]
    fn keys_that_are_nowhere_have_the_rate_of_their_usual_step() {
        let times = (0..100).map(|n| f64::from(n) * 0.0137 + f64::from(n).sin() * 0.006);
        let times: Vec<f64> = times.collect();
        let found = rate(&times);
        assert!((30.0..=240.0).contains(&found), "{found}");
    }
}
