//! Hostile BVA and ASK files.

use rushes::take::MAX_DEPTH;

use super::{Hostile, assert_in_proportion, each, loads, refused};

const ROW: &str = "1 2 3 4 5 6 7 8 9\n";

/// A segment with these lines ahead of its labels, and these rows.
fn segment(name: &str, lines: &str, rows: &str) -> String {
    format!(
        "Segment: {name}\nFrames: 1\nFrame Time: 0.1\n{lines}XTRAN YTRAN ZTRAN XROT YROT ZROT XSCALE YSCALE ZSCALE\n\
         CM CM CM DEGREES DEGREES DEGREES CM CM CM\n{rows}"
    )
}

const BVA: &[Hostile<String>] = &[
    loads("segments of a row", 10_000, |n| each(n, |i| segment(&format!("s{i}"), "", ROW))),
    loads("rows", 200_000, |n| segment("a", "", &ROW.repeat(n))),
    loads("rows of two segments, one with half of them", 100_000, |n| {
        segment("a", "", &ROW.repeat(n)) + &segment("b", "", &ROW.repeat(n.div_ceil(2)))
    }),
    refused("rows of one segment beside many of one row", 10_000, |n| {
        let short = each(n, |i| segment(&format!("s{i}"), "", ROW));
        segment("a", "", &ROW.repeat(n)) + &short
    }),
    loads("rows that cannot be read between others", 100_000, |n| {
        segment("a", "", &format!("{ROW}x\n").repeat(n)) + &segment("b", "", &ROW.repeat(2 * n))
    }),
    loads("rows broken over lines", 100_000, |n| {
        segment("a", "", &ROW.repeat(n).replace(' ', "\n"))
    }),
    loads("values that cannot be used", 500_000, |n| {
        segment("a", "", &"nan 1e30 inf nan nan nan nan nan nan\n".repeat(n / 9))
    }),
    loads("Frames lines", 100_000, |n| segment("a", &"Frames: 1\n".repeat(n), ROW)),
    loads("frame times", 50_000, |n| segment("a", &each(n, |i| format!("Frame Time: {i}\n")), ROW)),
    loads("units that are not known", 5_000, |n| {
        let unit =
            |i: usize| segment("a", "", ROW).replace("CM CM CM\n1", &format!("CM CM x{i}\n1"));
        each(n, unit)
    }),
    loads("letters of a name", 5_000_000, |n| segment(&"é".repeat(n / 2), "", ROW)),
    loads("letters of each of 16 names", 300_000, |n| {
        each(16, |_| segment(&"x".repeat(n), "", ROW))
    }),
    loads("blank lines", 2_000_000, |n| segment("a", "", &format!("{}{ROW}", "\r\n".repeat(n)))),
    refused("words Segment", 300_000, |n| segment("a", "", ROW) + &"Segment\n".repeat(n)),
    refused("words Segment in a name", 300_000, |n| "Segment: ".repeat(n)),
    refused("numbers of a row too long", 1_000_000, |n| segment("a", "", &"1 ".repeat(n))),
];

const ASK: &[Hostile<String>] = &[
    refused("joints in each other", 100_000, |n| {
        format!("HIERARCHY\nROOT a\n{{\nOFFSET 0 0 0\n{}", "JOINT b\n{\nOFFSET 0 1 0\n".repeat(n))
    }),
    loads("chains as deep as they may be", 16, |n| {
        let depth = MAX_DEPTH - 1;
        let chain = "JOINT b\n{\nOFFSET 1e15 -1e15 0\n".repeat(depth) + &"}\n".repeat(depth);
        format!("HIERARCHY\nROOT a\n{{\nOFFSET 0 0 0\n{}}}\n", chain.repeat(n))
    }),
    loads("joints beside each other", 50_000, |n| {
        let joints = "JOINT b\n{\nOFFSET 0 1 0\nEnd Site\n{\nOFFSET 1 1 1\n}\n}\n".repeat(n);
        format!("HIERARCHY\nROOT a\n{{\nOFFSET 0 0 0\n{joints}}}\n")
    }),
];

#[test]
fn hostile_bva_takes_time_and_memory_in_proportion() {
    assert_in_proportion("hostile.bva", BVA);
}

#[test]
fn hostile_ask_takes_time_and_memory_in_proportion() {
    assert_in_proportion("hostile.ask", ASK);
}
