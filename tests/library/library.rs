//! The library as other programs use it: without the window, the command line and what they need.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rushes::export::Export;
use rushes::glam::Vec3;
use rushes::loader::{ErrorKind, FORMATS};
use rushes::take::{Axis, FormatId, Motion, Severity, SkeletonBuilder, Take, Units, WarningCode};

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A hip that moves along X, and a leg one unit long.
const LEG: &str = "HIERARCHY
ROOT Hip
{
    OFFSET 0 0 0
    CHANNELS 1 Xposition
    End Site
    {
        OFFSET 0 -1 0
    }
}
MOTION
Frames: 3
Frame Time: 0.01
0
1
2
";

fn leg() -> Take {
    rushes::read("leg.bvh", LEG.as_bytes()).expect("a take")
}

#[test]
fn every_good_file_opens_and_has_a_place_for_each_point_on_each_frame() {
    let good = project().join("tests/good");
    let formats = std::fs::read_dir(good).expect("a folder of formats");
    let folders: Vec<PathBuf> = formats.map(|entry| entry.expect("an entry").path()).collect();
    let mut formats = BTreeSet::new();
    for (path, opened) in rushes::open_all(&folders, &rushes::OpenOptions::default()) {
        let take = match opened {
            Ok(opened) => opened.take,
            // What they are read with lies in a folder of its own.
            Err(error) if matches!(error.kind(), ErrorKind::NeedsCompanion { .. }) => continue,
            Err(error) => panic!("{error}"),
        };
        formats.insert(take.format);
        let frames = take.motion.frame_count().max(1);
        let (points, positions) = (take.points(), take.positions(0..frames).expect("frames"));
        assert_eq!(positions.as_slice().len(), frames * points.len());
        assert!(take.positions([0, frames]).is_err(), "{}", path.display());
        assert!(take.pose(frames).is_err() && take.values(frames).is_err());
        for warning in &take.warnings {
            assert!(WarningCode::ALL.contains(&warning.code));
            assert!(Severity::ALL.contains(&warning.code.severity()));
        }
    }
    assert!(formats.len() >= FORMATS.len() - 1, "{formats:?}");
}

#[test]
fn positions_come_in_the_order_that_was_asked_for_under_the_names_of_the_points() {
    let take = leg();
    let points = take.points();
    let names: Vec<&str> = points.iter().map(|point| point.name.as_str()).collect();
    assert_eq!(names, ["Hip", "Hip_end"]);
    assert_eq!((points[0].parent, points[0].tip_of), (None, None));
    assert_eq!((points[1].parent, points[1].tip_of), (Some(0), Some(0)));
    let positions = take.positions([2, 0, 1]).expect("frames");
    let found: Vec<(usize, Vec<Vec3>)> =
        positions.iter().map(|(f, all)| (f, all.to_vec())).collect();
    let at = |x: f32| vec![Vec3::new(x, 0.0, 0.0), Vec3::new(x, -1.0, 0.0)];
    assert_eq!(found, [(2, at(2.0)), (0, at(0.0)), (1, at(1.0))]);
}

#[test]
fn a_frame_that_is_not_there_is_an_error() {
    let error = leg().positions(1..).expect_err("more frames than there are");
    assert_eq!((error.frame(), error.last()), (3, 2));
    assert_eq!(error.to_string(), "frame 3: the take has frames 0 to 2");
}

#[test]
fn a_take_without_frames_has_its_rest_pose() {
    let mut build = SkeletonBuilder::default();
    let hip = build.node("hip", None).expect("a root");
    let knee = build.node("knee", Some(hip)).expect("a child");
    build.node_mut(knee).offset = Vec3::NEG_Y;
    let skeleton = build.finish();
    let none = Motion::new(0.01, 0, skeleton.columns(), Vec::new());
    let take = Take::new("rest", FormatId::Bvh, skeleton, none, Units::assumed(Axis::Y));
    let positions = take.positions([0]).expect("the rest pose");
    assert_eq!(positions.as_slice(), [Vec3::ZERO, Vec3::NEG_Y]);
    assert_eq!(take.pose(0).expect("the rest pose").position(knee), Vec3::NEG_Y);
    assert!(take.positions([1]).is_err());
}

#[test]
fn a_take_without_nodes_has_no_points() {
    let none = Motion::new(0.01, 2, 0, Vec::new());
    let skeleton = SkeletonBuilder::default().finish();
    let take = Take::new("empty", FormatId::Bvh, skeleton, none, Units::assumed(Axis::Y));
    let positions = take.positions([0, 1]).expect("frames");
    assert!(positions.iter().all(|(_, all)| all.is_empty()));
    assert_eq!(positions.iter().len(), 2);
}

#[test]
fn a_take_is_written_and_a_file_that_is_none_is_refused() {
    let mut out = Vec::new();
    let htr = Export::of_extension("htr").expect("a format");
    let warnings = htr.write(&leg(), &mut out).expect("a text");
    let back = rushes::read("leg.htr", &out).expect("a take");
    let [there, here] = [&back, &leg()].map(|take| take.positions(0..3).expect("frames"));
    let mut pairs = there.as_slice().iter().zip(here.as_slice());
    assert!(pairs.all(|(there, here)| there.distance(*here) < 1e-5));
    assert!(warnings.iter().all(|warning| !warning.code.word().is_empty()));
    let error = rushes::read("leg.bvh", b"").expect_err("an empty file");
    assert_eq!(error.kind(), &ErrorKind::Empty);
}
