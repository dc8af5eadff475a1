//! By what the moments of two takes are brought together: a clock, an event, or how fast their joints move.
//!
//! To find an offset by motion, the curves of both speeds are slid along one another; it is where their correlation is
//! the highest. What repeats itself, as a walk does, correlates nearly as well a cycle later: how certain an
//! offset is, the second-highest peak tells.

use std::ops::Range;

use super::sampler::{blocks, in_parts};
use super::timing::Timing;
use super::{CompareError, Comparison, frame_count};
use crate::evaluate::{BatchEvaluator, Point};
use crate::review::is_in_proportion;
use crate::review::notes::Review;
use crate::take::Take;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sync {
    /// Their first frames are the same moment.
    Frame,
    /// The clocks of both files run alike: see [`Take::start_time`].
    Time,
    /// The offset at which the speeds of the matched joints are most alike.
    Motion,
    /// So many seconds from A's first frame to B's, such as [`offset_by_event`].
    Offset(f64),
}

/// How certain an offset is that was found by motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SyncCertainty {
    /// The correlation of both curves of speed at the offset, at most 1.
    pub correlation: f64,
    /// The highest correlation at any other peak; below 0 where there is none.
    pub second: f64,
}

/// A lower correlation says nothing: less than half of the variance of one curve is in the other.
pub const MIN_CORRELATION: f64 = 0.7;

/// How much higher the peak has to be than the second-highest one. R. D. Keane and R. J. Adrian, *Theory of
/// cross-correlation analysis of PIV images*, Applied Scientific Research 49 (1992), use 1.2 to tell
/// valid peaks from others.
pub const MIN_PEAK_RATIO: f64 = 1.2;

impl SyncCertainty {
    /// Whether the offset can be relied on: the curves are alike there, and nowhere else.
    pub fn is_certain(&self) -> bool {
        self.correlation >= MIN_CORRELATION && self.correlation >= MIN_PEAK_RATIO * self.second
    }
}

/// Curves have at most so many samples while all lags are tried: longer ones are averaged down first.
const MAX_SAMPLES: usize = 4096;
/// How much of the shorter take both have in common at least.
const MIN_OVERLAP: f64 = 1.0 / 3.0;
/// Fewer frames in common tell nothing.
const MIN_FRAMES: usize = 8;
/// How far the correlation falls between two peaks at least; what falls less is one of them.
const MIN_VALLEY: f64 = 0.05;

impl Comparison<'_> {
    /// The timing that a sync gives; with [`Sync::Motion`], also how certain it is. The timing so far counts
    /// for nothing.
    ///
    /// # Errors
    /// Where there is too little motion.
    pub fn synced(&self, sync: Sync) -> Result<(Timing, Option<SyncCertainty>), CompareError> {
        let [a, b] = self.takes;
        let offset = match sync {
            Sync::Frame => 0.0,
            Sync::Time => b.start_time - a.start_time,
            Sync::Motion => {
                let (offset, certainty) = self.offset_by_motion()?;
                return Ok((Timing::new(self.takes, offset), Some(certainty)));
            }
            Sync::Offset(seconds) => seconds,
        };
        Ok((Timing::new(self.takes, offset), None))
    }

    /// The offset in seconds at which the mean speeds of the matched joints are most alike.
    fn offset_by_motion(&self) -> Result<(f64, SyncCertainty), CompareError> {
        if self.pairs().is_empty() {
            return Err(CompareError::NothingMatches);
        }
        let curves = [0, 1].map(|take| self.speeds(take));
        let [Some(a), Some(b)] = curves else {
            return Err(CompareError::NoMotion);
        };
        // Of a take whose frames last for hours, there would be any number.
        if !is_in_proportion((b.len() as f64 / self.timing.ratio()) as usize, &self.takes) {
            return Err(CompareError::TooLarge);
        }
        let b = resampled(&b, self.timing.ratio());
        let each = a.len().max(b.len()).div_ceil(MAX_SAMPLES);
        let [coarse_a, coarse_b] = [&a, &b].map(|curve| Curve::new(averaged(curve, each)));
        let lags = coarse_a.lags(&coarse_b);
        let coarse: Vec<f64> =
            lags.clone().map(|lag| coarse_a.correlation(&coarse_b, lag)).collect();
        let best = highest(&coarse).ok_or(CompareError::NoMotion)?;
        let second = second_peak(&coarse, best);
        let (a, b) = (Curve::new(a), Curve::new(b));
        let near = (lags.start + best as i64) * each as i64;
        let wide = 2 * each as i64;
        let all = a.lags(&b);
        let fine = (near - wide).max(all.start)..(near + wide + 1).min(all.end);
        let found: Vec<f64> = fine.clone().map(|lag| a.correlation(&b, lag)).collect();
        let best = highest(&found).ok_or(CompareError::NoMotion)?;
        let lag = fine.start + best as i64;
        let frames = lag as f64 + peak_offset(&a, &b, lag);
        let certainty = SyncCertainty { correlation: found[best], second };
        Ok((frames * self.timing.frame_time(), certainty))
    }

    /// The mean speed of the matched joints of a take on each frame but the first, in metres a second;
    /// `None` where there are too few frames. Frames on which all are in gaps have the speed before.
    fn speeds(&self, take: usize) -> Option<Vec<f32>> {
        let points = self.pairs().iter().map(|pair| Point::Origin(pair[take]));
        let metres = self.stages[take].unit.metres as f32;
        let take = self.takes[take];
        let batch = BatchEvaluator::new(&take.skeleton, points);
        let count = frame_count(take);
        if count <= MIN_FRAMES {
            return None;
        }
        let scale = metres / take.motion.frame_time() as f32;
        let mut speeds = in_parts(1..count, |part| speeds_of(take, &batch, part, scale)).concat();
        let mut last = speeds.iter().copied().find(|speed| speed.is_finite())?;
        for speed in &mut speeds {
            last = if speed.is_finite() { *speed } else { last };
            *speed = last;
        }
        without_jumps(&mut speeds);
        Some(speeds)
    }
}

