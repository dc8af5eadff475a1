//! Pages of `rushes report`: what is in them, that nothing in files or notes becomes a part of them, and what is
//! left where one cannot be made.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::folder::Folder;
use crate::support::program::{Run, command, end, rushes};
use crate::support::{self, tools};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use glam::Vec3;
use quick_xml::events::Event;
use rushes::evaluate::Pose;
use rushes::report::{Contents, Report, ReportEntry, Section, SectionInput};
use rushes::review::checks::FindingSeverity;
use rushes::review::notes::{
    Event as Moment, Frames, Note, NoteKind, NoteView, Review, Stroke, StrokeShape, Time, Verdict,
    document,
};
use rushes::scene::{Camera, DrawList, SavedCamera, Stage, Theme, colour_text};
use rushes::take::Take;
use serde_json::Value;

const HOSTILE: &str =
    "</script><script>alert(1)</script> \"quoted\" & 'so' <img src=x>\u{2028}\u{202e}";

/// A figure that breathes, on one frame of which the hips are elsewhere.
fn row(frame: i32) -> String {
    let breath = (f64::from(frame) * 0.13).sin();
    let pop = if frame == 60 { 30.0 } else { 0.0 };
    let turn = 20.0 * breath;
    format!("{pop} {} {} {turn} 0 0 {turn} {turn}", 95.0 + breath, 2.0 * breath)
}

fn at(milliseconds: i64) -> Time {
    Time::from_milliseconds(milliseconds)
}

/// A review with notes of two kinds, one of which is drawn on, an event, and a rating.
fn review() -> Review {
    let mut review = Review::default();
    let mut first = Note::new(Frames::from([20, 30]), "Ann <ann>", at(1_000));
    first.kind = NoteKind::Question;
    first.text = format!("Which hand?\n{HOSTILE}");
    first.joint = Some("LeftArm".into());
    let camera = SavedCamera::new(&Camera::default(), false);
    first.seen = Some(NoteView { camera: Some(camera.into()), ..NoteView::default() });
    for shape in [StrokeShape::Arrow, StrokeShape::Circle, StrokeShape::Freehand] {
        first.drawing.push(Stroke {
            shape,
            colour: [0xff, 0x8a, 0x4a, 0xff],
            width: 0.004,
            points: vec![[0.1, 0.2], [-0.25, 0.4]],
            other: Default::default(),
        });
    }
    review.put(first, at(1_000));
    let mut second = Note::new(Frames::single(77), "Ben", at(2_000));
    second.kind = NoteKind::Good;
    second.done = true;
    second.text = "Keep the turn".into();
    review.put(second, at(2_000));
    review.put(Moment::new(50, "Clap".into(), "Ann", at(3_000)), at(3_000));
    review.rate(Some(Verdict::Circled), 4, "Ann", at(4_000));
    review
}

/// Writes the figure, and its review beside it.
pub fn reviewed(folder: &Folder, name: &str) -> String {
    folder.figure(name, row);
    folder.write(&format!("{name}.rushes.json"), &document::write(&review(), name));
    folder.path(name)
}

/// Runs the command, which has to be done unless it ends otherwise on purpose.
pub fn report(code: i32, arguments: &[&str]) -> Run {
    let run = rushes(&[&["report"], arguments].concat());
    assert_eq!(run.code, Some(code), "{}", run.err);
    assert!(!run.err.contains("panicked"), "{}", run.err);
    run
}

pub fn page(path: &str) -> String {
    fs::read_to_string(path).expect("a page")
}

/// An element of a page with its attributes.
type Element = (String, Vec<(String, String)>);

/// What is between two marks, each time.
pub fn between<'a>(text: &'a str, from: &'a str, to: &'a str) -> impl Iterator<Item = &'a str> {
    let parts = text.split(from).skip(1);
    parts.map(move |part| part.split(to).next().unwrap_or(part))
}

/// The page without what is in its scripts, and the scripts: each with its attributes.
pub fn apart(page: &str) -> (String, Vec<(&str, &str)>) {
    let mut rest = String::new();
    let mut scripts = Vec::new();
    let mut parts = page.split("<script");
    rest.push_str(parts.next().expect("a head"));
    for part in parts {
        let (attributes, part) = part.split_once('>').expect("a tag");
        let (script, behind) = part.split_once("</script>").expect("an end");
        scripts.push((attributes, script));
        rest.push_str(behind);
    }
    (rest, scripts)
}

