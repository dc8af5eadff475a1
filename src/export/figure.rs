//! The skeleton to export: a take's nodes with their axes reoriented as a format needs them.
//!
//! Each node n gets a turn Bₙ, the same on every frame. What was `Lₙ` in the parent's axes becomes
//! `Bₚ⁻¹ · Lₙ · Bₙ`, offsets are turned by the parent's `Bₚ⁻¹`, bone ends by the node's own `Bₙ⁻¹`:
//! along a chain every `Bₙ · Bₙ⁻¹` cancels, so that no origin and no bone end moves. Equation 4.9 is
//! this with the product of the base rotations O from the root to the node for Bₙ.

use glam::{DQuat, DVec3};

use super::local::{Local, Writability};
use crate::take::{
    BoneEnd, Channel, EulerOrder, Node, NodeId, Take, WarningCode, Warnings, continuous_angles,
    counted,
};

/// In sizes of the figure: places that are closer than this are the same.
const SAME: f64 = 5e-7;

/// A take, and for each of its nodes the turned axes.
pub(super) struct ExportSkeleton<'a> {
    pub take: &'a Take,
    turns: Vec<DQuat>,
    joints: Vec<Joint>,
    /// The largest extent of the figure on the first frame, in the take's unit; above 0.
    pub size: f64,
}

/// A node at rest, in its parent's turned axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joint {
    pub offset: DVec3,
    /// The base rotation: that of the node's turned axes.
    pub base: DQuat,
}

/// What a node does on one frame, in its parent's turned axes.
pub(super) struct LocalFrame {
    /// Its origin, the offset included.
    pub translation: DVec3,
    /// Its rotation after the base rotation, in degrees.
    pub angles: [f64; 3],
    /// What the length of its own bone is multiplied with.
    pub scale: f64,
}

/// What a node did on the frame before: angles run on from there, and gaps are bridged.
pub(super) struct PreviousFrame {
    last: Local,
    angles: [f64; 3],
    /// On how many frames the node had no place to write.
    pub unplaced: Unplaced,
}

/// How often nodes have no place that can be written, and stay where they were.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Unplaced {
    missing: usize,
    too_far: usize,
}

impl Unplaced {
    /// Counts a transform that cannot be written; tells whether it can.
    pub fn count(&mut self, local: &Local) -> bool {
        match local.writability() {
            Writability::Writable => return true,
            Writability::Missing => self.missing += 1,
            Writability::TooFar => self.too_far += 1,
        }
        false
    }

    pub fn add(&mut self, other: Self) {
        self.missing += other.missing;
        self.too_far += other.too_far;
    }

    pub fn warn(self, warnings: &mut Warnings) {
        for (count, problem, code) in [
            (self.missing, "is missing", WarningCode::ValueReplaced),
            (self.too_far, "is farther away than files can say", WarningCode::BeyondRange),
        ] {
            if count > 0 {
                let places = counted(count, "place");
                let stays = "it keeps its position of the frame before";
                warnings.add(code, format!("in {places} a node {problem}: {stays}"));
            }
        }
    }
}

impl<'a> ExportSkeleton<'a> {
    /// Turns the axes of every node; `turn` gives Bₙ from the turn of the parent and from the
    /// transforms of all nodes at rest in their parents.
    pub fn new(take: &'a Take, turn: impl Fn(&[Local], NodeId, DQuat) -> DQuat) -> Self {
        let rests: Vec<Local> = take.skeleton.iter().map(|(id, _)| rest_of(take, id)).collect();
        let mut turns: Vec<DQuat> = Vec::with_capacity(rests.len());
        let mut joints = Vec::with_capacity(rests.len());
        for (id, node) in take.skeleton.iter() {
            let parent = node.parent.map_or(DQuat::IDENTITY, |p| turns[p.index()]);
            let own = turn(&rests, id, parent).normalize();
            let back = parent.inverse();
            let Local { translation, rotation, .. } = rests[id.index()];
            joints.push(Joint { offset: back * translation, base: back * rotation * own });
            turns.push(own);
        }
        Self { take, turns, joints, size: size(take) }
    }

