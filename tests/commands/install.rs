//! What a desktop is given: types, menu entry, thumbnails, pages, and where 'make install' and the package
//! put them. `tests/package` tries the package itself, in a Debian that has nothing else.

#[allow(dead_code)] // the example's main function
#[path = "../../assets/linux/make_pages.rs"]
mod make_pages;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support;
use crate::support::environment;
use crate::support::folder::Folder;
use crate::support::program::rushes;
use crate::support::tools::{has, has_opengl};
use rushes::export::EXPORTS;
use rushes::loader::{FORMATS, FileType, Format};
use rushes::store::{Overwrite, SESSION_EXTENSION, SessionFile, write_session};

fn asset(name: &str) -> String {
    asset_of("linux", name)
}

fn asset_of(system: &str, name: &str) -> String {
    let path = support::root().join("assets").join(system).join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The types of files of all formats.
fn types() -> impl Iterator<Item = &'static FileType> {
    FORMATS.iter().flat_map(|format| format.types)
}

/// The extensions that files are known by, sessions among them. Every text is .txt.
fn extensions() -> BTreeSet<&'static str> {
    let all: BTreeSet<&str> = types().filter_map(|kind| kind.extension).collect();
    for common in ["csv", "tsv", "txt", "asc", "dat", "brd"] {
        assert!(!all.contains(common), "{common}");
    }
    all.into_iter().chain([SESSION_EXTENSION]).collect()
}

/// What stands between each of two marks.
fn between<'a>(text: &'a str, before: &str, after: &str) -> Vec<&'a str> {
    text.split(before)
        .skip(1)
        .filter_map(|rest| rest.split_once(after))
        .map(|(inside, _)| inside)
        .collect()
}

/// The value of a key of a desktop file.
fn key<'a>(text: &'a str, key: &str) -> &'a str {
    let mut lines = text.lines();
    lines
        .find_map(|line| line.strip_prefix(key)?.strip_prefix('='))
        .unwrap_or_else(|| panic!("{key}"))
}

#[test]
fn every_format_has_a_type_and_nothing_else_is_claimed() {
    let list = asset("rushes-mime.xml");
    let globs: BTreeSet<&str> = between(&list, "<glob pattern=\"*.", "\"").into_iter().collect();
    assert_eq!(globs, extensions());
    let described = between(&list, "<mime-type type=\"", "\"");
    let mut all: BTreeSet<&str> = types().map(|kind| kind.media_type).collect();
    all.insert("application/x-rushes-session");
    assert_eq!(described.iter().copied().collect::<BTreeSet<_>>(), all);
    assert_eq!(described.len(), all.len());
    // Tables are those of spreadsheets to a desktop, and JSON and Parquet are everybody's.
    let is_shared =
        |format: &Format| matches!(format.extensions, ["csv" | "tsv" | "json" | "parquet", ..]);
    assert!(FORMATS.iter().all(|format| format.types.is_empty() == is_shared(format)));
    // The menu, thumbnails and stores name the same types; a session has no picture.
    let [desktop, thumbnailer] = ["org.rushes.Rushes.desktop", "rushes.thumbnailer"].map(asset);
    for (list, count) in [(&desktop, described.len()), (&thumbnailer, described.len() - 1)] {
        let listed: Vec<&str> = key(list, "MimeType").split_terminator(';').collect();
        assert_eq!(listed, described[..count]);
    }
    let stores = asset("rushes.metainfo.xml");
    assert_eq!(between(&stores, "<mediatype>", "</mediatype>"), described);
    let version = between(&stores, "<release version=\"", "\"");
    assert_eq!(version[0], env!("CARGO_PKG_VERSION"));
}

