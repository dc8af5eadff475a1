//! The skeleton: its nodes, channels and bones, and the builder that alone can make one.

use std::ops::{Index, Range};

use glam::{Quat, Vec3};

use serde::{Deserialize, Serialize};

use super::{Angle, Axis, Body, EulerOrder, Mass};

/// The deepest hierarchy that is accepted: the recursion of the evaluator then fits in a megabyte
/// of stack (held by a test), and the longest real chains are a tenth of it.
pub const MAX_DEPTH: usize = 4096;

/// The place of a node in its skeleton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct NodeId(u32);

impl NodeId {
    /// The place as a number, for tables that stand beside the skeleton.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What one value of a row does to its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Channel {
    /// Adds to the node's offset along an axis, in units of length.
    Translation(Axis),
    /// Adds to the node's offset along an axis that its base rotation `pre` has turned, in units of
    /// length: what Acclaim's `tx ty tz` do on a bone with axes of its own, and `l` along the bone.
    Slide(Axis),
    /// Takes the place of the node's offset along an axis, in units of length. NaN is a gap: the
    /// node is missing on that frame.
    Position(Axis),
    /// Turns about an axis, in the skeleton's unit of angle.
    Rotation(Axis),
    /// Multiplies the length of the node's own bone. Children never inherit it.
    BoneScale,
    /// The length of the box around the node's bone along an axis of the node, in units of length.
    BoxSize(Axis),
    /// How sure an estimator of poses is of the node's place, from 0 to 1. Moves nothing. It stands behind
    /// the channels of the place.
    Confidence,
    /// Is read and kept but moves nothing, such as a scale channel in BVH.
    Unused,
}

impl Channel {
    /// Whether its values are lengths.
    pub fn is_length(self) -> bool {
        match self {
            Self::Translation(_) | Self::Slide(_) | Self::Position(_) | Self::BoxSize(_) => true,
            Self::Rotation(_) | Self::BoneScale | Self::Confidence | Self::Unused => false,
        }
    }
}

/// A joint or segment: where it sits in its parent, how it may move, and what hangs from it.
///
/// Its local transform is `T(offset + translation) · pre · R(channels, left to right) · post`.
/// That is the paper's equation 2.3 with the scale kept apart; see [`crate::evaluate`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Node {
    /// As the file has it; not always unique.
    pub name: String,
    /// `None` for a root. The builder alone sets it, so that parents come before their children.
    pub(crate) parent: Option<NodeId>,
    /// In file order.
    pub(crate) children: Vec<NodeId>,
    /// The node's origin in its parent's frame, in units of length.
    pub offset: Vec3,
    /// Base rotation that acts after the channels: HTR's R0, Acclaim's C. Identity for BVH.
    pub pre: Quat,
    /// Rotation that acts before the channels: Acclaim's C⁻¹. Identity for BVH and HTR.
    pub post: Quat,
    /// In the order in which their transforms are multiplied, left to right.
    pub channels: Vec<Channel>,
    /// The column of the first channel in the motion table.
    pub(crate) first_column: usize,
    /// Whether the channels are in world space, so that the parent's transform does not apply.
    pub is_world_space: bool,
    /// Whether it is of hair, cloth or the like, which swings with the body: VRM's spring bones.
    pub is_secondary: bool,
    /// What a few formats say of a node beyond how it moves; most nodes have none.
    pub body: Option<Box<Body>>,
}

impl Node {
    /// The node that it hangs from, which comes before it; `None` for a root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The nodes that hang from it, in file order.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// Lower and upper limit of each channel; empty where the file has none.
    pub fn limits(&self) -> &[[f32; 2]] {
        self.body.as_ref().map_or(&[], |body| &body.limits)
    }

    /// The column of its [`Channel::Confidence`]; `None` for most nodes.
    pub fn confidence_column(&self) -> Option<usize> {
        let at = self.channels.iter().position(|channel| *channel == Channel::Confidence)?;
        Some(self.first_column + at)
    }

    /// By what its part of the body is known: by the name that its format prescribes, or its own.
    pub fn part_name(&self) -> &str {
        self.body.as_ref().and_then(|body| body.part.as_deref()).unwrap_or(&self.name)
    }

    /// What the part of the body around the bone weighs.
    pub fn mass(&self) -> Option<Mass> {
        self.body.as_ref()?.mass
    }

    /// The lengths of the box around the bone in the rest pose.
    pub fn size(&self) -> Option<Vec3> {
        self.body.as_ref()?.size
    }

