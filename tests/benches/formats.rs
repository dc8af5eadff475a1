//! Loading every other format, beside BVH in the same run.

use std::hint::black_box;

use rushes::loader::{Companion, Source, load};

use super::large::{self, NODES};
use super::measure::{in_turns, line};

/// Frames in each of the large files.
const FRAMES: usize = 5_000;

/// Frames of a binary file, whose numbers are so short that the same count would fit into a cache.
const BINARY_FRAMES: usize = 40_000;

pub fn run() {
    let bvh = super::take::text(FRAMES);
    let bvh_megabytes = bvh.len() as f64 / 1e6;
    for make in large::ALL {
        let large = match make(1).format {
            "C3D" => make(BINARY_FRAMES),
            _ => make(FRAMES),
        };
        let beside = large.beside.as_ref();
        let companions: Vec<Companion<'_>> = beside
            .map(|(file, text)| Companion {
                file,
                bytes: text.as_bytes(),
            })
            .into_iter()
            .collect();
        let (loading, yardstick) = in_turns(
            5,
            || {
                let source = Source {
                    companions: &companions,
                    ..Source::new(large.file, black_box(&large.bytes))
                };
                let take = black_box(load(&source).unwrap_or_else(|e| panic!("{e}")));
                assert_eq!(take.skeleton.nodes().len(), NODES, "{}", large.format);
            },
            || {
                let source = Source::new("bench.bvh", black_box(bvh.as_bytes()));
                black_box(load(&source).expect("a take"));
            },
        );
        let megabytes = large.bytes.len() as f64 / 1e6;
        let speed = megabytes / loading.as_secs_f64();
        let bvh_speed = bvh_megabytes / yardstick.as_secs_f64();
        line(
            &format!("{}, {megabytes:.0} MB, one thread", large.format),
            &format!(
                "{speed:>6.0} MB/s {:>6.2} × BVH ({bvh_speed:.0} MB/s)",
                speed / bvh_speed
            ),
        );
    }
}
