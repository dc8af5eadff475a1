//! A second program that is started while a window is open: whose window its files come into.
#![cfg(target_os = "linux")]

#[path = "support/desktop.rs"]
#[allow(dead_code)] // the window's other tests use the rest of it
mod desktop;
#[path = "support/folder.rs"]
mod folder;

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use desktop::{Desktop, Program};
use folder::Folder;

/// A desktop on which the settings ask for one window, and the folder for its socket and takes.
fn one_window(name: &str) -> (Desktop, Folder) {
    let desktop = Desktop::start();
    set_one_window(&desktop, true);
    let folder = Folder::new(name);
    let private = std::fs::Permissions::from_mode(0o700);
    std::fs::set_permissions(&folder.0, private).expect("a folder of our own");
    for take in ["a.bvh", "b.bvh"] {
        folder.take(take, 1);
    }
    (desktop, folder)
}

fn set_one_window(desktop: &Desktop, on: bool) {
    std::fs::create_dir_all(desktop.settings()).expect("a temporary folder");
    let settings = desktop.settings().join("settings.toml");
    std::fs::write(settings, format!("one_window = {on}\n")).expect("a temporary file");
}

/// Starts a program that has to end by itself, and well; what it says.
fn ends(command: &mut Command) -> String {
    let piped = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().expect("the program starts");
    assert_eq!(desktop::exit_code(&mut child), Some(0));
    let ended = child.wait_with_output().expect("what it says");
    String::from_utf8([ended.stdout, ended.stderr].concat()).expect("text")
}

fn takes(program: &Program) -> usize {
    program.last["takes"].as_array().map_or(0, Vec::len)
}

#[test]
fn takes_come_into_the_window_that_is_open_and_it_comes_to_the_front() {
    let (desktop, folder) = one_window("one-window");
    let runtime = ("XDG_RUNTIME_DIR", folder.0.to_str().expect("UTF-8"));
    let mut first = desktop.run(&[&folder.0.join("a.bvh")], &[runtime]);
    // As file managers start it, and as a person does in a folder.
    let startup = ("DESKTOP_STARTUP_ID", "files/\"rushes\"/1-0-host_TIME4711");
    let mut second = desktop.command(&["b.bvh".as_ref()], &[runtime, startup]);
    second.current_dir(&folder.0);
    let hand_over = || assert_eq!(ends(&mut second), "");
    let told = "remove: ID=\"files/\\\"rushes\\\"/1-0-host_TIME4711\"";
    assert!(desktop.asks_for_the_front(hand_over, 4711, told));
    first.wait("the second take", |p| p["take"] == "b.bvh");
    assert_eq!(takes(&first), 2);

    // From the menu, without a take: the window comes, and nothing else changes.
    assert_eq!(ends(&mut desktop.command(&[], &[runtime])), "");
    first.settle();
    assert_eq!(takes(&first), 2);

    let doors = || {
        let names = folder.names().into_iter();
        names.filter(|name| name.ends_with(".socket")).count()
    };
    assert_eq!(doors(), 1);
    desktop.close();
    assert_eq!(first.exit_code(), Some(0));
    assert_eq!(doors(), 0);
}

#[test]
fn a_window_of_its_own_opens_where_that_is_asked_for() {
    let (desktop, folder) = one_window("own-window");
    let runtime = ("XDG_RUNTIME_DIR", folder.0.to_str().expect("UTF-8"));
    let take = folder.0.join("b.bvh");
    let mut first = desktop.run(&[&folder.0.join("a.bvh")], &[runtime]);
    let start = |arguments: &[&Path]| {
        let mut program = Program::start(&mut desktop.command(arguments, &[runtime]));
        program.wait("its take", |p| p["take"] == "b.bvh");
    };
    start(&["--new-window".as_ref(), &take]);
    // What is asked for beside takes would not hold for those of the window that is open.
    start(&["--theme".as_ref(), "light".as_ref(), &take]);
    start(&["--bvh-positions".as_ref(), "add".as_ref(), &take]);
    set_one_window(&desktop, false);
    start(&[&take]);
    first.settle();
    assert_eq!(takes(&first), 1);
}

#[test]
fn the_door_goes_to_the_next_window_when_the_first_one_closes() {
    let (desktop, folder) = one_window("next-window");
    let runtime = ("XDG_RUNTIME_DIR", folder.0.to_str().expect("UTF-8"));
    let [a, b] = ["a.bvh", "b.bvh"].map(|name| folder.0.join(name));
    let first = desktop.run(&[&a], &[runtime]);
    let new: &Path = "--new-window".as_ref();
    let mut second = Program::start(&mut desktop.command(&[new, &a], &[runtime]));
    // As in a crash.
    drop(first);
    desktop.focus();
    second.settle();
    assert_eq!(ends(&mut desktop.command(&[&b], &[runtime])), "");
    second.wait("the take", |p| p["take"] == "b.bvh");
}

#[test]
fn a_window_that_reads_takes_in_its_own_way_is_given_none() {
    let (desktop, folder) = one_window("own-way");
    let runtime = ("XDG_RUNTIME_DIR", folder.0.to_str().expect("UTF-8"));
    let [a, b] = ["a.bvh", "b.bvh"].map(|name| folder.0.join(name));
    let adds: [&Path; 2] = ["--bvh-positions".as_ref(), "add".as_ref()];
    let mut first = desktop.run(&[adds[0], adds[1], &a], &[runtime]);
    let mut second = Program::start(&mut desktop.command(&[&b], &[runtime]));
    second.wait("its take", |p| p["take"] == "b.bvh");
    first.settle();
    assert_eq!(takes(&first), 1);
}
