//! Pictures of `rushes render`: what is written into them, what is put together, and what is refused.

use std::fs::File;
use std::io::BufReader;

use crate::support::folder::{Folder, names_in};
use crate::support::program::rushes;
use crate::support::{self, environment, tools};

/// A picture: its size, and four bytes a pixel.
struct Png {
    size: [usize; 2],
    rgba: Vec<u8>,
}

impl Png {
    fn read(path: &str) -> Self {
        let file = File::open(path).expect("a picture");
        let mut reader = png::Decoder::new(BufReader::new(file)).read_info().expect("a PNG");
        let mut rgba = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut rgba).expect("pixels");
        let size = [info.width as usize, info.height as usize];
        Self { size, rgba }
    }

    fn pixel(&self, x: usize, y: usize) -> [u8; 4] {
        let at = 4 * (y * self.size[0] + x);
        self.rgba[at..at + 4].try_into().expect("four bytes")
    }

    /// How many pixels of a part differ from another picture's, in parts of it: columns and rows from, to, in parts
    /// of the picture.
    fn differs(&self, other: &Self, [left, right, top, bottom]: [f64; 4]) -> f64 {
        assert_eq!(self.size, other.size);
        let edge = |side: usize, part: f64| (side as f64 * part) as usize;
        let [columns, rows] = [
            edge(self.size[0], left)..edge(self.size[0], right),
            edge(self.size[1], top)..edge(self.size[1], bottom),
        ];
        let all = columns.len() * rows.len();
        let differ = |x: usize, y: usize| {
            let [a, b] = [self.pixel(x, y), other.pixel(x, y)];
            a.iter().zip(b).any(|(a, b)| a.abs_diff(b) > 3)
        };
        let count: usize = rows.map(|y| columns.clone().filter(|&x| differ(x, y)).count()).sum();
        count as f64 / all as f64
    }
}

/// Renders with these words, and reads the picture.
fn picture(folder: &Folder, name: &str, words: &[&str]) -> Png {
    let out = folder.path(name);
    rushes(&[&["render", "-o", &out], words].concat()).done();
    Png::read(&out)
}

const TOP_LEFT: [f64; 4] = [0.0, 0.4, 0.0, 0.12];
const BOTTOM_LEFT: [f64; 4] = [0.0, 0.35, 0.88, 1.0];
const BOTTOM_RIGHT: [f64; 4] = [0.65, 1.0, 0.88, 1.0];
const NOTE: [f64; 4] = [0.2, 0.8, 0.7, 0.88];
const MIDDLE: [f64; 4] = [0.1, 0.9, 0.25, 0.7];

#[test]
fn what_is_burned_in_stands_in_its_corner_and_a_watermark_across() {
    if !tools::has_opengl() {
        return;
    }
    let folder = Folder::new("render-burn-in");
    for theme in ["dark", "light"] {
        let words = |more: &[&str]| {
            let all = ["builtin", "--size", "480x270", "--frame", "100", "--theme", theme];
            picture(&folder, "walk.png", &[&all[..], more].concat())
        };
        let plain = words(&[]);
        for (word, place) in
            [("take", TOP_LEFT), ("frame", BOTTOM_LEFT), ("timecode", BOTTOM_RIGHT)]
        {
            let written = words(&["--burn-in", word]);
            for other in [TOP_LEFT, BOTTOM_LEFT, BOTTOM_RIGHT, NOTE, MIDDLE] {
                let part = written.differs(&plain, other);
                assert_eq!(part > 0.03, other == place, "{theme} {word} {other:?}: {part}");
            }
        }
        let marked = words(&["--watermark", "DRAFT"]);
        assert!(marked.differs(&plain, MIDDLE) > 0.02);
        assert_eq!(marked.differs(&plain, TOP_LEFT), 0.0);
    }
    let clear = picture(
        &folder,
        "clear.png",
        &["builtin", "--transparent", "--burn-in", "take,frame", "--size", "480x270"],
    );
    let count = |alpha: std::ops::Range<u8>| {
        clear.rgba.iter().skip(3).step_by(4).filter(|a| alpha.contains(a)).count()
    };
    assert!(count(0..1) > 100_000 && count(100..200) > 1_000 && count(200..255) > 200);
}

