//! What is written is read by programs that are not ours, and every joint, marker and bone end is where Rushes has it.
//!
//! Each reader of tests/foreign gets a list of jobs: a file, and where its points are on some frames. Fixtures are
//! written and, where they are there, all real takes. `.ci/packages test` installs the readers.

use std::collections::HashSet;
use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

use crate::support::folder::Folder;
use crate::support::skip::skip;
use crate::support::{self, tools};
use glam::{Quat, Vec3};
use rushes::export::{Changes, Export};
use rushes::loader::FORMATS;
use rushes::take::{Channel, NodeId, Take};
use serde_json::{Value, json};

/// How far a point may be from where it is expected, in sizes of the figure.
const CLOSE: f64 = 1e-4;

/// Of so many frames, at most, a take is written.
const MOST_FRAMES: usize = 300;

/// How many of them are compared.
const COMPARED: usize = 6;

/// Every fixture and every real take that can be read.
static TAKES: LazyLock<Vec<Take>> = LazyLock::new(|| {
    let extensions: Vec<&str> =
        FORMATS.iter().flat_map(|format| format.extensions).copied().collect();
    let mut files = support::files(&support::root().join("tests/good"), &extensions);
    if let Some(corpus) = support::corpus() {
        files.extend(support::files(&corpus, &extensions));
    }
    let takes = files.iter().filter_map(|file| rushes::open(file).ok());
    let short = |take: Take| {
        let changes = Changes {
            frames: (take.motion.frame_count() > 0).then_some(0..MOST_FRAMES),
            ..Changes::default()
        };
        changes.apply(take).ok()
    };
    let mut takes: Vec<Take> = takes.filter_map(short).collect();
    for take in &mut takes {
        take.units.metres_per_unit.get_or_insert(0.01);
    }
    takes
});

/// A take as a reader is asked about it: which points, in which order.
struct Asked {
    names: Vec<String>,
    /// The point of the take that each is.
    points: Vec<usize>,
}

/// All points of a take, in the order of the files that have all of them.
fn all(take: &Take) -> Option<Asked> {
    let names: Vec<String> = take.points().map(|point| point.name).collect();
    let points = (0..names.len()).collect();
    Some(Asked { names, points })
}

/// Whether no two names are the same, and all are words.
fn are_words(names: &[String], rule: fn(char) -> bool) -> bool {
    let mut seen = HashSet::new();
    let mut names = names.iter();
    names.all(|name| !name.is_empty() && name.chars().all(rule) && seen.insert(name.to_lowercase()))
}

/// All points of a take in which each has a word of its own for a name.
fn all_of_words(take: &Take) -> Option<Asked> {
    all(take).filter(|asked| are_words(&asked.names, |c| c.is_ascii_graphic() && c != '"'))
}

/// As [`all_of_words`], of a take without gaps, which that reader of TRC does not know.
fn all_there(take: &Take) -> Option<Asked> {
    let positions = take.positions(0..take.motion.frame_count()).ok()?;
    let mut frames = positions.iter();
    let is_whole = frames.all(|(_, places)| places.iter().all(|at| at.is_finite()));
    all_of_words(take).filter(|_| is_whole)
}

/// As [`all_of_words`], of a figure from half a metre to fifty: what assimp prints has six decimals of a metre.
fn all_of_a_person(take: &Take) -> Option<Asked> {
    let positions = take.positions([0]).ok()?;
    let places = positions.iter().flat_map(|(_, places)| places.to_vec());
    let there = places.filter(|at| at.is_finite());
    let (low, high) = there
        .fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)));
    let size = (high - low).max_element() * take.units.metres_per_unit? as f32;
    all_of_words(take).filter(|_| (0.5..50.0).contains(&size))
}

