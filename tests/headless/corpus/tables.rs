//! The text formats of optical systems against plain readings of them.

use std::collections::{BTreeMap, BTreeSet};

use glam::{DMat3, DQuat, DVec3, Quat, Vec3};
use rushes::evaluate::Pose;
use rushes::take::{NodeId, Take};
use serde_json::Value;

use super::expected_beside;
use crate::support;

/// The nodes by the names that the other reading has for them: the second one of a name is `name#2`.
fn named(take: &Take) -> BTreeMap<String, NodeId> {
    let mut all = BTreeMap::new();
    for (id, node) in take.skeleton.iter() {
        let mut name = node.name.clone();
        let mut number = 1;
        while all.contains_key(&name) {
            number += 1;
            name = format!("{}#{number}", node.name);
        }
        all.insert(name, id);
    }
    all
}

/// A list of numbers; `None` for null.
fn numbers(value: &Value) -> Option<Vec<f64>> {
    let list = value.as_array()?.iter();
    list.map(Value::as_f64).collect()
}

/// The largest distance of nodes from where the other reading has them, in sizes of all that is there, and
/// the largest angle between the rotations, where it has some.
fn worst(name: &str, take: &Take, expected: &Value) -> [f64; 2] {
    let nodes = expected["nodes"].as_object().expect("nodes");
    let ours = named(take);
    let theirs: BTreeSet<&String> = nodes.keys().collect();
    assert!(ours.keys().eq(theirs), "{name}: {:?}", ours.keys());
    let frames = expected["frames"].as_array().expect("frames");
    let mut worst = [0f64; 2];
    for (i, frame) in frames.iter().enumerate() {
        let frame = frame.as_u64().expect("a frame") as usize;
        let pose = Pose::of(&take.skeleton, take.row(frame));
        let (mut low, mut high, mut off) = (Vec3::INFINITY, Vec3::NEG_INFINITY, 0f32);
        for (node, id) in &ours {
            let ours = pose.position(*id);
            let theirs = numbers(&nodes[node][i]);
            assert_eq!(ours.is_nan(), theirs.is_none(), "{name}: {node} on frame {frame}");
            let Some(theirs) = theirs else { continue };
            low = low.min(ours);
            high = high.max(ours);
            let theirs = DVec3::from_slice(&theirs).as_vec3();
            off = off.max(ours.distance(theirs));
            if let Some(theirs) = rotation(expected, node, i) {
                let ours = Quat::from_mat3a(&pose.global(*id).matrix3);
                worst[1] = worst[1].max(angle_between(ours.as_dquat().normalize(), theirs));
            }
        }
        let size = (high - low).max_element();
        assert!(size > 0.0, "{name}");
        worst[0] = worst[0].max(f64::from(off / size));
    }
    worst
}

/// The angle between two rotations. By the arc cosine of their product it would be off by as much as a
/// thousandth: near 1, single precision tells no smaller angles apart.
fn angle_between(a: DQuat, b: DQuat) -> f64 {
    2.0 * (a * b.inverse()).xyz().length().min(1.0).asin()
}

/// The rotation of a body as the file writes it.
fn rotation(expected: &Value, node: &str, sample: usize) -> Option<DQuat> {
    let written = |key: &str| numbers(&expected[key][node][sample]);
    if let Some(matrix) = written("rotation_matrices_as_written") {
        return Some(DQuat::from_mat3(&DMat3::from_cols_slice(&matrix)).normalize());
    }
    let quaternion = written("quaternions_xyzw")?;
    Some(DQuat::from_slice(&quaternion).normalize())
}

#[test]
fn optitrack_and_qualisys_agree_with_plain_readings() {
    let Some(corpus) = support::corpus() else {
        return;
    };
    let (mut compared, mut turned) = (0, 0);
    for (folder, extension, format) in
        [("optitrack", "csv", "OptiTrack"), ("qualisys", "tsv", "Qualisys")]
    {
        for path in support::files(&corpus.join(folder), &[extension]) {
            let name = support::name(&path);
            let expected = expected_beside(&path).expect("a plain reading");
            if expected["nodes"].as_object().is_some_and(|nodes| nodes.is_empty()) {
                let bytes = support::read(&path);
                let error = rushes::read(&name, &bytes).expect_err("nothing to show");
                assert!(error.to_string().contains("holds no positions"), "{error}");
                continue;
            }
            let take = support::take(&path);
            assert_eq!(take.format.name(), format, "{name}");
            assert_eq!(expected["frame_count"], take.motion.frame_count(), "{name}");
            let fps = expected["fps"].as_f64().expect("a rate");
            assert!((take.fps() - fps).abs() < 1e-6 * fps, "{name}: {}", take.fps());
            let metres = match expected["length_units"].as_str().map(|unit| &unit[..2]) {
                Some("Me") => 1.0,
                Some("Mi" | "mm") => 0.001,
                other => panic!("{name}: {other:?}"),
            };
            assert_eq!(take.units.metres_per_unit, Some(metres), "{name}");
            let [off, angle] = worst(&name, &take, &expected);
            assert!(off < 1e-5, "{name} is {off:e} of the size off");
            assert!(angle < 1e-6, "{name} is turned {angle:e} too far");
            turned += usize::from(angle > 0.0);
            compared += 1;
        }
    }
    assert_eq!((compared, turned), (7, 3), "takes, and those with rotations");
}
