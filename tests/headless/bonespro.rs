//! BonesPro against matrices worked out in double precision: one motion, written in every way that the
//! format has, puts bones, boxes and vertices in the same places.

use std::path::PathBuf;

use crate::support::folder::Folder;
use crate::support::input::Input;
use crate::support::reference::{point, shift, turn};
use glam::{DMat3, DMat4, DVec3, Vec3};
use rushes::evaluate::Pose;
use rushes::files::{OpenOptions, open_all};
use rushes::take::{BoneEnd, FormatId, FrameNumbers, MAX_DEPTH, NodeId, Take};

/// How far a place may be off: a hundred thousandth of what the motion reaches over.
const CLOSE: f64 = 1e-5 * 20.0;

/// Name, parent, and box of each bone: a small arm.
const BONES: [(&str, Option<usize>, [f64; 3]); 3] = [
    ("Upper Arm", None, [6.0, 2.0, 1.5]),
    ("Forearm", Some(0), [5.0, 1.5, 1.0]),
    ("Hand", Some(1), [2.0, 1.0, 0.5]),
];

const FRAMES: usize = 5;

/// The nine orders; the axis that is turned about first comes first.
const ORDERS: [&str; 9] = ["XYZ", "XZY", "YZX", "YXZ", "ZXY", "ZYX", "XYX", "YZY", "ZXZ"];

/// From the bone to its parent. The angles pass a right angle, where many decompositions break down.
fn local(bone: usize, frame: usize) -> DMat4 {
    let [f, b] = [frame as f64, bone as f64];
    let place = match bone {
        0 => DVec3::new(3.0 + f, -2.0, 9.0 + 0.5 * f),
        _ => DVec3::new(6.0 - b, 0.25 * f, 0.0),
    };
    let turns = turn('Z', 20.0 + 50.0 * f - 30.0 * b);
    let turns = turns * turn('Y', 90.0 - 15.0 * f + 5.0 * b);
    shift(place) * turns * turn('X', -40.0 + 35.0 * b * f)
}

/// From the bone to the world.
fn global(bone: usize, frame: usize) -> DMat4 {
    match BONES[bone].1 {
        Some(parent) => global(parent, frame) * local(bone, frame),
        None => local(bone, frame),
    }
}

/// From the bone to the world in the structure, which is no frame of the motion.
fn rest(bone: usize) -> DMat4 {
    shift(DVec3::new(6.0 * bone as f64, 1.0, 10.0))
        * turn('Y', 10.0)
        * turn('Z', 25.0 * bone as f64)
}

/// The place of each vertex in the structure, with its bones and their weights.
fn vertices() -> Vec<(DVec3, Vec<(usize, f64)>)> {
    vec![
        (DVec3::new(1.0, 2.0, 11.0), vec![(0, 1.0)]),
        (DVec3::new(6.0, 2.0, 11.0), vec![(0, 0.5), (1, 0.25), (2, 0.25)]),
        (DVec3::new(12.0, 0.0, 9.0), vec![(1, 0.125), (2, 0.875)]),
    ]
}

/// Where a vertex is on a frame: each of its bones carries it along from where it was attached.
fn vertex(number: usize, frame: usize) -> DVec3 {
    let (place, shares) = &vertices()[number];
    let carried = |&(bone, weight): &(usize, f64)| {
        weight * point(&(global(bone, frame) * rest(bone).inverse()), *place)
    };
    shares.iter().map(carried).sum()
}

/// A matrix as 3ds Max writes it: for row vectors, so that each of its rows is an axis of the bone.
fn rows(m: &DMat4) -> String {
    let row = |axis: DVec3| format!("{} {} {}\n", axis.x, axis.y, axis.z);
    let axes = [m.x_axis, m.y_axis, m.z_axis].map(|axis| row(axis.truncate()));
    axes.concat()
}

fn numbers(v: DVec3) -> String {
    format!("{} {} {}\n", v.x, v.y, v.z)
}

fn origin(m: &DMat4) -> DVec3 {
    m.w_axis.truncate()
}

