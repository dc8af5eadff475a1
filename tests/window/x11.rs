//! The real program in a real window: started on a file, played, stepped, scrubbed, given files.

use std::path::PathBuf;
use std::time::Duration;

use crate::support::desktop::{Desktop, Program};
use crate::support::folder::Folder;
use crate::support::places::{bone, laid_out, middle, nowhere, on_timeline, pixel, text_colour};
use crate::support::timeline::{LANE, RULER};
use egui::Key;
use serde_json::json;

const LEFT: [u8; 3] = [0x4a, 0xa3, 0xff];
const RIGHT: [u8; 3] = [0xff, 0x6b, 0x4a];

/// The colour that tells a second take from the first.
const SECOND: [u8; 3] = [0xa9, 0x8b, 0xf5];

const RETURN: u32 = 0xff0d;
const SPACE: u32 = 0x20;
const HOME: u32 = 0xff50;
const ARROW_LEFT: u32 = 0xff51;
const ARROW_RIGHT: u32 = 0xff53;
const END: u32 = 0xff57;
const CONTROL: u32 = 0xffe3;

fn letter(letter: char) -> u32 {
    u32::from(letter)
}

/// A take of 101 frames at 50 a second: a figure with two arms whose arms rise, and which stands
/// on the floor, facing +Z.
fn take(folder: &Folder, name: &str) -> PathBuf {
    folder.figure(name, |frame| format!("0 90 0 0 0 0 {frame} -{frame}"))
}

#[test]
fn a_file_opens_as_a_figure_that_stands_on_the_floor_and_faces_the_camera() {
    let folder = Folder::new("open");
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let file = take(&folder, "wave.bvh");
    let mut program = desktop.run(&[&file], &[]);
    program.settle();
    assert_eq!(program.last["take"], "wave.bvh");
    assert_eq!(program.last["frame"], 0);
    assert_eq!(program.last["notices"], serde_json::json!([]));
    let window = laid_out(&[&file]);
    let picture = desktop.screenshot(0, 0, 1280, 720);
    for part in ["Arm", "Leg"] {
        let [left, right] = ["Left", "Right"].map(|side| bone(&window, &format!("{side}{part}")));
        assert!(left.x > right.x, "its left is on the right: {left} {right}");
        assert!(picture.has(LEFT, left), "the left {part} is at {left}");
        assert!(picture.has(RIGHT, right), "the right {part} is at {right}");
    }
    let view = desktop.picture_of(window.view, 1.0);
    let heights = || view.find(LEFT).into_iter().map(|place| place.1);
    let height = heights().max().unwrap() - heights().min().unwrap();
    let least = window.view.height() as usize / 4;
    assert!(height > least, "the figure fills the view: {height} pixels");
}

#[test]
fn keys_play_in_true_time_pause_step_and_go_to_the_ends() {
    let folder = Folder::new("keys");
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let mut program = desktop.run(&[&take(&folder, "wave.bvh")], &[]);
    program.settle();

    // Frames follow the clock, however many pictures the display manages to show: the frame of each
    // picture is of a moment between the picture before and its own.
    let time = |program: &Program| program.last["ms"].as_f64().unwrap() / 1000.0;
    let before = time(&program);
    desktop.key(SPACE);
    program.wait("playing", |p| p["playing"] == true);
    let began = time(&program);
    loop {
        let (earliest, number) = (time(&program), program.last["picture"].clone());
        program.wait("the next picture", |p| p["picture"] != number);
        let frame = program.last["frame"].as_f64().unwrap();
        let [least, most] = [earliest - began, time(&program) - before].map(|s| s * 50.0);
        assert!(
            (least - 2.0..most + 2.0).contains(&frame),
            "frame {frame} is none of {least} to {most}"
        );
        if frame >= 40.0 {
            break;
        }
    }
    desktop.key(SPACE);
    program.wait("a pause", |p| p["playing"] == false);
    program.settle();

    desktop.key(HOME);
    program.wait_for_frame(0);
    for frame in 1..=3 {
        desktop.key(ARROW_RIGHT);
        program.wait_for_frame(frame);
    }
    desktop.key(ARROW_LEFT);
    program.wait_for_frame(2);
    desktop.key(END);
    program.wait_for_frame(100);

    desktop.key(letter('j'));
    program.wait("playing backwards", |p| p["rate"] == -1.0);
    desktop.key(letter('j'));
    program.wait("twice as fast", |p| p["rate"] == -2.0);
    desktop.key(letter('k'));
    program.wait("a pause", |p| p["playing"] == false);
}

