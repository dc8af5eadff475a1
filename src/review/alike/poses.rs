//! The poses of a take at even times: fifteen numbers each that neither the place, nor the direction, nor the unit of
//! the take enters.

use glam::Vec3;

/// How many numbers a pose has: three for each of both hands, both feet and the head.
pub(super) const WIDTH: usize = 15;
/// How many places of the body those are.
pub(super) const ENDS: usize = WIDTH / 3;
/// With fewer of them, one motion is like another.
pub(super) const LEAST_ENDS: u32 = 2;
pub(super) type PoseNumbers = [f32; WIDTH];

/// Poses at even times.
pub(super) struct Poses {
    /// Whether names told a body; else they are of a cloud of points.
    pub is_body: bool,
    /// Which of the ends are there, a bit each.
    pub ends: u8,
    /// Seconds from one pose to the next.
    pub step: f64,
    pub numbers: Vec<PoseNumbers>,
    /// Lengths of the body in its own height: thigh, shin, upper arm, forearm, between hips and between shoulders; 0
    /// where they are not known.
    pub lengths: [f32; LENGTHS],
}

/// How many lengths of a body are known by.
pub(super) const LENGTHS: usize = 6;

impl Poses {
    /// Those of numbers in which the ends that are there have no gaps.
    pub fn new(is_body: bool, ends: u8, step: f64, numbers: &[PoseNumbers]) -> Self {
        Self { is_body, ends, step, numbers: smoothed(numbers), lengths: [0.0; LENGTHS] }
    }
}

/// Fills gaps on the line from one side to the other; tells whether half of the column was there. Else all of it is 0.
pub(super) fn close_gaps(numbers: &mut [PoseNumbers], column: usize) -> bool {
    let known = |numbers: &[PoseNumbers]| -> Vec<usize> {
        (0..numbers.len()).filter(|&i| numbers[i][column].is_finite()).collect()
    };
    let there = known(numbers);
    if there.len() * 2 < numbers.len() || there.is_empty() {
        numbers.iter_mut().for_each(|numbers| numbers[column] = 0.0);
        return false;
    }
    let (first, last) = (there[0], there[there.len() - 1]);
    let [at_first, at_last] = [first, last].map(|i| numbers[i][column]);
    numbers[..first].iter_mut().for_each(|numbers| numbers[column] = at_first);
    numbers[last..].iter_mut().for_each(|numbers| numbers[column] = at_last);
    for gap in there.windows(2) {
        let [from, to] = [gap[0], gap[1]];
        let [a, b] = [from, to].map(|i| numbers[i][column]);
        for (i, numbers) in numbers[from..to].iter_mut().enumerate() {
            let part = i as f32 / (to - from) as f32;
            numbers[column] = a + (b - a) * part;
        }
    }
    true
}

/// Each pose with half of the mean of its neighbours, so that the noise of a capture counts for less.
fn smoothed(numbers: &[PoseNumbers]) -> Vec<PoseNumbers> {
    let last = numbers.len() - 1;
    let at = |i: usize, number: usize| {
        let beside = numbers[i.saturating_sub(1)][number] + numbers[(i + 1).min(last)][number];
        0.5 * numbers[i][number] + 0.25 * beside
    };
    (0..numbers.len()).map(|i| std::array::from_fn(|number| at(i, number))).collect()
}

/// The mean of those that are there.
pub(super) fn middle(positions: &[Vec3]) -> Vec3 {
    let there = positions.iter().filter(|at| at.is_finite());
    let (sum, count) = there.fold((Vec3::ZERO, 0.0f32), |(sum, n), &at| (sum + at, n + 1.0));
    if count > 0.0 { sum / count } else { Vec3::NAN }
}

/// Sums of lengths, with how many there are.
#[derive(Clone, Copy, Default)]
pub(super) struct MeanLength {
    sum: f32,
    count: f32,
}

impl MeanLength {
    pub fn add(&mut self, length: f32) {
        if length.is_finite() {
            self.sum += length;
            self.count += 1.0;
        }
    }

    /// 0 where there is none.
    pub fn get(self) -> f32 {
        self.sum / self.count.max(1.0)
    }
}
