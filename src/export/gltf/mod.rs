//! The writer of glTF 2.0 in its binary form, GLB (Khronos, *glTF 2.0 Specification*).
//!
//! ```text
//! header       glTF, version 2, length
//! JSON         nodes, a skin and a mesh for each tree of joints, the animation
//! BIN          times and values of keys, then what the skins and meshes need
//! ```
//!
//! Every node of the take is a node, and so is every bone end that is none. They are in metres with Y up: roots are
//! turned, and all that is below them comes along. Frames are keys, between which a reader blends as Rushes does. glTF
//! draws no skeletons: bones are octahedra that move with their joints as a skin, markers small ones of their own.

mod buffer;

use std::io::{self, Write};

use glam::{DQuat, DVec3};
use serde_json::{Value, json};

use super::scene_take::{Joint, SceneTake, Track, Tracks};
use crate::take::{BoneEnd, Take, Warnings, rate};
use buffer::{Buffer, VERTICES};

/// How large the octahedron of a marker is, as a part of the figure.
const MARKER: f64 = 0.01;

/// How thick a bone is, and how far from its beginning, in lengths of it.
const THICK: f64 = 0.04;
const WAIST: f64 = 0.12;

pub(super) fn write(take: &Take, out: &mut dyn Write, warnings: &mut Warnings) -> io::Result<()> {
    let scene = SceneTake::new(take);
    let joints = scene.joints();
    let tracks = Tracks::new(&scene, &joints);
    tracks.unplaced.warn(warnings);
    let mut buffer = Buffer::default();
    let animation = animation(take, &tracks, &mut buffer);
    let mut file = json!({
        "asset": {
            "version": "2.0",
            "generator": concat!("Rushes ", env!("CARGO_PKG_VERSION")),
            "extras": facts(take),
        },
        "scene": 0,
        "materials": [{
            "name": "bones",
            "pbrMetallicRoughness": {
                "baseColorFactor": [0.8, 0.8, 0.8, 1.0],
                "metallicFactor": 0.0,
                "roughnessFactor": 0.8,
            },
        }],
    });
    let mut nodes: Vec<Value> = joints.iter().map(node).collect();
    let trees = trees(&joints);
    let mut top: Vec<usize> = trees.iter().map(|tree| tree[0]).collect();
    let (mut meshes, mut skins) = (Vec::new(), Vec::new());
    let marker_radius = 0.5 * MARKER * scene.size(&joints);
    let mut marker = None;
    for (tree, mut faces) in trees.iter().zip(bones(&scene, &joints, &trees)) {
        let root = tree[0];
        if faces.is_empty() && !tracks.nodes[root].is_animated() {
            // A reader takes it for a joint by its skin alone.
            faces.marker(joints[root].world.w_axis.truncate(), marker_radius);
        }
        if faces.is_empty() {
            // One mesh serves all markers.
            let mesh = *marker.get_or_insert_with(|| {
                let mut faces = Faces::default();
                faces.marker(DVec3::ZERO, marker_radius);
                meshes.push(faces.mesh("marker", false, &mut buffer));
                meshes.len() - 1
            });
            nodes[root]["mesh"] = json!(mesh);
            continue;
        }
        let name = format!("{} bones", joints[root].name);
        meshes.push(faces.mesh(&name, true, &mut buffer));
        let cells = tree.iter().flat_map(|&i| {
            let mut cells = joints[i].world.inverse().as_mat4().to_cols_array();
            // What a matrix of transforms has there, to the bit.
            (cells[3], cells[7], cells[11], cells[15]) = (0.0, 0.0, 0.0, 1.0);
            cells
        });
        let inverses = buffer.floats(&cells.collect::<Vec<f32>>(), "MAT4", None);
        skins.push(json!({ "name": name, "joints": tree, "inverseBindMatrices": inverses }));
        top.push(nodes.len());
        let (mesh, skin) = (meshes.len() - 1, skins.len() - 1);
        nodes.push(json!({ "name": name, "mesh": mesh, "skin": skin }));
    }
    file["nodes"] = nodes.into();
    file["scenes"] = json!([{ "name": take.name, "nodes": top }]);
    file["meshes"] = meshes.into();
    if !skins.is_empty() {
        file["skins"] = skins.into();
    }
    if let Some(animation) = animation {
        file["animations"] = json!([animation]);
    }
    buffer.describe(&mut file);
    write_chunks(&file, &buffer.bytes, out)
}

fn node(joint: &Joint) -> Value {
    let mut node = json!({ "name": joint.name });
    if joint.rest.translation != DVec3::ZERO {
        node["translation"] = json!(joint.rest.translation.as_vec3().to_array());
    }
    if joint.rest.rotation != DQuat::IDENTITY {
        node["rotation"] = json!(joint.rest.rotation.as_quat().normalize().to_array());
    }
    if !joint.children.is_empty() {
        node["children"] = joint.children.clone().into();
    }
    node
}

fn facts(take: &Take) -> Value {
    json!({
        "take": take.name,
        "format": take.format.name(),
        "frames": take.motion.frame_count(),
        "fps": rate(take.fps()),
        "frame_time": take.motion.frame_time(),
        "metres_per_unit": take.units.metres_per_unit,
        "up": take.units.up.direction.name(),
        "start_time": take.start_time,
    })
}

