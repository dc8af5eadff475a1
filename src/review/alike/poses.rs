//! The poses of a take at even times: fifteen numbers each that neither the place, nor the direction, nor the unit of
//! the take enters.

use glam::Vec3;

use super::landmarks::{COUNT, Landmark, Landmarks};
use crate::evaluate::{BatchEvaluator, Point};
use crate::take::{NodeId, Take};

/// How many numbers a pose has: three for each of both hands, both feet and the head.
pub(super) const WIDTH: usize = 15;
/// How many places of the body those are.
pub(super) const ENDS: usize = WIDTH / 3;
/// With fewer of them, one motion is like another.
pub(super) const LEAST_ENDS: u32 = 2;
/// Seconds from one pose to the next, where a take is not too long.
pub(super) const STEP: f64 = 0.05;

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

impl Poses {
    /// The poses of a take; `None` where there is too little of a figure, or nothing to see of it.
    pub fn of(take: &Take) -> Option<Self> {
        /// A prop has fewer, and moves like every other prop.
        const MIN_NODES: usize = 8;
        if take.skeleton.nodes().len() < MIN_NODES || take.motion.frame_count() < 2 {
            return None;
        }
        let landmarks = Landmarks::find(&take.skeleton);
        let times = Times::of(take);
        let body = landmarks.is_body().then(|| body(take, &landmarks, &times)).flatten();
        body.or_else(|| cloud(take, &times))
    }
}

impl Landmarks {
    /// Whether they tell where a body is, which way it faces, and enough of what it does.
    fn is_body(&self) -> bool {
        use Landmark::*;
        let faces = self.has([LeftHip, RightHip]) || self.has([LeftShoulder, RightShoulder]);
        faces && (self.has([LeftFoot, RightFoot]) || self.has([LeftHand, RightHand]))
    }
}

/// The even times at which a take is looked at.
struct Times {
    step: f64,
    count: usize,
    frame_time: f64,
    last: usize,
}

impl Times {
    fn of(take: &Take) -> Self {
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
    fn for_each(&self, take: &Take, nodes: &[NodeId], mut visit: impl FnMut(&[Vec3])) {
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

/// The mean of those that are there.
fn middle(positions: &[Vec3]) -> Vec3 {
    let there = positions.iter().filter(|at| at.is_finite());
    let (sum, count) = there.fold((Vec3::ZERO, 0.0f32), |(sum, n), &at| (sum + at, n + 1.0));
    if count > 0.0 { sum / count } else { Vec3::NAN }
}

/// The mean of a pair, where both are there.
fn between(pair: [Vec3; 2]) -> Vec3 {
    (pair[0] + pair[1]) * 0.5
}

/// Sums of lengths, with how many there are.
#[derive(Clone, Copy, Default)]
struct MeanLength {
    sum: f32,
    count: f32,
}

impl MeanLength {
    fn add(&mut self, length: f32) {
        if length.is_finite() {
            self.sum += length;
            self.count += 1.0;
        }
    }

    /// 0 where there is none.
    fn get(self) -> f32 {
        self.sum / self.count.max(1.0)
    }
}

fn body(take: &Take, landmarks: &Landmarks, times: &Times) -> Option<Poses> {
    use Landmark::*;
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
    (ends.count_ones() >= LEAST_ENDS).then(|| Poses {
        is_body: true,
        ends,
        step: times.step,
        numbers: smoothed(&numbers),
        lengths: means.map(|length| length / height),
    })
}

/// Fills gaps on the line from one side to the other; tells whether half of the column was there. Else all of it is 0.
fn close_gaps(numbers: &mut [PoseNumbers], column: usize) -> bool {
    let known = |numbers: &[PoseNumbers]| -> Vec<usize> {
        (0..numbers.len()).filter(|&i| numbers[i][column].is_finite()).collect()
    };
    let there = known(numbers);
    if there.len() * 2 < numbers.len() || there.is_empty() {
        numbers.iter_mut().for_each(|numbers| numbers[column] = 0.0);
        return false;
    }
    let (first, last) = (there[0], there[there.len() - 1]);
    for i in 0..first {
        numbers[i][column] = numbers[first][column];
    }
    for i in last + 1..numbers.len() {
        numbers[i][column] = numbers[last][column];
    }
    for gap in there.windows(2) {
        let [from, to] = [gap[0], gap[1]];
        let [a, b] = [from, to].map(|i| numbers[i][column]);
        for i in from + 1..to {
            let part = (i - from) as f32 / (to - from) as f32;
            numbers[i][column] = a + (b - a) * part;
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

/// Where no names tell a body: how high its points are, how far from the vertical through their middle and how far
/// from that, each at five places of their order. They are the same whatever points are called, and mirrored.
fn cloud(take: &Take, times: &Times) -> Option<Poses> {
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
    is_there.then(|| Poses {
        is_body: false,
        ends: (1 << ENDS) - 1,
        step: times.step,
        numbers: smoothed(&numbers),
        lengths: [0.0; LENGTHS],
    })
}
