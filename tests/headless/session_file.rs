//! Session files: saved, opened again, moved, missing parts, written by newer programs, and killed while
//! they are written.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use crate::support::app::App;
use crate::support::folder::Folder;
use crate::support::wait::{wait_for, wait_until};
use crate::support::{self, Random, environment};
use glam::Vec2;
use rushes::app::{
    AfterSaving, AlignChoice, CameraCommand, CompareCommand, CompareMode, DisplayCommand, Effect,
    FigureCommand, FilesCommand, HistoryCommand, InterfaceCommand, MeasuresCommand, NoticeKind,
    PlaybackCommand, SelectMode, SelectionCommand, SessionCommand, Tab, TakesCommand,
    TimelineCommand, ViewToggle,
};
use rushes::files::OpenOptions;
use rushes::loader::PositionReading;
use rushes::playback::LoopMode;
use rushes::review::compare::Quantity;
use rushes::review::measure::MeasureKind;
use rushes::scene::Scheme;
use rushes::store::{
    Overwrite, SESSION_VERSION, SavedTake, SessionFile, Store, read_session, write_session,
};
use rushes::take::SignedAxis;

const SIZE: Vec2 = Vec2::new(800.0, 600.0);

/// A figure with two arms that walks, in 101 frames.
fn walk(folder: &Folder, name: &str) -> PathBuf {
    folder.figure(name, |frame| format!("0 90 {frame} 0 0 0 {frame} -{frame}"))
}

fn on(paths: &[PathBuf]) -> App {
    let mut app = App::new(paths, OpenOptions::default());
    app.set_view_size(SIZE);
    app.prepare();
    app
}

fn save(app: &mut App, path: &Path) {
    app.prepare();
    app.apply(SessionCommand::SaveTo(path.to_path_buf()));
    assert_eq!(app.document.path.as_deref(), Some(path), "{:?}", texts(app));
}

fn texts(app: &App) -> Vec<&str> {
    let notices = app.interface.notices.iter();
    notices.map(|notice| notice.text.as_str()).collect()
}

fn titles(app: &App) -> Vec<String> {
    app.session.takes.iter().map(|open| open.title()).collect()
}

/// Gives an answer to the newest question that has it, as a click on its button does.
fn answer(app: &mut App, word: &str) {
    let notices = app.interface.notices.iter().rev();
    let mut answers = notices.filter_map(|notice| {
        let answer = notice.answers.iter().find(|(other, _)| *other == word)?;
        Some((notice.id, answer.1.clone()))
    });
    let (id, command) = answers.next().unwrap_or_else(|| panic!("{word}"));
    command.into_iter().for_each(|command| app.apply(command));
    app.apply(InterfaceCommand::Dismiss(id));
}

fn questions(app: &App) -> usize {
    let notices = app.interface.notices.iter();
    notices.filter(|notice| notice.kind == NoticeKind::Question).count()
}

