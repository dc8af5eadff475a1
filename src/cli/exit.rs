//! How commands end: exit codes, and the failures that lead to them.

use std::io;
use std::path::Path;

use super::terminal::{print_error, print_error_line};
use crate::files::{OpenOptions, catch_panic};
use crate::loader::LoadError;
use crate::take::Take;

/// How a run ended, as its exit code says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All was done.
    Done = 0,
    /// Invalid arguments.
    BadArguments = 2,
    /// A file could not be read or written.
    BadFile = 3,
}

/// Why a command did not run to its end.
pub(super) enum Failure {
    /// Invalid arguments; the message says which.
    Arguments(String),
    /// A file could not be read or written; already printed.
    File,
    /// The reader of standard output has closed it, which is no error.
    ClosedPipe,
}

impl From<clap::Error> for Failure {
    /// Takes the message and its tips, in one line; the usage is part of the help.
    fn from(error: clap::Error) -> Self {
        let text = error.to_string();
        let ends = ["\n\nUsage: ", "\n\nFor more information"].map(|end| text.find(end));
        let end = ends.into_iter().flatten().min().unwrap_or(text.len());
        let paragraphs = text[..end].trim_start_matches("error: ").split("\n\n");
        let lines = paragraphs.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
        Self::Arguments(lines.collect::<Vec<_>>().join("; "))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::ClosedPipe
        } else {
            print_error(&format!("standard output: {error}"));
            Self::File
        }
    }
}

/// Reads a take; prints why where that fails.
pub(super) fn open(file: &Path, open_options: &OpenOptions) -> Result<Take, Failure> {
    or_print(catch_panic(file, || {
        crate::files::open_with(file, open_options).map(|opened| opened.take)
    }))
}

/// What came of a file; prints why where nothing did.
pub(super) fn or_print<T>(result: Result<T, LoadError>) -> Result<T, Failure> {
    result.map_err(|error| {
        print_error_line(&error.to_string());
        Failure::File
    })
}
