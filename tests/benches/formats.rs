//! Loading every other format, beside BVH in the same run.

use std::hint::black_box;
use std::num::NonZeroUsize;

use rushes::loader::{Companion, Source};

use super::measure::{Aim, aim, in_turns, line};
use super::support::large::{self, Make, NODES};

/// Frames in each of the large files.
const FRAMES: usize = 5_000;

/// Frames of a binary file, whose numbers are so short that the same count would fit into a cache.
const BINARY_FRAMES: usize = 40_000;

pub fn run() {
    let bvh = super::take::text(FRAMES);
    let bvh_megabytes = bvh.len() as f64 / 1e6;
    for make in large::ALL
        .into_iter()
        .chain(large::SAMPLED)
        .chain([large::positions_by_node as Make, large::table_by_name])
    {
        let large = match make(1).format {
            "C3D" => make(BINARY_FRAMES),
            _ => make(FRAMES),
        };
        let beside = large.beside.as_ref();
        let companions: Vec<Companion<'_>> = beside
            .map(|(file, text)| Companion { file, bytes: text.as_bytes() })
            .into_iter()
            .collect();
        let (loading, yardstick) = in_turns(
            5,
            || {
                let mut source = Source {
                    companions: &companions,
                    ..Source::new(large.file, black_box(&large.bytes))
                };
                source.options.threads = NonZeroUsize::new(1);
                let take = black_box(rushes::read_with(&source).unwrap_or_else(|e| panic!("{e}")));
                assert_eq!(take.skeleton.nodes().len(), NODES, "{}", large.format);
            },
            || {
                let mut source = Source::new("bench.bvh", black_box(bvh.as_bytes()));
                source.options.threads = NonZeroUsize::new(1);
                black_box(rushes::read_with(&source).expect("a take"));
            },
        );
        let megabytes = large.bytes.len() as f64 / 1e6;
        let speed = megabytes / loading.as_secs_f64();
        let bvh_speed = bvh_megabytes / yardstick.as_secs_f64();
        line(
            &format!("{}, {megabytes:.0} MB, one thread", large.format),
            &format!("{speed:>6.0} MB/s {:>6.2} × BVH ({bvh_speed:.0} MB/s)", speed / bvh_speed),
        );
    }
}

/// C3D beside the least that its bytes cost: each is read once, and a table of as many numbers as are
/// kept is written.
pub fn binary() {
    for make in large::ALL {
        if make(1).format != "C3D" {
            continue;
        }
        let large = make(BINARY_FRAMES);
        let numbers = BINARY_FRAMES * NODES * 3;
        let (loading, bare) = in_turns(
            9,
            || {
                let source = Source::new(large.file, black_box(&large.bytes));
                black_box(rushes::read_with(&source).unwrap_or_else(|e| panic!("{e}")));
            },
            || {
                let mut table: Vec<f32> = Vec::with_capacity(numbers);
                for words in black_box(&large.bytes).as_chunks::<16>().0 {
                    let word =
                        |i: usize| f32::from_le_bytes([0, 1, 2, 3].map(|b| words[4 * i + b]));
                    table.extend_from_slice(&[word(0), word(1), word(2)]);
                }
                black_box(table);
            },
        );
        let megabytes = large.bytes.len() as f64 / 1e6;
        let share = bare.as_secs_f64() / loading.as_secs_f64();
        line(
            &format!("C3D, {megabytes:.0} MB"),
            &format!(
                "{:>6.0} MB/s {share:>6.2} × the speed of reading and writing alone {}",
                megabytes / loading.as_secs_f64(),
                aim(share, Aim::AtLeast(0.6)),
            ),
        );
    }
}
