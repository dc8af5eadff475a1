//! The layers hold: what each module may use, who draws, who does I/O, and what a file looks like.
//!
//! Data flows from left to right, and nothing on the left knows anything on its right (see
//! `src/lib.rs`). A slip compiles without a word, so that only reading the source finds it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support;
use crate::support::modules::ModuleGraph;
use crate::support::source::SourceFile;

/// Each module at the root of the crate, and the others that it may use.
const LAYERS: &[(&str, &[&str])] = &[
    ("fs", &[]),
    ("take", &[]),
    ("threads", &[]),
    ("known_bodies", &["take"]),
    ("evaluate", &["take"]),
    ("posture", &["take", "evaluate"]),
    ("solve", &["take", "known_bodies"]),
    ("export", &["take", "evaluate"]),
    ("playback", &[]),
    ("loader", &["take", "threads", "known_bodies"]),
    ("guess", &["take", "known_bodies", "evaluate", "posture", "loader"]),
    ("scene", &["take", "evaluate", "posture"]),
    ("review", &["take", "threads", "evaluate", "posture", "playback", "scene"]),
    ("options", &["scene", "review"]),
    ("report", &["take", "evaluate", "scene", "review"]),
    ("fonts", &[]),
    ("render", &["scene", "fonts"]),
    ("files", &["fs", "take", "threads", "posture", "solve", "loader", "guess", "review"]),
    ("store", &["fs", "take", "playback", "loader", "scene", "review", "options", "files"]),
    ("index", &["fs", "take", "loader", "scene", "review", "files", "store"]),
    ("dataset", &["take", "evaluate", "loader", "scene", "review", "files", "index"]),
    ("convert", &["fs", "take", "solve", "export", "scene", "files"]),
    ("film", &["threads", "take", "playback", "review", "render", "files"]),
    ("platform", &["fs", "threads"]),
    (
        "cli",
        &[
            "take", "threads", "evaluate", "posture", "solve", "export", "playback", "loader",
            "scene", "review", "report", "render", "options", "files", "store", "index", "dataset",
            "convert", "film",
        ],
    ),
    (
        "app",
        &[
            "fs",
            "take",
            "threads",
            "known_bodies",
            "evaluate",
            "posture",
            "solve",
            "export",
            "playback",
            "loader",
            "scene",
            "fonts",
            "render",
            "review",
            "report",
            "options",
            "files",
            "store",
            "index",
            "convert",
            "film",
            "platform",
        ],
    ),
    ("program", &["app", "cli"]),
];

/// Where `unsafe` stands below `src` of a package, in a file or in all files of a folder, and what it is there for.
const UNSAFE: [(&str, &[(&str, &str)]); 2] = [
    (
        "",
        &[
            ("evaluate/batch.rs", "numbers"),
            ("evaluate/lanes.rs", "numbers"),
            ("files/signals.rs", "system calls"),
            ("files/yuv420.rs", "numbers"),
            ("loader/fbx/libc.rs", "parsing"),
            ("loader/number/sse.rs", "parsing"),
            ("platform/console.rs", "system calls"),
            ("platform/display.rs", "system calls"),
            ("platform/documents.rs", "system calls"),
            ("platform/drops", "system calls"),
            ("platform/gl_window.rs", "drawing"),
            ("platform/identity.rs", "system calls"),
            ("platform/page/tasks.rs", "system calls"),
            ("platform/raise", "system calls"),
            ("platform/single_instance/windows.rs", "system calls"),
            ("render/background.rs", "drawing"),
            ("render/bound.rs", "drawing"),
            ("render/canvas.rs", "drawing"),
            ("render/headless", "drawing"),
            ("render/instances.rs", "drawing"),
            ("render/offscreen.rs", "drawing"),
            ("render/page/bound.rs", "drawing"),
            ("render/picture.rs", "drawing"),
            ("render/program.rs", "drawing"),
            ("render/renderer.rs", "drawing"),
            ("render/solids.rs", "drawing"),
        ],
    ),
    ("python", &[("arrays.rs", "numbers"), ("take.rs", "numbers")]),
];

/// What may stand in the project's root beside files whose name begins with a dot.
const TOP_LEVEL: [&str; 14] = [
    "Cargo.toml",
    "Cargo.lock",
    "examples",
    "python",
    "src",
    "shaders",
    "assets",
    "tests",
    "docs",
    "CHANGELOG.md",
    "README.md",
    "CONTRIBUTING.md",
    "Makefile",
    "LICENSE",
];

