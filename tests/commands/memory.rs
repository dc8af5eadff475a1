//! What the program takes of memory for large files: their table and little more, whatever their size.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader};

use crate::support::folder::Folder;
use crate::support::large;
use crate::support::program;

/// How many bytes the rows of a file are at least.
const LEN: usize = 150_000_000;

/// What may be beside the table, in bytes: a tenth of it, and this.
const BESIDE: usize = 64 << 20;

/// The most memory that the program has had when it prints the first of a take.
fn peak_of(path: &str) -> usize {
    let mut program = program::command(&["positions", path]).spawn().expect("the program starts");
    let mut line = String::new();
    let mut out = BufReader::new(program.stdout.take().expect("an output"));
    out.read_line(&mut line).expect("the first line of a table");
    // It waits for somebody to read on.
    let status =
        std::fs::read_to_string(format!("/proc/{}/status", program.id())).expect("it runs");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = peak.and_then(|peak| peak.split_whitespace().next()?.parse::<usize>().ok());
    let _ = program.kill();
    let _ = program.wait();
    assert!(line.starts_with("frame"), "{line}");
    1024 * kilobytes.expect("a number")
}

/// A file that begins with `head`, and goes on with rows; and how many there are.
fn write(
    folder: &Folder,
    name: &str,
    head: &str,
    mut row: impl FnMut(&mut String, usize),
) -> (String, usize) {
    let mut text = String::with_capacity(LEN + (1 << 20));
    text += head;
    let mut rows = 0;
    while text.len() < LEN {
        row(&mut text, rows);
        rows += 1;
    }
    (folder.write(name, &text), rows)
}

#[test]
fn a_text_of_any_size_takes_its_table_and_little_more() {
    let folder = Folder::new("memory-of-texts");
    let bvh = large::bvh(100);
    let (head, rows) = bvh.split_at(bvh.find("0.01\n").expect("a frame time") + 5);
    let rows: Vec<&str> = rows.lines().collect();
    let (bvh, bvh_rows) = write(&folder, "walk.bvh", head, |text, row| {
        text.push_str(rows[row % rows.len()]);
        text.push('\n');
    });
    // Markers that were not seen, and numbers and times ahead of their places.
    let markers: String = (0..40).map(|marker| format!("\tM{marker}\t\t")).collect();
    let axes: String = (1..=40).map(|n| format!("\tX{n}\tY{n}\tZ{n}")).collect();
    let head = format!(
        "PathFileType\t4\t(X/Y/Z)\twalk.trc\n\
         DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\n120\t120\t1\t40\tmm\n\
         Frame#\tTime{markers}\n\t{axes}\n"
    );
    let places = "\t-512.34567\t1234.56789\t98.765432".repeat(37) + &"\t".repeat(9);
    let (trc, trc_rows) = write(&folder, "walk.trc", &head, |text, row| {
        let _ = writeln!(text, "{}\t{:.5}{places}", row + 1, row as f64 / 120.0);
    });
    for (path, table) in [(bvh, 4 * 60 * bvh_rows), (trc, 4 * 120 * trc_rows)] {
        let peak = peak_of(&path);
        let most = table + table / 10 + BESIDE;
        println!("{path}: a table of {table} bytes, at most {peak} of memory");
        assert!(peak < most, "{path}: {peak} bytes of memory, and {most} are enough");
    }
}
