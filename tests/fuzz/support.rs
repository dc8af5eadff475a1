//! What of the tests' support the targets hold their inputs to.
#![allow(dead_code)] // a part of it is used here

use std::path::Path;
use std::sync::Mutex;

#[path = "../support/examine.rs"]
pub mod examine;
#[path = "../support/input.rs"]
pub mod input;
#[path = "../support/memory.rs"]
pub mod memory;
#[path = "../support/same.rs"]
pub mod same;
#[path = "../support/shown.rs"]
pub mod shown;

/// What the last panic said, and where it was.
pub static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

/// The bytes of a file.
pub fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The file's name as text.
pub fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
