//! The real program on a Wayland desktop: opened, framed, scaled, given files and texts, closed.
//!
//! The desktop is weston in a virtual X server, whose keys and mouse it passes on.

use std::ops::Range;
use std::path::Path;

use crate::support::desktop::{Desktop, Program, Screenshot};
use crate::support::folder::Folder;
use crate::support::keyboard::Keyboard;
use crate::support::neighbour::{COLOUR, Deed, Neighbour};
use crate::support::places::{laid_out_at, pixel, text_colour};
use crate::support::wait::{wait_for, wait_until};
use crate::support::weston::Weston;
use crate::support::{app, reviewing};
use egui::vec2;

const RETURN: u32 = 0xff0d;
const CONTROL: u32 = 0xffe3;
const END: u32 = 0xff57;
const F11: u32 = 0xffc8;

/// The desktop's background, as its settings have it.
const BARE: [u8; 3] = [0x00, 0x80, 0x00];

/// How high the frame above the window is, in points.
const TITLE: i16 = 35;

fn letter(letter: char) -> u32 {
    u32::from(letter)
}

fn with_control(screen: &Desktop, key: char) {
    screen.hold(CONTROL, true);
    screen.key(letter(key));
    screen.hold(CONTROL, false);
}

/// Whether a picture of the window's top is mostly of one dark grey, which nothing in the window has.
fn has_frame(top: &Screenshot) -> bool {
    let is_frame =
        |pixel: &&[u8; 3]| matches!(pixel, [grey @ 0x28..0x38, g, b] if g == grey && b == grey);
    top.pixels.iter().filter(is_frame).count() > top.pixels.len() / 2
}

/// Where the neighbour's square is.
fn square(screen: &Desktop) -> (i16, i16) {
    wait_for("a square", || {
        let all: Screenshot = screen.screenshot(0, 0, 1280, 720);
        let is_there = all.find(COLOUR).len() > 10_000;
        is_there.then(|| all.centre_of(COLOUR)).map(|(x, y)| (x as i16, y as i16))
    })
}

/// The window on a file, in a desktop that it fills but for the frame above it.
fn laid_out(file: &Path) -> Keyboard {
    laid_out_at(&[file], 1280.0, f32::from(720 - TITLE))
}

/// A place in the view, as parts of its width and height.
fn in_view(window: &Keyboard, x: f32, y: f32) -> (i16, i16) {
    below_frame(pixel(window.view.min + vec2(x, y) * window.view.size()))
}

/// Where a place of the window is on the screen.
fn below_frame((x, y): (i16, i16)) -> (i16, i16) {
    (x, y + TITLE)
}

/// A place in the view that the square does not cover.
fn beside(window: &Keyboard, square: (i16, i16)) -> (i16, i16) {
    let x = if square.0 < 640 { 0.85 } else { 0.15 };
    in_view(window, x, 0.5)
}

/// Enters the field of the frame's number.
fn enter_frame_field(screen: &Desktop, program: &mut Program, window: &Keyboard) {
    screen.point(below_frame(pixel(window.rect("Frame").center())));
    screen.click(1);
    program.settle();
    with_control(screen, 'a');
}

#[test]
fn the_window_opens_with_a_frame_fills_the_screen_and_closes_by_its_cross() {
    let Some(weston) = Weston::start("wayland-open", [1280, 720], 1) else {
        return;
    };
    let folder = Folder::new("wayland-open-take");
    let file = folder.take("walk.bvh", 101);
    let mut program = weston.run(&[&file]);
    let screen = &weston.screen;
    let top = || screen.screenshot(0, 0, 1280, TITLE as u16);
    assert_eq!(program.last["take"], "walk.bvh");
    wait_until("a window as large as the desktop", || {
        screen.screenshot(0, 0, 1280, 720).find(BARE).is_empty()
    });
    wait_until("a frame", || has_frame(&top()));
    let corner = screen.screenshot(1280 - TITLE, 0, TITLE as u16, TITLE as u16);
    let (x, y) = corner.centre_of([0xff, 0xff, 0xff]);
    let cross = (1280 - TITLE + x as i16, y as i16);

    screen.point(in_view(&laid_out(&file), 0.5, 0.5));
    screen.key(F11);
    wait_until("no frame", || !has_frame(&top()));
    screen.key(F11);
    wait_until("the frame again", || has_frame(&top()));

    screen.key(END);
    program.wait_for_frame(100);
    screen.point(cross);
    screen.click(1);
    assert_eq!(program.exit_code(), Some(0));
}

#[test]
fn texts_are_copied_and_pasted() {
    let Some(weston) = Weston::start("wayland-clipboard", [1280, 720], 1) else {
        return;
    };
    let folder = Folder::new("wayland-clipboard-take");
    let file = folder.take("walk.bvh", 101);
    let window = laid_out(&file);
    let mut program = weston.run(&[&file]);
    let screen = &weston.screen;
    let _source = Neighbour::start(&weston.socket(), Deed::Copy("42".into()));
    let square = square(screen);
    screen.point(square);
    screen.click(1);
    // A window that is pressed comes above others.
    screen.point(beside(&window, square));
    screen.click(1);
    program.settle();
    enter_frame_field(screen, &mut program, &window);
    with_control(screen, 'v');
    program.settle();
    screen.key(RETURN);
    program.wait_for_frame(42);

    enter_frame_field(screen, &mut program, &window);
    screen.key(letter('5'));
    screen.key(letter('7'));
    with_control(screen, 'a');
    with_control(screen, 'c');
    program.settle();
    let reader = Neighbour::start(&weston.socket(), Deed::Nothing);
    assert_eq!(reader.clipboard(), "57");

    screen.point(beside(&window, self::square(screen)));
    screen.click(1);
    program.settle();
    with_control(screen, 'q');
    assert_eq!(program.exit_code(), Some(0));
}

