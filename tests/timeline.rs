//! The timeline and the transport: what the pointer does there, where typed moments lead, and how
//! playing goes on.

mod support;

#[path = "support/panels.rs"]
mod panels;

#[path = "support/pointer.rs"]
mod pointer;

#[path = "support/takes.rs"]
mod takes;

use egui::{Key, Modifiers, PointerButton, Pos2, pos2, vec2};
use panels::{SHIFTED, Window, builtin, on};
use pointer::{double_click, drag, drag_to, press, release, wheel};
use rushes::app::{Coming, Command, Overlay, State, Switch};
use rushes::playback::{Direction, EndMode};
use rushes::take::{Lost, Motion, SkeletonBuilder, Take};
use support::folder::Folder;

/// The built-in take cut or drawn out to so many frames, 0.01 s apart.
fn of_frames(frames: usize) -> Take {
    let mut take = rushes::files::builtin();
    let columns = take.motion.columns();
    let row = take.motion.row(0).to_vec();
    if frames >= 1_000_000 {
        // A table without columns has as many frames as it says.
        let mut build = SkeletonBuilder::default();
        build.node("Hips", None).expect("a node");
        take.skeleton = build.finish();
        take.motion = Motion::new(0.01, frames, 0, vec![]);
    } else {
        take.motion = Motion::new(0.01, frames, columns, row.repeat(frames));
    }
    take
}

/// A short motion of so many frames, 0.04 s apart.
fn short(folder: &Folder, name: &str, frames: usize) -> String {
    let (head, _) = SHIFTED.split_once("Frames:").expect("a motion");
    let rows = "0 95 0 0 0 0 0 0 0\n".repeat(frames);
    let text = format!("{head}Frames: {frames}\nFrame Time: 0.04\n{rows}");
    folder.write(name, &text)
}

