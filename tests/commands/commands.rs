//! The command line from outside: exit codes, what goes to which stream, CSV and JSON.

use std::io::Read as _;
#[cfg(unix)]
use std::process::Stdio;

use crate::support;
use crate::support::folder::Folder;
#[cfg(unix)]
use crate::support::program::{self, end};
use crate::support::program::{command, rushes};
use serde_json::{Value, json};

/// A leg that lifts on frame 1 and walks to the right on frame 2. The names are what spreadsheets
/// trip over.
const LEG: &str = "\
HIERARCHY
ROOT Hips, \"centre\"
{
	OFFSET 0 0 0
	CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
	JOINT Knee
	{
		OFFSET 0 -40 0
		CHANNELS 3 Zrotation Xrotation Yrotation
		End Site
		{
			OFFSET 0 -45 5
		}
	}
}
MOTION
Frames: 3
Frame Time: 0.04
0 90 0 0 0 0 0 0 0
0 90 0 0 90 0 0 0 0
10 90 0 0 0 0 90 0 0
";

/// The same without any frames.
fn rest() -> String {
    let (hierarchy, _) = LEG.split_once("MOTION").expect("two sections");
    format!("{hierarchy}MOTION\nFrames: 0\nFrame Time: 0.04\n")
}

/// A file with a word where a number must be.
const BROKEN: &str = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 abc 0\n}\n";

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

#[test]
fn every_command_has_a_page_of_help_that_fits_a_terminal() {
    for command in ["", "info", "positions", "convert", "check", "notes", "render", "report"] {
        let mut pages = Vec::new();
        for flag in ["--help", "-h"] {
            let arguments = [command, flag];
            let arguments = &arguments[usize::from(command.is_empty())..];
            pages.push(rushes(arguments).done());
        }
        assert_eq!(pages[0], pages[1], "{command}");
        let page = &pages[0];
        for word in ["\nExamples:\n", "\nOptions:\n", "--bvh-positions", "rushes"] {
            assert!(page.contains(word), "no {word:?} in {command} --help");
        }
        let usage = format!("\nUsage: rushes {command}");
        assert!(page.contains(&usage), "no {usage:?} in {command} --help");
        let widest = page.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(100), "{widest:?} in {command} --help");
    }
    let first = rushes(&["--help"]).done();
    for command in ["info", "positions", "convert", "check", "notes", "render", "report"] {
        assert!(first.contains(&format!("\n  {command} ")), "{command}");
    }
}

#[test]
fn the_licences_are_those_of_all_that_is_in_it() {
    let file = support::root().join("assets/licences/licences.txt");
    let told = rushes(&["--licences"]).done();
    assert_eq!(told, std::fs::read_to_string(file).expect("a text"));
    for (name, licence) in [("egui", "MIT"), ("ufbx", "Unlicense"), ("serde", "MIT")] {
        let is_of = |line: &str| line.starts_with(&format!("{name} ")) && line.contains(licence);
        assert!(told.lines().any(is_of), "{name}");
    }
    assert_eq!(rushes(&["--licences", "walk.bvh"]).code, Some(2));
}

