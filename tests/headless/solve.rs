//! Points of known bodies become skeletons: bones of constant length that stand where the points are.

use std::collections::HashMap;

use glam::{DQuat, DVec3, Vec3};
use rushes::evaluate::Pose;
use rushes::solve::{JointNames, Options, Refusal, Solved, is_of_points, solve};
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
        if std::env::var("DBG").is_ok() {
            for (i, name) in points.names.iter().enumerate() {
                let far = found
                    .iter()
                    .zip(&points.frames)
                    .map(|(a, b)| a[i].distance(b[i]))
                    .fold(0.0, f32::max);
                println!("{name} {far}");
            }
            println!("{:?}", solved.residual);
            for node in solved.take.skeleton.nodes() {
                println!("{} {:?}", node.name, node.offset);
            }
        }
        assert!(worst < 2e-6 * points.height(), "{who}: {worst}");
        assert!(solved.residual.mean < 1e-6, "{:?}", solved.residual);
        assert!(!solved.was_mirrored && solved.bridged == 0);
    }
}