/// The angles in degrees whose turns, the one of the first letter acting first, give the rotation of a
/// matrix: found by trying, so that nothing here is a decomposition that could err as the loader's.
fn euler(m: &DMat4, order: &str) -> [f64; 3] {
    let wanted = DMat3::from_mat4(*m);
    let axes: Vec<char> = order.chars().collect();
    let product = |e: DVec3| {
        let turns = turn(axes[2], e.z) * turn(axes[1], e.y) * turn(axes[0], e.x);
        DMat3::from_mat4(turns)
    };
    let off = |e: DVec3| -> f64 {
        let off = product(e) - wanted;
        off.to_cols_array().iter().map(|v| v * v).sum()
    };
    let near = |e: &DVec3| off(*e);
    let steps = || (-6..6).map(|i| f64::from(i) * 30.0);
    let starts =
        steps().flat_map(|x| steps().flat_map(move |y| steps().map(move |z| DVec3::new(x, y, z))));
    let mut best = starts.min_by(|a, b| near(a).total_cmp(&near(b))).expect("a start");
    let mut step = 20.0;
    while step > 1e-10 {
        let around = DVec3::AXES.into_iter().flat_map(|axis| [axis, -axis]);
        let next = around.map(|by| best + by * step);
        let next = next.min_by(|a, b| near(a).total_cmp(&near(b))).expect("six");
        if near(&next) < near(&best) { best = next } else { step *= 0.5 }
    }
    assert!(off(best) < 1e-12, "{order}: {}", off(best));
    best.into()
}

fn structure() -> String {
    let mut text = format!("// an arm\n{} {}\n", BONES.len(), vertices().len());
    for (bone, (name, parent, [x, y, z])) in BONES.iter().enumerate() {
        let parent = parent.map_or("*".to_string(), |p| p.to_string());
        let m = rest(bone);
        text += &format!("<{name}>\n{parent}\n{x} {y} {z}\n");
        text += &(rows(&m) + &numbers(origin(&m)));
        // The scene's node is elsewhere, and must not count.
        text += &(rows(&DMat4::IDENTITY) + "7 7 7\n");
    }
    for (place, shares) in vertices() {
        text += &(numbers(place) + &format!("{}\n", shares.len()));
        for (bone, weight) in shares {
            text += &format!("{bone} {weight}\n");
        }
    }
    text
}

fn head(mode: &str, system: &str, representation: &str, order: &str, units: &str) -> String {
    let counts = format!("{} {} {FRAMES}", BONES.len(), vertices().len());
    let last = 100 + 2 * (FRAMES - 1);
    format!("{counts}\n{mode}\n{system}\n{representation}\n{order}\n{units}\n100\n{last}\n2\n")
}

/// An animation of the bones, where `turned` writes a rotation.
fn animation(head: &str, relative: bool, turned: impl Fn(&DMat4) -> String) -> String {
    let mut text = head.to_string();
    for frame in 0..FRAMES {
        for (bone, (_, _, [x, y, z])) in BONES.iter().enumerate() {
            let m = if relative { local(bone, frame) } else { global(bone, frame) };
            text += &format!("{} {y} {z}\n", x + frame as f64);
            text += &(turned(&m) + &numbers(origin(&m)));
            text += &(turned(&DMat4::IDENTITY) + "7 7 7\n");
        }
    }
    text
}

fn load(text: String, structure: Option<String>) -> Take {
    let mut input = Input::of("arm_anim.txt", text.into_bytes());
    if let Some(text) = structure {
        input.beside.push(("arm.txt".into(), text.into_bytes()));
    }
    let take = input.load().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(take.format, FormatId::BonesPro);
    take
}

fn node(take: &Take, number: usize) -> NodeId {
    take.skeleton.iter().nth(number).expect("a node").0
}

fn assert_close(found: Vec3, expected: DVec3, what: &str) {
    let off = found.as_dvec3().distance(expected);
    assert!(off < CLOSE, "{what}: {found} is {off} from {expected}");
}

