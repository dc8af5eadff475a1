//! Hostile NPZ and NPY files.

use super::{Hostile, assert_in_proportion, dense, loads, refused};
use crate::support::npz::Packing::{Deflated, Stored};
use crate::support::npz::{Array, archive, bytes_text, floats, halves, integers};

/// Positions of so many joints, all of them at one place.
fn positions(frames: usize, joints: usize) -> Array {
    floats("positions", &[frames, joints, 3], &vec![1.0; 3 * frames * joints])
}

/// A file with these arrays beside a small one that loads.
fn with(arrays: impl Iterator<Item = Array>) -> Vec<u8> {
    let all: Vec<Array> = std::iter::once(positions(2, 2)).chain(arrays).collect();
    archive(Stored, &all)
}

/// An array whose header is this text.
fn headed(text: &str) -> Array {
    let mut bytes = b"\x93NUMPY\x02\x00".to_vec();
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.bytes());
    Array { key: "other".into(), bytes }
}

const NPZ: &[Hostile<Vec<u8>>] = &[
    loads("frames", 50_000, |n| archive(Stored, &[positions(n, 2)])),
    loads("frames that are packed", 100_000, |n| {
        let frames: Vec<f32> = (0..6 * n).map(|i| (i as f32).sin()).collect();
        archive(Deflated, &[floats("positions", &[n, 2, 3], &frames)])
    }),
    dense(&loads("joints", 50_000, |n| archive(Stored, &[positions(1, n)]))),
    dense(&loads("joints of two bytes a number", 50_000, |n| {
        archive(Stored, &[halves("positions", &[1, n, 3], &vec![1.0; 3 * n])])
    })),
    dense(&loads("joints below one", 50_000, |n| {
        let parents = integers("parents", &[n], &vec![0; n]);
        archive(Stored, &[positions(1, n), parents])
    })),
    refused("joints below one another", 50_000, |n| {
        let parents: Vec<i32> = (-1..n as i32 - 1).collect();
        let parents = integers("parents", &[n], &parents);
        archive(Stored, &[positions(1, n), parents])
    }),
    dense(&loads("joints in a circle but one", 50_000, |n| {
        let parents: Vec<i32> = (0..n as i32).map(|i| (i + 1) % n as i32).collect();
        let mut parents = parents;
        parents[0] = -1;
        parents[n - 1] = 1;
        let parents = integers("parents", &[n], &parents);
        archive(Stored, &[positions(1, n), parents])
    })),
    loads("arrays", 20_000, |n| with((0..n).map(|i| bytes_text(&format!("text{i}"), "a")))),
    loads("arrays without a header", 20_000, |n| {
        with((0..n).map(|i| Array { key: format!("none{i}"), bytes: vec![i as u8] }))
    }),
    loads("letters of a name", 60_000, |n| with(std::iter::once(bytes_text(&"x".repeat(n), "a")))),
    loads("letters of a header", 1_000_000, |n| with(std::iter::once(headed(&" ".repeat(n))))),
    loads("brackets of a header", 60_000, |n| {
        let head = "{'descr': '<f4', 'fortran_order': False, 'shape': (";
        with(std::iter::once(headed(&(head.to_string() + &"(".repeat(n)))))
    }),
    loads("numbers of a shape", 30_000, |n| {
        let head = "{'descr': '<f4', 'fortran_order': False, 'shape': (";
        with(std::iter::once(headed(&(head.to_string() + &"9,".repeat(n) + ")}"))))
    }),
    loads("marks of members", 200_000, |n| {
        let mut bytes = with(std::iter::empty());
        bytes.extend(b"PK\x03\x04".repeat(n));
        bytes
    }),
    loads("marks of members behind a record", 200_000, |n| {
        [with(std::iter::empty()), archive(Stored, &[positions(1, 1)]), b"PK\x03\x04".repeat(n)]
            .concat()
    }),
    refused("zeros that are packed", 3_000_000, |n| {
        archive(Deflated, &[floats("positions", &[n, 1, 3], &vec![0.0; 3 * n])])
    }),
    refused("joints that are packed", 80_000, |n| {
        archive(Deflated, &[floats("positions", &[1, n, 3], &vec![0.0; 3 * n])])
    }),
    refused("joints that nothing is there of", 1_000_000_000, |n| {
        let shape = format!("(1, {n}, 3)");
        let head = "{'descr': '<f4', 'fortran_order': False, 'shape': ";
        headed(&format!("{head}{shape}}}")).bytes
    }),
    refused("frames that nothing is there of", 1_000_000_000, |n| {
        let head = "{'descr': '<f4', 'fortran_order': True, 'shape': ";
        headed(&format!("{head}({n}, 2, 3)}}")).bytes
    }),
];

#[test]
fn hostile_files_take_time_and_memory_in_proportion() {
    assert_in_proportion("hostile.npz", NPZ);
}
