//! Points of known bodies become skeletons: bones of constant length that stand where the points are.

use std::collections::HashMap;

use glam::{DQuat, DVec3, Vec3};
use rushes::evaluate::Pose;
use rushes::solve::{JointNames, Options, Refusal, Solved, solve};
use rushes::take::{
    Angle, Axis, Channel, FormatId, Motion, NodeId, SignedAxis, SkeletonBuilder, Take, Units,
    WarningCode,
};

use crate::support;

/// Named points on some frames.
#[derive(Clone)]
struct Points {
    names: Vec<String>,
    frames: Vec<Vec<Vec3>>,
    fps: f64,
    up: SignedAxis,
    metres: Option<f64>,
}

impl Points {
    fn take(&self) -> Take {
        let mut build = SkeletonBuilder::new(Angle::Degrees);
        for name in &self.names {
            let id = build.node(name.clone(), None).unwrap();
            let node = build.node_mut(id);
            node.is_world_space = true;
            node.channels = Axis::ALL.map(Channel::Position).to_vec();
        }
        let columns = 3 * self.names.len();
        let values = self.frames.iter().flatten().flat_map(|at| at.to_array()).collect();
        let motion = Motion::new(1.0 / self.fps, self.frames.len(), columns, values);
        let units = Units::new(self.metres, self.up);
        Take::new("points", FormatId::Csm, build.finish(), motion, units)
    }

    fn solve(&self, options: Options) -> Solved {
        solve(&self.take(), &options, &|| false).unwrap_or_else(|why| panic!("{why}"))
    }

    fn seen_as(&self, see: impl Fn(Vec3) -> Vec3) -> Self {
        let mut other = self.clone();
        other.frames.iter_mut().flatten().for_each(|at| *at = see(*at));
        other
    }

    /// As tall as the points reach on the frame where they reach the least far.
    fn height(&self) -> f32 {
        let reach = |at: &Vec<Vec3>| {
            let (low, high) =
                at.iter().fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), at| {
                    (low.min(*at), high.max(*at))
                });
            (high - low).max_element()
        };
        self.frames.iter().map(reach).fold(f32::INFINITY, f32::min)
    }
}

/// Where joints of these names are on each frame.
fn places(take: &Take, names: &[String]) -> Vec<Vec<Vec3>> {
    let ids: Vec<NodeId> = names
        .iter()
        .map(|name| take.skeleton.find(name).unwrap_or_else(|| panic!("no {name}")))
        .collect();
    let pose = |row: &[f32]| {
        let pose = Pose::of(&take.skeleton, row);
        ids.iter().map(|&id| pose.position(id)).collect()
    };
    take.motion.rows().map(pose).collect()
}

/// How far places are from others: the largest distance and which point has it, and the mean.
fn off(names: &[String], found: &[Vec<Vec3>], expected: &[Vec<Vec3>]) -> (f32, String, f64) {
    assert_eq!(found.len(), expected.len());
    let (mut worst, mut who, mut sum, mut count) = (0.0, String::new(), 0.0, 0.0);
    for (frame, (found, expected)) in found.iter().zip(expected).enumerate() {
        for ((found, expected), name) in found.iter().zip(expected).zip(names) {
            let off = found.distance(*expected);
            assert!(off.is_finite());
            (sum, count) = (sum + f64::from(off), count + 1.0);
            if off > worst {
                (worst, who) = (off, format!("{name} on {frame}"));
            }
        }
    }
    (worst, who, sum / count)
}

/// A body of plain lengths, whose joints are turned by whatever `turn` says of a joint and a time in seconds, in
/// degrees about X, Y and Z.
fn figure(
    joints: &[(&str, &str, [f64; 3])],
    frames: usize,
    turn: impl Fn(&str, f64) -> [f64; 3],
) -> Points {
    let fps = 50.0;
    let at = |frame: usize| {
        let time = frame as f64 / fps;
        let mut done: HashMap<&str, (DQuat, DVec3)> = HashMap::new();
        let mut places = Vec::new();
        for (name, parent, offset) in joints {
            let (above, start) =
                done.get(parent).copied().unwrap_or((DQuat::IDENTITY, DVec3::new(0.0, 0.0, time)));
            let [x, y, z] = turn(name, time).map(f64::to_radians);
            let own =
                DQuat::from_rotation_z(z) * DQuat::from_rotation_x(x) * DQuat::from_rotation_y(y);
            let place = start + above * DVec3::from(*offset);
            done.insert(name, (above * own, place));
            places.push(place.as_vec3());
        }
        places
    };
    Points {
        names: joints.iter().map(|(name, ..)| name.to_string()).collect(),
        frames: (0..frames).map(at).collect(),
        fps,
        up: Axis::Y.positive(),
        metres: Some(1.0),
    }
}

