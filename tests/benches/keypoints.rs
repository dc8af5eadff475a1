//! Loading keypoints of JSON, beside serde's reading of the same text into plain arrays.

use std::fmt::Write as _;
use std::hint::black_box;

use rushes::loader::Source;
use serde::Deserialize;

use super::measure::{Aim, aim, in_turns, line};

/// About 1,000 bytes a frame.
const FRAMES: usize = 200_000;
const JOINTS: usize = 33;

/// The text as MMPose writes it.
fn text() -> String {
    let mut text = String::from("{\"instance_info\":[");
    for frame in 0..FRAMES {
        let comma = if frame > 0 { "," } else { "" };
        let _ = write!(text, "{comma}{{\"frame_id\":{frame},\"instances\":[{{\"keypoints\":[");
        let value = |i: usize| ((frame as f64 / 30.0 + i as f64).sin() * 10.0 * 1e6).round() / 1e6;
        for joint in 0..JOINTS {
            let comma = if joint > 0 { "," } else { "" };
            let [x, y, z] = [0, 1, 2].map(|axis| value(3 * joint + axis));
            let _ = write!(text, "{comma}[{x},{y},{z}]");
        }
        text += "],\"keypoint_scores\":[";
        for joint in 0..JOINTS {
            let comma = if joint > 0 { "," } else { "" };
            let _ = write!(text, "{comma}{:.3}", value(joint).abs() / 10.0);
        }
        text += "]}]}";
    }
    text + "]}"
}

/// What serde makes of it.
#[derive(Deserialize)]
struct Plain {
    instance_info: Vec<Frame>,
}

#[derive(Deserialize)]
struct Frame {
    instances: Vec<Person>,
}

#[derive(Deserialize)]
struct Person {
    keypoints: Vec<[f32; 3]>,
    keypoint_scores: Vec<f32>,
}

pub fn run() {
    let text = text();
    let (loading, plain) = in_turns(
        5,
        || {
            let source = Source::new("bench.json", black_box(text.as_bytes()));
            let take = rushes::read_with(&source).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(black_box(take).motion.frame_count(), FRAMES);
        },
        || {
            let plain: Plain = serde_json::from_slice(black_box(text.as_bytes())).expect("JSON");
            let person = &plain.instance_info[FRAMES - 1].instances[0];
            assert_eq!(person.keypoints.len(), person.keypoint_scores.len());
            black_box(plain);
        },
    );
    let megabytes = text.len() as f64 / 1e6;
    let share = plain.as_secs_f64() / loading.as_secs_f64();
    line(
        &format!("Keypoint JSON, {megabytes:.0} MB"),
        &format!(
            "{:>6.0} MB/s {share:>6.2} × the speed of serde into plain arrays {}",
            megabytes / loading.as_secs_f64(),
            aim(share, Aim::AtLeast(0.7)),
        ),
    );
}
