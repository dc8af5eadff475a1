//! NPZ and NPY files as this project writes them for its tests, and what is read of them.

use std::path::PathBuf;

use crate::support;
use crate::support::npz::Packing::{Deflated, Stored, Streamed};
use crate::support::npz::{
    Array, archive, bytes_text, doubles, flags, floats, fortran_doubles, halves, integers, objects,
    records, texts,
};
use rushes::evaluate::Pose;
use rushes::glam::Vec3;
use rushes::loader::Source;

/// A leg of hip, knee and ankle that moves one metre to the right a frame.
const LEG: [usize; 3] = [4, 3, 3];

fn leg() -> Vec<f32> {
    let frame = |i: f32| [[i, 1.0, 0.0], [i, 0.5, 0.0], [i, 0.0, 0.25]];
    let frames = (0..LEG[0]).flat_map(|i| frame(i as f32));
    frames.flatten().collect()
}

fn names() -> Array {
    texts("joint_names", &["Hips", "Knee", "Ankle"])
}

fn parents() -> Array {
    integers("parents", &[3], &[-1, 0, 1])
}

fn rate(rate: f64) -> Array {
    doubles("fps", &[], &[rate])
}

/// A file with everything that a good one has.
fn sound() -> [Array; 4] {
    [floats("positions", &LEG, &leg()), names(), parents(), rate(50.0)]
}

/// The leg turned to the left on its second of two frames, with the matrices that say so.
fn turned() -> [Array; 5] {
    let still = [[0.0, 1.0, 0.0], [0.0, 0.5, 0.0], [0.0, 0.0, 0.25]];
    let turned = [[1.0, 1.0, 0.0], [1.0, 0.5, 0.0], [1.25, 0.0, 0.0]];
    let ahead = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    let left = [0.0, 0.0, 1.0, 0.0, 1.0, 0.0, -1.0, 0.0, 0.0];
    let places: Vec<f32> = [still, turned].into_iter().flatten().flatten().collect();
    let turns: Vec<f32> = [ahead, ahead, ahead, left, left, left].concat();
    [
        floats("posed_joints", &[2, 3, 3], &places),
        floats("global_rot_mats", &[2, 3, 3, 3], &turns),
        names(),
        parents(),
        rate(50.0),
    ]
}

/// A quarter of a turn.
const QUARTER: f64 = std::f64::consts::FRAC_PI_2;

/// Poses of SMPL on two frames: on its back, and upright with the left forearm up.
fn poses(joints: usize) -> [Array; 4] {
    let mut poses = vec![0.0; 2 * 3 * joints];
    let upright = 3 * joints;
    poses[upright] = QUARTER;
    poses[upright + 3 * 18 + 2] = QUARTER;
    [
        doubles("poses", &[2, 3 * joints], &poses),
        doubles("trans", &[2, 3], &[0.0, 0.0, 0.95, 1.0, 0.0, 0.95]),
        bytes_text("gender", "female"),
        doubles("mocap_framerate", &[], &[120.00004578]),
    ]
}

/// The upper part of a pose alone: hands and face of SMPL-X, and nothing that turns or moves the root.
fn parts() -> [Array; 4] {
    let mut limbs = vec![0.0; 63];
    limbs[3 * 17 + 2] = QUARTER;
    [
        doubles("pose_body", &[1, 63], &limbs),
        doubles("pose_jaw", &[1, 3], &[0.0; 3]),
        doubles("betas", &[16], &[0.0; 16]),
        rate(30.0),
    ]
}

/// Rotations that turn nothing, of so many joints on each of so many frames.
fn unturned(key: &str, frames: usize, joints: usize) -> Array {
    doubles(key, &[frames, 3 * joints], &vec![0.0; frames * 3 * joints])
}

/// Poses under the keys of the package smplx: Y is up, the left thumb bends, hands of another model are no
/// fingers of this one.
fn smplx_keys() -> Vec<Array> {
    let mut left = vec![0.0; 45];
    left[3 * 12 + 2] = QUARTER;
    vec![
        doubles("transl", &[1, 3], &[0.0, 0.95, 2.0]),
        unturned("global_orient", 1, 1),
        unturned("body_pose", 1, 21),
        doubles("left_hand_pose", &[1, 45], &left),
        doubles("right_hand_pose", &[1, 12], &[0.0; 12]),
        unturned("jaw_pose", 1, 1),
        unturned("leye_pose", 1, 1),
        rate(25.0),
    ]
}

