//! A thumbnail: a take's motion in a few kilobytes, to be drawn at any size, from any side, and played.
//!
//! It has up to [`POSES`] poses, evenly over the take, of the ends of its bones. A place is a byte an axis in a box
//! around the figure, which goes along with it: whoever crosses a hall is as sharp as somebody who stands still.
//!
//! | bytes | what they are |
//! |---|---|
//! | 4 | version, number of poses, of points, of lines |
//! | 32 | low and high corner of the box, and the direction that the figure faces on its first pose (X, Z): `f32` |
//! | 8 a pose | how far the figure has gone (X, Z): `f32` |
//! | 3 a line | its two points, and its side: 0 left, 1 right, 2 neither |
//! | 3 a point and pose | where it is in the box; three times 255 where it is nowhere |

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use glam::{Vec2, Vec3};

use super::parts::bone_sides;
use super::root_offsets::root_offsets;
use super::side::{Side, sides};
use super::stage::{Bounds, facing, known_unit, upright};
use crate::evaluate::{BatchEvaluator, Point, Pose};
use crate::posture::Unit;
use crate::take::{BoneEnd, Take};

/// How many poses a thumbnail has of a take with enough frames.
pub const POSES: usize = 32;
/// More points make no difference at the size of a thumbnail.
const MAX_POINTS: usize = 64;
const MAX_LINES: usize = 255;
const VERSION: u8 = 1;
const HEAD: usize = 4;
/// The numbers behind the head but for the ways: corners, facing.
const NUMBERS: usize = 8;
/// How many steps the box has along each axis.
const STEPS: f32 = 254.0;
const NOWHERE: [u8; 3] = [255; 3];

/// A compact picture of a take's motion. The world is in metres, Y up, and the figure stays above the origin.
#[derive(Clone, Debug, PartialEq)]
pub struct Thumbnail {
    bounds: Bounds,
    facing: Vec2,
    /// For each pose, how far the figure has gone since the first one.
    ways: Vec<Vec2>,
    lines: Vec<Line>,
    points: usize,
    /// Where the points are in the box, pose after pose.
    places: Vec<[u8; 3]>,
}

/// A line from point to point; a marker is a line whose two ends are one point.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Line {
    ends: [u8; 2],
    side: Side,
}

const SIDES: [Side; 3] = [Side::Left, Side::Right, Side::Middle];

impl Thumbnail {
    /// The thumbnail of a take: of its bones, or of its markers where it has none. One of a take that has nothing to
    /// show has no lines.
    pub fn of(take: &Take) -> Self {
        let skeleton = &take.skeleton;
        let side_of = sides(skeleton);
        let Drawing { points, lines } = Drawing::of(take, &side_of);
        let frames = frames_of(take);
        let rows: Vec<&[f32]> = frames.iter().map(|&frame| take.row(frame)).collect();
        let batch = BatchEvaluator::new(skeleton, points);
        let up = upright(take.units.up.direction);
        let mut positions = Vec::new();
        batch.positions_of(skeleton, &rows, &mut positions);
        positions.iter_mut().for_each(|at| *at = up * *at);
        let poses = Poses { count: rows.len(), points: batch.len(), positions };
        let first = poses.first_whole();
        let metres = poses.metres(take, first);
        let (poses, lines) = thinned(poses, lines, first);
        let pose = Pose::of(skeleton, take.row(frames[first]));
        let facing = facing(take, &pose, |at| up * at).unwrap_or(Vec3::Z);
        poses.in_a_box(lines, metres, Vec2::new(facing.x, facing.z))
    }

