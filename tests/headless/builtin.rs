//! The take that Rushes comes with: made by its generator, long enough, seamless, and sound of foot.

// `main` writes the take to standard output, which is of no use here.
#[allow(dead_code)]
#[path = "../../assets/builtin/generate.rs"]
mod generate;

use crate::support;
use glam::Vec3;
use rushes::evaluate::Pose;
use rushes::scene::{Side, Stage, mirrored, sides};
use rushes::take::{BoneEnd, Take};

/// Centimetres in a millimetre.
const MM: f32 = 0.1;

fn take() -> Take {
    rushes::files::builtin()
}

/// For each frame, the place of every node and then of every bone end that is no node.
fn places(take: &Take) -> Vec<Vec<Vec3>> {
    let skeleton = &take.skeleton;
    let frames = 0..take.motion.frame_count();
    frames
        .map(|frame| {
            let pose = Pose::of(skeleton, take.row(frame));
            let nodes = skeleton.iter().map(|(id, _)| pose.position(id));
            let ends = skeleton.bones().iter().filter_map(|bone| match bone.end {
                BoneEnd::Local(_) => Some(pose.bone_end(bone.node, bone.end)),
                BoneEnd::Node(_) => None,
            });
            nodes.chain(ends).collect()
        })
        .collect()
}

#[test]
fn the_file_is_what_its_generator_makes() {
    let file = support::root().join("assets/builtin/stroll.bvh");
    let kept = String::from_utf8(support::read(&file)).expect("UTF-8");
    let made = generate::builtin_take();
    assert_eq!(kept.lines().count(), made.lines().count());
    for (i, (kept, made)) in kept.lines().zip(made.lines()).enumerate() {
        let line = i + 1;
        let indent = |text: &str| text.len() - text.trim_start().len();
        assert_eq!(indent(kept), indent(made), "line {line}");
        let words = [kept, made].map(|text| text.split(' ').collect::<Vec<_>>());
        assert_eq!(words[0].len(), words[1].len(), "line {line}");
        for (kept, made) in words[0].iter().zip(&words[1]) {
            // Sines and cosines may differ in the last bit between systems.
            match (kept.parse::<f64>(), made.parse::<f64>()) {
                (Ok(a), Ok(b)) => assert!((a - b).abs() <= 0.002, "line {line}: {kept}, {made}"),
                _ => assert_eq!(kept, made, "line {line}"),
            }
        }
    }
}

#[test]
fn it_is_a_whole_person_for_long_enough() {
    let take = take();
    assert!(take.skeleton.nodes().len() >= 20);
    assert!((take.fps() - 60.0).abs() < 0.01, "{}", take.fps());
    assert!(take.motion.duration() >= 8.0, "{}", take.motion.duration());
    let stage = Stage::new(&take);
    assert_eq!(stage.unit.name, Some("cm"));
    let height = stage.first.size().y;
    assert!((1.5..2.0).contains(&height), "{height} m");
}

#[test]
fn everything_on_a_side_has_its_counterpart() {
    let take = take();
    let skeleton = &take.skeleton;
    let sides = sides(skeleton);
    let mirrored = mirrored(skeleton, &sides);
    let of = |side: Side| sides.iter().filter(|s| **s == side).count();
    assert_eq!(of(Side::Left), of(Side::Right));
    assert!(of(Side::Left) >= 8 && of(Side::Middle) >= 4, "{sides:?}");
    for (i, node) in skeleton.nodes().iter().enumerate() {
        let Some(other) = mirrored[i] else {
            assert_eq!(sides[i], Side::Middle, "{} has no counterpart", node.name);
            continue;
        };
        assert_eq!(mirrored[other], Some(i), "{}", node.name);
        let there = skeleton.nodes()[other].offset;
        let back = Vec3::new(-there.x, there.y, there.z);
        assert!(node.offset.distance(back) < 1e-3, "{}", node.name);
    }
}