#[test]
fn all_that_was_set_is_there_again_also_where_the_folder_was_moved() {
    let folder = Folder::new("session-all");
    let files = ["day/a.bvh", "day/b.bvh", "c.bvh"].map(|name| walk(&folder, name));
    let mut app = on(&files);
    let [a, b, c] = [0, 1, 2].map(|place| app.id(place));
    let node = |app: &App, name: &str| app.take().unwrap().take.skeleton.find(name).unwrap();
    app.apply(TakesCommand::Activate(a));
    app.apply(FilesCommand::ReadPositions(PositionReading::Add));
    app.apply(TakesCommand::SetUnit(Some(0.01)));
    app.apply(TakesCommand::SetUp(Some(SignedAxis::ALL[1])));
    app.apply(TakesCommand::SetFloorAtOrigin(true));
    app.apply(FigureCommand::SetScheme(Scheme::Limb));
    let colour = [0x12, 0x34, 0x56, 0xff];
    app.apply(FigureCommand::Colour { parts: vec![2], colour });
    let arm = node(&app, "LeftArm");
    app.apply(FigureCommand::ShowNodes(vec![arm], false));
    app.apply(TakesCommand::Offset(a, -0.5));
    app.apply(TakesCommand::Show(c, false));
    app.apply(TakesCommand::Move { take: c, to: 0 });
    app.apply(TakesCommand::Activate(b));
    let nodes = ["Head", "RightLeg"].map(|name| node(&app, name)).to_vec();
    app.apply(SelectionCommand::SelectNodes(nodes.clone(), SelectMode::Replace));
    app.apply(FigureCommand::ToggleConnection);
    app.apply(SelectionCommand::SelectNodes(vec![arm], SelectMode::Replace));
    app.apply(MeasuresCommand::Pin(MeasureKind::Speed));
    app.apply(SelectionCommand::SelectNodes(nodes, SelectMode::Replace));
    app.apply(MeasuresCommand::Pin(MeasureKind::Distance));
    app.apply(CompareCommand::SetReference(a));
    app.apply(CompareCommand::SetMode(CompareMode::SideBySide));
    app.apply(CompareCommand::Align(AlignChoice::Place(Some(12))));
    app.apply(CompareCommand::SetQuantity(Quantity::Velocity));
    app.apply(CompareCommand::SetScaleEnd(Some(0.5)));
    app.apply(PlaybackCommand::SetSpeed(0.25));
    app.apply(PlaybackCommand::PlayAt(Some(24.0)));
    app.apply(PlaybackCommand::SetLoopMode(LoopMode::PingPong));
    app.apply(TimelineCommand::SetRange([30, 80]));
    app.apply(TimelineCommand::ToggleRange);
    app.apply(TimelineCommand::ShowSpan(Some([20.0, 90.0])));
    app.apply(PlaybackCommand::Seek(61));
    app.apply(DisplayCommand::Set(ViewToggle::Ghosts, true));
    app.apply(DisplayCommand::Set(ViewToggle::Blend, true));
    app.apply(InterfaceCommand::ShowTab(Tab::Curves));
    app.apply(InterfaceCommand::ResizePanels([300.0, 320.0, 200.0, 220.0]));
    app.apply(CameraCommand::FollowNode(node(&app, "Head")));
    app.apply(CameraCommand::Orbit(Vec2::new(0.3, 0.1)));
    app.apply(CameraCommand::SaveView(4));
    app.apply(CameraCommand::RenameView(4, "Door".into()));
    let path = folder.0.join("review.rushes");
    save(&mut app, &path);
    let (saved, shown) = (app.session_file(), app.view.shown);
    assert_eq!(app.document.title().as_deref(), Some("review.rushes"));

    let text = fs::read_to_string(&path).unwrap();
    for line in [
        "version = 1",
        "file = \"day/a.bvh\"",
        "file = \"c.bvh\"",
        "bvh_positions = \"add\"",
        "scheme = \"limb\"",
        "selected = [\"Head\", \"RightLeg\"]",
        "name = \"Door\"",
        "loop = \"ping-pong\"",
        "mode = \"side-by-side\"",
        "align = \"place\"",
        "reference = true",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }

    // All of it is there in another window, and where the folder is called otherwise.
    let moved = Folder::new("session-moved");
    fs::remove_dir(&moved.0).unwrap();
    fs::rename(&folder.0, &moved.0).unwrap();
    let path = moved.0.join("review.rushes");
    let mut later = on(std::slice::from_ref(&path));
    assert_eq!(titles(&later), ["c.bvh", "a.bvh", "b.bvh"]);
    assert_eq!(later.take().unwrap().title(), "b.bvh");
    assert_eq!(texts(&later), [""; 0]);
    assert!(!later.document.is_changed);
    let takes = later.session.takes.iter();
    assert!(takes.clone().all(|open| open.path.as_ref().unwrap().starts_with(&moved.0)));
    let [left, right] = later.session.side_by_side()[..] else {
        panic!("{:?}", later.session.side_by_side());
    };
    assert_eq!([left, right], [later.id(1), later.id(2)]);
    assert_eq!(later.take().unwrap().edits.measures.len(), 2);
    let mut found = later.session_file();
    for (found, saved) in found.takes.iter_mut().zip(&saved.takes) {
        found.file.clone_from(&saved.file);
    }
    assert_eq!(found, saved);
    later.prepare();
    assert!(later.view.shown.eye().distance(shown.eye()) < 1e-4);
    later.apply(SessionCommand::Save);
    assert_eq!(fs::read_to_string(&path).unwrap(), text, "saved again, it is the same");
    assert_eq!(later.interface.recent, [dunce::canonicalize(path).unwrap()]);
    // Dropping the folder that was renamed is none of this test's business any more.
    fs::create_dir_all(&folder.0).unwrap();
}

