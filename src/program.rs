//! The program: reads the arguments, then runs a command or opens the window.

use std::ffi::OsString;
use std::time::Instant;

use crate::app;
use crate::cli::{self, Exit, Parsed};

pub use crate::app::set_command;

/// What the session bus starts the program with (`assets/linux/org.rushes.Rushes.service`).
const SERVICE: &str = "--gapplication-service";

/// Runs the program with its arguments, without its own name, to its end; what it ends with.
pub fn run(began: Instant, arguments: impl IntoIterator<Item = OsString>) -> Exit {
    app::attach_console();
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if arguments == app::WORKER {
        return if app::serve_worker().is_ok() { Exit::Done } else { Exit::BadFile };
    }
    let is_service = arguments == [SERVICE];
    let arguments = if is_service { Vec::new() } else { arguments };
    match cli::run(arguments) {
        Parsed::Finished(exit) => exit,
        Parsed::Refused(error) => {
            app::show_error(&error);
            Exit::BadArguments
        }
        Parsed::Window { paths, open_options, attach, theme, new_window } => {
            let open_options = app::TakeOptions { reading: open_options, attach };
            let start = app::Start { paths, open_options, theme, new_window, is_service, began };
            match app::run(start) {
                Ok(()) => Exit::Done,
                Err(error) => {
                    cli::print_error(&error.to_string());
                    app::show_error(&error.to_string());
                    Exit::BadFile
                }
            }
        }
    }
}
