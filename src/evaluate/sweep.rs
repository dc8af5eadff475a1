//! Places on many frames: sixteen of them at once, over all cores.

use std::ops::Range;
use std::sync::Mutex;
use std::thread;

use glam::Vec3;

use super::local::{Local, Row, Transform};
use super::number::{Lanes, Number as _, WIDTH};
use super::transpose::{lanes_to_rows, rows_to_lanes};
use super::turn::{HalfTurn, Unit};
use crate::take::{Channel, Motion, NodeId, Skeleton, Tip};
use crate::threads::cores;

/// What is asked for of a node on many frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Point {
    /// Where its origin is.
    Origin(NodeId),
    /// Where a place in its own bone's frame is, such as [`Tip::Local`] gives.
    End(NodeId, Vec3),
}

impl Point {
    /// The far end of a bone of a node.
    pub fn tip(node: NodeId, tip: Tip) -> Self {
        match tip {
            Tip::Node(id) => Self::Origin(id),
            Tip::Local(end) => Self::End(node, end),
        }
    }

    fn node(self) -> NodeId {
        match self {
            Self::Origin(node) | Self::End(node, _) => node,
        }
    }
}

/// Points of a skeleton that are wanted on many frames, with the nodes that they depend on.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// Every node after those that it depends on.
    nodes: Vec<NodeId>,
    /// For each of the nodes, the place in the list of the one that it hangs from.
    parents: Vec<Option<usize>>,
    /// Whether it matters how each of the nodes is turned: something is seen that hangs from it.
    turns: Vec<bool>,
    /// The columns that are angles of such nodes.
    angles: Vec<usize>,
    /// The points, each with the place of its node in the list.
    points: Vec<(usize, Point)>,
}

/// A table of motion with what a frame of it is for.
struct Frames<'a> {
    skeleton: &'a Skeleton,
    motion: &'a Motion,
    unit: Unit,
}

/// Places with the frame of the first of them.
type Part<'a> = (usize, &'a mut [Vec3]);

/// Some rows at once, column by column.
struct Rows {
    columns: Vec<Lanes>,
    /// What the columns of angles are as half turns. They are worked out before anything else: a loop
    /// that does nothing else keeps all constants of the two polynomials in registers.
    half_turns: Vec<HalfTurn<Lanes>>,
}

impl Row<Lanes> for Rows {
    #[inline(always)]
    fn value(&self, column: usize) -> Lanes {
        self.columns[column]
    }

    #[inline(always)]
    fn half_turn(&self, column: usize) -> HalfTurn<Lanes> {
        self.half_turns[column]
    }
}

/// What a thread works with, for as many frames as it has lanes.
struct Tables {
    rows: Rows,
    /// Of each node of a sweep, with the scale of its own bone.
    globals: Vec<(Transform<Lanes>, Lanes)>,
    /// The three coordinates of each point.
    found: Vec<Lanes>,
}

impl Tables {
    #[inline(always)]
    fn of(sweep: &Sweep, skeleton: &Skeleton) -> Self {
        let none = Lanes::of(0.0);
        let nowhere = Transform {
            axes: [[none; 3]; 3],
            translation: [none; 3],
        };
        let columns = skeleton.columns();
        Self {
            rows: Rows {
                columns: vec![none; columns],
                half_turns: vec![[none; 2]; columns],
            },
            globals: vec![(nowhere, none); sweep.nodes.len()],
            found: vec![none; 3 * sweep.len()],
        }
    }
}

/// So many nodes of a frame are worth another thread, in all.
const A_THREAD: usize = 1 << 15;

/// How many pieces of the work there are for each thread: one that begins late, or that the system
/// sets aside, leaves more of them to the others.
const PARTS: usize = 4;

impl Sweep {
    /// A sweep for some points of a skeleton.
    pub fn of(skeleton: &Skeleton, points: impl IntoIterator<Item = Point>) -> Self {
        let points: Vec<Point> = points.into_iter().collect();
        let mut is_needed = vec![false; skeleton.nodes().len()];
        for point in &points {
            let mut next = Some(point.node());
            while let Some(id) = next.filter(|id| !is_needed[id.index()]) {
                is_needed[id.index()] = true;
                next = skeleton[id].hangs_from();
            }
        }
        let mut places = vec![0; is_needed.len()];
        let (mut nodes, mut parents) = (Vec::new(), Vec::new());
        for (id, node) in skeleton.iter().filter(|(id, _)| is_needed[id.index()]) {
            places[id.index()] = nodes.len();
            nodes.push(id);
            let parent = node.hangs_from();
            parents.push(parent.map(|parent| places[parent.index()]));
        }
        let mut turns = vec![false; nodes.len()];
        let ends = points
            .iter()
            .filter(|point| matches!(point, Point::End(..)));
        let ends = ends.map(|point| places[point.node().index()]);
        for place in parents.iter().flatten().copied().chain(ends) {
            turns[place] = true;
        }
        let angles = nodes.iter().zip(&turns).filter(|&(_, &turns)| turns);
        let angles = angles.flat_map(|(&id, _)| {
            let columns = skeleton[id].columns().zip(&skeleton[id].channels);
            columns.filter(|(_, channel)| matches!(channel, Channel::Rotation(_)))
        });
        let points = points.iter();
        Self {
            angles: angles.map(|(column, _)| column).collect(),
            turns,
            points: points.map(|&p| (places[p.node().index()], p)).collect(),
            nodes,
            parents,
        }
    }

    /// How many points it has.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// How many transforms are worked out for a frame.
    pub fn depth(&self) -> usize {
        self.nodes.len()
    }