#[test]
fn the_list_of_a_folder_is_there_again() {
    let folder = Folder::new("session-folder");
    let take = walk(&folder, "day/a.bvh");
    walk(&folder, "day/b.bvh");
    let mut app = on(&[folder.0.join("day")]);
    assert_eq!(titles(&app), ["a.bvh"]);
    let path = folder.0.join("day/session.rushes");
    save(&mut app, &path);
    let text = fs::read_to_string(&path).expect("a session");
    assert!(text.contains("folders = [\".\"]"), "{text}");
    let moved = Folder::new("session-folder-moved");
    fs::rename(folder.0.join("day"), moved.0.join("day")).expect("it is moved");
    let later = on(&[moved.0.join("day/session.rushes")]);
    assert_eq!(titles(&later), ["a.bvh"], "{}", take.display());
    let list = later.session.folder.as_ref().expect("the list");
    let listed: Vec<&str> = list.listed().map(|row| row.name.as_str()).collect();
    assert_eq!(listed, ["a.bvh", "b.bvh"]);
}

#[test]
fn a_session_takes_the_place_of_what_is_open_and_undo_brings_that_back_beside_it() {
    let folder = Folder::new("session-replaces");
    let [a, b] = ["a.bvh", "b.bvh"].map(|name| walk(&folder, name));
    let path = folder.0.join("one.rushes");
    save(&mut on(&[a]), &path);
    let mut app = on(std::slice::from_ref(&b));
    app.apply(FilesCommand::Open(vec![path.clone(), b.clone()]));
    assert_eq!(titles(&app), ["a.bvh", "b.bvh"], "what came with it stands beside it");
    assert!(texts(&app)[0].starts_with("1 take was closed"), "{:?}", texts(&app));
    let mut app = on(&[b]);
    app.apply(FilesCommand::Open(vec![path.clone()]));
    assert_eq!(titles(&app), ["a.bvh"]);
    app.apply(HistoryCommand::Undo);
    assert_eq!(titles(&app), ["b.bvh", "a.bvh"]);
    assert!(app.document.is_changed);
    // The built-in take is a greeting and comes back from nowhere.
    let app = on(&[path]);
    assert_eq!((titles(&app), app.history.can_undo()), (vec!["a.bvh".into()], false));
}