/// Each bone's origin and the corners of its box, so that a wrong orientation shows too.
fn assert_bones(take: &Take, what: &str) {
    assert_eq!(take.motion.frame_count(), FRAMES, "{what}");
    for frame in 0..FRAMES {
        let row = take.row(frame);
        let pose = Pose::of(&take.skeleton, row);
        for (bone, (_, _, [x, y, z])) in BONES.iter().enumerate() {
            let id = node(take, bone);
            let what = format!("{what}: bone {bone} on frame {frame}");
            let m = global(bone, frame);
            assert_close(pose.position(id), origin(&m), &what);
            let half = DVec3::new(x + frame as f64, *y, *z) * 0.5;
            let size = take.skeleton.size(id, row).expect("a box");
            for sign in [DVec3::ONE, DVec3::new(1., 1., -1.), DVec3::new(-1., 1., 1.)] {
                let corner = size * 0.5 * sign.as_vec3();
                let corner = pose.global(id).transform_point3(corner);
                assert_close(corner, point(&m, half * sign), &what);
            }
        }
    }
}

fn assert_vertices(take: &Take, what: &str) {
    let [mesh] = take.meshes.as_slice() else {
        panic!("{what}: {} meshes", take.meshes.len());
    };
    for frame in 0..FRAMES {
        let pose = Pose::of(&take.skeleton, take.row(frame));
        let points = pose.points(mesh, frame);
        assert_eq!(points.len(), vertices().len());
        for (number, &at) in points.iter().enumerate() {
            let what = format!("{what}: vertex {number} on frame {frame}");
            assert_close(at, vertex(number, frame), &what);
        }
    }
}

#[test]
fn one_motion_in_every_writing_puts_bones_and_vertices_in_the_same_places() {
    for (system, relative) in [("Absolute", false), ("Relative to parent", true)] {
        let head_of = |representation: &str, order: &str, units: &str| {
            head("Bones", system, representation, order, units)
        };
        let text = animation(&head_of("Matrix", "XYZ", "Degrees"), relative, rows);
        let take = load(text, Some(structure()));
        assert_bones(&take, &format!("{system} Matrix"));
        assert_vertices(&take, &format!("{system} Matrix"));
        for order in ORDERS {
            let degrees = |m: &DMat4| numbers(euler(m, order).into());
            let radians = |m: &DMat4| numbers(DVec3::from(euler(m, order).map(f64::to_radians)));
            for (units, text) in [
                (
                    "Degrees",
                    animation(&head_of("Euler Angles", order, "Degrees"), relative, degrees),
                ),
                (
                    "Radians",
                    animation(&head_of("Euler Angles", order, "Radians"), relative, radians),
                ),
            ] {
                let take = load(text, Some(structure()));
                let what = format!("{system} {order} {units}");
                assert_bones(&take, &what);
                assert_vertices(&take, &what);
            }
        }
    }
}

#[test]
fn a_structure_alone_rests_with_its_vertices_in_place() {
    let take = Input::of("arm.txt", structure().into_bytes()).load().unwrap();
    assert_eq!((take.motion.frame_count(), take.warnings.len()), (0, 0));
    let pose = Pose::of(&take.skeleton, take.row(0));
    for (bone, (name, parent, size)) in BONES.iter().enumerate() {
        let id = node(&take, bone);
        let along_x = point(&rest(bone), DVec3::X * size[0]);
        let tip = BoneEnd::Local(Vec3::X * size[0] as f32);
        assert_close(pose.position(id), origin(&rest(bone)), name);
        assert_close(pose.bone_end(id, tip), along_x, name);
        assert_eq!(take.skeleton[id].parent(), parent.map(|p| node(&take, p)));
        assert_eq!(take.skeleton[id].name, *name);
    }
    for (at, (place, _)) in pose.points(&take.meshes[0], 0).into_iter().zip(vertices()) {
        assert_close(at, place, "a vertex");
    }
    assert_eq!(take.skeleton.bones().len(), 2);
}

#[test]
fn baked_vertices_are_where_the_file_has_them() {
    let mut text = head("Mesh (absolute)", "Absolute", "Matrix", "XYZ", "Degrees");
    for frame in 0..FRAMES {
        let all = (0..vertices().len()).map(|number| numbers(vertex(number, frame)));
        text += &all.collect::<String>();
    }
    assert_vertices(&load(text.clone(), Some(structure())), "with a structure");
    let take = load(text, None);
    assert_vertices(&take, "without a structure");
    assert!(take.skeleton.nodes().is_empty() && take.missing.is_some());
}

