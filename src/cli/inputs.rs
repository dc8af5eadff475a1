//! The input files of a command: paths, folders, patterns, lists, standard input.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use super::exit::Failure;
use super::options::format;
use super::pattern::{self, is_pattern};
use super::terminal::{print_error_line, shown};
use crate::files::{Sequences, expand, path_from_bytes, reason, takes_below};
use crate::loader::Format;

#[derive(Args)]
pub(super) struct AnyInputs {
    /// Takes; folders, for the takes inside; patterns such as 'takes/**/*.bvh'; - for standard input
    #[arg(value_name = "FILE|FOLDER", value_hint = ValueHint::AnyPath)]
    #[arg(required_unless_present = "files_from")]
    pub paths: Vec<PathBuf>,
    /// Also read the folders inside of folders
    #[arg(short, long)]
    recursive: bool,
    /// Read the names of files from a list, one a line (or ended by NUL); - for standard input
    #[arg(long, value_name = "LIST", value_hint = ValueHint::FilePath)]
    files_from: Option<PathBuf>,
}

#[derive(Args)]
pub(super) struct Inputs {
    #[command(flatten)]
    pub any: AnyInputs,
    /// Of folders and patterns, only read takes of these formats, such as bvh,c3d
    #[arg(long = "format", value_name = "FORMAT", value_delimiter = ',', value_parser = format())]
    formats: Vec<&'static Format>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Input {
    pub path: PathBuf,
    /// Its name below the folder that was given, or its own name: where its result goes in a folder.
    pub below: PathBuf,
}

impl Input {
    fn new(path: PathBuf) -> Self {
        Self { below: path.file_name().map_or_else(|| path.clone(), PathBuf::from), path }
    }
}

impl Inputs {
    pub fn files(&self) -> Result<(Vec<Input>, bool), Failure> {
        self.any.files(&self.formats)
    }
}

impl AnyInputs {
    /// All files, each once, in the order given; of folders and patterns, those of these formats by their extensions, or
    /// all where there are none. Fails where a list cannot be read, or a pattern is none. What of a folder cannot be
    /// looked into is printed, and `is_complete` says so.
    pub fn files(&self, formats: &[&Format]) -> Result<(Vec<Input>, bool), Failure> {
        let (files, failed) = self.find(formats)?;
        failed.iter().for_each(|error| print_error_line(error));
        Ok((files, failed.is_empty()))
    }

    /// The same, with why folders cannot be looked into.
    fn find(&self, formats: &[&Format]) -> Result<(Vec<Input>, Vec<String>), Failure> {
        let is_wanted = |file: &Path| {
            let extension = file.extension().unwrap_or_default().to_string_lossy();
            let mut extensions = formats.iter().flat_map(|format| format.extensions);
            formats.is_empty() || extensions.any(|own| own.eq_ignore_ascii_case(&extension))
        };
        let listed = self.files_from.as_deref().map_or(Ok(Vec::new()), listed)?;
        let mut all_failed = Vec::new();
        let mut files = Vec::new();
        for path in self.paths.iter().chain(&listed) {
            if path.is_dir() {
                let inside = if self.recursive {
                    let (found, failed) = takes_below(path);
                    all_failed.extend(failed.iter().map(ToString::to_string));
                    found
                } else {
                    expand(std::slice::from_ref(path))
                };
                files.extend(inside.into_iter().filter(|file| is_wanted(file)).map(|file| Input {
                    below: match file.strip_prefix(path) {
                        Ok(below) if !below.as_os_str().is_empty() => below.to_path_buf(),
                        _ => PathBuf::from(file.file_name().unwrap_or_default()),
                    },
                    path: file,
                }));
            } else if !path.exists() && is_pattern(path) {
                let found = matching(path)?.into_iter();
                files.extend(found.filter(|file| is_wanted(file)).map(Input::new));
            } else {
                files.push(Input::new(path.clone()));
            }
        }
        let mut sequences = Sequences::default();
        for file in &mut files {
            let first = sequences.first(file.path.clone());
            if first != file.path {
                *file = Input::new(first);
            }
        }
        let mut seen = HashSet::new();
        files.retain(|file| seen.insert(file.path.clone()));
        if files.is_empty() && all_failed.is_empty() {
            Err(Failure::invalid("no takes were found"))
        } else {
            Ok((files, all_failed))
        }
    }
}

/// The files that paths, folders and patterns stand for, as commands have them, and why folders cannot be looked into.
///
/// # Errors
/// Why there are none, for people.
pub fn input_files(
    paths: Vec<PathBuf>,
    recursive: bool,
) -> Result<(Vec<PathBuf>, Vec<String>), String> {
    let found = AnyInputs { paths, recursive, files_from: None }.find(&[]);
    let (files, failed) = found.map_err(|failure| failure.to_string())?;
    Ok((files.into_iter().map(|file| file.path).collect(), failed))
}

fn matching(pattern: &Path) -> Result<Vec<PathBuf>, Failure> {
    let wrong = |what: &str| Failure::invalid(format!("'{}': {what}", shown(pattern)));
    let text = pattern.to_str().ok_or_else(|| wrong("not UTF-8"))?;
    let found = pattern::matching(text).map_err(|error| wrong(&error.to_string()))?;
    if found.is_empty() { Err(wrong("no file matches")) } else { Ok(found) }
}

/// The names in a list: ended by NUL where there is one, as `find -print0` writes them, else lines.
fn listed(list: &Path) -> Result<Vec<PathBuf>, Failure> {
    /// No list is longer, unless it never ends.
    const MAX_BYTES: u64 = 1 << 26;
    const MAX_NAMES: usize = 1 << 20;
    let failed = |why: &str| Failure::with_file(list, format!("cannot be read: {why}"));
    let mut bytes = Vec::new();
    let most = MAX_BYTES + 1;
    let read = if list.as_os_str() == "-" {
        io::stdin().lock().take(most).read_to_end(&mut bytes)
    } else {
        File::open(list).and_then(|file| file.take(most).read_to_end(&mut bytes))
    };
    read.map_err(|error| failed(&reason(&error, "file")))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(failed("it has more than 64 MiB of names, and may never end"));
    }
    let end = if bytes.contains(&0) { 0 } else { b'\n' };
    let lines = bytes
        .split(|&byte| byte == end)
        .map(|name| if end == 0 { name } else { name.strip_suffix(b"\r").unwrap_or(name) });
    let names = lines.filter(|name| !name.is_empty());
    if names.clone().nth(MAX_NAMES).is_some() {
        return Err(failed("it has more than a million names"));
    }
    Ok(names.map(path_from_bytes).collect())
}
