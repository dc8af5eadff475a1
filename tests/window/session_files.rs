//! Session files in the real window: opened by their path, saved, closed, opened again; and what comes back
//! after the program was killed.

use std::path::{Path, PathBuf};

use crate::support::app::App;
use crate::support::desktop::{Desktop, Program};
use crate::support::folder::{Folder, names_in};
use crate::support::keyboard::Keyboard;
use crate::support::places::{laid_out, middle, on_timeline};
use crate::support::timeline::LANE;
use crate::support::wait::wait_until;
use rushes::app::SessionCommand;
use rushes::files::OpenOptions;
use rushes::store::{SessionFile, read_session};
use serde_json::json;

const CONTROL: u32 = 0xffe3;

/// A session of two takes, saved as the program does it.
fn session(folder: &Folder) -> PathBuf {
    let files = ["a.bvh", "b.bvh"].map(|name| folder.take(name, 101));
    let mut app = App::new(&files, OpenOptions::default());
    let path = folder.0.join("mine.rushes");
    app.apply(SessionCommand::SaveTo(path.clone()));
    path
}

/// Goes to a frame by hand, and begins the range there.
fn begin_range(desktop: &Desktop, program: &mut Program, window: &Keyboard, frame: f64) {
    desktop.point(on_timeline(window, frame, 100.0, LANE));
    desktop.click(1);
    program.wait_for_frame(frame as u64);
    desktop.key(u32::from('i'));
    program.wait("a range", |p| p["range"] == json!([frame as u64, null]));
}

/// What is kept of the windows of a desktop.
fn kept(desktop: &Desktop) -> Vec<PathBuf> {
    let folder = desktop.settings().join("sessions");
    let names = if folder.is_dir() { names_in(&folder) } else { Vec::new() };
    let sessions = names.into_iter().filter(|name| name.ends_with(".rushes"));
    sessions.map(|name| folder.join(name)).collect()
}

fn tells(program: &Program, words: &str) -> bool {
    program.last["notices"].to_string().contains(words)
}

#[test]
fn a_session_is_saved_and_comes_back_as_it_was() {
    let folder = Folder::new("window-session");
    let path = session(&folder);
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let window = laid_out(&[&path]);
    let mut program = desktop.run(&[&path], &[]);
    program
        .wait("both takes", |p| p["takes"] == json!(["a.bvh", "b.bvh"]) && p["loading"] == false);
    program.settle();
    assert_eq!(program.last["notices"], json!([]));
    desktop.wait_for_titles(&["mine.rushes – "]);
    begin_range(&desktop, &mut program, &window, 40.0);
    desktop.wait_for_titles(&["*mine.rushes – "]);
    desktop.hold(CONTROL, true);
    desktop.key(u32::from('s'));
    desktop.hold(CONTROL, false);
    desktop.wait_for_titles(&["mine.rushes – "]);
    program.settle();
    assert!(tells(&program, "Saved "), "{}", program.last);
    desktop.close();
    assert_eq!(program.exit_code(), Some(0));
    assert_eq!(kept(&desktop), [""; 0].map(PathBuf::from));

    let mut next = desktop.run(&[&path], &[]);
    next.wait("the range", |p| p["range"] == json!([40, null]));
    next.wait("the frame", |p| p["frame"] == 40 && p["loading"] == false);
    assert_eq!(next.last["takes"], json!(["a.bvh", "b.bvh"]));

    // What is not saved is asked about.
    next.settle();
    begin_range(&desktop, &mut next, &window, 60.0);
    desktop.close();
    next.wait("a question", |p| p["notices"].to_string().contains("unsaved changes"));
    let mut asked = App::new(std::slice::from_ref(&path), OpenOptions::default());
    asked.apply(rushes::app::TimelineCommand::SetOut);
    asked.apply(rushes::app::InterfaceCommand::Quit);
    let asked = Keyboard::sized(asked, 1280.0, 720.0);
    desktop.point(middle(&asked, "Don’t save"));
    desktop.click(1);
    assert_eq!(next.exit_code(), Some(0));
    let saved = read_session(&path).unwrap().playback.unwrap();
    assert_eq!(saved.range_in, Some(40));
}

#[test]
fn after_a_kill_the_next_start_offers_what_was_open_and_no_other_window_does() {
    let folder = Folder::new("window-crash");
    let files = ["a.bvh", "b.bvh"].map(|name| folder.take(name, 101));
    let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let mut program = desktop.run(&files, &[]);
    program.wait("both takes", |p| p["takes"] == json!(["a.bvh", "b.bvh"]));
    program.settle();
    begin_range(&desktop, &mut program, &laid_out(&files), 30.0);
    let read = || kept(&desktop).first().and_then(|file| read_session(file).ok());
    let range = |session: SessionFile| session.playback.and_then(|playback| playback.range_in);
    wait_until("the range in what is kept", || read().and_then(range) == Some(30));
    let left = read().expect("a session");

    // A window beside it has nothing to offer.
    let mut beside = Program::start(&mut desktop.command(&[], &[]));
    beside.settle();
    assert_eq!(beside.last["notices"], json!([]));
    beside.signal("KILL");
    beside.end();
    program.signal("KILL");
    program.end();

    let mut next = desktop.run(&[], &[]);
    next.settle();
    assert!(tells(&next, "Restore the last session (2 takes, "), "{}", next.last);
    assert_eq!(next.last["takes"], json!(["Built-in take"]), "not by itself");
    let mut offering = App::new(&[], OpenOptions::default());
    offering.offer_unfinished(left, "just now");
    let offering = Keyboard::sized(offering, 1280.0, 720.0);
    desktop.point(middle(&offering, "Restore"));
    desktop.click(1);
    next.wait("both takes", |p| p["takes"] == json!(["a.bvh", "b.bvh"]) && p["loading"] == false);
    next.wait("the range", |p| p["range"] == json!([30, null]));
    next.settle();
    desktop.close();
    assert_eq!(next.exit_code(), Some(0));
    assert_eq!(kept(&desktop), [""; 0].map(PathBuf::from));
}
