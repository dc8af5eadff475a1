//! Notes, drawings, ratings and events in the window: added, found again, edited, saved, taken back.

use std::path::PathBuf;

use crate::support;
use crate::support::app::App;
use crate::support::folder::Folder;
use crate::support::panels::{self, SHIFTED, Window, on};
use crate::support::pointer::drag;
use egui::{Rect, pos2, vec2};
use egui_kittest::kittest::Queryable as _;
use rushes::app::{
    CameraCommand, ChecksCommand, DrawTool, FilesCommand, HistoryCommand, InterfaceCommand,
    MeasuresCommand, NoteFilter, NotesCommand, NotesFormat, PlaybackCommand, RatingCommand,
    SaveState, SelectionCommand, Tab, TakesCommand, TimelineCommand, lay_out_labels, save_review,
};
use rushes::files::Reviews;
use rushes::review::measure::MeasureKind;
use rushes::review::notes::{Frames, Note, NoteKind, Review, StrokeShape, Time, Verdict};
use rushes::scene::View;
use rushes::store::Store;

/// A motion of 101 frames, 0.04 s apart.
fn long() -> String {
    let (head, _) = SHIFTED.split_once("Frames:").expect("a motion");
    let rows = "0 95 0 0 0 0 0 0 0\n".repeat(101);
    format!("{head}Frames: 101\nFrame Time: 0.04\n{rows}")
}

/// A take in a file of its own, by a reviewer of today.
fn reviewed(folder: &Folder) -> (Window, PathBuf) {
    let path = folder.write("walk.bvh", &long());
    let mut app = on(&[&path]);
    app.session.reviewing.author = "Ann".into();
    app.set_now(Time::parse("2026-03-01T12:00:00Z").expect("a time"));
    (Window::new(app), path.into())
}

/// What the event loop does after a change: saves what is not saved, and takes in what came of it.
fn save(app: &mut App, store: &Store) {
    for unsaved in app.take_unsaved_reviews() {
        let saved = save_review(&unsaved, store);
        app.accept_saved_review(unsaved.id, saved);
    }
}

fn notes(window: &Window) -> &[Note] {
    &window.open().review.kept.notes
}

fn on_disk(path: &std::path::Path) -> Review {
    Reviews::default().load(path).review
}

#[test]
fn a_note_is_about_the_frame_and_the_joint_and_is_written_at_once() {
    let folder = Folder::new("note");
    let (mut window, path) = reviewed(&folder);
    window.apply(PlaybackCommand::Seek(21));
    let joint = window.open().take.skeleton.iter().nth(1).map(|(id, _)| id);
    window.apply(SelectionCommand::Select(joint));
    window.apply(NotesCommand::Add);
    assert_eq!(window.state().interface.panels.tab, Tab::Notes);
    let text = window.find("Text of the note");
    assert!(text.is_focused());
    window.harness.get_by_label("Text of the note").type_text("slides");
    window.settle();
    let [note] = notes(&window) else {
        panic!("{:?}", notes(&window));
    };
    assert_eq!((note.frames, note.text.as_str()), (Frames::single(21), "slides"));
    assert_eq!(note.joint, Some(window.selected()[0].to_string()));
    assert_eq!((note.kind, note.done, note.stamp.author.as_str()), (NoteKind::Fault, false, "Ann"));
    assert_eq!(window.open().review.saving, SaveState::Pending);
    let store = Store::default();
    save(window.harness.state_mut(), &store);
    assert_eq!(window.open().review.saving, SaveState::Saved);
    assert_eq!(on_disk(&path), *window.open().review.kept);
    // It is there when the take is opened next.
    let again = Window::new(on(&[&path.display().to_string()]));
    assert_eq!(notes(&again), notes(&window));
}

#[test]
fn a_note_on_a_range_is_a_bar_and_a_click_on_its_flag_goes_there() {
    let folder = Folder::new("range note");
    let (mut window, _) = reviewed(&folder);
    window.apply(TimelineCommand::SetRange([20, 40]));
    window.apply(PlaybackCommand::Seek(30));
    window.apply(NotesCommand::Add);
    assert_eq!(notes(&window)[0].frames, Frames::from([20, 40]));
    // Outside of the range, the frame is meant.
    window.apply(PlaybackCommand::Seek(60));
    window.apply(NotesCommand::Add);
    assert_eq!(notes(&window)[1].frames, Frames::single(60));
    window.apply(TimelineCommand::ClearRange);
    let timeline = window.rect("Timeline");
    let x = timeline.left() + 16.0 + (timeline.width() - 32.0) * 0.3;
    let mut found = Vec::new();
    for y in 0..timeline.height() as i32 {
        window.apply(PlaybackCommand::Seek(90));
        window.apply(NotesCommand::Leave);
        window.click_at(pos2(x, timeline.top() + y as f32));
        found.extend((window.frame() == 20).then_some(y));
    }
    assert!((8..16).contains(&found.len()), "{found:?}");
}