    /// The world positions of the points on some frames, frame after frame: to the bit what
    /// [`super::Pose`] gives for them, and not finite where the file has a gap. `places` holds them
    /// and nothing else then.
    ///
    /// # Panics
    /// Where the motion does not have the frames, or not the skeleton's columns.
    pub fn positions(
        &self,
        skeleton: &Skeleton,
        motion: &Motion,
        frames: Range<usize>,
        places: &mut Vec<Vec3>,
    ) {
        assert!(frames.end <= motion.frame_count(), "{frames:?}");
        assert_eq!(motion.columns(), skeleton.columns(), "every column");
        // Every one of them is written below.
        places.resize(frames.len() * self.len(), Vec3::ZERO);
        if places.is_empty() {
            return;
        }
        let motion = Frames {
            skeleton,
            motion,
            unit: Unit::of(skeleton.angle()),
        };
        let threads = (frames.len() * self.nodes.len() / A_THREAD).clamp(1, cores());
        let each = frames
            .len()
            .div_ceil(threads * PARTS)
            .next_multiple_of(WIDTH);
        let parts = places.chunks_mut(each * self.len());
        let parts = Mutex::new(frames.step_by(each).zip(parts));
        let next = || parts.lock().ok()?.next();
        let work = || self.fill(&motion, &next);
        thread::scope(|scope| {
            for _ in 1..threads {
                // Where the system has no more of them, this one does it all.
                let helper = thread::Builder::new().name("sweep".into());
                let _ = helper.spawn_scoped(scope, work);
            }
            work();
        });
    }

    /// Fills in one part of the places after the other, each from the frame that comes with it on, with
    /// the widest registers that the processor has.
    fn fill<'a>(&self, motion: &Frames<'_>, next: &impl Fn() -> Option<Part<'a>>) {
        #[cfg(target_arch = "x86_64")]
        {
            if std::arch::is_x86_feature_detected!("avx512f") {
                // SAFETY: the processor has it.
                return unsafe { self.fill_widest(motion, next) };
            }
            if std::arch::is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has it.
                return unsafe { self.fill_wide(motion, next) };
            }
        }
        // SAFETY: nothing is said of the processor.
        unsafe { self.fill_with::<false>(motion, next) }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f")]
    fn fill_widest<'a>(&self, motion: &Frames<'_>, next: &impl Fn() -> Option<Part<'a>>) {
        // SAFETY: what was enabled has AVX in it.
        unsafe { self.fill_with::<true>(motion, next) }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn fill_wide<'a>(&self, motion: &Frames<'_>, next: &impl Fn() -> Option<Part<'a>>) {
        // SAFETY: what was enabled has AVX in it.
        unsafe { self.fill_with::<true>(motion, next) }
    }

    /// # Safety
    /// `AVX` says that the processor has it.
    #[inline(always)]
    unsafe fn fill_with<'a, const AVX: bool>(
        &self,
        motion: &Frames<'_>,
        next: &impl Fn() -> Option<Part<'a>>,
    ) {
        let mut tables = Tables::of(self, motion.skeleton);
        while let Some((start, places)) = next() {
            let blocks = places.chunks_mut(WIDTH * self.len()).enumerate();
            for (block, places) in blocks {
                let first = start + block * WIDTH;
                // SAFETY: as the caller promises.
                unsafe { self.fill_block::<AVX>(motion, &mut tables, first, places) };
            }
        }
    }

    /// Fills in the places on one frame for each lane, or on fewer at the end of the frames.
    ///
    /// # Safety
    /// `AVX` says that the processor has it.
    #[inline(always)]
    unsafe fn fill_block<const AVX: bool>(
        &self,
        motion: &Frames<'_>,
        tables: &mut Tables,
        first: usize,
        places: &mut [Vec3],
    ) {
        let Tables {
            rows,
            globals,
            found,
        } = tables;
        // The last frame counts for the lanes that have none.
        let last = first + places.len() / self.len() - 1;
        let mut from: [&[f32]; WIDTH] = [&[]; WIDTH];
        for (lane, row) in from.iter_mut().enumerate() {
            *row = motion.motion.row(last.min(first + lane));
        }
        // SAFETY: as the caller promises.
        unsafe { rows_to_lanes::<AVX>(from, &mut rows.columns) };
        for &column in &self.angles {
            rows.half_turns[column] = motion.unit.half_turn(rows.columns[column]);
        }
        for (i, &id) in self.nodes.iter().enumerate() {
            let node = &motion.skeleton[id];
            let parent = self.parents[i];
            if !self.turns[i] {
                let mut place = Local::with::<false>(node, rows).translation;
                if let Some(parent) = parent {
                    place = globals[parent].0.place(place);
                }
                globals[i].0.translation = place;
                continue;
            }
            let local = Local::of(node, rows);
            let mut transform = local.transform();
            if let Some(parent) = parent {
                transform = globals[parent].0.times(&transform);
            }
            globals[i] = (transform, local.bone_scale);
        }
        let found_places = found.as_chunks_mut::<3>().0;
        for (found, &(node, point)) in found_places.iter_mut().zip(&self.points) {
            let (transform, bone_scale) = &globals[node];
            *found = match point {
                Point::Origin(_) => transform.translation,
                Point::End(_, end) => {
                    let scale = *bone_scale;
                    let [x, y, z] = [Lanes::of(end.x), Lanes::of(end.y), Lanes::of(end.z)];
                    transform.place([x * scale, y * scale, z * scale])
                }
            };
        }
        // SAFETY: as the caller promises.
        unsafe { lanes_to_rows::<AVX>(found, bytemuck::cast_slice_mut(places)) };
    }
}
