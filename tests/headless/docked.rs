//! The docked curves: on the timeline's own axis, with the values that takes have, under a mouse.

use crate::support::app::App;
use crate::support::folder::Folder;
use crate::support::panels::{SHIFTED, Window, builtin, on};
use crate::support::pointer::{double_click, drag, drag_to, press, release, wheel};
use crate::support::takes;
use egui::{Color32, Key, Modifiers, PointerButton, Pos2, Rect, Shape, pos2, vec2};
use glam::DVec3;
use rushes::app::{
    CurvesCommand, DockedCurves, GUTTER, HistoryCommand, InterfaceCommand, Keymap, OpenTake, Panel,
    Quantity, SelectMode, SelectionCommand, SettingsCommand, TakesCommand, TimelineCommand,
    ValueScaleId,
};
use rushes::evaluate::Pose;
use rushes::scene::Theme;
use rushes::take::NodeId;

const CURVES: InterfaceCommand = InterfaceCommand::TogglePanel(Panel::Curves);
/// The curve of World X in the dark theme.
const RED: Color32 = Color32::from_rgb(0xf0, 0x64, 0x64);

/// 101 frames, 0.04 s apart; X of the root leaps on frame 60 alone.
fn spike(folder: &Folder, name: &str) -> String {
    let (head, _) = SHIFTED.split_once("Frames:").expect("a motion");
    let row = |frame: usize| {
        let x = if frame == 60 { 50 } else { 0 };
        format!("{x} 95 0 0 0 0 0 0 0\n")
    };
    let rows: String = (0..101).map(row).collect();
    let text = format!("{head}Frames: 101\nFrame Time: 0.04\n{rows}");
    folder.write(name, &text)
}

fn select(window: &mut Window, names: &[&str]) {
    let skeleton = &window.open().take.skeleton;
    let nodes = names.iter().map(|name| skeleton.find(name).expect(name));
    let nodes = nodes.collect();
    window.apply(SelectionCommand::SelectNodes(nodes, SelectMode::Replace));
}

/// The docked curves of some joints of the built-in take, with these quantities alone.
fn shown(names: &[&str], quantities: &[Quantity]) -> Window {
    let mut window = Window::new(builtin());
    window.apply(CURVES);
    show(&mut window, quantities);
    select(&mut window, names);
    window
}

fn show(window: &mut Window, quantities: &[Quantity]) {
    for quantity in Quantity::ALL {
        let on = quantities.contains(&quantity);
        window.apply(CurvesCommand::ShowQuantity(quantity, on));
    }
}

fn plot(window: &Window) -> Rect {
    window.rect("Docked curves")
}

/// Where a frame of the timeline is in it.
fn x_of(window: &Window, frame: f64) -> f32 {
    let rect = window.rect("Timeline");
    let last = window.state().session.timeline.last().max(1) as f64;
    let [first, end] = window.state().session.span.unwrap_or([0.0, last]);
    let along = (frame - first) / (end - first) * f64::from(rect.width() - 2.0 * GUTTER);
    rect.left() + GUTTER + along as f32
}

fn at(window: &Window, frame: f64) -> Pos2 {
    pos2(x_of(window, frame), plot(window).center().y)
}

/// The corners of all lines of a colour, and of the bands that many frames are.
fn line(window: &Window, colour: Color32) -> Vec<Pos2> {
    let mut points = Vec::new();
    for clipped in &window.harness.output().shapes {
        match &clipped.shape {
            Shape::Path(path) if path.stroke.color == egui::epaint::ColorMode::Solid(colour) => {
                points.extend(&path.points);
            }
            Shape::Mesh(mesh) => {
                let corners = mesh.vertices.iter();
                points.extend(corners.filter(|c| c.color == colour).map(|c| c.pos));
            }
            _ => {}
        }
    }
    points
}

fn zoomed(window: &Window, unit: &'static str) -> Option<[f64; 2]> {
    window.state().interface.docked.zoomed(&ValueScaleId::Unit(unit))
}

/// Every value of a curve that shows, by its label.
fn values(window: &Window, label: &str) -> (Vec<f64>, &'static str) {
    let open = window.open();
    let interface = &window.state().interface;
    let (curves, _) = interface.docked.curves(open, None, interface.panels.docked);
    let found = curves.iter().find(|docked| docked.label == label);
    let curve = found.unwrap_or_else(|| panic!("no {label} in {curves:?}")).curve;
    let frames = 0..open.take.motion.frame_count();
    let value = |frame| curve.series().value(frame).map_or(f64::NAN, f64::from);
    (frames.map(value).collect(), curve.unit)
}

