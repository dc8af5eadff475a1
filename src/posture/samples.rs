//! The samples of a take: positions of head, feet and hips on frames throughout it.

use glam::Vec3;

use crate::evaluate::Pose;
use crate::take::BodyPart::{self, Chest, Foot, Head, Hip, Leg, Neck, Pelvis, Shoulder};
use crate::take::{BoneEnd, NodeId, Skeleton, Take, part_of};

/// Poses that are evaluated to look at a take, as long as it has few nodes.
const FRAMES: usize = 60;
/// Poses that are evaluated of a take with very many nodes.
const MIN_FRAMES: usize = 6;
/// No body has more nodes than this, and to look at more takes time and memory.
const MAX_NODES: usize = 4096;
/// How many places are worked out in all.
const PLACES: usize = 200_000;
/// How much later a foot is looked at again to see whether it rests, in seconds.
const REST: f64 = 0.1;
/// How far a foot moves meanwhile that rests, in sizes of the figure.
const RESTS: f32 = 0.01;

/// What is high in a body that stands, and what is low: the first that names tell of counts.
const HIGH: [BodyPart; 6] = [Head, Neck, Shoulder, Chest, Pelvis, Hip];
const LOW: [BodyPart; 4] = [Foot, Leg, Hip, Pelvis];

/// How much of a body names tell of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum BodyExtent {
    /// Not enough to tell what is high and what is low.
    #[default]
    Unknown,
    /// Nothing of the legs, or nothing above the chest.
    Trunk,
    /// Nothing above the pelvis.
    Legs,
    /// From the feet to the shoulders, or higher.
    Whole,
}

/// The figure on one frame, in the file's space.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    /// The corners of the box around it.
    pub low: Vec3,
    pub high: Vec3,
    /// The middle of all of its places.
    pub centre: Vec3,
    pub point_count: usize,
    /// From what is low in a body to what is high, where both have a place.
    pub upwards: Option<Vec3>,
    /// Which way that is, and with it the way from the feet to the hips: legs hang down where a body
    /// goes on four of them. Shorter than 1 where both differ.
    pub direction: Option<Vec3>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Samples {
    pub frames: Vec<Sample>,
    pub steps: Vec<Vec3>,
    /// The largest extent of the figure on the frame in the middle of all, by that extent.
    pub size: f32,
    /// As [`Sample::direction`], in the rest pose of a skeleton.
    pub rest: Option<Vec3>,
    pub extent: BodyExtent,
}

impl Samples {
    /// Looks at a take; `None` where nothing is there to be seen.
    pub fn of_take(take: &Take) -> Option<Self> {
        Self::with_landmarks(take, &Landmarks::find(&take.skeleton))
    }

    fn with_landmarks(take: &Take, landmarks: &Landmarks) -> Option<Self> {
        let skeleton = &take.skeleton;
        if landmarks.extent == BodyExtent::Unknown && skeleton.nodes().len() > MAX_NODES {
            return None;
        }
        let is_of_figure = figure_nodes(skeleton);
        let nodes: Vec<NodeId> =
            skeleton.iter().map(|(id, _)| id).filter(|id| is_of_figure[id.index()]).collect();
        let mut samples = Self { extent: landmarks.extent, ..Self::default() };
        let mut pose = Pose::default();
        if !take.is_of_points() {
            pose.evaluate(skeleton, skeleton.rest_row());
            samples.rest = landmarks.direction(&pose);
        }
        let count = take.motion.frame_count().max(1);
        let most = (PLACES / skeleton.nodes().len().max(1)).clamp(MIN_FRAMES, FRAMES);
        let later = (REST / take.motion.frame_time()).round().clamp(1.0, 1e6) as usize;
        let mut feet = Vec::new();
        for sample in 0..most.min(count) {
            let frame = sample * count / most.min(count);
            pose.evaluate(skeleton, take.row(frame));
            let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
            let (mut sum, mut point_count) = (Vec3::ZERO, 0usize);
            let points = nodes.iter().map(|&id| pose.position(id));
            for point in points.filter(|point| point.is_finite()) {
                (low, high) = (low.min(point), high.max(point));
                sum += point;
                point_count += 1;
            }
            if point_count == 0 {
                continue;
            }
            samples.frames.push(Sample {
                low,
                high,
                centre: sum / point_count as f32,
                point_count,
                upwards: landmarks.upwards(&pose),
                direction: landmarks.direction(&pose),
            });
            if frame + later < count {
                feet.clear();
                feet.extend(landmarks.feet().map(|id| pose.position(id)));
                pose.evaluate(skeleton, take.row(frame + later));
                let size = (high - low).max_element();
                let resting = feet.iter().zip(landmarks.feet().map(|id| pose.position(id)));
                let resting = resting.filter(|(a, b)| a.distance(*b) < RESTS * size);
                samples.steps.extend(resting.map(|(a, _)| *a));
            }
        }
        // Where many markers are gone, the rest is no figure.
        let most = samples.frames.iter().map(|sample| sample.point_count).max().unwrap_or(0);
        samples.frames.retain(|sample| 5 * sample.point_count >= 4 * most);
        let mut sizes: Vec<f32> =
            samples.frames.iter().map(|frame| (frame.high - frame.low).max_element()).collect();
        sizes.sort_by(f32::total_cmp);
        samples.size = *sizes.get(sizes.len() / 2)?;
        (samples.size > 0.0).then_some(samples)
    }
}

