//! TRC, CSM and C3D against other programs.

use glam::Vec3;
use rushes::evaluate::Pose;
use rushes::take::{FormatId, Take};
use serde_json::Value;

use super::expected_beside;
use crate::support;

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
        assert_eq!(take.format, FormatId::Trc, "{name}");
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
        assert_eq!(take.format, FormatId::Csm, "{name}");
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
            // Segments alone, which other programs do not take for points.
            let take = support::take(&path);
            assert!(!take.skeleton.bones().is_empty() && !take.is_of_points(), "{name}");
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
