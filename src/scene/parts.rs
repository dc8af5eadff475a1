//! The parts of a figure that have a colour each: bones, and points without a bone.

use std::collections::{HashMap, HashSet};

use glam::Vec3;

use super::limb::{Limb, limbs};
use super::side::{Side, sides};
use super::subject::Subjects;
use super::theme_colours::{Rgba, ThemeColours};
use crate::take::{BoneEnd, Mesh, NodeId, Skeleton, Take};

/// The drawn parts of a take: first its bones, in the order of the skeleton's list, then a point for
/// each node that no bone begins or ends at, such as a marker.
#[derive(Clone, Debug)]
pub struct Parts {
    pub(super) all: Vec<Part>,
    subjects: Subjects,
    /// How many of them are bones.
    bones: usize,
    has_confidence: bool,
    of_node: Vec<Vec<usize>>,
    detached: Vec<(usize, NodeId)>,
    skin_joints: Vec<Vec<Option<NodeId>>>,
}

#[derive(Clone, Debug)]
pub(super) struct Part {
    pub node: NodeId,
    pub side: Side,
    /// Whose it is, as an index into the names of the subjects.
    pub subject: Option<usize>,
    pub limb: Limb,
    /// How deep in the tree of nodes it is: 0 at a root, 1 at the deepest bone.
    pub depth: f32,
}

impl Parts {
    /// The parts of a take. Sides come from the names of the nodes: a bone from joint to joint has
    /// the side of its far end, so that the one from the spine to the left shoulder is left.
    pub fn new(take: &Take) -> Self {
        let skeleton = &take.skeleton;
        let side_of = sides(skeleton);
        let limb_of = limbs(take);
        let depth_of = depths(skeleton);
        let subjects = Subjects::new(skeleton);
        let mut parts = Vec::with_capacity(skeleton.bones().len());
        let mut of_node = vec![Vec::new(); skeleton.nodes().len()];
        let mut add = |node: NodeId, side: Side, limb: Limb| {
            of_node[node.index()].push(parts.len());
            let (subject, depth) = (subjects.of_node(node), depth_of[node.index()]);
            parts.push(Part { node, side, subject, limb, depth });
        };
        let mut is_joined = vec![false; skeleton.nodes().len()];
        for (bone, (far, side)) in skeleton.bones().iter().zip(bone_sides(skeleton, &side_of)) {
            is_joined[bone.node.index()] = true;
            is_joined[far.index()] = true;
            let limb = match side {
                Side::Middle => Limb::Trunk,
                _ => limb_of[far.index()],
            };
            add(bone.node, side, limb);
        }
        for (id, _) in skeleton.iter().filter(|(id, _)| !is_joined[id.index()]) {
            add(id, side_of[id.index()], limb_of[id.index()]);
        }
        Self {
            all: parts,
            subjects,
            bones: skeleton.bones().len(),
            has_confidence: take.has_confidence(),
            of_node,
            detached: detached(skeleton),
            skin_joints: take.meshes.iter().map(|mesh| skin_joints(mesh, skeleton)).collect(),
        }
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether an estimator says how sure it is of them.
    pub fn has_confidence(&self) -> bool {
        self.has_confidence
    }

    pub fn of_node(&self, id: NodeId) -> &[usize] {
        &self.of_node[id.index()]
    }

    pub fn node(&self, part: usize) -> NodeId {
        self.all[part].node
    }

    pub fn side(&self, part: usize) -> Side {
        self.all[part].side
    }

    pub fn subjects(&self) -> &Subjects {
        &self.subjects
    }

    /// The points, with their indices among the parts.
    pub fn points(&self) -> impl Iterator<Item = (usize, NodeId)> + '_ {
        self.all.iter().enumerate().skip(self.bones).map(|(i, part)| (i, part.node))
    }

    pub fn colours_by_side(&self, palette: &ThemeColours) -> Vec<Rgba> {
        self.all.iter().map(|part| palette.side_colour(part.side)).collect()
    }

    /// The bones whose ends may be elsewhere than the joints of their children, each with one of these.
    pub(super) fn detached(&self) -> &[(usize, NodeId)] {
        &self.detached
    }

    /// For each point of a mesh, the node that moves it most; `None` for one that is in the world.
    pub(super) fn skin_joints(&self, mesh: usize) -> &[Option<NodeId>] {
        &self.skin_joints[mesh]
    }
}

/// For each bone, the node that tells its side, and that side: what [`Parts::new`] says of it.
pub(super) fn bone_sides(
    skeleton: &Skeleton,
    side_of: &[Side],
) -> impl Iterator<Item = (NodeId, Side)> {
    let shared = shared_positions(skeleton, side_of);
    skeleton.bones().iter().map(move |bone| match bone.end {
        BoneEnd::Node(far) if shared.contains(&rest_position(skeleton, far)) => (far, Side::Middle),
        BoneEnd::Node(far) => (far, side_of[far.index()]),
        BoneEnd::Local(_) => (bone.node, side_of[bone.node.index()]),
    })
}

