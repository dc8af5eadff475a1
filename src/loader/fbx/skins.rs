//! The meshes of a scene that its skeleton moves: by the weights of their skins, or carried as they are.

use glam::{DAffine3, DMat3, DVec3};
use ufbx::{Matrix, Mesh, Node, Scene};

use super::super::error::LoadError;
use super::super::skin::{Skin, SkinJoint, Skins};
use super::super::word::plain_text;
use super::motion::Motions;
use super::nodes::SkeletonNodes;

/// Adds the meshes of a scene, as far as there is room for them and the skeleton moves them. Fails where loading is
/// cancelled.
pub(super) fn add(
    scene: &Scene,
    skeleton: &SkeletonNodes<'_>,
    motions: &Motions<'_>,
    skins: &mut Skins<'_>,
) -> Result<(), LoadError> {
    let rest = motions.rest_pose();
    let carriers = carriers(scene, skeleton);
    for mesh in scene.meshes.iter() {
        let clusters = mesh.skin_deformers.iter().next().map_or(0, |d| d.clusters.count);
        if !skins.begin(1 + mesh.vertices.count + mesh.vertex_indices.count + clusters)? {
            continue;
        }
        let node = mesh.element.instances.iter().next();
        let skin = node.and_then(|node| {
            let carrier = carriers[node.element.typed_id as usize];
            let carrier = carrier.filter(|&i| skeleton.is_joint[i] || motions.moves[i]);
            let carrier =
                carrier.map(|i| SkinJoint::carrier(i, rest[i], affine(&node.geometry_to_world)));
            skin(mesh, node, carrier, skeleton)
        });
        skins.add(skin);
    }
    Ok(())
}

fn skin(
    mesh: &Mesh,
    node: &Node,
    carrier: Option<SkinJoint>,
    skeleton: &SkeletonNodes<'_>,
) -> Option<Skin> {
    let deformer = mesh.skin_deformers.iter().next();
    let joint = |cluster: &ufbx::SkinCluster| {
        let bone = cluster.bone_node.as_ref()?;
        let i = *skeleton.indices.get(&bone.element.element_id)?;
        Some(SkinJoint::new(i, affine(&bone.node_to_world), affine(&cluster.geometry_to_bone)))
    };
    let joints: Vec<Option<SkinJoint>> = match deformer {
        Some(deformer) => deformer.clusters.iter().map(|cluster| joint(cluster)).collect(),
        None => Vec::new(),
    };
    if carrier.is_none() && joints.is_empty() {
        return None;
    }
    let mut skin = Skin::new(plain_text(&node.element.name));
    let mut points = Vec::with_capacity(mesh.vertices.count);
    let mut weights = Vec::new();
    for (i, vertex) in mesh.vertices.iter().enumerate() {
        let position = DVec3::new(vertex.x, vertex.y, vertex.z);
        let of_vertex = deformer.and_then(|deformer| {
            let vertex = deformer.vertices.get(i)?;
            let from = vertex.weight_begin as usize;
            deformer.weights.get(from..from + vertex.num_weights as usize)
        });
        weights.clear();
        weights.extend(of_vertex.unwrap_or_default().iter().filter_map(|weight| {
            let joint = joints.get(weight.cluster_index as usize)?.as_ref()?;
            Some(joint.weigh(weight.weight as f32, position))
        }));
        // What no joint has a weight for stays with the node that the mesh hangs from.
        if weights.is_empty() {
            weights.extend(carrier.iter().map(|carrier| carrier.weigh(1.0, position)));
        }
        points.push(skin.add_point(&weights));
        if skin.is_too_large() {
            return None;
        }
    }
    let mut corners = Vec::new();
    for face in mesh.faces.iter() {
        let from = face.index_begin as usize;
        let indices = mesh.vertex_indices.get(from..from + face.num_indices as usize);
        let indices = indices.unwrap_or_default().iter();
        corners.clear();
        corners.extend(indices.map(|&i| points.get(i as usize).copied().flatten()));
        skin.add_face(&corners);
    }
    Some(skin)
}

/// The index of the nearest node of the skeleton that each node of the scene hangs from, or is.
fn carriers(scene: &Scene, skeleton: &SkeletonNodes<'_>) -> Vec<Option<usize>> {
    let mut carriers: Vec<Option<usize>> = Vec::with_capacity(scene.nodes.count);
    // The library has parents ahead of their children.
    for node in scene.nodes.iter() {
        let own = skeleton.indices.get(&node.element.element_id).copied();
        let parent = node.parent.as_ref().map(|parent| parent.element.typed_id as usize);
        let above = || *carriers.get(parent?)?;
        carriers.push(own.or_else(above));
    }
    carriers
}

fn affine(m: &Matrix) -> DAffine3 {
    DAffine3 {
        matrix3: DMat3::from_cols(
            DVec3::new(m.m00, m.m10, m.m20),
            DVec3::new(m.m01, m.m11, m.m21),
            DVec3::new(m.m02, m.m12, m.m22),
        ),
        translation: DVec3::new(m.m03, m.m13, m.m23),
    }
}