#[test]
fn it_loops_without_a_jump() {
    /// Frames on each side of the seam that tell what is usual there.
    const NEAR: usize = 8;
    let take = take();
    let places = places(&take);
    let count = places.len();
    let names = take.skeleton.nodes().iter().map(|node| node.name.as_str());
    for (i, name) in names.enumerate() {
        // Counted from the seam: place(0) is the first frame, place(-1) the last one.
        let place = |n: isize| places[n.rem_euclid(count as isize) as usize][i];
        let step = |n: isize| place(n) - place(n - 1);
        let change = |n: isize| step(n + 1) - step(n);
        let near = NEAR as isize;
        // The steps and changes that do not cross the seam.
        let usual_step = (1..=near).chain(-near..=-1).map(|n| step(n).length()).fold(0.0, f32::max);
        let usual_change =
            (1..=near).chain(-near..=-2).map(|n| change(n).length()).fold(0.0, f32::max);
        let seam = step(0).length();
        assert!(
            seam <= 1.2 * usual_step + 0.2 * MM,
            "{name} moves by {seam} cm over the seam, {usual_step} beside it"
        );
        for n in [-1, 0] {
            let seam = change(n).length();
            assert!(
                seam <= 1.5 * usual_change + 0.2 * MM,
                "{name} changes its pace by {seam} cm over the seam, {usual_change} beside it"
            );
        }
    }
}

#[test]
fn it_moves_as_smoothly_as_a_person() {
    // 60 frames a second: a hand that waves stays below 5 m/s, and nothing ever jerks.
    let places = places(&take());
    for (frame, three) in places.windows(3).enumerate() {
        for (i, ((a, b), c)) in three[0].iter().zip(&three[1]).zip(&three[2]).enumerate() {
            let (step, change) = (a.distance(*b), (c - b).distance(b - a));
            assert!(step < 8.5, "point {i} moves by {step} cm on frame {frame}");
            assert!(change < 2.0, "point {i} changes its pace by {change} cm on frame {frame}");
        }
    }
}

#[test]
fn feet_that_stand_do_not_slide() {
    /// Below this the ball of a foot carries weight: its joint is 2.2 cm above a sole that is flat.
    const PLANTED: f32 = 2.2 + 0.5 * MM;
    let take = take();
    let places = places(&take);
    let mut standing = vec![0; places.len()];
    for name in ["LeftToeBase", "RightToeBase"] {
        let ball = take.skeleton.find(name).expect("a foot").index();
        let mut planted = 0;
        let mut print: Option<Vec3> = None;
        for (frame, places) in places.iter().enumerate() {
            let at = places[ball];
            if at.y > PLANTED {
                print = None;
                continue;
            }
            let began = *print.get_or_insert(at);
            let slid = began.distance(at);
            assert!(slid < 2.0 * MM, "{name} has slid by {slid} cm on frame {frame}");
            planted += 1;
            standing[frame] += 1;
        }
        let share = planted as f32 / places.len() as f32;
        assert!((0.4..0.95).contains(&share), "{name} stands {share} of the time");
    }
    let flying = standing.iter().filter(|&&feet| feet == 0).count();
    println!("{flying} frames without a ball on the ground");
    assert!(flying * 10 < standing.len(), "{flying} frames without a foot on the ground");
}

#[test]
fn nothing_reaches_below_the_floor() {
    let take = take();
    for (frame, places) in places(&take).iter().enumerate() {
        let lowest = places.iter().map(|at| at.y).fold(f32::INFINITY, f32::min);
        assert!(lowest > -3.0 * MM, "{lowest} cm on frame {frame}");
        assert!(lowest < 30.0 * MM, "the figure floats at {lowest} cm on frame {frame}");
    }
    let floor = Stage::new(&take).world_from_take.translation.y;
    assert_eq!(floor, 0.0, "the file's own floor is the floor");
}