#[test]
fn going_to_a_note_brings_back_what_was_seen_and_selected() {
    let folder = Folder::new("seen");
    let files = ["a.bvh", "b.bvh"].map(|name| folder.write(name, &long()));
    let mut window = Window::new(on(&files.each_ref().map(String::as_str)));
    let joint = window.open().take.skeleton.iter().nth(2).map(|(id, _)| id);
    window.apply(PlaybackCommand::Seek(10));
    window.apply(SelectionCommand::Select(joint));
    let [first, second] = [window.id(0), window.id(1)];
    window.apply(TakesCommand::Activate(first));
    window.apply(TakesCommand::Show(second, false));
    window.apply(SelectionCommand::Select(joint));
    window.apply(CameraCommand::Look(View::Top));
    let seen = window.state().view.seen_camera(&window.state().session);
    window.apply(NotesCommand::Add);
    window.apply(CameraCommand::Look(View::Front));
    window.apply(TakesCommand::Show(second, true));
    window.apply(SelectionCommand::Select(None));
    window.apply(PlaybackCommand::Seek(50));
    window.apply(NotesCommand::Add);
    for (step, frame) in [(1, 10), (1, 50), (-1, 10), (-1, 50), (1, 10)] {
        window.apply(PlaybackCommand::Toggle);
        window.apply(NotesCommand::Step(step));
        assert_eq!(window.frame(), frame);
        assert!(!window.is_playing());
    }
    assert_eq!(window.open().primary(), joint);
    assert!(!window.state().session.takes[1].edits.shows);
    window.harness.state_mut().prepare();
    let now = window.state().view.seen_camera(&window.state().session);
    assert!(now.is_near(&seen), "{now:?} {seen:?}");
}

#[test]
fn notes_are_edited_in_place_and_every_edit_is_taken_back() {
    let folder = Folder::new("edit");
    let (mut window, _) = reviewed(&folder);
    window.apply(NotesCommand::Add);
    window.harness.state_mut().history.set_is_typing(true);
    window.harness.get_by_label("Text of the note").type_text("a");
    window.settle();
    window.harness.get_by_label("Text of the note").type_text("b");
    window.settle();
    assert_eq!(notes(&window)[0].text, "ab");
    window.harness.state_mut().history.set_is_typing(false);
    window.click("Kind of note");
    window.click("Question");
    window.click("Note is done");
    assert_eq!((notes(&window)[0].kind, notes(&window)[0].done), (NoteKind::Question, true));
    window.apply(PlaybackCommand::Seek(33));
    window.click("More about the note");
    window.click("Move to frame 33");
    assert_eq!(notes(&window)[0].frames, Frames::single(33));
    let id = notes(&window)[0].id;
    window.apply(NotesCommand::Remove(id));
    assert_eq!(notes(&window).len(), 0);
    assert_eq!(window.open().review.kept.removed.len(), 1);
    let undo = |window: &mut Window| window.apply(HistoryCommand::Undo);
    undo(&mut window);
    assert_eq!(notes(&window)[0].frames, Frames::single(33));
    undo(&mut window);
    assert_eq!(notes(&window)[0].frames, Frames::single(0));
    undo(&mut window);
    undo(&mut window);
    assert_eq!((notes(&window)[0].kind, notes(&window)[0].done), (NoteKind::Fault, false));
    undo(&mut window);
    undo(&mut window);
    assert_eq!(notes(&window).len(), 0);
    for _ in 0..6 {
        window.apply(HistoryCommand::Redo);
    }
    assert_eq!(notes(&window).len(), 0);
}

