//! NPZ and NPY files as this project writes them for its tests, and what is read of them.

mod support;

#[cfg(feature = "app")]
#[path = "support/program.rs"]
mod program;
#[path = "support/npz.rs"]
mod writer;

use std::path::PathBuf;

#[cfg(feature = "app")]
use rushes::evaluate::Pose;
#[cfg(feature = "app")]
use rushes::take::{NodeId, Take};
#[cfg(feature = "app")]
use support::folder::Folder;
use writer::Packing::{Deflated, Stored, Streamed};
use writer::{
    Array, archive, bytes_text, doubles, floats, fortran_doubles, halves, integers, objects,
    records, texts,
};

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
    [
        floats("positions", &LEG, &leg()),
        names(),
        parents(),
        rate(50.0),
    ]
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

/// As `rushes positions --rotations quat` writes it: a shin with a foot that is the tip of a bone.
fn own() -> Vec<Array> {
    let half = 0.5f32.sqrt();
    let nan = f32::NAN;
    vec![
        floats(
            "positions",
            &[2, 2, 3],
            &[0., 50., 0., 0., 0., 0., 0., 50., 0., 50., 50., 0.],
        ),
        floats(
            "rotations",
            &[2, 2, 4],
            &[
                0., 0., 0., 1., nan, nan, nan, nan, 0., 0., half, half, nan, nan, nan, nan,
            ],
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
    add(
        "good/npz/halves.npz",
        places(halves("keypoints", &LEG, &leg())),
    );
    let flat = floats("body_positions", &[4, 9], &leg());
    add("good/npz/a-row-a-frame.npz", places(flat));
    let one = floats("joints3d", &[1, 4, 3, 3], &leg());
    add("good/npz/one-of-a-batch.npz", places(one));
    add(
        "good/npz/another-name.npz",
        places(floats("skeleton", &LEG, &leg())),
    );
    add("good/npz/alone.npy", positions.bytes.clone());
    add("good/npz/turned.npz", archive(Stored, &turned()));
    add("good/npz/own.npz", archive(Stored, &own()));
    add("good/npz/smpl.npz", archive(Stored, &poses(24)));
    add("good/npz/smpl-h.npz", archive(Deflated, &poses(52)));
    add("good/npz/smpl-x-parts.npz", archive(Stored, &parts()));

    let mut gaps = leg();
    gaps[9 + 3..9 + 6].fill(f32::NAN);
    gaps[18 + 8] = f32::NAN;
    add(
        "good/npz/gaps.npz",
        places(floats("positions", &LEG, &gaps)),
    );
    let child_first = [
        floats("positions", &LEG, &leg()),
        texts("names", &["Toe", "Ankle", "Knee"]),
        integers("kintree_table", &[2, 3], &[1, 2, -1, 0, 1, 2]),
        rate(50.0),
    ];
    add("good/npz/child-first.npz", archive(Stored, &child_first));
    let circle = integers("parents", &[3], &[-1, 2, 1]);
    add(
        "good/npz/circle.npz",
        with(&[names.clone(), circle, rate(50.0)]),
    );
    let objects_of_names = objects("joint_names", &[3], b"\x80\x04.");
    add(
        "good/npz/names-of-objects.npz",
        with(&[objects_of_names, rate(50.0)]),
    );
    add(
        "good/npz/rate-0.npz",
        with(&[names.clone(), parents.clone(), rate(0.0)]),
    );
    add(
        "good/npz/no-rate.npz",
        with(&[names.clone(), parents.clone()]),
    );

    let [record, values] = seams(&stored, &positions);
    add("good/npz/cut-off.npz", {
        let last = archive(
            Stored,
            &[&about[..], std::slice::from_ref(&positions)].concat(),
        );
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
    add(
        "good/npz/no-shape-of-another.npz",
        set(other + shape.expect("a shape") + 1, b'x'),
    );
    // The size of the data.
    add("good/npz/size-wrong.npz", set(record + 19, 0x70));

    add("bad/npz/shapes-alone.npz", archive(Stored, &parts()[2..3]));
    let keypoints = floats("keypoints", &[6, 3, 2], &leg());
    let flat = [keypoints, objects("names", &[2], b""), records("frames", 2)];
    add("bad/npz/in-a-plane.npz", archive(Stored, &flat));
    add(
        "bad/npz/objects-alone.npy",
        objects("", &[], b"\x80\x04.").bytes,
    );
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

/// What the program writes of a file, read back.
#[cfg(feature = "app")]
fn written_and_read(path: &std::path::Path, rotations: Option<&str>, folder: &Folder) -> Take {
    let out = folder.path("out.npz");
    let input = path.to_str().expect("UTF-8");
    let mut arguments = vec!["positions", "-q", input, "-o", &out];
    arguments.extend(rotations.iter().flat_map(|form| ["--rotations", form]));
    program::rushes(&arguments).done();
    support::take(out.as_ref())
}

#[cfg(feature = "app")]
#[test]
fn what_is_written_for_numpy_is_read_back() {
    let folder = Folder::new("npz-back");
    for (file, rotations) in [
        ("bvh/crlf.bvh", None),
        ("bvh/crlf.bvh", Some("quat")),
        ("bvh/crlf.bvh", Some("matrix")),
        ("mvnx/whole.mvnx", None),
        ("mvnx/whole.mvnx", Some("quat")),
        ("c3d/intel-floats.c3d", None),
    ] {
        let path = support::root().join("tests/good").join(file);
        let take = support::take(&path);
        let back = written_and_read(&path, rotations, &folder);
        let what = format!("{file} {rotations:?}");
        assert_eq!(
            back.motion.frame_count(),
            take.motion.frame_count(),
            "{what}"
        );
        let [ours, theirs] = [&back, &take].map(|take| take.motion.frame_time());
        assert!((ours - theirs).abs() < 1e-9, "{what}: {ours} {theirs}");
        assert_eq!(back.units.up.direction, take.units.up.direction, "{what}");
        assert_eq!(
            back.units.metres_per_unit, take.units.metres_per_unit,
            "{what}"
        );
        for frame in 0..take.motion.frame_count() {
            let [ours, theirs] =
                [&back, &take].map(|take| Pose::of(&take.skeleton, take.row(frame)));
            for (id, node) in take.skeleton.iter() {
                let same = back.skeleton.find(&node.name);
                let same = same.unwrap_or_else(|| panic!("{what}: {}", node.name));
                let above = |take: &Take, parent: Option<NodeId>| {
                    parent.map(|id| take.skeleton[id].name.clone())
                };
                let parents = [
                    above(&back, back.skeleton[same].parent),
                    above(&take, node.parent),
                ];
                assert_eq!(parents[0], parents[1], "{what}: {}", node.name);
                let [ours, theirs] = [ours.position(same), theirs.position(id)];
                let is_gap = ours.is_nan() && theirs.is_nan();
                assert!(
                    is_gap || ours.distance(theirs) < 1e-4,
                    "{what}: {}: {ours} {theirs}",
                    node.name
                );
            }
        }
    }
}
