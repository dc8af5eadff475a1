//! The program: parses the arguments, then runs a command or opens the window.

// A double click opens no console. Started in one, the program prints there.
#![cfg_attr(windows, windows_subsystem = "windows")]

use std::process::ExitCode;
use std::time::Instant;

use rushes::app;
use rushes::cli::{self, Exit, Parsed};

/// What the session bus starts the program with (`assets/linux/org.rushes.Rushes.service`).
const SERVICE: &str = "--gapplication-service";

fn main() -> ExitCode {
    let began = Instant::now();
    app::attach_console();
    let is_service = std::env::args_os().skip(1).eq([SERVICE]);
    let arguments = std::env::args_os().skip(1 + usize::from(is_service));
    let exit = match cli::run(arguments) {
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
    };
    ExitCode::from(exit as u8)
}
