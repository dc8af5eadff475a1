//! One motion in every format that carries a skeleton: computed here in double precision, written as
//! each format has it, and read back to the same places in the world.
//!
//! Writers and figure share nothing with the crate; a convention that was read wrongly in one of the
//! loaders (rotation order, base pose, transposed matrices) puts joints elsewhere.

use std::fmt::Write as _;

use crate::support::input::Input;
use crate::support::reference::turn;
use glam::{DMat3, DMat4, DQuat, DVec3, EulerRot};
use rushes::evaluate::Pose;
use rushes::take::{BoneEnd, Take};

const FRAMES: usize = 5;

/// Where and how a joint hangs: its parent, its offset from there, and the end of its last bone.
struct Joint {
    name: &'static str,
    parent: Option<usize>,
    offset: DVec3,
    end: Option<DVec3>,
}

/// A figure of two legs and a spine, no bone of which lies along an axis.
const JOINTS: [Joint; 7] = [
    joint("hips", None, [0.0, 0.0, 0.0], None),
    joint("left_leg", Some(0), [11.0, -7.0, 2.0], None),
    joint("left_foot", Some(1), [1.0, -43.0, -3.0], Some([2.0, -5.0, 13.0])),
    joint("right_leg", Some(0), [-11.0, -7.0, 2.0], None),
    joint("right_foot", Some(3), [-1.0, -43.0, -3.0], Some([-2.0, -5.0, 13.0])),
    joint("spine", Some(0), [0.5, 21.0, -1.0], None),
    joint("head", Some(5), [-0.5, 34.0, 4.0], Some([0.0, 17.0, 3.0])),
];

const fn joint(
    name: &'static str,
    parent: Option<usize>,
    offset: [f64; 3],
    end: Option<[f64; 3]>,
) -> Joint {
    Joint {
        name,
        parent,
        offset: DVec3::from_array(offset),
        end: match end {
            Some(end) => Some(DVec3::from_array(end)),
            None => None,
        },
    }
}

/// How a joint is turned in its parent on a frame.
fn rotation(joint: usize, frame: usize) -> DMat3 {
    let phase = joint as f64 * 1.7 + frame as f64 * 0.9;
    about('Z', 50.0 * phase.sin())
        * about('X', 35.0 * phase.cos())
        * about('Y', 70.0 * (2.0 * phase).sin())
}

/// Where the hips are on a frame.
fn place(frame: usize) -> DVec3 {
    let time = frame as f64;
    DVec3::new(12.0 * time, 95.0 + time.sin(), -4.0 * time)
}

fn about(axis: char, degrees: f64) -> DMat3 {
    DMat3::from_mat4(turn(axis, degrees))
}

/// The joint's rotation in the world.
fn world(joint: usize, frame: usize) -> DMat3 {
    match JOINTS[joint].parent {
        Some(parent) => world(parent, frame) * rotation(joint, frame),
        None => rotation(joint, frame),
    }
}

fn position(joint: usize, frame: usize) -> DVec3 {
    match JOINTS[joint].parent {
        Some(parent) => position(parent, frame) + world(parent, frame) * JOINTS[joint].offset,
        None => place(frame),
    }
}

/// The three angles whose rotations about these axes, multiplied left to right, give the matrix.
fn angles(matrix: DMat3, axes: &str) -> [f64; 3] {
    let order = match axes {
        "XYZ" => EulerRot::XYZ,
        "XZY" => EulerRot::XZY,
        "YXZ" => EulerRot::YXZ,
        "YZX" => EulerRot::YZX,
        "ZXY" => EulerRot::ZXY,
        "ZYX" => EulerRot::ZYX,
        "XYX" => EulerRot::XYX,
        "YZY" => EulerRot::YZY,
        "ZXZ" => EulerRot::ZXZ,
        _ => panic!("{axes} is no order"),
    };
    let (a, b, c) = DQuat::from_mat3(&matrix).to_euler(order);
    let degrees = [a, b, c].map(f64::to_degrees);
    let again: Vec<DMat3> =
        axes.chars().zip(degrees).map(|(axis, angle)| about(axis, angle)).collect();
    assert!((again[0] * again[1] * again[2]).abs_diff_eq(matrix, 1e-9), "{axes}");
    degrees
}

