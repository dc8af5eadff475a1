//! Comparing takes, against closed forms in double precision.

use std::ops::Range;

use crate::support::copies::{Copy, markers, units};
use crate::support::folder::Folder;
use crate::support::program::rushes;
use crate::support::{self, Random};
use glam::{DVec3, Quat, Vec3};
use rushes::files;
use rushes::review::checks::{Limits, check};
use rushes::review::compare::{
    Align, Alignment, CompareError, Comparison, Difference, Figures, Matching, Sync, Timing,
    offset_by_event,
};
use rushes::review::notes::{self, Review, Time};
use rushes::scene::{Placement, Stage};
use rushes::take::{Axis, Channel, Event, FormatId, Motion, SignedAxis, SkeletonBuilder, Take};
use serde_json::Value;

/// The built-in take, whose file would say its unit.
fn builtin() -> Take {
    let mut take = files::builtin();
    take.units = units(0.01, Axis::Y.positive());
    take
}

/// Two takes, as the files have them.
struct Both {
    takes: [Take; 2],
    stages: [Stage; 2],
    matching: Matching,
}

impl Both {
    fn of(a: &Take, b: &Take) -> Self {
        let takes = [a, b].map(Take::clone);
        let placement = Placement { floor_is_at_zero: true, ..Placement::default() };
        Self {
            stages: takes.each_ref().map(|take| Stage::with_placement(take, placement)),
            matching: Matching::by_names([&a.skeleton, &b.skeleton], &[]),
            takes,
        }
    }

    fn at(&self, offset: f64) -> Comparison<'_> {
        let takes = self.takes.each_ref();
        Comparison {
            takes,
            stages: self.stages.each_ref(),
            matching: &self.matching,
            timing: Timing::new(takes, offset),
        }
    }

    fn difference(&self, align: Align) -> Difference {
        let comparison = self.at(0.0);
        let alignment = comparison.alignment(align).expect("an alignment");
        comparison.difference(&alignment).expect("a difference")
    }
}

fn all(difference: &Difference) -> Figures {
    let pairs: Vec<usize> = (0..difference.pairs.len()).collect();
    difference.figures(&pairs).expect("figures")
}

#[track_caller]
fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
}

/// `LeftArm` as `rig:arm_l`.
fn renamed(name: &str) -> String {
    let sided = [("Left", "_l"), ("Right", "_r")].into_iter();
    let mut sided = sided.filter_map(|(side, end)| Some((name.strip_prefix(side)?, end)));
    match sided.next() {
        Some((rest, end)) => format!("rig:{}{end}", rest.to_lowercase()),
        None => format!("rig:{}", name.to_lowercase()),
    }
}

#[test]
fn a_take_equals_its_copy_in_other_units_axes_and_names() {
    let a = builtin();
    // Turned about the vertical, shifted, in millimetres with Z up.
    let upright = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
    let b = Copy {
        rename: &renamed,
        turn: upright * Quat::from_rotation_y(2.1),
        shift: upright * Vec3::new(150.0, 0.0, -80.0),
        scale: 10.0,
        ..Copy::default()
    };
    let b = b.of(&a, Axis::Z.positive());
    let both = Both::of(&a, &b);
    assert_eq!(both.matching.pairs.len(), a.skeleton.nodes().len());
    assert_eq!(both.matching.unmatched.each_ref().map(Vec::len), [0, 1], "its own root");
    for (place, align) in [("in place", Align::Place(100)), ("over the range", Align::Range)] {
        let alignment = both.at(0.0).alignment(align).unwrap();
        assert_near((alignment.angle + 2.1).rem_euclid(std::f64::consts::TAU), 0.0, 1e-5);
        let figures = all(&both.difference(align));
        assert!(figures.worst < 1e-5, "{place}: {figures:?}");
    }
    assert!(all(&both.difference(Align::None)).mean > 1.0, "it stands elsewhere");
    let itself = all(&Both::of(&a, &a).difference(Align::None));
    assert_eq!(
        (itself.worst, itself.velocity_rms, itself.acceleration_rms),
        (0.0, Some(0.0), Some(0.0))
    );
}

