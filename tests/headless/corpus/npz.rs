//! NPZ against other programs: positions as they stand in the arrays, and poses without a body.

use std::collections::BTreeSet;

use glam::{Mat3A, Quat, Vec3};
use rushes::evaluate::Pose;
use rushes::take::{Axis, FormatId, Take, WarningCode};
use serde_json::Value;

use super::{expected_beside, worst};
use crate::support;

/// A triple of numbers.
fn triple(value: &Value) -> Vec3 {
    let at = |axis: usize| value[axis].as_f64().expect("a number") as f32;
    Vec3::new(at(0), at(1), at(2))
}

/// The largest distance of the root from where another program has it, in metres, and the largest
/// difference of rotations in the parents' frames, in radians.
fn worst_pose(take: &Take, expected: &Value) -> [f32; 2] {
    let frames = expected["frames"].as_array().expect("frames");
    let rotations = expected["local_axis_angle"].as_object().expect("rotations");
    assert_eq!(rotations.len(), take.skeleton.nodes().len());
    let mut worst = [0f32; 2];
    for (i, frame) in frames.iter().enumerate() {
        let frame = frame.as_u64().expect("a frame") as usize;
        let pose = Pose::of(&take.skeleton, take.row(frame));
        let root = pose.position(take.skeleton.roots()[0]);
        let theirs = triple(&expected["root_translation"][i]);
        worst[0] = worst[0].max(root.distance(theirs));
        for (id, node) in take.skeleton.iter() {
            let global = pose.global(id).matrix3;
            let above = node.parent().map(|parent| pose.global(parent).matrix3);
            let local = above.unwrap_or(Mat3A::IDENTITY).transpose() * global;
            let theirs = Quat::from_scaled_axis(triple(&rotations[&node.name][i]));
            let theirs = Mat3A::from_quat(theirs);
            let off = [0, 1, 2].map(|axis| local.col(axis).distance(theirs.col(axis)));
            worst[1] = worst[1].max(off.into_iter().fold(0.0, f32::max));
        }
    }
    worst
}

#[test]
fn npz_agrees_with_other_programs() {
    let Some(corpus) = support::corpus() else {
        return;
    };
    let mut compared = [0; 2];
    for path in support::files(&corpus.join("npz"), &["npz"]) {
        let name = support::name(&path);
        let expected = expected_beside(&path).expect("what other programs read");
        let take = support::take(&path);
        assert_eq!(take.format, FormatId::Npz, "{name}");
        assert_eq!(expected["frame_count"], take.motion.frame_count(), "{name}");
        let fps = expected["fps"].as_f64().expect("a rate");
        assert!((take.fps() / fps - 1.0).abs() < 1e-6, "{name}: {}", take.fps());
        assert_eq!(take.fps(), take.fps().round(), "{name}");
        assert_eq!(take.units.metres_per_unit, Some(1.0), "{name}");
        let parents = expected["parents"].as_object().expect("parents");
        assert_eq!(parents.len(), take.skeleton.nodes().len(), "{name}");
        for node in take.skeleton.nodes() {
            let parent = node.parent().map(|parent| &*take.skeleton[parent].name);
            assert_eq!(parents[&node.name].as_str(), parent, "{name}: {}", node.name);
        }
        let codes: BTreeSet<&str> = take.warnings.iter().map(|w| w.code.word()).collect();
        let assumed = WarningCode::ValueAssumed.word();
        if expected.get("nodes").is_some() {
            let off = worst(&take, &expected, "nodes");
            println!("{name}: {off:e} of the figure's size");
            assert!(off < 1e-5, "{name}: {off:e} of the figure's size off");
            let rate = WarningCode::RateAssumed.word();
            assert_eq!(codes, BTreeSet::from([rate, assumed]), "{name}");
            assert_eq!(take.units.up.direction, Axis::Y.positive(), "{name}");
            compared[0] += 1;
        } else {
            let [place, turn] = worst_pose(&take, &expected);
            println!("{name}: {place:e} m, {turn:e} rad");
            assert!(place < 1e-6 && turn < 1e-5, "{name}: {place:e} m, {turn:e} rad off");
            assert_eq!(codes, BTreeSet::from([assumed]), "{name}");
            assert_eq!(take.units.up.direction, Axis::Z.positive(), "{name}");
            compared[1] += 1;
        }
    }
    assert!(compared[0] >= 5 && compared[1] >= 4, "{compared:?}");
}
