//! The command line: what the arguments ask for, and the commands that need no window.
//!
//! Results go to standard output and errors to standard error; nothing else is printed.

mod completions;
mod convert;
mod frames;
mod help;
mod info;
mod pages;
mod positions;
mod render;
mod terminal;

pub use pages::shipped as shipped_pages;
pub use terminal::complain;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use crate::files::{How, caught, guarded};
use crate::loader::{LoadError, Options, PositionReading};
use crate::scene::Theme;
use crate::take::Take;
use terminal::{complain_plainly, print, shown};

/// How a run ended, as its exit code says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All was done.
    Done = 0,
    /// The arguments make no sense.
    BadArguments = 2,
    /// A file could not be read or written.
    BadFile = 3,
}

/// What the arguments ask for.
pub enum Request {
    /// The window, on these files; without any, on the built-in take.
    Window {
        /// Files and folders in the order given.
        paths: Vec<PathBuf>,
        /// How files are read.
        how: How,
        /// The colours asked for; without, the system's.
        theme: Option<Theme>,
        /// Whether it is a window of its own, whatever the settings say.
        new_window: bool,
    },
    /// A command that has run to its end.
    Finished(Exit),
}

/// Why a command did not run to its end.
enum Failure {
    /// The arguments make no sense; the message, and the command whose help to point to.
    Arguments(String),
    /// A file could not be read or written; already told.
    File,
    /// The reader of standard output went away, which is not our mistake.
    ClosedPipe,
}

impl From<lexopt::Error> for Failure {
    fn from(error: lexopt::Error) -> Self {
        Self::Arguments(error.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::ClosedPipe
        } else {
            complain(&format!("standard output: {error}"));
            Self::File
        }
    }
}

/// Reads the arguments (without the program's own name), and runs the command if it is one that
/// needs no window.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Request {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let command = arguments
        .first()
        .and_then(|first| first.to_str())
        .filter(|word| help::COMMANDS.iter().any(|(name, _)| name == word));
    let rest = arguments.iter().skip(usize::from(command.is_some()));
    let parser = lexopt::Parser::from_args(rest.cloned());
    let run = match command {
        Some("info") => info::run,
        Some("positions") => positions::run,
        Some("convert") => convert::run,
        Some("render") => render::run,
        _ => return window(parser).unwrap_or_else(|failure| Request::Finished(end(failure, None))),
    };
    crate::files::catch_all();
    #[cfg(unix)]
    crate::files::on_signal(|signal| crate::files::end_by(signal));
    let result = guarded(|| run(parser)).unwrap_or_else(|what| {
        complain(&format!("internal error, please report it: {what}"));
        Err(Failure::File)
    });
    Request::Finished(match result {
        Ok(exit) => exit,
        Err(failure) => end(failure, command),
    })
}

fn end(failure: Failure, command: Option<&str>) -> Exit {
    match failure {
        Failure::Arguments(message) => {
            complain(&message);
            let command = command.map_or(String::new(), |name| format!("{name} "));
            complain_plainly(&format!("Try 'rushes {command}--help'."));
            Exit::BadArguments
        }
        Failure::File => Exit::BadFile,
        Failure::ClosedPipe => Exit::Done,
    }
}

fn window(mut parser: lexopt::Parser) -> Result<Request, Failure> {
    use lexopt::prelude::*;
    let mut paths = Vec::new();
    let mut how = How::default();
    let mut colours = None;
    let mut new_window = false;
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => {
                print(help::WINDOW)?;
                return Ok(Request::Finished(Exit::Done));
            }
            Short('V') | Long("version") => {
                print(concat!("rushes ", env!("CARGO_PKG_VERSION"), "\n"))?;
                return Ok(Request::Finished(Exit::Done));
            }
            Value(path) => paths.push(path.into()),
            Long("new-window") => new_window = true,
            Long("theme") => colours = Some(theme(&mut parser)?),
            Long("bvh-positions") => how.options.bvh_positions = bvh_positions(&mut parser)?,
            Long("skeleton") => how.skeleton = Some(parser.value()?.into()),
            Long("rate") => how.options.rate = Some(rate(&mut parser)?),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(Request::Window {
        paths,
        how,
        theme: colours,
        new_window,
    })
}

/// The value of `--bvh-positions`.
fn bvh_positions(parser: &mut lexopt::Parser) -> Result<PositionReading, Failure> {
    let value = parser.value()?;
    let reading = PositionReading::WORDS
        .iter()
        .find(|(word, _)| value == *word);
    reading.map(|&(_, reading)| reading).ok_or_else(|| {
        let words = PositionReading::WORDS.map(|(word, _)| word).join(", ");
        Failure::Arguments(format!(
            "--bvh-positions is one of {words}, not '{}'",
            value.to_string_lossy()
        ))
    })
}

/// The value of `--rate`.
fn rate(parser: &mut lexopt::Parser) -> Result<f64, Failure> {
    let value = parser.value()?;
    let rate = value.to_str().and_then(|text| text.parse().ok());
    rate.filter(|&rate| Options::is_rate(rate)).ok_or_else(|| {
        let value = value.to_string_lossy();
        Failure::Arguments(format!("--rate is frames a second, not '{value}'"))
    })
}

/// The value of `--theme`.
fn theme(parser: &mut lexopt::Parser) -> Result<Theme, Failure> {
    let value = parser.value()?;
    let theme = Theme::ALL.into_iter().find(|theme| value == theme.word());
    theme.ok_or_else(|| {
        Failure::Arguments(format!(
            "--theme is dark or light, not '{}'",
            value.to_string_lossy()
        ))
    })
}

/// The only file that a command takes.
fn one_file(files: Vec<PathBuf>) -> Result<PathBuf, Failure> {
    let mut files = files.into_iter();
    match (files.next(), files.next()) {
        (Some(file), None) => Ok(file),
        (None, _) => Err(Failure::Arguments("no file is given".into())),
        (_, Some(second)) => Err(Failure::Arguments(format!(
            "one file at a time: what is '{}'?",
            shown(&second)
        ))),
    }
}

/// Reads a take; where that fails, says so.
fn open(file: &Path, how: &How) -> Result<Take, Failure> {
    told(caught(file, || {
        crate::files::open(file, how).map(|opened| opened.take)
    }))
}

/// What came of a file; where nothing did, says why.
fn told<T>(result: Result<T, LoadError>) -> Result<T, Failure> {
    result.map_err(|error| {
        complain_plainly(&error.to_string());
        Failure::File
    })
}