/// SMPL's body, each joint below another.
const SMPL: [(&str, &str, [f64; 3]); 22] = [
    ("pelvis", "", [0.0, 0.95, 0.0]),
    ("left_hip", "pelvis", [0.09, -0.08, 0.01]),
    ("right_hip", "pelvis", [-0.085, -0.085, 0.0]),
    ("spine1", "pelvis", [0.0, 0.11, -0.02]),
    ("left_knee", "left_hip", [0.02, -0.4, 0.0]),
    ("right_knee", "right_hip", [-0.02, -0.4, 0.0]),
    ("spine2", "spine1", [0.0, 0.13, 0.01]),
    ("left_ankle", "left_knee", [0.0, -0.41, -0.03]),
    ("right_ankle", "right_knee", [0.0, -0.41, -0.03]),
    ("spine3", "spine2", [0.0, 0.06, 0.02]),
    ("left_foot", "left_ankle", [0.02, -0.06, 0.12]),
    ("right_foot", "right_ankle", [-0.02, -0.06, 0.12]),
    ("neck", "spine3", [0.0, 0.21, -0.03]),
    ("left_collar", "spine3", [0.07, 0.12, -0.02]),
    ("right_collar", "spine3", [-0.07, 0.12, -0.02]),
    ("head", "neck", [0.0, 0.09, 0.03]),
    ("left_shoulder", "left_collar", [0.12, 0.04, -0.01]),
    ("right_shoulder", "right_collar", [-0.12, 0.04, -0.01]),
    ("left_elbow", "left_shoulder", [0.26, -0.01, -0.02]),
    ("right_elbow", "right_shoulder", [-0.26, -0.01, -0.02]),
    ("left_wrist", "left_elbow", [0.25, 0.01, 0.0]),
    ("right_wrist", "right_elbow", [-0.25, 0.01, 0.0]),
];

/// Human3.6M's body: the spine bends at the pelvis, too.
const H36M: [(&str, &str, [f64; 3]); 18] = [
    ("pelvis", "", [0.0, 0.95, 0.0]),
    ("right_hip", "pelvis", [-0.12, 0.0, 0.0]),
    ("right_knee", "right_hip", [0.0, -0.44, 0.0]),
    ("right_ankle", "right_knee", [0.0, -0.43, 0.0]),
    ("left_hip", "pelvis", [0.12, 0.0, 0.0]),
    ("left_knee", "left_hip", [0.0, -0.44, 0.0]),
    ("left_ankle", "left_knee", [0.0, -0.43, 0.0]),
    ("waist", "pelvis", [0.0, 0.0, 0.0]),
    ("spine", "waist", [0.0, 0.24, 0.0]),
    ("thorax", "spine", [0.0, 0.25, 0.0]),
    ("neck", "thorax", [0.0, 0.1, 0.03]),
    ("head", "neck", [0.0, 0.12, -0.02]),
    ("left_shoulder", "thorax", [0.15, 0.0, 0.0]),
    ("left_elbow", "left_shoulder", [0.28, 0.0, 0.0]),
    ("left_wrist", "left_elbow", [0.25, 0.0, 0.0]),
    ("right_shoulder", "thorax", [-0.15, 0.0, 0.0]),
    ("right_elbow", "right_shoulder", [-0.28, 0.0, 0.0]),
    ("right_wrist", "right_elbow", [-0.25, 0.0, 0.0]),
];

