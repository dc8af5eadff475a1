//! The buffer of a glTF file, with the views and accessors that say what is in it.

use serde_json::{Value, json};

/// What a view of vertices, or of the corners of triangles, is for (OpenGL's `ARRAY_BUFFER` and
/// `ELEMENT_ARRAY_BUFFER`).
pub(super) const VERTICES: u32 = 34962;
pub(super) const CORNERS: u32 = 34963;

const UNSIGNED_SHORT: u32 = 5123;
const UNSIGNED_INT: u32 = 5125;
const FLOAT: u32 = 5126;

#[derive(Default)]
pub(super) struct Buffer {
    pub bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Buffer {
    /// Adds floats, and gives the number of their accessor.
    pub fn floats(&mut self, values: &[f32], kind: &str, target: Option<u32>) -> usize {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes());
        self.add(bytes, values.len() / components(kind), FLOAT, kind, target)
    }

    /// As [`Self::floats`], with the least and the largest of each component, which some accessors must have.
    pub fn bounded(&mut self, values: &[f32], kind: &str, target: Option<u32>) -> usize {
        let accessor = self.floats(values, kind, target);
        let width = components(kind);
        for (key, start, choose) in [
            ("min", f32::INFINITY, f32::min as fn(f32, f32) -> f32),
            ("max", f32::NEG_INFINITY, f32::max),
        ] {
            let column =
                |i: usize| values.iter().skip(i).step_by(width).copied().fold(start, choose);
            let bounds: Vec<f32> = (0..width).map(column).collect();
            self.accessors[accessor][key] = json!(bounds);
        }
        accessor
    }

    /// Adds the numbers of joints, four to a vertex.
    pub fn joints(&mut self, values: &[[u16; 4]]) -> usize {
        let bytes = values.iter().flatten().flat_map(|value| value.to_le_bytes());
        self.add(bytes, values.len(), UNSIGNED_SHORT, "VEC4", Some(VERTICES))
    }

    pub fn corners(&mut self, values: impl ExactSizeIterator<Item = u32>) -> usize {
        let count = values.len();
        self.add(values.flat_map(u32::to_le_bytes), count, UNSIGNED_INT, "SCALAR", Some(CORNERS))
    }

    fn add(
        &mut self,
        bytes: impl IntoIterator<Item = u8>,
        count: usize,
        component: u32,
        kind: &str,
        target: Option<u32>,
    ) -> usize {
        let from = self.bytes.len();
        self.bytes.extend(bytes);
        let length = self.bytes.len() - from;
        let mut view = json!({ "buffer": 0, "byteOffset": from, "byteLength": length });
        if let Some(target) = target {
            view["target"] = target.into();
        }
        self.accessors.push(json!({
            "bufferView": self.views.len(), "componentType": component, "count": count, "type": kind,
        }));
        self.views.push(view);
        self.accessors.len() - 1
    }

    pub fn describe(&mut self, file: &mut Value) {
        file["buffers"] = json!([{ "byteLength": self.bytes.len().next_multiple_of(4) }]);
        file["bufferViews"] = std::mem::take(&mut self.views).into();
        file["accessors"] = std::mem::take(&mut self.accessors).into();
    }
}

fn components(kind: &str) -> usize {
    match kind {
        "VEC3" => 3,
        "VEC4" => 4,
        "MAT4" => 16,
        _ => 1,
    }
}
