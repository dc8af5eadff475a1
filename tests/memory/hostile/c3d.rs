//! Hostile C3D files.

use super::{Hostile, assert_in_proportion, dense, loads, refused};

const BLOCK: usize = 512;

/// What is stored in a parameter: text, bytes, integers or floats.
const TEXT: u8 = 0xff;
const BYTES: u8 = 1;
const INTEGERS: u8 = 2;
const FLOATS: u8 = 4;

/// A record of the parameters, that points to what follows it.
fn record(name: &str, id: i8, rest: &[u8]) -> Vec<u8> {
    let mut bytes = vec![name.len() as u8, id as u8];
    bytes.extend(name.as_bytes());
    bytes.extend((rest.len() as u16 + 2).to_le_bytes());
    bytes.extend(rest);
    bytes
}

/// A parameter of the group of that id.
fn parameter(name: &str, id: i8, kind: u8, dimensions: &[u8], values: &[u8]) -> Vec<u8> {
    let head = [&[kind, dimensions.len() as u8], dimensions].concat();
    record(name, id, &[&head, values].concat())
}

/// A file of as many points a frame as the header says, all of them there and at the origin. The
/// parameters have no end but that of their records; the header tells where the points begin.
fn c3d(points: u16, records: &[Vec<u8>], frames: usize) -> Vec<u8> {
    let mut bytes = vec![0; BLOCK];
    let parameters = [&[1, 80, 0, 84][..], &record("POINT", -1, &[0]), &record("EVENT", -2, &[0])];
    bytes.extend(parameters.concat());
    bytes.extend(records.concat());
    bytes.push(0);
    bytes.resize(bytes.len().next_multiple_of(BLOCK), 0);
    // A block's number has 16 bits.
    let start = bytes.len() / BLOCK + 1;
    assert!(start < 65_536);
    for (at, value) in [(0, 0x5002), (2, points), (6, 1), (8, frames.min(65_535) as u16)] {
        bytes[at..at + 2].copy_from_slice(&value.to_le_bytes());
    }
    bytes[12..16].copy_from_slice(&(-1f32).to_le_bytes());
    bytes[16..18].copy_from_slice(&(start as u16).to_le_bytes());
    bytes[20..24].copy_from_slice(&100f32.to_le_bytes());
    bytes.resize(bytes.len() + 16 * usize::from(points) * frames, 0);
    bytes
}

/// One name for so many points, in lists of 255 times 255 at most.
fn of_one_name(list: &str, count: usize) -> Vec<Vec<u8>> {
    (0..count.div_ceil(255 * 255))
        .map(|i| {
            let name = match i {
                0 => list.to_string(),
                i => format!("{list}{}", i + 1),
            };
            let count = (count - i * 255 * 255).min(255 * 255).div_ceil(255);
            parameter(&name, 1, TEXT, &[1, 255, count as u8], &vec![b'A'; 255 * count])
        })
        .collect()
}