/// A turn about X by so many quarters, row by row.
fn about_x(quarters: f64) -> [f64; 9] {
    let (sin, cos) = (quarters * QUARTER).sin_cos();
    [1.0, 0.0, 0.0, 0.0, cos, -sin, 0.0, sin, cos]
}

/// Matrices of SMPL: upside down for a camera whose Y points down, the left knee bent.
fn matrices() -> Vec<Array> {
    let mut all: Vec<[f64; 9]> = vec![about_x(0.0); 24];
    all[0] = about_x(2.0);
    all[4] = about_x(1.0);
    vec![
        doubles("pred_rotmat", &[1, 24, 3, 3], all.as_flattened()),
        doubles("pred_trans", &[1, 1, 3], &[0.0, -0.2, 4.0]),
        rate(30.0),
    ]
}

/// Six values for each joint of a body that squats, in another order each time.
fn six_values(order: [usize; 6]) -> Vec<Array> {
    let mut all: Vec<[f64; 9]> = vec![about_x(0.0); 22];
    (all[4], all[5]) = (about_x(0.75), about_x(0.75));
    let six = all.iter().flat_map(|matrix| order.map(|at| matrix[at]));
    let six: Vec<f64> = six.collect();
    vec![
        doubles("poses", &[1, 22, 6], &six),
        doubles("trans", &[1, 3], &[0.0, 0.95, 0.0]),
        rate(30.0),
    ]
}

/// Two people, of whom the second one is seen later.
fn two_people() -> Vec<Array> {
    let places = [
        [0.0, 0.95, 0.0],
        [0.0, 0.95, 0.1],
        [0.0, 0.95, 0.2],
        [1.0, 0.95, 0.0],
        [1.0, 0.95, 0.0],
        [1.0, 0.95, 0.1],
    ];
    let zeros =
        |key: &str, joints: usize| doubles(key, &[2, 3, 3 * joints], &vec![0.0; 18 * joints]);
    vec![
        doubles("trans", &[2, 3, 3], places.as_flattened()),
        zeros("root_orient", 1),
        zeros("pose_body", 21),
        flags("track_mask", &[2, 3], &[1, 1, 1, 0, 1, 1]),
        rate(30.0),
    ]
}

/// Features of HumanML3D on two frames: a body of equal steps upwards that turns by a quarter and goes ahead.
fn features(joints: usize, width: usize) -> Vec<f32> {
    let frame = |turn: f32, ahead: f32| {
        let root = [turn, 0.0, ahead, 1.0];
        let local = (1..joints).flat_map(|i| [0.25, 1.0 + i as f32 * 0.0625, 0.5]);
        let mut row: Vec<f32> = root.into_iter().chain(local).collect();
        row.resize(width, 0.0);
        row
    };
    let quarter = QUARTER as f32;
    [frame(quarter / 2.0, 2.0), frame(0.0, 0.0)].concat()
}

/// A row of Motion-X: the body is unturned, the jaw open, and the face and the shape are not read.
fn motion_x() -> Vec<f32> {
    let mut row = vec![0.0; 322];
    row[3 + 3 * 17 + 2] = QUARTER as f32;
    row[156] = 0.5;
    row[159..309].fill(9.0);
    row[309..312].copy_from_slice(&[1.0, 0.95, 2.0]);
    row[312..].fill(9.0);
    row
}

/// The joints of COCO, of somebody 1.7 m tall who stands before a camera: in millimetres, Y down.
fn coco() -> Vec<f32> {
    let joints: [[f32; 3]; 17] = [
        [0., -1600., 120.],
        [30., -1630., 90.],
        [-30., -1630., 90.],
        [75., -1610., 0.],
        [-75., -1610., 0.],
        [180., -1400., 0.],
        [-180., -1400., 0.],
        [230., -1130., 0.],
        [-230., -1130., 0.],
        [250., -880., 40.],
        [-250., -880., 40.],
        [100., -900., 0.],
        [-100., -900., 0.],
        [100., -480., 20.],
        [-100., -480., 20.],
        [100., -70., 0.],
        [-100., -70., 0.],
    ];
    let frames = (0..3).flat_map(|frame| joints.map(|[x, y, z]| [x, y, z + 50. * frame as f32]));
    let mut all: Vec<f32> = frames.flatten().collect();
    all[3 * 9..3 * 10].fill(f32::NAN);
    all
}

/// Five points that move one metre to the right a frame, on so many frames from one on.
fn five(from: usize, frames: usize) -> Vec<f32> {
    let points = |i: f32| (0..5).flat_map(move |joint| [i, joint as f32, 0.5]);
    (from..from + frames).flat_map(|i| points(i as f32)).collect()
}