#[test]
fn a_joint_that_was_moved_is_found_and_no_other() {
    let a = builtin();
    let by = Vec3::new(1.0, -2.0, 2.0);
    let b = Copy { moved: Some(("Head", by)), ..Copy::default() };
    let b = b.of(&a, Axis::Y.positive());
    let both = Both::of(&a, &b);
    let difference = both.difference(Align::None);
    let worst = difference.worst_first()[0];
    let [joint, _] = difference.pairs[worst];
    assert_eq!(a.skeleton[joint].name, "Head");
    for (pair, [joint, _]) in difference.pairs.iter().enumerate() {
        let is_moved = a.skeleton[*joint].name == "Head";
        let figures = difference.joints[pair].unwrap();
        let expected = if is_moved { 0.03 } else { 0.0 };
        for found in [figures.mean, figures.p95, figures.worst] {
            assert_near(found, expected, 1e-5);
        }
        let frames = a.motion.frame_count();
        assert_eq!(difference.curve(pair).len(), frames);
        let row = difference.frame(frames - 1).unwrap();
        assert_near(row[pair].into(), expected, 1e-5);
    }
    assert!(difference.frame(a.motion.frame_count()).is_none());
}

/// A smooth motion that never repeats itself: waves whose frequencies have no common measure.
fn wander(marker: usize, time: f64) -> DVec3 {
    let phase = marker as f64;
    let waves = |primes: [f64; 6]| -> f64 {
        let wave = |prime: f64| (1.5 * prime.sqrt() * time + prime + 1.3 * phase).sin();
        primes.map(wave).iter().sum::<f64>() * 0.2
    };
    DVec3::new(
        waves([2.0, 7.0, 17.0, 29.0, 41.0, 53.0]),
        1.0 + waves([3.0, 11.0, 19.0, 31.0, 43.0, 59.0]),
        waves([5.0, 13.0, 23.0, 37.0, 47.0, 61.0]),
    )
}

/// A planted difference: it grows and shakes.
fn planted(marker: usize, time: f64) -> DVec3 {
    let grown = 0.02 * time * (marker + 1) as f64;
    DVec3::new(grown, 0.004 * (40.0 * time).sin(), 0.01 * (3.0 * time).cos())
}

const NAMES: [&str; 4] = ["HEAD", "LTOE", "RTOE", "C7"];
const FRAME_TIME: f64 = 0.01;

#[test]
fn figures_are_those_of_the_planted_difference() {
    const FRAMES: usize = 1000;
    let a = markers(&NAMES, FRAME_TIME, FRAMES, wander);
    let b = markers(&NAMES, FRAME_TIME, FRAMES, |marker, time| {
        wander(marker, time) + planted(marker, time)
    });
    let difference = Both::of(&a, &b).difference(Align::None);
    for marker in 0..NAMES.len() {
        let ways: Vec<DVec3> =
            (0..FRAMES).map(|i| planted(marker, i as f64 * FRAME_TIME)).collect();
        let mut lengths: Vec<(f64, usize)> = ways.iter().map(|way| way.length()).zip(0..).collect();
        let mean = lengths.iter().map(|(length, _)| length).sum::<f64>() / FRAMES as f64;
        lengths.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (worst, worst_frame) = lengths[FRAMES - 1];
        let rms = |of: &dyn Fn(&[DVec3]) -> DVec3| {
            let squares = ways.windows(3).map(|three| of(three).length_squared());
            (squares.sum::<f64>() / (FRAMES - 2) as f64).sqrt()
        };
        let velocity = rms(&|w| (w[2] - w[0]) / (2.0 * FRAME_TIME));
        let acceleration = rms(&|w| (w[2] - w[1] * 2.0 + w[0]) / FRAME_TIME.powi(2));
        let found = difference.joints[marker].unwrap();
        assert_near(found.mean, mean, 1e-6);
        assert_near(found.p95, lengths[949].0, 1e-6);
        assert_near(found.worst, worst, 1e-6);
        assert_eq!(found.worst_frame, worst_frame);
        assert_near(found.velocity_rms.unwrap(), velocity, 1e-4);
        // Positions have seven digits, of which a second difference loses most.
        assert_near(found.acceleration_rms.unwrap(), acceleration, 2e-2);
    }
}

