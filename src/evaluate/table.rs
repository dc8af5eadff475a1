//! Positions, local translations and rotations of nodes on frames, one after the other in flat tables, in the space that
//! is wanted: what arrays of other programs are filled with.

use glam::{Affine3A, DMat3, Mat3, Quat, Vec3};

use super::batch::{BatchEvaluator, Point};
use super::local::local;
use super::pose::Pose;
use super::space::Space;
use crate::take::{EulerOrder, Node, NodeId, Take};

/// The numbers that a rotation is told by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RotationForm {
    /// A quaternion, w first and not below 0.
    Wxyz,
    /// A quaternion, w last and not below 0.
    Xyzw,
    /// A matrix, row by row.
    Matrix,
    /// The first two columns of the matrix, one behind the other: Zhou et al., *On the Continuity of Rotation
    /// Representations in Neural Networks* (2019), equation 14.
    SixD,
    /// Three angles in degrees for each node, about the axes of its order, in that order.
    Euler(Vec<EulerOrder>),
}

impl RotationForm {
    /// How many numbers a rotation has.
    pub fn width(&self) -> usize {
        match self {
            Self::Wxyz | Self::Xyzw => 4,
            Self::Matrix => 9,
            Self::SixD => 6,
            Self::Euler(_) => 3,
        }
    }

    fn write(&self, node: NodeId, rotation: Quat, out: &mut [f32]) {
        let positive = || if rotation.w < 0.0 { -rotation } else { rotation };
        match self {
            Self::Wxyz => {
                let [x, y, z, w] = positive().to_array();
                out.copy_from_slice(&[w, x, y, z]);
            }
            Self::Xyzw => out.copy_from_slice(&positive().to_array()),
            Self::Matrix => {
                out.copy_from_slice(&Mat3::from_quat(rotation).transpose().to_cols_array());
            }
            Self::SixD => out.copy_from_slice(&Mat3::from_quat(rotation).to_cols_array()[..6]),
            Self::Euler(orders) => {
                let matrix = DMat3::from_quat(rotation.as_dquat());
                let angles = orders[node.index()].angles(&matrix);
                out.copy_from_slice(&angles.map(|angle| angle.to_degrees() as f32 + 0.0));
            }
        }
    }
}

/// Where the nodes of a take are on frames, and the ends of bones that are no node where these are wanted.
#[derive(Debug)]
pub struct PositionTable<'a> {
    take: &'a Take,
    space: Space,
    batch: BatchEvaluator,
}

impl<'a> PositionTable<'a> {
    /// A table of every node in file order, then of every bone end that is none if `has_ends`.
    pub fn new(take: &'a Take, has_ends: bool, space: Space) -> Self {
        let origins = take.skeleton.iter().map(|(id, _)| Point::Origin(id));
        let ends = take.skeleton.free_ends().map(|(node, end)| Point::End(node, end));
        let points = origins.chain(ends.filter(|_| has_ends));
        Self { take, space, batch: BatchEvaluator::new(&take.skeleton, points) }
    }

    /// How many points a frame has.
    pub fn points(&self) -> usize {
        self.batch.len()
    }

    /// Fills in the positions on some frames, frame after frame; NaN where the file has a gap.
    ///
    /// # Panics
    /// Where the take does not have one of the frames, or `out` is of another size.
    pub fn fill(&self, frames: &[usize], out: &mut [Vec3]) {
        // So many stay in the cache until they are in their space.
        const FRAMES: usize = 256;
        let mut rows = Vec::with_capacity(FRAMES.min(frames.len()));
        let outs = out.chunks_mut(FRAMES * self.points().max(1));
        for (frames, out) in frames.chunks(FRAMES).zip(outs) {
            rows.clear();
            rows.extend(frames.iter().map(|&frame| self.take.row(frame)));
            self.batch.fill_positions_of(&self.take.skeleton, &rows, out);
            for at in out {
                *at = if at.is_finite() { self.space.position(*at) } else { Vec3::NAN };
            }
        }
    }
}