#[test]
fn what_was_set_is_marked_as_unsaved_and_asked_about_before_it_is_gone() {
    let folder = Folder::new("session-changes");
    let file = walk(&folder, "a.bvh");
    let other = folder.0.join("other.rushes");
    save(&mut on(&[walk(&folder, "b.bvh")]), &other);
    let mut app = on(&[file]);
    app.apply(TakesCommand::Offset(app.id(0), 1.0));
    app.apply(InterfaceCommand::Quit);
    assert!(app.is_quitting(), "a session without a name is not asked about");
    app.effects.clear();
    app.apply(SessionCommand::Save);
    let asked = folder.0.join("a.rushes");
    assert_eq!(app.effects, [Effect::AskForSessionFile(asked)]);
    app.effects.clear();

    let path = folder.0.join("mine.rushes");
    save(&mut app, &path);
    let is_marked = |app: &App| app.document.title().unwrap().starts_with('*');
    for command in [
        CameraCommand::Orbit(Vec2::X).into(),
        rushes::app::Command::from(PlaybackCommand::Seek(20)),
        InterfaceCommand::ShowTab(Tab::Node).into(),
    ] {
        app.apply(command);
        assert!(!is_marked(&app), "looking changes nothing");
    }
    app.apply(TimelineCommand::SetIn);
    assert!(is_marked(&app));
    app.apply(HistoryCommand::Undo);
    assert!(!is_marked(&app), "it is as it was saved");
    app.apply(CameraCommand::SaveView(9));
    assert!(is_marked(&app));

    app.apply(InterfaceCommand::Quit);
    app.apply(InterfaceCommand::Quit);
    assert_eq!((app.is_quitting(), questions(&app)), (false, 1), "{:?}", texts(&app));
    answer(&mut app, "Cancel");
    assert_eq!((app.is_quitting(), questions(&app)), (false, 0));
    app.apply(InterfaceCommand::Quit);
    answer(&mut app, "Save");
    assert!(app.is_quitting() && !is_marked(&app));
    assert_eq!(read_session(&path).unwrap().views[0].number, 9);

    app.effects.clear();
    app.apply(TimelineCommand::SetIn);
    app.apply(FilesCommand::Open(vec![other.clone()]));
    assert_eq!(titles(&app), ["a.bvh"]);
    answer(&mut app, "Don’t save");
    assert_eq!((titles(&app), is_marked(&app)), (vec!["b.bvh".into()], false));
    assert_eq!(read_session(&path).unwrap().playback.unwrap().range_in, None);
    app.apply(SessionCommand::DiscardAnd(AfterSaving::Quit));
    assert!(app.is_quitting());
}

#[test]
fn how_takes_are_compared_is_marked_as_unsaved_too() {
    let folder = Folder::new("session-compared");
    let mut app = on(&["a.bvh", "b.bvh", "c.bvh"].map(|name| walk(&folder, name)));
    let path = folder.0.join("mine.rushes");
    save(&mut app, &path);
    app.apply(TakesCommand::Activate(app.id(1)));
    assert!(!app.document.is_changed, "looking changes nothing");
    for command in [
        CompareCommand::SetMode(CompareMode::Difference),
        CompareCommand::SetReference(app.id(2)),
        CompareCommand::Align(AlignChoice::Range),
        CompareCommand::SetQuantity(Quantity::Velocity),
    ] {
        app.apply(command.clone());
        assert!(app.document.is_changed, "{command:?}");
        app.apply(SessionCommand::Save);
        assert!(!app.document.is_changed, "{command:?}");
    }
    app.apply(HistoryCommand::Undo);
    assert!(app.document.is_changed, "it is aligned otherwise again");
    assert!(!on(&[path]).document.is_changed);
}

#[test]
fn views_of_a_session_are_its_own_and_the_next_window_has_those_of_before() {
    let folder = Folder::new("session-views");
    let path = folder.0.join("a.rushes");
    let mut app = on(&[walk(&folder, "a.bvh")]);
    app.apply(CameraCommand::SaveView(1));
    save(&mut app, &path);
    app.apply(CameraCommand::SaveView(2));
    app.apply(SessionCommand::Save);
    let numbers = |views: &[rushes::app::SavedView]| -> Vec<usize> {
        views.iter().map(|view| view.number).collect()
    };
    assert_eq!(numbers(&app.remembered(Default::default()).view.saved), [1]);
    let mut later = on(&[]);
    later.apply(CameraCommand::SaveView(5));
    later.apply(FilesCommand::Open(vec![path]));
    assert_eq!(numbers(&later.view.saved_views), [1, 2]);
    assert_eq!(numbers(&later.remembered(Default::default()).view.saved), [5]);
}

