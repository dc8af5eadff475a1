//! Large scenes: a binary FBX and a GLB, with keys on every frame, as exporters bake them.

use serde_json::json;

/// How many joints the figure has, and frames a second.
pub const JOINTS: usize = 60;
pub const FPS: usize = 30;

/// FBX counts this many ticks in a second.
const TICKS: i64 = 46_186_158_000;

/// The angle of a joint about an axis on a frame, in degrees.
fn angle(joint: usize, axis: usize, frame: usize) -> f64 {
    let time = frame as f64 / FPS as f64;
    40.0 * (time * (0.3 + (joint % 7) as f64) + axis as f64 + joint as f64).sin()
}

/// The joint that a joint hangs from.
fn parent(joint: usize) -> Option<usize> {
    joint.checked_sub(1).map(|before| before / 2)
}

/// A property of a record.
enum Value {
    Int(i32),
    Long(i64),
    Double(f64),
    Text(String),
    Floats(Vec<f32>),
    Ints(Vec<i32>),
    Longs(Vec<i64>),
}

/// A record of a binary FBX.
struct Record {
    name: &'static str,
    values: Vec<Value>,
    inside: Vec<Record>,
}

fn record(name: &'static str, values: Vec<Value>, inside: Vec<Record>) -> Record {
    Record { name, values, inside }
}

/// A row of Properties70: its name, its type, and its value.
fn property(name: &str, kind: &str, values: Vec<Value>) -> Record {
    let words = [name, kind, "", ""].map(|word| Value::Text(word.into()));
    record("P", words.into_iter().chain(values).collect(), Vec::new())
}

impl Value {
    fn write(&self, bytes: &mut Vec<u8>) {
        let mut array = |code: u8, count: usize, values: Vec<u8>| {
            bytes.push(code);
            bytes.extend((count as u32).to_le_bytes());
            bytes.extend([0; 4]);
            bytes.extend((values.len() as u32).to_le_bytes());
            bytes.extend(values);
        };
        match self {
            Self::Floats(all) => {
                let values = all.iter().flat_map(|value| value.to_le_bytes()).collect();
                array(b'f', all.len(), values);
            }
            Self::Ints(all) => {
                let values = all.iter().flat_map(|value| value.to_le_bytes()).collect();
                array(b'i', all.len(), values);
            }
            Self::Longs(all) => {
                let values = all.iter().flat_map(|value| value.to_le_bytes()).collect();
                array(b'l', all.len(), values);
            }
            Self::Int(value) => {
                bytes.push(b'I');
                bytes.extend(value.to_le_bytes());
            }
            Self::Long(value) => {
                bytes.push(b'L');
                bytes.extend(value.to_le_bytes());
            }
            Self::Double(value) => {
                bytes.push(b'D');
                bytes.extend(value.to_le_bytes());
            }
            Self::Text(text) => {
                bytes.push(b'S');
                bytes.extend((text.len() as u32).to_le_bytes());
                bytes.extend(text.bytes());
            }
        }
    }
}

impl Record {
    fn write(&self, bytes: &mut Vec<u8>) {
        let start = bytes.len();
        bytes.extend([0; 12]);
        bytes.push(self.name.len() as u8);
        bytes.extend(self.name.bytes());
        let values = bytes.len();
        self.values.iter().for_each(|value| value.write(bytes));
        let len = (bytes.len() - values) as u32;
        if !self.inside.is_empty() {
            self.inside.iter().for_each(|record| record.write(bytes));
            bytes.extend([0; 13]);
        }
        let head = [bytes.len() as u32, self.values.len() as u32, len];
        let head = head.into_iter().flat_map(u32::to_le_bytes);
        bytes.splice(start..start + 12, head);
    }
}