/// Which nodes are the figure's own: all but those above the one from which its limbs branch, which may stand anywhere.
fn figure_nodes(skeleton: &Skeleton) -> Vec<bool> {
    let mut is_of_figure = vec![true; skeleton.nodes().len()];
    for &root in skeleton.roots() {
        let (above, at) = skeleton.stem(root);
        // A chain without branches is all that there is.
        if !skeleton[at].children.is_empty() {
            above.iter().for_each(|id| is_of_figure[id.index()] = false);
        }
    }
    is_of_figure
}

#[derive(Default)]
struct Landmarks {
    high: Vec<NodeId>,
    low: Vec<NodeId>,
    hips: Vec<NodeId>,
    extent: BodyExtent,
}

impl Landmarks {
    fn find(skeleton: &Skeleton) -> Self {
        let parts: Vec<_> = skeleton
            .iter()
            .take(MAX_NODES)
            .filter_map(|(id, node)| Some((id, part_of(node.part_name())?)))
            .collect();
        let first = |order: &[BodyPart]| -> Option<(BodyPart, Vec<NodeId>)> {
            order.iter().find_map(|&part| {
                let found = parts.iter().filter(|(_, of)| *of == part);
                let found: Vec<NodeId> = found.map(|(id, _)| *id).collect();
                (!found.is_empty()).then_some((part, found))
            })
        };
        let (Some((top, high)), Some((bottom, low))) = (first(&HIGH), first(&LOW)) else {
            return Self::default();
        };
        let is_leg = matches!(bottom, Foot | Leg);
        let extent = match top {
            Head | Neck | Shoulder if is_leg => BodyExtent::Whole,
            Pelvis | Hip if is_leg => BodyExtent::Legs,
            Pelvis | Hip => return Self::default(),
            _ => BodyExtent::Trunk,
        };
        let is_hips = |part: BodyPart| matches!(part, Pelvis | Hip);
        let hips = parts.iter().filter(|(_, part)| is_hips(*part) && is_leg);
        let mut hips: Vec<NodeId> = hips.map(|(id, _)| *id).collect();
        if let ([root], true) = (skeleton.roots(), hips.is_empty() && is_leg) {
            // Whatever they are called, the body branches there.
            hips.push(skeleton.stem(*root).1);
        }
        Self { hips, high, low, extent }
    }

    fn upwards(&self, pose: &Pose) -> Option<Vec3> {
        let upwards = middle(&self.high, pose)? - middle(&self.low, pose)?;
        (upwards.length_squared() > 0.0).then_some(upwards)
    }

    fn direction(&self, pose: &Pose) -> Option<Vec3> {
        let body = self.upwards(pose)?.normalize();
        let legs = middle(&self.hips, pose).zip(middle(&self.low, pose));
        let legs = legs.and_then(|(hips, feet)| (hips - feet).try_normalize());
        Some(legs.map_or(body, |legs| (body + legs) * 0.5))
    }

