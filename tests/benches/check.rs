//! All checks of a take, beside the positions of its joints on every frame.

use std::hint::black_box;

use rushes::evaluate::{BatchEvaluator, Point};
use rushes::review::checks::{Limits, check};
use rushes::scene::Stage;

use super::measure::{Aim, aim, in_turns, line};

/// How long the checks of 10,000 frames of 75 joints may take.
const TARGET: f64 = 0.3;

pub fn run() {
    let text = super::take::text(10_000);
    let take = rushes::read("bench.bvh", text.as_bytes()).expect("a take");
    let stage = Stage::new(&take);
    let limits = Limits::default();
    let joints = take.skeleton.iter().map(|(id, _)| Point::Origin(id));
    let batch = BatchEvaluator::new(&take.skeleton, joints);
    let (ours, positions) = in_turns(
        11,
        || {
            black_box(check(&take, &stage, &limits, &|| false));
        },
        || {
            let mut places = Vec::new();
            batch.positions(
                &take.skeleton,
                &take.motion,
                0..take.motion.frame_count(),
                &mut places,
            );
            black_box(&places);
        },
    );
    let ratio = ours.as_secs_f64() / positions.as_secs_f64();
    line(
        "the checks of 10,000 frames of 75 joints",
        &format!(
            "{:>6.1} ms {ratio:>6.2} × their positions {}",
            ours.as_secs_f64() * 1e3,
            aim(ours.as_secs_f64(), Aim::AtMost(TARGET)),
        ),
    );
}