#[test]
fn notes_are_searched_and_filtered() {
    let folder = Folder::new("search");
    let (mut window, _) = reviewed(&folder);
    for (frame, text) in [(5, "skates"), (6, "pops"), (7, "Skates again")] {
        window.apply(PlaybackCommand::Seek(frame));
        window.apply(NotesCommand::Add);
        let id = window.open().review.note.expect("a note");
        window.apply(NotesCommand::SetText(id, text.into()));
    }
    let done = notes(&window)[1].id;
    window.apply(NotesCommand::SetDone(done, true));
    window.apply(NotesCommand::Leave);
    window.apply(PlaybackCommand::Seek(50));
    let listed = |window: &Window| {
        let texts = ["skates", "pops", "Skates again"];
        texts.map(|text| window.texts().iter().any(|painted| painted.text == text))
    };
    assert_eq!(listed(&window), [true; 3]);
    window.type_into("Search notes", "skat");
    assert_eq!(listed(&window), [true, false, true]);
    window.apply(InterfaceCommand::SearchNotes(String::new()));
    window.apply(InterfaceCommand::FilterNotes(NoteFilter::Done));
    assert_eq!(listed(&window), [false, true, false]);
    window.apply(InterfaceCommand::FilterNotes(NoteFilter::Kind(NoteKind::Good)));
    assert_eq!(listed(&window), [false; 3]);
    assert!(window.shows("No note is like that."));
}

#[test]
fn what_a_note_says_stands_beside_its_joint_on_its_frames() {
    let folder = Folder::new("card");
    let (mut window, _) = reviewed(&folder);
    let joint = window.open().take.skeleton.iter().nth(1).map(|(id, _)| id);
    window.apply(SelectionCommand::Select(joint));
    window.apply(PlaybackCommand::Seek(12));
    window.apply(NotesCommand::Add);
    let id = notes(&window)[0].id;
    window.apply(NotesCommand::SetText(id, "the knee pops".into()));
    window.apply(InterfaceCommand::ShowTab(Tab::Take));
    let view = window.rect("View");
    let in_view = |window: &Window| {
        let texts = window.texts();
        let mut texts = texts.iter().filter(|text| text.text == "the knee pops");
        texts.next().map(|text| text.rect)
    };
    let card = in_view(&window).expect("the card");
    assert!(view.contains_rect(card));
    let node = joint.and_then(|joint| window.state().node_in_view(joint)).expect("in view");
    let at = view.min + vec2(node.x, node.y);
    let card = window.rect("the knee pops");
    assert!(card.distance_to_pos(at) < 40.0, "{card:?} {at:?}");
    window.apply(PlaybackCommand::Seek(13));
    assert_eq!(in_view(&window), None);
    // What is done is told no more, but for the note that is looked at.
    window.apply(NotesCommand::GoTo(id));
    window.apply(NotesCommand::SetDone(id, true));
    assert!(in_view(&window).is_some());
    window.apply(NotesCommand::Leave);
    assert_eq!(in_view(&window), None);
}

#[test]
fn what_is_drawn_belongs_to_a_note_and_to_its_view() {
    let folder = Folder::new("draw");
    let (mut window, path) = reviewed(&folder);
    let view = window.rect("View");
    let at = |x: f32, y: f32| view.center() + vec2(x, -y) * view.height();
    let tool = |shape| NotesCommand::DrawWith(Some(DrawTool::Draw(shape)));
    window.apply(tool(StrokeShape::Circle));
    let camera = window.state().view.shown;
    drag(&mut window, at(0.1, 0.1), at(0.2, 0.1));
    window.click("Arrow");
    drag(&mut window, at(-0.2, -0.2), at(-0.1, -0.1));
    assert_eq!(window.state().view.shown, camera, "the mouse draws");
    let [note] = notes(&window) else {
        panic!("one note has both: {:?}", notes(&window));
    };
    let shapes: Vec<StrokeShape> = note.drawing.iter().map(|stroke| stroke.shape).collect();
    assert_eq!(shapes, [StrokeShape::Circle, StrokeShape::Arrow]);
    for (stroke, ends) in
        note.drawing.iter().zip([[[0.1, 0.1], [0.2, 0.1]], [[-0.2, -0.2], [-0.1, -0.1]]])
    {
        for (point, end) in stroke.points.iter().zip(ends) {
            let off = (point[0] - end[0]).abs().max((point[1] - end[1]).abs());
            assert!(off < 0.004, "{:?} {ends:?}", stroke.points);
        }
    }
    save(window.harness.state_mut(), &Store::default());
    assert_eq!(on_disk(&path).notes[0].drawing, notes(&window)[0].drawing);
    // Only the view that it was drawn on shows it.
    let colour = egui::Color32::from_rgb(0xff, 0xc8, 0x57);
    let drawn = |window: &Window| {
        let shapes = window.harness.output().shapes.iter();
        let strokes = shapes.filter(|clipped| match &clipped.shape {
            egui::Shape::Circle(circle) => circle.stroke.color == colour,
            egui::Shape::LineSegment { stroke, .. } => stroke.color == colour,
            _ => false,
        });
        strokes.filter(|clipped| clipped.clip_rect == window.rect("View")).count()
    };
    assert_eq!(drawn(&window), 4, "a circle, a line and the two of its head");
    window.press(egui::Key::Escape);
    window.apply(NotesCommand::DrawWith(None));
    window.apply(CameraCommand::Orbit(glam::Vec2::new(0.3, 0.0)));
    assert_eq!(drawn(&window), 0);
    let id = notes(&window)[0].id;
    window.apply(NotesCommand::GoTo(id));
    assert_eq!(drawn(&window), 4);
    window.apply(NotesCommand::DrawWith(Some(DrawTool::Erase)));
    drag(&mut window, at(-0.15, -0.15), at(-0.15, -0.15) + vec2(1.0, 0.0));
    assert_eq!(notes(&window)[0].drawing.len(), 1);
    window.apply(HistoryCommand::Undo);
    assert_eq!(notes(&window)[0].drawing.len(), 2);
    window.apply(InterfaceCommand::ShowTab(Tab::Notes));
    window.click("Erase drawing");
    assert_eq!(notes(&window)[0].drawing.len(), 0);
}