/// A binary FBX of version 7.4: a skeleton whose joints have a key for each angle on each frame.
pub fn fbx(frames: usize) -> Vec<u8> {
    let id = |kind: i64, n: usize| 1_000_000 * kind + n as i64;
    let object = |kind: &'static str, id: i64, name: String, class: &str, inside| {
        let name = format!("{name}\0\x01{kind}");
        let values = vec![Value::Long(id), Value::Text(name), Value::Text(class.into())];
        (values, inside)
    };
    let last = (frames as i64 - 1) * TICKS / FPS as i64;
    let mut objects = Vec::new();
    let mut links: Vec<(i64, i64, Option<String>)> = Vec::new();
    let times = || (0..frames as i64).map(|frame| frame * TICKS / FPS as i64).collect();
    let (values, inside) = object(
        "AnimStack",
        id(1, 0),
        "Take 001".into(),
        "",
        vec![record(
            "Properties70",
            vec![],
            vec![property("LocalStop", "KTime", vec![Value::Long(last)])],
        )],
    );
    objects.push(record("AnimationStack", values, inside));
    let (values, inside) = object("AnimLayer", id(2, 0), "Base".into(), "", vec![]);
    objects.push(record("AnimationLayer", values, inside));
    links.push((id(2, 0), id(1, 0), None));
    for joint in 0..JOINTS {
        let offset = [1.0, 10.0, 0.5].map(Value::Double);
        let (values, inside) = object(
            "Model",
            id(3, joint),
            format!("Joint{joint}"),
            "LimbNode",
            vec![record(
                "Properties70",
                vec![],
                vec![property("Lcl Translation", "Lcl Translation", offset.into())],
            )],
        );
        objects.push(record("Model", values, inside));
        links.push((id(3, joint), parent(joint).map_or(0, |parent| id(3, parent)), None));
        let (values, inside) = object("AnimCurveNode", id(4, joint), "R".into(), "", vec![]);
        objects.push(record("AnimationCurveNode", values, inside));
        links.push((id(4, joint), id(2, 0), None));
        links.push((id(4, joint), id(3, joint), Some("Lcl Rotation".into())));
        for axis in 0..3 {
            let curve = id(5, 3 * joint + axis);
            let angles = (0..frames).map(|frame| angle(joint, axis, frame) as f32);
            let (values, inside) = object(
                "AnimCurve",
                curve,
                String::new(),
                "",
                vec![
                    record("KeyTime", vec![Value::Longs(times())], vec![]),
                    record("KeyValueFloat", vec![Value::Floats(angles.collect())], vec![]),
                    // All keys are linear.
                    record("KeyAttrFlags", vec![Value::Ints(vec![4])], vec![]),
                    record("KeyAttrDataFloat", vec![Value::Floats(vec![0.0; 4])], vec![]),
                    record("KeyAttrRefCount", vec![Value::Ints(vec![frames as i32])], vec![]),
                ],
            );
            objects.push(record("AnimationCurve", values, inside));
            links.push((curve, id(4, joint), Some(format!("d|{}", ["X", "Y", "Z"][axis]))));
        }
    }
    let links = links.into_iter().map(|(from, to, of)| {
        let mut values = vec![
            Value::Text(if of.is_some() { "OP" } else { "OO" }.into()),
            Value::Long(from),
            Value::Long(to),
        ];
        values.extend(of.map(Value::Text));
        record("C", values, vec![])
    });
    let settings = vec![
        property("UnitScaleFactor", "double", vec![Value::Double(1.0)]),
        property("TimeMode", "enum", vec![Value::Int(6)]),
    ];
    let all = [
        record(
            "FBXHeaderExtension",
            vec![],
            vec![record("FBXVersion", vec![Value::Int(7400)], vec![])],
        ),
        record("GlobalSettings", vec![], vec![record("Properties70", vec![], settings)]),
        record("Objects", vec![], objects),
        record("Connections", vec![], links.collect()),
    ];
    let mut bytes = b"Kaydara FBX Binary  \0\x1a\0".to_vec();
    bytes.extend(7400u32.to_le_bytes());
    all.iter().for_each(|record| record.write(&mut bytes));
    bytes.extend([0; 13]);
    bytes
}

/// A GLB: the same skeleton, whose joints have a quaternion on each frame, and whose last one swings as hair does.
pub fn glb(frames: usize) -> Vec<u8> {
    let mut data: Vec<u8> = Vec::new();
    let mut views = Vec::new();
    let mut accessors = Vec::new();
    let mut add = |values: Vec<f32>, width: usize| {
        let (at, kind) = (data.len(), if width == 1 { "SCALAR" } else { "VEC4" });
        data.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        views.push(json!({"buffer": 0, "byteOffset": at, "byteLength": 4 * values.len()}));
        let mut accessor = json!({
            "bufferView": views.len() - 1, "componentType": 5126, "count": values.len() / width, "type": kind
        });
        if width == 1 {
            accessor["min"] = json!([values[0]]);
            accessor["max"] = json!([values[values.len() - 1]]);
        }
        accessors.push(accessor);
        accessors.len() - 1
    };
    let times = add((0..frames).map(|frame| frame as f32 / FPS as f32).collect(), 1);
    let mut samplers = Vec::new();
    let mut channels = Vec::new();
    for joint in 0..JOINTS {
        let quaternions = (0..frames).flat_map(|frame| {
            let [x, y, z] = [0, 1, 2].map(|axis| angle(joint, axis, frame).to_radians() as f32);
            glam::Quat::from_euler(glam::EulerRot::ZYX, z, y, x).to_array()
        });
        let output = add(quaternions.collect(), 4);
        samplers.push(json!({"input": times, "output": output}));
        channels.push(json!({"sampler": joint, "target": {"node": joint, "path": "rotation"}}));
    }
    let nodes: Vec<_> = (0..JOINTS)
        .map(|joint| {
            let children: Vec<usize> = (0..JOINTS).filter(|&j| parent(j) == Some(joint)).collect();
            let mut node =
                json!({"name": format!("Joint{joint}"), "translation": [0.01, 0.1, 0.005]});
            if !children.is_empty() {
                node["children"] = json!(children);
            }
            node
        })
        .collect();
    let root = json!({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": nodes,
        "buffers": [{"byteLength": data.len()}], "bufferViews": views, "accessors": accessors,
        "animations": [{"name": "take", "samplers": samplers, "channels": channels}],
        "extensions": {"VRMC_springBone": {"springs": [{"joints": [{"node": JOINTS - 1}]}]}},
    });
    let mut text = root.to_string();
    text.push_str(&" ".repeat(text.len().next_multiple_of(4) - text.len()));
    let chunk =
        |kind: &[u8], bytes: &[u8]| [&(bytes.len() as u32).to_le_bytes(), kind, bytes].concat();
    let chunks = [chunk(b"JSON", text.as_bytes()), chunk(b"BIN\0", &data)].concat();
    let len = (12 + chunks.len() as u32).to_le_bytes();
    [&b"glTF"[..], &2u32.to_le_bytes(), &len, &chunks].concat()
}