/// As `rushes positions --rotations quat` writes it: a shin with a foot that is the tip of a bone.
fn own() -> Vec<Array> {
    let half = 0.5f32.sqrt();
    let nan = f32::NAN;
    vec![
        floats("positions", &[2, 2, 3], &[0., 50., 0., 0., 0., 0., 0., 50., 0., 50., 50., 0.]),
        floats(
            "rotations",
            &[2, 2, 4],
            &[0., 0., 0., 1., nan, nan, nan, nan, 0., 0., half, half, nan, nan, nan, nan],
        ),
        integers("parents", &[2], &[-1, 0]),
        integers("tip_of", &[2], &[-1, 0]),
        texts("names", &["Shin", "Shin_end"]),
        integers("numbers", &[2], &[101, 102]),
        doubles("times", &[2], &[2.0, 2.02]),
        doubles("frame_time", &[], &[0.01]),
        doubles("metres_per_unit", &[], &[0.01]),
        texts("up", &["-Y"]),
    ]
}

/// The byte at which the record of an array begins in an archive, and that at which its values do.
fn seams(bytes: &[u8], array: &Array) -> [usize; 2] {
    let find = |part: &[u8]| bytes.windows(part.len()).position(|found| found == part);
    let name = format!("{}.npy", array.key);
    let values = find(&array.bytes).expect("a stored array") + 128;
    [find(name.as_bytes()).expect("a name") - 30, values]
}