/// Calls `with` for each node on some frames, with its rotation and translation in the frame of its parent or in the
/// world, in the space that is wanted; both NaN where the file has a gap. A root turns with the world.
fn each_node(
    take: &Take,
    frames: &[usize],
    is_local: bool,
    space: Space,
    mut with: impl FnMut(usize, NodeId, Quat, Vec3),
) {
    let skeleton = &take.skeleton;
    let needs_world = !is_local || skeleton.nodes().iter().any(hangs_in_world);
    let mut pose = Pose::default();
    for (place, &frame) in frames.iter().enumerate() {
        let row = take.row(frame);
        if needs_world {
            pose.evaluate(skeleton, row);
        }
        for (id, node) in skeleton.iter() {
            let parent = node.parent().filter(|_| is_local);
            let transform = match parent {
                Some(parent) if hangs_in_world(node) => {
                    in_frame_of(pose.global(id), pose.global(parent))
                }
                _ if is_local => local(skeleton, id, row),
                _ => pose.global(id),
            };
            let translation = Vec3::from(transform.translation);
            if !translation.is_finite() {
                with(place, id, Quat::from_array([f32::NAN; 4]), Vec3::NAN);
                continue;
            }
            let rotation = Quat::from_mat3a(&transform.matrix3).normalize();
            if parent.is_some() {
                with(place, id, rotation, space.offset(translation));
            } else {
                with(place, id, space.rotation(rotation), space.position(translation));
            }
        }
    }
}

/// Whether a node has a parent that does not carry it.
fn hangs_in_world(node: &Node) -> bool {
    node.is_world_space && node.parent().is_some()
}

fn in_frame_of(transform: Affine3A, parent: Affine3A) -> Affine3A {
    parent.inverse() * transform
}

/// Where each node is in its parent's frame in the rest pose, in the space that is wanted; a root, in the world.
#[doc(hidden)]
pub fn rest_offsets(take: &Take, space: Space) -> Vec<Vec3> {
    let skeleton = &take.skeleton;
    let pose = Pose::of(skeleton, skeleton.rest_row());
    let offset = |(id, node): (NodeId, &Node)| match node.parent() {
        Some(parent) if node.is_world_space => {
            let transform = in_frame_of(pose.global(id), pose.global(parent));
            space.offset(transform.translation.into())
        }
        Some(_) => space.offset(node.offset),
        None => space.position(node.offset),
    };
    skeleton.iter().map(offset).collect()
}

impl Take {
    /// Fills in the rotations of all nodes on some frames, frame after frame, each as a form has it: in the frame of
    /// the parent, or in the world.
    ///
    /// # Panics
    /// Where the take does not have one of the frames, or `out` is of another size.
    #[doc(hidden)]
    pub fn fill_rotations(
        &self,
        frames: &[usize],
        form: &RotationForm,
        is_local: bool,
        space: Space,
        out: &mut [f32],
    ) {
        let (width, nodes) = (form.width(), self.skeleton.nodes().len());
        assert_eq!(out.len(), frames.len() * nodes * width, "room for all rotations");
        each_node(self, frames, is_local, space, |place, id, rotation, _| {
            let out = &mut out[(place * nodes + id.index()) * width..][..width];
            if rotation.is_nan() {
                out.fill(f32::NAN);
            } else {
                form.write(id, rotation, out);
            }
        });
    }

    /// Fills in where all nodes are in their parents' frames on some frames, frame after frame; roots in the world.
    ///
    /// # Panics
    /// Where the take does not have one of the frames, or `out` is of another size.
    #[doc(hidden)]
    pub fn fill_translations(&self, frames: &[usize], space: Space, out: &mut [Vec3]) {
        let nodes = self.skeleton.nodes().len();
        assert_eq!(out.len(), frames.len() * nodes, "room for all translations");
        each_node(self, frames, true, space, |place, id, _, translation| {
            out[place * nodes + id.index()] = translation;
        });
    }
}