#[test]
fn windows_and_macos_are_told_of_every_format_and_take_none_from_others() {
    let version = env!("CARGO_PKG_VERSION");
    // `tests/windows.rs` installs them.
    let installer = asset_of("windows", "rushes.nsi");
    let listed = |list: &str| {
        let list = between(&installer, &format!("!macro {list} DO"), "!macroend");
        between(list[0], "${DO} ", " \"").into_iter().collect()
    };
    let capture: BTreeSet<&str> = listed("EachCaptureType");
    let shared: BTreeSet<&str> = listed("EachSharedType");
    let mut offered = &capture | &shared;
    offered.insert(SESSION_EXTENSION);
    assert_eq!(offered, extensions());
    // Those are never taken from the program that has them: an .asf is a video to most people, scenes belong to the
    // programs that make them, and arrays are of anything.
    let of_others = ["asf", "fbx", "glb", "gltf", "vrm", "vrma", "npz", "npy"];
    assert!(of_others.iter().all(|other| shared.contains(other)));
    let manifest = asset_of("windows", "rushes.manifest");
    assert!(manifest.contains(">PerMonitorV2</dpiAwareness>"));

    let about = asset_of("macos", "Info.plist");
    let value = |key: &str| {
        let values = between(&about, &format!("<key>{key}</key>"), "</string>");
        let values = values.into_iter().map(|value| value.trim_start());
        values.map(|value| value.trim_start_matches("<string>")).collect::<Vec<_>>()
    };
    for key in ["CFBundleVersion", "CFBundleShortVersionString"] {
        assert_eq!(value(key), [version]);
    }
    let list = |key: &str| {
        let lists = between(&about, &format!("<key>{key}</key>"), "</array>");
        lists.into_iter().flat_map(|list| between(list, "<string>", "<")).collect::<Vec<_>>()
    };
    let extensions_of = list("public.filename-extension");
    assert_eq!(extensions_of.iter().copied().collect::<BTreeSet<_>>(), extensions());
    let kinds: Vec<String> = extensions_of.iter().map(|ext| format!("org.rushes.{ext}")).collect();
    assert_eq!(value("UTTypeIdentifier"), kinds);
    let mut opened = list("LSItemContentTypes");
    opened.retain(|kind| *kind != "com.microsoft.advanced-systems-format");
    assert_eq!(opened, kinds);
    let ranks = value("LSHandlerRank");
    for (extension, rank) in extensions_of.iter().zip(ranks) {
        let expected = if shared.contains(extension) { "Alternate" } else { "Default" };
        assert_eq!(rank, expected, "{extension}");
    }
}

#[test]
fn an_application_for_macos_has_everything_at_its_place() {
    let folder = Folder::new("bundle");
    let program = folder.write("program", "#!/bin/sh\n");
    let script = support::root().join("assets/macos/bundle.sh");
    let book = folder.path("book");
    folder.write("book/index.html", "<title>");
    let run =
        environment::command(script).args([&program, &book, &folder.path("")]).output().unwrap();
    assert!(run.status.success(), "{run:?}");
    let contents = PathBuf::from(folder.path("Rushes.app/Contents"));
    let about = asset_of("macos", "Info.plist");
    assert_eq!(fs::read_to_string(contents.join("Info.plist")).unwrap(), about);
    assert!(about.contains("<key>CFBundleExecutable</key>\n  <string>rushes</string>"));
    assert_eq!(fs::read_to_string(contents.join("MacOS/rushes")).unwrap(), "#!/bin/sh\n");
    assert!(about.contains("<key>CFBundleIconFile</key>\n  <string>rushes</string>"));
    let icon = fs::read(contents.join("Resources/rushes.icns")).unwrap();
    assert_eq!(&icon[..4], b"icns");
    let manual = contents.join("Resources/manual/index.html");
    assert_eq!(fs::read_to_string(manual).unwrap(), "<title>");
}