fn reversed(axes: &str) -> String {
    axes.chars().rev().collect()
}

/// The largest distance between the take and the figure over all frames, joints and ends, in sizes of
/// the figure. `at` finds a place in the take: that of a joint, or with `true` its end.
fn assert_same(take: &Take, what: &str, at: impl Fn(&Take, &Pose, &str, bool) -> Option<DVec3>) {
    assert_eq!(take.motion.frame_count(), FRAMES, "{what}");
    for frame in 0..FRAMES {
        let pose = Pose::of(&take.skeleton, take.row(frame));
        for (index, joint) in JOINTS.iter().enumerate() {
            let origin = position(index, frame);
            let end = joint.end.map(|end| origin + world(index, frame) * end);
            for (expected, is_end) in [(Some(origin), false), (end, true)] {
                let Some(expected) = expected else { continue };
                let Some(found) = at(take, &pose, joint.name, is_end) else {
                    continue;
                };
                let off = found.distance(expected) / 120.0;
                assert!(
                    off < 1e-5,
                    "{what}, frame {frame}, {} (end: {is_end}): {found} is not {expected}",
                    joint.name
                );
            }
        }
    }
}

/// A node's origin, or the tip of the bone that ends in no other node.
fn by_node(take: &Take, pose: &Pose, name: &str, is_end: bool) -> Option<DVec3> {
    let id = take.skeleton.find(name).unwrap_or_else(|| panic!("no node is called {name}"));
    if !is_end {
        return Some(pose.position(id).as_dvec3());
    }
    let bone = take
        .skeleton
        .bones()
        .iter()
        .find(|bone| bone.node == id && matches!(bone.end, BoneEnd::Local(_)));
    let bone = bone.unwrap_or_else(|| panic!("{name} has no end"));
    Some(pose.bone_end(id, bone.end).as_dvec3())
}

fn children(joint: usize) -> impl Iterator<Item = usize> {
    (0..JOINTS.len()).filter(move |&other| JOINTS[other].parent == Some(joint))
}

fn load(name: &str, text: String, beside: &[(&str, &str)]) -> Take {
    let mut input = Input::of(name, text.into_bytes());
    for (name, text) in beside {
        input.beside.push((name.to_string(), text.as_bytes().to_vec()));
    }
    input.load().unwrap_or_else(|error| panic!("{error}"))
}

fn numbers(v: impl IntoIterator<Item = f64>) -> String {
    v.into_iter().map(|value| format!(" {value:.7}")).collect()
}

#[test]
fn bvh() {
    fn block(joint: usize, text: &mut String) {
        let Joint { name, parent, offset, end } = &JOINTS[joint];
        let (word, channels) = match parent {
            None => ("ROOT", "6 Xposition Yposition Zposition"),
            Some(_) => ("JOINT", "3"),
        };
        _ = writeln!(
            text,
            "{word} {name} {{ OFFSET{}\nCHANNELS {channels} Zrotation Xrotation Yrotation",
            numbers(offset.to_array())
        );
        for child in children(joint) {
            block(child, text);
        }
        if let Some(end) = end {
            _ = writeln!(text, "End Site {{ OFFSET{} }}", numbers(end.to_array()));
        }
        *text += "}\n";
    }
    let mut text = String::from("HIERARCHY\n");
    block(0, &mut text);
    _ = writeln!(text, "MOTION\nFrames: {FRAMES}\nFrame Time: 0.01");
    // Channels are in the order in which joints are declared, and that is the order of `JOINTS`.
    for frame in 0..FRAMES {
        text += &numbers(place(frame).to_array());
        for joint in 0..JOINTS.len() {
            text += &numbers(angles(rotation(joint, frame), "ZXY"));
        }
        text += "\n";
    }
    assert_same(&load("one.bvh", text, &[]), "BVH", by_node);
}

