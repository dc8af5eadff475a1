//! The list of a folder without a window: what it lists, in which order, and how one goes through it.

use std::path::{Path, PathBuf};

use crate::support::app::App;
use crate::support::folder::Folder;
use glam::Vec2;
use rushes::app::{
    CameraCommand, Entry, Fact, FilesCommand, FolderCommand, FolderFilter, FolderGroup, FolderJob,
    FolderList, FolderNews, FolderSort, InterfaceCommand, RatingCommand, SelectMode, Wanted,
    read_folders, save_review,
};
use rushes::files::{IfNewer, OpenOptions};
use rushes::review::checks::{LIMITS, Limits};
use rushes::review::notes::{Frames, Note, Review, Verdict};
use rushes::store::Store;

/// A day of four takes in two folders, of different lengths.
fn day(name: &str) -> Folder {
    let folder = Folder::new(name);
    for (take, frames) in [
        ("b_02_ann.bvh", 30),
        ("b_10_bob.bvh", 10),
        ("later/c_01_ann.bvh", 20),
        ("a_01_bob.bvh", 40),
    ] {
        folder.write(take, "");
        folder.take(take, frames);
    }
    folder
}

fn on(folder: &Folder) -> App {
    App::new(std::slice::from_ref(&folder.0), OpenOptions::default())
}

fn list(app: &App) -> &FolderList {
    app.session.folder.as_ref().expect("a list")
}

fn listed(app: &App) -> Vec<&str> {
    list(app).listed().map(|row| row.name.as_str()).collect()
}

fn titles(app: &App) -> Vec<String> {
    app.session.takes.iter().map(|open| open.title()).collect()
}

fn path(folder: &Folder, name: &str) -> PathBuf {
    folder.0.join(name)
}

#[test]
fn a_folder_opens_as_a_list_with_its_first_take_alone() {
    let folder = day("folder-list");
    let app = on(&folder);
    assert_eq!(listed(&app), ["a_01_bob.bvh", "b_02_ann.bvh", "b_10_bob.bvh", "c_01_ann.bvh"]);
    assert_eq!(titles(&app), ["a_01_bob.bvh"]);
    let list = list(&app);
    assert!(list.shows && !list.is_listing && !list.is_reading);
    assert_eq!(list.rated_count(), [0, 4]);
    let row = list.find(&path(&folder, "later/c_01_ann.bvh")).expect("a row");
    let facts = row.take.as_ref().expect("what is in it");
    assert_eq!((facts.format, facts.frames, row.folder.as_str()), ("BVH", 20, "later"));
    assert!(facts.thumbnail.is_some() && row.date.is_some() && row.findings.is_some());
}

#[test]
fn files_that_come_with_a_folder_show_and_not_its_first_take() {
    let folder = day("folder-with-files");
    let own = Folder::new("own-file");
    let app = App::new(&[folder.0.clone(), own.take("own.bvh", 3)], OpenOptions::default());
    assert_eq!(titles(&app), ["own.bvh"]);
    assert_eq!(list(&app).rows().len(), 4);
}

#[test]
fn a_folder_beside_what_is_open_shows_its_first_take_alone() {
    let folder = day("folder-beside");
    let own = Folder::new("beside-own");
    let mut app = App::new(&[own.take("own.bvh", 3)], OpenOptions::default());
    app.apply(FilesCommand::Open(vec![folder.0.clone()]));
    assert_eq!(titles(&app), ["own.bvh", "a_01_bob.bvh"]);
    let solo = app.session.takes.solo();
    assert_eq!((solo, app.session.takes.active_id()), (Some(app.id(1)), Some(app.id(1))));
}

