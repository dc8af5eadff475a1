//! Where the points of a figure are on every frame: upright, not mirrored, in double precision.

use glam::{DQuat, DVec3};

use super::plan::Plan;
use crate::take::{Axis, Channel, Node, NodeId, Take};

/// The columns of a node that is nothing but a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    position: [usize; 3],
    confidence: Option<usize>,
}

impl Columns {
    /// `None` for a node that has not all of its place.
    pub fn of(node: &Node) -> Option<Self> {
        let column = |wanted: Channel| {
            let place = node.channels.iter().position(|channel| *channel == wanted)?;
            Some(node.columns().start + place)
        };
        let [x, y, z] = Axis::ALL.map(|axis| column(Channel::Position(axis)));
        Some(Self { position: [x?, y?, z?], confidence: node.confidence_column() })
    }
}

/// How the world of a take becomes one with Y up, in which left is left.
#[derive(Clone, Copy, Debug)]
pub(super) struct World {
    pub turn: DQuat,
    pub is_mirrored: bool,
}

impl World {
    fn place(&self, at: DVec3) -> DVec3 {
        let at = self.turn * at;
        if self.is_mirrored { DVec3::new(-at.x, at.y, at.z) } else { at }
    }
}

/// Reads where some points of a take are.
pub(super) struct Reader {
    columns: Vec<Option<Columns>>,
    world: World,
}

impl Reader {
    pub fn new(take: &Take, nodes: &[NodeId], world: World) -> Self {
        let columns = nodes.iter().map(|&node| Columns::of(&take.skeleton[node])).collect();
        Self { columns, world }
    }

    /// Where a point is by a row of values; not a number where it is missing.
    pub fn place(&self, point: usize, row: &[f32]) -> DVec3 {
        let Some(columns) = self.columns[point] else { return DVec3::NAN };
        let at = DVec3::from(columns.position.map(|column| f64::from(row[column])));
        if at.is_finite() { self.world.place(at) } else { DVec3::NAN }
    }

    /// Whether an estimator is too unsure of a point for it to tell a length.
    fn is_unsure(&self, point: usize, row: &[f32]) -> bool {
        const UNSURE: f32 = 0.3;
        let column =
            self.columns.get(point).copied().flatten().and_then(|columns| columns.confidence);
        column.is_some_and(|column| row[column] < UNSURE)
    }
}

/// The points of one figure, frame after frame; not a number where one is missing.
#[derive(Clone, Debug)]
pub(super) struct Tracks {
    pub points: usize,
    pub frames: usize,
    at: Vec<DVec3>,
    /// Some frames throughout the take, without points of low confidence.
    samples: Vec<DVec3>,
}

impl Tracks {
    /// The points of a plan, the first of which are these nodes of a take.
    pub fn read(take: &Take, nodes: &[NodeId], plan: &Plan, world: &World) -> Self {
        let mut tracks = Self::sampled(take, nodes, plan, world);
        let reader = Reader::new(take, nodes, *world);
        tracks.at.reserve_exact(tracks.points * tracks.frames);
        for row in take.motion.rows() {
            push_frame(&mut tracks.at, plan, nodes.len(), |point| reader.place(point, row));
        }
        tracks
    }

    /// Samples of them alone.
    pub fn sampled(take: &Take, nodes: &[NodeId], plan: &Plan, world: &World) -> Self {
        const MOST: usize = 1000;
        let reader = Reader::new(take, nodes, *world);
        let frames = take.motion.frame_count();
        let some = frames.min(MOST);
        let mut samples = Vec::with_capacity(some * plan.points.len());
        for frame in (0..some).map(|i| i * frames / some) {
            let row = take.motion.row(frame);
            push_frame(&mut samples, plan, nodes.len(), |point| {
                if reader.is_unsure(point, row) { DVec3::NAN } else { reader.place(point, row) }
            });
        }
        Self { points: plan.points.len(), frames, at: Vec::new(), samples }
    }

    pub fn frame(&self, frame: usize) -> &[DVec3] {
        &self.at[frame * self.points..][..self.points]
    }

    pub fn frame_mut(&mut self, frame: usize) -> &mut [DVec3] {
        &mut self.at[frame * self.points..][..self.points]
    }

    /// Takes points of low confidence for as good as others, for figures of which nothing else is seen.
    pub fn trust_all(&mut self) {
        self.samples.clone_from(&self.at);
    }

    /// Some frames throughout the take, for what is the same on all.
    pub fn samples(&self) -> impl Iterator<Item = &[DVec3]> + Clone {
        self.samples.chunks_exact(self.points)
    }

    /// How far apart the points of the figure are at the most, on most frames.
    pub fn size(&self) -> f64 {
        let extent = |points: &[DVec3]| {
            let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
            for point in points.iter().filter(|point| point.is_finite()) {
                (low, high) = (low.min(*point), high.max(*point));
            }
            (high - low).length()
        };
        let mut all: Vec<f64> =
            self.samples().map(extent).filter(|extent| extent.is_finite()).collect();
        median(&mut all).unwrap_or(1.0)
    }
}

/// Adds where the points of a plan are, those that stand between two others behind the ones that are seen.
fn push_frame(at: &mut Vec<DVec3>, plan: &Plan, seen: usize, place: impl Fn(usize) -> DVec3) {
    let first = at.len();
    at.extend((0..seen).map(place));
    for point in &plan.points[seen..] {
        let middle = point.middle_of.map(|[a, b]| 0.5 * (at[first + a] + at[first + b]));
        at.push(middle.unwrap_or(DVec3::NAN));
    }
}

/// The middle one of some numbers.
pub(super) fn median(values: &mut [f64]) -> Option<f64> {
    part_way(values, 0.5)
}

/// The number that so great a part of all are not above.
pub(super) fn part_way(values: &mut [f64], part: f64) -> Option<f64> {
    let last = values.len().checked_sub(1)?;
    let place = (last as f64 * part) as usize;
    Some(*values.select_nth_unstable_by(place, f64::total_cmp).1)
}

/// The middle of each coordinate of some vectors.
pub(super) fn median_vector(vectors: &[DVec3]) -> Option<DVec3> {
    let mut values: Vec<f64> = Vec::with_capacity(vectors.len());
    let mut coordinate = |axis: usize| {
        values.clear();
        values.extend(vectors.iter().map(|vector| vector[axis]));
        median(&mut values)
    };
    Some(DVec3::new(coordinate(0)?, coordinate(1)?, coordinate(2)?))
}
