//! Sessions in the real window, from their beginning to the next one: open, scrub, set a range, colour a
//! bone, leaf on, drop files of which some are broken, and find the colour again; pictures, settings,
//! and what the window asks of the desktop.

use std::path::{Path, PathBuf};

use crate::support::desktop::Desktop;
use crate::support::folder::Folder;
use crate::support::places::{has_panel, laid_out, middle, on_timeline};
use crate::support::timeline::{LANE, RULER};
use rushes::scene::Theme;
use serde_json::{Value, json};

const ESCAPE: u32 = 0xff1b;
const PAGE_DOWN: u32 = 0xff56;
const RETURN: u32 = 0xff0d;
const CONTROL: u32 = 0xffe3;
const SHIFT: u32 = 0xffe1;
const F11: u32 = 0xffc8;
const F12: u32 = 0xffc9;

/// A take of a hundred and one frames whose leg swings.
fn take(folder: &Folder, name: &str) -> PathBuf {
    let rows: String = (0..101).map(|frame| format!("0 90 0 {frame}\n")).collect();
    let text = format!(
        "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 90 0\nCHANNELS 3 Xposition Yposition Zposition\n\
         JOINT LeftLeg\n{{\nOFFSET 10 0 0\nCHANNELS 1 Xrotation\nEnd Site\n{{\nOFFSET 0 -90 5\n}}\n}}\n}}\n\
         MOTION\nFrames: 101\nFrame Time: 0.02\n{rows}"
    );
    folder.write(name, &text).into()
}

/// How many things a list in the trace has.
fn count(of: &Value) -> usize {
    of.as_array().map_or(0, Vec::len)
}

#[test]
fn a_session_goes_from_the_first_file_to_colours_that_the_next_one_finds() {
    let folder = Folder::new("session");
    let first = take(&folder, "take1.bvh");
    take(&folder, "take2.bvh");
    let dropped = Folder::new("session-dropped");
    let mut files: Vec<PathBuf> = (0..8).map(|i| take(&dropped, &format!("{i}.bvh"))).collect();
    files.push(dropped.write("broken.bvh", "HIERARCHY\nROOT\n").into());
    files.push(dropped.0.join("missing.bvh"));
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let mut program = desktop.run(&[&first], &[]);
    program.settle();

    // Scrub, and set a range by hand on the ruler.
    let mut window = laid_out(&[&first]);
    desktop.point(on_timeline(&window, 50.0, 100.0, LANE));
    desktop.click(1);
    program.wait_for_frame(50);
    let [from, to] = [20.0, 60.0].map(|frame| on_timeline(&window, frame, 100.0, RULER));
    desktop.point(from);
    desktop.button(1, true);
    desktop.drag(from, to);
    desktop.button(1, false);
    program.wait("a range", |p| p["range"] == json!([20, 60]));

    // The swatch of the first bone, and the first of the hues in its picker.
    desktop.point(middle(&window, "Colour of Hips"));
    desktop.click(1);
    program.settle();
    window.click_on("Colour of Hips");
    desktop.point(middle(&window, "Violet"));
    desktop.click(1);
    program.wait("a picked colour", |p| count(&p["picked"]) > 0);
    let picked = program.last["picked"].clone();
    desktop.key(ESCAPE);
    program.settle();

    // The next take of the folder has the same skeleton, and its colour.
    desktop.key(PAGE_DOWN);
    program.wait("the next take", |p| p["take"] == "take2.bvh");
    assert_eq!(program.last["picked"], picked);
    assert_eq!(count(&program.last["takes"]), 1);

    let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    desktop.drop_files(&files);
    program.wait("eight more takes and two errors", |p| {
        count(&p["takes"]) == 9 && count(&p["notices"]) == 2
    });
    program.wait("the end of loading", |p| p["loading"] == false);
    desktop.close();
    assert_eq!(program.exit_code(), Some(0));

    let next = desktop.run(&[&first], &[]);
    assert_eq!(next.last["picked"], picked, "found again");
}

/// Presses a key while Ctrl is held.
fn with_ctrl(desktop: &Desktop, key: u32) {
    desktop.hold(CONTROL, true);
    desktop.key(key);
    desktop.hold(CONTROL, false);
}

/// Whether a notice has all of these words.
fn tells(picture: &Value, words: &[&str]) -> bool {
    let notices = picture["notices"].as_array().into_iter().flatten();
    let mut texts = notices.filter_map(Value::as_str);
    texts.any(|text| words.iter().all(|word| text.contains(word)))
}

