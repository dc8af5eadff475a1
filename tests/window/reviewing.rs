//! Reviewing in the real window; and what is left of notes when it is killed while they are written.

use crate::support::desktop::{Desktop, Program, is_writing};
use crate::support::folder::{Folder, names_in};
use crate::support::reviewing::{Place, on_disk, takes};
use crate::support::wait::wait_until;
use rushes::store::read_session;

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
