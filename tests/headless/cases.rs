//! Small files that must load as described, and damaged ones that must be refused in these words.
//!
//! Folders are the cases: `good/<format>/` and `bad/<format>/`, where `bad/none/` is for files of no
//! format. Beside `good/…/walk.bvh` stands `walk.expected`, worked out by hand:
//!
//! ```text
//! # why the file looks as it does
//! frames 2
//! frame_time 0.04
//! nodes 3
//! columns 9
//! up Z                       left out where it is Y, as in most files
//! unit 0.001                 metres in one unit of length; left out where the file does not say
//! numbers 101 1              what the file calls its first frame, and the step from one to the next
//! jumping 101 102 107        what it calls each frame, where that jumps; `-` for a lost one
//! start 4.283                seconds at the first frame by the file's own clock; left out where it is 0
//! lost 1 4-6 +2              frames that could not be read, and how many more behind the last one; left out without
//! event 0.02 Left Heel Strike   what the file notes at a time, in seconds from the first frame; none left out
//! warning rate-assumed: 7:1: every warning with its code, in its words and order, none left out
//! at 0 Left Foot 1 2 3       the position of a node on a frame; `name#2` is the second of that name
//! tip 0 Left Foot 1 2 3      the position of the end site below a node
//! point 0 sleeve 2 1 2 3      the position of a point of a mesh
//! gap 0 Left Foot            a node that has no place on a frame
//! detail actor: somebody     what the file says of itself; as many of them as the case is about
//! ```
//!
//! A format whose files are read with others has those in the folder `beside`, out of which its loader
//! chooses. `walk.add.expected` is the same for the file read with the option `add`. Beside `bad/…/walk.bvh`
//! stands `walk.message`, the whole text of the error.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::support;
use crate::support::input::Input;
use glam::Vec3;
use rushes::evaluate::Pose;
use rushes::loader::{FORMATS, Options, PositionReading};
use rushes::take::{
    Axis, BoneEnd, FileNumbers, LostFrames, MAX_DEPTH, NodeId, Take, WarningCode, microseconds,
};

/// How far a position may be off: cases are written with round numbers of about 100.
const CLOSE: f32 = 1e-4;

/// The cases below `tests/<folder>`, at least one for each format, each with its descriptions: files
/// that are called like it but end in `extension`.
fn cases(folder: &str, extension: &str) -> Vec<(PathBuf, Vec<PathBuf>)> {
    let folder = support::root().join("tests").join(folder);
    for format in FORMATS {
        let own = folder.join(format.name().to_lowercase());
        assert!(own.is_dir(), "there is no case in {}", own.display());
        assert!(!support::files(&own, format.extensions).is_empty());
    }
    let mut described: BTreeSet<PathBuf> =
        support::files(&folder, &[extension]).into_iter().collect();
    let mut cases = Vec::new();
    for path in support::all_files(&folder) {
        let is_companion = path.parent().is_some_and(|p| p.ends_with("beside"));
        if is_companion || path.extension().is_some_and(|e| e == extension) {
            continue;
        }
        let of_this: Vec<PathBuf> = described
            .iter()
            .filter(|other| subject(other) == path.with_extension(""))
            .cloned()
            .collect();
        assert!(!of_this.is_empty(), "{} has no .{extension}", path.display());
        for other in &of_this {
            described.remove(other);
        }
        cases.push((path, of_this));
    }
    assert!(described.is_empty(), "these describe no file: {described:#?}");
    cases
}

/// What a description is about: `good/bvh/walk` for `good/bvh/walk.add.expected`.
fn subject(description: &Path) -> PathBuf {
    match option(description) {
        Some(_) => description.with_extension("").with_extension(""),
        None => description.with_extension(""),
    }
}

/// The option with which a description wants its file read.
fn option(description: &Path) -> Option<PositionReading> {
    let stem = description.with_extension("");
    let word = stem.extension()?;
    PositionReading::WORDS.iter().find(|(name, _)| word == *name).map(|&(_, reading)| reading)
}

/// The lines in which two texts differ, with `-` for what was expected and `+` for what there is.
fn difference(expected: &str, found: &str) -> String {
    let mut text = String::new();
    for line in expected.lines().filter(|l| !found.lines().any(|f| f == *l)) {
        _ = writeln!(text, "  - {line}");
    }
    for line in found.lines().filter(|l| !expected.lines().any(|e| e == *l)) {
        _ = writeln!(text, "  + {line}");
    }
    if text.is_empty() {
        text = format!("  the same lines in another order:\n{found}");
    }
    text
}

fn assert_no_failures(failures: &[String], count: usize) {
    assert!(
        failures.is_empty(),
        "{} of {count} cases differ (- expected, + found):\n\n{}",
        failures.len(),
        failures.join("\n")
    );
}