#[test]
fn the_version_is_that_of_the_package() {
    let expected = format!("rushes {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(rushes(&["--version"]).done(), expected);
    assert_eq!(rushes(&["-V"]).done(), expected);
}

#[test]
fn invalid_arguments_are_named_and_end_with_2() {
    let folder = Folder::new("arguments");
    let file = folder.write("leg.bvh", LEG);
    let file = file.as_str();
    let copy = folder.write("copy.bvh", LEG);
    let copy = copy.as_str();
    let picture = folder.path("out.png");
    let out = picture.as_str();
    let frames = folder.path("frames/");
    let frames = frames.as_str();
    let cases: &[(&[&str], &str)] = &[
        (&["--nonsense"], "--nonsense"),
        (&["-x"], "-x"),
        (&["--json"], "--json"),
        (&["--bvh-positions", "maybe"], "'maybe'"),
        (&["--rate", "fast"], "'fast'"),
        (&["--rate", "0"], "'0'"),
        (&["--bvh-positions"], "--bvh-positions"),
        (&["--theme", "blue"], "'blue'"),
        (&["--theme"], "--theme"),
        (&["info"], "<FILE|FOLDER>"),
        (&["info", "--json"], "<FILE|FOLDER>"),
        (&["info", file, "--nonsense"], "--nonsense"),
        (&["info", file, "--frames", "1"], "--frames"),
        (&["info", file, "--bvh-positions", "maybe"], "'maybe'"),
        (&["info", file, "--json=yes"], "yes"),
        (&["positions"], "<FILE|FOLDER>"),
        (&["positions", file, "--nonsense"], "--nonsense"),
        (&["positions", file, "--bvh-positions", ""], "--bvh-positions"),
        (&["positions", file, copy], "2 takes need a folder"),
        (&["positions", file, "--frames"], "--frames"),
        (&["positions", file, "--frames", "one"], "'one'"),
        (&["positions", file, "--frames", "0,,1"], "'0,,1'"),
        (&["positions", file, "--frames", "-1"], "'-1'"),
        (&["positions", file, "--frames", "2-1"], "2-1"),
        (&["positions", file, "--frames", "3,9"], "frames 0 to 2"),
        (&["positions", file, "--numbers", "1"], "number its frames"),
        (&["positions", file, "--local"], "--rotations"),
        (&["positions", file, "--json", "--npy"], "--npy"),
        (&["inof", file], "did you mean 'info'?"),
        (&["--quiet", "walk"], "neither a command nor a file"),
        (&["info", "*.none"], "no file matches"),
        (&["convert"], "<FILE|FOLDER>"),
        (&["convert", file], "no output is given"),
        (&["convert", file, "-o", frames], "--to"),
        (
            &["convert", file, "leg.doc"],
            "BVH (.bvh), HTR (.htr), GTR (.gtr), AMC (.amc), glTF (.glb)",
        ),
        (&["convert", file, "leg"], "'leg'"),
        (&["convert", file, file], "is the take itself"),
        (&["convert", file, copy, "b.htr"], "2 takes need a folder"),
        (&["convert", file, "a.htr", "--frames", "9-1"], "ahead of the first"),
        (&["convert", file, "a.htr", "--fps", "0"], "frames a second"),
        (&["convert", file, "a.htr", "--scale", "0"], "0.000001"),
        (&["convert", file, "a.htr", "--bvh-positions", "maybe"], "'maybe'"),
        (&["render"], "<FILE|FOLDER>"),
        (&["render", file], "--output <OUT|FOLDER/>"),
        (&["render", "-o", out], "<FILE|FOLDER>"),
        (&["render", file, "builtin", "-o", out], "--contact-sheet or by --side-by-side"),
        (&["render", file, "-o"], "-o"),
        (&["render", file, "-o", "out.jpg"], "out.jpg"),
        (&["render", file, "-o", "out.gif", "--frame", "0"], "--frame "),
        (&["render", file, "-o", "out.##.png", "--frame", "0"], "--frame "),
        (&["render", file, "-o", out, "--fps", "30"], "--fps is for films"),
        (&["render", file, "-o", "out"], "'out'"),
        (&["render", file, "-o", out, "--nonsense"], "--nonsense"),
        (&["render", file, "-o", out, "--frame", "3"], "frame 3"),
        (&["render", file, "-o", out, "--frame", "one"], "'one'"),
        (&["render", file, "-o", out, "--frame", "0-1"], "'0-1'"),
        (&["render", file, "-o", out, "--frames", "0-1"], "--frames"),
        (&["render", file, "-o", out, "--frame", "0", "--frames", "0-1"], "--frame "),
        (&["render", file, "-o", frames, "--frame", "0"], "--frame "),
        (&["render", file, "-o", frames, "--frames", "3-4"], "frames 0 to 2"),
        (&["render", file, "-o", out, "--size", "wide"], "'wide'"),
        (&["render", file, "-o", out, "--size", "0x0"], "'0x0'"),
        (&["render", file, "-o", out, "--size", "-640x360"], "'-640x360'"),
        (&["render", file, "-o", out, "--size", "99999x99999"], "'99999x99999'"),
        (&["render", file, "-o", out, "--view", "under"], "'under'"),
        (&["render", file, "-o", out, "--theme", "blue"], "'blue'"),
        (&["render", file, "-o", out, "--style", "bones"], "'bones'"),
        (&["render", file, "-o", out, "--bvh-positions", "maybe"], "'maybe'"),
    ];
    for (arguments, culprit) in cases {
        let reported = rushes(arguments).failed(2);
        let (message, hint) = reported.trim_end().split_once('\n').expect("two lines");
        assert!(message.starts_with("rushes: "), "{arguments:?}: {message}");
        assert!(message.contains(culprit), "{arguments:?}: {message}");
        let command = arguments[0];
        let page = match command {
            "info" | "positions" | "convert" | "render" => format!("{command} --help"),
            _ => "--help".to_string(),
        };
        assert_eq!(hint, format!("Try 'rushes {page}'."), "{arguments:?}");
    }
    assert_eq!(folder.names(), ["copy.bvh", "leg.bvh"], "nothing was written");
}

#[test]
fn a_file_that_cannot_be_opened_is_told_with_its_place_and_ends_with_3() {
    let folder = Folder::new("broken");
    let broken = folder.write("broken.bvh", BROKEN);
    let missing = folder.path("missing.bvh");
    let out = folder.path("out.png");
    let place = format!("{broken}:4:10: expected a number for OFFSET y, found \"abc\"\n");
    let none = format!("{missing}: cannot be read: there is no such file\n");
    for (file, first) in [(&broken, place), (&missing, none)] {
        let file = file.as_str();
        let commands: [&[&str]; 4] = [
            &["info", file],
            &["positions", file],
            &["positions", file, "--json"],
            &["render", file, "-o", &out],
        ];
        for arguments in commands {
            let reported = rushes(arguments).failed(3);
            assert!(reported.starts_with(&first), "{arguments:?}: {reported}");
        }
        // A program behind a pipe reads of every file.
        let run = rushes(&["info", file, "--json"]);
        assert_eq!(run.code, Some(3));
        assert!(run.err.starts_with(&first), "{}", run.err);
        let object = &parsed(&run.out)[0];
        assert_eq!(object["file"], file);
        let message = object["error"]["message"].as_str().expect("a text");
        assert!(first.contains(message), "{message}");
        let keys: Vec<&String> = object["error"].as_object().expect("an object").keys().collect();
        match object["error"]["kind"].as_str() {
            Some("expected") => {
                assert_eq!(keys, ["kind", "line", "column", "message", "hint"]);
                assert_eq!(object["error"]["line"], 4);
            }
            kind => {
                assert_eq!((kind, keys.len()), (Some("unreadable"), 3));
            }
        }
    }
    assert_eq!(folder.names(), ["broken.bvh"]);
}

#[test]
fn info_is_a_page_a_file() {
    let folder = Folder::new("page");
    let file = folder.write("leg.bvh", LEG);
    let page = rushes(&["info", &file]).done();
    let mut lines = page.lines();
    assert_eq!(lines.next(), Some(file.as_str()));
    for (label, text) in [
        ("Format", "BVH"),
        ("Nodes", "2"),
        ("Bones", "2"),
        ("Frames", "3"),
        ("Length", "0.120 s"),
        ("Rate", "25 fps"),
        ("Units", "unknown (scaled to a person's height)"),
        ("Up", "Y (assumed)"),
    ] {
        assert_eq!(lines.next(), Some(format!("    {label:<12}{text}").as_str()));
    }
    assert_eq!(lines.next(), None, "no warnings, no more lines");
}

#[test]
fn info_prints_an_object_a_file_in_json() {
    let folder = Folder::new("info");
    // More rows than announced, and a value that is none, twice.
    let more = LEG.replace("Frames: 3", "Frames: 2");
    let gaps = more.replace("0 90 0 0 90", "nan 90 nan 0 90");
    let file = folder.write("gaps.bvh", &gaps);
    let all = parsed(&rushes(&["info", &file, "--json"]).done());
    let object = all[0].as_object().expect("an object");
    let keys: Vec<&str> = object.keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        [
            "schema",
            "file",
            "path_bytes",
            "format",
            "name",
            "nodes",
            "bones",
            "frame_count",
            "frame_time",
            "frame_rate",
            "rate_is_assumed",
            "duration",
            "units",
            "metres_per_unit",
            "unit_is_assumed",
            "unit_certainty",
            "up",
            "up_is_assumed",
            "first_number",
            "start_time",
            "numbers",
            "details",
            "clips",
            "events",
            "masses",
            "limits",
            "gaps",
            "meshes",
            "joints",
            "read_with",
            "missing",
            "warnings"
        ]
    );
    assert_eq!(all.as_array().map(Vec::len), Some(1));
    let expected = json!({
        "file": file, "format": "BVH", "name": "gaps", "nodes": 2, "bones": 2,
        "frame_count": 3, "frame_time": 0.04, "duration": 0.12, "units": null, "up": "Y",
        "numbers": null, "details": {}, "events": [], "masses": [], "limits": [], "gaps": [],
        "meshes": [], "missing": null, "schema": 1, "path_bytes": null, "frame_rate": 25.0,
        "unit_is_assumed": true, "unit_certainty": "assumed", "joints": null, "read_with": [],
        "clips": [{"name": "gaps", "read": true, "frame_count": 3, "duration": 0.12}],
    });
    for (key, value) in expected.as_object().expect("an object") {
        assert_eq!(&object[key], value, "{key}");
    }
    let warnings = object["warnings"].as_array().expect("an array");
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    for (warning, line) in warnings.iter().zip([17, 20]) {
        let keys: Vec<&String> = warning.as_object().expect("an object").keys().collect();
        let named = ["line", "column", "code", "severity", "message", "count"];
        assert_eq!(keys, named);
        assert_eq!(warning["line"], line, "{warning}");
        assert!(warning["column"].as_u64() >= Some(1) && warning["count"].as_u64() >= Some(1));
    }
    assert!(warnings[1]["message"].as_str().unwrap().contains("2 values cannot be used"));
}

