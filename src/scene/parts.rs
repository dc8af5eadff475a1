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
    /// The node that each part belongs to.
    nodes: Vec<NodeId>,
    sides: Vec<Side>,
    /// Whose each part is.
    owners: Vec<Option<usize>>,
    subjects: Subjects,
    limbs: Vec<Limb>,
    /// How deep in the tree each part is, from 0 at a root to 1.
    depths: Vec<f32>,
    /// How many of them are bones.
    bones: usize,
    /// For each node, its parts.
    of: Vec<Vec<usize>>,
    /// Bones that have an end of their own, each with a child of their node.
    apart: Vec<(usize, NodeId)>,
    /// For each mesh and point of it, the node that moves it most.
    movers: Vec<Vec<Option<NodeId>>>,
}

impl Parts {
    /// The parts of a take. Sides come from the names of the nodes: a bone from joint to joint has
    /// the side of its far end, so that the one from the spine to the left shoulder is left.
    pub fn of(take: &Take) -> Self {
        let skeleton = &take.skeleton;
        let side_of = sides(skeleton);
        let limb_of = limbs(take);
        let depth_of = depths(skeleton);
        let mut is_joined = vec![false; skeleton.nodes().len()];
        let mut parts = Self {
            nodes: Vec::with_capacity(skeleton.bones().len()),
            sides: Vec::with_capacity(skeleton.bones().len()),
            owners: Vec::with_capacity(skeleton.bones().len()),
            subjects: Subjects::of(skeleton),
            limbs: Vec::with_capacity(skeleton.bones().len()),
            depths: Vec::with_capacity(skeleton.bones().len()),
            bones: skeleton.bones().len(),
            of: vec![Vec::new(); skeleton.nodes().len()],
            apart: apart(skeleton),
            movers: take.meshes.iter().map(|mesh| movers(mesh, skeleton)).collect(),
        };
        let shared = shared(skeleton, &side_of);
        for bone in skeleton.bones() {
            is_joined[bone.node.index()] = true;
            let (far, side) = match bone.end {
                BoneEnd::Node(far) if shared.contains(&place(skeleton, far)) => (far, Side::Middle),
                BoneEnd::Node(far) => (far, side_of[far.index()]),
                BoneEnd::Local(_) => (bone.node, side_of[bone.node.index()]),
            };
            is_joined[far.index()] = true;
            let limb = match side {
                Side::Middle => Limb::Trunk,
                _ => limb_of[far.index()],
            };
            parts.add(bone.node, side, limb, depth_of[bone.node.index()]);
        }
        for (id, _) in skeleton.iter() {
            if !is_joined[id.index()] {
                let at = id.index();
                parts.add(id, side_of[at], limb_of[at], depth_of[at]);
            }
        }
        parts
    }

    fn add(&mut self, node: NodeId, side: Side, limb: Limb, depth: f32) {
        self.of[node.index()].push(self.nodes.len());
        self.nodes.push(node);
        self.owners.push(self.subjects.of_node(node));
        self.sides.push(side);
        self.limbs.push(limb);
        self.depths.push(depth);
    }

    /// How many parts there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing is drawn.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The places of a node's parts.
    pub fn of_node(&self, id: NodeId) -> &[usize] {
        &self.of[id.index()]
    }

    /// The node that a part belongs to.
    pub fn node(&self, part: usize) -> NodeId {
        self.nodes[part]
    }

    /// The side of the body that a part is on.
    pub fn side(&self, part: usize) -> Side {
        self.sides[part]
    }

    /// The subjects of the take; none where there is one performer alone.
    pub fn subjects(&self) -> &Subjects {
        &self.subjects
    }

    /// Whose a part is, as a place among the names of the subjects.
    pub fn subject(&self, part: usize) -> Option<usize> {
        self.owners[part]
    }

    /// The part of the body that a part is.
    pub fn limb(&self, part: usize) -> Limb {
        self.limbs[part]
    }

    /// How deep in the tree of nodes a part is: 0 at a root, 1 at the deepest bone.
    pub fn depth(&self, part: usize) -> f32 {
        self.depths[part]
    }

    /// The points, with their places among the parts.
    pub fn points(&self) -> impl Iterator<Item = (usize, NodeId)> + '_ {
        let points = self.nodes.iter().copied().enumerate();
        points.skip(self.bones)
    }

    /// A colour for each part by its side.
    pub fn colours_by_side(&self, palette: &ThemeColours) -> Vec<Rgba> {
        let sides = self.sides.iter();
        sides.map(|&side| palette.of_side(side)).collect()
    }

    /// The bones whose ends may be elsewhere than the joints of their children, each with one of
    /// these.
    pub(super) fn apart(&self) -> &[(usize, NodeId)] {
        &self.apart
    }

    /// For each point of a mesh, the node that moves it most; `None` for one that is in the world.
    pub(super) fn movers(&self, mesh: usize) -> &[Option<NodeId>] {
        &self.movers[mesh]
    }
}

