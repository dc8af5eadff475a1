//! Rushes for Windows, under Wine: installed, opened by a double click, used, taken away again. It needs the Debian
//! of `assets/in-debian`: `make test-windows` runs it there, and with it the tests of the window on X11
//! that hold on every system.
#![cfg(all(feature = "app", target_os = "linux"))]

mod support;

use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::support::desktop::{Desktop, Program, exit_code};
use crate::support::folder::{Folder, names_in};
use crate::support::wait::{look_for, wait_until};
use crate::support::wine::{self, Windows};
use rushes::loader::FORMATS;

const LEFT: [u8; 3] = [0x4a, 0xa3, 0xff];
const RIGHT: [u8; 3] = [0xff, 0x6b, 0x4a];

/// The keysym of Return.
const RETURN: u32 = 0xff0d;

/// Everything below a key of the user's registry, as `reg` writes it down.
fn registry(windows: &Windows, key: &str) -> String {
    let file = windows.drive().join("out.reg");
    let mut export = windows.run("reg");
    export.args(["export", &format!("HKCU\\{key}"), "C:\\out.reg", "/y"]);
    done(&mut export);
    let bytes = std::fs::read(&file).expect("an export");
    std::fs::remove_file(file).expect("an export");
    let (units, _) = bytes.as_chunks();
    let units: Vec<u16> = units.iter().map(|unit| u16::from_le_bytes(*unit)).collect();
    String::from_utf16(&units).expect("UTF-16")
}

/// The keys of an export, with their values.
fn keys(export: &str) -> BTreeMap<String, Vec<String>> {
    let mut keys = BTreeMap::new();
    for part in export.split("\r\n\r\n") {
        let mut lines = part.lines().filter(|line| !line.is_empty());
        if let Some(name) = lines.next().and_then(|line| line.strip_prefix('[')) {
            let values: Vec<String> = lines.map(String::from).collect();
            keys.insert(name.trim_end_matches(']').to_string(), values);
        }
    }
    keys
}

/// Runs a command that has to do what it is asked to.
fn done(command: &mut Command) -> Output {
    let output = command.output().expect("Wine starts");
    assert!(output.status.success(), "{command:?}: {output:?}");
    output
}

/// Installs silently.
fn install(windows: &Windows, options: &[&str]) {
    let setup = std::env::var("RUSHES_WINDOWS_SETUP").expect("an installer");
    done(windows.run(&setup).arg("/S").args(options));
}

/// The folder of the user, and what is installed in it.
fn home(windows: &Windows) -> PathBuf {
    windows.drive().join("users/root")
}

fn installed(windows: &Windows) -> PathBuf {
    home(windows).join("AppData/Local/Programs/Rushes")
}

fn start_menu(windows: &Windows) -> PathBuf {
    home(windows).join("AppData/Roaming/Microsoft/Windows/Start Menu/Programs")
}

fn uninstall(windows: &Windows, options: &[&str]) {
    let uninstaller = installed(windows).join("uninstall.exe");
    done(windows.run(uninstaller.to_str().unwrap()).arg("/S").args(options));
    // It goes on as a copy of itself, which it leaves to the system to remove.
    wait_until("the end of the uninstaller", || !installed(windows).exists());
}

/// Everything of the user's registry that has to do with a program, and every file below the user's folder.
fn traces(windows: &Windows) -> (String, Vec<String>) {
    let mut all = keys(&registry(windows, "Software"));
    // What Wine itself notes down.
    all.retain(|key, _| !key.contains("\\Software\\Wine"));
    assert!(!all.is_empty());
    let mut files = Vec::new();
    let mut folders = vec![home(windows)];
    while let Some(folder) = folders.pop() {
        for name in names_in(&folder) {
            let path = folder.join(&name);
            if path.is_dir() && !path.is_symlink() && name != "Temp" {
                folders.push(path.clone());
            }
            files.push(path.display().to_string());
        }
    }
    files.sort();
    (format!("{all:#?}"), files)
}

/// Waits until registry and files are as they were.
fn wait_for_traces(windows: &Windows, before: &(String, Vec<String>)) {
    let mut now = (String::new(), Vec::new());
    let as_before = look_for(Duration::from_secs(10), || {
        now = traces(windows);
        (now == *before).then_some(())
    });
    if as_before.is_none() {
        let more = |line: &&str| !before.0.lines().any(|old| old == *line);
        let registry: Vec<&str> = now.0.lines().filter(more).collect();
        let files: Vec<&String> = now.1.iter().filter(|file| !before.1.contains(file)).collect();
        panic!("left: {registry:#?} {files:#?}");
    }
}

