//! Targets that load a take of one format with the files beside it, and look at all that a window would show.

use std::path::{Path, PathBuf};

use rushes::loader::Format;

use crate::parts::parted;
use crate::support::examine::examine_input;
use crate::target::{Target, word};

/// What anything may take of memory, in bytes, beside so many times its own size.
const ROOM: usize = 64 << 20;
const TIMES: usize = 8;

pub fn target(format: &'static Format) -> Target {
    let file = format!("take.{}", format.extensions[0]);
    let run = move |data: &[u8]| {
        let mut input = parted(&file, data);
        // What else it looks like is another target's.
        input.options.format = Some(format.id);
        examine_input(&input, TIMES * input.len() + ROOM);
    };
    let name = word(format.name());
    Target { takes: fixtures(&name), ..Target::new(format!("load-{name}"), run) }
}

/// The project's own files of a format.
fn fixtures(folder: &str) -> Vec<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    ["good", "bad"]
        .iter()
        .flat_map(|kind| files_in(&own.join(kind).join(folder.replace('-', " "))))
        .collect()
}

/// Every take of a folder, and of its folders.
pub fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let is_told = |path: &PathBuf| {
        let extension = path.extension().unwrap_or_default();
        ["expected", "message", "md"].iter().any(|told| extension == *told)
            || path.to_string_lossy().ends_with(".expected.json")
    };
    // What others are read with is no take.
    paths.retain(|path| !path.ends_with("beside"));
    let (folders, files): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| path.is_dir());
    let files = files.into_iter().filter(|path| !is_told(path));
    files.chain(folders.iter().flat_map(|folder| files_in(folder))).collect()
}
