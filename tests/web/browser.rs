//! How a script is run in a browser, and what it tells.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::support;
use crate::support::desktop::Desktop;

/// The page as a server has it, and as one file.
pub fn page() -> PathBuf {
    let folder = support::root().join("target/web");
    assert!(folder.join("index.html").is_file(), "there is no page: 'make web' builds it");
    folder
}

/// Runs a script of this folder in Chromium, with what it is given, and returns what it tells.
pub fn drive(script: &str, given: Value) -> Value {
    run(script, given, "chromium")
}

/// The same in Firefox, which draws on a display alone; nothing where there is none.
pub fn drive_firefox(script: &str, mut given: Value) -> Option<Value> {
    let desktop = Desktop::start()?;
    given["shows"] = true.into();
    given["display"] = desktop.display().into();
    Some(run(script, given, "firefox"))
}

fn run(script: &str, mut given: Value, browser: &str) -> Value {
    let root = support::root();
    let programs: &[&str] = match browser {
        "firefox" => &["firefox-esr", "firefox"],
        _ => &["chromium", "google-chrome", "chromium-browser"],
    };
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&paths).collect();
    let all = programs.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    let program = all.into_iter().find(|path| path.is_file());
    let program = program.unwrap_or_else(|| panic!("{browser} is missing: .ci/packages web"));
    given["browser"] = browser.into();
    given["program"] = json!(program);
    given["page"] = json!(page());
    given["packages"] = json!(root.join("target/node/node_modules"));
    let mut node = Command::new("node");
    if let Some(display) = given["display"].as_str() {
        node.env("DISPLAY", display);
    }
    node.arg(root.join("tests/web/drive.mjs")).arg(root.join("tests/web").join(script));
    node.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut node = node.spawn().expect("node is installed");
    let mut input = node.stdin.take().expect("a pipe");
    input.write_all(given.to_string().as_bytes()).expect("what it is given");
    drop(input);
    let output = node.wait_with_output().expect("an end");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{script}: {said}");
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{script}: {error}: {said}"))
}