fn source() -> Vec<SourceFile> {
    let root = support::root();
    let files = support::files(&root.join("src"), &["rs"]);
    assert!(files.len() > 30, "only {} files of source", files.len());
    SourceFile::all(root, files)
}

/// One sentence for each file that breaks a rule.
fn broken(rule: impl Fn(&SourceFile) -> Vec<String>) -> Vec<String> {
    let mut reported = Vec::new();
    for file in source() {
        let sentences = rule(&file).into_iter();
        reported.extend(sentences.map(|what| format!("src/{}: {what}", file.path)));
    }
    reported.sort();
    reported.dedup();
    reported
}

fn assert_none(reported: Vec<String>) {
    assert!(reported.is_empty(), "\n{}\n", reported.join("\n"));
}

/// Paths whose first words are these.
fn paths_below<'a>(
    paths: &'a [Vec<String>],
    first: &'a [&'a str],
) -> impl Iterator<Item = &'a Vec<String>> {
    paths.iter().filter(move |path| {
        let mut words = path.iter();
        first.iter().all(|word| words.next().is_some_and(|w| w == word))
    })
}

/// The modules of the crate that a file names, and whatever else it takes from the root.
fn modules_used(file: &SourceFile) -> BTreeSet<String> {
    let paths = file.paths();
    // The program is a crate of its own, that knows the library by its name.
    let root = match file.module() {
        "main" => ["rushes"],
        _ => ["crate"],
    };
    let used = paths_below(&paths, &root);
    used.map(|path| path[1].clone()).collect()
}

