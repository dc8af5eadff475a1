//! Files that come into the page, by drops, folders, addresses and packed into it; and those that leave it, which the library
//! and the program open.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rushes::app::{SceneBuffers, SettingsCommand};
use rushes::files::OpenOptions;
use rushes::glam::Vec2;
use rushes::render::{Headless, Picture, Renderer};
use rushes::scene::Theme;
use serde_json::{Value, json};

use crate::browser::{drive, drive_firefox, page};
use crate::support;
use crate::support::app::App;
use crate::support::folder::Folder;
use crate::support::marked_film;
use crate::support::program::rushes;

const TAKE: &str = "assets/builtin/stroll.bvh";

fn take() -> PathBuf {
    support::root().join(TAKE)
}

fn scenario(name: &str, mut given: Value) -> Value {
    given["scenario"] = name.into();
    drive("files.mjs", given)
}

/// The bytes of a file that was handed over, under its name in a folder.
pub fn received(folder: &Folder, told: &Value) -> PathBuf {
    let text = |key: &str| told[key].as_str().unwrap_or_else(|| panic!("{key} in {told}"));
    let path = PathBuf::from(folder.path(text("name")));
    std::fs::write(&path, STANDARD.decode(text("bytes")).expect("bytes")).expect("a file");
    path
}

#[test]
#[ignore = "drives the page: 'make test-web'"]
fn a_skeleton_and_its_motion_are_let_go_together() {
    let good = support::root().join("tests/good");
    let files = [good.join("asf/leg.asf"), good.join("amc/leg_case.amc")];
    let told = scenario("together", json!({ "files": files }));
    assert_eq!(told["takes"], json!(["leg_case.amc"]));
}

#[test]
#[ignore = "drives the page: 'make test-web'"]
fn a_folder_is_listed_and_looked_into() {
    let folder = Folder::new("web-folder");
    for name in ["a.bvh", "b.bvh", "day/c.bvh"] {
        let path = folder.path(name);
        std::fs::create_dir_all(Path::new(&path).parent().expect("a folder")).expect("a folder");
        std::fs::copy(take(), path).expect("a take");
    }
    let told = scenario("folder", json!({ "folder": folder.path(""), "count": 3 }));
    assert_eq!(told["folder"]["takes"], 3);
}

#[test]
#[ignore = "drives the page: 'make test-web'"]
fn an_address_says_what_is_opened() {
    let folder = page().join("takes");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::copy(take(), folder.join("one & two.bvh")).expect("a take");
    std::fs::copy(take(), folder.join("three.bvh")).expect("a take");
    let names = ["takes/one & two.bvh", "takes/three.bvh"];
    let told = scenario("address", json!({ "names": names }));
    assert_eq!(told["takes"], json!(["one & two.bvh", "three.bvh"]));
}

#[test]
#[ignore = "drives the page: 'make test-web'"]
fn takes_that_are_packed_open_from_a_disk_without_a_network() {
    let folder = Folder::new("web-alone");
    let [first, second] = ["walk.bvh", "b c.bvh"].map(|name| folder.path(name));
    for path in [&first, &second] {
        std::fs::copy(take(), path).expect("a take");
    }
    let review = folder.path("walk.bvh.rushes.json");
    let text = r#"{"schema": 1, "take": "walk.bvh", "notes": [{"id": "0190a1b2c3d4e5f60718293a4b5c6d7e",
        "frames": [3, 3], "kind": "fault", "done": false, "text": "from the desk", "author": "Ann",
        "created": "2026-03-09T10:00:00.000Z", "changed": "2026-03-09T10:00:00.000Z"}]}"#;
    std::fs::write(review, text).expect("a review");
    let one = folder.path("review.html");
    let viewer = format!("--viewer={}", page().join("rushes.html").display());
    let run = rushes(&["report", &viewer, &first, &second, "-o", &one]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let told =
        scenario("alone", json!({ "one": one, "args": ["--host-resolver-rules=MAP * ~NOTFOUND"] }));
    assert_eq!(told["told"]["takes"], json!(["walk.bvh", "b c.bvh"]));
    assert_eq!(told["told"]["review"]["notes"], 1);
    assert_eq!(told["outside"], json!([]));
    assert_eq!(told["said"], json!([]));
}

#[test]
#[ignore = "drives the page: 'make test-web'"]
fn an_exported_take_is_that_of_the_library() {
    let folder = Folder::new("web-exported");
    let told = scenario("exported", json!({ "take": take() }));
    let file = received(&folder, &told);
    let [exported, own] = [&file, &take()].map(|path| rushes::open(path).expect("a take"));
    assert_eq!(exported.motion.frame_count(), own.motion.frame_count());
    let places = |take: &rushes::Take| {
        let hand = take.points().position(|point| point.name == "LeftHand").expect("a hand");
        let all = take.positions([0, 100, 778]).expect("frames");
        all.iter().map(|(_, points)| points[hand]).collect::<Vec<_>>()
    };
    for (exported, own) in places(&exported).into_iter().zip(places(&own)) {
        assert!(exported.distance(own) < 1e-3, "{exported} {own}");
    }
}

