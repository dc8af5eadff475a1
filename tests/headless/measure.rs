//! What is read off a node on a frame, against matrices in double precision.

use crate::support::reference::turn;
use crate::support::{Random, takes};
use glam::{DMat3, DMat4, DVec3};
use rushes::evaluate::Pose;
use rushes::files;
use rushes::scene::{
    NodeTransform, Stage, channel_readings, distance, euler_angles, format_value, speed,
};
use rushes::take::{Angle, Axis, Channel, FormatId, Motion, NodeId, SkeletonBuilder, Take, Units};

/// `Rx · Ry · Rz` of angles in degrees, from matrices that are written out by hand.
fn turned([x, y, z]: [f64; 3]) -> DMat3 {
    let matrix: DMat4 = turn('X', x) * turn('Y', y) * turn('Z', z);
    DMat3::from_mat4(matrix)
}

#[track_caller]
fn assert_near(found: DVec3, expected: DVec3, tolerance: f64) {
    let off = (found - expected).abs().max_element();
    assert!(off <= tolerance, "{found} is not {expected}");
}

#[test]
fn angles_are_about_x_then_the_turned_y_then_the_turned_z() {
    // A known product, so that the order is not only that of this test's own matrices: the X axis
    // of the node goes to Y by Rz, which Rx takes to Z.
    let matrix = turned([90.0, 0.0, 90.0]);
    assert_near(matrix.x_axis, DVec3::Z, 1e-15);
    assert_near(euler_angles(matrix), DVec3::new(90.0, 0.0, 90.0), 1e-9);

    let mut random = Random::new(3);
    for _ in 0..2000 {
        let angles = [180.0, 89.9, 180.0].map(|most| random.between(-most, most));
        assert_near(euler_angles(turned(angles)), DVec3::from(angles), 1e-8);
    }
}

#[test]
fn where_only_a_sum_of_angles_is_settled_they_still_make_the_rotation() {
    for y in [-90.0, 90.0] {
        for (x, z) in [(0.0, 0.0), (30.0, 50.0), (-170.0, 20.0), (10.0, -135.0)] {
            let matrix = turned([x, y, z]);
            let found = euler_angles(matrix);
            assert_eq!(found.z, 0.0);
            let again = turned(found.to_array());
            for column in 0..3 {
                assert_near(again.col(column), matrix.col(column), 1e-6);
            }
        }
    }
}

#[test]
fn local_and_global_places_are_those_of_the_pose() {
    let take = files::builtin();
    let skeleton = &take.skeleton;
    let mut most = 0.0f64;
    for frame in (0..take.motion.frame_count()).step_by(29) {
        let pose = Pose::of(skeleton, take.row(frame));
        for (id, node) in skeleton.iter() {
            let transform = |placement: NodeTransform| {
                let rotation = turned(placement.rotation.to_array());
                DMat4::from_translation(placement.position) * DMat4::from_mat3(rotation)
            };
            let global = transform(NodeTransform::global(&take, id, frame).expect("a place"));
            let local = transform(NodeTransform::local(&take, id, frame).expect("a place"));
            let expected = pose.global(id);
            let parent = node.parent().map_or(DMat4::IDENTITY, |parent| {
                let global = NodeTransform::global(&take, parent, frame);
                transform(global.expect("a place"))
            });
            for point in [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z] {
                let ours = global.transform_point3(point);
                let theirs = expected.transform_point3(point.as_vec3()).as_dvec3();
                let through_parent = (parent * local).transform_point3(point);
                let size = 1.0 + theirs.length();
                most = most.max(ours.distance(theirs) / size);
                most = most.max(through_parent.distance(theirs) / size);
            }
        }
    }
    assert!(most < 3e-6, "{most:e}");
}

/// One marker on a line along X, a position a frame in centimetres, 0.1 s apart.
fn moving(places: &[f32]) -> (Take, Stage, NodeId) {
    let mut build = SkeletonBuilder::new(Angle::Radians);
    let node = build.node("marker", None).unwrap();
    build.node_mut(node).is_world_space = true;
    build.node_mut(node).channels = Axis::ALL.map(Channel::Position).to_vec();
    let values = places.iter().flat_map(|&x| [x, 3.0, 4.0]).collect();
    let motion = Motion::new(0.1, places.len(), 3, values);
    let units = Units { metres_per_unit: Some(0.01), up: Axis::Z.into() };
    let take = Take::new("take", FormatId::Bvh, build.finish(), motion, units);
    let stage = Stage::new(&take);
    (take, stage, node)
}

