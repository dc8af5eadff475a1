//! Comparing takes in the window: by commands without a window, and in its panels.

use crate::support;
use crate::support::app::{self, App};
use crate::support::folder::Folder;
use crate::support::panels::Window;
use egui_kittest::kittest::NodeT as _;
use glam::Vec2;
use rushes::app::{
    AlignChoice, Column, CompareCommand, CompareMode, Effect, HistoryCommand, InterfaceCommand,
    NotesCommand, Panel, PlaybackCommand, SceneBuffers, SelectionCommand, TakesCommand,
};
use rushes::review::compare::{Quantity, Sync};
use rushes::scene::ThemeColours;
use rushes::store::Store;

/// A take of a leg that swings about the hip: `degrees` of the knee on each frame, `at` where it stands.
fn leg(names: [&str; 4], at: [f32; 2], degrees: &[f32], frame_time: f64) -> String {
    let [hips, thigh, knee, foot] = names;
    let joint = |name: &str, offset: &str, channels: &str, inside: String| {
        format!("JOINT {name}\n{{\nOFFSET {offset}\nCHANNELS {channels}\n{inside}}}\n")
    };
    let end = "End Site\n{\nOFFSET 0 0 20\n}\n".to_string();
    let foot = joint(foot, "0 -80 0", "0", end);
    let knee = joint(knee, "0 -90 0", "1 Xrotation", foot);
    let left = joint(thigh, "10 0 0", "0", knee);
    let end = "End Site\n{\nOFFSET 0 -170 0\n}\n".to_string();
    let right = joint("RightUpLeg", "-10 0 0", "0", end);
    let rows: String =
        degrees.iter().map(|degrees| format!("{} 180 {} {degrees}\n", at[0], at[1])).collect();
    format!(
        "HIERARCHY\nROOT {hips}\n{{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n{left}{right}}}\n\
         MOTION\nFrames: {}\nFrame Time: {frame_time}\n{rows}",
        degrees.len()
    )
}

const NAMES: [&str; 4] = ["Hips", "LeftUpLeg", "LeftLeg", "LeftFoot"];

/// How the knee bends on so many frames: never twice the same way.
fn swing(frames: usize) -> Vec<f32> {
    let bend = |frame: usize| {
        let t = frame as f32;
        30.0 + 25.0 * (0.021 * t * t).sin() + 0.1 * t
    };
    (0..frames).map(bend).collect()
}

/// The window on a take whose knee is bent 20° too far on frame 12, and on the one without that.
fn pair(folder: &Folder) -> App {
    let mut bent = swing(60);
    bent[12] += 20.0;
    let files = [
        folder.write("raw.bvh", &leg(NAMES, [0.0, 0.0], &bent, 0.02)),
        folder.write("fixed.bvh", &leg(NAMES, [0.0, 0.0], &swing(60), 0.02)),
    ];
    opened(&files)
}

fn opened(files: &[String]) -> App {
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let mut app = app::on(&files);
    app.set_view_size(Vec2::new(800.0, 600.0));
    app.prepare();
    app
}

/// Compares so, and waits for what comes of it.
fn compare(app: &mut App, mode: CompareMode) {
    app.apply(CompareCommand::SetMode(mode));
    app.analyse();
    app.prepare();
}

/// The difference of a joint on the frame that shows, in millimetres.
fn apart(app: &App, name: &str) -> Option<f32> {
    let node = app.take()?.take.skeleton.find(name)?;
    Some((app.difference_at(node)? * 1e4).round() / 10.0)
}