#[test]
#[ignore = "make test-windows runs it"]
fn installing_offers_every_type_and_uninstalling_leaves_nothing() {
    let folder = Folder::new("windows-installed");
    let windows = Windows::new(&folder.0).expect("Wine");
    std::fs::remove_dir_all(home(&windows).join("AppData/Local/rushes")).expect("a folder");
    // What another program has stays with it.
    let bvh = "HKCU\\Software\\Classes\\.bvh";
    done(windows.run("reg").args(["add", bvh, "/ve", "/d", "Other.bvh", "/f"]));
    let before = traces(&windows);

    install(&windows, &[]);
    let all = keys(&registry(&windows, "Software"));
    let values = |key: &str| all.get(&format!("HKEY_CURRENT_USER\\Software\\{key}"));
    let program = "C:\\\\users\\\\root\\\\AppData\\\\Local\\\\Programs\\\\Rushes\\\\rushes.exe";
    let command = format!("@=\"\\\"{program}\\\" \\\"%1\\\"\"");
    let types = FORMATS.iter().flat_map(|format| format.types);
    let extensions = types.filter_map(|kind| kind.extension);
    for extension in extensions.chain(["rushes"]) {
        let offered = values(&format!("Classes\\.{extension}\\OpenWithProgids")).expect(extension);
        assert_eq!(*offered, [format!("\"Rushes.{extension}\"=\"\"")]);
        let own = format!("Classes\\Rushes.{extension}");
        let name = values(&own).expect(extension);
        assert!(name[0].starts_with("@=\"") && name[1].starts_with("\"FriendlyTypeName\"="));
        assert_eq!(*values(&format!("{own}\\shell\\open\\command")).unwrap(), [command.as_str()]);
        let icon = format!("@=\"{program},0\"");
        assert_eq!(*values(&format!("{own}\\DefaultIcon")).unwrap(), [icon]);
        let default = values(&format!("Classes\\.{extension}"));
        let default =
            default.is_some_and(|values| values.contains(&format!("@=\"Rushes.{extension}\"")));
        assert_eq!(default, extension == "rushes", "{extension}");
    }
    let application = "Classes\\Applications\\rushes.exe";
    assert_eq!(*values(application).unwrap(), ["\"FriendlyAppName\"=\"Rushes\""]);
    assert_eq!(*values(&format!("{application}\\shell\\open\\command")).unwrap(), [command]);
    let apps = values("Microsoft\\Windows\\CurrentVersion\\Uninstall\\Rushes").unwrap();
    let version = format!("\"DisplayVersion\"=\"{}\"", env!("CARGO_PKG_VERSION"));
    for value in ["\"DisplayName\"=\"Rushes\"", &version, "\"Publisher\"=\"The Rushes authors\""] {
        assert!(apps.iter().any(|line| line == value), "{value}: {apps:?}");
    }
    assert!(start_menu(&windows).join("Rushes.lnk").is_file());
    let files = [
        "LICENSE-APACHE.txt",
        "LICENSE-MIT.txt",
        "manual",
        "rushes.com",
        "rushes.exe",
        "uninstall.exe",
    ];
    assert_eq!(names_in(&installed(&windows)), files);
    assert!(installed(&windows).join("manual/index.html").is_file());

    uninstall(&windows, &[]);
    wait_for_traces(&windows, &before);

    // Chosen, types open by double click, and what did before does again afterwards. Settings go where that is said.
    install(&windows, &["/DEFAULT"]);
    let all = registry(&windows, "Software\\Classes");
    for (extension, is_ours) in [("bvh", true), ("htr", true), ("fbx", false), ("asf", false)] {
        assert_eq!(all.contains(&format!("@=\"Rushes.{extension}\"")), is_ours, "{extension}");
    }
    let settings = home(&windows).join("AppData/Roaming/rushes/config");
    std::fs::create_dir_all(&settings).unwrap();
    std::fs::write(settings.join("settings.toml"), "").unwrap();
    uninstall(&windows, &[]);
    assert!(settings.join("settings.toml").is_file(), "settings stay");
    install(&windows, &[]);
    uninstall(&windows, &["/SETTINGS"]);
    wait_for_traces(&windows, &before);
}