#[test]
fn hair_and_cloth_are_left_out_where_that_is_asked_for() {
    if !tools::has_opengl() {
        return;
    }
    let folder = Folder::new("render-hair");
    let ends = support::root().join("tests/good/gltf/ends.gltf");
    for (take, has_hair) in [("builtin", false), (&ends.to_string_lossy(), true)] {
        let all = picture(&folder, "all.png", &[take, "--quiet", "--size", "320x240"]);
        let less =
            picture(&folder, "less.png", &[take, "--quiet", "--size", "320x240", "--no-hair"]);
        let part = all.differs(&less, [0.0, 1.0, 0.0, 1.0]);
        assert_eq!(part > 0.0, has_hair, "{take}: {part}");
    }
}

#[test]
fn the_notes_of_a_frame_are_burned_in_on_that_frame_alone() {
    if !tools::has_opengl() {
        return;
    }
    let folder = Folder::new("render-note");
    let take = folder.figure("walk.bvh", |_| "0 90 0 0 0 0 0 0".into());
    let take = take.to_str().expect("UTF-8");
    let marks = folder.write("marks.csv", "frame,last_frame,text\n10,20,左 the foot slides\n");
    assert_eq!(rushes(&["notes", take, "--import", &marks]).code, Some(0));
    let at = |frame: &str, more: &[&str]| {
        let words = [take, "--size", "480x270", "-q", "--frame", frame];
        picture(&folder, "note.png", &[&words[..], more].concat())
    };
    let differs = |frame: &str| {
        at(frame, &["--burn-in", "note"]).differs(&at(frame, &[]), [0.1, 0.9, 0.8, 1.0])
    };
    assert!(differs("15") > 0.03, "{}", differs("15"));
    assert_eq!(differs("21"), 0.0);
}

#[test]
fn a_turn_has_as_many_pictures_as_its_seconds_and_comes_back() {
    if !tools::has_opengl() {
        return;
    }
    let folder = Folder::new("render-turn");
    let out = folder.path("turn/");
    let words = ["render", "builtin", "--turntable", "--size", "96x96", "-o", &out];
    rushes(&[&words[..], &["--frame", "40", "--seconds", "0.4"]].concat()).done();
    let names = names_in(&folder.0.join("turn"));
    assert_eq!(names.len(), 12, "{names:?}");
    let pictures: Vec<Png> =
        names.iter().map(|name| Png::read(&folder.path(&format!("turn/{name}")))).collect();
    let all = [0.0, 1.0, 0.0, 1.0];
    let steps = (0..12).map(|i| pictures[i].differs(&pictures[(i + 1) % 12], all));
    let steps: Vec<f64> = steps.collect();
    assert!(steps.iter().all(|step| *step > 0.02), "each is from another side: {steps:?}");
    // The last one is as near to the first as neighbours are, and the one from behind is not.
    assert!(steps[11] < pictures[0].differs(&pictures[3], all) * 1.5, "{steps:?}");
    let out = folder.path("walk/");
    rushes(&["render", "builtin", "--turntable", "--size", "64", "--frames", "0-8:2", "-o", &out])
        .done();
    assert_eq!(names_in(&folder.0.join("walk")).len(), 5, "a picture of each frame");
}

#[test]
fn a_contact_sheet_has_a_tile_for_each_of_some_frames() {
    if !tools::has_opengl() {
        return;
    }
    let folder = Folder::new("render-sheet");
    let sheet = picture(
        &folder,
        "sheet.png",
        &["builtin", "--contact-sheet", "--tiles", "4x3", "--size", "80x60"],
    );
    assert_eq!(sheet.size, [4 * 82 - 2, 3 * 62 - 2]);
    let tile = |column: usize, row: usize| {
        let mut rgba = Vec::new();
        for y in 0..60 {
            for x in 0..80 {
                rgba.extend(sheet.pixel(column * 82 + x, row * 62 + y));
            }
        }
        Png { size: [80, 60], rgba }
    };
    let tiles: Vec<Png> = (0..12).map(|i| tile(i % 4, i / 4)).collect();
    for pair in tiles.windows(2) {
        assert!(
            pair[0].differs(&pair[1], [0.0, 1.0, 0.0, 1.0]) > 0.01,
            "tiles are of different frames"
        );
    }
    let few = ["builtin", "--contact-sheet", "--tiles", "5", "--frames", "0-2", "--size", "64"];
    assert_eq!(
        picture(&folder, "few.png", &few).size,
        [2 * 66 - 2, 2 * 66 - 2],
        "there are only three"
    );
}

