//! However the program is ended: what it remembers is kept, nothing is left half written, and nothing
//! is told that is none of a person's business.

use std::os::unix::process::ExitStatusExt as _;
use std::time::Duration;

use crate::support::desktop::{Desktop, Program, is_writing, signal};
use crate::support::folder::{Folder, names_in};
use crate::support::program;
use crate::support::wait::wait_until;

const SPACE: u32 = 0x20;
const TAB: u32 = 0xff09;

/// A window whose panels have just been hidden.
fn changed(desktop: &Desktop) -> Program {
    let mut program = desktop.run(&[], &[]);
    program.settle();
    desktop.key(TAB);
    program.wait("a picture without them", |p| p["left"] == false);
    program
}

/// Waits until that is remembered, which is some time after it changed.
fn wait_until_kept(desktop: &Desktop) {
    wait_until("what is remembered", || remembered(desktop).contains("left = false"));
}

/// What is remembered of the windows of a desktop.
fn remembered(desktop: &Desktop) -> String {
    std::fs::read_to_string(desktop.settings().join("remembered.toml")).unwrap_or_default()
}

#[test]
fn what_was_set_outlives_every_signal() {
    for (name, number) in [("TERM", 15), ("HUP", 1), ("INT", 2), ("KILL", 9)] {
        let Some(desktop) = Desktop::start() else {
            return;
        };
        let program = changed(&desktop);
        if name == "KILL" {
            wait_until_kept(&desktop);
        }
        program.signal(name);
        let (status, reported) = program.end();
        assert_eq!(status.signal(), Some(number), "{name}: {status}");
        assert_eq!(reported, [""; 0], "{name}");
        let kept = remembered(&desktop);
        assert!(kept.contains("left = false"), "{name}: {kept}");
        let folder = names_in(&desktop.settings());
        assert_eq!(folder, ["lock", "remembered.toml"], "{name}");
    }
}

#[test]
fn nothing_is_written_where_nothing_changed() {
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let mut program = desktop.run(&[], &[]);
    program.settle();
    // Longer than what changed waits to be written.
    assert_eq!(program.pictures_in(Duration::from_secs(1)), 0);
    assert_eq!(remembered(&desktop), "");
    desktop.close();
    assert_eq!(program.exit_code(), Some(0));
    assert_eq!(remembered(&desktop), "");
    assert!(!desktop.settings().exists());
}

#[test]
fn a_window_that_is_taken_away_ends_the_program_without_a_panic() {
    type End = fn(&mut Desktop);
    let ends: [(&str, End); 3] = [
        ("killed", |desktop| desktop.kill_window()),
        ("destroyed", |desktop| desktop.destroy_window()),
        ("without a display", Desktop::end_server),
    ];
    for (what, end, plays) in
        ends.iter().flat_map(|(what, end)| [false, true].map(|plays| (what, end, plays)))
    {
        let Some(mut desktop) = Desktop::start() else {
            return;
        };
        let mut program = changed(&desktop);
        if plays {
            desktop.key(SPACE);
            program.wait("playing", |p| p["playing"] == true);
        }
        wait_until_kept(&desktop);
        end(&mut desktop);
        let (status, reported) = program.end();
        let words = ["the window was taken away", "the display is gone"];
        let words = words.map(|words| format!("rushes: {words}"));
        let is_reported = |line: &String| words.contains(line);
        assert!(reported.iter().all(is_reported), "{what}: {reported:?}");
        // The last picture may have shown before: then the window is closed as by a hand.
        let code = if reported.is_empty() { 0 } else { 3 };
        assert_eq!(status.code(), Some(code), "{what}: {reported:?}");
        let kept = remembered(&desktop);
        assert!(kept.contains("left = false"), "{what}: {kept}");
    }
}

#[test]
fn a_signal_leaves_the_old_file_and_none_that_is_half_written() {
    let folder = Folder::new("endings-half");
    let names = (0..900).map(|i| format!("s{i} {}\n", ["GLOBAL", "s0"][i.min(1)]));
    let base = (0..900).map(|i| format!("s{i} 0 1 0 0 0 0 1\n"));
    let rows = (1..=20_000).map(|frame| format!("{frame} 0 0 0 0 0 0 1\n"));
    let text = format!(
        "[Header]\nFileType htr\n[SegmentNames&Hierarchy]\n{}[BasePosition]\n{}[s0]\n{}",
        names.collect::<String>(),
        base.collect::<String>(),
        rows.collect::<String>()
    );
    let large = folder.write("large.htr", &text);
    let out = folder.write("out.bvh", "old");
    for (name, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        let mut child = program::command(&["convert", &large, &out]).spawn().unwrap();
        wait_until("what is written", || is_writing(child.id(), &folder.0));
        signal(child.id(), name);
        assert_eq!(child.wait().unwrap().signal(), Some(number));
        assert_eq!(folder.names(), ["large.htr", "out.bvh"], "{name}");
        assert_eq!(std::fs::read_to_string(&out).unwrap(), "old");
    }
}