/// The joints in the order of a BVH file, where each has a word of its own for a name and only roots move: programs
/// differ in whether another joint's positions are added to its OFFSET.
fn joints(take: &Take) -> Option<Asked> {
    let skeleton = &take.skeleton;
    let mut order = Vec::new();
    let mut open: Vec<NodeId> = skeleton.roots().iter().rev().copied().collect();
    while let Some(id) = open.pop() {
        order.push(id.index());
        open.extend(skeleton[id].children().iter().rev());
    }
    let names: Vec<String> = order.iter().map(|&at| skeleton.nodes()[at].name.clone()).collect();
    let moves = |channel: &Channel| {
        matches!(channel, Channel::Translation(_) | Channel::Slide(_) | Channel::Position(_))
    };
    let nodes = skeleton.nodes().iter().filter(|node| node.parent().is_some());
    let only_roots =
        nodes.clone().all(|node| !node.is_world_space && !node.channels.iter().any(moves));
    let fits = only_roots
        && skeleton.roots().len() == 1
        && are_words(&names, |c| c.is_ascii_alphanumeric() || c == '_');
    fits.then_some(Asked { names, points: order })
}

/// Writes every take that the format can hold, and has them all read by another program. `asked` says of each which
/// points are compared; `None` leaves it out.
fn compare(extension: &str, reader: Reader, asked: fn(&Take) -> Option<Asked>, least: usize) {
    let Some(mut command) = reader.command() else {
        return;
    };
    let export = Export::of_extension(extension).expect("a format");
    // Tests run at once: two readers of one format have a folder each.
    let folder = Folder::new(&format!("foreign-{extension}-{}", reader.script()));
    let mut jobs = Vec::new();
    for (at, take) in TAKES.iter().enumerate() {
        if export.refusal(take).is_some() || take.motion.frame_count() == 0 {
            continue;
        }
        let Some(asked) = asked(take) else { continue };
        let mut bytes = Vec::new();
        export.write(take, &mut bytes).expect("memory takes it");
        let name = format!("{at:03}.{extension}");
        std::fs::write(folder.0.join(&name), &bytes).expect("a temporary file");
        jobs.push(job(take, &asked, &folder.path(&name), &bytes, extension));
    }
    assert!(jobs.len() >= least, "only {} takes were written as {extension}", jobs.len());
    let list = folder.write("jobs.json", &Value::from(jobs.clone()).to_string());
    let run = command.arg(list).output().expect("the reader starts");
    let reported = String::from_utf8_lossy(&run.stdout);
    let lines = reported.lines().filter_map(|line| serde_json::from_str(line).ok());
    let lines: Vec<Value> = lines.collect();
    assert_eq!(lines.len(), jobs.len(), "{reported}{}", String::from_utf8_lossy(&run.stderr));
    let is_wrong = |line: &&Value| {
        let worst = line["worst"].as_f64();
        worst.is_none_or(|worst| worst > CLOSE) || line["told"] != json!([])
    };
    let wrong: Vec<String> = lines
        .iter()
        .filter(is_wrong)
        .map(|line| {
            let at = lines.iter().position(|other| other == line).unwrap_or_default();
            format!("{} ({}): {line}", jobs[at]["take"], jobs[at]["format"])
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), lines.len(), wrong.join("\n"));
}

/// What a reader is told of a file: where its points are, in the unit and the axes of the file.
fn job(take: &Take, asked: &Asked, file: &str, bytes: &[u8], extension: &str) -> Value {
    let metres = take.units.metres_per_unit.unwrap_or(1.0);
    let (turn, scale) = match extension {
        "glb" | "usda" => {
            (Quat::from_rotation_arc(take.units.up.direction.unit(), Vec3::Y), metres as f32)
        }
        "c3d" | "trc" => {
            let after = rushes::read(file, bytes).expect("our own file");
            let unit = after.units.metres_per_unit.expect("a unit");
            (Quat::IDENTITY, (metres / unit) as f32)
        }
        _ => (Quat::IDENTITY, 1.0),
    };
    let count = take.motion.frame_count();
    let some = count.min(COMPARED);
    let frames = (0..some).map(|i| i * (count - 1) / (some - 1).max(1));
    let frames: Vec<Value> = frames.map(|frame| {
        let positions = take.positions([frame]).expect("a frame");
        let places: Vec<Vec3> = positions.iter().flat_map(|(_, places)| places.to_vec()).collect();
        let point = |&at: &usize| {
            let at = turn * places[at] * scale;
            at.is_finite().then(|| at.to_array())
        };
        let points: Vec<Option<[f32; 3]>> = asked.points.iter().map(point).collect();
        json!({ "frame": frame, "time": frame as f64 * take.motion.frame_time(), "points": points })
    }).collect();
    json!({
        "file": file,
        "take": take.name,
        "format": take.format.name(),
        "names": asked.names,
        "fps": take.fps(),
        "frames": frames,
    })
}