#[test]
fn least_squares_leave_the_least_that_a_turn_and_a_shift_can() {
    let mut random = Random::new(5);
    let mut noise = || random.between(-0.1, 0.1);
    let noise: Vec<DVec3> = (0..4000).map(|_| DVec3::new(noise(), noise(), noise())).collect();
    let a = markers(&NAMES, FRAME_TIME, 500, wander);
    let b = markers(&NAMES, FRAME_TIME, 500, |marker, time| {
        let frame = (time / FRAME_TIME).round() as usize;
        let at = wander(marker, time) + noise[marker * 500 + frame];
        glam::DQuat::from_rotation_y(-0.8) * at + DVec3::new(3.0, 0.2, -1.0)
    });
    let both = Both::of(&a, &b);
    let found = both.at(0.0).alignment(Align::Range).unwrap();
    assert_near(found.angle, 0.8, 0.02);
    let squares = |alignment: Alignment| {
        let difference = both.at(0.0).difference(&alignment).unwrap();
        let rows = (0..500).flat_map(|frame| difference.frame(frame).unwrap());
        rows.map(|distance| f64::from(*distance).powi(2)).sum::<f64>()
    };
    let least = squares(found);
    for (angle, shift) in [
        (0.002, DVec3::ZERO),
        (-0.002, DVec3::ZERO),
        (0.0, DVec3::X * 0.003),
        (0.0, DVec3::Y * -0.003),
        (0.0, DVec3::Z * 0.003),
    ] {
        let other = Alignment { angle: found.angle + angle, shift: found.shift + shift };
        assert!(squares(other) > least, "{angle} {shift}");
    }
}

#[test]
fn in_place_is_on_the_floor_and_at_one_frame() {
    let a = builtin();
    let b = Copy {
        turn: Quat::from_rotation_y(-0.6),
        shift: Vec3::new(40.0, 7.0, 20.0),
        ..Copy::default()
    };
    let b = b.of(&a, Axis::Y.positive());
    let both = Both::of(&a, &b);
    let figures = all(&both.difference(Align::Place(300)));
    assert_near(figures.mean, 0.07, 1e-5);
    assert_near(figures.worst, 0.07, 1e-5);
    let frames = a.motion.frame_count();
    let error = both.at(0.0).alignment(Align::Place(frames)).unwrap_err();
    assert_eq!(error, CompareError::NoFigure(frames));
}

#[test]
fn markers_without_sides_are_turned_in_place_by_all_that_match() {
    let turned = |at: DVec3| glam::DQuat::from_rotation_y(2.0) * at + DVec3::new(3.0, 0.25, -1.0);
    let a = markers(&NAMES, FRAME_TIME, 50, wander);
    let b = markers(&NAMES, FRAME_TIME, 50, |marker, time| turned(wander(marker, time)));
    let figures = all(&Both::of(&a, &b).difference(Align::Place(20)));
    assert_near(figures.mean, 0.25, 1e-5);
    assert_near(figures.worst, 0.25, 1e-5);
}

#[test]
fn what_has_far_more_joints_than_values_is_no_memory() {
    let chain = |joints: usize, frames: usize| {
        let mut build = SkeletonBuilder::default();
        let root = build.node("root", None).unwrap();
        build.node_mut(root).channels = vec![Channel::Rotation(Axis::X)];
        for joint in 0..joints {
            build.node(format!("joint {joint}"), Some(root)).unwrap();
        }
        let motion = Motion::new(0.01, frames, 1, vec![0.0; frames]);
        Take::new("chain", FormatId::Bvh, build.finish(), motion, units(1.0, Axis::Y.positive()))
    };
    let large = chain(4000, 20_000);
    let error = Both::of(&large, &large).at(0.0).difference(&Alignment::default());
    assert_eq!(error.unwrap_err(), CompareError::TooLarge);
    // As many joints, or as many frames, are fine.
    for take in [chain(4000, 200), chain(40, 20_000)] {
        let both = Both::of(&take, &take);
        assert!(both.at(0.0).difference(&Alignment::default()).is_ok());
    }
    let checked = check(&large, &Stage::new(&large), &Limits::default(), &|| false);
    let reported = checked.findings.iter().map(|finding| finding.message.as_str());
    let reported: Vec<&str> = reported.filter(|message| message.contains("too many")).collect();
    assert_eq!(reported.len(), 1, "{reported:?}");
}