#[test]
fn the_keys_go_on_as_the_list_has_it_from_the_same_side_and_with_the_same_lens() {
    let folder = day("folder-keys");
    let mut app = on(&folder);
    app.set_view_size(Vec2::new(800.0, 600.0));
    app.apply(FolderCommand::Sort(FolderSort::Length));
    assert_eq!(listed(&app), ["b_10_bob.bvh", "c_01_ann.bvh", "b_02_ann.bvh", "a_01_bob.bvh"]);
    app.apply(CameraCommand::Orbit(Vec2::new(0.1, 0.2)));
    app.apply(CameraCommand::Lens(85.0));
    app.apply(CameraCommand::Pan(Vec2::new(0.5, 0.5)));
    let before = app.view.camera;
    let next = |step| FilesCommand::NextInFolder { step, add: false };
    app.apply(next(-1));
    assert_eq!(titles(&app), ["b_02_ann.bvh"]);
    let camera = app.view.camera;
    assert_eq!((camera.yaw, camera.pitch), (before.yaw, before.pitch));
    assert!((camera.lens() - 85.0).abs() < 1e-3);
    assert_ne!(camera.target, before.target, "it is framed");
    app.apply(next(-2));
    assert_eq!(titles(&app), ["b_10_bob.bvh"]);
    app.apply(next(-1));
    assert!(app.interface.notices.last().expect("a notice").text.contains("first take"));
    app.apply(FilesCommand::NextInFolder { step: 1, add: true });
    assert_eq!(titles(&app), ["b_10_bob.bvh", "c_01_ann.bvh"]);
}

#[test]
fn a_take_that_is_rated_out_of_the_list_is_where_one_goes_on_from() {
    let folder = day("folder-unrated");
    let mut app = on(&folder);
    let filter = FolderFilter { reviewed: Some(false), ..FolderFilter::default() };
    app.apply(FolderCommand::Filter(filter));
    app.apply(FilesCommand::NextInFolder { step: 1, add: false });
    app.apply(RatingCommand::Stars(4));
    assert_eq!(listed(&app).len(), 4, "the one that shows stays");
    assert_eq!(list(&app).rated_count(), [1, 4]);
    app.apply(FilesCommand::NextInFolder { step: 1, add: false });
    assert_eq!(titles(&app), ["b_10_bob.bvh"]);
    assert_eq!(listed(&app), ["a_01_bob.bvh", "b_10_bob.bvh", "c_01_ann.bvh"]);
    app.apply(FilesCommand::NextUnrated(-1));
    assert_eq!(titles(&app), ["a_01_bob.bvh"]);
    app.apply(FilesCommand::NextUnrated(-1));
    let notice = &app.interface.notices.last().expect("a notice").text;
    assert_eq!(notice, "All takes ahead of this one in its folder are rated.");
}

#[test]
fn one_goes_to_takes_with_findings_and_to_takes_with_open_notes() {
    let folder = day("folder-next-with");
    folder.figure("d_jump.bvh", |frame| {
        let jump = if frame == 50 { 80 } else { 0 };
        format!("{} 90 {jump} 0 0 0 0 0", frame / 4)
    });
    let store = Store::nowhere();
    let mut review = Review::default();
    let now = rushes::files::now();
    review.put(Note { text: "Elbow".into(), ..Note::new(Frames::single(3), "ann", now) }, now);
    let of = path(&folder, "b_10_bob.bvh");
    store.reviews().save(&of, &review, IfNewer::Refuse).expect("saved");
    let mut app = on(&folder);
    assert_eq!(list(&app).find(&of).expect("a row").review.open_notes, 1);
    app.apply(FolderCommand::NextWithOpenNotes(1));
    assert_eq!(titles(&app), ["b_10_bob.bvh"]);
    app.apply(FolderCommand::NextWithFindings(1));
    assert_eq!(titles(&app), ["d_jump.bvh"]);
    app.apply(FolderCommand::NextWithFindings(1));
    let notice = &app.interface.notices.last().expect("a notice").text;
    assert_eq!(notice, "No take after this one in the list has findings.");
    app.apply(FolderCommand::Search("elBOW".into()));
    assert_eq!(listed(&app), ["b_10_bob.bvh", "d_jump.bvh"], "the words of notes count");
}