/// A program that reads a format.
enum Reader {
    /// A script for Python, the module that it needs, and the package that has it.
    Python(&'static str, &'static str, &'static str),
    /// A script for Node, with packages of npm.
    Node(&'static str),
}

impl Reader {
    fn script(&self) -> &'static str {
        let (Self::Python(script, ..) | Self::Node(script)) = self;
        script
    }

    /// How it is started; `None` where it is not installed.
    fn command(&self) -> Option<Command> {
        let folder = support::root().join("tests/foreign");
        match self {
            Self::Python(script, module, package) => {
                let python = || {
                    let mut python = Command::new("/usr/bin/python3");
                    python.env("PYTHONPATH", support::root().join("target/python"));
                    python.env("PYTHONDONTWRITEBYTECODE", "1");
                    python
                };
                let run = python().args(["-c", &format!("import numpy, {module}")]).output();
                if !run.is_ok_and(|run| run.status.success()) {
                    skip(package, &format!("{package} from PyPI"));
                    return None;
                }
                let mut command = python();
                command.arg(folder.join(script));
                Some(command)
            }
            Self::Node(script) => {
                let packages: PathBuf = support::root().join("target/node/node_modules");
                if !packages.join("three").is_dir() || !packages.join("gltf-validator").is_dir() {
                    skip("three.js and the glTF validator", "three and gltf-validator from npm");
                    return None;
                }
                // Modules are looked for from where the script is.
                for file in ["common.mjs", script] {
                    std::fs::copy(folder.join(file), packages.with_file_name(file))
                        .expect("the script beside its packages");
                }
                let mut node = Command::new("node");
                node.arg(packages.with_file_name(script));
                Some(node)
            }
        }
    }
}

#[test]
fn three_js_and_the_validator_of_khronos_read_gltf() {
    compare("glb", Reader::Node("read_gltf.mjs"), all, 150);
}

#[test]
fn three_js_reads_bvh() {
    compare("bvh", Reader::Node("read_bvh.mjs"), joints, 30);
}

#[test]
fn assimp_reads_gltf() {
    if tools::has("assimp", "assimp-utils") {
        compare("glb", Reader::Python("read_assimp.py", "json", "numpy"), all_of_a_person, 100);
    }
}

#[test]
fn assimp_reads_bvh() {
    if tools::has("assimp", "assimp-utils") {
        compare("bvh", Reader::Python("read_assimp.py", "json", "numpy"), joints, 30);
    }
}

#[test]
fn openusd_reads_usda() {
    compare("usda", Reader::Python("read_usd.py", "pxr", "usd-core"), all, 150);
}

#[test]
fn ezc3d_reads_c3d() {
    compare("c3d", Reader::Python("read_c3d.py", "ezc3d", "ezc3d"), all, 150);
}

#[test]
fn trc_data_reader_reads_trc() {
    compare("trc", Reader::Python("read_trc.py", "trc", "trc-data-reader"), all_there, 100);
}

#[test]
fn python_reads_the_table_of_positions() {
    compare("csv", Reader::Python("read_table.py", "csv", "numpy"), all_of_words, 100);
}