#[test]
fn speed_is_that_between_the_neighbouring_frames_and_unknown_beside_a_gap() {
    let gap = f32::NAN;
    let (take, stage, node) = moving(&[0.0, 10.0, 40.0, 40.0, gap, 50.0, 50.0, 70.0]);
    let expected = [Some(1.0), Some(2.0), Some(1.5), None, None, None, Some(1.0), Some(2.0)];
    for (frame, expected) in expected.into_iter().enumerate() {
        let found = speed(&take, &stage, node, frame);
        let is_near = match (found, expected) {
            (Some(found), Some(expected)) => f64::abs(found - expected) < 1e-6,
            (found, expected) => found == expected,
        };
        assert!(is_near, "frame {frame}: {found:?}, not {expected:?}");
    }
    for few in [&[][..], &[5.0]] {
        let (take, stage, node) = moving(few);
        assert_eq!(speed(&take, &stage, node, 0), None);
    }
}

#[test]
fn distances_are_in_metres_and_unknown_in_a_gap() {
    let take = takes::markers();
    let stage = Stage::new(&take);
    let of = |name| take.skeleton.find(name).unwrap();
    let nodes = [of("HEAD"), of("LKNE")];
    let metres = distance(&take, &stage, nodes, 0).expect("both are there");
    assert!((metres - (0.2f64.powi(2) + 1.3f64.powi(2)).sqrt()).abs() < 1e-6, "{metres}");
    assert_eq!(distance(&take, &stage, nodes, 1), None);
    assert_eq!(NodeTransform::global(&take, of("LKNE"), 1), None);
    assert_eq!(NodeTransform::local(&take, of("LKNE"), 1), None);

    let (take, stage, node) = moving(&[7.0]);
    assert_eq!(distance(&take, &stage, [node, node], 0), Some(0.0));
}

#[test]
fn readings_are_the_files_own_values_with_their_units_and_limits() {
    let take = takes::dressed();
    let stage = Stage::new(&take);
    let knee = take.skeleton.find("LeftLeg").unwrap();
    let read = channel_readings(&take, &stage, knee, 0);
    let texts: Vec<(&str, String)> = read.iter().map(|r| (r.name.as_str(), r.text())).collect();
    let expected = ["rx", "rz"].map(|name| (name, "0.000 °".to_string()));
    assert_eq!(texts, expected);
    assert_eq!(read[0].limits, Some([-160.0, 20.0]));
    assert_eq!(read[1].limits, Some([f32::NEG_INFINITY, 45.5]));
    assert!(!read[0].is_beyond());

    let mut beyond = read[1].clone();
    for (value, is_beyond) in [(45.5, false), (45.6, true), (-1e9, false), (f32::NAN, false)] {
        beyond.value = value;
        assert_eq!(beyond.is_beyond(), is_beyond, "{value}");
    }

    let (take, stage, node) = moving(&[7.25, f32::NAN]);
    let units: Vec<&str> =
        channel_readings(&take, &stage, node, 0).iter().map(|r| r.unit).collect();
    assert_eq!(units, ["cm"; 3], "the file says so");
    assert_eq!(channel_readings(&take, &stage, node, 0)[0].text(), "7.250 cm");
    assert_eq!(channel_readings(&take, &stage, node, 1)[0].text(), "–");
    let guessed = files::builtin();
    let root = guessed.skeleton.roots()[0];
    let length = channel_readings(&guessed, &Stage::new(&guessed), root, 0);
    assert_eq!(length[0].unit, "", "a guess is not what the file's numbers are in");
}

#[test]
fn running_numbers_have_a_true_minus_and_stand_still() {
    for (value, unit, text) in [
        (-11.4821, "°", "−11.482 °"),
        (24.906, "°", "24.906 °"),
        (0.5, "", "0.500"),
        (-0.0001, "m", "0.000 m"),
        (0.0, "", "0.000"),
        (-12_345.678, "mm", "−12345.7 mm"),
        (1_234_567.8, "", "1234568"),
        (f64::from(f32::MAX), "", "3.40e38"),
        (f64::NAN, "m", "–"),
        (f64::INFINITY, "", "–"),
    ] {
        assert_eq!(format_value(value, unit), text);
    }
}