/// The offset in seconds, from the first frame of A to that of B, at which an event is the same moment in both: by its
/// name in any case, among the events of the file and those that reviewers added; of several, the first of each take.
///
/// # Errors
/// Where one of them has no event of that name.
pub fn offset_by_event(name: &str, both: [(&Take, &Review); 2]) -> Result<f64, CompareError> {
    let name_in_any_case = name.to_lowercase();
    let is_it = |label: &str| label.to_lowercase() == name_in_any_case;
    let first = |(take, review): (&Take, &Review)| {
        let of_file = take.events.iter().map(|event| (event.time, &event.label));
        let frame_time = take.motion.frame_time();
        let added = review.events.iter();
        let added = added.map(|event| (event.frame as f64 * frame_time, &event.name));
        let times = of_file.chain(added).filter(|(_, label)| is_it(label));
        times.map(|(time, _)| time).min_by(f64::total_cmp)
    };
    let [a, b] = both.map(first);
    a.zip(b).map(|(a, b)| a - b).ok_or_else(|| CompareError::NoEvent(name.to_string()))
}

/// The mean speed of some points from the frame before to each of some frames; NaN where all are in gaps.
fn speeds_of(take: &Take, batch: &BatchEvaluator, frames: Range<usize>, scale: f32) -> Vec<f32> {
    let mut positions = Vec::new();
    let mut speeds = Vec::with_capacity(frames.len());
    for block in blocks(frames) {
        batch.positions(&take.skeleton, &take.motion, block.start - 1..block.end, &mut positions);
        let rows: Vec<_> = positions.chunks_exact(batch.len()).collect();
        for pair in rows.windows(2) {
            let ways = pair[0].iter().zip(pair[1]).map(|(before, after)| before.distance(*after));
            let ways = ways.filter(|way| way.is_finite());
            let (sum, count) = ways.fold((0.0, 0.0), |(sum, n), way| (sum + way, n + 1.0));
            speeds.push(scale * sum / count);
        }
    }
    speeds
}

/// A curve at the frames of A, of which each has `ratio` of its own. The speed on a frame is that of the way
/// to it, which begins a frame earlier: samples are in the middle of both.
fn resampled(curve: &[f32], ratio: f64) -> Vec<f32> {
    if ratio == 1.0 {
        return curve.to_vec();
    }
    let last = curve.len() - 1;
    let at = |sample: usize| (sample as f64 + 0.5) * ratio - 0.5;
    let samples = (0..).map(at).take_while(|at| *at <= last as f64);
    let value = |at: f64| {
        let at = at.max(0.0);
        let [before, behind] = [at.floor(), at.ceil()].map(|at| curve[at as usize]);
        before + (behind - before) * at.fract() as f32
    };
    samples.map(value).collect()
}

/// The means of each so many samples in a row.
fn averaged(curve: &[f32], each: usize) -> Vec<f32> {
    curve.chunks_exact(each).map(|chunk| chunk.iter().sum::<f32>() / each as f32).collect()
}

/// A curve about its mean, with the sums of its samples and of their squares up to each.
struct Curve {
    values: Vec<f32>,
    sums: Vec<[f64; 2]>,
}

impl Curve {
    fn new(mut values: Vec<f32>) -> Self {
        // The mean tells nothing, and would cost digits of the squares.
        let mean = values.iter().map(|&v| f64::from(v)).sum::<f64>() / values.len().max(1) as f64;
        values.iter_mut().for_each(|value| *value -= mean as f32);
        let mut sums = vec![[0.0; 2]];
        let mut sum = [0.0; 2];
        for &value in &values {
            let value = f64::from(value);
            sum = [sum[0] + value, sum[1] + value * value];
            sums.push(sum);
        }
        Self { values, sums }
    }

    /// The lags at which both have enough in common: how many samples later the other one begins.
    fn lags(&self, other: &Self) -> Range<i64> {
        let [a, b] = [self.values.len(), other.values.len()];
        let least = (a.min(b) as f64 * MIN_OVERLAP).ceil() as usize;
        let least = least.max(MIN_FRAMES.min(a.min(b))) as i64;
        least - b as i64..a as i64 - least + 1
    }

