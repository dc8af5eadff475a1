//! Measures over time, against closed forms in double precision.

use crate::support::copies::{markers, units};
use crate::support::folder::Folder;
use crate::support::program::rushes;
use crate::support::{self, takes};
use glam::{DVec2, DVec3, Vec3};
use rushes::evaluate::Pose;
use rushes::files;
use rushes::review::measure::{Measure, MeasureError, MeasureEvaluator};
use rushes::scene::{Stage, distance, speed};
use rushes::take::{Angle, Axis, BoneEnd, Channel, FormatId, Motion, SkeletonBuilder, Take};

fn measure(text: &str) -> Measure {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// All values of a measure of a take.
fn series(take: &Take, text: &str) -> Vec<f32> {
    let stage = Stage::new(take);
    let evaluator = MeasureEvaluator::new(take, &stage, &measure(text)).expect("a measure");
    evaluator.series(0..take.motion.frame_count().max(1))
}

#[track_caller]
fn assert_near(found: f32, expected: f64, tolerance: f64) {
    let off = (f64::from(found) - expected).abs();
    assert!(off <= tolerance, "{found} is not {expected}");
}

#[test]
fn distance_and_speed_are_the_readings_of_single_frames() {
    let take = files::builtin();
    let stage = Stage::new(&take);
    let [hand, foot] = ["LeftHand", "RightFoot"].map(|name| take.skeleton.find(name).unwrap());
    let distances = series(&take, "distance:LeftHand,rightfoot");
    let speeds = series(&take, "speed:LeftHand");
    for frame in 0..take.motion.frame_count() {
        let expected = distance(&take, &stage, [hand, foot], frame).unwrap();
        assert_near(distances[frame], expected, 1e-6);
        assert_near(speeds[frame], speed(&take, &stage, hand, frame).unwrap(), 1e-4);
    }
    let evaluator = MeasureEvaluator::new(&take, &stage, &measure("speed:LeftHand")).unwrap();
    for frame in [0, 1, 255, 256, 257, take.motion.frame_count() - 1] {
        assert_eq!(evaluator.value(frame), [speeds[frame]], "{frame}");
    }
}

#[test]
fn on_a_circle_speed_and_acceleration_are_known() {
    const FRAME_TIME: f64 = 0.02;
    let (radius, rate) = (0.5, 3.0);
    let circle = |_: usize, time: f64| {
        let (sine, cosine) = (rate * time).sin_cos();
        DVec3::new(radius * cosine, 1.0, radius * sine)
    };
    let take = markers(&["HAND"], FRAME_TIME, 600, circle);
    let speeds = series(&take, "speed:HAND");
    let accelerations = series(&take, "acceleration:HAND");
    // Differences of neighbours on a circle, as chords.
    let half = rate * FRAME_TIME;
    let expected =
        [radius * half.sin() / FRAME_TIME, 2.0 * radius * (1.0 - half.cos()) / FRAME_TIME.powi(2)];
    for frame in 1..599 {
        assert_near(speeds[frame], expected[0], 1e-4);
        assert_near(accelerations[frame], expected[1], 2e-3);
    }
    assert!(accelerations[0].is_nan() && accelerations[599].is_nan(), "they have one neighbour");
    assert!(speeds[0].is_finite() && speeds[599].is_finite());
    // The floor is where the take comes lowest.
    let heights = series(&take, "height:HAND");
    assert!(heights.iter().all(|height| *height == 0.0));
}

/// An arm of two bones of 1 m: the shoulder turns 0.9 degrees a frame about Z and 0.3 about Y, the elbow is
/// bent by 60 degrees.
fn arm() -> Take {
    let mut build = SkeletonBuilder::new(Angle::Degrees);
    let shoulder = build.node("Shoulder", None).unwrap();
    build.node_mut(shoulder).offset = Vec3::new(30.0, 20.0, -40.0);
    build.node_mut(shoulder).channels = vec![Channel::Rotation(Axis::Z)];
    let elbow = build.node("Elbow", Some(shoulder)).unwrap();
    build.node_mut(elbow).offset = Vec3::X;
    build.node_mut(elbow).channels = vec![Channel::Rotation(Axis::Z)];
    let wrist = build.node("Wrist", Some(elbow)).unwrap();
    build.node_mut(wrist).offset = Vec3::X;
    build.bone(shoulder, BoneEnd::Node(elbow));
    build.bone(elbow, BoneEnd::Node(wrist));
    let rows = (0..200).flat_map(|frame| [0.9 * frame as f32, 60.0]);
    let motion = Motion::new(0.01, 200, 2, rows.collect());
    Take::new("arm", FormatId::Bvh, build.finish(), motion, units(1.0, Axis::Y.positive()))
}

#[test]
fn angles_and_their_velocity_are_those_of_the_channels() {
    let take = arm();
    for angle in series(&take, "angle:Shoulder,Elbow,Wrist") {
        assert_near(angle, 120.0, 1e-3);
    }
    for joint in ["Shoulder", "Elbow", "Wrist"] {
        for found in series(&take, &format!("angular-velocity:{joint}")) {
            assert_near(found, 90.0, 0.01);
        }
    }
}

#[test]
fn what_is_in_a_gap_has_no_value() {
    let take = takes::markers();
    let is_known = |text: &str| -> Vec<bool> {
        series(&take, text).iter().map(|value| value.is_finite()).collect()
    };
    assert_eq!(is_known("distance:LKNE,RKNE"), [true, false, false, true]);
    assert_eq!(is_known("speed:RKNE"), [true, false, false, false]);
    assert_eq!(is_known("height:HEAD"), [true; 4]);
    // Three points of which two are one have no angle.
    assert_eq!(is_known("angle:HEAD,HEAD,C7"), [false; 4]);
}

#[test]
fn masses_of_the_file_come_first() {
    let take = takes::dressed();
    // 4 in the middle of the thigh, which is 0.6 long; 2.5 at 0.25 below the knee, which is at 0.6.
    let expected = (4.0 * 0.9 + 2.5 * 0.35) / 6.5;
    let stage = Stage::new(&take);
    let floor = f64::from(stage.world(Vec3::ZERO).y);
    assert_near(series(&take, "com-height")[0], expected + floor, 1e-6);
    let com = series(&take, "com");
    assert_eq!(com.len(), 3);
    assert_near(com[1], expected + floor, 1e-6);
    let evaluator = MeasureEvaluator::new(&take, &stage, &measure("com")).unwrap();
    assert_eq!(evaluator.mass_source, Some("the file"));
    let at = Vec3::from_slice(&com);
    assert_eq!(evaluator.anchors(0), [at, Vec3::new(at.x, 0.0, at.z)]);
}

/// Masses, ends and centres of the limbs of a side, as D. A. Winter has them.
const WINTER: [(f64, &str, &str, f64); 6] = [
    (0.1, "UpLeg", "Leg", 0.433),
    (0.0465, "Leg", "Foot", 0.433),
    (0.0145, "Foot", "ToeBase", 0.5),
    (0.028, "Arm", "ForeArm", 0.436),
    (0.016, "ForeArm", "Hand", 0.43),
    (0.006, "Hand", "", 0.506),
];

#[test]
fn a_body_without_masses_is_weighed_by_the_table() {
    let take = files::builtin();
    let stage = Stage::new(&take);
    let found = series(&take, "com");
    for frame in (0..take.motion.frame_count()).step_by(97) {
        let pose = Pose::of(&take.skeleton, take.row(frame));
        let at = |name: &str| {
            let node = take.skeleton.find(name).expect("a joint");
            stage.world(pose.position(node)).as_dvec3()
        };
        let mut sum = DVec3::ZERO;
        for side in ["Left", "Right"] {
            for (mass, from, to, centre) in WINTER {
                let from = at(&format!("{side}{from}"));
                let to = match to {
                    "" => {
                        let hand = take.skeleton.find(&format!("{side}Hand")).unwrap();
                        let mut bones = take.skeleton.bones().iter();
                        let bone = bones.find(|bone| bone.node == hand).unwrap();
                        stage.world(pose.bone_end(hand, bone.end)).as_dvec3()
                    }
                    to => at(&format!("{side}{to}")),
                };
                sum += mass * from.lerp(to, centre);
            }
        }
        let hips = at("LeftUpLeg").midpoint(at("RightUpLeg"));
        let shoulders = at("LeftArm").midpoint(at("RightArm"));
        sum += 0.497 * hips.midpoint(shoulders) + 0.081 * at("Head");
        for axis in 0..3 {
            assert_near(found[3 * frame + axis], sum[axis], 1e-5);
        }
    }
}

/// Joints of a body of nodes in metres, of which the feet are on a square of half a metre and the rest at its
/// middle; `lean` is how far the rest is along X.
fn standing(lean: f64, right_foot: f64) -> Take {
    let names = [
        "Head",
        "LeftUpLeg",
        "LeftLeg",
        "LeftFoot",
        "LeftToe",
        "LeftArm",
        "LeftForeArm",
        "LeftHand",
        "RightUpLeg",
        "RightLeg",
        "RightFoot",
        "RightToe",
        "RightArm",
        "RightForeArm",
        "RightHand",
    ];
    markers(&names, 0.01, 5, |marker, _| match names[marker] {
        "LeftFoot" => DVec3::new(-0.25, 0.08, -0.25),
        "LeftToe" => DVec3::new(-0.25, 0.02, 0.25),
        "RightFoot" => DVec3::new(0.25, 0.08 + right_foot, -0.25),
        "RightToe" => DVec3::new(0.25, 0.02 + right_foot, 0.25),
        _ => DVec3::new(lean, 1.0, 0.0),
    })
}

/// Where the centre of mass is, as X and Z: all but the feet and what belongs to them of the shins is at the
/// lean; of the shins that share is at the ankles, behind the middle.
fn centre_of(lean: f64) -> [f64; 2] {
    let ankles = 2.0 * 0.0465 * 0.433;
    [lean * (1.0 - ankles - 2.0 * 0.0145), -0.25 * ankles]
}

#[test]
fn the_base_of_support_is_the_hull_of_the_feet_that_stand() {
    for lean in [0.0, 0.1, -0.2, 0.6] {
        for found in series(&standing(lean, 0.0), "support") {
            let inside = centre_of(lean).map(|along| 0.25 - along.abs());
            assert_near(found, inside[0].min(inside[1]), 1e-5);
        }
    }
    let take = standing(0.0, 0.0);
    let stage = Stage::new(&take);
    let evaluator = MeasureEvaluator::new(&take, &stage, &measure("support")).unwrap();
    let anchors = evaluator.anchors(2);
    assert_eq!(anchors.len(), 6, "the centre, the floor below it, and four corners");
    let corners: DVec2 = anchors[2..].iter().map(|at| DVec2::new(at.x.into(), at.z.into())).sum();
    assert!(corners.length() < 1e-6 && anchors[2..].iter().all(|at| at.y == 0.0));
    // On one foot, the base is a line, and everything is beside it.
    for found in series(&standing(0.0, 0.4), "support") {
        assert_near(found, -0.25, 1e-5);
    }
}

#[test]
fn a_foot_that_slides_or_flies_supports_nothing() {
    let names: Vec<String> = {
        let still = standing(0.0, 0.0);
        still.skeleton.nodes().iter().map(|node| node.name.clone()).collect()
    };
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let sliding = markers(&names, 0.01, 50, |marker, time| {
        let is_foot = names[marker].contains("Foot") || names[marker].contains("Toe");
        let height = if is_foot { 0.03 } else { 1.0 };
        DVec3::new(0.3 * time, height, marker as f64 * 0.01)
    });
    assert!(series(&sliding, "support").iter().all(|value| value.is_nan()));
    let rested = series(&standing(0.0, 0.0), "support");
    assert!(rested.iter().all(|value| value.is_finite()));
}

#[test]
fn what_a_take_does_not_have_is_told() {
    let stage_of = |take: &Take, text: &str| {
        let stage = Stage::new(take);
        let failed = MeasureEvaluator::new(take, &stage, &measure(text));
        failed.err().expect("an error").to_string()
    };
    let take = takes::markers();
    assert_eq!(stage_of(&take, "height:Tail"), "no joint or marker is called 'Tail'");
    assert!(stage_of(&take, "angular-velocity:HEAD").contains("has no rotation"));
    assert!(stage_of(&take, "com").contains("no name tells the thigh"));
    assert_eq!(stage_of(&takes::dressed(), "support"), MeasureError::NoFeet.to_string());
}

#[test]
fn the_command_line_prints_a_column_for_each_measure() {
    let folder = Folder::new("measure");
    let builtin = support::root().join("assets/builtin/stroll.bvh");
    let file = builtin.to_str().unwrap();
    let arguments = [
        "measure",
        "-q",
        file,
        "--of",
        "distance:LeftHand,RightHand",
        "--of",
        "com",
        "--of",
        "acceleration:Head",
        "--frames",
        "0,10,last",
    ];
    let csv = rushes(&arguments).done();
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let header =
        "frame,number,time,\"distance:LeftHand,RightHand\",com.x,com.y,com.z,acceleration:Head";
    assert_eq!(csv.lines().next(), Some(header));
    assert_eq!(rows.len(), 4);
    let take = files::builtin();
    let distances = series(&take, "distance:LeftHand,RightHand");
    assert_eq!(rows[2][3], distances[10].to_string());
    assert_eq!(rows[1][7], "", "the first frame has no acceleration");
    assert!(rows[2][7].parse::<f64>().unwrap() > 0.0);

    let out = folder.path("out.csv");
    let short = folder.take("a.bvh", 3);
    let short = short.to_str().unwrap();
    assert_eq!(rushes(&["measure", "-q", short, "--of", "height:Hips", "-o", &out]).done(), "");
    let written = std::fs::read_to_string(&out).unwrap();
    assert_eq!(written.lines().count(), 4);
    for (arguments, reported) in [
        (&["measure", short, "--of", "width:Hips"][..], "no measure is called 'width'"),
        (&["measure", short, "--of", "height:Tail", "-q"], "'Tail'"),
        (&["measure", short, "--of", "com", "-q"], "no name tells the thigh"),
        (&["measure", short], "--of"),
        (&["measure", short, "-q", "--of", "height:Hips", "--frames", "9"], "frames 0 to 2"),
    ] {
        let error = rushes(arguments).failed(2);
        assert!(error.contains(reported), "{error}");
    }
}
