//! The triangles of a mesh: of each of its primitives, with the numbers of its points.

use serde_json::Value;

use super::accessor::Buffers;

/// One part of a mesh.
pub(super) struct Primitive<'a> {
    json: &'a Value,
    /// X, Y and Z of each point.
    pub points: Vec<[f32; 3]>,
    pub triangles: Vec<[usize; 3]>,
}

impl<'a> Primitive<'a> {
    /// Those of a mesh; `None` where one of them cannot be read, as where it is compressed.
    pub fn all(mesh: &'a Value, buffers: &Buffers<'_>) -> Option<Vec<Self>> {
        let all = mesh.get("primitives")?.as_array()?;
        all.iter().map(|json| Self::read(json, buffers)).collect()
    }

    fn read(json: &'a Value, buffers: &Buffers<'_>) -> Option<Self> {
        /// Ways to join points: triangles alone, each with the two points ahead of it, all with the first.
        const TRIANGLES: u64 = 4;
        const STRIP: u64 = 5;
        const FAN: u64 = 6;
        let mut primitive = Self {
            json,
            points: Vec::new(),
            triangles: Vec::new(),
        };
        let points = primitive.attribute("POSITION", 3, buffers)?;
        primitive.points = points.as_chunks().0.to_vec();
        let count = primitive.points.len();
        let indices: Vec<usize> = match json.get("indices").and_then(index) {
            Some(accessor) => {
                let numbers = buffers.numbers(accessor, 1).ok()?;
                numbers.iter().map(|&number| number as usize).collect()
            }
            None => (0..count).collect(),
        };
        let mode = json.get("mode").map_or(Some(TRIANGLES), Value::as_u64)?;
        let joined: Vec<[usize; 3]> = match mode {
            TRIANGLES => indices.as_chunks().0.to_vec(),
            STRIP => indices.windows(3).map(|w| [w[0], w[1], w[2]]).collect(),
            FAN => indices
                .windows(2)
                .skip(1)
                .map(|w| [indices[0], w[0], w[1]])
                .collect(),
            // Points and lines have no surface.
            _ => Vec::new(),
        };
        primitive.triangles = joined;
        let all = || primitive.triangles.iter().flatten();
        all().all(|&i| i < count).then_some(primitive)
    }

    /// The numbers of an attribute, so many for each point.
    pub fn attribute(
        &self,
        name: &str,
        components: usize,
        buffers: &Buffers<'_>,
    ) -> Option<std::sync::Arc<[f32]>> {
        let accessor = index(self.json.get("attributes")?.get(name)?)?;
        buffers.numbers(accessor, components).ok()
    }
}

/// A number that counts elements of a list.
pub(super) fn index(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|number| number.try_into().ok())
}