#[test]
fn what_this_program_does_not_know_is_written_again() {
    let folder = Folder::new("session-unknown");
    walk(&folder, "a.bvh");
    let text = "version = 1\ncomparison = 'difference'\n\n[dock]\nopen = true\n\n[playback]\nframe = 5\nnudge = 2\n\n\
                [[take]]\nfile = 'a.bvh'\nweight = 0.5\nlabels = ['a', 'b']\n";
    let path = PathBuf::from(folder.write("a.rushes", text));
    let mut app = on(std::slice::from_ref(&path));
    assert_eq!(app.number(), 5);
    app.apply(TakesCommand::Offset(app.id(0), 2.0));
    app.apply(SessionCommand::Save);
    let written: toml::Table = fs::read_to_string(&path).unwrap().parse().unwrap();
    assert_eq!(written["comparison"].as_str(), Some("difference"));
    assert_eq!(written["dock"]["open"].as_bool(), Some(true));
    assert_eq!(written["playback"]["nudge"].as_integer(), Some(2));
    let take = &written["take"][0];
    assert_eq!(take["weight"].as_float(), Some(0.5));
    assert_eq!(take["labels"].as_array().map(Vec::len), Some(2));
    assert_eq!(take["offset"].as_float(), Some(2.0));
}

#[test]
fn a_session_of_a_newer_program_opens_as_far_as_it_is_understood_and_is_not_written_over_unasked() {
    let folder = Folder::new("session-newer");
    walk(&folder, "a.bvh");
    let text = "version = 9\ncamera = 'a new kind'\n\n[[take]]\nfile = 'a.bvh'\n";
    let path = PathBuf::from(folder.write("a.rushes", text));
    let mut app = on(std::slice::from_ref(&path));
    assert_eq!(titles(&app), ["a.bvh"]);
    assert!(texts(&app)[0].contains("newer version"), "{:?}", texts(&app));
    app.apply(SessionCommand::Save);
    assert_eq!(questions(&app), 1, "{:?}", texts(&app));
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    answer(&mut app, "Cancel");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    app.apply(SessionCommand::Save);
    answer(&mut app, "Overwrite");
    assert_eq!(read_session(&path).unwrap().version, SESSION_VERSION);
    // A dialog has not asked about a name that was made longer.
    let mut other = on(&[walk(&folder, "b.bvh")]);
    let before = fs::read_to_string(&path).unwrap();
    other.apply(SessionCommand::SaveTo(path.with_extension("")));
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
    answer(&mut other, "Replace");
    assert_eq!(other.document.path, Some(path.clone()));
    assert_ne!(fs::read_to_string(&path).unwrap(), before);
}

#[test]
fn missing_takes_are_asked_for_found_together_and_never_lost() {
    let folder = Folder::new("session-missing");
    let files = ["day/a.bvh", "day/b.bvh", "night/c.bvh", "d.bvh"].map(|name| walk(&folder, name));
    let path = folder.0.join("all.rushes");
    let mut app = on(&files);
    app.apply(TakesCommand::Offset(app.id(1), 3.0));
    save(&mut app, &path);
    let text = fs::read_to_string(&path).unwrap();
    fs::create_dir(folder.0.join("archive")).unwrap();
    for name in ["day", "night"] {
        fs::rename(folder.0.join(name), folder.0.join("archive").join(name)).unwrap();
    }

    let mut app = on(std::slice::from_ref(&path));
    assert_eq!((titles(&app), questions(&app)), (vec!["d.bvh".into()], 3));
    // Saved with takes missing, the file has them all.
    for _ in 0..3 {
        answer(&mut app, "Skip");
    }
    app.apply(TakesCommand::Offset(app.id(0), 1.0));
    app.apply(SessionCommand::Save);
    let kept = read_session(&path).unwrap();
    let names = |session: &SessionFile| -> Vec<PathBuf> {
        session.takes.iter().filter_map(|take| take.file.clone()).collect()
    };
    let real = |files: &[PathBuf]| -> Vec<PathBuf> {
        let root = dunce::canonicalize(&folder.0).unwrap();
        let below = files.iter().map(|file| file.strip_prefix(&folder.0).unwrap());
        below.map(|file| root.join(file)).collect()
    };
    assert_eq!(names(&kept), real(&files));
    assert_eq!(kept.takes[1].offset, 3.0);

    fs::write(&path, text).unwrap();
    let mut app = on(std::slice::from_ref(&path));
    answer(&mut app, "Locate…");
    let [Effect::AskForMissing { id, path: asked }] = &app.effects[..] else {
        panic!("{:?}", app.effects);
    };
    let (id, asked) = (*id, asked.clone());
    app.effects.clear();
    assert_eq!(questions(&app), 3, "a dialog may be closed without an answer");
    let wrong = folder.write("wrong.txt", "nothing");
    app.apply(SessionCommand::Locate(id, wrong.into()));
    assert_eq!(questions(&app), 3);
    assert!(texts(&app).iter().any(|text| text.contains("wrong.txt")));
    let found = folder
        .0
        .join("archive")
        .join(asked.strip_prefix(dunce::canonicalize(&folder.0).unwrap()).unwrap());
    app.apply(SessionCommand::Locate(id, found));
    assert_eq!(titles(&app), ["a.bvh", "b.bvh", "c.bvh", "d.bvh"], "in their order");
    assert_eq!(questions(&app), 0, "{:?}", texts(&app));
    assert_eq!(app.session.takes[1].edits.offset, 3.0);
    assert!(app.document.is_changed);
    app.apply(SessionCommand::Save);
    let found = names(&read_session(&path).unwrap());
    assert!(found[2].ends_with("archive/night/c.bvh"), "{found:?}");
}

