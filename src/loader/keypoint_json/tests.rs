//! Tests of folders of a file a frame; those of single files are cases in `tests/good` and `tests/bad`.

use std::num::NonZeroUsize;

use super::super::{LoadError, Options, Progress, Sequence, Source, load};
use crate::take::Take;

/// Numbered files in memory; one without a text cannot be read.
#[derive(Debug)]
struct Files(Vec<(i64, String, Option<String>)>);

impl Files {
    fn of(list: &[(i64, &str)]) -> Self {
        let file = |(number, text): &(i64, &str)| {
            let text = (*text != "unreadable").then(|| text.to_string());
            (*number, format!("walk_{number}.json"), text)
        };
        Self(list.iter().map(file).collect())
    }

    fn load(&self) -> Result<Take, LoadError> {
        self.load_with(Options::default(), None)
    }

    fn load_with(&self, options: Options, progress: Option<&Progress>) -> Result<Take, LoadError> {
        let (_, name, text) = &self.0[0];
        let bytes = text.as_deref().unwrap_or_default().as_bytes();
        load(&Source { sequence: Some(self), options, progress, ..Source::new(name, bytes) })
    }
}

impl Sequence for Files {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn name(&self, index: usize) -> &str {
        &self.0[index].1
    }

    fn number(&self, index: usize) -> i64 {
        self.0[index].0
    }

    fn read(&self, index: usize, bytes: &mut Vec<u8>) -> Result<(), String> {
        let text = self.0[index].2.as_deref().ok_or("the disk is broken")?;
        *bytes = text.into();
        Ok(())
    }
}

/// The first coordinate of a point on each frame, a gap as a dash.
fn path(take: &Take, name: &str) -> String {
    let id = take.skeleton.find(name).unwrap();
    let column = take.skeleton[id].columns().start;
    let rows = take.motion.rows().map(|row| match row[column] {
        x if x.is_nan() => "-".to_string(),
        x => x.to_string(),
    });
    rows.collect::<Vec<String>>().join(" ")
}

fn warnings(take: &Take) -> Vec<String> {
    let usual = ["rate-assumed", "flat"];
    let others = take.warnings.iter().filter(|warning| !usual.contains(&warning.code.word()));
    others.map(ToString::to_string).collect()
}

/// A frame of OpenPose with people at these places; those in space come last.
fn openpose(flat: &[f32], space: &[f32]) -> String {
    let flat =
        flat.iter().map(|x| format!("{{\"person_id\":[-1],\"pose_keypoints_2d\":[{x},2,1]}}"));
    let space = space
        .iter()
        .map(|x| format!("{{\"pose_keypoints_2d\":[5,5,1],\"pose_keypoints_3d\":[{x},2,3,1]}}"));
    let people: Vec<String> = flat.chain(space).collect();
    format!("{{\"version\":1.3,\"people\":[{}]}}", people.join(","))
}

#[test]
fn a_folder_is_a_take_with_gaps_where_files_are_missing_and_lost_frames_where_they_are_broken() {
    let [one, two] = [openpose(&[1.0], &[]), openpose(&[2.0], &[])];
    let cut = &one[..30];
    for (list, points, messages) in [
        (&[(3, one.as_str()), (4, &two)][..], "1 2", &[][..]),
        (&[(3, &one), (6, &two), (7, &one)], "1 - - 2 1", &[]),
        (&[(0, &one), (5, &two), (10, &one)], "1 2 1", &[]),
        (
            &[(0, &one), (1, cut), (2, &two)],
            "1 - 2",
            &["1 frame is lost: walk_1.json:1:31: expected a quote, found the end of the file"],
        ),
        (
            &[(0, &one), (1, "unreadable"), (2, "[]"), (3, &one), (4, &two)],
            "1 - - 1 2",
            &["2 frames are lost: walk_1.json cannot be read: the disk is broken"],
        ),
        (
            &[(0, "{}"), (1, "[]"), (2, &openpose(&[], &[])), (3, &one), (4, &two)],
            "- - - 1 2",
            &["1 frame is lost: walk_1.json:1:1: expected an object, found \"[\""],
        ),
    ] {
        let take = Files::of(list).load().unwrap();
        assert_eq!(path(&take, "0"), points);
        assert_eq!(warnings(&take), messages);
        assert_eq!(take.number(0), Some(list[0].0));
    }
}

