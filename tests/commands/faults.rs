//! What goes wrong around the program: disks that are full, files that are none, another program that lies, a user
//! without a home. It ends, says what is wrong, and what was there is as it was.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::Command;

use crate::support::folder::{Folder, names_in};
use crate::support::program::{OtherUser, command, end, end_in_time, on_full_disk, rushes};
use crate::support::{root, tools};

/// What is in the place of a file that is written.
const PRECIOUS: &str = "precious";

/// A command with an ffmpeg of our own ahead of all others.
fn with_ffmpeg(folder: &Folder, script: &str, arguments: &[&str]) -> Command {
    folder.script("bin/ffmpeg", script);
    let paths = std::env::var("PATH").unwrap_or_default();
    let mut command = command(arguments);
    command.env("PATH", format!("{}:{paths}", folder.path("bin")));
    command
}

#[test]
fn an_ffmpeg_that_lies_or_dies_is_told_and_leaves_the_older_film() {
    if !tools::has_opengl() {
        return;
    }
    let folder = Folder::new("faults-ffmpeg");
    let out = folder.write("out/walk.mp4", PRECIOUS);
    let arguments = ["render", "builtin", "-o", &out, "--frames", "0-60", "--size", "320x240"];
    for (what, script, expected) in [
        ("reads nothing", "exit 0", "ended before it had written the film"),
        ("writes nothing", "cat >/dev/null", "ended before it had written the film"),
        (
            "reads the beginning",
            "head -c 200000 >/dev/null",
            "ended before it had written the film",
        ),
        (
            "says much",
            "head -c 300000 /dev/zero >&2; cat >/dev/null; printf '\\nwhy\\n' >&2; exit 1",
            "ffmpeg failed: why\n",
        ),
        ("is killed", "head -c 200000 >/dev/null; kill -9 $$", "it does not say why"),
    ] {
        let run = end_in_time(&mut with_ffmpeg(&folder, script, &arguments));
        assert_eq!(run.code, Some(3), "{what}: {}", run.err);
        assert!(run.err.contains("ffmpeg") && run.err.contains(expected), "{what}: {}", run.err);
        assert_eq!(fs::read_to_string(&out).expect("a film"), PRECIOUS, "{what}");
        assert_eq!(names_in(&folder.0.join("out")), ["walk.mp4"], "{what}");
    }
}

/// What writes a file out of a take, and the name of the file.
const WRITERS: [(&[&str], &str); 16] = [
    (&["convert"], "walk.bvh"),
    (&["convert"], "walk.htr"),
    (&["convert"], "walk.gtr"),
    (&["convert"], "walk.amc"),
    (&["convert"], "walk.glb"),
    (&["convert"], "walk.usda"),
    (&["convert"], "walk.trc"),
    (&["convert"], "walk.c3d"),
    (&["convert"], "walk.csv"),
    (&["positions"], "positions.csv"),
    (&["measure", "--of", "distance:Hips,Head"], "measures.csv"),
    (&["notes", "--findings"], "notes.csv"),
    (&["report"], "report.html"),
    (&["render", "--size", "640x480"], "picture.png"),
    (&["render", "--size", "640x480"], "picture.svg"),
    (&["render", "--frames", "0-40", "--size", "320x240"], "film.gif"),
];