#[test]
fn paths_are_found_in_every_way_of_writing_them() {
    let text = r##"
        //! crate::comment
        use crate::{take, evaluate::{Pose, self}, scene as stage};
        use std::{fs::{self, File}, io::Read as _};
        use super::files;
        /* crate::comment /* crate::nested */ */
        fn f<'a>(c: char) -> &'a str {
            let _ = (c == '"', '\'', r#"crate::text"#, "\"crate::text");
            crate::loader::load::<crate::playback::Playback>();
            pub(crate) use x;
        }
        mod tests { use super::super::cli; use super::own; }
        use crate::*;
    "##;
    let file = SourceFile::new("evaluate.rs", text.to_string());
    let used: Vec<String> = modules_used(&file).into_iter().collect();
    let expected = ["*", "cli", "evaluate", "files", "loader", "playback", "scene", "take"];
    assert_eq!(used, expected);
    let paths = file.paths();
    assert!(paths.contains(&["std", "fs", "File"].map(String::from).to_vec()));
    assert!(paths.contains(&["std", "io", "Read"].map(String::from).to_vec()));
    assert!(file.strings().any(|text| text == "crate::text"));
}

#[test]
fn every_module_has_its_layer() {
    let mut modules: BTreeSet<String> =
        source().iter().map(|file| file.module().to_string()).collect();
    assert!(modules.remove("lib") && modules.remove("main"));
    let layers: BTreeSet<String> = LAYERS.iter().map(|(name, _)| name.to_string()).collect();
    assert_eq!(modules, layers, "modules of src, and modules with a layer");
}

#[test]
fn no_two_modules_need_each_other() {
    let mut graph = ModuleGraph::of(&source());
    graph.keep_circles();
    let circles = graph.uses.iter();
    assert_none(
        circles
            .flat_map(|(from, to)| to.iter().map(move |to| format!("{from} uses {to}")))
            .collect(),
    );
}

#[test]
fn circles_of_modules_are_found_and_reexports_are_none() {
    let file = |path: &str, text: &str| SourceFile::new(path, text.to_string());
    let files = [
        file("a/mod.rs", "mod b;\nmod c;\npub use b::{B, Other};\nfn f(c: c::C) {}"),
        file("a/b.rs", "use super::c::C; pub struct B(C);"),
        // By way of the parent it is the child that is used.
        file("a/c.rs", "use crate::a::B; pub struct C(Option<Box<B>>);"),
        file("a/d.rs", "use super::*;\n#[cfg(test)]\nmod tests {\n    use crate::a::B; }"),
        file("e.rs", "use crate::a::{self, Other};"),
    ];
    let mut graph = ModuleGraph::of(&files);
    assert!(graph.uses["e"].contains("a::b") && graph.uses["a"].contains("a::c"));
    graph.keep_circles();
    let left: Vec<&String> = graph.uses.keys().collect();
    assert_eq!(left, ["a::b", "a::c"]);
}

#[test]
fn modules_use_only_what_is_below_them() {
    assert_none(broken(|file| {
        let name = file.module();
        if name == "lib" {
            return Vec::new();
        }
        let above = LAYERS.iter().find(|(module, _)| *module == name);
        let mut may_use: Vec<&str> = above.map_or(Vec::new(), |(_, below)| below.to_vec());
        if name == "main" {
            may_use.extend(LAYERS.iter().map(|(module, _)| *module));
        } else {
            may_use.push(name);
        }
        modules_used(file)
            .into_iter()
            .filter(|used| !may_use.contains(&used.as_str()))
            .map(|used| format!("{name} uses {used}"))
            .collect()
    }));
}

#[test]
fn only_the_renderer_and_the_window_know_opengl() {
    assert_none(broken(|file| {
        const WINDOW: [&str; 5] = [
            "platform/gl_window.rs",
            "app/page/mod.rs",
            "app/page/program.rs",
            "app/page/turn.rs",
            "app/shell/pictures.rs",
        ];
        let window = WINDOW.contains(&file.path.as_str());
        let words = ["glow", "glutin", "glutin_winit", "egui_glow"];
        let named = words.into_iter().filter(|word| file.names(word));
        named
            .filter(|word| !window && (file.module() != "render" || word.contains('_')))
            .map(|word| format!("names {word}"))
            .collect()
    }));
}

#[test]
fn only_the_app_knows_panels_and_only_the_platform_knows_the_desktop() {
    const PANELS: [&str; 3] = ["egui", "egui_winit", "egui_glow"];
    // Crates, and words of the window library for one desktop alone.
    const DESKTOP: [&str; 26] = [
        "cpal",
        "glutin",
        "glutin_winit",
        "interprocess",
        "libloading",
        "objc2",
        "objc2_foundation",
        "pollster",
        "pulseaudio",
        "rfd",
        "rustix",
        "wayland_backend",
        "wayland_client",
        "wayland_protocols",
        "widestring",
        "windows_sys",
        "x11_dl",
        "x11rb",
        "zbus",
        "raw_window_handle",
        "RawDisplayHandle",
        "RawWindowHandle",
        "startup_notify",
        "wayland",
        "x11",
        "UnixListener",
    ];
    assert_none(broken(|file| {
        let knows = |word: &str| match file.module() {
            "app" => !DESKTOP.contains(&word),
            "platform" => !PANELS.contains(&word),
            // Pictures without a window come from a display all the same.
            "render" => {
                let own = ["glutin", "raw_window_handle", "RawDisplayHandle"];
                // On Windows it takes a window, which never shows.
                let hidden = ["RawWindowHandle", "windows_sys"];
                own.contains(&word)
                    || file.path == "render/headless/wgl.rs" && hidden.contains(&word)
            }
            // Files without a name are the system's, and no desktop's; so is what a worker gives up.
            "files" => {
                let own = ["files/part.rs", "files/worker/sandbox.rs"];
                own.contains(&&*file.path) && word == "rustix"
            }
            _ => false,
        };
        let words = PANELS.iter().chain(&DESKTOP).chain(&["winit"]);
        let named = words.filter(|word| file.names(word) && !knows(word));
        named.map(|word| format!("names {word}")).collect()
    }));
}

#[test]
fn only_what_draws_calls_the_system_parses_or_works_on_numbers_has_unsafe_code() {
    for (package, places) in UNSAFE {
        let package = support::root().join(package);
        let src = package.join("src");
        let mut files = SourceFile::all(&package, support::files(&src, &["rs"]));
        files.retain(|file| file.names("unsafe"));
        let is_in = |file: &SourceFile, place: &str| Path::new(&file.path).starts_with(place);
        for file in &files {
            let is_known = places.iter().any(|(place, _)| is_in(file, place));
            assert!(is_known, "{}: unsafe code in {}", src.display(), file.path);
        }
        for (place, work) in places {
            let is_needed = files.iter().any(|file| is_in(file, place));
            assert!(is_needed, "{}: {place} has no unsafe code for {work}", src.display());
        }
    }
}

#[test]
#[cfg_attr(windows, ignore = "cargo is a program of the system that builds for Windows")]
fn without_its_program_the_library_needs_no_desktop_and_without_fbx_no_c() {
    const PROGRAM: [&str; 13] = [
        "cc ", "clap", "egui", "glow", "gltf", "glutin", "notify", "ufbx", "wayland", "winit",
        "x11", "zbus", "zip ",
    ];
    let mut tree = Command::new(env!("CARGO"));
    tree.args(["tree", "--offline", "--package=rushes", "--prefix=none"]);
    tree.args(["--no-default-features", "--edges=normal,build"]);
    let output = tree.current_dir(support::root()).output().expect("cargo");
    let crates = String::from_utf8(output.stdout).expect("a list of crates");
    let reported = String::from_utf8_lossy(&output.stderr);
    assert!(crates.contains("glam "), "{reported}");
    let named = crates.lines();
    let needed: Vec<&str> =
        named.filter(|line| PROGRAM.iter().any(|name| line.starts_with(name))).collect();
    assert!(needed.is_empty(), "{needed:?}");
}

/// The program as a system or a browser runs it: the window's event loop, and the command line.
fn is_of_shell(file: &SourceFile) -> bool {
    let shells = ["app/shell/", "app/desktop/", "app/page/"];
    shells.iter().any(|shell| file.path.starts_with(shell))
        || ["cli", "main", "program"].contains(&file.module())
}

#[test]
fn only_files_and_what_stands_above_them_read_and_write() {
    assert_none(broken(|file| {
        let paths = file.paths();
        let mut reported = Vec::new();
        let does_io = is_of_shell(file)
            || ["fs", "files", "store", "index", "dataset", "convert", "film", "platform"]
                .contains(&file.module());
        if !does_io {
            // Whether there is something at a path, and where a path begins that does not say so.
            for asks in
                [".exists()", ".is_file()", ".is_dir()", ".canonicalize()", "path::absolute"]
            {
                if file.text.contains(asks) {
                    reported.push(format!("uses {asks}"));
                }
            }
            // What it is built for may have neither files nor threads, as a browser.
            for outside in ["fs", "net", "process", "env", "thread"] {
                let is_own = outside == "thread" && file.module() == "threads";
                if !is_own && paths_below(&paths, &["std", outside]).next().is_some() {
                    reported.push(format!("uses std::{outside}"));
                }
            }
            // A picture, a take or a page is written to whatever takes it; who that is, is not their business.
            let is_of_pictures =
                file.path == "render/picture.rs" || file.path.starts_with("render/film/");
            let writes_only = is_of_pictures || ["export", "report"].contains(&file.module());
            for path in paths_below(&paths, &["std", "io"]) {
                if !writes_only
                    || !["self", "Write"].contains(&path.get(2).map_or("self", String::as_str))
                {
                    reported.push(format!("uses {}", path.join("::")));
                }
            }
        }
        reported
    }));
}

#[test]
fn only_shells_and_what_deals_with_other_programs_has_a_clock() {
    const FILES: [&str; 10] = [
        "app/opening/read_ahead.rs",
        "fs/memory.rs",
        "files/clock.rs",
        "files/watch_folders.rs",
        "files/ffmpeg.rs",
        "files/lock.rs",
        "files/part.rs",
        "files/watch.rs",
        "files/worker/mod.rs",
        "store/autosave.rs",
    ];
    assert_none(broken(|file| {
        let paths = file.paths();
        let mut times = paths_below(&paths, &["std", "time"]);
        let clock = times.find(|path| path.get(2).is_none_or(|name| name != "Duration"));
        let has_clock =
            is_of_shell(file) || file.module() == "platform" || FILES.contains(&file.path.as_str());
        clock
            .filter(|_| !has_clock)
            .map(|path| format!("uses {}", path.join("::")))
            .into_iter()
            .collect()
    }));
}

#[test]
fn every_file_begins_with_what_it_is_for() {
    assert_none(broken(|file| {
        let begins = file.text.starts_with("//! ");
        let sentence = "does not begin with //! and a sentence";
        (!begins).then(|| sentence.to_string()).into_iter().collect()
    }));
}

#[test]
fn every_shader_is_one_of_a_pair_and_is_drawn_with() {
    let folder = support::root().join("shaders");
    let files: BTreeSet<String> = support::all_files(&folder)
        .iter()
        .map(|path| path.strip_prefix(&folder).expect("inside").to_string_lossy().into_owned())
        .collect();
    assert!(!files.is_empty());
    let kinds: BTreeSet<&str> = files
        .iter()
        .map(|file| file.rsplit_once('.').map_or(file.as_str(), |(kind, _)| kind))
        .collect();
    let pairs = kinds.iter().flat_map(|kind| ["vert", "frag"].map(|end| format!("{kind}.{end}")));
    assert_eq!(files, pairs.collect(), "<drawn kind>.vert and .frag");
    let mut included = BTreeSet::new();
    for file in source() {
        let named = file.strings().filter_map(|text| text.split_once("shaders/"));
        for (_, shader) in named.filter(|(before, _)| before.ends_with("../")) {
            assert_eq!(file.module(), "render", "src/{} names {shader}", file.path);
            included.insert(shader.to_string());
        }
    }
    assert_eq!(files, included, "shaders on disk, and shaders in the renderer");
}

#[test]
fn the_markup_of_a_report_stands_in_its_templates() {
    let folder = support::root().join("assets/report");
    let templates = support::files(&folder, &["html"]);
    let name = |path: &PathBuf| path.file_name().expect("a name").to_string_lossy().into_owned();
    let templates: BTreeSet<String> = templates.iter().map(name).collect();
    let mut filled = BTreeSet::new();
    for file in source().iter().filter(|file| file.module() == "report") {
        let code = SourceFile::new(&file.path, file.without_tests());
        for text in code.strings() {
            let is_markup = ["</", "/>", "=\\\""].iter().any(|sign| text.contains(sign));
            assert!(!is_markup, "src/{}: {text}", file.path);
            let path = text.rsplit('/').next().unwrap_or(text);
            filled.extend(path.ends_with(".html").then(|| path.to_string()));
        }
    }
    assert_eq!(templates, filled, "templates on disk, and templates that are filled");
}

/// The programs of tests: their names, and their main files.
fn test_programs() -> Vec<(String, PathBuf)> {
    let root = support::root();
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).expect("a manifest");
    let manifest: toml::Table = manifest.parse().expect("TOML");
    let rows = manifest["test"].as_array().expect("programs of tests");
    let text = |row: &toml::Value, key: &str| row[key].as_str().expect("a text").to_string();
    rows.iter().map(|row| (text(row, "name"), root.join(text(row, "path")))).collect()
}

