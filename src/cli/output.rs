//! Where results go: standard output, one file, or a file for each take in a folder.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use super::exit::Failure;
use super::inputs::Input;
use super::terminal::{print_note, results, shown};
use crate::files::is_same_file;

#[derive(Args)]
pub(super) struct Output {
    /// The file to write; FOLDER/, made if missing, for a file of each take; - for standard output
    #[arg(short, long, value_name = "FILE|FOLDER/", value_hint = ValueHint::AnyPath)]
    #[arg(allow_hyphen_values = true)]
    pub output: Option<PathBuf>,
    /// Leave files that exist as they are
    #[arg(long)]
    pub no_clobber: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Destination {
    Stdout,
    File(PathBuf),
}

pub(super) fn refuse_take(take: &Input, out: &Path) -> Result<(), Failure> {
    if !is_same_file(&take.path, out) {
        return Ok(());
    }
    let out = shown(out);
    Err(Failure::invalid(format!("'{out}' is the take itself: give the output another name")))
}

pub(super) fn is_folder(path: &Path) -> bool {
    ends_in_slash(path) || path.is_dir()
}

/// Whether a path ends as those of folders do; on Windows with either slash.
pub(super) fn ends_in_slash(path: &Path) -> bool {
    let last = path.as_os_str().as_encoded_bytes().last();
    last.is_some_and(|&byte| std::path::is_separator(char::from(byte)))
}

impl Output {
    pub fn is_folder(&self) -> bool {
        self.output.as_deref().is_some_and(is_folder)
    }

    pub fn extension(&self) -> Option<String> {
        let output = self.output.as_deref().filter(|path| !is_folder(path))?;
        Some(output.extension()?.to_string_lossy().to_ascii_lowercase())
    }

    /// Where the result of each file goes. In a folder it is called like the take; takes of one name keep their
    /// extensions, so that `walk.bvh` and `walk.htr` become `walk.bvh.csv` and `walk.htr.csv`. Fails where several
    /// results would go to one destination.
    pub fn destinations(
        &self,
        files: &[Input],
        extension: &str,
    ) -> Result<Vec<Destination>, Failure> {
        let folder = match &self.output {
            Some(path) if is_folder(path) => path,
            _ if files.len() > 1 => {
                let message = format!("{} takes need a folder: -o FOLDER/", files.len());
                return Err(Failure::invalid(message));
            }
            Some(path) if path.as_os_str() != "-" => {
                return Ok(vec![Destination::File(path.clone())]);
            }
            _ => return Ok(vec![Destination::Stdout]),
        };
        let short = |file: &Input| file.below.with_extension(extension);
        let mut counts: HashMap<PathBuf, usize> = HashMap::new();
        for file in files {
            *counts.entry(short(file)).or_default() += 1;
        }
        let mut taken: HashMap<PathBuf, &Path> = HashMap::new();
        let mut destinations = Vec::with_capacity(files.len());
        for file in files {
            let mut name = short(file);
            if counts[&name] > 1 {
                let mut long = OsString::from(&file.below);
                long.push(format!(".{extension}"));
                name = long.into();
            }
            if let Some(other) = taken.insert(name.clone(), &file.path) {
                let [a, b] = [other, &file.path].map(shown);
                let name = shown(&name);
                let message = format!("{a} and {b} would both be written as {name}");
                return Err(Failure::invalid(message));
            }
            destinations.push(Destination::File(folder.join(name)));
        }
        Ok(destinations)
    }

    /// Writes a result, for which folders are made; prints why where that fails. An existing file stays where that
    /// was asked for.
    pub fn write(
        &self,
        destination: &Destination,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let Destination::File(path) = destination else {
            let mut out = results();
            return Ok(write(&mut out).and_then(|()| out.flush())?);
        };
        if self.no_clobber && path.symlink_metadata().is_ok() {
            print_note(path, "is there already: left as it is");
            return Ok(());
        }
        let folder = path.parent().filter(|_| self.is_folder());
        folder
            .map_or(Ok(()), std::fs::create_dir_all)
            .and_then(|()| crate::files::write(path, |out: &mut BufWriter<File>| write(out)))
            .map_err(|error| Failure::with_file(path, format!("cannot be written: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn destinations(paths: &[&str], output: &str) -> Result<Vec<String>, String> {
        let inputs = paths
            .iter()
            .map(|path| Input { path: PathBuf::from("in").join(path), below: PathBuf::from(path) });
        let output = Output { output: Some(output.into()), no_clobber: false };
        let found = output.destinations(&inputs.collect::<Vec<_>>(), "csv").map_err(|failure| {
            let Failure::Arguments(message) = failure else { panic!("nothing is written yet") };
            message
        });
        let names = found?.into_iter().map(|destination| match destination {
            Destination::File(path) => path.display().to_string(),
            Destination::Stdout => "-".into(),
        });
        Ok(names.collect())
    }

    #[test]
    fn takes_of_one_name_keep_their_extensions() {
        let found = destinations(&["a.bvh", "b.bvh", "b.htr", "d/b.bvh"], "out/").unwrap();
        assert_eq!(found, ["out/a.csv", "out/b.bvh.csv", "out/b.htr.csv", "out/d/b.csv"]);
        assert_eq!(destinations(&["a.bvh"], "-").unwrap(), ["-"]);
        assert_eq!(destinations(&["a.bvh"], "x.csv").unwrap(), ["x.csv"]);
        assert!(destinations(&["a.bvh", "b.bvh"], "x.csv").unwrap_err().contains("2 takes"));
        assert!(destinations(&["a.bvh", "a.bvh"], "out/").unwrap_err().contains("both"));
    }
}
