//! ASF and AMC against other programs.

use glam::Vec3;
use rushes::loader::ErrorKind;
use rushes::take::Take;
use serde_json::Value;

use super::{expected_beside, positions, size};
use crate::support;

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
        let reported: Vec<String> = take.warnings.iter().map(ToString::to_string).collect();
        assert_eq!(reported, [rate], "{name}");
        let metres = take.units.metres_per_unit.expect("a unit");
        let tall = f64::from(size(&positions(&take, 0))) * metres;
        assert!((1.4..2.0).contains(&tall), "{name} is {tall} m tall");
        let Some(expected) = expected_beside(&path) else {
            continue;
        };
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