/// The size of a PNG, and its pixels, four bytes each.
fn pixels(path: &Path) -> ([u32; 2], Vec<u8>) {
    let file = BufReader::new(File::open(path).expect("a picture"));
    let mut reader = png::Decoder::new(file).read_info().expect("a PNG");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    let about = reader.next_frame(&mut bytes).expect("pixels");
    ([about.width, about.height], bytes)
}

#[test]
#[ignore = "drives the page: 'make test-web'"]
fn a_picture_of_the_page_is_as_the_program_draws_it() {
    let folder = Folder::new("web-picture");
    let told = scenario("screenshot", json!({ "take": take() }));
    let (size, page) = pixels(&received(&folder, &told));
    // The same state, drawn by the system's OpenGL.
    let mut app = App::new(&[take()], OpenOptions::default());
    app.apply(SettingsCommand::SetTheme(Some(Theme::Light)));
    app.state.set_view_size(Vec2::new(size[0] as f32, size[1] as f32));
    app.state.prepare();
    let mut buffers = SceneBuffers::new(*Theme::Light.palette());
    app.state.draw_cell(0, size[1] as f32, 1.0, &mut buffers);
    let headless = Headless::new().expect("OpenGL");
    let mut renderer = Renderer::new(headless.gl().clone()).expect("a renderer");
    let native = Picture::draw(headless.gl(), &mut renderer, &buffers.list, size);
    let file = PathBuf::from(folder.path("native.png"));
    let mut png = File::create(&file).expect("a file");
    native.expect("a picture").write_png(&mut png).expect("a PNG");
    renderer.free();
    let (native_size, native) = pixels(&file);
    assert_eq!((size, page.len()), (native_size, native.len()));
    let sum: u64 = page.iter().zip(&native).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    let difference = sum as f64 / page.len() as f64;
    assert!(difference < 0.5, "{difference} of 255 in the mean");
}

#[test]
#[ignore = "drives the page: 'make test-web'"]
fn what_is_drawn_part_by_part_is_what_is_drawn_at_once() {
    let folder = Folder::new("web-parts");
    let told = scenario("parts", json!({ "take": take() }));
    let [parts, whole] = ["parts", "whole"].map(|name| {
        let shot = json!({ "name": format!("{name}.png"), "bytes": told[name] });
        pixels(&received(&folder, &shot))
    });
    assert_eq!(parts.0, whole.0);
    let count = parts.1.iter().zip(&whole.1).filter(|(a, b)| a != b).count();
    assert_eq!(count, 0, "bytes differ");
}

#[test]
#[ignore = "drives the page: 'make test-web'"]
fn the_picture_of_a_video_is_that_of_the_moment() {
    let folder = Folder::new("web-video");
    let (take, video) = (folder.path("walk.bvh"), folder.path("walk.mp4"));
    std::fs::copy(self::take(), &take).expect("a take");
    if !support::tools::has("ffmpeg", "ffmpeg") {
        return;
    }
    marked_film::write(Path::new(&video), 240, "30000/1001", &[]);
    // The take has 60 frames a second.
    let frames = [0, 100, 101, 102, 300, 37, 460];
    let given = json!({ "take": take, "video": video, "frames": frames });
    let told = scenario("video", given);
    let numbers = told.as_array().expect("pictures").iter().map(|reds| {
        let bits = reds.as_array().expect("parts").iter().enumerate();
        bits.map(|(bit, red)| usize::from(red.as_u64() > Some(127)) << bit).sum::<usize>()
    });
    let wanted = frames.map(|frame| (f64::from(frame) / 60.0 * 30_000.0 / 1001.0).floor() as usize);
    assert_eq!(numbers.collect::<Vec<_>>(), wanted);
}

#[test]
#[ignore = "drives the page: 'make test-web'"]
fn a_browser_that_leaves_no_task_opens_takes_at_once() {
    let told = scenario("atOnce", json!({ "take": take() }));
    assert_eq!(told["take"], "stroll.bvh");
}

#[test]
#[ignore = "drives the page: 'make test-web'"]
fn one_finger_turns_the_view_and_two_zoom() {
    let told = scenario("fingers", json!({ "take": take() }));
    let of = |time: &str, what: &str| told[time][what].as_f64().expect("a number");
    assert_ne!(of("turned", "yaw"), of("before", "yaw"));
    assert_eq!(of("turned", "distance"), of("before", "distance"));
    assert_eq!(of("zoomed", "yaw"), of("turned", "yaw"));
    // They end three times as far from each other as they began.
    let zoomed = of("turned", "distance") / of("zoomed", "distance");
    assert!((2.0..3.1).contains(&zoomed), "{zoomed}");
}

#[test]
#[ignore = "drives the page: 'make test-web'"]
fn without_webgl_a_sentence_says_what_to_do() {
    let told = scenario("sentence", json!({ "args": ["--disable-3d-apis"] }));
    assert!(told.as_str().is_some_and(|text| text.contains("hardware acceleration")), "{told}");
}

#[test]
#[ignore = "drives the page: 'make test-web'"]
fn firefox_opens_a_take_plays_it_and_takes_a_note() {
    let given = json!({ "scenario": "bytes", "take": take() });
    if let Some(told) = drive_firefox("files.mjs", given) {
        assert_eq!(told["review"]["notes"], 1);
    }
}
