//! The jobs of a pipeline, each with the real program: what scripts rely on.

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::Stdio;

use crate::support;
use crate::support::folder::Folder;
use crate::support::program::{Run, command, rushes};
use glam::{DQuat, Quat, Vec3};
use npyz::NpyFile;
use serde_json::{Value, json};

/// Two joints of one name; Z is up by no word of the file.
const ARM: &str = "\
HIERARCHY
ROOT Arm
{
	OFFSET 0 0 0
	CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
	JOINT Arm
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
Frame Time: 0.016667
0 90 0 0 0 0 0 0 0
0 90 0 0 90 0 10 20 30
10 90 0 30 -20 10 90 0 0
";

/// The same, cut in the middle of its second frame.
fn cut() -> String {
    let end = ARM.find("90 0 10 20").expect("the second frame");
    ARM[..end].to_string()
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

/// Runs the program with something piped into it.
fn piped(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = command(arguments);
    let mut child = child.stdin(Stdio::piped()).spawn().expect("the program");
    let mut pipe = child.stdin.take().expect("a pipe");
    pipe.write_all(input).expect("the program reads");
    drop(pipe);
    child.wait_with_output().expect("the program ends").into()
}

#[test]
fn what_loading_lost_is_told_by_every_command_and_strict_refuses_it() {
    let folder = Folder::new("pipe-cut");
    let file = folder.write("cut.bvh", &cut());
    let picture = folder.path("cut.png");
    let htr = folder.path("cut.htr");
    let commands: [&[&str]; 3] =
        [&["positions", &file], &["convert", &file, &htr], &["render", &file, "-o", &picture]];
    for arguments in commands {
        let name = arguments[0];
        if name == "render" && !support::tools::has_opengl() {
            continue;
        }
        let run = rushes(arguments);
        assert_eq!(run.code, Some(0), "{name}: {}", run.err);
        let reported = run.err.matches("[frames-lost]").count();
        assert_eq!(reported, 1, "{name}: {}", run.err);
        let line = run.err.lines().find(|line| line.contains("frames-lost"));
        let line = line.expect("a line");
        assert!(line.starts_with(&format!("{file}:")) && line.contains(": warning: "), "{line}");
        let quiet = rushes(&[arguments, &["--quiet"]].concat());
        assert_eq!((quiet.code, quiet.err.as_str()), (Some(0), ""), "{name}");
        let _ = std::fs::remove_file(&htr);
        let strict = rushes(&[arguments, &["--strict", "-q"]].concat()).failed(3);
        assert!(strict.contains("refused by --strict: "), "{name}: {strict}");
        assert_eq!(strict.lines().count(), 1, "{strict}");
    }
    assert!(!Path::new(&htr).exists(), "what is refused is not written");
    let whole = folder.write("whole.bvh", ARM);
    rushes(&["positions", &whole, "--strict"]).done();
    // What they tell of a take is no result that somebody works on.
    for command in ["info", "check"] {
        let run = rushes(&[command, "--strict", &whole, &file]);
        assert_eq!(run.code, Some(3), "{command}");
        assert!(run.out.contains("cut.bvh") && run.err.contains("--strict"));
    }
    let reported = rushes(&["check", &file]).err;
    assert_eq!(reported.matches("[frames-lost]").count(), 1, "{reported}");
}

#[test]
fn help_and_version_are_there_for_every_command() {
    let version = rushes(&["--version"]).done();
    for name in ["info", "positions", "convert", "check", "render"] {
        assert_eq!(rushes(&["help", name]).done(), rushes(&[name, "--help"]).done());
        let own = rushes(&[name, "-V"]).done();
        assert!(own.ends_with(version.trim_start_matches("rushes")), "{own}");
        let page = rushes(&[name, "--help"]).done();
        for word in ["--quiet", "--strict", "--as", "rushes "] {
            assert!(page.contains(word), "{name}: {word}");
        }
    }
}

#[test]
fn joints_of_one_name_are_told_apart() {
    let folder = Folder::new("pipe-names");
    let file = folder.write("arm.bvh", ARM);
    let table = rushes(&["positions", &file, "--frames", "0"]).done();
    let nodes = |table: &str| -> Vec<String> {
        let rows = table.lines().skip(1).map(|row| row.split(',').collect::<Vec<_>>());
        rows.map(|row| row[3..5].join(" ")).collect()
    };
    assert_eq!(nodes(&table), ["0 Arm", "1 Arm", "2 Arm_end"]);
    let unique = rushes(&["positions", &file, "--frames", "0", "--unique-names"]).done();
    assert_eq!(nodes(&unique), ["0 Arm", "1 Arm.2", "2 Arm_end"]);
    assert!(!rushes(&["positions", &file]).done().contains("00000"), "no noise");
}

#[test]
fn every_file_has_an_object_and_lines_come_in_order() {
    let folder = Folder::new("pipe-info");
    let names = ["a.bvh", "b.bvh", "c.bvh", "d.bvh", "e.bvh"];
    for name in names {
        folder.write(name, if name == "b.bvh" { "HIERARCHY\nROOT x\n{ OFFSET 0 y" } else { ARM });
    }
    let at = folder.path("");
    for flag in ["--json", "--jsonl"] {
        let run = rushes(&["info", flag, "--joints", &at]);
        assert_eq!(run.code, Some(3), "one of them fails");
        let objects: Vec<Value> = match flag {
            "--json" => serde_json::from_str(&run.out).expect("an array"),
            _ => run.out.lines().map(parsed).collect(),
        };
        let files = objects.iter().map(|object| object["file"].as_str().expect("a path"));
        assert!(files.eq(names.map(|name| folder.path(name))), "{flag}");
        assert!(objects.iter().all(|object| object["schema"] == 1));
        let error = &objects[1]["error"];
        assert_eq!((&error["kind"], &error["line"]), (&json!("expected"), &json!(3)));
        let joints = json!([
            {"name": "Arm", "parent": null, "end": false, "channels":
                ["Xposition", "Yposition", "Zposition", "Zrotation", "Xrotation", "Yrotation"]},
            {"name": "Arm", "parent": 0, "end": true, "channels":
                ["Zrotation", "Xrotation", "Yrotation"]},
        ]);
        assert_eq!(objects[2]["joints"], joints);
    }
}

#[test]
fn folders_patterns_lists_and_pipes_are_inputs() {
    let folder = Folder::new("pipe-inputs");
    std::fs::create_dir_all(folder.path("in/deep")).unwrap();
    for name in ["in/a.bvh", "in/deep/b.bvh", "in/deep/c.txt"] {
        folder.write(name, ARM);
    }
    let htr = rushes(&["convert", &folder.path("in/a.bvh"), "-o", "-", "--to", "htr", "-q"]);
    folder.write("in/deep/d.htr", &htr.out);
    let files = |arguments: &[&str], input: &str| -> Vec<String> {
        let run = piped(&[&["info", "--jsonl"], arguments].concat(), input.as_bytes());
        assert_eq!(run.code, Some(0), "{arguments:?}: {}", run.err);
        let names =
            run.out.lines().map(|line| parsed(line)["file"].as_str().unwrap().replace('\\', "/"));
        let root = folder.path("").replace('\\', "/");
        names.map(|name| name.trim_start_matches(&root).trim_start_matches('/').into()).collect()
    };
    let root = folder.path("in");
    assert_eq!(files(&[&root], ""), ["in/a.bvh"]);
    assert_eq!(files(&["-r", &root], ""), ["in/a.bvh", "in/deep/b.bvh", "in/deep/d.htr"]);
    assert_eq!(files(&["-r", "--format", "htr", &root], ""), ["in/deep/d.htr"]);
    let pattern = folder.path("in/**/*.bvh");
    assert_eq!(files(&[&pattern], ""), ["in/a.bvh", "in/deep/b.bvh"]);
    let [a, b] = ["in/a.bvh", "in/deep/b.bvh"].map(|name| folder.path(name));
    let list = folder.write("list", &format!("{b}\r\n\n{a}\n"));
    assert_eq!(files(&["--files-from", &list], ""), ["in/deep/b.bvh", "in/a.bvh"]);
    assert_eq!(
        files(&["--files-from", "-"], &format!("{b}\0{a}\0")),
        ["in/deep/b.bvh", "in/a.bvh"]
    );
    // Contents say what is piped in; where they do not, --as does.
    assert_eq!(files(&["-"], ARM), ["-"]);
    let ask = piped(&["info", "--as", "bva", "-"], ARM.as_bytes()).failed(3);
    assert!(ask.starts_with("-:"), "{ask}");
    let same = piped(&["positions", "-"], ARM.as_bytes()).done();
    assert_eq!(same, rushes(&["positions", &a]).done());
}

#[cfg(unix)]
#[test]
fn a_named_pipe_is_an_input_and_a_path_that_is_not_utf_8_can_be_mapped_back() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = Folder::new("pipe-fifo");
    let pipe = folder.path("take.bvh");
    let made = support::environment::command("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    let writer = {
        let pipe = pipe.clone();
        std::thread::spawn(move || std::fs::write(pipe, ARM))
    };
    assert!(rushes(&["info", &pipe]).done().contains("Frames      3"));
    writer.join().expect("a thread").expect("it was read");
    let name = std::ffi::OsStr::from_bytes(b"a\xffb.bvh");
    let path = folder.0.join(name);
    std::fs::write(&path, ARM).expect("a file");
    let folder_of = folder.path("");
    std::fs::remove_file(&pipe).expect("the pipe");
    let object = parsed(&rushes(&["info", "--jsonl", &folder_of]).done());
    let bytes: Vec<u8> = serde_json::from_value(object["path_bytes"].clone()).expect("bytes");
    assert_eq!(bytes, path.as_os_str().as_bytes());
    let page = rushes(&["info", &folder_of]).done();
    let quoted = page.lines().next().expect("a line");
    let shell =
        std::process::Command::new("bash").args(["-c", &format!("printf %s {quoted}")]).output();
    assert_eq!(shell.expect("bash").stdout, path.as_os_str().as_bytes());
}

#[test]
fn results_go_where_they_are_sent_and_nothing_is_overwritten_unasked() {
    let folder = Folder::new("pipe-outputs");
    std::fs::create_dir_all(folder.path("in/deep")).unwrap();
    for name in ["in/a.bvh", "in/deep/a.bvh"] {
        folder.write(name, ARM);
    }
    let [input, out] = ["in", "out/"].map(|name| folder.path(name));
    let reported = rushes(&["positions", "-r", &input]).failed(2);
    assert!(reported.contains("-o FOLDER/"), "{reported}");
    rushes(&["positions", "-r", &input, "-o", &out, "--json"]).done();
    let deep = std::fs::read_to_string(folder.path("out/deep/a.json")).expect("it is written");
    assert_eq!(parsed(&deep)["take"], "a");
    let one = folder.path("one.npy");
    rushes(&["positions", &folder.path("in/a.bvh"), "-o", &one]).done();
    assert_eq!(&std::fs::read(&one).expect("it is written")[..6], b"\x93NUMPY");
    folder.write("out/a.json", "mine");
    let run = rushes(&["positions", "-r", &input, "-o", &out, "--json", "--no-clobber"]);
    assert_eq!(run.code, Some(0));
    assert_eq!(run.err.matches("left as it is").count(), 2, "{}", run.err);
    assert_eq!(std::fs::read_to_string(folder.path("out/a.json")).unwrap(), "mine");
    let run = rushes(&["convert", "-r", &input, "--to", "htr", "-o", &out]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(Path::new(&folder.path("out/deep/a.htr")).exists());
    let run = rushes(&["--verbose", "info", &folder.path("in/a.bvh")]);
    assert!(run.err.ends_with("a.bvh: read as BVH\n"), "{}", run.err);
}

#[test]
fn errors_are_coloured_on_terminals_and_where_that_is_asked_for() {
    let reported = |variables: &[&str]| {
        let mut command = command(&["info", "missing.bvh"]);
        let output = command.envs(variables.iter().map(|v| (v, "1"))).output();
        String::from_utf8(output.expect("the program").stderr).expect("UTF-8")
    };
    assert!(reported(&[]).starts_with("missing.bvh"), "none go into a pipe");
    assert!(reported(&["CLICOLOR_FORCE"]).starts_with("\x1b["));
    let none = reported(&["CLICOLOR_FORCE", "NO_COLOR"]);
    assert!(none.starts_with("missing.bvh"), "{none}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_terminal_shows_what_is_done_of_a_long_job() {
    if !support::tools::has("script", "bsdutils") {
        return;
    }
    let folder = Folder::new("pipe-terminal");
    for i in 0..9 {
        folder.write(&format!("{i}.bvh"), ARM);
    }
    let on_terminal = |options: &str| {
        let program = env!("CARGO_BIN_EXE_rushes");
        let [takes, out] = ["", "out/"].map(|name| folder.path(name));
        let line =
            format!("'{program}' convert --to bvh {options} '{takes}' missing.bvh -o '{out}'");
        let mut script = support::environment::command("script");
        script.args(["-qec", &line, "/dev/null"]).env("TERM", "xterm").env("SHELL", "/bin/sh");
        let output = script.output().expect("script");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let reported = on_terminal("");
    assert!(reported.contains("\r9 of 10 takes") && reported.contains("\r\x1b[K"), "{reported}");
    let quiet = on_terminal("--quiet");
    assert!(!quiet.contains("of 10 takes") && quiet.contains("\x1b["), "{quiet}");
}

#[test]
fn positions_come_wide_in_another_unit_and_with_another_axis_up() {
    let folder = Folder::new("pipe-wide");
    let file = folder.write("arm.bvh", ARM);
    let wide = rushes(&["positions", &file, "--wide", "--unique-names"]).done();
    let lines: Vec<&str> = wide.lines().collect();
    assert_eq!(
        lines[0],
        "frame,number,time,Arm.x,Arm.y,Arm.z,Arm.2.x,Arm.2.y,Arm.2.z,Arm_end.x,Arm_end.y,Arm_end.z"
    );
    assert_eq!(lines[1], "0,,0,0,90,0,0,50,0,0,5,5");
    assert_eq!(lines.len(), 4);
    let turned = ["positions", &file, "--wide", "--unit", "m", "--up", "Z", "--frames", "0"];
    let run = rushes(&turned);
    assert!(run.err.contains("the unit is not known"), "{}", run.err);
    let row = run.out.lines().nth(1).expect("a row");
    let numbers: Vec<f32> = row.split(',').skip(3).map(|n| n.parse().expect(row)).collect();
    // Scaled to a person's height.
    let metres = 1.75 / 40.0;
    let units = [0.0, 0.0, 90.0, 0.0, 0.0, 50.0, 0.0, -5.0, 5.0];
    for (found, units) in numbers.iter().zip(units) {
        assert!((found - units * metres).abs() < 1e-4, "{row}");
    }
    let channels = rushes(&["positions", &file, "--channels", "--frames", "last"]).done();
    assert!(channels.starts_with("frame,number,time,index,node,channel,value\n"));
    assert!(channels.contains("2,,0.033334,0,Arm,Zrotation,30\n"), "{channels}");
    let run = rushes(&["positions", &file, "--frames", "1-99"]);
    assert_eq!((run.code, run.out.lines().count()), (Some(0), 1 + 2 * 3));
    assert!(run.err.contains("runs past"), "{}", run.err);
}

#[test]
fn rotations_are_the_same_in_every_form() {
    let folder = Folder::new("pipe-rotations");
    let file = folder.write("arm.bvh", ARM);
    let frames = |arguments: &[&str]| {
        let run = rushes(&[&["positions", &file, "--json"], arguments].concat()).done();
        let document = parsed(&run);
        let rows = document["frames"].as_array().expect("frames").clone();
        let rotations = rows.into_iter().map(|row| row["rotations"].clone());
        rotations
            .map(|row| serde_json::from_value::<Vec<Option<Vec<f64>>>>(row).expect("numbers"))
            .collect::<Vec<_>>()
    };
    let radians = |degrees: f64| degrees.to_radians();
    // What the file says, computed in double precision.
    let zxy = |[z, x, y]: [f64; 3]| {
        DQuat::from_rotation_z(radians(z))
            * DQuat::from_rotation_x(radians(x))
            * DQuat::from_rotation_y(radians(y))
    };
    let rows = [
        [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]],
        [[0.0, 90.0, 0.0], [10.0, 20.0, 30.0]],
        [[30.0, -20.0, 10.0], [90.0, 0.0, 0.0]],
    ];
    for local in [false, true] {
        let flags: &[&str] = if local { &["--local"] } else { &[] };
        let [euler, quat, matrix] = ["euler", "quat", "matrix"]
            .map(|form| frames(&[&["--rotations", form], flags].concat()));
        for (frame, [root, arm]) in rows.into_iter().enumerate() {
            let below = if local { zxy(arm) } else { zxy(root) * zxy(arm) };
            for (node, expected) in [zxy(root), below].into_iter().enumerate() {
                let of = |form: &[Vec<Option<Vec<f64>>>]| form[frame][node].clone().expect("there");
                let [x, y, z, w] = of(&quat)[..] else { panic!("four numbers") };
                let found = DQuat::from_xyzw(x, y, z, w);
                // The same rotation has two quaternions.
                let off = (found - expected).length().min((found + expected).length());
                assert!(off < 1e-6, "{frame} {node}: {found} {expected}");
                let [x, y, z] = of(&euler)[..] else { panic!("three numbers") };
                let found = zxy([z, x, y]);
                assert!(found.angle_between(expected) < 1e-5, "{frame} {node}: {x} {y} {z}");
                let rows = of(&matrix);
                let column = expected * glam::DVec3::X;
                let first = glam::DVec3::new(rows[0], rows[3], rows[6]);
                assert!(first.distance(column) < 1e-6, "{frame} {node}");
            }
            assert_eq!(euler[frame][2], None, "a bone end does not turn");
        }
    }
}

#[test]
fn arrays_are_what_numpy_reads() {
    let folder = Folder::new("pipe-numpy");
    let file = folder.write("arm.bvh", ARM);
    let [npy, npz] = ["a.npy", "a.npz"].map(|name| folder.path(name));
    rushes(&["positions", &file, "-o", &npy]).done();
    rushes(&["positions", &file, "-o", &npz, "--rotations", "quat"]).done();
    let array = std::fs::read(&npy).expect("an array");
    let array = NpyFile::new(array.as_slice()).expect("an array");
    assert_eq!(array.shape(), [3, 3, 3]);
    let places: Vec<f32> = array.into_vec().expect("numbers");
    let table = rushes(&["positions", &file]).done();
    let printed = table.lines().skip(1).flat_map(|row| row.split(',').skip(5));
    let printed: Vec<f32> = printed.map(|number| number.parse().expect("a number")).collect();
    assert_eq!(places, printed);

    let archive = std::fs::File::open(&npz).expect("an archive");
    let mut archive = zip::ZipArchive::new(archive).expect("an archive");
    let mut bytes = |name: &str| {
        let mut bytes = Vec::new();
        let mut entry = archive.by_name(&format!("{name}.npy")).expect(name);
        assert_eq!(entry.system(), zip::System::Unix, "whatever system it is written on");
        entry.read_to_end(&mut bytes).expect(name);
        bytes
    };
    let numbers = |bytes: Vec<u8>| NpyFile::new(&bytes[..]).unwrap().into_vec::<f32>().unwrap();
    assert_eq!(numbers(bytes("positions")), places);
    let rotations = bytes("rotations");
    assert_eq!(NpyFile::new(&rotations[..]).unwrap().shape(), [3, 3, 4]);
    let rotations = numbers(rotations);
    let root = Quat::from_slice(&rotations[12..16]);
    assert!((root * Vec3::Y).distance(Vec3::Z) < 1e-6, "it turned about X by 90 degrees");
    let names = bytes("names");
    let names: Vec<String> = NpyFile::new(&names[..]).unwrap().into_vec().unwrap();
    assert_eq!(names, ["Arm", "Arm", "Arm_end"]);
    let parents = bytes("parents");
    let parents: Vec<i32> = NpyFile::new(&parents[..]).unwrap().into_vec().unwrap();
    assert_eq!(parents, [-1, 0, 1]);
    let times = bytes("times");
    let times: Vec<f64> = NpyFile::new(&times[..]).unwrap().into_vec().unwrap();
    assert_eq!(times, [0.0, 0.016667, 0.033334]);
    // NumPy itself, where there is one.
    let script = format!(
        "import numpy; a = numpy.load({npz:?}); print(a['positions'].shape, a['names'].tolist(), \
         a['frame_time'].item())"
    );
    if support::tools::has("python3", "python3-numpy") {
        // A Python of one's own may come ahead of the system's, and without it.
        let run = std::process::Command::new("/usr/bin/python3").args(["-c", &script]).output();
        let run = run.expect("Python");
        let reported = String::from_utf8_lossy(&run.stdout);
        assert_eq!(reported, "(3, 3, 3) ['Arm', 'Arm', 'Arm_end'] 0.016667\n");
    }
}
