//! Evaluating a pose, beside a bare chain of glam transforms from the same angles.

use std::hint::black_box;

use glam::{Affine3A, Quat, Vec3};
use rushes::evaluate::{Point, Pose, Sweep};
use rushes::guess::load;
use rushes::loader::Source;

use super::measure::{Aim, aim, in_turns, line, median, time};

pub fn run() {
    let text = super::take::text(200);
    let take = load(&Source::new("bench.bvh", text.as_bytes())).expect("a take");
    let nodes = take.skeleton.nodes();
    let parents: Vec<Option<usize>> = nodes
        .iter()
        .map(|node| node.parent.map(|parent| parent.index()))
        .collect();
    let offsets: Vec<Vec3> = nodes.iter().map(|node| node.offset).collect();
    let mut globals = vec![Affine3A::IDENTITY; nodes.len()];
    let mut pose = Pose::default();
    let frames = take.motion.frame_count();
    let (ours, bare) = in_turns(
        61,
        || {
            for frame in 0..frames {
                pose.evaluate(&take.skeleton, black_box(take.row(frame)));
                black_box(&pose);
            }
        },
        || {
            for frame in 0..frames {
                let row = black_box(take.row(frame));
                for (i, parent) in parents.iter().enumerate() {
                    let [z, x, y] = [0, 1, 2].map(|c| row[3 + 3 * i + c].to_radians());
                    let turn = Quat::from_rotation_z(z)
                        * Quat::from_rotation_x(x)
                        * Quat::from_rotation_y(y);
                    let local = Affine3A::from_rotation_translation(turn, offsets[i]);
                    globals[i] = parent.map_or(local, |parent| globals[parent] * local);
                }
                black_box(&globals);
            }
        },
    );
    let sweep = Sweep::of(
        &take.skeleton,
        take.skeleton.iter().map(|(id, _)| Point::Origin(id)),
    );
    let mut places = Vec::new();
    let long = load(&Source::new(
        "bench.bvh",
        super::take::text(4_000).as_bytes(),
    ))
    .expect("a take");
    let mut all = || {
        let all = 0..long.motion.frame_count();
        sweep.positions(&long.skeleton, &long.motion, all, &mut places);
        black_box(&places);
    };
    let joints = (long.motion.frame_count() * nodes.len()) as f64;
    let again: Vec<f64> = (0..61)
        .map(|_| time(&mut all).as_secs_f64() * 1e9 / joints)
        .collect();
    let (swept, one_by_one) = in_turns(9, all, || {
        for frame in 0..long.motion.frame_count() {
            pose.evaluate(&long.skeleton, long.row(frame));
            black_box(&pose);
        }
    });
    let again = median(again);
    line(
        "all of a take, in lanes",
        &format!(
            "{again:>6.2} ns a joint, {:.2} after other work, {:.2} × frame by frame {}",
            swept.as_secs_f64() * 1e9 / joints,
            swept.as_secs_f64() / one_by_one.as_secs_f64(),
            aim(again, Aim::AtMost(2.0)),
        ),
    );
    let per_node =
        |time: std::time::Duration| time.as_secs_f64() * 1e9 / (frames * nodes.len()) as f64;
    let ratio = ours.as_secs_f64() / bare.as_secs_f64();
    line(
        "a pose of 75 joints",
        &format!(
            "{:>6.1} ns a joint {ratio:>6.2} × a bare chain ({:.1} ns) {}",
            per_node(ours),
            per_node(bare),
            aim(ratio, Aim::AtMost(1.3)),
        ),
    );
}