/// The rest pose of a segment in the world, with the bone along Y as HTR wants it.
fn rest(joint: usize) -> DMat3 {
    let along = JOINTS[joint].end.or_else(|| children(joint).next().map(|c| JOINTS[c].offset));
    let along = along.expect("a bone").normalize();
    // Turned about the bone as well, so that nothing is lucky.
    DMat3::from_quat(DQuat::from_rotation_arc(DVec3::Y, along)) * about('Y', 30.0 * joint as f64)
}

fn htr_text(order: &str, radians: bool) -> String {
    let unit = |degrees: [f64; 3]| degrees.map(|a| if radians { a.to_radians() } else { a });
    // Columns are always x y z, whatever the order of multiplication.
    let xyz = |matrix: DMat3| {
        let turned = angles(matrix, order);
        let of = |axis| turned[order.find(axis).expect("an axis")];
        unit([of('X'), of('Y'), of('Z')])
    };
    let mut text = format!(
        "[Header]\nFileType htr\nDataType HTRS\nFileVersion 1\nNumSegments {}\nNumFrames {FRAMES}\nDataFrameRate 100\n\
         EulerRotationOrder {order}\nCalibrationUnits cm\nRotationUnits {}\nGlobalAxisofGravity Y\nBoneLengthAxis Y\n\
         ScaleFactor 1.0\n[SegmentNames&Hierarchy]\n",
        JOINTS.len(),
        if radians { "Radians" } else { "Degrees" }
    );
    // Children before their parents.
    for Joint { name, parent, .. } in JOINTS.iter().rev() {
        _ = writeln!(text, "{name}\t{}", parent.map_or("GLOBAL", |p| JOINTS[p].name));
    }
    text += "[BasePosition]\n";
    for (index, joint) in JOINTS.iter().enumerate() {
        let above = joint.parent.map_or(DMat3::IDENTITY, rest);
        let base = above.transpose() * rest(index);
        let offset = above.transpose() * joint.offset;
        let length = joint.end.or_else(|| children(index).next().map(|c| JOINTS[c].offset));
        let length = length.expect("a bone").length();
        let values = offset.to_array().into_iter().chain(xyz(base)).chain([length]);
        _ = writeln!(text, "{}{}", joint.name, numbers(values));
    }
    for (index, joint) in JOINTS.iter().enumerate() {
        _ = writeln!(text, "[{}]", joint.name);
        for frame in 0..FRAMES {
            let moved = if index == 0 { place(frame) } else { DVec3::ZERO };
            let turned = rest(index).transpose() * rotation(index, frame) * rest(index);
            let values = moved.to_array().into_iter().chain(xyz(turned)).chain([1.0]);
            _ = writeln!(text, "{}{}", frame + 1, numbers(values));
        }
    }
    text + "[EndOfFile]\n"
}

#[test]
fn htr_in_every_rotation_order() {
    for order in ["XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"] {
        for radians in [false, true] {
            let take = load("one.htr", htr_text(order, radians), &[]);
            assert_same(&take, &format!("HTR {order}, radians: {radians}"), by_node);
        }
    }
}

/// The axes of an Acclaim bone in the world, which are its own affair: any rotation must do.
fn bone_axes(bone: usize) -> ([f64; 3], &'static str, DMat3) {
    let order = ["XYZ", "ZYX", "YXZ", "ZXY", "XZY", "YZX"][bone % 6];
    let degrees = [20.0 * bone as f64, -35.0, 15.0 + 7.0 * bone as f64];
    // Values stand in the order x y z; the order token tells which acts first.
    let of = |axis| about(axis, degrees["XYZ".find(axis).expect("an axis")]);
    let c = order.chars().fold(DMat3::IDENTITY, |c, axis| of(axis) * c);
    (degrees, order, c)
}

