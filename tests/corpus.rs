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

/// What another program says of a file; `None` where no program could read it.
fn expected_beside(path: &std::path::Path) -> Option<Value> {
    let mut beside = path.to_path_buf().into_os_string();
    beside.push(".expected.json");
    let json = std::fs::read(&beside).ok()?;
    let expected: Value = serde_json::from_slice(&json).expect("expected positions");
    let frames = expected["frames"].as_array().expect("frames");
    (!frames.is_empty()).then_some(expected)
}

/// The largest distance of markers from where another program has them, in sizes of the figure.
/// `markers` is theirs in the order of the file, a place a frame, of nulls where there is a gap.
fn worst_marker(name: &str, take: &Take, frames: &Value, markers: &[&Value]) -> f32 {
    assert_eq!(take.skeleton.nodes().len(), markers.len(), "{name}");
    let mut worst: f32 = 0.0;
    for (i, frame) in frames.as_array().expect("frames").iter().enumerate() {
        let frame = frame.as_u64().expect("a frame") as usize;
        let pose = Pose::of(&take.skeleton, take.row(frame));
        let (mut low, mut high, mut off) = (Vec3::INFINITY, Vec3::NEG_INFINITY, 0f32);
        for ((id, node), theirs) in take.skeleton.iter().zip(markers) {
            let ours = pose.position(id);
            let theirs = [0, 1, 2].map(|axis| theirs[i][axis].as_f64());
            let has_gap = theirs.iter().any(Option::is_none);
            let label = &node.name;
            assert_eq!(ours.is_nan(), has_gap, "{name}: {label} on frame {frame}");
            if !has_gap {
                let theirs = Vec3::from_array(theirs.map(|v| v.expect("a coordinate") as f32));
                low = low.min(ours);
                high = high.max(ours);
                off = off.max(ours.distance(theirs));
            }
        }
        let size = (high - low).max_element();
        // On a frame of gaps alone there is nothing to be off.
        worst = worst.max(if size > 0.0 { off / size } else { 0.0 });
    }
    worst
}

#[test]
fn trc_agrees_with_other_programs() {
    let Some(corpus) = support::corpus() else {
        return;
    };
    let mut compared = 0;
    for path in support::files(&corpus.join("trc"), &["trc"]) {
        let name = support::name(&path);
        let take = support::take(&path);
        assert_eq!(take.format, "TRC", "{name}");
        let Some(expected) = expected_beside(&path) else {
            continue;
        };
        let count = expected["frame_count"].as_u64().expect("a count") as usize;
        assert_eq!(take.motion.frame_count(), count, "{name}");
        let metres = match expected["unit"].as_str() {
            Some("mm") => 0.001,
            Some("m") => 1.0,
            other => panic!("{name}: {other:?}"),
        };
        assert_eq!(take.units.metres_per_unit, Some(metres), "{name}");
        let points = expected["points"].as_array().expect("points");
        let labels: Vec<&Value> = points.iter().map(|point| &point["label"]).collect();
        let names: Vec<&str> = take.skeleton.nodes().iter().map(|n| &*n.name).collect();
        assert_eq!(labels, names, "{name}");
        let places: Vec<&Value> = points.iter().map(|point| &point["xyz"]).collect();
        let off = worst_marker(&name, &take, &expected["frames"], &places);
        assert!(off < 1e-5, "{name} is {off:e} of the figure's size off");
        compared += 1;
    }
    assert!(compared >= 19, "only {compared} takes were compared");
}

#[test]
fn csm_agrees_with_other_programs() {
    let Some(corpus) = support::corpus() else {
        return;
    };
    let mut compared = 0;
    for path in support::files(&corpus.join("csm"), &["csm"]) {
        let name = support::name(&path);
        let take = support::take(&path);
        assert_eq!(take.format, "CSM", "{name}");
        let Some(expected) = expected_beside(&path) else {
            // Those on which other programs fail are sound: a DROPOUT ahead of any number, and a
            // first and last frame that are both called 0.
            let [frames, gaps] = match name.as_str() {
                "assimp--DropoutBufferOverflow.csm" => [111, 1],
                "assimp--malformed_zero_framerange.csm" => [1, 0],
                _ => panic!("{name} has no expected positions"),
            };
            let first = take.skeleton.roots()[0];
            assert_eq!(take.motion.frame_count(), frames, "{name}");
            assert_eq!(take.missing_frames(first), gaps, "{name}");
            continue;
        };
        // Its order is lost in theirs, and its names are unique.
        let joints = expected["joints"].as_object().expect("joints");
        let nodes = take.skeleton.nodes().iter();
        let places: Vec<&Value> = nodes.map(|node| &joints[&node.name]).collect();
        let off = worst_marker(&name, &take, &expected["frames"], &places);
        assert!(off < 1e-5, "{name} is {off:e} of the figure's size off");
        compared += 1;
    }
    assert_eq!(compared, 1);
}