/// Where a joint is in the world, in metres.
fn place(open: &OpenTake, node: NodeId, frame: usize) -> DVec3 {
    let pose = Pose::of(&open.take.skeleton, open.take.row(frame));
    open.stage.world(pose.position(node)).as_dvec3()
}

#[test]
fn a_key_shows_the_dock_over_the_ruler_and_hides_it_and_it_is_remembered() {
    let mut window = Window::new(builtin());
    let view = window.rect("View");
    assert!(!window.has("Docked curves"));
    let map = Keymap::default();
    let action = map.action(Key::C, None, Modifiers::NONE, false, false);
    window.apply(action.expect("a key").command.clone());
    assert!(window.shows("Select joints or markers to see their curves here."));
    select(&mut window, &["LeftFoot"]);
    let (dock, timeline) = (plot(&window), window.rect("Timeline"));
    assert!(window.rect("View").height() < view.height());
    assert_eq!(window.rect("Timeline").x_range(), dock.x_range());
    assert!(dock.bottom() <= timeline.top() && dock.bottom() > timeline.top() - 8.0);
    let panels = window.state().remembered(Default::default()).panels;
    assert!(panels.curves && panels.docked.quantities.has(Quantity::Position));
    window.click("Close docked curves");
    assert!(!window.has("Docked curves"));
    assert_eq!(window.rect("View"), view);
}

#[test]
fn its_height_is_dragged_at_its_edge_and_the_timeline_keeps_its_own() {
    let mut window = shown(&["LeftFoot"], &[Quantity::Position]);
    let [timeline, before] = [window.rect("Timeline"), plot(&window)];
    let edge = pos2(600.0, window.rect("View").bottom());
    drag(&mut window, edge, edge - vec2(0.0, 60.0));
    assert_eq!(window.rect("Timeline"), timeline);
    assert!((plot(&window).height() - before.height() - 60.0).abs() < 1.5);
    let between = pos2(600.0, timeline.top() - 1.0);
    drag(&mut window, between, between - vec2(0.0, 30.0));
    assert!((window.rect("Timeline").height() - timeline.height() - 30.0).abs() < 1.5);
    let sizes = window.state().interface.panels.sizes();
    assert_eq!(sizes[2..], [170.0, 260.0]);
}

/// Frame 60 of the active take is where the timeline has it, and a click there leads to it.
fn assert_axis(window: &mut Window, what: &str) {
    let before = window.state().session.timeline.before;
    let frame = 60 + before;
    let x = x_of(window, frame as f64);
    let points = line(window, RED);
    let top = points.iter().min_by(|a, b| a.y.total_cmp(&b.y));
    let top = top.expect("the curve of World X");
    assert!((top.x - x).abs() < 0.01, "{what}: {top:?}, not {x}");
    let there = at(window, frame as f64);
    window.click_at(there);
    assert_eq!(window.frame(), frame, "{what}");
}

#[test]
fn a_frame_is_where_the_timeline_has_it_zoomed_and_offset() {
    let folder = Folder::new("docked-axis");
    let files = [spike(&folder, "a.bvh"), spike(&folder, "b.bvh")];
    let mut window = Window::new(on(&[&files[0], &files[1]]));
    window.apply(CURVES);
    select(&mut window, &["Hips"]);
    assert_axis(&mut window, "whole");
    // The other take begins 12 frames earlier.
    let other = window.state().session.takes.iter();
    let other = other.map(|open| open.id).find(|id| *id != window.open().id);
    window.apply(TakesCommand::Offset(other.expect("a take"), -0.48));
    assert_eq!(window.state().session.timeline.before, 12);
    assert_axis(&mut window, "offset");
    window.apply(TimelineCommand::ShowSpan(Some([40.3, 90.7])));
    assert_axis(&mut window, "zoomed");
    // The wheel over the curves zooms the timeline, at the frame under the pointer.
    let here = at(&window, 72.0);
    wheel(&mut window, here, vec2(0.0, 2.0), Modifiers::CTRL);
    let [first, end] = window.state().session.span.expect("a part");
    assert!(end - first < 40.0 && (x_of(&window, 72.0) - here.x).abs() < 0.01);
    assert_axis(&mut window, "zoomed by the wheel");
    // The middle button moves both along.
    press(&mut window, here, PointerButton::Middle, Modifiers::NONE);
    drag_to(&mut window, here + vec2(80.0, 0.0));
    release(&mut window, here + vec2(80.0, 0.0), PointerButton::Middle);
    let moved = window.state().session.span.expect("a part");
    assert!(moved[0] < first && (x_of(&window, 72.0) - here.x - 80.0).abs() < 0.01);
    assert_axis(&mut window, "panned");
    window.apply(TimelineCommand::ShowSpan(None));
    assert_axis(&mut window, "whole again");
}