#[test]
fn differences_are_found_once_and_colour_the_bones_of_the_active_take() {
    let folder = Folder::new("difference");
    let mut app = pair(&folder);
    let plain = app.colours_of(app.take().unwrap());
    app.analyse();
    assert!(app.session.compared().is_none(), "nobody asked");
    app.apply(CompareCommand::Toggle(CompareMode::Difference));
    assert_eq!(app.session.comparing(), Ok(true));
    app.analyse();
    assert_eq!(app.session.comparing(), Ok(false));
    assert!(app.wanted_analyses().is_empty());

    let compared = app.session.compared().expect("both are alike");
    assert_eq!(compared.matching.pairs.len(), 5);
    // A foot 80 cm from the knee, 20° from where it should be.
    let far = 2.0 * 0.8 * f64::from(10f32.to_radians()).sin();
    let figures = compared.difference.joints[3].expect("figures");
    assert!((figures.worst / far - 1.0).abs() < 0.02, "{figures:?} {far}");
    assert_eq!(figures.worst_frame, 12);

    app.prepare();
    assert_eq!(apart(&app, "LeftFoot"), Some(0.0));
    let palette = ThemeColours::DARK;
    let colours = app.colours_of(app.take().unwrap());
    assert!(colours.iter().all(|colour| *colour == palette.speeds[0]));
    app.apply(PlaybackCommand::Seek(12));
    app.prepare();
    let colours = app.colours_of(app.take().unwrap());
    assert_eq!(
        colours.iter().filter(|c| **c == palette.speeds[4]).count(),
        2,
        "both that reach the foot"
    );
    // Half as much is as far as the scale goes.
    app.apply(CompareCommand::SetScaleEnd(Some(4.0 * far)));
    let colours = app.colours_of(app.take().unwrap());
    assert!(colours.contains(&palette.speeds[1]), "{colours:?}");
    let other = &app.session.takes[1];
    assert!(app.colours_of(other).iter().all(|colour| !palette.speeds.contains(colour)));

    app.apply(CompareCommand::Toggle(CompareMode::Difference));
    assert_eq!(app.session.compare_mode(), CompareMode::Off);
    assert_eq!(app.colours_of(app.take().unwrap()), plain);
}

#[test]
fn the_reference_is_an_outline_with_a_dashed_line_to_the_selected_joint() {
    let folder = Folder::new("outline");
    let mut app = pair(&folder);
    let hue = app.session.takes[1].edits.colour.expect("a colour of its own");
    compare(&mut app, CompareMode::Difference);
    app.apply(PlaybackCommand::Seek(12));
    let foot = app.take().unwrap().take.skeleton.find("LeftFoot");
    let drawn = |app: &mut App| {
        app.prepare();
        let mut buffers = SceneBuffers::new(ThemeColours::DARK);
        app.draw(600.0, 1.0, &mut buffers);
        let [under, _, over] = buffers.list.layers();
        let outline = &buffers.list.strokes[under];
        let outline = outline.iter().filter(|stroke| stroke.colour == hue).count();
        (outline, over.len())
    };
    assert_eq!(drawn(&mut app), (6, 0));
    app.apply(SelectionCommand::Select(foot));
    let (outline, dashes) = drawn(&mut app);
    assert!(outline == 6 && dashes > 2, "{outline} {dashes}");
    let [from, to] = app.apart().expect("both are there");
    let far = app.difference_at(foot.unwrap()).unwrap();
    assert!((from.distance(to) - far).abs() < 1e-5);
    // Who hides the reference sees no line to it.
    app.apply(TakesCommand::Show(app.id(1), false));
    assert_eq!(drawn(&mut app), (0, 0));
}