/// An Acclaim bone runs from a joint to the next one and turns as the joint does at which it starts.
struct Bone {
    name: String,
    parent: String,
    joint: usize,
    along: DVec3,
}

fn acclaim_bones() -> Vec<Bone> {
    let mut bones = Vec::new();
    for (index, joint) in JOINTS.iter().enumerate() {
        if let Some(parent) = joint.parent {
            let above = if parent == 0 { "root" } else { JOINTS[parent].name };
            bones.push(Bone {
                name: joint.name.into(),
                parent: above.into(),
                joint: parent,
                along: joint.offset,
            });
        }
        if let Some(along) = joint.end {
            bones.push(Bone {
                name: format!("{}_tip", joint.name),
                parent: joint.name.into(),
                joint: index,
                along,
            });
        }
    }
    bones
}

/// Skeleton and motion; lengths are halved and the unit of length is 2, which brings them back.
fn acclaim_text(dof: &str, radians: bool) -> [String; 2] {
    let unit = |degrees: [f64; 3]| degrees.map(|a| if radians { a.to_radians() } else { a });
    let words: Vec<String> =
        dof.chars().map(|axis| format!("r{}", axis.to_ascii_lowercase())).collect();
    let words = words.join(" ");
    let mut asf = format!(
        ":version 1.10\n:name one\n:units\n  mass 1.0\n  length 2.0\n  angle {}\n:documentation\n  One motion.\n\
         :root\n  order TX TY TZ RX RY RZ\n  axis XYZ\n  position 0 0 0\n  orientation 0 0 0\n:bonedata\n",
        if radians { "rad" } else { "deg" }
    );
    let bones = acclaim_bones();
    for (index, bone) in bones.iter().enumerate() {
        let (axis, order, _) = bone_axes(index);
        _ = write!(
            asf,
            "begin\n  id {}\n  name {}\n  direction{}\n  length {:.7}\n  axis{} {order}\n",
            index + 1,
            bone.name,
            numbers(bone.along.normalize().to_array()),
            bone.along.length() / 2.0,
            numbers(unit(axis)),
        );
        if bone.joint != 0 {
            _ = write!(asf, "  dof {words}\n  limits (-inf inf)\n (-inf inf)\n (-inf inf)\n");
        }
        asf += "end\n";
    }
    asf += ":hierarchy\nbegin\n";
    for bone in &bones {
        _ = writeln!(asf, "{} {}", bone.parent, bone.name);
    }
    asf += "end\n";
    let mut amc = String::from("# one motion\n:fully-specified\n");
    amc += if radians { ":radians\n" } else { ":degrees\n" };
    for frame in 0..FRAMES {
        let [z, y, x] = angles(rotation(0, frame), "ZYX");
        let root = (place(frame) / 2.0).to_array().into_iter().chain(unit([x, y, z]));
        _ = writeln!(amc, "{}\nroot{}", frame + 1, numbers(root));
        for (index, bone) in bones.iter().enumerate().filter(|(_, bone)| bone.joint != 0) {
            let (_, _, c) = bone_axes(index);
            let about_own_axes = c.transpose() * rotation(bone.joint, frame) * c;
            // The first degree of freedom acts first, so it stands rightmost.
            let mut values = angles(about_own_axes, &reversed(dof));
            values.reverse();
            _ = writeln!(amc, "{}{}", bone.name, numbers(unit(values)));
        }
    }
    [asf, amc]
}

#[test]
fn acclaim_in_every_order_of_its_degrees_of_freedom() {
    let at = |take: &Take, pose: &Pose, name: &str, is_end: bool| {
        let name = if is_end { format!("{name}_tip") } else { name.to_string() };
        if name == "hips" {
            return Some(pose.position(take.skeleton.roots()[0]).as_dvec3());
        }
        by_node(take, pose, &name, true)
    };
    for dof in ["XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"] {
        for radians in [false, true] {
            let [asf, amc] = acclaim_text(dof, radians);
            let take = load("one.amc", amc, &[("one.asf", &asf)]);
            assert_same(&take, &format!("AMC {dof}, radians: {radians}"), at);
        }
    }
}