#[test]
fn dragging_scrubs_and_one_click_sets_the_playhead() {
    let mut window = shown(&["LeftFoot"], &[Quantity::Position]);
    let [from, to] = [100.0, 300.0].map(|frame| at(&window, frame));
    press(&mut window, from, PointerButton::Primary, Modifiers::NONE);
    assert_eq!(window.frame(), 100);
    drag_to(&mut window, to);
    assert_eq!(window.frame(), 300);
    release(&mut window, to, PointerButton::Primary);
    let there = at(&window, 42.0);
    window.click_at(there);
    assert_eq!(window.frame(), 42);
}

#[test]
fn values_and_units_are_those_of_the_take() {
    let all = [Quantity::Position, Quantity::Height, Quantity::Speed, Quantity::Acceleration];
    let window = shown(&["LeftFoot"], &all);
    let open = window.open();
    let node = open.take.skeleton.find("LeftFoot").expect("a foot");
    let seconds = open.take.motion.frame_time();
    let units = ["World X", "World Z", "Height", "Speed", "Acceleration"]
        .map(|label| values(&window, label).1);
    assert_eq!(units, ["m", "m", "m", "m/s", "m/s²"]);
    let of = |label: &str| values(&window, label).0;
    for frame in [1, 57, 200, 499] {
        let [a, b, c] = [frame - 1, frame, frame + 1].map(|frame| place(open, node, frame));
        assert!((of("World X")[frame] - b.x).abs() < 1e-5);
        assert!((of("Height")[frame] - b.y).abs() < 1e-5);
        assert!((of("Speed")[frame] - (c - a).length() / (2.0 * seconds)).abs() < 1e-3);
        let bend = (c - b * 2.0 + a).length() / (seconds * seconds);
        assert!((of("Acceleration")[frame] - bend).abs() < 0.05 * (1.0 + bend));
    }
    // What the legend says is the value on the frame that shows.
    let said = window.value("Curve Speed").expect("a value");
    assert_eq!(said, format!("{:.3} m/s", of("Speed")[window.frame()]));
}

#[test]
fn channels_show_as_the_file_has_them() {
    let window = shown(&["LeftFoot"], &[Quantity::Channels]);
    let open = window.open();
    let node = open.take.skeleton.find("LeftFoot").expect("a foot");
    let columns = open.take.skeleton[node].columns();
    let label = open.take.channel_name(node, 1);
    let (found, unit) = values(&window, &label);
    assert_eq!(unit, "°");
    for (frame, value) in found.iter().enumerate() {
        assert_eq!(*value, f64::from(open.take.row(frame)[columns.start + 1]));
    }
}

#[test]
fn the_derivative_is_what_values_change_in_a_second() {
    let mut window = shown(&["LeftFoot", "Hips"], &[Quantity::Position, Quantity::Speed]);
    window.click("Derivative");
    let open = window.open();
    let seconds = open.take.motion.frame_time();
    let last = open.last();
    for name in ["LeftFoot", "Hips"] {
        let node = open.take.skeleton.find(name).expect(name);
        let (found, unit) = values(&window, &format!("{name} World Y"));
        assert_eq!((unit, found.len()), ("m/s", last + 1));
        for (frame, value) in found.iter().enumerate() {
            let [before, after] = [frame.saturating_sub(1), (frame + 1).min(last)];
            let rise = place(open, node, after).y - place(open, node, before).y;
            let expected = rise / ((after - before) as f64 * seconds);
            assert!((value - expected).abs() < 1e-3, "{name} {frame}: {value}");
        }
    }
    assert_eq!(values(&window, "Hips Speed").1, "m/s²");
    assert!(window.value("Curve Hips World Y").expect("a value").ends_with(" m/s"));
    window.click("Derivative");
    assert_eq!(values(&window, "Hips World Y").1, "m");
}

