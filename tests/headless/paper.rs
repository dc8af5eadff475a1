//! The equations of the paper on BVH and HTR, held against matrices in double precision that are
//! computed here from the file's text.

use crate::support;
use crate::support::htr::HtrReference;
use crate::support::reference::{Reference, point, shift, turn};
use glam::{DMat3, DMat4, DQuat, DVec3, Quat, Vec3};
use rushes::evaluate::Pose;
use rushes::take::{Angle, Axis, BoneEnd, Channel, NodeId, Skeleton, SkeletonBuilder, Take};

const LEG: &str = include_str!("../good/bvh/leg.bvh");

/// Figure 3.5.
const CATCH: &str = include_str!("../good/htr/catch.htr");

/// How far single precision may be off, in sizes of the figure.
const CLOSE: f64 = 1e-6;

fn id(take: &Take, name: &str) -> NodeId {
    take.skeleton.find(name).unwrap_or_else(|| panic!("no node is called {name}"))
}

fn assert_close(ours: Vec3, theirs: DVec3, size: f64, what: &str) {
    let off = ours.as_dvec3().distance(theirs) / size;
    assert!(off < CLOSE, "{what}: {ours} is {off:e} of the size off {theirs}");
}

fn assert_same_transform(pose: &Pose, node: NodeId, expected: &DMat4, what: &str) {
    let global = pose.global(node);
    for v in [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z] {
        assert_close(global.transform_point3(v.as_vec3()), point(expected, v), 1.0, what);
    }
}

/// The drawn segment of a node's End Site.
fn end_segment(take: &Take, pose: &Pose, node: NodeId) -> [Vec3; 2] {
    let mut ends = take
        .skeleton
        .bones()
        .iter()
        .zip(pose.segments(&take.skeleton))
        .filter(|(bone, _)| bone.node == node && matches!(bone.end, BoneEnd::Local(_)));
    let (_, segment) = ends.next().expect("an End Site");
    assert!(ends.next().is_none());
    segment
}

/// Equation 3.3, written out: v0' = M·M·M·M·[0 0 0 1]ᵀ and v1' = M·M·M·M·v.
fn assert_left_foot(text: &str, size: f64) {
    let reference = Reference::of(text);
    let take = support::take_of(text);
    assert!(!reference.rows.is_empty());
    assert_eq!(take.motion.frame_count(), reference.rows.len());
    let chain = ["Hips", "LeftUpLeg", "LeftLowLeg", "LeftFoot"].map(|n| reference.find(n));
    let v = reference.joints[chain[3]].end.expect("an End Site");
    for (frame, row) in reference.rows.iter().enumerate() {
        let [hips, up_leg, low_leg, foot] = chain.map(|joint| reference.local(joint, row));
        let m = hips * up_leg * low_leg * foot;
        let pose = Pose::of(&take.skeleton, take.row(frame));
        let [v0, v1] = end_segment(&take, &pose, id(&take, "LeftFoot"));
        assert_close(v0, point(&m, DVec3::ZERO), size, "v0'");
        assert_close(v1, point(&m, v), size, "v1'");
    }
}

fn assert_every_joint(text: &str, size: f64) {
    let reference = Reference::of(text);
    let take = support::take_of(text);
    assert_eq!(take.skeleton.nodes().len(), reference.joints.len());
    for (frame, row) in reference.rows.iter().enumerate() {
        let pose = Pose::of(&take.skeleton, take.row(frame));
        for (joint, (id, node)) in take.skeleton.iter().enumerate() {
            let name = &reference.joints[joint].name;
            assert_eq!(node.name, *name);
            let global = reference.global(joint, row);
            assert_close(pose.position(id), point(&global, DVec3::ZERO), size, name);
            if let Some(end) = reference.joints[joint].end {
                let [_, tip] = end_segment(&take, &pose, id);
                assert_close(tip, point(&global, end), size, name);
            }
        }
    }
}

#[test]
fn equation_2_4_places_every_joint_by_the_product_of_the_local_transforms() {
    assert_every_joint(LEG, 90.0);
}

#[test]
fn equation_3_3_gives_both_ends_of_the_left_foot() {
    assert_left_foot(LEG, 90.0);
}

#[test]
fn the_figure_of_the_paper_agrees_with_equations_2_4_and_3_3() {
    let Some(corpus) = support::corpus() else {
        return;
    };
    let bytes = support::read(&corpus.join("bvh/seed--paper.bvh"));
    let text = String::from_utf8(bytes).unwrap();
    assert_left_foot(&text, 60.0);
    assert_every_joint(&text, 60.0);
}