#[test]
fn a_desktop_knows_every_format_by_name_and_most_by_contents() {
    if !has("update-mime-database", "shared-mime-info") || !has("gio", "libglib2.0-bin") {
        return;
    }
    let folder = Folder::new("types");
    let data = PathBuf::from(folder.path("data"));
    fs::create_dir_all(data.join("mime/packages")).unwrap();
    fs::write(data.join("mime/packages/rushes.xml"), asset("rushes-mime.xml")).unwrap();
    let mut update = environment::command("update-mime-database");
    update.arg(data.join("mime")).env("XDG_DATA_HOME", &data);
    let output = update.output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let type_of = |path: &Path| -> String {
        let reported = Command::new("gio")
            .args(["info", "-a", "standard::content-type"])
            .arg(path)
            .env("XDG_DATA_HOME", &data)
            .env("XDG_CONFIG_HOME", folder.path("config"))
            .env("XDG_STATE_HOME", folder.path("config"))
            .output()
            .unwrap();
        let reported = String::from_utf8(reported.stdout).unwrap();
        let found = reported.split("standard::content-type: ").nth(1);
        found.unwrap_or_else(|| panic!("{reported}")).trim().to_string()
    };
    for (file, kind) in [
        ("bvh/leg.bvh", "x-bvh"),
        ("htr/arm.htr", "x-htr"),
        ("gtr/two_props.gtr", "x-gtr"),
        ("amc/named.amc", "x-acclaim-motion"),
        ("asf/leg.asf", "x-acclaim-skeleton"),
        ("trc/crlf.trc", "x-trc"),
        ("c3d/intel-floats.c3d", "x-c3d"),
        ("csm/all_keys.csm", "x-csm"),
        ("bva/leg.bva", "x-bva"),
        ("ask/leg.ask", "x-biovision-ask"),
        ("bonespro/arm_anim.txt", "x-bonespro"),
    ] {
        let path = support::root().join("tests/good").join(file);
        let by_name = type_of(&path);
        // By contents alone.
        let nameless = PathBuf::from(folder.path("nameless"));
        fs::copy(&path, &nameless).unwrap();
        let by_contents = type_of(&nameless);
        assert_eq!(by_contents, format!("model/{kind}"), "{file}");
        let expected = if file.ends_with(".txt") { "text/plain".to_string() } else { by_contents };
        assert_eq!(by_name, expected, "{file}");
    }
    let session = PathBuf::from(folder.path("review.rushes"));
    write_session(&session, &SessionFile::default(), Overwrite::Nothing).unwrap();
    assert_eq!(type_of(&session), "application/x-rushes-session");
    fs::rename(&session, folder.path("nameless")).unwrap();
    let by_contents = type_of(Path::new(&folder.path("nameless")));
    assert_eq!(by_contents, "application/x-rushes-session");
    // A video that has the extension of a skeleton stays a video.
    let video = PathBuf::from(folder.path("video.asf"));
    let guid = [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9];
    fs::write(&video, [&guid[..], &[0; 200]].concat()).unwrap();
    assert_eq!(type_of(&video), "application/vnd.ms-asf");
}

#[test]
fn menu_and_store_entries_are_valid() {
    if has("desktop-file-validate", "desktop-file-utils") {
        let path = support::root().join("assets/linux/org.rushes.Rushes.desktop");
        let mut validate = Command::new("desktop-file-validate");
        let output = validate.arg(path).output().unwrap();
        assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
    }
    if has("appstreamcli", "appstream") {
        let path = support::root().join("assets/linux/rushes.metainfo.xml");
        let mut validate = Command::new("appstreamcli");
        let output = validate.args(["validate", "--no-net"]).arg(path).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{output:?}");
    }
}

#[test]
fn a_thumbnail_is_made_as_a_desktop_asks_for_it() {
    if !has_opengl() {
        return;
    }
    let folder = Folder::new("thumbnail");
    let take = support::root().join("tests/good/bvh/leg.bvh");
    // Some desktops make the file first, and read what they have open.
    let picture = folder.write("thumbnail.png", "");
    let thumbnailer = asset("rushes.thumbnailer");
    let mut words = key(&thumbnailer, "Exec").split(' ');
    assert_eq!(words.next(), Some("rushes"));
    let words = words.map(|word| match word {
        "%i" => take.display().to_string(),
        "%o" => picture.clone(),
        "%s" => "96".to_string(),
        word => word.to_string(),
    });
    let words: Vec<String> = words.collect();
    let run = rushes(&words);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let png = png::Decoder::new(std::io::BufReader::new(fs::File::open(&picture).unwrap()));
    let info = png.read_info().unwrap();
    assert_eq!([info.info().width, info.info().height], [96, 96]);
}