/// The vertices in the frames of bones at rest, so that they end up where the motion takes them.
#[test]
fn vertices_in_the_frames_of_bones_are_weighted_by_the_structure() {
    let mut text = head("Mesh (bones c.s)", "Absolute", "Matrix", "XYZ", "Degrees");
    for frame in 0..FRAMES {
        for bone in 0..BONES.len() {
            let all = vertices();
            let own = all.iter().enumerate();
            let own = own.filter(|(_, (_, shares))| shares.iter().any(|share| share.0 == bone));
            let own: Vec<usize> = own.map(|(number, _)| number).collect();
            text += &format!("{bone} {}\n", own.len());
            for number in own {
                // As the bone alone would carry it.
                let carried = global(bone, frame) * rest(bone).inverse();
                let place = point(&carried, all[number].0);
                let place = point(&rest(bone).inverse(), place);
                text += &format!("{number} {}", numbers(place));
            }
        }
    }
    let take = load(text.clone(), Some(structure()));
    assert_vertices(&take, "with a structure");
    let take = load(text, None);
    let mesh = &take.meshes[0];
    let weights = |point: u32| {
        let own = mesh.influences().iter().filter(move |i| i.point == point);
        own.map(|i| i.weight).collect::<Vec<f32>>()
    };
    assert_eq!(weights(0), [1.0]);
    assert_eq!(weights(1), [1.0 / 3.0; 3]);
    assert_eq!(weights(2), [0.5; 2]);
}

#[test]
fn an_animation_alone_has_loose_bones_and_asks_for_its_structure() {
    let head = head("Bones", "Absolute", "Matrix", "XYZ", "Degrees");
    let take = load(animation(&head, false, rows), None);
    assert_bones(&take, "alone");
    assert_eq!(take.missing, Some("its structure export"));
    assert!(take.meshes.is_empty());
    assert_eq!(take.skeleton.roots().len(), BONES.len());
    assert_eq!(take.skeleton[node(&take, 1)].name, "bone 2");
}

#[test]
fn frames_keep_the_numbers_and_the_time_of_the_scene() {
    let head = head("Bones", "Absolute", "Matrix", "XYZ", "Degrees");
    let take = load(animation(&head, false, rows), Some(structure()));
    let (first, step) = (100, 2);
    assert_eq!(take.even_numbers(), Some(FrameNumbers { first, step }));
    assert_eq!(take.motion.frame_time(), 2.0 / 30.0);
    let details: Vec<_> = take.details.iter().map(|d| (d.kind.key, d.text.as_str())).collect();
    assert_eq!(details, [("export", "bones, absolute, matrix"), ("structure", "arm.txt")]);
    assert_eq!(take.missing, None);
}

#[test]
fn bones_whose_parents_come_later_get_their_own_frames() {
    // The same arm with its bones in reverse: parents are 1, 2, none.
    let m = rows(&DMat4::IDENTITY);
    let mut bones = String::from("3 0\n");
    for (name, parent) in [("Hand", "1"), ("Forearm", "2"), ("Upper Arm", "*")] {
        bones += &format!("<{name}>\n{parent}\n1 1 1\n{m}0 0 0\n{m}0 0 0\n");
    }
    let head = "3 0 1\nBones\nRelative to parent\nEuler Angles\nXYZ\nDegrees\n0 0 1\n";
    let frame: String =
        [3, 2, 1].map(|x| format!("1 1 1\n0 0 0\n{x} 0 0\n0 0 0\n0 0 0\n")).concat();
    let take = load(head.to_string() + &frame, Some(bones));
    let pose = Pose::of(&take.skeleton, take.row(0));
    for (name, x) in [("Upper Arm", 1.0), ("Forearm", 3.0), ("Hand", 6.0)] {
        let id = take.skeleton.find(name).expect(name);
        assert_eq!(pose.position(id), Vec3::new(x, 0.0, 0.0), "{name}");
    }
}