#[test]
fn a_take_closed_is_out_of_the_session_and_one_beside_a_missing_one_keeps_it() {
    let folder = Folder::new("session-closed");
    let files = ["a.bvh", "b.bvh", "c.bvh"].map(|name| walk(&folder, name));
    let path = folder.0.join("all.rushes");
    save(&mut on(&files), &path);
    fs::remove_file(&files[1]).unwrap();
    let mut app = on(std::slice::from_ref(&path));
    app.apply(TakesCommand::Close(app.id(0)));
    app.apply(SessionCommand::Save);
    let mut names: Vec<String> = read_session(&path)
        .unwrap()
        .takes
        .iter()
        .map(|take| support::name(take.file.as_deref().unwrap()))
        .collect();
    names.sort();
    assert_eq!(names, ["b.bvh", "c.bvh"]);
}

#[test]
fn what_is_no_session_is_told_with_its_place_and_what_is_open_stays() {
    let folder = Folder::new("session-broken");
    let mut app = on(&[walk(&folder, "a.bvh")]);
    for (text, reported) in [
        ("version = \n", "broken.rushes:1:11: "),
        ("version = 1\n\n[playback]\nframe = 'x'\n", "broken.rushes:4:9: "),
        ("HIERARCHY = 1", "broken.rushes:1:1: no session"),
    ] {
        let path = PathBuf::from(folder.write("broken.rushes", text));
        app.apply(FilesCommand::Open(vec![path]));
        let last = texts(&app).last().unwrap().to_string();
        assert!(last.contains(reported), "{reported}: {last}");
        assert_eq!(titles(&app), ["a.bvh"]);
    }
    app.apply(FilesCommand::Open(vec![folder.0.join("none.rushes")]));
    assert!(texts(&app).last().unwrap().contains("no such file"));
    let to = folder.0.join("no/such/folder.rushes");
    app.apply(SessionCommand::SaveTo(to));
    assert!(texts(&app).last().unwrap().contains("cannot be written"), "{:?}", texts(&app));
    assert_eq!(app.document.path, None);
}

#[test]
fn takes_that_load_on_threads_come_in_their_order_with_all_that_was_set() {
    let folder = Folder::new("session-threads");
    let files: Vec<PathBuf> = (0..12).map(|i| walk(&folder, &format!("{i:02}.bvh"))).collect();
    let mut app = on(&files);
    app.apply(TakesCommand::Activate(app.id(7)));
    app.apply(TakesCommand::Offset(app.id(3), -1.0));
    app.apply(TimelineCommand::SetRange([20, 40]));
    app.apply(PlaybackCommand::Seek(33));
    let path = folder.0.join("all.rushes");
    save(&mut app, &path);
    let saved = app.session_file();
    let mut later = App::new(&[], OpenOptions::default());
    later.set_view_size(SIZE);
    later.load_off_thread();
    later.apply(FilesCommand::Open(vec![path]));
    wait_until("all takes", || {
        later.poll();
        if later.document.path.is_some() {
            // Saved now, nothing would be lost of what waits for takes.
            let now = later.session_file();
            assert_eq!((&now.playback, &now.camera), (&saved.playback, &saved.camera));
        }
        !later.session.is_loading()
    });
    assert_eq!(later.session_file(), saved);
    assert!(!later.document.is_changed);
}