#[test]
fn a_take_is_rated_by_keys_and_clicks_and_the_list_shows_it() {
    let folder = Folder::new("rating");
    let (mut window, path) = reviewed(&folder);
    window.apply(InterfaceCommand::ShowTab(Tab::Notes));
    window.click("4 of 5 stars");
    window.click("Circled");
    let rating = |window: &Window| {
        let rating = &window.open().review.kept.rating;
        (rating.stars, rating.verdict)
    };
    assert_eq!(rating(&window), (4, Some(Verdict::Circled)));
    assert!(!window.shows("BVH") || window.texts().iter().filter(|t| t.text == "BVH").count() == 0);
    window.apply(RatingCommand::Toggle(Verdict::Reject));
    window.apply(RatingCommand::Stars(2));
    assert_eq!(rating(&window), (2, Some(Verdict::Reject)));
    window.click("2 of 5 stars");
    assert_eq!(rating(&window), (0, Some(Verdict::Reject)));
    window.apply(HistoryCommand::Undo);
    assert_eq!(rating(&window), (2, Some(Verdict::Reject)));
    save(window.harness.state_mut(), &Store::default());
    assert_eq!(on_disk(&path).rating.stars, 2);
    window.apply(RatingCommand::Clear);
    assert_eq!(rating(&window), (0, None));
}

#[test]
fn leafing_passes_over_rated_takes_where_that_is_wanted() {
    let folder = Folder::new("unrated");
    let files = ["1.bvh", "2.bvh", "3.bvh"].map(|name| folder.write(name, &long()));
    let mut review = Review::default();
    review.rate(None, 3, "Ann", Time::from_milliseconds(1));
    let saved = Reviews::default().save(files[1].as_ref(), &review, rushes::files::IfNewer::Refuse);
    saved.expect("saved");
    let mut app = on(&[&files[0]]);
    app.apply(FilesCommand::NextUnrated(1));
    assert_eq!(app.take().unwrap().title(), "3.bvh");
    app.apply(FilesCommand::NextUnrated(1));
    assert_eq!(app.take().unwrap().title(), "3.bvh");
    let reported: Vec<String> =
        app.interface.notices.iter().map(|notice| notice.text.clone()).collect();
    assert_eq!(reported, ["All takes behind this one in its folder are rated."]);
    app.apply(FilesCommand::NextInFolder { step: -1, add: false });
    assert_eq!(app.take().unwrap().title(), "2.bvh");
    app.apply(FilesCommand::NextUnrated(-1));
    assert_eq!(app.take().unwrap().title(), "1.bvh");
}

#[test]
fn a_take_that_leaves_before_it_is_saved_loses_nothing() {
    let folder = Folder::new("leave");
    let files = ["1.bvh", "2.bvh"].map(|name| folder.write(name, &long()));
    let mut app = on(&[&files[0]]);
    app.apply(NotesCommand::Add);
    app.apply(FilesCommand::NextInFolder { step: 1, add: false });
    app.apply(RatingCommand::Stars(5));
    app.apply(TakesCommand::CloseActive);
    assert!(app.has_unsaved_reviews());
    save(&mut app, &Store::default());
    assert!(!app.has_unsaved_reviews());
    assert_eq!(on_disk(files[0].as_ref()).notes.len(), 1);
    assert_eq!(on_disk(files[1].as_ref()).rating.stars, 5);
}