#[test]
fn outside_of_the_active_take_the_reference_goes_on_and_nothing_is_compared() {
    let folder = Folder::new("outside");
    let mut app = pair(&folder);
    // The first take is of frames 0 to 59, the other one begins 30 of them later.
    app.apply(TakesCommand::Offset(app.id(1), 0.6));
    compare(&mut app, CompareMode::Difference);
    let foot = app.take().unwrap().take.skeleton.find("LeftFoot");
    app.apply(SelectionCommand::Select(foot));
    let at = |app: &mut App, frame: usize| {
        app.apply(PlaybackCommand::Seek(frame));
        app.prepare();
        let foot = app.session.takes[1].take.skeleton.find("LeftFoot").unwrap();
        app.session.takes[1].pose.position(foot)
    };
    let first = at(&mut app, 30);
    let on_last = at(&mut app, 59);
    assert!(app.apart().is_some());
    let take = app.session.takes[1].take.clone();
    let foot_on = |frame: usize| {
        let foot = take.skeleton.find("LeftFoot").unwrap();
        rushes::evaluate::Pose::of(&take.skeleton, take.row(frame)).position(foot)
    };
    assert_eq!([first, on_last], [foot_on(0), foot_on(29)]);
    assert_eq!([60, 75, 89].map(|frame| at(&mut app, frame)), [30, 45, 59].map(foot_on));
    assert_eq!((app.apart(), apart(&app, "LeftFoot")), (None, None));
    // The other way around, ahead of the active take.
    let second = app.id(1);
    app.apply(TakesCommand::Activate(second));
    compare(&mut app, CompareMode::Difference);
    let raw = |app: &mut App, frame: usize| {
        at(app, frame);
        app.session.takes[0].pose.clone()
    };
    assert_ne!(raw(&mut app, 5), raw(&mut app, 20));
}

#[test]
fn the_worst_frame_is_gone_to_and_the_table_is_sorted_and_copied() {
    let folder = Folder::new("worst");
    let mut app = pair(&folder);
    compare(&mut app, CompareMode::Difference);
    let foot = app.take().unwrap().take.skeleton.find("LeftFoot").unwrap();
    app.apply(CompareCommand::GoToWorst(foot));
    assert_eq!(app.session.playback.frame(), 12);
    assert_eq!(app.take().unwrap().primary(), Some(foot));
    let order = |app: &App| -> Vec<String> {
        let open = app.take().unwrap();
        let compared = app.session.compared().unwrap();
        let pairs = compared.sorted(app.session.compare.sorting, &open.take);
        let names = pairs.iter().map(|pair| compared.difference.pairs[*pair][0]);
        names.map(|node| open.take.skeleton[node].name.clone()).collect()
    };
    assert_eq!(order(&app)[0], "LeftFoot");
    app.apply(CompareCommand::Sort(Column::Joint));
    let names = ["Hips", "LeftFoot", "LeftLeg", "LeftUpLeg", "RightUpLeg"];
    assert_eq!(order(&app), names);
    app.apply(CompareCommand::Sort(Column::Joint));
    assert!(order(&app).iter().eq(names.iter().rev()));
    app.apply(CompareCommand::CopyTable);
    let Some(Effect::Copy(text)) = app.effects.last() else {
        panic!("{:?}", app.effects);
    };
    let head = "a,b,name,other,mean,p95,worst,worst_frame,velocity_rms,acceleration_rms\n";
    assert!(text.starts_with(head), "{text}");
    assert!(text[head.len()..].starts_with("raw.bvh,fixed.bvh,LeftFoot,LeftFoot,"), "{text}");
    assert_eq!(text.lines().count(), 6);
}

#[test]
fn the_joint_that_is_gone_to_comes_into_the_view_and_one_that_is_seen_moves_nothing() {
    let folder = Folder::new("reveal");
    let mut app = pair(&folder);
    compare(&mut app, CompareMode::Difference);
    let foot = app.take().unwrap().take.skeleton.find("LeftFoot").unwrap();
    let before = app.view.camera;
    app.apply(CompareCommand::GoToWorst(foot));
    assert_eq!(app.view.camera, before);
    app.apply(rushes::app::CameraCommand::Pan(Vec2::new(4.0, 0.0)));
    app.prepare();
    app.apply(CompareCommand::GoToWorst(foot));
    app.prepare();
    let at = app.node_in_view(foot).expect("in front of the camera");
    assert!(at.distance(Vec2::new(400.0, 300.0)) < 1.0, "{at}");
}

