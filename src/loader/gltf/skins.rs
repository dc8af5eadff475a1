//! The meshes of a file that its skeleton moves: by the weights of their skins, or carried as they are.

use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;

use glam::{DAffine3, DMat4, DVec3};
use gltf::json::scene::Node;

use super::super::error::LoadError;
use super::super::skin::{JointWeight, Skin, SkinJoint, Skins};
use super::super::word::plain_text;
use super::accessor::Buffers;
use super::animation::Motions;
use super::document::Json;
use super::geometry::{Primitive, attribute, index};
use super::nodes::{self, SceneNodes};

/// How many joints one attribute has for each point.
const JOINTS: usize = 4;

/// Adds the meshes of a file, as far as there is room for them and the skeleton moves them. Fails where loading is
/// cancelled.
pub(super) fn add(
    json: &Json,
    nodes: &SceneNodes,
    motions: &Motions<'_>,
    buffers: &Buffers<'_>,
    skins: &mut Skins<'_>,
) -> Result<(), LoadError> {
    let rest = motions.rest_pose();
    let worlds = nodes::worlds(json);
    let mut indices = vec![None; json.nodes.len()];
    for (i, &number) in nodes.numbers.iter().enumerate() {
        indices[number] = Some(i);
    }
    let joints: HashSet<usize> =
        json.skins.iter().flat_map(|skin| skin.joints.iter().copied()).collect();
    // The nearest node of the skeleton that each node hangs from, or is.
    let (order, parents) = nodes::in_order(json);
    let mut carriers = vec![None; json.nodes.len()];
    for number in order {
        let above = parents[number].and_then(|parent| carriers[parent]);
        carriers[number] = if indices[number].is_some() { Some(number) } else { above };
    }
    let mut reader =
        SkinReader { json, buffers, worlds: &worlds, indices: &indices, last_joints: None };
    for (number, node) in json.nodes.iter().enumerate() {
        let Some(mesh) = &node.mesh else { continue };
        let size = json.meshes.get(mesh.value()).map_or(0, |mesh| Primitive::size(mesh, buffers));
        if !skins.begin(1 + size + reader.joints_to_read(node))? {
            continue;
        }
        let carrier = carriers[number].and_then(|carrier| {
            let i = indices[carrier]?;
            let moves = joints.contains(&carrier) || motions.moves[i];
            moves.then(|| SkinJoint::carrier(i, rest[i], worlds[number]))
        });
        let name = plain_text(&nodes::name(json, number));
        skins.add(reader.skin(name, node, mesh.value(), carrier));
    }
    Ok(())
}

/// The joints of a skin, by their index in it: those that are no nodes of the skeleton move nothing.
type SkinJoints = Rc<[Option<SkinJoint>]>;

struct SkinReader<'a> {
    json: &'a Json,
    buffers: &'a Buffers<'a>,
    /// The world transforms of all nodes of the file, where nothing is animated.
    worlds: &'a [DAffine3],
    /// The index in the skeleton of each node of the file.
    indices: &'a [Option<usize>],
    /// The last skin and its joints, which several meshes may share.
    last_joints: Option<(usize, SkinJoints)>,
}

impl SkinReader<'_> {
    /// How many joints are read for the mesh of a node.
    fn joints_to_read(&self, node: &Node) -> usize {
        let Some(skin) = &node.skin else { return 0 };
        match &self.last_joints {
            Some((last, _)) if *last == skin.value() => 0,
            _ => self.json.skins.get(skin.value()).map_or(0, |skin| skin.joints.len()),
        }
    }

    fn skin(
        &mut self,
        name: String,
        node: &Node,
        mesh: usize,
        carrier: Option<SkinJoint>,
    ) -> Option<Skin> {
        let joints = match &node.skin {
            Some(skin) => self.joints(skin.value())?,
            None => Rc::default(),
        };
        if carrier.is_none() && joints.is_empty() {
            return None;
        }
        let mut skin = Skin::new(name);
        for primitive in Primitive::all(self.json.meshes.get(mesh)?, self.buffers)? {
            let attributes =
                if joints.is_empty() { Vec::new() } else { weights(&primitive, self.buffers) };
            let mut points = Vec::with_capacity(primitive.points().len());
            let mut all_weights: Vec<JointWeight> = Vec::new();
            for (i, position) in primitive.points().iter().enumerate() {
                let position = DVec3::from(position.map(f64::from));
                all_weights.clear();
                if joints.is_empty() {
                    all_weights.extend(carrier.iter().map(|carrier| carrier.weigh(1.0, position)));
                }
                for [numbers, weights] in &attributes {
                    let of_point = i * JOINTS..(i + 1) * JOINTS;
                    let numbers = numbers.get(of_point.clone()).unwrap_or_default();
                    let weights = weights.get(of_point).unwrap_or_default();
                    let used = numbers.iter().zip(weights).filter(|(_, weight)| **weight > 0.0);
                    all_weights.extend(used.filter_map(|(&number, &weight)| {
                        Some(joints.get(number as usize)?.as_ref()?.weigh(weight, position))
                    }));
                }
                points.push(skin.add_point(&all_weights));
            }
            for triangle in &primitive.triangles {
                skin.add_face(&triangle.map(|point| points[point]));
            }
            if skin.is_too_large() {
                return None;
            }
        }
        Some(skin)
    }

    fn joints(&mut self, number: usize) -> Option<SkinJoints> {
        if let Some((last, joints)) = &self.last_joints
            && *last == number
        {
            return Some(joints.clone());
        }
        let skin = self.json.skins.get(number)?;
        let accessor = index(&skin.inverse_bind_matrices);
        let binds = accessor.and_then(|accessor| self.buffers.numbers(accessor, 16).ok());
        let joint = |(i, &node): (usize, &usize)| {
            let index = (*self.indices.get(node)?)?;
            let bind = match &binds {
                Some(binds) => {
                    let bind: &[f32; 16] = binds.get(16 * i..)?.first_chunk()?;
                    DAffine3::from_mat4(DMat4::from_cols_array(&bind.map(f64::from)))
                }
                None => DAffine3::IDENTITY,
            };
            Some(SkinJoint::new(index, self.worlds[node], bind))
        };
        let joints: SkinJoints = skin.joints.iter().enumerate().map(joint).collect();
        self.last_joints = Some((number, joints.clone()));
        Some(joints)
    }
}

/// The joints and weights of the points, of as many attributes as there are.
fn weights(primitive: &Primitive<'_>, buffers: &Buffers<'_>) -> Vec<[Arc<[f32]>; 2]> {
    let read = |name: String| attribute(primitive.json, &name, JOINTS, buffers);
    let all =
        (0..).map_while(|i| Some([read(format!("JOINTS_{i}"))?, read(format!("WEIGHTS_{i}"))?]));
    all.collect()
}
