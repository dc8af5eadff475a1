//! The buffer of a glTF file, with the views and accessors that say what is in it.

use serde_json::{Value, json};

/// What a view of vertices, or of the corners of triangles, is for (OpenGL's `ARRAY_BUFFER` and
/// `ELEMENT_ARRAY_BUFFER`).
pub(super) const VERTICES: u32 = 34962;
pub(super) const CORNERS: u32 = 34963;

/// OpenGL's names of types.
const UNSIGNED_SHORT: u32 = 5123;
const UNSIGNED_INT: u32 = 5125;
const FLOAT: u32 = 5126;

/// Bytes, and what they are.
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
        self.add(bytes, values.len() / components(kind), (FLOAT, kind), target)
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
        self.add(bytes, values.len(), (UNSIGNED_SHORT, "VEC4"), Some(VERTICES))
    }

    /// Adds the numbers of the corners of triangles.
    pub fn corners(&mut self, values: impl ExactSizeIterator<Item = u32>) -> usize {
        let count = values.len();
        let bytes = values.flat_map(u32::to_le_bytes);
        self.add(bytes, count, (UNSIGNED_INT, "SCALAR"), Some(CORNERS))
    }

    fn add(
        &mut self,
        bytes: impl IntoIterator<Item = u8>,
        count: usize,
        (component, kind): (u32, &str),
        target: Option<u32>,
    ) -> usize {
        let from = self.bytes.len();
        self.bytes.extend(bytes);
        let mut view = json!({
            "buffer": 0,
            "byteOffset": from,
            "byteLength": self.bytes.len() - from,
        });
        if let Some(target) = target {
            view["target"] = target.into();
        }
        self.accessors.push(json!({
            "bufferView": self.views.len(),
            "componentType": component,
            "count": count,
            "type": kind,
        }));
        self.views.push(view);
        self.accessors.len() - 1
    }

    /// Puts what is known of the buffer into the file.
    pub fn describe(&mut self, file: &mut Value) {
        let length = self.bytes.len().next_multiple_of(4);
        file["buffers"] = json!([{ "byteLength": length }]);
        file["bufferViews"] = std::mem::take(&mut self.views).into();
        file["accessors"] = std::mem::take(&mut self.accessors).into();
    }
}

/// How many components an element has.
fn components(kind: &str) -> usize {
    match kind {
        "VEC3" => 3,
        "VEC4" => 4,
        "MAT4" => 16,
        _ => 1,
    }
}