#[test]
fn a_frame_looks_the_same_whenever_it_shows_and_unlike_its_neighbours() {
    let folder = Folder::new("same");
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let file = take(&folder, "wave.bvh");
    let mut program = desktop.run(&[&file], &[]);
    program.settle();
    let mut window = laid_out(&[&file]);
    let picture = || desktop.screenshot(0, 0, 1280, 720);
    let (first, low) = (picture(), bone(&window, "LeftArm"));
    desktop.key(END);
    program.wait_for_frame(100);
    program.settle();
    window.press(Key::End);
    let (last, high) = (picture(), bone(&window, "LeftArm"));
    // The left arm has risen by 100 degrees.
    assert!(high.y < low.y - 10.0, "from {low} to {high}");
    for (picture, arm, other) in [(&first, low, high), (&last, high, low)] {
        assert!(picture.has(LEFT, arm), "an arm at {arm}");
        assert!(!picture.has(LEFT, other), "no arm at {other}");
    }
    desktop.key(HOME);
    program.wait_for_frame(0);
    program.settle();
    assert!(picture() == first, "frame 0 looks otherwise now");
}

#[test]
fn a_held_key_repeats_steps_and_toggles_nothing_twice() {
    let folder = Folder::new("held");
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let mut program = desktop.run(&[&take(&folder, "wave.bvh")], &[]);
    program.settle();
    // The server repeats a key that is held, as every desktop does: first that it does.
    desktop.hold(ARROW_RIGHT, true);
    program.wait("several steps", |p| p["frame"].as_u64() >= Some(4));
    desktop.hold(ARROW_RIGHT, false);
    program.settle();

    desktop.hold(letter('l'), true);
    program.wait("playing", |p| p["playing"] == true);
    program.pictures_in(Duration::from_millis(1500));
    assert_eq!(program.last["rate"], 1.0, "a held L is one L");
    desktop.hold(letter('l'), false);
    desktop.key(letter('k'));
    program.wait("a pause", |p| p["playing"] == false);

    // With K held, J and L step.
    desktop.key(HOME);
    program.wait_for_frame(0);
    desktop.hold(letter('k'), true);
    desktop.key(letter('l'));
    program.wait_for_frame(1);
    desktop.key(letter('l'));
    program.wait_for_frame(2);
    desktop.key(letter('j'));
    program.wait_for_frame(1);
    desktop.hold(letter('k'), false);
    assert_eq!(program.last["playing"], false);
}

#[test]
fn a_field_takes_what_was_typed_and_gives_the_keys_back_to_the_playhead() {
    let folder = Folder::new("typing");
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let file = take(&folder, "wave.bvh");
    let mut program = desktop.run(&[&file], &[]);
    program.settle();
    let window = laid_out(&[&file]);
    desktop.point(middle(&window, "Frame"));
    desktop.click(1);
    program.settle();
    desktop.key(letter('4'));
    desktop.key(letter('2'));
    program.settle();
    assert_eq!(program.last["frame"], 0, "nothing goes anywhere while it is typed");
    desktop.key(RETURN);
    program.wait_for_frame(42);

    // A field that is entered and left untouched sets nothing back.
    desktop.click(1);
    program.settle();
    desktop.point(on_timeline(&window, 63.0, 100.0, LANE));
    desktop.click(1);
    let scrubbed = program.wait("scrubbing", |p| p["frame"] != 42)["frame"].clone();
    program.settle();
    assert_eq!(program.last["frame"], scrubbed);
    desktop.key(ARROW_RIGHT);
    let next = scrubbed.as_u64().unwrap() + 1;
    program.wait_for_frame(next);
}

