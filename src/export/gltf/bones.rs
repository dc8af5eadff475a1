//! The bones of a glTF file as octahedra, for it draws no skeletons.

use super::octahedron::Faces;
use crate::export::placed::{Joint, Placed};
use crate::take::BoneEnd;

/// The bones of each tree in the rest pose, each moved by its joint, which they name by its place in the tree.
pub(super) fn bones(placed: &Placed<'_>, joints: &[Joint], trees: &[Vec<usize>]) -> Vec<Faces> {
    let mut place_of = vec![(0, 0); joints.len()];
    for (t, tree) in trees.iter().enumerate() {
        for (place, &i) in tree.iter().enumerate() {
            place_of[i] = (t, place as u16);
        }
    }
    let mut all: Vec<Faces> = trees.iter().map(|_| Faces::default()).collect();
    for bone in placed.take.skeleton.bones() {
        // Nodes are ahead of bone ends, in the order of the take.
        let joint = &joints[bone.node.index()];
        let end = match bone.end {
            BoneEnd::Node(id) => joints[id.index()].world.w_axis.truncate(),
            BoneEnd::Local(end) => {
                let end = end.as_dvec3() * joint.rest.scale * placed.scale;
                joint.world.transform_point3(end)
            }
        };
        let (tree, place) = place_of[bone.node.index()];
        all[tree].bone(joint.world.w_axis.truncate(), end, place);
    }
    all
}