#[test]
fn takes_of_other_rates_compare_by_time() {
    // On a line, positions between two frames are those of the motion.
    let line = |marker: usize, time: f64| DVec3::new(time, 1.0 + marker as f64, -2.0 * time);
    let a = markers(&NAMES, 0.01, 100, line);
    let b = markers(&NAMES, 0.025, 30, |marker, time| line(marker, time + 0.1));
    let both = Both::of(&a, &b);
    let comparison = both.at(0.1);
    assert!(comparison.timing.interpolates());
    assert_eq!(comparison.frames(), 10..83);
    let difference = comparison.difference(&Alignment::default()).unwrap();
    assert!(all(&difference).worst < 1e-6, "{:?}", all(&difference));
    assert_eq!(
        both.at(2.0).difference(&Alignment::default()).unwrap_err(),
        CompareError::NoOverlap
    );
}

#[test]
fn gaps_are_left_out() {
    let a = markers(&NAMES, FRAME_TIME, 50, wander);
    let b = markers(&NAMES, FRAME_TIME, 50, |marker, time| {
        let frame = (time / FRAME_TIME).round() as usize;
        match (marker, frame) {
            (0, 10..20) | (3, _) => DVec3::NAN,
            (0, 30) => wander(0, time) + DVec3::X * 0.5,
            _ => wander(marker, time),
        }
    });
    let difference = Both::of(&a, &b).difference(Align::None);
    let head = difference.joints[0].unwrap();
    assert_near(head.mean, 0.5 / 40.0, 1e-6);
    assert_eq!(head.worst_frame, 30);
    assert!(head.velocity_rms.unwrap().is_finite());
    assert!(difference.curve(0).nth(15).unwrap().is_nan());
    assert!(difference.joints[3].is_none());
    assert_eq!(difference.worst_first()[3], 3);
}

/// What a sync finds, in frames of A, with whether it is certain.
fn synced(a: &Take, b: &Take, sync: Sync) -> (f64, Option<bool>) {
    let both = Both::of(a, b);
    let (timing, certainty) = both.at(0.0).synced(sync).expect("an offset");
    (timing.offset_frames(), certainty.map(|certainty| certainty.is_certain()))
}

#[test]
fn planted_offsets_are_found_by_motion() {
    let a = markers(&NAMES, FRAME_TIME, 1500, wander);
    for (offset, frame_time, frames, tolerance) in [
        (250.0, 0.01, 1000, 1e-9),
        (-300.0, 0.01, 1500, 1e-9),
        (900.0, 0.01, 1500, 1e-9),
        (120.5, 0.01, 1000, 0.1),
        (200.0, 0.008, 1000, 0.1),
    ] {
        // In another place, and facing elsewhere: speeds are the same.
        let b = markers(&NAMES, frame_time, frames, |marker, time| {
            let at = wander(marker, time + offset * FRAME_TIME);
            glam::DQuat::from_rotation_y(1.0) * at + DVec3::X * 9.0
        });
        let (found, is_certain) = synced(&a, &b, Sync::Motion);
        assert_near(found, offset, tolerance);
        assert_eq!(is_certain, Some(true), "{offset}");
    }
}

#[test]
fn an_offset_of_long_takes_is_found_to_the_frame() {
    let a = markers(&NAMES[..1], FRAME_TIME, 30_000, wander);
    let b = markers(&NAMES[..1], FRAME_TIME, 20_000, |marker, time| wander(marker, time + 71.23));
    let (found, is_certain) = synced(&a, &b, Sync::Motion);
    assert_near(found, 7123.0, 1e-9);
    assert_eq!(is_certain, Some(true));
}