/// The `at` and `tip` lines of a description, split: frame, name, place.
fn split(rest: &str) -> Option<(usize, &str, Vec3)> {
    let (frame, rest) = rest.split_once(' ')?;
    let mut words = rest.rsplitn(4, ' ');
    let [z, y, x] = [words.next()?, words.next()?, words.next()?];
    let place = Vec3::new(x.parse().ok()?, y.parse().ok()?, z.parse().ok()?);
    Some((frame.parse().ok()?, words.next()?, place))
}

/// A node by its name, or the second and later ones of that name as `name#2`.
fn find(take: &Take, name: &str) -> Option<NodeId> {
    let (name, number) = match name.rsplit_once('#') {
        Some((name, number)) => (name, number.parse().ok()?),
        None => (name, 1),
    };
    let of_that_name = take.skeleton.iter().filter(|(_, node)| node.name == name);
    of_that_name.map(|(id, _)| id).nth(number - 1)
}

/// The `gap` line that fits the take: `frame name` is what the case expects.
fn describe_gap(take: &Take, rest: &str) -> String {
    let (frame, name) = rest.split_once(' ').expect("a frame and a name");
    let Some(id) = find(take, name) else {
        return format!("no node is called {name}\n");
    };
    let frame_number = frame.parse().expect("a frame");
    let pose = Pose::of(&take.skeleton, take.row(frame_number));
    match pose.position(id) {
        place if place.is_nan() => format!("gap {rest}\n"),
        place => format!("at {rest} {} {} {}\n", place.x, place.y, place.z),
    }
}

/// The `detail` line that fits the take: `key: text` is what the case expects.
fn describe_detail(take: &Take, rest: &str) -> String {
    let (key, _) = rest.split_once(": ").expect("a key and a text");
    match take.details.iter().find(|detail| detail.kind.key == key) {
        Some(detail) => format!("detail {key}: {}\n", detail.text),
        None => format!("no detail is called {key}\n"),
    }
}

/// What is behind the word `lost`: runs of frames, and how many are behind the last one of the table.
fn describe_lost(lost: &LostFrames) -> String {
    let runs = lost.frames.as_slice().iter();
    let runs = runs.map(|run| match run.len() {
        1 => format!(" {}", run.start),
        _ => format!(" {}-{}", run.start, run.end - 1),
    });
    let behind = (lost.behind > 0).then(|| format!(" +{}", lost.behind));
    runs.chain(behind).collect()
}

/// The description that fits the take as it is, with the positions for which `expected` asks.
fn describe(take: &Take, expected: &str) -> String {
    let mut found = String::new();
    _ = writeln!(found, "frames {}", take.motion.frame_count());
    _ = writeln!(found, "frame_time {}", take.motion.frame_time());
    _ = writeln!(found, "nodes {}", take.skeleton.nodes().len());
    _ = writeln!(found, "columns {}", take.skeleton.columns());
    let up = take.units.up.direction;
    if up != Axis::Y.positive() {
        _ = writeln!(found, "up {}", up.name());
    }
    if let Some(metres) = take.units.metres_per_unit {
        _ = writeln!(found, "unit {metres}");
    }
    match &take.numbers {
        Some(FileNumbers::Even(numbers)) => {
            _ = writeln!(found, "numbers {} {}", numbers.first, numbers.step);
        }
        Some(FileNumbers::Jumping { .. }) => {
            let frames = 0..take.motion.frame_count();
            let number = |frame| take.number(frame).map_or("-".into(), |n| n.to_string());
            let numbers: Vec<String> = frames.map(number).collect();
            _ = writeln!(found, "jumping {}", numbers.join(" "));
        }
        None => {}
    }
    if take.start_time != 0.0 {
        _ = writeln!(found, "start {}", microseconds(take.start_time));
    }
    if take.lost != LostFrames::default() {
        _ = writeln!(found, "lost{}", describe_lost(&take.lost));
    }
    for event in &take.events {
        _ = writeln!(found, "event {} {}", microseconds(event.time), event.label);
    }
    for warning in &take.warnings {
        _ = writeln!(found, "warning {}: {warning}", warning.code.word());
    }
    for line in expected.lines() {
        match line.split_once(' ') {
            Some(("gap", rest)) => found += &describe_gap(take, rest),
            Some(("detail", rest)) => found += &describe_detail(take, rest),
            Some(("point", rest)) => found += &describe_point(take, rest),
            _ => {}
        }
        let Some((kind @ ("at" | "tip"), rest)) = line.split_once(' ') else {
            continue;
        };
        let (frame, name, place) = split(rest).unwrap_or_else(|| panic!("cannot read {line:?}"));
        let Some(id) = find(take, name) else {
            _ = writeln!(found, "no node is called {name}");
            continue;
        };
        let pose = Pose::of(&take.skeleton, take.row(frame));
        let bones = take.skeleton.bones().iter();
        let position = match kind {
            "at" => Some(pose.position(id)),
            _ => bones
                .filter(|bone| bone.node == id && matches!(bone.end, BoneEnd::Local(_)))
                .map(|bone| pose.bone_end(id, bone.end))
                .next(),
        };
        _ = match position {
            Some(p) if p.distance(place) < CLOSE => writeln!(found, "{line}"),
            Some(p) => writeln!(found, "{kind} {frame} {name} {} {} {}", p.x, p.y, p.z),
            None => writeln!(found, "no end site is below {name}"),
        };
    }
    found
}

