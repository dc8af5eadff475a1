//! How commands end: exit codes, and the failures that lead to them.

use std::fmt::{self, Display};
use std::io;
use std::path::Path;

use super::terminal::{print_error, print_error_line, shown};

/// Printed on every page of help, ahead of the examples.
const EXIT_CODES: &str = "\
Exit codes:
  0  done
  2  invalid arguments
  3  a file could not be read or written, or was refused (--strict), or there is nothing to draw on

Examples:
";

pub(super) fn with_exit_codes(notes: &str) -> String {
    notes.replace("Examples:\n", EXIT_CODES)
}

/// The same for a command that looks for something: what it is that was found.
pub(super) fn with_findings(notes: &str, found: &str) -> String {
    with_exit_codes(notes).replace("  2  invalid", &format!("  1  {found}\n  2  invalid"))
}

/// How a run ended, as its exit code says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    Done = 0,
    /// All was done, and what was looked for was found: faults, or a difference above the limit.
    Found = 1,
    BadArguments = 2,
    BadFile = 3,
}

pub(super) enum Failure {
    Arguments(String),
    /// A file could not be read or written; already printed.
    File,
    /// The reader of standard output has closed it, which is no error.
    ClosedPipe,
}

impl Exit {
    pub(super) fn from_complete(is_complete: bool) -> Self {
        if is_complete { Self::Done } else { Self::BadFile }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Arguments(message) => write!(f, "{message}"),
            Self::File => write!(f, "a file could not be read or written"),
            Self::ClosedPipe => write!(f, "nobody reads the output"),
        }
    }
}

impl Failure {
    pub fn invalid(message: impl ToString) -> Self {
        Self::Arguments(message.to_string())
    }

    pub fn print(message: impl Display) -> Self {
        print_error_line(&message.to_string());
        Self::File
    }

    /// Prints an error with the name of the program.
    pub fn prefixed(message: impl Display) -> Self {
        print_error(&message.to_string());
        Self::File
    }

    pub fn with_file(file: &Path, message: impl Display) -> Self {
        Self::print(format!("{}: {message}", shown(file)))
    }

    /// The same, with the file that it is about.
    pub fn in_file(self, file: &Path) -> Self {
        match self {
            Self::Arguments(message) => Self::Arguments(format!("{}: {message}", shown(file))),
            Self::File | Self::ClosedPipe => self,
        }
    }
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
            Self::prefixed(format!("standard output: {error}"))
        }
    }
}