    /// The box that the figure stays in, to be framed: its lowest point is that of the whole take.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The direction that the figure faces on its first pose, level and of length 1.
    pub fn facing(&self) -> Vec3 {
        Vec3::new(self.facing.x, 0.0, self.facing.y)
    }

    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The lines at a part of the take, from 0, its begin, to 1, its end: from where, to where, and the side of the
    /// body. A marker is a line of length 0; what is in a gap is left out.
    pub fn lines(&self, at: f32) -> impl Iterator<Item = (Vec3, Vec3, Side)> + '_ {
        let (pose, after) = self.moment(at);
        let place = move |point: u8| self.place(pose, after, usize::from(point));
        self.lines.iter().filter_map(move |line| {
            let [from, to] = line.ends;
            Some((place(from)?, place(to)?, line.side))
        })
    }

    /// How far the figure has gone since the first pose, along the ground.
    pub fn way(&self, at: f32) -> Vec3 {
        let (pose, after) = self.moment(at);
        let next = (pose + 1).min(self.ways.len() - 1);
        let way = self.ways[pose].lerp(self.ways[next], after) - self.ways[0];
        Vec3::new(way.x, 0.0, way.y)
    }

    /// Where the figure is on each pose, along the ground: X and Z, in metres.
    pub fn ways(&self) -> &[Vec2] {
        &self.ways
    }

    /// The pose at or before a part of the take, and how far it is from there to the next one.
    fn moment(&self, at: f32) -> (usize, f32) {
        let at = if at.is_finite() { at.clamp(0.0, 1.0) } else { 0.0 };
        let place = at * (self.ways.len() - 1) as f32;
        (place as usize, place.fract())
    }

    fn place(&self, pose: usize, after: f32, point: usize) -> Option<Vec3> {
        let next = (pose + 1).min(self.ways.len() - 1);
        let [one, other] = [pose, next].map(|pose| self.places[pose * self.points + point]);
        let position = |place: [u8; 3]| {
            let part = Vec3::from(place.map(f32::from)) / STEPS;
            self.bounds.low + part * self.bounds.size()
        };
        match (one != NOWHERE, other != NOWHERE) {
            (true, true) => Some(position(one).lerp(position(other), after)),
            (true, false) if after < 0.5 => Some(position(one)),
            (false, true) if after >= 0.5 => Some(position(other)),
            _ => None,
        }
    }

    /// The thumbnail as bytes, which [`Self::from_bytes`] reads.
    pub fn to_bytes(&self) -> Vec<u8> {
        let counts = [self.ways.len(), self.points, self.lines.len()].map(|count| count as u8);
        let size = HEAD + 4 * (NUMBERS + 2 * self.ways.len()) + 3 * self.lines.len();
        let mut bytes = Vec::with_capacity(size + 3 * self.places.len());
        bytes.push(VERSION);
        bytes.extend(counts);
        let box_numbers = [self.bounds.low, self.bounds.high].map(|corner| corner.to_array());
        let ground = std::iter::once(&self.facing).chain(&self.ways);
        let ground: Vec<[f32; 2]> = ground.map(|at| at.to_array()).collect();
        for number in box_numbers.as_flattened().iter().chain(ground.as_flattened()) {
            bytes.extend(number.to_le_bytes());
        }
        for line in &self.lines {
            let side = SIDES.iter().position(|&side| side == line.side).unwrap_or(SIDES.len() - 1);
            bytes.extend([line.ends[0], line.ends[1], side as u8]);
        }
        bytes.extend(self.places.as_flattened());
        bytes
    }

    /// The thumbnail that bytes say; `None` where they are damaged or of another version.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (&[version, poses, points, lines], rest) = bytes.split_first_chunk()?;
        if version != VERSION || poses == 0 {
            return None;
        }
        let [poses, points, lines] = [poses, points, lines].map(usize::from);
        let (numbers, rest) = rest.split_at_checked(4 * (NUMBERS + 2 * poses))?;
        let (line_bytes, place_bytes) = rest.split_at_checked(3 * lines)?;
        let numbers = numbers.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes));
        let numbers: Vec<f32> = numbers.filter(|number| number.is_finite()).collect();
        let (box_numbers, ground) = numbers.split_at_checked(6)?;
        let (places, odd) = place_bytes.as_chunks();
        let is_whole = odd.is_empty() && places.len() == poses * points;
        if !is_whole || ground.len() != 2 * (poses + 1) {
            return None;
        }
        let line = |&[from, to, side]: &[u8; 3]| {
            let is_there = usize::from(from.max(to)) < points;
            let side = *SIDES.get(usize::from(side)).filter(|_| is_there)?;
            Some(Line { ends: [from, to], side })
        };
        let mut ground = ground.as_chunks().0.iter().map(|&at| Vec2::from_array(at));
        Some(Self {
            bounds: Bounds {
                low: Vec3::from_slice(&box_numbers[..3]),
                high: Vec3::from_slice(&box_numbers[3..]),
            },
            facing: ground.next()?,
            ways: ground.collect(),
            lines: line_bytes.as_chunks().0.iter().map(line).collect::<Option<_>>()?,
            points,
            places: places.to_vec(),
        })
    }
}

