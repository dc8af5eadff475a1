//! The table of all targets.

use std::path::PathBuf;

use rushes::export::EXPORTS;
use rushes::loader::FORMATS;

use crate::{convert, documents, load};

/// One thing that is fuzzed.
pub struct Target {
    /// As it is chosen, and as the folder of its inputs is called.
    pub name: String,
    /// Takes one input. Panics where that does harm.
    pub run: Box<dyn Fn(&[u8]) + Send + Sync>,
    /// Takes to begin with, beside the files of its folder in `seeds`.
    pub takes: Vec<PathBuf>,
    /// What is made to begin with.
    pub made: fn() -> Vec<Vec<u8>>,
}

impl Target {
    pub fn new(name: String, run: impl Fn(&[u8]) + Send + Sync + 'static) -> Self {
        Self { name, run: Box::new(run), takes: Vec::new(), made: Vec::new }
    }
}

/// A loader of each format, a writer of each, and each reader of other files.
pub fn all() -> Vec<Target> {
    let loaders = FORMATS.iter().map(load::target);
    let writers = EXPORTS.iter().map(convert::target);
    loaders.chain(writers).chain(documents::targets()).collect()
}

/// A name as a file has it.
pub fn word(name: &str) -> String {
    name.to_lowercase().replace([' ', '.'], "-")
}
