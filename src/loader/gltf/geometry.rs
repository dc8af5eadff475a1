//! The triangles of a mesh: of each of its primitives, with the numbers of its points.

use std::sync::Arc;

use serde_json::Value;

use super::accessor::Buffers;

/// One part of a mesh.
pub(super) struct Primitive<'a> {
    json: &'a Value,
    points: Arc<[f32]>,
    pub triangles: Vec<[usize; 3]>,
}

impl<'a> Primitive<'a> {
    /// Those of a mesh; `None` where one of them cannot be read, as where it is compressed.
    pub fn all(mesh: &'a Value, buffers: &Buffers<'_>) -> Option<Vec<Self>> {
        let all = mesh.get("primitives")?.as_array()?;
        all.iter().map(|json| Self::read(json, buffers)).collect()
    }

    /// How much those of a mesh have to be read: points, once more for each set of joints, and indices. Many meshes may
    /// share them.
    pub fn size(mesh: &Value, buffers: &Buffers<'_>) -> usize {
        let all = mesh.get("primitives").and_then(Value::as_array);
        let sizes = all.into_iter().flatten().map(|json| {
            let points = attribute(json, "POSITION", 3, buffers).map_or(0, |all| all.len() / 3);
            let indices = json.get("indices").and_then(index);
            let indices = indices.and_then(|accessor| buffers.numbers(accessor, 1).ok());
            let attributes = json.get("attributes").and_then(Value::as_object);
            let names = attributes.into_iter().flat_map(|all| all.keys());
            let sets = names.filter(|name| name.starts_with("JOINTS_")).count();
            1 + points * (1 + sets) + indices.map_or(0, |all| all.len())
        });
        sizes.sum()
    }

    /// X, Y and Z of each point.
    pub fn points(&self) -> &[[f32; 3]] {
        self.points.as_chunks().0
    }

    /// One of them.
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
                let numbers = buffers.numbers(accessor, 1).ok()?;
                numbers.iter().map(|&number| number as usize).collect()
            }
            None => (0..count).collect(),
        };
        let joined: Vec<[usize; 3]> = match mode {
            TRIANGLES => indices.as_chunks().0.to_vec(),
            STRIP => indices.windows(3).map(|w| [w[0], w[1], w[2]]).collect(),
            _ => indices.windows(2).skip(1).map(|w| [indices[0], w[0], w[1]]).collect(),
        };
        let is_sound = joined.iter().flatten().all(|&i| i < count);
        is_sound.then_some(Self { json, points, triangles: joined })
    }

    /// The numbers of an attribute, so many for each point.
    pub fn attribute(
        &self,
        name: &str,
        components: usize,
        buffers: &Buffers<'_>,
    ) -> Option<Arc<[f32]>> {
        attribute(self.json, name, components, buffers)
    }
}

fn attribute(
    primitive: &Value,
    name: &str,
    components: usize,
    buffers: &Buffers<'_>,
) -> Option<Arc<[f32]>> {
    let accessor = index(primitive.get("attributes")?.get(name)?)?;
    buffers.numbers(accessor, components).ok()
}

/// A number that counts elements of a list.
pub(super) fn index(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|number| number.try_into().ok())
}
