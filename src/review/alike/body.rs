//! The poses of a body: where its hands, feet and head are, seen from the pelvis.

use glam::Vec3;

use super::landmarks::{COUNT, Landmark, Landmarks};
use super::poses::{ENDS, LEAST_ENDS, LENGTHS, MeanLength, PoseNumbers, Poses, close_gaps, middle};
use super::times::Times;
use crate::take::{NodeId, Take};

/// The bones of a body whose lengths are compared, on the left and on the right.
const BONES: [[[Landmark; 2]; 2]; LENGTHS] = {
    use Landmark::*;
    [
        [[LeftHip, LeftKnee], [RightHip, RightKnee]],
        [[LeftKnee, LeftFoot], [RightKnee, RightFoot]],
        [[LeftShoulder, LeftElbow], [RightShoulder, RightElbow]],
        [[LeftElbow, LeftHand], [RightElbow, RightHand]],
        [[LeftHip, RightHip], [LeftHip, RightHip]],
        [[LeftShoulder, RightShoulder], [LeftShoulder, RightShoulder]],
    ]
};

/// Where a body's own height is told by its legs, thigh and shin are this much of it together, and where it is told by
/// its trunk, the way from the pelvis to the head is: D. A. Winter, *Biomechanics and Motor Control of Human Movement*,
/// figure 4.1.
const LEGS: f32 = 0.49;
const TRUNK: f32 = 0.37;

/// The mean of a pair, where both are there.
fn between(pair: [Vec3; 2]) -> Vec3 {
    (pair[0] + pair[1]) * 0.5
}

/// The poses of a body; `None` where its landmarks tell too little of one.
pub(super) fn body_poses(take: &Take, times: &Times) -> Option<Poses> {
    use Landmark::*;
    let landmarks = Landmarks::find(&take.skeleton);
    if !landmarks.is_body() {
        return None;
    }
    let nodes: Vec<NodeId> = landmarks.0.iter().flatten().copied().collect();
    let up = take.units.up.direction.unit();
    let mut lengths = [MeanLength::default(); LENGTHS];
    let (mut trunk, mut reach) = (MeanLength::default(), MeanLength::default());
    let has_hips = landmarks.has([LeftHip, RightHip]) || !landmarks.of(Pelvis).is_empty();
    // The way to the left that the body had last.
    let mut left = Vec3::NAN;
    let mut ways: Vec<[Vec3; ENDS]> = Vec::with_capacity(times.count);
    times.for_each(take, &nodes, |positions| {
        let mut rest = positions;
        let at: [Vec3; COUNT] = std::array::from_fn(|i| {
            let own;
            (own, rest) = rest.split_at(landmarks.0[i].len());
            middle(own)
        });
        let of = |landmark: Landmark| at[landmark as usize];
        let pair = |pair: [Landmark; 2]| pair.map(of);
        for (length, sides) in lengths.iter_mut().zip(BONES) {
            sides.map(pair).into_iter().for_each(|[a, b]| length.add(a.distance(b)));
        }
        let [hips, shoulders] = [pair([LeftHip, RightHip]), pair([LeftShoulder, RightShoulder])];
        let seats = if has_hips { [between(hips), of(Pelvis)] } else { [between(shoulders); 2] };
        let seat = seats.into_iter().find(|at| at.is_finite()).unwrap_or(Vec3::NAN);
        trunk.add(seat.distance(of(Head)));
        [LeftFoot, RightFoot].into_iter().for_each(|foot| reach.add(seat.distance(of(foot))));
        let across = [hips, shoulders].map(|[l, r]| l - r).into_iter();
        let across: Vec3 = across.filter(|way| way.is_finite()).sum();
        let level = across - up * across.dot(up);
        /// Hips and shoulders that stand on end say nothing of the direction.
        const LEVEL: f32 = 0.3;
        if level.length() > LEVEL * across.length() {
            left = level.normalize();
        }
        let ahead = left.cross(up);
        let ends = [LeftHand, RightHand, LeftFoot, RightFoot, Head];
        ways.push(ends.map(|end| {
            let way = of(end) - seat;
            Vec3::new(way.dot(left), way.dot(up), way.dot(ahead))
        }));
    });
    let means = lengths.map(MeanLength::get);
    let legs = (means[0] + means[1]) * f32::from(means[0] > 0.0 && means[1] > 0.0);
    let trunk = trunk.get() * f32::from(has_hips);
    let heights = [legs / LEGS, trunk / TRUNK, reach.get() / LEGS];
    let height = heights.into_iter().find(|&height| height > 0.0)?;
    let numbers = ways.iter().map(|ways| {
        let mut numbers = PoseNumbers::default();
        for (three, way) in numbers.chunks_exact_mut(3).zip(ways) {
            three.copy_from_slice(&(*way / height).to_array());
        }
        numbers
    });
    let mut numbers: Vec<PoseNumbers> = numbers.collect();
    let mut ends = 0;
    for end in 0..ENDS {
        let there = [0, 1, 2].map(|axis| close_gaps(&mut numbers, 3 * end + axis));
        let is_there = there == [true; 3];
        ends |= u8::from(is_there) << end;
    }
    let lengths = means.map(|length| length / height);
    let poses = Poses { lengths, ..Poses::new(true, ends, times.step, &numbers) };
    (ends.count_ones() >= LEAST_ENDS).then_some(poses)
}
