//! The panels do what they are asked to, found by the names that screen readers tell.

use crate::support::app::App;
use crate::support::folder::Folder;
use crate::support::panels::{self, SHIFTED, Window, builtin, on, part_of};
use crate::support::pointer::place_of;
use crate::support::{self, takes};
use egui::accesskit::Role;
use egui::{Key, Modifiers, pos2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use rushes::app::{
    Command, FilesCommand, InterfaceCommand, Overlay, PlaybackCommand, SelectMode,
    SelectionCommand, Tab, TakesCommand, ViewToggle,
};
use rushes::loader::PositionReading;
use rushes::playback::LoopMode;
use rushes::take::{Axis, Channel, FileNumbers, LostFrames, Motion, SkeletonBuilder};

#[test]
fn the_buttons_of_the_transport_play_pause_and_step() {
    let mut window = Window::new(builtin());
    let last = window.state().session.playback.frame_count() - 1;
    window.click("Go to out point");
    assert_eq!(window.frame(), last);
    window.click("Previous frame");
    window.click("Previous frame");
    assert_eq!(window.frame(), last - 2);
    window.click("Next frame");
    assert_eq!(window.frame(), last - 1);
    window.click("Go to in point");
    assert_eq!(window.frame(), 0);
    assert!(!window.is_playing());

    window.click("Play");
    assert!(window.is_playing());
    assert!(window.has("Pause") && !window.has("Play"), "the button tells what it does now");
    window.harness.state_mut().tick(0.5);
    window.harness.step();
    assert!(window.frame() > 10);
    // A step is a look at one frame: it pauses.
    window.click("Next frame");
    assert!(!window.is_playing() && window.has("Play"));

    let before = window.frame();
    window.click("Play backwards");
    assert!(window.is_playing() && window.state().session.playback.rate() < 0.0);
    window.harness.state_mut().tick(0.1);
    assert!(window.frame() < before);
    window.click("Pause");
    assert!(!window.is_playing());
}

#[test]
fn a_typed_frame_is_gone_to_with_enter_and_not_with_escape() {
    let mut window = Window::new(builtin());
    let last = window.state().session.playback.frame_count() - 1;
    window.type_into("Frame", "42");
    assert_eq!(window.frame(), 0, "nothing moves while someone types");
    window.press(Key::Enter);
    assert_eq!(window.frame(), 42);
    assert_eq!(window.find("Frame").value().as_deref(), Some("42"));

    window.type_into("Frame", "7");
    window.press(Key::Escape);
    assert_eq!(window.frame(), 42);
    assert_eq!(window.find("Frame").value().as_deref(), Some("42"), "what was typed is gone");

    window.type_into("Frame", "");
    window.press(Key::Enter);
    assert_eq!(window.value("Frame").as_deref(), Some("42"), "nothing was typed");
    for (typed, frame) in [("+8", 50), ("-20", 30), ("99999999", last), ("-99999999", 0)] {
        window.type_into("Frame", typed);
        window.press(Key::Enter);
        assert_eq!(window.frame(), frame, "{typed}");
    }
    // Whoever clicks elsewhere is done typing.
    window.type_into("Frame", "12");
    window.click_at(part_of(window.rect("View"), 0.5, 0.05));
    assert_eq!(window.frame(), 12);
}

#[test]
fn a_typed_time_is_gone_to() {
    let mut window = Window::new(builtin());
    for (typed, frame) in [("1.5", 90), ("00:00:02.000", 120), ("0:01", 60), ("0,5", 30)] {
        window.type_into("Time", typed);
        window.press(Key::Enter);
        assert_eq!(window.frame(), frame, "{typed}");
    }
    assert_eq!(window.find("Time").value().as_deref(), Some("00:00:00.500"));
    for (typed, frame) in [("0:01.5", 90), ("00:00:04:12", 252), ("500 ms", 30)] {
        window.type_into("Time", typed);
        window.press(Key::Enter);
        assert_eq!(window.frame(), frame, "{typed}");
    }
    window.type_into("Time", "3");
    window.press(Key::Escape);
    assert_eq!(window.frame(), 30);
    window.type_into("Time", "99:00:00");
    window.press(Key::Enter);
    assert_eq!(window.frame(), window.state().session.playback.frame_count() - 1);
}

/// Why a field does not understand what was typed into it, as a screen reader tells it.
fn why(window: &Window, field: &str) -> Option<String> {
    let node = window.find(field);
    let node = node.accesskit_node();
    node.data().invalid()?;
    node.data().description().map(str::to_string)
}

#[test]
fn what_a_field_does_not_understand_stays_and_is_marked_until_escape_or_another_entry() {
    let mut window = Window::new(builtin());
    window.apply(PlaybackCommand::Seek(42));
    for (field, shown, typed, reported) in [
        ("Frame", "42", "x", "Not a frame"),
        ("Frame", "42", "1.5", "whole"),
        ("Frame", "42", "24fps", "Frames per second"),
        ("Time", "00:00:00.700", "soon", "Not a frame, time"),
        ("Time", "00:00:00.700", "1:75", "end at 59"),
        ("Time", "00:00:00.700", "00:00:04:60", "end at 59"),
        ("Playback speed", "1.0 ×", "fast", "Not a playback speed"),
        ("Playback speed", "1.0 ×", "0", "slowest"),
        ("Playback speed", "1.0 ×", "100", "−8 to 8"),
        ("Playback fps", "60 fps", "many", "Not frames per second"),
    ] {
        let finding = window.state().theme().colours().finding;
        let marks = |window: &Window| {
            // The mark encloses the arrow beside the field as well.
            let mut rect = window.rect(field).expand(2.0);
            rect.max.x += 20.0;
            let strokes = window.strokes();
            let mut inside = strokes.iter().filter(|(at, _)| rect.contains_rect(*at));
            inside.any(|(_, colour)| *colour == finding)
        };
        assert!(!marks(&window));
        window.type_into(field, typed);
        assert_eq!(why(&window, field), None, "nobody is told while typing");
        window.press(Key::Enter);
        let is_kept = |window: &Window| {
            assert_eq!(window.value(field).as_deref(), Some(typed), "{field}");
            let why = why(window, field).expect("a reason");
            assert!(why.contains(reported) && marks(window), "{field}: {why}");
        };
        is_kept(&window);
        // Also where somebody goes on elsewhere, until Escape puts the value back.
        window.click_at(part_of(window.rect("View"), 0.5, 0.05));
        is_kept(&window);
        window.press(Key::Escape);
        assert_eq!(window.value(field).as_deref(), Some(shown), "{field}");
        assert!(why(&window, field).is_none() && !marks(&window));
    }
    let state = window.state();
    let playback = &state.session.playback;
    assert_eq!((playback.frame(), playback.rate(), playback.chosen_fps()), (42, 1.0, None));
    window.type_into("Frame", "x");
    window.press(Key::Enter);
    window.type_into("Frame", "7");
    window.press(Key::Enter);
    assert_eq!((window.frame(), why(&window, "Frame")), (7, None));
}

#[test]
fn a_typed_speed_is_played_at() {
    let mut window = Window::new(builtin());
    let rate = |window: &Window| window.state().session.playback.rate();
    for (typed, expected, shown) in
        [("0.5", 0.5, "0.5 ×"), ("2x", 2.0, "2.0 ×"), ("50%", 0.5, "0.5 ×"), ("-1", -1.0, "−1.0 ×")]
    {
        window.type_into("Playback speed", typed);
        window.press(Key::Enter);
        assert_eq!(rate(&window), expected, "{typed}");
        assert_eq!(window.value("Playback speed").as_deref(), Some(shown));
    }
    window.type_into("Playback speed", "1");
    window.press(Key::Escape);
    assert_eq!(rate(&window), -1.0);
}

#[test]
fn a_rate_is_typed_or_chosen_and_played_at_true_to_time() {
    let mut window = Window::new(builtin());
    let fps = |window: &Window| window.state().session.playback.chosen_fps();
    assert_eq!(window.value("Playback fps").as_deref(), Some("60 fps"));
    for (field, typed, chosen, shown) in [
        ("Playback speed", "24fps", Some(24.0), "24 fps"),
        ("Playback fps", "29.97", Some(30_000.0 / 1001.0), "29.97 fps"),
        ("Playback fps", "file", None, "60 fps"),
        ("Playback fps", "12.5 fps", Some(12.5), "12.5 fps"),
    ] {
        window.type_into(field, typed);
        window.press(Key::Enter);
        assert_eq!(fps(&window), chosen, "{typed}");
        assert_eq!(window.value("Playback fps").as_deref(), Some(shown));
        assert_eq!(window.value("Playback speed").as_deref(), Some("1.0 ×"));
    }
    for (name, chosen) in [
        ("23.976 fps", Some(24_000.0 / 1001.0)),
        ("File rate: 60 fps", None),
        ("48 fps", Some(48.0)),
    ] {
        window.click("Choose playback fps");
        window.click(name);
        assert_eq!(fps(&window), chosen, "{name}");
    }
    window.apply(PlaybackCommand::SetSpeed(0.5));
    window.apply(PlaybackCommand::Toggle);
    window.harness.state_mut().tick(2.0);
    assert_eq!(window.frame(), 48, "two seconds at half of 48");
}

#[test]
fn time_is_shown_and_typed_as_timecode_where_that_is_chosen() {
    let mut window = Window::new(builtin());
    window.click("Seconds or timecode");
    window.click("Timecode");
    assert!(window.state().is_on(ViewToggle::Timecode));
    window.apply(PlaybackCommand::Seek(259));
    assert_eq!(window.value("Time").as_deref(), Some("00:00:04:19"));
    window.type_into("Time", "00:00:04:12");
    window.press(Key::Enter);
    assert_eq!(window.frame(), 252);
    // It counts as many frames a second as are played.
    for (fps, shown) in [(24.0, "00:00:10:12"), (29.97, "00:00:08;12")] {
        window.apply(PlaybackCommand::PlayAt(Some(fps)));
        assert_eq!(window.value("Time").as_deref(), Some(shown));
    }
    window.type_into("Time", "00:00:09;00");
    window.press(Key::Enter);
    assert_eq!(window.frame(), 270);
    window.click("Seconds or timecode");
    window.click("Seconds");
    assert_eq!(window.value("Time").as_deref(), Some("00:00:04.500"));
}

#[test]
fn every_frame_and_blend_stand_where_the_speed_is() {
    let mut window = Window::new(builtin());
    for switch in [ViewToggle::Blend, ViewToggle::EveryFrame] {
        assert!(!window.state().is_on(switch));
        window.click("Choose playback speed");
        let [item, opener] = [switch.name(), "Choose playback speed"].map(|name| window.rect(name));
        assert!(item.bottom() <= opener.top(), "the menu opens upwards");
        window.click(switch.name());
        assert!(window.state().is_on(switch));
        window.press(Key::Escape);
    }
}

#[test]
fn the_menus_of_the_transport_cover_nothing_of_it() {
    let mut window = Window::new(builtin());
    for (opener, item) in [
        ("Loop mode", "Once"),
        ("Choose playback speed", "8.0 ×"),
        ("Choose playback fps", "120 fps"),
        ("Seconds or timecode", "Timecode"),
    ] {
        window.click(opener);
        let above = window.rect("Play").top();
        assert!(window.rect(item).bottom() <= above, "{opener}");
        window.press(Key::Escape);
    }
}

/// The shapes on a button: how many are filled and how many are lines.
fn drawn(window: &Window, button: &str) -> [usize; 2] {
    let rect = window.rect(button).shrink(4.0);
    let (mut filled, mut lines) = (0, 0);
    for clipped in &window.harness.output().shapes {
        match &clipped.shape {
            egui::Shape::LineSegment { points, .. }
                if points.iter().all(|at| rect.contains(*at)) =>
            {
                lines += 1;
            }
            egui::Shape::Path(path) if rect.contains_rect(path.visual_bounding_rect()) => {
                filled += 1;
            }
            _ => {}
        }
    }
    [filled, lines]
}

#[test]
fn one_frame_on_and_the_last_frame_differ_by_more_than_a_bar() {
    let window = Window::new(builtin());
    for (step, end) in [("Previous frame", "Go to in point"), ("Next frame", "Go to out point")] {
        assert_eq!(drawn(&window, step), [0, 2], "a step is an open angle");
        assert_eq!(drawn(&window, end), [1, 0], "an end is a filled triangle");
    }
}

#[test]
fn the_takes_frames_and_the_sessions_are_told_apart() {
    let folder = Folder::new("session");
    let short = folder.write("short.bvh", SHIFTED);
    let (head, rows) = SHIFTED.split_at(SHIFTED.find("0 95 0").expect("a row"));
    let head = head.replace("Frames: 3", "Frames: 30");
    let long = folder.write("long.bvh", &format!("{head}{}", rows.repeat(10)));
    let mut window = Window::new(on(&[&short, &long]));
    assert!(window.shows("take frame 0 of 2 ·") && window.shows("/ 29 session"));
    window.apply(TakesCommand::Activate(window.id(1)));
    assert!(window.shows("frame 0 of 29 ·") && window.shows("/ 29"));
    assert!(!window.shows("take frame") && !window.shows("session"), "they are the same");
}

#[test]
fn the_last_frame_that_is_told_is_the_timelines() {
    let folder = Folder::new("totals");
    let short = folder.write("short.bvh", SHIFTED);
    let (head, rows) = SHIFTED.split_at(SHIFTED.find("0 95 0").expect("a row"));
    let head = head.replace("Frames: 3", "Frames: 30");
    let long = folder.write("long.bvh", &format!("{head}{}", rows.repeat(10)));
    let mut window = Window::new(on(&[&short, &long]));
    assert_eq!(window.open().last(), 2);
    assert!(window.shows("/ 29"));
    window.click("Go to out point");
    assert_eq!(window.frame(), 29);
}

#[test]
fn without_the_interface_there_is_the_picture_alone() {
    let mut window = Window::new(builtin());
    window.apply(InterfaceCommand::ToggleInterface);
    assert_eq!(window.texts().len(), 0);
    assert_eq!(window.count("Front view"), 0);
}

#[test]
fn a_label_that_is_long_does_not_lie_on_its_value() {
    let mut window = Window::new(builtin());
    let find = |name: &str| window.open().take.skeleton.find(name).expect(name);
    let nodes = vec![find("RightToeBase"), find("RightUpLeg")];
    window.apply(SelectionCommand::SelectNodes(nodes, SelectMode::Replace));
    window.click("Node");
    let texts = window.texts();
    let label = texts.iter().find(|text| text.text == "To RightToeBase");
    let label = label.expect("a distance").rect;
    let beside = |text: &&panels::Painted| {
        text.rect.center().y - label.center().y < 3.0 && text.rect.intersects(label)
    };
    let all: Vec<&str> = texts.iter().filter(beside).map(|text| text.text.as_str()).collect();
    assert_eq!(all, ["To RightToeBase"]);
}

#[test]
fn the_menu_of_the_ends_sets_loop_ping_pong_once() {
    let mut window = Window::new(builtin());
    let mode = |window: &Window| window.state().session.playback.loop_mode();
    assert_eq!(mode(&window), LoopMode::Loop);
    let mut before = "Loop";
    for (name, expected) in
        [("Once", LoopMode::Once), ("Ping-pong", LoopMode::PingPong), ("Loop", LoopMode::Loop)]
    {
        assert_eq!(window.value("Loop mode").as_deref(), Some(before));
        window.click("Loop mode");
        window.click(name);
        assert_eq!(mode(&window), expected);
        assert!(!window.has("Ping-pong"), "a choice closes the menu");
        assert!(window.shows(name), "the button tells what is set");
        before = name;
    }
}

#[test]
fn dragging_on_the_timeline_scrubs_at_once() {
    let mut window = Window::new(builtin());
    let rect = window.rect("Timeline");
    let last = (window.state().session.playback.frame_count() - 1) as f32;
    // The first and last frame are 16 points from its ends.
    let at = |frame: f32| {
        let along = frame / last * (rect.width() - 32.0);
        pos2(rect.left() + 16.0 + along, rect.center().y)
    };
    window.harness.hover_at(at(100.0));
    window.harness.drag_at(at(100.0));
    window.settle();
    assert_eq!(window.frame(), 100);
    for frame in [300.0, 250.0, last] {
        window.harness.hover_at(at(frame));
        window.settle();
        assert_eq!(window.frame(), frame as usize);
    }
    // Far beyond its ends, and over other controls.
    window.harness.hover_at(pos2(-500.0, 100.0));
    window.settle();
    assert_eq!(window.frame(), 0);
    window.harness.hover_at(at(200.0));
    window.harness.drop_at(at(200.0));
    window.settle();
    window.harness.hover_at(at(20.0));
    window.settle();
    assert_eq!(window.frame(), 200, "a pointer that is up scrubs nothing");

    // While it plays, playing goes on from there.
    window.click("Play");
    window.click_at(at(50.0));
    assert!(window.is_playing());
    assert_eq!(window.frame(), 50);
}

/// The names of the rows in the list of nodes, from top to bottom.
fn rows(window: &Window) -> Vec<String> {
    let rows = window.harness.query_all_by_role(Role::TreeItem);
    rows.filter_map(|row| egui_kittest::kittest::NodeT::accesskit_node(&row).label()).collect()
}

#[test]
fn searching_lists_the_nodes_that_have_the_letters() {
    let mut window = Window::new(builtin());
    let all = rows(&window);
    assert!(all.len() > 10 && all[0] == "Hips", "{all:?}");
    window.type_into("Search nodes", "lEFTh");
    let found = rows(&window);
    assert_eq!(found, ["LeftHand", "LeftHandIndex1", "LeftHandThumb1"]);
    window.type_into("Search nodes", "zzz");
    assert!(rows(&window).is_empty());
    assert!(window.shows("No matches: no node has “lEFThzzz” in its name."));
    window.apply(InterfaceCommand::Search(String::new()));
    assert_eq!(rows(&window), all);
}

#[test]
fn a_click_on_a_row_selects_and_another_one_brings_it_into_view() {
    let mut window = Window::new(builtin());
    let node = window.open().take.skeleton.find("LeftArm");
    assert!(node.is_some());
    window.click("LeftArm");
    assert_eq!(window.open().primary(), node);
    window.click("RightArm");
    assert_eq!(window.open().primary(), window.open().take.skeleton.find("RightArm"));
    window.click("RightArm");
    assert!(window.open().primary().is_some(), "it stays selected");
    window.press(Key::Escape);

    // Two clicks in a row also bring it into view.
    let before = window.state().view.camera;
    let at = window.rect("LeftArm").center();
    window.harness.input_mut().time = Some(100.0);
    for (time, pressed) in [(100.1, true), (100.15, false), (100.2, true), (100.25, false)] {
        window.harness.input_mut().time = Some(time);
        window.harness.event(egui::Event::PointerMoved(at));
        window.harness.event(egui::Event::PointerButton {
            pos: at,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        let events = 2;
        for _ in 0..events {
            window.harness.input_mut().time = Some(time);
            window.harness.step();
        }
    }
    window.settle();
    assert_eq!(window.open().primary(), node);
    assert!(window.state().view.camera.distance < before.distance);
}

#[test]
fn the_dot_of_a_row_hides_its_bones_and_shows_them_again() {
    let mut window = Window::new(builtin());
    let node = window.open().take.skeleton.find("LeftArm").unwrap();
    window.click("Show LeftArm");
    assert!(window.open().edits.hidden[node.index()]);
    assert_eq!(window.open().edits.hidden.iter().filter(|hidden| **hidden).count(), 1);
    assert_eq!(window.open().primary(), None, "the dot is not its row");
    window.click("Show LeftArm");
    assert!(!window.open().edits.hidden[node.index()]);
}

#[test]
fn a_swatch_colours_the_bones_of_its_node_alone_until_they_are_reset() {
    let mut window = Window::new(builtin());
    let skeleton = &window.open().take.skeleton;
    let node = skeleton.find("LeftHand").unwrap();
    let bones = skeleton.bones().iter();
    let own: Vec<bool> = bones.map(|bone| bone.node == node).collect();
    assert_eq!(own.iter().filter(|own| **own).count(), 2, "a hand and two fingers");
    assert!(resets_nothing(&mut window));

    let before = window.controls().len();
    window.click("Colour of LeftHand");
    assert!(window.controls().len() > before, "a picker opens");
    window.type_into("Hex colour", "#0c2030");
    window.press(Key::Enter);
    let picked = &window.open().edits.picked;
    for (bone, picked) in picked.iter().enumerate() {
        assert_eq!(picked.is_some(), own[bone], "bone {bone}");
    }
    let colour = picked[own.iter().position(|own| *own).unwrap()].unwrap();
    assert_eq!(colour, [0x0c, 0x20, 0x30, 0xff]);

    // Each of several bones has a colour of its own where it is wanted.
    window.click("Bone to LeftHandThumb1");
    window.click("Green");
    let different = |window: &Window| {
        let picked = window.open().edits.picked.iter().flatten();
        picked.filter(|picked| **picked != colour).count()
    };
    assert_eq!(different(&window), 1);
    window.click("By scheme");
    assert!(!window.has("Green"), "the picker closes");
    assert_eq!(window.open().edits.picked.iter().flatten().count(), 1);
    window.click("Colour of LeftHand");
    window.press(Key::Escape);
    assert!(!window.has("Green"), "Escape closes the picker");

    window.click("Colour scheme");
    window.click("Reset colours");
    assert!(window.open().edits.picked.iter().all(Option::is_none));
    assert!(resets_nothing(&mut window));
}

/// Whether there is no colour to take back, by the menu of schemes.
fn resets_nothing(window: &mut Window) -> bool {
    window.click("Colour scheme");
    let nothing = window.is_disabled("Reset colours");
    window.press(Key::Escape);
    assert!(!window.has("Reset colours"), "the menu closes");
    nothing
}

#[test]
fn takes_are_switched_between_and_closed() {
    let folder = Folder::new("takes");
    let text = SHIFTED.replacen("Frames: 3", "Frames: 2", 1);
    let files = [folder.write("one.bvh", SHIFTED), folder.write("two.bvh", &text)];
    let mut window = Window::new(on(&[&files[0], &files[1]]));
    assert_eq!(window.state().session.takes.active_place(), 0);
    window.click("two.bvh");
    assert_eq!(window.open().title(), "two.bvh");
    window.click("two.bvh");
    assert_eq!(window.open().title(), "two.bvh", "another click changes nothing");
    window.click("one.bvh");
    assert_eq!(window.open().title(), "one.bvh");
    window.click("Close one.bvh");
    assert_eq!(window.state().session.takes.len(), 1);
    assert_eq!(window.open().title(), "two.bvh");
    window.click("Close two.bvh");
    assert!(window.state().take().is_none());
    assert!(window.shows("Drop a take here"));
    assert!(!window.has("Search nodes"), "nothing to search");
    for control in ["Play", "Go to in point", "Frame", "Playback speed"] {
        assert!(window.is_disabled(control), "{control} of nothing");
    }
}

#[test]
fn a_file_that_cannot_be_opened_is_told_until_it_is_dismissed() {
    let folder = Folder::new("notices");
    let broken = folder.write("broken.bvh", "HIERARCHY\nROOT Hips\n{\nOFFSET 0 abc 0\n}\n");
    let mut window = Window::new(builtin());
    let missing = folder.path("missing.bvh");
    window.apply(FilesCommand::Open(vec![broken.into(), missing.into()]));
    assert_eq!(window.open().title(), "Built-in take", "what was showing stays");
    let reported: Vec<String> =
        window.state().interface.notices.iter().map(|n| n.text.clone()).collect();
    assert!(reported[0].contains("broken.bvh:4:10: expected a number"), "{reported:?}");
    for text in &reported {
        let first = text.lines().next().expect("a line");
        let name = first.rsplit(['/', std::path::MAIN_SEPARATOR]).next().expect("a file's name");
        assert!(window.has(&format!("Error: {name}")) && window.shows(name), "{text}");
    }
    assert_eq!(window.count("Dismiss"), 2);

    // The lower one is the newer one.
    let copy = window.harness.get_all_by_label("Copy");
    let newest = copy.max_by(|a, b| a.rect().top().total_cmp(&b.rect().top()));
    let at = newest.unwrap().rect().center();
    assert_eq!(window.copied_by_click_at(at).as_ref(), Some(&reported[1]));

    let dismiss = window.harness.get_all_by_label("Dismiss");
    dismiss.max_by(|a, b| a.rect().top().total_cmp(&b.rect().top())).unwrap().click();
    window.settle();
    assert_eq!(window.state().interface.notices.len(), 1);
    assert_eq!(window.state().interface.notices[0].text, reported[0]);
    window.click("Dismiss");
    assert!(window.state().interface.notices.is_empty() && !window.shows("broken.bvh"));
    let selected = window.open().primary();
    assert_eq!(selected, None, "no click went through to the view");
}

#[test]
fn position_channels_are_read_again_as_the_menu_says() {
    let folder = Folder::new("reading-menu");
    let file = folder.write("shifted.bvh", SHIFTED);
    let mut window = Window::new(on(&[&file]));
    window.click("Go to out point");
    let height = |window: &Window| {
        let take = &window.open().take;
        let pose = rushes::evaluate::Pose::of(&take.skeleton, take.row(0));
        pose.position(take.skeleton.roots()[0]).y
    };
    for (word, reading, expected, reported) in [
        ("add", PositionReading::Add, 195.0, "add to OFFSET"),
        ("replace", PositionReading::Replace, 95.0, "replace OFFSET"),
    ] {
        window.click("Reading of position channels");
        window.click(word);
        assert_eq!(window.open().edits.open_options.reading.options.bvh_positions, reading);
        assert_eq!(height(&window), expected, "{word}");
        assert!(window.shows(reported));
        assert_eq!(window.frame(), 2, "the moment that showed still shows");
    }
    window.click("Reading of position channels");
    window.click("auto");
    assert!(window.shows("OFFSET (guessed)"));

    // A file that went away meanwhile is told of, and what shows stays.
    std::fs::remove_file(&file).unwrap();
    window.click("Reading of position channels");
    window.click("add");
    assert_eq!(window.state().interface.notices.len(), 1);
    assert_eq!(window.open().title(), "shifted.bvh");
}

#[test]
fn the_unit_that_was_guessed_is_shown_and_can_be_chosen() {
    let mut window = Window::new(builtin());
    assert!(
        window.value("Units").is_some_and(|reported| reported.contains("from the figure's height"))
    );
    let height = |window: &Window| window.open().stage.bounds.size().y;
    let guessed = height(&window);
    let metres = window.open().stage.unit.metres;
    window.click("Units");
    window.click("m");
    assert_eq!(window.open().stage.unit.metres, 1.0);
    assert!(window.value("Units").is_some_and(|reported| reported.contains("chosen")));
    let expected = guessed / metres as f32;
    assert!((height(&window) - expected).abs() < 1e-3 * expected);
    window.click("Units");
    window.click("Auto");
    assert_eq!(height(&window), guessed);
}

#[test]
fn a_unit_that_is_doubted_is_put_right_by_one_click() {
    let file = support::root().join("tests/good/trc/unit_m.trc");
    let mut window = Window::new(on(&[&file.to_string_lossy()]));
    window.click("Use the likely unit");
    assert_eq!(window.open().stage.unit.metres, 0.01);
    assert_eq!(window.value("Units").as_deref(), Some("cm (chosen)"));
    assert!(!window.has("Use the likely unit"));
}

#[test]
fn choices_of_a_menu_have_room_for_their_words() {
    let mut window = Window::new(builtin());
    window.click("Floor");
    let word = "Lowest contact";
    let row = window.rect(word);
    let painted = window.texts();
    let inside = painted.iter().filter(|text| text.text == word);
    let inside: Vec<_> = inside.filter(|text| row.contains_rect(text.rect)).collect();
    assert_eq!(inside.len(), 1, "{row:?}");
}

#[test]
fn the_axis_that_is_up_can_be_chosen() {
    let mut window = Window::new(builtin());
    // How far the head is above the hips.
    let up = |window: &Window| {
        let open = window.open();
        let [head, hips] = ["Head", "Hips"].map(|name| {
            let node = open.take.skeleton.find(name).expect(name);
            open.stage.world(open.pose.position(node)).y
        });
        head - hips
    };
    let standing = up(&window);
    assert_eq!(window.value("Up").as_deref(), Some("Y (from the motion)"));
    window.click("Up");
    window.click("Z");
    assert_eq!(window.value("Up").as_deref(), Some("Z (chosen)"));
    assert!(up(&window).abs() < 0.5 * standing, "the figure lies");
    window.click("Up");
    window.click("Auto");
    assert_eq!(up(&window), standing);
}

#[test]
fn the_floor_is_where_the_figure_stands_or_at_zero() {
    let folder = Folder::new("floor");
    // Its foot is 5 below zero, and everything of it that shows is above 0.
    let file = folder.write("shifted.bvh", &SHIFTED.replace("0 95 0", "0 295 0"));
    let mut window = Window::new(on(&[&file]));
    let low = |window: &Window| window.open().stage.bounds.low.y;
    let found = low(&window);
    window.click("Floor");
    window.click("File origin");
    assert!(low(&window) > found + 0.1, "{} and {found}", low(&window));
    assert_eq!(window.value("Floor").as_deref(), Some("File origin"));
    window.click("Floor");
    window.click("Lowest contact");
    assert_eq!(low(&window), found);
}

#[test]
fn the_rate_of_a_file_that_gives_none_can_be_chosen() {
    let folder = Folder::new("rate");
    let lines = SHIFTED.lines();
    let unsaid: Vec<&str> = lines.filter(|l| !l.starts_with("Frame Time")).collect();
    let file = folder.write("unsaid.bvh", &unsaid.join("\n"));
    let mut window = Window::new(on(&[&file]));
    assert!(window.shows("30 fps (assumed)"));
    assert!(window.shows("assumed rate"), "the transport says so too");
    window.click("Go to out point");
    window.type_into("Assumed rate", "many");
    window.press(Key::Enter);
    assert_eq!(window.value("Assumed rate").as_deref(), Some("many"));
    window.type_into("Assumed rate", "50 fps");
    window.press(Key::Enter);
    assert_eq!(window.open().take.fps().round(), 50.0);
    window.click("Choose the assumed rate");
    window.click("120 fps");
    assert_eq!(window.open().take.fps().round(), 120.0);
    let playhead = window.state().playback().expect("a playhead").frame_time();
    assert_eq!(playhead, window.open().take.motion.frame_time());
    assert_eq!(window.frame(), 2, "the moment that showed still shows");
    assert!(window.shows("120 fps (assumed)"));
    assert!(window.shows("120 frames a second were asked for instead"));

    let window = Window::new(on(&[&folder.write("said.bvh", SHIFTED)]));
    assert!(!window.has("Assumed rate"), "this file says its rate");
}

#[test]
fn nothing_is_asked_for_before_anything_is_done() {
    let window = Window::new(builtin());
    let camera = window.state().view.camera;
    assert_eq!((window.frame(), window.is_playing()), (0, false));
    let mut fresh = Window::new(builtin());
    fresh.settle();
    assert_eq!(fresh.state().view.camera, camera, "the layout settles");
    assert!(fresh.state().interface.notices.is_empty());
}

fn selected(window: &Window) -> Option<&str> {
    let id = window.open().primary()?;
    Some(&window.open().take.skeleton[id].name)
}

#[test]
fn a_click_on_a_marker_selects_it_and_where_it_has_a_gap_nothing() {
    let mut window = Window::new(App::of(takes::markers()));
    for name in ["LKNE", "RTOE", "HEAD"] {
        window.click_at(place_of(&window, name));
        assert_eq!(selected(&window), Some(name));
    }
    let at = place_of(&window, "LKNE");
    window.apply(PlaybackCommand::Seek(1));
    window.click_at(at);
    assert_eq!(selected(&window), None, "it is not there");
    window.apply(PlaybackCommand::Seek(0));
    window.click("Show LKNE");
    window.click_at(at);
    assert_eq!(selected(&window), None, "it is hidden");
}

#[test]
fn a_marker_without_a_place_is_dimmed_in_the_list() {
    let mut window = Window::new(App::of(takes::markers()));
    let colour = |window: &Window, name: &str| {
        let list = window.rect("Search nodes").x_range();
        let texts = window.texts();
        let painted =
            texts.iter().find(|painted| painted.text == name && list.contains(painted.rect.left()));
        painted.expect(name).colour
    };
    let [text, dim] = [colour(&window, "LKNE"), {
        window.apply(PlaybackCommand::Seek(1));
        colour(&window, "LKNE")
    }];
    assert!(text != dim);
    assert_eq!(colour(&window, "RKNE"), text, "it has a place there");
    window.apply(PlaybackCommand::Seek(3));
    assert_eq!(colour(&window, "LKNE"), text);
}

#[test]
fn a_frame_without_any_marker_tells_why_it_is_empty() {
    let mut take = takes::markers();
    let there = take.motion.row(0).to_vec();
    let columns = there.len();
    let rows = [there, vec![f32::NAN; columns]].concat();
    take.motion = rushes::take::Motion::new(0.1, 2, columns, rows);
    let mut window = Window::new(App::of(take));
    let why = "all markers missing (occluded)";
    assert!(!window.shows(why));
    window.apply(PlaybackCommand::Seek(1));
    assert!(window.shows(why));
}

#[test]
fn a_marker_has_a_swatch_of_its_own() {
    let mut window = Window::new(App::of(takes::markers()));
    window.click("Colour of HEAD");
    window.type_into("Hex colour", "#0c2030");
    window.press(Key::Enter);
    let picked: Vec<bool> = window.open().edits.picked.iter().map(Option::is_some).collect();
    assert_eq!(picked, [false, false, true, false, false, false]);
    window.press(Key::Escape);
    window.click("Colour scheme");
    window.click("Reset colours");
    assert!(window.open().edits.picked.iter().all(Option::is_none));
}

#[test]
fn boxes_and_meshes_are_switched_where_the_take_has_them() {
    let mut window = Window::new(App::of(takes::dressed()));
    let shown = |window: &Window| {
        let state = window.state();
        (state.is_on(ViewToggle::Boxes), state.is_on(ViewToggle::Meshes))
    };
    assert_eq!(shown(&window), (false, true));
    window.click("Show boxes");
    assert_eq!(shown(&window), (true, true));
    window.click("Show meshes");
    assert_eq!(shown(&window), (true, false));
    window.click("Show boxes");
    assert_eq!(shown(&window), (false, false));
    for state in [builtin(), App::of(takes::markers())] {
        let window = Window::new(state);
        assert!(!window.has("Show boxes") && !window.has("Show meshes"));
    }
}

#[test]
fn hair_and_cloth_have_one_switch_where_the_take_has_them() {
    let mut window = Window::new(on(&["tests/good/gltf/ends.gltf"]));
    let shown = |window: &Window| window.state().is_on(ViewToggle::Secondary);
    let bones = |window: &Window| window.state().bones_in_view().count();
    let all = bones(&window);
    assert!(shown(&window));
    window.click("Show hair and cloth");
    assert!(!shown(&window));
    assert_eq!(bones(&window) + 4, all, "hair and skirt");
    window.click("Show hair and cloth");
    assert!(shown(&window) && bones(&window) == all);
    assert!(!Window::new(builtin()).has("Show hair and cloth"));
}

#[test]
fn events_are_listed_and_a_click_goes_there() {
    let mut window = Window::new(App::of(takes::markers()));
    assert!(window.has("Events"));
    window.click("Left Foot Off, 0.300 s, frame 1169");
    assert_eq!(window.frame(), 3);
    window.click("Left Foot Strike, 0.100 s, frame 1167");
    assert_eq!(window.frame(), 1);
    // What came before the recording is told, and leads nowhere.
    let before = window.rect("Right Foot Off, -0.300 s").center();
    window.click_at(before);
    assert_eq!(window.frame(), 1);
    assert!(!Window::new(builtin()).has("Events"));
}

#[test]
fn gaps_are_listed_worst_first_and_a_click_goes_from_one_to_the_next() {
    let mut window = Window::new(App::of(takes::markers()));
    let (worst, other) = ("LKNE misses 2 frames, 50 %", "RKNE misses 1 frame, 25 %");
    assert!(window.rect(worst).top() < window.rect(other).top());
    let before = window.rect(other);
    window.click(other);
    assert_eq!(selected(&window), Some("RKNE"));
    window.settle();
    assert_eq!(window.rect(other), before, "it stays under the pointer");
    assert_eq!(window.frame(), 2, "where the marker is lost");
    window.apply(InterfaceCommand::ShowTab(Tab::Node));
    assert!(window.has("Position: missing (occluded)"));
    window.apply(InterfaceCommand::ShowTab(Tab::Take));
    assert!(window.has("Markers: 6"));
    assert_eq!(window.value("Numbering").as_deref(), Some("1166 to 1169"));
    assert!(!window.has("Start: 0 s"));
    assert!(!Window::new(builtin()).has("Gaps"));
}

#[test]
fn numbers_that_jump_and_the_start_of_the_files_clock_are_told() {
    let mut take = takes::markers();
    take.numbers = FileNumbers::of_rows(vec![101, 102, 103, 107], &LostFrames::default());
    take.start_time = 4.283;
    let window = Window::new(App::of(take));
    assert!(window.has("Numbering: 101 to 107, 4 frames, with jumps"));
    assert!(window.has("Start: 4.283 s"));
    assert_eq!(window.value("Frame").as_deref(), Some("0"));
}

#[test]
fn a_rate_is_told_of_what_has_frames_only() {
    let rates = |state| Window::new(state).shows("fps");
    assert!(rates(App::of(takes::markers())));
    assert!(!rates(App::of(takes::dressed())), "a rest pose");
    let mut empty = builtin();
    empty.apply(TakesCommand::Close(empty.id(0)));
    assert!(!rates(empty));
}

#[test]
fn a_take_of_meshes_alone_has_nothing_to_search() {
    let mut take = takes::dressed();
    let frames = take.motion.frame_count();
    take.skeleton = SkeletonBuilder::default().finish();
    take.motion = Motion::new(0.01, frames, 0, vec![]);
    take.meshes.retain(|mesh| mesh.influences().iter().all(|i| i.node.is_none()));
    let window = Window::new(App::of(take));
    assert!(!window.has("Search nodes") && !window.shows("in its name"));
    assert!(window.has("Show meshes"));
}

#[test]
fn the_panel_tells_masses_limits_and_boxes_of_what_is_selected() {
    let mut window = Window::new(App::of(takes::dressed()));
    for fact in [
        "Mass: 6.5 in total",
        "Mesh: thigh.obj · 4 points",
        "Length: Rest pose, no frames",
        "Without its motion. Drop it on the window.",
    ] {
        assert!(window.has(fact), "{fact}");
    }
    window.click("Node");
    assert!(!window.has("Body"));
    window.click("LeftLeg");
    for fact in [
        "LeftLeg, child of LeftUpLeg",
        "Body",
        "Mass: 2.5, centre at 0.25",
        "Limit rx: -160° to 20°",
        "Limit rz: up to 45.5°",
    ] {
        assert!(window.has(fact), "{fact}");
    }
    assert_eq!(window.value("Body box Y").as_deref(), Some("0.600 m"));
}

#[test]
fn every_number_of_a_node_names_its_axis_and_the_one_unit() {
    let folder = Folder::new("numbers");
    let file = folder.write("shifted.bvh", SHIFTED);
    let mut window = Window::new(on(&[&file]));
    let leg = window.open().take.skeleton.find("LeftLeg").expect("a leg");
    let hips = window.open().take.skeleton.find("Hips").expect("hips");
    let both =
        Command::Selection(SelectionCommand::SelectNodes(vec![hips, leg], SelectMode::Replace));
    window.apply(both);
    window.apply(InterfaceCommand::ShowTab(Tab::Node));
    for (metres, unit) in [(0.01, "cm"), (1.0, "m"), (0.0254, "inch")] {
        window.apply(TakesCommand::SetUnit(Some(metres)));
        let of_unit = |window: &Window, name: &str| {
            let text = window.value(name).expect(name);
            let (number, reported) = text.split_once(' ').expect("a unit");
            assert!(number.replace('−', "-").parse::<f64>().is_ok(), "{text}");
            reported.to_string()
        };
        for axis in ["X", "Y", "Z"] {
            for place in ["Local", "World"] {
                let name = format!("{place} position {axis}");
                assert_eq!(of_unit(&window, &name), unit);
                let turned = window.value(&format!("{place} rotation {axis}"));
                assert!(turned.expect("a rotation").ends_with('°'));
            }
        }
        assert_eq!(of_unit(&window, "To Hips"), unit);
        assert_eq!(of_unit(&window, "Speed"), "m/s", "as its curve");
    }
    window.apply(SelectionCommand::Select(Some(hips)));
    assert_eq!(window.value("Yposition").as_deref(), Some("95.000 inch"));
    window.apply(TakesCommand::SetUnit(None));
    let unit = window.open().stage.unit.name.unwrap_or("units");
    let reported = format!("95.000 {unit}");
    assert_eq!(window.value("Yposition"), Some(reported), "also where it is guessed");
}

#[test]
fn a_number_of_a_node_is_copied_by_a_click_which_says_so() {
    let folder = Folder::new("copies");
    let file = folder.write("shifted.bvh", SHIFTED);
    let mut window = Window::new(on(&[&file]));
    let leg = window.open().take.skeleton.find("LeftLeg");
    window.apply(SelectionCommand::Select(leg));
    window.apply(InterfaceCommand::ShowTab(Tab::Node));
    let at = window.rect("Local position X").center();
    assert_eq!(window.copied_by_click_at(at).as_deref(), Some("10.000"));
    assert!(window.shows("Copied"));
    window.harness.hover_at(window.rect("Local position Z").center());
    window.harness.run_steps(60);
    assert!(window.shows("click to copy"));
}

#[test]
fn gaps_use_the_room_that_there_is() {
    let mut build = SkeletonBuilder::default();
    for i in 0..60 {
        let id = build.node(format!("M{i:02}"), None).expect("a marker");
        let node = build.node_mut(id);
        node.is_world_space = true;
        node.channels = Axis::ALL.map(Channel::Position).to_vec();
    }
    let mut take = takes::markers();
    take.skeleton = build.finish();
    let frame = [[f32::NAN; 180], [1.0; 180]].concat();
    take.motion = Motion::new(0.1, 2, 180, frame);
    take.events.clear();
    let listed = |height: f32| {
        let window = Window::sized(App::of(take.clone()), 1280.0, height);
        let rows = window.harness.query_all_by_role(Role::ListItem);
        let names = rows.filter_map(|row| row.accesskit_node().label());
        names.filter(|name| name.contains(" misses ")).count()
    };
    let [low, high] = [600.0, 1440.0].map(listed);
    assert!((8..=10).contains(&low), "{low}");
    assert!(high > 25, "{high}");
}

#[test]
fn a_long_text_shows_its_beginning_until_all_of_it_is_asked_for() {
    let mut window = Window::new(App::of(takes::dressed()));
    let bottom = |window: &Window| window.rect("Incomplete").top();
    let short = bottom(&window);
    window.click("Show all of Comments");
    let long = bottom(&window);
    assert!(long > short + 30.0, "{short} and {long}");
    window.click("Show less of Comments");
    assert_eq!(bottom(&window), short);
}

#[test]
fn a_text_of_megabytes_is_cut_and_says_so() {
    let mut take = takes::dressed();
    take.details[0].text = "words ".repeat(10_000);
    let mut window = Window::new(App::of(take));
    window.click("Show all of Comments");
    assert!(window.shows("… (rushes info shows all)"));
}

#[test]
fn the_key_sheets_columns_hold_and_gestures_are_caps() {
    let mut window = Window::new(builtin());
    window.apply(InterfaceCommand::Overlay(Some(Overlay::Shortcuts)));
    let texts = window.texts();
    let left = |text: &str| {
        let found = texts.iter().rfind(|painted| painted.text == text);
        found.map(|painted| painted.rect.left().round() as i32)
    };
    let mut lefts: Vec<i32> = Vec::new();
    let has_keys = |action: &rushes::app::Action| !action.keys.is_empty();
    let groups = rushes::app::Group::ALL.into_iter();
    for row in groups.flat_map(|group| rushes::app::key_rows(group, has_keys)) {
        lefts.push(left(&row.name).expect(&row.name));
    }
    for (gesture, does) in rushes::app::MOUSE {
        lefts.push(left(does).expect(does));
        for part in gesture.split(", ") {
            let part = part.to_lowercase();
            let is_it = |painted: &&panels::Painted| painted.text.to_lowercase() == part;
            let words = texts.iter().rfind(is_it).expect(&part);
            let caps = window.fills();
            let mut caps = caps.iter().filter(|(at, _)| at.width() < 130.0);
            assert!(caps.any(|(at, _)| at.contains_rect(words.rect)), "{part} is a cap");
        }
    }
    lefts.sort_unstable();
    // Letters begin at most two points beside each other.
    lefts.dedup_by(|a, b| (*a - *b).abs() <= 2);
    assert_eq!(lefts.len(), 4, "one place in each column: {lefts:?}");
}

#[test]
fn what_is_picked_stays_inside_of_the_picker_and_all_of_it_has_one_corner_radius() {
    let mut window = Window::new(builtin());
    window.click("Colour of Head");
    for typed in ["#ffffff", "#000000", "#ff0000", "#ff0004", "#808080"] {
        window.type_into("Hex colour", typed);
        window.press(Key::Enter);
        let fields = ["Shade", "Hue"].map(|name| window.rect(name));
        let mut rings = 0;
        for clipped in &window.harness.output().shapes {
            let egui::Shape::Circle(circle) = &clipped.shape else {
                continue;
            };
            if circle.stroke.color == egui::Color32::WHITE && circle.stroke.width == 2.0 {
                let size = egui::Vec2::splat(2.0 * circle.radius + 2.0);
                let ring = egui::Rect::from_center_size(circle.center, size);
                assert!(fields.iter().any(|field| field.contains_rect(ring)), "{typed}");
                rings += 1;
            }
        }
        assert_eq!(rings, 2, "{typed}");
    }
    let [field, first, last, number] =
        ["Shade", "Violet", "Periwinkle", "Hex colour"].map(|name| window.rect(name));
    let edges = [field.left(), first.left() + 4.0, number.left()];
    assert!(edges.iter().all(|x| (x - field.left()).abs() < 1.5), "{edges:?}");
    let edges = [field.right(), last.right() - 4.0, number.right()];
    assert!(edges.iter().all(|x| (x - field.right()).abs() < 1.5), "{edges:?}");
    let picker = field.union(number).union(first).union(last);
    let mut radii = Vec::new();
    for clipped in &window.harness.output().shapes {
        if let egui::Shape::Rect(rect) = &clipped.shape
            && picker.contains_rect(rect.rect)
            // Swatches of the list behind are smaller.
            && rect.rect.width() > 15.0
        {
            radii.push(rect.corner_radius);
        }
    }
    radii.dedup();
    assert_eq!(radii.len(), 1, "{radii:?}");
}