#[test]
fn one_broken_file_keeps_no_other_from_being_told() {
    let folder = Folder::new("among");
    let takes = folder.0.join("takes");
    std::fs::create_dir(&takes).unwrap();
    for (name, text) in [("a.bvh", LEG), ("b.BVH", BROKEN), ("c.bvh", LEG), ("notes.txt", "")] {
        std::fs::write(takes.join(name), text).unwrap();
    }
    let rest = folder.write("rest.bvh", &rest());
    // A folder stands for the takes inside of it.
    let both = [takes.to_str().unwrap(), rest.as_str()];
    let run = rushes(&["info", both[0], both[1], "--json"]);
    assert_eq!(run.code, Some(3));
    assert!(run.err.contains("b.BVH:4:10: "), "{}", run.err);
    assert!(!run.err.contains("notes.txt"), "{}", run.err);
    let printed = parsed(&run.out);
    let names: Vec<&str> = printed
        .as_array()
        .expect("an array")
        .iter()
        .map(|object| object["name"].as_str().unwrap_or("error"))
        .collect();
    assert_eq!(names, ["a", "error", "c", "rest"]);
    let run = rushes(&["info", both[0], both[1]]);
    assert_eq!(run.code, Some(3));
    let pages = run.out.lines().filter(|line| !line.starts_with(' '));
    assert_eq!(pages.count(), 3, "{}", run.out);
}

