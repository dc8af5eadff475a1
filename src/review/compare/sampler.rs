//! Where the matched joints of both takes are, frame by frame of A.

use std::ops::Range;

use glam::Vec3;

use super::Comparison;
use super::timing::Timing;
use crate::evaluate::{BatchEvaluator, Point};
use crate::scene::Stage;
use crate::take::Take;
use crate::threads::{cores, give_way, parallel_map};

pub(super) struct Sampler<'a> {
    takes: [&'a Take; 2],
    stages: [&'a Stage; 2],
    timing: Timing,
    batches: [BatchEvaluator; 2],
}

/// The positions of all pairs on some frames of A, frame after frame: in metres, each in the world of its own
/// take. Those in a gap are not finite.
#[derive(Default)]
pub(super) struct PairPositions {
    pub of_takes: [Vec<Vec3>; 2],
    /// Those of B on the frames behind, where it is between two.
    behind: Vec<Vec3>,
}

impl<'a> Sampler<'a> {
    pub fn new(comparison: &Comparison<'a>) -> Self {
        let batch = |take: usize| {
            let points = comparison.pairs().iter().map(|pair| Point::Origin(pair[take]));
            BatchEvaluator::new(&comparison.takes[take].skeleton, points)
        };
        Self {
            takes: comparison.takes,
            stages: comparison.stages,
            timing: comparison.timing,
            batches: [batch(0), batch(1)],
        }
    }

    /// Fills in the positions on some frames of A, each of which has a moment of B.
    pub fn fill(&self, frames: Range<usize>, positions: &mut PairPositions) {
        let [a, b] = self.takes;
        let rows: Vec<&[f32]> = frames.clone().map(|frame| a.row(frame)).collect();
        self.batches[0].positions_of(&a.skeleton, &rows, &mut positions.of_takes[0]);
        let moments: Vec<f64> = frames.map(|frame| self.timing.frame_of_b(frame)).collect();
        let rows = |way: fn(f64) -> f64| -> Vec<&[f32]> {
            moments.iter().map(|&at| b.row(way(at) as usize)).collect()
        };
        self.batches[1].positions_of(&b.skeleton, &rows(f64::floor), &mut positions.of_takes[1]);
        if moments.iter().any(|at| at.fract() != 0.0) {
            self.batches[1].positions_of(&b.skeleton, &rows(f64::ceil), &mut positions.behind);
            let pairs = self.batches[1].len().max(1);
            let behind = positions.behind.chunks(pairs);
            let before = positions.of_takes[1].chunks_mut(pairs).zip(behind);
            for ((before, behind), at) in before.zip(&moments) {
                let part = at.fract() as f32;
                // On a frame itself, a gap on the next one is none.
                if part > 0.0 {
                    let both = before.iter_mut().zip(behind);
                    both.for_each(|(before, behind)| *before = before.lerp(*behind, part));
                }
            }
        }
        for (stage, positions) in self.stages.iter().zip(&mut positions.of_takes) {
            positions.iter_mut().for_each(|position| *position = stage.world(*position));
        }
    }
}

/// Works on parts of some frames on all cores; the results are in the order of the parts.
pub(super) fn in_parts<T: Send>(
    frames: Range<usize>,
    work: impl Fn(Range<usize>) -> T + Sync,
) -> Vec<T> {
    /// Fewer are not worth a thread.
    const MIN_FRAMES: usize = 256;
    let parts = cores().min(frames.len() / MIN_FRAMES).max(1);
    let end = |part: usize| frames.start + frames.len() * part / parts;
    let parts: Vec<Range<usize>> = (0..parts).map(|part| end(part)..end(part + 1)).collect();
    let done = parallel_map("compare", parts.clone(), &work);
    done.unwrap_or_else(|| parts.into_iter().map(&work).collect())
}

/// Some frames, in blocks whose positions fit in the cache of a core.
pub(super) fn blocks(frames: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    const FRAMES: usize = 64;
    frames.clone().step_by(FRAMES).map(move |start| {
        give_way();
        start..(start + FRAMES).min(frames.end)
    })
}