#[test]
fn dragging_on_the_timeline_scrubs() {
    let folder = Folder::new("scrub");
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let file = take(&folder, "wave.bvh");
    let mut program = desktop.run(&[&file], &[]);
    program.settle();
    let window = laid_out(&[&file]);
    let at = |frame: f64| on_timeline(&window, frame, 100.0, LANE);
    desktop.point(at(50.0));
    desktop.button(1, true);
    program.wait_for_frame(50);
    // The very next picture has the frame under the pointer.
    for frame in [75, 20, 99, 51, 52] {
        program.settle();
        desktop.point(at(f64::from(frame)));
        let before = program.last["picture"].as_u64().unwrap();
        let next = program.wait("a picture", |p| p["picture"].as_u64() > Some(before));
        assert_eq!(next["frame"], frame);
    }
    desktop.point((at(10.0).0, pixel(window.view.center()).1));
    program.wait_for_frame(10);
    desktop.button(1, false);
    desktop.point(at(90.0));
    program.settle();
    assert_eq!(program.last["frame"], 10, "a pointer that is up scrubs nothing");

    // Scrubbing while it plays goes on from there.
    desktop.key(SPACE);
    program.wait("playing", |p| p["playing"] == true);
    desktop.point(at(60.0));
    desktop.click(1);
    program.wait("the new place", |p| p["frame"].as_u64() >= Some(60));
    assert_eq!(program.last["playing"], true);
}

#[test]
fn a_drag_ends_where_it_was_let_go_however_long_a_picture_takes() {
    let folder = Folder::new("slow-drag");
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let file = take(&folder, "wave.bvh");
    let mut program = desktop.run(&[&file], &[]);
    program.settle();
    let window = laid_out(&[&file]);
    let ruler = |frame: f64| on_timeline(&window, frame, 100.0, RULER);
    desktop.point(ruler(20.0));
    desktop.button(1, true);
    program.settle();
    // What the hand does meanwhile comes all at once.
    program.signal("STOP");
    desktop.point(ruler(40.0));
    desktop.point(ruler(60.0));
    desktop.button(1, false);
    program.signal("CONT");
    program.wait("the range", |p| p["range"] == json!([20, 60]));
    program.signal("STOP");
    desktop.point(ruler(30.0));
    desktop.button(1, true);
    desktop.point(ruler(50.0));
    desktop.point(ruler(80.0));
    desktop.button(1, false);
    desktop.point(ruler(5.0));
    program.signal("CONT");
    program.wait("the other range", |p| p["range"] == json!([30, 80]));
    program.settle();
    assert_eq!(program.last["range"], json!([30, 80]));
}

#[test]
fn the_mouse_turns_moves_and_dollies_the_view_and_selects_bones() {
    let folder = Folder::new("mouse");
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let file = take(&folder, "wave.bvh");
    let mut program = desktop.run(&[&file], &[]);
    program.settle();
    let window = laid_out(&[&file]);
    let value = |program: &Program, key: &str| program.last[key].as_f64().unwrap();
    let (yaw, distance) = (value(&program, "yaw"), value(&program, "distance"));

    desktop.point(pixel(bone(&window, "LeftLeg")));
    desktop.click(1);
    program.wait("a selected bone", |p| p["selected"] == "LeftLeg");

    let from = nowhere(&window);
    desktop.point(from);
    desktop.click(4);
    program.wait("coming nearer", |p| p["distance"].as_f64().unwrap() < distance);
    desktop.button(1, true);
    desktop.drag(from, (from.0 + 100, from.1 + 20));
    program.wait("turning", |p| p["yaw"].as_f64().unwrap() < yaw);
    desktop.button(1, false);
    assert!(!program.last["selected"].is_null(), "a drag is no click");
    program.settle();
    desktop.click(1);
    program.wait("nothing selected", |p| p["selected"].is_null());
}

#[test]
fn files_are_dropped_and_what_cannot_be_opened_is_told() {
    let folder = Folder::new("drop");
    let first = take(&folder, "first.bvh");
    let second = take(&folder, "second take.bvh");
    let text = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 abc 0\n}\n";
    let broken = PathBuf::from(folder.write("broken.bvh", text));
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let mut program = desktop.run(&[&first], &[]);
    program.settle();

    desktop.drop_files(&[&broken]);
    program.wait("an error", |p| !p["notices"].as_array().unwrap().is_empty());
    let reported = program.last["notices"][0].as_str().unwrap().to_string();
    assert!(
        reported.contains("broken.bvh:4:10: expected a number for OFFSET y, found \"abc\""),
        "{reported}"
    );
    assert_eq!(program.last["take"], "first.bvh", "what was showing stays");

    // Names are percent-encoded by file managers.
    let encoded = PathBuf::from(second.display().to_string().replace(' ', "%20"));
    let other = PathBuf::from(folder.write("other.bvh", text));
    desktop.drop_files(&[&encoded, &other]);
    program.wait("the dropped take", |p| p["take"] == "second take.bvh");
    program.wait("another error", |p| p["notices"].as_array().unwrap().len() == 2);
    assert_eq!(program.last["takes"].as_array().unwrap().len(), 2);
    program.settle();
    let view = desktop.picture_of(laid_out(&[&first]).view, 1.0);
    assert!(!view.find(SECOND).is_empty(), "a figure shows");
}

