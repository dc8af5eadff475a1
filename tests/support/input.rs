//! A file as loaders get it: with the files beside it that it is read with.

use std::path::{Path, PathBuf};

use rushes::loader::{Companion, LoadError, Options, Source, detect};
use rushes::take::Take;

/// A file in memory and its companions.
pub struct Input {
    /// Its name, without a folder.
    pub name: String,
    /// The whole file.
    pub bytes: Vec<u8>,
    /// How it is read.
    pub options: Options,
    /// Which clip is read.
    pub clip: Option<String>,
    /// Companions by name.
    pub beside: Vec<(String, Vec<u8>)>,
}

impl Input {
    /// Reads a file. Companions are those that its format chooses, out of the folder `beside` where
    /// it stands next to the file, else out of the file's own folder.
    pub fn read(path: &Path) -> Self {
        let mut input = Self::of(&super::name(path), super::read(path));
        let own = path.parent().expect("a folder");
        let folder = Some(own.join("beside")).filter(|folder| folder.is_dir());
        let folder = folder.unwrap_or_else(|| own.to_path_buf());
        let mut chosen = chosen(&input.name, &input.bytes, &folder);
        let mut next = 0;
        while let Some(found) = chosen.get(next).cloned() {
            let bytes = super::read(&found);
            for more in self::chosen(&super::name(&found), &bytes, &folder) {
                if !chosen.contains(&more) && more != path {
                    chosen.push(more);
                }
            }
            input.beside.push((super::name(&found), bytes));
            next += 1;
        }
        input
    }

    /// Bytes without a companion.
    pub fn of(name: &str, bytes: Vec<u8>) -> Self {
        Self {
            name: name.to_string(),
            bytes,
            options: Options::default(),
            clip: None,
            beside: Vec::new(),
        }
    }

    /// How many bytes file and companions have.
    pub fn len(&self) -> usize {
        self.bytes.len() + self.beside.iter().map(|(_, b)| b.len()).sum::<usize>()
    }

    /// What the loader makes of it.
    pub fn load(&self) -> Result<Take, LoadError> {
        self.load_with(self.options)
    }

    /// As [`Self::load`], read in another way.
    pub fn load_with(&self, options: Options) -> Result<Take, LoadError> {
        let companions: Vec<Companion<'_>> =
            self.beside.iter().map(|(file, bytes)| Companion { file, bytes }).collect();
        rushes::read_with(&Source {
            options,
            clip: self.clip.as_deref(),
            companions: &companions,
            ..Source::new(&self.name, &self.bytes)
        })
    }
}

/// The companions of a file out of a folder.
fn chosen(name: &str, bytes: &[u8], folder: &Path) -> Vec<PathBuf> {
    let source = Source::new(name, bytes);
    let Some(companions) = detect(&source).and_then(|format| format.companions.as_ref()) else {
        return Vec::new();
    };
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| super::name(&entry.expect("an entry").path()))
        .filter(|other| other != name)
        .collect();
    names.sort();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let chosen = (companions.choose)(&source, &names);
    chosen.iter().map(|name| folder.join(name)).collect()
}