    /// Pearson's correlation of both where they overlap; 0 where one of them is constant there.
    fn correlation(&self, other: &Self, lag: i64) -> f64 {
        let first = lag.max(0) as usize;
        let from = (-lag).max(0) as usize;
        let count = (self.values.len() - first).min(other.values.len() - from);
        let [a, b] = [&self.values[first..][..count], &other.values[from..][..count]];
        // Sums of some hundred products lose no digit that counts, and are fast.
        let blocks = a.chunks(256).zip(b.chunks(256));
        let product: f64 = blocks.map(|(a, b)| f64::from(dot(a, b))).sum();
        let sums = |curve: &Self, from: usize| {
            [0, 1].map(|power| curve.sums[from + count][power] - curve.sums[from][power])
        };
        let ([a, a2], [b, b2]) = (sums(self, first), sums(other, from));
        let n = count as f64;
        let [spread_a, spread_b] = [a2 - a * a / n, b2 - b * b / n];
        // What is left of a constant is rounding.
        let is_constant = |spread: f64, squares: f64| spread <= 1e-9 * (squares + n * 1e-12);
        if is_constant(spread_a, self.sums[self.values.len()][1])
            || is_constant(spread_b, other.sums[other.values.len()][1])
        {
            return 0.0;
        }
        (product - a * b / n) / (spread_a * spread_b).sqrt()
    }
}

/// The scalar product, in as many sums at once as a register has room for.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0f32; 16];
    let (a, b) = (a.chunks_exact(16), b.chunks_exact(16));
    let rest: f32 = a.remainder().iter().zip(b.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in a.zip(b) {
        for i in 0..16 {
            sums[i] += a[i] * b[i];
        }
    }
    rest + sums.iter().sum::<f32>()
}

/// The place of the highest value above 0.
fn highest(values: &[f64]) -> Option<usize> {
    let all = values.iter().enumerate().filter(|(_, value)| **value > 0.0);
    all.max_by(|a, b| a.1.total_cmp(b.1)).map(|(at, _)| at)
}

/// The highest value beyond a valley on either side of the highest.
fn second_peak(values: &[f64], best: usize) -> f64 {
    let beyond = |values: &mut dyn Iterator<Item = &f64>| {
        let mut lowest = f64::INFINITY;
        let mut second = -1.0f64;
        for &value in values {
            lowest = lowest.min(value);
            if value > lowest + MIN_VALLEY {
                second = second.max(value);
            }
        }
        second
    };
    beyond(&mut values[best..].iter()).max(beyond(&mut values[..=best].iter().rev()))
}

/// How far the true peak of the correlation is from the lag that has the highest, in samples, as the
/// parabola through it and its neighbours tells; 0 where it is as good as there. All three are of the same
/// samples of one curve, so that none has what the others have not.
fn peak_offset(a: &Curve, b: &Curve, lag: i64) -> f64 {
    /// What the ends of the curves do to a parabola.
    const NEAR: f64 = 0.05;
    let first = (lag + 1).max(0);
    let last = (lag - 1 + b.values.len() as i64).min(a.values.len() as i64);
    if last - first < MIN_FRAMES as i64 {
        return 0.0;
    }
    let inside = Curve::new(a.values[first as usize..last as usize].to_vec());
    let at = |by: i64| inside.correlation(b, lag + by - first);
    let [before, peak, behind] = [-1, 0, 1].map(at);
    let bend = before - 2.0 * peak + behind;
    let offset = if bend < 0.0 { (0.5 * (before - behind) / bend).clamp(-0.5, 0.5) } else { 0.0 };
    if offset.abs() < NEAR { 0.0 } else { offset }
}

/// Cuts off what is faster than all but a hundredth of the samples: the jump from a pose of calibration
/// into the motion would else be all that counts.
fn without_jumps(speeds: &mut [f32]) {
    let mut sorted = speeds.to_vec();
    let rank = (sorted.len() * 99 / 100).min(sorted.len() - 1);
    let (_, most, _) = sorted.select_nth_unstable_by(rank, f32::total_cmp);
    speeds.iter_mut().for_each(|speed| *speed = speed.min(*most));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_correlates_with_itself_where_it_was_shifted_to() {
        let wave = |i: usize| ((i * i) as f32 * 0.001).sin() + 3.0;
        let a: Vec<f32> = (0..300).map(wave).collect();
        let b = a[40..200].iter().map(|value| 5.0 * value + 2.0).collect();
        let [a, b] = [a, b].map(Curve::new);
        let found: Vec<f64> = a.lags(&b).map(|lag| a.correlation(&b, lag)).collect();
        let best = highest(&found).unwrap();
        assert_eq!(a.lags(&b).start + best as i64, 40);
        assert!((found[best] - 1.0).abs() < 1e-6);
        assert_eq!(Curve::new(vec![2.0; 300]).correlation(&b, 0), 0.0);
    }

    #[test]
    fn a_second_peak_is_one_beyond_a_valley() {
        assert_eq!(second_peak(&[0.1, 0.5, 0.2, 0.9, 0.88, 0.89, 0.3], 3), 0.5);
        assert_eq!(second_peak(&[0.2, 0.9, 0.3], 1), -1.0);
    }
}
