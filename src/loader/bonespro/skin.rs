//! The vertices of BonesPro exports as meshes that move with the bones, or were baked.

use glam::DAffine3;

use super::frames::MeshFrames;
use super::structure::Structure;
use super::words;
use crate::take::{Influence, Mesh, NodeId, WarningCode, Warnings};

/// What lists call it: the exports have no name for the mesh.
const NAME: &str = "mesh";

/// How far the weights of a vertex may be off 1 in all. Files have six digits.
const CLOSE: f32 = 1e-3;

/// The mesh of a structure, where it has one: each vertex keeps its place in the bones that move it, by
/// their weights.
pub(super) fn bound(structure: &Structure, nodes: &[NodeId], warnings: &mut Warnings) -> Vec<Mesh> {
    if structure.vertices.is_empty() {
        return Vec::new();
    }
    let bones = structure.bones.iter();
    let from_world: Vec<DAffine3> = bones.map(|bone| bone.rest.inverse()).collect();
    let room = structure.shares.len() + structure.vertices.len();
    let mut influences = Vec::with_capacity(room);
    let mut places = Vec::with_capacity(room);
    let mut shares = structure.shares.as_slice();
    let [mut scaled, mut weightless] = [0, 0];
    for (point, vertex) in structure.vertices.iter().enumerate() {
        let point = point as u32;
        let (own, others) = shares.split_at(vertex.shares as usize);
        shares = others;
        let sum: f32 = own.iter().map(|share| share.weight).sum();
        let all: f32 = own.iter().map(|share| share.weight.abs()).sum();
        // None at all, or some that undo each other: no factor makes a sound weight of those.
        if sum.abs() <= CLOSE * all {
            weightless += usize::from(!own.is_empty());
            influences.push(Influence { point, node: None, weight: 1.0 });
            places.push(vertex.place);
            continue;
        }
        let is_whole = (sum - 1.0).abs() <= CLOSE;
        scaled += usize::from(!is_whole);
        for share in own {
            influences.push(Influence {
                point,
                node: Some(nodes[share.bone as usize]),
                weight: if is_whole { share.weight } else { share.weight / sum },
            });
            let bone = &from_world[share.bone as usize];
            places.push(bone.transform_point3(vertex.place.as_dvec3()).as_vec3());
        }
    }
    if scaled > 0 {
        let of = of_vertices(scaled);
        let message =
            format!("the weights {of} do not add up to 1: they are scaled so that they do");
        warnings.add(WarningCode::ValueReplaced, message);
    }
    if weightless > 0 {
        let of = of_vertices(weightless);
        let message = format!("the weights {of} are 0 in all: what no bone moves stays in place");
        warnings.add(WarningCode::ValueAssumed, message);
    }
    let points = structure.vertices.len();
    vec![Mesh::new(NAME, points, influences, places, Vec::new())]
}

fn of_vertices(count: usize) -> String {
    format!("of {}", words::vertices(count))
}

/// Vertices in the world, for every frame.
pub(super) fn baked(frames: MeshFrames) -> Mesh {
    let points = frames.places.len() / frames.count.max(1);
    let influences = (0..points as u32).map(|point| Influence { point, node: None, weight: 1.0 });
    Mesh::new(NAME, points, influences.collect(), frames.places, Vec::new())
}

/// Vertices in the frames of the bones that move them, for every frame. Their weights are in the
/// structure; where it has none for them, the bones of a vertex share it alike.
pub(super) fn in_bones(
    frames: MeshFrames,
    vertices: u32,
    nodes: &[NodeId],
    structure: Option<&Structure>,
    warnings: &mut Warnings,
) -> Mesh {
    // A vertex that is in no list has no place: the mesh is of the others.
    let mut listed: Vec<u32> = frames.owners.iter().map(|&[_, vertex]| vertex).collect();
    listed.sort_unstable();
    listed.dedup();
    let point_of = |vertex: u32| listed.partition_point(|&other| other < vertex);
    let weights = structure.map(weights).unwrap_or_default();
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
    let influences = frames.owners.iter().map(|&owner| {
        let point = point_of(owner[1]);
        let (sum, count) = sums[point];
        Influence {
            point: point as u32,
            node: Some(nodes[owner[0] as usize]),
            weight: if fits(sum) { weight_of(owner) } else { 1.0 / count as f32 },
        }
    });
    let influences: Vec<Influence> = influences.collect();
    let alike = sums.iter().filter(|&&(sum, count)| count > 1 && !fits(sum));
    let alike = alike.count();
    if alike > 0 {
        let of = of_vertices(alike);
        let message = format!("no structure tells the weights {of}: their bones share them alike");
        warnings.add(WarningCode::ValueAssumed, message);
    }
    let left_out = vertices as usize - listed.len().min(vertices as usize);
    if left_out > 0 && !listed.is_empty() {
        let count = of_vertices(left_out);
        let message = format!("no bone has a place {count}: the mesh is shown without");
        warnings.add(WarningCode::MeshLeftOut, message);
    }
    Mesh::new(NAME, listed.len(), influences, frames.places, Vec::new())
}

/// The weights of a structure by vertex and bone, in that order.
fn weights(structure: &Structure) -> Vec<([u32; 2], f32)> {
    let mut shares = structure.shares.iter();
    let mut weights = Vec::with_capacity(structure.shares.len());
    for (vertex, count) in structure.vertices.iter().map(|v| v.shares).enumerate() {
        let own = shares.by_ref().take(count as usize);
        weights.extend(own.map(|share| ([vertex as u32, share.bone], share.weight)));
    }
    weights.sort_unstable_by_key(|&(key, _)| key);
    weights
}
