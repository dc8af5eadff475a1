//! The command line: parses the arguments and runs the commands that need no window.
//!
//! Results go to standard output, errors and warnings to standard error; nothing else is printed.

mod batch;
mod check;
mod compare;
mod convert;
mod dataset;
mod exit;
mod find;
mod frames;
mod index;
mod info;
mod inputs;
mod measure;
mod notes;
mod objects;
mod options;
mod output;
mod pattern;
mod positions;
mod render;
mod report;
mod terminal;
mod viewer;

pub use exit::Exit;
pub use info::object as info_object;
pub use inputs::input_files;
pub use terminal::print_error;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, CommandFactory as _, Parser, Subcommand, ValueHint};
use flate2::read::GzDecoder;

use crate::files::{Attach, OpenOptions, guarded};
use crate::scene::Theme;
use crate::store::nearest;
use exit::{Failure, with_exit_codes};
use options::{AttachOptions, ReadOptions, one_of};
use terminal::{print, print_error_line};

const NOTES: &str = "\
Without a file, the window opens on the built-in take. Drop files on it to open them. Space plays, \
the arrow keys step, dragging orbits the view.

'rushes COMMAND --help' describes a command. A file that has the name of one is opened as ./info.

Examples:
  rushes walk.bvh
  rushes takes/
  rushes review.rushes
  rushes info -r takes/
  rushes positions walk.bvh --frames 0,10,20-30 > walk.csv
  rushes convert walk.bvh walk.htr
  rushes check walk.bvh
  rushes compare walk.bvh cleaned.bvh --limit 2cm
  rushes notes walk.bvh -o walk.md
  rushes report takes/ -o takes.html
  rushes render walk.bvh -o walk.png --frame 120
  rushes index takes/
  rushes find walk --where 'duration > 5'
  rushes dataset -r takes/ -o dataset/";

/// Play motion-capture takes as stick figures
#[derive(Parser)]
#[command(name = "rushes", version, max_term_width = 100, after_help = with_exit_codes(NOTES))]
#[command(args_conflicts_with_subcommands = true, propagate_version = true)]
#[command(args_override_self = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    window: Window,
}

#[derive(Args)]
struct Window {
    /// Takes, folders of takes, or a session (.rushes)
    #[arg(value_name = "FILE|FOLDER", value_hint = ValueHint::AnyPath)]
    paths: Vec<PathBuf>,
    /// Open a new window, even if the settings say to open takes in the running one
    #[arg(long)]
    new_window: bool,
    /// Theme of the window; by default the system's, or else dark
    #[arg(long, value_parser = one_of(Theme::ALL.map(|theme| (theme.word(), theme))))]
    theme: Option<Theme>,
    #[command(flatten)]
    attach: AttachOptions,
    #[command(flatten)]
    read: ReadOptions,
    /// Print who has written what the program is made with, and under which licences
    #[arg(long, exclusive = true)]
    licences: bool,
}

#[derive(Subcommand)]
enum Command {
    Info(info::Info),
    Positions(positions::Positions),
    Convert(convert::Convert),
    Check(check::CheckTakes),
    Compare(compare::Compare),
    Measure(measure::Measure),
    Notes(notes::Notes),
    Report(report::MakeReport),
    Render(render::Render),
    Index(index::MakeIndex),
    Find(find::Find),
    Dataset(dataset::MakeDataset),
}

impl Command {
    fn run(self) -> Result<Exit, Failure> {
        match self {
            Self::Info(info) => info.run(),
            Self::Positions(positions) => positions.run(),
            Self::Convert(convert) => convert.run(),
            Self::Check(check) => check.run(),
            Self::Compare(compare) => compare.run(),
            Self::Measure(measure) => measure.run(),
            Self::Notes(notes) => notes.run(),
            Self::Report(report) => report.run(),
            Self::Render(render) => render.run(),
            Self::Index(index) => index.run(),
            Self::Find(find) => find.run(),
            Self::Dataset(dataset) => dataset.run(),
        }
    }
}