/// The bones with an end of their own, each with every child that no bone of the same node leads to.
fn detached(skeleton: &Skeleton) -> Vec<(usize, NodeId)> {
    let mut first: Vec<Option<usize>> = vec![None; skeleton.nodes().len()];
    let mut is_reached = vec![false; skeleton.nodes().len()];
    for (i, bone) in skeleton.bones().iter().enumerate() {
        match bone.end {
            BoneEnd::Node(child) => is_reached[child.index()] = true,
            BoneEnd::Local(_) => first[bone.node.index()] = first[bone.node.index()].or(Some(i)),
        }
    }
    let children = skeleton.iter().filter(|(id, _)| !is_reached[id.index()]);
    children.filter_map(|(id, node)| Some((first[node.effective_parent()?.index()]?, id))).collect()
}

/// How deep in the tree each node is: 0 for a root, 1 for the deepest one that begins a bone.
fn depths(skeleton: &Skeleton) -> Vec<f32> {
    let mut depths: Vec<f32> = Vec::with_capacity(skeleton.nodes().len());
    for node in skeleton.nodes() {
        depths.push(node.parent.map_or(0.0, |parent| depths[parent.index()] + 1.0));
    }
    let bones = skeleton.bones().iter();
    let deepest = bones.fold(1.0, |most: f32, bone| most.max(depths[bone.node.index()]));
    depths.iter().map(|depth| depth / deepest).collect()
}

fn skin_joints(mesh: &Mesh, skeleton: &Skeleton) -> Vec<Option<NodeId>> {
    let mut joints = vec![None; mesh.point_count()];
    let mut heaviest = vec![f32::NEG_INFINITY; mesh.point_count()];
    for influence in mesh.influences() {
        let point = influence.point as usize;
        if influence.weight > heaviest[point] {
            heaviest[point] = influence.weight;
            joints[point] = influence.node.filter(|node| node.index() < skeleton.nodes().len());
        }
    }
    joints
}

/// Where a node sits in its parent at rest, as a key: the parent and the bits of the offset.
type RestPosition = (Option<NodeId>, [u32; 3]);

fn rest_position(skeleton: &Skeleton, id: NodeId) -> RestPosition {
    let node = &skeleton[id];
    (node.parent, node.offset.to_array().map(f32::to_bits))
}

/// The positions of joints of different sides. A bone to such a position is drawn over those of
/// its neighbours, and belongs to no side: the top of a spine from which both collar bones set out.
fn shared_positions(skeleton: &Skeleton, side_of: &[Side]) -> HashSet<RestPosition> {
    let mut first: HashMap<RestPosition, Side> = HashMap::new();
    let mut shared = HashSet::new();
    for (id, node) in skeleton.iter().filter(|(_, node)| node.parent.is_some()) {
        let side = side_of[id.index()];
        let position = rest_position(skeleton, id);
        if node.offset != Vec3::ZERO && *first.entry(position).or_insert(side) != side {
            shared.insert(position);
        }
    }
    shared
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::sample::{at_rest, tree};
    use crate::take::SkeletonBuilder;

    const DARK: fn(Side) -> Rgba = |side| ThemeColours::DARK.side_colour(side);

    fn parts(build: SkeletonBuilder) -> Parts {
        Parts::new(&at_rest(build))
    }

    #[test]
    fn bones_come_first_and_then_the_points_that_no_bone_reaches() {
        let nodes = [("Hips", None), ("LeftKnee", Some(0)), ("R_Heel", None), ("Head", None)];
        let (mut build, nodes) = tree(&nodes.map(|(name, parent)| (name, parent, Vec3::ZERO)));
        let [hips, knee, marker, head] = nodes[..] else { unreachable!() };
        build.bone(hips, BoneEnd::Node(knee));
        build.bone(head, BoneEnd::Local(Vec3::Y));
        let parts = parts(build);
        assert_eq!(parts.len(), 3);
        assert_eq!(parts.points().collect::<Vec<_>>(), [(2, marker)]);
        assert_eq!(parts.of_node(hips), [0]);
        assert_eq!(parts.of_node(knee), [0; 0], "it ends a bone and has none");
        assert_eq!(parts.of_node(marker), [2]);
        assert_eq!(parts.node(1), head);
        let colours = parts.colours_by_side(&ThemeColours::DARK);
        let [left, middle, right] = [Side::Left, Side::Middle, Side::Right].map(DARK);
        assert_eq!(colours, [left, middle, right]);
    }

    #[test]
    fn bones_that_lie_on_one_another_take_no_side() {
        let (mut build, nodes) = tree(&[
            ("Spine", None, Vec3::ZERO),
            ("LeftCollar", Some(0), Vec3::Y),
            ("RightCollar", Some(0), Vec3::Y),
            ("LeftHip", Some(0), Vec3::X),
            ("LeftPocket", Some(0), Vec3::X),
        ]);
        for &joint in &nodes[1..] {
            build.bone(nodes[0], BoneEnd::Node(joint));
            build.bone(joint, BoneEnd::Local(Vec3::X));
        }
        let colours = parts(build).colours_by_side(&ThemeColours::DARK);
        let [left, middle, right] = [Side::Left, Side::Middle, Side::Right].map(DARK);
        let to_the_joints: Vec<_> = colours.iter().copied().step_by(2).collect();
        assert_eq!(to_the_joints, [middle, middle, left, left]);
        let from_them: Vec<_> = colours.iter().copied().skip(1).step_by(2).collect();
        assert_eq!(from_them, [left, right, left, left]);
    }
}