/// How somebody walks who looks about: every joint moves.
fn walk(joint: &str, time: f64) -> [f64; 3] {
    let phase = 2.0 * std::f64::consts::PI * time;
    let (side, joint) = match joint.split_once('_') {
        Some(("left", joint)) => (1.0, joint),
        Some(("right", joint)) => (-1.0, joint),
        _ => (0.0, joint),
    };
    let swing = side * phase.sin();
    match joint {
        "pelvis" => [4.0 * phase.cos(), 30.0 * time, 3.0 * phase.sin()],
        "hip" => [-25.0 * swing, 4.0 * swing, 3.0],
        "knee" => [20.0 + 18.0 * side * phase.cos(), 0.0, 0.0],
        "ankle" => [10.0 * swing, 5.0 * swing, 0.0],
        "spine1" | "waist" => [5.0 + 6.0 * phase.sin(), 5.0 * phase.cos(), 2.0],
        "spine2" | "spine" => [3.0 * phase.cos(), 6.0 * phase.sin(), 4.0 * phase.sin()],
        "spine3" | "thorax" => [2.0, 5.0 * phase.sin(), 0.0],
        "neck" => [10.0 * phase.sin(), 20.0 * phase.cos(), 5.0],
        "collar" => [0.0, 8.0 * swing, 10.0 * side * phase.cos()],
        "shoulder" => [20.0 * swing, 10.0, -65.0 * side],
        "elbow" => [0.0, side * (-30.0 + 15.0 * phase.cos()), 0.0],
        _ => [0.0; 3],
    }
}

fn smpl() -> Points {
    figure(&SMPL, 100, walk)
}

fn h36m() -> Points {
    let mut points = figure(&H36M, 100, walk);
    let waist = points.names.iter().position(|name| name == "waist").unwrap();
    points.names.remove(waist);
    for at in &mut points.frames {
        at.remove(waist);
    }
    points
}

#[test]
fn joints_of_rigid_bones_come_back_where_they_are() {
    for points in [smpl(), h36m()] {
        let solved = points.solve(Options::default());
        let found = places(&solved.take, &points.names);
        let (worst, who, _) = off(&points.names, &found, &points.frames);
        assert!(worst < 2e-6 * points.height(), "{who}: {worst}");
        assert!(solved.residual.mean < 1e-6, "{:?}", solved.residual);
        assert!(!solved.was_mirrored && solved.bridged == 0);
    }
}

/// The names of a body's joints beside those of the joints of a skeleton that they are, where it has them.
fn sampled(take: &Take, pairs: &[(&str, &[&str])]) -> Points {
    let find = |names: &[&str]| {
        let mut found = names.iter().map(|name| {
            let is_it = |node: &rushes::take::Node| node.name.rsplit(':').next() == Some(name);
            take.skeleton
                .iter()
                .find(|(_, node)| is_it(node))
                .map(|(id, _)| take.skeleton[id].name.clone())
        });
        found.find_map(|found| found)
    };
    let pairs = pairs.iter().filter_map(|(name, others)| Some((name.to_string(), find(others)?)));
    let (names, nodes): (Vec<String>, Vec<String>) = pairs.unzip();
    let frames = places(take, &nodes);
    let (fps, up) = (take.fps(), take.units.up.direction);
    Points { names, frames, fps, up, metres: take.units.metres_per_unit }
}

/// Human3.6M's joints in skeletons with joints of CMU's names.
const H36M_OF_CMU: [(&str, &[&str]); 17] = [
    ("pelvis", &["Hips"]),
    ("right_hip", &["RightUpLeg"]),
    ("right_knee", &["RightLeg"]),
    ("right_ankle", &["RightFoot"]),
    ("left_hip", &["LeftUpLeg"]),
    ("left_knee", &["LeftLeg"]),
    ("left_ankle", &["LeftFoot"]),
    ("spine", &["Spine"]),
    ("thorax", &["Spine1"]),
    ("neck", &["Neck1"]),
    ("head", &["Head"]),
    ("left_shoulder", &["LeftArm"]),
    ("left_elbow", &["LeftForeArm"]),
    ("left_wrist", &["LeftHand"]),
    ("right_shoulder", &["RightArm"]),
    ("right_elbow", &["RightForeArm"]),
    ("right_wrist", &["RightHand"]),
];

