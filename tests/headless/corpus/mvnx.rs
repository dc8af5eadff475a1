//! MVNX against other programs.

use glam::Quat;
use rushes::evaluate::Pose;
use rushes::take::{Axis, FormatId, Take};
use serde_json::Value;

use super::{expected_beside, worst};
use crate::support;

/// The largest angle in radians from the rotations that another program has in the world.
fn worst_rotation(take: &Take, expected: &Value) -> f32 {
    let frames = expected["frames"].as_array().expect("frames");
    let rotations = expected["quaternions_wxyz"].as_object().expect("rotations");
    assert_eq!(rotations.len(), take.skeleton.nodes().len());
    let mut worst: f32 = 0.0;
    for (i, frame) in frames.iter().enumerate() {
        let pose = Pose::of(&take.skeleton, take.row(frame.as_u64().expect("a frame") as usize));
        for (name, theirs) in rotations {
            let id = take.skeleton.find(name).expect("a segment");
            let ours = Quat::from_mat3a(&pose.global(id).matrix3);
            let at = |part: usize| theirs[i][part].as_f64().expect("a number") as f32;
            let theirs = Quat::from_xyzw(at(1), at(2), at(3), at(0));
            // An angle is twice as large, and its cosine tells nothing near 1.
            let theirs = theirs.normalize();
            let theirs = if ours.dot(theirs) < 0.0 { -theirs } else { theirs };
            worst = worst.max(2.0 * (ours - theirs).length());
        }
    }
    worst
}

#[test]
fn mvnx_agrees_with_other_programs() {
    let Some(corpus) = support::corpus() else {
        return;
    };
    let mut compared = 0;
    for path in support::files(&corpus.join("mvnx"), &["mvnx"]) {
        let name = support::name(&path);
        let expected = expected_beside(&path).expect("what other programs read");
        let take = support::take(&path);
        assert_eq!((take.format, take.warnings.len()), (FormatId::Mvnx, 0), "{name}");
        assert_eq!(expected["frame_count"], take.motion.frame_count(), "{name}");
        assert_eq!(expected["fps"].as_f64(), Some(take.fps().round()), "{name}");
        assert_eq!(take.units.up.direction, Axis::Z.positive(), "{name}");
        assert_eq!(take.units.metres_per_unit, Some(1.0), "{name}");
        let parents = expected["parents"].as_object().expect("parents");
        for node in take.skeleton.nodes() {
            let parent = node.parent().map(|parent| &*take.skeleton[parent].name);
            assert_eq!(parents[&node.name].as_str(), parent, "{name}: {}", node.name);
        }
        let off = worst(&take, &expected, "nodes");
        assert!(off < 1e-5, "{name}: {off:e} of the figure's size off");
        let off = worst_rotation(&take, &expected);
        assert!(off < 1e-5, "{name}: {off:e} rad off");
        compared += 1;
    }
    assert!(compared >= 1, "no take was compared");
}