    /// The order in which its rotations about three different axes are multiplied, left to right; Z X Y where its
    /// channels have no such order.
    #[doc(hidden)]
    pub fn euler_order(&self) -> EulerOrder {
        let rotations = self.channels.iter().filter_map(|channel| match channel {
            Channel::Rotation(axis) => Some(*axis),
            _ => None,
        });
        match rotations.collect::<Vec<Axis>>()[..] {
            [a, b, c] if a != b && b != c && a != c => EulerOrder([a, b, c]),
            _ => EulerOrder([Axis::Z, Axis::X, Axis::Y]),
        }
    }

    /// The node below whose transform this one's is: its parent, but for a node in world space, where
    /// nothing above has a say.
    pub fn effective_parent(&self) -> Option<NodeId> {
        self.parent.filter(|_| !self.is_world_space)
    }

    /// The columns of this node's channels in the motion table.
    pub fn columns(&self) -> Range<usize> {
        self.first_column..self.first_column + self.channels.len()
    }
}

/// One drawn segment of the stick figure, from a node's origin to its end.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bone {
    /// The node that turns the bone.
    pub node: NodeId,
    /// The far end.
    pub end: BoneEnd,
}

/// The far end of a bone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum BoneEnd {
    /// The origin of another node: a bone from joint to joint, as in BVH.
    Node(NodeId),
    /// A point in the frame of the bone's own node: end sites, and bones given by a length.
    Local(Vec3),
}

/// A tree of nodes, stored parents first, and the bones drawn between them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Skeleton {
    nodes: Vec<Node>,
    roots: Vec<NodeId>,
    bones: Vec<Bone>,
    angle: Angle,
    rest_row: Vec<f32>,
}

impl Skeleton {
    /// The nodes without a parent, in file order.
    pub fn roots(&self) -> &[NodeId] {
        &self.roots
    }

    /// The drawn segments, in file order.
    pub fn bones(&self) -> &[Bone] {
        &self.bones
    }

    /// The ends of bones that are no node, each in the frame of its bone, with the node that the bone is of.
    pub fn free_ends(&self) -> impl Iterator<Item = (NodeId, Vec3)> + Clone {
        self.bones.iter().filter_map(|bone| match bone.end {
            BoneEnd::Local(end) => Some((bone.node, end)),
            BoneEnd::Node(_) => None,
        })
    }

    /// All nodes, every parent before its children, in file order.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// All nodes with their places, in file order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (NodeId, &Node)> {
        self.nodes.iter().enumerate().map(|(i, node)| (NodeId(i as u32), node))
    }

    /// Whether another skeleton has the same nodes below one another, with bones that point the same
    /// way at rest: that of another performer, perhaps.
    pub fn is_like(&self, other: &Self) -> bool {
        let points_alike = |a: Vec3, b: Vec3| a.dot(b) >= 0.9 * a.length() * b.length();
        self.nodes.len() == other.nodes.len()
            && self.nodes.iter().zip(&other.nodes).all(|(a, b)| {
                a.name == b.name && a.parent == b.parent && points_alike(a.offset, b.offset)
            })
    }

    /// The nodes from a root down to the first one that has no child or several, and that one.
    pub(crate) fn stem(&self, root: NodeId) -> (Vec<NodeId>, NodeId) {
        let mut above = Vec::new();
        let mut at = root;
        while let [only] = self[at].children[..] {
            above.push(at);
            at = only;
        }
        (above, at)
    }

    /// The first node of that name.
    pub fn find(&self, name: &str) -> Option<NodeId> {
        self.iter().find(|(_, n)| n.name == name).map(|(id, _)| id)
    }

    /// The unit of the rotation channels.
    pub fn angle(&self) -> Angle {
        self.angle
    }

    /// How many channel values a row of motion must have.
    pub fn columns(&self) -> usize {
        self.rest_row.len()
    }

    /// Lets a loader settle what a channel means once it has seen the motion. Channels may change
    /// their kind, never their number.
    pub(crate) fn map_channels(&mut self, settle: impl Fn(&Node, Channel) -> Channel) {
        for node in &mut self.nodes {
            node.channels = node.channels.iter().map(|&c| settle(node, c)).collect();
        }
        self.lay_out_columns();
    }

    /// Whether a bone is of hair, cloth or the like: its far end is.
    pub fn is_secondary(&self, bone: &Bone) -> bool {
        match bone.end {
            BoneEnd::Node(far) => self[far].is_secondary,
            BoneEnd::Local(_) => self[bone.node].is_secondary,
        }
    }

    /// Lets a loader say that a root stands in the world by itself: only what does may be missing on a frame.
    pub(crate) fn set_world_space(&mut self, root: NodeId) {
        debug_assert!(self[root].parent.is_none());
        self.nodes[root.index()].is_world_space = true;
    }

    /// The lengths of the box around a node's bone for one row of channel values; `None` where the file has no boxes.
    pub fn size(&self, id: NodeId, row: &[f32]) -> Option<Vec3> {
        let node = &self[id];
        let mut size = node.size()?;
        for (&channel, &value) in node.channels.iter().zip(&row[node.columns()]) {
            if let Channel::BoxSize(axis) = channel {
                size[axis.index()] = value;
            }
        }
        Some(size)
    }

    /// The channel values of the rest pose: those that leave every node where its offset puts it, unless
    /// the file has others.
    pub fn rest_row(&self) -> &[f32] {
        &self.rest_row
    }

    /// Hands out the columns of the motion table in the order of the nodes.
    fn lay_out_columns(&mut self) {
        self.rest_row.clear();
        for node in &mut self.nodes {
            node.first_column = self.rest_row.len();
            let offset = node.offset;
            let size = node.size().unwrap_or_default();
            let rest = node.channels.iter().map(|channel| match channel {
                Channel::Position(axis) => offset[axis.index()],
                Channel::BoneScale | Channel::Confidence => 1.0,
                Channel::BoxSize(axis) => size[axis.index()],
                Channel::Translation(_)
                | Channel::Slide(_)
                | Channel::Rotation(_)
                | Channel::Unused => 0.0,
            });
            self.rest_row.extend(rest);
        }
    }
}