#[test]
fn a_take_that_cannot_be_read_is_an_empty_tile_and_the_others_are_there() {
    if !tools::has_opengl() {
        return;
    }
    let folder = Folder::new("render-takes");
    for name in ["a.bvh", "c.bvh"] {
        folder.figure(&format!("takes/{name}"), |_| "0 90 0 0 0 0 0 0".into());
    }
    folder.write("takes/b.bvh", "HIERARCHY\nnonsense\n");
    let out = folder.path("sheet.png");
    let takes = folder.path("takes");
    let words = ["render", "-q", &takes, "--contact-sheet", "--size", "96x72", "-o", &out];
    let reported = rushes(&words).failed(3);
    assert!(reported.contains("b.bvh:2:1") && !reported.contains("a.bvh"), "{reported}");
    let sheet = Png::read(&out);
    assert_eq!(sheet.size, [2 * 98 - 2, 2 * 74 - 2]);
    // The blue and the red of a figure's sides.
    let has_figure = |column: usize, row: usize| {
        (0..96 * 72).any(|i| {
            let [red, _, blue, _] = sheet.pixel(column * 98 + i % 96, row * 74 + i / 96);
            red.abs_diff(blue) > 120
        })
    };
    let found = [[0, 0], [1, 0], [0, 1]].map(|[column, row]| has_figure(column, row));
    assert_eq!(found, [true, false, true]);
    std::fs::remove_file(folder.path("takes/b.bvh")).expect("the broken one");
    let reported = rushes(&[&words[..], &["--tiles", "1"]].concat()).failed(2);
    assert!(reported.contains("2 takes need as many tiles"), "{reported}");
    assert_eq!(rushes(&words).code, Some(0));
}

#[test]
fn takes_side_by_side_have_one_camera_and_one_clock() {
    if !tools::has_opengl() {
        return;
    }
    let folder = Folder::new("render-beside");
    let row = |frame: i32| format!("{frame} 90 0 0 0 0 {frame} 0");
    let a = folder.figure("a/walk.bvh", row);
    let b = folder.figure("b/walk.bvh", row);
    // Every second frame of the same motion, after which it stands still.
    let half = folder.figure("half.bvh", |frame| row((2 * frame).min(100)));
    let text = std::fs::read_to_string(&half).expect("a take");
    std::fs::write(&half, text.replace("Frame Time: 0.02", "Frame Time: 0.04")).expect("a take");
    let [a, b, half] = [&a, &b, &half].map(|path| path.to_str().expect("UTF-8"));
    let halves = |name: &str| {
        let both = Png::read(&folder.path(name));
        assert_eq!(both.size, [192, 96]);
        let half = |from: usize| {
            let pixels = (0..96 * 96).flat_map(|i| both.pixel(from + i % 96, i / 96));
            Png { size: [96, 96], rgba: pixels.collect() }
        };
        half(0).differs(&half(96), [0.0, 1.0, 0.0, 1.0])
    };
    let words = ["render", "-q", "--side-by-side", "--size", "192x96"];
    let out = folder.path("same.png");
    rushes(&[&words[..], &[a, b, "--frame", "30", "-o", &out]].concat()).done();
    assert_eq!(halves("same.png"), 0.0, "two takes that are the same");
    let out = folder.path("all/");
    rushes(&[&words[..], &[a, half, "-o", &out]].concat()).done();
    let names = names_in(&folder.0.join("all"));
    assert_eq!(names.len(), 202, "as long as the longer one, at the rate of the faster one");
    for i in [40, 100, 201] {
        let off = halves(&format!("all/{}", names[i]));
        assert!(off < 0.005, "{i}: {off}");
    }
    let last = |i: usize| Png::read(&folder.path(&format!("all/{}", names[i])));
    let left = [0.0, 0.5, 0.0, 1.0];
    assert_eq!(last(110).differs(&last(201), left), 0.0, "the one that has ended waits");
    assert!(last(40).differs(&last(80), left) > 0.01, "and moves before");
}

