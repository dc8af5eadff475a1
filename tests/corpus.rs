//! Every real take agrees with the positions that other programs computed for it.

mod support;

use std::collections::BTreeMap;

use glam::Vec3;
use rushes::evaluate::Pose;
use rushes::loader::{ErrorKind, Options, PositionReading, Source, load};
use rushes::take::{Take, Tip};
use serde_json::Value;

/// Positions by name as the other programs name them: end sites are `<parent>_end`.
fn positions(take: &Take, frame: usize) -> BTreeMap<String, Vec3> {
    let pose = Pose::of(&take.skeleton, take.row(frame));
    let mut all = BTreeMap::new();
    for (id, node) in take.skeleton.iter() {
        all.insert(node.name.clone(), pose.position(id));
    }
    for bone in take.skeleton.bones() {
        if let Tip::Local(_) = bone.tip {
            let name = format!("{}_end", take.skeleton[bone.node].name);
            all.insert(name, pose.tip(bone.node, bone.tip));
        }
    }
    all
}

/// The largest extent of the figure on a frame.
fn size(positions: &BTreeMap<String, Vec3>) -> f32 {
    let low = positions.values().fold(Vec3::INFINITY, |a, &b| a.min(b));
    let high = positions
        .values()
        .fold(Vec3::NEG_INFINITY, |a, &b| a.max(b));
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
            let ours = ours
                .get(joint)
                .unwrap_or_else(|| panic!("no joint is called {joint}"));
            let at = |axis: usize| theirs[i][axis].as_f64().expect("a coordinate") as f32;
            worst = worst.max(ours.distance(Vec3::new(at(0), at(1), at(2))) / size);
        }
    }
    worst
}

#[test]
fn bvh_agrees_with_other_programs_in_the_reading_that_the_file_needs() {
    let Some(corpus) = support::corpus() else {
        return;
    };
    let mut compared = 0;
    for path in support::files(&corpus.join("bvh"), &["bvh"]) {
        let name = support::name(&path);
        let mut beside = path.clone().into_os_string();
        beside.push(".expected.json");
        let Ok(json) = std::fs::read(&beside) else {
            support::take(&path);
            continue;
        };
        let expected: Value = serde_json::from_slice(&json).expect("expected positions");
        let needed = expected["reading_of_position_channels"].as_str().unwrap();
        let auto = if needed == "either" {
            "replace"
        } else {
            needed
        };
        let off = worst(&support::take(&path), &expected, auto);
        assert!(
            off < 1e-5,
            "{name}: auto is {off:e} of the figure's size off"
        );
        let bytes = support::read(&path);
        for (reading, asked) in [
            ("replace", PositionReading::Replace),
            ("add", PositionReading::Add),
        ] {
            if expected.get(reading).is_none() {
                continue;
            }
            let mut source = Source::new(&name, &bytes);
            source.options = Options {
                bvh_positions: asked,
            };
            let take = load(&source).unwrap_or_else(|e| panic!("{e}"));
            let off = worst(&take, &expected, reading);
            assert!(
                off < 1e-5,
                "{name}: {reading} is {off:e} of the figure's size off"
            );
        }
        compared += 1;
    }
    assert!(compared >= 50, "only {compared} takes were compared");
}

#[test]
fn decoys_are_refused_as_what_they_are() {
    let Some(corpus) = support::corpus() else {
        return;
    };
    let decoys = support::all_files(&corpus.join("decoy"));
    assert!(decoys.len() >= 3, "only {} decoys", decoys.len());
    for path in decoys {
        let extension = path.extension().and_then(|e| e.to_str());
        let what = match extension {
            Some("brd") => "an EAGLE circuit board",
            Some("trc") => "a trace of a CAN bus",
            Some("mot") => "a table of OpenSim or SIMM",
            Some("asf") => "a Microsoft video",
            _ => panic!("{}: a decoy of a new kind", path.display()),
        };
        let name = support::name(&path);
        match load(&Source::new(&name, &support::read(&path))) {
            Ok(take) => panic!("{name} opens as {}", take.format),
            Err(error) => assert_eq!(error.kind(), &ErrorKind::Foreign(what), "{name}"),
        }
    }
}

#[test]
fn htr_agrees_with_the_papers_program() {
    let Some(corpus) = support::corpus() else {
        return;
    };
    let mut compared = 0;
    for path in support::files(&corpus.join("htr"), &["htr"]) {
        let mut beside = path.clone().into_os_string();
        beside.push(".expected.json");
        let expected = support::read(std::path::Path::new(&beside));
        let expected: Value = serde_json::from_slice(&expected).expect("expected positions");
        let take = support::take(&path);
        assert_eq!(take.warnings, []);
        assert_eq!(expected["frame_count"], take.motion.frame_count());
        let joints = expected["joints"].as_object().expect("positions");
        assert_eq!(joints.len(), take.skeleton.nodes().len());
        let off = worst(&take, &expected, "joints");
        let name = support::name(&path);
        assert!(off < 1e-5, "{name}: {off:e} of the figure's size off");
        compared += 1;
    }
    assert!(compared >= 1, "no take was compared");
}