#[test]
fn a_full_disk_is_told_and_leaves_what_was_there() {
    let folder = Folder::new("faults-full");
    let take = folder.path("take.bvh");
    fs::copy(root().join("assets/builtin/stroll.bvh"), &take).expect("a take");
    for (words, name) in WRITERS {
        if words[0] == "render" && !tools::has_opengl() {
            continue;
        }
        let there = format!("there {name}/{name}");
        let [new, old] = [folder.path(name), folder.write(&there, PRECIOUS)];
        let others = names_in(Path::new(&old).parent().expect("a folder"));
        for out in [&new, &old] {
            let arguments = [&words[..1], &[&take], &words[1..], &["-o", out, "-q"]].concat();
            let words = arguments.join(" ");
            // It needs more than that.
            let whole = end(&mut command(&arguments));
            assert_eq!(whole.code, Some(0), "{words}: {}", whole.err);
            let size = fs::metadata(out).expect("a file").len();
            assert!(size > 100, "{words}: {size} bytes");
            for more in names_in(Path::new(out).parent().expect("a folder")) {
                if more.starts_with("walk") && !more.ends_with(name) {
                    fs::remove_file(Path::new(out).with_file_name(more)).expect("the second file");
                }
            }
            if out == &new {
                fs::remove_file(out).expect("a file");
            } else {
                fs::write(out, PRECIOUS).expect("a file");
            }
            for most in [0, size / 2, size - 1] {
                let run = end(on_full_disk(&mut command(&arguments), most));
                assert_eq!(run.code, Some(3), "{words} with {most} bytes: {}", run.err);
                assert!(run.err.contains("cannot be written"), "{words}: {}", run.err);
                let there = fs::read_to_string(out).ok();
                let expected = (out == &old).then(|| PRECIOUS.to_string());
                assert_eq!(there, expected, "{words} with {most} bytes");
            }
        }
        assert_eq!(names_in(Path::new(&old).parent().expect("a folder")), others, "{name}");
    }
    assert!(folder.names().iter().all(|name| name == "take.bvh" || name.starts_with("there ")));
}

#[test]
fn a_skeleton_is_never_left_without_the_motion_that_had_no_room() {
    let folder = Folder::new("faults-amc");
    let take = folder.path("take.bvh");
    fs::copy(root().join("assets/builtin/stroll.bvh"), &take).expect("a take");
    let out = folder.path("walk.amc");
    let convert = ["convert", &take, "-o", &out, "-q"];
    assert_eq!(rushes(&convert).code, Some(0));
    let [motion, skeleton] = ["walk.amc", "walk.asf"].map(|name| folder.path(name));
    let size = |path: &String| fs::metadata(path).expect("a file").len();
    let most = size(&skeleton).max(size(&motion) - 100);
    assert!(most < size(&motion), "the motion is larger");
    let both = [&motion, &skeleton];
    both.iter().for_each(|path| fs::remove_file(path).expect("a file"));
    assert_eq!(end(on_full_disk(&mut command(&convert), most)).code, Some(3));
    assert_eq!(folder.names(), ["take.bvh"]);
    both.iter().for_each(|path| fs::write(path, PRECIOUS).expect("a file"));
    assert_eq!(end(on_full_disk(&mut command(&convert), most)).code, Some(3));
    let there = both.map(|path| fs::read_to_string(path).expect("a file"));
    assert_eq!(there, [PRECIOUS, PRECIOUS]);
    assert_eq!(rushes(&convert).code, Some(0));
    assert!(both.iter().all(|path| size(path) > 1000));
}

#[test]
fn a_data_set_that_has_no_room_is_gone_and_goes_on_with_more() {
    let folder = Folder::new("faults-data-set");
    let take = folder.figure("takes/walk.bvh", |i| format!("{i} 90 0 0 0 {i} {i} 0"));
    let out = folder.path("set");
    let takes = take.parent().expect("a folder").display().to_string();
    let arguments = ["dataset", &takes, "-o", &out, "-q"];
    let run = end(on_full_disk(&mut command(&arguments), 3000));
    assert_eq!(run.code, Some(3), "{}", run.err);
    let left = |table: &str| names_in(&folder.0.join("set").join(table));
    assert_eq!([left("frames"), left("takes")], [Vec::<String>::new(), Vec::new()]);
    assert_eq!(rushes(&arguments).code, Some(0));
    assert_eq!([left("frames").len(), left("takes").len()], [1, 1]);
}

#[test]
fn what_is_no_file_is_refused_at_once_by_every_command() {
    let folder = Folder::new("faults-special");
    for (to, name) in [
        ("nowhere.bvh", "dangling.bvh"),
        ("ring b.bvh", "ring a.bvh"),
        ("ring a.bvh", "ring b.bvh"),
        ("/dev/zero", "endless.bvh"),
    ] {
        symlink(to, folder.0.join(name)).expect("a link");
    }
    fs::create_dir(folder.0.join("folder.bvh")).expect("a folder");
    let whole = folder.take("whole.bvh", 3).display().to_string();
    for name in ["dangling.bvh", "ring a.bvh", "endless.bvh"] {
        let path = folder.path(name);
        for words in [&["info"][..], &["check"], &["positions"], &["convert", "--to", "htr"]] {
            let run = end_in_time(&mut command(&[words, &[&path]].concat()));
            assert_eq!(run.code, Some(3), "{words:?} {name}: {}", run.err);
            assert!(run.err.contains(name), "{words:?} {name}: {}", run.err);
        }
        // The others are read.
        let run = rushes(&["info", &path, &whole]);
        assert!(run.code == Some(3) && run.out.contains("whole.bvh"), "{name}: {}", run.out);
    }
    let folder_alone = rushes(&["info", &folder.path("folder.bvh")]);
    assert_ne!(folder_alone.code, Some(0), "{}", folder_alone.out);
}