#[test]
fn a_paused_window_draws_nothing_and_uses_no_processor() {
    let folder = Folder::new("idle");
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let mut program = desktop.run(&[&take(&folder, "wave.bvh")], &[]);
    program.settle();
    let before = program.processor_seconds();
    assert_eq!(program.pictures_in(Duration::from_secs(2)), 0);
    // What waits by asking again and again uses all of them; 'make bench' has the figure.
    let used = program.processor_seconds() - before;
    assert!(used < 0.2, "{used} s of 2 s");
}

#[test]
fn the_window_opens_on_a_broken_file_with_its_error() {
    let folder = Folder::new("broken");
    let broken = PathBuf::from(folder.write("broken.bvh", "HIERARCHY\n"));
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let mut program = desktop.run(&[&broken], &[]);
    program.settle();
    assert!(program.last["take"].is_null());
    assert_eq!(program.last["notices"].as_array().unwrap().len(), 1);
    desktop.key(SPACE);
    desktop.key(letter('f'));
    program.settle();
    desktop.close();
    assert_eq!(program.exit_code(), Some(0));
}

#[test]
fn the_desktop_knows_the_window_by_the_name_of_its_menu_entry_and_by_its_icon() {
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let _program = desktop.run(&[], &[]);
    let menu = include_str!("../../assets/linux/org.rushes.Rushes.desktop");
    assert!(menu.contains("\nStartupWMClass=rushes\n"));
    assert_eq!(desktop.property("WM_CLASS"), b"rushes\0rushes\0");
    // Width, height, pixels.
    let icon = desktop.property("_NET_WM_ICON");
    assert_eq!(icon[..8], [64, 0, 0, 0, 64, 0, 0, 0]);
    assert_eq!(icon.len(), 4 * (2 + 64 * 64));
}

#[test]
fn the_frame_has_the_colours_of_what_is_inside() {
    let Some(desktop) = Desktop::start() else {
        return;
    };
    for theme in ["dark", "light"] {
        let _program = desktop.run(&["--theme".as_ref(), theme.as_ref()], &[]);
        let variant = desktop.property("_GTK_THEME_VARIANT");
        assert_eq!(variant, theme.as_bytes(), "{variant:?}");
    }
}

#[test]
fn closing_and_quitting_end_the_program_cleanly() {
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let mut program = desktop.run(&[], &[]);
    program.settle();
    assert_eq!(program.last["take"], "Built-in take");
    desktop.hold(CONTROL, true);
    desktop.key(letter('q'));
    desktop.hold(CONTROL, false);
    assert_eq!(program.exit_code(), Some(0));
    drop(desktop);
}

#[test]
fn everything_is_larger_at_larger_scale_factors() {
    let folder = Folder::new("scale");
    let file = take(&folder, "wave.bvh");
    // The row of the take stays at its place in points.
    let row = laid_out(&[&file]).rect("wave.bvh");
    let letters = |scale: f32| {
        let desktop = Desktop::start()?;
        let factor = scale.to_string();
        let environment = [("WINIT_X11_SCALE_FACTOR", factor.as_str())];
        let mut program = desktop.run(&[&file], &environment);
        program.settle();
        Some(desktop.picture_of(row, scale).find(text_colour()).len() as f64)
    };
    let (Some(one), Some(half_more), Some(two)) = (letters(1.0), letters(1.5), letters(2.0)) else {
        return;
    };
    assert!(one > 20.0, "a name shows: {one} pixels");
    assert!(half_more > 1.5 * one && two > 2.5 * one, "{one}, {half_more} and {two} pixels");
}

#[test]
fn pictures_follow_each_other_without_a_pause_for_somebody_who_measures_them() {
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let mut program = desktop.run(&[], &[("RUSHES_TRACE", "hurry")]);
    // It is paused: without that there would be none.
    let picture = program.wait("pictures", |p| p["picture"].as_u64() > Some(30));
    assert_eq!(picture["parts"].as_array().map(Vec::len), Some(5));
}
