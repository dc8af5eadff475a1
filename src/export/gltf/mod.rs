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

mod animation;
mod bones;
mod buffer;
mod octahedron;

use std::io::{self, Write};

use glam::{DQuat, DVec3};
use serde_json::{Value, json};

use super::format::{Export, Holds, StatedUnit};
use super::placed::{Joint, Placed};
use super::tracks::Tracks;
use crate::take::{Take, Warnings, rate};
use animation::animation;
use bones::bones;
use buffer::Buffer;
use octahedron::Faces;

/// The row of this format.
pub(super) const EXPORT: Export = Export {
    name: "glTF",
    extension: "glb",
    unit: StatedUnit::Always,
    holds: Holds::All,
    has_events: false,
    second: None,
    write,
};

/// How large the octahedron of a marker is, as a part of the figure.
const MARKER: f64 = 0.01;

fn write(take: &Take, out: &mut dyn Write, warnings: &mut Warnings) -> io::Result<()> {
    let placed = Placed::of(take);
    let joints = placed.joints();
    let tracks = Tracks::of(&placed, &joints);
    tracks.unplaced.tell(warnings);
    let mut buffer = Buffer::default();
    let animation = animation(take, joints.len(), &tracks, &mut buffer);
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
    let size = placed.size(&joints);
    let mut marker = None;
    for (tree, mut faces) in trees.iter().zip(bones(&placed, &joints, &trees)) {
        let root = tree[0];
        if faces.is_empty() && !tracks.of_node(root).is_animated() {
            // A reader takes it for a joint by its skin alone.
            faces.marker(joints[root].world.w_axis.truncate(), 0.5 * MARKER * size);
        }
        if faces.is_empty() {
            // One mesh serves all markers.
            let mesh = *marker.get_or_insert_with(|| {
                let mut faces = Faces::default();
                faces.marker(DVec3::ZERO, 0.5 * MARKER * size);
                meshes.push(faces.mesh("marker", false, &mut buffer));
                meshes.len() - 1
            });
            nodes[root]["mesh"] = json!(mesh);
            continue;
        }
        let name = format!("{} bones", joints[root].name);
        meshes.push(faces.mesh(&name, true, &mut buffer));
        let inverses = tree.iter().flat_map(|&i| {
            let inverse = joints[i].world.inverse();
            let mut cells = inverse.as_mat4().to_cols_array();
            // What a matrix of transforms has there, to the bit.
            (cells[3], cells[7], cells[11], cells[15]) = (0.0, 0.0, 0.0, 1.0);
            cells
        });
        let inverses: Vec<f32> = inverses.collect();
        let inverses = buffer.floats(&inverses, "MAT4", None);
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

/// A joint as the file has it.
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

/// What the file was made of.
fn facts(take: &Take) -> Value {
    let units = take.units;
    json!({
        "take": take.name,
        "format": take.format,
        "frames": take.motion.frame_count(),
        "fps": rate(take.fps()),
        "frame_time": take.motion.frame_time(),
        "metres_per_unit": units.metres_per_unit,
        "up": units.up.direction.name(),
        "start_time": take.start_time,
    })
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
        let tree = match joint.parent {
            Some(parent) => tree_of[parent],
            None => {
                trees.push(Vec::new());
                trees.len() - 1
            }
        };
        tree_of.push(tree);
        trees[tree].push(i);
    }
    trees
}