#[test]
fn a_chain_too_deep_is_refused_where_it_becomes_so() {
    let m = "1 0 0 0 1 0 0 0 1 0 0 0";
    let chain = |depth: usize| {
        let mut text = format!("{depth} 0\n<a> * 1 1 1 {m} {m}\n");
        for parent in 0..depth - 1 {
            text += &format!("<b> {parent} 1 1 1 {m} {m}\n");
        }
        Input::of("deep.txt", text.into_bytes()).load()
    };
    assert!(chain(MAX_DEPTH).is_ok());
    let error = chain(MAX_DEPTH + 1).expect_err("too deep").to_string();
    let expected = "deep.txt:4098:5: the hierarchy is nested deeper than 4096 levels\n";
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn animations_that_lie_together_are_takes_of_their_own_and_share_a_structure() {
    let folder = Folder::new("bonespro");
    let animation = animation(&head("Bones", "Absolute", "Matrix", "XYZ", "Degrees"), false, rows);
    let [walk, run] =
        ["arm_walk.txt", "arm_run.txt"].map(|name| PathBuf::from(folder.write(name, &animation)));
    let opened = |paths: &[PathBuf]| -> Vec<(PathBuf, Option<usize>)> {
        let all = open_all(paths, &OpenOptions::default()).into_iter();
        all.map(|(path, result)| {
            let found = result.unwrap_or_else(|error| panic!("{error}"));
            let is_whole = found.take.missing.is_none();
            (path, is_whole.then_some(found.companions.len()))
        })
        .collect()
    };
    // Each is the only text file beside the other, and still not its structure.
    let both = [walk.clone(), run.clone()];
    let lone = [(walk.clone(), None), (run.clone(), None)];
    assert_eq!(opened(&both), lone);
    folder.write("notes.txt", "which take is which");
    let structure = PathBuf::from(folder.write("arm.txt", &structure()));
    let whole = [(walk.clone(), Some(1)), (run.clone(), Some(1))];
    assert_eq!(opened(&both), whole);
    assert_eq!(opened(&[walk.clone(), structure, run.clone()]), whole);
    let whole = [(run, Some(1)), (walk, Some(1))];
    assert_eq!(opened(std::slice::from_ref(&folder.0)), whole);
}

#[test]
fn counts_beyond_the_file_take_no_memory_and_no_time() {
    for text in [
        "4000000000 4000000000 4000000000 Bones Absolute Matrix XYZ Degrees 0 1 1 1 2 3",
        "1 4000000000 4000000000 Mesh Absolute Absolute Matrix XYZ Degrees 0 1 1 1 2 3",
        "4000000000 4000000000 4000000000 Mesh (bones c.s) Absolute Matrix XYZ Degrees 0 1 1 0 4000000000 1 1 2 3",
        "4000000000 4000000000 <a> * 1 1 1 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0",
    ] {
        assert!(Input::of("x.txt", text.into()).load().is_err());
    }
}

#[test]
fn a_structure_that_does_not_fit_is_opened_on_its_own() {
    let folder = Folder::new("bonespro-unfit");
    let structure = "2 0\n<A>\n*\n1 1 1\n1 0 0\n0 1 0\n0 0 1\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n0 0 0\n\
                     <B>\n0\n1 1 1\n1 0 0\n0 1 0\n0 0 1\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n0 0 0\n";
    let animation = "1 0 1\nBones\nAbsolute\nEuler Angles\nXYZ\nDegrees\n0\n0\n1\n1 1 1\n0 0 0\n0 0 0\n0 0 0\n0 0 0\n";
    let paths: Vec<PathBuf> = vec![
        folder.write("walk_anim.txt", animation).into(),
        folder.write("walk_structure.txt", structure).into(),
    ];
    let opened = open_all(&paths, &OpenOptions::default());
    let takes: Vec<_> = opened
        .iter()
        .map(|(_, result)| &result.as_ref().expect("a take").take)
        .map(|take| (take.name.as_str(), take.motion.frame_count(), take.missing))
        .collect();
    assert_eq!(
        takes,
        [("walk_anim", 1, Some("its structure export")), ("walk_structure", 0, None)]
    );
}
