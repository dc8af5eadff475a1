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
#[rustfmt::skip]
const RATES: [f64; 22] = [
    30.0, 24.0, 60.0, 25.0, 50.0, 120.0, 100.0, 48.0, 90.0, 240.0, 200.0, 15.0,
    30_000.0 / 1001.0, 24_000.0 / 1001.0, 60_000.0 / 1001.0,
    300.0, 250.0, 480.0, 20.0, 12.5, 12.0, 10.0,
];

/// How far from a frame a key may be that is not exactly on it, in frames.
const CLOSE: f64 = 0.03;

/// The slowest rate of evenly spaced keys, and of a raster of which some frames have no keys: keys farther apart are
/// poses, between which a figure moves.
const MIN_RATE: f64 = 5.0;
const MIN_RATE_WITH_HOLES: f64 = 10.0;

/// How far a time may be from the one that was meant: it was kept and computed with in single precision.
pub(crate) fn rounding(time: f64) -> f64 {
    const SINGLE: f64 = f32::EPSILON as f64;
    1e-9 + time.abs() * SINGLE
}

impl KeyTimes {
    /// The times of all tracks, each in rising order, the longest one first. Of very many that are on no key of the
    /// longest one, the first count.
    pub fn new<T: IntoIterator<Item = f64>>(tracks: impl IntoIterator<Item = T>) -> Self {
        /// As many more as tell a rate.
        const MAX_MORE: usize = 1 << 16;
        let mut tracks =
            tracks.into_iter().map(|track| track.into_iter().filter(|t| t.is_finite()));
        let mut times: Vec<f64> = tracks.next().into_iter().flatten().collect();
        let mut more = Vec::new();
        for track in tracks {
            if more.len() > MAX_MORE {
                break;
            }
            let mut at = 0;
            for time in track {
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

    /// From the first to the last key of a take, in seconds; `None` where there is no key. Warns of keys at times that no
    /// take has: those more than a day behind its begin, or far away from most others.
    pub fn range(&self, warnings: &mut Vec<Warning>) -> Option<[f64; 2]> {
        const HOUR: f64 = 3_600.0;
        const DAY: f64 = 24.0 * HOUR;
        /// How many times as long as most keys a pause behind them may be, where it is longer than an hour.
        const LONG: f64 = 100.0;
        /// So many keys show how long they go on.
        const SHOWING: usize = 3;
        let times = self.0.as_slice();
        let mut end = 0;
        let runs = times.chunk_by(|a, b| b - a <= HOUR).map(|run| {
            end += run.len();
            end - run.len()..end
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
            let warning = Warning::of_file(WarningCode::ValuesLeftOut, message);
            warnings.push(Warning { count: beyond, ..warning });
        }
        Some([begin, *all.last()?])
    }

    /// Frames a second by which the keys were set.
    pub fn rate(&self) -> f64 {
        let times = self.0.as_slice();
        let mut gaps: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
        gaps.sort_by(f64::total_cmp);
        // A few keys between frames do not make a rate.
        let Some(&shortest) = gaps.get(gaps.len() / 20) else { return RATES[0] };
        let usual = gaps[gaps.len() / 2];
        let all = times.len();
        let even = Raster::new(times, (times[all - 1] - times[0]) / (all - 1) as f64);
        if even.hits == all && even.rate() > MIN_RATE * (1.0 - CLOSE) {
            return even.meant_rate(times);
        }
        // Rasters on which the gaps between keys are whole numbers of frames.
        const PARTS: u8 = 8;
        let own: Vec<Raster> = (1..=PARTS)
            .flat_map(|part| [shortest / f64::from(part), usual / f64::from(part)])
            .map(|step| Raster::near(times, step))
            .filter(|raster| raster.rate() > MIN_RATE_WITH_HOLES * (1.0 - CLOSE))
            .collect();
        let dense = own.iter().filter(|raster| raster.frames < 2 * all);
        let known = RATES.into_iter().filter(|rate| shortest * rate > 1.0 - CLOSE);
        let candidates = dense
            .map(|raster| raster.meant_rate(times))
            .chain(known)
            .chain(own.iter().map(|raster| raster.meant_rate(times)));
        let (mut best_hits, mut best_rate) = (0, RATES[0]);
        for rate in candidates {
            let hits = Raster::new(times, rate.recip()).hits;
            // Another one takes the place of a more usual one only where it has clearly more keys.
            if hits > best_hits + all / 20 {
                (best_hits, best_rate) = (hits, rate);
            }
        }
        if 2 * best_hits > all { best_rate } else { usual.recip().clamp(RATES[0], 240.0) }
    }
}

/// Frames that begin at the first key.
struct Raster {
    /// In seconds.
    step: f64,
    /// Frames from the first key to the last one.
    frames: usize,
    /// Keys that are on a frame.
    hits: usize,
    /// Whether all keys are on frames but for the rounding of their times.
    is_exact: bool,
}

impl Raster {
    fn new(times: &[f64], step: f64) -> Self {
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
        Self::new(times, step)
    }

    fn rate(&self) -> f64 {
        self.step.recip()
    }

    /// The rate as somebody would have set it, as far as the keys are on the frames of that.
    fn meant_rate(&self, times: &[f64]) -> f64 {
        let rate = self.rate();
        let rounded = |digits: f64| (rate * digits).round() / digits;
        // Video runs slower than it is called: 30 are 29.97.
        let video = (rate * 1001.0 / 1000.0).round() * 1000.0 / 1001.0;
        let candidates = [rounded(1.0), video, rounded(10.0), rounded(100.0), rounded(1000.0)];
        let fits = |rate: &f64| {
            let raster = Self::new(times, rate.recip());
            if self.is_exact { raster.is_exact } else { raster.hits >= self.hits }
        };
        candidates.into_iter().filter(|rate| *rate > 0.0).find(fits).unwrap_or(rate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rate of one track.
    fn rate(times: &[f64]) -> f64 {
        KeyTimes::new([times.iter().copied()]).rate()
    }

    /// Keys on some frames, from a time on, as glTF keeps them.
    fn keys(rate: f64, begin: f64, frames: impl IntoIterator<Item = u32>) -> Vec<f64> {
        frames.into_iter().map(|n| f64::from((begin + f64::from(n) / rate) as f32)).collect()
    }

    /// Rates of which evenly spaced keys tell exactly.
    #[rustfmt::skip]
    const EVEN: [f64; 24] = [
        5.0, 10.0, 12.0, 12.5, 15.0, 18.0, 20.0, 23.976, 24_000.0 / 1001.0, 24.0, 24.975, 25.0,
        29.97, 30_000.0 / 1001.0, 30.0, 59.94, 60_000.0 / 1001.0, 60.0,
        70.0, 120.0, 250.0, 300.0, 480.0, 1000.0,
    ];

    #[test]
    fn evenly_spaced_keys_tell_their_rate_whatever_it_is_and_whenever_they_begin() {
        for meant in EVEN {
            for (begin, count) in [(0.0, 3), (0.0, 61), (0.0, 20_000), (2.5, 61), (30.0, 2_000)] {
                let found = rate(&keys(meant, begin, 0..count));
                // What single precision cannot tell apart is the rate that is called by a rounder number.
                let last = begin + f64::from(count - 1) / meant;
                let blur = 2.0 * rounding(last) * meant / f64::from(count - 1);
                assert!(
                    (found / meant - 1.0).abs() <= blur,
                    "{count} keys from {begin} s at {meant}: {found}"
                );
            }
            assert_eq!(rate(&keys(meant, 0.0, 0..61)), meant);
        }
    }

    #[test]
    fn keys_hours_from_the_start_are_evenly_spaced_as_far_as_their_times_tell() {
        for meant in [24.0, 30.0, 60.0] {
            assert_eq!(rate(&keys(meant, 3_600.0, 0..500)), meant);
            assert_eq!(rate(&keys(meant, 50_000.0, 0..500)), meant);
        }
    }

    #[test]
    fn times_that_were_added_up_or_rounded_still_are_one_frame_each() {
        let times = std::iter::successors(Some(0.0_f32), |time| Some(time + 1.0 / 30.0));
        let added: Vec<f64> = times.take(5_000).map(f64::from).collect();
        assert!((rate(&added) - 30.0).abs() < 1e-3, "{}", rate(&added));
        for meant in [24.0, 30.0, 60_000.0 / 1001.0, 120.0] {
            let rounded = (0..300).map(|n| (f64::from(n) / meant * 1e4).round() / 1e4);
            assert_eq!(rate(&rounded.collect::<Vec<_>>()), meant);
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
        for meant in [23.976, 24.975, 29.97, 18.0, 20.0, 250.0, 300.0] {
            let kept = (0..300).filter(|n| n % 7 != 3 && n % 11 != 5);
            assert_eq!(rate(&keys(meant, 0.0, kept)), meant);
        }
        // A last key where the clip ends, between two frames.
        let mut late = keys(24.0, 0.0, 0..60);
        late.push(2.51);
        assert_eq!(rate(&late), 24.0);
        // Keys of two rates are all on frames of a third one.
        assert_eq!(KeyTimes::new([keys(30.0, 0.0, 0..60), keys(24.0, 0.0, 0..48)]).rate(), 120.0);
    }

    #[test]
    fn tracks_of_other_lengths_are_on_one_raster() {
        let long = keys(23.976, 0.0, (0..200).step_by(2));
        let short = keys(23.976, 0.0, 0..61);
        let ends = keys(23.976, 0.0, [0, 60]);
        assert_eq!(KeyTimes::new([long, short, ends]).rate(), 23.976);
        let dense = keys(12.5, 0.4, 0..80);
        let ends = vec![dense[0], dense[79]];
        assert_eq!(KeyTimes::new([dense, ends]).rate(), 12.5);
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
            let found = KeyTimes::new([times.clone()]).range(&mut warnings);
            assert_eq!(found, Some(range), "{times:?}");
            let count: usize = warnings.iter().map(|warning| warning.count).sum();
            assert_eq!(count, beyond, "{times:?}");
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