#[test]
fn what_repeats_itself_is_not_certain_and_what_rests_has_no_offset() {
    let walk = |marker: usize, time: f64| {
        let swing = (6.0 * time + marker as f64).sin();
        DVec3::new(1.2 * time + 0.2 * swing, 1.0 + 0.05 * (12.0 * time).cos(), 0.0)
    };
    let a = markers(&NAMES, FRAME_TIME, 1500, walk);
    let b = markers(&NAMES, FRAME_TIME, 1200, |marker, time| walk(marker, time + 1.5));
    let (_, is_certain) = synced(&a, &b, Sync::Motion);
    assert_eq!(is_certain, Some(false));
    // So do two motions that have nothing to do with one another.
    let other =
        markers(&NAMES, FRAME_TIME, 1200, |marker, time| wander(marker + 11, 3.0 * time + 400.0));
    let (_, is_certain) = synced(&a, &other, Sync::Motion);
    assert_eq!(is_certain, Some(false));
    let rest = markers(&NAMES, FRAME_TIME, 1200, |marker, _| wander(marker, 0.0));
    let both = Both::of(&a, &rest);
    assert_eq!(both.at(0.0).synced(Sync::Motion).unwrap_err(), CompareError::NoMotion);
}

#[test]
fn clocks_and_events_bring_takes_in_time() {
    let mut a = markers(&NAMES, FRAME_TIME, 300, wander);
    let mut b = markers(&NAMES, 0.02, 300, wander);
    let event = |time, label: &str| Event { time, label: label.into() };
    (a.start_time, b.start_time) = (10.0, 10.5);
    a.events = vec![event(0.3, "Clap"), event(1.3, "Clap")];
    b.events = vec![event(0.1, "Foot Off"), event(0.2, "clap")];
    for (sync, frames) in [(Sync::Frame, 0.0), (Sync::Time, 50.0), (Sync::Offset(-0.25), -25.0)] {
        let (found, certainty) = synced(&a, &b, sync);
        assert_near(found, frames, 1e-9);
        assert_eq!(certainty, None);
    }
    // Those of the files, and those that reviewers added: the first of each.
    let own = |frame: usize, name: &str| {
        let mut review = Review::default();
        let event = notes::Event::new(frame, name.to_string(), "Ada", Time::default());
        review.put(event, Time::default());
        review
    };
    let none = Review::default();
    let offset = |name: &str, reviews: [&Review; 2]| {
        offset_by_event(name, [(&a, reviews[0]), (&b, reviews[1])])
    };
    let near = |found: Result<f64, CompareError>, expected: f64| {
        assert_near(found.expect("an offset"), expected, 1e-12);
    };
    near(offset("CLAP", [&none, &none]), 0.1);
    near(offset("clap", [&own(10, "CLAP"), &own(90, "Clap")]), -0.1);
    near(offset("foot off", [&own(70, "Foot Off"), &none]), 0.6);
    let error = offset("Foot Off", [&none, &none]).unwrap_err();
    assert_eq!(error.to_string(), "no event 'Foot Off' is in both");
}

#[test]
fn one_motion_in_two_formats_is_found_and_matched() {
    let Some(corpus) = support::corpus() else {
        return;
    };
    // The BVH begins with a pose of calibration, a frame before the motion.
    let bvh = support::take(&corpus.join("bvh/assimp--01_01.bvh"));
    let amc = support::take(&corpus.join("acclaim/fairmotion/01_01.amc"));
    assert_eq!(synced(&bvh, &amc, Sync::Motion), (1.0, Some(true)));
    let matching = Matching::by_names([&bvh.skeleton, &amc.skeleton], &[]);
    assert!(matching.pairs.len() >= 24, "{}", matching.pairs.len());
}