/// The texts in the upper corners of the plot and at its sides.
fn titles(window: &Window) -> Vec<(String, f32)> {
    let rect = plot(window);
    let texts = window.texts().into_iter();
    let inside = texts
        .filter(|text| rect.contains(text.rect.center()) && text.rect.top() < rect.top() + 14.0);
    inside.map(|text| (text.text, text.rect.center().x)).collect()
}

#[test]
fn one_plot_has_an_axis_for_each_of_two_units_and_stacked_curves_a_lane_each() {
    let mut window = shown(&["LeftFoot"], &[Quantity::Height, Quantity::Speed]);
    window.apply(TimelineCommand::ShowSpan(Some([0.0, 100.0])));
    let found = titles(&window);
    let [(left, x), (right, other)] = &found[..] else {
        panic!("{found:?}");
    };
    assert_eq!([&**left, &**right], ["m", "m/s"]);
    assert!(*x < 40.0 && *other > 1240.0, "{found:?}");
    // A third unit has no axis, and is as high as the plot all the same.
    show(&mut window, &[Quantity::Height, Quantity::Speed, Quantity::AngularVelocity]);
    assert_eq!(titles(&window).len(), 2);
    let third = line(&window, Color32::from_rgb(0x52, 0xdb, 0xa4));
    let ys = || third.iter().map(|point| point.y);
    let high = ys().fold(f32::MIN, f32::max) - ys().fold(f32::MAX, f32::min);
    assert!(high > plot(&window).height() * 0.8, "{high}");
    window.apply(CurvesCommand::ToggleStacked);
    for title in ["Height, m", "Speed, m/s", "Angular velocity, °/s"] {
        let lanes = window.texts().into_iter().filter(|text| text.text == title);
        assert_eq!(lanes.count(), 1, "{title}");
    }
    // Lanes that do not fit scroll.
    select(&mut window, &["LeftFoot", "RightFoot", "Hips"]);
    assert!(plot(&window).height() > 9.0 * 46.0);
    assert!(plot(&window).top() < window.rect("Timeline").top());
}

#[test]
fn the_arrangement_and_the_quantities_are_chosen_from_menus() {
    let mut window = shown(&["LeftFoot"], &[Quantity::Position]);
    window.click("Arrangement of curves");
    window.click("Stacked");
    assert!(window.state().interface.panels.docked.stacked);
    window.click("Quantities");
    window.click("Height");
    window.click("World position");
    let chosen = window.state().interface.panels.docked.quantities;
    assert_eq!(chosen.iter().collect::<Vec<_>>(), [Quantity::Height]);
    assert_eq!(window.value("Quantities").as_deref(), Some("LeftFoot"));
}

#[test]
fn a_box_zooms_both_ways_and_fit_shows_all_values_again() {
    let mut window = shown(&["LeftFoot"], &[Quantity::Height]);
    let rect = plot(&window);
    assert_eq!((zoomed(&window, "m"), window.state().session.span), (None, None));
    let ends = [
        pos2(x_of(&window, 100.0), rect.top() + 30.0),
        pos2(x_of(&window, 200.0), rect.top() + 90.0),
    ];
    let pull = |window: &mut Window, [from, to]: [Pos2; 2]| {
        press(window, from, PointerButton::Primary, Modifiers::COMMAND);
        drag_to(window, to);
        release(window, to, PointerButton::Primary);
    };
    let frame = window.frame();
    pull(&mut window, ends);
    let [first, end] = window.state().session.span.expect("a part");
    assert!((first - 100.0).abs() < 0.01 && (end - 200.0).abs() < 0.01);
    let [low, high] = zoomed(&window, "m").expect("zoomed");
    let whole = values(&window, "Height").0;
    let most = whole.iter().copied().fold(f64::MIN, f64::max);
    let least = whole.iter().copied().fold(f64::MAX, f64::min);
    let share = (high - low) / (most - least);
    let expected = 60.0 / f64::from(rect.height() - 13.0);
    assert!((share - expected).abs() < 0.01, "{share}, not {expected}");
    assert!(low > least && high < most);
    assert_eq!(window.frame(), frame, "a box does not scrub");
    // A flat box zooms time alone, and a narrow one values alone.
    window.apply(CurvesCommand::Fit);
    assert_eq!(zoomed(&window, "m"), None);
    let y = plot(&window).center().y;
    let flat = [120.0, 160.0].map(|frame| pos2(x_of(&window, frame), y));
    pull(&mut window, flat);
    let span = window.state().session.span.expect("a part");
    assert!((span[0] - 120.0).abs() < 0.01 && (span[1] - 160.0).abs() < 0.01);
    assert_eq!(zoomed(&window, "m"), None);
    let narrow = [-20.0, 20.0].map(|by| pos2(600.0, y + by));
    pull(&mut window, narrow);
    assert_eq!(window.state().session.span, Some(span));
    assert!(zoomed(&window, "m").is_some());
    // Two clicks fit values, and leave the part of the timeline that shows.
    let there = at(&window, 150.0);
    double_click(&mut window, there, Modifiers::NONE);
    assert_eq!((zoomed(&window, "m"), window.frame()), (None, 150));
    assert_eq!(window.state().session.span, Some(span));
}

