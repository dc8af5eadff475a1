//! Notes, ratings and what becomes of them: nothing is lost with a page, and the desktop program merges what it hands over.

use std::path::Path;

use rushes::files::Reviews;
use serde_json::{Value, json};

use crate::browser::drive;
use crate::support::folder::Folder;
use crate::support::program::rushes;

const TAKE: &str = "assets/builtin/stroll.bvh";

fn scenario(name: &str, mut given: Value) -> Value {
    given["scenario"] = name.into();
    given["take"].is_null().then(|| given["take"] = json!(crate::support::root().join(TAKE)));
    drive("review.mjs", given)
}

#[test]
#[ignore = "drives the page: 'make test-web'"]
fn notes_and_a_rating_are_there_after_a_reload() {
    let told = scenario("reload", json!({}));
    for time in ["before", "after"] {
        let review = &told[time]["review"];
        assert_eq!((&review["notes"], &review["rating"]), (&json!(1), &json!(4)), "{time}: {told}");
    }
}

#[test]
#[ignore = "drives the page: 'make test-web'"]
fn a_killed_browser_takes_no_note_along() {
    assert_eq!(scenario("kill", json!({}))["review"]["notes"], 1);
}

#[test]
#[ignore = "drives the page: 'make test-web'"]
fn a_failure_of_the_program_is_told_and_the_notes_stay() {
    assert_eq!(scenario("panic", json!({}))["after"]["review"]["notes"], 1);
}

#[test]
#[ignore = "drives the page: 'make test-web'"]
fn a_lost_context_comes_back_with_all_that_was_open() {
    let told = scenario("lost", json!({}));
    assert_eq!(told["after"]["take"], "stroll.bvh");
    assert_eq!(told["after"]["review"]["notes"], 1);
}

#[test]
#[ignore = "drives the page: 'make test-web'"]
fn five_notes_come_to_the_desktop_and_back() {
    let folder = Folder::new("web-review");
    let take = folder.path("stroll.bvh");
    std::fs::copy(crate::support::root().join(TAKE), &take).expect("a take");
    let told = scenario("sidecar", json!({ "take": take }));
    assert_eq!(told["name"], "stroll.bvh.rushes.json");
    std::fs::create_dir(folder.path("sent")).expect("a folder");
    let sent = folder.path("sent/stroll.bvh.rushes.json");
    std::fs::write(&sent, told["text"].as_str().expect("a text")).expect("a file");
    let run = rushes(&["notes", "--merge", &sent, &take]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let review = Reviews::in_folder(folder.path("state")).load(Path::new(&take)).review;
    let texts: Vec<&str> = review.notes.iter().map(|note| note.text.as_str()).collect();
    assert_eq!(texts, ["one", "two", "three", "four", "five"]);
    // What the desktop has kept beside the take is taken over with it.
    let told =
        scenario("merged", json!({ "take": take, "sidecar": Reviews::beside(Path::new(&take)) }));
    assert_eq!(told["review"]["notes"], 5);
}

#[test]
#[ignore = "drives the page: 'make test-web'"]
fn all_of_it_goes_by_the_keyboard_alone() {
    let told = scenario("keyboard", json!({}));
    assert_eq!(told["rated"]["review"]["rating"], 3);
}