#[test]
fn takes_without_a_joint_in_common_say_so_and_can_be_matched_by_hand() {
    let folder = Folder::new("strangers");
    let strange = leg(["A", "B", "C", "D"], [0.0, 0.0], &swing(20), 0.02);
    let files = [
        folder.write("known.bvh", &leg(NAMES, [0.0, 0.0], &swing(20), 0.02)),
        folder.write("strange.bvh", &strange.replace("RightUpLeg", "E")),
    ];
    let mut app = opened(&files);
    compare(&mut app, CompareMode::Difference);
    let window = Window::new(app);
    assert_eq!(window.value("Matched").as_deref(), Some("0 of 5 matched"));
    assert!(window.shows("They cannot be compared: no joints have names in common."));
    assert!(!window.shows("WORST JOINTS, CM"));
    let mut app = opened(&files);
    compare(&mut app, CompareMode::Difference);
    let [foot, d] = [(0, "LeftFoot"), (1, "D")]
        .map(|(take, name)| app.session.takes[take].take.skeleton.find(name).unwrap());
    app.apply(CompareCommand::Match(foot, Some(d)));
    app.analyse();
    assert_eq!(app.session.compared().map(|compared| compared.worst), Some(0.0));
}

#[test]
fn a_jitter_that_a_small_mean_hides_shows_in_the_accelerations() {
    let folder = Folder::new("jitter");
    let mut app = pair(&folder);
    compare(&mut app, CompareMode::Difference);
    let foot = app.take().unwrap().take.skeleton.find("LeftFoot").unwrap();
    let curve = app.session.difference_curve(foot).expect("a curve");
    assert_eq!(curve.len(), 60);
    assert!(curve.value(12).unwrap() > 27.0 && curve.value(11) == Some(0.0));
    app.apply(CompareCommand::SetScaleEnd(Some(0.5)));
    app.apply(CompareCommand::SetQuantity(Quantity::Acceleration));
    assert_eq!(app.session.compare.scale_end, None, "it was in another unit");
    app.analyse();
    let curve = app.session.difference_curve(foot).expect("a curve");
    assert_eq!((curve.value(0), curve.value(59)), (None, None), "without neighbours");
    // One frame of 0.02 s that is 28 cm off, between two that are not.
    let found = curve.value(12).unwrap();
    let expected = 2.0 * 0.2778 / (0.02 * 0.02);
    assert!((found / expected - 1.0).abs() < 0.03, "{found} {expected}");
    assert!(curve.value(9).unwrap() < 1e-2);
}

#[test]
fn nudging_and_syncing_move_the_take_on_the_timeline_and_can_be_taken_back() {
    let folder = Folder::new("nudge");
    let mut app = pair(&folder);
    compare(&mut app, CompareMode::Difference);
    app.apply(CompareCommand::Nudge(1));
    assert_eq!(app.take().unwrap().edits.offset, 0.02);
    assert_eq!(app.session.comparing(), Ok(true), "what is known is of before");
    app.analyse();
    let compared = app.session.compared().unwrap();
    assert_eq!(compared.timing.frame_of_b(0), 1.0);
    assert_eq!(compared.difference.frames, 0..59);
    // The timeline shows what is compared.
    app.apply(PlaybackCommand::Seek(app.session.timeline.frame(10)));
    assert_eq!(app.frame_of(&app.session.takes[1]), 11);
    app.apply(HistoryCommand::Undo);
    assert_eq!(app.take().unwrap().edits.offset, 0.0);
    app.analyse();
    assert_eq!(app.session.compared().unwrap().difference.frames, 0..60);

    app.apply(CompareCommand::Nudge(-5));
    app.apply(CompareCommand::Sync(Sync::Frame));
    assert_eq!(app.take().unwrap().edits.offset, 0.0);
    app.apply(CompareCommand::SyncByEvent("Heel".into()));
    assert_eq!(app.take().unwrap().edits.offset, 0.0, "there is no such event");
    // One that a reviewer has put on both, at 0.2 s of the take and 0.6 s of the reference.
    let both = [0, 1].map(|place| app.id(place));
    let active = app.take().unwrap().id;
    for (id, frame) in both.into_iter().zip([10, 30]) {
        app.apply(TakesCommand::Activate(id));
        app.apply(PlaybackCommand::Seek(app.session.timeline.frame(frame)));
        app.apply(NotesCommand::AddEvent);
        let event = app.take().unwrap().review.kept.events[0].id;
        app.apply(NotesCommand::NameEvent(event, "Heel".into()));
    }
    app.apply(TakesCommand::Activate(active));
    app.apply(CompareCommand::SyncByEvent("heel".into()));
    let offset = app.take().unwrap().edits.offset;
    assert!((offset - 0.4).abs() < 1e-9, "{offset}");
}

