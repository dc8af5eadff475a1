//! What a release is made of, as far as that takes no minutes: the archive for Linux, and the version wherever it is told.

use std::path::Path;

use crate::support;
use crate::support::environment;
use crate::support::folder::Folder;

fn run(program: &Path, arguments: &[&str]) {
    let output = environment::command(program).args(arguments).output().expect("it starts");
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn the_archive_installs_itself_and_takes_itself_away() {
    let folder = Folder::new("release-archive");
    let program = folder.write("program", "as it was built");
    folder.write("book/index.html", "the manual");
    let [unpacked, prefix] = ["rushes-1.0", "prefix"].map(|name| folder.path(name));
    let pack = support::root().join("assets/release/pack");
    run(&pack, &[&program, &folder.path("book"), &unpacked]);
    for file in ["rushes", "manual/index.html", "LICENSE-MIT", "assets/licences/licences.txt"] {
        assert!(Path::new(&unpacked).join(file).is_file(), "{file}");
    }
    let install = Path::new(&unpacked).join("install");
    run(&install, &[&prefix]);
    let installed = Path::new(&prefix).join("bin/rushes");
    assert_eq!(std::fs::read(&installed).expect("it is installed"), b"as it was built");
    assert!(Path::new(&prefix).join("share/doc/rushes/manual/index.html").is_file());
    let service = Path::new(&prefix).join("share/dbus-1/services/org.rushes.Rushes.service");
    let service = std::fs::read_to_string(service).expect("what the bus starts");
    assert!(service.contains(&format!("Exec={}", installed.display())), "{service}");
    run(&install, &["--uninstall", &prefix]);
    // The lists that a desktop has of all files are its own.
    let mut left = support::all_files(Path::new(&prefix));
    left.retain(|path| {
        let name = support::name(path).to_lowercase();
        name.contains("rushes") || support::read(path).windows(6).any(|word| word == b"rushes")
    });
    assert_eq!(left, Vec::<std::path::PathBuf>::new());
}

#[test]
fn every_place_tells_the_same_version() {
    let version = env!("CARGO_PKG_VERSION");
    let text =
        |file: &str| String::from_utf8(support::read(&support::root().join(file))).expect("UTF-8");
    // Of these, the newest one is the first.
    let first = |file: &str, begin: &str| {
        let text = text(file);
        let line = text.lines().find(|line| line.starts_with(begin)).expect("a line");
        let told = line[begin.len()..].trim_start_matches("Unreleased (");
        assert!(told.starts_with(version), "{file}: {line}");
    };
    first("CHANGELOG.md", "## ");
    first("assets/linux/changelog", "rushes (");
    first("python/Cargo.toml", "version = \"");
    for (file, told) in [
        ("assets/macos/Info.plist", format!("<string>{version}</string>")),
        ("docs/installing.md", format!("rushes-{version}-setup.exe")),
        ("docs/python.md", format!("rushes-{version}-cp310")),
        ("tests/fuzz/Cargo.lock", format!("name = \"rushes\"\nversion = \"{version}\"")),
    ] {
        assert!(text(file).contains(&told), "{file} does not have {told}");
    }
}