/// A transform as 3ds Max writes it: it multiplies row vectors from the right, so that a row is where
/// an axis goes.
fn max_rows(rotation: DMat3, translation: DVec3) -> String {
    let row = |v: DVec3| numbers(v.to_array()) + "\n";
    row(rotation.x_axis) + &row(rotation.y_axis) + &row(rotation.z_axis) + &row(translation)
}

fn bonespro_structure() -> String {
    let mut text = format!("{} 0 // bones, vertices\n", JOINTS.len());
    for joint in &JOINTS {
        let parent = joint.parent.map_or("*".to_string(), |p| p.to_string());
        let mut at = DVec3::ZERO;
        let mut above = Some(joint);
        while let Some(joint) = above {
            at += joint.offset;
            above = joint.parent.map(|p| &JOINTS[p]);
        }
        let rows = max_rows(DMat3::IDENTITY, at);
        _ = write!(text, "<{}>\n{parent}\n4 20 6\n{rows}{rows}", joint.name);
    }
    text
}

fn bonespro_text(relative: bool, euler: Option<(&str, bool)>) -> String {
    let mut text = format!(
        "{} 0 {FRAMES}\nBones\n{}\n{}\n{}\n{}\n0\n{}\n1\n",
        JOINTS.len(),
        if relative { "Relative to parent" } else { "Absolute" },
        if euler.is_some() { "Euler Angles" } else { "Matrix" },
        euler.map_or("XYZ", |(order, _)| order),
        if euler.is_some_and(|(_, radians)| radians) { "Radians" } else { "Degrees" },
        FRAMES - 1,
    );
    for frame in 0..FRAMES {
        for (index, joint) in JOINTS.iter().enumerate() {
            let (turned, at) = if relative {
                let at = if joint.parent.is_some() { joint.offset } else { place(frame) };
                (rotation(index, frame), at)
            } else {
                (world(index, frame), position(index, frame))
            };
            let transform = match euler {
                None => max_rows(turned, at),
                Some((order, radians)) => {
                    // The first letter acts first, so it stands rightmost.
                    let mut values = angles(turned, &reversed(order));
                    values.reverse();
                    let values = values.map(|a| if radians { a.to_radians() } else { a });
                    format!("{}\n{}\n", numbers(values), numbers(at.to_array()))
                }
            };
            _ = write!(text, "4 20 6\n{transform}{transform}");
        }
    }
    text
}

#[test]
fn bonespro_in_both_systems_and_representations() {
    let structure = bonespro_structure();
    let mut kinds = vec![None];
    for order in ["XYZ", "XZY", "YZX", "YXZ", "ZXY", "ZYX", "XYX", "YZY", "ZXZ"] {
        kinds.extend([Some((order, false)), Some((order, true))]);
    }
    for relative in [false, true] {
        for &euler in &kinds {
            let text = bonespro_text(relative, euler);
            let take = load("one.txt", text, &[("one_structure.txt", &structure)]);
            let at = |take: &Take, pose: &Pose, name: &str, is_end: bool| {
                (!is_end).then(|| by_node(take, pose, name, false)).flatten()
            };
            assert_same(&take, &format!("BonesPro, relative: {relative}, {euler:?}"), at);
        }
    }
}

#[test]
fn the_figure_is_the_papers_product_of_matrices() {
    // The recursion above, once more as a product of 4 × 4 matrices for one chain.
    let local = |joint: usize, frame: usize, at: DVec3| {
        DMat4::from_mat3_translation(rotation(joint, frame), at)
    };
    let frame = 3;
    let foot = local(0, frame, place(frame))
        * local(1, frame, JOINTS[1].offset)
        * local(2, frame, JOINTS[2].offset);
    assert!(foot.w_axis.truncate().abs_diff_eq(position(2, frame), 1e-9));
}
