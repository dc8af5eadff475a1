//! What leaves the window of all takes of a folder: notes, a report, a select list, copies; and the notes of others.

use std::path::PathBuf;

use crate::support::app::App;
use crate::support::folder::{Folder, names_in};
use rushes::app::{
    Effect, FilesCommand, FolderCommand, FolderExport, FolderFilter, FolderRun, NotesCommand,
    NotesFormat, RatingCommand,
};
use rushes::files::{IfNewer, OpenOptions};
use rushes::review::notes::{Frames, Note, Review, Verdict};
use rushes::store::Store;

/// The window on a day of three takes, of which the first is circled and has a note that is not saved yet.
fn reviewed(folder: &Folder) -> App {
    for take in ["a.bvh", "b.bvh", "later/c.bvh"] {
        folder.write(take, "");
        folder.take(take, 5);
    }
    let mut app = App::new(std::slice::from_ref(&folder.0), OpenOptions::default());
    app.apply(RatingCommand::Toggle(Verdict::Circled));
    app.apply(NotesCommand::Add);
    let note = app.take().expect("a take").review.note.expect("a note");
    app.apply(NotesCommand::SetText(note, "Mind the elbow".into()));
    app
}

/// What was asked for, to be done.
fn run(app: &mut App, command: FolderCommand) -> FolderRun {
    app.apply(command);
    let job = match app.effects.pop() {
        Some(Effect::ExportFolder(job) | Effect::AskForOtherNotes(job)) => *job,
        other => panic!("{other:?}"),
    };
    let limits = app.settings.limits.clone();
    FolderRun { job, reviews: app.store.reviews(), limits }
}

fn export(app: &mut App, export: FolderExport) -> FolderRun {
    run(app, FolderCommand::Export(export))
}

#[test]
fn notes_of_all_takes_leave_in_each_format_with_what_is_not_saved_yet() {
    let folder = Folder::new("day-export");
    let mut app = reviewed(&folder);
    let to = Folder::new("day-export-to");
    for format in NotesFormat::ALL {
        let path = PathBuf::from(to.path(format.extension()));
        let done = export(&mut app, FolderExport::Notes(format)).write(&path);
        assert!(done.as_ref().is_ok_and(|text| text.starts_with("Exported: ")), "{done:?}");
        let text = std::fs::read_to_string(path).expect("a text");
        assert!(text.contains("Mind the elbow"), "{format:?}: {text}");
    }
    let read = |name: &str| std::fs::read_to_string(to.path(name)).expect("a text");
    let json: serde_json::Value = serde_json::from_str(&read("json")).expect("JSON");
    assert_eq!(json.as_array().map(Vec::len), Some(3));
    assert_eq!(json[0]["rating"]["verdict"], "circled");
    let later = folder.0.join("later").join("c.bvh");
    assert_eq!(json[2]["file"], later.to_str().expect("a text"));
    assert!(json[0]["findings"].is_null());
    app.apply(FolderCommand::WithFindings(true));
    let path = PathBuf::from(to.path("json"));
    export(&mut app, FolderExport::Notes(NotesFormat::Json)).write(&path).expect("written");
    let json: serde_json::Value = serde_json::from_str(&read("json")).expect("JSON");
    assert!(json[0]["findings"].is_array());
}

#[test]
fn what_is_filtered_out_and_what_cannot_be_read_is_not_in_it() {
    let folder = Folder::new("day-filtered");
    let mut app = reviewed(&folder);
    folder.write("b.bvh", "HIERARCHY\nROOT\n");
    let to = Folder::new("day-filtered-to");
    let path = PathBuf::from(to.path("notes.md"));
    let done = export(&mut app, FolderExport::Notes(NotesFormat::Markdown)).write(&path);
    assert!(done.expect("written").contains("b.bvh:2"), "the reason is told");
    app.apply(FolderCommand::Filter(FolderFilter { reviewed: Some(false), ..Default::default() }));
    let job = export(&mut app, FolderExport::SelectList).job;
    let names: Vec<_> = job.files.iter().filter_map(|path| path.file_name()).collect();
    assert_eq!(names, ["b.bvh", "c.bvh"], "without the one that shows");
    app.apply(FolderCommand::Search("nothing like that".into()));
    app.apply(FolderCommand::Export(FolderExport::SelectList));
    assert_eq!(app.interface.notices.last().expect("a notice").text, "No take is listed.");
}

