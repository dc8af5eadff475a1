//! Takes that move alike are found among others, and those that don't are not.

use std::path::Path;

use crate::support::copies::{Copy, units};
use crate::support::folder::Folder;
use crate::support::planted::Table;
use crate::support::retakes::{cut, mirrored, noisy, retimed};
use crate::support::{self, Random};
use glam::{Quat, Vec3};
use rushes::export::{EXPORTS, Export};
use rushes::files;
use rushes::loader::FORMATS;
use rushes::review::alike::{Alike, AlikeKind, DUPLICATE, Signature, alike, candidates};
use rushes::take::{Axis, Take};

fn signature(take: &Take) -> Signature {
    Signature::of(take).unwrap_or_else(|| panic!("{} moves", take.name))
}

fn compared(a: &Take, b: &Take) -> Alike {
    alike(&signature(a), &signature(b))
}

/// Takes of which none moves like another: parts of the built-in one, and figures that swing all joints.
fn unlike() -> Vec<Take> {
    let whole = files::builtin();
    let frames = whole.motion.frame_count();
    let mut takes: Vec<Take> =
        [0..frames / 3, frames / 3..frames * 2 / 3].map(|part| cut(&whole, part)).into();
    takes.extend((0..12).map(|seed| {
        let cycles = Table::cycle(60.0, &mut Random::new(seed)).take();
        let rows: Vec<&[f32]> = cycles.motion.rows().collect();
        let twice: Vec<f32> = rows.iter().chain(&rows).flat_map(|row| row.to_vec()).collect();
        let motion = rushes::take::Motion::new(
            cycles.motion.frame_time(),
            2 * rows.len(),
            cycles.motion.columns(),
            twice,
        );
        Take::new("cycles", cycles.format, cycles.skeleton.clone(), motion, cycles.units)
    }));
    takes
}

/// The copies that people make of a take, and what each is found to be.
fn copies(take: &Take, random: &mut Random) -> Vec<(&'static str, Take, AlikeKind)> {
    let frames = take.motion.frame_count();
    let part = frames / 5..frames / 5 + frames * 3 / 5;
    let turn = Quat::from_rotation_y(2.1);
    let elsewhere =
        Copy { turn, shift: Vec3::new(300.0, 0.0, -120.0), scale: 0.01, ..Copy::default() };
    let lying = Copy { turn: Quat::from_rotation_x(1.570_796_4), ..Copy::default() };
    vec![
        ("slower", retimed(take, 0.8), AlikeKind::OtherSpeed),
        ("faster", retimed(take, 1.25), AlikeKind::OtherSpeed),
        ("read at another rate", retimed(take, 0.25), AlikeKind::OtherSpeed),
        ("mirrored", mirrored(take), AlikeKind::Mirrored),
        ("cut", cut(take, part.clone()), AlikeKind::Part),
        ("with noise", noisy(take, 0.01, random), AlikeKind::Duplicate),
        ("elsewhere", elsewhere.of(take, Axis::Y.positive()), AlikeKind::Duplicate),
        ("with Z up", lying.of(take, Axis::Z.positive()), AlikeKind::Duplicate),
        ("cut and faster", retimed(&cut(take, part.clone()), 1.25), AlikeKind::Part),
        ("cut and mirrored", mirrored(&cut(take, part)), AlikeKind::Mirrored),
    ]
}

#[test]
fn every_copy_of_a_take_is_found_before_every_other_take() {
    let all = unlike();
    let signatures: Vec<Signature> = all.iter().map(signature).collect();
    let mut random = Random::new(52);
    let mut found = 0;
    for (i, take) in all.iter().enumerate().take(4) {
        for (what, copy, kind) in copies(take, &mut random) {
            let copy = signature(&copy);
            let its = alike(&signatures[i], &copy);
            assert_eq!(its.kind, kind, "{i} {what}: {its:?}");
            for (j, other) in signatures.iter().enumerate().filter(|(j, _)| *j != i) {
                let other = alike(other, &copy);
                assert!(other.distance > its.distance, "{i} {what}, {j}: {its:?} {other:?}");
                assert!(!other.kind.is_duplicate(), "{i} {what}, {j}: {other:?}");
            }
            let rows = signatures.iter().map(Signature::to_bytes).enumerate();
            let likeliest = candidates(&copy, rows, 3);
            assert!(likeliest.iter().any(|(id, _)| *id == i), "{i} {what}: {likeliest:?}");
            found += 1;
        }
    }
    assert_eq!(found, 40);
}

