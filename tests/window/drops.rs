//! Files that are dropped on the real window, however other programs name them and hand them over.
//!
//! The rest of the window's tests on X11 are in `x11.rs`. Drops on Wayland are tested beside their
//! source, with a compositor that is a few lines long.

use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use serde_json::Value;

use crate::support::desktop::{Desktop, Program};
use crate::support::drag::Load;
use crate::support::folder::Folder;

/// How many there are in a list of what a picture is printed with.
fn count(picture: &Value, of: &str) -> usize {
    picture[of].as_array().expect("a list").len()
}

fn notices(program: &Program) -> Vec<String> {
    let notices = program.last["notices"].as_array().expect("a list");
    let text = |notice: &Value| notice.as_str().expect("text").to_string();
    notices.iter().map(text).collect()
}

/// A list of URIs whose lines end as the standard says.
fn lines(lines: &[String]) -> Vec<u8> {
    lines.join("\r\n").into_bytes()
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

#[test]
fn every_way_to_name_a_file_opens_it() {
    let folder = Folder::new("drop-names");
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let mut program = desktop.run(&[&folder.take("first.bvh", 1)], &[]);
    let at = |name: &str| folder.take(name, 1).display().to_string();
    let mut others = vec![
        ("lf.bvh", format!("file://{}\n", at("lf.bvh")).into_bytes()),
        ("no end.bvh", uri(&folder.take("no end.bvh", 1)).into_bytes()),
        ("localhost.bvh", format!("file://localhost{}\r\n", at("localhost.bvh")).into_bytes()),
        ("comment.bvh", format!("# one take\r\nfile://{}\r\n", at("comment.bvh")).into_bytes()),
        (
            "a b%.bvh",
            format!("file://{}\r\n", at("a b%.bvh").replace("a b%", "a%20b%25")).into_bytes(),
        ),
        ("path.bvh", format!("{}\r\n", at("path.bvh")).into_bytes()),
    ];
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").expect("a name");
    let host = host.trim();
    let named = format!("file://{host}{}\r\n", at("host.bvh"));
    others.push(("host.bvh", named.into_bytes()));
    // A name in the encoding of twenty years ago.
    let latin = folder.0.join(std::ffi::OsStr::from_bytes(b"G\xe4nge.bvh"));
    std::fs::rename(folder.take("latin.bvh", 1), latin).expect("a temporary file");
    let named = format!("file://{}/G%E4nge.bvh\r\n", folder.0.display());
    others.push(("G\u{fffd}nge.bvh", named.into_bytes()));

    for (name, list) in others {
        desktop.drop_list(&list);
        program.wait(name, |p| p["take"] == name);
        assert_eq!(notices(&program), [""; 0], "{name}");
    }
}

#[test]
fn what_cannot_be_opened_takes_nothing_else_with_it() {
    let folder = Folder::new("drop-mixed");
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let mut program = desktop.run(&[&folder.take("first.bvh", 1)], &[]);
    desktop.drop_list(&lines(&[
        uri(&folder.take("second.bvh", 1)),
        uri(&folder.0.join("gone.bvh")),
        "https://example.org/walk.bvh".to_string(),
        uri(&folder.take("third.bvh", 1)),
        "file://nowhere.invalid/walk.bvh".to_string(),
    ]));
    program
        .wait("both takes and two notices", |p| count(p, "takes") == 3 && count(p, "notices") == 2);
    assert_eq!(program.last["take"], "second.bvh");
    let reported = notices(&program).join("\n");
    assert!(reported.contains("gone.bvh"), "{reported}");
    let others = "only files on this machine can be opened, not these:\n\
                  https://example.org/walk.bvh\nfile://nowhere.invalid/walk.bvh";
    assert!(reported.contains(others), "{reported}");

    desktop.drop_list(b"https://example.org/walk.bvh\r\n");
    program.wait("a third notice", |p| count(p, "notices") == 3);
    assert_eq!(
        notices(&program)[2],
        "cannot open https://example.org/walk.bvh: only files on this machine can be opened"
    );
    assert_eq!(program.last["take"], "second.bvh", "what was showing stays");
}

#[test]
fn hundreds_of_files_come_in_one_drop() {
    let folder = Folder::new("drop-hundreds");
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let mut program = desktop.run(&[], &[]);
    let files: Vec<String> =
        (0..300).map(|index| uri(&folder.take(&format!("take {index}.bvh"), 1))).collect();
    let drag = desktop.drag_over(Load {
        has_many_types: true,
        // The list is longer than what some programs hand over at once.
        piece: Some(1000),
        ..lines(&files).as_slice().into()
    });
    assert!(drag.is_welcome());
    program.wait("a number", |p| p["hovering"] == 300);
    assert!(drag.let_go());
    // Takes show as they come; what is said of all of them is said when the last one is here.
    program.wait("all takes and a notice", |p| count(p, "takes") == 300 && count(p, "notices") > 0);
    assert_eq!(program.last["hovering"], 0);
    let reported = notices(&program);
    assert!(reported.len() == 1 && reported[0].starts_with("24 of 300 takes show"), "{reported:?}");
}

#[test]
fn files_show_that_they_are_held_until_they_leave() {
    let folder = Folder::new("drop-hover");
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let first = folder.take("first.bvh", 1);
    let mut program = desktop.run(&[&first], &[]);
    let files = lines(&[uri(&first), uri(&folder.take("second.bvh", 1))]);
    let load = || Load::from(files.as_slice());

    let drag = desktop.drag_over(load());
    assert!(drag.is_welcome());
    program.wait("two files", |p| p["hovering"] == 2);
    drag.leave();
    program.wait("no files", |p| p["hovering"] == 0);

    // A program that ends in the middle of a drag does not say that it leaves.
    let drag = desktop.drag_over(load());
    program.wait("two files again", |p| p["hovering"] == 2);
    drop(drag);
    program.wait("no files again", |p| p["hovering"] == 0);

    let text = desktop.drag_over(Load { is_files: false, ..load() });
    assert!(!text.is_welcome(), "the window takes no text");
    assert!(!text.let_go());
    program.settle();
    assert_eq!(program.last["hovering"], 0);
    assert_eq!(count(&program.last, "takes"), 1);

    // After all that, files are welcome as before.
    desktop.drop_list(&files);
    program.wait("the takes", |p| p["takes"].as_array().is_some_and(|takes| takes.len() > 1));
}

#[test]
fn a_file_that_is_gone_takes_no_other_with_it() {
    let folder = Folder::new("drop-gone");
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let mut program = desktop.run(&[&folder.take("first.bvh", 1)], &[]);
    let second = folder.take("second.bvh", 1);
    let missing = folder.0.join("gone.bvh");
    // What the window library would lose all of: a file that is not there, and no carriage returns.
    let list = format!("{}\n{}\n", uri(&missing), uri(&second));
    let drag = desktop.drag_over(list.as_bytes().into());
    assert!(drag.is_welcome());
    program.wait("two files", |p| p["hovering"] == 2);
    assert!(drag.let_go());
    program
        .wait("the take and a notice", |p| p["take"] == "second.bvh" && count(p, "notices") == 1);
    assert_eq!(count(&program.last, "takes"), 2);
    assert!(notices(&program)[0].contains("gone.bvh"));
}

#[test]
fn a_program_that_hands_nothing_over_is_not_waited_for_for_ever() {
    let folder = Folder::new("drop-silent");
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let mut program = desktop.run(&[&folder.take("first.bvh", 1)], &[]);
    let drag =
        desktop.drag_over(Load { is_silent: true, ..b"file:///never.bvh\r\n".as_slice().into() });
    assert!(drag.is_welcome());
    program.wait("something held", |p| p["hovering"] == 1);
    assert!(!drag.let_go());
    program.wait("a notice", |p| count(p, "notices") == 1);
    assert_eq!(program.last["hovering"], 0);
    let second = folder.take("second.bvh", 1);
    desktop.drop_files(&[&second]);
    program.wait("the next drop", |p| p["take"] == "second.bvh");
    desktop.close();
    assert_eq!(program.exit_code(), Some(0));
}
