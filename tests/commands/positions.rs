//! What `rushes positions` writes, as CSV and for NumPy, read back.

use std::path::{Path, PathBuf};

use crate::support::folder::Folder;
use crate::support::{self, program};
use glam::Vec3;
use rushes::evaluate::Pose;
use rushes::loader::{FORMATS, Source};
use rushes::take::{BoneEnd, FileNumbers, LostFrames, NodeId, Take, WarningCode, microseconds};

/// The take that comes of the table of a file, printed with these options.
fn read_back(path: &Path, options: &[&str]) -> Take {
    let path = path.to_str().expect("UTF-8");
    let mut arguments = vec!["positions", "-q", path];
    arguments.extend(options);
    let table = program::rushes(&arguments).done();
    let source = Source::new("table.csv", table.as_bytes());
    rushes::read_with(&source).unwrap_or_else(|e| panic!("{path} {options:?}: {e}"))
}

/// The positions of all that is printed of a pose.
fn points(take: &Take, pose: &Pose) -> Vec<Vec3> {
    let nodes = take.skeleton.iter().map(|(id, _)| pose.position(id));
    let bones = take.skeleton.bones().iter();
    let tips = bones.filter(|bone| matches!(bone.end, BoneEnd::Local(_)));
    nodes.chain(tips.map(|bone| pose.bone_end(bone.node, bone.end))).collect()
}

/// The bits of how sure each point is that tells it.
fn confidences(take: &Take, frame: usize) -> Vec<u32> {
    let columns = take.skeleton.nodes().iter().filter_map(|node| node.confidence_column());
    columns.map(|column| take.row(frame)[column].to_bits()).collect()
}

/// The bits of a position, of which zeros have no sign; none where it is a gap.
fn bits(at: Vec3) -> Option<[u32; 3]> {
    let at = at + Vec3::ZERO;
    at.is_finite().then(|| at.to_array().map(f32::to_bits))
}

/// Whether nothing is told of a table but what it never says.
fn is_unreported(back: &Take) -> bool {
    let is_usual = |code| {
        let usual = [WarningCode::UpAssumed, WarningCode::NameRepeated];
        usual.contains(&code)
    };
    back.warnings.iter().all(|reported| is_usual(reported.code))
}

/// Files of each format that move and whose times run on evenly.
fn moving() -> Vec<PathBuf> {
    let good = support::root().join("tests/good");
    let mut found = Vec::new();
    for format in FORMATS {
        let files = support::files_of(&good, format).into_iter();
        let moving = files.filter(|path| {
            let bytes = support::read(path);
            let take = rushes::read(&support::name(path), &bytes);
            take.is_ok_and(|take| {
                let is_jumping = matches!(take.numbers, Some(FileNumbers::Jumping { .. }));
                // One that is read otherwise with what belongs to it is not the same here.
                let is_alone = support::take(path).read_with.is_empty();
                let is_whole = take.lost == LostFrames::default() && !is_jumping;
                take.motion.frame_count() > 1 && is_whole && is_alone
            })
        });
        found.extend(moving.take(3));
    }
    found
}

