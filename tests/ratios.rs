//! What must not become slow without anybody's notice: ratios of one run, with room for a busy machine
//! and for a build that is made to be built fast. `make bench` has the figures that count.

mod support;

#[path = "benches/measure.rs"]
#[allow(dead_code)]
mod measure;

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::time::Duration;

use glam::{Affine3A, Quat};
use measure::in_turns;
use rushes::evaluate::Pose;
use rushes::guess::load;
use rushes::loader::Source;
use support::large;

fn ratio((ours, other): (Duration, Duration)) -> f64 {
    ours.as_secs_f64() / other.as_secs_f64()
}

/// The least of a few tries: a machine that does something else now and then makes nothing faster.
fn least(what: &str, most: f64, mut measure: impl FnMut() -> f64) {
    let mut least = f64::INFINITY;
    for _ in 0..5 {
        least = least.min(measure());
        if least <= most {
            println!("{what}: {least:.2}");
            return;
        }
    }
    panic!("{what}: {least:.2}, and at most {most} is fine");
}

#[test]
fn loading_costs_no_multiple_of_parsing_its_numbers() {
    let text = large::bvh(3_000);
    let (_, rows) = text.split_once("Frame Time: 0.01\n").expect("rows");
    least("loading / parsing", 2.0, || {
        ratio(in_turns(
            5,
            || {
                let mut source = Source::new("take.bvh", black_box(text.as_bytes()));
                source.options.threads = NonZeroUsize::new(1);
                black_box(load(&source).expect("a take"));
            },
            || {
                let words = black_box(rows).split_ascii_whitespace();
                let sum: f32 = words.filter_map(|word| word.parse::<f32>().ok()).sum();
                black_box(sum);
            },
        ))
    });
}

#[test]
fn a_second_thread_makes_loading_no_slower() {
    let text = large::bvh(20_000);
    let timed = |threads: usize| {
        let mut source = Source::new("take.bvh", black_box(text.as_bytes()));
        source.options.threads = NonZeroUsize::new(threads);
        black_box(load(&source).expect("a take"));
    };
    least("two threads / one", 1.3, || {
        ratio(in_turns(3, || timed(2), || timed(1)))
    });
}

#[test]
fn a_pose_costs_no_multiple_of_the_transforms_that_it_is_made_of() {
    let text = large::bvh(500);
    let take = load(&Source::new("take.bvh", text.as_bytes())).expect("a take");
    let nodes = take.skeleton.nodes();
    let mut globals = vec![Affine3A::IDENTITY; nodes.len()];
    let mut pose = Pose::default();
    least("a pose / a bare chain", 3.0, || {
        ratio(in_turns(
            9,
            || {
                for frame in 0..500 {
                    pose.evaluate(&take.skeleton, black_box(take.row(frame)));
                    black_box(&pose);
                }
            },
            || {
                for frame in 0..500 {
                    let row = black_box(take.row(frame));
                    for (i, node) in nodes.iter().enumerate() {
                        let [z, x, y] = [0, 1, 2].map(|c| row[3 * i + c].to_radians());
                        let turn = Quat::from_rotation_z(z)
                            * Quat::from_rotation_x(x)
                            * Quat::from_rotation_y(y);
                        let local = Affine3A::from_rotation_translation(turn, node.offset);
                        globals[i] = match node.parent {
                            Some(parent) => globals[parent.index()] * local,
                            None => local,
                        };
                    }
                    black_box(&globals);
                }
            },
        ))
    });
}