#[test]
fn other_motions_are_no_duplicates() {
    let signatures: Vec<Signature> = unlike().iter().map(signature).collect();
    assert_eq!(signatures.len(), 14);
    for (i, a) in signatures.iter().enumerate() {
        for (j, b) in signatures.iter().enumerate() {
            let found = alike(a, b);
            assert_eq!(found.kind.is_duplicate(), i == j, "{i} {j}: {found:?}");
        }
    }
}

#[test]
fn the_speed_and_the_part_are_told_from_both_sides() {
    let take = &unlike()[0];
    let frames = take.motion.frame_count();
    let seconds = |frame: usize| frame as f64 * take.motion.frame_time();
    let faster = compared(take, &retimed(take, 1.25));
    assert!((faster.speed - 1.25).abs() < 0.03, "{faster:?}");
    let slower = compared(&retimed(take, 1.25), take);
    assert!((slower.speed - 0.8).abs() < 0.03, "{slower:?}");
    let part = frames / 4..frames * 3 / 4;
    let found = compared(take, &cut(take, part.clone()));
    let other = compared(&cut(take, part.clone()), take);
    assert_eq!(found.parts[0], other.parts[1]);
    let [whole, of_part] = &found.parts;
    assert!(found.is_part && of_part.start == 0.0, "{found:?}");
    assert!((whole.start - seconds(part.start)).abs() < 0.15, "{found:?}");
    assert!((whole.end - seconds(part.end)).abs() < 0.15, "{found:?}");
    assert!(found.describe().starts_with("the same motion, "), "{}", found.describe());
}

#[test]
fn the_same_motion_is_found_in_every_format() {
    let take = &unlike()[0];
    let folder = Folder::new("alike");
    let mut formats = 0;
    let is_read = |export: &&Export| {
        FORMATS.iter().any(|format| format.extensions.contains(&export.extension))
    };
    for export in EXPORTS.iter().filter(is_read) {
        let write = |extension: &str, write: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = Vec::new();
            write(&mut bytes);
            let path = folder.0.join(format!("copy {}.{extension}", export.extension));
            std::fs::write(&path, bytes).expect("a temporary file");
            path
        };
        if let Some(second) = &export.second {
            write(second.extension, &|out| {
                (second.write)(take, out).unwrap();
            });
        }
        let path = write(export.extension, &|out| {
            export.write(take, out).unwrap();
        });
        let copy = rushes::open(&path).unwrap_or_else(|e| panic!("{e}"));
        let found = compared(take, &copy);
        assert_eq!(found.kind, AlikeKind::Duplicate, "{}: {found:?}", export.name);
        formats += 1;
    }
    assert!(formats >= 8, "{formats}");
}

#[test]
fn names_and_lengths_tell_the_same_skeleton() {
    let take = &unlike()[0];
    let other = Copy { rename: &|name| name.replace("Arm", "arm_"), ..Copy::default() };
    let other = other.of(take, Axis::Y.positive());
    assert!(compared(take, &cut(take, 0..200)).same_skeleton);
    let found = compared(take, &other);
    assert!(!found.same_skeleton && found.kind == AlikeKind::Duplicate, "{found:?}");
    let longer = ("LeftForeArm", Vec3::X * 15.0);
    let longer = Copy { moved: Some(longer), ..Copy::default() }.of(take, Axis::Y.positive());
    assert!(!compared(take, &longer).same_skeleton);
}

#[test]
fn what_has_few_joints_or_stands_still_is_like_nothing() {
    let names = ["a", "b", "c", "d", "e", "f", "g"];
    let prop = support::copies::markers(&names, 0.01, 200, |marker, time| {
        glam::DVec3::new(time.sin(), marker as f64, time.cos())
    });
    assert_eq!(Signature::of(&prop), None);
    let still = files::builtin();
    let row = still.row(0).repeat(100);
    let motion = rushes::take::Motion::new(0.01, 100, still.motion.columns(), row);
    let units = units(0.01, Axis::Y.positive());
    let still = Take::new("still", still.format, still.skeleton.clone(), motion, units);
    assert_eq!(Signature::of(&still), None);
    assert_eq!(Signature::of(&cut(&files::builtin(), 0..1)), None);
}

#[test]
fn points_without_names_are_found_by_how_they_are_spread() {
    let nameless = |name: &str| format!("p{}", name.len() * 31 + name.as_bytes()[0] as usize);
    let nameless = Copy { rename: &nameless, ..Copy::default() };
    let takes = unlike();
    let copies: Vec<Take> =
        takes.iter().take(6).map(|take| nameless.of(take, Axis::Y.positive())).collect();
    for (i, copy) in copies.iter().enumerate() {
        for (j, other) in copies.iter().enumerate() {
            let found = compared(copy, &retimed(other, 0.9));
            assert_eq!(found.kind.is_duplicate(), i == j, "{i} {j}: {found:?}");
        }
        assert_eq!(compared(copy, &takes[i]).distance, 10.0, "names tell nothing of it");
    }
}