/// The frames of the poses; the first one alone where a take has none.
fn frames_of(take: &Take) -> Vec<usize> {
    let last = take.motion.frame_count().saturating_sub(1);
    let count = POSES.min(last + 1);
    (0..count).map(|pose| pose * last / (count - 1).max(1)).collect()
}

/// The points of a figure, and the lines between them.
struct Drawing {
    points: Vec<Point>,
    /// Two indices into the points, and the side.
    lines: Vec<([usize; 2], Side)>,
}

impl Drawing {
    fn of(take: &Take, side_of: &[Side]) -> Self {
        let skeleton = &take.skeleton;
        let is_offset = root_offsets(skeleton);
        let mut points = Vec::new();
        let mut of_node = HashMap::new();
        let mut lines = Vec::new();
        let mut seen = HashSet::new();
        for (bone, (_, side)) in skeleton.bones().iter().zip(bone_sides(skeleton, side_of)) {
            if is_offset[bone.node.index()] {
                continue;
            }
            let mut index = |node, point: Point| {
                *of_node.entry(node).or_insert_with(|| {
                    points.push(point);
                    points.len() - 1
                })
            };
            let from = index(bone.node, Point::Origin(bone.node));
            let to = match bone.end {
                BoneEnd::Node(far) => index(far, Point::Origin(far)),
                BoneEnd::Local(_) => {
                    points.push(Point::bone_end(bone.node, bone.end));
                    points.len() - 1
                }
            };
            if seen.insert([from, to]) {
                lines.push(([from, to], side));
            }
        }
        // What no bone reaches: markers.
        for (id, _) in skeleton.iter().filter(|(id, _)| !is_offset[id.index()]) {
            if !of_node.contains_key(&id) {
                lines.push(([points.len(); 2], side_of[id.index()]));
                points.push(Point::Origin(id));
            }
        }
        Self { points, lines }
    }
}

/// Where all points are, pose after pose: upright, in the file's unit.
struct Poses {
    count: usize,
    points: usize,
    positions: Vec<Vec3>,
}

impl Poses {
    fn pose(&self, pose: usize) -> &[Vec3] {
        &self.positions[pose * self.points..][..self.points]
    }

    /// The first pose that shows at least half of the points: of markers, few may be seen at first.
    fn first_whole(&self) -> usize {
        let seen = |pose: &usize| self.pose(*pose).iter().filter(|at| at.is_finite()).count();
        (0..self.count).find(|pose| 2 * seen(pose) >= self.points).unwrap_or(0)
    }

    /// Metres in a unit of the take, as its stage has it.
    fn metres(&self, take: &Take, first: usize) -> f32 {
        let unit = known_unit(take, None).unwrap_or_else(|| {
            let mut bounds = Bounds::EMPTY;
            self.pose(first).iter().for_each(|&at| bounds.include(at));
            Unit::guess(bounds.size().max_element())
        });
        unit.metres as f32
    }

    /// These points alone, in this order.
    fn only(&self, kept: &[usize]) -> Self {
        let poses = 0..self.count;
        let positions =
            poses.flat_map(|pose| kept.iter().map(move |&point| self.pose(pose)[point]));
        Self { count: self.count, points: kept.len(), positions: positions.collect() }
    }

    /// The middle of the points of a pose on the ground; `None` where there are none.
    fn middle(&self, pose: usize) -> Option<Vec2> {
        let seen = self.pose(pose).iter().filter(|at| at.is_finite());
        let (sum, count) = seen.fold((Vec3::ZERO, 0.0), |(sum, count), at| (sum + at, count + 1.0));
        (count > 0.0).then(|| Vec2::new(sum.x, sum.z) / count)
    }