#[test]
fn takes_stand_together_by_folder_and_by_parts_of_their_names() {
    let folder = day("folder-groups");
    let mut app = on(&folder);
    let headings = |app: &App| -> Vec<(String, usize)> {
        let entries = list(app).entries().iter();
        entries
            .filter_map(|entry| match entry {
                Entry::Heading(text, count) => Some((text.clone(), *count)),
                Entry::Take(_) => None,
            })
            .collect()
    };
    assert_eq!(headings(&app), []);
    app.apply(FolderCommand::Group(FolderGroup::Folder));
    let expected = [("In the folder itself".to_string(), 3), ("later".to_string(), 1)];
    assert_eq!(headings(&app), expected);
    app.apply(FolderCommand::Group(FolderGroup::Part("performer".into())));
    assert_eq!(headings(&app), [("bob".to_string(), 2), ("ann".to_string(), 2)]);
    assert_eq!(listed(&app), ["a_01_bob.bvh", "b_10_bob.bvh", "b_02_ann.bvh", "c_01_ann.bvh"]);
    let by_performer = list(&app);
    let names: Vec<&str> = (0..4).map(|take| by_performer.listed_at(take).name.as_str()).collect();
    assert_eq!(names, listed(&app));
    app.apply(FolderCommand::Pattern("shot_number".into()));
    app.apply(FolderCommand::Group(FolderGroup::Part("shot".into())));
    assert_eq!(headings(&app).len(), 3);
}

#[test]
fn what_is_not_asked_for_is_not_listed() {
    let folder = day("folder-filter");
    let mut app = on(&folder);
    app.apply(RatingCommand::Toggle(Verdict::Keep));
    let names = |app: &mut App, filter: FolderFilter| -> Vec<String> {
        app.apply(FolderCommand::Filter(filter));
        listed(app).iter().map(ToString::to_string).collect()
    };
    let all = FolderFilter::default;
    let keep = FolderFilter { verdict: Some(Some(Verdict::Keep)), ..all() };
    assert_eq!(names(&mut app, keep), ["a_01_bob.bvh"]);
    // The one that shows is listed in any case.
    let words = FolderFilter { words: "LATER bvh".into(), ..all() };
    assert_eq!(names(&mut app, words), ["a_01_bob.bvh", "c_01_ann.bvh"]);
    let format = FolderFilter { format: Some("FBX"), ..all() };
    assert_eq!(names(&mut app, format), ["a_01_bob.bvh"]);
    let noted = FolderFilter { notes: Some(Wanted::Any), ..all() };
    assert_eq!(names(&mut app, noted), ["a_01_bob.bvh"]);
    assert_eq!(names(&mut app, all()).len(), 4);
}

#[test]
fn chosen_takes_open_together_and_enter_adds_one() {
    let folder = day("folder-chosen");
    let mut app = on(&folder);
    let [second, third] = ["b_02_ann.bvh", "b_10_bob.bvh"].map(|name| path(&folder, name));
    app.apply(FolderCommand::Add(third.clone()));
    assert_eq!(titles(&app), ["a_01_bob.bvh", "b_10_bob.bvh"]);
    assert_eq!(app.session.takes.shown().count(), 2);
    app.apply(FolderCommand::ChooseBetween(second.clone(), path(&folder, "later/c_01_ann.bvh")));
    app.apply(FolderCommand::Choose(third, SelectMode::Toggle));
    app.apply(FolderCommand::OpenChosen);
    assert_eq!(titles(&app), ["b_02_ann.bvh", "c_01_ann.bvh"]);
    assert_eq!(app.session.takes.shown().count(), 2);
    app.apply(FolderCommand::Open(second));
    assert_eq!(app.session.takes.shown().count(), 1, "alone");
}

#[test]
fn what_cannot_be_read_is_listed_with_the_reason_and_a_folder_without_takes_says_so() {
    let folder = day("folder-broken");
    folder.write("a_00_broken.bvh", "HIERARCHY\nROOT\n");
    let mut app = on(&folder);
    let row = list(&app).find(&path(&folder, "a_00_broken.bvh")).expect("a row");
    assert!(row.error.as_deref().is_some_and(|why| why.contains("a_00_broken.bvh:")), "{row:?}");
    assert_eq!(list(&app).rated_count(), [0, 4], "it cannot be rated");
    assert_eq!(titles(&app), ["a_01_bob.bvh"], "the first one that can be read");
    assert!(app.interface.notices.iter().next().is_none(), "the list tells it");
    app.apply(FilesCommand::NextInFolder { step: 1, add: false });
    app.apply(FilesCommand::NextInFolder { step: -2, add: false });
    assert_eq!(titles(&app), ["a_01_bob.bvh"], "it is passed over");
    let empty = Folder::new("folder-empty");
    app.apply(FilesCommand::Open(vec![empty.0.clone()]));
    assert!(app.session.folder.is_none());
    let notice = &app.interface.notices.last().expect("a notice").text;
    assert!(notice.ends_with(": no takes in this folder"), "{notice}");
}

