//! What the evaluator promises beyond the paper: frames are blended as transforms, no hierarchy
//! that the builder takes overflows a stack, and single precision is enough.

use crate::support::reference::{Reference, point, shift, turn};
use crate::support::{self, takes};
use glam::{DMat3, DMat4, DQuat, DVec3, Vec3};
use rushes::evaluate::{BatchEvaluator, Chain, Point, Pose};
use rushes::take::{Axis, BoneEnd, Channel, FormatId, MAX_DEPTH, SkeletonBuilder, Take};

/// One joint at the origin with positions and rotations, and a frame for each row.
fn joint(rows: &[[f64; 6]]) -> Take {
    let mut text = String::from(
        "HIERARCHY\nROOT joint\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition \
         Zrotation Xrotation Yrotation\n}\nMOTION\n",
    );
    text += &format!("Frames: {}\nFrame Time: 0.1\n", rows.len());
    for row in rows {
        text += &row.map(|v| v.to_string()).join(" ");
        text += "\n";
    }
    support::take_of(&text)
}

/// The transform of [`joint`] for one row, in double precision.
fn transform([x, y, z, rz, rx, ry]: [f64; 6]) -> DMat4 {
    shift(DVec3::new(x, y, z)) * turn('Z', rz) * turn('X', rx) * turn('Y', ry)
}

/// The turn from one rotation to another, as an axis and an angle in degrees.
fn arc(from: &DMat4, to: &DMat4) -> (DVec3, f64) {
    let [from, to] = [from, to].map(|m| DMat3::from_mat4(*m));
    let by = from.transpose() * to;
    let cos = (by.x_axis.x + by.y_axis.y + by.z_axis.z - 1.0) / 2.0;
    let axis =
        DVec3::new(by.y_axis.z - by.z_axis.y, by.z_axis.x - by.x_axis.z, by.x_axis.y - by.y_axis.x);
    (axis.normalize(), cos.acos().to_degrees())
}

fn blended(take: &Take, t: f32) -> Pose {
    let mut pose = Pose::default();
    pose.evaluate_between(&take.skeleton, [take.row(0), take.row(1)], t);
    pose
}

/// The largest distance between where two transforms put the tips of the axes.
fn apart(pose: &Pose, take: &Take, expected: &DMat4) -> f64 {
    let root = take.skeleton.roots()[0];
    [DVec3::X, DVec3::Y, DVec3::Z].into_iter().fold(0.0, |far: f64, v| {
        let ours = pose.global(root).transform_point3(v.as_vec3()).as_dvec3();
        far.max(ours.distance(point(expected, v)))
    })
}

/// 170° apart about an axis that is none of the three.
const FAR_APART: [[f64; 6]; 2] =
    [[0.5, -1.0, 0.25, 20.0, -35.0, 50.0], [-0.5, 2.0, 0.75, 202.0, 5.0, 18.0]];

#[test]
fn a_blend_begins_and_ends_at_its_frames() {
    let take = joint(&FAR_APART);
    for (frame, t) in [(0, 0.0), (1, 1.0)] {
        assert!(apart(&blended(&take, t), &take, &transform(FAR_APART[frame])) < 1e-6);
    }
}

#[test]
fn half_way_between_rotations_far_apart_lies_on_the_shortest_arc() {
    let take = joint(&FAR_APART);
    let [from, to] = FAR_APART.map(transform);
    let (axis, angle) = arc(&from, &to);
    assert!((angle - 170.0).abs() < 0.1, "{angle}");
    for t in [0.25, 0.5, 0.75] {
        let by = DQuat::from_axis_angle(axis, (angle * t).to_radians());
        let along = DMat4::from_quat(DQuat::from_mat4(&from) * by);
        let position = point(&from, DVec3::ZERO).lerp(point(&to, DVec3::ZERO), t);
        let off = apart(&blended(&take, t as f32), &take, &(shift(position) * along));
        assert!(off < 2e-6, "{off:e} at {t}");
    }
    let mut mean = FAR_APART[0];
    for (value, other) in mean.iter_mut().zip(FAR_APART[1]) {
        *value = f64::midpoint(*value, other);
    }
    let off = apart(&blended(&take, 0.5), &take, &transform(mean));
    assert!(off > 0.1, "the mean of the angles is another rotation: {off}");
}

#[test]
fn a_blend_over_the_seam_of_the_angles_does_not_turn_the_long_way_round() {
    for (from, to, half_way) in
        [(175.0, -175.0, 180.0), (10.0, 350.0, 0.0), (-30.0, 690.0, -30.0), (355.0, 725.0, 0.0)]
    {
        let row = |angle| [0.0, 0.0, 0.0, angle, 0.0, 0.0];
        let take = joint(&[row(from), row(to)]);
        let off = apart(&blended(&take, 0.5), &take, &transform(row(half_way)));
        assert!(off < 1e-6, "{from} to {to}: {off:e}");
    }
}