#[test]
fn positions_are_a_table_that_spreadsheets_read() {
    let folder = Folder::new("csv");
    let file = folder.write("leg.bvh", LEG);
    let table = rushes(&["positions", &file]).done();
    let hips = "\"Hips, \"\"centre\"\"\"";
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "frame,number,time,index,node,x,y,z");
    assert_eq!(lines.len(), 1 + 3 * 3, "a row a node and a frame");
    // The last row turns the knee by 90 degrees about Z, so that down becomes right.
    let expected: [(&str, &str, &str, [f64; 3]); 9] = [
        ("0", "0", hips, [0.0, 90.0, 0.0]),
        ("0", "0", "Knee", [0.0, 50.0, 0.0]),
        ("0", "0", "Knee_end", [0.0, 5.0, 5.0]),
        ("1", "0.04", hips, [0.0, 90.0, 0.0]),
        ("1", "0.04", "Knee", [0.0, 90.0, -40.0]),
        ("1", "0.04", "Knee_end", [0.0, 85.0, -85.0]),
        ("2", "0.08", hips, [10.0, 90.0, 0.0]),
        ("2", "0.08", "Knee", [10.0, 50.0, 0.0]),
        ("2", "0.08", "Knee_end", [55.0, 50.0, 5.0]),
    ];
    for (i, (line, (frame, time, name, at))) in lines[1..].iter().zip(expected).enumerate() {
        let start = format!("{frame},,{time},{},{name},", i % 3);
        let rest = line.strip_prefix(&start);
        let rest = rest.unwrap_or_else(|| panic!("{line} of {start}"));
        let numbers: Vec<f64> = rest.split(',').map(|n| n.parse().expect(line)).collect();
        assert_near(&numbers, &at, 1e-4, line);
    }
    let some = rushes(&["positions", &file, "--frames", "2,0-1,2"]).done();
    let frames: Vec<&str> = some.lines().skip(1).step_by(3).map(|l| &l[..1]).collect();
    assert_eq!(frames, ["2", "0", "1", "2"], "frames come in the order asked for");
}

#[test]
fn no_name_is_a_formula_in_csv_and_all_come_back() {
    let folder = Folder::new("csv-formulas");
    let names = ["=1+1", "-5", "'@x"];
    let file = folder.write("a.bvh", &{
        let joints = names.map(|name| {
            format!("JOINT {name}\n{{\nOFFSET 0 1 0\nCHANNELS 1 Zrotation\nEnd Site\n{{\nOFFSET 0 1 0\n}}\n}}\n")
        });
        format!(
            "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n{}}}\nMOTION\n\
             Frames: 2\nFrame Time: 0.04\n0 0 0 0 0 0\n1 0 0 0 0 0\n",
            joints.concat()
        )
    });
    let shown = |file: &str| -> Vec<String> {
        let reported = parsed(&rushes(&["positions", file, "--json", "-q"]).done());
        let nodes = reported["nodes"].as_array().expect("nodes").iter();
        let all = nodes.map(|node| node["name"].as_str().expect("a name").to_string());
        all.filter(|name| names.contains(&name.as_str())).collect()
    };
    assert_eq!(shown(&file), names);
    for wide in [&[][..], &["--wide"]] {
        let table = rushes(&[&["positions", &file], wide].concat()).done();
        let cells = || table.lines().flat_map(|line| line.split(','));
        assert!(cells().all(|cell| !cell.starts_with(['=', '@'])), "{table}");
        assert!(cells().any(|cell| cell.starts_with("'=1+1")), "{table}");
        let table = folder.write("table.csv", &table);
        assert_eq!(shown(&table), names, "{wide:?}");
        let raw = rushes(&[&["positions", &file, "--raw-csv"], wide].concat()).done();
        assert!(raw.contains(",=1+1"), "{raw}");
    }
    let table = folder.path("converted.csv");
    assert_eq!(rushes(&["convert", &file, "-o", &table, "-q"]).code, Some(0));
    assert_eq!(shown(&table), names);
    for to in ["csv", "channels.csv"] {
        let convert = ["convert", &file, "-o", "-", "-q", "--to", to];
        let [guarded, raw] =
            [&[][..], &["--raw-csv"]].map(|raw| rushes(&[&convert, raw].concat()).done());
        assert_eq!(guarded.replace(",'", ","), raw);
        assert_ne!(guarded, raw);
    }
    let compared = rushes(&["compare", &file, &file, "--csv", "-q"]).done();
    assert!(compared.contains(",'=1+1,'=1+1,") && compared.contains(",-5,-5,"), "{compared}");
}