/// SMPL's joints in skeletons that have a joint for each.
const SMPL_OF_OTHERS: [(&str, &[&str]); 24] = [
    ("pelvis", &["Hips"]),
    ("left_hip", &["LeftUpLeg", "LeftHip"]),
    ("right_hip", &["RightUpLeg", "RightHip"]),
    ("spine1", &["Spine", "Chest", "Ab"]),
    ("left_knee", &["LeftLeg", "LeftKnee"]),
    ("right_knee", &["RightLeg", "RightKnee"]),
    ("spine2", &["Spine1", "Chest2"]),
    ("left_ankle", &["LeftFoot", "LeftAnkle"]),
    ("right_ankle", &["RightFoot", "RightAnkle"]),
    ("spine3", &["Spine2", "Chest3"]),
    ("left_foot", &["LeftToeBase", "LeftToe", "LeftToes"]),
    ("right_foot", &["RightToeBase", "RightToe", "RightToes"]),
    ("neck", &["Neck"]),
    ("left_collar", &["LeftShoulder", "LeftCollar"]),
    ("right_collar", &["RightShoulder", "RightCollar"]),
    ("head", &["Head"]),
    ("left_shoulder", &["LeftArm", "LeftShoulder"]),
    ("right_shoulder", &["RightArm", "RightShoulder"]),
    ("left_elbow", &["LeftForeArm", "LeftElbow"]),
    ("right_elbow", &["RightForeArm", "RightElbow"]),
    ("left_wrist", &["LeftHand", "LeftWrist"]),
    ("right_wrist", &["RightHand", "RightWrist"]),
    ("left_hand", &["LeftHandMiddle1"]),
    ("right_hand", &["RightHandMiddle1"]),
];

/// Azure Kinect's joints in skeletons with joints of CMU's names.
const AZURE_OF_CMU: [(&str, &[&str]); 27] = [
    ("PELVIS", &["Hips"]),
    ("SPINE_NAVEL", &["Spine"]),
    ("SPINE_CHEST", &["Spine1"]),
    ("NECK", &["Neck1"]),
    ("CLAVICLE_LEFT", &["LeftShoulder"]),
    ("SHOULDER_LEFT", &["LeftArm"]),
    ("ELBOW_LEFT", &["LeftForeArm"]),
    ("WRIST_LEFT", &["LeftHand"]),
    ("HAND_LEFT", &["LeftFingerBase"]),
    ("HANDTIP_LEFT", &["LeftHandIndex1", "LFingers"]),
    ("THUMB_LEFT", &["LThumb"]),
    ("CLAVICLE_RIGHT", &["RightShoulder"]),
    ("SHOULDER_RIGHT", &["RightArm"]),
    ("ELBOW_RIGHT", &["RightForeArm"]),
    ("WRIST_RIGHT", &["RightHand"]),
    ("HAND_RIGHT", &["RightFingerBase"]),
    ("HANDTIP_RIGHT", &["RightHandIndex1", "RFingers"]),
    ("THUMB_RIGHT", &["RThumb"]),
    ("HIP_LEFT", &["LeftUpLeg"]),
    ("KNEE_LEFT", &["LeftLeg"]),
    ("ANKLE_LEFT", &["LeftFoot"]),
    ("FOOT_LEFT", &["LeftToeBase"]),
    ("HIP_RIGHT", &["RightUpLeg"]),
    ("KNEE_RIGHT", &["RightLeg"]),
    ("ANKLE_RIGHT", &["RightFoot"]),
    ("FOOT_RIGHT", &["RightToeBase"]),
    ("HEAD", &["Head"]),
];

/// How much the distance of two points changes over the frames, as a part of the height; without end where one is missing.
fn change_of(points: &Points, ends: [&str; 2]) -> f32 {
    let place = |name: &str| points.names.iter().position(|other| other == name);
    let [Some(from), Some(to)] = ends.map(place) else { return f32::INFINITY };
    let lengths = points.frames.iter().map(|at| at[from].distance(at[to]));
    let (low, high) = lengths
        .fold((f32::INFINITY, 0.0f32), |(low, high), length| (low.min(length), high.max(length)));
    (high - low) / points.height()
}

