//! Which way is up is found in every take with a body, however its motion was turned.

use glam::Vec3;
use rushes::open;
use rushes::posture::{Evidence, figure_height};
use rushes::take::{
    Angle, Axis, BoneEnd, Channel, FormatId, Motion, NodeId, SignedAxis, SkeletonBuilder, Take,
};

use crate::support;

/// The takes of the corpus that open, by their names.
fn takes() -> Vec<(String, Take)> {
    let Some(corpus) = support::corpus() else {
        return Vec::new();
    };
    let extensions = ["bvh", "amc", "htr", "trc", "c3d", "csm"];
    let folders = ["bvh", "acclaim", "htr", "trc", "c3d", "csm"];
    let files = folders.map(|folder| support::files(&corpus.join(folder), &extensions));
    let opened = files.into_iter().flatten().filter_map(|path| {
        let take = open(&path).ok()?;
        Some((support::name(&path), take))
    });
    opened.collect()
}

/// Takes without a body that stands, or with names that tell no part of one: arms, legs of cryptic
/// markers, a person in a wheelchair, a chain of three joints.
/// Of these, the custom of the format decides.
const WITHOUT_A_BODY: [&str; 17] = [
    // Its segments stand in the world, where nothing above them turns them.
    "kineticstoolkit--C3DRotationExample.c3d",
    "kineticstoolkit--FP_Type3.c3d",
    "opensim-core--dataWithEformat.trc",
    "fairmotion--sinusoidal.bvh",
    "fairmotion--sinusoidal_2.bvh",
    "godot_vr_mocap--test.bvh",
    "pybvh--full_precision_frame_time.bvh",
    "seed--gamedev.bvh",
    "opensim-core--abdbonepin.trc",
    "opensim-core--dataWithNaNsOfDifferentCases.trc",
    "opensim-core--exampleFormat.trc",
    "opensim-core--futureOrientationInverseKinematics.trc",
    "opensim-gui--arm26_elbow_flex.trc",
    "kineticstoolkit--kinematics_racing_propulsion.c3d",
    "kineticstoolkit--kinematics_basket_sprint.c3d",
    "assimp--DropoutBufferOverflow.csm",
    "assimp--malformed_zero_framerange.csm",
];

/// What is up in the takes of the corpus that do not have the custom of their format; seen in
/// pictures of them.
const OTHERWISE: [(&str, Axis); 7] = [
    ("pybvh--bvh_test1.bvh", Axis::Z),
    ("pybvh--bvh_test3.bvh", Axis::Z),
    ("pybvh--standard_skeleton.bvh", Axis::Z),
    ("opensim-core--init100.trc", Axis::Z),
    ("opensim-core--std_walking2_markers.trc", Axis::Z),
    ("pyomeca--markers.trc", Axis::Z),
    ("kineticstoolkit--many_analogs.c3d", Axis::Y),
];

/// What files of a format usually have up.
fn custom(take: &Take) -> SignedAxis {
    match take.format {
        FormatId::C3d | FormatId::Csm => Axis::Z.positive(),
        _ => Axis::Y.positive(),
    }
}

/// The take with its motion turned about an axis, and its rest pose with it or not.
fn turned(take: &Take, (axis, degrees): (Axis, f32), with_rest: bool) -> Take {
    let skeleton = &take.skeleton;
    let turn = axis.rotation(f64::from(degrees).to_radians()).as_quat();
    let mut build = SkeletonBuilder::new(skeleton.angle());
    let mut ids: Vec<NodeId> = Vec::new();
    let is_of_points = take.is_of_points();
    if !is_of_points {
        let world = build.node("world", None).expect("a node");
        if with_rest {
            build.node_mut(world).pre = turn
        } else {
            build.node_mut(world).channels = vec![Channel::Rotation(axis)]
        }
        ids.push(world);
    }
    let first = ids.len();
    for (_, node) in skeleton.iter() {
        let above = node.parent().map_or(0, |parent| parent.index() + first);
        let parent = ids.get(above).copied().filter(|_| !is_of_points);
        let id = build.node(node.name.clone(), parent).expect("a node");
        let new = build.node_mut(id);
        new.offset = node.offset;
        new.pre = node.pre;
        new.post = node.post;
        new.channels.clone_from(&node.channels);
        new.is_world_space = node.is_world_space;
        ids.push(id);
    }
    for bone in skeleton.bones() {
        let tip = match bone.end {
            BoneEnd::Node(node) => BoneEnd::Node(ids[node.index() + first]),
            tip => tip,
        };
        build.bone(ids[bone.node.index() + first], tip);
    }
    let mut values = Vec::new();
    for frame in 0..take.motion.frame_count() {
        let row = take.row(frame);
        if is_of_points {
            let places = row.chunks(3).map(|at| turn * Vec3::from_slice(at));
            values.extend(places.flat_map(|at| at.to_array()));
            continue;
        }
        if !with_rest {
            values.push(match skeleton.angle() {
                Angle::Degrees => degrees,
                Angle::Radians => degrees.to_radians(),
            });
        }
        values.extend_from_slice(row);
    }
    let skeleton = build.finish();
    let frames = take.motion.frame_count();
    let motion = Motion::new(take.motion.frame_time(), frames, skeleton.columns(), values);
    Take::new("turned", take.format, skeleton, motion, take.units)
}

#[test]
fn up_is_found_in_every_take_with_a_body_however_its_motion_is_turned() {
    let turns = [
        (Axis::X, 0.0),
        (Axis::X, 90.0),
        (Axis::X, -90.0),
        (Axis::X, 180.0),
        (Axis::Z, 90.0),
        (Axis::Z, -90.0),
    ];
    let mut checked = 0;
    let takes = takes();
    for (name, take) in &takes {
        let otherwise = OTHERWISE.iter().find(|(of, _)| of == name);
        let up = otherwise.map_or(custom(take), |(_, axis)| axis.positive());
        assert_eq!(take.units.up.direction, up, "{name}");
        if WITHOUT_A_BODY.contains(&name.as_str()) {
            continue;
        }
        for (turn, with_rest) in turns.iter().flat_map(|turn| [(turn, false), (turn, true)]) {
            let (axis, degrees) = *turn;
            // Who is seen on a frame or two may just as well be lying, and one lies most of the time.
            let may_lie = take.motion.frame_count() < 3 || name == "3DModelFileTest--Die.bvh";
            if !with_rest && may_lie {
                continue;
            }
            let turned = turned(take, *turn, with_rest);
            let verdict = Evidence::from_take(&turned).verdict(custom(take));
            let expected = axis.rotation(f64::from(degrees).to_radians()).as_quat() * up.unit();
            let found = verdict.up.direction.unit();
            assert!(
                found.abs_diff_eq(expected, 1e-3),
                "{name}, {degrees}° about {}: {verdict:?}",
                axis.name()
            );
            checked += 1;
        }
    }
    assert!(takes.is_empty() || checked > 800, "only {checked}");
}

#[test]
fn people_are_as_tall_as_their_files_say() {
    let takes = takes();
    let mut measured = 0;
    for (name, take) in &takes {
        let Some(metres) = take.units.metres_per_unit else {
            continue;
        };
        let tall = f64::from(figure_height(take).expect("a figure").height) * metres;
        // Lower bodies, arms and sitting people are no taller than this.
        let is_whole = tall > 1.3;
        assert!(!is_whole || (1.3..2.0).contains(&tall), "{name}: {tall} m");
        measured += usize::from(is_whole);
    }
    assert!(takes.is_empty() || measured > 20, "only {measured}");
}