/// A picture's size, and how much of it can be seen through, from 0 to 1.
fn png(path: &Path) -> ([u32; 2], f32) {
    let file = std::fs::File::open(path).expect("a picture");
    let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a small picture")];
    let info = reader.next_frame(&mut pixels).expect("its pixels");
    let pixels = pixels.chunks(info.color_type.samples());
    let clear = pixels.clone().filter(|pixel| pixel.get(3) == Some(&0));
    let clear = clear.count() as f32 / pixels.len() as f32;
    ([info.width, info.height], clear)
}

#[test]
fn pictures_of_the_view_are_kept_beside_the_take_and_told() {
    let folder = Folder::new("pictures");
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let file = take(&folder, "swing.bvh");
    let mut program = desktop.run(&[&file], &[]);
    program.settle();
    desktop.key(F12);
    program.wait("word of a picture", |p| tells(p, &["Saved", "swing_0.png"]));
    with_ctrl(&desktop, F12);
    program.wait("word of another", |p| tells(p, &["Saved", "swing_0-2.png"]));
    let view = laid_out(&[&file]).view.size();
    let view = [view.x, view.y].map(|side| side.round() as u32);
    assert_eq!(png(&folder.0.join("swing_0.png")), (view, 0.0));
    let (size, clear) = png(&folder.0.join("swing_0-2.png"));
    assert_eq!(size, view);
    // With what the window shows beside the figure: here a note.
    "mheel".chars().for_each(|letter| desktop.key(letter.into()));
    desktop.key(ESCAPE);
    program.settle();
    desktop.hold(SHIFT, true);
    desktop.key(F12);
    desktop.hold(SHIFT, false);
    program.wait("word of a third", |p| tells(p, &["Saved", "swing_0-3.png"]));
    desktop.key(F12);
    program.wait("word of a fourth", |p| tells(p, &["Saved", "swing_0-4.png"]));
    let [labelled, plain] = ["swing_0-3.png", "swing_0-4.png"].map(|name| {
        let path = folder.0.join(name);
        assert_eq!(png(&path), (view, 0.0));
        std::fs::read(path).expect("a picture")
    });
    assert!(labelled != plain, "a note is on it");
    assert!((0.5..1.0).contains(&clear), "a figure cut out: {clear}");
}

#[test]
fn keys_from_the_settings_hold_and_what_is_wrong_with_them_is_told() {
    let folder = Folder::new("settings");
    let Some(desktop) = Desktop::start() else {
        return;
    };
    std::fs::create_dir_all(desktop.settings()).expect("a folder");
    let settings = desktop.settings().join("settings.toml");
    let text = "[keys]\nplay = [\"z\"]\nfaster = [\"g\"]\nno-such = [\"x\"]\n";
    std::fs::write(settings, text).expect("settings");
    let mut program = desktop.run(&[&take(&folder, "swing.bvh")], &[]);
    program.settle();
    let [conflict, unknown] =
        [&["settings.toml", "3", "go-to"], &["settings.toml", "4", "no-such"]];
    assert!(tells(&program.last, conflict), "{}", program.last);
    assert!(tells(&program.last, unknown), "{}", program.last);
    desktop.key(u32::from(' '));
    desktop.key(u32::from('z'));
    program.wait("playing", |p| p["playing"] == true);
    program.pictures_in(std::time::Duration::from_millis(300));
    assert_eq!(program.last["playing"], true, "space has been given up");
}

#[test]
fn the_window_comes_back_as_it_was_left() {
    let folder = Folder::new("left");
    let file = take(&folder, "swing.bvh");
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let mut program = desktop.run(&[&file], &[]);
    program.settle();
    // The theme by its name in the palette, and another size.
    with_ctrl(&desktop, u32::from('p'));
    program.wait("the palette", |p| p["overlay"] == "CommandPalette");
    "light".chars().for_each(|letter| desktop.key(letter.into()));
    program.settle();
    desktop.key(RETURN);
    program.settle();
    desktop.resize(1000, 640);
    program.settle();
    assert!(has_panel(&desktop, Theme::Light));
    desktop.close();
    assert_eq!(program.exit_code(), Some(0));

    let mut next = desktop.run(&[&file], &[]);
    next.settle();
    assert_eq!(desktop.size(), [1000, 640]);
    assert!(has_panel(&desktop, Theme::Light));
}

#[test]
fn the_desktop_is_asked_for_full_screen_and_for_files() {
    let folder = Folder::new("asks");
    let Some(desktop) = Desktop::start() else {
        return;
    };
    // Neither a portal nor another program that has dialogs.
    let nothing = [("DBUS_SESSION_BUS_ADDRESS", "unix:path=/none"), ("PATH", "/none")];
    let mut program = desktop.run(&[&take(&folder, "swing.bvh")], &nothing);
    program.settle();
    with_ctrl(&desktop, u32::from('o'));
    program.wait("word of the dialog", |p| tells(p, &["no dialog", "drop files"]));
    assert!(desktop.asks_for_full_screen(|| desktop.key(F11)));
}
