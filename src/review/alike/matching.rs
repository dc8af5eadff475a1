//! How one motion fits into another: by a path through both, along which one is fitted to the other.

use std::ops::Range;

use super::fit::Fit;
use super::poses::{PoseNumbers, WIDTH};
use super::signature::mean;
use super::warp::{Ends, WarpPath, square, warp};

/// Up to this distance, two motions are one performance: see [`super::Alike::distance`].
pub const DUPLICATE: f32 = 0.17;
/// Up to this distance, two motions are alike, as two walks are.
pub const ALIKE: f32 = 0.7;

/// The largest distance.
pub(super) const FARTHEST: f32 = 10.0;

/// How a motion fits into another one.
pub(super) struct Match {
    pub distance: f32,
    /// Which of the longer one's poses.
    pub part: Range<usize>,
    /// How many poses of the longer one go by for one of the shorter one.
    pub pace: f32,
}

/// The shorter motion where it fits best: anywhere in the longer one, or spread over all of that, as a file with
/// another rate is.
pub(super) fn best_match(short: &[PoseNumbers], long: &[PoseNumbers]) -> Match {
    let anywhere = fitted(short, long, Ends::Free);
    /// Beyond this, a path's own steps do not lead from end to end.
    const FARTHER: f32 = 1.6;
    let pace = long.len() as f32 / short.len() as f32;
    if pace < FARTHER || anywhere.distance <= DUPLICATE {
        return anywhere;
    }
    let bound = |i: usize| i * long.len() / short.len();
    let spread = (0..short.len()).map(|i| mean(&long[bound(i)..bound(i + 1)]));
    let spread: Vec<PoseNumbers> = spread.collect();
    let spread = fitted(short, &spread, Ends::Fixed);
    if spread.distance <= DUPLICATE {
        Match { part: 0..long.len(), pace: spread.pace * pace, ..spread }
    } else {
        anywhere
    }
}

fn fitted(short: &[PoseNumbers], long: &[PoseNumbers], ends: Ends) -> Match {
    let nowhere = Match { distance: FARTHEST, part: 0..0, pace: 1.0 };
    let Some(path) = warp(short, long, ends) else { return nowhere };
    let others: Vec<PoseNumbers> = path.iter().map(|&j| long[j]).collect();
    let fit = Fit::new(short, &others);
    let as_match = |fit: &Fit, path: &WarpPath| Match {
        distance: fit.distance.min(FARTHEST),
        part: path[0]..path[path.len() - 1] + 1,
        pace: pace(path),
    };
    let found = as_match(&fit, &path);
    /// What is farther than this does not come near by fitting it better.
    const HOPEFUL: f32 = 1.2 * ALIKE;
    if found.distance > HOPEFUL {
        return found;
    }
    let moved: Vec<PoseNumbers> = short.iter().map(|pose| fit.apply(pose)).collect();
    let Some(path) = warp(&moved, long, ends) else { return found };
    let others = moved.iter().zip(&path).map(|(pose, &j)| nearest(pose, long, j));
    let others: Vec<PoseNumbers> = others.collect();
    let again = as_match(&Fit::new(short, &others), &path);
    if again.distance < found.distance { again } else { found }
}

/// What is nearest to a pose on the lines from one of the longer motion's to those beside it: no moment of a copy is
/// one of the original's own.
fn nearest(pose: &PoseNumbers, long: &[PoseNumbers], at: usize) -> PoseNumbers {
    let sides = [at.checked_sub(1), Some(at + 1).filter(|&next| next < long.len())];
    let here = &long[at];
    let on_line = |next: usize| {
        let (mut along, mut length) = (0.0f32, 0.0f32);
        for i in 0..WIDTH {
            let way = long[next][i] - here[i];
            along += (pose[i] - here[i]) * way;
            length += way * way;
        }
        let part = (along / length.max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
        let point: PoseNumbers =
            std::array::from_fn(|i| here[i] + (long[next][i] - here[i]) * part);
        (square(pose, &point), point)
    };
    let points = sides.into_iter().flatten().map(on_line);
    points.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(*here, |(_, point)| point)
}

/// How many poses of the longer motion go by for one of the shorter one, by least squares.
fn pace(path: &WarpPath) -> f32 {
    let count = path.len() as f32;
    let [middle, mean] = [(count - 1.0) / 2.0, path.iter().sum::<usize>() as f32 / count];
    let mut sums = [0.0f32; 2];
    for (i, &j) in path.iter().enumerate() {
        let off = i as f32 - middle;
        sums[0] += off * off;
        sums[1] += off * (j as f32 - mean);
    }
    sums[1] / sums[0]
}