/// Frames of a figure of two joints, `root` and `arm`, that stands still; the arm `length` long.
fn bvh(root: &str, arm: &str, length: f64, frames: usize) -> String {
    format!(
        "HIERARCHY\nROOT {root}\n{{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\nJOINT {arm}\n{{\n\
         OFFSET 0 {length} 0\nCHANNELS 0\nEnd Site\n{{\nOFFSET 0 20 0\n}}\n}}\n}}\nMOTION\nFrames: {frames}\n\
         Frame Time: 0.01\n{}",
        "0 90 0\n".repeat(frames)
    )
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn the_command_line_prints_the_same_figures() {
    let folder = Folder::new("compare");
    let a = folder.write("a.bvh", &bvh("Hips", "Chest", 150.0, 5));
    let b = folder.write("b.bvh", &bvh("mixamorig:Hips", "mixamorig:Chest", 151.5, 9));
    let c = folder.write("c.bvh", &bvh("hips", "Torso", 150.0, 5));
    let run = |arguments: &[&str]| rushes(&[&["compare", "-q"], arguments].concat());

    let reported = parsed(&run(&[&a, &b, "--json"]).done());
    assert_eq!(reported["schema"], 1);
    assert_eq!(reported["frames"], serde_json::json!([0, 4]));
    assert_eq!((&reported["unit"], &reported["matched"]), (&"m".into(), &2.into()));
    let chest = &reported["joints"][0];
    assert_eq!((&chest["name"], &chest["other"]), (&"Chest".into(), &"mixamorig:Chest".into()));
    assert_eq!((&chest["worst"], &chest["p95"]), (&0.015.into(), &0.015.into()));
    assert_eq!(reported["overall"]["worst_joint"], "Chest");
    assert_eq!(reported["overall"]["mean"], 0.0075);
    let hips = parsed(&run(&[&a, &b, "--json", "--joint", "hips", "--limit", "1mm"]).done());
    assert_eq!(hips["joints"].as_array().unwrap().len(), 1);
    assert_eq!(hips["exceeded"], false);

    // Of several takes, an array; the names that are left, and a table that mends them.
    let reported = parsed(&run(&[&a, &b, &c, "--json"]).done());
    assert_eq!(reported[1]["unmatched"], serde_json::json!({ "a": ["Chest"], "b": ["Torso"] }));
    let reported = parsed(&run(&[&a, &c, "--json", "--match", "Chest=Torso"]).done());
    assert_eq!(reported["matched"], 2);
    let csv = run(&[&a, &b, "--csv"]).done();
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows.len(), 3);
    assert!(rows[1].ends_with(",Chest,mixamorig:Chest,0.015,0.015,0.015,0,0.0,0.0"), "{csv}");
    let table = run(&[&a, &b, "--sync", "2f", "--align", "range"]).done();
    for part in
        ["frames 2 to 4", "aligned over the range", "2 of 2 joints", "worst cm", "all joints"]
    {
        assert!(table.contains(part), "{part} is not in {table}");
    }
}

#[test]
fn files_without_a_unit_whose_figures_are_alike_are_of_one_unit() {
    // By their heights, one would be scaled to a person and the other in centimetres.
    let folder = Folder::new("compare-units");
    let a = folder.write("a.bvh", &bvh("Hips", "Chest", 95.0, 3));
    let b = folder.write("b.bvh", &bvh("Hips", "Chest", 104.0, 3));
    let reported = rushes(&["compare", "--json", &a, &b]);
    assert!(reported.err.contains("taken as unknown"), "{}", reported.err);
    let worst = parsed(&reported.out)["overall"]["worst"].as_f64();
    let expected = 9.0 * 1.75 / 95.0;
    assert!(worst.is_some_and(|worst| (worst - expected).abs() < 1e-4), "{worst:?}");
}

