//! All meshes of a file as one object, as they stand in the scene where nothing is animated.
//!
//! A mesh may stand there many times, and meshes may share their points: what counts is what comes of them, triangles
//! and the points of these.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use glam::{DVec3, Vec3};

use super::super::Source;
use super::super::error::{ErrorKind, LoadError};
use super::super::number::MAX_VALUE;
use super::accessor::Buffers;
use super::document::Document;
use super::geometry::Primitive;
use super::nodes;
use crate::take::Object;

/// The points of a mesh that triangles have, and these.
#[derive(Default)]
struct Surface {
    points: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
}

/// Reads an object; `None` where it has more triangles than `most`.
///
/// # Errors
/// Where the file is damaged, a mesh cannot be read, or there is no memory for them.
pub(crate) fn read(source: &Source<'_>, most: usize) -> Result<Option<Object>, LoadError> {
    let document = Document::read(source)?;
    let buffers = Buffers::of(source, &document);
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
                let surface = mesh.and_then(|mesh| Surface::of(mesh, &buffers, most));
                new.insert(surface.ok_or_else(|| {
                    let what = "a mesh of the glTF cannot be read".to_string();
                    let error = LoadError::new(source, ErrorKind::Contradiction(what));
                    error.hint("export it without compression, as one .glb file")
                })?)
            }
        };
        if faces.len() + surface.triangles.len() > most {
            return Ok(None);
        }
        let first = points.len() as u32;
        points.try_reserve(surface.points.len()).map_err(no_memory)?;
        faces.try_reserve(surface.triangles.len()).map_err(no_memory)?;
        let placed = surface.points.iter().map(|&at| world.transform_point3(at).as_vec3());
        points.extend(placed.map(|at| match at.abs().max_element() {
            size if size <= MAX_VALUE && at.is_finite() => at,
            _ => Vec3::ZERO,
        }));
        let corners = surface.triangles.iter();
        faces.extend(corners.map(|corners| corners.map(|corner| first + corner)));
    }
    Ok(Some(Object::new(source.name(), points, faces)))
}

impl Surface {
    /// That of a mesh, or of its first primitives that have more triangles than `most`; `None` where it cannot be read.
    fn of(mesh: &serde_json::Value, buffers: &Buffers<'_>, most: usize) -> Option<Self> {
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
            if surface.triangles.len() > most {
                break;
            }
        }
        Some(surface)
    }
}