#[test]
fn frames_keep_the_numbers_and_the_times_of_their_file() {
    for (file, numbering, start, frames) in [
        (
            "trc/starts_at_258.trc",
            "258 to 261",
            "4.283",
            [(258, 4.283), (259, 4.299667), (260, 4.316333), (261, 4.333)],
        ),
        (
            "trc/numbers_and_times_that_jump.trc",
            "101 to 107, 4 frames, with jumps",
            "1",
            [(101, 1.0), (102, 1.01), (103, 1.02), (107, 1.06)],
        ),
        (
            "c3d/from-258.c3d",
            "258 to 261",
            "4.283333",
            [(258, 4.283333), (259, 4.3), (260, 4.316667), (261, 4.333333)],
        ),
    ] {
        let file = support::root().join("tests/good").join(file);
        let file = file.to_str().expect("UTF-8");
        let page = rushes(&["info", file]).done();
        let row = |label: &str, text: &str| format!("    {label:<12}{text}\n");
        assert!(page.contains(&row("Numbering", numbering)), "{page}");
        assert!(page.contains(&row("Start", &format!("{start} s"))), "{page}");
        let object = &parsed(&rushes(&["info", file, "--json"]).done())[0];
        assert_eq!(object["first_number"], frames[0].0);
        assert_eq!(object["start_time"], frames[0].1);
        assert_eq!(object["numbers"].is_null(), numbering.ends_with("jumps"));
        let table = rushes(&["positions", file, "-q"]).done();
        let document = parsed(&rushes(&["positions", file, "--json", "-q"]).done());
        for (frame, (number, time)) in frames.into_iter().enumerate() {
            let start = format!("{frame},{number},{time},");
            let lines = table.lines().filter(|line| line.starts_with(&start));
            let object = &document["frames"][frame];
            let positions = object["positions"].as_array().expect("an array");
            assert_eq!(lines.count(), positions.len(), "{start} in {table}");
            assert_eq!(object["number"], number);
            assert_eq!(object["time"], time);
        }
    }
}

fn assert_near(numbers: &[f64], expected: &[f64], most: f64, what: &str) {
    assert_eq!(numbers.len(), expected.len(), "{what}");
    for (number, expected) in numbers.iter().zip(expected) {
        assert!((number - expected).abs() <= most, "{what}: {number}, not {expected}");
    }
}

fn coordinates(position: &Value) -> Vec<f64> {
    let position = position.as_array().expect("three coordinates");
    position.iter().map(|n| n.as_f64().expect("a number")).collect()
}

#[test]
fn positions_are_json_in_the_order_of_their_nodes() {
    let folder = Folder::new("json");
    // A second leg, so that the ends of both come after all nodes.
    let second = "\tJOINT Other\n\t{\n\t\tOFFSET 5 0 0\n\t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 0 1\n\t\t}\n\t}\n}\nMOTION";
    let file = folder.write("legs.bvh", &LEG.replace("}\nMOTION", second));
    let arguments = ["positions", &file, "--json", "--frames", "2,1"];
    let text = rushes(&arguments).done();
    assert_eq!(text.lines().count(), 1, "one object, one line");
    let document = parsed(&text);
    let keys: Vec<&String> = document.as_object().expect("an object").keys().collect();
    assert_eq!(
        keys,
        [
            "schema",
            "take",
            "format",
            "frame_count",
            "frame_time",
            "metres_per_unit",
            "up",
            "nodes",
            "frames"
        ]
    );
    assert_eq!(document["take"], "legs");
    assert_eq!(document["format"], "BVH");
    assert_eq!(document["frame_count"], 3, "of the take, not of the list");
    assert_eq!(document["frame_time"], 0.04);
    assert_eq!(
        document["nodes"],
        json!([
            {"name": "Hips, \"centre\"", "parent": null, "tip_of": null},
            {"name": "Knee", "parent": 0, "tip_of": null},
            {"name": "Other", "parent": 0, "tip_of": null},
            {"name": "Knee_end", "parent": 1, "tip_of": 1},
            {"name": "Other_end", "parent": 2, "tip_of": 2},
        ])
    );
    let frames = document["frames"].as_array().expect("an array");
    let expected = [
        (
            2,
            0.08,
            [
                [10.0, 90.0, 0.0],
                [10.0, 50.0, 0.0],
                [15.0, 90.0, 0.0],
                [55.0, 50.0, 5.0],
                [15.0, 90.0, 1.0],
            ],
        ),
        (
            1,
            0.04,
            [
                [0.0, 90.0, 0.0],
                [0.0, 90.0, -40.0],
                [5.0, 90.0, 0.0],
                [0.0, 85.0, -85.0],
                [5.0, 89.0, 0.0],
            ],
        ),
    ];
    assert_eq!(frames.len(), expected.len());
    for (row, (frame, time, positions)) in frames.iter().zip(expected) {
        let keys: Vec<&String> = row.as_object().expect("an object").keys().collect();
        assert_eq!(keys, ["frame", "number", "time", "positions"]);
        assert_eq!((&row["frame"], &row["time"]), (&json!(frame), &json!(time)));
        assert_eq!(row["number"], Value::Null, "BVH has no numbers");
        let printed = row["positions"].as_array().expect("an array");
        assert_eq!(printed.len(), positions.len());
        for (printed, at) in printed.iter().zip(positions) {
            assert_near(&coordinates(printed), &at, 1e-4, &format!("frame {frame}"));
        }
    }
}