#[test]
fn a_session_is_saved_and_comes_back_as_it_was() {
    let Some(weston) = Weston::start("wayland-session", [1280, 720], 1) else {
        return;
    };
    let folder = Folder::new("wayland-session-takes");
    let file = folder.take("walk.bvh", 101);
    let path = folder.0.join("mine.rushes");
    let mut saved = app::App::new(&[file], Default::default());
    saved.apply(rushes::app::SessionCommand::SaveTo(path.clone()));
    let mut program = weston.run(&[&path]);
    let screen = &weston.screen;
    program.wait("the take", |p| p["take"] == "walk.bvh" && p["loading"] == false);
    screen.point(in_view(&laid_out(&path), 0.5, 0.5));
    screen.key(END);
    program.wait_for_frame(100);
    screen.key(letter('i'));
    with_control(screen, 's');
    program.wait("word of it", |p| p["notices"].to_string().contains("Saved "));
    with_control(screen, 'q');
    assert_eq!(program.exit_code(), Some(0));
    let mut next = weston.run(&[&path]);
    next.wait("the range", |p| p["range"] == serde_json::json!([100, null]));
    next.wait("the frame", |p| p["frame"] == 100);
}

#[test]
fn a_take_is_reviewed_and_what_was_said_is_there_the_next_day() {
    let Some(weston) = Weston::start("wayland-review", [1280, 720], 1) else {
        return;
    };
    let folder = Folder::new("wayland-review-takes");
    let files = reviewing::takes(&folder);
    let place = reviewing::Place {
        desktop: &weston.screen,
        below: TITLE,
        size: [1280.0, f32::from(720 - TITLE)],
    };
    place.review(&files, weston.run(&[&files[0], &files[1]]));
    place.come_back(&files[0], weston.run(&[&files[0]]));
}

#[test]
fn files_are_dropped() {
    let Some(weston) = Weston::start("wayland-drop", [1280, 720], 1) else {
        return;
    };
    let folder = Folder::new("wayland-drop-takes");
    let first = folder.take("first.bvh", 101);
    let mut program = weston.run(&[&first]);
    let files = ["a b.bvh", "last.bvh"].map(|name| folder.take(name, 101).display().to_string());
    let list = files.map(|file| format!("file://{}\r\n", file.replace(' ', "%20"))).concat();
    let screen = &weston.screen;
    let source = Neighbour::start(&weston.socket(), Deed::Drag(list));
    let from = square(screen);
    let to = beside(&laid_out(&first), from);
    screen.point(from);
    screen.button(1, true);
    screen.drag(from, to);
    program.wait("two files over the window", |p| p["hovering"] == 2);
    screen.button(1, false);
    program.wait("the takes", |p| p["takes"].as_array().map(Vec::len) == Some(3));
    source.wait_until_taken();
    assert_eq!(program.last["takes"], serde_json::json!(["first.bvh", "a b.bvh", "last.bvh"]));
    assert_eq!(program.last["hovering"], 0);
    assert_eq!(program.last["notices"], serde_json::json!([]));
}

#[test]
fn everything_is_twice_as_large_where_the_desktop_is() {
    let folder = Folder::new("wayland-scale-take");
    let path = folder.take("walk.bvh", 101);
    // The row of the take stays at its place in points.
    let row = laid_out(&path).rect("walk.bvh");
    let row = row.translate(vec2(0.0, f32::from(TITLE)));
    // The desktop shows a picture some time after the program has given it.
    let letters = |scale: u16, wanted: Range<usize>| {
        let name = format!("wayland-scale-{scale}");
        let weston = Weston::start(&name, [1280, 720], scale)?;
        let _program = weston.run(&[&path]);
        Some(wait_for(&format!("{wanted:?} pixels of letters"), || {
            let name = weston.screen.picture_of(row, f32::from(scale));
            Some(name.find(text_colour()).len()).filter(|count| wanted.contains(count))
        }))
    };
    let Some(one) = letters(1, 21..1000) else {
        return;
    };
    letters(2, 3 * one..6 * one);
}

#[test]
fn a_display_of_wayland_comes_before_one_of_x11_if_it_answers() {
    let Some(weston) = Weston::start("wayland-first", [1280, 720], 1) else {
        return;
    };
    let Some(x11) = Desktop::start() else {
        return;
    };
    let socket = weston.socket();
    let gone = weston.socket().with_extension("gone");
    for (socket, is_x11) in [(socket, false), (gone, true)] {
        let environment = [("WAYLAND_DISPLAY", socket.to_str().expect("UTF-8"))];
        let _program = Program::start(&mut x11.command(&[], &environment));
        assert_eq!(x11.has_window(), is_x11, "{}", socket.display());
    }
}