#[test]
fn exit_codes_tell_differences_from_mistakes() {
    let folder = Folder::new("compare-codes");
    let a = folder.write("a.bvh", &bvh("Hips", "Chest", 150.0, 5));
    let b = folder.write("b.bvh", &bvh("Hips", "Chest", 151.5, 5));
    let other = folder.write("other.bvh", &bvh("One", "Two", 150.0, 5));
    let broken = folder.write("broken.bvh", "HIERARCHY\nROOT");
    let run = |arguments: &[&str]| rushes(&[&["compare", "-q"], arguments].concat());
    let over = run(&[&a, &b, "--limit", "1cm"]);
    assert_eq!((over.code, over.err.as_str()), (Some(1), ""));
    assert!(over.out.contains("Chest"));
    assert_eq!(run(&[&a, &b, "--limit", "2cm"]).code, Some(0));
    assert!(run(&[&a, &b, "--limit", "2"]).failed(2).contains("with its unit"));
    assert!(run(&[&a]).failed(2).contains("2 values"));
    assert!(run(&[&a, &b, "--joint", "Tail"]).failed(2).contains("'Tail'"));
    assert!(run(&[&a, &b, "--match", "Chest=Tail"]).failed(2).contains("b.bvh"));
    assert!(run(&[&a, &other]).failed(3).contains("no joints have names in common"));
    assert!(run(&[&a, &b, "--sync", "10"]).failed(3).contains("no moment is in both"));
    // Two files, no frame of which has the marker of both: no limit was kept.
    let seen = |frames: Range<usize>| {
        let row = |frame: usize| {
            if frames.contains(&frame) {
                format!("{}\t{frame}\t1\t1\t1\n", frame + 1)
            } else {
                format!("{}\t{frame}\t\t\t\n", frame + 1)
            }
        };
        let head = "PathFileType\t4\t(X/Y/Z)\tmarks.trc\nDataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\n\
                    1\t1\t8\t1\tmm\nFrame#\tTime\tHEAD\n\t\tX1\tY1\tZ1\n\n";
        head.to_string() + &(0..8).map(row).collect::<String>()
    };
    let early = folder.write("early.trc", &seen(0..4));
    let late = folder.write("late.trc", &seen(4..8));
    let none = run(&[&early, &late, "--limit", "1cm", "--json"]);
    assert_eq!(none.code, Some(3));
    assert!(none.err.contains("no frame has a joint of both"), "{}", none.err);
    assert_eq!(parsed(&none.out)["exceeded"], Value::Null);
    assert_eq!(run(&[&early, &early, "--limit", "1cm"]).code, Some(0));
    // A file that cannot be read stops no other.
    let some = run(&[&a, &broken, &b, "--limit", "1cm"]);
    assert_eq!(some.code, Some(3));
    assert!(some.out.contains("Chest") && some.err.contains("broken.bvh"), "{}", some.err);
}

#[test]
fn an_offset_that_is_not_certain_is_told() {
    let folder = Folder::new("compare-sync");
    let rows = (0..400).map(|i| format!("{} 90 0\n", 20.0 * (f64::from(i) * 0.1).sin()));
    let still = bvh("Hips", "Chest", 150.0, 400);
    let (head, _) = still.split_once("0 90 0\n").unwrap();
    let swing = folder.write("swing.bvh", &(head.to_string() + &rows.collect::<String>()));
    let run = rushes(&["compare", "--sync", "motion", &swing, &swing, "--json"]);
    assert!(run.err.contains("not certain"), "{}", run.err);
    let reported = parsed(&run.out);
    assert_eq!((&reported["certain"], &reported["sync"]), (&false.into(), &"motion".into()));
    let still = folder.write("still.bvh", &still);
    let error = rushes(&["compare", "-q", "--sync", "motion", &still, &still]).failed(3);
    assert!(error.contains("too little motion"), "{error}");
}

#[test]
fn signed_axes_are_up_as_files_say() {
    // The stage turns what is up in the file to Y: a copy that hangs from Y stands as its original.
    let a = builtin();
    let b = Copy { turn: Quat::from_rotation_x(std::f32::consts::PI), ..Copy::default() };
    let down = SignedAxis { axis: Axis::Y, is_negative: true };
    let figures = all(&Both::of(&a, &b.of(&a, down)).difference(Align::Range));
    assert!(figures.worst < 1e-5, "{figures:?}");
}