#[test]
fn an_enlarged_picture_is_the_same_picture() {
    if !tools::has_opengl() {
        return;
    }
    let folder = Folder::new("render-scale");
    for style in ["stick", "capsules"] {
        let at = |size: &str, more: &[&str]| {
            let words =
                ["builtin", "--frame", "60", "--burn-in", "take", "--style", style, "--size", size];
            picture(&folder, "walk.png", &[&words[..], more].concat())
        };
        let small = at("320x240", &[]);
        // How far a picture is off whose pixels are the means of four by four of a larger one.
        let off = |large: &Png| {
            assert_eq!(large.size, [1280, 960]);
            let parts = small.rgba.iter().enumerate().map(|(i, part)| {
                let (x, y, channel) = (i / 4 % 320, i / 1280, i % 4);
                let inside =
                    (0..16).map(|j| f64::from(large.pixel(4 * x + j % 4, 4 * y + j / 4)[channel]));
                (inside.sum::<f64>() / 16.0 - f64::from(*part)).abs()
            });
            parts.sum::<f64>() / small.rgba.len() as f64
        };
        let enlarged = off(&at("320x240", &["--scale", "4"]));
        assert!(enlarged < 0.7, "{style}: {enlarged}");
        // A larger picture has thinner lines.
        let larger = off(&at("1280x960", &[]));
        assert!(larger > 2.0 * enlarged, "{style}: {larger}");
    }
}

#[test]
fn an_svg_is_well_formed_and_has_the_figure_as_lines() {
    let folder = Folder::new("render-svg");
    let draw = |words: &[&str]| {
        let out = folder.path("figure.svg");
        let all = ["render", "builtin", "--size", "400x300", "--frame", "30", "-o", &out];
        // No driver is needed.
        rushes(&[&all[..], words].concat()).done();
        let text = std::fs::read_to_string(&out).expect("an SVG");
        let mut reader = quick_xml::Reader::from_str(&text);
        loop {
            match reader.read_event().expect("well-formed") {
                quick_xml::events::Event::Eof => break,
                _ => continue,
            }
        }
        text
    };
    let whole = draw(&["--burn-in", "take,frame"]);
    assert!(
        whole.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"400\" height=\"300\"")
    );
    assert!(
        whole.contains("url(#light)") && whole.contains("stroke-width=\"1\""),
        "backdrop and ground"
    );
    assert!(whole.contains(">stroll</text>") && whole.contains(">frame 30 of "), "{whole}");
    let clear = draw(&["--transparent"]);
    assert!(!clear.contains("url(#light)") && !clear.contains("<text"));
    for colour in ["#4aa3ff", "#ff6b4a", "#e9e3d2"] {
        assert!(clear.matches(colour).count() >= 3, "{colour}");
    }
    assert!(
        clear.contains("<circle") && !clear.contains("NaN") && clear.len() < 20_000,
        "{}",
        clear.len()
    );
}

#[test]
fn the_grounds_axes_are_called_as_the_file_calls_them() {
    let folder = Folder::new("render-axes");
    let joint = |name: &str, offset: &str, end: &str| {
        format!(
            "JOINT {name}\n{{\nOFFSET {offset}\nCHANNELS 0\nEnd Site\n{{\nOFFSET {end}\n}}\n}}\n"
        )
    };
    let legs = ["Left", "Right"].map(|side| {
        let x = if side == "Left" { 10 } else { -10 };
        joint(&format!("{side}Leg"), &format!("{x} 0 -10"), "0 0 -80")
    });
    let head = joint("Head", "0 0 60", "0 0 20");
    let [left, right] = legs;
    let text = format!(
        "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n{head}{left}{right}}}\n\
         MOTION\nFrames: 2\nFrame Time: 0.04\n0 0 90\n0 1 90\n"
    );
    let upright = folder.write("upright.bvh", &text);
    let out = folder.path("figure.svg");
    let axes = |file: &str| {
        rushes(&["render", file, "-o", &out, "--quiet"]).done();
        let svg = std::fs::read_to_string(&out).expect("an SVG");
        ["#e85c5c", "#6fcf7c", "#5c9df0"].map(|colour| svg.contains(colour))
    };
    assert_eq!(axes("builtin"), [true, false, true], "Y is up");
    assert_eq!(axes(&upright), [true, true, false], "Z is up");
}

const SESSION: &str = "version = 1\n\
    [camera]\ntarget = [0.0, 0.9, 0.0]\nyaw = 0.0\npitch = 1.5\ndistance = 6.0\nlens = 40.0\northographic = false\nfollows = false\n\
    [[view]]\nnumber = 2\nname = \"Feet\"\ntarget = [0.0, 0.0, 0.0]\nyaw = 0.0\npitch = 0.1\ndistance = 2.0\nlens = 40.0\northographic = true\nfollows = true\n";

