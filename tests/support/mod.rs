//! What the test programs and the benchmarks share: the corpus, fixtures, and loading with a readable failure. Each of
//! them declares all of it once.
#![allow(dead_code)] // each program uses a part of this

#[cfg(feature = "app")]
pub mod app;
#[cfg(all(feature = "app", target_os = "linux"))]
pub mod bus;
pub mod c3d;
#[cfg(feature = "app")]
pub mod copies;
pub mod damage;
#[cfg(all(feature = "app", target_os = "linux"))]
pub mod desktop;
#[cfg(all(feature = "app", target_os = "linux"))]
pub mod drag;
#[cfg(feature = "app")]
pub mod environment;
pub mod examine;
pub mod folder;
pub mod htr;
pub mod input;
#[cfg(feature = "app")]
pub mod keyboard;
pub mod large;
#[cfg(feature = "app")]
pub mod marked_film;
pub mod memory;
pub mod modules;
#[cfg(all(feature = "app", target_os = "linux"))]
pub mod neighbour;
pub mod npz;
#[cfg(feature = "app")]
pub mod panels;
pub mod pickle;
pub mod pieces;
#[cfg(all(feature = "app", target_os = "linux"))]
pub mod places;
#[cfg(feature = "app")]
pub mod planted;
#[cfg(feature = "app")]
pub mod pointer;
#[cfg(feature = "app")]
pub mod program;
pub mod reference;
#[cfg(feature = "app")]
pub mod retakes;
#[cfg(all(feature = "app", target_os = "linux"))]
pub mod reviewing;
pub mod same;
#[cfg(feature = "app")]
pub mod scenes;
#[cfg(feature = "app")]
pub mod shown;
#[cfg(feature = "app")]
pub mod shown_video;
pub mod skip;
pub mod source;
pub mod takes;
#[cfg(feature = "app")]
pub mod timeline;
pub mod tools;
pub mod wait;
#[cfg(all(feature = "app", target_os = "linux"))]
pub mod weston;
#[cfg(all(feature = "app", target_os = "linux"))]
pub mod wine;

use std::path::{Path, PathBuf};

use rushes::loader::{FORMATS, Format};
use rushes::take::Take;

/// The project's root.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of real takes with positions computed by other programs, where it is beside the
/// project. It is no part of a clone, not even of one that `CI=true` is promised for, so that tests
/// are skipped without it there as well.
pub fn corpus() -> Option<PathBuf> {
    let folder = root().join("../shared/corpus");
    let found = folder.is_dir();
    if !found {
        skip::skip_everywhere(&format!("real takes in {}", folder.display()));
    }
    found.then_some(folder)
}

/// Every file below `folder`, sorted.
pub fn all_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder);
        for entry in entries.unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Every file below `folder` with one of these extensions, sorted.
pub fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = all_files(folder);
    found.retain(|path| {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        extensions.contains(&extension.to_ascii_lowercase().as_str())
    });
    found
}

/// The files of a format below `folder`, sorted: those with its extensions, but for what lies in the folder
/// of another format that has them, too.
pub fn files_of(folder: &Path, format: &Format) -> Vec<PathBuf> {
    let mut found = files(folder, format.extensions);
    // What other programs read of a take stands beside it, and is none.
    found.retain(|path| !name(path).ends_with(".expected.json"));
    found.retain(|path| {
        let own = path.parent().and_then(Path::file_name).unwrap_or_default();
        let is_called = |other: &&Format| *own == *other.name().to_lowercase();
        let called = FORMATS.iter().find(is_called);
        called.is_none_or(|other| other.id == format.id || other.extensions != format.extensions)
    });
    found
}

/// The bytes of a file.
pub fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The file's name as text.
pub fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Loads a take that must load, with its companions.
pub fn take(path: &Path) -> Take {
    let input = input::Input::read(path);
    input.load().unwrap_or_else(|e| panic!("{e}"))
}

/// Loads a take from text that must load.
pub fn take_of(text: &str) -> Take {
    rushes::read("text.bvh", text.as_bytes()).unwrap_or_else(|e| panic!("{e}"))
}

/// Numbers that look random and are the same on every run and machine (splitmix64). A test that fails while it has them
/// prints their seed.
pub struct Random {
    seed: u64,
    state: u64,
}

impl Drop for Random {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the numbers are those of seed {}", self.seed);
        }
    }
}

impl Random {
    pub fn new(seed: u64) -> Self {
        Self { seed, state: seed }
    }

    /// Any 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`, which is above 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.bits() % end as u64) as usize
    }

    /// A number between two others.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }
}