#[test]
fn the_deepest_hierarchy_evaluates_in_a_megabyte_of_stack() {
    let mut builder = SkeletonBuilder::default();
    let mut parent = None;
    for _ in 0..MAX_DEPTH {
        let node = builder.node("joint", parent).unwrap();
        builder.node_mut(node).offset = Vec3::Y;
        builder.node_mut(node).channels = Axis::ALL.map(Channel::Rotation).to_vec();
        parent = Some(node);
    }
    let skeleton = builder.finish();
    let last = parent.unwrap();
    let work = move || {
        let row = skeleton.rest_row();
        let mut pose = Pose::of(&skeleton, row);
        pose.evaluate_between(&skeleton, [row, row], 0.5);
        pose.position(last)
    };
    let thread = std::thread::Builder::new().stack_size(1 << 20);
    let end = thread.spawn(work).unwrap().join().unwrap();
    assert_eq!(end, Vec3::Y * MAX_DEPTH as f32);
}

#[test]
fn a_chain_of_three_thousand_joints_loads_and_evaluates_on_any_thread() {
    let depth = 3_000;
    let mut text = String::from("HIERARCHY\n");
    for i in 0..depth {
        text += if i == 0 { "ROOT" } else { "JOINT" };
        text += &format!(" j{i}\n{{\nOFFSET 0 1 0\nCHANNELS 1 Zrotation\n");
    }
    text += "End Site\n{\nOFFSET 0 1 0\n}\n";
    text += &"}\n".repeat(depth);
    text += "MOTION\nFrames: 1\nFrame Time: 0.1\n";
    text += &"0 ".repeat(depth);
    let tip = std::thread::spawn(move || {
        let take = support::take_of(&text);
        let pose = Pose::of(&take.skeleton, take.row(0));
        pose.segments(&take.skeleton).last().unwrap()[1]
    });
    assert_eq!(tip.join().unwrap(), Vec3::Y * (depth + 1) as f32);
}

#[test]
fn single_precision_is_lost_nowhere_along_thirty_joints() {
    let mut numbers = support::Random::new(30);
    let mut text = String::from("HIERARCHY\n");
    let mut row = String::new();
    let mut length = 0.0;
    for i in 0..30 {
        let offset = DVec3::from([(); 3].map(|()| numbers.between(-20.0, 20.0)));
        length += offset.length();
        text += if i == 0 { "ROOT" } else { "JOINT" };
        text += &format!(" j{i}\n{{\nOFFSET {} {} {}\n", offset.x, offset.y, offset.z);
        text += "CHANNELS 3 Zrotation Xrotation Yrotation\n";
        for _ in 0..3 {
            row += &format!("{} ", numbers.between(-180.0, 180.0));
        }
    }
    text += &"}\n".repeat(30);
    text += &format!("MOTION\nFrames: 1\nFrame Time: 0.1\n{row}\n");
    let reference = Reference::of(&text);
    let take = support::take_of(&text);
    let pose = Pose::of(&take.skeleton, take.row(0));
    let off = take.skeleton.iter().enumerate().map(|(joint, (id, _))| {
        let expected = point(&reference.global(joint, &reference.rows[0]), DVec3::ZERO);
        pose.position(id).as_dvec3().distance(expected) / length
    });
    let worst = off.fold(0.0, f64::max);
    println!("at most {worst:e} of the chain's length is lost");
    assert!(worst < 3e-7, "{worst:e} of the chain's length is lost");
}

/// All points of a take on all of its frames at once against the pose of each, bit for bit; how many
/// were compared.
fn batches_agree(take: &Take) -> usize {
    let skeleton = &take.skeleton;
    let origins = skeleton.iter().map(|(id, _)| Point::Origin(id));
    let tips = skeleton.bones().iter();
    let tips = tips.map(|bone| Point::bone_end(bone.node, bone.end));
    let points: Vec<Point> = origins.chain(tips).collect();
    // Which of the many NaNs a gap is does not count.
    let bits = |at: Vec3| at.to_array().map(|v| if v.is_nan() { 0 } else { v.to_bits() });
    let expected = |frame: usize| -> Vec<[u32; 3]> {
        let pose = Pose::of(skeleton, take.row(frame));
        let origins = skeleton.iter().map(|(id, _)| pose.position(id));
        let tips = skeleton.bones().iter();
        let tips = tips.map(|bone| pose.bone_end(bone.node, bone.end));
        origins.chain(tips).map(bits).collect()
    };
    let count = take.motion.frame_count();
    let mut places = Vec::new();
    let mut compared = 0;
    // Whole blocks of frames, and parts of one, from anywhere on.
    for frames in [0..count, 0..1.min(count), count / 3..count, count..count] {
        let batch = BatchEvaluator::new(skeleton, points.iter().copied());
        batch.positions(skeleton, &take.motion, frames.clone(), &mut places);
        assert_eq!(places.len(), frames.len() * batch.len());
        for (frame, places) in frames.zip(places.chunks(batch.len().max(1))) {
            let places: Vec<_> = places.iter().copied().map(bits).collect();
            assert_eq!(places, expected(frame), "frame {frame}");
            compared += places.len();
        }
    }
    // What is asked for alone depends on less, and is the same.
    for (i, point) in points.iter().copied().enumerate().step_by(3) {
        let batch = BatchEvaluator::new(skeleton, [point]);
        batch.positions(skeleton, &take.motion, 0..count.min(9), &mut places);
        for (frame, &at) in places.iter().enumerate() {
            assert_eq!(bits(at), expected(frame)[i], "{point:?} on {frame}");
        }
    }
    compared
}

