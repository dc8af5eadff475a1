//! The triangles of meshes: of each primitive, with the indices of its points; and those of all meshes of a file as one
//! object, as they stand in the scene where nothing is animated.
//!
//! A mesh may stand there many times, and meshes may share their points: what counts are the triangles that come of them,
//! and the points of these.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use glam::{DVec3, Vec3};
use serde_json::Value;

use super::super::Source;
use super::super::error::{ErrorKind, LoadError};
use super::super::number::MAX_VALUE;
use super::accessor::Buffers;
use super::document::Document;
use super::nodes;
use crate::take::Object;

/// One part of a mesh.
pub(super) struct Primitive<'a> {
    pub json: &'a Value,
    points: Arc<[f32]>,
    pub triangles: Vec<[usize; 3]>,
}

impl<'a> Primitive<'a> {
    /// All parts of a mesh; `None` where one of them cannot be read, as where it is compressed.
    pub fn all(mesh: &'a Value, buffers: &Buffers<'_>) -> Option<Vec<Self>> {
        mesh.get("primitives")?.as_array()?.iter().map(|json| Self::read(json, buffers)).collect()
    }

    /// How much has to be read for a mesh: points, once more for each set of joints, and indices. Many meshes may share
    /// them.
    pub fn size(mesh: &Value, buffers: &Buffers<'_>) -> usize {
        let all = mesh.get("primitives").and_then(Value::as_array);
        let sizes = all.into_iter().flatten().map(|json| {
            let points = attribute(json, "POSITION", 3, buffers).map_or(0, |all| all.len() / 3);
            let accessor = json.get("indices").and_then(index);
            let indices = accessor.and_then(|accessor| buffers.numbers(accessor, 1).ok());
            let attributes = json.get("attributes").and_then(Value::as_object);
            let names = attributes.into_iter().flat_map(|all| all.keys());
            let sets = names.filter(|name| name.starts_with("JOINTS_")).count();
            1 + points * (1 + sets) + indices.map_or(0, |all| all.len())
        });
        sizes.sum()
    }

    pub fn read(json: &'a Value, buffers: &Buffers<'_>) -> Option<Self> {
        /// Ways to join points: triangles alone, each with the two points ahead of it, all with the first.
        const TRIANGLES: u64 = 4;
        const STRIP: u64 = 5;
        const FAN: u64 = 6;
        let points = attribute(json, "POSITION", 3, buffers)?;
        let count = points.len() / 3;
        let mode = json.get("mode").map_or(Some(TRIANGLES), Value::as_u64)?;
        let indices: Vec<usize> = match json.get("indices").and_then(index) {
            // Points and lines have no surface.
            _ if !(TRIANGLES..=FAN).contains(&mode) => Vec::new(),
            Some(accessor) => {
                buffers.numbers(accessor, 1).ok()?.iter().map(|&number| number as usize).collect()
            }
            None => (0..count).collect(),
        };
        let triangles: Vec<[usize; 3]> = match mode {
            TRIANGLES => indices.as_chunks().0.to_vec(),
            STRIP => indices.windows(3).map(|w| [w[0], w[1], w[2]]).collect(),
            _ => indices.windows(2).skip(1).map(|w| [indices[0], w[0], w[1]]).collect(),
        };
        let is_sound = triangles.iter().flatten().all(|&i| i < count);
        is_sound.then_some(Self { json, points, triangles })
    }

    /// X, Y and Z of each point.
    pub fn points(&self) -> &[[f32; 3]] {
        self.points.as_chunks().0
    }
}

/// The numbers of an attribute of a primitive, so many for each point.
pub(super) fn attribute(
    primitive: &Value,
    name: &str,
    components: usize,
    buffers: &Buffers<'_>,
) -> Option<Arc<[f32]>> {
    let accessor = index(primitive.get("attributes")?.get(name)?)?;
    buffers.numbers(accessor, components).ok()
}

/// A value that is an index.
pub(super) fn index(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|number| number.try_into().ok())
}

/// The triangles of a mesh and their points.
#[derive(Default)]
struct Surface {
    points: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
}

/// Reads an object; `None` where it has more than `max` triangles.
///
/// # Errors
/// Where the file is damaged, a mesh cannot be read, or there is no memory for them.
pub(crate) fn read_object(source: &Source<'_>, max: usize) -> Result<Option<Object>, LoadError> {
    let document = Document::read(source)?;
    let buffers = Buffers::new(source, &document);
    let json = &document.json;
    let no_memory = |_| LoadError::new(source, ErrorKind::NoMemory);
    let mut surfaces: HashMap<usize, Surface> = HashMap::new();
    let (mut points, mut faces): (Vec<Vec3>, Vec<[u32; 3]>) = (Vec::new(), Vec::new());
    for (node, world) in json.nodes.iter().zip(nodes::worlds(json)) {
        let Some(mesh) = &node.mesh else { continue };
        let surface = match surfaces.entry(mesh.value()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let mesh = json.meshes.get(mesh.value());
                let surface = mesh.and_then(|mesh| Surface::read(mesh, &buffers, max));
                new.insert(surface.ok_or_else(|| {
                    let message = "a mesh of the glTF cannot be read".to_string();
                    let error = LoadError::new(source, ErrorKind::Contradiction(message));
                    error.hint("export it without compression, as one .glb file")
                })?)
            }
        };
        if faces.len() + surface.triangles.len() > max {
            return Ok(None);
        }
        let first = points.len() as u32;
        points.try_reserve(surface.points.len()).map_err(no_memory)?;
        faces.try_reserve(surface.triangles.len()).map_err(no_memory)?;
        points.extend(surface.points.iter().map(|&point| {
            let point = world.transform_point3(point).as_vec3();
            let is_usable = point.is_finite() && point.abs().max_element() <= MAX_VALUE;
            if is_usable { point } else { Vec3::ZERO }
        }));
        faces.extend(surface.triangles.iter().map(|corners| corners.map(|corner| first + corner)));
    }
    Ok(Some(Object::new(source.name(), points, faces)))
}

impl Surface {
    /// The surface of a mesh, or of its first primitives that have more than `max` triangles; `None` where it cannot be
    /// read.
    fn read(mesh: &Value, buffers: &Buffers<'_>, max: usize) -> Option<Self> {
        let mut surface = Self::default();
        for primitive in mesh.get("primitives")?.as_array()? {
            let primitive = Primitive::read(primitive, buffers)?;
            let points = primitive.points();
            let mut known: HashMap<usize, u32> = HashMap::new();
            for corners in &primitive.triangles {
                let corners = corners.map(|point| {
                    *known.entry(point).or_insert_with(|| {
                        surface.points.push(DVec3::from(points[point].map(f64::from)));
                        surface.points.len() as u32 - 1
                    })
                });
                surface.triangles.push(corners);
            }
            if surface.triangles.len() > max {
                break;
            }
        }
        Some(surface)
    }
}