#[test]
fn an_offset_by_motion_is_shown_before_it_is_taken_over() {
    let folder = Folder::new("motion");
    let swing = swing(400);
    let files = [
        folder.write("late.bvh", &leg(NAMES, [0.0, 0.0], &swing[37..300], 0.01)),
        folder.write("whole.bvh", &leg(NAMES, [0.0, 0.0], &swing, 0.01)),
    ];
    let mut app = opened(&files);
    compare(&mut app, CompareMode::Difference);
    app.apply(CompareCommand::Sync(Sync::Motion));
    assert!(matches!(app.session.offset_search(), Some((_, None))));
    app.analyse();
    let (_, found) = app.session.offset_search().expect("it was looked for");
    let found = *found.expect("it is found").as_ref().expect("there is motion");
    assert!((found.timing.offset_frames() + 37.0).abs() < 0.1, "{found:?}");
    assert!(found.certainty.is_certain());
    assert_eq!(app.take().unwrap().edits.offset, 0.0, "it was not taken yet");
    app.apply(CompareCommand::ApplyOffset);
    assert!((app.take().unwrap().edits.offset - 0.37).abs() < 1e-3);
    assert!(app.session.offset_search().is_none());
    app.analyse();
    assert!(app.session.compared().unwrap().worst < 0.01);
    app.apply(HistoryCommand::Undo);
    assert_eq!(app.take().unwrap().edits.offset, 0.0);

    let foot = app.take().unwrap().take.skeleton.find("LeftFoot");
    app.apply(SelectionCommand::Select(foot));
    app.apply(CompareCommand::SyncBySelection);
    app.analyse();
    let (key, found) = app.session.offset_search().expect("it was looked for");
    assert_eq!(key.joint, foot);
    assert!(found.expect("found").is_ok());
    app.apply(CompareCommand::ForgetOffset);
    assert!(app.session.offset_search().is_none());
}

#[test]
fn an_alignment_moves_the_reference_to_the_take_in_the_view_too() {
    let folder = Folder::new("align");
    let files = [
        folder.write("here.bvh", &leg(NAMES, [0.0, 0.0], &swing(40), 0.02)),
        folder.write("there.bvh", &leg(NAMES, [150.0, -80.0], &swing(40), 0.02)),
    ];
    let mut app = opened(&files);
    compare(&mut app, CompareMode::Difference);
    let far = app.session.compared().unwrap().worst;
    assert!(far > 0.5, "{far}");
    for align in [AlignChoice::Place(None), AlignChoice::Place(Some(7)), AlignChoice::Range] {
        app.apply(CompareCommand::Align(align));
        app.analyse();
        app.prepare();
        let compared = app.session.compared().unwrap();
        assert!(compared.worst < 1e-4, "{align:?}: {}", compared.worst);
        let [a, b] = [0, 1].map(|i| {
            let open = &app.session.takes[i];
            let foot = open.take.skeleton.find("LeftFoot").unwrap();
            app.session.stage_of(open).world(open.pose.position(foot))
        });
        assert!(a.distance(b) < 1e-4, "{align:?}: {a} {b}");
    }
    app.apply(HistoryCommand::Undo);
    assert_eq!(app.session.compare.align, AlignChoice::Place(Some(7)));
    app.apply(CompareCommand::SetMode(CompareMode::Off));
    let open = &app.session.takes[1];
    assert_eq!(app.session.stage_of(open).world_from_take, open.stage.world_from_take);
    app.apply(CompareCommand::SetMode(CompareMode::Difference));
    app.apply(CompareCommand::Align(AlignChoice::Place(Some(4000))));
    app.analyse();
    assert!(app.session.comparing().unwrap_err().contains("4000"));
}