#[test]
fn signatures_are_small_and_come_back_from_their_bytes() {
    let whole = signature(&files::builtin());
    let bytes = whole.to_bytes();
    assert!(bytes.len() <= 2048, "{}", bytes.len());
    assert_eq!(Signature::from_bytes(bytes).as_ref(), Some(&whole));
    for length in 0..bytes.len() {
        assert_eq!(Signature::from_bytes(&bytes[..length]), None, "{length}");
    }
    assert_eq!(Signature::from_bytes(&[bytes, &[0]].concat()), None);
    let mut random = Random::new(3);
    for _ in 0..2000 {
        let mut damaged = bytes.to_vec();
        damaged[random.below(Signature::HEAD)] = random.bits() as u8;
        if let Some(damaged) = Signature::from_bytes(&damaged) {
            alike(&whole, &damaged);
            candidates(&damaged, [((), bytes)], 1);
        }
    }
    let mut older = bytes.to_vec();
    older[0] = Signature::VERSION.wrapping_add(1);
    assert_eq!(Signature::from_bytes(&older), None);
}

#[test]
fn the_likeliest_come_first_and_their_heads_are_enough() {
    let all = unlike();
    let signatures: Vec<Signature> = all.iter().map(signature).collect();
    let heads = signatures.iter().map(|signature| &signature.to_bytes()[..Signature::HEAD]);
    let junk: [&[u8]; 3] = [&[], &[1, 2, 3], &[255; 100]];
    let rows: Vec<(usize, &[u8])> = heads.chain(junk).enumerate().collect();
    for (i, wanted) in signatures.iter().enumerate() {
        let found = candidates(wanted, rows.iter().copied(), 5);
        assert_eq!(found[0], (i, 0.0));
        assert_eq!(found.len(), 5);
        assert!(found.is_sorted_by(|a, b| a.1 <= b.1), "{found:?}");
        assert_eq!(found[1..], candidates(wanted, rows.iter().copied(), 17)[1..5]);
    }
    assert!(candidates(&signatures[0], rows, 0).is_empty());
}

/// The real takes that are one performance in several files.
const SAME: [&[&str]; 6] = [
    &["01_01.amc", "assimp--01_01.bvh"],
    &["AMCParser-a/walk_01.amc", "AMCParser-b-crlf/walk_01.amc"],
    &["bvh-python--test_mocapbank.bvh", "bvh-toolbox--test_mocapbank.bvh"],
    &["comp_3d_2--fixed.bvh", "comp_3d_2--raw.bvh"],
    &["comp_video_1--fixed.bvh", "demo_video_1--raw.bvh"],
    &["deep-motion-editing--fixed.bvh", "deep-motion-editing--raw.bvh"],
];

#[test]
fn real_takes_are_like_their_other_files_and_copies_and_like_no_others() {
    let Some(corpus) = support::corpus() else { return };
    let folders = ["bvh", "acclaim"].map(|folder| corpus.join(folder));
    let paths = folders.iter().flat_map(|folder| support::files(folder, &["bvh", "amc"]));
    let takes = paths.filter_map(|path| {
        let take = rushes::open(&path).ok()?;
        let signature = Signature::of(&take)?;
        Some((path, signature, take))
    });
    let takes: Vec<_> = takes.collect();
    assert!(takes.len() >= 40, "{}", takes.len());
    let is_in = |path: &Path, group: &[&str]| {
        let path = path.to_string_lossy().replace('\\', "/");
        group.iter().any(|name| path.ends_with(name))
    };
    let mut together = 0;
    for (i, (a, of_a, _)) in takes.iter().enumerate() {
        for (b, of_b, _) in &takes[i + 1..] {
            let found = alike(of_a, of_b);
            let same = SAME.iter().any(|group| is_in(a, group) && is_in(b, group));
            assert_eq!(found.kind.is_duplicate(), same, "{a:?} {b:?}: {found:?}");
            together += usize::from(same);
        }
    }
    assert_eq!(together, SAME.len());
    let (mut near, mut copies) = (0, 0);
    for (_, signature, take) in takes.iter().filter(|(_, _, take)| take.motion.duration() > 1.0) {
        let frames = take.motion.frame_count();
        let part = cut(take, frames / 5..frames * 4 / 5);
        for copy in [retimed(take, 0.8), retimed(take, 1.25), mirrored(take), part] {
            let distance = Signature::of(&copy).map(|copy| alike(signature, &copy).distance);
            near += usize::from(distance.is_some_and(|distance| distance <= DUPLICATE));
            copies += 1;
        }
    }
    assert!(near * 100 >= copies * 95, "{near} of {copies}");
}
