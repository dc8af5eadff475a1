//! The meshes of a file that its skeleton moves: by the weights of their skins, or carried as they are.

use std::collections::HashSet;
use std::rc::Rc;

use glam::{DAffine3, DMat4, DVec3};
use gltf::json::scene::Node;

use super::super::error::LoadError;
use super::super::scanner::plain_text;
use super::super::skin::{Mover, Share, Skin, Skins};
use super::accessor::Buffers;
use super::animation::Motions;
use super::document::Json;
use super::geometry::{Primitive, index};
use super::nodes::{self, SceneNodes};

/// How many joints one attribute has for each point.
const JOINTS: usize = 4;

/// Adds the meshes of a file, as far as there is room for them and the skeleton moves them.
///
/// # Errors
/// Where nobody waits for them any more.
pub(super) fn add(
    json: &Json,
    nodes: &SceneNodes,
    motions: &Motions<'_>,
    buffers: &Buffers<'_>,
    skins: &mut Skins<'_>,
) -> Result<(), LoadError> {
    let stand = motions.stand();
    let worlds = nodes::worlds(json);
    let mut place_of = vec![None; json.nodes.len()];
    for (place, &number) in nodes.numbers.iter().enumerate() {
        place_of[number] = Some(place);
    }
    let joints = json.skins.iter().flat_map(|skin| skin.joints.iter());
    let carriers = nodes::carriers(json, &place_of);
    let mut figure = Figure {
        json,
        buffers,
        worlds: &worlds,
        place_of: &place_of,
        joints: joints.copied().collect(),
        movers: None,
    };
    for (number, node) in json.nodes.iter().enumerate() {
        let Some(mesh) = &node.mesh else { continue };
        let size = json.meshes.get(mesh.value());
        let size = size.map_or(0, |mesh| Primitive::size(mesh, buffers));
        if !skins.begin(1 + size + figure.joints_to_read(node))? {
            continue;
        }
        let carrier = carriers[number];
        let carrier = carrier.zip(carrier.and_then(|number| place_of[number]));
        let carrier = carrier
            .filter(|(number, place)| figure.joints.contains(number) || motions.moves(*place));
        let carrier = carrier.map(|(_, place)| Mover::carrier(place, stand[place], worlds[number]));
        let name = plain_text(&nodes::name(json, number));
        skins.add(figure.skin(name, node, mesh.value(), carrier));
    }
    Ok(())
}

/// The joints of a skin, by its number: those that are no nodes of the skeleton move nothing.
type Movers = Rc<[Option<Mover>]>;

/// What moves meshes.
struct Figure<'a> {
    json: &'a Json,
    buffers: &'a Buffers<'a>,
    /// All nodes of the file in the world, where nothing is animated.
    worlds: &'a [DAffine3],
    /// The place in the skeleton of each node of the file.
    place_of: &'a [Option<usize>],
    joints: HashSet<usize>,
    /// Those of the last skin, which several meshes may share.
    movers: Option<(usize, Movers)>,
}

impl Figure<'_> {
    /// How many joints are read for the mesh of a node.
    fn joints_to_read(&self, node: &Node) -> usize {
        let skin = node.skin.as_ref().map(|skin| skin.value());
        let is_known = self.movers.as_ref().map(|(known, _)| *known) == skin;
        let skin = skin.filter(|_| !is_known).and_then(|skin| self.json.skins.get(skin));
        skin.map_or(0, |skin| skin.joints.len())
    }

    /// The mesh of a node with what moves it.
    fn skin(
        &mut self,
        name: String,
        node: &Node,
        mesh: usize,
        carrier: Option<Mover>,
    ) -> Option<Skin> {
        let movers = match &node.skin {
            Some(skin) => self.movers(skin.value())?,
            None => Rc::default(),
        };
        if carrier.is_none() && movers.is_empty() {
            return None;
        }
        let mut skin = Skin::new(name);
        for primitive in Primitive::all(self.json.meshes.get(mesh)?, self.buffers)? {
            let weights =
                if movers.is_empty() { Vec::new() } else { weights(&primitive, self.buffers) };
            let mut points = Vec::with_capacity(primitive.points().len());
            let mut shares: Vec<Share> = Vec::new();
            for (i, at) in primitive.points().iter().enumerate() {
                let at = DVec3::from(at.map(f64::from));
                shares.clear();
                if movers.is_empty() {
                    shares.extend(carrier.iter().map(|carrier| carrier.share(1.0, at)));
                }
                for [joints, weights] in &weights {
                    let of_point = i * JOINTS..(i + 1) * JOINTS;
                    let joints = joints.get(of_point.clone()).unwrap_or_default();
                    let weights = weights.get(of_point).unwrap_or_default();
                    let all = joints.iter().zip(weights).filter(|(_, weight)| **weight > 0.0);
                    shares.extend(all.filter_map(|(&joint, &weight)| {
                        let mover = movers.get(joint as usize)?.as_ref()?;
                        Some(mover.share(weight, at))
                    }));
                }
                points.push(skin.point(&shares));
            }
            for triangle in &primitive.triangles {
                skin.face(&triangle.map(|point| points[point]));
            }
            if skin.is_too_large() {
                return None;
            }
        }
        Some(skin)
    }

    /// The joints of a skin.
    fn movers(&mut self, number: usize) -> Option<Movers> {
        let known = self.movers.as_ref().filter(|(known, _)| *known == number);
        if let Some((_, movers)) = known {
            return Some(movers.clone());
        }
        let skin = self.json.skins.get(number)?;
        let binds = index(&skin.inverse_bind_matrices);
        let binds = binds.and_then(|accessor| self.buffers.numbers(accessor, 16).ok());
        let mover = |(i, &number): (usize, &usize)| {
            let place = (*self.place_of.get(number)?)?;
            let bind = match &binds {
                Some(binds) => {
                    let bind: &[f32; 16] = binds.get(16 * i..)?.first_chunk()?;
                    DAffine3::from_mat4(DMat4::from_cols_array(&bind.map(f64::from)))
                }
                None => DAffine3::IDENTITY,
            };
            Some(Mover::joint(place, self.worlds[number], bind))
        };
        let movers: Movers = skin.joints.iter().enumerate().map(mover).collect();
        self.movers = Some((number, movers.clone()));
        Some(movers)
    }
}

/// The joints and weights of the points, of as many attributes as there are.
fn weights(primitive: &Primitive<'_>, buffers: &Buffers<'_>) -> Vec<[std::sync::Arc<[f32]>; 2]> {
    let attribute =
        |name: &str, i: usize| primitive.attribute(&format!("{name}_{i}"), JOINTS, buffers);
    let all = (0..).map_while(|i| Some([attribute("JOINTS", i)?, attribute("WEIGHTS", i)?]));
    all.collect()
}