#[test]
fn the_wheel_zooms_values_over_an_axis_and_with_alt() {
    let mut window = shown(&["LeftFoot"], &[Quantity::Height, Quantity::Speed]);
    let rect = plot(&window);
    let middle = pos2(600.0, rect.center().y);
    wheel(&mut window, middle, vec2(0.0, 1.0), Modifiers::ALT);
    let both = [zoomed(&window, "m"), zoomed(&window, "m/s")];
    assert!(both.iter().all(Option::is_some), "{both:?}");
    assert_eq!(window.state().session.span, None, "time stays");
    let left = pos2(10.0, rect.center().y);
    wheel(&mut window, left, vec2(0.0, 1.0), Modifiers::NONE);
    let [before, after] = [both[0], zoomed(&window, "m")].map(|span| span.expect("zoomed"));
    assert!(((before[1] - before[0]) / (after[1] - after[0]) - 1.25).abs() < 1e-3);
    assert_eq!(zoomed(&window, "m/s"), both[1]);
    // What is under the pointer stays there.
    let about = |[low, high]: [f64; 2]| f64::midpoint(low, high);
    assert!((about(before) - about(after)).abs() < (before[1] - before[0]) * 0.02);
    // Once values are zoomed, the middle button moves them too.
    press(&mut window, middle, PointerButton::Middle, Modifiers::NONE);
    drag_to(&mut window, middle + vec2(0.0, 20.0));
    release(&mut window, middle + vec2(0.0, 20.0), PointerButton::Middle);
    assert!(zoomed(&window, "m").expect("zoomed")[0] > after[0]);
    window.apply(CurvesCommand::Fit);
    assert_eq!(zoomed(&window, "m"), None);
}

#[test]
fn an_entry_of_the_legend_hides_its_curve_and_shows_it_again() {
    let mut window = shown(&["LeftFoot"], &[Quantity::Position]);
    window.apply(TimelineCommand::ShowSpan(Some([0.0, 100.0])));
    assert!(!line(&window, RED).is_empty());
    window.click("Curve World X");
    assert!(line(&window, RED).is_empty());
    assert!(window.has("Curve World X"), "its name stays");
    window.click("Curve World X");
    assert!(!line(&window, RED).is_empty());
    window.apply(HistoryCommand::Undo);
    assert!(!line(&window, RED).is_empty(), "hiding is no edit");
}

#[test]
fn more_curves_than_can_be_told_apart_are_counted() {
    let mut window = shown(&["LeftFoot"], &[Quantity::Position]);
    let all = window.open().take.skeleton.iter().map(|(id, _)| id);
    let all: Vec<NodeId> = all.collect();
    let count = all.len() * 3;
    window.apply(SelectionCommand::SelectNodes(all, SelectMode::Replace));
    let shown = {
        let interface = &window.state().interface;
        let (curves, _) = interface.docked.curves(window.open(), None, interface.panels.docked);
        curves.len()
    };
    assert_eq!(shown, 24);
    assert!(window.has(&format!("and {} more", count - shown)));
}

