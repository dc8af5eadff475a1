//! The meshes of a scene that its skeleton moves: by the weights of their skins, or carried as they are.

use glam::{DAffine3, DMat3, DVec3};
use ufbx::{Matrix, Mesh, Node, Scene};

use super::super::error::LoadError;
use super::super::sampled::Rigid;
use super::super::scanner::plain_text;
use super::super::skin::{Mover, Skin, Skins};
use super::motion::Motions;
use super::nodes::SkeletonNodes;

/// Adds the meshes of a scene, as far as there is room for them and the skeleton moves them.
///
/// # Errors
/// Where nobody waits for them any more.
pub(super) fn add(
    scene: &Scene,
    skeleton: &SkeletonNodes<'_>,
    motions: &Motions<'_>,
    skins: &mut Skins<'_>,
) -> Result<(), LoadError> {
    let stand = motions.stand();
    let carriers = carriers(scene, skeleton);
    for mesh in scene.meshes.iter() {
        let clusters = mesh.skin_deformers.iter().next().map_or(0, |d| d.clusters.count);
        if !skins.begin(1 + mesh.vertices.count + mesh.vertex_indices.count + clusters)? {
            continue;
        }
        let node = mesh.element.instances.iter().next();
        let skin = node.and_then(|node| {
            let carrier = carriers[node.element.typed_id as usize];
            let carrier = carrier.filter(|&i| skeleton.is_joint[i] || motions.moves(i));
            skin(mesh, node, carrier.map(|i| (i, stand[i])), skeleton)
        });
        skins.add(skin);
    }
    Ok(())
}

/// A mesh of a node with what moves it.
fn skin(
    mesh: &Mesh,
    node: &Node,
    carrier: Option<(usize, Rigid)>,
    skeleton: &SkeletonNodes<'_>,
) -> Option<Skin> {
    let carrier = carrier.map(|(i, at)| Mover::carrier(i, at, affine(&node.geometry_to_world)));
    let deformer = mesh.skin_deformers.iter().next();
    let mover = |cluster: &ufbx::SkinCluster| {
        let bone = cluster.bone_node.as_ref()?;
        let i = *skeleton.places.get(&bone.element.element_id)?;
        let world = affine(&bone.node_to_world);
        Some(Mover::joint(i, world, affine(&cluster.geometry_to_bone)))
    };
    let movers: Vec<Option<Mover>> = match deformer {
        Some(deformer) => deformer.clusters.iter().map(|cluster| mover(cluster)).collect(),
        None => Vec::new(),
    };
    if carrier.is_none() && movers.is_empty() {
        return None;
    }
    let mut skin = Skin::new(plain_text(&node.element.name));
    let mut points = Vec::with_capacity(mesh.vertices.count);
    let mut shares = Vec::new();
    for (i, at) in mesh.vertices.iter().enumerate() {
        let at = DVec3::new(at.x, at.y, at.z);
        let weights = deformer.and_then(|deformer| {
            let vertex = deformer.vertices.get(i)?;
            let from = vertex.weight_begin as usize;
            deformer.weights.get(from..from + vertex.num_weights as usize)
        });
        let weights = weights.unwrap_or_default().iter();
        shares.clear();
        shares.extend(weights.filter_map(|weight| {
            let mover = movers.get(weight.cluster_index as usize)?.as_ref()?;
            Some(mover.share(weight.weight as f32, at))
        }));
        // What no joint has a weight for stays with the node that the mesh hangs from.
        if shares.is_empty() {
            shares.extend(carrier.iter().map(|carrier| carrier.share(1.0, at)));
        }
        points.push(skin.point(&shares));
        if skin.is_too_large() {
            return None;
        }
    }
    let mut corners = Vec::new();
    for face in mesh.faces.iter() {
        let from = face.index_begin as usize;
        let indices = mesh.vertex_indices.get(from..from + face.num_indices as usize);
        corners.clear();
        let found = indices.unwrap_or_default().iter();
        corners.extend(found.map(|&i| points.get(i as usize).copied().flatten()));
        skin.face(&corners);
    }
    Some(skin)
}

/// The place of the nearest node of the skeleton that each node of the scene hangs from, or is.
fn carriers(scene: &Scene, skeleton: &SkeletonNodes<'_>) -> Vec<Option<usize>> {
    let mut carriers: Vec<Option<usize>> = Vec::with_capacity(scene.nodes.count);
    // The library has parents ahead of their children.
    for node in scene.nodes.iter() {
        let own = skeleton.places.get(&node.element.element_id).copied();
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