#[test]
fn a_take_without_frames_has_the_positions_of_its_rest_pose() {
    let folder = Folder::new("rest");
    let file = folder.write("rest.bvh", &rest());
    let document = parsed(&rushes(&["positions", &file, "--json", "-q"]).done());
    assert_eq!(document["frame_count"], 0);
    let frames = document["frames"].as_array().expect("an array");
    assert_eq!(frames.len(), 1);
    assert_near(&coordinates(&frames[0]["positions"][2]), &[0.0, -85.0, 5.0], 1e-6, "Knee_end");
    let table = rushes(&["positions", &file]);
    assert_eq!(table.out.lines().count(), 4);
    assert!(table.err.contains("the skeleton shows its rest pose"), "{}", table.err);
    let reported = rushes(&["positions", &file, "--frames", "1"]).failed(2);
    assert!(reported.contains("frames 0 to 0"), "{reported}");
    let page = rushes(&["info", &file]).done();
    assert!(page.contains("    Frames      0 (rest pose)\n"), "{page}");
}

#[test]
fn position_channels_are_read_as_asked() {
    let folder = Folder::new("reading");
    let text = LEG.replacen("OFFSET 0 0 0", "OFFSET 0 90 0", 1);
    let file = folder.write("offset.bvh", &text);
    for (reading, height) in [("replace", 90.0), ("add", 180.0)] {
        let arguments = ["positions", &file, "--json", "--bvh-positions", reading];
        let document = parsed(&rushes(&arguments).done());
        let hips = coordinates(&document["frames"][0]["positions"][0]);
        assert_eq!(hips[1], height, "{reading}");
        let arguments = ["info", &file, "--json", "--bvh-positions", reading];
        let positions = &parsed(&rushes(&arguments).done())[0]["details"]["positions"];
        assert!(positions.as_str().is_some_and(|p| p.starts_with(reading)), "{positions}");
    }
}

#[test]
fn every_real_take_has_the_positions_that_other_programs_print() {
    let Some(corpus) = support::corpus() else {
        return;
    };
    let mut compared = 0;
    for path in support::files(&corpus.join("bvh"), &["bvh"]) {
        let mut beside = path.clone().into_os_string();
        beside.push(".expected.json");
        let Ok(expected) = std::fs::read_to_string(&beside) else {
            continue;
        };
        let expected = parsed(&expected);
        let reading = expected["reading_of_position_channels"].as_str().expect("a word");
        let reading = if reading == "either" { "replace" } else { reading };
        let frames = expected["frames"].as_array().expect("frames");
        let list: Vec<String> = frames.iter().map(Value::to_string).collect();
        let name = path.to_str().expect("UTF-8");
        let list = list.join(",");
        let arguments = ["positions", name, "--json", "--quiet", "--frames", &list];
        let document = parsed(&rushes(&arguments).done());
        // Some files have more rows than they announce, which other programs read past.
        let counts = [&document, &expected].map(|of| of["frame_count"].as_u64());
        assert!(counts[0] >= counts[1], "{name}: {counts:?} frames");
        let nodes = document["nodes"].as_array().expect("nodes");
        for (i, row) in document["frames"].as_array().expect("frames").iter().enumerate() {
            assert_eq!(row["frame"], frames[i], "{name}");
            let positions = row["positions"].as_array().expect("positions");
            let positions: Vec<Vec<f64>> = positions.iter().map(coordinates).collect();
            let size = size(&positions);
            for (joint, theirs) in expected[reading].as_object().expect("positions") {
                // Of joints that share a name, the other programs tell the last one.
                let at = nodes.iter().rposition(|node| node["name"] == joint.as_str());
                let at = at.unwrap_or_else(|| panic!("{name}: no joint is called {joint}"));
                let what = format!("{name}: {joint} on frame {}", frames[i]);
                assert_near(&positions[at], &coordinates(&theirs[i]), 1e-5 * size, &what);
            }
        }
        compared += 1;
    }
    assert!(compared >= 50, "only {compared} takes were compared");
}