pub enum Parsed {
    Window {
        paths: Vec<PathBuf>,
        open_options: OpenOptions,
        /// Objects to attach to bones of takes.
        attach: Vec<Attach>,
        /// The colours asked for; without, the system's.
        theme: Option<Theme>,
        new_window: bool,
    },
    Finished(Exit),
    /// Arguments that open no window, and why; that is printed already.
    Refused(String),
}

/// The whole command line as clap describes it, for man pages and completions.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// Parses the arguments (without the program's own name), and runs the command if it is one that needs no window.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Parsed {
    let arguments = match command_first(arguments.into_iter().collect()) {
        Ok(arguments) => arguments,
        Err(failure) => return fail(failure, None),
    };
    let words = std::iter::once("rushes".into()).chain(arguments.iter().cloned());
    let result = match Arguments::try_parse_from(words) {
        Ok(Arguments { command: Some(command), .. }) => run_guarded(command),
        Ok(Arguments { window: Window { licences: true, .. }, .. }) => {
            licences().and_then(|text| print(&text)).map(|()| Exit::Done).map_err(Failure::from)
        }
        Ok(Arguments { window, .. }) => {
            return Parsed::Window {
                paths: window.paths,
                open_options: window.read.into(),
                attach: window.attach.attach,
                theme: window.theme,
                new_window: window.new_window,
            };
        }
        Err(error) if error.use_stderr() => Err(Failure::from(error)),
        Err(help_or_version) => {
            print(&help_or_version.to_string()).map(|()| Exit::Done).map_err(Failure::from)
        }
    };
    match result {
        Ok(exit) => Parsed::Finished(exit),
        Err(failure) => fail(failure, arguments.first()),
    }
}

/// What the program is made with, packed by the build: `assets/licences/list` writes it.
const LICENCES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/licences.txt.gz"));

fn licences() -> io::Result<String> {
    io::read_to_string(GzDecoder::new(LICENCES))
}

/// The arguments with the command ahead of the options that were given before it: those that all commands share
/// stand anywhere. Fails where the first word is neither a command nor a file, and looks like a command.
fn command_first(mut arguments: Vec<OsString>) -> Result<Vec<OsString>, Failure> {
    let mut rushes = command();
    rushes.build();
    let mut at = 0;
    let word = loop {
        let Some(word) = arguments.get(at) else { return Ok(arguments) };
        let word = word.to_string_lossy();
        if !word.starts_with('-') || word == "-" {
            break word.into_owned();
        }
        if word == "--" {
            return Ok(arguments);
        }
        at += 1 + usize::from(takes_value(&rushes, &word));
    };
    if rushes.find_subcommand(&word).is_some() {
        let command = arguments.remove(at);
        arguments.insert(0, command);
        return Ok(arguments);
    }
    let is_a_word = word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    if !is_a_word || word.is_empty() || Path::new(&word).exists() {
        return Ok(arguments);
    }
    let names = rushes.get_subcommands().map(clap::Command::get_name);
    let hint =
        nearest(&word, names).map_or(String::new(), |name| format!("; did you mean '{name}'?"));
    Err(Failure::invalid(format!("'{word}' is neither a command nor a file{hint}")))
}

fn takes_value(rushes: &clap::Command, option: &str) -> bool {
    let commands = std::iter::once(rushes).chain(rushes.get_subcommands());
    let is_it = |arg: &clap::Arg| match option.strip_prefix("--") {
        Some(long) => arg.get_long() == Some(long),
        None => arg.get_short().is_some_and(|short| option == format!("-{short}")),
    };
    commands
        .flat_map(clap::Command::get_arguments)
        .any(|arg| is_it(arg) && arg.get_action().takes_values())
}

