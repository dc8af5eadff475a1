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
fn notes_of_several_takes_are_one_download() {
    let folder = Folder::new("web-reviews");
    let takes = ["a.bvh", "b.bvh"].map(|name| folder.path(name));
    for (take, ending) in takes.iter().zip(["", "\n"]) {
        // The browser knows takes by what is in them.
        let text = std::fs::read_to_string(crate::support::root().join(TAKE)).expect("a take");
        std::fs::write(take, text + ending).expect("a take");
    }
    let told = scenario("together", json!({ "takes": takes }));
    assert_eq!(told["name"], "Rushes.zip");
    let zip = crate::files::received(&folder, &told);
    let zip = zip::ZipArchive::new(std::fs::File::open(zip).expect("a file")).expect("a ZIP");
    let mut names: Vec<_> = zip.file_names().map(|name| name.expect("a name")).collect();
    names.sort_unstable();
    assert_eq!(names, ["a.bvh.rushes.json", "b.bvh.rushes.json"]);
}

#[test]
#[ignore = "drives the page: 'make test-web'"]
fn notes_are_written_beside_takes_of_a_folder_that_the_browser_gives() {
    assert_eq!(scenario("beside", json!({}))["review"]["notes"], 1);
}

#[test]
#[ignore = "drives the page: 'make test-web'"]
fn a_note_is_kept_of_whoever_leaves_at_once() {
    for is_known in [true, false] {
        let told = scenario("left", json!({ "isKnown": is_known }));
        assert_eq!(told["review"]["notes"], 1, "{is_known}: {told}");
    }
}

#[test]
#[ignore = "drives the page: 'make test-web'"]
fn a_browser_that_keeps_nothing_is_told_of() {
    for (full, word) in [(false, "keeps nothing (denied)"), (true, "no more room")] {
        let told = scenario("unkept", json!({ "full": full }));
        let notices = told["notices"].as_array().expect("notices");
        let is_said =
            notices.iter().any(|text| text.as_str().is_some_and(|text| text.contains(word)));
        assert!(is_said, "{word}: {told}");
    }
}

#[test]
#[ignore = "drives the page: 'make test-web'"]
fn all_of_it_goes_by_the_keyboard_alone() {
    let told = scenario("keyboard", json!({}));
    assert_eq!(told["rated"]["review"]["rating"], 3);
}