#[test]
fn a_folder_that_is_gone_for_a_moment_keeps_its_takes_in_the_list() {
    let folder = day("folder-away");
    let mut app = on(&folder);
    let elsewhere = Folder::new("folder-away-elsewhere");
    let away = elsewhere.0.join("day");
    std::fs::rename(&folder.0, &away).expect("it is moved");
    app.apply(FolderCommand::Refresh);
    assert_eq!(listed(&app), ["a_01_bob.bvh", "b_02_ann.bvh", "b_10_bob.bvh", "c_01_ann.bvh"]);
    assert!(list(&app).unreadable[0].contains("there is no such folder"));
    std::fs::rename(&away, &folder.0).expect("it is there again");
    std::fs::remove_file(path(&folder, "b_02_ann.bvh")).expect("a take");
    app.apply(FolderCommand::Refresh);
    assert_eq!(listed(&app), ["a_01_bob.bvh", "b_10_bob.bvh", "c_01_ann.bvh"]);
    assert!(list(&app).unreadable.is_empty());
}

#[test]
fn a_folder_of_which_nothing_can_be_read_says_so_once_and_lists_it() {
    let folder = Folder::new("folder-all-broken");
    for name in ["a.bvh", "b.bvh", "c.bvh"] {
        folder.write(name, "HIERARCHY\nROOT\n");
    }
    let app = on(&folder);
    assert_eq!((listed(&app).len(), list(&app).rated_count()), (3, [0, 0]));
    let texts: Vec<&str> = app.interface.notices.iter().map(|it| it.text.as_str()).collect();
    let [text] = texts[..] else { panic!("{texts:?}") };
    assert!(
        text.contains("no take in this folder can be read") && text.contains("a.bvh:"),
        "{text}"
    );
    assert!(!app.session.awaits_first_take());
}

#[test]
fn takes_are_checked_by_the_limits_of_the_settings_and_anew_where_those_are_others() {
    let folder = Folder::new("folder-limits");
    let jump = |frame: i32| if frame == 50 { 80 } else { 0 };
    folder.figure("jump.bvh", |frame| format!("{} 90 {} 0 0 0 0 0", frame / 4, jump(frame)));
    let kept = Folder::new("folder-limits-kept");
    let found = |limits: &Limits| {
        let job = FolderJob {
            roots: vec![folder.0.clone()],
            like: None,
            reviews: Store::nowhere().reviews(),
            limits: limits.clone(),
            index: Some(kept.0.join("index.sqlite")),
        };
        let mut last = None;
        read_folders(&job, &|| true, &mut |news| {
            let FolderNews::Facts(facts) = news else { return };
            let mut counts = facts.iter().rev().filter_map(|(_, fact)| match fact {
                Fact::Findings(count) => Some(*count),
                _ => None,
            });
            last = counts.next().or(last);
        });
        last.expect("it was checked")
    };
    let mut lenient = Limits::default();
    for limit in LIMITS {
        lenient.set(limit.word, 1e9);
    }
    let usual = found(&Limits::default());
    assert!(usual > 0);
    assert_ne!(found(&lenient), usual);
    assert_eq!(found(&Limits::default()), usual);
}

#[test]
fn the_grid_takes_the_folder_of_the_take_that_shows() {
    let folder = day("folder-grid");
    let mut app = App::new(&[path(&folder, "b_10_bob.bvh")], OpenOptions::default());
    assert!(app.session.folder.is_none());
    app.apply(FolderCommand::ToggleGrid);
    assert!(app.session.shows_grid());
    assert_eq!((listed(&app).len(), titles(&app)), (4, vec!["b_10_bob.bvh".to_string()]));
    app.apply(InterfaceCommand::Escape);
    assert!(!app.session.shows_grid());
    app.apply(FolderCommand::Close);
    assert!(app.session.folder.is_none() && titles(&app).len() == 1);
}