/// The largest extent of the figure.
fn size(positions: &[Vec<f64>]) -> f64 {
    let extent = |axis: usize| {
        let along = positions.iter().map(|at| at[axis]);
        along.clone().fold(f64::MIN, f64::max) - along.fold(f64::MAX, f64::min)
    };
    let size = extent(0).max(extent(1)).max(extent(2));
    assert!(size > 0.0);
    size
}

#[test]
fn a_reader_that_goes_away_early_is_no_error() {
    let folder = Folder::new("pipe");
    // More than any pipe holds.
    let rows = "0 90 0 0 0 0 0 0 0\n".repeat(20_000);
    let (head, _) = LEG.split_once("Frames: 3").expect("a count");
    let text = format!("{head}Frames: 20000\nFrame Time: 0.01\n{rows}");
    let file = folder.write("long.bvh", &text);
    let few = folder.write("few.bvh", LEG);
    // As many as a command line of Windows has room for.
    let many = vec![few.as_str(); if cfg!(windows) { 300 } else { 2_000 }];
    let info = [&["info"], many.as_slice()].concat();
    let cases: [&[&str]; 4] =
        [&["positions", &file], &["positions", &file, "--json"], &info, &["--help"]];
    for arguments in cases {
        let mut child = command(arguments).spawn().expect("the program starts");
        if arguments != ["--help"] {
            let mut some = [0; 10];
            let out = child.stdout.as_mut().expect("a pipe");
            out.read_exact(&mut some).expect("the first bytes");
        }
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("an end");
        let reported = String::from_utf8_lossy(&output.stderr);
        let ended = (output.status.code(), reported.as_ref());
        assert_eq!(ended, (Some(0), ""), "{:?}", &arguments[..1]);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_result_that_cannot_be_written_is_an_error() {
    let folder = Folder::new("full");
    let file = folder.write("leg.bvh", LEG);
    let cases: [&[&str]; 4] =
        [&["positions", &file], &["positions", &file, "--json"], &["info", &file], &["--help"]];
    for arguments in cases {
        let full = std::fs::File::create("/dev/full").expect("a full device");
        let run = end(command(arguments).stdout(Stdio::from(full)));
        assert_eq!(run.code, Some(3), "{arguments:?}");
        assert!(run.err.starts_with("rushes: standard output: "), "{}", run.err);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn without_a_display_the_window_points_to_pictures() {
    let folder = Folder::new("display");
    let file = folder.write("leg.bvh", LEG);
    for arguments in [&[][..], &[file.as_str()]] {
        let reported = rushes(arguments).failed(3);
        assert!(
            reported.starts_with("rushes: ") && reported.contains("rushes render"),
            "{reported}"
        );
    }
    // A display that nobody answers on is none.
    for (name, value) in [("DISPLAY", ":4321"), ("WAYLAND_DISPLAY", "wayland-4321")] {
        let run = end(command(&[&file]).env(name, value));
        let reported = run.failed(3);
        assert!(reported.starts_with("rushes: "), "{reported}");
    }
}

#[test]
fn a_rate_is_taken_where_the_file_gives_none_and_nowhere_else() {
    let folder = Folder::new("rates");
    let hierarchy =
        "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n}\nMOTION\nFrames: 2\n";
    let unsaid = folder.write("unsaid.bvh", &format!("{hierarchy}1\n2\n"));
    let said = folder.write("said.bvh", &format!("{hierarchy}Frame Time: 0.02\n1\n2\n"));
    let reported = |file: &str| {
        let run = rushes(&["info", file, "--rate", "240"]);
        let page = run.out;
        let rate = page.lines().find(|line| line.contains("Rate")).expect("a rate");
        (rate.trim().to_string(), page.contains("were asked for instead"))
    };
    let line = |rate: &str| format!("Rate        {rate}");
    assert_eq!(reported(&unsaid), (line("240 fps (assumed)"), true));
    assert_eq!(reported(&said), (line("50 fps"), false));
}

#[test]
#[cfg(unix)]
fn nothing_that_a_file_says_is_obeyed_by_a_terminal() {
    let folder = Folder::new("obeyed");
    let odd = "\u{1b}]0;owned\u{7}\u{202e}\u{2066}\u{9b}31m";
    let text = LEG.replace("Knee", odd);
    let take = folder.write(&format!("a{odd}\nb.bvh"), &text);
    let broken = folder.write(&format!("c{odd}.bvh"), &BROKEN.replace("abc", odd));
    let out = folder.path(&format!("d{odd}.htr"));
    let runs = [
        rushes(&["info", &take, &broken]),
        rushes(&["convert", &take, &out]),
        rushes(&["convert", &take, &folder.path(&format!("e{odd}.xyz"))]),
        rushes(&["positions", &take, &broken]),
        rushes(&["positions", &take, "--frames", odd]),
        rushes(&[odd, "--no-such"]),
        rushes(&["render", &take, "-o", odd]),
        rushes(&["positions", &take]),
    ];
    for run in runs {
        let printed = run.out + &run.err;
        assert!(!printed.is_empty());
        let obeyed =
            |c: &char| c.is_control() && *c != '\n' || "\u{202e}\u{2066}\u{200f}".contains(*c);
        let found = printed.chars().find(obeyed);
        assert_eq!(found, None, "{}", printed.escape_debug());
    }
    let page = rushes(&["info", &take]).done();
    assert!(page.starts_with(&take.replace(odd, "·]0;owned····31m").replace('\n', " ")));
}

#[test]
fn names_of_megabytes_are_cut_with_a_warning() {
    let folder = Folder::new("long-names");
    let long = "x".repeat(2 << 20);
    let take = folder.write("long.bvh", &LEG.replace("Knee", &long));
    let table = rushes(&["positions", &take, "--frames", "0"]);
    let knee = table.out.lines().nth(2).expect("the second joint");
    let name = format!("0,,0,1,{}…,", "x".repeat(256));
    assert!(knee.starts_with(&name), "{}", knee.len());
    let page = rushes(&["info", &take]).done();
    let reported = "6:2: a name is longer than 256 characters: it is cut there, and ends in …";
    assert!(page.contains(reported), "{page}");
    let warning = "6:2: warning: a name is longer than 256 characters";
    assert!(table.err.contains(warning), "{}", table.err);
}

#[test]
#[cfg(unix)]
fn results_go_to_pipes_and_devices_as_they_are() {
    if !support::tools::has_opengl() {
        return;
    }
    let folder = Folder::new("streams");
    let leg = folder.write("leg.bvh", LEG);
    // A picture through a pipe of the shell's, and into a file that it has open.
    let picture = folder.path("leg.png");
    rushes(&["render", &leg, "-o", &picture, "--size", "64"]).done();
    let expected = std::fs::read(&picture).expect("a picture");
    // Nobody reads it any more, which is no error.
    let mut unread = command(&["render", &leg, "-o", "-", "--size", "512"]);
    let mut unread = unread.spawn().expect("the program starts");
    drop(unread.stdout.take());
    let ended: program::Run = unread.wait_with_output().expect("its end").into();
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    let arguments = ["render", &leg, "-o", "/dev/stdout", "--size", "64"];
    let output = command(&arguments).output().expect("a run");
    assert!(output.stdout == expected, "{}", output.stdout.len());
    let file = folder.path("redirected.png");
    let open = std::fs::File::create(&file).expect("a file");
    let status = command(&arguments).stdout(open).status().expect("a run");
    assert!(status.success() && std::fs::read(&file).expect("a picture") == expected);
    rushes(&["render", &leg, "-o", "/dev/null", "--size", "64"]).done();
}

#[test]
fn times_of_the_files_own_clock_fall_between_frames() {
    let file = support::root().join("tests/good/gltf/arm.gltf");
    let file = file.to_str().expect("a path");
    let printed =
        |arguments: &[&str]| rushes(&[&["positions", file, "-q"], arguments].concat()).done();
    // The keys are at 1 to 3 twenty-fourths of a second: halfway between the first two the shoulder is
    // turned by 45 degrees.
    let csv = printed(&["--times", "0.0625,0.083333333333"]);
    let rows: Vec<&str> = csv.lines().filter(|line| line.contains(",elbow,")).collect();
    assert_eq!(rows.len(), 2, "{csv}");
    let cells: Vec<&str> = rows[0].split(',').collect();
    assert_eq!(cells[..5], ["0.5", "", "0.0625", "2", "elbow"]);
    let place: Vec<f64> = cells[5..].iter().map(|cell| cell.parse().expect("a number")).collect();
    let side = 6.0 * 0.5f64.sqrt();
    for (found, expected) in place.iter().zip([side, 2.0 + side, 1.0]) {
        assert!((found - expected).abs() < 1e-5, "{place:?}");
    }
    let frame = printed(&["--frames", "1"]);
    let rows_of_frame: Vec<&str> = frame.lines().filter(|line| line.contains(",elbow,")).collect();
    assert_eq!(rows[1], rows_of_frame[0]);
    // Times are typed as they were printed, rounded: a thousandth of a frame is on it, and what is told of the ends.
    let ends = printed(&["--times", "0.041667,0.125,0.041626,0.125041"]);
    for (row, frame) in ends.lines().skip(1).zip([0, 0, 0, 0, 2]) {
        assert!(row.starts_with(&format!("{frame},,")) || frame == 2, "{ends}");
    }
    assert!(!ends.contains(",,0.125041,"), "{ends}");
    let ran = rushes(&["positions", file, "--times", "0.1252"]);
    assert!(ran.err.contains("0.1252 s is not in the take"), "{}", ran.err);
    let ran = rushes(&["positions", file, "--times", "9"]);
    let reported = ran.err;
    assert!(
        reported.contains("9 s is not in the take, which goes from 0.041667 s to 0.125 s"),
        "{reported}"
    );
}
