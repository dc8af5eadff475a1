//! The library as other programs use it: without the window, the command line and what they need.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rushes::export::Export;
use rushes::glam::Vec3;
use rushes::loader::{Companion, ErrorKind, FORMATS, Options, Source};
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
    let inside = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).expect("a folder");
        entries.map(|entry| entry.expect("an entry").path()).collect()
    };
    let mut paths = Vec::new();
    for folder in inside(&good) {
        // Those of formats that are left out hold nothing that opens.
        match FORMATS.iter().find(|format| folder.ends_with(format.name().to_lowercase())) {
            // They open when they are named.
            Some(format) if format.is_data_set() => {
                let claimed = |file: &PathBuf| {
                    file.extension().and_then(|e| e.to_str()).is_some_and(|e| format.claims(e))
                };
                paths.extend(inside(&folder).into_iter().filter(claimed));
            }
            Some(_) => paths.push(folder),
            None => {}
        }
    }
    let mut formats = BTreeSet::new();
    for (path, opened) in rushes::open_all(&paths, &rushes::OpenOptions::default()) {
        let take = match opened {
            Ok(opened) => opened.take,
            // What they are read with lies in a folder of its own.
            Err(error) if matches!(error.kind(), ErrorKind::NeedsCompanion { .. }) => continue,
            Err(error) => panic!("{error}"),
        };
        formats.insert(take.format);
        let frames = take.motion.frame_count().max(1);
        let (points, positions) =
            (take.points().count(), take.positions(0..frames).expect("frames"));
        assert_eq!(positions.as_slice().len(), frames * points);
        assert_eq!(take.motion.rows().len(), take.motion.frame_count());
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
    let points: Vec<_> = take.points().collect();
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
    assert_eq!((skeleton[knee].parent(), skeleton[hip].children()), (Some(hip), &[knee][..]));
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

#[test]
#[should_panic(expected = "every column")]
fn a_motion_that_is_of_another_skeleton_is_a_mistake() {
    let skeleton = SkeletonBuilder::default().finish();
    let motion = Motion::new(0.01, 1, 3, vec![0.0; 3]);
    Take::new("mixed", FormatId::Bvh, skeleton, motion, Units::assumed(Axis::Y));
}

#[test]
fn a_file_in_memory_is_read_with_those_that_belong_to_it() {
    let [motion, skeleton] = ["leg_crlf.amc", "beside/leg.asf"]
        .map(|file| std::fs::read(project().join("tests/good/amc").join(file)).expect("a file"));
    let alone = rushes::read("leg.amc", &motion).expect_err("a motion without a skeleton");
    assert!(matches!(alone.kind(), ErrorKind::NeedsCompanion { extension: "asf", .. }));
    let source = Source {
        companions: &[Companion { file: "leg.asf", bytes: &skeleton }],
        options: Options { format: Some(FormatId::Amc), rate: Some(50.0), ..Options::default() },
        ..Source::new("leg", &motion)
    };
    let take = rushes::read_with(&source).expect("a take");
    assert_eq!((take.format, take.fps().round()), (FormatId::Amc, 50.0));
}

#[test]
fn a_format_that_is_left_out_is_known_and_refused_with_its_feature() {
    for (name, bytes, format, feature) in [
        ("walk.fbx", &b"Kaydara FBX Binary  \0\x1a\0"[..], FormatId::Fbx, "fbx"),
        ("walk", b"; FBX 7.7.0 project file\n1, 2, 3\n4, 5, 6\n7, 8, 9\n", FormatId::Fbx, "fbx"),
        ("walk.vrm", b"glTF\x02\0\0\0\x0c\0\0\0", FormatId::Gltf, "gltf"),
    ] {
        let error = rushes::read(name, bytes).expect_err("not even half a file");
        let is_there = FORMATS.iter().any(|row| row.id == format);
        assert_eq!(is_there, cfg!(feature = "all-formats"), "{format}");
        assert_eq!(error.kind() == &ErrorKind::LeftOut(format), !is_there, "{error}");
        let hint = format!("build Rushes with its feature {feature}");
        assert_eq!(error.hint_text() == Some(&*hint), !is_there, "{error}");
        assert_eq!(feature.parse::<FormatId>(), Ok(format));
    }
}

/// What an example prints for arguments and an input.
fn run(example: &str, arguments: &[&Path], input: &[u8]) -> Vec<u8> {
    let mut command = Command::new(example);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("an example");
    child.stdin.take().expect("a pipe").write_all(input).expect("a reader");
    let output = child.wait_with_output().expect("its output");
    assert!(output.status.success(), "{example}");
    output.stdout
}

#[test]
fn the_examples_do_what_they_say() {
    let stroll = project().join("assets/builtin/stroll.bvh");
    let take = rushes::open(&stroll).expect("a take");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    let info = text(run(env!("CARGO_BIN_EXE_info"), &[&stroll], b""));
    assert!(info.starts_with("stroll: BVH, 779 frames, 60 fps\n"), "{info}");
    assert!(info.contains("\nSpine in Hips: Zrotation Xrotation Yrotation\n"), "{info}");
    let arguments = [&*stroll, Path::new("LeftHand")];
    let positions = text(run(env!("CARGO_BIN_EXE_positions"), &arguments, b""));
    let hand = take.skeleton.find("LeftHand").expect("a hand");
    let last = take.pose(778).expect("a frame").position(hand);
    let row = format!("778,{},{},{}", last.x, last.y, last.z);
    assert_eq!(positions.lines().last(), Some(&*row));
    let markers = project().join("tests/good/trc/gaps.trc");
    let gaps = text(run(env!("CARGO_BIN_EXE_gaps"), &[&markers], b""));
    assert!(gaps.contains("SACR is missing on frames 1 to 2\n"), "{gaps}");
    assert!(gaps.contains("RASI: 353.6 units a second at most\n"), "{gaps}");
    let bytes = std::fs::read(&stroll).expect("a file");
    assert!(run(env!("CARGO_BIN_EXE_memory"), &[], &bytes).starts_with(b"glTF"));
    let htr = std::env::temp_dir().join(format!("rushes-example-{}.htr", std::process::id()));
    run(env!("CARGO_BIN_EXE_convert"), &[&stroll, &htr], b"");
    let converted = rushes::open(&htr);
    std::fs::remove_file(htr).expect("the file that was written");
    assert_eq!(converted.expect("a take").motion.frame_count(), 779);
}