#[test]
fn positions_of_every_format_come_back_to_the_bit() {
    let files = moving();
    let (mut gaps, mut sure) = (0, 0);
    for path in &files {
        let take = support::take(path);
        let expected: Vec<Vec<_>> = (0..take.motion.frame_count())
            .map(|frame| {
                let pose = Pose::of(&take.skeleton, take.row(frame));
                points(&take, &pose).into_iter().map(bits).collect()
            })
            .collect();
        let names: Vec<String> = take.points().map(|point| point.name).collect();
        for options in
            [&[][..], &["--wide"], &["--rotations", "quat"], &["--wide", "--rotations", "euler"]]
        {
            let what = format!("{} {options:?}", path.display());
            let back = read_back(path, options);
            assert_eq!(back.format.to_string(), "Positions", "{what}");
            let nodes = back.skeleton.nodes().iter();
            let found: Vec<&str> = nodes.map(|node| node.name.as_str()).collect();
            assert_eq!(found, names, "{what}");
            assert_eq!(back.motion.frame_count(), expected.len(), "{what}");
            for (frame, expected) in expected.iter().enumerate() {
                let pose = Pose::of(&back.skeleton, back.row(frame));
                let found: Vec<_> = points(&back, &pose).into_iter().map(bits).collect();
                assert_eq!(&found, expected, "{what}, frame {frame}");
                gaps += found.iter().filter(|at| at.is_none()).count();
                assert_eq!(confidences(&back, frame), confidences(&take, frame), "{what}");
                sure += confidences(&back, frame).len();
                assert_eq!(back.number(frame), take.number(frame), "{what}");
                let [ours, theirs] = [&back, &take].map(|t| microseconds(t.file_time(frame)));
                assert_eq!(ours, theirs, "{what}, frame {frame}");
            }
            assert!(is_unreported(&back), "{what}: {:?}", back.warnings);
        }
    }
    assert!(files.len() > 30, "only {} files", files.len());
    assert!(gaps > 10, "only {gaps} gaps");
    assert!(sure > 50, "only {sure} points with a confidence");
}

#[test]
fn moments_between_frames_come_back_at_their_times() {
    let path = support::root().join("tests/good/bvh/crlf.bvh");
    let take = support::take(&path);
    let seconds = take.motion.frame_time();
    assert!(take.motion.frame_count() > 1);
    let times: Vec<String> = [0.0, 0.5, 1.0].map(|part| (part * seconds).to_string()).into();
    let times = times.join(",");
    for options in [&["--times", &times][..], &["--wide", "--times", &times]] {
        let back = read_back(&path, options);
        assert_eq!(back.motion.frame_count(), 3, "{options:?}");
        assert!((back.motion.frame_time() - seconds / 2.0).abs() < 1e-6);
        assert_eq!(back.numbers, None);
        assert!(is_unreported(&back), "{options:?}: {:?}", back.warnings);
        let mut between = Pose::default();
        between.evaluate_between(&take.skeleton, [take.row(0), take.row(1)], 0.5);
        let found = Pose::of(&back.skeleton, back.row(1));
        let [found, expected] = [points(&back, &found), points(&take, &between)]
            .map(|all| all.into_iter().map(bits).collect::<Vec<_>>());
        assert_eq!(found, expected, "{options:?}");
    }
}

/// What the program writes for NumPy of a file, read back.
fn written_and_read(path: &Path, rotations: Option<&str>, folder: &Folder) -> Take {
    let out = folder.path("out.npz");
    let input = path.to_str().expect("UTF-8");
    let mut arguments = vec!["positions", "-q", input, "-o", &out];
    arguments.extend(rotations.iter().flat_map(|form| ["--rotations", form]));
    program::rushes(&arguments).done();
    support::take(out.as_ref())
}

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
        ("keypoint json/panoptic.json", None),
    ] {
        let path = support::root().join("tests/good").join(file);
        let take = support::take(&path);
        let back = written_and_read(&path, rotations, &folder);
        let what = format!("{file} {rotations:?}");
        assert_eq!(back.motion.frame_count(), take.motion.frame_count(), "{what}");
        let [ours, theirs] = [&back, &take].map(|take| take.motion.frame_time());
        assert!((ours - theirs).abs() < 1e-9, "{what}: {ours} {theirs}");
        assert_eq!(back.units.up.direction, take.units.up.direction, "{what}");
        assert_eq!(back.units.metres_per_unit, take.units.metres_per_unit, "{what}");
        for frame in 0..take.motion.frame_count() {
            assert_eq!(confidences(&back, frame), confidences(&take, frame), "{what}");
            let [ours, theirs] =
                [&back, &take].map(|take| Pose::of(&take.skeleton, take.row(frame)));
            for (id, node) in take.skeleton.iter() {
                let same = back.skeleton.find(&node.name);
                let same = same.unwrap_or_else(|| panic!("{what}: {}", node.name));
                let above = |take: &Take, parent: Option<NodeId>| {
                    parent.map(|id| take.skeleton[id].name.clone())
                };
                let parents =
                    [above(&back, back.skeleton[same].parent()), above(&take, node.parent())];
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