#[test]
fn joints_of_real_takes_with_rigid_bones_come_back_where_they_are() {
    /// The bones of the bodies between trunk and limbs, which are rigid where a skeleton has the same joints.
    const H36M_BONES: &str = "pelvis-spine spine-thorax thorax-neck neck-head thorax-left_shoulder thorax-right_shoulder \
                              pelvis-left_hip pelvis-right_hip";
    const SMPL_BONES: &str = "pelvis-spine1 spine1-spine2 spine2-spine3 spine3-neck neck-head spine3-left_collar \
                              spine3-right_collar pelvis-left_hip left_collar-left_shoulder";
    const AZURE_BONES: &str = "PELVIS-SPINE_NAVEL SPINE_NAVEL-SPINE_CHEST SPINE_CHEST-NECK NECK-HEAD \
                               SPINE_CHEST-SHOULDER_LEFT PELVIS-HIP_LEFT WRIST_LEFT-THUMB_LEFT WRIST_RIGHT-THUMB_RIGHT";
    let Some(corpus) = support::corpus() else {
        return;
    };
    let mut tried = Vec::new();
    for path in support::files(&corpus.join("bvh"), &["bvh"]) {
        let take = support::take(&path);
        for (pairs, bones) in [
            (&H36M_OF_CMU[..], H36M_BONES),
            (&SMPL_OF_OTHERS[..], SMPL_BONES),
            (&AZURE_OF_CMU[..], AZURE_BONES),
        ] {
            let points = sampled(&take, pairs);
            let bones = bones.split_ascii_whitespace().filter_map(|bone| bone.split_once('-'));
            let change = bones.map(|(from, to)| change_of(&points, [from, to])).fold(0.0, f32::max);
            if points.frames.len() < 10 || change >= 1e-5 {
                continue;
            }
            let solved = points.solve(Options::default());
            let found = places(&solved.take, &points.names);
            let upright = points.up.unit();
            assert_eq!(upright, Vec3::Y, "{}", support::name(&path));
            let (worst, who, _) = off(&points.names, &found, &points.frames);
            let part = worst / points.height();
            assert!(part < 1e-4, "{}: {who}: {part}", support::name(&path));
            tried.push(support::name(&path));
        }
    }
    assert!(tried.len() > 10, "{tried:?}");
}

#[test]
fn noise_is_mostly_left_out() {
    for points in [smpl(), h36m()] {
        let mut random = support::Random::new(7);
        let mut normal = || {
            let (radius, angle) =
                (random.between(1e-12, 1.0), random.between(0.0, std::f64::consts::TAU));
            ((-2.0 * radius.ln()).sqrt() * angle.cos() * 0.01) as f32
        };
        let mut noisy = points.clone();
        for at in noisy.frames.iter_mut().flatten() {
            *at += Vec3::new(normal(), normal(), normal());
        }
        let solved = noisy.solve(Options::default());
        let found = places(&solved.take, &points.names);
        let (.., mean) = off(&points.names, &found, &points.frames);
        assert!(mean < 0.015, "{mean}");
        let residual = &solved.residual;
        assert!(
            (0.004..0.02).contains(&residual.mean) && residual.worst.1 >= residual.mean,
            "{residual:?}"
        );
    }
}

#[test]
fn mirrored_turned_and_left_handed_twins_give_the_same_figure() {
    let points = smpl();
    let expected = points.solve(Options::default()).take;
    /// What somebody sees of a point who has other axes.
    type See = fn(Vec3) -> Vec3;
    let twins: [(&str, SignedAxis, See, bool); 4] = [
        ("mirrored", Axis::Y.positive(), |at| Vec3::new(-at.x, at.y, at.z), true),
        ("Y down", Axis::Y.negative(), |at| Vec3::new(at.x, -at.y, -at.z), false),
        ("Z up", Axis::Z.positive(), |at| Vec3::new(at.x, -at.z, at.y), false),
        ("left-handed, Z up", Axis::Z.positive(), |at| Vec3::new(at.x, at.z, at.y), true),
    ];
    for (name, up, see, is_mirrored) in twins {
        let twin = Points { up, ..points.seen_as(see) };
        let solved = twin.solve(Options::default());
        assert_eq!(solved.was_mirrored, is_mirrored, "{name}");
        assert_eq!(solved.take.units.up.direction, Axis::Y.positive());
        for frame in [0, 33, 99] {
            let rows = [&expected, &solved.take].map(|take| take.motion.row(frame));
            for id in expected.skeleton.iter().map(|(id, _)| id) {
                let turns = rows
                    .map(|row| rushes::evaluate::local_in_double(&expected.skeleton, id, row).0);
                let is_root = expected.skeleton[id].parent().is_none();
                let angle = turns[0].angle_between(turns[1]);
                // Where the world is mirrored along another axis, it is turned as a whole.
                assert!(angle < 1e-3 || is_root, "{name}: {} {angle}", expected.skeleton[id].name);
            }
        }
    }
}

