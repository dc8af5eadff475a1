//! Pickles and files of torch as this project writes them for its tests.

use std::path::PathBuf;

use crate::support;
use crate::support::pickle::{Py, array, dict, floats, packed, pickle, tensor, torch};
use glam::Vec3;
use rushes::evaluate::Pose;
use rushes::loader::Source;

/// A quarter of a turn.
const QUARTER: f32 = std::f32::consts::FRAC_PI_2;

/// Poses of SMPL on so many frames, upright with Y up, the left forearm up.
fn poses(frames: usize) -> Vec<f32> {
    let mut pose = vec![0.0; 72];
    pose[3 * 18 + 2] = QUARTER;
    pose.repeat(frames)
}

/// Where somebody is who walks along Z from a place on, half a metre a frame.
fn places(x: f32, frames: usize) -> Vec<f32> {
    (0..frames).flat_map(|frame| [x, 0.95, 0.5 * frame as f32]).collect()
}

/// Two people of WHAM, of whom the second one is there on frames 1, 2 and 4.
fn wham() -> Py {
    let person = |x: f32, frames: &[i64]| {
        let count = frames.len();
        let ids = frames.iter().flat_map(|frame| frame.to_le_bytes()).collect();
        dict(vec![
            ("pose_world", floats(&[count, 72], &poses(count))),
            ("trans_world", floats(&[count, 3], &places(x, count))),
            ("pose", floats(&[count, 72], &poses(count))),
            ("trans", floats(&[count, 3], &places(x + 10.0, count))),
            ("frame_ids", array(&[count], "i8", ids)),
        ])
    };
    Py::Dict(vec![
        (Py::Int(0), person(0.0, &[0, 1, 2, 3, 4])),
        (Py::Int(7), person(2.0, &[1, 2, 4])),
    ])
}