#[test]
fn a_user_without_a_home_and_rights_is_told_so() {
    let folder = Folder::new("faults-user");
    let take = folder.take("walk.bvh", 3).display().to_string();
    let secret = folder.take("secret.bvh", 3).display().to_string();
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o000)).expect("a file");
    fs::set_permissions(&folder.0, fs::Permissions::from_mode(0o755)).expect("a folder");
    let other = OtherUser::new();
    let run = |home: Option<&str>, arguments: &[&str]| {
        let mut command = other.command(arguments);
        command.env_remove("HOME").envs(home.map(|home| ("HOME", home)));
        for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] {
            command.env_remove(name);
        }
        end(&mut command)
    };
    for home in [None, Some(""), Some("/nowhere"), Some("/proc")] {
        assert_eq!(run(home, &["info", &take]).code, Some(0), "{home:?}");
        let refused = run(home, &["info", &secret]);
        assert_eq!(refused.code, Some(3), "{home:?}");
        assert!(refused.err.contains("permission"), "{home:?}: {}", refused.err);
        let indexed = run(home, &["index", "--no-checks", &take]);
        assert_eq!(indexed.code, Some(3), "{home:?}: {}", indexed.err);
        assert!(!indexed.err.contains("panicked"), "{home:?}: {}", indexed.err);
    }
}

#[test]
fn numbers_and_words_are_the_same_in_every_locale() {
    let folder = Folder::new("faults-locale");
    let take = folder.figure("Ilıkİ.bvh", |i| format!("{i}.5 90 0 0 0 {i} {i} 0"));
    let take = take.display().to_string();
    for words in [&["info", "--json"][..], &["positions"], &["check", "--json"]] {
        let mut printed = Vec::new();
        for locale in ["C", "C.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8", "xx_NOWHERE"] {
            let mut command = command(&[words, &[&take]].concat());
            let run = end(command.env("LC_ALL", locale).env("LANG", locale));
            assert!(!run.out.is_empty(), "{words:?} {locale}: {}", run.err);
            printed.push((run.code, run.out, run.err));
        }
        assert!(printed.windows(2).all(|two| two[0] == two[1]), "{words:?}");
    }
}

#[test]
fn a_pipe_in_the_place_of_a_lock_hangs_nobody() {
    let folder = Folder::new("faults-lock");
    let take = folder.take("walk.bvh", 9).display().to_string();
    let marks = folder.write("marks.csv", "frame,text\n3,pops\n");
    let lock = folder.0.join(".walk.bvh.rushes.json.lock");
    assert!(Command::new("mkfifo").arg(&lock).status().expect("mkfifo").success());
    // It goes into the user's own folder, or it is told why it does not.
    let run = end_in_time(&mut command(&["notes", &take, "--import", &marks]));
    let is_told = run.code == Some(3) && run.err.contains("lock");
    assert!(run.code == Some(0) || is_told, "{:?} {}", run.code, run.err);
}

#[test]
fn a_pipe_among_numbered_files_is_a_lost_frame() {
    let folder = Folder::new("faults-sequence");
    let frame = |x: i32| format!("{{\"people\":[{{\"pose_keypoints_2d\":[{x},2,1,3,4,1]}}]}}");
    for number in [1, 3] {
        folder.write(&format!("walk_{number:04}_keypoints.json"), &frame(number));
    }
    let pipe = folder.0.join("walk_0002_keypoints.json");
    assert!(Command::new("mkfifo").arg(pipe).status().expect("mkfifo").success());
    let first = folder.path("walk_0001_keypoints.json");
    let run = end_in_time(&mut command(&["info", "--json", &first]));
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("walk_0002") || run.err.contains("walk_0002"), "{}", run.out);
}