/// Several takes of 101 frames in the window.
fn several(folder: &Folder, count: usize) -> State {
    let files: Vec<String> = (0..count)
        .map(|i| short(folder, &format!("take {i}.bvh"), 101))
        .collect();
    on(&files.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Where a frame of the timeline is while all of it shows; the ruler is `ruler` points from the top.
fn at(window: &Window, frame: f64, from_top: f32) -> Pos2 {
    let rect = window.rect("Timeline");
    let last = window.state().timeline.last().max(1) as f64;
    let [first, end] = window.state().span.unwrap_or([0.0, last]);
    let along = (frame - first) / (end - first) * f64::from(rect.width() - 32.0);
    pos2(rect.left() + 16.0 + along as f32, rect.top() + from_top)
}

/// Heights on the timeline: the ruler, the flags of handles, the first strip, the lane below strips.
const RULER: f32 = 10.0;
const FLAGS: f32 = 27.0;
const STRIP: f32 = 36.0;
const LANE: f32 = 66.0;

fn range(window: &Window) -> [Option<usize>; 2] {
    let playback = &window.state().playback;
    [playback.range_in(), playback.range_out()]
}

#[test]
fn a_drag_in_the_ruler_makes_a_range_while_it_goes_on() {
    let mut window = Window::new(State::of(of_frames(501)));
    let (from, way, to) = (
        at(&window, 300.0, RULER),
        at(&window, 200.0, RULER),
        at(&window, 100.0, RULER),
    );
    press(&mut window, from, PointerButton::Primary, Modifiers::NONE);
    assert_eq!(range(&window), [None, None], "a press alone makes none");
    drag_to(&mut window, way);
    assert_eq!(range(&window), [Some(200), Some(300)]);
    drag_to(&mut window, pos2(to.x, 5.0));
    assert_eq!(range(&window), [Some(100), Some(300)], "also from outside");
    release(&mut window, to, PointerButton::Primary);
    assert_eq!(
        (range(&window), window.frame()),
        ([Some(100), Some(300)], 0)
    );
    // One range is one change.
    window.apply(Command::Undo);
    assert_eq!(range(&window), [None, None]);
}

#[test]
fn a_click_in_the_ruler_goes_there() {
    let mut window = Window::new(State::of(of_frames(501)));
    let there = at(&window, 120.0, RULER);
    window.click_at(there);
    assert_eq!((window.frame(), range(&window)), (120, [None, None]));
}

#[test]
fn the_ends_of_the_range_are_dragged_by_their_flags_and_past_each_other() {
    let mut window = Window::new(State::of(of_frames(501)));
    window.apply(Command::SetRange([100, 300]));
    let place = |window: &Window, frame: f64, y: f32| at(window, frame, y);
    let (from, to) = (place(&window, 300.0, FLAGS), place(&window, 400.0, FLAGS));
    drag(&mut window, from, to);
    assert_eq!(range(&window), [Some(100), Some(400)]);
    let (from, to) = (place(&window, 101.0, FLAGS), place(&window, 450.0, LANE));
    drag(&mut window, from, to);
    assert_eq!(range(&window), [Some(400), Some(450)]);
    assert_eq!(window.frame(), 0, "nothing was scrubbed");
    // Below the flag, the lane scrubs.
    let (from, to) = (place(&window, 400.0, LANE), place(&window, 420.0, LANE));
    drag(&mut window, from, to);
    assert_eq!(
        (range(&window), window.frame()),
        ([Some(400), Some(450)], 420)
    );
}

#[test]
fn the_wheel_zooms_at_the_pointer_with_and_without_ctrl() {
    for modifiers in [Modifiers::NONE, Modifiers::COMMAND | Modifiers::CTRL] {
        let mut window = Window::new(State::of(of_frames(1001)));
        let pointer = at(&window, 600.0, LANE);
        wheel(&mut window, pointer, vec2(0.0, 3.0), modifiers);
        let [first, end] = window.state().span.expect("a part of it");
        assert!((end - first - 1000.0 / 1.25f64.powi(3)).abs() < 0.5);
        assert!((at(&window, 600.0, LANE) - pointer).length() < 0.1);
        wheel(&mut window, pointer, vec2(0.0, 100.0), modifiers);
        let [first, end] = window.state().span.expect("a part of it");
        assert!((end - first - 4.0).abs() < 1e-6, "no nearer than this");
        assert!((first..=end).contains(&600.0));
        wheel(&mut window, pointer, vec2(0.0, -200.0), modifiers);
        assert_eq!(window.state().span, None);
    }
}

#[test]
fn a_middle_drag_and_a_wheel_with_shift_move_along() {
    let mut window = Window::new(State::of(of_frames(1001)));
    let middle = PointerButton::Middle;
    let (from, to) = (at(&window, 500.0, LANE), at(&window, 400.0, LANE));
    press(&mut window, from, middle, Modifiers::NONE);
    drag_to(&mut window, to);
    release(&mut window, to, middle);
    assert_eq!(window.state().span, None, "all of it shows already");

    window.apply(Command::ShowSpan(Some([200.0, 400.0])));
    let (from, to) = (at(&window, 300.0, LANE), at(&window, 250.0, LANE));
    press(&mut window, from, middle, Modifiers::NONE);
    drag_to(&mut window, to);
    let [first, end] = window.state().span.expect("a part of it");
    assert!((first - 250.0).abs() < 0.1 && (end - 450.0).abs() < 0.1);
    drag_to(&mut window, pos2(-90_000.0, to.y));
    release(&mut window, to, middle);
    let [first, end] = window.state().span.expect("a part of it");
    assert!((first - 800.0).abs() < 1e-6 && (end - 1000.0).abs() < 1e-6);
    assert_eq!(window.frame(), 0);

    let pointer = at(&window, 900.0, LANE);
    wheel(&mut window, pointer, vec2(0.0, 2.0), Modifiers::SHIFT);
    let [first, _] = window.state().span.expect("a part of it");
    assert!((first - 760.0).abs() < 0.1, "{first}");
}

#[test]
fn a_double_click_shows_all_again() {
    let mut window = Window::new(State::of(of_frames(1001)));
    window.apply(Command::ShowSpan(Some([200.0, 400.0])));
    let there = at(&window, 300.0, LANE);
    window.apply(Command::Seek(250));
    double_click(&mut window, there, Modifiers::NONE);
    assert_eq!((window.state().span, window.frame()), (None, 250));
}

#[test]
fn scrubbing_keeps_to_what_is_in_sight() {
    let mut window = Window::new(State::of(of_frames(1001)));
    window.apply(Command::ShowSpan(Some([200.5, 400.5])));
    let inside = at(&window, 300.0, LANE);
    press(&mut window, inside, PointerButton::Primary, Modifiers::NONE);
    assert_eq!(window.frame(), 300);
    for (x, frame) in [(-500.0, 201), (9000.0, 400)] {
        drag_to(&mut window, pos2(x, 20.0));
        assert_eq!(window.frame(), frame);
    }
    release(&mut window, pos2(9000.0, 20.0), PointerButton::Primary);
    assert_eq!(window.state().span, Some([200.5, 400.5]));
}

#[test]
fn the_playhead_turns_the_page_when_it_leaves() {
    let mut window = Window::new(State::of(of_frames(1001)));
    window.apply(Command::ShowSpan(Some([0.0, 100.0])));
    window.apply(Command::Seek(99));
    window.apply(Command::TogglePlay);
    let seen = |window: &mut Window, dt: f64| {
        window.harness.state_mut().tick(dt);
        window.harness.step();
        window.harness.step();
        let [first, end] = window.state().span.expect("a part of it");
        assert!((end - first - 100.0).abs() < 1e-6);
        first
    };
    assert!((seen(&mut window, 0.01) - 0.0).abs() < 1e-6, "still there");
    assert!((seen(&mut window, 0.02) - 98.0).abs() < 1e-6);
    assert_eq!(window.frame(), 102);
    // Backwards, it comes in at the right.
    window.apply(Command::PlayBackwards);
    assert!((seen(&mut window, 0.06) - 0.0).abs() < 1e-6);
    // What somebody looks at while paused stays in sight.
    window.apply(Command::Pause);
    window.apply(Command::ShowSpan(Some([500.0, 600.0])));
    window.settle();
    assert_eq!(window.state().span, Some([500.0, 600.0]));
    window.apply(Command::Step(1));
    assert!(window.state().span.expect("a part of it")[0] < 100.0);
}

#[test]
fn a_part_that_the_timeline_no_longer_has_is_left() {
    let folder = Folder::new("shorter");
    let (long, brief) = (short(&folder, "a.bvh", 900), short(&folder, "b.bvh", 101));
    let mut window = Window::new(on(&[&long, &brief]));
    window.apply(Command::ShowSpan(Some([700.0, 800.0])));
    window.apply(Command::Close(0));
    assert_eq!(window.state().timeline.last(), 100);
    assert_eq!(window.state().span, None);
}

#[test]
fn a_strip_is_dragged_with_shift_in_whole_frames_and_nothing_jumps() {
    let folder = Folder::new("offset");
    let mut state = several(&folder, 2);
    state.apply(Command::Activate(0));
    let mut window = Window::new(state);
    let (from, to) = (
        at(&window, 50.0, STRIP + 16.0),
        at(&window, 62.3, STRIP + 16.0),
    );
    press(&mut window, from, PointerButton::Primary, Modifiers::SHIFT);
    drag_to(&mut window, to);
    assert!((window.state().takes[1].offset - 0.48).abs() < 1e-9);
    assert!(window.shows("+12 f"));
    assert_eq!(window.state().timeline.last(), 112);
    assert_eq!(
        window.state().span,
        Some([0.0, 100.0]),
        "what is in sight stays"
    );
    let back = pos2(from.x - (to.x - from.x) * 2.0, to.y);
    drag_to(&mut window, back);
    assert!((window.state().takes[1].offset + 1.0).abs() < 1e-9);
    assert!(window.shows("−25 f"));
    release(&mut window, back, PointerButton::Primary);
    assert_eq!((window.state().span, window.frame()), (None, 25));
    assert_eq!(window.state().number(), 0, "the moment stays");
    window.apply(Command::Undo);
    assert_eq!(window.state().takes[1].offset, 0.0);
    // Without Shift, strips are lane.
    let (from, to) = (at(&window, 20.0, STRIP), at(&window, 40.0, STRIP));
    drag(&mut window, from, to);
    assert_eq!((window.frame(), window.state().takes[0].offset), (40, 0.0));
}

#[test]
fn the_ruler_has_the_numbers_of_the_active_take() {
    let folder = Folder::new("numbers");
    let mut state = several(&folder, 2);
    state.apply(Command::Activate(1));
    state.apply(Command::Offset(0, -1.6));
    let mut window = Window::new(state);
    let has = |window: &Window, text: &str| window.texts().iter().any(|t| t.text == text);
    for number in ["−40", "−20", "20", "100"] {
        assert!(has(&window, number), "{number}");
    }
    window.apply(Command::Seek(0));
    assert_eq!(window.find("Frame").value().as_deref(), Some("−40"));
    assert_eq!(
        window.find("Time").value().as_deref(),
        Some("−00:00:01.600")
    );
    assert!(window.shows("/ 100"));
    for (typed, number) in [("−7", -7), ("30", 30), ("-31", -1), ("2s", 50)] {
        window.type_into("Frame", typed);
        window.press(Key::Enter);
        assert_eq!(window.state().number(), number, "{typed}");
    }
    window.type_into("Time", "−0:01");
    window.press(Key::Enter);
    assert_eq!(window.state().number(), -25);
}

#[test]
fn numbers_on_the_ruler_are_whole_frames_at_any_zoom_and_never_touch() {
    for frames in [1, 2, 3, 524, 1_000_000] {
        let mut window = Window::new(State::of(of_frames(frames)));
        let last = frames as f64 - 1.0;
        let middle = (last * 0.37).floor();
        for span in [
            None,
            Some([middle, middle + 4.0]),
            Some([last * 0.2, last * 0.3]),
        ] {
            if span.is_some() && frames < 500 {
                continue;
            }
            window.apply(Command::ShowSpan(span));
            window.apply(Command::Seek(middle as usize));
            let rect = window.rect("Timeline");
            let mut numbers: Vec<(f32, f32, i64)> = window
                .texts()
                .iter()
                .filter(|text| text.clip == rect)
                .map(|text| {
                    let number = text.text.parse();
                    let number: i64 = number.unwrap_or_else(|_| panic!("“{}”", text.text));
                    (text.rect.left(), text.rect.right(), number)
                })
                .collect();
            numbers.sort_by(|a, b| a.0.total_cmp(&b.0));
            assert!(
                (1..40).contains(&numbers.len()),
                "{frames}, {span:?}: {numbers:?}"
            );
            for two in numbers.windows(2) {
                assert!(two[1].0 > two[0].1 + 4.0, "{frames}, {span:?}: {two:?}");
                assert!(two[1].2 > two[0].2, "{two:?}");
            }
        }
    }
}

#[test]
fn any_length_of_take_is_scrubbed_from_end_to_end() {
    for frames in [1, 2, 1_000_000] {
        let mut window = Window::new(State::of(of_frames(frames)));
        let rect = window.rect("Timeline");
        for (x, frame) in [(rect.left() + 15.0, 0), (rect.right() - 15.0, frames - 1)] {
            window.click_at(pos2(x, rect.top() + LANE));
            assert_eq!(window.frame(), frame, "{frames} frames");
        }
        let row = pos2(rect.center().x, rect.top() + RULER);
        drag(&mut window, row, pos2(rect.right(), row.y));
        let [_, end] = range(&window);
        assert_eq!(end, Some(frames - 1));
    }
    let mut empty = builtin();
    empty.apply(Command::Close(0));
    let window = Window::new(empty);
    assert!(window.is_disabled("Timeline"));
}

/// The filled rectangles of strips and gaps, by what they are filled with.
fn filled(window: &Window, colour: egui::Color32) -> Vec<egui::Rect> {
    fn find(shape: &egui::Shape, colour: egui::Color32, found: &mut Vec<egui::Rect>) {
        match shape {
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|s| find(s, colour, found)),
            egui::Shape::Rect(rect) if rect.fill == colour => found.push(rect.rect),
            _ => {}
        }
    }
    let mut found = Vec::new();
    for clipped in &window.harness.output().shapes {
        find(&clipped.shape, colour, &mut found);
    }
    let timeline = window.rect("Timeline");
    found.retain(|rect| timeline.contains_rect(*rect));
    found
}

/// The dark theme's accent and finding.
const ACCENT: egui::Color32 = egui::Color32::from_rgb(0x5a, 0xa9, 0xff);
const FINDING: egui::Color32 = egui::Color32::from_rgb(0xff, 0x8a, 0x4a);

#[test]
fn each_take_has_a_strip_that_fits_however_many_there_are() {
    let folder = Folder::new("strips");
    for count in [1, 2, 8, 40] {
        let mut state = several(&folder, count);
        for index in 0..count {
            state.apply(Command::ShowTake(index, true));
            state.apply(Command::TakeColour(index, None));
        }
        let window = Window::new(state);
        let active = filled(&window, ACCENT.gamma_multiply(0.68));
        let others = filled(&window, ACCENT.gamma_multiply(0.54));
        assert_eq!((active.len(), others.len()), (1, count - 1), "{count}");
        let mut tops: Vec<f32> = active.iter().chain(&others).map(|r| r.top()).collect();
        tops.sort_by(f32::total_cmp);
        tops.dedup();
        let floor = window.rect("Timeline").bottom();
        let rows = if count == 40 {
            10..40
        } else {
            count..count + 1
        };
        assert!(rows.contains(&tops.len()), "{count}: {tops:?}");
        let height = active[0].height();
        assert!(
            height >= 2.0 && tops[tops.len() - 1] + height < floor,
            "{count}"
        );
    }
}

#[test]
fn gaps_show_on_the_strip_of_what_is_selected_or_of_all() {
    let mut window = Window::new(State::of(takes::markers()));
    let third = (window.rect("Timeline").width() - 32.0) / 3.0;
    let gaps = |window: &Window| {
        let mut gaps: Vec<[f32; 2]> = filled(window, FINDING)
            .iter()
            .map(|rect| [rect.left() - 16.0, rect.right() - 16.0])
            .collect();
        gaps.sort_by(|a, b| a[0].total_cmp(&b[0]));
        gaps.iter()
            .map(|gap| gap.map(|x| (x / third * 2.0).round() / 2.0))
            .collect::<Vec<_>>()
    };
    // One of six markers misses on frame 1, two on frame 2.
    assert_eq!(gaps(&window), [[0.5, 1.5], [1.5, 2.5]]);
    let heights = filled(&window, FINDING)
        .iter()
        .map(|rect| rect.height())
        .collect::<Vec<_>>();
    assert!(heights[0] < heights[1], "{heights:?}");
    let node = |window: &Window, name: &str| window.open().take.skeleton.find(name);
    for (name, expected) in [("RKNE", vec![[1.5, 2.5]]), ("HEAD", vec![])] {
        let node = node(&window, name);
        window.apply(Command::Select(node));
        assert_eq!(gaps(&window), expected, "{name}");
    }
    // A gap of one frame of very many is seen.
    let mut take = takes::markers();
    let columns = take.motion.columns();
    let mut values = vec![1.0; 100_000 * columns];
    values[50_000 * columns] = f32::NAN;
    take.motion = Motion::new(0.01, 100_000, columns, values);
    take.events.clear();
    let window = Window::new(State::of(take));
    let [gap] = filled(&window, FINDING)[..] else {
        panic!("one gap");
    };
    assert!((1.0..2.5).contains(&gap.width()), "{gap:?}");
}

#[test]
fn a_pointer_that_rests_is_told_which_take_it_is_on_and_what_misses() {
    let folder = Folder::new("tips");
    let mut window = Window::new(several(&folder, 2));
    window.apply(Command::Offset(1, 0.2));
    let there = at(&window, 50.0, STRIP + 16.0);
    window.harness.hover_at(there);
    window.harness.run_steps(60);
    assert!(window.shows("take 1.bvh, +5 f"));
    let mut window = Window::new(State::of(takes::markers()));
    let there = at(&window, 2.0, STRIP);
    window.harness.hover_at(there);
    window.harness.run_steps(60);
    assert!(window.shows("No place: LKNE, RKNE"));
}

#[test]
fn frames_that_could_not_be_read_stand_out_and_are_told() {
    let mut take = of_frames(101);
    take.lost = Lost::of([20..22, 101..106], 101);
    let mut window = Window::new(State::of(take));
    let bars = filled(&window, FINDING);
    assert_eq!(bars.len(), 2, "{bars:?}");
    let strip = STRIP + window.rect("Timeline").top();
    assert!(
        bars.iter()
            .all(|bar| bar.height() > 10.0 && bar.y_range().contains(strip))
    );
    for (frame, told) in [
        (20.0, "This frame could not be read"),
        (100.0, "5 more frames could not be read"),
    ] {
        let there = at(&window, frame, STRIP);
        window.harness.hover_at(there);
        window.harness.run_steps(60);
        assert!(window.shows(told), "{frame}");
    }
    let there = at(&window, 50.0, STRIP);
    window.harness.hover_at(there);
    window.harness.run_steps(60);
    assert!(!window.shows("could not be read"));
}

#[test]
fn the_ladder_of_speeds_is_a_menu_and_keeps_the_direction() {
    let mut window = Window::new(builtin());
    for (name, rate) in [("0.25 ×", 0.25), ("8.0 ×", 8.0)] {
        window.click("Choose a speed");
        window.click(name);
        assert_eq!(window.state().playback.rate(), rate);
    }
    window.apply(Command::SetRate(-1.0));
    window.click("Choose a speed");
    window.click("2.0 ×");
    assert_eq!(window.state().playback.rate(), -2.0);
}

#[test]
fn what_was_dropped_is_told_while_playing_and_every_frame_in_its_place() {
    let mut window = Window::sized(State::of(of_frames(501)), 1600.0, 900.0);
    window.apply(Command::TogglePlay);
    let told = |window: &mut Window, told: &str| {
        window.harness.state_mut().note_picture(Some(59.9), 12);
        window.harness.step();
        assert!(window.shows(told), "{told}");
    };
    told(&mut window, "60 shown · 12 dropped");
    window.click("Choose a speed");
    window.click("Every frame");
    assert!(window.state().switches.is_on(Switch::EveryFrame));
    window.press(Key::Escape);
    told(&mut window, "60 shown · every frame");
    window.apply(Command::Pause);
    assert!(!window.shows("shown"));
}

/// The controls of the transport that the window has.
fn transport(window: &Window) -> Vec<(&'static str, egui::Rect)> {
    let names = [
        "Frame",
        "Time",
        "Seconds or timecode",
        "First frame",
        "Last frame",
        "End of the range",
        "Speed",
        "Choose a speed",
        "Playback rate",
        "Choose a playback rate",
    ];
    let has = names.into_iter().filter(|name| window.has(name));
    has.map(|name| (name, window.rect(name))).collect()
}

#[test]
fn nothing_in_the_transport_moves_when_its_text_changes() {
    for (width, least) in [(640.0, 7), (900.0, 10), (1280.0, 10), (2560.0, 10)] {
        let mut window = Window::sized(State::of(of_frames(1_000_000)), width, 720.0);
        let before = transport(&window);
        assert!(before.len() >= least, "{width}: {}", before.len());
        for (i, (name, rect)) in before.iter().enumerate() {
            let row = window.rect("Timeline").expand(1.0).x_range();
            assert!(
                row.contains(rect.left()) && row.contains(rect.right()),
                "{width}: {name}"
            );
            let mut others = before[..i].iter();
            let on = others.find(|(_, other)| other.shrink(0.5).intersects(*rect));
            assert!(on.is_none(), "{width}: {name} on {on:?}");
        }
        let flush = before
            .iter()
            .map(|(_, rect)| rect.right())
            .fold(0.0, f32::max);
        // As far from the right edge as the first field is from the left one.
        let (left, right) = (before[0].1.left(), width - flush);
        assert!((left - right).abs() < 1.0, "{width}: {left} and {right}");
        let stand_still = |window: &Window, when: &str| {
            assert_eq!(transport(window), before, "{width}, {when}");
            let timeline = window.rect("Timeline");
            let mut texts = window.texts();
            texts.retain(|text| text.clip.top() >= timeline.top() - 1.0);
            assert!(texts.len() > 4, "{width}: {} texts", texts.len());
            for text in texts {
                let right = text.rect.right();
                assert!(right <= timeline.right(), "{width}: {}", text.text);
            }
        };
        for (when, command) in [
            ("wide numbers", Command::Seek(999_999)),
            ("playing", Command::TogglePlay),
            ("another end", Command::SetEndMode(EndMode::PingPong)),
            ("a wide speed", Command::SetRate(-0.125)),
            ("a wide rate", Command::PlayAt(Some(24_000.0 / 1001.0))),
            ("timecode", Command::Toggle(Switch::Timecode)),
        ] {
            window.harness.state_mut().apply(command);
            window.harness.step();
            stand_still(&window, when);
        }
        for dropped in [0, 12, 99_999] {
            window
                .harness
                .state_mut()
                .note_picture(Some(144.0), dropped);
            window.harness.step();
            stand_still(&window, "dropped frames");
            let texts = window.texts();
            let told = texts.iter().find(|text| text.text.contains("shown"));
            assert_eq!(told.is_some(), width >= 1280.0);
            let ends = told.map_or(0.0, |text| text.rect.right().round());
            let gap = window.rect("End of the range").left() - ends;
            assert!(
                told.is_none() || (7.0..11.0).contains(&gap),
                "{width}: {gap}"
            );
        }
        window.apply(Command::Pause);
        stand_still(&window, "paused");
    }
}

/// Opens the field and types into it.
fn go_to(window: &mut Window, typed: &str) {
    window.press(Key::G);
    window.apply(Command::Overlay(None));
    window.apply(Command::Overlay(Some(Overlay::GoTo)));
    window.find("Go to").type_text(typed);
    window.settle();
}

#[test]
fn a_moment_is_gone_to_with_enter_and_where_it_leads_is_told_before() {
    let mut window = Window::new(State::of(of_frames(501)));
    for (typed, told, frame) in [
        ("188", "frame 188 · 1.88 s", 188),
        ("+10", "frame 198 · 1.98 s", 198),
        ("1.5s", "frame 150 · 1.5 s", 150),
        ("0:02.5", "frame 250 · 2.5 s", 250),
        ("00:00:01:12", "frame 112 · 1.12 s", 112),
        ("9999", "the take ends at 500", 500),
    ] {
        go_to(&mut window, typed);
        assert!(window.shows(told), "{typed}");
        window.press(Key::Enter);
        assert_eq!(window.frame(), frame, "{typed}");
        assert_eq!(window.state().overlay, None, "{typed}");
        assert!(!window.has("Go to"));
    }
}

#[test]
fn the_field_has_the_focus_at_once_and_escape_closes_it() {
    let mut window = Window::new(State::of(of_frames(501)));
    go_to(&mut window, "7");
    assert!(window.find("Go to").is_focused());
    window.press(Key::Escape);
    assert_eq!((window.frame(), window.state().overlay), (0, None));
    // What was typed then is gone.
    go_to(&mut window, "");
    assert_eq!(
        window.find("Go to").value().as_deref().unwrap_or_default(),
        ""
    );
    assert!(window.shows("A frame, a time or a timecode"));
    window.press(Key::Enter);
    assert_eq!((window.frame(), window.state().overlay), (0, None));
}

#[test]
fn what_is_not_understood_is_told_and_can_be_mended() {
    let mut window = Window::new(State::of(of_frames(501)));
    go_to(&mut window, "1:99");
    assert!(window.shows("Minutes and seconds end at 59"));
    window.press(Key::Enter);
    assert_eq!(window.state().overlay, Some(Overlay::GoTo));
    assert!(window.find("Go to").is_focused());
    assert!(window.shows("1:99"));
    window.press(Key::Escape);
    assert_eq!(window.state().overlay, None);
}

#[test]
fn the_files_own_numbers_lead_to_their_frames() {
    let mut window = Window::new(State::of(takes::markers()));
    for typed in ["1168", "#1168"] {
        go_to(&mut window, typed);
        assert!(window.shows("frame 1168 · 0.2 s"));
        window.press(Key::Enter);
        assert_eq!(window.frame(), 2);
    }
    window.apply(Command::Toggle(Switch::FileNumbers));
    go_to(&mut window, "#1168");
    assert!(window.shows("frame 2 · 0.2 s · #1168"));
    window.press(Key::Enter);
    let mut empty = builtin();
    empty.apply(Command::Close(0));
    let mut window = Window::new(empty);
    window.apply(Command::Overlay(Some(Overlay::GoTo)));
    assert_eq!(window.state().overlay, None, "there is nowhere to go");
}

#[test]
fn frames_are_called_as_in_their_file_or_from_0() {
    let mut window = Window::new(State::of(takes::markers()));
    assert_eq!(window.value("Frame").as_deref(), Some("1166"));
    assert!(window.shows("frame 1166 of 1169") && window.shows("/ 1169"));
    assert!(window.shows("1168"), "on the ruler");
    window.type_into("Frame", "1168");
    window.press(Key::Enter);
    assert_eq!(window.frame(), 2);
    window.click("Numbered");
    window.click("From 0");
    assert_eq!(window.value("Frame").as_deref(), Some("2"));
    assert!(window.shows("frame 2 of 3") && !window.shows("1168"));
    window.click("Numbered");
    window.click("As in the file");
    assert_eq!(window.value("Frame").as_deref(), Some("1168"));
    // A file that has no numbers counts from 0.
    let window = Window::new(builtin());
    assert_eq!(window.value("Frame").as_deref(), Some("0"));
}

/// A state that plays a hundred frames a second.
fn playing(mode: EndMode) -> State {
    let mut state = State::of(of_frames(101));
    state.apply(Command::SetEndMode(mode));
    state
}

#[test]
fn shuttling_doubles_with_each_repeat_and_a_pause_forgets_it() {
    let mut state = playing(EndMode::Loop);
    let mut rates = Vec::new();
    for _ in 0..5 {
        state.apply(Command::Shuttle(Direction::Forwards));
        rates.push(state.playback.rate());
    }
    assert_eq!(rates, [1.0, 2.0, 4.0, 8.0, 8.0]);
    state.apply(Command::Shuttle(Direction::Backwards));
    assert_eq!(state.playback.rate(), -1.0);
    state.tick(0.05);
    assert_eq!(state.playback.frame(), 96);
    state.apply(Command::Pause);
    state.apply(Command::TogglePlay);
    assert_eq!(state.playback.rate(), 1.0);
}

#[test]
fn a_range_is_played_to_and_fro_and_left_where_it_is_turned_off() {
    let mut state = playing(EndMode::PingPong);
    state.apply(Command::Seek(40));
    state.apply(Command::RangeIn(true));
    state.apply(Command::Seek(43));
    state.apply(Command::RangeOut(true));
    state.apply(Command::First);
    assert_eq!(state.playback.frame(), 40);
    state.apply(Command::TogglePlay);
    let mut shown = Vec::new();
    for _ in 0..7 {
        state.tick(0.01);
        shown.push(state.playback.frame());
    }
    assert_eq!(shown, [41, 42, 43, 42, 41, 40, 41]);
    state.apply(Command::ToggleRange);
    state.tick(0.1);
    assert_eq!(state.playback.frame(), 51);
    state.apply(Command::ToggleRange);
    state.apply(Command::RangeOut(false));
    assert_eq!(state.playback.range(), 40..=100);
    state.apply(Command::ClearRange);
    assert_eq!(state.playback.range(), 0..=100);
}

#[test]
fn every_frame_waits_for_its_picture_and_is_never_left_out() {
    let mut state = playing(EndMode::Loop);
    state.apply(Command::Set(Switch::EveryFrame, true));
    state.apply(Command::Set(Switch::Blend, true));
    state.apply(Command::TogglePlay);
    assert!(
        !state.is_blending(),
        "frames show, not what is between them"
    );
    for frame in 0..250 {
        state.note_picture(None, 0);
        assert_eq!(state.playback.frame(), frame % 101);
        // A slow display, and a pointer that moves meanwhile.
        for _ in 0..5 {
            state.tick(0.02);
        }
    }
    assert!(state.going().is_some_and(|going| going.speed == 0.0));
    state.apply(Command::Set(Switch::EveryFrame, false));
    assert!(state.going().is_some_and(|going| going.speed == 100.0));
    state.apply(Command::Pause);
    assert_eq!(state.going(), None);
}

#[test]
fn what_is_still_being_read_of_a_take_is_fainter_on_its_strip() {
    let mut state = State::of(of_frames(101));
    state.takes[0].coming = Some(Coming {
        request: 1,
        frames: 401,
    });
    // Whatever changes what shows brings the timeline in line.
    state.apply(Command::TakeColour(0, None));
    state.apply(Command::ShowTake(0, false));
    state.apply(Command::ShowTake(0, true));
    assert_eq!((state.timeline.count, state.timeline.come), (401, 101));
    let window = Window::new(state);
    let whole = window.rect("Timeline").width() - 32.0;
    let width = |share: f32| {
        let colour = ACCENT.gamma_multiply(0.68 * share);
        filled(&window, colour)
            .iter()
            .map(|r| r.width())
            .sum::<f32>()
    };
    assert!((width(1.0) - whole / 4.0).abs() < 2.0, "{}", width(1.0));
    assert!((width(0.25) - whole).abs() < 2.0, "{}", width(0.25));
    assert!(window.shows("101 of 401 frames so far"));
    // What has not come is not to be gone to.
    assert_eq!(window.state().playback.frame_count(), 101);
}
