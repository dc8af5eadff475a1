//! Reviewing in the real window; and what is left of notes when it is killed while they are written.

use crate::support::desktop::{Desktop, Program, is_writing};
use crate::support::folder::{Folder, names_in};
use crate::support::program::command as rushes_command;
use crate::support::reviewing::{Place, on_disk, takes};
use crate::support::wait::wait_until;
use rushes::store::read_session;

const ESCAPE: u32 = 0xff1b;

/// So often the program is killed.
const KILLS: u64 = 50;

fn place(desktop: &Desktop) -> Place<'_> {
    Place { desktop, below: 0, size: [1280.0, 720.0] }
}

#[test]
fn a_take_is_reviewed_and_what_was_said_is_there_the_next_day() {
    let folder = Folder::new("reviewing");
    let files = takes(&folder);
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let place = place(&desktop);
    place.review(&files, desktop.run(&[&files[0], &files[1]], &[]));
    place.come_back(&files[0], desktop.run(&[&files[0]], &[]));
}

#[test]
fn a_note_has_the_name_that_the_system_knows_where_no_session_says_one() {
    let folder = Folder::new("author");
    let [file, _] = takes(&folder);
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let place = place(&desktop);
    let nobody = ["USER", "LOGNAME", "USERNAME"].map(|name| (name, ""));
    let mut program = desktop.run(&[&file], &nobody);
    program.wait("the take", |p| {
        p["takes"].as_array().map(Vec::len) == Some(1) && p["loading"] == false
    });
    place.write_note(&mut program, "pop");
    let known = std::process::Command::new("id").arg("-un").output();
    let known = String::from_utf8(known.expect("id").stdout).expect("text");
    assert_eq!(on_disk(&file).notes[0].stamp.author, known.trim());
}

#[test]
fn no_kill_loses_a_note_that_was_said_to_be_saved() {
    let folder = Folder::new("kills");
    let [file, _] = takes(&folder);
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let place = place(&desktop);
    let mut kept = 0;
    for round in 0..KILLS {
        let mut program: Program = desktop.run(&[&file], &[]);
        program.wait("the take with its notes", |p| {
            p["loading"] == false && p["review"]["notes"] == kept
        });
        let is_said_to_be_saved = round % 5 == 0;
        if is_said_to_be_saved {
            place.write_note(&mut program, "pop");
        }
        let said = program.last["review"]["notes"].as_u64().expect("a count");
        desktop.key(u32::from('m'));
        program.wait("one more", |p| p["review"]["notes"] == said + 1);
        // The keys go to its text from the next picture on. It is saved some time after it says something: the kill
        // comes before, while and after.
        program.settle();
        desktop.key(u32::from('x'));
        let is_saved = || on_disk(&file).notes.len() as u64 > said;
        match round % 3 {
            0 => {}
            1 => wait_until("saving", || is_writing(program.id(), &folder.0) || is_saved()),
            _ => wait_until("one more, saved", is_saved),
        }
        program.signal("KILL");
        program.end();
        let review = on_disk(&file);
        kept = review.notes.len();
        let said = said as usize;
        assert!((said..=said + 1).contains(&kept), "round {round}: {kept}, not {said}");
        for session in names_in(&desktop.settings().join("sessions")) {
            let session = desktop.settings().join("sessions").join(session);
            let is_session = session.extension().is_some_and(|end| end == "rushes");
            assert!(!is_session || read_session(&session).is_ok(), "{session:?}");
        }
    }
}

#[test]
fn two_windows_and_a_command_that_save_at_once_lose_nothing() {
    /// So often all three of them write.
    const ROUNDS: usize = 8;
    let folder = Folder::new("three-writers");
    let [file, _] = takes(&folder);
    let (Some(one), Some(other)) = (Desktop::start(), Desktop::start()) else {
        return;
    };
    let mut programs = [&one, &other].map(|desktop| desktop.run(&[&file], &[]));
    for program in &mut programs {
        program.wait("the take", |p| p["loading"] == false && p["review"]["notes"] == 0);
    }
    for round in 0..ROUNDS {
        let marks = folder.write("marks.csv", &format!("frame,text\n{round},from a command\n"));
        let mut command =
            rushes_command(&["notes", &file.display().to_string(), "--import", &marks]);
        for (desktop, program) in [&one, &other].into_iter().zip(&mut programs) {
            desktop.key(u32::from('m'));
            program.wait("a note of its own", |p| p["review"]["note"] == "");
        }
        programs.iter_mut().for_each(Program::settle);
        // Both have a note with a text that is saved in a moment, while the command comes between them.
        [&one, &other].into_iter().for_each(|desktop| desktop.key(u32::from('x')));
        let run = command
            .stderr(std::process::Stdio::null())
            .stdout(std::process::Stdio::null())
            .status();
        assert!(run.expect("it starts").success());
        for (desktop, program) in [&one, &other].into_iter().zip(&mut programs) {
            program.wait("its text", |p| p["review"]["note"] == "x");
            desktop.key(ESCAPE);
            program.wait("all three, saved", |p| {
                p["review"]["notes"] == 3 * (round + 1) && p["review"]["is saved"] == true
            });
        }
        assert_eq!(on_disk(&file).notes.len(), 3 * (round + 1));
    }
    for (desktop, program) in [one, other].into_iter().zip(programs) {
        desktop.close();
        assert_eq!(program.exit_code(), Some(0));
    }
    let review = on_disk(&file);
    let count = |text: &str| review.notes.iter().filter(|note| note.text == text).count();
    assert_eq!([count("x"), count("from a command")], [2 * ROUNDS, ROUNDS]);
}