/// A window for which Wine's services and its desktop stay up. They would start and end with each command otherwise,
/// which takes a second or two, and write to its stderr: one of them, winedevice, crashes at its end once in some
/// hundred times.
fn stay_open(desktop: &Desktop, folder: &Folder) -> Program {
    desktop.run(&[&folder.take("open.bvh", 1)], &[])
}

/// The same command, by the program for this system and by that for Windows: code, output and files.
fn both(desktop: &Desktop, words: &[&str], folder: &Folder) {
    let windows = desktop.windows.as_ref().expect("Wine");
    let mut answers = Vec::new();
    let here = Command::new(env!("CARGO_BIN_EXE_rushes"));
    for mut command in [here, wine::command().expect("a program")] {
        let out = folder.0.join("out");
        std::fs::create_dir_all(&out).unwrap();
        command.args(words).current_dir(&folder.0);
        command.env("DISPLAY", &desktop.display).env("LIBGL_ALWAYS_SOFTWARE", "1");
        command.env("WINEPREFIX", &windows.prefix);
        let run = command.output().expect("it starts");
        let written: Vec<_> = names_in(&out)
            .into_iter()
            .map(|name| {
                let bytes = std::fs::read(out.join(&name)).unwrap();
                (name, bytes)
            })
            .collect();
        std::fs::remove_dir_all(&out).unwrap();
        let texts =
            [run.stdout, run.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        answers.push((run.status.code(), texts, written));
    }
    assert_eq!(answers[0].0, answers[1].0, "{words:?}: {:?}", answers[1].1);
    assert_eq!(answers[0].1, answers[1].1, "{words:?}");
    let [here, there] = [&answers[0].2, &answers[1].2];
    let pairs = here.iter().zip(there);
    let mut same = pairs.map(|(here, there)| here.0 == there.0 && is_same(&here.1, &there.1));
    assert!(
        here.len() == there.len() && same.all(|is_same| is_same),
        "{words:?} writes other bytes"
    );
}

/// Whether two files are the same byte for byte; numbers of a GLB but for their last digit, since sine and cosine are
/// of the system's C library.
fn is_same(here: &[u8], there: &[u8]) -> bool {
    if !here.starts_with(b"glTF") || here.len() != there.len() {
        return here == there;
    }
    // The head of the file and that of its text, the text, then numbers of four bytes.
    let text = u32::from_le_bytes(here[12..16].try_into().unwrap());
    let numbers = 20 + text as usize;
    let words = |file: &[u8]| file[numbers..].as_chunks().0.to_vec();
    let mut pairs = words(here).into_iter().zip(words(there));
    here[..numbers] == there[..numbers]
        && pairs.all(|(here, there)| {
            here == there || (f32::from_le_bytes(here) - f32::from_le_bytes(there)).abs() < 1e-6
        })
}

/// A take of each of many formats in a folder, and one with a name in other scripts, whose lines end as on Windows.
fn takes(folder: &Folder) -> Vec<String> {
    let good = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/good");
    let takes =
        ["bvh/leg.bvh", "htr/arm.htr", "c3d", "trc", "fbx", "gltf", "mvnx", "npz", "bonespro"];
    let mut names = Vec::new();
    for take in takes {
        let mut path = good.join(take);
        if path.is_dir() {
            let first = names_in(&path).into_iter().find(|name| {
                let is_take = !name.ends_with(".expected");
                is_take && path.join(name).is_file()
            });
            path.push(first.expect("a take"));
        }
        let name = path.file_name().unwrap().to_str().unwrap().to_string();
        std::fs::copy(&path, folder.0.join(&name)).unwrap();
        names.push(name);
    }
    let text = std::fs::read_to_string(good.join("bvh/leg.bvh")).unwrap();
    folder.write("左ひじ ä.bvh", &text.replace('\n', "\r\n"));
    names.push("左ひじ ä.bvh".into());
    names
}

#[test]
#[ignore = "make test-windows runs it"]
fn commands_say_byte_for_byte_what_they_say_here() {
    let folder = Folder::new("windows-say");
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let _open = stay_open(&desktop, &folder);
    let both = |words: &[&str]| both(&desktop, words, &folder);
    for name in &takes(&folder) {
        both(&["info", "--json", name]);
        both(&["positions", name]);
        both(&["check", name]);
    }
    both(&["info", "gone.bvh"]);
    both(&["--help"]);
    both(&["--no-such-option"]);
}

#[test]
#[ignore = "make test-windows runs it"]
fn commands_write_byte_for_byte_what_they_write_here() {
    let folder = Folder::new("windows-write");
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let _open = stay_open(&desktop, &folder);
    let both = |words: &[&str]| both(&desktop, words, &folder);
    for name in &takes(&folder) {
        both(&["convert", name, "out/take.bvh"]);
        both(&["convert", name, "out/take.glb"]);
        both(&["render", name, "-o", "out/take.png", "--size", "320x240"]);
    }
    both(&["convert", "leg.bvh", "out/take.htr", "-q"]);
}

#[test]
#[ignore = "make test-windows runs it"]
fn paths_of_windows_lead_to_files_and_names_of_devices_to_none() {
    let folder = Folder::new("windows-paths");
    let windows = Windows::new(&folder.0).expect("Wine");
    let take = folder.take("walk.bvh", 2).display().to_string();
    let backwards = take.replace('/', "\\");
    let rushes = |words: &[&str]| {
        let mut command = wine::command().expect("a program");
        command.env("WINEPREFIX", &windows.prefix);
        command.current_dir(&folder.0).args(words).output().expect("it starts")
    };
    let paths = [
        format!("Z:{backwards}"),
        format!("z:{take}"),
        format!("\\\\?\\Z:{backwards}"),
        format!("\\\\?\\unix{take}"),
        ".\\walk.bvh".into(),
        "..\\".to_string() + folder.0.file_name().unwrap().to_str().unwrap() + "\\WALK.BVH",
    ];
    for path in &paths[..4] {
        let run = rushes(&["info", path]);
        assert!(run.status.success(), "{path}: {run:?}");
        let out = String::from_utf8(run.stdout).unwrap();
        assert!(out.starts_with(path.as_str()) && out.contains("Format      BVH"), "{out}");
    }
    for path in &paths[4..] {
        assert!(rushes(&["info", path]).status.success(), "{path}");
    }
    // A share of a server, as Wine stands it in for one.
    let share = windows.prefix.join("dosdevices/unc/server/share");
    std::fs::create_dir_all(&share).unwrap();
    std::fs::copy(&take, share.join("left.bvh")).unwrap();
    for path in [
        "\\\\server\\share\\left.bvh",
        "//server/share/left.bvh",
        "\\\\?\\UNC\\server\\share\\left.bvh",
    ] {
        let run = rushes(&["info", path]);
        assert!(run.status.success() && run.stdout.starts_with(path.as_bytes()), "{path}: {run:?}");
    }
    let written =
        rushes(&["convert", "\\\\server\\share\\left.bvh", "\\\\server\\share\\right.htr"]);
    assert!(written.status.success(), "{written:?}");
    assert_eq!(names_in(&share), ["left.bvh", "right.htr"]);
    let run = rushes(&["convert", "walk.bvh", "nul.htr"]);
    let reported = String::from_utf8(run.stderr).unwrap();
    assert_eq!(run.status.code(), Some(3), "{reported}");
    assert!(reported.contains("on Windows that is the name of a device"), "{reported}");
    assert!(!folder.names().iter().any(|name| name.ends_with(".part")));
}

#[test]
#[ignore = "make test-windows runs it"]
fn a_shell_waits_for_commands_and_sees_how_they_end() {
    let folder = Folder::new("windows-shell");
    let windows = Windows::new(&folder.0).expect("Wine");
    install(&windows, &[]);
    folder.take("walk.bvh", 2);
    // Without an extension, as people type it: the shell takes the .com first.
    let lines = "@set PATH=%LOCALAPPDATA%\\Programs\\Rushes;%PATH%\r\n@rushes info walk.bvh\r\n\
                 @echo %ERRORLEVEL%\r\n@rushes info gone.bvh\r\n@echo %ERRORLEVEL%\r\n";
    folder.write("go.bat", lines);
    let mut shell = windows.run("cmd");
    let run = shell.args(["/c", "go.bat"]).current_dir(&folder.0).output();
    let run = run.expect("Wine starts");
    let out = String::from_utf8(run.stdout).unwrap();
    let lines: Vec<&str> = out.lines().map(str::trim_end).collect();
    assert_eq!(lines.first(), Some(&"walk.bvh"), "{out}");
    assert!(lines.contains(&"    Format      BVH"), "{out}");
    assert_eq!(lines[lines.len() - 2..], ["0", "3"], "{out}");
    let err = String::from_utf8(run.stderr).unwrap();
    assert!(err.contains("gone.bvh: cannot be read: there is no such file"), "{err}");
}

/// Starts a program or what a file opens with, as the desktop does: without a console.
fn start(desktop: &Desktop, words: &[&str], folder: &Folder) {
    let windows = desktop.windows.as_ref().expect("Wine");
    let mut start = windows.run("start");
    start
        .args(words)
        .current_dir(&folder.0)
        .env("DISPLAY", desktop.display())
        .env("LIBGL_ALWAYS_SOFTWARE", "1");
    // What it starts would keep a pipe open.
    let started = start.stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(started.expect("Wine starts").success());
}

#[test]
#[ignore = "make test-windows runs it"]
fn what_cannot_be_started_from_the_desktop_is_told_in_a_box() {
    let folder = Folder::new("windows-box");
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let program = std::env::var("RUSHES_WINDOWS_PROGRAM").expect("a program");
    let program = format!("Z:{}", program.replace('/', "\\"));
    start(&desktop, &[&program, "--no-such-option"], &folder);
    desktop.wait_for_titles(&["Rushes"]);
    desktop.focus();
    desktop.key(RETURN);
    wait_until("the end", || !desktop.has_window());
}

#[test]
#[ignore = "make test-windows runs it"]
fn a_double_click_opens_a_take_and_settings_are_kept_with_the_users() {
    let folder = Folder::new("windows-click");
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let windows = desktop.windows.as_ref().expect("Wine");
    install(windows, &["/DEFAULT"]);
    // Windows looks for types of the user's first; Wine for those of the machine alone.
    let classes = ["HKCU", "HKLM"].map(|root| format!("{root}\\Software\\Classes"));
    done(windows.run("reg").args(["copy", &classes[0], &classes[1], "/s", "/f"]));
    folder.figure("take.bvh", |frame| format!("0 90 0 0 0 0 {frame} -{frame}"));
    start(&desktop, &["take.bvh"], &folder);
    desktop.wait_for_titles(&["take.bvh"]);
    wait_until("a figure", || {
        let picture = desktop.screenshot(0, 0, 1280, 720);
        [LEFT, RIGHT].iter().all(|colour| picture.find(*colour).len() > 200)
    });
    desktop.close();
    wait_until("the end", || !desktop.has_window());
    // What the user sets, as the test of one window does, is with the settings of other programs; this is what the
    // program itself remembers.
    let kept = home(windows).join("AppData/Local/rushes/data/remembered.toml");
    wait_until("what is remembered", || {
        std::fs::read_to_string(&kept).is_ok_and(|text| text.contains("take.bvh"))
    });
}

#[test]
#[ignore = "make test-windows runs it"]
fn with_one_window_a_later_start_hands_its_takes_over() {
    let folder = Folder::new("windows-one");
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let windows = desktop.windows.as_ref().expect("Wine");
    let config = home(windows).join("AppData/Roaming/rushes/config");
    std::fs::create_dir_all(&config).unwrap();
    std::fs::write(config.join("settings.toml"), "one_window = true\n").unwrap();
    let mut first = desktop.run(&[&folder.take("a.bvh", 1)], &[]);
    folder.take("b.bvh", 1);
    let mut second = desktop.command(&["b.bvh".as_ref()], &[]);
    second.current_dir(&folder.0);
    assert_eq!(exit_code(&mut second.spawn().unwrap()), Some(0));
    first.wait("the second take", |p| p["take"] == "b.bvh");
    assert_eq!(first.last["takes"].as_array().map(Vec::len), Some(2));
    // A window of its own is the next one once the first is gone, however that went.
    let new = [Path::new("--new-window"), Path::new("b.bvh")];
    let mut next = Program::start(desktop.command(&new, &[]).current_dir(&folder.0));
    drop(first);
    let mut third = desktop.command(&["a.bvh".as_ref()], &[]);
    third.current_dir(&folder.0);
    assert_eq!(exit_code(&mut third.spawn().unwrap()), Some(0));
    next.wait("the take", |p| p["take"] == "a.bvh");
}

#[test]
#[ignore = "make test-windows runs it"]
fn files_that_are_dropped_open() {
    let folder = Folder::new("windows-drop");
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let mut program = desktop.run(&[&folder.take("first.bvh", 1)], &[]);
    program.settle();
    let files = ["second.bvh", "左ひじ.bvh"].map(|name| folder.take(name, 1));
    let list: Vec<String> = files.iter().map(|file| format!("file://{}", file.display())).collect();
    desktop.drop_list(list.join("\r\n").as_bytes());
    program.wait("the dropped takes", |p| p["takes"].as_array().map(Vec::len) == Some(3));
    assert_eq!(program.last["take"], "second.bvh");
    assert_eq!(program.last["hovering"], 0);
    desktop.close();
    assert_eq!(program.exit_code(), Some(0));
}

#[test]
#[ignore = "make test-windows runs it"]
fn files_that_are_dragged_from_explorer_are_seen_over_the_window_and_open() {
    let folder = Folder::new("windows-explorer");
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let windows = desktop.windows.as_ref().expect("Wine");
    let mut program = desktop.run(&[&folder.take("first.bvh", 1)], &[]);
    program.settle();
    let shown = folder.0.join("shown");
    std::fs::create_dir(&shown).unwrap();
    std::fs::rename(folder.take("second.bvh", 1), shown.join("second.bvh")).unwrap();
    let explorer = windows
        .run("explorer")
        .arg(format!("Z:{}", shown.display()).replace('/', "\\"))
        .env("DISPLAY", desktop.display())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let mut explorer = explorer.expect("Wine starts");
    // It opens over the window's upper left, with the only file here.
    let (file, beside, view) = ((193, 86), (230, 100), (1000, 400));
    wait_until("a file over the window", || {
        desktop.point(file);
        desktop.button(1, true);
        desktop.drag(file, beside);
        desktop.drag(beside, view);
        program.pictures_in(Duration::from_millis(500));
        let is_seen = program.last["hovering"] == 1;
        if !is_seen {
            desktop.button(1, false);
        }
        is_seen
    });
    desktop.button(1, false);
    program.wait("the dropped take", |p| p["take"] == "second.bvh" && p["hovering"] == 0);
    explorer.kill().expect("it runs");
    explorer.wait().expect("it ends");
}

#[test]
#[ignore = "make test-windows runs it"]
fn lists_of_windows_show_the_icon_of_the_program() {
    let folder = Folder::new("windows-icon");
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let mut program = desktop.run(&[&folder.take("walk.bvh", 1)], &[]);
    program.settle();
    let icon = png::Decoder::new(Cursor::new(include_bytes!("../assets/icon/rushes-32.png")));
    let mut icon = icon.read_info().unwrap();
    let mut pixels = vec![0; icon.output_buffer_size().unwrap()];
    icon.next_frame(&mut pixels).unwrap();
    // Width, height, then pixels of blue, green, red and opacity.
    let shown = desktop.property("_NET_WM_ICON");
    assert_eq!(shown[..8], [32, 0, 0, 0, 32, 0, 0, 0]);
    let middle = 4 * (16 * 32 + 16);
    let [red, green, blue, opacity] = pixels[middle..][..4] else {
        panic!("a pixel has four parts");
    };
    assert_eq!(shown[8 + middle..][..4], [blue, green, red, opacity]);
}

#[test]
#[ignore = "make test-windows runs it"]
fn the_window_is_drawn_sharply_at_the_displays_scale() {
    let folder = Folder::new("windows-scale");
    let file = folder.take("walk.bvh", 1);
    let width = |dots: &str| {
        let desktop = Desktop::of_size(2700, 1600)?;
        let windows = desktop.windows.as_ref().expect("Wine");
        let key = "HKCU\\Control Panel\\Desktop";
        let words = ["add", key, "/v", "LogPixels", "/t", "REG_DWORD", "/d", dots, "/f"];
        done(windows.run("reg").args(words));
        let mut program = desktop.run(&[&file], &[]);
        program.settle();
        Some(desktop.size()[0])
    };
    // Windows itself enlarges the picture of a window that does not do so: then its size is the same to it.
    let (Some(plain), Some(large)) = (width("96"), width("192")) else {
        return;
    };
    assert_eq!(large, 2 * plain);
    let program = std::env::var("RUSHES_WINDOWS_PROGRAM").expect("a program");
    let program = std::fs::read(program).expect("a program");
    let manifest = String::from_utf8_lossy(&program);
    assert!(manifest.contains(">PerMonitorV2</dpiAwareness>"));
}
