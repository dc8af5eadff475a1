//! Hostile glTF and FBX files, and objects.

use rushes::loader::{Source, max_sampled_nodes, read_object};
use serde_json::{Value, json};

use super::{Hostile, assert_in_proportion, dense, each, loads, refused, sampled};
use crate::support::memory::peak_of;

/// A glTF as it grows: numbers in a buffer, and what points at them.
#[derive(Default)]
struct Scene {
    buffer: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Scene {
    /// The number of an accessor of these values.
    fn add(&mut self, values: &[f32], kind: &str, components: usize) -> usize {
        self.views.push(json!({
            "buffer": 0, "byteOffset": self.buffer.len(), "byteLength": 4 * values.len(),
        }));
        self.buffer.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        self.accessors.push(json!({
            "bufferView": self.views.len() - 1, "componentType": 5126,
            "count": values.len() / components, "type": kind,
        }));
        self.accessors.len() - 1
    }

    fn times(&mut self, times: &[f32]) -> usize {
        self.add(times, "SCALAR", 1)
    }

    fn places(&mut self, places: &[f32]) -> usize {
        self.add(places, "VEC3", 3)
    }

    /// A triangle of three points that joint 0 moves.
    fn triangle(&mut self) -> Value {
        let points = self.places(&[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
        let joints = self.add(&[0.0; 12], "VEC4", 4);
        let weights = self.add(&[1.0, 0.0, 0.0, 0.0].repeat(3), "VEC4", 4);
        let attributes = json!({ "POSITION": points, "JOINTS_0": joints, "WEIGHTS_0": weights });
        json!([{ "primitives": [{ "attributes": attributes }] }])
    }

    /// The file with these parts as well.
    fn glb(self, parts: &[(&str, Value)]) -> Vec<u8> {
        let mut file = json!({
            "asset": { "version": "2.0" }, "buffers": [{ "byteLength": self.buffer.len() }],
            "bufferViews": self.views, "accessors": self.accessors,
        });
        for (key, part) in parts {
            file[*key] = part.clone();
        }
        let mut text = file.to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        let mut bytes = [b"glTF".as_slice(), &2_u32.to_le_bytes(), &0_u32.to_le_bytes()].concat();
        for (kind, chunk) in [(b"JSON", text), (b"BIN\0", self.buffer)] {
            bytes.extend((chunk.len() as u32).to_le_bytes());
            bytes.extend(kind);
            bytes.extend(chunk);
        }
        bytes
    }
}

/// So many nodes as a program would write them.
fn nodes(count: usize) -> Value {
    let node = |i| json!({ "name": format!("joint{i:06}"), "translation": [0.0, 0.125, 0.0] });
    (0..count).map(node).collect()
}

/// A skin of so many joints.
fn skin(count: usize) -> Value {
    json!([{ "joints": (0..count).collect::<Vec<_>>() }])
}

/// An animation that moves nodes by one sampler.
fn animation(nodes: impl IntoIterator<Item = usize>, times: usize, places: usize) -> Value {
    let channel = |node| json!({ "sampler": 0, "target": { "node": node, "path": "translation" } });
    json!({
        "channels": nodes.into_iter().map(channel).collect::<Vec<_>>(),
        "samplers": [{ "input": times, "output": places }],
    })
}

/// A glTF with so many keys that hold a node where it is: their times and places.
fn held(count: usize) -> (Scene, [usize; 2]) {
    let mut scene = Scene::default();
    let times: Vec<f32> = (0..count).map(|frame| frame as f32 / 30.0).collect();
    let places = [0.0, 0.125, 0.0].repeat(count);
    let numbers = [scene.times(&times), scene.places(&places)];
    (scene, numbers)
}

/// So many joints, of which these move between two keys.
fn moving(count: usize, moving: impl IntoIterator<Item = usize>, end: f32) -> Vec<u8> {
    let mut scene = Scene::default();
    let times = scene.times(&[0.0, end]);
    let places = scene.places(&[0.0, 0.0, 0.0, 1.0, 2.0, 3.0]);
    let animations = json!([animation(moving, times, places)]);
    scene.glb(&[("nodes", nodes(count)), ("skins", skin(count)), ("animations", animations)])
}

const GLTF: &[Hostile<Vec<u8>>] = &[
    sampled(&loads("joints, one of which moves for hours", 10_000, |n| {
        moving(n, [n - 1], 80_000.0)
    })),
    sampled(&loads("joints, one of which has a key in a far future", 10_000, |n| {
        moving(n, [n - 1], 1e6)
    })),
    sampled(&loads("joints that move for hours", 10_000, |n| moving(n, 0..n, 80_000.0))),
    sampled(&loads("joints that are held for hours", 10_000, |n| {
        let mut scene = Scene::default();
        let times = scene.times(&[0.0, 50_000.0]);
        let places = scene.places(&[0.0, 0.125, 0.0].repeat(2));
        let animations = json!([animation(0..n, times, places)]);
        scene.glb(&[("nodes", nodes(n)), ("skins", skin(n)), ("animations", animations)])
    })),
    dense(&loads("animations of the same keys", 8_000, |n| {
        let (scene, [times, places]) = held(n);
        let animations = (0..n).map(|_| animation([0], times, places)).collect();
        scene.glb(&[("nodes", nodes(2)), ("skins", skin(2)), ("animations", animations)])
    })),
    sampled(&loads("channels of the same keys", 8_000, |n| {
        let (scene, [times, places]) = held(n);
        let animations = json!([animation((0..n).map(|_| 0), times, places)]);
        scene.glb(&[("nodes", nodes(2)), ("skins", skin(2)), ("animations", animations)])
    })),
    dense(&loads("channels whose keys cannot be read", 8_000, |n| {
        let mut scene = Scene::default();
        let [indices, values] =
            [scene.times(&vec![f32::from_bits(0); n]), scene.times(&vec![1.0; n])];
        scene.buffer[4 * n - 4] = 9;
        let view = |accessor: usize| scene.accessors[accessor]["bufferView"].clone();
        let sparse = json!({
            "componentType": 5126, "count": 1, "type": "SCALAR",
            "sparse": {
                "count": n, "indices": { "bufferView": view(indices), "componentType": 5125 },
                "values": { "bufferView": view(values) },
            },
        });
        scene.accessors.push(sparse);
        let times = scene.accessors.len() - 1;
        let animations = json!([animation((0..n).map(|_| 0), times, values)]);
        scene.glb(&[("nodes", nodes(2)), ("skins", skin(2)), ("animations", animations)])
    })),
    sampled(&loads("nodes with one skinned mesh", 20_000, |n| {
        let mut scene = Scene::default();
        let meshes = scene.triangle();
        let mut nodes = nodes(n);
        for node in nodes.as_array_mut().expect("nodes") {
            (node["mesh"], node["skin"]) = (0.into(), 0.into());
        }
        scene.glb(&[("nodes", nodes), ("skins", skin(n)), ("meshes", meshes)])
    })),
    sampled(&loads("nodes with two skinned meshes in turn", 20_000, |n| {
        let mut scene = Scene::default();
        let meshes = scene.triangle();
        let mut nodes = nodes(n);
        for (i, node) in nodes.as_array_mut().expect("nodes").iter_mut().enumerate() {
            (node["mesh"], node["skin"]) = (0.into(), (i % 2).into());
        }
        let skins = json!([skin(n)[0], skin(n)[0]]);
        scene.glb(&[("nodes", nodes), ("skins", skins), ("meshes", meshes)])
    })),
    sampled(&loads("meshes below a chain of groups", 20_000, |n| {
        let mut scene = Scene::default();
        let meshes = scene.triangle();
        let mut nodes = nodes(n);
        for i in 2..n {
            nodes[i]["mesh"] = 0.into();
            nodes[i]["children"] = if i + 1 < n { json!([i + 1]) } else { json!([]) };
        }
        scene.glb(&[("nodes", nodes), ("skins", skin(2)), ("meshes", meshes)])
    })),
];

/// Ticks of a second in an FBX.
const SECOND: usize = 46_186_158_000;

/// An FBX of these objects and connections.
fn fbx(objects: &str, connections: &str) -> String {
    format!(
        "; FBX 7.7.0 project file\nFBXHeaderExtension: {{\nFBXHeaderVersion: 1003\nFBXVersion: 7700\n}}\n\
         GlobalSettings: {{\nVersion: 1000\nProperties70: {{\nP: \"TimeMode\", \"enum\", \"\", \"\",6\n}}\n}}\n\
         Objects: {{\n{objects}}}\nConnections: {{\n{connections}}}\n"
    )
}

fn bones(count: usize) -> String {
    each(count, |i| format!("Model: {}, \"Model::b{i}\", \"LimbNode\" {{\n}}\n", 1_000_000 + i))
}

fn below(child: usize, parent: usize) -> String {
    format!("C: \"OO\",{child},{parent}\n")
}

/// So many bones below the first one, which a curve of two keys in so many layers moves until a time in seconds.
fn animated(bones_of: usize, stacks: usize, layers: usize, end: usize) -> String {
    let first = 1_000_000;
    let stack = |i| format!("AnimationStack: {}, \"AnimStack::s{i}\", \"\" {{\n}}\n", 100_000 + i);
    let layer = |i| format!("AnimationLayer: {}, \"AnimLayer::l{i}\", \"\" {{\n}}\n", 200_000 + i);
    let curve = format!(
        "AnimationCurveNode: 12, \"AnimCurveNode::T\", \"\" {{\n}}\nAnimationCurve: 13, \"AnimCurve::\", \"\" {{\n\
         KeyVer: 4008\nKeyTime: *2 {{\na: 0,{}\n}}\nKeyValueFloat: *2 {{\na: 0,1\n}}\nKeyAttrFlags: *1 {{\na: 260\n}}\n\
         KeyAttrDataFloat: *4 {{\na: 0,0,0,0\n}}\nKeyAttrRefCount: *1 {{\na: 2\n}}\n}}\n",
        end * SECOND
    );
    let tree = below(first, 0) + &each(bones_of - 1, |i| below(first + 1 + i, first));
    let parts = each(layers, |i| {
        each(stacks, |s| below(200_000 + i, 100_000 + s)) + &below(12, 200_000 + i)
    });
    let objects = [bones(bones_of), each(stacks, stack), each(layers, layer), curve].concat();
    let moves = format!("C: \"OP\",12,{first},\"Lcl Translation\"\nC: \"OP\",13,12,\"d|X\"\n");
    fbx(&objects, &(tree + &parts + &moves))
}

const FBX: &[Hostile<String>] = &[
    sampled(&loads("bones and a curve of hours", 2_000, |n| animated(n, 1, 1, 80_000))),
    sampled(&loads("bones and a curve of days", 2_000, |n| animated(n, 1, 1, 100_000))),
    sampled(&loads("layers", 3_000, |n| animated(50, 1, n, 80_000))),
    sampled(&loads("stacks of one layer", 3_000, |n| animated(2, n, 1, 10))),
    refused("bones in each other", 40_000, |n| {
        let first = 1_000_000;
        let chain = each(n - 1, |i| below(first + 1 + i, first + i));
        fbx(&bones(n), &(below(first, 0) + &chain))
    }),
];

#[test]
fn hostile_gltf_takes_time_and_memory_in_proportion() {
    assert_in_proportion("hostile.glb", GLTF);
}

#[test]
fn hostile_fbx_takes_time_and_memory_in_proportion() {
    assert_in_proportion("hostile.fbx", FBX);
}

#[test]
fn frames_times_nodes_are_bounded_and_what_is_left_out_is_told() {
    let still = moving(10_000, [9_999], 80_000.0);
    let bones = animated(2_000, 1, 1, 80_000).into_bytes();
    let layers = animated(50, 1, 3_000, 80_000).into_bytes();
    for (file, bytes, left_out) in [
        ("a.glb", &still, "frames-lost"),
        ("a.glb", &moving(10_000, [9_999], 1e6), "values-left-out"),
        ("a.fbx", &bones, "frames-lost"),
        ("a.fbx", &layers, "frames-lost"),
        ("a.fbx", &animated(50, 1, 1, 100_000).into_bytes(), "values-left-out"),
    ] {
        let take = rushes::read(file, bytes).unwrap_or_else(|e| panic!("{e}"));
        let size = take.motion.frame_count() * take.skeleton.nodes().len();
        assert!(size <= max_sampled_nodes(bytes.len()), "{file}: {size}");
        let codes: Vec<&str> = take.warnings.iter().map(|w| w.code.word()).collect();
        assert!(codes.contains(&left_out), "{file}: {codes:?}");
    }
}

#[test]
fn an_object_takes_memory_by_what_comes_of_it() {
    /// Triangles, their lines and folds, for as many as are drawn.
    const MOST: usize = 1 << 27;
    let scene = |points: usize, triangles: usize, nodes: usize| {
        let mut scene = Scene::default();
        let places = scene.places(&vec![1.0; 3 * points]);
        let corners: Vec<f32> = (0..3 * triangles).map(|i| (i % points) as f32).collect();
        let indices = scene.times(&corners);
        let meshes = json!([{ "primitives": [{ "attributes": { "POSITION": places }, "indices": indices }] }]);
        let nodes = (0..nodes).map(|_| json!({ "mesh": 0 })).collect();
        scene.glb(&[("nodes", nodes), ("meshes", meshes)])
    };
    for (points, triangles, nodes, loads) in [
        (20_000, 1, 5_000, true),
        (100_000, 100, 5_000, true),
        (20_000, 6_000, 5_000, false),
        (100_000, 0, 5_000, false),
    ] {
        let bytes = scene(points, triangles, nodes);
        let (read, peak) = peak_of(|| read_object(&Source::new("a.glb", &bytes)));
        assert_eq!(read.is_ok(), loads, "{triangles} triangles: {:?}", read.err());
        assert!(peak <= MOST + 64 * bytes.len(), "{peak} bytes of memory");
        if let Ok(object) = read {
            assert_eq!(object.triangles().len(), triangles * nodes);
            assert!(object.points().len() <= 3 * triangles * nodes);
        }
    }
}
