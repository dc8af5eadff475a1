//! What loading an ordinary take costs in memory.

use std::fmt::Write as _;

use crate::support::folder::Folder;
use crate::support::input::Input;
use crate::support::large::{self, Large};
use crate::support::memory::peak_of;
use rushes::loader::Source;

/// Bytes a number, the skeleton's few kilobytes included, beyond the file itself.
fn bytes_a_number(frames: usize, announced: &str) -> f64 {
    let text = large::bvh_announced(frames, announced);
    let source = Source::new("take.bvh", text.as_bytes());
    let (take, peak) = peak_of(|| rushes::read_with(&source).unwrap_or_else(|e| panic!("{e}")));
    assert_eq!(take.motion.frame_count(), frames);
    peak as f64 / (frames * 60) as f64
}

#[test]
fn a_take_costs_no_more_than_five_bytes_a_number() {
    let bytes = bytes_a_number(5_000, "Frames: 5000\n");
    assert!((4.0..MAX).contains(&bytes), "{bytes} bytes a number");
}

#[test]
fn a_wrong_count_of_frames_costs_nothing() {
    for announced in ["", "Frames: 1\n", "Frames: 4000\n", "Frames: 99999999\n"] {
        let bytes = bytes_a_number(5_000, announced);
        assert!(bytes < MAX, "{announced}: {bytes} bytes a number");
    }
}

/// How many frames the takes of the other formats have.
const FRAMES: usize = 2_000;

/// The most bytes a number that a take costs beyond its files.
const MAX: f64 = 5.0;

/// The format of a take, and how many bytes were allocated for each of its numbers.
fn cost(large: Large) -> (&'static str, f64) {
    let beside = large.beside.into_iter();
    let input = Input {
        beside: beside.map(|(file, text)| (file.to_string(), text.into_bytes())).collect(),
        ..Input::of(large.file, large.bytes)
    };
    let (take, peak) = peak_of(|| input.load().unwrap_or_else(|e| panic!("{e}")));
    assert_eq!(take.motion.frame_count(), FRAMES, "{}", large.format);
    let numbers = FRAMES * take.skeleton.columns();
    (take.format.name(), peak as f64 / numbers as f64)
}

#[test]
fn a_take_of_another_format_costs_as_much_as_its_table() {
    for make in large::ALL {
        let (format, bytes) = cost(make(FRAMES));
        println!("{format}: {bytes:.2} bytes a number");
        assert!((4.0..MAX).contains(&bytes), "{format}: {bytes} bytes");
    }
}

#[test]
fn a_take_of_places_and_rotations_costs_no_more_than_these_and_its_table() {
    /// Seven numbers of a segment are kept while they become six.
    const MAX_OF_TEXT: f64 = 4.0 * 13.0 / 6.0 + 1.0;
    for (make, most) in large::SAMPLED.iter().zip([MAX_OF_TEXT, MAX]) {
        let (format, bytes) = cost(make(FRAMES));
        println!("{format}: {bytes:.2} bytes a number");
        assert!((4.0..most).contains(&bytes), "{format}: {bytes} bytes");
    }
}

#[test]
fn a_wrong_count_costs_no_second_table_in_other_formats() {
    for (format, said, counts) in [
        ("HTR", "NumFrames 2000", &["1", "1500", "4294967295"][..]),
        ("TRC", "120\t120\t2000\t", &["1", "1500", "4294967295"]),
        ("CSM", "$LastFrame 2000", &["1", "1500", "4294967295"]),
        ("BVA", "Frames: 2000", &["1", "1500", "4294967295"]),
        // More frames than are announced are refused.
        ("BonesPro", "60 0 2000", &["2500", "4294967295"]),
    ] {
        for count in counts {
            let make = large::ALL.iter().find(|make| make(1).format == format);
            let mut large = make.expect("a format")(FRAMES);
            let text = String::from_utf8(large.bytes).expect("text");
            assert!(text.contains(said), "{format}");
            large.bytes = text.replace(said, &said.replace("2000", count)).into();
            let (_, bytes) = cost(large);
            println!("{format} of {count} frames: {bytes:.2} bytes a number");
            // What is announced of BonesPro's frames, whose numbers nothing else counts, makes room.
            let most = MAX + if format == "BonesPro" { 8.0 } else { 0.0 };
            assert!(bytes < most, "{format} of {count}: {bytes} bytes a number");
        }
    }
}

#[test]
fn json_that_is_larger_than_a_window_is_never_in_memory_as_a_whole() {
    /// Just more than what is read whole.
    const LEN: usize = 34 << 20;
    /// In bytes, beside the values as they come in and the table that takes their place.
    const MOST: usize = 6 << 20;
    let joint = "[0.12345678901234567, -0.12345678901234567, 1.1234567890123456]";
    let joints = [joint; 17].join(", ");
    let mut text = String::from("{\"instance_info\": [");
    let mut frames = 0;
    while text.len() < LEN {
        let comma = if frames > 0 { ", " } else { "" };
        write!(
            text,
            "{comma}{{\"frame_id\": {frames}, \"instances\": [{{\"keypoints\": [{joints}]}}]}}"
        )
        .expect("memory");
        frames += 1;
    }
    text.push_str("]}");
    let folder = Folder::new("memory-large-json");
    let path = folder.write("walk.json", &text);
    drop(text);
    let (take, peak) = peak_of(|| rushes::open(&path).unwrap_or_else(|e| panic!("{e}")));
    assert_eq!(take.motion.frame_count(), frames);
    let table = 4 * frames * take.skeleton.columns();
    let beside = peak.saturating_sub(2 * table);
    println!("JSON of {LEN} bytes: a table of {table}, {beside} bytes beside it");
    assert!(beside < MOST, "{beside} bytes");
}