/// A joint at the origin whose channels are given, with one row of values.
fn one_joint(channels: &[&str], values: &[f64]) -> String {
    let values: Vec<String> = values.iter().map(f64::to_string).collect();
    format!(
        "HIERARCHY\nROOT joint\n{{\nOFFSET 0 0 0\nCHANNELS {} {}\n}}\nMOTION\nFrames: 1\n\
         Frame Time: 0.1\n{}\n",
        channels.len(),
        channels.join(" "),
        values.join(" ")
    )
}

#[test]
fn equation_3_1_multiplies_rotations_left_to_right_in_every_order() {
    let names = ["Xrotation", "Yrotation", "Zrotation"];
    let angles = [31.0, -72.5, 118.25];
    let mut orders: Vec<Vec<usize>> = Vec::new();
    for a in 0..3 {
        orders.push(vec![a]);
        for b in 0..3 {
            orders.push(vec![a, b]);
            orders.extend((0..3).map(|c| vec![a, b, c]));
        }
    }
    assert_eq!(orders.len(), 3 + 9 + 27, "Z X Z and Z Z X among them");
    for order in orders {
        let channels: Vec<&str> = order.iter().map(|&axis| names[axis]).collect();
        let take = support::take_of(&one_joint(&channels, &angles[..order.len()]));
        let mut expected = DMat4::IDENTITY;
        for (&axis, angle) in order.iter().zip(angles) {
            expected *= turn(['X', 'Y', 'Z'][axis], angle);
        }
        let pose = Pose::of(&take.skeleton, take.row(0));
        let what = channels.join(" ");
        assert_same_transform(&pose, id(&take, "joint"), &expected, &what);
    }
}

/// Every order in which the items can stand.
fn permutations(items: &[usize]) -> Vec<Vec<usize>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for i in 0..items.len() {
        let mut rest = items.to_vec();
        let first = rest.remove(i);
        for mut tail in permutations(&rest) {
            tail.insert(0, first);
            all.push(tail);
        }
    }
    all
}

#[test]
fn equation_2_3_translates_after_rotating_wherever_the_position_channels_stand() {
    let names = ["Xposition", "Yposition", "Zposition", "Xrotation", "Yrotation", "Zrotation"];
    let values = [0.5, -0.25, 0.75, 40.0, -65.0, 110.0];
    let orders = permutations(&[0, 1, 2, 3, 4, 5]);
    assert_eq!(orders.len(), 720);
    for order in orders {
        let channels: Vec<&str> = order.iter().map(|&i| names[i]).collect();
        let row: Vec<f64> = order.iter().map(|&i| values[i]).collect();
        let take = support::take_of(&one_joint(&channels, &row));
        let mut expected = shift(DVec3::new(0.5, -0.25, 0.75));
        for &i in order.iter().filter(|&&i| i >= 3) {
            expected *= turn(['X', 'Y', 'Z'][i - 3], values[i]);
        }
        let pose = Pose::of(&take.skeleton, take.row(0));
        let what = channels.join(" ");
        assert_same_transform(&pose, id(&take, "joint"), &expected, &what);
    }
}

/// What figure 4.5 reads of a node: offset, channels and the length of its bone, along Y.
struct Figure {
    offset: DVec3,
    move_by: DVec3,
    zyx: [f64; 3],
    length: f64,
    scale: f64,
    children: Vec<Figure>,
}

/// Figure 4.5 with its own matrix stack; each call draws one line.
fn draw(node: &Figure, stack: &mut Vec<DMat4>, lines: &mut Vec<[DVec3; 2]>) {
    let top = *stack.last().expect("the stack is never empty");
    stack.push(top);
    let top = stack.last_mut().expect("just pushed");
    *top *= shift(node.offset + node.move_by);
    for (axis, angle) in ['Z', 'Y', 'X'].into_iter().zip(node.zyx) {
        *top *= turn(axis, angle);
    }
    let end = DVec3::Y * node.length * node.scale;
    lines.push([point(top, DVec3::ZERO), point(top, end)]);
    for child in &node.children {
        draw(child, stack, lines);
    }
    stack.pop();
}

/// The same node for the evaluator.
fn build(figure: &Figure, parent: Option<NodeId>, to: &mut SkeletonBuilder, row: &mut Vec<f32>) {
    let node = to.node("node", parent).expect("not deep");
    to.node_mut(node).offset = figure.offset.as_vec3();
    to.node_mut(node).channels = vec![
        Channel::Translation(Axis::X),
        Channel::Translation(Axis::Y),
        Channel::Translation(Axis::Z),
        Channel::Rotation(Axis::Z),
        Channel::Rotation(Axis::Y),
        Channel::Rotation(Axis::X),
        Channel::BoneScale,
    ];
    row.extend(figure.move_by.as_vec3().to_array());
    row.extend(figure.zyx.map(|angle| angle as f32));
    row.push(figure.scale as f32);
    to.bone(node, BoneEnd::Local(Vec3::Y * figure.length as f32));
    for child in &figure.children {
        build(child, Some(node), to, row);
    }
}