/// The animation; `None` of a take without frames. Where nothing moves, the first node keeps its place.
fn animation(take: &Take, tracks: &Tracks, buffer: &mut Buffer) -> Option<Value> {
    if take.motion.frame_count() == 0 {
        return None;
    }
    let stands = !tracks.nodes.iter().any(Track::is_animated);
    let time = |frame| (frame as f64 * take.motion.frame_time()) as f32;
    let times: Vec<f32> = (0..take.motion.frame_count()).map(time).collect();
    let input = buffer.bounded(&times, "SCALAR", None);
    let (mut samplers, mut channels) = (Vec::new(), Vec::new());
    for (node, track) in tracks.nodes.iter().enumerate() {
        for (is_used, values, kind, path) in [
            (track.moves || stands && node == 0, &track.places, "VEC3", "translation"),
            (track.turns, &track.rotations, "VEC4", "rotation"),
        ] {
            if is_used {
                let output = buffer.floats(values, kind, None);
                let target = json!({ "node": node, "path": path });
                channels.push(json!({ "sampler": samplers.len(), "target": target }));
                let sampler =
                    json!({ "input": input, "output": output, "interpolation": "LINEAR" });
                samplers.push(sampler);
            }
        }
    }
    let name = take.clip_name().unwrap_or(&take.name);
    Some(json!({ "name": name, "samplers": samplers, "channels": channels }))
}

/// The bones of each tree as octahedra at rest, each moved by its joint, which they name by its place in the tree.
fn bones(scene: &SceneTake<'_>, joints: &[Joint], trees: &[Vec<usize>]) -> Vec<Faces> {
    let mut place_of = vec![(0, 0); joints.len()];
    for (t, tree) in trees.iter().enumerate() {
        for (place, &i) in tree.iter().enumerate() {
            place_of[i] = (t, place as u16);
        }
    }
    let mut all: Vec<Faces> = trees.iter().map(|_| Faces::default()).collect();
    for bone in scene.take.skeleton.bones() {
        // Nodes are ahead of bone ends, in the order of the take.
        let joint = &joints[bone.node.index()];
        let end = match bone.end {
            BoneEnd::Node(id) => joints[id.index()].world.w_axis.truncate(),
            BoneEnd::Local(end) => {
                joint.world.transform_point3(end.as_dvec3() * joint.rest.scale * scene.scale)
            }
        };
        let (tree, place) = place_of[bone.node.index()];
        all[tree].bone(joint.world.w_axis.truncate(), end, place);
    }
    all
}

/// The header, and the chunks at multiples of four bytes.
fn write_chunks(file: &Value, bytes: &[u8], out: &mut dyn Write) -> io::Result<()> {
    let mut json = serde_json::to_vec(file)?;
    json.resize(json.len().next_multiple_of(4), b' ');
    let bin = bytes.len().next_multiple_of(4);
    let length = 12 + 8 + json.len() + 8 + bin;
    let number = |n: usize| {
        let n = u32::try_from(n).map_err(|_| io::Error::other("GLB has room for 4 GB"))?;
        Ok::<_, io::Error>(n.to_le_bytes())
    };
    out.write_all(b"glTF")?;
    out.write_all(&number(2)?)?;
    out.write_all(&number(length)?)?;
    for (kind, chunk, length) in [(b"JSON", &json[..], json.len()), (b"BIN\0", bytes, bin)] {
        out.write_all(&number(length)?)?;
        out.write_all(kind)?;
        out.write_all(chunk)?;
        out.write_all(&vec![0; length - chunk.len()])?;
    }
    Ok(())
}

/// Each root with all that is below it, the root first.
fn trees(joints: &[Joint]) -> Vec<Vec<usize>> {
    let mut trees: Vec<Vec<usize>> = Vec::new();
    let mut tree_of: Vec<usize> = Vec::with_capacity(joints.len());
    // Parents are ahead of their children.
    for (i, joint) in joints.iter().enumerate() {
        let tree = joint.parent.map_or(trees.len(), |parent| tree_of[parent]);
        if tree == trees.len() {
            trees.push(Vec::new());
        }
        tree_of.push(tree);
        trees[tree].push(i);
    }
    trees
}

/// The octahedra that stand for bones and markers: flat faces, each vertex moved by one joint.
#[derive(Default)]
struct Faces {
    /// The corners of each face, and the joint that moves them.
    faces: Vec<([DVec3; 3], u16)>,
}

impl Faces {
    fn is_empty(&self) -> bool {
        self.faces.is_empty()
    }

    /// Adds a bone; one without a length, or with an end that no file can hold, has no faces.
    fn bone(&mut self, from: DVec3, to: DVec3, joint: u16) {
        let way = to - from;
        let length = way.length();
        let is_held = |at: DVec3| at.abs().max_element() <= f64::from(f32::MAX);
        if !(length > 0.0 && is_held(from) && is_held(to)) {
            return;
        }
        let (a, b) = (way / length).any_orthonormal_pair();
        let waist = from + WAIST * way;
        self.octahedron(from, to, [a, b, -a, -b].map(|side| waist + THICK * length * side), joint);
    }

    /// Adds a marker, moved by the first joint.
    fn marker(&mut self, at: DVec3, radius: f64) {
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

    fn mesh(&self, name: &str, is_skinned: bool, buffer: &mut Buffer) -> Value {
        let corners = || self.faces.iter().flat_map(|(corners, _)| corners);
        let flat = |at: DVec3| at.as_vec3().to_array();
        let places: Vec<f32> = corners().flat_map(|&at| flat(at)).collect();
        let normals = self.faces.iter().flat_map(|([a, b, c], _)| {
            [(b - a).cross(c - a).normalize_or(DVec3::Y).as_vec3().normalize().to_array(); 3]
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