impl Index<NodeId> for Skeleton {
    type Output = Node;

    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }
}

/// The hierarchy is deeper than [`MAX_DEPTH`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooDeep;

/// Grows a skeleton parents first, so that the finished one cannot hold a cycle.
///
/// ```
/// use glam::Vec3;
/// use rushes::take::{Angle, Axis, BoneEnd, Channel, SkeletonBuilder, TooDeep};
///
/// let mut build = SkeletonBuilder::new(Angle::Degrees);
/// let hips = build.node("Hips", None)?;
/// build.node_mut(hips).channels = Axis::ALL.map(Channel::Translation).to_vec();
/// let knee = build.node("Knee", Some(hips))?;
/// build.node_mut(knee).offset = Vec3::new(0.0, -45.0, 0.0);
/// build.node_mut(knee).channels = vec![Channel::Rotation(Axis::X)];
/// build.bone(hips, BoneEnd::Node(knee));
/// build.bone(knee, BoneEnd::Local(Vec3::new(0.0, -40.0, 0.0)));
///
/// let skeleton = build.finish();
/// assert_eq!(skeleton.columns(), 4);
/// assert_eq!(skeleton[knee].columns(), 3..4);
/// assert_eq!(skeleton[hips].children(), [knee]);
/// assert_eq!(skeleton[knee].parent(), Some(hips));
/// # Ok::<(), TooDeep>(())
/// ```
#[derive(Debug, Default)]
pub struct SkeletonBuilder {
    skeleton: Skeleton,
    depths: Vec<usize>,
}

impl SkeletonBuilder {
    /// A builder for a file whose rotation channels are in `angle`.
    pub fn new(angle: Angle) -> Self {
        let skeleton = Skeleton { angle, ..Skeleton::default() };
        Self { skeleton, depths: Vec::new() }
    }

    /// Makes room for more nodes, so that they take no more memory than they need.
    pub fn reserve(&mut self, nodes: usize) {
        self.skeleton.nodes.reserve_exact(nodes);
        self.skeleton.roots.reserve_exact(nodes);
        self.depths.reserve_exact(nodes);
    }