#[test]
fn what_make_pages_writes_is_as_the_code_has_it() {
    let stale: Vec<String> = make_pages::files()
        .unwrap()
        .into_iter()
        .filter(|(path, text)| &fs::read(support::root().join(path)).unwrap_or_default() != text)
        .map(|(path, _)| path)
        .collect();
    assert!(stale.is_empty(), "{stale:?}: 'make pages' writes them again");
    let pages = make_pages::pages().unwrap();
    assert!(pages.len() >= 8);
    let folder = support::root().join("assets/linux/pages");
    assert_eq!(fs::read_dir(folder).unwrap().count(), pages.len());
}

#[test]
fn readers_of_man_pages_have_nothing_to_complain_of() {
    let readers: [(&str, &str, &[&str]); 3] = [
        ("man", "man-db", &["--warnings", "--local-file"]),
        ("groff", "groff", &["-man", "-ww", "-Tutf8", "-z"]),
        ("mandoc", "mandoc", &["-T", "lint", "-W", "warning"]),
    ];
    for (reader, package, arguments) in readers {
        if !has(reader, package) {
            continue;
        }
        for (name, _) in make_pages::pages().unwrap() {
            if !name.ends_with(".1") {
                continue;
            }
            let path = support::root().join("assets/linux/pages").join(&name);
            let output = Command::new(reader)
                .args(arguments)
                .arg(path)
                .env("LC_ALL", "C.UTF-8")
                .output()
                .unwrap();
            assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
            // What mandoc has to say is its result.
            assert!(reader != "mandoc" || output.stdout.is_empty(), "{output:?}");
        }
    }
}

#[test]
fn bash_completes_commands_options_values_and_files() {
    if !has("bash", "bash") {
        return;
    }
    let folder = Folder::new("completion");
    for name in ["a walk.BVH", "notes.doc", "run.htr"] {
        folder.write(name, "");
    }
    let script = support::root().join("assets/linux/pages/rushes.bash");
    let completed = |words: &[&str]| -> Vec<String> {
        let output = Command::new("bash")
            .arg("-c")
            .arg(
                "source \"$0\"; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); \
                 _rushes rushes \"${@: -1}\" \"${@: -2:1}\" 2>/dev/null; \
                 if [ ${#COMPREPLY[@]} -eq 0 ] && [[ $(complete -p rushes) == *'-o default'* ]]; \
                 then mapfile -t COMPREPLY < <(compgen -f -- \"${@: -1}\"); fi; \
                 printf '%s\\n' \"${COMPREPLY[@]}\"",
            )
            .arg(&script)
            .args(words)
            .current_dir(folder.path(""))
            .output()
            .unwrap();
        assert!(output.stderr.is_empty(), "{output:?}");
        let mut all: Vec<String> = String::from_utf8(output.stdout)
            .unwrap()
            .lines()
            .filter(|line| !line.is_empty())
            .map(str::to_string)
            .collect();
        all.sort();
        all
    };
    assert_eq!(completed(&["rushes", "re"]), ["render", "report"]);
    assert_eq!(completed(&["rushes", "a"]), ["a walk.BVH"]);
    assert_eq!(completed(&["rushes", "info", ""]), ["a walk.BVH", "notes.doc", "run.htr"]);
    assert_eq!(completed(&["rushes", "render", "--vi"]), ["--view"]);
    assert_eq!(
        completed(&["rushes", "render", "--view", ""]),
        ["back", "bottom", "front", "iso", "left", "right", "side", "top"]
    );
    assert_eq!(completed(&["rushes", "--theme", "l"]), ["light"]);
    let names = FORMATS.iter().map(|format| format.name().to_lowercase());
    let mut names: Vec<String> = names.filter(|name| name.starts_with('b')).collect();
    names.sort_unstable();
    assert_eq!(completed(&["rushes", "info", "--as", "b"]), names);
    let mut written: Vec<&str> = EXPORTS.iter().map(|export| export.extension).collect();
    written.sort_unstable();
    assert_eq!(completed(&["rushes", "convert", "--to", ""]), written);
    assert_eq!(completed(&["rushes", "help", "pos"]), ["positions"]);
    assert_eq!(completed(&["rushes", "--rate", ""]), [""; 0]);
}