/// The point of a mesh as it is on a frame.
fn describe_point(take: &Take, rest: &str) -> String {
    let read = |rest| {
        let (frame, name, place) = split(rest)?;
        let (name, point) = name.rsplit_once(' ')?;
        Some((frame, name, point.parse::<usize>().ok()?, place))
    };
    let (frame, name, point, place) = read(rest).unwrap_or_else(|| panic!("cannot read {rest:?}"));
    let Some(mesh) = take.meshes.iter().find(|mesh| mesh.name() == name) else {
        return format!("no mesh is called {name}\n");
    };
    let pose = Pose::of(&take.skeleton, take.row(frame));
    match pose.points(mesh, frame).get(point) {
        Some(p) if p.distance(place) < CLOSE => format!("point {rest}\n"),
        Some(p) => format!("point {frame} {name} {point} {} {} {}\n", p.x, p.y, p.z),
        None => format!("{name} has {} points\n", mesh.point_count()),
    }
}

#[test]
fn good_files_load_as_described() {
    let mut failures = Vec::new();
    let mut count = 0;
    for (path, descriptions) in cases("good", "expected") {
        let mut input = Input::read(&path);
        for description in descriptions {
            count += 1;
            let expected = String::from_utf8(support::read(&description)).expect("UTF-8");
            let expected: String = expected
                .lines()
                .filter(|line| !line.is_empty() && !line.starts_with('#'))
                .flat_map(|line| [line, "\n"])
                .collect();
            let places = expected.lines().filter(|l| l.starts_with("at "));
            assert!(places.count() > 0, "{} has no place", description.display());
            input.options = Options {
                bvh_positions: option(&description).unwrap_or_default(),
                ..Options::default()
            };
            let found = match input.load() {
                Ok(take) => describe(&take, &expected),
                Err(error) => error.to_string(),
            };
            if found != expected {
                let difference = difference(&expected, &found);
                failures.push(format!("{}:\n{difference}", description.display()));
            }
        }
    }
    assert_no_failures(&failures, count);
}

#[test]
fn bad_files_are_refused_in_these_words() {
    let mut failures = Vec::new();
    let cases = cases("bad", "message");
    let count = cases.len();
    for (path, descriptions) in cases {
        let expected = String::from_utf8(support::read(&descriptions[0])).expect("UTF-8");
        let found = match Input::read(&path).load() {
            Ok(take) => format!("the file loads, with warnings {:#?}", take.warnings),
            Err(error) => error.to_string(),
        };
        if found != expected.trim_end_matches('\n') {
            let difference = difference(&expected, &found);
            failures.push(format!("{}:\n{difference}", path.display()));
        }
    }
    assert_no_failures(&failures, count);
}

/// The codes that no file of the cases can have: they are of what is written, or of a flood. Beside each
/// stands the file whose test has it.
const ELSEWHERE: [(WarningCode, &str); 6] = [
    (WarningCode::SkeletonSolved, "tests/headless/solve.rs"),
    (WarningCode::EventsLeftOut, "tests/commands/convert.rs"),
    (WarningCode::UnitLeftOut, "tests/commands/convert.rs"),
    (WarningCode::RotationsLeftOut, "tests/headless/export.rs"),
    (WarningCode::BeyondRange, "tests/headless/export.rs"),
    (WarningCode::More, "src/take/warning.rs"),
];

#[test]
fn every_code_of_a_warning_is_held_by_a_case_or_by_another_test() {
    let good = support::root().join("tests/good");
    let mut of_cases = BTreeSet::new();
    for path in support::files(&good, &["expected"]) {
        let text = String::from_utf8(support::read(&path)).expect("UTF-8");
        let warnings = text.lines().filter_map(|l| l.strip_prefix("warning "));
        let words = warnings.filter_map(|warning| warning.split_once(": "));
        of_cases.extend(words.map(|(word, _)| word.to_string()));
    }
    for code in WarningCode::ALL {
        let elsewhere = ELSEWHERE.iter().find(|(other, _)| other == code);
        let is_in_case = of_cases.contains(code.word());
        assert_ne!(is_in_case, elsewhere.is_some(), "{}", code.word());
        if let Some((_, file)) = elsewhere {
            let text =
                String::from_utf8(support::read(&support::root().join(file))).expect("UTF-8");
            let tests = text.rsplit("#[cfg(test)]").next().expect("a text");
            assert!(tests.contains(&format!("WarningCode::{code:?}")), "{file}");
        }
    }
}