#[test]
fn all_frames_at_once_are_the_poses_of_each() {
    let builtin = rushes::files::builtin();
    assert!(batches_agree(&builtin) > 10_000);
    assert!(batches_agree(&takes::markers()) > 3);
    let extensions: Vec<&str> =
        rushes::loader::FORMATS.iter().flat_map(|format| format.extensions).copied().collect();
    // Every kind of channel, with base rotations and without.
    let mut seen = 0;
    for path in support::files(&support::root().join("tests/good"), &extensions) {
        let Ok(take) = support::input::Input::read(&path).load() else {
            continue;
        };
        println!("{}", path.display());
        seen += usize::from(batches_agree(&take) > 0);
    }
    assert!(seen > 20, "{seen} fixtures");
}

#[test]
fn many_frames_are_shared_by_the_cores() {
    // More than one thread is worth, and no whole number of blocks.
    let text = support::large::bvh(5_003);
    let take = support::take_of(&text);
    let ends = take.skeleton.iter().map(|(id, _)| Point::Origin(id));
    let batch = BatchEvaluator::new(&take.skeleton, ends);
    let mut places = Vec::new();
    batch.positions(&take.skeleton, &take.motion, 0..5_003, &mut places);
    let last = batch.len() - 1;
    for (frame, places) in places.chunks(batch.len()).enumerate().step_by(17) {
        let pose = Pose::of(&take.skeleton, take.row(frame));
        let (id, _) = take.skeleton.iter().last().expect("a node");
        assert_eq!(places[last], pose.position(id), "frame {frame}");
    }
}

/// Every node's chain against the whole pose, bit for bit, on some frames of a take; how many
/// places were compared.
fn chains_agree(take: &Take) -> usize {
    let skeleton = &take.skeleton;
    let bits = |m: glam::Affine3A| m.to_cols_array().map(f32::to_bits);
    let frames = take.motion.frame_count().max(1);
    let mut compared = 0;
    for frame in (0..frames).step_by(frames.div_ceil(7)) {
        let row = take.row(frame);
        let pose = Pose::of(skeleton, row);
        for (id, node) in skeleton.iter() {
            let chain = Chain::ending_at(skeleton, id);
            assert_eq!(chain.node(), id);
            let [ours, whole] = [chain.global(skeleton, row), pose.global(id)].map(bits);
            assert_eq!(ours, whole, "{} on frame {frame}", node.name);
            compared += 1;
        }
        for bone in skeleton.bones() {
            if let BoneEnd::Local(end) = bone.end {
                let tip = Chain::ending_at(skeleton, bone.node).bone_end(skeleton, row, end);
                let whole = pose.bone_end(bone.node, bone.end);
                assert_eq!(tip.to_array().map(f32::to_bits), whole.to_array().map(f32::to_bits));
            }
        }
    }
    compared
}

#[test]
fn a_chain_of_ancestors_ends_where_the_whole_pose_has_the_node() {
    assert!(chains_agree(&rushes::files::builtin()) > 100);
    // Markers stand in the world, and have gaps.
    assert!(chains_agree(&takes::markers()) > 3);
    let mut build = SkeletonBuilder::default();
    let root = build.node("root", None).unwrap();
    let placed = build.node("placed", Some(root)).unwrap();
    let last = build.node("last", Some(placed)).unwrap();
    build.node_mut(root).channels = Axis::ALL.map(Channel::Rotation).to_vec();
    build.node_mut(placed).channels = Axis::ALL.map(Channel::Translation).to_vec();
    build.node_mut(placed).is_world_space = true;
    build.node_mut(last).channels = vec![Channel::BoneScale, Channel::Rotation(Axis::Z)];
    build.node_mut(last).offset = Vec3::new(0.3, 0.7, -0.2);
    build.bone(last, BoneEnd::Local(Vec3::new(0.1, 0.9, 0.4)));
    let row = vec![20.0, 30.0, 40.0, 0.1, 0.2, 0.3, 1.7, 55.0];
    let motion = rushes::take::Motion::new(0.1, 1, row.len(), row);
    let units = rushes::take::Units { metres_per_unit: None, up: Axis::Y.into() };
    let take = Take::new("take", FormatId::Bvh, build.finish(), motion, units);
    assert_eq!(chains_agree(&take), 3);
}