/// All committed files by their names.
fn fixtures() -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    let mut add = |name: &str, bytes: Vec<u8>| all.push((name.to_string(), bytes));
    let [positions, names, parents, rate_of_50] = sound();
    let stored = archive(Stored, &sound());
    let with = |more: &[Array]| archive(Stored, &[std::slice::from_ref(&positions), more].concat());
    let about = [names.clone(), parents.clone(), rate_of_50.clone()];
    let places = |array: Array| archive(Stored, &[&[array], &about[..]].concat());

    add("good/npz/stored.npz", stored.clone());
    add("good/npz/deflated.npz", archive(Deflated, &sound()));
    add("good/npz/streamed.npz", archive(Streamed, &sound()));
    let doubles_of = |key| fortran_doubles(key, LEG, &leg());
    add("good/npz/fortran-doubles.npz", places(doubles_of("joints")));
    add("good/npz/halves.npz", places(halves("keypoints", &LEG, &leg())));
    let flat = floats("body_positions", &[4, 9], &leg());
    add("good/npz/a-row-a-frame.npz", places(flat));
    let one = floats("joints3d", &[1, 4, 3, 3], &leg());
    add("good/npz/one-of-a-batch.npz", places(one));
    add("good/npz/another-name.npz", places(floats("skeleton", &LEG, &leg())));
    add("good/npz/alone.npy", positions.bytes.clone());
    add("good/npz/turned.npz", archive(Stored, &turned()));
    add("good/npz/own.npz", archive(Stored, &own()));
    add("good/npz/smpl.npz", archive(Stored, &poses(24)));
    add("good/npz/smpl-h.npz", archive(Deflated, &poses(52)));
    add("good/npz/smpl-x-parts.npz", archive(Stored, &parts()));

    let alone = |array: Array| array.bytes;
    add("good/npz/smplx-keys.npz", archive(Stored, &smplx_keys()));
    add("good/npz/smpl-matrices.npz", archive(Stored, &matrices()));
    for (name, order) in [
        ("rows", [0, 1, 2, 3, 4, 5]),
        ("columns", [0, 3, 6, 1, 4, 7]),
        ("side-by-side", [0, 1, 3, 4, 6, 7]),
    ] {
        let file = format!("good/npz/smpl-six-{name}.npz");
        add(&file, archive(Stored, &six_values(order)));
    }
    let dance = [
        unturned("smpl_poses", 1, 24),
        doubles("smpl_trans", &[1, 3], &[0.0, 95.0, 200.0]),
        doubles("smpl_scaling", &[1], &[100.0]),
        rate(60.0),
    ];
    add("good/npz/smpl-scaled.npz", archive(Stored, &dance));
    add("good/npz/smpl-two-people.npz", archive(Stored, &two_people()));
    let turned_over = doubles("poses", &[1, 72], &{
        let mut poses = [0.0; 72];
        poses[0] = 2.0 * QUARTER;
        poses
    });
    add("good/npz/smpl-alone.npy", alone(turned_over));
    let of_22 = features(22, 263);
    add("good/npz/humanml3d.npy", alone(floats("", &[2, 263], &of_22)));
    let of_21 = features(21, 251);
    add("good/npz/kit.npz", archive(Stored, &[floats("motion", &[2, 251], &of_21)]));
    add("good/npz/motion-x.npy", alone(floats("", &[1, 322], &motion_x())));
    add("good/npz/coco.npy", alone(floats("", &[3, 17, 3], &coco())));
    let whole: Vec<i32> = leg().iter().map(|value| (value * 1000.0) as i32).collect();
    add("good/npz/integers.npy", alone(integers("", &LEG, &whole)));
    add("good/npz/flat.npy", alone(floats("", &[3, 15], &five(0, 3))));
    // The end of the chain alone was not seen, on two of the frames.
    let is_sure = |frame, joint| joint < 2 || frame == 0 || frame == 3;
    let sure = |frame: usize, joint: usize| if is_sure(frame, joint) { 0.75 } else { 0.0 };
    let with_confidence = (0..4).flat_map(|frame| (0..3).map(move |joint| (frame, joint)));
    let with_confidence = with_confidence.flat_map(|(frame, joint)| {
        let place = &leg()[9 * frame + 3 * joint..][..3];
        [place[0], place[1], place[2], sure(frame, joint)]
    });
    let with_confidence: Vec<f32> = with_confidence.collect();
    add(
        "good/npz/confidence.npz",
        archive(
            Stored,
            &[&[floats("keypoints", &[4, 3, 4], &with_confidence)], &about[..]].concat(),
        ),
    );
    let other_key = [
        floats("points", &LEG, &leg()),
        texts("pictures", &["1.png", "2.png", "3.png", "4.png"]),
        texts("markers", &["Hips", "Knee", "Ankle"]),
        rate(50.0),
    ];
    add("good/npz/names-under-another-key.npz", archive(Stored, &other_key));
    let two = [five(0, 3), five(9, 3)].concat();
    add(
        "good/npz/two-people.npz",
        archive(Stored, &[floats("joints", &[2, 3, 5, 3], &two), rate(50.0)]),
    );
    let sequences = [
        unturned("walk/poses", 1, 24),
        doubles("walk/trans", &[1, 3], &[0.0, 0.95, 0.0]),
        unturned("run/poses", 2, 24),
        doubles("run/trans", &[2, 3], &[0.0, 0.95, 0.0, 0.0, 0.95, 1.0]),
        rate(50.0),
    ];
    add("good/npz/sequences.npz", archive(Stored, &sequences));
    // Each goes on where the one ahead ends.
    add(
        "good/npz/goes-on.npz",
        archive(Stored, &[floats("joints", &[9, 12, 5, 3], &five(0, 108)), rate(50.0)]),
    );
    let apart: Vec<f32> = (0..9).flat_map(|i| five(100 * i, 12)).collect();
    add(
        "good/npz/batch.npz",
        archive(Stored, &[floats("joints", &[9, 12, 5, 3], &apart), rate(50.0)]),
    );
    let picture = coco().into_iter().enumerate();
    let picture = picture.map(|(i, value)| if i % 3 == 2 { 0.75 } else { value });
    let picture: Vec<f32> = picture.collect();
    add("good/npz/in-a-picture.npy", alone(floats("", &[3, 17, 3], &picture)));
    let trained = features(22, 263).into_iter().enumerate();
    let trained = trained.map(|(i, value)| match i / 263 {
        0 => value,
        _ => value - 3.0 * (i % 7) as f32,
    });
    let trained: Vec<f32> = trained.collect();
    add("bad/npz/normalised.npy", alone(floats("", &[2, 263], &trained)));

    let mut gaps = leg();
    gaps[9 + 3..9 + 6].fill(f32::NAN);
    gaps[18 + 8] = f32::NAN;
    add("good/npz/gaps.npz", places(floats("positions", &LEG, &gaps)));
    let child_first = [
        floats("positions", &LEG, &leg()),
        texts("names", &["Toe", "Ankle", "Knee"]),
        integers("kintree_table", &[2, 3], &[1, 2, -1, 0, 1, 2]),
        rate(50.0),
    ];
    add("good/npz/child-first.npz", archive(Stored, &child_first));
    let circle = integers("parents", &[3], &[-1, 2, 1]);
    add("good/npz/circle.npz", with(&[names.clone(), circle, rate(50.0)]));
    let objects_of_names = objects("joint_names", &[3], b"\x80\x04.");
    add("good/npz/names-of-objects.npz", with(&[objects_of_names, rate(50.0)]));
    add("good/npz/rate-0.npz", with(&[names.clone(), parents.clone(), rate(0.0)]));
    add("good/npz/no-rate.npz", with(&[names.clone(), parents.clone()]));

    let [record, values] = seams(&stored, &positions);
    add("good/npz/cut-off.npz", {
        let last = archive(Stored, &[&about[..], std::slice::from_ref(&positions)].concat());
        let [_, values] = seams(&last, &positions);
        last[..values + 2 * 36 + 20].to_vec()
    });
    let set = |at: usize, value: u8| {
        let mut bytes = stored.clone();
        bytes[at] = value;
        bytes
    };
    // From 1.0 to 1.5, and from three joints to a letter.
    add("good/npz/checksum.npz", set(values + 6, 0xc0));
    let [other, _] = seams(&stored, &parents);
    let shape = stored[other..].windows(5).position(|w| w == b"(3, )");
    add("good/npz/no-shape-of-another.npz", set(other + shape.expect("a shape") + 1, b'x'));
    // The size of the data.
    add("good/npz/size-wrong.npz", set(record + 19, 0x70));

    add("bad/npz/shapes-alone.npz", archive(Stored, &parts()[2..3]));
    let keypoints = floats("keypoints", &[6, 3, 2], &leg());
    let flat = [keypoints, objects("names", &[2], b""), records("frames", 2)];
    add("bad/npz/in-a-plane.npz", archive(Stored, &flat));
    add("bad/npz/objects-alone.npy", objects("", &[], b"\x80\x04.").bytes);
    add("bad/npz/half-a-header.npy", positions.bytes[..60].to_vec());
    add("bad/npz/header-alone.npz", stored[..values].to_vec());
    add("bad/npz/no-shape.npz", {
        let shape = stored.windows(5).position(|w| w == b"(4, 3");
        let mut bytes = archive(Stored, std::slice::from_ref(&positions));
        bytes[shape.expect("a shape")] = b'x';
        bytes
    });
    add("bad/npz/packed-otherwise.npz", set(record + 8, 14));
    add("bad/npz/encrypted.npz", set(record + 6, 1));
    let bomb = floats("positions", &[65_536, 8, 3], &vec![0.0; 65_536 * 24]);
    add("bad/npz/bomb.npz", archive(Deflated, &[bomb]));
    let version = [&positions.bytes[..6], &[9], &positions.bytes[7..]].concat();
    add("bad/npz/version-9.npy", version);
    all
}

