//! Global transforms of every node at one moment: the paper's `EvaluateChildren`.
//!
//! Architecture invariant: no branch on a file format. What differs between formats is data in the
//! nodes (`pre`, `post`, order of channels, `global`), never code here.

use glam::{Affine3A, Quat, Vec3};

use crate::take::{Channel, Mesh, Node, NodeId, Skeleton, Tip};

/// The evaluated skeleton at one moment, in the file's unit and axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pose {
    globals: Vec<Affine3A>,
    bone_scales: Vec<f32>,
}

impl Pose {
    /// The pose of `skeleton` for one row of channel values.
    pub fn of(skeleton: &Skeleton, row: &[f32]) -> Self {
        let mut pose = Self::default();
        pose.evaluate(skeleton, row);
        pose
    }

    /// Evaluates every node for one row of channel values; allocates only on first use.
    ///
    /// # Panics
    /// Where `row` does not have the skeleton's columns.
    pub fn evaluate(&mut self, skeleton: &Skeleton, row: &[f32]) {
        assert_eq!(row.len(), skeleton.columns(), "a row has every column");
        let radians = skeleton.angle().to_radians();
        self.evaluate_roots(skeleton, &|node| Local::of(node, row, radians));
    }

    /// Evaluates the moment between two rows, `t` from 0 (the first) to 1 (the second).
    ///
    /// Composed local transforms are blended, positions on a line and rotations on the shortest
    /// arc. Euler angles are never blended: their mean is no mean of rotations.
    ///
    /// # Panics
    /// Where a row does not have the skeleton's columns.
    pub fn evaluate_between(&mut self, skeleton: &Skeleton, rows: [&[f32]; 2], t: f32) {
        for row in rows {
            assert_eq!(row.len(), skeleton.columns(), "a row has every column");
        }
        let radians = skeleton.angle().to_radians();
        self.evaluate_roots(skeleton, &|node| {
            let [from, to] = rows.map(|row| Local::of(node, row, radians));
            from.blend(&to, t)
        });
    }

    fn evaluate_roots(&mut self, skeleton: &Skeleton, local_of: &impl Fn(&Node) -> Local) {
        self.globals
            .resize(skeleton.nodes().len(), Affine3A::IDENTITY);
        self.bone_scales.resize(skeleton.nodes().len(), 1.0);
        for &root in skeleton.roots() {
            self.evaluate_children(skeleton, local_of, root, &Affine3A::IDENTITY);
        }
    }

    /// The paper's `EvaluateChildren` (figure 4.5), with its matrix stack as an argument.
    ///
    /// Equation 2.4: the global transform is the parent's global transform times the local one.
    fn evaluate_children(
        &mut self,
        skeleton: &Skeleton,
        local_of: &impl Fn(&Node) -> Local,
        id: NodeId,
        parent: &Affine3A,
    ) {
        let node = &skeleton[id];
        let global = self.place(local_of, node, id, parent);
        for &child in &node.children {
            self.evaluate_children(skeleton, local_of, child, &global);
        }
    }

    /// The work on one node. Kept out of the recursion so that a frame of it stays small: the
    /// deepest hierarchy that the builder allows then fits in any thread's stack.
    #[inline(never)]
    fn place(
        &mut self,
        local_of: &impl Fn(&Node) -> Local,
        node: &Node,
        id: NodeId,
        parent: &Affine3A,
    ) -> Affine3A {
        let local = local_of(node);
        let global = local.global(node, parent);
        self.globals[id.index()] = global;
        self.bone_scales[id.index()] = local.bone_scale;
        global
    }

    /// The transform from a node's frame to the world.
    pub fn global(&self, id: NodeId) -> Affine3A {
        self.globals[id.index()]
    }

    /// The world position of a node's origin; not finite where the file has a gap.
    pub fn position(&self, id: NodeId) -> Vec3 {
        self.globals[id.index()].translation.into()
    }

    /// The world position of a bone's far end: equation 3.3 for a tip in the node's own frame.
    pub fn tip(&self, node: NodeId, tip: Tip) -> Vec3 {
        match tip {
            Tip::Node(id) => self.position(id),
            // Only the bone's own length is scaled, as in figure 4.5: the scale never enters a
            // global transform, so no child can inherit it.
            Tip::Local(end) => {
                self.globals[node.index()].transform_point3(end * self.bone_scales[node.index()])
            }
        }
    }

