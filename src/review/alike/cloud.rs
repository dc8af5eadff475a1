//! The poses of points that no names tell a body of: how they are spread, which is the same whatever they are called,
//! and in a mirror.

use super::poses::{ENDS, MeanLength, PoseNumbers, Poses, WIDTH, close_gaps, middle};
use super::times::Times;
use crate::take::{NodeId, Take};

/// The poses of points: how high they are, how far from the vertical through their middle and how far
/// from that, each at five places of their order.
pub(super) fn cloud_poses(take: &Take, times: &Times) -> Option<Poses> {
    /// More points tell nothing new.
    const MOST: usize = 256;
    let count = take.skeleton.nodes().len();
    let nodes: Vec<NodeId> =
        take.skeleton.iter().map(|(id, _)| id).step_by(count.div_ceil(MOST)).collect();
    let up = take.units.up.direction.unit();
    let mut size = MeanLength::default();
    let mut numbers: Vec<PoseNumbers> = Vec::with_capacity(times.count);
    let mut ways: [Vec<f32>; 3] = Default::default();
    times.for_each(take, &nodes, |positions| {
        let centre = middle(positions);
        ways.iter_mut().for_each(Vec::clear);
        for at in positions.iter().filter(|at| at.is_finite()) {
            let way = *at - centre;
            let high = way.dot(up);
            for (ways, way) in ways.iter_mut().zip([high, (way - up * high).length(), way.length()])
            {
                ways.push(way);
            }
        }
        let mut pose = [f32::NAN; WIDTH];
        for (five, ways) in pose.chunks_exact_mut(ENDS).zip(&mut ways) {
            ways.sort_unstable_by(f32::total_cmp);
            for (i, number) in five.iter_mut().enumerate() {
                // At 10, 30, 50, 70 and 90 %.
                let at = ways.len().saturating_sub(1) * (2 * i + 1) / 10;
                *number = ways.get(at).copied().unwrap_or(f32::NAN);
            }
        }
        size.add(pose[WIDTH - 1]);
        numbers.push(pose);
    });
    // The farthest are about as far as half of a body is high.
    let height = 2.0 * size.get();
    if height <= 0.0 || !height.is_finite() {
        return None;
    }
    numbers.iter_mut().flatten().for_each(|number| *number /= height);
    let is_there = (0..WIDTH).all(|column| close_gaps(&mut numbers, column));
    is_there.then(|| Poses::new(false, (1 << ENDS) - 1, times.step, &numbers))
}
