//! One figure of a take: its points become a skeleton, and how that is turned on each frame.

use glam::{DQuat, DVec3};

use super::plan::Plan;
use super::refusal::{IsCancelled, Refusal};
use super::rotate::{Turns, turns};
use super::shape::{Guessing, Shape};
use super::tracks::{Tracks, World};
use crate::known_bodies::{Recognised, recognise};
use crate::take::{NodeId, Take};

/// The points of a take that are one body.
pub(super) struct Figure {
    /// What tells its points from those of others: a number and a colon, or nothing.
    pub namespace: String,
    /// Those of its points that are joints of the body.
    pub nodes: Vec<NodeId>,
    pub plan: Plan,
}

impl Figure {
    /// All figures of a take that are of bodies that have a skeleton.
    pub fn all(take: &Take) -> Vec<Self> {
        let mut groups: Vec<(&str, Vec<NodeId>)> = Vec::new();
        for (id, node) in take.skeleton.iter() {
            let namespace = node.name.rfind(':').map_or("", |end| &node.name[..=end]);
            match groups.last_mut().filter(|(last, _)| *last == namespace) {
                Some((_, nodes)) => nodes.push(id),
                None => groups.push((namespace, vec![id])),
            }
        }
        groups
            .into_iter()
            .filter_map(|(namespace, nodes)| Self::new(take, namespace, &nodes))
            .collect()
    }

    fn new(take: &Take, namespace: &str, nodes: &[NodeId]) -> Option<Self> {
        let names: Vec<&str> =
            nodes.iter().map(|&node| &take.skeleton[node].name[namespace.len()..]).collect();
        let Recognised { body, joints, .. } = recognise(&names)?;
        let landmarks: Vec<_> = body.joints().map(|joint| joint.landmark).collect();
        let known =
            nodes.iter().zip(joints).filter_map(|(node, joint)| Some((*node, landmarks[joint?])));
        let known = known.filter(|(_, landmark)| landmark.position().is_finite());
        // A point that is never seen is none.
        let known = known.filter(|(node, _)| is_ever_seen(take, *node));
        let (nodes, landmarks): (Vec<_>, Vec<_>) = known.unzip();
        let plan = Plan::new(landmarks.into_iter())?;
        Some(Self { namespace: namespace.to_string(), nodes, plan })
    }

    /// Solves it.
    pub fn solve(
        mut self,
        take: &Take,
        world: &World,
        equal_sides: bool,
        is_cancelled: IsCancelled<'_>,
    ) -> Result<SolvedFigure, Refusal> {
        let mut tracks = Tracks::read(take, &self.nodes, &self.plan, world);
        let mut measure = |tracks: &Tracks, guessing: Guessing| {
            Shape::measure(&mut self.plan, tracks, equal_sides, guessing)
        };
        let shape = match measure(&tracks, Guessing::Never) {
            Some(shape) => shape,
            None => {
                tracks.trust_all();
                let shape = measure(&tracks, Guessing::Never);
                let shape = shape.or_else(|| measure(&tracks, Guessing::WhereNotSeen));
                shape.ok_or(Refusal::TooLittleSeen)?
            }
        };
        for frame in 0..tracks.frames {
            if frame % 256 == 0 && is_cancelled() {
                return Err(Refusal::Cancelled);
            }
            shape.relax(tracks.frame_mut(frame));
        }
        let joints = &self.plan.joints;
        let mut turned: Vec<Turns> = Vec::with_capacity(joints.len());
        for (joint, segment) in joints.iter().zip(&shape.segments) {
            if is_cancelled() {
                return Err(Refusal::Cancelled);
            }
            let parent = joint.parent.map(|parent| &*turned[parent].world);
            turned.push(turns(joint, segment, &tracks, parent, take.motion.frame_time()));
        }
        let (root, is_there) =
            root_places(&self.plan, &shape, &tracks, &turned[0].world, take.fps());
        Ok(SolvedFigure {
            namespace: self.namespace,
            nodes: self.nodes,
            plan: self.plan,
            shape,
            root,
            is_there,
            turned,
        })
    }
}

fn is_ever_seen(take: &Take, node: NodeId) -> bool {
    let columns = take.skeleton[node].columns();
    take.motion.rows().any(|row| row[columns.clone()].iter().all(|value| value.is_finite()))
}

/// A figure as a skeleton.
pub(super) struct SolvedFigure {
    pub namespace: String,
    pub nodes: Vec<NodeId>,
    pub plan: Plan,
    pub shape: Shape,
    /// Where its root is on each frame.
    pub root: Vec<DVec3>,
    /// Whether anything of it is seen about each frame.
    pub is_there: Vec<bool>,
    pub turned: Vec<Turns>,
}

impl SolvedFigure {
    /// Puts where its joints are on a frame in the place of what is in `places`.
    pub fn place(&self, frame: usize, places: &mut Vec<DVec3>) {
        places.clear();
        for (joint, offset) in self.plan.joints.iter().zip(&self.shape.offsets) {
            let place = match joint.parent {
                Some(parent) => places[parent] + self.turned[parent].world[frame] * *offset,
                None => self.root[frame],
            };
            places.push(place);
        }
    }
}

/// Where the root is on each frame, bridged where it is not seen; and on which frames the figure is there at all.
fn root_places(
    plan: &Plan,
    shape: &Shape,
    tracks: &Tracks,
    turns: &[DQuat],
    fps: f64,
) -> (Vec<DVec3>, Vec<bool>) {
    /// In seconds: who is away for longer is not there.
    const SHORT: f64 = 0.5;
    let origin = plan.joints[0].point;
    let place = |frame: usize| {
        let at = tracks.frame(frame);
        if at[origin].is_finite() {
            return Some(at[origin]);
        }
        let seen = shape.segments[0].points.iter().filter(|(point, _)| at[*point].is_finite());
        let places = seen.map(|&(point, own)| at[point] - turns[frame] * own);
        let (sum, count) = places.fold((DVec3::ZERO, 0), |(sum, count), at| (sum + at, count + 1));
        (count > 0).then(|| sum / f64::from(count))
    };
    let known: Vec<(usize, DVec3)> =
        (0..tracks.frames).filter_map(|frame| Some((frame, place(frame)?))).collect();
    let mut all = Vec::with_capacity(tracks.frames);
    for &(frame, at) in &known {
        let before = all.last().copied().unwrap_or(at);
        let (first, steps) = (all.len(), (frame + 1 - all.len()) as f64);
        all.extend((first..=frame).map(|f| before.lerp(at, (f + 1 - first) as f64 / steps)));
    }
    all.resize(tracks.frames, all.last().copied().unwrap_or_default());
    let mut is_there = vec![true; tracks.frames];
    let is_empty = |frame: usize| tracks.frame(frame).iter().all(|at| !at.is_finite());
    let mut frame = 0;
    while frame < tracks.frames {
        let end = (frame..tracks.frames).find(|&f| !is_empty(f)).unwrap_or(tracks.frames);
        if (end - frame) as f64 > SHORT * fps {
            is_there[frame..end].fill(false);
        }
        frame = end + 1;
    }
    (all, is_there)
}