#[test]
fn a_skeleton_that_was_named_is_named_again_and_its_loss_is_not_the_takes() {
    let Some(corpus) = support::corpus() else {
        return;
    };
    let motions = support::files(&corpus.join("acclaim"), &["amc"]);
    let motion = motions.first().expect("a motion");
    let folder = Folder::new("session-acclaim");
    let opened = rushes::open_with(motion, &OpenOptions::default()).unwrap();
    let skeleton = opened.companions.first().expect("a skeleton");
    let amc = folder.0.join("take.amc");
    let asf = folder.0.join("bodies/person.asf");
    fs::create_dir(folder.0.join("bodies")).unwrap();
    fs::copy(motion, &amc).unwrap();
    fs::copy(skeleton, &asf).unwrap();
    let named = OpenOptions { skeleton: Some(asf.clone()), ..OpenOptions::default() };
    let path = folder.0.join("s.rushes");
    save(&mut App::new(&[amc], named), &path);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("skeleton = \"bodies/person.asf\""), "{text}");
    assert_eq!(titles(&on(std::slice::from_ref(&path))), ["take.amc"]);
    fs::rename(&asf, folder.0.join("take.asf")).unwrap();
    let app = on(std::slice::from_ref(&path));
    assert_eq!((titles(&app), questions(&app)), (vec!["take.amc".into()], 0));
}

/// Waits until something is there. A process that another test begins has what this one holds locked until it is a
/// program of its own: what was just let go may be locked for a moment.
fn until_there<T>(look: impl Fn() -> Option<T>) -> T {
    wait_for("what was let go", look)
}

#[test]
fn only_windows_that_did_not_end_properly_leave_a_session_to_offer() {
    let folder = Folder::new("session-autosave");
    let store = Store::in_folder(folder.0.join("store"));
    let app = on(&[walk(&folder, "a.bvh"), walk(&folder, "b.bvh")]);
    assert!(store.unfinished().is_none());
    let living = store.autosave().unwrap();
    living.write(&app.autosaved()).unwrap();
    assert!(store.unfinished().is_none(), "its window still runs");
    drop(living);

    // Two windows start: one of them has it.
    let left = until_there(|| store.unfinished());
    assert!(store.unfinished().is_none());
    assert_eq!(left.session.takes, app.session_file().takes);
    let mut next = on(&[]);
    next.offer_unfinished(left.session, "just now");
    let asked = texts(&next)[0];
    assert!(asked.contains("Restore the last session (2 takes, just now)?"), "{asked}");
    assert_eq!(titles(&next), ["Built-in take"], "it never restores by itself");
    answer(&mut next, "Restore");
    assert_eq!(titles(&next), ["a.bvh", "b.bvh"]);
    assert_eq!(next.effects, [Effect::AdoptUnfinished]);
    left.autosave.write(&next.autosaved()).unwrap();
    left.autosave.remove();
    assert!(store.unfinished().is_none(), "it ended properly");
    assert_eq!(support::folder::names_in(&folder.0.join("store/sessions")), [""; 0]);

    // Nothing is kept of the built-in take alone, and of many that nobody asked for the last ones are.
    let alone = store.autosave().unwrap();
    alone.write(&on(&[]).autosaved()).unwrap();
    drop(alone);
    assert!(store.unfinished().is_none());
    for _ in 0..13 {
        let one = store.autosave().unwrap();
        one.write(&app.autosaved()).unwrap();
    }
    until_there(|| {
        drop(store.unfinished());
        let names = support::folder::names_in(&folder.0.join("store/sessions"));
        let sessions = names.iter().filter(|name| name.ends_with(".rushes")).count();
        assert!(sessions >= 10, "{names:?}");
        (sessions == 10).then_some(())
    });
}

