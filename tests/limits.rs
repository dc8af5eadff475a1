//! What loading an ordinary take costs in memory.

mod support;

use std::fmt::Write as _;

use rushes::loader::{Source, load};
use support::memory::{Counting, peak_of};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// A take of 60 channels.
fn text(frames: usize, announced: &str) -> String {
    let mut text = String::from("HIERARCHY\n");
    for joint in 0..20 {
        let word = if joint == 0 { "ROOT" } else { "JOINT" };
        let _ = write!(
            text,
            "{word} Joint{joint}\n{{\nOFFSET 0 {joint} 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
        );
    }
    text += &"}\n".repeat(20);
    let _ = write!(text, "MOTION\n{announced}Frame Time: 0.01\n");
    for frame in 0..frames {
        for channel in 0..60 {
            let _ = write!(text, "{:.3} ", (frame * channel) as f64 / 7.0);
        }
        text.push('\n');
    }
    text
}

/// Bytes a number, the skeleton's few kilobytes included, beyond the file itself.
fn bytes_a_number(frames: usize, announced: &str) -> f64 {
    let text = text(frames, announced);
    let source = Source::new("take.bvh", text.as_bytes());
    let (take, peak) = peak_of(|| load(&source).unwrap_or_else(|e| panic!("{e}")));
    assert_eq!(take.motion.frame_count(), frames);
    peak as f64 / (frames * 60) as f64
}

#[test]
fn a_take_costs_no_more_than_five_bytes_a_number() {
    let bytes = bytes_a_number(5_000, "Frames: 5000\n");
    assert!((4.0..5.0).contains(&bytes), "{bytes} bytes a number");
}

#[test]
fn a_wrong_count_of_frames_costs_a_second_look_and_no_second_table() {
    for announced in ["", "Frames: 1\n", "Frames: 4000\n", "Frames: 99999999\n"] {
        let bytes = bytes_a_number(5_000, announced);
        // Giving back what was reserved and not needed counts as a second table here.
        assert!(bytes < 13.0, "{announced}: {bytes} bytes a number");
    }
}
