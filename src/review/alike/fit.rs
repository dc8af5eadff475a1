//! How near the poses of one motion come to those of another, pose by pose.

use std::ops::Range;

use super::poses::{PoseNumbers, WIDTH};

/// What makes the poses of one motion those of another as nearly as a scale and a small offset can: markers sit beside
/// the joints that they stand for.
pub(super) struct Fit {
    mean: PoseNumbers,
    scale: f32,
    offset: PoseNumbers,
    /// What is left of the motion, as a part of it.
    pub distance: f32,
}

impl Fit {
    /// A body's own height is not known better.
    const SCALE: Range<f32> = 0.85..1.18;
    /// A marker sits no farther from its joint, in parts of the height.
    const OFFSET: f32 = 0.07;
    /// Motions smaller than this are mostly noise, in parts of the height, of all ends together.
    const NOISE: f32 = 0.03;

    /// The fit of some poses to as many others.
    pub fn new(short: &[PoseNumbers], others: &[PoseNumbers]) -> Self {
        let pairs = || short.iter().zip(others);
        let count = short.len() as f32;
        let mut means = [PoseNumbers::default(); 2];
        for (a, b) in pairs() {
            for i in 0..WIDTH {
                means[0][i] += a[i] / count;
                means[1][i] += b[i] / count;
            }
        }
        // Of both motions about their means, and of one with the other.
        let (mut own, mut others, mut both) = (0.0f32, 0.0f32, 0.0f32);
        for (a, b) in pairs() {
            for i in 0..WIDTH {
                let [a, b] = [a[i] - means[0][i], b[i] - means[1][i]];
                own += a * a;
                others += b * b;
                both += a * b;
            }
        }
        let scale = (both / own.max(f32::MIN_POSITIVE)).clamp(Self::SCALE.start, Self::SCALE.end);
        let apart = |i: usize| means[1][i] - means[0][i];
        let offset = |i| apart(i).clamp(-Self::OFFSET, Self::OFFSET);
        let offset: PoseNumbers = std::array::from_fn(offset);
        let beyond = (0..WIDTH).map(|i| (apart(i) - offset[i]).powi(2)).sum::<f32>();
        let left = (scale * scale * own - 2.0 * scale * both + others) / count + beyond;
        let moved = (scale * scale * own + others) / (2.0 * count);
        let distance = (left.max(0.0) / moved.max(Self::NOISE * Self::NOISE)).sqrt();
        Self { mean: means[0], scale, offset, distance }
    }

    /// The pose of the other motion that a pose is to be.
    pub fn apply(&self, pose: &PoseNumbers) -> PoseNumbers {
        std::array::from_fn(|i| {
            (pose[i] - self.mean[i]) * self.scale + self.mean[i] + self.offset[i]
        })
    }
}