const HOSTILE: &[Hostile<Vec<u8>>] = &[
    loads("parameters that are not known", 200_000, |n| {
        let records: Vec<_> =
            (0..n).map(|i| parameter(&format!("P{i}"), 1, BYTES, &[], &[1])).collect();
        c3d(1, &records, 1)
    }),
    loads("records without a name to tell them", 1_000_000, |n| {
        c3d(1, &vec![vec![1, 1, b'A', 2, 0]; n], 1)
    }),
    loads("rates, all of them different", 200_000, |n| {
        let rates =
            (0..n).map(|i| parameter("RATE", 1, FLOATS, &[], &(i as f32 + 1.0).to_le_bytes()));
        c3d(1, &rates.collect::<Vec<_>>(), 1)
    }),
    loads("groups", 300_000, |n| {
        let groups = (0..n).map(|i| record("GROUP", -1 - (i % 127) as i8, &[0]));
        c3d(1, &groups.collect::<Vec<_>>(), 1)
    }),
    loads("lists of labels", 20_000, |n| {
        let lists = (0..n).map(|i| parameter(&format!("LABELS{i}"), 1, TEXT, &[4, 1], b"LASI"));
        c3d(1, &lists.collect::<Vec<_>>(), 1)
    }),
    loads("dimensions", 100_000, |n| {
        c3d(1, &vec![parameter("LABELS2", 1, TEXT, &[255; 200], &[]); n / 200], 1)
    }),
    loads("points", 60_000, |n| c3d(n as u16, &[], 1)),
    loads("points of one name", 60_000, |n| c3d(n as u16, &of_one_name("LABELS", n), 1)),
    refused("points of one name that are angles", 60_000, |n| {
        let records = [of_one_name("LABELS", n), of_one_name("ANGLES", 10 * n)];
        c3d(n as u16, &records.concat(), 1)
    }),
    loads("frames", 200_000, |n| {
        let frames = (n as f32).to_le_bytes();
        c3d(1, &[parameter("LONG_FRAMES", 1, FLOATS, &[], &frames)], n)
    }),
    loads("events in bytes", 1_000_000, |n| {
        let list = |i: usize| {
            let name = format!("TIMES{}", i + 2);
            parameter(&name, 2, BYTES, &[1, 255, 255], &[0; 255 * 255])
        };
        let first = parameter("TIMES", 2, BYTES, &[1, 255, 255], &[0; 255 * 255]);
        let more = (0..n / (255 * 255)).map(list);
        c3d(1, &std::iter::once(first).chain(more).collect::<Vec<_>>(), 1)
    }),
    dense(&loads("events without minutes", 500_000, |n| {
        let times = |name: String| parameter(&name, 2, FLOATS, &[1, 128, 120], &[0; 4 * 128 * 120]);
        let more = (0..n / (128 * 120)).map(|i| times(format!("TIMES{}", i + 2)));
        let all = std::iter::once(times("TIMES".into())).chain(more);
        c3d(1, &all.collect::<Vec<_>>(), 1)
    })),
    loads("events", 500_000, |n| {
        let list = |i: usize| {
            let name = format!("TIMES{}", i + 2);
            parameter(&name, 2, FLOATS, &[2, 64, 120], &[0; 8 * 64 * 120])
        };
        let first = parameter("TIMES", 2, FLOATS, &[2, 64, 120], &[0; 8 * 64 * 120]);
        let more = (0..n / (64 * 120)).map(list);
        c3d(1, &std::iter::once(first).chain(more).collect::<Vec<_>>(), 1)
    }),
    refused("points of which nothing is there", 60_000, |n| {
        let mut bytes = c3d(n as u16, &[], 1);
        bytes.truncate(3 * BLOCK);
        bytes
    }),
    loads("zero bytes behind", 1_000_000, |n| {
        let mut bytes = c3d(1, &[], 1);
        bytes.resize(bytes.len() + n, 0);
        bytes
    }),
    loads("analog samples", 60_000, |n| {
        let mut bytes = c3d(1, &[], 1);
        bytes[4..6].copy_from_slice(&(n as u16).to_le_bytes());
        bytes[18..20].copy_from_slice(&1u16.to_le_bytes());
        bytes.resize(bytes.len() + 4 * n, 0);
        bytes
    }),
    loads("texts of one letter", 1_000_000, |n| {
        let used = parameter("USED", 1, INTEGERS, &[], &[1, 0]);
        let lists = (0..n / (255 * 255)).map(|i| {
            parameter(&format!("LABELS{}", i + 2), 1, TEXT, &[1, 255, 255], &[b'A'; 255 * 255])
        });
        c3d(1, &std::iter::once(used).chain(lists).collect::<Vec<_>>(), 1)
    }),
];

#[test]
fn hostile_files_take_time_and_memory_in_proportion() {
    assert_in_proportion("hostile.c3d", HOSTILE);
}
