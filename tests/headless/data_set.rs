//! A data set that is read back: every take of the fixtures is written into Parquet, and stands there as in its own file.

use std::path::PathBuf;

use crate::support::folder::Folder;
use crate::support::{all_files, root};
use glam::Vec3;
use rushes::dataset::{Dataset, Shard};
use rushes::evaluate::{PositionTable, RotationForm, Space};
use rushes::files::{OpenOptions, Opener};
use rushes::scene::Stage;
use rushes::take::{Axis, Channel, FormatId, Take};

/// In metres, with Y up.
fn space(take: &Take) -> Space {
    let metres = Stage::unit_of(take).metres as f32;
    Space::FILE.scaled(metres).turned([take.units.up.direction, Axis::Y.positive()])
}

fn open(path: &std::path::Path, clip: Option<&str>) -> Option<Take> {
    let options = OpenOptions { clip: clip.map(String::from), ..OpenOptions::default() };
    Opener::new(&options).open(path).ok().map(|opened| opened.take)
}

/// Whether the ends of bones move by channels of their own: a data set has the joints.
fn has_bones_that_grow(take: &Take) -> bool {
    let channels = take.skeleton.nodes().iter().flat_map(|node| &node.channels);
    channels.copied().any(|channel| matches!(channel, Channel::BoneScale | Channel::BoxSize(_)))
}

/// Where all points are, and how all joints are turned in the world.
fn tables(take: &Take, has_ends: bool) -> (Vec<Vec3>, Vec<f32>) {
    let frames: Vec<usize> = (0..take.motion.frame_count()).collect();
    let positions = PositionTable::new(take, has_ends, space(take));
    let mut places = vec![Vec3::ZERO; frames.len() * positions.points()];
    positions.fill(&frames, &mut places);
    let mut turns = vec![0.0; frames.len() * take.skeleton.nodes().len() * 4];
    take.fill_rotations(&frames, &RotationForm::Wxyz, false, space(take), &mut turns);
    (places, turns)
}

#[test]
fn two_takes_of_one_name_are_not_mixed_into_one() {
    let two = all_files(&root().join("tests/good/bvh")).into_iter().take(2);
    let files = two.map(|path| (path, "walk.bvh".into())).collect();
    let data_set =
        Dataset { files, open_options: OpenOptions::default(), limits: None, shard: Shard::WHOLE };
    let folder = Folder::new("data-set-of-one-name");
    let error = data_set.export(&folder.0, |_, _| {}).expect_err("one name").to_string();
    assert!(error.contains("would both be called walk.bvh"), "{error}");
    assert!(all_files(&folder.0).is_empty());
}

#[test]
fn every_take_stands_and_turns_in_a_data_set_as_in_its_own_file() {
    let good = root().join("tests/good");
    let files = all_files(&good).into_iter().filter(|path| {
        let is_set = path.extension().is_some_and(|extension| extension == "parquet");
        let take = if is_set { None } else { open(path, None) };
        take.is_some_and(|take| take.motion.frame_count() > 0)
    });
    let key =
        |path: &PathBuf| path.strip_prefix(&good).expect("below").to_string_lossy().into_owned();
    let files: Vec<(PathBuf, String)> = files.map(|path| (path.clone(), key(&path))).collect();
    let folder = Folder::new("data-set");
    let data_set = Dataset {
        files: files.clone(),
        open_options: OpenOptions::default(),
        limits: None,
        shard: Shard::WHOLE,
    };
    let summary = data_set.export(&folder.0, |_, _| {}).expect("a data set");
    assert_eq!((summary.takes, summary.parts), (files.len(), 1));
    let frames = folder.0.join("frames/00001-of-00001-00000.parquet");
    let mut formats = std::collections::BTreeSet::new();
    for (path, key) in &files {
        let own = open(path, None).expect("opens");
        let back = open(&frames, Some(key)).unwrap_or_else(|| panic!("{key} opens"));
        assert_eq!(back.format, FormatId::Parquet);
        let clips = back.clips.as_ref().expect("clips");
        assert_eq!((clips.names.len(), &clips.names[clips.shown]), (files.len(), key));
        let parent = |take: &Take| -> Vec<Option<usize>> {
            take.skeleton.nodes().iter().map(|node| node.parent().map(|id| id.index())).collect()
        };
        assert_eq!(parent(&back), parent(&own), "{key}");
        let names = |take: &Take| take.points().map(|point| point.name).collect::<Vec<_>>();
        assert_eq!(names(&back), names(&own), "{key}");
        assert_eq!(back.motion.frame_count(), own.motion.frame_count(), "{key}");
        let has_ends = !has_bones_that_grow(&own);
        let [(places, turns), (own_places, own_turns)] =
            [tables(&back, has_ends), tables(&own, has_ends)];
        for (at, own_at) in places.iter().zip(&own_places) {
            let is_same = at.distance(*own_at) <= 2e-5 * (1.0 + own_at.length());
            assert!(is_same || at.is_nan() && own_at.is_nan(), "{key}: {at} and {own_at}");
        }
        for (turn, own_turn) in turns.chunks(4).zip(own_turns.chunks(4)) {
            let cosine: f32 = turn.iter().zip(own_turn).map(|(a, b)| a * b).sum();
            assert!(cosine.abs() > 1.0 - 1e-5 || own_turn[0].is_nan() || turn[0].is_nan(), "{key}");
        }
        for frame in 0..own.motion.frame_count() {
            assert_eq!(back.number(frame), own.number(frame), "{key}");
            let [time, own_time] = [&back, &own].map(|take| take.file_time(frame));
            assert!(
                (time - own_time).abs() < 1e-6 * (1.0 + own_time.abs()),
                "{key}: {time}, {own_time}"
            );
        }
        formats.insert(own.format);
    }
    assert!(formats.len() >= 20, "{formats:?}");
}