fn figure(numbers: &mut support::Random, depth: usize) -> Figure {
    let mut vec = |reach: f64| DVec3::from([(); 3].map(|()| numbers.between(-reach, reach)));
    let (offset, move_by, zyx) = (vec(0.3), vec(0.1), vec(170.0).to_array());
    let length = numbers.between(0.1, 0.4);
    let scale = numbers.between(0.5, 2.0);
    let children = match depth {
        0 => Vec::new(),
        _ => (0..3).map(|_| figure(numbers, depth - 1)).collect(),
    };
    Figure { offset, move_by, zyx, length, scale, children }
}

#[test]
fn figure_4_5_draws_the_same_lines_with_its_matrix_stack() {
    let root = figure(&mut support::Random::new(45), 3);
    let mut lines = Vec::new();
    draw(&root, &mut vec![DMat4::IDENTITY], &mut lines);
    assert_eq!(lines.len(), 1 + 3 + 9 + 27);
    let mut builder = SkeletonBuilder::new(Angle::Degrees);
    let mut row = Vec::new();
    build(&root, None, &mut builder, &mut row);
    let skeleton = builder.finish();
    let pose = Pose::of(&skeleton, &row);
    for (ours, theirs) in pose.segments(&skeleton).zip(lines) {
        assert_close(ours[0], theirs[0], 2.0, "a bone's start");
        assert_close(ours[1], theirs[1], 2.0, "a bone's end");
    }
}

/// Two nodes in a row, each with a bone of length 2 along Y and a channel for its scale.
fn scaled() -> (Skeleton, [NodeId; 2]) {
    let mut builder = SkeletonBuilder::default();
    let root = builder.node("root", None).unwrap();
    let child = builder.node("child", Some(root)).unwrap();
    for node in [root, child] {
        builder.node_mut(node).channels = vec![Channel::BoneScale];
        builder.bone(node, BoneEnd::Local(Vec3::Y * 2.0));
    }
    builder.node_mut(child).offset = Vec3::Y * 2.0;
    (builder.finish(), [root, child])
}

#[test]
fn a_scale_lengthens_its_own_bone_and_is_never_inherited() {
    let (skeleton, [root, child]) = scaled();
    let pose = Pose::of(&skeleton, &[3.0, 1.0]);
    let [own, childs] =
        [root, child].map(|node| pose.bone_end(node, BoneEnd::Local(Vec3::Y * 2.0)));
    assert_eq!(own, Vec3::Y * 6.0);
    assert_eq!(pose.position(child), Vec3::Y * 2.0);
    assert_eq!(childs, Vec3::Y * 4.0);
    let mut between = Pose::default();
    between.evaluate_between(&skeleton, [&[1.0, 1.0], &[3.0, 1.0]], 0.5);
    assert_eq!(between.bone_end(root, BoneEnd::Local(Vec3::Y * 2.0)), Vec3::Y * 4.0);
}

fn quaternion(m: &DMat4) -> Quat {
    DQuat::from_mat3(&DMat3::from_mat4(*m)).as_quat()
}

#[test]
fn base_rotations_stand_on_both_sides_of_the_channels() {
    let before = turn('X', 25.0) * turn('Z', -70.0);
    let after = turn('Y', 130.0) * turn('X', 15.0);
    let mut builder = SkeletonBuilder::default();
    let root = builder.node("root", None).unwrap();
    let child = builder.node("child", Some(root)).unwrap();
    for node in [root, child] {
        let node = builder.node_mut(node);
        node.offset = Vec3::new(0.25, -0.5, 0.125);
        node.pre = quaternion(&before);
        node.post = quaternion(&after);
        node.channels = vec![
            Channel::Rotation(Axis::Z),
            Channel::Rotation(Axis::Y),
            Channel::Rotation(Axis::X),
        ];
    }
    let skeleton = builder.finish();
    let pose = Pose::of(&skeleton, &[10.0, 20.0, 30.0, -40.0, 50.0, 60.0]);
    let local = |z, y, x| {
        let channels = turn('Z', z) * turn('Y', y) * turn('X', x);
        shift(DVec3::new(0.25, -0.5, 0.125)) * before * channels * after
    };
    let expected = local(10.0, 20.0, 30.0);
    assert_same_transform(&pose, root, &expected, "root");
    let expected = expected * local(-40.0, 50.0, 60.0);
    assert_same_transform(&pose, child, &expected, "child");
}