#[test]
fn one_key_flicks_between_both_and_only_one_of_them_is_seen() {
    let folder = Folder::new("flick");
    let mut app = pair(&folder);
    let seen = |app: &App| [0, 1].map(|i| app.is_seen(&app.session.takes[i]));
    assert_eq!(seen(&app), [true; 2]);
    app.apply(CompareCommand::Flick);
    assert_eq!((app.session.compare_mode(), seen(&app)), (CompareMode::AB, [true, false]));
    app.apply(CompareCommand::Flick);
    assert_eq!(seen(&app), [false, true]);
    assert!(app.session.takes.is_active(app.id(0)), "panels stay with the take");
    app.apply(CompareCommand::Toggle(CompareMode::AB));
    assert_eq!(seen(&app), [true; 2]);
}

#[test]
fn the_reference_can_be_chosen_and_the_two_exchanged() {
    let folder = Folder::new("reference");
    let files = ["a", "b", "c"].map(|name| {
        let text = leg(NAMES, [0.0, 0.0], &swing(20), 0.02);
        folder.write(&format!("{name}.bvh"), &text)
    });
    let mut app = opened(&files);
    let reference = |app: &App| app.session.reference().map(|open| open.title());
    assert_eq!(reference(&app).as_deref(), Some("b.bvh"));
    app.apply(CompareCommand::SetReference(app.id(2)));
    assert_eq!(reference(&app).as_deref(), Some("c.bvh"));
    app.apply(CompareCommand::Swap);
    assert!(app.session.takes.is_active(app.id(2)));
    assert_eq!(reference(&app).as_deref(), Some("a.bvh"));
    // Another take against the same reference.
    app.apply(TakesCommand::Activate(app.id(1)));
    assert_eq!(reference(&app).as_deref(), Some("a.bvh"));
    app.apply(CompareCommand::SetMode(CompareMode::Difference));
    app.apply(TakesCommand::Close(app.id(0)));
    app.apply(TakesCommand::CloseActive);
    assert_eq!(app.session.compare_mode(), CompareMode::Off, "one take is left");
    app.apply(CompareCommand::Toggle(CompareMode::Difference));
    assert_eq!(app.session.compare_mode(), CompareMode::Off);
}

#[test]
fn takes_side_by_side_are_picked_and_labelled_in_their_own_half() {
    let folder = Folder::new("halves");
    let mut app = pair(&folder);
    compare(&mut app, CompareMode::SideBySide);
    app.set_view_size(Vec2::new(800.0, 600.0));
    app.prepare();
    assert_eq!(app.cells(), [app.id(0), app.id(1)]);
    assert_eq!(app.view.size, Vec2::new(400.0, 600.0));
    let thigh = app.take().unwrap().take.skeleton.find("LeftUpLeg").unwrap();
    let [from, to] = app.bone_in_view(thigh).expect("it shows");
    let middle = (from + to) * 0.5;
    assert!(middle.x < 400.0);
    assert_eq!(app.node_at(middle), Some((app.id(0), thigh)));
    let other = middle + Vec2::new(400.0, 0.0);
    assert_eq!(app.node_at(other), Some((app.id(1), thigh)), "one camera sees both");
    app.apply(TakesCommand::Activate(app.id(1)));
    app.prepare();
    let [from, to] = app.bone_in_view(thigh).expect("it shows");
    assert!(((from + to) * 0.5).distance(other) < 1.0);
    let strokes = |cell: usize| {
        let mut buffers = SceneBuffers::new(ThemeColours::DARK);
        app.draw_cell(cell, 600.0, 1.0, &mut buffers);
        buffers.list.strokes
    };
    let [left, right] = [0, 1].map(strokes);
    assert!(left.len() > 10 && right.len() > 10);
    let hue = app.session.takes[1].edits.colour.unwrap();
    assert!(left.iter().all(|s| s.colour != hue) && right.iter().any(|s| s.colour == hue));
}

