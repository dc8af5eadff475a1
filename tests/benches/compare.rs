//! Comparing two takes, beside evaluating their joints once and no more.

use rushes::evaluate::{BatchEvaluator, Point};
use rushes::review::compare::{Align, Comparison, Matching, Sync, Timing};
use rushes::scene::Stage;

use super::measure::{Aim, aim, in_turns, line};

const FRAMES: usize = 10_000;

pub fn run() {
    let text = super::take::text(FRAMES);
    let take = rushes::read("take.bvh", text.as_bytes()).expect("a take");
    let stage = Stage::new(&take);
    let (takes, stages) = ([&take; 2], [&stage; 2]);
    let skeleton = &take.skeleton;
    let points = skeleton.iter().map(|(id, _)| Point::Origin(id));
    let batch = BatchEvaluator::new(skeleton, points);
    let mut places = Vec::new();
    let mut evaluate = || {
        for start in (0..FRAMES).step_by(64).chain((0..FRAMES).step_by(64)) {
            let frames = start..(start + 64).min(FRAMES);
            batch.positions(skeleton, &take.motion, frames, &mut places);
            std::hint::black_box(&places);
        }
    };
    let compare = |align: Align, offset: f64| {
        let matching = Matching::by_names([skeleton; 2], &[]);
        let comparison =
            Comparison { takes, stages, matching: &matching, timing: Timing::new(takes, offset) };
        let alignment = comparison.alignment(align).expect("an alignment");
        let difference = comparison.difference(&alignment);
        std::hint::black_box(difference.expect("a difference"));
    };
    let sync = || {
        let matching = Matching::by_names([skeleton; 2], &[]);
        let comparison =
            Comparison { takes, stages, matching: &matching, timing: Timing::new(takes, 0.0) };
        std::hint::black_box(comparison.synced(Sync::Motion).expect("an offset"));
    };
    line("takes", &format!("2 of {FRAMES} frames × {} joints", batch.len()));
    let jobs: [(&str, &dyn Fn(), f64); 4] = [
        ("difference", &|| compare(Align::None, 0.0), 2.5),
        ("difference, aligned over the range", &|| compare(Align::Range, 0.0), 3.5),
        ("the same between the frames of one", &|| compare(Align::Range, 0.004), 5.0),
        ("offset by motion", &sync, 2.0),
    ];
    for (what, job, most) in jobs {
        let (job, bare) = in_turns(5, job, &mut evaluate);
        let ratio = job.as_secs_f64() / bare.as_secs_f64();
        line(
            what,
            &format!(
                "{:>6.0} ms {ratio:>6.2} × positions alone {}",
                1e3 * job.as_secs_f64(),
                aim(ratio, Aim::AtMost(most))
            ),
        );
    }
}