#[test]
fn the_camera_is_that_of_a_session_or_of_a_view_that_was_saved() {
    if !tools::has_opengl() {
        return;
    }
    let folder = Folder::new("render-camera");
    let session = folder.write("review.rushes", SESSION);
    let at = |words: &[&str]| {
        let all = ["builtin", "--size", "160x120", "--frame", "200"];
        picture(&folder, "seen.png", &[&all[..], words].concat())
    };
    let all = [0.0, 1.0, 0.0, 1.0];
    let own = at(&["--session", &session]);
    let by_number = at(&["--session", &session, "--camera", "2"]);
    let by_name = at(&["--session", &session, "--camera", "feet"]);
    assert_eq!(by_number.differs(&by_name, all), 0.0);
    assert!(own.differs(&by_number, all) > 0.1 && own.differs(&at(&[]), all) > 0.1);
    // It follows: the figure is in the middle, however far it has gone.
    let has_figure = (0..120).any(|y| {
        let [red, _, blue, _] = by_number.pixel(80, y);
        red.abs_diff(blue) > 90
    });
    assert!(has_figure);
    let out = folder.path("no.png");
    let reported = |words: &[&str]| rushes(&[&["render", "builtin", "-o", &out], words].concat());
    let unknown = reported(&["--session", &session, "--camera", "3"]).failed(2);
    assert!(unknown.contains("'3' is no saved view") && unknown.contains("2 (Feet)"), "{unknown}");
    let missing = reported(&["--session", "nowhere.rushes"]).failed(3);
    assert!(missing.contains("nowhere.rushes: there is no such file"), "{missing}");
    let sides =
        ["front", "back", "left", "right", "top", "bottom"].map(|side| at(&["--view", side]));
    for (i, side) in sides.iter().enumerate() {
        for other in &sides[i + 1..] {
            assert!(side.differs(other, all) > 0.02);
        }
    }
}

/// What ffprobe says of the streams of a film: kind, codec and seconds.
fn streams(path: &str) -> Vec<(String, String, f64)> {
    let mut probe = environment::command("ffprobe");
    let entries = "stream=codec_type,codec_name,duration:stream_tags=DURATION:format=duration";
    probe.args(["-v", "error", "-show_entries", entries, "-of", "json", path]);
    let reported = probe.output().expect("ffprobe");
    let reported: serde_json::Value = serde_json::from_slice(&reported.stdout).expect("JSON");
    let number = |value: &serde_json::Value| value.as_str().and_then(|text| text.parse().ok());
    let streams = reported["streams"].as_array().expect("streams").iter();
    let stream = |stream: &serde_json::Value| {
        let word = |key: &str| stream[key].as_str().unwrap_or_default().to_string();
        // Matroska says it as 00:00:01.007000000.
        let tag = stream["tags"]["DURATION"]
            .as_str()
            .and_then(|text| text.rsplit(':').next()?.parse().ok());
        let seconds = number(&stream["duration"]).or(tag).unwrap_or(0.0);
        (word("codec_type"), word("codec_name"), seconds)
    };
    streams.map(stream).collect()
}

#[test]
fn sound_is_in_the_film_and_ends_with_it() {
    if !tools::has("ffprobe", "ffmpeg") || !tools::has_opengl() {
        return;
    }
    let folder = Folder::new("render-sound");
    let tone = folder.path("tone.wav");
    let mut ffmpeg = environment::command("ffmpeg");
    ffmpeg.args(["-v", "error", "-f", "lavfi", "-i", "sine=frequency=440:duration=3", &tone]);
    assert!(ffmpeg.status().expect("ffmpeg").success());
    let render = |name: &str, words: &[&str]| {
        let out = folder.path(name);
        let all = ["render", "builtin", "--size", "64", "--frames", "0-59", "-o", &out];
        rushes(&[&all[..], words].concat())
    };
    for (name, codec) in [("walk.mp4", "aac"), ("walk.mov", "aac"), ("walk.webm", "opus")] {
        for offset in ["0", "0.4", "-1.5", "-2.5"] {
            render(name, &["--audio", &tone, "--audio-offset", offset]).done();
            let found = streams(&folder.path(name));
            let [(video, _, seconds), (audio, own, duration)] = &found[..] else {
                panic!("{name}: {found:?}");
            };
            assert_eq!((video.as_str(), audio.as_str(), own.as_str()), ("video", "audio", codec));
            // What is left of it may be shorter than the film.
            let expected = if offset == "-2.5" { 0.5 } else { 1.0 };
            assert!((seconds - 1.0).abs() < 0.05, "{name} {offset}: {found:?}");
            assert!((duration - expected).abs() < 0.08, "{name} {offset}: {found:?}");
        }
    }
    let nonsense = folder.write("nonsense.wav", "nonsense");
    let before = folder.names();
    for (name, words, code, word) in [
        ("no.gif", &["--audio", &tone][..], 2, "nothing else has room for sound"),
        ("no.png", &["--audio", &tone], 2, "--frames renders several pictures"),
        ("no.mp4", &["--audio", "nowhere.wav"], 3, "nowhere.wav: cannot be read"),
        ("no.mp4", &["--audio", &nonsense], 3, "ffmpeg cannot read it"),
        ("no.mp4", &["--audio", "assets/icon/rushes-16.png"], 3, "it has no audio"),
        ("no.mp4", &["--audio-offset", "1"], 2, "--audio"),
    ] {
        let reported = render(name, words).failed(code);
        assert!(reported.contains(word), "{words:?}: {reported}");
    }
    assert_eq!(folder.names(), before, "nothing is left");
}