#[test]
fn kept_takes_are_listed_and_copied_with_their_notes() {
    let folder = Folder::new("day-kept");
    let mut app = reviewed(&folder);
    for unsaved in app.state.take_unsaved_reviews() {
        rushes::app::save_review(&unsaved, &app.store).expect("saved");
    }
    let to = Folder::new("day-kept-to");
    let list = PathBuf::from(to.path("selects.txt"));
    export(&mut app, FolderExport::SelectList).write(&list).expect("written");
    let text = std::fs::read_to_string(&list).expect("a list");
    assert_eq!(text, format!("{}\n", folder.path("a.bvh")));
    std::fs::remove_file(list).expect("it is there");
    let done = export(&mut app, FolderExport::Copies).copy(&to.0);
    assert!(done.expect("copied").starts_with("Copied: 1 take to "));
    assert_eq!(names_in(&to.0), ["a.bvh", "a.bvh.rushes.json"]);
    app.apply(RatingCommand::Toggle(Verdict::Circled));
    let none = export(&mut app, FolderExport::Copies).copy(&to.0);
    assert!(none.expect_err("none is kept").starts_with("No take of the list is kept"));
}

#[test]
fn a_report_has_all_takes_and_those_that_cannot_be_read() {
    let folder = Folder::new("day-report");
    let mut app = reviewed(&folder);
    folder.write("b.bvh", "HIERARCHY\nROOT\n");
    let to = Folder::new("day-report-to");
    let path = PathBuf::from(to.path("day.html"));
    export(&mut app, FolderExport::Report).write(&path).expect("written");
    let page = std::fs::read_to_string(path).expect("a page");
    for text in ["a.bvh", "b.bvh:2", "c.bvh", "Mind the elbow"] {
        assert!(page.contains(text), "{text}");
    }
}

#[test]
fn notes_of_another_reviewer_become_one_with_those_of_the_takes() {
    let folder = Folder::new("day-merge");
    let mut app = reviewed(&folder);
    let other = Folder::new("day-merge-other");
    other.write("later/c.bvh", "");
    let now = rushes::files::now();
    let mut review = Review::default();
    review
        .put(Note { text: "Foot slides".into(), ..Note::new(Frames::single(1), "bob", now) }, now);
    let theirs = other.0.join("later/c.bvh");
    Store::nowhere().reviews().save(&theirs, &review, IfNewer::Refuse).expect("saved");
    let done = run(&mut app, FolderCommand::MergeNotes).merge(&other.0);
    assert_eq!(done.expect("merged"), "Notes of 1 take have something new");
    let mine = app.store.reviews().load(&folder.0.join("later/c.bvh")).review;
    assert_eq!(mine.notes.len(), 1);
    let again = run(&mut app, FolderCommand::MergeNotes).merge(&other.0);
    assert_eq!(again.expect("merged"), "Notes of 0 takes have something new");
    let empty = Folder::new("day-merge-empty");
    assert!(run(&mut app, FolderCommand::MergeNotes).merge(&empty.0).is_err());
}

#[test]
fn without_a_folder_it_says_so() {
    let folder = Folder::new("day-none");
    let mut app = App::new(&[folder.take("a.bvh", 3)], OpenOptions::default());
    for command in [
        FolderCommand::Export(FolderExport::Report),
        FolderCommand::MergeNotes,
        FolderCommand::NextWithFindings(1),
    ] {
        app.apply(command);
        let notice = &app.interface.notices.last().expect("a notice").text;
        assert!(notice.starts_with("Open a folder first"), "{notice}");
    }
    app.apply(FilesCommand::Open(vec![folder.0.clone()]));
    assert!(app.session.folder.is_some());
}