/// The bones with an end of their own, each with every child that no bone of the same node leads to.
fn apart(skeleton: &Skeleton) -> Vec<(usize, NodeId)> {
    let mut first: Vec<Option<usize>> = vec![None; skeleton.nodes().len()];
    let mut is_reached = vec![false; skeleton.nodes().len()];
    for (i, bone) in skeleton.bones().iter().enumerate() {
        match bone.end {
            BoneEnd::Node(child) => is_reached[child.index()] = true,
            BoneEnd::Local(_) => first[bone.node.index()] = first[bone.node.index()].or(Some(i)),
        }
    }
    let children = skeleton.iter().filter(|(id, _)| !is_reached[id.index()]);
    let pairs = children.filter_map(|(id, node)| Some((first[node.hangs_from()?.index()]?, id)));
    pairs.collect()
}

/// How deep in the tree each node is: 0 for a root, 1 for the deepest one that begins a bone.
fn depths(skeleton: &Skeleton) -> Vec<f32> {
    let mut depths: Vec<f32> = Vec::with_capacity(skeleton.nodes().len());
    for node in skeleton.nodes() {
        let above = node.parent.map(|parent| depths[parent.index()] + 1.0);
        depths.push(above.unwrap_or_default());
    }
    let bones = skeleton.bones().iter();
    let deepest = bones.fold(1.0, |most: f32, bone| most.max(depths[bone.node.index()]));
    depths.iter().map(|depth| depth / deepest).collect()
}

fn movers(mesh: &Mesh, skeleton: &Skeleton) -> Vec<Option<NodeId>> {
    let mut movers = vec![None; mesh.point_count()];
    let mut heaviest = vec![f32::NEG_INFINITY; mesh.point_count()];
    for influence in mesh.influences() {
        let point = influence.point as usize;
        if influence.weight > heaviest[point] {
            heaviest[point] = influence.weight;
            movers[point] = influence.node.filter(|node| node.index() < skeleton.nodes().len());
        }
    }
    movers
}

/// Where a node sits in its parent at rest, as a key: the parent and the bits of the offset.
type Place = (Option<NodeId>, [u32; 3]);

fn place(skeleton: &Skeleton, id: NodeId) -> Place {
    let node = &skeleton[id];
    (node.parent, node.offset.to_array().map(f32::to_bits))
}

/// The places at which joints of different sides sit. A bone to such a place is drawn over those of
/// its neighbours, and belongs to no side: the top of a spine from which both collar bones set out.
fn shared(skeleton: &Skeleton, side_of: &[Side]) -> HashSet<Place> {
    let mut first: HashMap<Place, Side> = HashMap::new();
    let mut shared = HashSet::new();
    for (id, node) in skeleton.iter().filter(|(_, node)| node.parent.is_some()) {
        let side = side_of[id.index()];
        let is_apart = node.offset != Vec3::ZERO;
        if is_apart && *first.entry(place(skeleton, id)).or_insert(side) != side {
            shared.insert(place(skeleton, id));
        }
    }
    shared
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::sample::at_rest;
    use crate::take::SkeletonBuilder;

    const DARK: fn(Side) -> Rgba = |side| ThemeColours::DARK.of_side(side);

    fn parts(build: SkeletonBuilder) -> Parts {
        Parts::of(&at_rest(build))
    }

    #[test]
    fn bones_come_first_and_then_the_points_that_no_bone_reaches() {
        let mut build = SkeletonBuilder::default();
        let hips = build.node("Hips", None).unwrap();
        let knee = build.node("LeftKnee", Some(hips)).unwrap();
        let marker = build.node("R_Heel", None).unwrap();
        let head = build.node("Head", None).unwrap();
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
        let mut build = SkeletonBuilder::default();
        let spine = build.node("Spine", None).unwrap();
        for (name, offset) in [
            ("LeftCollar", Vec3::Y),
            ("RightCollar", Vec3::Y),
            ("LeftHip", Vec3::X),
            ("LeftPocket", Vec3::X),
        ] {
            let joint = build.node(name, Some(spine)).unwrap();
            build.node_mut(joint).offset = offset;
            build.bone(spine, BoneEnd::Node(joint));
            build.bone(joint, BoneEnd::Local(Vec3::X));
        }
        let parts = parts(build);
        let colours = parts.colours_by_side(&ThemeColours::DARK);
        let [left, middle, right] = [Side::Left, Side::Middle, Side::Right].map(DARK);
        let to_the_joints: Vec<_> = colours.iter().copied().step_by(2).collect();
        assert_eq!(to_the_joints, [middle, middle, left, left]);
        let from_them: Vec<_> = colours.iter().copied().skip(1).step_by(2).collect();
        assert_eq!(from_them, [left, right, left, left]);
    }
}
