//! Large JSON of pose estimators is read through a window, and is what it is where it is read whole.

use std::fs;
use std::path::PathBuf;

use crate::support::{self, pieces::Pieces};
use rushes::Take;
use rushes::loader::{LargeFile, LoadError, Progress, Source};

/// A text that is read whole, and one that is read by so many bytes.
fn both(text: &[u8], step: usize) -> [Result<Take, LoadError>; 2] {
    let whole = Source::new("x.json", text);
    let large = Pieces::new(text, step);
    [rushes::read_with(&whole), rushes::read_with(&Source { large: Some(&large), ..whole })]
}

/// All files of the cases.
fn cases() -> Vec<(PathBuf, Vec<u8>)> {
    let root = support::root().join("tests");
    let folders = ["good", "bad"].map(|kind| root.join(kind).join("keypoint json"));
    let entries = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut texts: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|it| it == "json")).collect();
    texts.sort();
    assert!(texts.len() >= 20, "only {} files", texts.len());
    texts.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

fn assert_same(text: &[u8], step: usize, what: &str) {
    let [whole, large] = both(text, step).map(|read| read.map_err(|e| e.to_string()));
    match (whole, large) {
        (Ok(whole), Ok(large)) => {
            let bits = |take: &Take| {
                take.motion.rows().flatten().map(|value| value.to_bits()).collect::<Vec<u32>>()
            };
            assert_eq!(bits(&whole), bits(&large), "{what}");
            let about = |take: &Take| {
                let names = take.skeleton.nodes().iter().map(|node| node.name.to_string());
                let names: Vec<String> = names.collect();
                let times = (take.start_time, take.motion.frame_time());
                let rest = (&take.warnings, &take.lost, &take.details, &take.numbers);
                format!("{names:?} {times:?} {rest:?} {:?} {:?}", take.units, take.picture)
            };
            assert_eq!(about(&whole), about(&large), "{what}");
        }
        (whole, large) => assert_eq!(whole.err(), large.err(), "{what}"),
    }
}

#[test]
fn a_file_is_the_same_through_a_window_however_small() {
    for (path, text) in cases() {
        for step in [1, 7, 64, 300, 5000] {
            assert_same(&text, step, &format!("{} by {step}", path.display()));
        }
    }
}

#[test]
fn a_file_that_is_damaged_is_the_same_through_a_window() {
    for (path, text) in cases() {
        for at in (0..text.len()).step_by(text.len() / 40 + 1) {
            let what = |how: &str| format!("{} {how} at {at}", path.display());
            assert_same(&text[..at], 50, &what("cut off"));
            for byte in *b",]}\":[ x" {
                let mut damaged = text.clone();
                damaged[at] = byte;
                assert_same(&damaged, 50, &what(&format!("with {:?}", byte as char)));
            }
        }
    }
}

#[test]
fn what_is_no_frame_by_its_size_ends_the_reading() {
    let frame = r#"{"version":1.3,"people":[{"pose_keypoints_2d":[1,2,1]}]}"#;
    let long = format!(r#"{{"people":[],"x":"{}"}}"#, "[".repeat(18 << 20));
    let text = format!("{frame}\n{frame}\n{long}\n{frame}");
    let [whole, large] = both(text.as_bytes(), 1 << 20).map(|read| read.expect("a take"));
    assert_eq!([&whole, &large].map(|take| take.motion.frame_count()), [4, 2]);
    let warnings: Vec<String> = large.warnings.iter().map(ToString::to_string).collect();
    let message =
        "3:1: 1 frame is lost: more than 16 MiB belong together, which is no frame of people";
    assert!(warnings.iter().any(|warning| warning == message), "{warnings:#?}");
}

/// A file that somebody stops waiting for, or whose disk breaks, behind some bytes.
#[derive(Debug)]
struct Broken<'a>(Pieces<'a>, usize, Option<&'a Progress>);

impl LargeFile for Broken<'_> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn is_parsed(&self) {
        self.0.is_parsed();
    }

    fn read_at(&self, from: usize, bytes: &mut [u8]) -> Result<usize, String> {
        if from >= self.1 {
            match self.2 {
                Some(progress) => progress.cancel(),
                None => return Err("the disk is broken".into()),
            }
        }
        self.0.read_at(from, bytes)
    }
}

#[test]
fn a_file_is_read_no_further_than_it_can_be_and_somebody_waits_for_it() {
    let frame = r#"{"version":1.3,"people":[{"pose_keypoints_2d":[1,2,1]}]}"#;
    let text = [frame; 50].join("\n");
    let read = |behind: usize, progress: Option<&Progress>| {
        let large = Broken(Pieces::new(text.as_bytes(), 100), behind, progress);
        let source = Source::new("x.json", text.as_bytes());
        rushes::read_with(&Source { large: Some(&large), progress, ..source })
    };
    let take = read(1000, None).expect("what is ahead of the fault");
    assert_eq!(take.motion.frame_count(), 17);
    let warnings: Vec<String> = take.warnings.iter().map(ToString::to_string).collect();
    let message = "1 frame is lost: cannot be read: the disk is broken";
    assert!(warnings.iter().any(|warning| warning == message), "{warnings:#?}");
    let error = |read: Result<Take, LoadError>| read.expect_err("an error").to_string();
    assert_eq!(error(read(0, None)), "x.json: cannot be read: the disk is broken");
    let cancelled = read(1000, Some(&Progress::default())).expect_err("an error");
    assert_eq!(cancelled.kind().word(), "cancelled");
}