    /// The world positions of all points of a mesh, for the places that it has on `frame`.
    pub fn points(&self, mesh: &Mesh, frame: usize) -> Vec<Vec3> {
        let mut points = vec![Vec3::ZERO; mesh.point_count()];
        for (influence, &place) in mesh.influences().iter().zip(mesh.places(frame)) {
            let at = influence
                .node
                .map_or(place, |id| self.global(id).transform_point3(place));
            points[influence.point as usize] += at * influence.weight;
        }
        points
    }

    /// Both ends of each bone in the world, in the order of [`Skeleton::bones`].
    pub fn segments<'a>(
        &'a self,
        skeleton: &'a Skeleton,
    ) -> impl ExactSizeIterator<Item = [Vec3; 2]> + 'a {
        skeleton
            .bones()
            .iter()
            .map(|bone| [self.position(bone.node), self.tip(bone.node, bone.tip)])
    }
}

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
        // What stands above a node in world space has no say in where it is.
        while let Some(parent) = skeleton[last].parent.filter(|_| !skeleton[last].global) {
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

    /// How many transforms are multiplied for it.
    pub fn depth(&self) -> usize {
        self.nodes.len()
    }

    /// The transform from the node's frame to the world for one row of channel values: to the bit
    /// what [`Pose::global`] gives for the same row.
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
    /// [`Tip::Local`] gives.
    ///
    /// # Panics
    /// As [`Self::global`].
    pub fn tip(&self, skeleton: &Skeleton, row: &[f32], end: Vec3) -> Vec3 {
        let (global, bone_scale) = self.evaluate(skeleton, row);
        global.transform_point3(end * bone_scale)
    }

    /// The node's global transform and the scale of its own bone.
    fn evaluate(&self, skeleton: &Skeleton, row: &[f32]) -> (Affine3A, f32) {
        assert_eq!(row.len(), skeleton.columns(), "a row has every column");
        let radians = skeleton.angle().to_radians();
        let root = (Affine3A::IDENTITY, 1.0);
        self.nodes.iter().fold(root, |(parent, _), &id| {
            let node = &skeleton[id];
            let local = Local::of(node, row, radians);
            (local.global(node, &parent), local.bone_scale)
        })
    }
}

/// The transform of a node in its parent's frame for one row of channel values; of a node in world
/// space, in the world.
///
/// # Panics
/// Where `row` does not have the skeleton's columns.
pub fn local(skeleton: &Skeleton, id: NodeId, row: &[f32]) -> Affine3A {
    assert_eq!(row.len(), skeleton.columns(), "a row has every column");
    let radians = skeleton.angle().to_radians();
    let local = Local::of(&skeleton[id], row, radians);
    Affine3A::from_rotation_translation(local.rotation, local.translation)
}

/// A node's transform in its parent's frame.
struct Local {
    rotation: Quat,
    translation: Vec3,
    bone_scale: f32,
}

impl Local {
    /// `T(offset + translation) · pre · R(channels) · post`.
    ///
    /// Equation 2.3, M = T·R·S with S kept apart. For BVH `pre` and `post` are identity, which
    /// leaves equation 3.2 with equation 3.1 for R; for HTR `pre` is R0 of equation 3.6.
    fn of(node: &Node, row: &[f32], radians: f32) -> Self {
        let mut translation = node.offset;
        let mut rotation = node.pre;
        let mut bone_scale = 1.0;
        for (&channel, &value) in node.channels.iter().zip(&row[node.columns()]) {
            match channel {
                Channel::Translation(axis) => translation[axis.index()] += value,
                Channel::Slide(axis) => translation += node.pre * (axis.unit() * value),
                Channel::Position(axis) => translation[axis.index()] = value,
                Channel::Rotation(axis) => rotation *= axis.rotation(value * radians),
                Channel::BoneScale => bone_scale = value,
                Channel::BoxSize(_) | Channel::Unused => {}
            }
        }
        if node.post != Quat::IDENTITY {
            rotation *= node.post;
        }
        Self {
            rotation,
            translation,
            bone_scale,
        }
    }

    /// Equation 2.4: the node's transform in the world, below a parent that stands there.
    fn global(&self, node: &Node, parent: &Affine3A) -> Affine3A {
        let transform = Affine3A::from_rotation_translation(self.rotation, self.translation);
        if node.global {
            transform
        } else {
            *parent * transform
        }
    }

    fn blend(&self, to: &Self, t: f32) -> Self {
        Self {
            rotation: self.rotation.slerp(to.rotation, t),
            translation: self.translation.lerp(to.translation, t),
            bone_scale: self.bone_scale + (to.bone_scale - self.bone_scale) * t,
        }
    }
}