#[test]
fn what_is_said_of_a_take_stays_in_the_list_when_it_has_been_closed() {
    let folder = day("folder-stays");
    let mut app = on(&folder);
    app.apply(RatingCommand::Stars(5));
    app.apply(FilesCommand::NextInFolder { step: 1, add: false });
    let row = |app: &App| list(app).find(&path(&folder, "a_01_bob.bvh")).expect("a row").clone();
    assert_eq!(row(&app).review.rating.stars, 5);
    for unsaved in app.state.take_unsaved_reviews() {
        let saved = save_review(&unsaved, &app.store);
        assert!(saved.is_ok());
    }
    app.apply(FolderCommand::Refresh);
    assert_eq!(row(&app).review.rating.stars, 5);
}

#[test]
fn a_path_that_is_a_folder_and_one_that_is_none_are_told_apart_by_the_disk() {
    let folder = Folder::new("folder-named");
    std::fs::create_dir(folder.0.join("walk.bvh")).expect("a folder");
    folder.take("walk.bvh/inside.bvh", 3);
    let app = App::new(&[folder.0.join("walk.bvh")], OpenOptions::default());
    assert_eq!(titles(&app), ["inside.bvh"]);
    assert_eq!(list(&app).roots, [folder.0.join("walk.bvh")]);
    assert!(list(&app).find(Path::new("nowhere")).is_none());
}

#[test]
fn the_list_comes_back_after_takes_that_move_alike() {
    let folder = day("folder-back");
    let mut app = on(&folder);
    app.apply(FolderCommand::FindAlike(None));
    let notice = &app.interface.notices.last().expect("a notice").text;
    assert!(notice.starts_with("This take has too few joints"), "{notice}");
    assert_eq!(listed(&app).len(), 4, "nothing is found, and nothing lost");
    assert!(!list(&app).is_reading);
}

#[test]
fn what_was_read_is_known_the_next_time_and_takes_that_move_alike_are_found() {
    let folder = Folder::new("folder-index");
    let stroll = std::fs::read_to_string("assets/builtin/stroll.bvh").expect("the built-in take");
    folder.write("stroll.bvh", &stroll);
    let faster = stroll.replace("Frame Time: 0.016", "Frame Time: 0.015");
    assert_ne!(faster, stroll);
    folder.write("later/faster.bvh", &faster);
    folder.take("still.bvh", 9);
    let kept = Folder::new("folder-index-kept");
    let read = |roots: Vec<PathBuf>, like: Option<PathBuf>| {
        let index = Some(kept.0.join("index.sqlite"));
        let job = FolderJob {
            roots,
            like,
            reviews: Store::nowhere().reviews(),
            limits: Limits::default(),
            index,
        };
        let mut all = Vec::new();
        read_folders(&job, &|| true, &mut |news| all.push(news));
        all
    };
    let known = |news: &[FolderNews]| -> Vec<String> {
        let of_file = |(path, fact): &(PathBuf, Fact)| {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
            name.filter(|_| matches!(fact, Fact::Take(_)))
        };
        let names = news.iter().flat_map(|news| match news {
            FolderNews::Facts(facts) => facts.iter().filter_map(of_file).collect(),
            _ => Vec::new(),
        });
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    };
    let roots = vec![folder.0.clone()];
    let all = ["faster.bvh", "still.bvh", "stroll.bvh"];
    assert_eq!(known(&read(roots.clone(), None)), all);
    assert_eq!(known(&read(roots.clone(), None)), all, "once each, out of the index");
    std::fs::rename(path(&folder, "still.bvh"), path(&folder, "renamed.bvh")).expect("renamed");
    assert!(known(&read(roots, None)).contains(&"renamed.bvh".to_string()));
    let alike = read(Vec::new(), Some(path(&folder, "stroll.bvh")));
    let FolderNews::Listed(found) = &alike[0] else { panic!("{:?}", alike[0]) };
    let faster = path(&folder, "later").join("faster.bvh");
    assert_eq!(found, &[dunce::canonicalize(faster).expect("a file")]);
    let how = alike.iter().any(|news| {
        matches!(news, FolderNews::Facts(facts)
            if facts.iter().any(|(_, fact)| matches!(fact, Fact::Alike(how) if how.contains("speed"))))
    });
    assert!(how, "{alike:?}");
    let none = read(Vec::new(), Some(path(&folder, "renamed.bvh")));
    assert!(matches!(&none[..], [FolderNews::Nothing(_)]), "a stick moves like nothing");
}
