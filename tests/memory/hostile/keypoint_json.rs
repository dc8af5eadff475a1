//! Hostile JSON of keypoints.

use super::{Hostile, assert_in_proportion, dense, each, loads, refused};

/// The table that people who are seldom there may take, in bytes.
const ROOM: usize = 80 << 20;

const fn roomy<T>(hostile: &Hostile<T>) -> Hostile<T> {
    Hostile { room: ROOM, ..*hostile }
}

/// A file of MMPose with these frames.
fn mmpose(frames: impl Iterator<Item = String>) -> String {
    format!("{{\"instance_info\":[{}]}}", frames.collect::<Vec<_>>().join(","))
}

fn frame(number: usize, people: &str) -> String {
    format!("{{\"frame_id\":{number},\"instances\":[{people}]}}")
}

const PERSON: &str = "{\"keypoints\":[[1,2,3],[4,5,6]]}";

const FILES: &[Hostile<String>] = &[
    loads("frames", 20_000, |n| mmpose((0..n).map(|i| frame(i, PERSON)))),
    roomy(&loads("frames without anybody", 100_000, |n| {
        mmpose((0..n).map(|i| frame(i, if i == 0 { PERSON } else { "" })))
    })),
    roomy(&refused("frames without anybody behind many joints", 30_000, |n| {
        let joints = format!("{{\"keypoints\":[[1,2,3]{}]}}", ",[1,2,3]".repeat(n));
        mmpose((0..n).map(|i| frame(i, if i == 0 { &joints } else { "" })))
    })),
    roomy(&loads("numbers that are far apart", 20_000, |n| {
        mmpose((0..n).map(|i| frame(50 * i + i.min(1), PERSON)))
    })),
    roomy(&loads("people", 20_000, |n| {
        mmpose(std::iter::once(frame(0, &[PERSON].repeat(n).join(","))))
    })),
    roomy(&dense(&loads("joints", 50_000, |n| {
        let joints = format!("{{\"keypoints\":[[1,2,3]{}]}}", ",[1,2,3]".repeat(n));
        mmpose(std::iter::once(frame(0, &joints)))
    }))),
    roomy(&loads("frames each with a name of its own", 20_000, |n| {
        let frames = each(n, |i| {
            let point = format!("{{\"point{i}\":{{\"x\":1,\"y\":2,\"z\":3}}}}");
            format!(",\"{}\":{{\"tracked_points\":{point}}}", i + 1)
        });
        let first = "\"0\":{\"tracked_points\":{\"nose\":{\"x\":1,\"y\":2,\"z\":3}}}";
        format!("{{\"data_by_frame\":{{{first}{frames}}}}}")
    })),
    refused("brackets", 1_000_000, |n| format!("{{\"instance_info\":{}", "[".repeat(n))),
    refused("brackets alone", 1_000_000, |n| "[".repeat(n)),
    refused("quotes", 1_000_000, |n| format!("{{\"instance_info\":\"{}\"}}", "\\\"".repeat(n))),
    loads("keys that nobody knows", 50_000, |n| {
        let keys = each(n, |i| format!(",\"key{i}\":[{i}]"));
        format!("{{\"instance_info\":[{}]{keys}}}", frame(0, PERSON))
    }),
];

#[test]
fn hostile_json_of_keypoints_costs_no_more_than_its_size() {
    assert_in_proportion("walk.json", FILES);
}