    /// Adds a node without channels at its parent's origin; [`Self::node_mut`] gives it the rest.
    ///
    /// # Errors
    /// [`TooDeep`] where the node would be nested deeper than [`MAX_DEPTH`].
    ///
    /// # Panics
    /// Where the parent is no node of this builder.
    pub fn node(
        &mut self,
        name: impl Into<String>,
        parent: Option<NodeId>,
    ) -> Result<NodeId, TooDeep> {
        let depth = parent.map_or(1, |p| self.depths[p.index()] + 1);
        if depth > MAX_DEPTH {
            return Err(TooDeep);
        }
        let id = NodeId(u32::try_from(self.skeleton.nodes.len()).map_err(|_| TooDeep)?);
        match parent {
            Some(p) => self.skeleton.nodes[p.index()].children.push(id),
            None => self.skeleton.roots.push(id),
        }
        self.depths.push(depth);
        self.skeleton.nodes.push(Node {
            name: name.into(),
            parent,
            children: Vec::new(),
            offset: Vec3::ZERO,
            pre: Quat::IDENTITY,
            post: Quat::IDENTITY,
            channels: Vec::new(),
            first_column: 0,
            is_world_space: false,
            is_secondary: false,
            body: None,
        });
        Ok(id)
    }

    /// A node that was added before, to complete it.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.skeleton.nodes[id.index()]
    }

    /// Takes the offsets and tips so far for places in the world, and makes them places in their
    /// parents' frames, which are not turned.
    pub fn make_offsets_local(&mut self) {
        let Skeleton { nodes, bones, .. } = &mut self.skeleton;
        for bone in bones {
            if let BoneEnd::Local(end) = &mut bone.end {
                *end -= nodes[bone.node.index()].offset;
            }
        }
        // Children first, for as long as their parents' offsets are still places in the world.
        for index in (0..nodes.len()).rev() {
            if let Some(parent) = nodes[index].parent {
                let origin = nodes[parent.index()].offset;
                nodes[index].offset -= origin;
            }
        }
    }

    /// Adds a drawn segment.
    ///
    /// # Panics
    /// Where one of its ends is no node of this builder.
    pub fn bone(&mut self, node: NodeId, end: BoneEnd) {
        let far = if let BoneEnd::Node(far) = end { far } else { node };
        assert!(node.max(far).index() < self.len(), "a bone is of nodes that were added");
        self.skeleton.bones.push(Bone { node, end });
    }

    /// How many nodes there are so far.
    pub fn len(&self) -> usize {
        self.skeleton.nodes.len()
    }

    /// Whether no node was added yet.
    pub fn is_empty(&self) -> bool {
        self.skeleton.nodes.is_empty()
    }

    /// Ends the building.
    pub fn finish(mut self) -> Skeleton {
        self.skeleton.lay_out_columns();
        self.skeleton
    }

    /// Ends the building of a skeleton whose rest pose has these channel values.
    ///
    /// # Panics
    /// Where that is no value for each channel: a mistake of the loader, never of a file.
    pub(crate) fn finish_at(self, rest_row: Vec<f32>) -> Skeleton {
        let mut skeleton = self.finish();
        assert_eq!(skeleton.rest_row.len(), rest_row.len(), "a row has every column");
        skeleton.rest_row = rest_row;
        skeleton
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_follow_the_order_of_the_nodes() {
        let mut build = SkeletonBuilder::default();
        let root = build.node("root", None).unwrap();
        let child = build.node("child", Some(root)).unwrap();
        build.node_mut(child).channels = vec![Channel::BoneScale];
        build.node_mut(root).channels = vec![Channel::Rotation(Axis::X); 3];
        let skeleton = build.finish();
        assert_eq!(skeleton[root].columns(), 0..3);
        assert_eq!(skeleton[child].columns(), 3..4);
        assert_eq!(skeleton.columns(), 4);
        assert_eq!(skeleton[root].children, [child]);
        assert_eq!(skeleton.find("child"), Some(child));
    }

    #[test]
    fn the_depth_is_capped() {
        let mut build = SkeletonBuilder::default();
        let mut parent = None;
        for _ in 0..MAX_DEPTH {
            parent = Some(build.node("joint", parent).unwrap());
        }
        assert_eq!(build.node("one more", parent), Err(TooDeep));
    }

    #[test]
    fn a_rest_row_keeps_positions_at_their_offset_and_scales_at_one() {
        let mut build = SkeletonBuilder::default();
        let root = build.node("root", None).unwrap();
        build.node_mut(root).offset = Vec3::new(1.0, 2.0, 3.0);
        build.node_mut(root).channels = vec![
            Channel::Position(Axis::Y),
            Channel::Translation(Axis::X),
            Channel::BoneScale,
            Channel::Rotation(Axis::Z),
        ];
        assert_eq!(build.finish().rest_row(), [2.0, 0.0, 1.0, 0.0]);
    }
}