/// The largest turn of each joint in its parent from one frame to the next, in degrees.
fn fastest_turn(take: &Take) -> (f64, String) {
    let mut fastest = (0.0, String::new());
    for frame in 1..take.motion.frame_count() {
        for (id, node) in take.skeleton.iter() {
            let turns = [frame - 1, frame].map(|frame| {
                rushes::evaluate::local_in_double(&take.skeleton, id, take.motion.row(frame)).0
            });
            let angle = turns[0].angle_between(turns[1]).to_degrees();
            if angle > fastest.0 {
                fastest = (angle, format!("{} on {frame}", node.name));
            }
        }
    }
    fastest
}

#[test]
fn limbs_that_straighten_are_not_twisted_around() {
    // A knee that straightens on every step and bends a little the other way, and an arm that is lifted through straight.
    let points = figure(&SMPL, 200, |joint, time| {
        let phase = 2.0 * std::f64::consts::PI * time;
        match joint {
            "left_knee" => [22.0 + 32.0 * phase.cos(), 0.0, 0.0],
            "left_elbow" => [0.0, -45.0 * phase.cos() - 35.0, 0.0],
            "left_shoulder" => [0.0, 0.0, -80.0 + 60.0 * time.min(2.5)],
            "right_elbow" => [0.0, 20.0 * phase.cos(), 0.0],
            _ => walk(joint, time),
        }
    });
    let solved = points.solve(Options::default());
    let (fastest, who) = fastest_turn(&solved.take);
    assert!(fastest < 25.0, "{who}: {fastest}");
    // Angles run on, so that curves can be read.
    let take = &solved.take;
    for frame in 1..take.motion.frame_count() {
        for (a, b) in take.motion.row(frame - 1).iter().zip(take.motion.row(frame)) {
            assert!((a - b).abs() < 90.0, "{frame}");
        }
    }
}

#[test]
fn gaps_are_bridged_and_told() {
    let points = smpl();
    let whole = points.solve(Options::default()).take;
    let wrist = points.names.iter().position(|name| name == "left_wrist").unwrap();
    let mut gappy = points.clone();
    for frame in 40..46 {
        gappy.frames[frame][wrist] = Vec3::NAN;
    }
    let solved = gappy.solve(Options::default());
    assert!(solved.bridged > 0);
    let [found, expected] = [&solved.take, &whole].map(|take| places(take, &points.names));
    let (worst, who, _) = off(&points.names, &found, &expected);
    assert!(worst < 0.03, "{who}: {worst}");
    let is_told = |warning: &rushes::take::Warning| {
        warning.code == WarningCode::SkeletonSolved && warning.message.contains("estimate")
    };
    assert!(solved.take.warnings.iter().any(is_told));
}

#[test]
fn points_that_are_never_seen_are_left_out_and_others_need_not_be_seen_together() {
    let points = smpl();
    let place = |name: &str| points.names.iter().position(|own| own == name).unwrap();
    let without = |hide: &dyn Fn(usize, usize) -> bool| {
        let mut some = points.clone();
        for (i, frame) in some.frames.iter_mut().enumerate() {
            let hidden = frame.iter_mut().enumerate().filter(|(point, _)| hide(i, *point));
            hidden.for_each(|(_, at)| *at = Vec3::NAN);
        }
        some.solve(Options::default())
    };
    let whole = points.solve(Options::default()).take;
    let hand = place("left_wrist");
    let solved = without(&|_, point| point == hand);
    assert_eq!(solved.take.skeleton.find("left_wrist"), None);
    let names: Vec<String> =
        points.names.iter().filter(|name| !name.starts_with("left_wrist")).cloned().collect();
    let [found, expected] = [&solved.take, &whole].map(|take| places(take, &names));
    let (worst, who, _) = off(&names, &found, &expected);
    assert!(worst < 1e-3, "{who}: {worst}");
    let is_told =
        |warning: &rushes::take::Warning| warning.message.contains("1 point of no figure");
    assert!(solved.take.warnings.iter().any(is_told));
    // Both hips, but never at once.
    let hips = ["left_hip", "right_hip"].map(place);
    let solved = without(&|frame, point| point == hips[frame % 2]);
    assert!(solved.take.skeleton.find("left_hip").is_some());
}