    /// With the axes of the world in the rest pose: Bₙ is the inverse of the rest pose's rotation there.
    pub fn with_world_axes(take: &'a Take) -> Self {
        Self::new(take, |rests, id, parent| rests[id.index()].rotation.inverse() * parent)
    }

    pub fn tolerance(&self) -> f64 {
        SAME * self.size
    }

    pub fn joint(&self, id: NodeId) -> Joint {
        self.joints[id.index()]
    }

    fn parent_turn(&self, id: NodeId) -> DQuat {
        self.take.skeleton[id].parent.map_or(DQuat::IDENTITY, |p| self.turns[p.index()])
    }

    /// A vector of a node's own axes in its turned ones.
    pub fn turned(&self, id: NodeId, vector: DVec3) -> DVec3 {
        self.turns[id.index()].inverse() * vector
    }

    /// A place in the axes of a node's parent, in the parent's turned ones.
    pub fn turned_in_parent(&self, id: NodeId, place: DVec3) -> DVec3 {
        self.parent_turn(id).inverse() * place
    }

    /// The state ahead of the first frame.
    pub fn track(&self, id: NodeId) -> PreviousFrame {
        let skeleton = &self.take.skeleton;
        let last = Local::in_parent(skeleton, id, skeleton.rest_row()).or_origin();
        PreviousFrame { last, angles: [0.0; 3], unplaced: Unplaced::default() }
    }

    /// What a node does on the next frame, whose channel values are given.
    pub fn step(
        &self,
        id: NodeId,
        row: &[f32],
        order: EulerOrder,
        track: &mut PreviousFrame,
    ) -> LocalFrame {
        let local = Local::in_parent(&self.take.skeleton, id, row);
        if track.unplaced.count(&local) {
            track.last = local;
        }
        let local = track.last;
        let back = self.parent_turn(id).inverse();
        let rotation = self.joint(id).base.inverse() * back * local.rotation;
        track.angles = continuous_angles(order, rotation * self.turns[id.index()], track.angles);
        let translation = back * local.translation;
        LocalFrame { translation, angles: track.angles, scale: local.scale }
    }
}

/// A node at rest in its parent.
///
/// Some files have positions for every joint and an OFFSET of 0: their rest pose is one point, and
/// the first frame says where a joint sits in its parent.
pub(super) fn rest_of(take: &Take, id: NodeId) -> Local {
    let skeleton = &take.skeleton;
    let mut rest = Local::in_parent(skeleton, id, skeleton.rest_row());
    if rest.translation == DVec3::ZERO && skeleton[id].parent.is_some() {
        let first = Local::in_parent(skeleton, id, take.row(0));
        if first.writability() == Writability::Writable {
            rest.translation = first.translation;
        }
    }
    rest.or_origin()
}

/// The largest extent of all origins and bone ends on the first frame; 1 where all are one point.
pub(super) fn size(take: &Take) -> f64 {
    let worlds = Local::all_in_world(&take.skeleton, take.row(0));
    let origins = worlds.iter().map(|world| world.translation);
    let ends = take.skeleton.bones().iter().filter_map(|bone| {
        let world = worlds[bone.node.index()];
        match bone.end {
            BoneEnd::Local(end) => Some(world.apply(end.as_dvec3() * world.scale)),
            BoneEnd::Node(_) => None,
        }
    });
    extent(origins.chain(ends)).unwrap_or(1.0)
}

/// The largest extent of points; `None` where all are one.
pub(super) fn extent(points: impl Iterator<Item = DVec3>) -> Option<f64> {
    let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for point in points.filter(|point| point.is_finite()) {
        low = low.min(point);
        high = high.max(point);
    }
    Some((high - low).max_element()).filter(|&size| size.is_finite() && size > 0.0)
}

pub(super) fn can_move(node: &Node) -> bool {
    let is_move = |channel: &Channel| {
        matches!(channel, Channel::Translation(_) | Channel::Slide(_) | Channel::Position(_))
    };
    node.is_world_space || node.channels.iter().any(is_move)
}

pub(super) fn warn_of_gaps(tracks: &[PreviousFrame], warnings: &mut Warnings) {
    let mut unplaced = Unplaced::default();
    tracks.iter().for_each(|track| unplaced.add(track.unplaced));
    unplaced.warn(warnings);
}
