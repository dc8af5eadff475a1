//! FBX and glTF against other programs, at moments of the file's own clock.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use glam::Vec3;
use rushes::evaluate::Pose;
use rushes::loader::ErrorKind;
use rushes::take::Take;
use serde_json::Value;

use crate::support;
use crate::support::input::Input;

/// What other programs say of a file.
fn expected(path: &Path) -> Value {
    let mut beside = path.to_path_buf().into_os_string();
    beside.push(".expected.json");
    let json = std::fs::read(&beside).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_slice(&json).expect("expected positions")
}

/// The positions of all nodes at a time of the file's own clock, by their names: those that repeat have
/// several.
fn positions_at(take: &Take, time: f64) -> BTreeMap<&str, Vec<Vec3>> {
    let last = take.motion.frame_count() - 1;
    let frame = (time - take.start_time) * take.fps();
    let frame = frame.clamp(0.0, last as f64);
    let row = |frame: f64| take.row((frame as usize).min(last));
    let mut pose = Pose::default();
    let rows = [row(frame.floor()), row(frame.ceil())];
    pose.evaluate_between(&take.skeleton, rows, frame.fract() as f32);
    let mut all: BTreeMap<&str, Vec<Vec3>> = BTreeMap::new();
    for (id, node) in take.skeleton.iter() {
        all.entry(&node.name).or_default().push(pose.position(id));
    }
    all
}

/// The name of a node without the number that tells it apart.
fn base(name: &str) -> &str {
    match name.rsplit_once('#') {
        Some((base, number)) if number.parse::<u32>().is_ok() => base,
        _ => name,
    }
}

/// The largest distance from what other programs agree on, in sizes of the figure, where that is, and how
/// many nodes were compared.
fn worst(take: &Take, expected: &Value) -> (f64, String, usize) {
    let doubtful: BTreeSet<&str> = match &expected["unconfirmed"] {
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        Value::Object(names) => names.keys().map(String::as_str).collect(),
        _ => BTreeSet::new(),
    };
    let size = expected["size"].as_f64().expect("a size");
    let nodes = expected["nodes"].as_object().expect("nodes");
    let times = expected["times"].as_array().expect("times");
    let mut worst = (0.0, String::new(), 0);
    for (i, time) in times.iter().enumerate() {
        let ours = positions_at(take, time.as_f64().expect("seconds"));
        let mut theirs: BTreeMap<&str, Vec<Vec3>> = BTreeMap::new();
        for (name, places) in nodes.iter().filter(|(name, _)| !doubtful.contains(name.as_str())) {
            let place = [0, 1, 2].map(|axis| places[i][axis].as_f64().expect("a number") as f32);
            theirs.entry(base(name)).or_default().push(place.into());
        }
        worst.2 = 0;
        for (name, places) in &ours {
            // Of a name that repeats, each of ours is one of theirs.
            let Some(theirs) = theirs.get(base(name)) else {
                continue;
            };
            for ours in places {
                worst.2 += 1;
                let off = theirs.iter().map(|at| f64::from(at.distance(*ours)) / size);
                let off = off.fold(f64::INFINITY, f64::min);
                if off.is_nan() || off > worst.0 {
                    worst = (off, format!("{name} at {time} s"), worst.2);
                }
            }
        }
    }
    worst
}

/// The clips of which another program gives positions: that of the file itself, and more.
fn clips(expected: &Value) -> Vec<Value> {
    let more = expected["more"].as_array().cloned().unwrap_or_default();
    std::iter::once(expected.clone()).chain(more).collect()
}

/// Compares every take of a folder in all of its clips; how many takes, and how many clips.
fn compare(folder: &str, extensions: &[&str], is_refused: impl Fn(&str) -> bool) -> [usize; 2] {
    let Some(corpus) = support::corpus() else {
        return [usize::MAX; 2];
    };
    let [mut takes, mut compared] = [0; 2];
    let mut failures = Vec::new();
    for path in support::files(&corpus.join(folder), extensions) {
        let name = support::name(&path);
        let whole = expected(&path);
        let mut input = Input::read(&path);
        let loaded = input.load();
        if is_refused(&name) {
            let error = loaded.expect_err(&name);
            assert!(matches!(error.kind(), ErrorKind::NothingToShow(_)), "{error}");
            continue;
        }
        if let Err(error) = loaded {
            failures.push(error.to_string());
            continue;
        }
        takes += 1;
        for expected in clips(&whole) {
            let clip = expected["clip"].as_str().filter(|clip| !clip.is_empty());
            input.clip = clip.map(str::to_string);
            let take = match input.load() {
                Ok(take) => take,
                Err(error) => {
                    failures.push(error.to_string());
                    continue;
                }
            };
            let (off, at, nodes) = worst(&take, &expected);
            let clip = clip.unwrap_or("no clip");
            let all = expected["nodes"].as_object().map_or(0, serde_json::Map::len);
            let [frames, fps] = [take.motion.frame_count() as f64, take.fps()];
            println!(
                "{off:.1e} {name}, {clip}: {at}, {nodes} of {all} nodes, {frames} frames, {fps:.2} fps"
            );
            let spread = expected["spread"].as_f64().unwrap_or(0.0);
            if off.is_nan() || off > (3.0 * spread).max(1e-5) {
                failures.push(format!("{name}, {clip}: {off:.1e} at {at}"));
            }
            let joints = whole["bones"].as_array().or(whole["joints"].as_array());
            for joint in joints.into_iter().flatten().filter_map(Value::as_str) {
                if take.skeleton.find(base(joint)).is_none() {
                    failures.push(format!("{name}: {joint} is not shown"));
                }
            }
            compared += 1;
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    [takes, compared]
}

#[test]
fn fbx_agrees_with_other_programs() {
    /// Meshes, cameras and lights that nothing moves.
    const STILL: [&str; 13] = [
        "close_to_identity",
        "cubes_with_mirroring",
        "spider",
        "z_up_7400",
        "max_colon_name",
        "post_rotate_order",
        "maya_rotation_order",
        "maya_unicode",
        "motionbuilder_actor",
        "motionbuilder_pivot",
        "node_dag",
        "pre_post_rotate",
        "blender_old_exporter",
    ];
    let is_still = |name: &str| STILL.iter().any(|part| name.contains(part));
    let [takes, clips] = compare("fbx", &["fbx", "FBX"], is_still);
    assert!(takes >= 50 && clips >= 60, "only {takes} takes and {clips} clips");
}

#[test]
fn gltf_agrees_with_other_programs() {
    let [takes, clips] = compare("gltf", &["glb", "gltf", "vrm", "vrma"], |_| false);
    assert!(takes >= 20 && clips >= 30, "only {takes} takes and {clips} clips");
}
