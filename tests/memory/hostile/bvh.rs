//! Hostile BVH files.

use rushes::take::MAX_DEPTH;

use super::{Hostile, assert_in_proportion, loads, refused};
use crate::support::examine::examine;

const HIERARCHY: &str = "HIERARCHY\nROOT a\n{\nOFFSET 0 1 0\nCHANNELS 1 Xrotation\n";
const MOTION: &str = "}\nMOTION\nFrames: 1\nFrame Time: 0.1\n";

const HOSTILE: &[Hostile<String>] = &[
    refused("closing braces", 1 << 20, |n| format!("HIERARCHY\n{}", "}".repeat(n))),
    loads("closing braces behind the hierarchy", 1 << 20, |n| {
        format!("{HIERARCHY}{}{MOTION}0\n", "}".repeat(n))
    }),
    refused("opening braces", 1 << 20, |n| format!("HIERARCHY\nROOT a {}", "{".repeat(n))),
    loads("roots", 200_000, |n| {
        let roots = "ROOT r\n{\nOFFSET 0 0 0\nCHANNELS 0\n}\n".repeat(n);
        format!("{HIERARCHY}}}\n{roots}MOTION\nFrames: 1\nFrame Time: 0.1\n0\n")
    }),
    refused("joints in each other", 100_000, |n| {
        HIERARCHY.to_string() + &"JOINT b\n{\nOFFSET 0 1 0\n".repeat(n)
    }),
    loads("chains as deep as they may be", 40, |n| {
        let depth = MAX_DEPTH - 1;
        let joints = "JOINT b\n{\nOFFSET 1e15 1e15 1e15\n".repeat(depth);
        let chain = joints + &"}\n".repeat(depth);
        format!("{HIERARCHY}{}{MOTION}0\n", chain.repeat(n))
    }),
    loads("joints with positions and offsets", 50_000, |n| {
        let joint = "JOINT b\n{\nOFFSET 1 2 3\nCHANNELS 3 Xposition Yposition Zposition\n}\n";
        format!("{HIERARCHY}{}{MOTION}0 {}\n", joint.repeat(n), "1 2 3 ".repeat(n))
    }),
    loads("roots with positions and offsets", 50_000, |n| {
        let root = "ROOT b\n{\nOFFSET 1 2 3\nCHANNELS 3 Xposition Yposition Zposition\n}\n";
        let row = "1 2 3 ".repeat(n);
        format!("{}{}{row}\n", root.repeat(n), &MOTION[2..])
    }),
    loads("End Sites in one joint", 100_000, |n| {
        let ends = "End Site\n{\nOFFSET 0 1 0\n}\n".repeat(n);
        format!("{HIERARCHY}{ends}{MOTION}0\n")
    }),
    loads("channels in one joint", 500_000, |n| {
        let channels = "Xrotation ".repeat(n);
        let row = "1 ".repeat(n);
        format!("ROOT a\n{{\nOFFSET 0 0 0\nCHANNELS {n} {channels}\n{MOTION}{row}\n")
    }),
    loads("lines, each too short for as many channels", 100_000, |n| {
        let channels = "Xrotation ".repeat(n);
        let lines = "\n".repeat(n);
        format!("ROOT a\n{{\nOFFSET 0 0 0\nCHANNELS {n} {channels}\n{MOTION}{lines}")
    }),
    refused("digits in a word", 5_000_000, |n| "1".repeat(n)),
    loads("digits in a row", 5_000_000, |n| format!("{HIERARCHY}{MOTION}{}\n", "0".repeat(n))),
    refused("letters in a row", 5_000_000, |n| {
        format!("{HIERARCHY}{MOTION}{}\n", "é".repeat(n / 2))
    }),
    refused("letters of a name", 5_000_000, |n| {
        format!("HIERARCHY\nROOT {}\nOFFSET", "\u{1b}é".repeat(n / 3))
    }),
    refused("letters of a count", 5_000_000, |n| {
        format!("{HIERARCHY}{}Frames: {}\n", &MOTION[..9], "x".repeat(n))
    }),
    refused("digits of a count of channels", 5_000_000, |n| {
        format!("ROOT a {{ CHANNELS {}9 b", "0".repeat(n))
    }),
    refused("numbers in a line for a row of one", 2_500_000, |n| {
        format!("{HIERARCHY}{MOTION}{}\n", "1 ".repeat(n))
    }),
    loads("rows of one", 2_500_000, |n| format!("{HIERARCHY}{MOTION}{}", "1\n".repeat(n))),
    loads("gaps", 500_000, |n| format!("{HIERARCHY}{MOTION}{}", "nan\n1e30\n".repeat(n))),
    loads("rows that cannot be read between others", 1_000_000, |n| {
        format!("{HIERARCHY}{MOTION}{}", "1\nx\n".repeat(n))
    }),
    loads("lines that are no rows", 1_000_000, |n| {
        format!("{HIERARCHY}{MOTION}1\n{}", "1 2\n".repeat(n))
    }),
    refused("lines that are too short for a row over all of them", 200_000, |n| {
        let head = format!("ROOT a\n{{\nCHANNELS {n}{}\n}}\n", " Xrotation".repeat(n));
        format!("{head}{MOTION}{}x\n{}", "1\n".repeat(n - 1), "1\n".repeat(n))
    }),
    refused("zero bytes", 1 << 20, |n| "\0".repeat(n)),
    loads("zero bytes between words", 1 << 20, |n| {
        format!("{HIERARCHY}{MOTION}{}1\0\n", "\0".repeat(n))
    }),
    loads("comments", 100_000, |n| format!("{}{HIERARCHY}{MOTION}1\n", "# no\n".repeat(n))),
    loads("Frames lines", 100_000, |n| {
        format!("{HIERARCHY}{MOTION}{}1\n", "Frames: 1\n".repeat(n))
    }),
    loads("blank lines", 2_000_000, |n| format!("{HIERARCHY}{MOTION}{}1\n", "\r\n".repeat(n))),
];

#[test]
fn hostile_files_take_time_and_memory_in_proportion() {
    assert_in_proportion("hostile.bvh", HOSTILE);
}

#[test]
fn counts_that_nothing_can_have_are_never_believed() {
    for (count, loads) in [
        ("CHANNELS 999999999999 Xrotation", false),
        ("CHANNELS 1e300 Xrotation", false),
        ("CHANNELS 16777217 Xrotation", false),
        ("CHANNELS 1 Xrotation", true),
    ] {
        let text = format!("ROOT a\n{{\n{count}\n{MOTION}0\n");
        assert_eq!(examine("count.bvh", text.as_bytes(), 1 << 14), loads, "{count}");
    }
    for frames in ["99999999999999999999", "1e300", "4294967296", "-1"] {
        let text = format!("{HIERARCHY}}}\nMOTION\nFrames: {frames}\nFrame Time: 0.1\n0\n");
        assert!(examine("count.bvh", text.as_bytes(), 1 << 14), "{frames}");
    }
}

/// A joint costs more memory than the letters that declare it; 51 times as much at worst.
#[test]
fn joints_of_six_letters_cost_a_bounded_amount_of_memory() {
    for text in ["ROOT{}", "End Site{}", "ROOT a{CHANNELS 1 Xscale}"] {
        let text = if text.starts_with("ROOT") {
            text.repeat(100_000)
        } else {
            format!("ROOT a{{{}}}", text.repeat(100_000))
        };
        assert!(examine("many.bvh", text.as_bytes(), 64 * text.len()));
    }
}
