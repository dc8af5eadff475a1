//! The pose of a whole skeleton on a frame, or between two of them; and a chain, which has one node by its ancestors alone.

use glam::{Affine3A, Vec3};

use super::local::{Local, Row, Single};
use super::rotation::{AngleUnit, HalfAngle};
use crate::take::{BoneEnd, Mesh, Node, NodeId, Skeleton};

/// The evaluated skeleton at one moment, in the file's unit and axes.
///
/// ```
/// use glam::Vec3;
/// use rushes::evaluate::Pose;
/// use rushes::take::{Axis, Channel, SkeletonBuilder};
///
/// // A hip that rotates about Z, and a knee half a metre below.
/// let mut build = SkeletonBuilder::default();
/// let hip = build.node("hip", None)?;
/// build.node_mut(hip).channels = vec![Channel::Rotation(Axis::Z)];
/// let knee = build.node("knee", Some(hip))?;
/// build.node_mut(knee).offset = Vec3::new(0.0, -0.5, 0.0);
/// let skeleton = build.finish();
///
/// let pose = Pose::of(&skeleton, &[90.0]);
/// assert!(pose.position(knee).distance(Vec3::new(0.5, 0.0, 0.0)) < 1e-6);
/// # Ok::<(), rushes::take::TooDeep>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Pose {
    globals: Vec<Affine3A>,
    bone_scales: Vec<f32>,
    /// The half angles of the row, or of both.
    angles: [HalfAngles; 2],
}

impl PartialEq for Pose {
    fn eq(&self, other: &Self) -> bool {
        self.globals == other.globals && self.bone_scales == other.bone_scales
    }
}

/// Sine and cosine of half of every value of a row: all at once, angles or not, which the compiler makes
/// a loop of wide registers of. A pose is 1.5 × as fast as with those that are angles, one by one.
#[derive(Clone, Debug, Default)]
struct HalfAngles {
    sines: Vec<f32>,
    cosines: Vec<f32>,
}

impl HalfAngles {
    fn fill(&mut self, skeleton: &Skeleton, row: &[f32]) {
        assert_eq!(row.len(), skeleton.columns(), "a row has every column");
        let unit = AngleUnit::new(skeleton.angle());
        self.sines.resize(row.len(), 0.0);
        self.cosines.resize(row.len(), 0.0);
        let all = self.sines.iter_mut().zip(&mut self.cosines);
        for ((sine, cosine), &value) in all.zip(row) {
            [*sine, *cosine] = unit.half_angle(value);
        }
    }
}

struct RowWithAngles<'a> {
    row: &'a [f32],
    angles: &'a HalfAngles,
}