/// The elements of a page, which has to be well-formed, and its text.
fn parsed(page: &str) -> (Vec<Element>, String) {
    let (rest, _) = apart(page);
    let mut reader = quick_xml::Reader::from_str(&rest);
    reader.config_mut().check_end_names = true;
    let (mut elements, mut text) = (Vec::new(), String::new());
    let mut depth = 0;
    loop {
        let event = reader.read_event().unwrap_or_else(|error| panic!("{error}: {rest:.400}"));
        match event {
            Event::Start(tag) | Event::Empty(tag) => {
                depth += 1;
                let name = String::from_utf8(tag.name().as_ref().to_vec()).unwrap();
                let attributes = tag.attributes().map(|attribute| {
                    let attribute = attribute.expect("an attribute in quotes");
                    let value = String::from_utf8(attribute.value.to_vec()).unwrap();
                    (String::from_utf8(attribute.key.as_ref().to_vec()).unwrap(), value)
                });
                elements.push((name, attributes.collect()));
            }
            Event::Text(part) => text += std::str::from_utf8(&part).unwrap(),
            Event::GeneralRef(part) => {
                text += &format!("&{};", std::str::from_utf8(&part).unwrap())
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert!(depth > 20, "{depth} elements");
    (elements, text)
}

/// The data of each player.
fn motions(page: &str) -> Vec<Value> {
    let (_, scripts) = apart(page);
    let data = scripts.iter().filter(|(attributes, _)| attributes.contains("application/json"));
    data.map(|(_, text)| serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}")))
        .collect()
}

fn numbers(value: &Value) -> Vec<usize> {
    let all = value.as_array().expect("a list").iter();
    all.map(|number| number.as_u64().expect("a number") as usize).collect()
}

fn axes(value: &Value) -> [f64; 3] {
    let all = value.as_array().expect("a list");
    std::array::from_fn(|axis| all[axis].as_f64().expect("a number"))
}

/// The positions of a player: of each frame, of each point; `None` where it is missing.
fn positions(motion: &Value) -> Vec<Vec<Option<Vec3>>> {
    let bytes = STANDARD.decode(motion["positions"].as_str().expect("a text")).expect("base64");
    let (low, step) = (axes(&motion["low"]), axes(&motion["step"]));
    let points = motion["points"].as_u64().unwrap() as usize;
    let places = bytes.chunks_exact(6).map(|place| {
        let whole = |axis: usize| u16::from_le_bytes([place[2 * axis], place[2 * axis + 1]]);
        let at = |axis: usize| low[axis] + f64::from(whole(axis)) * step[axis];
        (whole(0) != u16::MAX).then(|| Vec3::from_array([0, 1, 2].map(|axis| at(axis) as f32)))
    });
    let places: Vec<_> = places.collect();
    places.chunks_exact(points).map(<[_]>::to_vec).collect()
}

#[test]
fn a_page_has_every_take_with_its_notes_its_rating_and_what_the_checks_find() {
    let folder = Folder::new("report-takes");
    reviewed(&folder, "a.bvh");
    folder.take("sub/b.bvh", 10);
    folder.write("c.bvh", "HIERARCHY\nROOT Hips\n{\nOFFSET 0 abc 0\n");
    let out = folder.path("out.html");
    let run = report(3, &["-r", &folder.path(""), "-o", &out, "--title", "Stage <4>"]);
    assert!(run.out.is_empty() && run.err.contains("c.bvh:4:10"), "{}", run.err);
    let page = page(&out);
    let (elements, text) = parsed(&page);
    assert!(page.contains("<title>Stage &lt;4&gt;</title>") && text.contains("3 takes"));
    for name in ["a.bvh", "c.bvh", "sub/b.bvh"] {
        let count = between(&page, "<h2", "</h2>")
            .filter(|h2| h2.replace('\\', "/").ends_with(&format!(">{name}")))
            .count();
        assert_eq!(count, 1, "{name}");
    }
    // The summary leads to each of them.
    let links: Vec<&str> = between(&page, "<a href=\"#take-", "\"").collect();
    assert_eq!(links, ["1", "2", "3"]);
    assert!(elements.iter().filter(|(name, _)| name == "section").count() == 3);
    let summary = between(&page, "<nav", "</nav>").next().unwrap();
    for reported in ["4 of 5 stars", "★★★★☆", "Circled", "fault", "could not be read"] {
        assert!(summary.contains(reported), "{reported}: {summary}");
    }
    // The error is told without the folder that the file is in.
    let failed = between(&page, "<pre>", "</pre>").next().unwrap();
    assert!(failed.starts_with("4:10: expected") && !failed.contains("report-takes"), "{failed}");
    for reported in [
        "Question",
        "frames 20–30",
        "Keep the turn",
        "frame 77",
        "Clap",
        "frame 50",
        "0.4 s · 00:00:00:20",
        "BVH · 101 frames · 2.02 s · 50 fps",
    ] {
        assert!(page.contains(reported), "{reported}");
    }
    // What the checks command tells is in the page.
    let checked = rushes(&["check", "--json", &folder.path("a.bvh")]);
    let checked: Value = serde_json::from_str(&checked.out).expect("JSON");
    let findings = checked[0]["findings"].as_array().unwrap();
    assert!(findings.iter().any(|finding| finding["check"] == "pop"), "{findings:?}");
    for finding in findings {
        assert!(page.contains(finding["message"].as_str().unwrap()), "{finding}");
    }
    assert!(page.contains("data-frame=\"60\"") && page.contains("class=\"plot\""));
    // What is left out of the checks is left out of the page.
    report(0, &[&folder.path("a.bvh"), "-o", &out, "--only", "header"]);
    assert!(!self::page(&out).contains("class=\"plot\""));
}

#[test]
fn nothing_that_files_and_people_say_becomes_a_part_of_the_page() {
    let folder = Folder::new("report-hostile");
    let name = if cfg!(windows) { "a'b&c.bvh" } else { "<script>'\"&.bvh" };
    let take = reviewed(&folder, name);
    let out = folder.path("out.html");
    let broken = folder.write(&format!("broken {name}"), "HIERARCHY\nROOT <b>\n<i onclick='a'>");
    let run = report(3, &[&take, &broken, "-o", &out, "--title", HOSTILE]);
    assert!(run.err.contains("<i onclick='a'>"), "the file says it: {}", run.err);
    let page = page(&out);
    let (elements, text) = parsed(&page);
    let (_, scripts) = apart(&page);
    assert_eq!(scripts.len(), 3, "the data of one player, the sheet and the player");
    let known: BTreeSet<&str> = [
        "a b body button canvas caption circle dd div dl dt figcaption figure footer h1 h2 h3 head header html img",
        "input li main meta nav ol option output p path pre rect section select span style svg table tbody td th",
        "thead title tr",
    ]
    .iter()
    .flat_map(|names| names.split(' '))
    .collect();
    for (name, attributes) in &elements {
        assert!(known.contains(name.as_str()), "<{name}>");
        for (key, value) in attributes {
            assert!(!key.starts_with("on") && !value.contains(['<', '>']), "{name} {key}={value}");
            let is_here =
                |value: &str| value.starts_with('#') || value.starts_with("data:image/png;base64,");
            assert!(
                !["src", "href"].contains(&key.as_str()) || is_here(value),
                "{name} {key}={value:.60}"
            );
        }
    }
    // It loads nothing, and says so to browsers.
    assert_eq!(page.matches("http").count(), page.matches("http-equiv").count());
    let policy = between(&page, "Content-Security-Policy\" content=\"", "\"").next();
    let policy = policy.expect("a policy");
    assert!(policy.starts_with("default-src 'none'; img-src data:; script-src 'sha256-"));
    assert!(policy.contains("; style-src 'sha256-") && !policy.contains("unsafe"), "{policy}");
    assert!(text.contains("&lt;/script&gt;&lt;script&gt;alert(1)"), "the note is told");
    assert!(!page.contains(['\u{202e}', '\u{0}']), "nothing turns the direction of text");
    let ids: Vec<&str> = between(&page, " id=\"", "\"").collect();
    assert_eq!(ids.len(), ids.iter().collect::<BTreeSet<_>>().len(), "{ids:?}");
}

#[test]
fn positions_read_back_as_the_take_has_them() {
    let folder = Folder::new("report-positions");
    let file = reviewed(&folder, "a.bvh");
    let out = folder.path("out.html");
    report(0, &[&file, "-o", &out, "--pictures", "0"]);
    let page = page(&out);
    let [motion] = &motions(&page)[..] else {
        panic!("one player");
    };
    let take = support::take(Path::new(&file));
    let frames = numbers(&motion["frames"]);
    // Every second one, at 25 of 50 a second, with those of notes and findings.
    let expected: BTreeSet<usize> = (0..101).step_by(2).chain([77]).collect();
    assert!(
        frames.is_sorted() && expected.iter().all(|frame| frames.contains(frame)),
        "{frames:?}"
    );
    assert!(frames.len() < 60 && page.contains("every second frame"));
    assert_positions(&take, motion, &frames);
}

/// Holds what a player has against the take itself.
fn assert_positions(take: &Take, motion: &Value, frames: &[usize]) {
    let stage = Stage::new(take);
    let step = Vec3::from_array(axes(&motion["step"]).map(|step| step as f32));
    let bones = numbers(&motion["bones"]);
    let positions = positions(motion);
    assert_eq!(positions.len(), frames.len());
    assert_eq!(bones.len(), take.skeleton.bones().len() * 3);
    for (&frame, positions) in frames.iter().zip(&positions) {
        let pose = Pose::of(&take.skeleton, take.row(frame));
        let ends = pose.segments(&take.skeleton);
        for (ends, bone) in ends.zip(bones.chunks_exact(3)) {
            for (end, &point) in ends.iter().zip(bone) {
                let far = (positions[point].expect("a place") - stage.world(*end)).abs();
                assert!(far.cmple(step * 0.51 + 1e-5).all(), "frame {frame}: {far} of {step}");
            }
        }
    }
}

#[test]
fn the_page_decodes_its_own_positions() {
    if !tools::has("node", "nodejs") {
        return;
    }
    let folder = Folder::new("report-node");
    let out = folder.path("out.html");
    let gaps = support::root().join("tests/good/trc");
    let take = support::files(&gaps, &["trc"]);
    report(
        0,
        &[
            take[0].to_str().unwrap(),
            &folder.figure("a.bvh", row).to_string_lossy(),
            "-o",
            &out,
            "--pictures",
            "0",
        ],
    );
    let page = page(&out);
    let (_, scripts) = apart(&page);
    let script = scripts.last().expect("a script").1;
    for (i, motion) in motions(&page).iter().enumerate() {
        let run = format!(
            "{script}\nconst take = {motion};\nconst places = decode(take);\n\
             const all = Array.from(places, (value) => Number.isNaN(value) ? null : value);\n\
             const frames = take.frames.map((frame) => shownAt(take.frames, frame + 0.5));\n\
             console.log(JSON.stringify([all, frames]));"
        );
        let file = folder.write(&format!("{i}.js"), &run);
        let output = Command::new("node").arg(file).output().expect("node");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let reported: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let decoded = reported[0].as_array().unwrap();
        let expected: Vec<Option<Vec3>> = positions(motion).into_iter().flatten().collect();
        assert_eq!(decoded.len(), expected.len() * 3);
        for (decoded, expected) in decoded.chunks_exact(3).zip(expected) {
            let place = decoded[0].is_number().then(|| axes(&Value::from(decoded)));
            let place = place.map(|place| Vec3::from_array(place.map(|at| at as f32)));
            assert_eq!(place.is_some(), expected.is_some());
            let far = place.unwrap_or_default().distance(expected.unwrap_or_default());
            assert!(far < 1e-4, "{far}");
        }
        assert_eq!(
            numbers(&reported[1]),
            (0..motion["frames"].as_array().unwrap().len()).collect::<Vec<_>>()
        );
    }
}

#[test]
fn pictures_are_of_the_frames_that_they_are_said_to_be_of() {
    if !tools::has_opengl() {
        return;
    }
    let folder = Folder::new("report-pictures");
    let out = folder.path("out.html");
    report(0, &[&reviewed(&folder, "a.bvh"), "-o", &out, "--pictures", "5"]);
    let page = page(&out);
    let sizes: Vec<[u32; 2]> = between(&page, "data:image/png;base64,", "\"")
        .map(|uri| {
            let bytes = STANDARD.decode(uri).expect("base64");
            let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
            decoder.set_transformations(png::Transformations::ALPHA);
            let mut reader = decoder.read_info().expect("a PNG");
            assert_eq!(reader.info().color_type, png::ColorType::Indexed);
            let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
            reader.next_frame(&mut pixels).expect("pixels");
            let opaque = pixels.chunks_exact(4).filter(|pixel| pixel[3] == 255).count();
            assert!(opaque > 200, "{opaque} pixels of the figure");
            [reader.info().width, reader.info().height]
        })
        .collect();
    let of = |size| sizes.iter().filter(|other| **other == size).count();
    assert_eq!([of([240, 320]), of([480, 270])], [5, 2], "{sizes:?}");
    assert!(of([400, 300]) >= 1, "the pop has one");
    let strip = between(&page, "<ol class=\"strip\"", "</ol>").next().unwrap();
    let frames: Vec<&str> = between(strip, "<figcaption>", " ").collect();
    assert_eq!(frames, ["0", "25", "50", "75", "100"]);
    // What was drawn lies over its note.
    let drawn = between(&page, "<svg viewBox=\"-0.8", "</svg>").next().unwrap();
    assert!(drawn.contains("<circle cx=\"0.1000\" cy=\"-0.2000\""), "{drawn}");
    assert!(drawn.matches("<path").count() == 2, "{drawn}");
}

#[test]
fn without_opengl_the_page_has_no_pictures_and_that_is_told() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let folder = Folder::new("report-no-opengl");
    let (take, out) = (reviewed(&folder, "a.bvh"), folder.path("out.html"));
    let mut run = command(&["report", &take, "-o", &out]);
    let run = end(run.env("__EGL_VENDOR_LIBRARY_FILENAMES", "/dev/null"));
    assert_eq!(run.code, Some(0));
    let page = page(&out);
    if page.contains("data:image") {
        // A driver that asks nobody.
        return;
    }
    assert!(run.err.contains("the page has no pictures"), "{}", run.err);
    parsed(&page);
    assert!(page.contains("Keep the turn") && page.contains("class=\"plot\""));
    assert_eq!(motions(&page).len(), 1);
}

#[test]
fn a_page_without_players_has_no_script() {
    let folder = Folder::new("report-no-player");
    let out = folder.path("out.html");
    report(0, &[&reviewed(&folder, "a.bvh"), "-o", &out, "--no-player", "--pictures", "0"]);
    let page = page(&out);
    parsed(&page);
    assert!(
        !page.contains("<script")
            && page.contains("script-src 'none';")
            && !page.contains("data-frame")
    );
    // Notes and findings are told all the same.
    assert!(page.contains("frame 77") && page.contains("class=\"plot\""));
}

#[test]
fn a_page_goes_to_standard_output_as_a_whole() {
    let folder = Folder::new("report-standard");
    let take = reviewed(&folder, "a.bvh");
    let run = report(0, &[&take, "-o", "-", "--pictures", "0"]);
    assert!(run.out.starts_with("<!DOCTYPE html>") && run.out.ends_with("</html>\n"));
    assert!(run.out.contains("<title>a.bvh</title>"));
}

#[test]
fn what_is_there_survives_a_run_that_fails() {
    let folder = Folder::new("report-old");
    let take = reviewed(&folder, "a.bvh");
    let before = fs::read(&take).unwrap();
    let reported = report(2, &[&take, "-o", &take]).failed(2);
    assert!(reported.contains("is the take itself"), "{reported}");
    assert_eq!(fs::read(&take).unwrap(), before);
    let out = folder.write("out.html", "old");
    let reported = report(3, &["--files-from", &folder.path("none"), "-o", &out]).failed(3);
    assert!(reported.contains("cannot be read"), "{reported}");
    let reported = report(2, &[&take, "-o", &folder.path("")]).failed(2);
    assert!(reported.contains("is a folder"), "{reported}");
    report(2, &[&take, "-o", &out, "--pictures", "101"]);
    assert_eq!(page(&out), "old");
    assert_eq!(folder.names(), ["a.bvh", "a.bvh.rushes.json", "out.html"]);
}

#[test]
fn what_is_refused_is_told_in_the_page() {
    let folder = Folder::new("report-strict");
    let text = fs::read_to_string(folder.take("a.bvh", 10)).unwrap();
    folder.write("a.bvh", &text.replace("Frames: 10", "Frames: 12"));
    let out = folder.path("out.html");
    let take = folder.path("a.bvh");
    assert!(report(0, &[&take, "-o", &out]).err.contains("warning"));
    let run = report(3, &[&take, "-o", &out, "--strict"]);
    assert!(run.err.contains("refused by --strict"), "{}", run.err);
    assert!(page(&out).contains("<pre>refused by --strict"));
}

/// The page of one take whose player has so many bytes.
fn page_of(take: &Take, review: &Review, bytes: usize) -> String {
    let stage = Stage::new(take);
    let subject = SectionInput {
        file: "take",
        take,
        stage: &stage,
        review,
        findings: &[],
        ignored: 2,
        facts: &[("Format", "BVH".into()), ("", "and <more>".into())],
    };
    let contents = Contents { pictures: 3, player_bytes: Some(bytes) };
    let section = Section::new(1, &subject, contents, &mut |_: &DrawList, _| None);
    let report = Report {
        title: "A take".into(),
        date: "2026-03-01".into(),
        has_players: true,
        takes: vec![ReportEntry::Read(Box::new(section))],
    };
    let mut page = Vec::new();
    report.write(&mut page).expect("memory takes everything");
    String::from_utf8(page).expect("UTF-8")
}

#[test]
fn long_takes_are_thinned_and_that_is_told() {
    let folder = Folder::new("report-long");
    let take = support::take(&folder.take("long.bvh", 5_000));
    let mut review = Review::default();
    review.put(Note::new(Frames::single(4_321), "Ann", at(1)), at(1));
    // Two points of six bytes a frame.
    let page = page_of(&take, &review, 100 * 12);
    parsed(&page);
    let frames = numbers(&motions(&page)[0]["frames"]);
    assert!((90..=100).contains(&frames.len()), "{}", frames.len());
    assert!(frames.contains(&4_321) && frames.contains(&0));
    let reported = format!(
        "to keep the page small, beside those of notes and findings: {} of 5000.",
        frames.len()
    );
    assert!(page.contains(&reported), "{reported}");
    assert!(
        page.contains("2 more findings that reviewers ignore") && page.contains("and &lt;more&gt;")
    );
    assert!(!page.contains("<img"), "nothing could be drawn");
    assert_positions(&take, &motions(&page)[0], &frames);
    let none = page_of(&take, &review, 40);
    assert!(none.contains("too many points for a player") && motions(&none).is_empty());
}

#[test]
fn a_take_without_frames_and_one_without_bones_have_a_page() {
    let folder = Folder::new("report-odd");
    let rest = folder.take("rest.bvh", 0);
    let markers = support::files(&support::root().join("tests/good/trc"), &["trc"]);
    let out = folder.path("out.html");
    report(0, &[rest.to_str().unwrap(), markers[0].to_str().unwrap(), "-o", &out, "--quiet"]);
    let page = page(&out);
    parsed(&page);
    let motions = motions(&page);
    assert_eq!(numbers(&motions[0]["frames"]), [0]);
    assert!(
        motions[1]["bones"].as_array().unwrap().is_empty()
            && numbers(&motions[1]["dots"]).len() > 1
    );
}

#[test]
fn findings_and_notes_have_the_colours_of_the_window() {
    let take = rushes::files::builtin();
    let page = page_of(&take, &review(), 1 << 20);
    for theme in Theme::ALL {
        let palette = theme.palette();
        let kinds = NoteKind::ALL.map(|kind| (kind.word(), kind.colour(palette), "note"));
        let severities = [FindingSeverity::Fault, FindingSeverity::Warning];
        let severities = severities.map(|it| (it.word(), it.colour(palette), "finding"));
        for (word, colour, what) in kinds.into_iter().chain(severities) {
            let named = format!("--{word}: {};", colour_text(colour));
            assert!(page.contains(&named), "{theme:?}: {named}");
            let used = format!(".{what}.{word} {{ border-left-color: var(--{word}); }}");
            assert!(page.contains(&used), "{used}");
        }
    }
}
