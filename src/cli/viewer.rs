//! `rushes report --viewer`: a page that is the program itself, with takes and their notes in it.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::exit::Failure;
use super::inputs::Input;
use super::options::Reader;
use super::output::{Destination, Output};
use super::terminal::{print_error_line, shown};
use crate::files::{Opened, Opener, Reviews, catch_panic};
use crate::report::{PackedFile, write_viewer};
use crate::review::notes::document;

/// The page without takes, from the folder that the program is in: beside it, installed, and built.
const PAGES: [&str; 5] = [
    "rushes.html",
    "../share/rushes/rushes.html",
    "../Resources/rushes.html",
    "../web/rushes.html",
    "../../web/rushes.html",
];

/// The page that takes are packed into.
pub(super) struct Viewer {
    page: String,
    files: Vec<PackedFile>,
    names: HashSet<String>,
}

impl Viewer {
    /// Takes the page of a path, or the one that was installed with the program.
    pub fn find(page: Option<&Path>) -> Result<Self, Failure> {
        let path = page.map(Path::to_path_buf).or_else(installed).ok_or_else(|| {
            Failure::invalid(
                "the page that takes are packed into, rushes.html, is not installed with the program\n\
                 hint: name it, --viewer=PATH; 'make web' builds it from the source of Rushes",
            )
        })?;
        let page = std::fs::read_to_string(&path)
            .map_err(|error| Failure::with_file(&path, format!("cannot be read: {error}")))?;
        Ok(Self { page, files: Vec::new(), names: HashSet::new() })
    }

    /// Packs takes with what they are read with and what was said of them. Returns whether all could be read.
    pub fn pack(&mut self, files: &[Input], reader: &Reader) -> bool {
        let mut opener = Opener::new(&reader.open_options);
        let mut is_complete = true;
        for file in files {
            let opened = catch_panic(&file.path, || reader.read(&mut opener, &file.path));
            let packed = opened.map_err(|error| error.to_string()).and_then(|opened| {
                reader
                    .messages
                    .report(&file.path, &opened.take.warnings)
                    .map_err(|_| String::new())?;
                self.pack_one(file, &opened).map_err(|error| error.to_string())
            });
            if let Err(why) = packed {
                is_complete = false;
                print_error_line(&why);
            }
        }
        is_complete
    }

    fn pack_one(&mut self, file: &Input, opened: &Opened) -> Result<(), String> {
        let name = self.free_name(&file.below);
        let folder = Path::new(&name).parent().map(Path::to_path_buf).unwrap_or_default();
        self.read(&file.path, name.clone(), true)?;
        for companion in &opened.companions {
            let name = slashed(&folder.join(companion.file_name().unwrap_or_default()));
            if self.names.insert(name.clone()) {
                self.read(companion, name, false)?;
            }
        }
        let take = Reviews::path_of(&file.path, &opened.take);
        let review = Reviews::at_home().load(&take).review;
        if !review.is_empty() {
            let own = take.file_name().unwrap_or_default().to_string_lossy();
            let kept = Reviews::beside(&folder.join(&*own));
            let bytes = document::write(&review, &own).into_bytes();
            self.files.push(PackedFile { name: slashed(&kept), bytes, opens: false });
        }
        Ok(())
    }

    /// A name that no other file has: that of the input, in a folder of its own where need be.
    fn free_name(&mut self, below: &Path) -> String {
        let plain = slashed(below);
        let numbered = (2..).map(|number| format!("{number}/{plain}"));
        let mut names = std::iter::once(plain.clone()).chain(numbered);
        let name = names.find(|name| !self.names.contains(name)).unwrap_or(plain.clone());
        self.names.insert(name.clone());
        name
    }

    fn read(&mut self, path: &Path, name: String, opens: bool) -> Result<(), String> {
        let bytes = std::fs::read(path)
            .map_err(|error| format!("{}: cannot be read: {error}", shown(path)))?;
        self.files.push(PackedFile { name, bytes, opens });
        Ok(())
    }

    pub fn write(&self, output: PathBuf, destination: &Destination) -> Result<(), Failure> {
        let output = Output { output: Some(output), no_clobber: false };
        output.write(destination, |out| write_viewer(&self.page, &self.files, out))
    }

    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}

/// A path as a page has it.
fn slashed(path: &Path) -> String {
    let parts = path.components().map(|part| part.as_os_str().to_string_lossy());
    parts.collect::<Vec<_>>().join("/")
}

fn installed() -> Option<PathBuf> {
    // A link to the program is elsewhere than what was installed with it.
    let program = dunce::canonicalize(std::env::current_exe().ok()?).ok()?;
    let folder = program.parent()?;
    PAGES.iter().map(|page| folder.join(page)).find(|page| page.is_file())
}