#[test]
#[cfg_attr(windows, ignore = "an archive says on which system it was made")]
fn the_files_of_the_cases_are_those_that_are_written_here() {
    let folder = support::root().join("tests");
    let is_blessed = std::env::var_os("RUSHES_BLESS").is_some();
    let mut written: Vec<PathBuf> = Vec::new();
    for (name, bytes) in fixtures() {
        let path = folder.join(&name);
        if is_blessed {
            std::fs::write(&path, &bytes).expect("a folder for it");
        }
        let is_same = std::fs::read(&path).is_ok_and(|known| known == bytes);
        assert!(is_same, "{name} differs: RUSHES_BLESS=1 writes it anew");
        written.push(path);
    }
    written.sort();
    let there =
        ["good/npz", "bad/npz"].map(|part| support::files(&folder.join(part), &["npz", "npy"]));
    let mut there = there.concat();
    there.sort();
    assert_eq!(there, written);
}

/// The names of the clips of a file, and where a joint is at first in one that is asked for.
fn clip(file: &str, asked: Option<&str>, joint: &str) -> (Vec<String>, Vec3) {
    let bytes = support::read(&support::root().join("tests/good/npz").join(file));
    let source = Source { clip: asked, ..Source::new(file, &bytes) };
    let take = rushes::read_with(&source).expect("a take");
    let node = take.skeleton.find(joint).expect("a joint");
    let place = Pose::of(&take.skeleton, take.row(take.motion.frame_count() - 1)).position(node);
    (take.clips.map_or(Vec::new(), |clips| clips.names), place)
}

#[test]
fn sequences_of_an_archive_are_clips() {
    let (names, place) = clip("sequences.npz", None, "pelvis");
    assert_eq!((names, place.z), (vec!["walk".into(), "run".into()], 0.0));
    assert_eq!(clip("sequences.npz", Some("run"), "pelvis").1.z, 1.0);
    let (names, place) = clip("batch.npz", Some("joints 3"), "0");
    assert_eq!((names.len(), place.x), (9, 211.0));
    assert_eq!(clip("batch.npz", Some("9"), "0").1.x, 811.0);
    assert_eq!(clip("goes-on.npz", None, "0"), (vec![], Vec3::new(107.0, 0.0, 0.5)));
}