#[test]
fn a_global_node_takes_nothing_from_its_parent_and_its_children_take_from_it() {
    let mut builder = SkeletonBuilder::default();
    let root = builder.node("root", None).unwrap();
    let global = builder.node("global", Some(root)).unwrap();
    let child = builder.node("child", Some(global)).unwrap();
    for node in [root, global, child] {
        builder.node_mut(node).channels =
            vec![Channel::Position(Axis::X), Channel::Rotation(Axis::Z)];
    }
    builder.node_mut(global).is_world_space = true;
    let skeleton = builder.finish();
    let pose = Pose::of(&skeleton, &[0.5, 35.0, -0.25, 80.0, 0.75, -20.0]);
    let local = |x, z| shift(DVec3::X * x) * turn('Z', z);
    let expected = local(-0.25, 80.0);
    assert_same_transform(&pose, global, &expected, "global");
    assert_same_transform(&pose, child, &(expected * local(0.75, -20.0)), "child");
}

/// Every segment's place and axes, and the end of its bone, in sizes of the figure.
fn assert_every_segment(text: &str, size: f64) -> Take {
    let reference = HtrReference::of(text);
    let take = rushes::read("text.htr", text.as_bytes()).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(take.skeleton.nodes().len(), reference.hierarchy.len());
    assert_eq!(take.motion.frame_count(), reference.frames());
    for frame in 0..reference.frames() {
        let pose = Pose::of(&take.skeleton, take.row(frame));
        assert_eq!(take.skeleton.bones().len(), reference.hierarchy.len());
        for bone in take.skeleton.bones() {
            let name = &take.skeleton[bone.node].name;
            let global = reference.global(name, frame);
            let end = reference.end(name, frame);
            let origin = pose.position(bone.node);
            assert_close(origin, point(&global, DVec3::ZERO), size, name);
            let tip = pose.bone_end(bone.node, bone.end);
            assert_close(tip, point(&global, end), size, name);
            for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
                let ours = pose.global(bone.node).transform_vector3(axis.as_vec3());
                // Three turns of single precision below one another.
                assert_close(ours, global.transform_vector3(axis), 2.0, name);
            }
        }
    }
    take
}

/// A chain of three segments, the last one first, with random numbers in every column.
fn chain_of_segments(numbers: &mut support::Random, order: &str, radians: bool) -> String {
    let (units, reach) = if radians { ("Radians", 3.0) } else { ("Degrees", 170.0) };
    let axis = ["X", "Y", "Z"][numbers.below(3)];
    let mut text = format!(
        "[Header]\nFileType htr\nDataType HTRS\nFileVersion 1\nNumSegments 3\nNumFrames 2\n\
         DataFrameRate 50\nEulerRotationOrder {order}\nCalibrationUnits m\nRotationUnits {units}\n\
         GlobalAxisofGravity Y\nBoneLengthAxis {axis}\nScaleFactor 0.5\n\
         [SegmentNames&Hierarchy]\nhand arm\narm chest\nchest GLOBAL\n[BasePosition]\n"
    );
    let mut values = |reach: f64| {
        let length = |n: &mut support::Random| format!("{:.4} ", n.between(-0.5, 0.5));
        let angle = |n: &mut support::Random| format!("{:.4} ", n.between(-reach, reach));
        let mut row: String = (0..3).map(|_| length(numbers)).collect();
        row += &(0..3).map(|_| angle(numbers)).collect::<String>();
        row + &format!("{:.4}\n", numbers.between(0.3, 1.5))
    };
    for name in ["hand", "arm", "chest"] {
        text += &format!("{name} {}", values(reach));
    }
    for name in ["hand", "arm", "chest"] {
        text += &format!("[{name}]\n1 {}2 {}", values(reach), values(reach));
    }
    text
}

#[test]
fn equation_3_6_multiplies_base_rotation_and_frame_rotation_in_every_order() {
    let mut numbers = support::Random::new(36);
    for order in ["XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"] {
        for radians in [false, true] {
            for _ in 0..5 {
                assert_every_segment(&chain_of_segments(&mut numbers, order, radians), 2.0);
            }
        }
    }
}

#[test]
fn the_catch_of_figure_3_5_agrees_with_equation_3_6_and_stands_upright() {
    let take = assert_every_segment(CATCH, 1800.0);
    assert_eq!((take.units.up, take.units.metres_per_unit), (Axis::Y.into(), Some(0.001)));
    assert_eq!(take.number(0), Some(1));
    let pose = Pose::of(&take.skeleton, take.row(0));
    for side in ["Left", "Right"] {
        let limbs = ["Knee", "Ankle"].map(|limb| format!("{side}{limb}"));
        let down = ["Head", "Neck", "Chest", "Hips", &limbs[0], &limbs[1]];
        let heights = down.map(|name| pose.position(id(&take, name)).y);
        assert!(heights.is_sorted_by(|a, b| a > b), "{heights:?}");
        assert!((50.0..150.0).contains(&heights[5]), "an ankle's height above the ground");
    }
}