    /// Some of the feet, or of what is lowest.
    fn feet(&self) -> impl Iterator<Item = NodeId> + '_ {
        /// More of them tell nothing new.
        const MAX_FEET: usize = 8;
        self.low.iter().copied().take(MAX_FEET)
    }
}

/// The middle of those nodes that have a place.
fn middle(nodes: &[NodeId], pose: &Pose) -> Option<Vec3> {
    let points = nodes.iter().map(|&id| pose.position(id)).filter(|point| point.is_finite());
    let (sum, count) = points.fold((Vec3::ZERO, 0.0), |(sum, n), p| (sum + p, n + 1.0));
    (count > 0.0).then(|| sum / count)
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FigureHeight {
    /// In the file's unit of length.
    pub height: f32,
    /// Whether names tell where its feet and its head are: else it is the extent of whatever was captured.
    pub is_of_body: bool,
}

/// How tall the figure is when it stands, as near as its names and bones tell; `None` where there is no figure.
///
/// The bones from a foot to the head are measured along the tree, so that neither a crouch nor a
/// root far away matters. Markers are measured from the feet to the head, on the frames on which
/// these are farthest apart; without names, it is the largest extent.
pub fn figure_height(take: &Take) -> Option<FigureHeight> {
    let landmarks = Landmarks::find(&take.skeleton);
    let is_whole = landmarks.extent == BodyExtent::Whole;
    if is_whole
        && !take.is_of_markers()
        && let Some(length) = bones_between(take, &landmarks)
    {
        /// The way along hips and toes is this much longer than the way straight up.
        const DETOUR: f32 = 1.08;
        return Some(FigureHeight { height: length / DETOUR, is_of_body: true });
    }
    let samples = Samples::with_landmarks(take, &landmarks)?;
    let heights = samples.frames.iter().filter_map(|sample| sample.upwards);
    let mut heights: Vec<f32> = heights.map(Vec3::length).collect();
    heights.sort_by(f32::total_cmp);
    let tall = heights.get(heights.len() * 9 / 10).filter(|_| is_whole);
    /// Markers sit below the crown and above the sole.
    const BEYOND: f32 = 1.05;
    Some(FigureHeight {
        height: tall.map_or(samples.size, |height| height * BEYOND),
        is_of_body: tall.is_some(),
    })
}

/// How long the bones are from a foot to a head, the longest way; `None` where there is none.
fn bones_between(take: &Take, landmarks: &Landmarks) -> Option<f32> {
    /// More heads are of more than one figure.
    const MAX_HEADS: usize = 8;
    let skeleton = &take.skeleton;
    let pose = Pose::of(skeleton, take.row(0));
    // How deep in the tree a node is, and how long the bones above it are.
    let mut above: Vec<(usize, f32)> = Vec::with_capacity(skeleton.nodes().len());
    for (id, node) in skeleton.iter() {
        above.push(node.parent.map_or((0, 0.0), |parent| {
            let (depth, length) = above[parent.index()];
            let bone = pose.position(parent).distance(pose.position(id));
            (depth + 1, length + bone)
        }));
    }
    let way = |from: NodeId, to: NodeId| -> Option<f32> {
        let (mut a, mut b) = (from, to);
        while a != b {
            if above[a.index()].0 >= above[b.index()].0 {
                a = skeleton[a].parent?
            } else {
                b = skeleton[b].parent?
            }
        }
        let length = |id: NodeId| above[id.index()].1;
        Some(length(from) + length(to) - 2.0 * length(a))
    };
    let heads = landmarks.high.iter().take(MAX_HEADS);
    let ways = heads.flat_map(|&head| landmarks.feet().filter_map(move |foot| way(foot, head)));
    let longest = ways.fold(0.0, f32::max);
    let crown = skeleton.bones().iter().filter(|bone| landmarks.high.contains(&bone.node));
    let crown = crown.filter_map(|bone| match bone.end {
        BoneEnd::Local(tip) => Some(tip.length()),
        BoneEnd::Node(_) => None,
    });
    (longest > 0.0).then(|| longest + crown.fold(0.0, f32::max))
}
