//! The even times at which a take is looked at, whatever its rate is.

use glam::Vec3;

use crate::evaluate::{BatchEvaluator, Point};
use crate::take::{NodeId, Take};

/// Seconds from one time to the next, where a take is not too long.
const STEP: f64 = 0.05;

/// The even times at which a take is looked at.
pub(super) struct Times {
    /// Seconds from one to the next.
    pub step: f64,
    pub count: usize,
    frame_time: f64,
    last: usize,
}

impl Times {
    /// Those of a take with frames.
    pub fn of(take: &Take) -> Self {
        /// A take of hours is looked at less often.
        const MOST: f64 = 32_768.0;
        let frame_time = take.motion.frame_time();
        let last = take.motion.frame_count() - 1;
        let seconds = last as f64 * frame_time;
        let step = STEP * (seconds / STEP / MOST).ceil().max(1.0);
        let count = (seconds / step) as usize + 1;
        Self { step, count, frame_time, last }
    }

    /// Calls `visit` with the positions of some nodes at each of the times, between frames on the line from one to the
    /// next.
    pub fn for_each(&self, take: &Take, nodes: &[NodeId], mut visit: impl FnMut(&[Vec3])) {
        /// How many frames are evaluated at once.
        const BLOCK: usize = 256;
        let batch = BatchEvaluator::new(&take.skeleton, nodes.iter().map(|&id| Point::Origin(id)));
        let (mut before, mut behind) = (Vec::new(), Vec::new());
        for start in (0..self.count).step_by(BLOCK) {
            let frames = (start..(start + BLOCK).min(self.count))
                .map(|i| (i as f64 * self.step / self.frame_time).min(self.last as f64));
            let frames: Vec<f64> = frames.collect();
            let rows = |way: fn(f64) -> f64| -> Vec<&[f32]> {
                frames.iter().map(|&at| take.row(way(at) as usize)).collect()
            };
            batch.positions_of(&take.skeleton, &rows(f64::floor), &mut before);
            // Most rates have a frame at each of the times, but for what rounding leaves.
            let is_between = |at: &&f64| (0.02..0.98).contains(&at.fract());
            if frames.iter().any(|at| is_between(&at)) {
                batch.positions_of(&take.skeleton, &rows(f64::ceil), &mut behind);
            } else {
                let nearest = rows(f64::round);
                batch.positions_of(&take.skeleton, &nearest, &mut before);
                behind.clone_from(&before);
            }
            let of_frames = before.chunks_mut(nodes.len()).zip(behind.chunks(nodes.len()));
            for ((before, behind), at) in of_frames.zip(&frames) {
                for (before, behind) in before.iter_mut().zip(behind) {
                    let between = before.lerp(*behind, at.fract() as f32);
                    // Beside a gap the frame that has a place counts.
                    *before = if between.is_finite() {
                        between
                    } else if before.is_finite() {
                        *before
                    } else {
                        *behind
                    };
                }
                visit(before);
            }
        }
    }
}