/// GVHMR's results, whose places are stored one axis after the other.
fn gvhmr() -> Vec<u8> {
    let limbs = |key| tensor(key, 126, 0, &[2, 63], &[63, 1]);
    let motion = |limbs: Py, places: Py| {
        dict(vec![
            ("body_pose", limbs),
            ("betas", tensor("b", 10, 0, &[2, 10], &[0, 1])),
            ("global_orient", tensor("r", 7, 1, &[2, 3], &[3, 1])),
            ("transl", places),
        ])
    };
    let all = dict(vec![
        ("smpl_params_incam", motion(limbs("0"), tensor("c", 6, 0, &[2, 3], &[3, 1]))),
        ("smpl_params_global", motion(limbs("0"), tensor("t", 6, 0, &[2, 3], &[1, 2]))),
    ]);
    let pose: Vec<f32> = poses(1)[3..66].to_vec();
    torch(
        &all,
        &[
            ("0", pose.repeat(2)),
            ("b", vec![0.0; 10]),
            ("r", vec![9.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
            ("c", vec![0.0, 0.95, 5.0, 0.0, 0.95, 6.0]),
            ("t", vec![0.0, 1.0, 0.95, 0.95, 2.0, 3.0]),
        ],
    )
}

/// 4DHumans' results: matrices of people by picture, who change places in the list.
fn phalp() -> Py {
    let identity = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    let upside_down = [1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0];
    let figure = || {
        dict(vec![
            ("global_orient", floats(&[1, 3, 3], &upside_down)),
            ("body_pose", floats(&[23, 3, 3], &identity.repeat(23))),
        ])
    };
    let picture = |time: i32, ids: &[i32]| {
        let place = |&id: &i32| floats(&[3], &[id as f32, 0.0, 10.0 + time as f32]);
        dict(vec![
            ("time", Py::Int(time)),
            ("tracked_ids", Py::List(ids.iter().map(|&id| Py::Int(id)).collect())),
            ("smpl", Py::List(ids.iter().map(|_| figure()).collect())),
            ("camera", Py::List(ids.iter().map(place).collect())),
        ])
    };
    dict(vec![
        ("frames/000001.jpg", picture(0, &[1])),
        ("frames/000002.jpg", picture(1, &[2, 1])),
        ("frames/000003.jpg", picture(2, &[1, 2])),
    ])
}

fn fixtures() -> Vec<(&'static str, Vec<u8>)> {
    let sound = pickle(&wham());
    let system = Py::Call("posix", "system", vec![Py::Text("true")]);
    let mut deep = vec![0x80, 2];
    deep.extend(b"]".repeat(100_000));
    deep.extend(b"a".repeat(99_999));
    deep.push(b'.');
    // Each list holds the one before it twice.
    let mut memo = vec![0x80, 2, b']', b'q', 0];
    for place in 1..=200 {
        memo.extend([b']', b'q', place, b'(', b'h', place - 1, b'h', place - 1, b'e']);
    }
    memo.push(b'.');
    let beyond = dict(vec![("poses", tensor("0", 72, 1, &[1, 72], &[72, 1]))]);
    vec![
        ("good/pickle/wham.pkl", sound.clone()),
        ("good/pickle/gvhmr.pt", gvhmr()),
        ("good/pickle/phalp.pkl", packed(&pickle(&phalp()))),
        ("bad/pickle/system.pkl", pickle(&dict(vec![("poses", system)]))),
        ("bad/pickle/cut-off.pkl", sound[..sound.len() / 2].to_vec()),
        (
            "bad/pickle/nothing-known.pkl",
            pickle(&dict(vec![("verts", floats(&[3, 3], &[0.0; 9]))])),
        ),
        ("bad/pickle/beyond-its-storage.pt", torch(&beyond, &[("0", vec![0.0; 72])])),
        ("bad/pickle/huge-shape.pkl", {
            pickle(&dict(vec![("poses", array(&[1 << 30, 1 << 30, 72], "f4", vec![0; 8]))]))
        }),
        ("bad/pickle/values-missing.pkl", {
            pickle(&dict(vec![("poses", array(&[1000, 72], "f4", vec![0; 8]))]))
        }),
        ("bad/pickle/bomb.pkl", packed(&vec![b'N'; 20 << 20])),
        ("bad/pickle/deep.pkl", packed(&deep)),
        ("bad/pickle/memo.pkl", memo),
    ]
}

#[test]
fn the_pickles_of_the_cases_are_those_that_are_written_here() {
    let folder = support::root().join("tests");
    let is_blessed = std::env::var_os("RUSHES_BLESS").is_some();
    let mut written: Vec<PathBuf> = Vec::new();
    for (name, bytes) in fixtures() {
        let path = folder.join(name);
        if is_blessed {
            std::fs::write(&path, &bytes).expect("a folder for it");
        }
        let is_same = std::fs::read(&path).is_ok_and(|known| known == bytes);
        assert!(is_same, "{name} differs: RUSHES_BLESS=1 writes it anew");
        written.push(path);
    }
    written.sort();
    let there = ["good/pickle", "bad/pickle"]
        .map(|part| support::files(&folder.join(part), &["pkl", "pt"]));
    let mut there = there.concat();
    there.sort();
    assert_eq!(there, written);
}

/// The names of the clips of a file, and where a joint is at last in one of them.
fn clip(bytes: &[u8], asked: Option<&str>, joint: &str) -> (Vec<String>, Vec3) {
    let source = Source { clip: asked, ..Source::new("walk.pkl", bytes) };
    let take = rushes::read_with(&source).expect("a take");
    let node = take.skeleton.find(joint).expect("a joint");
    let place = Pose::of(&take.skeleton, take.row(take.motion.frame_count() - 1)).position(node);
    (take.clips.map_or(Vec::new(), |clips| clips.names), place)
}

#[test]
fn motion_in_the_world_comes_ahead_of_that_of_the_camera() {
    let (names, place) = clip(&gvhmr(), None, "pelvis");
    assert_eq!(names, ["smpl_params_global", "smpl_params_incam"]);
    assert_eq!(place, Vec3::new(1.0, 0.95, 3.0));
    assert_eq!(clip(&gvhmr(), Some("2"), "pelvis").1, Vec3::new(0.0, 0.95, 6.0));
    let wham = pickle(&wham());
    let (names, place) = clip(&wham, None, "7:pelvis");
    assert_eq!((names, place), (vec!["world".into(), "camera".into()], Vec3::new(2.0, 0.95, 1.0)));
    assert_eq!(clip(&wham, Some("camera"), "7:pelvis").1, Vec3::new(12.0, 0.95, 1.0));
}

#[test]
fn no_pickle_that_breaks_off_or_is_damaged_does_more_than_fail() {
    let sound = pickle(&wham());
    for (at, step) in [(0, 1), (sound.len() / 2, 97)] {
        for end in (at..sound.len()).step_by(step).take(400) {
            assert!(rushes::read_with(&Source::new("walk.pkl", &sound[..end])).is_err(), "{end}");
        }
    }
    for at in (0..sound.len()).step_by(7).take(2000) {
        for byte in [0, b'R', b'b', b'(', 0xff] {
            let mut damaged = sound.clone();
            damaged[at] = byte;
            _ = rushes::read_with(&Source::new("walk.pkl", &damaged));
        }
    }
}
