//! Where results go: standard output, one file, or a file for each take in a folder.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use super::exit::Failure;
use super::inputs::Input;
use super::terminal::{print_error_line, print_note, shown};
use crate::files::is_same_file;

/// Where results go.
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

/// Where one result goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Standard,
    File(PathBuf),
}

impl Place {
    /// Refuses to write over a take.
    ///
    /// # Errors
    /// Where both are the same file.
    pub fn refuse(&self, take: &Input) -> Result<(), Failure> {
        let Self::File(out) = self else {
            return Ok(());
        };
        if is_same_file(&take.path, out) {
            Err(Failure::Arguments(format!(
                "'{}' is the take itself: give the output another name",
                shown(out)
            )))
        } else {
            Ok(())
        }
    }
}

/// Whether a path is to be a folder.
pub(super) fn is_folder(path: &Path) -> bool {
    ends_in_slash(path) || path.is_dir()
}

/// Whether a path ends as those of folders do; on Windows with either slash.
pub(super) fn ends_in_slash(path: &Path) -> bool {
    let last = path.as_os_str().as_encoded_bytes().last();
    last.is_some_and(|&byte| std::path::is_separator(char::from(byte)))
}

impl Output {
    /// Whether the results go into a folder.
    pub fn is_folder(&self) -> bool {
        self.output.as_deref().is_some_and(is_folder)
    }

    /// The extension of the file that was named, in lower case.
    pub fn extension(&self) -> Option<String> {
        let output = self.output.as_deref().filter(|path| !is_folder(path))?;
        Some(output.extension()?.to_string_lossy().to_ascii_lowercase())
    }

    /// Where the result of each file goes. In a folder it is called like the take; takes of one name
    /// keep their extensions, so that `walk.bvh` and `walk.htr` become `walk.bvh.csv` and
    /// `walk.htr.csv`.
    ///
    /// # Errors
    /// Where several results would go to one place.
    pub fn places(&self, files: &[Input], extension: &str) -> Result<Vec<Place>, Failure> {
        let folder = match &self.output {
            Some(path) if is_folder(path) => path,
            _ if files.len() > 1 => {
                let several = format!("{} takes need a folder: -o FOLDER/", files.len());
                return Err(Failure::Arguments(several));
            }
            Some(path) if path.as_os_str() != "-" => return Ok(vec![Place::File(path.clone())]),
            _ => return Ok(vec![Place::Standard]),
        };
        let short = |file: &Input| file.below.with_extension(extension);
        let mut counts: HashMap<PathBuf, usize> = HashMap::new();
        for file in files {
            *counts.entry(short(file)).or_default() += 1;
        }
        let mut taken: HashMap<PathBuf, &Path> = HashMap::new();
        let name = |file: &Input| match counts[&short(file)] {
            1 => short(file),
            _ => {
                let mut name = OsString::from(&file.below);
                name.push(".");
                name.push(extension);
                name.into()
            }
        };
        let mut places = Vec::with_capacity(files.len());
        for file in files {
            let name = name(file);
            if let Some(other) = taken.insert(name.clone(), &file.path) {
                let [a, b] = [other, &file.path].map(shown);
                let name = shown(&name);
                let what = format!("{a} and {b} would both be written as {name}");
                return Err(Failure::Arguments(what));
            }
            places.push(Place::File(folder.join(name)));
        }
        Ok(places)
    }

    /// Writes a result, for which folders are made; tells why where that fails. An existing file stays
    /// where that was asked for.
    ///
    /// # Errors
    /// Where it cannot be written; why is printed.
    pub fn write(
        &self,
        place: &Place,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let Place::File(path) = place else {
            let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
            return Ok(write(&mut out).and_then(|()| out.flush())?);
        };
        if self.no_clobber && path.symlink_metadata().is_ok() {
            print_note(path, "is there already: left as it is");
            return Ok(());
        }
        let folder = path.parent().filter(|_| self.is_folder());
        let made = folder.map_or(Ok(()), std::fs::create_dir_all);
        let written =
            made.and_then(|()| crate::files::write(path, |out: &mut BufWriter<File>| write(out)));
        written.map_err(|error| {
            print_error_line(&format!("{}: cannot be written: {error}", shown(path)));
            Failure::File
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(paths: &[&str]) -> Vec<Input> {
        let input = |path: &&str| Input {
            path: PathBuf::from("in").join(path),
            below: PathBuf::from(path),
        };
        paths.iter().map(input).collect()
    }

    fn places(paths: &[&str], output: &str) -> Result<Vec<String>, String> {
        let output = Output { output: Some(output.into()), no_clobber: false };
        match output.places(&inputs(paths), "csv") {
            Ok(places) => Ok(places
                .into_iter()
                .map(|place| match place {
                    Place::File(path) => path.display().to_string(),
                    Place::Standard => "-".into(),
                })
                .collect()),
            Err(Failure::Arguments(message)) => Err(message),
            Err(_) => panic!("nothing is written yet"),
        }
    }

    #[test]
    fn takes_of_one_name_keep_their_extensions() {
        let found = places(&["a.bvh", "b.bvh", "b.htr", "d/b.bvh"], "out/").unwrap();
        let expected = ["out/a.csv", "out/b.bvh.csv", "out/b.htr.csv", "out/d/b.csv"];
        assert_eq!(found, expected);
        assert_eq!(places(&["a.bvh"], "-").unwrap(), ["-"]);
        assert_eq!(places(&["a.bvh"], "x.csv").unwrap(), ["x.csv"]);
        assert!(places(&["a.bvh", "b.bvh"], "x.csv").unwrap_err().contains("2 takes"));
        assert!(places(&["a.bvh", "a.bvh"], "out/").unwrap_err().contains("both"));
    }
}
