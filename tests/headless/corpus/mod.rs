//! Every real take agrees with the positions that other programs computed for it.

mod acclaim;
mod bvh;
mod decoys;
mod htr;
mod markers;
mod mvnx;
mod npz;
mod pairs;
mod scenes;
mod sides;
mod skins;
mod tables;
mod up;

use std::collections::BTreeMap;
use std::path::Path;

use glam::Vec3;
use rushes::evaluate::Pose;
use rushes::take::{BoneEnd, Take};
use serde_json::Value;

/// Positions by name as the other programs name them: end sites are `<parent>_end`.
fn positions(take: &Take, frame: usize) -> BTreeMap<String, Vec3> {
    let pose = Pose::of(&take.skeleton, take.row(frame));
    let mut all = BTreeMap::new();
    for (id, node) in take.skeleton.iter() {
        all.insert(node.name.clone(), pose.position(id));
    }
    for bone in take.skeleton.bones() {
        if let BoneEnd::Local(_) = bone.end {
            let name = format!("{}_end", take.skeleton[bone.node].name);
            all.insert(name, pose.bone_end(bone.node, bone.end));
        }
    }
    all
}

/// The largest extent of the figure on a frame.
fn size(positions: &BTreeMap<String, Vec3>) -> f32 {
    let low = positions.values().fold(Vec3::INFINITY, |a, &b| a.min(b));
    let high = positions.values().fold(Vec3::NEG_INFINITY, |a, &b| a.max(b));
    (high - low).max_element()
}

/// The largest distance from what the other program says, in sizes of the figure.
fn worst(take: &Take, expected: &Value, reading: &str) -> f32 {
    let frames = expected["frames"].as_array().expect("frames");
    let joints = expected[reading].as_object().expect("positions");
    let mut worst: f32 = 0.0;
    for (i, frame) in frames.iter().enumerate() {
        let ours = positions(take, frame.as_u64().expect("a frame") as usize);
        let size = size(&ours);
        assert!(size > 0.0);
        for (joint, theirs) in joints {
            let ours = ours.get(joint).unwrap_or_else(|| panic!("no joint is called {joint}"));
            let at = |axis: usize| theirs[i][axis].as_f64().expect("a coordinate") as f32;
            worst = worst.max(ours.distance(Vec3::new(at(0), at(1), at(2))) / size);
        }
    }
    worst
}

/// What another program says of a file; `None` where no program could read it.
fn expected_beside(path: &Path) -> Option<Value> {
    let mut beside = path.to_path_buf().into_os_string();
    beside.push(".expected.json");
    let json = std::fs::read(&beside).ok()?;
    let expected: Value = serde_json::from_slice(&json).expect("expected positions");
    let frames = expected["frames"].as_array().expect("frames");
    (!frames.is_empty()).then_some(expected)
}
