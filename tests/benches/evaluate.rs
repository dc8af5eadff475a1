//! Evaluating a pose, beside a bare chain of glam transforms from the same angles.

use std::hint::black_box;
use std::ops::Range;
use std::time::Duration;

use glam::{Affine3A, Quat, Vec3};
use rushes::evaluate::{BatchEvaluator, Chain, Point, Pose};
use rushes::scene::{Curve, CurveKey, CurveKind, Curves, Series, Stage, TrailCache};
use rushes::take::NodeId;

use super::measure::{Aim, aim, in_turns, line};

pub fn run() {
    pose();
    many_frames();
    drawing();
}

fn pose() {
    let text = super::take::text(200);
    let take = rushes::read("bench.bvh", text.as_bytes()).expect("a take");
    let nodes = take.skeleton.nodes();
    let parents: Vec<Option<usize>> =
        nodes.iter().map(|node| node.parent().map(|parent| parent.index())).collect();
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
    let per_node = |time: Duration| time.as_secs_f64() * 1e9 / (frames * nodes.len()) as f64;
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

/// What curves and motion trails ask for, beside one frame after the other.
fn many_frames() {
    let text = super::take::text(10_000);
    let take = rushes::read("bench.bvh", text.as_bytes()).expect("a take");
    let stage = Stage::new(&take);
    // The joint with the most ancestors.
    let ids: Vec<NodeId> = take.skeleton.iter().map(|(id, _)| id).collect();
    let depth = |id: &NodeId| BatchEvaluator::new(&take.skeleton, [Point::Origin(*id)]).depth();
    let deepest = ids.iter().copied().max_by_key(depth).expect("a joint");
    let one_by_one = |id: NodeId, frames: Range<usize>| -> Vec<Vec3> {
        let chain = Chain::ending_at(&take.skeleton, id);
        let place = |frame| stage.world(chain.position(&take.skeleton, take.row(frame)));
        frames.map(place).collect()
    };
    let of = CurveKey { take: 0, node: deepest, kind: CurveKind::World };
    let frames = 0..take.motion.frame_count();
    let (ours, plain) = in_turns(
        61,
        || {
            let mut curves = Curves::default();
            assert!(curves.fill(of, &take, &stage, usize::MAX));
            black_box(&curves);
        },
        || {
            let empty = || Curve::new("World", "m", frames.len());
            let mut curves = [(); 3].map(|()| empty());
            for place in one_by_one(deepest, frames.clone()) {
                for (curve, value) in curves.iter_mut().zip(place.to_array()) {
                    curve.push(value);
                }
            }
            black_box(&curves);
        },
    );
    beside("a curve of 10,000 frames", ONE_BY_ONE, [ours, plain], 0.3);
    let last = &ids[ids.len() - 3..];
    let shown = 4_000..4_200;
    let (ours, plain) = in_turns(
        61,
        || {
            let mut tracks = TrailCache::default();
            for &id in last {
                black_box(tracks.positions(0, &take, &stage, id, shown.clone()));
            }
        },
        || {
            for &id in last {
                let ahead = shown.start - TrailCache::AHEAD..shown.end + TrailCache::AHEAD;
                black_box(one_by_one(id, ahead));
            }
        },
    );
    beside("trails of three joints", ONE_BY_ONE, [ours, plain], 0.3);
}

/// The plain way to places on many frames.
const ONE_BY_ONE: &str = "frame by frame";

/// A line with a time and its share of another one.
fn beside(what: &str, yardstick: &str, [ours, plain]: [Duration; 2], most: f64) {
    let ratio = ours.as_secs_f64() / plain.as_secs_f64();
    line(
        what,
        &format!(
            "{:>6.2} ms {ratio:>6.2} × {yardstick} ({:.2} ms) {}",
            ours.as_secs_f64() * 1e3,
            plain.as_secs_f64() * 1e3,
            aim(ratio, Aim::AtMost(most)),
        ),
    );
}

/// What a picture of curves goes through, beside going through all of their frames.
fn drawing() {
    const FRAMES: usize = 100_000;
    let build = || {
        let mut series = Series::with_capacity(FRAMES);
        for frame in 0..FRAMES {
            series.push(black_box(frame as f32 * 0.01).sin());
        }
        series
    };
    let series = build();
    let (columns, all) = in_turns(
        31,
        || {
            black_box(series.columns(0.0..FRAMES as f64, 528).count());
        },
        || {
            black_box(build());
        },
    );
    beside("columns of 100,000 frames", "filling the curve in", [columns, all], 0.2);
}