#[test]
fn bones_are_matched_by_hand_and_that_is_remembered_for_both_skeletons() {
    let folder = Folder::new("matches");
    let odd = ["Hips", "LeftUpLeg", "Zapf", "Quux"];
    let files = [
        folder.write("raw.bvh", &leg(NAMES, [0.0, 0.0], &swing(30), 0.02)),
        folder.write("odd.bvh", &leg(odd, [0.0, 0.0], &swing(30), 0.02)),
    ];
    let store = || Store::in_folder(folder.path("store"));
    let mut app = opened(&files);
    app.remember_in(store());
    compare(&mut app, CompareMode::Difference);
    let compared = app.session.compared().unwrap();
    assert_eq!(compared.matching.pairs.len(), 3);
    let [foot, quux] = [(0, "LeftFoot"), (1, "Quux")]
        .map(|(take, name)| app.session.takes[take].take.skeleton.find(name).unwrap());
    app.apply(CompareCommand::Match(foot, Some(quux)));
    app.analyse();
    let compared = app.session.compared().unwrap();
    assert_eq!((compared.matching.pairs.len(), compared.counterpart(foot)), (4, Some(quux)));
    app.apply(HistoryCommand::Undo);
    app.analyse();
    assert_eq!(app.session.compared().unwrap().counterpart(foot), None);
    app.apply(HistoryCommand::Redo);
    app.remember_colours();

    // Another window, and the other way round.
    let [raw, odd] = files;
    let mut app = opened(&[odd, raw]);
    app.remember_in(store());
    compare(&mut app, CompareMode::Difference);
    assert_eq!(app.session.compared().unwrap().counterpart(quux), Some(foot));
    app.apply(CompareCommand::Match(quux, None));
    app.analyse();
    assert_eq!(app.session.compared().unwrap().counterpart(quux), None);
    assert!(app.session.takes.iter().all(|open| open.edits.matches.is_empty()));
}

#[test]
fn takes_of_other_rates_and_markers_compare_too() {
    let folder = Folder::new("rates");
    let swing: Vec<f32> = (0..61).map(|t| 30.0 + 25.0 * (0.1 * t as f32).sin()).collect();
    let half: Vec<f32> = swing.iter().copied().step_by(2).collect();
    let files = [
        folder.write("slow.bvh", &leg(NAMES, [0.0, 0.0], &half, 0.02)),
        folder.write("fast.bvh", &leg(NAMES, [0.0, 0.0], &swing, 0.01)),
    ];
    let mut app = opened(&files);
    compare(&mut app, CompareMode::Difference);
    let compared = app.session.compared().unwrap();
    assert!(compared.worst < 1e-4, "{}", compared.worst);
    assert_eq!(compared.timing.frame_of_b(10), 20.0);
    // Between the frames of the reference, its outline is where it was compared.
    app.apply(TakesCommand::Activate(app.id(1)));
    app.analyse();
    app.apply(PlaybackCommand::Seek(13));
    app.prepare();
    let foot = app.take().unwrap().take.skeleton.find("LeftFoot");
    app.apply(SelectionCommand::Select(foot));
    let [from, to] = app.apart().expect("both are there");
    let far = app.difference_at(foot.unwrap()).unwrap();
    assert!((from.distance(to) - far).abs() < 2e-3, "{} {far}", from.distance(to));

    let corpus = support::corpus();
    let walk = corpus.map(|corpus| corpus.join("c3d"));
    let Some(folder) = walk.filter(|folder| folder.is_dir()) else {
        return;
    };
    let mut files: Vec<String> = support::folder::names_in(&folder);
    files.retain(|name| name.ends_with(".c3d"));
    let file = folder.join(&files[0]).to_string_lossy().into_owned();
    let mut app = opened(&[file.clone(), file]);
    compare(&mut app, CompareMode::Difference);
    assert_eq!(app.session.compared().map(|compared| compared.worst), Some(0.0));
}