/// A chain of joints, one in the other.
fn chain(depth: usize) -> String {
    let mut text = String::from("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n");
    text += &"JOINT b\n{\nOFFSET 0 1 0\n".repeat(depth - 1);
    text + &"}\n".repeat(depth)
}

#[test]
fn a_hierarchy_too_deep_is_refused_where_it_becomes_so() {
    assert_eq!(support::take_of(&chain(MAX_DEPTH)).skeleton.nodes().len(), MAX_DEPTH);
    let text = chain(MAX_DEPTH + 1);
    let error = rushes::read("deep.bvh", text.as_bytes()).expect_err("too deep");
    assert_eq!(
        error.to_string(),
        "deep.bvh:12290:1: the hierarchy is nested deeper than 4096 levels\n \
         12290 | JOINT b\n       | ^"
    );
}

#[test]
fn a_format_is_recognised_under_any_name() {
    for (path, _) in cases("good", "expected") {
        // A person says what a table is, by a file that is called like it.
        if path.parent().is_some_and(|folder| folder.ends_with("table")) {
            continue;
        }
        let input = Input { name: "take.unknown".to_string(), ..Input::read(&path) };
        let take = input.load().unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let folder = path.parent().and_then(Path::file_name).expect("a folder");
        assert_eq!(*folder, *take.format.name().to_lowercase());
    }
}

/// Whether a decimal comma may stand in files of a format: something else parts their columns, or may.
const WITH_COMMAS: [&str; 9] =
    ["bvh", "htr", "gtr", "trc", "mvnx", "optitrack", "qualisys", "vicon", "bva"];

/// A text with decimal commas, and semicolons where commas part columns; `None` where it has no decimal point, or
/// commas of another meaning.
fn with_decimal_commas(text: &str) -> Option<String> {
    let is_table = ["Format Version,", "Trajectories"].iter().any(|start| text.starts_with(start));
    let text = if !text.contains(',') {
        text.to_string()
    } else if is_table && !text.contains("\",") && !text.contains(';') {
        text.replace(',', ";")
    } else {
        return None;
    };
    let parts = |c: char| c <= ' ' || ";<>\"".contains(c);
    let mut with_commas = String::new();
    let mut count = 0;
    for word in text.split_inclusive(parts) {
        let number = word.trim_end_matches(parts);
        let (whole, decimals) = number.split_once('.').unwrap_or_default();
        let is_number = number.parse::<f64>().is_ok_and(f64::is_finite);
        let is_inside = whole.ends_with(|c: char| c.is_ascii_digit())
            && decimals.starts_with(|c: char| c.is_ascii_digit());
        count += usize::from(is_number && is_inside);
        with_commas +=
            &if is_number && is_inside { word.replacen('.', ",", 1) } else { word.to_string() };
    }
    (count > 0).then_some(with_commas)
}

#[test]
fn a_decimal_comma_says_what_a_point_says() {
    let mut tried = BTreeSet::new();
    for (path, _) in cases("good", "expected") {
        let folder = path.parent().and_then(Path::file_name).expect("a folder");
        let folder = folder.to_string_lossy().into_owned();
        let text = String::from_utf8(support::read(&path)).unwrap_or_default();
        let Some(text) = with_decimal_commas(&text).filter(|_| WITH_COMMAS.contains(&&*folder))
        else {
            continue;
        };
        let points = Input::read(&path);
        let commas = Input { bytes: text.into_bytes(), ..Input::read(&path) };
        let [points, commas] = [points, commas].map(|input| input.load().expect("a take"));
        let about = |take: &Take| {
            let values: Vec<u32> = (0..take.motion.frame_count())
                .flat_map(|frame| take.row(frame).iter().map(|value| value.to_bits()))
                .collect();
            let offsets: Vec<_> = take.skeleton.nodes().iter().map(|node| node.offset).collect();
            let clock = (take.motion.frame_time(), take.start_time, take.numbers.clone());
            (values, offsets, clock, take.units, take.details.clone())
        };
        assert_eq!(about(&points), about(&commas), "{}", path.display());
        let reported = commas.warnings.iter().filter(|w| w.message.contains("decimal comma"));
        assert_eq!(reported.count(), 1, "{}", path.display());
        tried.insert(folder);
    }
    assert_eq!(tried.len(), WITH_COMMAS.len(), "{tried:?}");
}