    fn in_a_box(mut self, lines: Vec<Line>, metres: f32, facing: Vec2) -> Thumbnail {
        let mut last = (0..self.count).find_map(|pose| self.middle(pose)).unwrap_or(Vec2::ZERO);
        let mut ways = Vec::with_capacity(self.count);
        for pose in 0..self.count {
            last = self.middle(pose).unwrap_or(last);
            ways.push(last * metres);
            for at in &mut self.positions[pose * self.points..][..self.points] {
                *at = (*at - Vec3::new(last.x, 0.0, last.y)) * metres;
            }
        }
        let bounds = steady_bounds(&self.positions);
        let step = bounds.size().max(Vec3::splat(f32::MIN_POSITIVE)) / STEPS;
        let place = |at: &Vec3| {
            if !at.is_finite() {
                return NOWHERE;
            }
            let place = ((*at - bounds.low) / step).round().clamp(Vec3::ZERO, Vec3::splat(STEPS));
            place.to_array().map(|along| along as u8)
        };
        let places = self.positions.iter().map(place).collect();
        Thumbnail { bounds, facing, ways, lines, points: self.points, places }
    }
}

/// The box around all points. Where a few are far away from all others, as a marker that was mistaken for another,
/// they are left out: the figure would be a dot.
fn steady_bounds(positions: &[Vec3]) -> Bounds {
    /// How much larger a box is that a few points spoil.
    const SPOILED: f32 = 4.0;
    let mut low = Vec3::ZERO;
    let mut high = Vec3::ZERO;
    let mut along = Vec::with_capacity(positions.len());
    for axis in 0..3 {
        along.clear();
        along.extend(positions.iter().filter(|at| at.is_finite()).map(|at| at[axis]));
        along.sort_unstable_by(f32::total_cmp);
        let Some(last) = along.len().checked_sub(1) else { break };
        let few = along.len() / 50;
        let most = along[last - few] - along[few];
        let is_spoiled = along[last] - along[0] > SPOILED * most && most > 0.0;
        let left_out = if is_spoiled { few } else { 0 };
        (low[axis], high[axis]) = (along[left_out], along[last - left_out]);
    }
    Bounds { low, high }
}

/// Without the points beyond [`MAX_POINTS`]: the shortest ends of chains go first, which are fingers and parts of the
/// face; of markers, some out of all of them stay.
fn thinned(poses: Poses, lines: Vec<([usize; 2], Side)>, first: usize) -> (Poses, Vec<Line>) {
    let mut is_left_out = vec![false; poses.points];
    let mut left = poses.points;
    let mut joined = vec![Vec::new(); poses.points];
    for &([from, to], _) in lines.iter().filter(|([from, to], _)| from != to) {
        joined[from].push(to);
        joined[to].push(from);
    }
    // The bits of lengths, which are not negative, are in the order of the lengths.
    let length = |from: usize, to: usize| {
        let length = poses.pose(first)[from].distance(poses.pose(first)[to]);
        Reverse(length.to_bits())
    };
    let mut ends: BinaryHeap<(Reverse<u32>, usize)> = (0..poses.points)
        .filter(|&point| joined[point].len() == 1)
        .map(|point| (length(point, joined[point][0]), point))
        .collect();
    while left > MAX_POINTS
        && let Some((_, end)) = ends.pop()
    {
        let Some(near) = joined[end].pop() else { continue };
        is_left_out[end] = true;
        left -= 1;
        joined[near].retain(|&other| other != end);
        if let [only] = joined[near][..] {
            ends.push((length(near, only), near));
        }
    }
    let kept: Vec<usize> = (0..poses.points).filter(|&point| !is_left_out[point]).collect();
    let each = kept.len().div_ceil(MAX_POINTS).max(1);
    let kept: Vec<usize> = kept.into_iter().step_by(each).collect();
    let places: HashMap<usize, u8> = kept.iter().copied().zip(0..).collect();
    let line = |&([from, to], side): &([usize; 2], Side)| {
        Some(Line { ends: [*places.get(&from)?, *places.get(&to)?], side })
    };
    let lines = lines.iter().filter_map(line).take(MAX_LINES).collect();
    (poses.only(&kept), lines)
}