#[test]
fn every_file_of_tests_is_part_of_a_program() {
    let tests = support::root().join("tests");
    let programs = test_programs();
    // These are programs of other kinds, and what all of them share.
    let others = ["benches", "fuzz", "library", "support/mod.rs"].map(|name| tests.join(name));
    let is_declared = |path: &Path| {
        let folder = path.parent()?;
        let (folder, name) = if path.ends_with("mod.rs") {
            (folder.parent()?, folder.file_name()?)
        } else {
            (folder, path.file_stem()?)
        };
        let mut above = ["main.rs", "mod.rs"].iter().map(|file| folder.join(file));
        let above = std::fs::read_to_string(above.find(|file| file.is_file())?).ok()?;
        let line = format!("mod {};", name.to_str()?);
        let mut lines = above.lines();
        lines.any(|other| other.trim_start_matches("pub ") == line).then_some(())
    };
    let mut files = support::files(&tests, &["rs"]);
    files.retain(|path| !others.iter().any(|other| path.starts_with(other)));
    assert!(files.len() > 100, "only {} files", files.len());
    files.retain(|path| programs.iter().all(|(_, main)| main != path));
    files.retain(|path| is_declared(path).is_none());
    assert!(files.is_empty(), "no program has {files:?}");
}

#[test]
fn every_test_that_linux_does_not_need_runs_on_windows_too() {
    let read = |path: &Path| std::fs::read_to_string(path).expect("a file");
    let on_windows = read(&support::root().join("tests/wine/in-root"));
    let is_of_linux = |path: &Path| {
        let source = read(path);
        let mut conditions = source.lines().filter(|line| line.starts_with("#![cfg("));
        conditions.any(|line| line.contains("target_os = \"linux\""))
    };
    let mut programs = test_programs();
    programs.retain(|(name, main)| {
        !is_of_linux(main) && !on_windows.contains(&format!("--test {name}"))
    });
    assert!(programs.is_empty(), "{programs:?}");
}

#[test]
fn the_root_holds_only_what_belongs_there() {
    let root = support::root();
    let ignored = std::fs::read_to_string(root.join(".gitignore")).expect("a .gitignore");
    let ignored: Vec<&str> = ignored.lines().map(|line| line.trim_matches('/')).collect();
    let entries = std::fs::read_dir(root).expect("the project's root");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let others: Vec<String> = names
        .map(|name| name.to_string_lossy().into_owned())
        .filter(|name| !name.starts_with('.') && !ignored.contains(&name.as_str()))
        .filter(|name| !TOP_LEVEL.contains(&name.as_str()) && !name.starts_with("LICENSE"))
        .collect();
    assert!(others.is_empty(), "{others:?}");
}