/// Runs a command so that an internal error or a signal leaves no half-written file behind.
fn run_guarded(command: Command) -> Result<Exit, Failure> {
    crate::files::catch_all();
    crate::files::on_signal(|signal| crate::files::end_by(signal));
    guarded(|| command.run()).unwrap_or_else(|panic| {
        print_error(&format!("internal error (please report it): {panic}"));
        Err(Failure::File)
    })
}

/// What comes of a failure. Invalid arguments are printed, with the help to look at: that of the
/// command that the first argument names.
fn fail(failure: Failure, first: Option<&OsString>) -> Parsed {
    match failure {
        Failure::Arguments(message) => {
            print_error(&message);
            let rushes = command();
            let Some(command) = first.and_then(|name| rushes.find_subcommand(name)) else {
                print_error_line("Try 'rushes --help'.");
                return Parsed::Refused(message);
            };
            print_error_line(&format!("Try 'rushes {} --help'.", command.get_name()));
            Parsed::Finished(Exit::BadArguments)
        }
        Failure::File => Parsed::Finished(Exit::BadFile),
        Failure::ClosedPipe => Parsed::Finished(Exit::Done),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(words: &[&str]) -> (Vec<PathBuf>, Option<Theme>) {
        match run(words.iter().map(Into::into)) {
            Parsed::Window { paths, theme, .. } => (paths, theme),
            Parsed::Finished(exit) => panic!("{words:?}: {exit:?}"),
            Parsed::Refused(error) => panic!("{words:?}: {error}"),
        }
    }

    #[test]
    fn the_definition_of_the_command_line_is_consistent() {
        command().debug_assert();
    }

    #[test]
    fn a_word_that_is_not_the_first_is_no_command() {
        let takes = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        assert_eq!(window(&["./info"]), (takes(&["./info"]), None));
        assert_eq!(window(&["a.bvh", "info"]).0, takes(&["a.bvh", "info"]));
        assert_eq!(window(&["--", "info", "-h"]).0, takes(&["info", "-h"]));
        let dark = Some(Theme::Dark);
        assert_eq!(window(&["--theme", "dark", "./info"]), (takes(&["./info"]), dark));
    }

    #[test]
    fn options_ahead_of_a_command_belong_to_it() {
        let ordered = |words: &[&str]| {
            command_first(words.iter().map(Into::into).collect()).map_err(|failure| match failure {
                Failure::Arguments(message) => message,
                Failure::File | Failure::ClosedPipe => panic!("nothing is read yet"),
            })
        };
        let rate = ordered(&["--rate", "30", "-q", "info", "a.bvh"]).unwrap();
        assert_eq!(rate, ["info", "--rate", "30", "-q", "a.bvh"]);
        assert_eq!(ordered(&["--rate=30", "info"]).unwrap(), ["info", "--rate=30"]);
        assert_eq!(ordered(&["a.bvh", "info"]).unwrap(), ["a.bvh", "info"]);
        let message = ordered(&["--json", "inof", "a.bvh"]).unwrap_err();
        assert_eq!(message, "'inof' is neither a command nor a file; did you mean 'info'?");
        assert!(ordered(&["walk"]).unwrap_err().ends_with("nor a file"));
    }

    #[test]
    fn of_an_option_that_is_repeated_the_last_counts() {
        let (_, theme) = window(&["--theme", "dark", "--theme=light"]);
        assert_eq!(theme, Some(Theme::Light));
    }

    #[test]
    #[cfg(unix)]
    fn paths_need_no_utf_8() {
        use std::os::unix::ffi::OsStringExt as _;
        let words = [b"--skeleton".to_vec(), b"a\xff.asf".to_vec(), b"b\xff.amc".to_vec()];
        let words = words.map(OsString::from_vec);
        let Parsed::Window { paths, open_options, .. } = run(words.clone()) else {
            panic!("the words open a window");
        };
        assert_eq!(open_options.skeleton, Some(PathBuf::from(&words[1])));
        assert_eq!(paths, [PathBuf::from(&words[2])]);
    }
}