#[test]
fn two_windows_on_one_take_have_the_notes_of_both() {
    let folder = Folder::new("two");
    let path = folder.write("walk.bvh", &long());
    let store = Store::default();
    let mut windows = [on(&[&path]), on(&[&path])];
    for (i, app) in windows.iter_mut().enumerate() {
        app.set_now(Time::from_milliseconds(1000 + i as i64));
        app.apply(PlaybackCommand::Seek(i));
        app.apply(NotesCommand::Add);
        save(app, &store);
    }
    assert_eq!(windows[1].take().unwrap().review.kept.notes.len(), 2);
    // The first one hears that the file has changed.
    let effects = windows[0].state.reload_changed(&[Reviews::beside(path.as_ref())]);
    let id = windows[0].id(0);
    let asks = rushes::app::Effect::LoadReview(id, path.clone().into());
    assert_eq!(effects, [asks]);
    windows[0].merge_review(id, &on_disk(path.as_ref()));
    assert_eq!(windows[0].take().unwrap().review.kept.notes.len(), 2);
    assert!(!windows[0].has_unsaved_reviews());
}

#[test]
fn what_a_newer_program_has_written_is_replaced_only_when_asked_for() {
    let folder = Folder::new("newer");
    let (mut window, path) = reviewed(&folder);
    let newer = r#"{"schema": 99, "notes": [], "colour of the sky": "blue"}"#;
    let file = Reviews::beside(&path);
    std::fs::write(&file, newer).expect("written");
    let store = Store::default();
    window.apply(NotesCommand::Add);
    save(window.harness.state_mut(), &store);
    assert_eq!(std::fs::read_to_string(&file).expect("there"), newer);
    assert!(matches!(window.open().review.saving, SaveState::Newer(_)));
    window.settle();
    assert!(window.shows("Not saved"));
    window.click("Replace newer notes");
    save(window.harness.state_mut(), &store);
    assert_eq!(window.open().review.saving, SaveState::Saved);
    assert_eq!(on_disk(&path).notes.len(), 1);
}

#[test]
fn events_of_ones_own_stand_with_those_of_the_file() {
    let folder = Folder::new("events");
    let (mut window, path) = reviewed(&folder);
    window.apply(PlaybackCommand::Toggle);
    for frame in [30, 10] {
        window.apply(PlaybackCommand::Seek(frame));
        window.apply(NotesCommand::AddEvent);
        assert!(window.is_playing(), "events are set while it plays");
    }
    let id = window.open().review.kept.events[0].id;
    window.apply(NotesCommand::NameEvent(id, "Foot strike".into()));
    window.apply(PlaybackCommand::Seek(50));
    window.apply(NotesCommand::AddEvent);
    let events = |window: &Window| -> Vec<(String, Option<usize>)> {
        let events = window.open().events();
        events.iter().map(|event| (event.label.to_string(), event.frame)).collect()
    };
    let all = [("Foot strike", 10), ("Event", 30), ("Foot strike", 50)];
    let all = all.map(|(label, frame)| (label.to_string(), Some(frame)));
    assert_eq!(events(&window), all);
    assert!(window.shows("Foot strike"), "in the list and on the timeline");
    window.apply(NotesCommand::RemoveEvent(id));
    assert_eq!(events(&window).len(), 2);
    window.apply(HistoryCommand::Undo);
    save(window.harness.state_mut(), &Store::default());
    assert_eq!(on_disk(&path).events.len(), 3);
}

