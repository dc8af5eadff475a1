//! A chain: evaluates one node on any frame, by its ancestors alone.

use glam::{Affine3A, Vec3};

use super::local::{Local, Single};
use crate::take::{NodeId, Skeleton};

/// A node with its ancestors, for the one place that is wanted on many frames: the cost of a frame
/// is the depth of the node, whatever else the skeleton has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// From the first node whose place depends on no other one down to the node itself.
    nodes: Vec<NodeId>,
}

impl Chain {
    /// The chain that ends at `node`.
    pub fn to(skeleton: &Skeleton, node: NodeId) -> Self {
        let mut nodes = vec![node];
        let mut last = node;
        while let Some(parent) = skeleton[last].hangs_from() {
            nodes.push(parent);
            last = parent;
        }
        nodes.reverse();
        Self { nodes }
    }

    /// The node at its end.
    pub fn node(&self) -> NodeId {
        self.nodes[self.nodes.len() - 1]
    }

    /// The transform from the node's frame to the world for one row of channel values: to the bit
    /// what [`super::Pose::global`] gives for the same row.
    ///
    /// # Panics
    /// Where `row` does not have the skeleton's columns.
    pub fn global(&self, skeleton: &Skeleton, row: &[f32]) -> Affine3A {
        self.evaluate(skeleton, row).0
    }

    /// The world position of the node's origin; not finite where the file has a gap.
    ///
    /// # Panics
    /// As [`Self::global`].
    pub fn position(&self, skeleton: &Skeleton, row: &[f32]) -> Vec3 {
        self.global(skeleton, row).translation.into()
    }

    /// The world position of `end`, a place in the frame of the node's own bone such as
    /// [`crate::take::BoneEnd::Local`] gives.
    ///
    /// # Panics
    /// As [`Self::global`].
    pub fn tip(&self, skeleton: &Skeleton, row: &[f32], end: Vec3) -> Vec3 {
        let (global, bone_scale) = self.evaluate(skeleton, row);
        global.transform_point3(end * bone_scale)
    }

    /// The node's global transform and the scale of its own bone.
    fn evaluate(&self, skeleton: &Skeleton, row: &[f32]) -> (Affine3A, f32) {
        let single = Single::of(skeleton, row);
        let mut at = None;
        let mut bone_scale = 1.0;
        for &id in &self.nodes {
            let node = &skeleton[id];
            let local = Local::of(node, &single);
            at = Some(local.global(node, at.as_ref()));
            bone_scale = local.bone_scale;
        }
        (at.unwrap_or(Affine3A::IDENTITY), bone_scale)
    }
}
