//! The timeline and the transport: what the pointer does there, where typed moments lead, and how
//! playing goes on.

use crate::support::app::App;
use crate::support::folder::Folder;
use crate::support::panels::{self, SHIFTED, Window, builtin, on};
use crate::support::pointer::{double_click, drag, drag_to, press, release, wheel};
use crate::support::takes;
use crate::support::timeline::{FLAGS, LANE, NEXT_STRIP, RULER, STRIP};
use egui::{Key, Modifiers, PointerButton, Pos2, pos2, vec2};
use egui_kittest::kittest::Queryable as _;
use rushes::app::{
    Command, DisplayCommand, GUTTER, HistoryCommand, InterfaceCommand, OutsideFrames, Overlay,
    PartialTake, PlaybackCommand, RequestId, SceneBuffers, SelectionCommand, TIMELINE_LANE_TOP,
    Tab, TakesCommand, TimelineCommand, ViewToggle,
};
use rushes::playback::{Direction, LoopMode};
use rushes::take::{LostFrames, Motion, SkeletonBuilder, Take};

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
fn several(folder: &Folder, count: usize) -> App {
    let files: Vec<String> =
        (0..count).map(|i| short(folder, &format!("take {i}.bvh"), 101)).collect();
    on(&files.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Where a frame of the timeline is, so many points below its top.
fn at(window: &Window, frame: f64, from_top: f32) -> Pos2 {
    let rect = window.rect("Timeline");
    let last = window.state().session.timeline.last().max(1) as f64;
    let [first, end] = window.state().session.span.unwrap_or([0.0, last]);
    let along = (frame - first) / (end - first) * f64::from(rect.width() - 2.0 * GUTTER);
    pos2(rect.left() + GUTTER + along as f32, rect.top() + from_top)
}

fn range(window: &Window) -> [Option<usize>; 2] {
    let playback = &window.state().session.playback;
    [playback.range_in(), playback.range_out()]
}

#[test]
fn a_drag_in_the_ruler_makes_a_range_while_it_goes_on() {
    let mut window = Window::new(App::of(of_frames(501)));
    let (from, way, to) =
        (at(&window, 300.0, RULER), at(&window, 200.0, RULER), at(&window, 100.0, RULER));
    press(&mut window, from, PointerButton::Primary, Modifiers::NONE);
    assert_eq!(range(&window), [None, None], "a press alone makes none");
    drag_to(&mut window, way);
    assert_eq!(range(&window), [Some(200), Some(300)]);
    drag_to(&mut window, pos2(to.x, 5.0));
    assert_eq!(range(&window), [Some(100), Some(300)], "also from outside");
    release(&mut window, to, PointerButton::Primary);
    assert_eq!((range(&window), window.frame()), ([Some(100), Some(300)], 0));
    // One range is one change.
    window.apply(HistoryCommand::Undo);
    assert_eq!(range(&window), [None, None]);
}

#[test]
fn a_click_in_the_ruler_goes_there() {
    let mut window = Window::new(App::of(of_frames(501)));
    let there = at(&window, 120.0, RULER);
    window.click_at(there);
    assert_eq!((window.frame(), range(&window)), (120, [None, None]));
}

#[test]
fn the_ends_of_the_range_are_dragged_by_their_flags_and_past_each_other() {
    let mut window = Window::new(App::of(of_frames(501)));
    window.apply(TimelineCommand::SetRange([100, 300]));
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
    assert_eq!((range(&window), window.frame()), ([Some(400), Some(450)], 420));
}

#[test]
fn the_wheel_zooms_at_the_pointer_with_and_without_ctrl() {
    for modifiers in [Modifiers::NONE, Modifiers::COMMAND | Modifiers::CTRL] {
        let mut window = Window::new(App::of(of_frames(1001)));
        let pointer = at(&window, 600.0, LANE);
        wheel(&mut window, pointer, vec2(0.0, 3.0), modifiers);
        let [first, end] = window.state().session.span.expect("a part of it");
        assert!((end - first - 1000.0 / 1.25f64.powi(3)).abs() < 0.5);
        assert!((at(&window, 600.0, LANE) - pointer).length() < 0.1);
        wheel(&mut window, pointer, vec2(0.0, 100.0), modifiers);
        let [first, end] = window.state().session.span.expect("a part of it");
        assert!((end - first - 4.0).abs() < 1e-6, "no nearer than this");
        assert!((first..=end).contains(&600.0));
        wheel(&mut window, pointer, vec2(0.0, -200.0), modifiers);
        assert_eq!(window.state().session.span, None);
    }
}

#[test]
fn a_middle_drag_and_a_wheel_with_shift_move_along() {
    let mut window = Window::new(App::of(of_frames(1001)));
    let middle = PointerButton::Middle;
    let (from, to) = (at(&window, 500.0, LANE), at(&window, 400.0, LANE));
    press(&mut window, from, middle, Modifiers::NONE);
    drag_to(&mut window, to);
    release(&mut window, to, middle);
    assert_eq!(window.state().session.span, None, "all of it shows already");

    window.apply(TimelineCommand::ShowSpan(Some([200.0, 400.0])));
    let (from, to) = (at(&window, 300.0, LANE), at(&window, 250.0, LANE));
    press(&mut window, from, middle, Modifiers::NONE);
    drag_to(&mut window, to);
    let [first, end] = window.state().session.span.expect("a part of it");
    assert!((first - 250.0).abs() < 0.1 && (end - 450.0).abs() < 0.1);
    drag_to(&mut window, pos2(-90_000.0, to.y));
    release(&mut window, to, middle);
    let [first, end] = window.state().session.span.expect("a part of it");
    assert!((first - 800.0).abs() < 1e-6 && (end - 1000.0).abs() < 1e-6);
    assert_eq!(window.frame(), 0);

    let pointer = at(&window, 900.0, LANE);
    wheel(&mut window, pointer, vec2(0.0, 2.0), Modifiers::SHIFT);
    let [first, _] = window.state().session.span.expect("a part of it");
    assert!((first - 760.0).abs() < 0.1, "{first}");
}

#[test]
fn a_double_click_shows_all_again() {
    let mut window = Window::new(App::of(of_frames(1001)));
    window.apply(TimelineCommand::ShowSpan(Some([200.0, 400.0])));
    let there = at(&window, 300.0, LANE);
    window.apply(PlaybackCommand::Seek(250));
    double_click(&mut window, there, Modifiers::NONE);
    assert_eq!((window.state().session.span, window.frame()), (None, 250));
}

#[test]
fn scrubbing_keeps_to_what_is_in_sight() {
    let mut window = Window::new(App::of(of_frames(1001)));
    window.apply(TimelineCommand::ShowSpan(Some([200.5, 400.5])));
    let inside = at(&window, 300.0, LANE);
    press(&mut window, inside, PointerButton::Primary, Modifiers::NONE);
    assert_eq!(window.frame(), 300);
    for (x, frame) in [(-500.0, 201), (9000.0, 400)] {
        drag_to(&mut window, pos2(x, 20.0));
        assert_eq!(window.frame(), frame);
    }
    release(&mut window, pos2(9000.0, 20.0), PointerButton::Primary);
    assert_eq!(window.state().session.span, Some([200.5, 400.5]));
}

#[test]
fn the_playhead_turns_the_page_when_it_leaves() {
    let mut window = Window::new(App::of(of_frames(1001)));
    window.apply(TimelineCommand::ShowSpan(Some([0.0, 100.0])));
    window.apply(PlaybackCommand::Seek(99));
    window.apply(PlaybackCommand::Toggle);
    let seen = |window: &mut Window, dt: f64| {
        window.harness.state_mut().tick(dt);
        window.harness.step();
        window.harness.step();
        let [first, end] = window.state().session.span.expect("a part of it");
        assert!((end - first - 100.0).abs() < 1e-6);
        first
    };
    assert!((seen(&mut window, 0.01) - 0.0).abs() < 1e-6, "still there");
    assert!((seen(&mut window, 0.02) - 98.0).abs() < 1e-6);
    assert_eq!(window.frame(), 102);
    // Backwards, it comes in at the right.
    window.apply(PlaybackCommand::PlayBackwards);
    assert!((seen(&mut window, 0.06) - 0.0).abs() < 1e-6);
    // What somebody looks at while paused stays in sight.
    window.apply(PlaybackCommand::Pause);
    window.apply(TimelineCommand::ShowSpan(Some([500.0, 600.0])));
    window.settle();
    assert_eq!(window.state().session.span, Some([500.0, 600.0]));
    window.apply(PlaybackCommand::Step(1));
    assert!(window.state().session.span.expect("a part of it")[0] < 100.0);
}

#[test]
fn a_part_that_the_timeline_no_longer_has_is_left() {
    let folder = Folder::new("shorter");
    let (long, brief) = (short(&folder, "a.bvh", 900), short(&folder, "b.bvh", 101));
    let mut window = Window::new(on(&[&long, &brief]));
    window.apply(TimelineCommand::ShowSpan(Some([700.0, 800.0])));
    window.apply(TakesCommand::Close(window.id(0)));
    assert_eq!(window.state().session.timeline.last(), 100);
    assert_eq!(window.state().session.span, None);
}

#[test]
fn a_strip_is_dragged_with_shift_in_whole_frames_and_nothing_jumps() {
    let folder = Folder::new("offset");
    let mut state = several(&folder, 2);
    state.apply(TakesCommand::Activate(state.id(0)));
    let mut window = Window::new(state);
    let (from, to) = (at(&window, 50.0, NEXT_STRIP), at(&window, 62.3, NEXT_STRIP));
    press(&mut window, from, PointerButton::Primary, Modifiers::SHIFT);
    drag_to(&mut window, to);
    assert!((window.state().session.takes[1].edits.offset - 0.48).abs() < 1e-9);
    assert!(window.shows("+12 f"));
    assert_eq!(window.state().session.timeline.last(), 112);
    assert_eq!(window.state().session.span, Some([0.0, 100.0]), "what is in sight stays");
    let back = pos2(from.x - (to.x - from.x) * 2.0, to.y);
    drag_to(&mut window, back);
    assert!((window.state().session.takes[1].edits.offset + 1.0).abs() < 1e-9);
    assert!(window.shows("−25 f"));
    release(&mut window, back, PointerButton::Primary);
    assert_eq!((window.state().session.span, window.frame()), (None, 25));
    assert_eq!(window.state().number(), 0, "the moment stays");
    window.apply(HistoryCommand::Undo);
    assert_eq!(window.state().session.takes[1].edits.offset, 0.0);
    // Without Shift, strips are lane.
    let (from, to) = (at(&window, 20.0, STRIP), at(&window, 40.0, STRIP));
    drag(&mut window, from, to);
    assert_eq!((window.frame(), window.state().session.takes[0].edits.offset), (40, 0.0));
}

#[test]
fn the_ruler_has_the_numbers_of_the_active_take() {
    let folder = Folder::new("numbers");
    let mut state = several(&folder, 2);
    state.apply(TakesCommand::Activate(state.id(1)));
    state.apply(TakesCommand::Offset(state.id(0), -1.6));
    let mut window = Window::new(state);
    let has = |window: &Window, text: &str| window.texts().iter().any(|t| t.text == text);
    for number in ["−40", "−20", "20", "60"] {
        assert!(has(&window, number), "{number}");
    }
    assert!(has(&window, "Frames of take 1.bvh"));
    window.apply(PlaybackCommand::Seek(0));
    assert_eq!(window.find("Frame").value().as_deref(), Some("−40"));
    assert_eq!(window.find("Time").value().as_deref(), Some("−00:00:01.600"));
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
        let mut window = Window::new(App::of(of_frames(frames)));
        let last = frames as f64 - 1.0;
        let middle = (last * 0.37).floor();
        for span in [None, Some([middle, middle + 4.0]), Some([last * 0.2, last * 0.3])] {
            if span.is_some() && frames < 500 {
                continue;
            }
            window.apply(TimelineCommand::ShowSpan(span));
            window.apply(PlaybackCommand::Seek(middle as usize));
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
            assert!((1..40).contains(&numbers.len()), "{frames}, {span:?}: {numbers:?}");
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
        let mut window = Window::new(App::of(of_frames(frames)));
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
    empty.apply(TakesCommand::Close(empty.id(0)));
    let window = Window::new(empty);
    assert!(window.is_disabled("Timeline"));
}

/// The filled rectangles of strips and gaps, by what they are filled with.
fn filled(window: &Window, colour: egui::Color32) -> Vec<egui::Rect> {
    let fills = window.fills().into_iter();
    let of = fills.filter(|(_, fill)| *fill == colour);
    let mut found: Vec<_> = of.map(|(rect, _)| rect).collect();
    let timeline = window.rect("Timeline");
    found.retain(|rect| timeline.contains_rect(*rect));
    found
}

/// The dark theme's finding.
const FINDING: egui::Color32 = egui::Color32::from_rgb(0xff, 0x9a, 0x3d);

/// The strips of takes and their colours, from the top: whatever is filled on the timeline and is as long
/// as a take, and as high as a strip.
fn strips(window: &Window) -> Vec<(egui::Rect, egui::Color32)> {
    let timeline = window.rect("Timeline");
    let mut found = Vec::new();
    for clipped in &window.harness.output().shapes {
        if let egui::Shape::Rect(shape) = &clipped.shape {
            let (rect, fill) = (shape.rect, shape.fill);
            let is_strip = rect.width() > 100.0 && (1.0..13.0).contains(&rect.height());
            let seen = rect.intersect(clipped.clip_rect);
            let is_there = timeline.contains_rect(seen) && seen.height() > 0.6 * rect.height();
            if is_strip
                && is_there
                && fill.a() == 255
                && rect.top() > timeline.top() + TIMELINE_LANE_TOP
            {
                found.push((rect, fill));
            }
        }
    }
    found.sort_by(|a, b| a.0.top().total_cmp(&b.0.top()));
    found
}

#[test]
fn each_take_has_a_strip_of_its_own_however_many_there_are() {
    let folder = Folder::new("strips");
    for count in [1, 2, 8, 12, 40] {
        let mut state = several(&folder, count);
        for index in 0..count {
            state.apply(TakesCommand::Show(state.id(index), true));
            state.apply(TakesCommand::SetColour(state.id(index), None));
        }
        state.apply(TakesCommand::Activate(state.id(0)));
        let mut window = Window::new(state);
        let found = strips(&window);
        assert!(found.len() >= count.min(3), "{count}: {}", found.len());
        let below = found.windows(2).map(|two| two[1].0.top() - two[0].0.bottom());
        assert!(below.into_iter().all(|gap| gap >= 1.0), "{count}: {found:?}");
        assert!(found.iter().all(|(strip, _)| strip.height() >= 12.0), "{count}");
        // The active one has a stronger colour, and comes into sight where they do not all fit.
        let strong = found[0].1;
        assert!(found[1..].iter().all(|(_, fill)| *fill != strong));
        window.apply(TakesCommand::Activate(window.id(count - 1)));
        let found = strips(&window);
        let (last, fill) = found[found.len() - 1];
        assert_eq!(fill, strong, "{count}");
        let timeline = window.rect("Timeline");
        assert!(last.bottom() < timeline.bottom() - 2.0, "{count}: {last:?}");
        if count == 40 {
            let bar = pos2(timeline.right() - 6.0, timeline.top() + 80.0);
            press(&mut window, bar, PointerButton::Primary, Modifiers::NONE);
            drag_to(&mut window, bar - vec2(0.0, 90.0));
            release(&mut window, bar - vec2(0.0, 90.0), PointerButton::Primary);
            assert_eq!(window.frame(), 0, "nothing was scrubbed");
            let shows_it = |window: &Window| strips(window).iter().any(|(_, fill)| *fill == strong);
            assert!(!shows_it(&window), "the first ones show");
            wheel(&mut window, bar - vec2(0.0, 20.0), vec2(0.0, -200.0), Modifiers::NONE);
            assert!(shows_it(&window));
            assert_eq!(window.state().session.span, None, "nothing was zoomed");
        }
    }
}

#[test]
fn strips_have_the_names_of_their_takes_and_grow_with_the_timeline() {
    let folder = Folder::new("names-of-strips");
    let mut state = several(&folder, 3);
    state.apply(TakesCommand::Activate(state.id(0)));
    state.apply(TakesCommand::Show(state.id(2), false));
    let mut window = Window::new(state);
    let heights = [140.0, 165.0, 600.0].map(|height| {
        let mut sizes = window.state().interface.panels.sizes();
        sizes[2] = height;
        window.apply(InterfaceCommand::ResizePanels(sizes));
        let timeline = window.rect("Timeline");
        let texts = window.texts();
        let names: Vec<_> = texts.iter().filter(|text| timeline.contains_rect(text.rect)).collect();
        let strips = strips_of(&window);
        assert_eq!(strips.len(), 3);
        for (place, strip) in strips.iter().enumerate() {
            let name = names.iter().find(|text| text.text == format!("take {place}.bvh"));
            let name = name.expect("the name of the take");
            assert!(strip.expand(1.0).contains_rect(name.rect), "{height}: {place}");
            assert!(strip.height() >= 12.0, "{height}: {place}");
        }
        strips[0].height()
    });
    assert_eq!(heights[0], 12.0);
    assert!(heights[0] < heights[1] && heights[1] < heights[2] && heights[2] <= 28.0);
}

/// Where strips are, also those of hidden takes.
fn strips_of(window: &Window) -> Vec<egui::Rect> {
    let timeline = window.rect("Timeline");
    let shapes = window.harness.output().shapes.iter();
    let strip = |clipped: &egui::epaint::ClippedShape| match &clipped.shape {
        egui::Shape::Rect(shape) if shape.fill.a() == 255 || shape.fill.a() == 0 => {
            let is_strip =
                shape.rect.width() > 100.0 && (11.0..30.0).contains(&shape.rect.height());
            let is_below = shape.rect.top() > timeline.top() + TIMELINE_LANE_TOP;
            (is_strip && is_below && timeline.contains_rect(shape.rect)).then_some(shape.rect)
        }
        _ => None,
    };
    let mut strips: Vec<_> = shapes.filter_map(strip).collect();
    strips.sort_by(|a, b| a.top().total_cmp(&b.top()));
    strips
}

#[test]
fn hidden_takes_are_said_and_a_click_on_their_outline_shows_them() {
    let folder = Folder::new("hidden");
    let mut state = several(&folder, 3);
    state.apply(TakesCommand::Activate(state.id(0)));
    for index in [1, 2] {
        state.apply(TakesCommand::Show(state.id(index), false));
    }
    let mut window = Window::new(state);
    assert!(window.shows("2 hidden"));
    assert_eq!(window.state().session.takes.hidden_count(), 2);
    let outlines = |window: &Window| -> Vec<egui::Rect> {
        let timeline = window.rect("Timeline");
        let shapes = window.harness.output().shapes.iter();
        let outline = |clipped: &egui::epaint::ClippedShape| match &clipped.shape {
            egui::Shape::Rect(rect) if rect.fill.a() == 0 && rect.rect.width() > 100.0 => {
                Some(rect.rect).filter(|rect| timeline.contains_rect(*rect))
            }
            _ => None,
        };
        shapes.filter_map(outline).collect()
    };
    let two = outlines(&window);
    assert_eq!((two.len(), strips(&window).len()), (2, 1));
    window.harness.hover_at(two[0].center());
    window.harness.run_steps(60);
    assert!(window.shows("take 1.bvh is hidden: click to show it"));
    window.click_at(two[0].center());
    let is_shown = |window: &Window, place: usize| {
        let takes = &window.state().session.takes;
        takes.is_shown(&takes[place])
    };
    assert!(is_shown(&window, 1) && !is_shown(&window, 2));
    assert_eq!(window.frame(), 0, "nothing was scrubbed");
    assert!(window.shows("1 hidden"));
    // A drag that begins there scrubs.
    let one = outlines(&window)[0].center();
    drag(&mut window, one, one + vec2(100.0, 0.0));
    assert!(window.frame() > 0 && !is_shown(&window, 2));
    window.click_at(outlines(&window)[0].center());
    assert!(!window.shows("hidden"));
}

#[test]
fn the_range_tells_where_it_is_and_how_long_and_covers_nothing() {
    let mut window = Window::new(App::of(takes_of_60()));
    window.apply(TimelineCommand::SetRange([120, 240]));
    let text = "120–240 · 121 frames · 2.017 s";
    let find = |window: &Window| {
        let texts = window.texts().into_iter();
        texts.filter(|t| t.text == text).map(|t| t.rect).next()
    };
    let reported = find(&window).expect("the range");
    let timeline = window.rect("Timeline");
    assert!(timeline.contains_rect(reported));
    for (strip, _) in strips(&window) {
        assert!(!strip.intersects(reported));
    }
    // Neither the playhead goes through it, nor the bar below, nor does it leave the window.
    for span in [None, Some([100.0, 180.0]), Some([400.0, 450.0])] {
        window.apply(TimelineCommand::ShowSpan(span));
        window.apply(PlaybackCommand::Seek(180));
        window.apply(TimelineCommand::ShowSpan(span));
        let reported = find(&window).expect("the range");
        assert!(timeline.contains_rect(reported), "{span:?}: {reported:?}");
        for clipped in &window.harness.output().shapes {
            if let egui::Shape::LineSegment { points, .. } = &clipped.shape {
                let line = egui::Rect::from_two_pos(points[0], points[1]);
                let line = line.intersect(clipped.clip_rect);
                let is_head = line.width() < 1.0 && line.height() > 30.0;
                assert!(!(is_head && line.intersects(reported)), "{span:?}");
            }
        }
    }
    window.apply(TimelineCommand::ClearRange);
    assert_eq!(find(&window), None);
}

/// A take of 501 frames, 60 a second.
fn takes_of_60() -> Take {
    let mut take = of_frames(501);
    let columns = take.motion.columns();
    let row = take.motion.row(0).to_vec();
    take.motion = Motion::new(1.0 / 60.0, 501, columns, row.repeat(501));
    take
}

#[test]
fn the_ruler_says_whose_frames_it_counts_and_gives_way_to_the_playhead() {
    let folder = Folder::new("owner");
    let mut window = Window::new(several(&folder, 2));
    window.apply(TakesCommand::Offset(window.id(1), 0.4));
    window.apply(TakesCommand::Activate(window.id(0)));
    let owner = |window: &Window, name: &str| {
        let text = format!("Frames of {name}");
        let texts = window.texts().into_iter();
        let found = texts.filter(|t| t.text == text).map(|t| t.rect).next();
        found.expect("whose frames")
    };
    let numbers = |window: &Window| -> Vec<egui::Rect> {
        let timeline = window.rect("Timeline");
        let texts = window.texts().into_iter();
        let is_number = |text: &panels::Painted| {
            text.clip == timeline && text.text.replace('−', "-").parse::<i64>().is_ok()
        };
        texts.filter(is_number).map(|text| text.rect).collect()
    };
    for frame in [0, 30, 95, 110] {
        window.apply(PlaybackCommand::Seek(frame));
        let owner = owner(&window, "take 0.bvh");
        assert!(window.rect("Timeline").contains_rect(owner));
        for number in numbers(&window) {
            assert!(!number.intersects(owner), "{frame}: {number:?} {owner:?}");
        }
    }
    window.apply(TakesCommand::Activate(window.id(1)));
    owner(&window, "take 1.bvh");
    // One take alone is nobody else's; a file's own numbers are told apart from others.
    assert!(!Window::new(builtin()).shows("Frames "));
    let mut window = Window::new(App::of(takes::markers()));
    assert!(window.shows("Frames numbered as in the file"));
    window.apply(DisplayCommand::Toggle(ViewToggle::FileNumbers));
    assert!(window.shows("Frames numbered from 0"));
}

/// What a view of these takes draws: how many strokes, and in what colours.
fn drawn(state: &mut App) -> Vec<[u8; 4]> {
    state.prepare();
    let mut sheet = SceneBuffers::new(*state.theme().palette());
    state.draw(600.0, 1.0, &mut sheet);
    sheet.list.strokes.iter().map(|stroke| stroke.colour).collect()
}

#[test]
fn a_take_that_has_not_begun_or_has_ended_is_held_dimmed_or_hidden() {
    let folder = Folder::new("outside");
    let mut state = several(&folder, 2);
    state.apply(TakesCommand::Activate(state.id(0)));
    state.apply(TakesCommand::Offset(state.id(1), 4.4));
    let hue = state.session.takes[1].hue(state.theme()).expect("a hue of its own");
    let bones = |state: &mut App, frame: usize| {
        state.apply(PlaybackCommand::Seek(frame));
        let colours = drawn(state);
        (colours.len(), colours.contains(&hue))
    };
    let (all, there) = bones(&mut state, 110);
    assert!(there);
    // Before its first frame on 110, and from there on the other one after its last frame.
    for (frame, is_outside) in [(109, [false, true]), (100, [false, true]), (101, [true, true])] {
        state.apply(PlaybackCommand::Seek(frame));
        let outside = [0, 1].map(|take| state.is_outside(&state.session.takes[take]));
        assert_eq!(outside[1], is_outside[1], "{frame}");
        assert_eq!(outside[0], frame > 100, "{frame}");
    }
    for (outside, dims, hides) in [
        (OutsideFrames::Hold, false, false),
        (OutsideFrames::Dim, true, false),
        (OutsideFrames::Hide, false, true),
    ] {
        state.apply(DisplayCommand::OutsideFrames(outside));
        let (count, has_hue) = bones(&mut state, 50);
        assert_eq!(has_hue, !dims && !hides, "{outside:?}");
        assert_eq!(count < all, hides, "{outside:?}");
        assert_eq!(state.is_seen(&state.session.takes[1]), !hides);
    }
    // Whoever opens one take alone sees no difference, and a pose has no time to be outside of.
    state.apply(TakesCommand::Close(state.id(1)));
    assert!(!state.is_outside(&state.session.takes[0]));
}

#[test]
fn what_becomes_of_takes_outside_their_frames_is_an_option_of_the_view() {
    let mut window = Window::new(builtin());
    assert_eq!(window.state().view.options.display.outside_frames, OutsideFrames::Dim);
    for outside in [OutsideFrames::Hide, OutsideFrames::Hold, OutsideFrames::Dim] {
        window.click("Show view options");
        window.click(&format!("Outside its frames: {}", outside.name()));
        assert_eq!(window.state().view.options.display.outside_frames, outside);
        window.press(Key::Escape);
        let kept = window.state().remembered(rushes::store::Window::default());
        assert_eq!(kept.view.display.outside_frames, outside);
    }
}

#[test]
fn events_are_flags_with_names_that_are_easy_to_hit_and_lie_over_the_playhead() {
    let mut window = Window::new(App::of(takes::markers()));
    let flags = |window: &Window| -> Vec<(usize, egui::Rect)> {
        let purple = rushes::scene::Theme::Dark.colours().event;
        let shapes = window.harness.output().shapes.iter().enumerate();
        let flag = |(i, clipped): (usize, &egui::epaint::ClippedShape)| match &clipped.shape {
            egui::Shape::Path(path) if path.fill == purple => {
                Some((i, egui::Rect::from_points(&path.points)))
            }
            _ => None,
        };
        shapes.filter_map(flag).collect()
    };
    let found = flags(&window);
    assert_eq!(found.len(), 2, "the third is outside of the recording");
    assert!(window.shows("Left Foot Strike"));
    // Anywhere on 12 by 12 points a click goes there, and the name does, too.
    let flag = found[0].1;
    for by in [vec2(-5.5, 0.0), vec2(5.5, 0.0), vec2(0.0, -3.0), vec2(0.0, 8.0), vec2(40.0, 2.0)] {
        window.apply(PlaybackCommand::Seek(3));
        window.click_at(flag.center() + by);
        assert_eq!(window.frame(), 1, "{by:?}");
    }
    let playhead = |window: &Window| {
        let x = at(window, 1.0, 0.0).x;
        let mut shapes = window.harness.output().shapes.iter();
        shapes.position(|clipped| match &clipped.shape {
            egui::Shape::LineSegment { points: [a, b], stroke } => {
                (a.x - x).abs() < 0.5 && b.x == a.x && stroke.color != FINDING && b.y - a.y > 30.0
            }
            _ => false,
        })
    };
    let under = playhead(&window).expect("the playhead");
    assert!(flags(&window)[0].0 > under, "the flag is painted later");
    // The tip has the name only where it does not stand there already.
    window.harness.hover_at(flag.center());
    window.harness.run_steps(60);
    assert!(window.shows("0.100 s, frame 1167"));
    assert!(!window.shows("Left Foot Strike, 0.100 s"));
}

#[test]
fn tips_of_the_timeline_are_above_it() {
    let folder = Folder::new("upwards");
    let mut window = Window::new(several(&folder, 2));
    window.apply(TimelineCommand::SetRange([20, 60]));
    let places = [at(&window, 50.0, STRIP), at(&window, 20.3, FLAGS)];
    for (there, reported) in places.into_iter().zip(["take 0.bvh", "In point"]) {
        window.harness.hover_at(there);
        window.harness.run_steps(60);
        let texts = window.texts();
        let tip = texts.iter().find(|text| {
            // Beside the lists, which have the take's name, too.
            let is_tip = text.text.starts_with(reported) && text.rect.bottom() > 400.0;
            is_tip && text.rect.bottom() < window.rect("Timeline").top()
        });
        assert!(tip.is_some(), "{reported}");
        window.harness.hover_at(pos2(640.0, 200.0));
        window.harness.run_steps(60);
    }
}

#[test]
fn the_bar_of_a_part_can_be_taken_however_short_that_is() {
    let mut window = Window::new(App::of(of_frames(1_000_000)));
    window.apply(TimelineCommand::ShowSpan(Some([500_000.0, 500_010.0])));
    let timeline = window.rect("Timeline");
    let middle = timeline.left() + GUTTER + (timeline.width() - 2.0 * GUTTER) * 0.5;
    // On 32 by 8 points it is taken, and does not jump.
    for by in [vec2(1.0, -8.0), vec2(31.0, -1.5), vec2(15.0, -4.0)] {
        let from = pos2(middle, timeline.bottom()) + by;
        press(&mut window, from, PointerButton::Primary, Modifiers::NONE);
        assert_eq!(window.state().session.span, Some([500_000.0, 500_010.0]), "{by:?}");
        drag_to(&mut window, from + vec2(100.0, 0.0));
        let [first, _] = window.state().session.span.expect("a part of it");
        assert!(first > 550_000.0, "{by:?}: {first}");
        release(&mut window, from + vec2(100.0, 0.0), PointerButton::Primary);
        assert_eq!(window.frame(), 0, "{by:?}");
        window.apply(TimelineCommand::ShowSpan(Some([500_000.0, 500_010.0])));
    }
}

#[test]
fn curves_follow_the_part_of_the_timeline_that_is_in_sight_where_that_is_wanted() {
    let folder = Folder::new("follow");
    let mut state = several(&folder, 2);
    state.apply(TakesCommand::Activate(state.id(0)));
    state.apply(TakesCommand::Offset(state.id(1), -0.4));
    state.apply(InterfaceCommand::ShowTab(Tab::Curves));
    let root = state.session.takes[0].take.skeleton.roots()[0];
    state.apply(SelectionCommand::Select(Some(root)));
    let mut window = Window::new(state);
    assert_eq!(window.state().session.timeline.before, 10);
    window.click("Follow timeline");
    assert!(window.state().is_on(ViewToggle::CurvesFollow));
    let kept = window.state().remembered(rushes::store::Window::default());
    assert!(kept.view.display.curves_follow);
    window.apply(TimelineCommand::ShowSpan(Some([30.0, 70.0])));
    let slider = |window: &Window| {
        let role = egui::accesskit::Role::Slider;
        window.harness.get_by_role_and_label(role, "Curves").rect()
    };
    let curves = slider(&window);
    // Frame 20 of the take is at the left, frame 60 at the right.
    for (part, frame) in [(0.0, 30), (0.5, 50), (1.0, 70)] {
        let x = curves.left() + 1.0 + part * (curves.width() - 2.0);
        window.click_at(pos2(x, curves.bottom() - 20.0));
        assert_eq!(window.frame(), frame);
    }
    // What is zoomed there is zoomed on the timeline.
    let middle = curves.center();
    wheel(&mut window, middle, vec2(0.0, 2.0), Modifiers::NONE);
    let [first, end] = window.state().session.span.expect("a part of it");
    assert!((end - first - 40.0 * 0.64).abs() < 0.1, "{first} {end}");
    assert_eq!(window.state().session.curve_span, None);
    window.click("Follow timeline");
    wheel(&mut window, middle, vec2(0.0, 2.0), Modifiers::NONE);
    assert_eq!(window.state().session.span, Some([first, end]));
    assert!(window.state().session.curve_span.is_some());
}

#[test]
fn gaps_show_on_the_strip_of_what_is_selected_or_of_all() {
    let mut window = Window::new(App::of(takes::markers()));
    let third = (window.rect("Timeline").width() - 2.0 * GUTTER) / 3.0;
    let gaps = |window: &Window| {
        let mut gaps: Vec<[f32; 2]> = filled(window, FINDING)
            .iter()
            .map(|rect| [rect.left() - 16.0, rect.right() - 16.0])
            .collect();
        gaps.sort_by(|a, b| a[0].total_cmp(&b[0]));
        gaps.iter().map(|gap| gap.map(|x| (x / third * 2.0).round() / 2.0)).collect::<Vec<_>>()
    };
    // One of six markers misses on frame 1, two on frame 2.
    assert_eq!(gaps(&window), [[0.5, 1.5], [1.5, 2.5]]);
    let heights = filled(&window, FINDING).iter().map(|rect| rect.height()).collect::<Vec<_>>();
    assert!(heights[0] < heights[1], "{heights:?}");
    // The panel shows around them, since the strip is too much like them.
    let panel = filled(&window, egui::Color32::from_rgb(0x1e, 0x20, 0x24));
    for gap in filled(&window, FINDING) {
        let (left, top) = (gap.left() - 0.9, gap.top() - 0.9);
        let is_around =
            |rect: &egui::Rect| rect.left() <= left && rect.top() <= top.max(rect.top());
        assert!(panel.iter().any(|rect| is_around(rect) && rect.contains_rect(gap)), "{gap:?}");
    }
    let node = |window: &Window, name: &str| window.open().take.skeleton.find(name);
    for (name, expected) in [("RKNE", vec![[1.5, 2.5]]), ("HEAD", vec![])] {
        let node = node(&window, name);
        window.apply(SelectionCommand::Select(node));
        assert_eq!(gaps(&window), expected, "{name}");
    }
    // A gap of one frame of very many is seen.
    let mut take = takes::markers();
    let columns = take.motion.columns();
    let mut values = vec![1.0; 100_000 * columns];
    values[50_000 * columns] = f32::NAN;
    take.motion = Motion::new(0.01, 100_000, columns, values);
    take.events.clear();
    let window = Window::new(App::of(take));
    let [gap] = filled(&window, FINDING)[..] else {
        panic!("one gap");
    };
    assert!((1.0..2.5).contains(&gap.width()), "{gap:?}");
}

#[test]
fn a_pointer_that_rests_is_told_which_take_it_is_on_and_what_misses() {
    let folder = Folder::new("tips");
    let mut window = Window::new(several(&folder, 2));
    window.apply(TakesCommand::Offset(window.id(1), 0.2));
    let there = at(&window, 50.0, NEXT_STRIP);
    window.harness.hover_at(there);
    window.harness.run_steps(60);
    assert!(window.shows("take 1.bvh, +5 f"));
    let mut window = Window::new(App::of(takes::markers()));
    let there = at(&window, 2.0, STRIP);
    window.harness.hover_at(there);
    window.harness.run_steps(60);
    assert!(window.shows("Missing (occluded): LKNE, RKNE"));
}

#[test]
fn frames_that_could_not_be_read_stand_out_and_are_told() {
    let mut take = of_frames(101);
    take.lost = LostFrames::of([20..22, 101..106], 101);
    let mut window = Window::new(App::of(take));
    let bars = filled(&window, FINDING);
    assert_eq!(bars.len(), 2, "{bars:?}");
    let strip = STRIP + window.rect("Timeline").top();
    assert!(bars.iter().all(|bar| bar.height() > 10.0 && bar.y_range().contains(strip)));
    for (frame, reported) in
        [(20.0, "This frame could not be read"), (100.0, "5 more frames could not be read")]
    {
        let there = at(&window, frame, STRIP);
        window.harness.hover_at(there);
        window.harness.run_steps(60);
        assert!(window.shows(reported), "{frame}");
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
        window.click("Choose playback speed");
        window.click(name);
        assert_eq!(window.state().session.playback.rate(), rate);
    }
    window.apply(PlaybackCommand::SetSpeed(-1.0));
    window.click("Choose playback speed");
    window.click("2.0 ×");
    assert_eq!(window.state().session.playback.rate(), -2.0);
}

#[test]
fn what_was_dropped_is_told_while_playing_and_every_frame_in_its_place() {
    let mut window = Window::sized(App::of(of_frames(501)), 1600.0, 900.0);
    window.apply(PlaybackCommand::Toggle);
    let reported = |window: &mut Window, reported: &str| {
        window.harness.state_mut().record_redraw(Some(59.9), 12);
        window.harness.step();
        assert!(window.shows(reported), "{reported}");
    };
    reported(&mut window, "60 shown · 12 skipped");
    window.click("Choose playback speed");
    window.click("Every frame");
    assert!(window.state().is_on(ViewToggle::EveryFrame));
    window.press(Key::Escape);
    reported(&mut window, "60 shown · every frame");
    window.apply(PlaybackCommand::Pause);
    assert!(!window.shows("shown"));
}

/// The controls of the transport that the window has.
fn transport(window: &Window) -> Vec<(&'static str, egui::Rect)> {
    let names = [
        "Frame",
        "Time",
        "Seconds or timecode",
        "Go to in point",
        "Go to out point",
        "Loop mode",
        "Playback speed",
        "Choose playback speed",
        "Playback fps",
        "Choose playback fps",
    ];
    let has = names.into_iter().filter(|name| window.has(name));
    has.map(|name| (name, window.rect(name))).collect()
}

#[test]
fn nothing_in_the_transport_moves_when_its_text_changes() {
    for (width, least) in [(640.0, 7), (900.0, 10), (1280.0, 10), (2560.0, 10)] {
        let mut window = Window::sized(App::of(of_frames(1_000_000)), width, 720.0);
        let before = transport(&window);
        assert!(before.len() >= least, "{width}: {}", before.len());
        for (i, (name, rect)) in before.iter().enumerate() {
            let row = window.rect("Timeline").expand(1.0).x_range();
            assert!(row.contains(rect.left()) && row.contains(rect.right()), "{width}: {name}");
            let mut others = before[..i].iter();
            let on = others.find(|(_, other)| other.shrink(0.5).intersects(*rect));
            assert!(on.is_none(), "{width}: {name} on {on:?}");
        }
        let flush = before.iter().map(|(_, rect)| rect.right()).fold(0.0, f32::max);
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
            ("wide numbers", Command::Playback(PlaybackCommand::Seek(999_999))),
            ("playing", Command::Playback(PlaybackCommand::Toggle)),
            ("another end", Command::Playback(PlaybackCommand::SetLoopMode(LoopMode::PingPong))),
            ("a wide speed", Command::Playback(PlaybackCommand::SetSpeed(-0.125))),
            ("a wide rate", Command::Playback(PlaybackCommand::PlayAt(Some(24_000.0 / 1001.0)))),
            ("timecode", Command::Display(DisplayCommand::Toggle(ViewToggle::Timecode))),
        ] {
            window.harness.state_mut().apply(command);
            window.harness.step();
            stand_still(&window, when);
        }
        for dropped in [0, 12, 99_999] {
            window.harness.state_mut().record_redraw(Some(144.0), dropped);
            window.harness.step();
            stand_still(&window, "dropped frames");
            let texts = window.texts();
            let reported = texts.iter().find(|text| text.text.contains("shown"));
            assert_eq!(reported.is_some(), width >= 1280.0);
            let ends = reported.map_or(0.0, |text| text.rect.right().round());
            let gap = window.rect("Loop mode").left() - ends;
            assert!(reported.is_none() || (7.0..11.0).contains(&gap), "{width}: {gap}");
        }
        window.apply(PlaybackCommand::Pause);
        stand_still(&window, "paused");
    }
}

/// Opens the field and types into it.
fn go_to(window: &mut Window, typed: &str) {
    window.press(Key::G);
    window.apply(InterfaceCommand::Overlay(None));
    window.apply(InterfaceCommand::Overlay(Some(Overlay::GoTo)));
    window.find("Go to").type_text(typed);
    window.settle();
}

#[test]
fn a_moment_is_gone_to_with_enter_and_where_it_leads_is_told_before() {
    let mut window = Window::new(App::of(of_frames(501)));
    for (typed, reported, frame) in [
        ("188", "frame 188 · 1.88 s", 188),
        ("+10", "frame 198 · 1.98 s", 198),
        ("1.5s", "frame 150 · 1.5 s", 150),
        ("0:02.5", "frame 250 · 2.5 s", 250),
        ("00:00:01:12", "frame 112 · 1.12 s", 112),
        ("9999", "the take ends at 500", 500),
    ] {
        go_to(&mut window, typed);
        assert!(window.shows(reported), "{typed}");
        window.press(Key::Enter);
        assert_eq!(window.frame(), frame, "{typed}");
        assert_eq!(window.state().interface.overlay, None, "{typed}");
        assert!(!window.has("Go to"));
    }
}

#[test]
fn the_field_has_the_focus_at_once_and_escape_closes_it() {
    let mut window = Window::new(App::of(of_frames(501)));
    go_to(&mut window, "7");
    assert!(window.find("Go to").is_focused());
    window.press(Key::Escape);
    assert_eq!((window.frame(), window.state().interface.overlay), (0, None));
    // What was typed then is gone.
    go_to(&mut window, "");
    assert_eq!(window.find("Go to").value().as_deref().unwrap_or_default(), "");
    assert!(window.shows("Frame, time or timecode"));
    window.press(Key::Enter);
    assert_eq!((window.frame(), window.state().interface.overlay), (0, None));
}

#[test]
fn what_is_not_understood_is_told_and_can_be_mended() {
    let mut window = Window::new(App::of(of_frames(501)));
    go_to(&mut window, "1:99");
    assert!(window.shows("Minutes and seconds end at 59"));
    window.press(Key::Enter);
    assert_eq!(window.state().interface.overlay, Some(Overlay::GoTo));
    assert!(window.find("Go to").is_focused());
    assert!(window.shows("1:99"));
    window.press(Key::Escape);
    assert_eq!(window.state().interface.overlay, None);
}

#[test]
fn the_files_own_numbers_lead_to_their_frames() {
    let mut window = Window::new(App::of(takes::markers()));
    for typed in ["1168", "#1168"] {
        go_to(&mut window, typed);
        assert!(window.shows("frame 1168 · 0.2 s"));
        window.press(Key::Enter);
        assert_eq!(window.frame(), 2);
    }
    window.apply(DisplayCommand::Toggle(ViewToggle::FileNumbers));
    go_to(&mut window, "#1168");
    assert!(window.shows("frame 2 · 0.2 s · #1168"));
    window.press(Key::Enter);
    let mut empty = builtin();
    empty.apply(TakesCommand::Close(empty.id(0)));
    let mut window = Window::new(empty);
    window.apply(InterfaceCommand::Overlay(Some(Overlay::GoTo)));
    assert_eq!(window.state().interface.overlay, None, "there is nowhere to go");
}

#[test]
fn frames_are_called_as_in_their_file_or_from_0() {
    let mut window = Window::new(App::of(takes::markers()));
    assert_eq!(window.value("Frame").as_deref(), Some("1166"));
    assert!(window.shows("frame 1166 of 1169") && window.shows("/ 1169"));
    assert!(window.shows("1168"), "on the ruler");
    window.type_into("Frame", "1168");
    window.press(Key::Enter);
    assert_eq!(window.frame(), 2);
    window.click("Numbering");
    window.click("From 0");
    assert_eq!(window.value("Frame").as_deref(), Some("2"));
    assert!(window.shows("frame 2 of 3") && !window.shows("1168"));
    window.click("Numbering");
    window.click("From the file");
    assert_eq!(window.value("Frame").as_deref(), Some("1168"));
    // A file that has no numbers counts from 0.
    let window = Window::new(builtin());
    assert_eq!(window.value("Frame").as_deref(), Some("0"));
}

/// A state that plays a hundred frames a second.
fn playing(mode: LoopMode) -> App {
    let mut state = App::of(of_frames(101));
    state.apply(PlaybackCommand::SetLoopMode(mode));
    state
}

#[test]
fn shuttling_doubles_with_each_repeat_and_a_pause_forgets_it() {
    let mut state = playing(LoopMode::Loop);
    let mut rates = Vec::new();
    for _ in 0..5 {
        state.apply(PlaybackCommand::Shuttle(Direction::Forwards));
        rates.push(state.session.playback.rate());
    }
    assert_eq!(rates, [1.0, 2.0, 4.0, 8.0, 8.0]);
    state.apply(PlaybackCommand::Shuttle(Direction::Backwards));
    assert_eq!(state.session.playback.rate(), -1.0);
    state.tick(0.05);
    assert_eq!(state.session.playback.frame(), 96);
    state.apply(PlaybackCommand::Pause);
    state.apply(PlaybackCommand::Toggle);
    assert_eq!(state.session.playback.rate(), 1.0);
}

#[test]
fn a_range_is_played_to_and_fro_and_left_where_it_is_turned_off() {
    let mut state = playing(LoopMode::PingPong);
    state.apply(PlaybackCommand::Seek(40));
    state.apply(TimelineCommand::SetIn);
    state.apply(PlaybackCommand::Seek(43));
    state.apply(TimelineCommand::SetOut);
    state.apply(PlaybackCommand::First);
    assert_eq!(state.session.playback.frame(), 40);
    state.apply(PlaybackCommand::Toggle);
    let mut shown = Vec::new();
    for _ in 0..7 {
        state.tick(0.01);
        shown.push(state.session.playback.frame());
    }
    assert_eq!(shown, [41, 42, 43, 42, 41, 40, 41]);
    state.apply(TimelineCommand::ToggleRange);
    state.tick(0.1);
    assert_eq!(state.session.playback.frame(), 51);
    state.apply(TimelineCommand::ToggleRange);
    state.apply(TimelineCommand::ClearOut);
    assert_eq!(state.session.playback.range(), 40..=100);
    state.apply(TimelineCommand::ClearRange);
    assert_eq!(state.session.playback.range(), 0..=100);
}

#[test]
fn every_frame_waits_for_its_picture_and_is_never_left_out() {
    let mut state = playing(LoopMode::Loop);
    state.apply(DisplayCommand::Set(ViewToggle::EveryFrame, true));
    state.apply(DisplayCommand::Set(ViewToggle::Blend, true));
    state.apply(PlaybackCommand::Toggle);
    assert!(!state.is_blending(), "frames show, not what is between them");
    for frame in 0..250 {
        state.record_redraw(None, 0);
        assert_eq!(state.session.playback.frame(), frame % 101);
        // A slow display, and a pointer that moves meanwhile.
        for _ in 0..5 {
            state.tick(0.02);
        }
    }
}

#[test]
fn what_is_still_being_read_of_a_take_is_fainter_on_its_strip() {
    let mut state = App::of(of_frames(101));
    state.session.takes.iter_mut().next().expect("a take").partial =
        Some(PartialTake { request: RequestId::new(), frames: 401 });
    // Whatever changes what shows brings the timeline in line.
    state.apply(TakesCommand::SetColour(state.id(0), None));
    state.apply(TakesCommand::Show(state.id(0), false));
    state.apply(TakesCommand::Show(state.id(0), true));
    assert_eq!((state.session.timeline.count, state.session.timeline.loaded), (401, 101));
    let window = Window::new(state);
    let whole = window.rect("Timeline").width() - 2.0 * GUTTER;
    let found = strips(&window);
    let blue = |(_, fill): &&(egui::Rect, egui::Color32)| fill.b();
    let faint = found.iter().min_by_key(blue).expect("what is to come").0;
    let there = found.iter().max_by_key(blue).expect("what has come").0;
    assert!((there.width() - whole / 4.0).abs() < 2.0, "{there:?}");
    assert!((faint.width() - whole).abs() < 2.0, "{faint:?}");
    assert!(window.shows("Loading: 101 of 401 frames"));
    // What has not come is not to be gone to.
    assert_eq!(window.state().session.playback.frame_count(), 101);
}

#[test]
fn a_right_click_has_a_menu_for_the_frame_under_it() {
    let mut window = Window::new(App::of(of_frames(501)));
    let right_click = |window: &mut Window, frame: f64| {
        let at = at(window, frame, STRIP);
        press(window, at, PointerButton::Secondary, Modifiers::NONE);
        release(window, at, PointerButton::Secondary);
    };
    right_click(&mut window, 300.0);
    assert_eq!(window.frame(), 0, "the playhead stays");
    window.click("Set out point");
    assert_eq!(range(&window), [Some(0), Some(300)]);
    right_click(&mut window, 120.0);
    window.click("Set in point");
    assert_eq!(range(&window), [Some(120), Some(300)]);
    right_click(&mut window, 200.0);
    window.click("Go to frame 200");
    assert_eq!(window.frame(), 200);
    right_click(&mut window, 200.0);
    window.click("Clear in and out");
    assert_eq!(range(&window), [None, None]);
    right_click(&mut window, 250.0);
    assert!(window.has("Copy frame number") && window.has("Copy time"));
}