#[test]
fn notes_are_copied_as_markdown_and_a_finding_becomes_one() {
    let folder = Folder::new("copy");
    let mut rows: Vec<String> = long().lines().map(str::to_string).collect();
    let at = rows.len() - 50;
    rows[at] = "60 95 0 0 0 0 0 0 0".into();
    let path = folder.write("walk.bvh", &(rows.join("\n") + "\n"));
    let mut window = Window::new(on(&[&path]));
    window.apply(NotesCommand::Add);
    let id = notes(&window)[0].id;
    window.apply(NotesCommand::SetText(id, "the foot slides".into()));
    window.apply(NotesCommand::Copy);
    let copied = window.state().effects.iter().find_map(|effect| match effect {
        rushes::app::Effect::Copy(text) => Some(text.clone()),
        _ => None,
    });
    let copied = copied.expect("copied");
    assert!(copied.contains("walk.bvh") && copied.contains("the foot slides"), "{copied}");
    // On one frame the figure is elsewhere: that is found.
    window.harness.state_mut().analyse();
    window.settle();
    let finding =
        window.open().review.findings().next().map(|(place, f)| (place, f.message.clone()));
    let Some((place, message)) = finding else {
        panic!("nothing is found");
    };
    window.apply(NotesCommand::AddOfFinding(place));
    let note = window.open().review.current_note().expect("a note");
    assert_eq!(note.text, message);
    let count = window.open().review.findings().count();
    window.apply(ChecksCommand::Ignore(place));
    assert_eq!(window.open().review.findings().count(), count - 1);
    window.apply(HistoryCommand::Undo);
    assert_eq!(window.open().review.findings().count(), count);
    let check = window.open().review.finding_at(place).expect("it").check;
    window.apply(ChecksCommand::IgnoreCheck(check));
    assert!(window.open().review.findings().all(|(_, finding)| finding.check != check));
    window.apply(ChecksCommand::RestoreAll);
    assert_eq!(window.open().review.findings().count(), count);
}

#[test]
fn five_hundred_notes_are_listed_as_those_in_sight() {
    let folder = Folder::new("many");
    let (mut window, _) = reviewed(&folder);
    for i in 0..500 {
        window.harness.state_mut().apply(PlaybackCommand::Seek(i % 100));
        window.harness.state_mut().apply(NotesCommand::Add);
        let id = window.open().review.note.expect("a note");
        window.harness.state_mut().apply(NotesCommand::SetText(id, format!("note {i}")));
    }
    window.apply(NotesCommand::Leave);
    let shown = window.texts().iter().filter(|text| text.text.starts_with("note ")).count();
    assert!((4..40).contains(&shown), "{shown}");
    let id = notes(&window)[480].id;
    let text = notes(&window)[480].text.clone();
    window.apply(NotesCommand::GoTo(id));
    let panel = Rect::everything_right_of(window.rect("View").right());
    let texts = window.texts();
    let in_panel =
        texts.iter().find(|painted| painted.text == text && panel.contains_rect(painted.rect));
    assert!(in_panel.is_some(), "the note that is gone to comes into sight");
}

#[test]
fn notes_go_out_to_other_programs_and_come_back_once() {
    let folder = Folder::new("share");
    let (mut window, path) = reviewed(&folder);
    window.apply(PlaybackCommand::Seek(12));
    window.apply(NotesCommand::Add);
    let id = notes(&window)[0].id;
    window.apply(NotesCommand::SetText(id, "the knee pops".into()));
    let mut texts = Vec::new();
    for format in NotesFormat::ALL {
        window.harness.state_mut().effects.clear();
        window.apply(NotesCommand::Export(format));
        let asked = window.state().effects.iter().find_map(|effect| match effect {
            rushes::app::Effect::ExportNotes(notes) => Some(notes.clone()),
            _ => None,
        });
        let asked = asked.expect("a file is asked for");
        let name = format!("walk.notes.{}", format.extension());
        assert_eq!(asked.beside, path.with_file_name(name));
        assert!(asked.text.contains("the knee pops"), "{}", asked.text);
        texts.push(asked.text);
    }
    window.apply(NotesCommand::Remove(id));
    let take = window.id(0);
    let csv = texts[1].clone() + "walk.bvh,9999\n";
    for (text, count) in [(&csv, 1), (&csv, 1), (&texts[2], 1)] {
        let state = window.harness.state_mut();
        state.import_notes(take, "marks".as_ref(), Ok(text.clone()));
        window.settle();
        assert_eq!(notes(&window).len(), count);
    }
    assert_eq!(
        (notes(&window)[0].frames, notes(&window)[0].text.as_str()),
        (Frames::single(12), "the knee pops")
    );
    assert!(window.shows("1 note or event is added") && window.shows("skipped, "));
    window.apply(HistoryCommand::Undo);
    assert_eq!(notes(&window).len(), 0);
    let state = window.harness.state_mut();
    state.import_notes(take, "marks".as_ref(), Err("it is gone".into()));
    window.settle();
    assert!(window.shows("marks: it is gone"));
}

#[test]
fn nothing_to_copy_is_told_without_a_tick() {
    let folder = Folder::new("copy-none");
    let (mut window, _) = reviewed(&folder);
    window.apply(NotesCommand::Copy);
    assert!(window.has("Note: This take has no notes to copy yet."));
    let is_copy = |effect: &rushes::app::Effect| matches!(effect, rushes::app::Effect::Copy(_));
    assert!(!window.state().effects.iter().any(is_copy));
}