#[test]
fn a_named_session_is_restored_under_its_name_with_its_changes_marked() {
    let folder = Folder::new("session-named");
    let path = folder.0.join("mine.rushes");
    let mut app = on(&[walk(&folder, "a.bvh")]);
    save(&mut app, &path);
    let restored = |app: &App| {
        let mut next = on(&[]);
        next.offer_unfinished(app.autosaved(), "just now");
        assert!(texts(&next)[0].contains("mine.rushes, 1 take"), "{:?}", texts(&next));
        answer(&mut next, "Restore");
        next
    };
    assert_eq!(restored(&app).document.title().as_deref(), Some("mine.rushes"));
    app.apply(TakesCommand::Offset(app.id(0), 7.0));
    let next = restored(&app);
    assert_eq!(next.document.title().as_deref(), Some("*mine.rushes"));
    assert_eq!(next.session.takes[0].edits.offset, 7.0);
}

/// What the child that is killed writes, so that each state can be told from every other.
fn numbered(number: usize) -> SessionFile {
    let take = |place: usize| SavedTake {
        file: Some(format!("/takes/{number}/{place}.bvh").into()),
        offset: number as f64,
        hidden: Some((0..200).map(|node| format!("Node{node} of {number}")).collect()),
        ..SavedTake::default()
    };
    SessionFile {
        version: SESSION_VERSION,
        takes: (0..20).map(take).collect(),
        ..SessionFile::default()
    }
}

#[test]
#[ignore = "is killed by another test"]
fn a_child_that_saves_until_it_is_killed() {
    let folder = PathBuf::from(std::env::var_os("SESSION_FOLDER").expect("a folder"));
    let store = Store::in_folder(folder.join("store"));
    let autosave = store.autosave().expect("a place");
    for number in 0.. {
        let session = numbered(number);
        write_session(&folder.join("s.rushes"), &session, Overwrite::Understood).unwrap();
        autosave.write(&session).unwrap();
        println!("saved {number}");
    }
}

#[test]
fn fifty_kills_during_saves_leave_a_session_that_was_saved() {
    let folder = Folder::new("session-kills");
    let store = Store::in_folder(folder.0.join("store"));
    let mut random = Random::new(50);
    for round in 0..50 {
        let mut child = environment::command(std::env::current_exe().unwrap())
            .args(["--ignored", "--nocapture", "a_child_that_saves_until_it_is_killed"])
            .env("SESSION_FOLDER", &folder.0)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let number = |line: String| line.strip_prefix("saved ")?.parse::<usize>().ok();
        let first = lines.by_ref().map_while(Result::ok).find_map(number);
        assert_eq!(first, Some(0));
        // Anywhere in one of the next saves: nothing tells of that, the moment itself is drawn.
        std::thread::sleep(Duration::from_micros(random.below(20_000) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        let reported = lines.map_while(Result::ok).filter_map(number).last().unwrap_or(0);

        let read = read_session(&folder.0.join("s.rushes"))
            .unwrap_or_else(|reported| panic!("{reported}"));
        let found = read.takes[0].offset as usize;
        // One more may have been saved than there was time to tell.
        assert!((reported..=reported + 1).contains(&found), "{round}: {found}, told {reported}");
        let plain = |session: &SessionFile| {
            let mut takes = session.takes.clone();
            for file in takes.iter_mut().filter_map(|take| take.file.as_mut()) {
                // On Windows a path from the root is one on the drive that the program is on.
                *file = std::path::absolute(&file).unwrap();
            }
            takes
        };
        assert_eq!(plain(&read), plain(&numbered(found)), "{round}");
        let left = store.unfinished().expect("a session of a window that was killed");
        let kept = left.session.takes[0].offset as usize;
        assert!((reported..=reported + 1).contains(&kept), "{round}: {kept}, told {reported}");
        assert_eq!(plain(&left.session), plain(&numbered(kept)), "{round}");
        left.autosave.remove();
    }
}
