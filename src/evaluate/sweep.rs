//! Places on many frames: eight of them at once, over all cores.

use std::ops::Range;
use std::sync::{LazyLock, Mutex};
use std::thread;

use glam::Vec3;

use super::local::{Local, Row, Transform};
use super::number::{Lanes, Number as _, WIDTH};
use super::turn::{HalfTurn, Unit};
use crate::take::{Motion, NodeId, Skeleton, Tip};

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
    /// The points, each with the place of its node in the list.
    points: Vec<(usize, Point)>,
}

/// A table of motion with what a frame of it is for.
struct Frames<'a> {
    skeleton: &'a Skeleton,
    motion: &'a Motion,
    unit: Unit,
}

/// Eight rows at once, column by column.
struct Eight {
    columns: Vec<Lanes>,
    unit: Unit,
}

impl Row<Lanes> for Eight {
    #[inline(always)]
    fn value(&self, column: usize) -> Lanes {
        self.columns[column]
    }

    #[inline(always)]
    fn half_turn(&self, column: usize) -> HalfTurn<Lanes> {
        self.unit.half_turn(self.columns[column])
    }
}

/// So many nodes of a frame are worth another thread, in all.
const A_THREAD: usize = 1 << 15;

/// How many cores this program may use. Asking the system takes as long as some hundred poses.
pub(crate) fn cores() -> usize {
    static CORES: LazyLock<usize> =
        LazyLock::new(|| thread::available_parallelism().map_or(1, usize::from));
    *CORES
}

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
        let points = points.iter();
        Self {
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
        let each = frames.len().div_ceil(threads).next_multiple_of(WIDTH);
        let parts = places.chunks_mut(each * self.len());
        let parts = Mutex::new(frames.step_by(each).zip(parts));
        let next = || parts.lock().ok()?.next();
        let work = || {
            while let Some((start, part)) = next() {
                self.fill(&motion, start, part);
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads {
                // Where the system has no more of them, this one does it all.
                let helper = thread::Builder::new().name("sweep".into());
                let _ = helper.spawn_scoped(scope, work);
            }
            work();
        });
    }

    /// Fills in the places from frame `start` on, with the widest registers that the processor has.
    fn fill(&self, motion: &Frames<'_>, start: usize, places: &mut [Vec3]) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has them.
            return unsafe { self.fill_wide(motion, start, places) };
        }
        self.fill_with(motion, start, places);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn fill_wide(&self, motion: &Frames<'_>, start: usize, places: &mut [Vec3]) {
        self.fill_with(motion, start, places);
    }

    #[inline(always)]
    fn fill_with(&self, motion: &Frames<'_>, start: usize, places: &mut [Vec3]) {
        let none = Lanes::of(0.0);
        let nowhere = Transform {
            axes: [[none; 3]; 3],
            translation: [none; 3],
        };
        let mut globals = vec![(nowhere, none); self.nodes.len()];
        let mut found = vec![[none; 3]; self.points.len()];
        let mut rows = Eight {
            columns: vec![none; motion.skeleton.columns()],
            unit: motion.unit,
        };
        let count = self.points.len();
        for (block, places) in places.chunks_mut(WIDTH * count).enumerate() {
            let first = start + block * WIDTH;
            // The last block may have fewer frames: the last of them counts for the others.
            let last = first + places.len() / count - 1;
            for lane in 0..WIDTH {
                let row = motion.motion.row(last.min(first + lane));
                for (column, &value) in rows.columns.iter_mut().zip(row) {
                    column.0[lane] = value;
                }
            }
            for (i, &id) in self.nodes.iter().enumerate() {
                let node = &motion.skeleton[id];
                let parent = self.parents[i];
                if !self.turns[i] {
                    let mut place = Local::with::<false>(node, &rows).translation;
                    if let Some(parent) = parent {
                        place = globals[parent].0.place(place);
                    }
                    globals[i].0.translation = place;
                    continue;
                }
                let local = Local::of(node, &rows);
                let mut transform = local.transform();
                if let Some(parent) = parent {
                    transform = globals[parent].0.times(&transform);
                }
                globals[i] = (transform, local.bone_scale);
            }
            for (found, &(node, point)) in found.iter_mut().zip(&self.points) {
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
            for (frame, places) in places.chunks_exact_mut(count).enumerate() {
                for (place, [x, y, z]) in places.iter_mut().zip(&found) {
                    *place = Vec3::new(x.0[frame], y.0[frame], z.0[frame]);
                }
            }
        }
    }
}
