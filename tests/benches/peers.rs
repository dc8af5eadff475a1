//! Whole commands that load a file and say what is in it: other programs beside Rushes.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::measure::{Aim, aim, in_turns, line};

/// How to make a program that loads a file, or why there is none.
type Make = fn(&Path) -> Result<Vec<PathBuf>, String>;

pub fn run() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("peers");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("22.bvh");
    std::fs::write(&file, super::take::text(9_500)).expect("a file");
    let ours = [PathBuf::from(env!("CARGO_BIN_EXE_rushes")), "info".into()];
    let peers: [(&str, Make, usize); 3] =
        [("bvh_anim", bvh_anim, 7), ("assimp", assimp, 5), ("three.js", three, 3)];
    for (name, make, rounds) in peers {
        let peer = match make(&folder) {
            Ok(peer) => peer,
            Err(why) => {
                line(name, &format!("skipped: {why}"));
                continue;
            }
        };
        let mut failed = false;
        let (theirs, ours) = in_turns(
            rounds,
            || failed |= !loads(&peer, &file),
            || assert!(loads(&ours, &file), "rushes info fails"),
        );
        if failed {
            line(name, "skipped: it does not load the file");
            continue;
        }
        let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
        // Programs that a registry has; the fastest of them is a library without a window.
        let least = if name == "bvh_anim" { 3.0 } else { 10.0 };
        line(
            name,
            &format!(
                "{:>6.0} ms {ratio:>6.1} × the time of `rushes info` ({:.0} ms) {}",
                theirs.as_secs_f64() * 1e3,
                ours.as_secs_f64() * 1e3,
                aim(ratio, Aim::AtLeast(least)),
            ),
        );
    }
    let _ = std::fs::remove_file(file);
}

/// Whether a command loads a file.
fn loads(command: &[PathBuf], file: &Path) -> bool {
    let status = Command::new(&command[0])
        .args(&command[1..])
        .arg(file)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}

/// The folder with the programs' sources.
fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/benches/peers")
}

/// Runs what makes a program ready; what it is, where it fails.
fn ready(command: &mut Command) -> Result<(), String> {
    let what = format!("{command:?}");
    let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
    match quiet.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("{what} fails")),
        Err(error) => Err(format!("{what}: {error}")),
    }
}

fn bvh_anim(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let target = folder.join("bvh_anim");
    let manifest = sources().join("bvh_anim/Cargo.toml");
    // Its list of versions is made here, not in the sources.
    let copy = folder.join("bvh_anim-sources");
    std::fs::create_dir_all(copy.join("src")).map_err(|e| e.to_string())?;
    for part in ["Cargo.toml", "src/main.rs"] {
        let from = manifest.with_file_name("").join(part);
        std::fs::copy(from, copy.join(part)).map_err(|e| e.to_string())?;
    }
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--release", "--quiet", "--manifest-path"]);
    cargo.arg(copy.join("Cargo.toml"));
    ready(cargo.arg("--target-dir").arg(&target))?;
    Ok(vec![target.join("release/bvh-anim-load")])
}

fn assimp(_: &Path) -> Result<Vec<PathBuf>, String> {
    ready(Command::new("assimp").arg("version"))?;
    Ok(vec!["assimp".into(), "info".into()])
}

fn three(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let folder = folder.join("three");
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let script = folder.join("three.mjs");
    std::fs::copy(sources().join("three.mjs"), &script).map_err(|e| e.to_string())?;
    if !folder.join("node_modules/three").exists() {
        let mut npm = Command::new("npm");
        npm.args(["install", "--silent", "--no-audit", "--no-fund", "three"]);
        ready(npm.current_dir(&folder))?;
    }
    Ok(vec!["node".into(), script])
}