impl Row<f32> for RowWithAngles<'_> {
    #[inline(always)]
    fn value(&self, column: usize) -> f32 {
        self.row[column]
    }

    #[inline(always)]
    fn half_angle(&self, column: usize) -> HalfAngle<f32> {
        [self.angles.sines[column], self.angles.cosines[column]]
    }
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
        let [mut angles, other] = std::mem::take(&mut self.angles);
        angles.fill(skeleton, row);
        let row = RowWithAngles { row, angles: &angles };
        self.evaluate_roots(skeleton, &|node| Local::evaluate(node, &row));
        self.angles = [angles, other];
    }

    /// Evaluates the moment between two rows, `t` from 0 (the first) to 1 (the second).
    ///
    /// Composed local transforms are blended, positions on a line and rotations on the shortest
    /// arc. Euler angles are never blended: their mean is no mean of rotations.
    ///
    /// # Panics
    /// Where a row does not have the skeleton's columns.
    pub fn evaluate_between(&mut self, skeleton: &Skeleton, rows: [&[f32]; 2], t: f32) {
        let mut angles = std::mem::take(&mut self.angles);
        for (angles, row) in angles.iter_mut().zip(rows) {
            angles.fill(skeleton, row);
        }
        let rows = [0, 1].map(|i| RowWithAngles { row: rows[i], angles: &angles[i] });
        self.evaluate_roots(skeleton, &|node| {
            let [from, to] = rows.each_ref().map(|row| Local::evaluate(node, row));
            from.blend(&to, t)
        });
        self.angles = angles;
    }

    fn evaluate_roots(&mut self, skeleton: &Skeleton, local_of: &impl Fn(&Node) -> Local<f32>) {
        self.globals.resize(skeleton.nodes().len(), Affine3A::IDENTITY);
        self.bone_scales.resize(skeleton.nodes().len(), 1.0);
        for &root in skeleton.roots() {
            self.evaluate_children(skeleton, local_of, root, None);
        }
    }

    /// The paper's `EvaluateChildren` (figure 4.5), with its matrix stack as an argument.
    ///
    /// Equation 2.4: the global transform is the parent's global transform times the local one.
    fn evaluate_children(
        &mut self,
        skeleton: &Skeleton,
        local_of: &impl Fn(&Node) -> Local<f32>,
        id: NodeId,
        parent: Option<&Affine3A>,
    ) {
        let node = &skeleton[id];
        let global = self.place_node(local_of, node, id, parent);
        for &child in &node.children {
            self.evaluate_children(skeleton, local_of, child, Some(&global));
        }
    }

    /// The work on one node. Kept out of the recursion so that a frame of it stays small: the
    /// deepest hierarchy that the builder allows then fits in any thread's stack.
    #[inline(never)]
    fn place_node(
        &mut self,
        local_of: &impl Fn(&Node) -> Local<f32>,
        node: &Node,
        id: NodeId,
        parent: Option<&Affine3A>,
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

    /// The world position of a bone's far end: equation 3.3 for an end in the node's own frame.
    pub fn bone_end(&self, node: NodeId, end: BoneEnd) -> Vec3 {
        match end {
            BoneEnd::Node(id) => self.position(id),
            // Only the bone's own length is scaled, as in figure 4.5: the scale never enters a
            // global transform, so no child can inherit it.
            BoneEnd::Local(end) => {
                self.globals[node.index()].transform_point3(end * self.bone_scales[node.index()])
            }
        }
    }

    /// The world positions of all points of a mesh, for the places that it has on `frame`.
    pub fn points(&self, mesh: &Mesh, frame: usize) -> Vec<Vec3> {
        let mut points = vec![Vec3::ZERO; mesh.point_count()];
        for (influence, &place) in mesh.influences().iter().zip(mesh.places(frame)) {
            let at = influence.node.map_or(place, |id| self.global(id).transform_point3(place));
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
            .map(|bone| [self.position(bone.node), self.bone_end(bone.node, bone.end)])
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
    pub fn ending_at(skeleton: &Skeleton, node: NodeId) -> Self {
        let mut nodes = vec![node];
        let mut last = node;
        while let Some(parent) = skeleton[last].effective_parent() {
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

    /// The world position of `end`, a place in the frame of the node's own bone such as [`BoneEnd::Local`] gives.
    ///
    /// # Panics
    /// As [`Self::global`].
    pub fn bone_end(&self, skeleton: &Skeleton, row: &[f32], end: Vec3) -> Vec3 {
        let (global, bone_scale) = self.evaluate(skeleton, row);
        global.transform_point3(end * bone_scale)
    }

    /// The node's global transform and the scale of its own bone.
    fn evaluate(&self, skeleton: &Skeleton, row: &[f32]) -> (Affine3A, f32) {
        let single = Single::new(skeleton, row);
        let mut at = None;
        let mut bone_scale = 1.0;
        for &id in &self.nodes {
            let node = &skeleton[id];
            let local = Local::evaluate(node, &single);
            at = Some(local.global(node, at.as_ref()));
            bone_scale = local.bone_scale;
        }
        (at.unwrap_or(Affine3A::IDENTITY), bone_scale)
    }
}
