//! A session in the real window from its beginning to the next one: open, scrub, set a range, colour a
//! bone, leaf on, drop files of which some are broken, and find the colour again.
#![cfg(target_os = "linux")]

#[path = "support/desktop.rs"]
#[allow(dead_code)] // other tests use the rest of it
mod desktop;
#[path = "support/folder.rs"]
mod folder;

use std::path::{Path, PathBuf};

use desktop::Desktop;
use folder::Folder;
use serde_json::{Value, json};

const ESCAPE: u32 = 0xff1b;
const PAGE_DOWN: u32 = 0xff56;

/// A take of a hundred and one frames whose leg swings.
fn take(folder: &Folder, name: &str) -> PathBuf {
    let rows: String = (0..101).map(|frame| format!("0 90 0 {frame}\n")).collect();
    let text = format!(
        "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 90 0\nCHANNELS 3 Xposition Yposition Zposition\n\
         JOINT LeftLeg\n{{\nOFFSET 10 0 0\nCHANNELS 1 Xrotation\nEnd Site\n{{\nOFFSET 0 -90 5\n}}\n}}\n}}\n\
         MOTION\nFrames: 101\nFrame Time: 0.02\n{rows}"
    );
    folder.write(name, &text).into()
}

/// How many things a list in the trace has.
fn count(of: &Value) -> usize {
    of.as_array().map_or(0, Vec::len)
}

#[test]
fn a_session_goes_from_the_first_file_to_colours_that_the_next_one_finds() {
    let folder = Folder::new("session");
    let first = take(&folder, "take1.bvh");
    take(&folder, "take2.bvh");
    let dropped = Folder::new("session-dropped");
    let mut files: Vec<PathBuf> = (0..8)
        .map(|i| take(&dropped, &format!("{i}.bvh")))
        .collect();
    files.push(dropped.write("broken.bvh", "HIERARCHY\nROOT\n").into());
    files.push(dropped.0.join("missing.bvh"));
    let desktop = Desktop::start();
    let mut program = desktop.run(&[&first], &[]);
    program.settle();

    // Scrub, and set a range by hand on the ruler.
    let x = |frame: f64| (16.0 + (1280.0 - 32.0) * frame / 100.0).round() as i16;
    desktop.point(x(50.0), 617);
    desktop.click(1);
    program.wait_for_frame(50);
    desktop.point(x(20.0), 591);
    desktop.button(1, true);
    desktop.drag((x(20.0), 591), (x(60.0), 591));
    desktop.button(1, false);
    program.wait("a range", |p| p["range"] == json!([20, 60]));

    // The swatch of the first bone, and the first of the hues in its picker.
    desktop.point(22, 154);
    desktop.click(1);
    program.settle();
    desktop.point(35, 185);
    desktop.click(1);
    program.wait("a picked colour", |p| count(&p["picked"]) > 0);
    let picked = program.last["picked"].clone();
    desktop.key(ESCAPE);
    program.settle();

    // The next take of the folder has the same skeleton, and its colour.
    desktop.key(PAGE_DOWN);
    program.wait("the next take", |p| p["take"] == "take2.bvh");
    assert_eq!(program.last["picked"], picked);
    assert_eq!(count(&program.last["takes"]), 1);

    let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    desktop.drop_files(&files);
    program.wait("eight more takes and two errors", |p| {
        count(&p["takes"]) == 9 && count(&p["notices"]) == 2
    });
    program.wait("the end of loading", |p| p["loading"] == false);
    desktop.close();
    assert_eq!(program.exit_code(), Some(0));

    let next = desktop.run(&[&first], &[]);
    assert_eq!(next.last["picked"], picked, "found again");
}