#[test]
fn frames_in_space_count_before_those_that_are_flat() {
    let flat = openpose(&[9.0], &[]);
    let take = Files::of(&[(0, &flat), (1, &openpose(&[], &[1.0])), (2, &flat)]).load().unwrap();
    assert_eq!(path(&take, "0"), "- 1 -");
    assert!(take.picture.is_none());
    let message = "a person has other joints than the first one, who has 1 joint in space: left out, first on frame 0";
    assert_eq!(warnings(&take), [format!("{message} (2 times)")]);
}

#[test]
fn a_folder_is_the_same_however_many_threads_read_it() {
    let frame = |i: i64| match i {
        700..710 => "{\"people\":[".to_string(),
        i if i % 50 == 0 => openpose(&[], &[]),
        i => {
            let people = openpose(&[i as f32, 5000.0 + i as f32], &[]);
            people.replacen("[-1]", "[1]", 1).replacen("[-1]", "[2]", 1)
        }
    };
    let texts: Vec<(i64, String)> = (1..2000).map(|i| (2 * i, frame(i))).collect();
    let list: Vec<(i64, &str)> = texts.iter().map(|(i, text)| (*i, text.as_str())).collect();
    let files = Files::of(&list);
    let of = |threads| {
        let options = Options { threads: NonZeroUsize::new(threads), ..Options::default() };
        let progress = Progress::default();
        let take = files.load_with(options, Some(&progress)).unwrap();
        assert_eq!(progress.announced(), Some(1999));
        let points = ["1:0", "2:0"].map(|name| path(&take, name));
        (points, take.lost.clone(), warnings(&take))
    };
    let one = of(1);
    assert_eq!(one.1.frames.frames(), 10);
    assert!(one.0[0].starts_with("1 2 3") && one.0[1].ends_with(" 6998 6999"), "{:?}", one.0);
    for threads in [2, 3, 7] {
        assert_eq!(of(threads), one, "{threads}");
    }
}

#[test]
fn nobody_reads_a_folder_on_that_is_not_waited_for() {
    let one = openpose(&[1.0], &[]);
    let progress = Progress::default();
    progress.cancel();
    let files = Files::of(&[(0, &one), (1, &one)]);
    let error = files.load_with(Options::default(), Some(&progress)).unwrap_err();
    assert_eq!(error.kind().word(), "cancelled");
}

#[test]
fn a_body_that_a_layout_has_by_definition_gives_its_names() {
    let joints =
        |count: usize| (1..=3 * count).map(|i| i.to_string()).collect::<Vec<_>>().join(",");
    let hand = joints(21);
    for (name, text, first, last) in [
        (
            "body",
            format!("{{\"people\":[{{\"pose_keypoints_2d\":[{}]}}]}}", joints(25)),
            "Nose",
            "RHeel",
        ),
        (
            "hands",
            format!(
                "{{\"people\":[{{\"hand_left_keypoints_2d\":[{hand}],\"pose_keypoints_2d\":[{}],\
                 \"hand_right_keypoints_2d\":[{hand}]}}]}}",
                joints(25)
            ),
            "Nose",
            "right_hand_pinky_tip",
        ),
        (
            "coco",
            format!("[{{\"image_id\":1,\"keypoints\":[{}]}}]", joints(17)),
            "nose",
            "right_ankle",
        ),
        (
            "halpe",
            format!("[{{\"image_id\":1,\"keypoints\":[{}]}}]", joints(26)),
            "nose",
            "right_heel",
        ),
        ("none", format!("[{{\"image_id\":1,\"keypoints\":[{}]}}]", joints(3)), "0", "2"),
    ] {
        let take = load(&Source::new("x.json", text.as_bytes())).unwrap_or_else(|e| panic!("{e}"));
        let nodes = take.skeleton.nodes();
        assert_eq!([&*nodes[0].name, &*nodes[nodes.len() - 1].name], [first, last], "{name}");
    }
}
