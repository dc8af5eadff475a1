//! The octahedra that stand for bones and markers: flat faces, each vertex moved by one joint.

use glam::DVec3;
use serde_json::{Value, json};

use super::buffer::{Buffer, VERTICES};

/// How thick a bone is, and how far from its beginning, in lengths of it.
const THICK: f64 = 0.04;
const WAIST: f64 = 0.12;

/// Faces of octahedra.
#[derive(Default)]
pub(super) struct Faces {
    /// The corners of each face, and the joint that moves them.
    faces: Vec<([DVec3; 3], u16)>,
}

impl Faces {
    pub fn is_empty(&self) -> bool {
        self.faces.is_empty()
    }

    /// Adds a bone; one without a length, or with an end that no file can hold, has no faces.
    pub fn bone(&mut self, from: DVec3, to: DVec3, joint: u16) {
        let way = to - from;
        let length = way.length();
        let is_held = |at: DVec3| at.abs().max_element() <= f64::from(f32::MAX);
        if !(length > 0.0 && is_held(from) && is_held(to)) {
            return;
        }
        let (a, b) = (way / length).any_orthonormal_pair();
        let waist = from + WAIST * way;
        let ring = [a, b, -a, -b].map(|side| waist + THICK * length * side);
        self.octahedron(from, to, ring, joint);
    }

    /// Adds a marker, moved by the first joint.
    pub fn marker(&mut self, at: DVec3, radius: f64) {
        let ring = [DVec3::X, DVec3::NEG_Z, DVec3::NEG_X, DVec3::Z].map(|side| at + radius * side);
        let tip = DVec3::Y * radius;
        self.octahedron(at - tip, at + tip, ring, 0);
    }

    /// Two tips, and four points around the way between them, counter-clockwise seen from the second.
    fn octahedron(&mut self, from: DVec3, to: DVec3, ring: [DVec3; 4], joint: u16) {
        for i in 0..4 {
            let [one, other] = [ring[i], ring[(i + 1) % 4]];
            self.faces.push(([one, other, to], joint));
            self.faces.push(([other, one, from], joint));
        }
    }

    /// The mesh of these faces, with the joints that move it.
    pub fn mesh(&self, name: &str, is_skinned: bool, buffer: &mut Buffer) -> Value {
        let corners = || self.faces.iter().flat_map(|(corners, _)| corners);
        let flat = |at: DVec3| at.as_vec3().to_array();
        let places: Vec<f32> = corners().flat_map(|&at| flat(at)).collect();
        let normals = self.faces.iter().flat_map(|([a, b, c], _)| {
            let normal = (b - a).cross(c - a).normalize_or(DVec3::Y).as_vec3();
            [normal.normalize().to_array(); 3]
        });
        let normals: Vec<f32> = normals.flatten().collect();
        let count = places.len() / 3;
        let mut attributes = json!({
            "POSITION": buffer.bounded(&places, "VEC3", Some(VERTICES)),
            "NORMAL": buffer.floats(&normals, "VEC3", Some(VERTICES)),
        });
        if is_skinned {
            let joints = self.faces.iter().flat_map(|(_, joint)| [[*joint, 0, 0, 0]; 3]);
            let joints: Vec<[u16; 4]> = joints.collect();
            attributes["JOINTS_0"] = buffer.joints(&joints).into();
            let weights = [1.0, 0.0, 0.0, 0.0].repeat(count);
            attributes["WEIGHTS_0"] = buffer.floats(&weights, "VEC4", Some(VERTICES)).into();
        }
        let corners = buffer.corners(0..count as u32);
        json!({
            "name": name,
            "primitives": [{ "attributes": attributes, "indices": corners, "material": 0 }],
        })
    }
}