#[test]
fn the_panel_compares_by_its_buttons_and_goes_to_the_worst_frame() {
    let folder = Folder::new("panel");
    let mut window = Window::new(pair(&folder));
    assert!(!window.shows("COMPARE"));
    window.click("Compare: Difference");
    assert!(window.shows("COMPARE") && window.shows("Comparing…"));
    window.harness.state_mut().analyse();
    window.settle();
    assert!(window.shows("5 of 5 matched") && window.shows("WORST JOINTS, CM"));
    let rows: Vec<String> = window
        .controls()
        .iter()
        .filter_map(|control| control.accesskit_node().label())
        .filter(|label| label.contains(": mean "))
        .collect();
    assert_eq!(rows.len(), 5);
    assert!(
        rows[0].starts_with("LeftFoot: mean 0.5, p95 0.0, worst 27.8 cm at frame 12"),
        "{rows:?}"
    );
    window.click(&rows[0]);
    assert_eq!((window.frame(), window.selected()), (12, vec!["LeftFoot"]));
    assert!(window.shows("LeftFoot  27.8 cm"), "beside the joint");
    window.click("Sort by joint");
    assert_eq!(window.state().session.compare.sorting.by, Column::Joint);
    window.click("Nudge take one frame later");
    assert_eq!(window.open().edits.offset, 0.02);
    assert_eq!(window.value("Sync").as_deref(), Some("+1 f"));
    window.click("Compare acceleration");
    assert!(window.shows("WORST JOINTS, M/S²"));
    window.click("Compare: A/B");
    assert_eq!(window.state().session.compare_mode(), CompareMode::AB);
    window.click("Compare: A/B");
    assert_eq!(window.state().session.compare_mode(), CompareMode::Off);
}

#[test]
fn the_end_of_the_scale_can_be_typed() {
    let folder = Folder::new("scale");
    let mut app = pair(&folder);
    compare(&mut app, CompareMode::Difference);
    let mut window = Window::new(app);
    let end = |window: &Window| window.state().session.compare.scale_end;
    assert!(window.shows("27.8"));
    window.click("End of the colour scale");
    window.type_into("End of the colour scale", "5");
    window.press(egui::Key::Enter);
    assert_eq!(end(&window), Some(0.05));
    window.click("End of the colour scale");
    window.type_into("End of the colour scale", "auto");
    window.press(egui::Key::Enter);
    assert_eq!(end(&window), None);
}

#[test]
fn the_difference_of_what_is_selected_is_a_docked_curve_while_takes_are_compared() {
    let folder = Folder::new("compare-docked");
    let mut app = pair(&folder);
    app.apply(InterfaceCommand::TogglePanel(Panel::Curves));
    let foot = app.take().and_then(|open| open.take.skeleton.find("LeftFoot"));
    app.apply(SelectionCommand::Select(foot));
    compare(&mut app, CompareMode::Difference);
    let at = |app: &App, frame: usize| {
        let options = app.interface.panels.docked;
        let (open, compared) = (app.take().expect("a take"), app.session.compared());
        let (curves, _) = app.interface.docked.curves(open, compared, options);
        let mut curves = curves.iter().filter(|curve| curve.label == "difference");
        curves.next().map(|docked| (docked.curve.unit, docked.curve.series().value(frame)))
    };
    let (unit, worst) = at(&app, 12).expect("a curve of the difference");
    let metres = app.session.compared().and_then(|of| of.difference_at(foot.expect("a foot"), 12));
    let centimetres = metres.map(|metres| metres * 100.0).expect("a difference");
    assert_eq!(unit, "cm");
    assert!((worst.expect("a value") - centimetres).abs() < 1e-3, "{worst:?} {centimetres}");
    assert!(at(&app, 30).expect("a curve").1.expect("a value") < 0.1);
    // Another comparison has other values, and without one there is none.
    app.apply(CompareCommand::SetQuantity(Quantity::Velocity));
    app.analyse();
    app.prepare();
    assert_eq!(at(&app, 12).map(|(unit, _)| unit), Some("cm/s"));
    app.apply(CompareCommand::SetMode(CompareMode::Off));
    app.prepare();
    assert_eq!(at(&app, 12), None);
}