#[test]
fn gaps_and_events_are_marked_where_they_are() {
    let mut window = Window::new(App::of(takes::markers()));
    window.apply(CURVES);
    select(&mut window, &["LKNE"]);
    let rect = plot(&window);
    let theme = Theme::Dark.colours();
    let band = theme.dim.gamma_multiply(0.18);
    let fills = window.fills();
    let bands: Vec<Rect> = fills.iter().filter(|(_, c)| *c == band).map(|(r, _)| *r).collect();
    let [band] = bands[..] else {
        panic!("{bands:?}");
    };
    let [left, right] = [0.5, 2.5].map(|frame| x_of(&window, frame));
    assert!((band.left() - left).abs() < 0.6 && (band.right() - right).abs() < 0.6);
    assert!(band.height() > rect.height() * 0.9);
    // The values around it are two points apart: the line does not cross it.
    assert!(line(&window, RED).iter().all(|p| p.x < left || p.x > right));
    let event = x_of(&window, 1.0);
    let flag = theme.event.gamma_multiply(0.7);
    let is_flag = |(rect, colour): &(Rect, Color32)| {
        *colour == flag && rect.width() < 1.5 && (rect.center().x - event).abs() < 1.0
    };
    assert!(fills.iter().any(is_flag));
}

#[test]
fn what_a_marker_does_not_have_is_told() {
    let mut window = Window::new(App::of(takes::markers()));
    window.apply(CURVES);
    show(&mut window, &[Quantity::AngularVelocity, Quantity::Height]);
    select(&mut window, &["HEAD"]);
    assert_eq!(window.value("Curve Angular velocity").as_deref(), Some("–"));
    window.find("Curve Angular velocity").hover();
    window.harness.run_steps(60);
    assert!(window.shows("'HEAD' is a marker, which has no rotation"));
    assert_eq!(window.value("Curve Height").as_deref(), Some("1.800 m"));
}

#[test]
fn a_long_take_fills_in_bit_by_bit() {
    let mut take = rushes::files::builtin();
    let row = take.motion.row(0).to_vec();
    let columns = take.motion.columns();
    take.motion = rushes::take::Motion::new(0.01, 60_000, columns, row.repeat(60_000));
    let mut state = App::of(take);
    state.apply(CURVES);
    state.apply(CurvesCommand::ShowQuantity(Quantity::Speed, true));
    let foot = state.take().and_then(|open| open.take.skeleton.find("LeftFoot"));
    state.apply(SelectionCommand::Select(foot));
    let filled = |docked: &DockedCurves, open: &OpenTake, state: &App| -> Vec<usize> {
        let (curves, _) = docked.curves(open, None, state.interface.panels.docked);
        curves.iter().map(|d| d.curve.series().len()).collect()
    };
    let mut before = Vec::new();
    let mut redraws = 0;
    loop {
        state.prepare();
        let now = filled(&state.interface.docked, state.take().expect("a take"), &state);
        assert_ne!(now, before, "each redraw goes on");
        before = now;
        redraws += 1;
        if !state.interface.is_filling {
            break;
        }
    }
    assert!(redraws > 3, "{redraws}");
    assert_eq!(before, [60_000; 4]);
}

#[test]
fn every_text_is_read_in_both_themes() {
    for theme in Theme::ALL {
        let mut window = shown(&["LeftFoot", "RightFoot"], &[Quantity::Height, Quantity::Speed]);
        window.apply(SettingsCommand::SetTheme(Some(theme)));
        let rect = plot(&window);
        let panel = theme.colours().panel;
        let inside: Vec<_> =
            window.texts().into_iter().filter(|text| rect.contains(text.rect.center())).collect();
        assert!(inside.len() > 4);
        for text in inside {
            let found = rushes::app::contrast(text.colour, panel);
            assert!(found >= 4.5, "{theme:?} {}: {found}", text.text);
        }
    }
}

#[test]
fn x_y_and_z_keep_their_colours_whatever_else_is_shown() {
    let folder = Folder::new("docked-colours");
    let mut window = Window::new(on(&[&spike(&folder, "a.bvh")]));
    window.apply(CURVES);
    select(&mut window, &["Hips"]);
    let axes = [RED, Color32::from_rgb(0x6c, 0xd0, 0x7c), Color32::from_rgb(0x5a, 0xa0, 0xf0)];
    let has_axes = |window: &Window| axes.map(|axis| !line(window, axis).is_empty());
    assert_eq!(has_axes(&window), [true; 3]);
    show(&mut window, &[Quantity::Position, Quantity::Speed]);
    assert_eq!(has_axes(&window), [true; 3], "with another quantity");
    select(&mut window, &["Hips", "LeftLeg"]);
    assert_eq!(has_axes(&window), [true; 3], "with another joint");
}