#[test]
fn exported_notes_that_are_dropped_are_offered_to_the_take_that_they_are_called_after() {
    let folder = Folder::new("drop-notes");
    let (mut window, _) = reviewed(&folder);
    window.apply(NotesCommand::Add);
    let id = notes(&window)[0].id;
    window.apply(NotesCommand::SetText(id, "the knee pops".into()));
    let exported = [NotesFormat::Csv, NotesFormat::Otio].map(|format| {
        window.harness.state_mut().effects.clear();
        window.apply(NotesCommand::Export(format));
        let effects = window.state().effects.iter();
        let mut notes = effects.filter_map(|effect| match effect {
            rushes::app::Effect::ExportNotes(notes) => Some(notes),
            _ => None,
        });
        let notes = notes.next().expect("a file is asked for");
        std::fs::write(&notes.beside, &notes.text).expect("a file");
        notes.beside.clone()
    });
    // Another take is the active one by then.
    let run = folder.write("run.bvh", &long());
    window.apply(FilesCommand::Open(vec![run.into()]));
    for file in exported {
        window.apply(FilesCommand::Open(vec![file.clone()]));
        assert_eq!(window.state().session.takes.len(), 2);
        let name = support::name(&file);
        let reported = format!("Question: {name} has notes, and is no take. Add them to walk.bvh?");
        assert!(window.has(&reported), "{reported}");
        window.click("Import");
        let read = rushes::app::Effect::ReadMarks(window.id(0), file);
        assert!(window.state().effects.contains(&read));
    }
    // A table of something else is none.
    let other = folder.write("points.csv", "frame,time,name,x\n0,0.0,a,1\n1,0.1,b,2\n");
    window.apply(FilesCommand::Open(vec![other.into()]));
    assert!(!window.shows("points.csv has notes"));
}

#[test]
fn what_could_not_be_saved_is_tried_again_with_the_next_change_and_at_the_end() {
    let folder = Folder::new("again");
    let (mut window, path) = reviewed(&folder);
    window.apply(NotesCommand::Add);
    let state = window.harness.state_mut();
    let unsaved = state.take_unsaved_reviews();
    assert_eq!(unsaved.len(), 1);
    let busy = rushes::files::SaveError::Busy(Reviews::beside(&path));
    state.accept_saved_review(unsaved[0].id, Err(busy));
    assert!(!state.has_unsaved_reviews());
    assert!(matches!(window.open().review.saving, SaveState::Failed(_)));
    let state = window.harness.state_mut();
    let last: Vec<_> = state.reviews_to_finish();
    assert_eq!(last.len(), 1);
    assert_eq!(last[0].review.notes.len(), 1);
}

#[test]
fn undo_takes_back_what_was_done_here_and_nothing_that_others_wrote() {
    let folder = Folder::new("others");
    let (mut window, _) = reviewed(&folder);
    window.apply(NotesCommand::Add);
    let id = notes(&window)[0].id;
    window.apply(NotesCommand::SetText(id, "mine".into()));
    let mut theirs = (*window.open().review.kept).clone();
    let now = Time::parse("2026-03-01T12:05:00Z").expect("a time");
    let other = Note::new(Frames::single(40), "Bob", now);
    theirs.put(other.clone(), now);
    let take = window.id(0);
    window.harness.state_mut().merge_review(take, &theirs);
    window.apply(NotesCommand::SetText(id, "mine, again".into()));
    for (texts, command) in [
        (vec!["mine", ""], HistoryCommand::Undo),
        (vec!["", ""], HistoryCommand::Undo),
        (vec![""], HistoryCommand::Undo),
        (vec!["", ""], HistoryCommand::Redo),
        (vec!["mine", ""], HistoryCommand::Redo),
    ] {
        window.apply(command);
        let found: Vec<_> = notes(&window).iter().map(|note| &*note.text).collect();
        assert_eq!(found, texts);
        assert!(window.open().review.kept.get::<Note>(other.id).is_some());
    }
}