#[test]
fn other_shells_can_read_their_completions() {
    for (shell, file) in [("zsh", "_rushes"), ("fish", "rushes.fish")] {
        if has(shell, shell) {
            let path = support::root().join("assets/linux/pages").join(file);
            let output = Command::new(shell).arg("-n").arg(path).output().unwrap();
            assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        }
    }
}

/// Every file below a folder, as a path inside of it.
fn files_below(folder: &Path) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                all.insert(path.strip_prefix(folder).unwrap().display().to_string());
            }
        }
    }
    all
}

/// The files of the project that a pattern fits.
fn files_like(pattern: &str) -> Vec<PathBuf> {
    let pattern = support::root().join(pattern);
    let found = glob::glob(pattern.to_str().unwrap()).unwrap();
    found.map(|path| path.unwrap()).collect()
}

#[test]
fn make_install_and_the_package_put_the_same_files_at_the_same_places() {
    if !has("make", "make") {
        return;
    }
    let folder = Folder::new("install");
    let target = PathBuf::from(folder.path("root"));
    let pages = ["index.html", "css/general.css"];
    for page in pages {
        folder.write(&format!("book/{page}"), "");
    }
    // Of an older manual nothing stays.
    let manual = "usr/share/doc/rushes/manual/";
    folder.write(&format!("root/{manual}gone.html"), "");
    let make = |goal: &str| {
        let output = environment::command("make")
            .args(["-s", goal, "PREFIX=/usr"])
            .arg(format!("PROGRAM={}", env!("CARGO_BIN_EXE_rushes")))
            .arg(format!("BOOK={}", folder.path("book")))
            .arg(format!("DESTDIR={}", target.display()))
            .current_dir(support::root())
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
    };
    make("install");
    let installed = files_below(&target);
    let manifest = fs::read_to_string(support::root().join("Cargo.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    let assets = manifest["package"]["metadata"]["deb"]["assets"].as_array();
    let assets = assets.unwrap();
    let is_book = |asset: &toml::Value| {
        asset[0].as_str() == Some("target/book/**/*") && asset[1].as_str() == Some(manual)
    };
    assert!(assets.iter().any(is_book));
    let mut packed: BTreeSet<String> = assets
        .iter()
        .flat_map(|asset| {
            let from = asset[0].as_str().unwrap();
            let to = asset[1].as_str().unwrap();
            // Into a folder goes whatever fits the pattern, under its own name.
            let names: Vec<String> = if to.ends_with('/') {
                files_like(from).iter().map(|path| support::name(path)).collect()
            } else {
                vec![String::new()]
            };
            names.into_iter().map(move |name| format!("{to}{name}"))
        })
        .filter(|path| !path.starts_with("usr/share/doc/") || path.ends_with("/licences.txt"))
        // Debian keeps those of packages apart.
        .map(|path| path.replace("zsh/vendor-completions", "zsh/site-functions"))
        .collect();
    packed.extend(pages.map(|page| format!("{manual}{page}")));
    assert_eq!(installed, packed);
    assert!(packed.len() > 20);
    let texts = installed.iter().filter(|path| path.starts_with("usr/share/"));
    let texts: Vec<Vec<u8>> = texts.map(|path| fs::read(target.join(path)).unwrap()).collect();
    for (name, text) in make_pages::pages().unwrap() {
        assert!(texts.contains(&text), "{name} is not installed");
    }
    // The bus starts what is installed, and knows it by the name of the menu entry.
    let service = target.join("usr/share/dbus-1/services/org.rushes.Rushes.service");
    let service = fs::read_to_string(service).unwrap();
    assert_eq!(key(&service, "Name"), "org.rushes.Rushes");
    let started = key(&service, "Exec").split(' ').next().unwrap();
    assert!(installed.contains(started.trim_start_matches('/')));
    make("uninstall");
    assert!(files_below(&target).is_empty());
}