/// Where BTK has a marker of C3D, with nulls for the 0 0 0 that it writes in gaps.
fn places_of_btk(point: &Value) -> Value {
    let places = point["xyz"].as_array().expect("places");
    let missing = point["missing"].as_array().expect("marks");
    let place = |(place, missing): (&Value, &Value)| match missing.as_bool() {
        Some(true) => Value::from(vec![Value::Null; 3]),
        _ => place.clone(),
    };
    places.iter().zip(missing).map(place).collect()
}

#[test]
fn c3d_agrees_with_other_programs() {
    let Some(corpus) = support::corpus() else {
        return;
    };
    let mut compared = 0;
    for path in support::files(&corpus.join("c3d"), &["c3d"]) {
        let name = support::name(&path);
        let expected = expected_beside(&path).expect("what other programs read");
        compared += 1;
        let points = expected["points"].as_array().expect("points");
        if points.is_empty() {
            let bytes = support::read(&path);
            let error = load(&Source::new(&name, &bytes)).expect_err("nothing to show");
            assert!(error.to_string().contains("no points"), "{error}");
            continue;
        }
        let take = support::take(&path);
        let places: Vec<Value> = points.iter().map(places_of_btk).collect();
        let places: Vec<&Value> = places.iter().collect();
        let off = worst_marker(&name, &take, &expected["frames"], &places);
        assert!(off < 1e-5, "{name}: {off:e} of the figure's size off");

        // Where other readers disagree, one of them must be right.
        let count = take.motion.frame_count();
        let counts = expected["frame_counts"].as_object().expect("counts");
        let is_known = counts.values().any(|other| other == count);
        assert!(is_known, "{name}: {count} frames");
        let rate = expected["rate"].as_f64().expect("a rate");
        assert!((take.fps() - rate).abs() < 1e-4 * rate, "{name}");
        let metres = match expected["unit"].as_str() {
            Some("mm") => 0.001,
            Some("m") => 1.0,
            other => panic!("{name}: {other:?}"),
        };
        assert_eq!(take.units.metres_per_unit, Some(metres), "{name}");
    }
    assert_eq!(compared, 15, "takes");
}

/// The largest distance from the bone ends that another program computed without the unit of length,
/// in sizes of the figure.
fn worst_acclaim(take: &Take, expected: &Value) -> f32 {
    let frames = expected["frames"].as_array().expect("frames");
    let ends = expected["unscaled_bone_ends"].as_object().expect("ends");
    let unit = expected["apply_length_unit"].as_f64().expect("a unit");
    assert!(ends.len() > 20);
    let mut worst: f32 = 0.0;
    for (i, frame) in frames.iter().enumerate() {
        let ours = positions(take, frame.as_u64().expect("a frame") as usize);
        let size = size(&ours);
        for (bone, theirs) in ends {
            let name = match bone.as_str() {
                "root" => "root".to_string(),
                bone => format!("{bone}_end"),
            };
            let at = |axis: usize| (unit * theirs[i][axis].as_f64().expect("a number")) as f32;
            let theirs = Vec3::new(at(0), at(1), at(2));
            worst = worst.max(ours[&name].distance(theirs) / size);
        }
    }
    worst
}

#[test]
fn acclaim_agrees_with_other_programs() {
    let Some(corpus) = support::corpus() else {
        return;
    };
    let corpus = corpus.join("acclaim");
    let mut compared = 0;
    for path in support::files(&corpus, &["amc"]) {
        let name = support::name(&path);
        let input = support::input::Input::read(&path);
        if path.parent().is_some_and(|p| p.ends_with("no-skeleton")) {
            let error = input.load().expect_err("no skeleton is there");
            let kind = error.kind();
            assert!(matches!(kind, ErrorKind::NeedsCompanion { .. }), "{error}");
            continue;
        }
        let take = input.load().unwrap_or_else(|e| panic!("{e}"));
        let rate = "no rate is given: 120 frames a second are assumed";
        let told: Vec<String> = take.warnings.iter().map(ToString::to_string).collect();
        assert_eq!(told, [rate], "{name}");
        let metres = take.units.metres_per_unit.expect("a unit");
        let tall = f64::from(size(&positions(&take, 0))) * metres;
        assert!((1.4..2.0).contains(&tall), "{name} is {tall} m tall");
        let mut beside = path.clone().into_os_string();
        beside.push(".expected.json");
        let Ok(json) = std::fs::read(&beside) else {
            continue;
        };
        let expected: Value = serde_json::from_slice(&json).expect("expected positions");
        assert_eq!(
            expected["frame_count"].as_u64(),
            Some(take.motion.frame_count() as u64),
            "{name}"
        );
        let off = worst_acclaim(&take, &expected);
        assert!(off < 1e-5, "{name}: {off:e} of the figure's size off");
        compared += 1;
    }
    assert!(compared >= 3, "only {compared} takes were compared");
    let [lf, crlf] = ["AMCParser-a", "AMCParser-b-crlf"]
        .map(|folder| support::take(&corpus.join(folder).join("walk_01.amc")));
    assert_eq!(lf.motion, crlf.motion);
    for path in support::files(&corpus, &["asf"]) {
        let take = support::take(&path);
        assert_eq!(take.motion.frame_count(), 0);
        assert_eq!(take.warnings, []);
    }
}
