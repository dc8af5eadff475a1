//! Folders for what a test writes.
#![allow(dead_code)] // every test program uses a part of this

use std::path::{Path, PathBuf};

/// A folder of a test's own, which is gone when the test has passed.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let name = format!("rushes-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).expect("a folder for temporary files");
        Self(folder)
    }

    /// A path in the folder, as the command line takes it.
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_string()
    }

    /// Writes a file, and returns its path.
    pub fn write(&self, name: &str, text: &str) -> String {
        std::fs::write(self.0.join(name), text).expect("a temporary file");
        self.path(name)
    }

    /// Writes a take of one bone that does not move, in so many frames, and returns its path.
    pub fn take(&self, name: &str, frames: usize) -> PathBuf {
        let head = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n\
                    End Site\n{\nOFFSET 0 10 0\n}\n}\nMOTION\n";
        let rows = "0 0 0\n".repeat(frames);
        let motion = format!("Frames: {frames}\nFrame Time: 0.02\n{rows}");
        self.write(name, &(head.to_string() + &motion)).into()
    }

    /// The names of what is in the folder, sorted.
    pub fn names(&self) -> Vec<String> {
        names_in(&self.0)
    }
}

/// The names of what is in a folder, sorted.
pub fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What a failed test wrote is worth a look.
        if !std::thread::panicking() {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}