#[test]
fn options_that_do_not_go_with_each_other_are_refused_with_a_word() {
    let folder = Folder::new("render-refused");
    let [png, mp4, svg, all] = ["no.png", "no.mp4", "no.svg", "no/"].map(|name| folder.path(name));
    let other = folder.take("other.bvh", 3);
    let other = other.to_str().expect("UTF-8");
    for (words, word) in [
        (&["-o", &png, other][..], "--contact-sheet or by --side-by-side"),
        (&["-o", &png, "--side-by-side"], "two takes or more"),
        (
            &["-o", &png, "--side-by-side", other, "--attach", "Hips=a.obj"],
            "--attach is for one take",
        ),
        (&["-o", &mp4, "--contact-sheet"], "a contact sheet is one picture"),
        (&["-o", &svg, "--contact-sheet"], "a contact sheet is one picture"),
        (&["-o", &png, "--contact-sheet", "--frame", "3"], "give them by --frames"),
        (&["-o", &png, "--contact-sheet", other, "--frames", "3"], "leave out --frames"),
        (&["-o", &png, "--tiles", "3"], "--tiles is for --contact-sheet"),
        (&["-o", &png, "--contact-sheet", "--tiles", "0x3"], "COLUMNSxROWS"),
        (&["-o", &png, "--contact-sheet", "--side-by-side", other], "cannot be used with"),
        (&["-o", &png, "--contact-sheet", "--turntable"], "cannot be used with"),
        (&["-o", &mp4, "--turntable", "--side-by-side", other], "cannot be used with"),
        (&["-o", &png, "--turntable"], "is a film or a folder of pictures"),
        (&["-o", &mp4, "--turntable", "--seconds", "3"], "give --turntable and --frame"),
        (&["-o", &mp4, "--seconds", "3"], "give --turntable and --frame"),
        (&["-o", &mp4, "--turntable", "--frame", "3", "--seconds", "x"], "from 0.1 to 3600"),
        (&["-o", &png, "--frames", "0-3"], "--frames renders several pictures"),
        (&["-o", &mp4, "--frame", "3"], "--frame renders one picture"),
        (&["-o", &all, "--frame", "3"], "--frame renders one picture"),
        (&["-o", &png, "--fps", "3"], "--fps is for films"),
        (&["-o", &mp4, "--scale", "2"], "give a film a larger --size"),
        (&["-o", &svg, "--scale", "2"], "which an SVG has none of"),
        (&["-o", &png, "--scale", "9"], "9 is not in 2..=8"),
        (&["-o", &png, "--scale", "8", "--size", "16384"], "too large: give a smaller --size"),
        (&["-o", &svg, "--side-by-side", other], "an SVG shows one take"),
        (&["-o", &svg, "--style", "capsules"], "an SVG has sticks"),
        (&["-o", &png, "--view", "top", "--camera", "1"], "cannot be used with"),
        (&["-o", &png, "--burn-in", "nonsense"], "nonsense"),
        (&["-o", &png, "--audio", "a.wav"], "nothing else has room for sound"),
    ] {
        let reported = rushes(&[&["render", "builtin"], words].concat()).failed(2);
        assert!(reported.contains(word), "{words:?}: {reported}");
    }
    assert_eq!(folder.names(), ["other.bvh"]);
}