#[test]
fn both_sides_are_made_equal_where_that_is_asked_for() {
    let solved = smpl().solve(Options { equal_sides: true, ..Options::default() });
    let offset = |name: &str| {
        let id = solved.take.skeleton.find(name).unwrap();
        solved.take.skeleton[id].offset
    };
    let mut compared = 0;
    for name in smpl().names.iter().filter(|name| name.starts_with("left_")) {
        let [left, right] = [offset(name), offset(&name.replace("left_", "right_"))];
        assert!(left.distance(Vec3::new(-right.x, right.y, right.z)) < 1e-6, "{name}");
        compared += 1;
    }
    assert!(compared > 6);
}

#[test]
fn joints_have_the_names_that_are_asked_for() {
    for (names, expected) in [
        (JointNames::Own, "pelvis left_knee spine3 head left_collar right_wrist"),
        (
            JointNames::Mixamo,
            "mixamorig:Hips mixamorig:LeftLeg mixamorig:Spine2 mixamorig:LeftShoulder mixamorig:RightHand",
        ),
        (JointNames::Cmu, "root ltibia lfemur thorax head lclavicle rhumerus rwrist"),
        (
            JointNames::Vrm,
            "hips leftLowerLeg spine chest upperChest neck head leftShoulder rightHand",
        ),
    ] {
        let solved = smpl().solve(Options { names, ..Options::default() });
        for name in expected.split(' ') {
            assert!(solved.take.skeleton.find(name).is_some(), "{names:?}: {name}");
        }
    }
}

#[test]
fn several_figures_have_a_root_each() {
    let one = smpl();
    let mut both = one.clone();
    both.names = ["1", "2"]
        .iter()
        .flat_map(|who| one.names.iter().map(move |name| format!("{who}:{name}")))
        .collect();
    for at in &mut both.frames {
        let other: Vec<Vec3> = at.iter().map(|at| *at + Vec3::X).collect();
        at.extend(other);
    }
    let solved = both.solve(Options::default());
    assert_eq!(solved.take.skeleton.roots().len(), 2);
    let found = places(&solved.take, &both.names);
    let (worst, who, _) = off(&both.names, &found, &both.frames);
    assert!(worst < 1e-5, "{who}: {worst}");
}

#[test]
fn what_is_no_body_is_refused_with_a_reason() {
    let refusal = |names: &[&str]| {
        let mut points = smpl();
        points.names = names.iter().map(|name| name.to_string()).collect();
        points.frames.iter_mut().for_each(|at| at.resize(names.len(), Vec3::ONE));
        let take = points.take();
        assert!(take.is_of_points());
        solve(&take, &Options::default(), &|| false).unwrap_err()
    };
    assert_eq!(refusal(&["a", "b", "c"]), Refusal::NoBody);
    assert_eq!(
        refusal(&["LASI", "RASI", "LPSI", "RPSI", "LKNE", "C7", "T10", "CLAV"]),
        Refusal::SkinMarkers
    );
    let mut flat = smpl().take();
    flat.picture = Some(rushes::take::Picture { size: None });
    assert_eq!(solve(&flat, &Options::default(), &|| false).unwrap_err(), Refusal::Flat);
    assert_eq!(
        solve(&smpl().take(), &Options::default(), &|| true).unwrap_err(),
        Refusal::Cancelled
    );
    let turning = smpl().solve(Options::default()).take;
    assert_eq!(solve(&turning, &Options::default(), &|| false).unwrap_err(), Refusal::NotOfPoints);
}
