//! The vertices of BonesPro exports as meshes that move with the bones, or were baked.

use glam::DAffine3;

use super::frames::MeshFrames;
use super::structure::{Structure, Vertex, Weight};
use crate::take::{Influence, Mesh, NodeId, WarningCode, Warnings, counted};

/// What lists call it: the exports have no name for the mesh.
const NAME: &str = "mesh";

/// How far the weights of a vertex may be off 1 in all. Files have six digits.
const CLOSE: f32 = 1e-3;

/// The mesh of a structure, where it has one: each vertex keeps its positions in the bones that move it.
pub(super) fn bound_mesh(
    structure: &Structure,
    nodes: &[NodeId],
    warnings: &mut Warnings,
) -> Vec<Mesh> {
    if structure.vertices.is_empty() {
        return Vec::new();
    }
    let bones = structure.bones.iter();
    let bone_from_world: Vec<DAffine3> = bones.map(|bone| bone.rest.inverse()).collect();
    let room = structure.weights.len() + structure.vertices.len();
    let mut influences = Vec::with_capacity(room);
    let mut positions = Vec::with_capacity(room);
    let mut weights = structure.weights.as_slice();
    let [mut scaled, mut weightless] = [0, 0];
    for (point, vertex) in (0..).zip(&structure.vertices) {
        let (own, others) = weights.split_at(vertex.weights as usize);
        weights = others;
        let sum: f32 = own.iter().map(|weight| weight.weight).sum();
        let all: f32 = own.iter().map(|weight| weight.weight.abs()).sum();
        // None at all, or some that undo each other: no factor makes a sound weight of those.
        if sum.abs() <= CLOSE * all {
            weightless += usize::from(!own.is_empty());
            influences.push(Influence { point, node: None, weight: 1.0 });
            positions.push(vertex.position);
            continue;
        }
        let is_whole = (sum - 1.0).abs() <= CLOSE;
        scaled += usize::from(!is_whole);
        for &Weight { bone, weight } in own {
            let node = Some(nodes[bone as usize]);
            let weight = if is_whole { weight } else { weight / sum };
            influences.push(Influence { point, node, weight });
            let bone_from_world = &bone_from_world[bone as usize];
            positions.push(bone_from_world.transform_point3(vertex.position.as_dvec3()).as_vec3());
        }
    }
    if scaled > 0 {
        let vertices = counted(scaled, "vertex");
        let message = format!(
            "the weights of {vertices} do not add up to 1: they are scaled so that they do"
        );
        warnings.add(WarningCode::ValueReplaced, message);
    }
    if weightless > 0 {
        let vertices = counted(weightless, "vertex");
        let message =
            format!("the weights of {vertices} are 0 in all: what no bone moves stays in place");
        warnings.add(WarningCode::ValueAssumed, message);
    }
    vec![Mesh::new(NAME, structure.vertices.len(), influences, positions, Vec::new())]
}

/// Vertices in the world, for every frame.
pub(super) fn baked_mesh(frames: MeshFrames) -> Mesh {
    let points = frames.positions.len() / frames.count.max(1);
    let influences = (0..points as u32).map(|point| Influence { point, node: None, weight: 1.0 });
    Mesh::new(NAME, points, influences.collect(), frames.positions, Vec::new())
}

/// Vertices in the frames of the bones that move them, for every frame. Their weights are in the
/// structure; where it has none for them, the bones of a vertex share it alike.
pub(super) fn mesh_in_bones(
    frames: MeshFrames,
    vertices: u32,
    nodes: &[NodeId],
    structure: Option<&Structure>,
    warnings: &mut Warnings,
) -> Mesh {
    // A vertex that is in no list has no position: the mesh is of the others.
    let mut listed: Vec<u32> = frames.owners.iter().map(|&[_, vertex]| vertex).collect();
    listed.sort_unstable();
    listed.dedup();
    let point_of = |vertex: u32| listed.partition_point(|&other| other < vertex);
    let weights = structure.map(weights_by_vertex).unwrap_or_default();
    let weight_of = |[bone, vertex]: [u32; 2]| {
        let found = weights.binary_search_by_key(&[vertex, bone], |&(key, _)| key);
        found.map_or(f32::NAN, |at| weights[at].1)
    };
    let mut sums = vec![(0.0f32, 0u32); listed.len()];
    for &owner in &frames.owners {
        let (sum, count) = &mut sums[point_of(owner[1])];
        *sum += weight_of(owner);
        *count += 1;
    }
    let fits = |sum: f32| (sum - 1.0).abs() <= CLOSE;
    let influence_of = |&owner: &[u32; 2]| {
        let point = point_of(owner[1]);
        let (sum, count) = sums[point];
        let weight = if fits(sum) { weight_of(owner) } else { 1.0 / count as f32 };
        Influence { point: point as u32, node: Some(nodes[owner[0] as usize]), weight }
    };
    let influences = frames.owners.iter().map(influence_of).collect();
    let alike = sums.iter().filter(|&&(sum, count)| count > 1 && !fits(sum)).count();
    if alike > 0 {
        let vertices = counted(alike, "vertex");
        let message =
            format!("no structure tells the weights of {vertices}: their bones share them alike");
        warnings.add(WarningCode::ValueAssumed, message);
    }
    let left_out = (vertices as usize).saturating_sub(listed.len());
    if left_out > 0 && !listed.is_empty() {
        let vertices = counted(left_out, "vertex");
        let message = format!("no bone has a place of {vertices}: the mesh is shown without");
        warnings.add(WarningCode::MeshLeftOut, message);
    }
    Mesh::new(NAME, listed.len(), influences, frames.positions, Vec::new())
}

/// The weights of a structure by vertex and bone, in that order.
fn weights_by_vertex(structure: &Structure) -> Vec<([u32; 2], f32)> {
    let mut all = structure.weights.iter();
    let mut sorted = Vec::with_capacity(structure.weights.len());
    for (vertex, Vertex { weights, .. }) in (0..).zip(&structure.vertices) {
        let own = all.by_ref().take(*weights as usize);
        sorted.extend(own.map(|weight| ([vertex, weight.bone], weight.weight)));
    }
    sorted.sort_unstable_by_key(|&(key, _)| key);
    sorted
}