#[test]
fn what_is_drawn_from_elsewhere_is_a_note_of_its_own() {
    let folder = Folder::new("elsewhere");
    let (mut window, _) = reviewed(&folder);
    let line = || rushes::review::notes::Stroke {
        shape: StrokeShape::Freehand,
        colour: [255, 0, 0, 255],
        width: 0.004,
        points: vec![[0.0, 0.0], [0.1, 0.1]],
        other: Default::default(),
    };
    window.apply(NotesCommand::Draw(line()));
    window.apply(NotesCommand::Draw(line()));
    assert_eq!(notes(&window).len(), 1);
    assert_eq!(notes(&window)[0].drawing.len(), 2);
    window.apply(CameraCommand::Look(View::Top));
    window.harness.run_steps(90);
    window.apply(NotesCommand::Draw(line()));
    assert_eq!(notes(&window).len(), 2);
}

#[test]
fn a_picture_with_labels_has_measures_drawings_and_notes_where_they_are_in_the_window() {
    let folder = Folder::new("labels");
    let (mut window, _) = reviewed(&folder);
    let draw = |window: &mut Window, x: f32| {
        window.apply(NotesCommand::Draw(rushes::review::notes::Stroke {
            shape: StrokeShape::Arrow,
            colour: [255, 0, 0, 255],
            width: 0.004,
            points: vec![[0.0, 0.0], [x, 0.25]],
            other: Default::default(),
        }));
    };
    draw(&mut window, 0.5);
    window.apply(NotesCommand::Add);
    window.type_into("Text of the note", "stumbles");
    let joint = window.open().take.skeleton.iter().next().expect("a joint").0;
    window.apply(SelectionCommand::Select(Some(joint)));
    window.apply(MeasuresCommand::Pin(MeasureKind::Height));
    window.apply(InterfaceCommand::ToggleInterface);
    let size = [1920, 1080];
    let laid_out = |window: &mut Window| {
        let state = window.harness.state_mut();
        state.set_view_size(glam::vec2(960.0, 540.0));
        state.prepare();
        let ctx = egui::Context::default();
        let mut output = lay_out_labels(&ctx, size, 2.0, state);
        output.textures_delta.clear();
        output.shapes
    };
    let shapes = laid_out(&mut window);
    let texts = panels::texts_in(&shapes);
    let has = |text: &str| texts.iter().find(|painted| painted.text.contains(text));
    for text in ["stumbles", "Height", "frame 0"] {
        let painted = has(text).unwrap_or_else(|| panic!("{text}: {texts:?}"));
        let inside = Rect::from_min_size(pos2(0.0, 0.0), vec2(960.0, 540.0));
        assert!(inside.contains_rect(painted.rect), "{painted:?}");
    }
    let end = pos2(480.0 + 0.5 * 540.0, 270.0 - 0.25 * 540.0);
    let is_arrow = |clipped: &egui::epaint::ClippedShape| match clipped.shape {
        egui::Shape::LineSegment { points, .. } => points[1].distance(end) < 0.5,
        _ => false,
    };
    assert!(shapes.iter().any(is_arrow));
    // On other frames there is nothing of the note.
    window.apply(PlaybackCommand::Seek(50));
    let shapes = laid_out(&mut window);
    assert!(!shapes.iter().any(is_arrow));
    assert!(!panels::texts_in(&shapes).iter().any(|painted| painted.text.contains("stumbles")));
}

#[test]
fn notes_that_could_not_be_saved_are_asked_about_before_the_end() {
    let folder = Folder::new("unsaved");
    let (mut window, path) = reviewed(&folder);
    window.apply(NotesCommand::Add);
    let state = window.harness.state_mut();
    let unsaved = state.take_unsaved_reviews();
    let busy = rushes::files::SaveError::Busy(Reviews::beside(&path));
    state.accept_saved_review(unsaved[0].id, Err(busy));
    window.apply(InterfaceCommand::Quit);
    assert!(!window.state().is_quitting());
    assert!(window.shows("The notes of walk.bvh are not saved: "));
    window.click("Quit without them");
    assert!(window.state().is_quitting());
}

#[test]
fn the_next_note_is_for_what_the_last_one_was_also_in_the_next_window() {
    let folder = Folder::new("kind");
    let (mut window, _) = reviewed(&folder);
    window.apply(NotesCommand::Add);
    assert_eq!(notes(&window)[0].kind, NoteKind::Fault);
    window.apply(NotesCommand::SetKindOfCurrent(NoteKind::Good));
    assert_eq!(notes(&window)[0].kind, NoteKind::Good);
    let left = window.state().remembered(rushes::store::Window::default());
    let mut next = on(&[]);
    next.recall(left);
    next.apply(NotesCommand::Add);
    let note = next.take().unwrap().review.current_note().expect("a note");
    assert_eq!(note.kind, NoteKind::Good);
}
